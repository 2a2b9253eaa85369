#include "games/project_l/project_l_greedy.h"

#include <string.h>

#include "games/project_l/project_l_solver.h"

/* For every own puzzle, and for every available puzzle with one action more for taking it, the
 * solver says how few actions finish it. The one with most gain per action wins, and its plan's
 * first step is played. When two puzzles or more can take a piece of their plans at once, that is
 * done with a master. */

enum { OWN_LIMIT = 9, OFFER_LIMIT = 7 };

/* What a puzzle may have open, for the exact touches to be quick. */
enum { FINISH_CELLS = 12 };

static void unpack(uint64_t counts, int out[PL_SHAPES]) {
    for (int i = 0; i < PL_SHAPES; i++) out[i] = (int)pl_count(counts, i);
}

static uint32_t open_of(const pl_state *s, int slot) {
    return s->puzzle[s->mover][slot] ? ~s->image[s->mover][slot] & PL_FULL : 0;
}

/* What completing a puzzle is worth in points: its own, the piece, and late in the game the penalty
 * saved. */
static double gain_of(const pl_rules *r, const pl_state *s, int puzzle, bool held) {
    const pl_puzzle *p = &r->set.puzzle[puzzle];
    double piece = s->phase == PL_N ? 0.5 * pl_shape_level(p->reward) : 0.1;
    double saved = held && s->phase == PL_E ? p->points : 0;
    return p->points + piece + saved + 0.1;
}

/* Actions the mover has before the finishing touches, once that is known. */
static int actions_left(const pl_state *s) {
    if (s->phase == PL_N) return 1000;
    return s->flags & PL_LAST_ROUND ? s->actions : s->actions + PL_ACTIONS;
}

static action first_step(const pl_plan *plan, int slot) {
    const pl_step *x = &plan->step[0];
    if (x->kind == PL_STEP_BASIC) return pl_make(PL_BASIC, PL_O1, 0);
    if (x->kind == PL_STEP_CHANGE) return pl_make(PL_CHANGE, x->from, x->to);
    return pl_make(PL_PLACE, (unsigned)slot, x->config);
}

typedef struct best_plan {
    double rate;
    action step;
} best_plan;

static void consider_own(const pl_rules *r, const pl_state *s, best_plan *best) {
    int supply[PL_SHAPES];
    int reserve[PL_SHAPES];
    unpack(s->supply[s->mover], supply);
    unpack(s->reserve, reserve);
    int left = actions_left(s);
    for (int i = 0; i < PL_SLOTS; i++) {
        pl_plan plan;
        uint32_t open = open_of(s, i);
        int limit = left < OWN_LIMIT ? left : OWN_LIMIT;
        if (!open || !pl_solve_actions(&r->pieces, open, supply, reserve, limit, &plan)) continue;
        double rate = gain_of(r, s, s->puzzle[s->mover][i] - 1, true) / plan.count;
        if (rate > best->rate) *best = (best_plan){rate, first_step(&plan, i)};
    }
}

static void consider_offers(const pl_rules *r, const pl_state *s, best_plan *best) {
    int supply[PL_SHAPES];
    int reserve[PL_SHAPES];
    action takes[16];
    unpack(s->supply[s->mover], supply);
    unpack(s->reserve, reserve);
    int left = actions_left(s) - 1;
    int n = pl_list_takes(s, takes);
    for (int i = 0; i < n && left > 0; i++) {
        pl_plan plan;
        if (pl_kind(takes[i]) != PL_TAKE) continue;
        int puzzle = s->row[pl_a(takes[i])] - 1;
        uint32_t open = ~r->set.puzzle[puzzle].image & PL_FULL;
        int limit = left < OFFER_LIMIT ? left : OFFER_LIMIT;
        if (!pl_solve_actions(&r->pieces, open, supply, reserve, limit, &plan)) continue;
        double rate = gain_of(r, s, puzzle, false) / (plan.count + 1);
        if (rate > best->rate) *best = (best_plan){rate, takes[i]};
    }
}

/* A placement on a slot that belongs to a filling with the pieces at hand; ACTION_NONE if there is
 * none. */
static action ready_placement(const pl_rules *r, const pl_state *s, int slot) {
    int supply[PL_SHAPES];
    pl_filling f;
    uint32_t open = open_of(s, slot);
    unpack(s->supply[s->mover], supply);
    if (!open || !pl_fill(&r->pieces, open, supply, &f) || !f.count) return ACTION_NONE;
    return pl_make(PL_JOIN, (unsigned)slot, f.config[0]);
}

/* Starts a master if two slots are ready. */
static action start_master(const pl_rules *r, const pl_state *s) {
    if (s->flags & PL_MASTER_USED) return ACTION_NONE;
    for (int i = 0; i + 1 < PL_SLOTS; i++) {
        action first = ready_placement(r, s, i);
        if (first == ACTION_NONE) continue;
        pl_state after = *s;
        pl_move(r, &after, first);
        for (int k = i + 1; k < PL_SLOTS; k++)
            if (ready_placement(r, &after, k) != ACTION_NONE) return first;
    }
    return ACTION_NONE;
}

static action go_on(const pl_rules *r, const pl_state *s) {
    int slot = PL_SLOTS;
    while (slot > 0 && !s->placed[slot - 1]) slot--;
    for (; slot < PL_SLOTS; slot++) {
        action a = ready_placement(r, s, slot);
        if (a != ACTION_NONE) return a;
    }
    return pl_make(PL_JOINED, 0, 0);
}

action pl_best_touch(const pl_rules *r, const pl_state *s, int max_cells) {
    uint32_t open[PL_SLOTS];
    int points[PL_SLOTS];
    int supply[PL_SHAPES];
    bool any = false;
    for (int i = 0; i < PL_SLOTS; i++) {
        open[i] = open_of(s, i);
        if (__builtin_popcount(open[i]) > max_cells) open[i] = 0;
        points[i] = open[i] ? r->set.puzzle[s->puzzle[s->mover][i] - 1].points : 0;
        any |= points[i] > 0;
    }
    if (!any) return pl_make(PL_ENDFT, 0, 0);
    pl_touches best;
    unpack(s->supply[s->mover], supply);
    pl_touch(&r->pieces, (pl_unfinished){PL_SLOTS, open, points}, supply, r->ft_points, &best);
    if (!best.count) return pl_make(PL_ENDFT, 0, 0);
    return pl_make(PL_PLACE, best.at[0].puzzle, best.at[0].config);
}

/* The open cells of a slot if touches can complete it without a loss of points. A touch that neither
 * wins nor loses a point counts: finished puzzles break ties. */
static uint32_t payable(const pl_rules *r, const pl_state *s, int slot, int cells_at_hand) {
    uint32_t open = open_of(s, slot);
    if (!open || __builtin_popcount(open) > cells_at_hand) return 0;
    int puzzle = s->puzzle[s->mover][slot] - 1;
    int saved = r->set.puzzle[puzzle].points * (r->ft_points ? 2 : 1);
    return pl_need_min(&r->needs->of[puzzle], open) <= saved ? open : 0;
}

static int cells_at_hand(const pl_state *s) {
    int n = 0;
    for (int i = 0; i < PL_SHAPES; i++)
        n += (int)pl_count(s->supply[s->mover], i) * pl_shape_level(i);
    return n;
}

/* The touches of the mover; false where they take too long to find. */
static bool plan_touches(const pl_rules *r, const pl_state *s, pl_touches *out) {
    uint32_t open[PL_SLOTS];
    int points[PL_SLOTS];
    int supply[PL_SHAPES];
    int cells = cells_at_hand(s);
    bool any = false;
    for (int i = 0; i < PL_SLOTS; i++) {
        open[i] = payable(r, s, i, cells);
        if (__builtin_popcount(open[i]) > FINISH_CELLS) return false;
        points[i] = open[i] ? r->set.puzzle[s->puzzle[s->mover][i] - 1].points : 0;
        any |= open[i] != 0;
    }
    out->count = 0;
    if (!any) return true;
    unpack(s->supply[s->mover], supply);
    pl_touch(&r->pieces, (pl_unfinished){PL_SLOTS, open, points}, supply, r->ft_points, out);
    return true;
}

bool pl_finish(const rules *head, void *state) {
    const pl_rules *r = pl_of(head);
    pl_state *s = state;
    pl_state played = *s;
    if (s->phase != PL_FT) return false;
    while (played.phase == PL_FT) {
        pl_touches plan;
        if (!plan_touches(r, &played, &plan)) return false;
        for (int i = 0; i < plan.count; i++)
            pl_move(r, &played, pl_make(PL_PLACE, plan.at[i].puzzle, plan.at[i].config));
        pl_move(r, &played, pl_make(PL_ENDFT, 0, 0));
    }
    *s = played;
    return true;
}

/* Nothing can be planned: pieces help most, then puzzles; what is left is any action. */
static action fallback(const pl_rules *r, const pl_state *s, rng *g) {
    action list[4096];
    int n = pl_list_exchanges(r, s, list);
    for (int i = 0; i < n; i++)
        if (pl_kind(list[i]) == PL_BASIC) return list[i];
    n = pl_legal(&r->head, s, NULL, list);
    return list[rng_below(g, (uint64_t)n)];
}

action pl_greedy(const rules *head, const void *state, const trail *t, rng *g) {
    const pl_rules *r = pl_of(head);
    const pl_state *s = state;
    action list[16];
    if (s->rewards) { /* the largest piece */
        int n = pl_legal(head, s, t, list);
        int best = 0;
        for (int i = 1; i < n; i++)
            if (pl_shape_level((int)pl_a(list[i])) > pl_shape_level((int)pl_a(list[best])))
                best = i;
        return list[best];
    }
    if (s->chain == PL_RECYCLE) return pl_list_puts(s, list) ? list[0] : ACTION_NONE;
    if (s->chain == PL_MASTER) return go_on(r, s);
    if (s->phase == PL_FT) return pl_best_touch(r, s, PL_CELLS);
    action master = start_master(r, s);
    if (master != ACTION_NONE) return master;
    best_plan best = {0, ACTION_NONE};
    consider_own(r, s, &best);
    consider_offers(r, s, &best);
    return best.step != ACTION_NONE ? best.step : fallback(r, s, g);
}
