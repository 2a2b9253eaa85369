#include "games/project_l/project_l_bounds.h"

#include "games/project_l/project_l_rules.h"

/* A bound holds whatever the players do, sensible or not. Before the trigger a player can win what
 * is on the table, in the decks and in their own slots; after it only as many puzzles as they have
 * actions to take them; in finishing touches those they hold. They can lose the points of four
 * puzzles and a point for every piece placed in finishing touches. */

/* Points of puzzles, the highest first. */
typedef struct heap {
    int count;
    uint8_t points[PL_MAX_PUZZLES];
} heap;

static void add(heap *h, int points) {
    int at = h->count++;
    for (; at > 0 && h->points[at - 1] < points; at--) h->points[at] = h->points[at - 1];
    h->points[at] = (uint8_t)points;
}

/* The first ones of another heap, at most so many. */
static void add_top(heap *h, const heap *from, int max) {
    for (int i = 0; i < from->count && i < max; i++) add(h, from->points[i]);
}

static int sum_top(const heap *h, int max) {
    int sum = 0;
    for (int i = 0; i < h->count && i < max; i++) sum += h->points[i];
    return sum;
}

/* The puzzles of a colour that can still be taken. */
static void list_free(const pl_rules *r, const pl_state *s, int colour, heap *out) {
    heap unseen = {0};
    for (int i = colour * PL_ROW; i < (colour + 1) * PL_ROW; i++)
        if (s->row[i]) add(out, r->set.puzzle[s->row[i] - 1].points);
    for (int i = 0; i < s->length[colour]; i++)
        add(out, r->set.puzzle[s->order[pl_part(s, colour) + i]].points);
    for (uint64_t set = s->unseen & r->colour[colour]; set; set &= set - 1)
        add(&unseen, r->set.puzzle[__builtin_ctzll(set)].points);
    add_top(out, &unseen, s->unknown[colour]);
}

/* Pieces of a player, those on puzzles included. */
static int pieces_of(const pl_state *s, int p) {
    unsigned n = 0;
    for (int k = 0; k < PL_SHAPES; k++) {
        n += pl_count(s->supply[p], k);
        for (int i = 0; i < PL_SLOTS; i++) n += pl_used(s->used[p][i], k);
    }
    return (int)n;
}

/* Turns and actions a player has before the finishing touches, the present one included. */
static int turns_left(const pl_state *s, int p) {
    return (p >= s->mover) + !(s->flags & PL_LAST_ROUND);
}

static int actions_left(const pl_state *s, int p) {
    int missed = p == s->mover ? PL_ACTIONS - s->actions : 0;
    return PL_ACTIONS * turns_left(s, p) - missed;
}

/* Finishing touches: a puzzle costs its points unless its cells are covered, for a
 * point a piece. */
static void bound_touches(const pl_rules *r, const pl_state *s, int p, int32_t *low,
                          int32_t *high) {
    int pieces = 0;
    int cells = 0;
    for (int k = 0; k < PL_SHAPES; k++) pieces += (int)pl_count(s->supply[p], k);
    for (int i = 0; i < PL_SLOTS; i++) {
        uint32_t open = ~s->image[p][i] & PL_FULL;
        if (!s->puzzle[p][i] || !open) continue;
        int puzzle = s->puzzle[p][i] - 1;
        int points = r->set.puzzle[puzzle].points;
        int best = (r->ft_points ? points : 0) - pl_need_min(&r->needs->of[puzzle], open);
        *low -= points;
        *high += p >= s->mover && best > -points ? best : -points;
        cells += __builtin_popcount(open);
    }
    if (p >= s->mover) *low -= pieces < cells ? pieces : cells;
}

/* Before: `free_points` are what can be taken, and once the end is triggered `takes` at most. A
 * puzzle that is complete but not settled cannot be lost any more. */
static void bound_play(const pl_rules *r, const pl_state *s, int p, const heap *free_points,
                       int32_t *low, int32_t *high) {
    heap worst = {0};
    bool late = s->phase == PL_E;
    int actions = late ? actions_left(s, p) : PL_MAX_PUZZLES;
    for (int i = 0; i < PL_SLOTS; i++) {
        if (!s->puzzle[p][i]) continue;
        int points = r->set.puzzle[s->puzzle[p][i] - 1].points;
        *high += points;
        add(&worst, points);
    }
    if (s->apart && p == s->mover) *high += r->set.puzzle[s->apart - 1].points;
    *high += sum_top(free_points, actions);
    add_top(&worst, free_points, actions);
    int touches = PL_SLOTS * PL_CELLS;
    int pieces = pieces_of(s, p) + PL_SLOTS * (actions + 1); /* no action brings more than four */
    *low -= sum_top(&worst, PL_SLOTS) + (late && pieces < touches ? pieces : touches);
}

void pl_bounds(const rules *head, const void *state, int32_t *low, int32_t *high) {
    const pl_rules *r = pl_of(head);
    const pl_state *s = state;
    heap white = {0};
    heap black = {0};
    list_free(r, s, PL_WHITE, &white);
    list_free(r, s, PL_BLACK, &black);
    for (int p = 0; p < head->players; p++) {
        low[p] = high[p] = s->score[p];
        if (s->phase == PL_F) continue;
        if (s->phase == PL_FT) {
            bound_touches(r, s, p, &low[p], &high[p]);
            continue;
        }
        heap all = white; /* after the trigger a turn may take one black puzzle */
        add_top(&all, &black, s->phase == PL_E ? turns_left(s, p) : black.count);
        bound_play(r, s, p, &all, &low[p], &high[p]);
    }
}
