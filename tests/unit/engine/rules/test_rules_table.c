/* Games of rules texts on the table: scenes, and actions part by part, each in the smallest game
 * that shows it. */
#include <acutest.h>

#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/game/pick.h"
#include "engine/game/scene.h"
#include "tests/support/books.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

/* --- helpers --- */

/* The scene of the game `t` after some events has each of these; they end with NULL. */
static void check_scene(const char *string, const char *events, const char *const *parts) {
    text_library *s = books_of(string);
    TEST_ASSERT_(s != NULL, "%s", string);
    position *p = books_at(s, "t", "", NULL);
    TEST_ASSERT(p != NULL);
    TEST_CHECK_(one_line_play(p, events), "%s", events);
    scene *made;
    error e = {0};
    text line = text_growing();
    TEST_ASSERT_(scene_build(&made, p, SEAT_ALL, &e) == ST_OK, "%s", e.text);
    TEST_CHECK_(scene_check(made, &e) == ST_OK, "%s", e.text);
    TEST_ASSERT_(scene_write(made, &line, &e) == ST_OK, "%s", e.text);
    for (; *parts; parts++) {
        TEST_CHECK_(strstr(text_string(&line), *parts) != NULL, "%s", *parts);
        TEST_MSG("found %s", text_string(&line));
    }
    scene_destroy(made);
    text_done(&line);
    position_destroy(p);
    text_library_destroy(s);
}

#define SCENE(string, events, ...)                                                                 \
    check_scene(string, events, (const char *const[]){__VA_ARGS__, NULL})

/* What the parts of the game `t` give after some events: the answer as JSON, or the error. */
static void check_pick(const char *string, const char *events, const char *parts,
                       const char *answer) {
    char buf[200];
    char *part[8];
    int n = 0;
    text_library *s = books_of(string);
    TEST_ASSERT_(s != NULL, "%s", string);
    position *p = books_at(s, "t", "", NULL);
    TEST_ASSERT(p != NULL);
    TEST_CHECK_(one_line_play(p, events), "%s", events);
    text copy = text_over(buf, sizeof buf);
    text_put(&copy, parts);
    for (char *w = strtok(buf, " "); w; w = strtok(NULL, " ")) part[n++] = w;
    pick_answer a;
    error e = {0};
    int at;
    text line = text_growing();
    pick_answer_init(&a);
    status st = pick_choose(p, part, n, &a, &at, &e);
    if (st == ST_OK) st = pick_write(&a, &line, &e);
    if (st != ST_OK) text_put(&line, e.text);
    TEST_CHECK_(strcmp(text_string(&line), answer) == 0, "%s: %s", parts, answer);
    TEST_MSG("found %s", text_string(&line));
    pick_answer_done(&a);
    text_done(&line);
    position_destroy(p);
    text_library_destroy(s);
}

/* --- scenes --- */

static void test_shapes(void) {
    SCENE(
        "game t { players a b board rect 4 3 without b2 piece x turn place x on empty else draw }",
        "", "\"cols\":4,\"rows\":3,\"shape\":\"square\",\"shade\":\"plain\",\"names\":\"a1\"",
        "\"holes\":[\"b2\"]");
    SCENE("game t { players a b board hexagon 2 piece x turn place x on empty else draw }", "",
          "\"shape\":\"hex\"", "\"holes\":[", "\"box\":[0,0,4,2.887]");
    SCENE("game t { players a b board hexagon 2 piece x look board flat turn place x on empty else "
          "draw }",
          "", "\"shape\":\"hex\",\"flat\":true", "\"box\":[0,0,2.887,4]");
    /* Every second column and row is thin. */
    SCENE("game t { players a b board rect 2 1 edges rim piece wall turn place wall of neutral on "
          "edges & empty else draw }",
          "a1n", "\"box\":[0,0,2.75,1.5],\"grid\":{\"cols\":5,\"rows\":3,\"shape\":\"square\"",
          "\"thin\":{\"from\":0,\"size\":0.25}",
          "\"names\":[\"\",\"a1n\",\"\",\"b1n\",\"\",\"a1w\",\"a1\",\"a1e\",\"b1\",\"b1e\",",
          "\"sprite\":\"wall\",\"at\":\"a1n\"");
    SCENE(
        "game t { players a b board rect 2 2 edges corners piece x look board checkered turn place "
        "x on empty else draw }",
        "a1ne", "\"box\":[0,0,2.25,2.25]", "\"thin\":{\"from\":1,\"size\":0.25}",
        "\"shade\":\"checkered\"", "{\"id\":\"on.a1ne\"");
    SCENE(
        "game t { players a b board rect 2 1 edges piece man look edges shade b turn place man on "
        "squares & empty else draw }",
        "", "\"shade\":\"custom\",\"shades\":\"dbl\"");
    SCENE(
        "game t { players a b board rect 2 2 edges corners piece man look squares & rank 2 shade a "
        "turn place man on squares & empty else draw }",
        "", "\"shades\":\"a-a---d-l\"");
    /* Names that say where they are, and others. */
    SCENE("game t { players a b board lines (a1 b1 c1) (b1 b2) piece x turn place x on empty else "
          "draw }",
          "", "\"shape\":\"point\"", "\"names\":\"a1\"", "\"holes\":[\"a2\",\"c2\"]",
          "\"lines\":[[\"a1\",\"b1\"],[\"b1\",\"c1\"],[\"b1\",\"b2\"]]");
    SCENE("game t { players a b board lines (sun moon star sun) piece x turn place x on empty else "
          "draw }",
          "moon", "\"names\":[", "\"sun\"", "{\"id\":\"on.moon\"");
    /* Columns after z. */
    SCENE("game t { players a b board rect 30 2 piece x turn place x on empty else draw }", "ab1",
          "\"names\":[\"a2\"", "\"id\":\"on.ab1\"");
}

static void test_sprites(void) {
    SCENE("game t { players white black board rect 3 1 piece man M piece king K setup { put man of "
          "white on a1 put king of black on b1 } turn move mine to empty else draw }",
          "", "\"shade\":\"checkered\"", "\"sprite\":\"man\",\"colour\":\"p1\"",
          "\"sprite\":\"king-man\",\"colour\":\"p2\"", "\"look\":\"black\"",
          "\"label\":\"white man\"");
    SCENE("game t { players a b board rect 3 1 piece queen Q piece king K setup { put king of a on "
          "a1 put queen of b on b1 } turn move mine to empty else draw }",
          "", "chess-king", "chess-queen");
    /* One kind that is placed: stones. Something else: a letter. Something neutral has no
     * colour. */
    SCENE("game t { players a b board rect 3 1 piece token T turn place token on empty else draw }",
          "b1", "\"sprite\":\"stone\",\"colour\":\"p1\"");
    SCENE(
        "game t { players a b board rect 3 1 piece token T piece gem G setup { put gem of neutral "
        "on c1 put token of a on a1 } turn move mine to empty else draw }",
        "", "\"sprite\":\"letter\",\"at\":\"c1\",\"label\":\"gem\",\"text\":\"G\"",
        "\"sprite\":\"letter\",\"colour\":\"p1\",\"at\":\"a1\"");
}

static void test_numbers(void) {
    SCENE("game t { players a b board rect 3 1 piece x var left per player = 4 var store per piece "
          "= 2 counter clock var gone : cells turn place x on empty - gone where left + store[x] + "
          "clock > 0 { clock += 1 } else draw }",
          "a1", "\"counts\":[[\"left\",4]]", "\"counts\":[[\"store x\",2]],\"areas\"");
    /* Counters are shown when they matter, numbers of the table when they are not 0. */
    static const char clocks[] =
        "game t { players a b board rect 2 1 piece x counter clock = %d var "
        "idle = %d turn place x on empty where clock + idle >= 0 { clock "
        "+= 1 } else draw }";
    static const struct {
        int clock, idle;
        const char *found;
    } cases[] = {{0, 0, "}],\"areas\""},
                 {19, 1, "\"counts\":[[\"idle\",1]]"},
                 {20, 0, "\"counts\":[[\"clock\",20]]"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text_of_it[400];
        (void)snprintf(text_of_it, sizeof text_of_it, clocks, cases[i].clock, cases[i].idle);
        SCENE(text_of_it, "", cases[i].found);
    }
}

/* Who is ahead: points if the game ended now, pieces where some were taken. */
static void test_points(void) {
#define FIRST_AND_SECOND "\"name\":\"a\",\"colour\":\"p1\","
    static const char scored[] =
        "game t { players a b board rect 3 1 piece x turn place x on empty "
        "else score count mine }";
    SCENE(scored, "", "\"points\":0,\"counts\":[],\"acts\":true", FIRST_AND_SECOND "\"points\":0");
    SCENE(scored, "a1 b1 c1", FIRST_AND_SECOND "\"points\":2",
          "\"result\":{\"reason\":\"score\",\"ranks\":[1,2],\"points\":[2,1]}");
    SCENE(
        "game t { players a b board rect 3 1 piece x option bonus 1 in 0..9 halves turn place x on "
        "empty else score 2 * count mine + by(0, bonus) }",
        "a1", FIRST_AND_SECOND "\"points\":1", "\"points\":0.5");
    static const char taken[] =
        "game t { players a b board rect 3 1 piece x setup { put x of a on a1 "
        "put x of b on b1|c1 } turn move mine to step e from from else draw }";
    SCENE(taken, "", FIRST_AND_SECOND "\"points\":null,\"counts\":[]");
    SCENE(taken, "a1b1", FIRST_AND_SECOND "\"points\":null,\"counts\":[[\"pieces\",1]]",
          "\"name\":\"b\",\"colour\":\"p2\",\"points\":null,\"counts\":[[\"pieces\",1]]");
}

static void test_marks(void) {
    const char *three =
        "game t { players a b board rect 3 3 piece x turn place x on empty else draw end { when "
        "run(mine, last) >= 3 win } }";
    SCENE(three, "a1 b1 a2 b2 a3", "{\"kind\":\"win\",\"cells\":[\"a1\",\"a2\",\"a3\"]}");
    SCENE(three, "a1 b1 a2 b2", "\"marks\":[{\"kind\":\"last\",\"cells\":[\"b2\"]}]");
    SCENE(
        "game t { players a b board rect 2 3 piece x setup { put x of a on a1 } turn move mine to "
        "empty else lose end { when some mine & my rank 3 win } }",
        "a1b3", "{\"kind\":\"win\",\"cells\":[\"b3\"]}");
    /* A way need not be straight, and only a way is marked. */
    SCENE(
        "game t { players a b board rect 3 3 piece x turn { place x on empty pass } else draw end "
        "{ when joins(mine, rank 1, rank 3) win } }",
        "a1 pass a2 pass c1 pass b2 pass b3",
        "{\"kind\":\"win\",\"cells\":[\"a1\",\"a2\",\"b2\",\"b3\"]}");
}

static void test_dice(void) {
    const char *dice = "game t { players a b board rect 3 1 piece x var d turn chance d in 2..3 "
                       "then place x on empty where d > 0 { d = 0 } else draw }";
    SCENE(dice, "", "\"label\":\"d: not yet\",\"dim\":true", "\"now\":{\"kind\":\"chance\"");
    SCENE(dice, "!d=3", "\"label\":\"d: 3\",\"text\":\"3\"",
          "\"since\":[{\"words\":\"d is 3\",\"thing\":\"die.d\"}]");
    check_pick(dice, "", "3",
               "{\"chosen\":[\"3\"],\"count\":1,\"token\":\"!d=3\",\"words\":\"d is 3\"}");
}

/* --- looks --- */

static void test_looks(void) {
    SCENE(
        "game t { players a b\n look a teal\n board rect 9 9 piece x\n look board points\n look x "
        "chip \"a pebble\"\n turn place x on empty else draw }",
        "a1", "\"colour\":\"p1\",\"look\":\"teal\"", "\"shape\":\"point\"",
        "\"dots\":[\"c7\",\"g7\",\"e5\",\"c3\",\"g3\"]",
        "\"sprite\":\"chip\",\"colour\":\"p1\",\"at\":\"a1\",\"label\":\"a a pebble\"");
    SCENE(
        "game t { players a b board rect 2 2 piece x look board lines look rank 2 shade c; look a1 "
        "shade a; turn place x on empty else draw }",
        "", "\"shade\":\"custom\",\"shades\":\"cca-\"",
        "\"lines\":[[\"a1\",\"a2\"],[\"b1\",\"b2\"],[\"a1\",\"b1\"],[\"a2\",\"b2\"]]");
    /* A parent's look stays, or goes with the player that it was for. */
    SCENE("game p { players a b\n look a red\n look x tile\n board rect 3 1 piece x\n turn place x "
          "on empty else draw }\n"
          "game t from p { players c d\n look c blue }",
          "a1", "\"look\":\"blue\"", "\"sprite\":\"tile\"");
    /* `look` elsewhere is a name as any other. */
    SCENE("game t { players a look board rect 3 1 piece x def\n look2 = a1 | b1 rule\n look3 =\n "
          "place x on look2 turn look3 else draw }",
          "a1", "\"name\":\"look\"");
    SCENE(
        "game t { players a b board rect 3 1 piece x rule look = place x on empty turn\n look else "
        "draw show \"words\" }",
        "a1", "\"show\":\"words\"");
}

static uint64_t hash_of(const char *string) {
    text_library *s = books_of(string);
    TEST_ASSERT_(s != NULL, "%s", string);
    uint64_t h = text_facts_of(text_library_at(s, 0))->hash;
    text_library_destroy(s);
    return h;
}

static void test_looks_are_no_rules(void) {
    uint64_t plain =
        hash_of("game t { players a b board rect 3 1 piece x turn place x on empty else draw }");
    TEST_CHECK(hash_of("game t { players a b board rect 3 1 piece x look x tile look a red\n look "
                       "board plain turn place x on empty else draw }") == plain);
    TEST_CHECK(
        hash_of("game t { players a b board rect 3 1 piece y turn place y on empty else draw "
                "}") != plain);
}

/* --- picks --- */

static void test_paths(void) {
    const char *mixed =
        "game t { players a b board rect 3 1 piece man M piece gem G setup { put man of a on a1 } "
        "turn { move mine to empty pick mine { remove to } place man gem on c1 act \"wait\" pass } "
        "else draw }";
    /* a1 alone is complete, and continues. */
    check_pick(
        mixed, "", "a1",
        "{\"chosen\":[\"a1\"],\"ask\":\"where to?\",\"count\":3,\"next\":[{\"part\":\"b1\","
        "\"kind\":\"cell\",\"words\":\"b1\",\"count\":1,\"token\":\"a1b1\"},{\"part\":\"c1\","
        "\"kind\":\"cell\",\"words\":\"c1\",\"count\":1,\"token\":\"a1c1\"},{\"part\":"
        "\"done\",\"kind\":\"verb\",\"words\":\"choose a1\",\"count\":1,\"token\":\"a1\"}]}");
    check_pick(
        mixed, "", "a1 done",
        "{\"chosen\":[\"a1\",\"done\"],\"count\":1,\"token\":\"a1\",\"words\":\"choose a1\"}");
    check_pick(mixed, "", "c1 gem",
               "{\"chosen\":[\"gem\",\"c1\"],\"count\":1,\"token\":\"G@c1\",\"words\":\"gem on "
               "c1\"}");
    check_pick(mixed, "", "wait",
               "{\"chosen\":[\"wait\"],\"count\":1,\"token\":\"wait\",\"words\":\"wait\"}");
    check_pick(
        "game t { players a b board rect 2 1 edges piece x setup { put x of a on a1 } turn "
        "move mine to step e else draw }",
        "", "a1 a1e",
        "{\"chosen\":[\"a1\",\"a1e\"],\"count\":1,\"token\":\"a1a1e\",\"words\":\"x a1 to a1e\"}");
    check_pick(mixed, "", "a1 a1", "a man on a1 reaches b1, c1 or done");
    check_pick(mixed, "", "b1", "choose a1, man, gem, wait or pass");
}

static void test_skip(void) {
    check_pick("game t { players a b board rect 3 1 piece x turn place x on empty then optional "
               "place x on empty else draw }",
               "a1", "skip",
               "{\"chosen\":[\"skip\"],\"count\":1,\"token\":\"skip\",\"words\":\"no more: place x "
               "on empty\"}");
}

/* --- without memory --- */

static const game *nomem_game;

static status show_and_choose(error *err) {
    static char pawn[] = "pawn";
    static char cell[] = "b1";
    static char *parts[] = {pawn, cell};
    position *p = NULL;
    scene *made = NULL;
    pick_answer a;
    text line = text_growing();
    int at;
    pick_answer_init(&a);
    params usual = params_default();
    status st = position_start(&p, nomem_game, &usual, SEAT_ALL, err);
    if (st == ST_OK) st = position_play(p, "!d=2", err);
    if (st == ST_OK) st = scene_build(&made, p, SEAT_ALL, err);
    if (st == ST_OK) st = scene_write(made, &line, err);
    if (st == ST_OK) st = pick_choose(p, parts, 0, &a, &at, err);
    pick_answer_done(&a);
    pick_answer_init(&a);
    if (st == ST_OK) st = pick_choose(p, parts, 2, &a, &at, err);
    if (st == ST_OK) st = pick_write(&a, &line, err);
    pick_answer_done(&a);
    scene_destroy(made);
    text_done(&line);
    position_destroy(p);
    return st;
}

/* The library has memory of its own, so the work is counted from there. */
static void test_without_memory(void) {
    text_library *s = books_of(
        "game t { players a b board rect 30 2 piece pawn P piece rook R var hand per player per "
        "piece = 1 var d turn chance d in 1..2 then place pawn rook on rank 1 & empty where "
        "hand[me, opt] > 0 and d > 0 { hand[me, opt] -= 1 d = 0 } else draw }");
    TEST_ASSERT(s != NULL);
    nomem_game = text_library_at(s, 0);
    uint64_t held = mem_live();
    for (uint64_t n = 1; n < 5000; n += PACE(1, 1 + n / 6)) {
        error e = {0};
        uint64_t before = mem_count();
        mem_fail_at(n);
        status st = show_and_choose(&e);
        mem_fail_at(0);
        TEST_ASSERT_(mem_live() == held, "allocation %d: nothing is left behind", (int)n);
        bool enough = mem_count() - before < n;
        TEST_CHECK_(st == (enough ? ST_OK : ST_NOMEM), "allocation %d: %s", (int)n, e.text);
        if (enough) break;
    }
    text_library_destroy(s);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"shapes", test_shapes},
             {"sprites", test_sprites},
             {"numbers", test_numbers},
             {"points", test_points},
             {"marks", test_marks},
             {"dice", test_dice},
             {"paths", test_paths},
             {"skip", test_skip},
             {"without_memory", test_without_memory},
             {"looks", test_looks},
             {"looks_are_no_rules", test_looks_are_no_rules},
             {NULL, NULL}};
