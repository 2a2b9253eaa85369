#include "games/project_l/project_l_solver.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* Large pieces first: they lead to few pieces. */
static const uint8_t shape_order[PL_SHAPES] = {PL_O2, PL_I4, PL_L3, PL_Z, PL_T,
                                               PL_I3, PL_L2, PL_I2, PL_O1};

static inline int cells_of(uint32_t mask) {
    return __builtin_popcount(mask);
}

/* The configuration of an orientation whose first cell is the first open one; -1 if it does not
 * fit. */
static inline int config_at_first(const pl_pieces *p, int orientation, uint32_t open) {
    unsigned config = p->config[orientation][__builtin_ctz(open)];
    return config == 0xffff || (p->mask[config] & ~open) ? -1 : (int)config;
}

/* --- covers: one supply, one or more puzzles, each to be filled or left --------------------------
 *
 * A piece costs `piece`, a puzzle left costs `leave`; the cheapest choice is wanted. The search
 * deepens the limit of the cost; `next` is the least cost that was cut off, the next limit worth
 * trying. A state (puzzle, its open cells, puzzles filled, pieces used) fixes the cost so far, so
 * within one limit no state is looked at twice while the table remembers it. */

enum { SEEN_BITS = 14, NEVER = 1 << 24 };

typedef struct cover {
    const pl_pieces *p;
    const uint32_t *open;
    int n, piece, leave[PL_MAX_TOUCHED], least[PL_MAX_TOUCHED];
    int floor[PL_MAX_TOUCHED + 1];             /* what puzzles i, i + 1, ... cost at the least */
    int left[PL_SHAPES], level[PL_LEVELS + 1]; /* the supply, by shape and by level */
    uint64_t used; /* six bits a shape but O1, which follows from the cells */
    int limit, next;
    pl_touches path;
    struct {
        uint64_t used;
        uint32_t at;
    } seen[1 << SEEN_BITS];
    int seen_bits; /* the part of the table in use: deeper limits are worth clearing more */
} cover;

/* Whether a state was looked at before; remembers it. `filled` has a bit for each puzzle. */
static bool cover_seen(cover *c, int i, uint32_t open, unsigned filled) {
    uint32_t at = open | (uint32_t)i << 25 | (uint32_t)filled << 27 | UINT32_C(1) << 31;
    uint64_t mixed = (c->used ^ at * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
    size_t slot = mixed >> (64 - c->seen_bits);
    if (c->seen[slot].at == at && c->seen[slot].used == c->used) return true;
    c->seen[slot].at = at;
    c->seen[slot].used = c->used;
    return false;
}

/* The fewest pieces of the supply that have this many cells; NEVER if all are too few. */
static int least_pieces(const cover *c, int cells) {
    int pieces = 0;
    for (int level = PL_LEVELS; level > 0 && cells > 0; level--) {
        int n = (cells + level - 1) / level;
        if (n > c->level[level]) n = c->level[level];
        pieces += n;
        cells -= n * level;
    }
    return cells > 0 ? NEVER : pieces;
}

/* What it costs at the least to fill this many cells of puzzle i and to do the best with the rest,
 * shapes aside: for each choice of later puzzles, all their cells come from the pieces left. */
static int cover_bound(const cover *c, int i, int cells) {
    int own = least_pieces(c, cells);
    if (own == NEVER) return NEVER;
    int best = NEVER;
    unsigned later = (1u << c->n) - (2u << i);
    for (unsigned set = later;; set = (set - 1) & later) {
        int all = cells;
        int alone = own * c->piece;
        int leave = 0;
        for (int j = i + 1; j < c->n; j++) {
            if (set >> j & 1) {
                all += cells_of(c->open[j]);
                alone += c->least[j];
            } else {
                leave += c->leave[j];
            }
        }
        int pieces = set ? least_pieces(c, all) : own;
        if (pieces < NEVER) {
            int cost = pieces * c->piece > alone ? pieces * c->piece : alone;
            if (cost + leave < best) best = cost + leave;
        }
        if (!set) return best;
    }
}

static bool cover_next(cover *c, int i, unsigned filled, int cost);

/* Fills what is open of puzzle i, then continues. */
static bool cover_fill(cover *c, int i, uint32_t open, unsigned filled, int cost) {
    if (!open) {
        c->path.completed++;
        if (cover_next(c, i + 1, filled | 1u << i, cost)) return true;
        c->path.completed--;
        return false;
    }
    int total = cost + cover_bound(c, i, cells_of(open));
    if (total > c->limit) {
        if (total < c->next) c->next = total;
        return false;
    }
    if (cover_seen(c, i, open, filled)) return false;
    for (int k = 0; k < PL_SHAPES; k++) {
        int s = shape_order[k];
        if (!c->left[s]) continue;
        int level = pl_shape_level(s);
        c->left[s]--;
        c->level[level]--;
        c->used += s ? UINT64_C(1) << 6 * (s - 1) : 0;
        for (int o = c->p->first_orientation[s]; o < c->p->first_orientation[s + 1]; o++) {
            int config = config_at_first(c->p, o, open);
            if (config < 0) continue;
            c->path.at[c->path.count].puzzle = (uint8_t)i;
            c->path.at[c->path.count++].config = (uint16_t)config;
            if (cover_fill(c, i, open & ~c->p->mask[config], filled, cost + c->piece)) return true;
            c->path.count--;
        }
        c->left[s]++;
        c->level[level]++;
        c->used -= s ? UINT64_C(1) << 6 * (s - 1) : 0;
    }
    return false;
}

/* Puzzle i and all after it: fill it, or leave it. */
static bool cover_next(cover *c, int i, unsigned filled, int cost) {
    int total = cost + c->floor[i];
    if (total > c->limit) {
        if (total < c->next) c->next = total;
        return false;
    }
    if (i == c->n) return true;
    return cover_fill(c, i, c->open[i], filled, cost) ||
           cover_next(c, i + 1, filled, cost + c->leave[i]);
}

/* The least cost, by c->path; NEVER or more when a puzzle that must be filled cannot be. */
static int cover_run(cover *c, const int supply[PL_SHAPES]) {
    memset(c->level, 0, sizeof c->level);
    for (int s = 0; s < PL_SHAPES; s++) {
        c->left[s] = supply[s];
        c->level[pl_shape_level(s)] += supply[s];
    }
    c->used = 0;
    c->path.value = c->path.count = c->path.completed = 0;
    c->seen_bits = c->n > 1 ? 10 : 8;
    int max_bits = c->n > 1 ? SEEN_BITS : 12;
    for (c->limit = c->floor[0]; c->limit < NEVER; c->limit = c->next) {
        c->next = NEVER;
        memset(c->seen, 0, sizeof *c->seen << c->seen_bits);
        if (cover_next(c, 0, 0, 0)) break;
        if (c->seen_bits < max_bits) c->seen_bits += 2;
    }
    return c->limit;
}

bool pl_fill(const pl_pieces *p, uint32_t open, const int supply[PL_SHAPES], pl_filling *out) {
    cover c;
    c.p = p;
    c.open = &open;
    c.n = c.piece = 1;
    c.leave[0] = NEVER;
    c.floor[0] = c.floor[1] = 0;
    if (cover_run(&c, supply) >= NEVER) return false;
    out->count = c.path.count;
    for (int i = 0; i < out->count; i++) out->config[i] = c.path.at[i].config;
    return true;
}

/* --- finishing touches: costs are points in units of POINT, with room below for the tie-breaks */

enum { POINT = 1024, COMPLETED = 128 };

void pl_touch(const pl_pieces *p, pl_unfinished puzzles, const int supply[PL_SHAPES],
              bool ft_points, pl_touches *out) {
    const uint32_t *open = puzzles.open;
    const int *points = puzzles.points;
    int n = puzzles.count;
    assert(n >= 0 && n <= PL_MAX_TOUCHED);
    cover c;
    uint32_t wanted[PL_MAX_TOUCHED];
    int index[PL_MAX_TOUCHED];
    int least[PL_MAX_TOUCHED];
    int gain = ft_points ? 2 : 1;
    int kept = 0;
    c.p = p;
    c.piece = POINT + 1;
    /* 1. What each puzzle costs alone, and which are worth while at all; those with few open cells
     *    first, which halves the time of 2. */
    for (int i = 0; i < n; i++) {
        if (!open[i] || points[i] <= 0) continue;
        c.open = &open[i];
        c.n = 1;
        c.leave[0] = points[i] * gain * POINT + COMPLETED;
        c.floor[0] = c.floor[1] = 0;
        int cost = cover_run(&c, supply);
        if (!c.path.completed) continue;
        int at = kept++;
        for (; at > 0 && cells_of(wanted[at - 1]) > cells_of(open[i]); at--) {
            index[at] = index[at - 1];
            wanted[at] = wanted[at - 1];
            least[at] = least[at - 1];
        }
        index[at] = i;
        wanted[at] = open[i];
        least[at] = cost;
    }
    /* 2. All of them together; the sum of 1 is the first limit. */
    c.open = wanted;
    c.n = kept;
    c.floor[kept] = 0;
    for (int i = kept - 1; i >= 0; i--) {
        c.leave[i] = points[index[i]] * gain * POINT + COMPLETED;
        c.least[i] = least[i];
        c.floor[i] = c.floor[i + 1] + least[i];
    }
    (void)cover_run(&c, supply);
    *out = c.path;
    /* 3. Back to the caller's numbers. */
    out->value = -out->count;
    unsigned filled = 0;
    for (int i = 0; i < out->count; i++) {
        int puzzle = index[out->at[i].puzzle];
        out->at[i].puzzle = (uint8_t)puzzle;
        if (!(filled >> puzzle & 1)) out->value += points[puzzle] * gain;
        filled |= 1u << puzzle;
    }
}

/* --- counting --- */

enum { COUNTED = 4096 };

typedef struct counter {
    const pl_pieces *p;
    struct {
        uint32_t open; /* and the pieces left in the high bits; 0 is empty */
        uint64_t count;
    } memo[COUNTED];
} counter;

/* In how many ways at most `pieces` pieces cover the open cells. */
static uint64_t count_fillings(counter *c, uint32_t open, int pieces) {
    if (!open) return 1;
    if (cells_of(open) > PL_LEVELS * pieces) return 0;
    uint32_t key = open | (uint32_t)pieces << 25;
    size_t slot = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 52);
    if (c->memo[slot].open == key) return c->memo[slot].count;
    uint64_t sum = 0;
    for (int i = 0; i < PL_ORIENTATIONS; i++) {
        int config = config_at_first(c->p, i, open);
        if (config >= 0) sum += count_fillings(c, open & ~c->p->mask[config], pieces - 1);
    }
    c->memo[slot].open = key;
    c->memo[slot].count = sum;
    return sum;
}

uint64_t pl_fillings(const pl_pieces *p, uint32_t open, pl_filling *one) {
    int plenty[PL_SHAPES];
    for (int s = 0; s < PL_SHAPES; s++) plenty[s] = PL_CELLS;
    pl_filling best;
    (void)pl_fill(p, open, plenty, &best); /* O1 alone would do */
    counter c = {.p = p};
    if (one) *one = best;
    return count_fillings(&c, open, best.count);
}

/* --- plans ---------------------------------------------------------------------------------------
 *
 * Placing changes neither the reserve nor what can be changed, so a plan gets its pieces first. The
 * search fills the puzzle with pieces it may not own yet and bounds what getting them costs; each
 * complete filling is then settled by a search over changes.
 *
 * The bound. Give a piece of level L the rank of L: the number of levels up to L that cannot be
 * skipped (a level can be while the reserve has no piece of it). A basic or a change raises the
 * rank of one piece by 1 at the most, and makes one new shape. So a missing piece of level L costs
 * at least 1 + rank(L - 1), less what a surplus piece of level l saves: min(rank(L - 1), rank(l)).
 * Pairing the highest with the highest saves most. While nothing can be skipped and nothing runs
 * out, this is the true cost. */

enum { TRIED = 2048, GOT = 512 };

typedef struct planner {
    const pl_pieces *p;
    const int *supply, *reserve;
    int used[PL_SHAPES];
    int rank[PL_LEVELS + 1];
    int cheapest[PL_CELLS + 1]; /* the least sum of ranks of pieces with this many cells */
    bool frozen;                /* the reserve is empty: nothing can be had */
    int limit;
    bool cut; /* something was given up because of the limit */
    uint16_t config[PL_CELLS];
    pl_plan *out;
    uint64_t tried[TRIED]; /* states that fail under this limit */
    struct {
        uint64_t own;
        int left;
    } got[GOT]; /* supplies that fail for the filling at hand */
} planner;

typedef struct demand {
    int missing[PL_LEVELS + 1], surplus[PL_LEVELS + 1]; /* pieces by level */
    int pieces_missing, pieces_surplus;
    int fresh; /* what the missing ones cost without any surplus */
    int cost;  /* and with it */
} demand;

static void weigh(const planner *s, const int own[PL_SHAPES], demand *d) {
    *d = (demand){0};
    for (int i = 0; i < PL_SHAPES; i++) {
        int level = pl_shape_level(i);
        int spare = own[i] - s->used[i];
        if (spare >= 0) {
            d->surplus[level] += spare;
            d->pieces_surplus += spare;
        } else {
            d->missing[level] -= spare;
            d->pieces_missing -= spare;
            d->fresh -= spare * (1 + s->rank[level - 1]);
        }
    }
    d->cost = d->fresh;
    int have[PL_LEVELS + 1];
    memcpy(have, d->surplus, sizeof have);
    for (int want = PL_LEVELS, from = PL_LEVELS; want > 0; want--) {
        for (int n = d->missing[want]; n > 0 && from > 0;) {
            int pairs = n < have[from] ? n : have[from];
            int saves = s->rank[want - 1] < s->rank[from] ? s->rank[want - 1] : s->rank[from];
            d->cost -= pairs * saves;
            n -= pairs;
            have[from] -= pairs;
            from -= have[from] == 0;
        }
    }
}

/* The sum of the n highest ranks of the surplus. */
static int best_ranks(const planner *s, const demand *d, int n) {
    int sum = 0;
    for (int level = PL_LEVELS; level > 0 && n > 0; level--) {
        int k = n < d->surplus[level] ? n : d->surplus[level];
        sum += k * s->rank[level];
        n -= k;
    }
    return sum;
}

/* A bound of the entire plan: `pieces` are chosen, this many cells are open. */
static int plan_bound(const planner *s, int pieces, int cells) {
    demand d;
    weigh(s, s->supply, &d);
    if (!cells) return pieces + d.cost;
    int best = NEVER;
    for (int more = (cells + PL_LEVELS - 1) / PL_LEVELS;; more++) {
        int get = d.fresh + s->cheapest[cells] - best_ranks(s, &d, d.pieces_missing + more);
        if (get < d.cost) get = d.cost;
        if (!(s->frozen && get > 0) && pieces + more + get < best) best = pieces + more + get;
        if (get == d.cost || d.pieces_missing + more >= d.pieces_surplus) return best;
    }
}

/* The shapes an old one may be changed for: spec 7.4. */
static unsigned changes(const int reserve[PL_SHAPES], int old) {
    unsigned present = 0;
    unsigned allowed = 0;
    int level = 1;
    for (int i = 0; i < PL_SHAPES; i++) present |= (reserve[i] > 0 ? 1u : 0u) << i;
    for (; level <= pl_shape_level(old); level++) allowed |= pl_level_shapes(level) & present;
    for (; level <= PL_LEVELS; level++) {
        unsigned up = pl_level_shapes(level) & present;
        allowed |= up;
        if (up) break;
    }
    return allowed & ~(1u << old);
}

/* Whether this supply failed before with as many actions left; remembers it. */
static bool got_seen(planner *s, const int own[PL_SHAPES], int left) {
    uint64_t key = 0;
    for (int i = 0; i < PL_SHAPES; i++) key = key << 7 | ((unsigned)own[i] & 127u);
    size_t slot = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 55);
    if (s->got[slot].own == key && s->got[slot].left >= left) return true;
    s->got[slot].own = key;
    s->got[slot].left = left;
    return false;
}

static void exchange(int own[PL_SHAPES], int reserve[PL_SHAPES], int from, int to) {
    own[from]--;
    reserve[from]++;
    own[to]++;
    reserve[to]--;
}

/* Gets the pieces that are used, in at most `left` actions, the first of them number `at`. */
static bool get_pieces(planner *s, int own[PL_SHAPES], int reserve[PL_SHAPES], int at, int left) {
    demand d;
    weigh(s, own, &d);
    if (d.pieces_missing == 0) {
        s->out->count = at;
        return true;
    }
    if (d.cost > left || got_seen(s, own, left)) return false;
    pl_step *step = &s->out->step[at];
    bool found = false;
    if (reserve[PL_O1] > 0) {
        *step = (pl_step){.kind = PL_STEP_BASIC, .to = PL_O1};
        own[PL_O1]++;
        reserve[PL_O1]--;
        found = get_pieces(s, own, reserve, at + 1, left - 1);
        own[PL_O1]--;
        reserve[PL_O1]++;
    }
    for (int from = 0; from < PL_SHAPES && !found; from++) {
        if (!own[from]) continue;
        for (unsigned set = changes(reserve, from); set && !found; set &= set - 1) {
            int to = __builtin_ctz(set);
            *step = (pl_step){.kind = PL_STEP_CHANGE, .from = (uint8_t)from, .to = (uint8_t)to};
            exchange(own, reserve, from, to);
            found = get_pieces(s, own, reserve, at + 1, left - 1);
            exchange(own, reserve, to, from);
        }
    }
    return found;
}

/* A filling is complete: can its pieces be had in what is left of the limit? */
static bool settle_plan(planner *s, int pieces) {
    int own[PL_SHAPES];
    int reserve[PL_SHAPES];
    memcpy(own, s->supply, sizeof own);
    memcpy(reserve, s->reserve, sizeof reserve);
    memset(s->got, 0xff, sizeof s->got);
    if (!get_pieces(s, own, reserve, 0, s->limit - pieces)) {
        s->cut = true;
        return false;
    }
    for (int i = 0; i < pieces; i++)
        s->out->step[s->out->count++] = (pl_step){
            .kind = PL_STEP_PLACE, .from = s->p->shape[s->config[i]], .config = s->config[i]};
    return true;
}

/* Whether this state was tried under this limit; remembers it. The number of O1 follows from the
 * cells, and no other shape occurs more than 12 times. */
static bool plan_seen(planner *s, uint32_t open) {
    uint64_t key = 1;
    for (int i = 1; i < PL_SHAPES; i++) key = key << 4 | (unsigned)s->used[i];
    key = key << PL_CELLS | open;
    uint64_t *slot = &s->tried[key * UINT64_C(0x9e3779b97f4a7c15) >> 53];
    if (*slot == key) return true;
    *slot = key;
    return false;
}

static bool plan_fill(planner *s, uint32_t open, int pieces) {
    int bound = plan_bound(s, pieces, cells_of(open));
    if (bound > s->limit) {
        if (bound < NEVER) s->cut = true;
        return false;
    }
    if (plan_seen(s, open)) return false;
    if (!open) return settle_plan(s, pieces);
    for (int k = 0; k < PL_SHAPES; k++) {
        int i = shape_order[k];
        if (s->used[i] >= s->supply[i] + s->reserve[i]) continue;
        s->used[i]++;
        for (int o = s->p->first_orientation[i]; o < s->p->first_orientation[i + 1]; o++) {
            int config = config_at_first(s->p, o, open);
            if (config < 0) continue;
            s->config[pieces] = (uint16_t)config;
            if (plan_fill(s, open & ~s->p->mask[config], pieces + 1)) return true;
        }
        s->used[i]--;
    }
    return false;
}

/* Sets the ranks for plans with this many actions that get pieces. A level can be skipped when they
 * are enough to take all of it out of the reserve, and one more. True if that changed anything. */
static bool set_ranks(planner *s, int actions) {
    int old[PL_LEVELS + 1];
    memcpy(old, s->rank, sizeof old);
    s->rank[0] = 0;
    s->rank[1] = 1;
    for (int level = 2; level <= PL_LEVELS; level++) {
        int there = 0;
        for (int i = 0; i < PL_SHAPES; i++)
            if (pl_shape_level(i) == level) there += s->reserve[i];
        s->rank[level] = s->rank[level - 1] + (level == PL_LEVELS || there >= actions);
    }
    s->cheapest[0] = 0;
    for (int n = 1; n <= PL_CELLS; n++) {
        s->cheapest[n] = NEVER;
        for (int level = 1; level <= PL_LEVELS && level <= n; level++)
            if (s->cheapest[n - level] + s->rank[level] < s->cheapest[n])
                s->cheapest[n] = s->cheapest[n - level] + s->rank[level];
    }
    return memcmp(old, s->rank, sizeof old) != 0;
}

bool pl_solve_actions(const pl_pieces *p, uint32_t open, const int supply[PL_SHAPES],
                      const int reserve[PL_SHAPES], int k, pl_plan *out) {
    planner s = {.p = p, .supply = supply, .reserve = reserve, .frozen = true, .out = out};
    int least = (cells_of(open) + PL_LEVELS - 1) / PL_LEVELS;
    out->count = 0;
    if (!open) return k >= 0;
    for (int i = 0; i < PL_SHAPES; i++)
        if (reserve[i] > 0) s.frozen = false;
    if (k > PL_MAX_PLAN) k = PL_MAX_PLAN;
    for (s.limit = least; s.limit <= k; s.limit++) {
        (void)set_ranks(&s, s.limit - least);
        memset(s.tried, 0, sizeof s.tried);
        s.cut = false;
        if (plan_fill(&s, open, 0)) return true;
        /* Nothing was cut off, and a higher limit would not even change the bounds. */
        if (!s.cut && !set_ranks(&s, k - least)) return false;
    }
    return false;
}
