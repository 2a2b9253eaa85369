#include "tests/support/project_l_last.h"

#include <limits.h>
#include <stdlib.h>

#include "games/project_l/project_l_order.h"
#include "games/project_l/project_l_solver.h"

enum {
    TABLE_BITS = 18,
    ENOUGH = 7, /* pieces of every shape in the reserve */
    POSITIONS = 300000,
    STEPS = 4096
};

typedef struct tries {
    const pl_rules *r;
    int seat, points;
    last_way way;
    uint64_t left; /* positions */
    uint64_t *failed;
} tries;

static int worth(const tries *t, const pl_state *s, int slot) {
    int puzzle = s->puzzle[t->seat][slot];
    return puzzle ? t->r->set.puzzle[puzzle - 1].points : 0;
}

static uint32_t open_cells(const tries *t, const pl_state *s, int slot) {
    return s->puzzle[t->seat][slot] ? ~s->image[t->seat][slot] & PL_FULL : 0;
}

/* The score with what is unfinished paid for, and the best touches. */
static int after_touches(const tries *t, const pl_state *s) {
    uint32_t open[PL_SLOTS];
    int saved[PL_SLOTS];
    int supply[PL_SHAPES];
    int points = s->score[t->seat];
    pl_touches best;
    for (int i = 0; i < PL_SLOTS; i++) {
        open[i] = open_cells(t, s, i);
        saved[i] = open[i] ? worth(t, s, i) : 0; /* what touches complete is paid at once */
        points -= saved[i];
    }
    for (int i = 0; i < PL_SHAPES; i++) supply[i] = (int)pl_count(s->supply[t->seat], i);
    if (s->phase == PL_FT && t->seat < s->mover) return points; /* they are over */
    pl_touch(&t->r->pieces, (pl_unfinished){PL_SLOTS, open, saved}, supply, t->r->ft_points, &best);
    return points + best.value;
}

/* The actions the seat still has. */
static int actions_left(const tries *t, const pl_state *s) {
    if (s->phase != PL_E) return 0;
    int n = s->flags & PL_LAST_ROUND ? 0 : PL_ACTIONS;
    if (t->seat == s->mover) return n + s->actions;
    return t->seat > s->mover ? n + PL_ACTIONS : n;
}

/* Points of the best puzzle that can be taken and needs at most so many pieces. */
static int best_offer(const tries *t, const pl_state *s, int pieces) {
    uint64_t set = s->unseen & t->r->colour[PL_WHITE];
    int best = 0;
    for (int i = 0; i < 2 * PL_ROW; i++)
        if (s->row[i]) set |= UINT64_C(1) << (s->row[i] - 1);
    for (int i = 0; i < s->length[PL_WHITE]; i++)
        set |= UINT64_C(1) << s->order[pl_part(s, PL_WHITE) + i];
    for (; set; set &= set - 1) {
        int k = __builtin_ctzll(set);
        const pl_puzzle *p = &t->r->set.puzzle[k];
        uint32_t open = ~p->image & PL_FULL;
        if (p->points > best && pl_need_min(&t->r->needs->of[k], open) <= pieces) best = p->points;
    }
    return best;
}

/* How many pieces can be placed: one an action, and a master places one on each of four puzzles. */
static int placements_left(const tries *t, const pl_state *s) {
    int masters = s->phase == PL_E && !(s->flags & PL_LAST_ROUND);
    if (t->seat > s->mover || (t->seat == s->mover && !(s->flags & PL_MASTER_USED))) masters++;
    return actions_left(t, s) + (PL_SLOTS - 1) * masters;
}

/* Cells that pieces can cover as long as no puzzle held is completed by actions: an action gets one
 * cell more, or takes a small puzzle whose reward has four. */
static int cells_at_hand(const tries *t, const pl_state *s) {
    int actions = actions_left(t, s);
    int small = t->way == LAST_LUCKY && actions > 1 ? PL_LEVELS * (actions - 1) : 0;
    int cells = small > actions ? small : actions;
    for (int i = 0; i < PL_SHAPES; i++)
        cells += (int)pl_count(s->supply[t->seat], i) * pl_shape_level(i);
    return cells;
}

/* More than this cannot be reached with the puzzles held: those of a set are completed, by at least
 * so many pieces, of which an action places one on each; all others cost a point. */
static int best_of_set(const tries *t, const pl_state *s, unsigned set) {
    int actions = actions_left(t, s);
    int points = s->score[t->seat];
    int pieces = 0;
    int late = 0; /* pieces that no action can place */
    int cells = 0;
    bool none_by_actions = true;
    for (int i = 0; i < PL_SLOTS; i++) {
        if (!(set >> i & 1)) {
            points -= worth(t, s, i);
            continue;
        }
        uint32_t open = open_cells(t, s, i);
        int need = pl_need_min(&t->r->needs->of[s->puzzle[t->seat][i] - 1], open);
        points += worth(t, s, i);
        pieces += need;
        cells += __builtin_popcount(open);
        none_by_actions &= need > actions;
        late += need > actions ? need - actions : 0;
    }
    if (none_by_actions && cells > cells_at_hand(t, s)) return INT_MIN;
    int over = pieces - placements_left(t, s);
    return points - (over > late ? over : late);
}

/* And with puzzles that are taken, an action each. */
static int at_most(const tries *t, const pl_state *s) {
    int actions = actions_left(t, s);
    int best = INT_MIN;
    int more = 0;
    unsigned held = 0;
    for (int i = 0; i < PL_SLOTS; i++) held |= (unsigned)(s->puzzle[t->seat][i] != 0) << i;
    for (unsigned set = held;; set = (set - 1) & held) {
        int points = best_of_set(t, s, set);
        if (points > best) best = points;
        if (!set) break;
    }
    for (int takes = 1; takes < actions && t->way == LAST_LUCKY; takes++) {
        int gain = takes * best_offer(t, s, actions - takes);
        if (gain > more) more = gain;
    }
    return best + more;
}

/* To the seat's next turn; false where there is none. */
static bool pass_on(const tries *t, pl_state *s) {
    int last = t->r->head.players - 1;
    for (; s->phase == PL_E && s->mover != t->seat; s->mover++) {
        if (s->mover < last) continue;
        if (s->flags & PL_LAST_ROUND) return false;
        s->flags |= PL_LAST_ROUND;
        if (t->seat == 0) {
            s->mover = 0;
            break;
        }
        s->mover = UINT8_MAX; /* and one more is seat 0 */
    }
    return s->phase == PL_E;
}

static bool allowed(const tries *t, action a) {
    switch (pl_kind(a)) {
    case PL_PUT:
    case PL_NOTHING:
        return false;
    case PL_TAKE:
    case PL_TOP:
        return t->way == LAST_LUCKY;
    default:
        return true;
    }
}

static bool reaches(tries *t, const pl_state *s);

static bool try_step(tries *t, const pl_state *s, action a) {
    pl_state next = *s;
    pl_apply(&t->r->head, &next, NULL, a);
    return reaches(t, &next);
}

/* A card from the top may be any; which one fills a row makes no difference, as the others can
 * still come from the top. */
static bool try_draws(tries *t, const pl_state *s) {
    bool top = pl_next_draw(s) >= PL_TOP_WHITE;
    for (uint64_t set = pl_draw_candidates(t->r, s); set; set &= set - 1) {
        if (try_step(t, s, pl_make(PL_DRAW, (unsigned)__builtin_ctzll(set), 0))) return true;
        if (!top) break;
    }
    return false;
}

/* The best by the order hints first. */
static bool try_steps(tries *t, const pl_state *s) {
    action *list = malloc(STEPS * sizeof *list);
    float *score = malloc(STEPS * sizeof *score);
    bool found = false;
    int n = list && score ? pl_legal(&t->r->head, s, NULL, list) : 0;
    if (n) pl_order(&t->r->head, s, list, n, score);
    for (int done = 0; done < n && !found; done++) {
        int best = done;
        for (int i = done + 1; i < n; i++)
            if (score[i] > score[best]) best = i;
        action a = list[best];
        list[best] = list[done];
        score[best] = score[done];
        if (allowed(t, a)) found = try_step(t, s, a);
    }
    free(list);
    free(score);
    return found;
}

static bool reaches(tries *t, const pl_state *s) {
    pl_state now = *s;
    if (now.phase == PL_F) return now.score[t->seat] >= t->points;
    if (!pass_on(t, &now)) return after_touches(t, s) >= t->points;
    if (at_most(t, &now) < t->points) return false;
    uint64_t key = pl_rehash(&t->r->head, &now) | 1;
    uint64_t *slot = &t->failed[key >> (64 - TABLE_BITS)];
    if (*slot == key || !t->left) return false;
    t->left--;
    if (now.draws ? try_draws(t, &now) : try_steps(t, &now)) return true;
    *slot = key;
    return false;
}

static bool reserve_is_enough(const pl_state *s) {
    for (int i = 0; i < PL_SHAPES; i++)
        if (pl_count(s->reserve, i) < ENOUGH) return false;
    return true;
}

last_answer last_reaches(const rules *r, const pl_state *s, int seat, last_way way, int points) {
    tries t = {.r = pl_of(r), .seat = seat, .points = points, .way = way, .left = POSITIONS};
    if (s->phase < PL_E) return LAST_UNKNOWN;
    if (s->phase == PL_E && !reserve_is_enough(s)) return LAST_UNKNOWN;
    t.failed = calloc((size_t)1 << TABLE_BITS, sizeof *t.failed);
    if (!t.failed) return LAST_UNKNOWN;
    bool found = reaches(&t, s);
    free(t.failed);
    return found ? LAST_YES : t.left ? LAST_NO : LAST_UNKNOWN;
}

int last_points(const rules *r, const pl_state *s, int seat, int *lucky) {
    tries t = {.r = pl_of(r), .seat = seat, .way = LAST_SURE};
    int points = at_most(&t, s);
    last_answer a;
    while ((a = last_reaches(r, s, seat, LAST_SURE, points)) == LAST_NO) points--;
    int sure = a == LAST_YES ? points : INT_MIN;
    while ((a = last_reaches(r, s, seat, LAST_LUCKY, points + 1)) == LAST_YES) points++;
    *lucky = a == LAST_NO && sure > INT_MIN ? points : INT_MAX;
    return sure;
}
