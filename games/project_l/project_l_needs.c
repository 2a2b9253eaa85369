#include "games/project_l/project_l_needs.h"

#include <string.h>

#include "engine/base/memory.h"
#include "games/project_l/project_l_rules.h"

/* --- the tables --- */

/* Numbers the open cells of a puzzle; returns how many there are. */
static int number_cells(uint32_t open, uint8_t number[PL_CELLS]) {
    int n = 0;
    for (int cell = 0; cell < PL_CELLS; cell++)
        if (open >> cell & 1) number[cell] = (uint8_t)n++;
    return n;
}

static unsigned set_of(const uint8_t number[PL_CELLS], uint32_t cells) {
    unsigned set = 0;
    for (; cells; cells &= cells - 1) set |= 1u << number[__builtin_ctz(cells)];
    return set;
}

/* The spots of one first cell, large pieces first. */
static int list_spots(const pl_pieces *p, uint32_t open, const uint8_t *number, int first,
                      pl_spot *out) {
    int n = 0;
    for (int level = PL_LEVELS; level > 0; level--) {
        for (int c = 0; c < PL_CONFIGS; c++) {
            int shape = p->shape[c];
            uint32_t mask = p->mask[c];
            if (pl_shape_level(shape) != level || __builtin_ctz(mask) != first || mask & ~open)
                continue;
            out[n++] = (pl_spot){(uint16_t)set_of(number, mask), (uint8_t)shape, (uint8_t)level};
        }
    }
    return n;
}

/* Every set by its first cell: one of the spots there is part of a best cover. */
static void fill_least(const pl_need_table *t, int cells, uint8_t *least) {
    least[0] = 0;
    for (unsigned set = 1; set < 1u << cells; set++) {
        int cell = __builtin_ctz(set);
        int best = PL_CELLS;
        for (int i = t->first[cell]; i < t->first[cell + 1]; i++) {
            unsigned mask = t->spot[i].cells;
            if ((mask & set) == mask && least[set ^ mask] < best) best = least[set ^ mask];
        }
        least[set] = (uint8_t)(best + 1);
    }
}

static void make_table(const pl_pieces *p, uint32_t open, pl_need_table *t, pl_spot *spots,
                       uint8_t *least) {
    uint8_t number[PL_CELLS] = {0};
    int cells = number_cells(open, number);
    int n = 0;
    for (int cell = 0; cell < PL_CELLS; cell++) {
        if (!(open >> cell & 1)) continue;
        t->first[number[cell]] = (uint16_t)n;
        n += list_spots(p, open, number, cell, spots + n);
    }
    t->first[cells] = (uint16_t)n;
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
    size_t spots = tables * PL_CONFIGS * sizeof(pl_spot);
    pl_needs *needs = mem_alloc(sizeof *needs + spots + sets);
    if (!needs) return NULL;
    pl_spot *spot = (pl_spot *)(void *)(needs + 1);
    uint8_t *least = (uint8_t *)(void *)(spot + tables * PL_CONFIGS);
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

typedef struct filler {
    const pl_need_table *t;
    int nodes;                  /* still to be looked at */
    uint8_t get[PL_LEVELS + 1]; /* actions that get a missing piece of a level */
} filler;

/* How many nodes a question may take: most need a handful. */
enum { NODES = 160, MOST_MORE = 2, MOST_GOT = 3 };

/* Whether pieces at hand cover the set, at most `limit` of them. */
static bool fill_ready(filler *f, unsigned set, uint64_t supply, int limit) {
    if (!set) return true;
    if (--f->nodes < 0) return false;
    const pl_need_table *t = f->t;
    int cell = __builtin_ctz(set);
    for (const pl_spot *x = t->spot + t->first[cell]; x < t->spot + t->first[cell + 1]; x++) {
        if (x->cells & ~set || !pl_count(supply, x->shape)) continue;
        unsigned rest = set ^ x->cells;
        if (t->least[rest] >= limit) continue;
        if (fill_ready(f, rest, supply - pl_one(x->shape), limit - 1)) return true;
    }
    return false;
}

/* The same with pieces that are still to be got; `limit` counts actions. */
static bool fill_got(filler *f, unsigned set, uint64_t supply, int limit) {
    if (!set) return true;
    if (--f->nodes < 0) return false;
    const pl_need_table *t = f->t;
    int cell = __builtin_ctz(set);
    for (const pl_spot *x = t->spot + t->first[cell]; x < t->spot + t->first[cell + 1]; x++) {
        if (x->cells & ~set) continue;
        unsigned rest = set ^ x->cells;
        bool there = pl_count(supply, x->shape) > 0;
        int cost = there ? 1 : 1 + f->get[x->level];
        if (t->least[rest] + cost > limit) continue;
        if (fill_got(f, rest, there ? supply - pl_one(x->shape) : supply, limit - cost))
            return true;
    }
    return false;
}

/* Shapes aside: the largest pieces at hand first, then pieces made from nothing, level 2 each. */
static pl_need estimate(int cells, uint64_t supply) {
    pl_need n = {.ready = PL_NEED_FAR};
    n.least = (uint8_t)((cells + PL_LEVELS - 1) / PL_LEVELS);
    int actions = 1;
    for (int shape = PL_SHAPES - 1; shape >= 0; shape--)
        for (unsigned k = pl_count(supply, shape); k > 0 && cells >= pl_shape_level(shape); k--) {
            cells -= pl_shape_level(shape);
            actions++;
        }
    actions += (3 * cells + 1) / 2;
    n.actions = (uint8_t)(actions < PL_NEED_FAR ? actions : PL_NEED_FAR);
    return n;
}

/* What a missing piece of each level costs: an exchange for what is nearest below, or from O1 up.
 */
static void set_costs(filler *f, uint64_t supply) {
    int best = 0; /* the highest level at hand */
    for (int i = 0; i < PL_SHAPES; i++)
        if (pl_count(supply, i) && pl_shape_level(i) > best) best = pl_shape_level(i);
    for (int level = 1; level <= PL_LEVELS; level++)
        f->get[level] = (uint8_t)(level <= best ? 1 : level - best);
}

pl_need pl_need_of(const pl_need_table *t, uint32_t open, uint64_t supply) {
    if (!open) return (pl_need){0, 0, 0};
    if (!t->least) return estimate(__builtin_popcount(open), supply);
    unsigned set = pl_need_set(t, open);
    filler f = {.t = t, .nodes = NODES};
    pl_need n = {.least = t->least[set], .ready = PL_NEED_FAR, .actions = PL_NEED_FAR};
    for (int limit = n.least; limit <= n.least + MOST_MORE && n.ready == PL_NEED_FAR; limit++)
        if (fill_ready(&f, set, supply, limit)) n.ready = (uint8_t)limit;
    n.actions = n.ready;
    if (n.ready <= n.least + 1) return n;
    set_costs(&f, supply);
    f.nodes = NODES;
    for (int limit = n.least + 1; limit <= n.least + MOST_GOT && limit < n.actions; limit++)
        if (fill_got(&f, set, supply, limit)) n.actions = (uint8_t)limit;
    if (n.actions < PL_NEED_FAR) return n;
    int far = n.least + MOST_GOT + 2;
    n.actions = (uint8_t)(far < PL_NEED_FAR ? far : PL_NEED_FAR);
    return n;
}
