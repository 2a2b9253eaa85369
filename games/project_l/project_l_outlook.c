#include "games/project_l/project_l_outlook.h"

/* A player holds four puzzles at most, so every set of them that can be finished in time is tried.
 * They are finished one after the other, each with all pieces: a completed puzzle gives its pieces
 * back. The rest may be completed by finishing touches as far as there are pieces, or is lost. */

/* Actions that masters save on the puzzles of a set: each places a piece on all that still lack one,
 * as far as there are pieces. */
static int saved_by_masters(const pl_held *h, unsigned set) {
    int saved = 0;
    for (int k = 0; k < h->masters; k++) {
        int joined = 0;
        for (unsigned rest = set; rest; rest &= rest - 1)
            joined += h->need[__builtin_ctz(rest)].actions > k;
        if (joined > h->pieces) joined = h->pieces;
        if (joined > 1) saved += joined - 1;
    }
    return saved;
}

/* The puzzles outside `done`, with `spare` actions: the cheapest touches first. */
static int touch_rest(const pl_held *h, unsigned done, int spare, bool touches, int *used) {
    int points = 0;
    int pieces = h->pieces;
    int joined = done ? h->masters : 0; /* placements next to those on finished puzzles */
    unsigned open = ((1u << h->count) - 1) & ~done;
    *used = 0;
    while (open) {
        int next = __builtin_ctz(open);
        for (int i = next + 1; i < h->count; i++)
            if (open >> i & 1 && h->need[i].ready < h->need[next].ready) next = i;
        open &= ~(1u << next);
        int ready = h->need[next].ready;
        int cost =
            ready > spare + joined ? ready - spare - joined : 0; /* an action costs nothing */
        if (!touches || ready > pieces || ready >= PL_NEED_FAR || cost >= 2 * h->points[next]) {
            points -= h->points[next];
            continue;
        }
        points += h->points[next] - cost;
        pieces -= ready;
        int by_actions = ready - cost > joined ? ready - cost - joined : 0;
        joined = 0;
        *used += by_actions;
        spare -= by_actions;
    }
    return points;
}

static pl_outlook with_done(const pl_held *h, unsigned done, int spare, bool touches) {
    pl_outlook o = {0};
    int used;
    for (unsigned set = done; set; set &= set - 1) o.points += h->points[__builtin_ctz(set)];
    o.points += touch_rest(h, done, spare, touches, &used);
    o.spare = spare - used;
    return o;
}

static bool is_better(const pl_outlook *a, const pl_outlook *b) {
    return a->points != b->points ? a->points > b->points : a->spare > b->spare;
}

pl_outlook pl_outlook_of(const pl_held *h, int actions, bool touches) {
    pl_outlook best = with_done(h, 0, actions, touches);
    for (unsigned done = 1; done < 1u << h->count; done++) {
        int spare = actions + saved_by_masters(h, done);
        for (unsigned set = done; set; set &= set - 1) spare -= h->need[__builtin_ctz(set)].actions;
        if (spare < 0) continue;
        pl_outlook o = with_done(h, done, spare, touches);
        if (is_better(&o, &best)) best = o;
    }
    return best;
}
