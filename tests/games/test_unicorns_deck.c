/* Deck files: what they say, and what is wrong with them. */
#include <acutest.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_speed.h"
#include "games/unicorns/rules/unicorns_rules.h"
#include "games/unicorns/text/unicorns_text.h"
#include "games/unicorns/unicorns.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/one_line.h"

static un_deck deck;

static status read_text(const char *data, bool reference, error *err) {
    un_deck_begin(&deck);
    status st = un_deck_read(&deck, data, strlen(data), reference, err);
    return st == ST_OK ? un_deck_end(&deck, err) : st;
}

static void test_base(void) {
    static const struct {
        const char *card;
        int count, type, letters;
    } some[] = {{"basic-unicorn", 21, UN_BASIC, 12},
                {"neigh", 14, UN_INSTANT, 5},
                {"re-target", 2, UN_SPELL, 9},
                {"baby-unicorn", 12, UN_BABY, 11},
                {"barbed-wire", 1, UN_DOWNGRADE, 10},
                {"yay", 2, UN_UPGRADE, 3},
                {"unicorn-on-the-cob", 1, UN_MAGICAL, 15},
                {"extremely-destructive-unicorn", 1, UN_MAGICAL, 27}};
    for (int ref = 0; ref < 2; ref++) {
        size_t len;
        const char *data = un_deck_text("base", &len);
        error err;
        un_deck_begin(&deck);
        TEST_CHECK(un_deck_read(&deck, data, len, ref, &err) == ST_OK);
        TEST_CHECK(un_deck_end(&deck, &err) == ST_OK);
        TEST_CHECK(deck.kinds == 66 && deck.cards == 126 && deck.pile == 113);
        for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
            int k = un_kind_find(&deck, some[i].card, strlen(some[i].card));
            TEST_ASSERT_(k >= 0, "%s", some[i].card);
            TEST_CHECK(deck.kind[k].count == some[i].count && deck.kind[k].type == some[i].type);
            TEST_CHECK_(deck.kind[k].letters == some[i].letters, "%s", some[i].card);
        }
    }
    TEST_CHECK(!un_deck_text("nothing", &(size_t){0}) && un_deck_name(0));
}

/* The compiled-in deck and the same text from a file are the same game. */
static void test_from_file(void) {
    char file[] = "unicorns_base_copy.deck";
    size_t len;
    const char *data = un_deck_text("base", &len);
    error err;
    TEST_ASSERT(file_write(file, data, len, &err) == ST_OK);
    rules *r[2];
    for (int i = 0; i < 2; i++) {
        params p = one_line_setup(&unicorns, i ? "set deck=unicorns_base_copy.deck" : "");
        TEST_ASSERT(rules_open(&r[i], &unicorns, &p, &err) == ST_OK);
    }
    TEST_CHECK(r[0]->state_size == r[1]->state_size && r[0]->state_size <= 1024);
    un_state *s[2] = {mem_alloc(r[0]->state_size), mem_alloc(r[1]->state_size)};
    for (int i = 0; i < 2; i++) {
        rng g = rng_stream(3, 0);
        unicorns.start(r[i], s[i]);
        (void)unicorns.speed->play_out(r[i], s[i], NULL, &g, 100000);
    }
    TEST_CHECK(unicorns.hash(r[0], s[0]) == unicorns.hash(r[1], s[1]));
    for (int i = 0; i < 2; i++) {
        mem_free(s[i]);
        rules_close(r[i]);
    }
    (void)remove(file);
}

/* What is read is what was written. */
static void test_notation(void) {
    static const char *const effects[] = {"may(oneof(destroy(1,upgrade)|sac(1,downgrade)))",
                                          "if(and(discard(3,any,me),draw(2))) extra_turn",
                                          "may(if(sac_self) bring(1,unicorn,discard))",
                                          "and(search(pile,\"Narwhal\"),shuffle)",
                                          "sac_each(all,upgrade+downgrade)",
                                          "steal(1,unicorn,seducer)",
                                          "retarget(upgrade,other)",
                                          "free(and(draw(3),discard(1,any,me)))",
                                          "walk(lazy)",
                                          "draw_each(2)"};
    un_rules *r = mem_alloc(sizeof *r);
    TEST_ASSERT(r != NULL);
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
        char line[200];
        char back[200];
        error err = {0};
        (void)snprintf(line, sizeof line, "1; Card; magical; -; enter: %s\n", effects[i]);
        TEST_CHECK_(read_text(line, false, &err) == ST_OK, "%s: %s", effects[i], err.text);
        r->deck = deck;
        text out = text_over(back, sizeof back);
        un_put_effect(r, deck.trigger[0].node, &out);
        TEST_CHECK_(strcmp(back, effects[i]) == 0, "%s became %s", effects[i], back);
    }
    mem_free(r);
}

static void test_errors(void) {
    static const struct {
        const char *data, *place;
    } wrong[] = {
        {"x; A; basic; -\n", "line 1, column 1: x is not a number"},
        {"0; A; basic; -\n", "line 1, column 1: 0 is not a number"},
        {"1 A; basic; -\n", "line 1, column 3: expected ; and a name"},
        {"1; ; basic; -\n", "line 1, column 4: expected a name"},
        {"1; A; basicc; -\n", "line 1, column 7: basicc is not a type"},
        {"1; A; basic\n", "line 1, column 12: expected ; and flags"},
        {"1; A; basic; odd\n", "line 1, column 14: odd is not a flag"},
        {"# c\n1; A; basic; -; never: draw(1)\n", "line 2, column 17: never is not a trigger"},
        {"1; A; magical; -; enter draw(1)\n", "line 1, column 25: expected : and an effect"},
        {"1; A; magical; -; enter: drow(1)\n", "line 1, column 26: drow is not an effect"},
        {"1; A; magical; -; enter: draw\n", "line 1, column 30: expected ("},
        {"1; A; magical; -; enter: draw(0)\n", "line 1, column 31: 0 is not a number of cards"},
        {"1; A; magical; -; enter: draw(1\n", "line 1, column 32: expected )"},
        {"1; A; magical; -; enter: steal(1,cow)\n", "line 1, column 34: cow is not a type"},
        {"1; A; magical; -; enter: steal(1,any,me)\n", "line 1, column 38: me is not one of"},
        {"1; A; magical; -; enter: skip_to_end(1)\n", "line 1, column 38: this effect has no"},
        {"1; A; magical; -\n ; enter: may(draw(1)\n", "line 2, column 22: expected )"},
        {"1; A; spell; -; enter: draw(1)\n", "line 1, column 17: spells have"},
        {"1; A; magical; -; enter: self_to_hand\n", "line 1, column 19: instead_"},
        {"1; A; magical; -; if_sd: draw(1)\n", "line 1, column 19: instead_"},
        {"1; A; magical; -; if_sdr: self_to_nursery\n",
         "line 1, column 19: self_to_nursery is for cards of type baby"},
        {"1; A; basic; -; reference if_sd: may(self_to_nursery)\n",
         "column 27: self_to_nursery is for cards of type baby"},
        {"1; A; magical; -; cont: flying\n", "line 1, column 25: flying is not a lasting effect"},
        {"1; A; magical; -; tier: 9\n", "line 1, column 25: 9 is not a tier"},
        {"1; A; magical; -; enter: oneof(discard(1,spell,me)|draw(1))\n",
         "line 1, column 60: what can be chosen"},
        {"1; A; magical; -; enter: oneof(draw(1))\n", "line 1, column 39: expected two effects"},
        {"1; A; basic; -\n1; a; basic; -\n", "line 2, column 4: this name is taken"},
        {"1; None; instant; -\n", "line 1, column 4: this name is taken"},
        {"200; A; basic; -\n56; B; basic; -\n", "too many cards"},
        {"1; A; basic; - ) x\n", "line 1, column 16: expected ; or the end"},
        {"1; A; magical; -; enter: may(may(may(may(may(may(may(may(may(may(draw(1)))))))))))\n",
         "too deep"},
        {"1; A; magical; -; enter: search(pile,\"\")\n", "expected a word of names"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        error err = {0};
        status st = read_text(wrong[i].data, false, &err);
        TEST_CHECK_(st == ST_BAD_SYNTAX || st == ST_BAD_VALUE, "%s", wrong[i].data);
        TEST_CHECK_(strstr(err.text, wrong[i].place) != NULL, "%s: %s, not %s", wrong[i].data,
                    err.text, wrong[i].place);
    }
}

/* All of it at once: a wrong field is passed over, a card without its fields too. */
static void test_all_problems(void) {
    static const char data[] = "1; A; basicc; -\n"
                               "2; B; magical; not_destroyabel; entr: draw(1); enter: drow(2)\n"
                               "# fine\n"
                               "3 C; basic; -\n"
                               "x; D; basic; -; cont: no_instant\n"
                               "   ; tier: 9; enter: steal(1,unicorm)\n"
                               "1; Fine; basic; -\n"
                               "1; E; magical; -; enter: draw(1\n"
                               "1; F; magical; -; enter: search(pil,any) ; bot: return(1,any,kikc)";
    static const struct {
        int line, column;
        const char *text;
    } want[] = {{1, 7, "basicc is not a type of card; did you mean basic?"},
                {2, 16, "not_destroyabel is not a flag; did you mean not_destroyable?"},
                {2, 33, "entr is not a trigger; did you mean enter?"},
                {2, 55, "drow is not an effect; did you mean draw?"},
                {4, 3, "expected ; and a name"},
                {5, 1, "x is not a number of copies, 1 to 255"},
                {5, 23, "no_instant is not a lasting effect; did you mean no_instants?"},
                {6, 12, "9 is not a tier from 0 to 7"},
                {6, 30,
                 "unicorm is not a type: any, unicorn, baby, basic, magical, spell, upgrade, "
                 "downgrade, instant; did you mean unicorn?"},
                {8, 32, "expected )"},
                {9, 33, "pil is not one of: pile discard"},
                {9, 62, "kikc is not one of: kick"}};
    enum { WANTED = sizeof want / sizeof *want };
    un_problems list = {.count = 0};
    error err = {0};
    un_deck_begin(&deck);
    un_deck_scan(&deck, data, sizeof data - 1, false, &list);
    TEST_CHECK_(list.count == WANTED, "%d problems", list.count);
    for (int i = 0; i < WANTED && i < list.count; i++) {
        const un_problem *w = &list.at[i];
        TEST_CHECK_(w->line == want[i].line && w->column == want[i].column &&
                        strcmp(w->text, want[i].text) == 0,
                    "%d:%d: %s", w->line, w->column, w->text);
    }
    TEST_CHECK(deck.kinds == 1 && strcmp(deck.kind[0].slug, "fine") == 0);
    TEST_CHECK(read_text(data, false, &err) == ST_BAD_VALUE);
    TEST_CHECK_(strstr(err.text, "(and 11 more: see kibitz cards check)") != NULL, "%s", err.text);
}

/* More problems than are kept are counted. */
static void test_many_problems(void) {
    un_problems list = {.count = 0};
    text data = text_growing();
    for (int i = 0; i < 3 * UN_MAX_PROBLEMS; i++) text_put(&data, "1; A; what; -\n");
    for (int i = 0; i < 300; i++) text_format(&data, "1; B%d; basic; -\n", i);
    un_deck_begin(&deck);
    un_deck_scan(&deck, text_string(&data), data.len, false, &list);
    TEST_CHECK_(list.count == 3 * UN_MAX_PROBLEMS + 1, "%d", list.count); /* one for the limit */
    text_done(&data);
}

static void test_options(void) {
    static const char *const setups[] = {"set deck=nowhere.deck", "set deck=base,base",
                                         "set weights=nowhere.txt", "first 2"};
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        rules *r = NULL;
        error err = {0};
        params p = one_line_setup(&unicorns, setups[i]);
        TEST_CHECK_(rules_open(&r, &unicorns, &p, &err) != ST_OK && err.text[0], "%s", setups[i]);
    }
}

/* A deck that is too small for the players. */
static void test_small(void) {
    rules *r = NULL;
    error err = {0};
    TEST_ASSERT(file_write("unicorns_small.deck", "30; A; basic; -\n", 16, &err) == ST_OK);
    params p = one_line_setup(&unicorns, "players 4 set deck=unicorns_small.deck");
    TEST_CHECK(rules_open(&r, &unicorns, &p, &err) == ST_OK);
    rules_close(r);
    p = one_line_setup(&unicorns, "players 8 set deck=unicorns_small.deck");
    TEST_CHECK(rules_open(&r, &unicorns, &p, &err) == ST_BAD_VALUE);
    (void)remove("unicorns_small.deck");
}

/* Cards that set each other off for ever: the game is drawn, the process lives. */
static void test_endless(void) {
    static const char data[] = "40; Swapper; magical; -; enter: swap_unicorn\n20; Foal; baby; -\n";
    rules *r = NULL;
    error err = {0};
    params p = one_line_setup(&unicorns, "players 2");
    TEST_ASSERT(un_open_deck(&r, &unicorns, &p, data, sizeof data - 1, &err) == ST_OK);
    un_state *s = mem_alloc(r->state_size);
    TEST_ASSERT(s != NULL);
    bool drawn = false;
    for (uint64_t seed = 0; seed < 20; seed++) {
        float utility[GAME_MAX_PLAYERS];
        int32_t points[GAME_MAX_PLAYERS];
        rng g = rng_stream(seed, 0);
        unicorns.start(r, s);
        (void)unicorns.speed->play_out(r, s, NULL, &g, 100000);
        TEST_CHECK(s->ended != 0);
        if (s->ended != UN_ENDED_RESOURCE) continue;
        drawn = true;
        unicorns.returns(r, s, utility, points);
        TEST_CHECK(utility[0] > 0.49F && utility[1] > 0.49F);
        TEST_CHECK(strcmp(unicorns.endings->name(r, s), "resource") == 0);
    }
    TEST_CHECK(drawn);
    mem_free(s);
    rules_close(r);
}

static params small_setup;

static status open_small(error *err) {
    rules *r = NULL;
    status st = rules_open(&r, &unicorns, &small_setup, err);
    TEST_CHECK(st == ST_OK || err->text[0]);
    rules_close(r);
    return st;
}

/* Whichever allocation fails, opening says so and leaves nothing behind. */
static void test_nomem(void) {
    static const char data[] = "40; A; basic; -\n";
    error err = {0};
    TEST_ASSERT(file_write("unicorns_nomem.deck", data, sizeof data - 1, &err) == ST_OK);
    small_setup = one_line_setup(&unicorns, "players 4 set deck=unicorns_nomem.deck");
    fail_everywhere("a deck", open_small);
    (void)remove("unicorns_nomem.deck");
}

TEST_LIST = {{"base", test_base},
             {"from_file", test_from_file},
             {"notation", test_notation},
             {"errors", test_errors},
             {"all_problems", test_all_problems},
             {"many_problems", test_many_problems},
             {"options", test_options},
             {"small", test_small},
             {"endless", test_endless},
             {"nomem", test_nomem},
             {NULL, NULL}};
