/* Acts that are chosen part by part, sets of kinds, and stages with labels, worked out by hand. */
#include <acutest.h>

#include "engine/game/game_terminal.h"
#include "engine/game/pick.h"
#include "tests/support/table_checks.h"

#define GOODS                                                                                      \
    "game t { players A B  board rect 2 1  piece wood  piece clay  piece ore\n"                    \
    "  set goods { wood ore }\n"                                                                   \
    "  var stock per player per piece\n"                                                           \
    "  setup { for each player p { stock[p, wood] = 2  stock[p, clay] = 1 } }\n"

/* The last part changes fastest, and what `where` refuses is not there. */
static void test_order(void) {
    table x;
    OPEN(&x, GOODS "  turn { act \"swap\" with one : goods, two : piece, n : 1..2\n"
                   "    where one != two and stock[me, one] >= n { stock[me, one] -= n  "
                   "stock[me, two] += 1 }  pass } else draw }");
    OFFERS(&x, "swap:wood:clay:1 swap:wood:clay:2 swap:wood:ore:1 swap:wood:ore:2 pass");
    SOUND(&x);
    PLAY(&x, "swap:wood:ore:2");
    IS(&x, "2 1 stock=0,1,1,2,1,0 turns=1");
    SOUND(&x);
    PLAY(&x, "pass");
    OFFERS(&x, "swap:ore:wood:1 swap:ore:clay:1 pass");
    done(&x);
}

/* A player is a part as well; a kind can be compared with one that is named. */
static void test_players_and_kinds(void) {
    table x;
    OPEN(&x, GOODS "  turn act \"gift\" with to_whom : player, what : piece\n"
                   "    where to_whom != me and stock[me, what] > 0 and not what == clay {\n"
                   "    stock[me, what] -= 1  stock[to_whom, what] += 1\n"
                   "    if what == ore { win to_whom } } else draw }");
    OFFERS(&x, "gift:B:wood");
    PLAY(&x, "gift:B:wood");
    IS(&x, "2 1 stock=1,1,0,3,1,0 turns=1");
    OFFERS(&x, "gift:A:wood");
    SOUND(&x);
    done(&x);
}

/* Arguments of definitions can be kinds, and parts can be arguments. */
static void test_arguments(void) {
    table x;
    OPEN(&x,
         GOODS "  def has(k, n) = stock[me, k] >= n\n"
               "  rule both(k) = act \"use\" with n : 1..3 where has(k, n) { stock[me, k] -= n }\n"
               "  turn { both(wood)  act \"none\" } else draw }");
    OFFERS(&x, "use:1 use:2 none");
    PLAY(&x, "use:2");
    IS(&x, "2 1 stock=0,1,0,2,1,0 turns=1");
    done(&x);
}

/* Each combination is tried where a `require` is around it. */
static void test_require(void) {
    table x;
    OPEN(&x, GOODS "  turn act \"cut\" with n : (0 - 1)..3 { stock[me, wood] -= n } require "
                   "stock[me, wood] == 1\n"
                   "    or stock[me, wood] == 3 else draw }");
    OFFERS(&x, "cut:-1 cut:1");
    SOUND(&x);
    done(&x);
}

/* Two stages that can be skipped are told apart. */
static void test_labels(void) {
    table x;
    OPEN(&x, GOODS "  turn optional \"trade\" act \"on\" then optional act \"off\" then\n"
                   "       repeat at most 2 optional \"build\" place wood on empty }");
    OFFERS(&x, "on skip:trade");
    PLAY(&x, "skip:trade");
    OFFERS(&x, "off skip");
    PLAY(&x, "skip");
    OFFERS(&x, "a1 b1 skip:build");
    SOUND(&x);
    PLAY(&x, "a1 skip:build");
    IS(&x, "W1 1 stock=2,1,0,2,1,0 turns=1");
    done(&x);
}

/* A choice is made part by part, and the words name the parts. */
static void test_pick(void) {
    table x;
    OPEN(&x, GOODS "  turn { act \"swap\" with one : goods, two : goods where one != two\n"
                   "    act \"swap\" with many : 2..3  pass } else draw }");
    static const char *const chosen[] = {"swap", "ore"};
    pick_list list;
    pick_list_init(&list);
    TEST_ASSERT(x.r->table->parts(x.r, x.s, NULL, (pick_path){NULL, 0}, &list));
    TEST_CHECK(list.count == 2 && strcmp(list.at[0].part, "swap") == 0 && !list.at[0].token);
    pick_list_clear(&list);
    TEST_ASSERT(x.r->table->parts(x.r, x.s, NULL, (pick_path){chosen, 2}, &list));
    TEST_CHECK(list.count == 1 && strcmp(list.at[0].part, "wood") == 0);
    TEST_CHECK(list.at[0].token && strcmp(list.at[0].token, "swap:ore:wood") == 0);
    TEST_CHECK(list.ask && strcmp(list.ask, "two?") == 0);
    pick_list_done(&list);
    char buf[80];
    text told = text_over(buf, sizeof buf);
    action step;
    int n;
    error err = {0};
    TEST_ASSERT(game_from_text(x.r, x.s, "SWAP:ORE:wood", &step, &n, &err) == ST_OK);
    x.r->terminal->describe(x.r, x.s, &step, 1, &told);
    TEST_CHECK_(strcmp(buf, "swap, one ore, two wood") == 0, "%s", buf);
    TEST_CHECK(game_from_text(x.r, x.s, "swap:clay:wood", &step, &n, &err) == ST_OK);
    TEST_CHECK(game_verify(x.r, x.s, NULL, &step, 1, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(game_from_text(x.r, x.s, "swab:clay", &step, &n, &err) == ST_ILLEGAL_ACTION);
    done(&x);
}

/* The words stay free as names. */
static void test_names_left_free(void) {
    table x;
    OPEN(&x, "game t { players set with  board rect 3 1  piece s\n"
             "  var goods = 1\n"
             "  rule also = act \"go\"\n"
             "  turn { act \"x\" { if no set { goods += 1 } } also place s on empty } else draw }");
    OFFERS(&x, "x go a1 b1 c1");
    done(&x);
    OPEN(&x, "game t { players A B  board rect 3 1  piece s\n"
             "  def set = 2\n"
             "  rule with = act \"go\" with n : 1..set\n"
             "  turn { act \"x\" with pass } else draw }");
    OFFERS(&x, "x go:1 go:2 pass");
    done(&x);
}

TEST_LIST = {{"order", test_order},
             {"players_and_kinds", test_players_and_kinds},
             {"arguments", test_arguments},
             {"require", test_require},
             {"labels", test_labels},
             {"pick", test_pick},
             {"names_left_free", test_names_left_free},
             {NULL, NULL}};
