/* Turns without an end: a `repeat` whose actions may undo each other does not bring back a board of
 * its turn; others are left alone; `repeat at most N` counts. */
#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"
#include "engine/game/position.h"
#include "engine/rules/machine/program.h"
#include "tests/support/text_table.h"

#define WALK                                                                                       \
    "game t { players X O board rect 4 1 piece s setup { put s of X on a1 put s of O on d1 }\n"    \
    "turn move mine to step any & empty\n"                                                         \
    "then repeat optional move last to step any & empty else lose }"

static void test_no_board_twice(void) {
    table x;
    TEST_ASSERT(text_table_open(&x, WALK, ""));
    TEST_CHECK(program_of(x.r)->rounds && x.r->traits & GAME_REPEATS);
    TEST_CHECK(text_table_offers(&x, "a1b1"));
    TEST_CHECK(text_table_play(&x, "a1b1") && text_table_offers(&x, "b1c1 skip"));
    TEST_CHECK(text_table_sound(&x));
    /* nowhere else to go: all that is left is to end the turn; the other player has no move */
    TEST_CHECK(text_table_play(&x, "b1c1") && text_table_offers(&x, "skip"));
    TEST_CHECK(text_table_play(&x, "skip") && text_table_pays(&x, "1 0"));
    /* in another turn the same board may come back */
    text_table_start(&x);
    TEST_CHECK(text_table_play(&x, "a1b1 skip") && text_table_offers(&x, "d1c1"));
    TEST_CHECK(text_table_play(&x, "d1c1") && text_table_offers(&x, "skip")); /* it came from d1 */
    TEST_CHECK(text_table_play(&x, "skip") && text_table_offers(&x, "b1a1"));
    TEST_CHECK(text_table_play(&x, "b1a1") && text_table_offers(&x, "skip"));
    text_table_close(&x);
    TEST_CHECK(mem_live() == 0);
}

static void test_reason(void) {
    table x;
    error err = {.code = ST_OK};
    params p = params_default();
    position *at;
    TEST_ASSERT(text_table_open(&x, WALK, ""));
    TEST_ASSERT(position_start(&at, x.r->game, &p, SEAT_ALL, &err) == ST_OK);
    TEST_CHECK(position_play(at, "a1b1", &err) == ST_OK);
    TEST_CHECK(position_play(at, "b1a1", &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK_(strcmp(err.reason, "repeats-in-turn") == 0, "%s: %s", err.reason, err.text);
    /* a takeback opens it again, a new start forgets */
    TEST_CHECK(position_undo(at, 1, &err) == ST_OK && position_play(at, "a1b1", &err) == ST_OK);
    TEST_CHECK(position_play(at, "skip", &err) == ST_OK);
    position_destroy(at);
    text_table_close(&x);
}

/* Whoever walks as they like comes to an end, in playouts and by single steps. */
static void test_comes_to_an_end(void) {
    table x;
    TEST_ASSERT(text_table_open(&x,
                                "game t { players X O board rect 5 5 piece s "
                                "setup { put s of X on rank 1 put s of O on rank 5 } "
                                "turn move mine to step any & empty "
                                "then repeat move last to step any & empty else lose "
                                "end { when turns >= 6 draw } }",
                                ""));
    for (uint64_t seed = 0; seed < 8; seed++) {
        rng g = rng_stream(seed, 0);
        text_table_start(&x);
        TEST_ASSERT(trail_reserve(&x.t, 100));
        int n = x.r->speed->play_out(x.r, x.s, &x.t, &g, 100000);
        TEST_CHECK_(text_table_actor(&x) == ACTOR_NONE && n <= 6 * 25, "%d plies", n);
        text_table_start(&x);
        for (n = 0; text_table_actor(&x) >= 0 && n < 1000; n++) {
            if (n % 16 == 0) TEST_CHECK(text_table_sound(&x));
            text_table_look(&x);
            text_table_apply(&x, x.list[rng_below(&g, (uint64_t)x.count)]);
        }
        TEST_CHECK_(n <= 6 * 25, "%d actions", n);
    }
    text_table_close(&x);
}

/* An action that leaves the board as it is makes another position: to choose a piece and then to
 * move it is no cycle, to choose the same one again is. */
static void test_choosing_is_no_circle(void) {
    table x;
    TEST_ASSERT(
        text_table_open(&x,
                        "game t { players X O board rect 4 1 piece s setup { put s of X on a1 } "
                        "turn pass then repeat { pick mine then move last to step any & empty } "
                        "else draw }",
                        ""));
    TEST_CHECK(program_of(x.r)->rounds);
    TEST_CHECK(text_table_play(&x, "pass") && text_table_offers(&x, "a1") &&
               text_table_play(&x, "a1"));
    TEST_CHECK(text_table_offers(&x, "a1b1") && text_table_play(&x, "a1b1 b1"));
    TEST_CHECK(text_table_offers(&x, "b1c1")); /* not back to a1 */
    TEST_CHECK(text_table_play(&x, "b1c1 c1 c1d1 d1") && text_table_actor(&x) == 1);
    TEST_CHECK(text_table_sound(&x));
    text_table_close(&x);
    /* choosing alone: each once */
    TEST_ASSERT(
        text_table_open(&x,
                        "game t { players X O board rect 3 1 piece s "
                        "setup { put s of X on a1 | c1 } turn pass then repeat pick mine - last "
                        "else draw }",
                        ""));
    TEST_CHECK(text_table_play(&x, "pass") && text_table_offers(&x, "a1 c1"));
    TEST_CHECK(text_table_play(&x, "a1") && text_table_offers(&x, "c1"));
    TEST_CHECK(text_table_play(&x, "c1") && text_table_actor(&x) == 1);
    text_table_close(&x);
}

/* What happens by itself after an action may undo it: noted as well. */
static void test_effects_that_undo(void) {
    table x;
    TEST_ASSERT(
        text_table_open(&x,
                        "game t { players X O board rect 2 1 piece s setup { put s of X on a1 } "
                        "turn pass then repeat { move mine to step any & empty "
                        "then do { relocate b1 to a1 } } else draw }",
                        ""));
    TEST_CHECK(text_table_play(&x, "pass") && text_table_offers(&x, "a1b1"));
    TEST_CHECK(text_table_play(&x, "a1b1") && text_table_actor(&x) == 1); /* once */
    text_table_close(&x);
}

/* A chain is as long as it can be played: in a `longest` no board comes back either. */
static void test_longest_chain(void) {
    table x;
    TEST_ASSERT(
        text_table_open(&x,
                        "game t { players X O board rect 7 1 piece s setup { put s of X on c1 } "
                        "turn longest { move mine to step any & empty then repeat "
                        "move last to step any & empty } else draw }",
                        ""));
    TEST_CHECK(program_of(x.r)->rounds);
    TEST_CHECK(text_table_offers(&x, "c1d1")); /* four steps that way, two the other */
    TEST_CHECK(text_table_play(&x, "c1d1") && text_table_offers(&x, "d1e1"));
    TEST_CHECK(text_table_play(&x, "d1e1 e1f1 f1g1") && text_table_pays(&x, "0.5 0.5"));
    text_table_close(&x);
}

/* A text with both: turns that can go round, and an ending that counts repetitions, where pieces
 * are only ever taken. What is on the trail for one is not taken for the other. */
static void test_repetition_as_well(void) {
    table x;
    TEST_ASSERT(text_table_open(&x,
                                "game t { players X O board rect 4 2 piece s "
                                "setup { put s of X on a1 put s of O on d1 | d2 } "
                                "turn move mine to step any - mine "
                                "then repeat optional move last to step any & empty else lose "
                                "end { when repeats >= 3 draw } }",
                                ""));
    TEST_CHECK(program_of(x.r)->rounds && !program_of(x.r)->shrinks);
    /* through the same boards in one turn and in several: positions after a turn count, no
     * others */
    TEST_CHECK(text_table_play(&x, "a1b1 b1b2 b2a2 skip d1c1 c1c2 skip"));
    TEST_CHECK(text_table_play(&x, "a2b2 b2b1 b1a1 skip c2c1 c1d1 skip"));
    TEST_CHECK(text_table_actor(&x) == 0);
    TEST_CHECK(text_table_play(&x, "a1b1 b1b2 b2a2 skip d1c1 c1c2 skip"));
    TEST_CHECK(text_table_play(&x, "a2b2 b2b1 b1a1 skip c2c1 c1d1 skip"));
    TEST_CHECK(text_table_pays(&x, "0.5 0.5")); /* the start, for the third time */
    text_table_close(&x);
}

/* In the middle of a turn: the text counts what is on the trail, and is refused beyond that. */
static void test_position_texts(void) {
    table x;
    char line[128];
    TEST_ASSERT(text_table_open(&x, WALK, "") && text_table_play(&x, "a1b1"));
    (void)snprintf(line, sizeof line, "%s", text_table_text(&x));
    TEST_CHECK_(strstr(line, " repeat=2") != NULL, "%s", line);
    TEST_CHECK(text_table_read(&x, line) && strcmp(text_table_text(&x), line) == 0);
    TEST_CHECK(text_table_offers(&x, "b1a1 b1c1 skip")); /* who reads it does not know of a1 */
    TEST_CHECK(text_table_play(&x, "b1c1") && text_table_offers(&x, "skip"));
    TEST_CHECK(text_table_read(&x, "1S1s 0 turn.2 last=b1 repeat=254") &&
               text_table_offers(&x, "skip"));
    text_table_close(&x);
}

/* --- which texts --- */

static bool rounds(const char *turn, int *line) {
    char body[1024];
    diags d = {0};
    text_library *texts;
    rules *r;
    params p = params_default();
    (void)snprintf(
        body, sizeof body,
        "game t { players X O board rect 5 5 piece s piece k\n"
        "var taken : cells counter n setup { put s of X on rank 1 put s of O on rank 5 }\n"
        "rule jump(who) = move who to along any (enemy@over empty) { remove over }\n"
        "%s\nelse draw end { when some taken draw } }",
        turn);
    TEST_ASSERT(text_library_create(&texts) == ST_OK);
    status st = text_library_read(texts, &(source){"t.game", body, strlen(body)}, &d);
    TEST_ASSERT_(st == ST_OK, "%s: %s", turn, d.count ? d.item[0].message : "");
    *line = 0;
    for (int i = 0; i < d.count; i++)
        if (strcmp(d.item[i].code, "W08") == 0) *line = d.item[i].line;
    TEST_ASSERT(rules_open(&r, text_library_game(texts, "t"), &p, NULL) == ST_OK);
    bool found = program_of(r)->rounds;
    TEST_CHECK((*line != 0) == found);
    rules_close(r);
    text_library_destroy(texts);
    return found;
}

static void test_which_texts(void) {
    static const char *const ends[] = {
        "turn jump(mine) then repeat jump(last)",
        "turn jump(mine) then repeat optional jump(last)",
        "turn pass then repeat pick enemy { remove to }",
        "turn pass then repeat move mine to step any & enemy",
        "turn place s on empty then repeat { place s on empty - last  place k on edge & empty }",
        "turn pass then repeat { place s on empty then optional place k on empty }",
        "turn pass then repeat move mine to along any ((enemy - taken)@x empty) { taken |= x }",
        "turn pass then repeat at most 3 move mine to step any & empty",
        "turn pass then repeat pick mine - taken { taken |= to  n += 1 }",
    };
    static const char *const go_round[] = {
        "turn pass\nthen repeat move mine to step any & empty",
        "turn pass\nthen repeat optional move last to step any & empty",
        "turn pass\nthen repeat { jump(mine) move mine to step n & empty }",
        "turn pass\nthen repeat pick mine as s k",
        "turn pass\nthen repeat { jump(mine) place s on empty }",
        "turn pass\nthen repeat move mine to along any (cells@over empty) { remove over }",
        "turn pass\nthen repeat { jump(mine) then place k on empty }",
        "turn pass\nthen repeat move mine to along any (enemy@x (empty - taken)) { taken |= x }",
        "turn pass\nthen repeat pick mine - taken { taken |= to  if n > 3 { taken = none } }",
        "turn pass\nthen repeat move mine to step any & enemy { put s on a1 }",
    };
    int line;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        TEST_CHECK_(!rounds(ends[i], &line), "%s", ends[i]);
    for (size_t i = 0; i < sizeof go_round / sizeof *go_round; i++)
        TEST_CHECK_(rounds(go_round[i], &line) && line == 5, "%s: line %d", go_round[i], line);
}

/* --- counting --- */

#define COUNTED(n)                                                                                 \
    "game t { option most 2 in 1..9 players X O board rect 6 1 piece s "                           \
    "setup { put s of X on a1 put s of O on f1 } rule at = pass rule most_ = pass "                \
    "turn move mine to step any & empty then repeat at most " n                                    \
    " optional move last to step any & empty else { at most_ } else draw }"

static void test_at_most(void) {
    table x;
    TEST_ASSERT(text_table_open(&x, COUNTED("most"), "set most=2"));
    TEST_CHECK(!program_of(x.r)->rounds);
    TEST_CHECK(text_table_play(&x, "a1b1") && text_table_offers(&x, "b1a1 b1c1 skip"));
    TEST_CHECK(text_table_play(&x, "b1a1") && text_table_offers(&x, "a1b1 skip"));
    TEST_CHECK(text_table_play(&x, "a1b1") && text_table_offers(&x, "f1e1")); /* that was all */
    TEST_CHECK(text_table_play(&x, "f1e1 skip") && text_table_offers(&x, "b1a1 b1c1"));
    TEST_CHECK(text_table_sound(&x));
    text_table_close(&x);
}

static void refused(const char *body, const char *code) {
    text_library *texts;
    diags d = {0};
    TEST_ASSERT(text_library_create(&texts) == ST_OK);
    status st = text_library_read(texts, &(source){"t.game", body, strlen(body)}, &d);
    TEST_CHECK_(st == ST_BAD_SYNTAX && strcmp(d.item[0].code, code) == 0, "%s: %s %s", code,
                d.count ? d.item[0].code : "", d.count ? d.item[0].message : "");
    text_library_destroy(texts);
}

static void test_at_most_wrong(void) {
    refused(COUNTED("0"), "E24");
    refused(COUNTED("mine"), "E10");
    refused(COUNTED("(count mine)"), "E10");
    refused(COUNTED("65"), "E30");
}

/* --- what a skip leaves out --- */

static void test_skip_names_its_stage(void) {
    table x;
    char buf[80];
    TEST_ASSERT(text_table_open(&x, WALK, "") && text_table_play(&x, "a1b1"));
    action a = text_table_action(&x, "skip");
    text out = text_over(buf, sizeof buf);
    x.r->terminal->describe(x.r, x.s, &a, 1, &out);
    TEST_CHECK_(strcmp(buf, "no more: move last to step any & empty") == 0, "%s", buf);
    text_table_close(&x);
}

/* --- whose move it is --- */

/* To end a turn costs nothing: whoever may go on is evaluated as if the turn had ended. */
static void test_ending_a_turn_is_free(void) {
    table x;
    float before[2][64];
    float after[2][64];
    TEST_ASSERT(text_table_open(&x, WALK, ""));
    const game *g = x.r->game;
    int tempo = 0;
    while (strcmp(g->features[tempo].name, "tempo") != 0) tempo++;
    TEST_CHECK(text_table_play(&x, "a1b1"));
    for (int p = 0; p < 2; p++) x.r->evaluation->measure(x.r, x.s, p, before[p]);
    TEST_CHECK(text_table_actor(&x) == 0 && before[0][tempo] == 0 && before[1][tempo] == 1);
    TEST_CHECK(text_table_play(&x, "skip"));
    for (int p = 0; p < 2; p++) x.r->evaluation->measure(x.r, x.s, p, after[p]);
    for (int p = 0; p < 2; p++)
        for (int i = 0; g->features[i].name; i++)
            TEST_CHECK_(before[p][i] == after[p][i], "player %d: %s", p, g->features[i].name);
    text_table_close(&x);
}

TEST_LIST = {{"no_board_twice", test_no_board_twice},
             {"reason", test_reason},
             {"choosing_is_no_circle", test_choosing_is_no_circle},
             {"effects_that_undo", test_effects_that_undo},
             {"longest_chain", test_longest_chain},
             {"repetition_as_well", test_repetition_as_well},
             {"position_texts", test_position_texts},
             {"comes_to_an_end", test_comes_to_an_end},
             {"which_texts", test_which_texts},
             {"at_most", test_at_most},
             {"at_most_wrong", test_at_most_wrong},
             {"skip_names_its_stage", test_skip_names_its_stage},
             {"ending_a_turn_is_free", test_ending_a_turn_is_free},
             {NULL, NULL}};
