/* How far proven ends are, against a plain walk over all play, in mazes where players move twice,
 * tokens have several steps and ways meet again. */
#include <acutest.h>

#include "search/score.h"
#include "tests/support/maze_game.h"
#include "tests/support/one_line.h"
#include "tests/support/solved.h"

enum { STATE = 16, DOORS = 8, ENDLESS = 1000, PATH = 256 };

typedef struct plain {
    const rules *r;
    int winner;
    trail trail;
} plain;

/* Tokens until the winner has won, when they hurry and the other holds out. */
static int plain_distance(plain *p, const void *s) {
    const game *g = p->r->game;
    trail *t = p->r->traits & GAME_REPEATS ? &p->trail : NULL;
    int actor = g->actor(p->r, s);
    if (actor == ACTOR_NONE) {
        float utility[GAME_MAX_PLAYERS];
        int32_t points[GAME_MAX_PLAYERS];
        g->returns(p->r, s, utility, points);
        return utility[p->winner] >= 1 ? 0 : ENDLESS;
    }
    action list[DOORS];
    int n = g->legal(p->r, s, t, list);
    int best = actor == p->winner ? ENDLESS : 0;
    for (int i = 0; i < n; i++) {
        unsigned char next[STATE] __attribute__((aligned(16)));
        size_t mark = p->trail.len;
        memcpy(next, s, p->r->state_size);
        g->apply(p->r, next, t, list[i]);
        int d = plain_distance(p, next);
        if (d < ENDLESS) d += !g->inside(p->r, next);
        if (actor == p->winner ? d < best : d > best) best = d;
        p->trail.len = mark;
    }
    return best;
}

/* Of the position after a token. */
static int distance_after(const position *root, const token *first, int winner) {
    const rules *r = position_rules(root);
    plain p = {.r = r, .winner = winner};
    unsigned char next[STATE] __attribute__((aligned(16)));
    memcpy(next, position_data(root), r->state_size);
    if (position_trail(root)) TEST_ASSERT(trail_copy(&p.trail, position_trail(root), PATH));
    token_apply(r, next, position_trail(root) ? &p.trail : NULL, first);
    int d = plain_distance(&p, next);
    trail_done(&p.trail);
    return d;
}

static void check_line(const position *p, const search_line *line, int seat, int *ends) {
    bool won = line->proof == PROOF_WIN;
    if (!won && line->proof != PROOF_LOSS) {
        TEST_CHECK(line->plies == 0);
        return;
    }
    int d = 1 + distance_after(p, &line->first, won ? seat : 1 - seat);
    line_score s = score_of_line(p, line, seat, true);
    TEST_CHECK_(line->plies == (unsigned)d && s.mate == (won ? d : -d), "%s: %u, not %d", line->pv,
                line->plies, d);
    ++*ends;
}

static void check_mazes(const char *more, int count, int method) {
    static solved a;
    static solved one;
    int ends = 0;
    for (int seed = 1; seed <= count; seed++) {
        char line[120];
        (void)snprintf(line, sizeof line, "%s set seed=%d", more, seed);
        position *p = one_line_start(&maze_game, line);
        TEST_ASSERT(p != NULL);
        search_question q = solved_question(p, 8);
        q.options.knobs.value[KNOB_SOLVE_METHOD] = method;
        solved_run(&a, q);
        TEST_ASSERT(a.st == ST_OK);
        for (size_t i = 0; i < a.report.count; i++) check_line(p, &a.lines[i], q.seat, &ends);
        q.options.multipv = 1;
        solved_run(&one, q);
        TEST_ASSERT(one.st == ST_OK && one.report.count);
        check_line(p, &one.lines[0], q.seat, &ends);
        TEST_CHECK(one.lines[0].plies == a.lines[0].plies &&
                   one.lines[0].proof == a.lines[0].proof);
        position_destroy(p);
    }
    TEST_CHECK_(ends > count, "%d ends in %d mazes", ends, count);
}

static void test_mazes(void) {
    check_mazes("set length=6", 80, 1);
    check_mazes("set length=9 set chains=0", 40, 1);
    if (SOLVED_ROOMY) check_mazes("set length=7", 60, 4);
}

/* df-pn gives up at ends that are neither won, drawn nor lost; then alpha-beta takes over. */
static void test_mazes_by_proof(void) {
    check_mazes("set length=7", 60, 2);
}

/* On a graph, where ways lead in cycles until the rules call it a draw. */
static void test_cycles(void) {
    if (SOLVED_ROOMY) check_mazes("set repeats=1 set rooms=4", 60, 0);
}

/* Max^n and chance tell no distance: they would not vouch for it. */
static void test_none_where_not_exact(void) {
    static solved a;
    for (int seed = 1; seed <= 30; seed++) {
        char line[120];
        (void)snprintf(line, sizeof line, "set length=6 set chance=%d set seed=%d", seed % 2, seed);
        position *p = one_line_start(&maze_game, line);
        TEST_ASSERT(p != NULL);
        search_question q = solved_question(p, 8);
        if (!(seed % 2)) q.options.knobs.value[KNOB_SOLVE_METHOD] = 3;
        solved_run(&a, q);
        TEST_ASSERT(a.st == ST_OK);
        for (size_t i = 0; i < a.report.count; i++) {
            int ends = 0;
            if (a.lines[i].plies && seed % 2) check_line(p, &a.lines[i], q.seat, &ends);
            if (!(seed % 2)) TEST_CHECK(!a.lines[i].plies);
        }
        position_destroy(p);
    }
}

TEST_LIST = {{"mazes", test_mazes},
             {"mazes_by_proof", test_mazes_by_proof},
             {"cycles", test_cycles},
             {"none_where_not_exact", test_none_where_not_exact},
             {NULL, NULL}};
