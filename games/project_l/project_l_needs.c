#include "games/project_l/project_l_needs.h"

#include <string.h>

#include "engine/base/memory.h"
#include "games/project_l/project_l_rules.h"

/* --- the tables --- */

/* Numbers the open cells of a puzzle backwards, so that the first cell of a set is its highest bit;
 * returns how many there are. */
static int number_cells(uint32_t open, uint8_t number[PL_CELLS]) {
    int n = 0;
    for (int cell = PL_CELLS - 1; cell >= 0; cell--)
        if (open >> cell & 1) number[cell] = (uint8_t)n++;
    return n;
}

static unsigned set_of(const uint8_t number[PL_CELLS], uint32_t cells) {
    unsigned set = 0;
    for (; cells; cells &= cells - 1) set |= 1u << number[__builtin_ctz(cells)];
    return set;
}

/* The spots of one shape and one first cell. */
static int list_spots(const pl_pieces *p, uint32_t open, const uint8_t *number, int shape,
                      int first, uint16_t *out) {
    int n = 0;
    for (int c = p->first_config[shape]; c < p->first_config[shape + 1]; c++) {
        uint32_t mask = p->mask[c];
        if (__builtin_ctz(mask) != first || mask & ~open) continue;
        out[n++] = (uint16_t)set_of(number, mask);
    }
    return n;
}

/* One spot: every set that has it and begins with its first cell can be covered by it and the best
 * cover of the rest, which begins later. The cells after the spot's last one run through all
 * values, in a loop that compilers turn into vector code. */
static void try_spot(uint8_t *least, unsigned spot, unsigned behind) {
    unsigned others = spot & behind;
    unsigned run = others ? others & (0 - others) : behind + 1;
    unsigned free_cells = behind & ~others & ~(run - 1);
    unsigned rest = 0; /* goes through all subsets of the free cells */
    do {
        const uint8_t *from = least + rest;
        uint8_t *to = least + (rest | spot);
        for (unsigned i = 0; i < run; i++) {
            uint8_t pieces = (uint8_t)(from[i] + 1);
            to[i] = pieces < to[i] ? pieces : to[i];
        }
        rest = (rest - free_cells) & free_cells;
    } while (rest);
}

/* Sets by their first cell, from the last cell backwards. */
static void fill_least(const pl_need_table *t, int cells, uint8_t *least) {
    memset(least, PL_CELLS, (size_t)1 << cells);
    least[0] = 0;
    for (int cell = 0; cell < cells; cell++) {
        const uint16_t *of = t->first[cell];
        for (int i = of[0]; i < of[PL_SHAPES]; i++) try_spot(least, t->spot[i], (1u << cell) - 1);
    }
}

static void make_table(const pl_pieces *p, uint32_t open, pl_need_table *t, uint16_t *spots,
                       uint8_t *least) {
    uint8_t number[PL_CELLS] = {0};
    int cells = number_cells(open, number);
    int n = 0;
    for (int cell = 0; cell < PL_CELLS; cell++) {
        if (!(open >> cell & 1)) continue;
        t->cell[number[cell]] = (uint8_t)cell;
        uint16_t *first = t->first[number[cell]];
        for (int shape = 0; shape < PL_SHAPES; shape++) {
            first[shape] = (uint16_t)n;
            n += list_spots(p, open, number, shape, cell, spots + n);
        }
        first[PL_SHAPES] = (uint16_t)n;
    }
    for (unsigned row = 0; row < 5; row++)
        for (uint32_t set = 0; set < 32; set++)
            t->row[row][set] = (uint16_t)set_of(number, (set << 5 * row) & open);
    t->spot = spots;
    fill_least(t, cells, least);
    t->least = least;
}

pl_needs *pl_needs_make(const pl_pieces *p, const pl_set *set) {
    size_t sets = 0;
    size_t tables = 0;
    for (int i = 0; i < set->count; i++) {
        int cells = __builtin_popcount(~set->puzzle[i].image & PL_FULL);
        if (cells > PL_NEED_CELLS) continue;
        sets += (size_t)1 << cells;
        tables++;
    }
    size_t spots = tables * PL_CONFIGS;
    pl_needs *needs = mem_alloc(sizeof *needs + spots * sizeof(uint16_t) + sets);
    if (!needs) return NULL;
    uint16_t *spot = (uint16_t *)(void *)(needs + 1);
    uint8_t *least = (uint8_t *)(void *)(spot + spots);
    for (int i = 0; i < set->count; i++) {
        uint32_t open = ~set->puzzle[i].image & PL_FULL;
        int cells = __builtin_popcount(open);
        if (cells > PL_NEED_CELLS) continue;
        make_table(p, open, &needs->of[i], spot, least);
        spot += PL_CONFIGS;
        least += (size_t)1 << cells;
    }
    return needs;
}

/* --- the answers --- */

/* How many nodes a question may take (most need a handful), how many pieces more than the least are
 * tried, and how many actions that get pieces. */
enum { NODES = 60, MAX_MORE = 2, MAX_GOT = 3 };

/* Shapes from level 4 down to 1. */
static const uint8_t big_first[PL_SHAPES] = {PL_O2, PL_I4, PL_L3, PL_Z, PL_T,
                                             PL_I3, PL_L2, PL_I2, PL_O1};

typedef struct filler {
    const pl_need_table *t;
    const uint8_t *get;    /* actions that get a missing piece */
    const uint16_t *cheap; /* the shapes that can be got in so many, from 1 */
    const uint8_t *reach;  /* the most cells that this many actions cover */
    int nodes;             /* still to be looked at */
    pl_way *way;           /* filled backwards, when a cover was found */
} filler;

/* Whether pieces cover the set in at most `limit` actions: one for placing each, and more for those
 * that are not at hand, if such are allowed at all. A missing piece uses up what the limit has
 * above the least number of pieces, so mostly only shapes at hand have to be tried. */
static bool fill(filler *f, unsigned set, int cells, uint64_t supply, int limit) {
    if (--f->nodes < 0) return false;
    const pl_need_table *t = f->t;
    const uint16_t *first = t->first[31 - __builtin_clz(set)];
    int slack = limit - t->least[set];
    unsigned own = pl_present(supply);
    for (unsigned shapes = own | (slack ? f->cheap[slack] : 0u), shape; shapes;
         shapes ^= 1u << shape) {
        shape = 31 - (unsigned)__builtin_clz(shapes); /* large pieces tend to come first */
        bool there = own >> shape & 1;
        int after = limit - (there ? 1 : 1 + f->get[shape]);
        int left = cells - pl_shape_level((int)shape);
        if (left > f->reach[after]) continue;
        uint64_t rest_supply = there ? supply - pl_one((int)shape) : supply;
        for (const uint16_t *x = t->spot + first[shape]; x < t->spot + first[shape + 1]; x++) {
            if (*x & ~set) continue;
            unsigned rest = set ^ *x;
            if (t->least[rest] > after) continue;
            if (rest && !fill(f, rest, left, rest_supply, after)) continue;
            f->way->cells[f->way->count++] = *x;
            f->way->shapes |= (uint16_t)(1u << shape);
            if (!there) f->way->missing |= (uint16_t)(1u << shape);
            return true;
        }
    }
    return false;
}

/* Shapes aside: the largest pieces at hand first, then pieces made from nothing, level 2 each. */
static void estimate(int cells, uint64_t supply, pl_need *n) {
    int actions = 0;
    n->least = (uint8_t)((cells + PL_LEVELS - 1) / PL_LEVELS);
    n->ready = PL_NEED_FAR;
    for (int i = 0; i < PL_SHAPES; i++) {
        int level = pl_shape_level(big_first[i]);
        for (unsigned k = pl_count(supply, big_first[i]); k > 0 && cells >= level; k--) {
            cells -= level;
            actions++;
        }
    }
    actions += (3 * cells + 1) / 2;
    n->actions = (uint8_t)(actions < PL_NEED_FAR ? actions : PL_NEED_FAR);
}

/* By the highest level at hand: a missing piece is exchanged for what is nearest, or made from O1
 * up. */
static const uint8_t get_cost[PL_LEVELS + 1][PL_SHAPES] = {{1, 4, 2, 3, 4, 3, 4, 4, 4},
                                                           {1, 3, 1, 2, 3, 2, 3, 3, 3},
                                                           {1, 2, 1, 1, 2, 1, 2, 2, 2},
                                                           {1, 1, 1, 1, 1, 1, 1, 1, 1},
                                                           {1, 1, 1, 1, 1, 1, 1, 1, 1}};

/* The most cells that pieces got and placed in n actions have. */
static const uint8_t got_cells[PL_LEVELS + 1][PL_NEED_FAR + 1] = {
    {0, 0, 1, 2, 3, 4, 4, 5, 6, 7},
    {0, 0, 2, 3, 4, 5, 6, 7, 8, 9},
    {0, 0, 3, 4, 6, 7, 9, 10, 12, 13},
    {0, 0, 4, 4, 8, 8, 12, 12, 16, 16},
    {0, 0, 4, 4, 8, 8, 12, 12, 16, 16}};

/* Shapes up to a level; beyond the highest, all. */
enum {
    UP_TO_1 = 1 << PL_O1,
    UP_TO_2 = UP_TO_1 | 1 << PL_I2,
    UP_TO_3 = UP_TO_2 | 1 << PL_I3 | 1 << PL_L2,
    ALL_SHAPES = (1 << PL_SHAPES) - 1
};
static const uint16_t up_to[PL_LEVELS + PL_NEED_FAR + 1] = {
    0,          UP_TO_1,    UP_TO_2,    UP_TO_3,    ALL_SHAPES, ALL_SHAPES, ALL_SHAPES,
    ALL_SHAPES, ALL_SHAPES, ALL_SHAPES, ALL_SHAPES, ALL_SHAPES, ALL_SHAPES, ALL_SHAPES};

void pl_hand_of(uint64_t supply, pl_hand *out) {
    int best = 0;
    int k = 0;
    int large =
        0; /* pieces above level 1: per action they have as many cells as any that are got */
    out->supply = supply;
    out->ready[0] = 0;
    for (int i = 0; i < PL_SHAPES; i++) {
        int level = pl_shape_level(big_first[i]);
        unsigned n = pl_count(supply, big_first[i]);
        if (n && !best) best = level;
        for (; n > 0 && k < PL_NEED_FAR; n--, k++)
            out->ready[k + 1] = (uint8_t)(out->ready[k] + level);
        if (level > 1) large = k;
    }
    for (int i = k; i < PL_NEED_FAR; i++) out->ready[i + 1] = out->ready[i];
    out->best = (uint8_t)best;
    memcpy(out->reach, out->ready, sizeof out->reach);
    /* A piece that is got takes two actions: the last of the large ones may make room for it, or
     * one of level 1 use the action that is left. */
    for (int i = large > 0 ? large - 1 : 0; i <= large + 1 && i <= k; i++)
        for (int n = i + 2; n <= PL_NEED_FAR; n++)
            if (out->ready[i] + got_cells[best][n - i] > out->reach[n])
                out->reach[n] = (uint8_t)(out->ready[i] + got_cells[best][n - i]);
}

/* The fewest actions up to `most` that the pieces allow; found ways are written. */
static int find_way(filler *f, unsigned set, const pl_hand *hand, int max) {
    int cells = __builtin_popcount(set);
    f->nodes = NODES;
    for (int limit = f->t->least[set]; limit <= max && limit < PL_NEED_FAR; limit++)
        if (f->reach[limit] >= cells && fill(f, set, cells, hand->supply, limit)) return limit;
    return PL_NEED_FAR;
}

void pl_way_of(const pl_need_table *t, uint32_t open, const pl_hand *hand, int max, pl_way *out) {
    static const uint16_t none[PL_NEED_FAR + 1] = {0};
    pl_need *n = &out->need;
    out->count = 0;
    out->shapes = out->missing = 0;
    if (!t->least) {
        estimate(__builtin_popcount(open), hand->supply, n);
        return;
    }
    unsigned set = pl_need_set(t, open);
    filler f = {
        .t = t, .get = get_cost[hand->best], .cheap = none, .reach = hand->ready, .way = out};
    n->least = t->least[set];
    int ready = max < n->least + MAX_MORE ? max : n->least + MAX_MORE;
    n->ready = (uint8_t)find_way(&f, set, hand, ready);
    n->actions = n->ready;
    if (n->ready <= n->least + 1) return;
    pl_way got = {.need = *n};
    f.cheap = up_to + hand->best;
    f.reach = hand->reach;
    f.way = &got;
    if (max > n->least + MAX_GOT) max = n->least + MAX_GOT;
    if (max >= n->ready) max = n->ready - 1;
    got.need.actions = (uint8_t)find_way(&f, set, hand, max);
    if (got.need.actions < PL_NEED_FAR) {
        *out = got;
    } else if (n->ready == PL_NEED_FAR) {
        int far = n->least + MAX_GOT + 2;
        int bound = pl_need_bound(t, open, hand);
        if (bound > far) far = bound;
        n->actions = (uint8_t)(far < PL_NEED_FAR ? far : PL_NEED_FAR);
    }
}
