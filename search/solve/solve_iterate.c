#include "search/solve/solve_graph.h"

/* Values of all nodes of a graph, exact to about 1e-11, also where play can go in cycles.
 *
 * 1. The strongly connected components are found (Tarjan 1972); they come out so that everything a
 *    component leads to is finished before it (topological value iteration: Dai and Goldsmith
 *    2007). A node on no cycle is evaluated once.
 * 2. A component with cycles is swept, later nodes first and each using what the sweep has found
 *    already (Gauss-Seidel), until it is settled.
 *
 * Two players, zero sum: a node holds two numbers, a value that the first player is sure of and one
 * that they cannot exceed. They start at the worst and the best there is. A sweep keeps them
 * bounds: maximum, minimum and average of bounds are bounds. They only ever close in, so they
 * converge, and what they enclose is the value whatever one thinks of play that never ends. Where
 * they meet, the value is proven; where endless play can be forced they do not, and the value is
 * open. How fast: each sweep plays an entire turn, so a gap shrinks by the probability that play
 * returns to the component, in pig by at most 0.8.
 *
 * Otherwise (max^n): a node holds the players' values and the probability that the game ends, all
 * starting at 0, and the player to act takes the child best for himself, the first of equals. When
 * that probability has reached 1 everywhere and nothing changes any more, the values are those of
 * strategies from which no player gains by departing: an equilibrium (there may be others). */

#include <assert.h>
#include <string.h>

static const double settled = 1e-13; /* of a gap, or of a change */

enum { MAX_SWEEPS = 1000000, CHECK_EVERY = 1 << 14 };

void solve_graph_first_value(graph *g, uint32_t node, const double *fixed) {
    const solver *s = g->s;
    double *v = solve_graph_value(g, node);
    if (s->zero_sum) {
        v[0] = fixed ? fixed[0] : (double)s->floor / SOLVE_ONE;
        v[1] = fixed ? fixed[0] : (double)s->ceiling / SOLVE_ONE;
        return;
    }
    for (int i = 0; i < s->players; i++) v[i] = fixed ? fixed[i] : 0;
    v[s->players] = fixed ? 1 : 0;
}

bool solve_graph_read(const graph *g, uint32_t node, double *values) {
    const solver *s = g->s;
    const double *v = solve_graph_value(g, node);
    if (s->zero_sum) {
        values[0] = (v[0] + v[1]) / 2;
        values[1] = 1 - values[0];
        return v[1] - v[0] < 1e-9;
    }
    bool ends = v[s->players] > 1 - 1e-9;
    for (int i = 0; i < s->players; i++) values[i] = ends ? v[i] : solve_even(s);
    return ends;
}

/* --- one node --- */

static uint32_t stride_of(const graph *g, uint32_t node) {
    return g->weighted[node] ? 2 : 1;
}

uint32_t solve_graph_choice(const graph *g, uint32_t node) {
    int actor = g->actor[node];
    bool bounds = g->s->zero_sum;
    uint32_t best = 0;
    double max = 0;
    for (uint32_t e = g->edge[node]; e < g->edge[node + 1]; e++) {
        const double *v = solve_graph_value(g, g->target[e]);
        double own = !bounds ? v[actor] : actor == 0 ? v[0] + v[1] : -v[0] - v[1];
        if (e > g->edge[node] && own <= max + 1e-14) continue;
        max = own;
        best = e - g->edge[node];
    }
    return best;
}

static void average(const graph *g, uint32_t node, double *out) {
    uint32_t stride = stride_of(g, node);
    double total = 0;
    for (int i = 0; i < g->width; i++) out[i] = 0;
    for (uint32_t e = g->edge[node]; e < g->edge[node + 1]; e += stride) {
        float weight = 1;
        if (stride == 2) memcpy(&weight, &g->target[e + 1], sizeof weight);
        const double *v = solve_graph_value(g, g->target[e]);
        total += (double)weight;
        for (int i = 0; i < g->width; i++) out[i] += (double)weight * v[i];
    }
    assert(total > 0);
    for (int i = 0; i < g->width; i++) out[i] /= total;
}

/* The same for the case that matters most: bounds, and a fair die. */
static void average_bounds(const graph *g, uint32_t node, double *out) {
    uint32_t from = g->edge[node];
    uint32_t to = g->edge[node + 1];
    double min = 0;
    double max = 0;
    for (uint32_t e = from; e < to; e++) {
        const double *v = g->value + (size_t)2 * g->target[e];
        min += v[0];
        max += v[1];
    }
    out[0] = min / (to - from);
    out[1] = max / (to - from);
}

static void evaluate(const graph *g, uint32_t node, double *out) {
    if (g->actor[node] == ACTOR_CHANCE && (g->weighted[node] || g->width != 2)) {
        average(g, node, out);
        return;
    }
    if (g->actor[node] == ACTOR_CHANCE) {
        average_bounds(g, node, out);
        return;
    }
    uint32_t e = g->edge[node];
    if (!g->s->zero_sum) {
        const double *v = solve_graph_value(g, g->target[e + solve_graph_choice(g, node)]);
        memcpy(out, v, (size_t)g->width * sizeof *out);
        return;
    }
    double sign = g->actor[node] == 0 ? 1 : -1;
    const double *v = solve_graph_value(g, g->target[e]);
    out[0] = v[0];
    out[1] = v[1];
    for (e++; e < g->edge[node + 1]; e++) {
        v = solve_graph_value(g, g->target[e]);
        if (sign * v[0] > sign * out[0]) out[0] = v[0];
        if (sign * v[1] > sign * out[1]) out[1] = v[1];
    }
}

/* --- components --- */

typedef struct sweep {
    double change; /* the largest of this sweep */
    double open;   /* the largest gap between bounds, or chance of not ending */
} sweep;

static void sweep_node(const graph *g, uint32_t node, sweep *w) {
    double found[GAME_MAX_PLAYERS + 1] = {0};
    double *v = solve_graph_value(g, node);
    if (g->s->zero_sum && v[1] - v[0] <= 0) return; /* bounds that have met stay */
    evaluate(g, node, found);
    for (int i = 0; i < g->width; i++) {
        assert(found[i] == found[i]); /* a number */
        double change = found[i] > v[i] ? found[i] - v[i] : v[i] - found[i];
        if (change > w->change) w->change = change;
        v[i] = found[i];
    }
    double open = g->s->zero_sum ? v[1] - v[0] : 1 - v[g->width - 1];
    if (open > w->open) w->open = open;
}

static bool out_of_time(graph *g, uint64_t work) {
    if (work % CHECK_EVERY) return false;
    if (search_expired(g->s->job->control, clock_now_ns())) g->l->halt = HALT_LIMIT;
    return g->l->halt != HALT_NONE;
}

/* A component of max^n that keeps changing has no value that we could prove. */
static void give_up(const graph *g, const uint32_t *node, uint32_t n) {
    for (uint32_t i = 0; i < n && !g->s->zero_sum; i++)
        solve_graph_value(g, node[i])[g->width - 1] = 0;
}

static bool resolve(graph *g, const uint32_t *node, uint32_t n, uint64_t *work) {
    for (int k = 0; k < MAX_SWEEPS; k++) {
        sweep w = {0};
        for (uint32_t i = n; i-- > 0;) {
            sweep_node(g, node[i], &w);
            if (out_of_time(g, ++*work)) return false;
        }
        bool closed = g->s->zero_sum ? w.open <= settled : w.open <= 10 * settled;
        if (g->s->zero_sum && closed) return true;
        /* Nothing moves: settled, or open for good. */
        if (w.change <= (closed ? settled : settled / 1000)) return true;
    }
    give_up(g, node, n);
    return true;
}

static bool leads_to_itself(const graph *g, uint32_t node) {
    for (uint32_t e = g->edge[node]; e < g->edge[node + 1]; e += stride_of(g, node))
        if (g->target[e] == node) return true;
    return false;
}

/* Whether the node's value follows from those it leads to. Endless play leaves it open. */
static bool value_holds(const graph *g, uint32_t node) {
    double again[GAME_MAX_PLAYERS + 1] = {0};
    double known[GAME_MAX_PLAYERS];
    const double *v = solve_graph_value(g, node);
    if (g->actor[node] == ACTOR_NONE || !solve_graph_read(g, node, known)) return true;
    evaluate(g, node, again);
    for (int i = 0; i < g->width; i++)
        if (!(again[i] - v[i] < 1e-8 && v[i] - again[i] < 1e-8)) return false;
    return true;
}

bool solve_graph_values_check(const graph *g) {
    for (uint32_t i = 0; i < g->count; i++)
        if (!value_holds(g, i)) return false;
    return true;
}

/* --- Tarjan's algorithm without recursion --- */

typedef struct tarjan {
    uint32_t *number; /* 0: not seen */
    uint32_t *low;    /* UINT32_MAX: its component is complete */
    uint32_t *stack;  /* nodes whose component is open */
    uint32_t *path;   /* the nodes of the current path */
    uint32_t *cursor; /* the next edge to follow */
    uint32_t seen, stacked, depth;
    uint64_t work;
} tarjan;

static void enter(const graph *g, tarjan *t, uint32_t node) {
    t->number[node] = t->low[node] = ++t->seen;
    t->cursor[node] = g->edge[node];
    t->stack[t->stacked++] = node;
    t->path[t->depth++] = node;
}

/* Follows the next edge of the node on top; false when all have been followed. */
static bool go_down(const graph *g, tarjan *t, uint32_t node) {
    while (t->cursor[node] < g->edge[node + 1]) {
        uint32_t next = g->target[t->cursor[node]];
        t->cursor[node] += stride_of(g, node);
        if (!t->number[next]) {
            enter(g, t, next);
            return true;
        }
        if (t->low[next] != UINT32_MAX && t->number[next] < t->low[node])
            t->low[node] = t->number[next];
    }
    return false;
}

/* All edges of the node are done: its component may be complete, and is then solved. */
static bool go_up(graph *g, tarjan *t, uint32_t node) {
    t->depth--;
    uint32_t parent = t->depth ? t->path[t->depth - 1] : node;
    if (t->low[node] < t->number[node]) {
        if (t->low[node] < t->low[parent]) t->low[parent] = t->low[node];
        return true;
    }
    uint32_t from = t->stacked;
    do t->low[t->stack[--from]] = UINT32_MAX;
    while (t->stack[from] != node);
    uint32_t n = t->stacked - from;
    t->stacked = from;
    if (g->actor[node] == ACTOR_NONE) return true;
    if (n > 1 || leads_to_itself(g, node)) return resolve(g, t->stack + from, n, &t->work);
    sweep once = {0};
    sweep_node(g, node, &once);
    return !out_of_time(g, ++t->work);
}

bool solve_graph_iterate(graph *g) {
    uint32_t n = g->count;
    tarjan t = {.number = g->spare,
                .low = g->spare + n,
                .stack = g->spare + (size_t)2 * n,
                .path = g->spare + (size_t)3 * n,
                .cursor = g->spare + (size_t)4 * n};
    memset(t.number, 0, n * sizeof *t.number);
    for (uint32_t root = 0; root < n; root++) {
        if (t.number[root]) continue;
        enter(g, &t, root);
        while (t.depth) {
            uint32_t node = t.path[t.depth - 1];
            if (!go_down(g, &t, node) && !go_up(g, &t, node)) return false;
        }
    }
    assert(t.stacked == 0 && t.seen == n);
    assert(solve_graph_values_check(g));
    return true;
}
