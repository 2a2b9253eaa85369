#include <acutest.h>

#include "engine/base/rng.h"
#include "games/project_l/project_l_puzzles.h"
#include "games/project_l/project_l_solver.h"
#include "tests/support/pace.h"

static pl_pieces pieces; /* each test runs in a process of its own and sets these up */
static pl_set base;

static void set_up(void) {
    size_t len = 0;
    const char *data = pl_base_text(&len);
    pl_pieces_init(&pieces);
    TEST_ASSERT(pl_set_read(&base, data, len, NULL) == ST_OK);
}

static uint32_t open_of(const char *name) {
    int i = pl_set_find(&base, name, strlen(name));
    TEST_ASSERT(i >= 0);
    return ~base.puzzle[i].image & PL_FULL;
}

static void count_pieces(const char *list, int out[PL_SHAPES]) {
    memset(out, 0, PL_SHAPES * sizeof *out);
    while (*list) {
        int len = (int)strcspn(list, ",");
        int shape = pl_shape_find(list, len);
        TEST_ASSERT_(shape >= 0, "%s", list);
        out[shape]++;
        list += len + (list[len] == ',');
    }
}

static void draw_pieces(rng *g, int n, int out[PL_SHAPES]) {
    memset(out, 0, PL_SHAPES * sizeof *out);
    for (int i = 0; i < n; i++) out[rng_below(g, PL_SHAPES)]++;
}

static uint32_t draw_cells(rng *g, int n) {
    uint32_t open = 0;
    /* Cells near each other, so that pieces fit: a walk over the image. */
    for (int at = (int)rng_below(g, PL_CELLS), steps = 0; steps < 60; steps++) {
        if (__builtin_popcount(open) >= n) break;
        open |= UINT32_C(1) << at;
        int step = (int[]){-5, -1, 1, 5}[rng_below(g, 4)];
        if (step == -1 ? at % 5 > 0 : step == 1 ? at % 5 < 4 : at + step >= 0 && at + step < 25)
            at += step;
    }
    return open;
}

static void check_filling(const pl_filling *f, uint32_t open, const int supply[PL_SHAPES]) {
    int used[PL_SHAPES] = {0};
    for (int i = 0; i < f->count; i++) {
        uint32_t mask = pieces.mask[f->config[i]];
        TEST_CHECK((mask & ~open) == 0);
        open &= ~mask;
        used[pieces.shape[f->config[i]]]++;
    }
    TEST_CHECK(open == 0);
    for (int s = 0; supply && s < PL_SHAPES; s++) TEST_CHECK(used[s] <= supply[s]);
}

/* --- a dumb search: every set of disjoint configurations, in the order of their numbers --- */

typedef struct dumb {
    uint64_t count; /* fillings with `least` pieces */
    int left[PL_SHAPES], used[PL_SHAPES];
    int least, n;
    uint8_t found[4096][PL_SHAPES]; /* the n multisets of pieces that fill, for the touches */
} dumb;

static void dumb_note(dumb *d, int n) {
    if (n < d->least) {
        d->least = n;
        d->count = 0;
    }
    d->count += n == d->least;
    uint8_t now[PL_SHAPES];
    for (int s = 0; s < PL_SHAPES; s++) now[s] = (uint8_t)d->used[s];
    for (int i = 0; i < d->n; i++)
        if (memcmp(d->found[i], now, sizeof now) == 0) return;
    TEST_ASSERT(d->n < 4096);
    memcpy(d->found[d->n++], now, sizeof now);
}

static void dumb_fill(dumb *d, uint32_t open, int from, int n) {
    if (!open) {
        dumb_note(d, n);
        return;
    }
    for (int c = from; c < PL_CONFIGS; c++) {
        int s = pieces.shape[c];
        if ((pieces.mask[c] & ~open) || !d->left[s]) continue;
        d->left[s]--;
        d->used[s]++;
        dumb_fill(d, open & ~pieces.mask[c], c + 1, n + 1);
        d->left[s]++;
        d->used[s]--;
    }
}

static void dumb_run(dumb *d, uint32_t open, const int supply[PL_SHAPES]) {
    memset(d, 0, sizeof *d);
    d->least = 99;
    memcpy(d->left, supply, sizeof d->left);
    dumb_fill(d, open, 0, 0);
}

/* --- fillings --- */

static void test_fill_by_hand(void) {
    static const struct {
        const char *puzzle, *supply;
        int count; /* -1: cannot be done */
    } cases[] = {{"W9", "O1,O1", 2},       {"W9", "O1,O1,I2", 1},
                 {"W9", "O1", -1},         {"W9", "O2,I4,T", -1},
                 {"W15", "I3,I2", 2},      {"W15", "I3,L2,O1", -1},
                 {"W15", "I4,I3,O1", 2},   {"W31", "O2", 1},
                 {"W31", "I2,I2", 2},      {"W31", "L2,O1", 2},
                 {"W31", "I3,O1", -1},     {"W31", "", -1},
                 {"W32", "T", 1},          {"W32", "L2,O1,I3", 2},
                 {"W17", "Z,I2", 2},       {"W17", "O1,I2,L2", 3},
                 {"W17", "O1,I2", -1},     {"B3", "I4,I4,I4,I3,O1", 5},
                 {"B3", "I4,I4,I4,T", -1}, {"B3", "O2,T,L3,I4", -1} /* a T spoils the chequer */,
                 {"B3", "O2,L3,L3,I4", 4}, {"W20", "I4,I2", 2}};
    set_up();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int supply[PL_SHAPES];
        pl_filling f = {0};
        count_pieces(cases[i].supply, supply);
        uint32_t open = open_of(cases[i].puzzle);
        bool found = pl_fill(&pieces, open, supply, &f);
        TEST_CHECK_((found ? f.count : -1) == cases[i].count, "%s with %s: %d", cases[i].puzzle,
                    cases[i].supply, found ? f.count : -1);
        if (found) check_filling(&f, open, supply);
    }
    pl_filling f = {.count = 9};
    TEST_CHECK(pl_fill(&pieces, 0, (int[PL_SHAPES]){0}, &f) && f.count == 0);
}

static void test_fillings_by_hand(void) {
    static const struct {
        uint32_t open;
        int least;
        uint64_t count;
    } cases[] = {{0, 0, 1},          {0x1, 1, 1},
                 {0x1f, 2, 4},                          /* a row of five: 1+4, 4+1, 2+3, 3+2 */
                 {0x63, 1, 1},                          /* a square */
                 {0x67, 2, 7},                          /* see below */
                 {0x1f0001f, 4, 16}, {0x1084210, 2, 4}, /* a column */
                 {0x1111111, 7, 1}};                    /* no two cells touch */
    /* 0x67 is ### over ##: any cell but the middle one leaves a piece of four, and three of the
     * five bars of two leave one of three. */
    set_up();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_filling one;
        uint64_t n = pl_fillings(&pieces, cases[i].open, &one);
        TEST_CHECK_(one.count == cases[i].least && n == cases[i].count,
                    "%07x: %d pieces, %llu ways", cases[i].open, one.count, (unsigned long long)n);
        check_filling(&one, cases[i].open, NULL);
        TEST_CHECK(pl_fillings(&pieces, cases[i].open, NULL) == n);
    }
}

static void test_fillings_against_dumb(void) {
    static dumb d;
    int plenty[PL_SHAPES];
    rng g = {.s = 11};
    set_up();
    for (int s = 0; s < PL_SHAPES; s++) plenty[s] = PL_CELLS;
    for (int i = 0; i < PACE(300, 80); i++) {
        uint32_t open = i < base.whites ? ~base.puzzle[i].image & PL_FULL : draw_cells(&g, 8);
        if (__builtin_popcount(open) > 8) continue;
        pl_filling one;
        uint64_t n = pl_fillings(&pieces, open, &one);
        dumb_run(&d, open, plenty);
        TEST_CHECK_(one.count == d.least && n == d.count, "%07x: %d, %d pieces; %llu, %llu ways",
                    open, one.count, d.least, (unsigned long long)n, (unsigned long long)d.count);
        check_filling(&one, open, NULL);
    }
}

static void test_fill_against_dumb(void) {
    static dumb d;
    rng g = {.s = 12};
    int filled = 0;
    set_up();
    for (int i = 0; i < 2000; i++) {
        int supply[PL_SHAPES];
        pl_filling f = {0};
        uint32_t open = draw_cells(&g, 3 + (int)rng_below(&g, 7));
        draw_pieces(&g, 2 + (int)rng_below(&g, 6), supply);
        dumb_run(&d, open, supply);
        bool found = pl_fill(&pieces, open, supply, &f);
        TEST_CHECK_(found ? f.count == d.least : d.n == 0, "%07x: %d, %d pieces", open,
                    found ? f.count : -1, d.least);
        if (found) check_filling(&f, open, supply);
        filled += found;
    }
    TEST_CHECK_(filled > 500 && filled < 1900, "%d of 2000 can be filled", filled);
}

/* --- plans --- */

/* The rules once more, plainly: may `from` be changed for `to`? */
static bool change_is_legal(const int own[PL_SHAPES], const int reserve[PL_SHAPES], int from,
                            int to) {
    int old = pl_shape_level(from);
    int new = pl_shape_level(to);
    if (from == to || own[from] == 0 || reserve[to] == 0) return false;
    for (int s = 0; s < PL_SHAPES; s++) /* a level between them must be empty */
        if (pl_shape_level(s) > old && pl_shape_level(s) < new &&reserve[s] > 0) return false;
    return true;
}

static bool replay(const pl_plan *plan, uint32_t open, const int supply[PL_SHAPES],
                   const int stock[PL_SHAPES]) {
    int own[PL_SHAPES];
    int reserve[PL_SHAPES];
    memcpy(own, supply, sizeof own);
    memcpy(reserve, stock, sizeof reserve);
    for (int i = 0; i < plan->count; i++) {
        const pl_step *s = &plan->step[i];
        if (s->kind == PL_STEP_BASIC) {
            if (reserve[PL_O1]-- == 0 || s->to != PL_O1) return false;
            own[PL_O1]++;
        } else if (s->kind == PL_STEP_CHANGE) {
            if (!change_is_legal(own, reserve, s->from, s->to)) return false;
            own[s->from]--, reserve[s->from]++, own[s->to]++, reserve[s->to]--;
        } else {
            uint32_t mask = pieces.mask[s->config];
            if (s->from != pieces.shape[s->config] || own[s->from]-- == 0 || (mask & ~open))
                return false;
            open &= ~mask;
        }
    }
    return open == 0;
}

static void test_plans_by_hand(void) {
    static const struct {
        const char *puzzle, *supply;
        int reserve[PL_SHAPES];
        int least; /* -1: not in 10 */
    } cases[] = {
        {"W9", "I2", {15, 15, 15, 15, 15, 15, 15, 15, 15}, 1},
        {"W9", "O1", {15, 15, 15, 15, 15, 15, 15, 15, 15}, 2},  /* change, place */
        {"W9", "O1", {15, 0, 0, 0, 0, 0, 0, 0, 0}, 3},          /* no I2: basic and two places */
        {"W9", "T", {15, 15, 15, 15, 15, 15, 15, 15, 15}, 2},   /* down in one step */
        {"W31", "", {15, 15, 15, 15, 15, 15, 15, 15, 15}, 5},   /* basic, three changes, place */
        {"W31", "I3", {15, 15, 15, 15, 15, 15, 15, 15, 15}, 2}, /* up */
        {"W31", "T", {15, 15, 15, 15, 15, 15, 15, 15, 15}, 2},  /* across */
        {"W31", "O1", {15, 3, 0, 0, 0, 0, 0, 0, 0}, 2},         /* levels 2 and 3 are skipped */
        {"W31", "O1", {15, 3, 0, 1, 0, 0, 0, 0, 0}, 3},         /* only level 2 */
        {"W31", "O1", {15, 3, 1, 0, 0, 0, 0, 0, 0}, 3},         /* only level 3 */
        {"W17", "O1,I2", {15, 15, 15, 15, 15, 15, 15, 15, 15}, 5},
        {"W31", "", {0, 15, 15, 15, 15, 15, 15, 15, 15}, -1}, /* no O1: nothing to begin with */
        {"W31", "O1,O1,O1", {0, 0, 0, 0, 0, 0, 0, 0, 0}, -1},
        {"W31", "O1,O1,I2", {0, 0, 0, 0, 0, 0, 0, 0, 0}, 3},
        /* Two pieces in the reserve: with I2 taken, the other O1 goes straight to O2. */
        {"W31", "O1", {1, 1, 1, 0, 0, 0, 0, 0, 0}, 3}};
    set_up();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int supply[PL_SHAPES];
        pl_plan plan = {0};
        uint32_t open = open_of(cases[i].puzzle);
        count_pieces(cases[i].supply, supply);
        bool found = pl_solve_actions(&pieces, open, supply, cases[i].reserve, 10, &plan);
        TEST_CHECK_((found ? plan.count : -1) == cases[i].least, "case %zu, %s with %s: %d", i,
                    cases[i].puzzle, cases[i].supply, found ? plan.count : -1);
        if (!found) continue;
        TEST_CHECK_(replay(&plan, open, supply, cases[i].reserve), "case %zu obeys the rules", i);
        pl_plan other;
        TEST_CHECK(
            !pl_solve_actions(&pieces, open, supply, cases[i].reserve, plan.count - 1, &other));
    }
    pl_plan plan;
    TEST_CHECK(pl_solve_actions(&pieces, 0, (int[PL_SHAPES]){0}, (int[PL_SHAPES]){0}, 0, &plan));
    TEST_CHECK(plan.count == 0);
}

/* All orders of all actions, nothing clever. */
static bool dumb_plan(uint32_t open, int own[PL_SHAPES], int reserve[PL_SHAPES], int k) {
    if (!open) return true;
    if (k == 0) return false;
    bool found = false;
    if (reserve[PL_O1] > 0) {
        own[PL_O1]++, reserve[PL_O1]--;
        found = dumb_plan(open, own, reserve, k - 1);
        own[PL_O1]--, reserve[PL_O1]++;
    }
    for (int c = 0; c < PL_CONFIGS && !found; c++) {
        int s = pieces.shape[c];
        if (!own[s] || (pieces.mask[c] & ~open)) continue;
        own[s]--;
        found = dumb_plan(open & ~pieces.mask[c], own, reserve, k - 1);
        own[s]++;
    }
    for (int pair = 0; pair < PL_SHAPES * PL_SHAPES && !found; pair++) {
        int from = pair / PL_SHAPES;
        int to = pair % PL_SHAPES;
        if (!change_is_legal(own, reserve, from, to)) continue;
        own[from]--, reserve[from]++, own[to]++, reserve[to]--;
        found = dumb_plan(open, own, reserve, k - 1);
        own[from]++, reserve[from]--, own[to]--, reserve[to]++;
    }
    return found;
}

static void test_plans_against_dumb(void) {
    enum { K = 4 };
    rng g = {.s = 13};
    int solved = 0;
    set_up();
    for (int i = 0; i < 400; i++) {
        int supply[PL_SHAPES];
        int reserve[PL_SHAPES];
        uint32_t open = draw_cells(&g, 3 + (int)rng_below(&g, 5));
        draw_pieces(&g, (int)rng_below(&g, 4), supply);
        draw_pieces(&g, (int)rng_below(&g, i % 2 ? 5 : 12), reserve);
        pl_plan plan = {0};
        bool found = pl_solve_actions(&pieces, open, supply, reserve, K, &plan);
        int least = 0;
        while (least <= K && !dumb_plan(open, supply, reserve, least)) least++;
        TEST_CHECK_((found ? plan.count : K + 1) == least, "case %d, %07x: %d, not %d", i, open,
                    found ? plan.count : K + 1, least);
        if (found) TEST_CHECK(replay(&plan, open, supply, reserve));
        solved += found;
    }
    TEST_CHECK_(solved > 100 && solved < 350, "%d of 400 are solved", solved);
}

/* Longer plans: all supplies that k actions can reach, breadth first, each filled at its best. That
 * getting comes before placing is checked by the dumb search above. */
enum { SUPPLIES = 60000, TABLE = 1 << 18 };

typedef struct crowd {
    uint8_t own[SUPPLIES][PL_SHAPES], depth[SUPPLIES];
    int n, table[TABLE];
} crowd;

static void crowd_add(crowd *c, const int own[PL_SHAPES], int depth) {
    uint32_t key = 7;
    uint8_t small[PL_SHAPES];
    for (int s = 0; s < PL_SHAPES; s++) {
        small[s] = (uint8_t)own[s];
        key = key * 31 + (uint32_t)own[s];
    }
    uint32_t at = key * 2654435761u >> 14;
    for (; c->table[at]; at = (at + 1) % TABLE)
        if (memcmp(c->own[c->table[at] - 1], small, sizeof small) == 0) return;
    if (c->n == SUPPLIES) return;
    memcpy(c->own[c->n], small, sizeof small);
    c->depth[c->n++] = (uint8_t)depth;
    c->table[at] = c->n;
}

/* The least number of actions, or k + 1; -1 when there are too many supplies. */
static int crowd_solve(crowd *c, uint32_t open, const int supply[PL_SHAPES],
                       const int stock[PL_SHAPES], int k) {
    int best = k + 1;
    memset(c, 0, sizeof *c);
    crowd_add(c, supply, 0);
    for (int i = 0; i < c->n && c->depth[i] < best; i++) {
        int own[PL_SHAPES];
        int reserve[PL_SHAPES];
        for (int s = 0; s < PL_SHAPES; s++) {
            own[s] = c->own[i][s];
            reserve[s] = supply[s] + stock[s] - own[s];
        }
        pl_filling f;
        if (pl_fill(&pieces, open, own, &f) && c->depth[i] + f.count < best)
            best = c->depth[i] + f.count;
        if (c->n == SUPPLIES) return -1;
        if (reserve[PL_O1] > 0) {
            own[PL_O1]++;
            crowd_add(c, own, c->depth[i] + 1);
            own[PL_O1]--;
        }
        for (int pair = 0; pair < PL_SHAPES * PL_SHAPES; pair++) {
            int from = pair / PL_SHAPES;
            int to = pair % PL_SHAPES;
            if (!change_is_legal(own, reserve, from, to)) continue;
            own[from]--, own[to]++;
            crowd_add(c, own, c->depth[i] + 1);
            own[from]++, own[to]--;
        }
    }
    return best;
}

static void test_plans_against_breadth(void) {
    enum { K = 8 };
    static crowd c;
    rng g = {.s = 14};
    int compared = 0;
    int solved = 0;
    set_up();
    for (int i = 0; i < 250; i++) {
        int supply[PL_SHAPES];
        int reserve[PL_SHAPES];
        uint32_t open = i % 2 ? draw_cells(&g, 4 + (int)rng_below(&g, 8))
                              : ~base.puzzle[rng_below(&g, 52)].image & PL_FULL;
        draw_pieces(&g, (int)rng_below(&g, 5), supply);
        draw_pieces(&g, (int)rng_below(&g, i % 3 ? 12 : 30), reserve);
        int least = crowd_solve(&c, open, supply, reserve, K);
        if (least < 0) continue;
        pl_plan plan = {0};
        bool found = pl_solve_actions(&pieces, open, supply, reserve, K, &plan);
        TEST_CHECK_((found ? plan.count : K + 1) == least, "case %d, %07x: %d, not %d", i, open,
                    found ? plan.count : K + 1, least);
        if (found) TEST_CHECK(replay(&plan, open, supply, reserve));
        compared++;
        solved += found;
    }
    TEST_CHECK_(compared > 150 && solved > 80, "%d compared, %d solved", compared, solved);
}

/* Every base puzzle can be finished from the start, given time. */
static void test_plans_for_the_base_set(void) {
    int supply[PL_SHAPES];
    int reserve[PL_SHAPES];
    set_up();
    count_pieces("O1,I2", supply);
    for (int s = 0; s < PL_SHAPES; s++) reserve[s] = 15 - 2 * supply[s];
    for (int i = 0; i < base.count; i++) {
        uint32_t open = ~base.puzzle[i].image & PL_FULL;
        pl_plan plan = {0};
        TEST_CHECK(pl_solve_actions(&pieces, open, supply, reserve, 24, &plan));
        TEST_CHECK(replay(&plan, open, supply, reserve));
        /* n cells of p pieces, three of them there: n - 3 actions to get them, p to place. */
        pl_filling f;
        (void)pl_fillings(&pieces, open, &f);
        TEST_CHECK(plan.count >= __builtin_popcount(open) - 3 + f.count);
    }
}

/* --- finishing touches --- */

static void check_touches(const pl_touches *t, const uint32_t *open, const int *points, int n,
                          const int supply[PL_SHAPES], int gain) {
    uint32_t left[PL_MAX_TOUCHED] = {0};
    int used[PL_SHAPES] = {0};
    memcpy(left, open, (size_t)n * sizeof *left);
    for (int i = 0; i < t->count; i++) {
        uint32_t mask = pieces.mask[t->at[i].config];
        TEST_ASSERT(t->at[i].puzzle < n);
        TEST_CHECK((mask & ~left[t->at[i].puzzle]) == 0);
        left[t->at[i].puzzle] &= ~mask;
        used[pieces.shape[t->at[i].config]]++;
    }
    int value = -t->count;
    int completed = 0;
    for (int i = 0; i < n; i++) {
        if (open[i] && !left[i]) {
            value += gain * points[i];
            completed++;
        }
    }
    TEST_CHECK(value == t->value && completed == t->completed);
    for (int s = 0; s < PL_SHAPES; s++) TEST_CHECK(used[s] <= supply[s]);
}

static void test_touches_by_hand(void) {
    int supply[PL_SHAPES];
    pl_touches t;
    set_up();
    /* The rulebook's example: puzzles of 5 and 3 points, three pieces: 8 - 3 on top of the 8 points
     * of penalty that are saved. */
    uint32_t two[] = {0x1f, 0x63};
    count_pieces("O2,I4,O1", supply);
    pl_touch(&pieces, (pl_unfinished){2, two, (int[]){5, 3}}, supply, true, &t);
    TEST_CHECK(t.value == 16 - 3 && t.completed == 2 && t.count == 3);
    pl_touch(&pieces, (pl_unfinished){2, two, (int[]){5, 3}}, supply, false, &t);
    TEST_CHECK(t.value == 8 - 3 && t.completed == 2);
    /* The square is wanted by both; the better one gets it. */
    uint32_t squares[] = {0x63, 0, 0x63};
    count_pieces("O2", supply);
    pl_touch(&pieces, (pl_unfinished){3, squares, (int[]){2, 9, 4}}, supply, false, &t);
    TEST_CHECK(t.value == 3 && t.count == 1 && t.at[0].puzzle == 2);
    /* A dearer filling of one leaves the piece to the other: 2 + 4 - 3. */
    count_pieces("O2,I2,I2", supply);
    pl_touch(&pieces, (pl_unfinished){3, squares, (int[]){2, 9, 4}}, supply, false, &t);
    TEST_CHECK(t.value == 3 && t.count == 3 && t.completed == 2); /* 4 - 1 is as good: ties */
    /* Two pieces for a point do not pay, nor does anything for no point; one for one is a tie. */
    pl_touch(&pieces, (pl_unfinished){1, (uint32_t[]){0x63}, (int[]){1}}, (int[PL_SHAPES]){0, 0, 2},
             false, &t);
    TEST_CHECK(t.value == 0 && t.count == 0 && t.completed == 0);
    pl_touch(&pieces, (pl_unfinished){1, (uint32_t[]){0x63}, (int[]){0}}, supply, true, &t);
    TEST_CHECK(t.value == 0 && t.count == 0);
    pl_touch(&pieces, (pl_unfinished){1, (uint32_t[]){0x63}, (int[]){1}}, supply, false, &t);
    TEST_CHECK(t.value == 0 && t.count == 1 && t.completed == 1);
    pl_touch(&pieces, (pl_unfinished){0, NULL, NULL}, supply, true, &t);
    TEST_CHECK(t.value == 0 && t.count == 0 && t.completed == 0);
}

typedef struct verdict {
    int value, completed, pieces;
} verdict;

static bool better(verdict a, verdict b) {
    if (a.value != b.value) return a.value > b.value;
    if (a.completed != b.completed) return a.completed > b.completed;
    return a.pieces < b.pieces;
}

/* Every choice of a way to fill (or leave) each puzzle. */
static verdict dumb_touch(const dumb *ways, const int *points, int n, int left[PL_SHAPES],
                          int gain) {
    if (n == 0) return (verdict){0, 0, 0};
    verdict best = dumb_touch(ways + 1, points + 1, n - 1, left, gain);
    for (int i = 0; i < ways->n; i++) {
        const uint8_t *use = ways->found[i];
        int total = 0;
        bool enough = true;
        for (int s = 0; s < PL_SHAPES; s++) {
            enough &= left[s] >= use[s];
            total += use[s];
        }
        if (!enough || total == 0) continue;
        for (int s = 0; s < PL_SHAPES; s++) left[s] -= use[s];
        verdict v = dumb_touch(ways + 1, points + 1, n - 1, left, gain);
        for (int s = 0; s < PL_SHAPES; s++) left[s] += use[s];
        v.value += gain * points[0] - total;
        v.completed++;
        v.pieces += total;
        if (better(v, best)) best = v;
    }
    return best;
}

static void test_touches_against_dumb(void) {
    static dumb ways[PL_MAX_TOUCHED];
    rng g = {.s = 15};
    int shared = 0;
    set_up();
    for (int i = 0; i < 1500; i++) {
        int supply[PL_SHAPES];
        uint32_t open[PL_MAX_TOUCHED];
        int points[PL_MAX_TOUCHED];
        int n = (int)rng_below(&g, 5);
        int gain = 1 + i % 2;
        draw_pieces(&g, (int)rng_below(&g, 10), supply);
        for (int k = 0; k < n; k++) {
            open[k] = rng_below(&g, 8) ? draw_cells(&g, 2 + (int)rng_below(&g, 6)) : 0;
            points[k] = (int)rng_below(&g, 6);
            dumb_run(&ways[k], open[k], supply);
        }
        pl_touches t;
        pl_touch(&pieces, (pl_unfinished){n, open, points}, supply, gain == 2, &t);
        verdict v = dumb_touch(ways, points, n, supply, gain);
        TEST_CHECK_(t.value == v.value && t.completed == v.completed && t.count == v.pieces,
                    "case %d: %d points, %d completed, %d pieces; not %d, %d, %d", i, t.value,
                    t.completed, t.count, v.value, v.completed, v.pieces);
        check_touches(&t, open, points, n, supply, gain);
        shared += t.completed > 1;
    }
    TEST_CHECK_(shared > 150, "%d with two or more completed", shared);
}

TEST_LIST = {{"fill_by_hand", test_fill_by_hand},
             {"fillings_by_hand", test_fillings_by_hand},
             {"fillings_against_dumb", test_fillings_against_dumb},
             {"fill_against_dumb", test_fill_against_dumb},
             {"plans_by_hand", test_plans_by_hand},
             {"plans_against_dumb", test_plans_against_dumb},
             {"plans_against_breadth", test_plans_against_breadth},
             {"plans_for_the_base_set", test_plans_for_the_base_set},
             {"touches_by_hand", test_touches_by_hand},
             {"touches_against_dumb", test_touches_against_dumb},
             {NULL, NULL}};
