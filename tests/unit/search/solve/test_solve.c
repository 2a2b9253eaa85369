/* The exact search: limits, proofs and refusals, on games of every kind. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "games/project_l/project_l.h"
#include "search/baseline.h"
#include "search/mcts/mcts.h"
#include "search/search_registry.h"
#include "search/solve/solve.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"
#include "tests/support/solved.h"
#include "tests/support/toy_game.h"

static solved a;
static solved b;

static bool near(double x, double y) {
    return x - y < 1e-9 && y - x < 1e-9;
}

/* --- limits --- */

static void check_unproven(const solved *x, const position *p) {
    TEST_ASSERT_(x->st == ST_OK && x->report.count > 0, "%s", x->err.text);
    TEST_CHECK_(x->lines[0].proof == PROOF_NONE && x->report.note != NULL, "proof %d, %s",
                (int)x->lines[0].proof, x->report.note ? x->report.note : "no note");
    const rules *r = position_rules(p);
    double sum = 0;
    for (int i = 0; i < r->players; i++) sum += x->lines[0].values[i];
    TEST_CHECK(near(sum, 1));
    TEST_CHECK(game_verify(r, position_data(p), position_trail(p), x->lines[0].first.steps,
                           x->lines[0].first.count, NULL) == ST_OK);
}

static void test_limits(void) {
    position *p = one_line_start(&connect4, "");
    for (int method = 1; method <= 4; method++) {
        search_question q = solved_question(p, 3);
        q.options.knobs.value[KNOB_SOLVE_METHOD] = method;
        q.limits.nodes = 5000;
        solved_run(&a, q);
        check_unproven(&a, p);
        TEST_CHECK_(a.report.nodes <= 5000 && (a.report.nodes == 5000 || !SOLVED_ROOMY), "%d nodes",
                    (int)a.report.nodes);
        TEST_CHECK(a.lines[0].values[0] == 0.5 && a.report.count == 7);
        q.limits = limits_none();
        q.limits.movetime_ms = 30;
        q.options.threads = 2;
        solved_run(&a, q);
        check_unproven(&a, p);
    }
    position_destroy(p);
}

static void check_same_lines(const solved *x, const solved *y) {
    TEST_ASSERT(x->report.count == y->report.count);
    for (size_t i = 0; i < x->report.count; i++) {
        TEST_CHECK(strcmp(x->lines[i].pv, y->lines[i].pv) == 0);
        TEST_CHECK(x->lines[i].values[0] == y->lines[i].values[0]);
        TEST_CHECK(x->lines[i].proof == y->lines[i].proof);
    }
}

/* The same steps in every run and by every compiler; these numbers change when the search does. */
static void test_same_nodes_everywhere(void) {
    static const uint64_t nodes[] = {0, 126248, 345236};
    position *p = one_line_start(&connect4, "");
    TEST_ASSERT(one_line_play(p, "b b b d c a g g e g c a c e f c g"));
    for (int method = 1; method <= 2; method++) {
        search_question q = solved_question(p, 7);
        q.options.knobs.value[KNOB_SOLVE_METHOD] = method;
        solved_run(&a, q);
#if TEST_PACE /* else two threads are enough to compare with */
        solved_run(&b, q);
        TEST_ASSERT(a.st == ST_OK && b.st == ST_OK);
        TEST_CHECK(a.report.nodes == b.report.nodes && a.report.seldepth == b.report.seldepth);
        check_same_lines(&a, &b);
#endif
        TEST_CHECK_(a.report.nodes == nodes[method] || !SOLVED_ROOMY, "method %d: %d nodes", method,
                    (int)a.report.nodes);
        q.options.deterministic = true;
        q.options.threads = 2;
        solved_run(&b, q);
        TEST_ASSERT(a.st == ST_OK && b.st == ST_OK);
        TEST_CHECK(a.report.nodes == b.report.nodes);
        check_same_lines(&a, &b);
    }
    position_destroy(p);
}

/* X makes three with both ends open and has four on the second drop: a depth of two proves it (two
 * threats are seen for what they are), of one does not. */
static void test_depth(void) {
    position *p = one_line_read(&connect4, "7/7/7/7/2OO3/2XX3 0");
    for (int method = 1; method <= 3; method += 2) {
        search_question q = solved_question(p, 1);
        q.options.knobs.value[KNOB_SOLVE_METHOD] = method;
        q.limits.depth = 1;
        solved_run(&a, q);
        check_unproven(&a, p);
        if (method == 3) continue; /* max^n needs to see the end of every line */
        q.limits.depth = 2;
        solved_run(&a, q);
        TEST_CHECK(a.lines[0].proof == PROOF_WIN && a.lines[0].values[0] == 1);
        TEST_MSG("%s", a.lines[0].pv);
        TEST_CHECK(strlen(a.lines[0].pv) == 5);
    }
    position_destroy(p);
}

static void stop_it(void *ctx, const search_report *r) {
    if (r->nodes) search_stop(ctx);
}

static void test_stop(void) {
    position *p = one_line_start(&connect4, "");
    search *s;
    search_answer got;
    TEST_ASSERT(search_create(&s) == ST_OK);
    search_prepare(s, false);
    search_question q = solved_question(p, 1);
    q.options.threads = 2;
    q.report_every_ms = 10;
    TEST_CHECK(search_run(s, &q, stop_it, s, &got, NULL) == ST_OK);
    TEST_CHECK(got.report.count > 0 && got.report.lines[0].proof == PROOF_NONE);
    search_destroy(s);
    position_destroy(p);
}

static void count_reports(void *ctx, const search_report *r) {
    TEST_CHECK(r->count > 0 && r->lines[0].pv[0]);
    ++*(int *)ctx;
}

/* From one method to the next, while someone looks on. */
static void test_reports_on_the_way(void) {
    position *p = one_line_start(&pig, PACE("set target=45", "set target=25"));
    search *s;
    search_answer got;
    int reports = 0;
    TEST_ASSERT(search_create(&s) == ST_OK);
    search_prepare(s, false);
    search_question q = solved_question(p, 1);
    q.options.hash_bytes = (size_t)64 << 20;
    q.options.threads = 2;
    q.report_every_ms = 1;
    TEST_CHECK(search_run(s, &q, count_reports, &reports, &got, NULL) == ST_OK);
    TEST_CHECK(got.report.lines[0].proof == PROOF_EXACT || !SOLVED_ROOMY);
    search_destroy(s);
    position_destroy(p);
}

/* Only what is asked about counts: the column that must be stopped is left out. */
static void test_only_some_actions(void) {
    position *p = one_line_read(&connect4, "7/7/7/O6/O6/O1X1X1X 0");
    token only[2] = {{.steps = {2}, .count = 1}, {.steps = {6}, .count = 1}};
    for (int method = 1; method <= 4; method++) {
        search_question q = solved_question(p, 7);
        q.options.hash_bytes = (size_t)64 << 20;
        q.options.knobs.value[KNOB_SOLVE_METHOD] = method;
        q.only = only;
        q.only_count = 2;
        q.limits.nodes = 300000;
        solved_run(&a, q);
        TEST_ASSERT(a.st == ST_OK && a.report.count == 2);
        for (int i = 0; i < 2; i++) TEST_CHECK(a.lines[i].first.steps[0] % 4 == 2);
        if (method < 3)
            TEST_CHECK(a.lines[0].proof == PROOF_LOSS && a.lines[1].proof == PROOF_LOSS);
    }
    position_destroy(p);
}

/* --- tokens of several steps, chance and repetition --- */

/* On field 2 everything but staying loses at once; staying wins by tails, and by heads the other
 * one faces the same. The third time it is a draw, so what has been on the board before counts. */
static void test_toy(void) {
    if (!SOLVED_ROOMY) return;
    position *p = one_line_read(&toy_game, "f=2 p=0 at=m left=0 win=-");
    search_question q = solved_question(p, 7);
    q.options.hash_bytes = (size_t)128 << 20;
    solved_run(&a, q);
    TEST_ASSERT_(a.st == ST_OK && a.report.count == 7, "%s", a.err.text);
    TEST_CHECK_(near(a.lines[0].values[0], 0.671875), "%.9f", a.lines[0].values[0]);
    TEST_CHECK(strcmp(a.lines[0].pv, "s") == 0 && a.lines[0].proof == PROOF_EXACT);
    const search_line *both = solved_line(&a, p, "rr");
    TEST_CHECK(both && both->proof == PROOF_LOSS && both->first.count == 3);
    const search_line *there_and_back = solved_line(&a, p, "rl");
    TEST_CHECK(there_and_back && near(there_and_back->values[0], 0.671875));
    TEST_ASSERT(one_line_play(p, "s !h s !h"));
    q.root = p;
    solved_run(&a, q);
    TEST_CHECK_(near(a.lines[0].values[0], 0.6875), "%.9f", a.lines[0].values[0]);
    position_destroy(p);
    p = one_line_read(&toy_game, "f=3 p=1 at=m left=0 win=-");
    q = solved_question(p, 1);
    q.options.hash_bytes = (size_t)128 << 20;
    solved_run(&a, q);
    TEST_CHECK(strcmp(a.lines[0].pv, "rr") == 0 && a.lines[0].proof == PROOF_WIN);
    TEST_MSG("%s", a.lines[0].pv);
    position_destroy(p);
}

/* --- Project L --- */

static void test_project_l_is_beyond_reach(void) {
    params setup = params_default();
    position *p;
    error err;
    TEST_ASSERT(position_start(&p, &project_l, &setup, SEAT_ALL, &err) == ST_OK);
    position_set_seed(p, 3);
    TEST_ASSERT(position_resolve(p, &err) == ST_OK);
    search_question q = solved_question(p, 3);
    solved_run(&a, q); /* no limits: the memory ends it */
    check_unproven(&a, p);
    q.limits.nodes = 2000;
    solved_run(&a, q);
    check_unproven(&a, p);
    position_destroy(p);
}

/* A position with nothing but finishing touches left, from a game by the bot `helped`; NULL where
 * the game ended without. */
static position *touches(int players, uint64_t seed) {
    params setup = params_default();
    rules *r;
    position *p = NULL;
    error err;
    _Alignas(16) unsigned char s[512];
    rng g = rng_stream(seed, 0);
    setup.players = (uint8_t)players;
    TEST_ASSERT(rules_open(&r, &project_l, &setup, &err) == ST_OK && r->state_size <= sizeof s);
    project_l.start(r, s);
    action outcomes[64];
    float weight[64];
    chance_buffers room = {outcomes, weight};
    const bot *helped = baseline_find_bot(&project_l, "helped");
    while (project_l.actor(r, s) != ACTOR_NONE && strcmp(project_l.phase(r, s), "T") != 0) {
        bool chance = project_l.actor(r, s) == ACTOR_CHANCE;
        project_l.apply(r, s, NULL,
                        chance ? game_draw_chance(r, s, room, &g, NULL)
                               : helped->choose(r, s, NULL, &g));
    }
    text line = text_growing();
    project_l.write(r, s, &line);
    if (project_l.actor(r, s) != ACTOR_NONE)
        TEST_ASSERT(position_read(&p, &project_l, &setup, SEAT_ALL, text_string(&line), &err) ==
                    ST_OK);
    text_done(&line);
    rules_close(r);
    return p;
}

/* Plays the pv and compares points and utilities at its end with what the line says. */
static void check_end(const search_line *line, const position *root, objective goal) {
    position *p;
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    TEST_ASSERT(position_clone(&p, root, NULL) == ST_OK && one_line_play(p, line->pv));
    const rules *r = position_rules(p);
    TEST_ASSERT(r->game->actor(r, position_data(p)) == ACTOR_NONE);
    r->game->returns(r, position_data(p), utility, points);
    for (int i = 0; i < r->players; i++) {
        TEST_CHECK(line->points[i] == points[i]);
        if (goal == OBJECTIVE_WIN) TEST_CHECK(line->values[i] == (double)utility[i]);
    }
    position_destroy(p);
}

/* Finishing touches have no chance left: they are solved, and all methods agree. */
static void check_touches(const position *p, objective goal) {
    int players = position_rules(p)->players;
    search_question q = solved_question(p, 1);
    q.options.hash_bytes = (size_t)64 << 20;
    q.options.objective = goal;
    solved_run(&a, q);
    TEST_ASSERT_(a.st == ST_OK && a.lines[0].proof != PROOF_NONE, "%s", a.err.text);
    check_end(&a.lines[0], p, goal);
    for (int method = 3; method <= (SOLVED_ROOMY ? 4 : 3); method++) {
        q.options.knobs.value[KNOB_SOLVE_METHOD] = method;
        solved_run(&b, q);
        TEST_ASSERT_(b.st == ST_OK && b.lines[0].proof == a.lines[0].proof, "%s", b.report.note);
        for (int i = 0; i < players; i++)
            TEST_CHECK_(near(a.lines[0].values[i], b.lines[0].values[i]),
                        "method %d, goal %d, seat %d: %.9f, %.9f", method, (int)goal, i + 1,
                        a.lines[0].values[i], b.lines[0].values[i]);
        check_end(&b.lines[0], p, goal);
    }
}

static void test_finishing_touches(void) {
    static const struct {
        int players;
        uint64_t seed;
    } cases[] = {{1, 2}, {1, 5}, {1, 9}, {2, 1}, {2, 3}, {2, 4}, {2, 11}};
    int seen = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i += PACE(1, 3)) {
        position *p = touches(cases[i].players, cases[i].seed);
        if (!p) continue;
        seen++;
        TEST_CASE(cases[i].players == 1 ? "one player" : "two players");
        check_touches(p, OBJECTIVE_WIN);
        check_touches(p, OBJECTIVE_POINTS);
        if (cases[i].players == 2) check_touches(p, OBJECTIVE_MARGIN);
        position_destroy(p);
    }
    TEST_CHECK_(seen >= PACE(6, 2), "%d positions", seen);
}

/* --- refusals --- */

static void test_hidden_cards(void) {
    position *p = one_line_start(&leduc, "");
    TEST_ASSERT(p && one_line_play(p, "!p1=Q !p2=K"));
    const searcher_kind *kinds[] = {&mcts_searcher, &solve_searcher, NULL};
    search_registry book = {kinds, NULL};
    search_question q = {0};
    error err;
    TEST_CHECK(search_choose(&book, "solve", position_rules(p), &q, &err) == ST_UNSUPPORTED);
    TEST_CHECK(search_choose(&book, "auto", position_rules(p), &q, &err) == ST_OK);
    TEST_CHECK(q.kind == &mcts_searcher);
    position_destroy(p);
}

/* --- out of memory --- */

static status think(const game *g, const char *line, int method, error *err) {
    params setup = params_default();
    position *p;
    search *s = NULL;
    search_answer answer;
    status st = position_read(&p, g, &setup, SEAT_ALL, line, err);
    if (st == ST_OK) st = search_create(&s);
    if (st == ST_OK) {
        search_question q = solved_question(p, 3);
        q.options.hash_bytes = 1 << 16;
        q.options.knobs.value[KNOB_SOLVE_METHOD] = method;
        q.limits.nodes = 3000;
        search_prepare(s, false);
        st = search_run(s, &q, NULL, NULL, &answer, err);
    }
    search_destroy(s);
    position_destroy(p);
    return st;
}

/* What think_again() is to think about. */
static struct {
    const game *g;
    const char *line;
    int method;
} subject;

static status think_again(error *err) {
    return think(subject.g, subject.line, subject.method, err);
}

static void fail_at(const game *g, const char *line, int method) {
    subject.g = g;
    subject.line = line;
    subject.method = method;
    /* Without memory for positions of a game with a trail the answer is that nothing is proven. */
    fail_everywhere_but(g->name, g == &toy_game ? MEM_SIZED(1, 8) : 0, think_again);
}

static void test_out_of_memory(void) {
    for (int method = 1; method <= 4; method++) fail_at(&connect4, "7/7/7/7/2OO3/2XX3 0", method);
    fail_at(&pig, "p=0 turn=3 s=2,3 target=9", 0);
    fail_at(&toy_game, "f=2 p=0 at=m left=0 win=-", 0);
}

TEST_LIST = {{"limits", test_limits},
             {"same_nodes_everywhere", test_same_nodes_everywhere},
             {"depth", test_depth},
             {"stop", test_stop},
             {"reports_on_the_way", test_reports_on_the_way},
             {"only_some_actions", test_only_some_actions},
             {"toy", test_toy},
             {"project_l_is_beyond_reach", test_project_l_is_beyond_reach},
             {"finishing_touches", test_finishing_touches},
             {"hidden_cards", test_hidden_cards},
             {"out_of_memory", test_out_of_memory},
             {NULL, NULL}};
