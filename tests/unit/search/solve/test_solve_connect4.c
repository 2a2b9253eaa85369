/* The exact search on connect four, against a brute-force solver that shares nothing with it. */
#include <acutest.h>

#include <stdlib.h>

#include "engine/base/rng.h"
#include "engine/game/game_hints.h"
#include "games/connect4/connect4.h"
#include "search/score.h"
#include "tests/games/connect4_brute.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"
#include "tests/support/solved.h"

enum { BRUTE_ENTRIES = 1 << 21 };

static const double share[] = {0, 0.5, 1}; /* of -1, 0 and 1 */

/* A random open position after this many plies, on both boards. */
static position *deal(rng *g, int plies, brute_board *out) {
    for (;;) {
        position *p = one_line_start(&connect4, "");
        *out = (brute_board){0};
        while (out->count < plies && brute_winner(out) < 0) {
            int c = (int)rng_below(g, 7);
            char name[] = {(char)('a' + c), '\0'};
            if (brute_drop(out, c)) TEST_ASSERT(one_line_play(p, name));
        }
        if (brute_winner(out) < 0) return p;
        position_destroy(p);
    }
}

/* What column c is worth to the player to move; -2 where it is full. */
static int column_value(brute *b, const brute_board *board, int c) {
    brute_board next = *board;
    if (!brute_drop(&next, c)) return -2;
    if (brute_winner(&next) >= 0) return 1;
    return next.count == 42 ? 0 : -brute_value(b, &next);
}

static search_proof proof_for(int value) {
    return value > 0 ? PROOF_WIN : value < 0 ? PROOF_LOSS : PROOF_DRAW;
}

static void check_line(const search_line *line, int seat, int value) {
    TEST_ASSERT(line != NULL);
    TEST_CHECK_(line->values[seat] == share[value + 1] && line->proof == proof_for(value),
                "%s is worth %d, not %.3f", line->pv, value, line->values[seat]);
    TEST_CHECK(line->values[0] + line->values[1] == 1);
}

/* The line of play ends the game with the result it promises. */
static void check_pv(const search_line *line, const position *root, int seat) {
    position *p;
    error err;
    TEST_ASSERT(position_clone(&p, root, &err) == ST_OK);
    TEST_CHECK(one_line_play(p, line->pv));
    const rules *r = position_rules(p);
    float utility[2];
    int32_t points[2];
    TEST_ASSERT_(r->game->actor(r, position_data(p)) == ACTOR_NONE, "%s goes on", line->pv);
    r->game->returns(r, position_data(p), utility, points);
    TEST_CHECK((double)utility[seat] == line->values[seat]);
    position_destroy(p);
}

static void check_position(brute *b, const brute_board *board, const position *p, int threads) {
    static solved a;
    search_question q = solved_question(p, 7);
    q.options.threads = threads;
    q.options.knobs.value[KNOB_SOLVE_DISTANCE] = 0;
    solved_run(&a, q);
    TEST_ASSERT(a.st == ST_OK);
    int best = -1;
    int seat = board->count % 2;
    for (int c = 0; c < 7; c++) {
        char name[] = {(char)('a' + c), '\0'};
        int value = column_value(b, board, c);
        if (value == -2) continue;
        if (value > best) best = value;
        check_line(solved_line(&a, p, name), seat, value);
    }
    check_line(&a.lines[0], seat, best);
    for (size_t i = 0; i < a.report.count; i++) check_pv(&a.lines[i], p, seat);
    for (size_t i = 1; i < a.report.count; i++)
        TEST_CHECK(a.lines[i].values[seat] <= a.lines[i - 1].values[seat]);
    /* The best alone is the same. */
    q.options.multipv = 1;
    solved_run(&a, q);
    TEST_ASSERT(a.st == ST_OK && a.report.count == 1);
    check_line(&a.lines[0], seat, best);
}

static void check_many(int plies, int count, int threads) {
    brute *b = brute_create(BRUTE_ENTRIES);
    rng g = rng_stream(2024, (uint64_t)plies);
    TEST_ASSERT(b != NULL);
    for (int i = 0; i < count; i++) {
        brute_board board;
        position *p = deal(&g, plies, &board);
        check_position(b, &board, p, threads);
        position_destroy(p);
    }
    brute_destroy(b);
}

/* A hundred positions in all, every column of each. */
static void test_random_positions(void) {
    check_many(14, PACE(1, 0), 1);
    check_many(16, PACE(8, 2), 1);
    check_many(19, PACE(16, 2), 1);
    check_many(24, PACE(30, 3), 1);
    check_many(31, 12, 1);
}

static void test_two_threads(void) {
    check_many(15, 1, 2);
    check_many(20, PACE(10, 2), 2);
}

/* The other methods say the same. */
static void test_methods_agree(void) {
    static solved a;
    static solved b;
    rng g = rng_stream(7, 7);
    for (int i = 0; i < 24; i += PACE(1, 6)) {
        brute_board board;
        position *p = deal(&g, i < 12 ? 22 : 28, &board);
        search_question q = solved_question(p, 7);
        q.options.knobs.value[KNOB_SOLVE_DISTANCE] = 1000000;
        solved_run(&a, q);
        for (int method = 1; method <= 4; method++) {
            if (method > 2 && (i < 12 || !SOLVED_ROOMY))
                continue; /* max^n and the graph see all there is */
            q.options.hash_bytes = (size_t)64 << 20;
            q.options.knobs.value[KNOB_SOLVE_METHOD] = method;
            solved_run(&b, q);
            TEST_ASSERT(b.st == ST_OK && a.report.count == b.report.count);
            for (size_t k = 0; k < a.report.count; k++) {
                const char *name = (char[]){a.lines[k].pv[0], '\0'};
                const search_line *other = solved_line(&b, p, name);
                TEST_CHECK_(other && other->proof == a.lines[k].proof, "method %d, %s", method,
                            name);
                if (other) check_pv(other, p, q.seat);
                if (other) TEST_CHECK(other->plies == (method == 3 ? 0 : a.lines[k].plies));
            }
        }
        position_destroy(p);
    }
}

/* --- distances --- */

/* Stones to the end after column c, c included; negative where it loses, 0 where no one wins. */
static int column_distance(brute *b, const brute_board *board, int c) {
    brute_board next = *board;
    TEST_ASSERT(brute_drop(&next, c));
    if (brute_winner(&next) >= 0) return 1;
    int d = next.count == 42 ? 0 : brute_distance(b, &next);
    return d > 0 ? -(d + 1) : d < 0 ? 1 - d : 0;
}

static void check_distance(const search_line *line, const position *p, int seat, int distance) {
    int n = distance < 0 ? -distance : distance;
    int own = distance < 0 ? -(n / 2) : (n + 1) / 2;
    line_score s = score_of_line(p, line, seat, false);
    line_score plies = score_of_line(p, line, seat, true);
    TEST_CHECK_(s.mate == own && plies.mate == distance && line->plies == (unsigned)n,
                "%s: mate %d, not %d", line->pv, s.mate, own);
    if (distance) check_pv(line, p, seat);
}

/* Every column of a position, then the best alone; all distances are asked for. */
static void check_distances(brute *b, const brute_board *board, const position *p, int threads) {
    static solved a;
    search_question q = solved_question(p, 7);
    int seat = board->count % 2;
    int best = brute_distance(b, board);
    q.options.threads = threads;
    q.options.knobs.value[KNOB_SOLVE_DISTANCE] = 1000000;
    solved_run(&a, q);
    TEST_ASSERT(a.st == ST_OK);
    for (size_t i = 0; i < a.report.count; i++)
        check_distance(&a.lines[i], p, seat, column_distance(b, board, a.lines[i].pv[0] - 'a'));
    check_distance(&a.lines[0], p, seat, best);
    for (size_t i = 1; i < a.report.count; i++) {
        const search_line *x = &a.lines[i - 1];
        const search_line *y = &a.lines[i];
        if (x->proof == PROOF_WIN && y->proof == PROOF_WIN) TEST_CHECK(x->plies <= y->plies);
        if (x->proof == PROOF_LOSS && y->proof == PROOF_LOSS) TEST_CHECK(x->plies >= y->plies);
    }
    q.options.multipv = 1;
    solved_run(&a, q);
    TEST_ASSERT(a.st == ST_OK && a.report.count == 1);
    check_distance(&a.lines[0], p, seat, best);
}

static void check_many_distances(int plies, int count, int threads) {
    brute *b = brute_create(BRUTE_ENTRIES);
    rng g = rng_stream(4711, (uint64_t)plies);
    TEST_ASSERT(b != NULL);
    for (int i = 0; i < count; i++) {
        brute_board board;
        position *p = deal(&g, plies, &board);
        check_distances(b, &board, p, threads);
        position_destroy(p);
    }
    brute_destroy(b);
}

static void test_distances(void) {
    const char *more = getenv("KIBITZ_DISTANCES"); /* how many after 14 stones */
    uint64_t count = 1;
    if (more) TEST_ASSERT(text_u64(more, 1000, &count));
    check_many_distances(14, (int)count, 1);
    check_many_distances(18, PACE(4, 1), 1);
    check_many_distances(22, PACE(20, 2), 1);
    check_many_distances(28, PACE(30, 4), 1);
    check_many_distances(34, PACE(30, 4), 1);
}

static void test_two_threads_on_distances(void) {
    check_many_distances(22, 5, 2);
}

/* What was told wrong once, too near and too far: own moves to the win. */
static void test_known_distances(void) {
    static const struct {
        const char *moves;
        int mate;
    } cases[] = {{"c b d f a a g e a c e a", 14},
                 {"d d d d d d c c", 2},
                 {"b b b d c a g g e g c a c e f c g", 12}};
    static solved a;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position *p = one_line_start(&connect4, "");
        TEST_ASSERT(p && one_line_play(p, cases[i].moves));
        search_question q = solved_question(p, 1);
        solved_run(&a, q);
        TEST_ASSERT(a.st == ST_OK && a.report.count == 1);
        line_score s = score_of_line(p, &a.lines[0], q.seat, false);
        TEST_CHECK_(s.mate == cases[i].mate, "%s: mate %d", cases[i].moves, s.mate);
        check_pv(&a.lines[0], p, q.seat);
        position_destroy(p);
    }
}

/* A distance that is not found within its budget is not told; the value is. */
static void test_no_distance(void) {
    static solved a;
    position *p = one_line_start(&connect4, "");
    TEST_ASSERT(p && one_line_play(p, "c b d f a a g e a c e a"));
    search_question q = solved_question(p, 1);
    q.options.knobs.value[KNOB_SOLVE_DISTANCE] = 0;
    solved_run(&a, q);
    uint64_t proof = a.report.nodes;
    TEST_ASSERT(a.st == ST_OK && a.report.count == 1 && a.lines[0].proof == PROOF_WIN);
    TEST_CHECK(a.lines[0].plies == 0 && !score_of_line(p, &a.lines[0], q.seat, false).mate);
    q.options.knobs.value[KNOB_SOLVE_DISTANCE] = KNOB_AUTO;
    q.limits.nodes = proof + 1000;
    solved_run(&a, q);
    TEST_ASSERT(a.st == ST_OK && a.report.count == 1 && a.lines[0].proof == PROOF_WIN);
    TEST_CHECK(a.lines[0].plies == 0 && a.report.note != NULL);
    check_pv(&a.lines[0], p, q.seat);
    position_destroy(p);
}

/* The game's hints keep their promise: what promising() leaves out does not matter, what it decides
 * is right, and no one gets more than it says. */
static void test_promising(void) {
    brute *b = brute_create(BRUTE_ENTRIES);
    rng g = rng_stream(5, 5);
    TEST_ASSERT(b != NULL);
    int decided = 0;
    for (int i = 0; i < PACE(400, 120); i++) {
        brute_board board;
        position *p = deal(&g, 21 + i % 20, &board);
        const rules *r = position_rules(p);
        action list[7];
        float utility[2] = {-1, -1};
        int seat = board.count % 2;
        int n = connect4.hints->promising(r, position_data(p), list, utility);
        int value = brute_value(b, &board);
        int best = -1;
        for (int k = 0; k < n; k++) {
            int v = column_value(b, &board, (int)list[k]);
            TEST_ASSERT(v != -2);
            if (v > best) best = v;
        }
        double own = share[value + 1];
        if (n) TEST_CHECK(best == value);
        if (!n) TEST_CHECK((double)utility[seat] == own);
        if (!n) TEST_CHECK(brute_distance(b, &board) == (value > 0 ? 1 : -2));
        TEST_CHECK((double)utility[seat] >= own && (double)utility[seat ^ 1] >= 1 - own);
        decided += !n;
        position_destroy(p);
    }
    TEST_CHECK(decided > PACE(20, 6) && decided < PACE(380, 114));
    brute_destroy(b);
}

static void test_mirrors_share_a_hash(void) {
    rng g = rng_stream(6, 6);
    for (int i = 0; i < 50; i++) {
        position *p = one_line_start(&connect4, "");
        position *mirror = one_line_start(&connect4, "");
        brute_board board = {0};
        while (board.count < 12 && brute_winner(&board) < 0) {
            int c = (int)rng_below(&g, 7);
            char name[] = {(char)('a' + c), '\0'};
            char other[] = {(char)('g' - c), '\0'};
            if (!brute_drop(&board, c)) continue;
            uint64_t before = connect4.hints->class_hash(position_rules(p), position_data(p));
            TEST_ASSERT(one_line_play(p, name) && one_line_play(mirror, other));
            uint64_t hash = connect4.hints->class_hash(position_rules(p), position_data(p));
            TEST_CHECK(hash != before);
            TEST_CHECK(hash ==
                       connect4.hints->class_hash(position_rules(mirror), position_data(mirror)));
        }
        position_destroy(p);
        position_destroy(mirror);
    }
}

TEST_LIST = {{"random_positions", test_random_positions},
             {"two_threads", test_two_threads},
             {"methods_agree", test_methods_agree},
             {"promising", test_promising},
             {"distances", test_distances},
             {"two_threads_on_distances", test_two_threads_on_distances},
             {"known_distances", test_known_distances},
             {"no_distance", test_no_distance},
             {"mirrors_share_a_hash", test_mirrors_share_a_hash},
             {NULL, NULL}};
