#include "search/solve/solve_graph.h"

/* How far the end of a proven win is, on the graph: tokens to it when the winner hurries and the
 * loser holds out. Play may go in cycles there, so the line of a win must be led by the distance,
 * or it might never arrive.
 *
 * Every distance starts as endless, but 0 where the winner has won, and comes down sweep by sweep:
 * the winner takes the nearest child, the loser the farthest. Each token costs 1, so from above
 * there is one place to come to rest: the distance that both can enforce. Only for two players
 * without chance. */

#include <assert.h>
#include <string.h>

enum { ENDLESS = UINT32_MAX / 2, CHECK_EVERY = 1 << 14 };

bool solve_graph_has_chance(const graph *g) {
    for (uint32_t i = 0; i < g->count; i++)
        if (g->actor[i] == ACTOR_CHANCE) return true;
    return false;
}

static uint32_t along(const graph *g, const uint32_t *distance, uint32_t edge) {
    uint32_t to = g->target[edge];
    return distance[to] >= ENDLESS ? ENDLESS : distance[to] + !g->inside[to];
}

/* The edge that best play takes, and the distance along it. */
static uint32_t best_edge(const graph *g, const uint32_t *distance, uint32_t node, int winner,
                          uint32_t *best) {
    bool hunts = g->actor[node] == winner;
    uint32_t chosen = g->edge[node];
    *best = along(g, distance, chosen);
    for (uint32_t e = chosen + 1; e < g->edge[node + 1]; e++) {
        uint32_t d = along(g, distance, e);
        if (hunts ? d >= *best : d <= *best) continue;
        *best = d;
        chosen = e;
    }
    return chosen;
}

const uint32_t *solve_graph_distances(graph *g, int winner) {
    assert(g->s->zero_sum && (winner == 0 || winner == 1) && !solve_graph_has_chance(g));
    uint32_t *distance = g->spare + (size_t)winner * g->count;
    uint64_t work = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        const double *v = solve_graph_value(g, i); /* bounds of the first player's value */
        bool won = winner == 0 ? v[0] >= 1 : v[1] <= 0;
        distance[i] = g->actor[i] == ACTOR_NONE && won ? 0 : ENDLESS;
    }
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t i = g->count; i-- > 0;) {
            uint32_t d;
            if (g->actor[i] == ACTOR_NONE) continue;
            (void)best_edge(g, distance, i, winner, &d);
            assert(d <= distance[i]); /* distances only come down */
            moved |= d < distance[i];
            distance[i] = d;
            if (++work % CHECK_EVERY) continue;
            if (search_expired(g->s->job->control, clock_now_ns())) return NULL;
        }
    }
    return distance;
}

uint32_t solve_graph_nearest(const graph *g, const uint32_t *distance, uint32_t node, int winner) {
    uint32_t d;
    return best_edge(g, distance, node, winner, &d) - g->edge[node];
}
