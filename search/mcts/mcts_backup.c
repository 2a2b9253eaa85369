#include <math.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/game/game_hints.h"
#include "search/mcts/mcts_walker.h"

/* Backup. Each node on the path takes the value of the leaf into its mean; where positions share
 * nodes, means are made again from the children instead, as a child may have learned more elsewhere
 * (Czech et al. 2020). In addition to the mean a node keeps bounds, low and high for each player:
 * what is proven (MCTS-Solver, Winands et al. 2008, with score bounds, Cazenave and Saffidine
 * 2010). A decision takes the best of its children for who decides, and of the others' whatever a
 * sensible choice may leave them; chance the weighted sum. And it keeps an implicit value, the
 * minimax value of the evaluations below (Lanctot et al. 2014). */

/* --- bounds --- */

static void set_bounds(const mcts_tree *t, mcts_node *n, int i, double low, double high) {
    assert(low <= high + 1e-4); /* sums of floats are rounded */
    RELAXED_STORE(mcts_v(t, n, V_LOW, i), (float)low);
    RELAXED_STORE(mcts_v(t, n, V_HIGH, i), (float)high);
}

/* Points on the table bound what points games can still bring. */
static void bound_by_points(mcts_walker *w, mcts_node *n) {
    const mcts *m = w->m;
    int32_t low[GAME_MAX_PLAYERS];
    int32_t high[GAME_MAX_PLAYERS];
    m->r->hints->bounds(m->r, w->scratch.state, low, high);
    for (int i = 0; i < m->width; i++)
        set_bounds(w->tree, n, i, (low[i] - m->scale.low) / m->scale.span,
                   (high[i] - m->scale.low) / m->scale.span);
}

bool mcts_foresee(mcts_walker *w, bool want_ranks, game_result *res) {
    const mcts *m = w->m;
    if (!m->r->hints->finish) return false;
    memcpy(w->scratch.other, w->scratch.state, m->r->state_size);
    if (!m->r->hints->finish(m->r, w->scratch.other)) return false;
    result_read(res, m->r, w->scratch.other, want_ranks);
    return true;
}

bool mcts_bound_node(mcts_walker *w, mcts_node *n) {
    const mcts *m = w->m;
    game_result res;
    double value[GAME_MAX_PLAYERS];
    if (n->actor == ACTOR_NONE) {
        result_read(&res, m->r, w->scratch.state, false);
    } else if (!m->solver || !mcts_foresee(w, false, &res)) {
        if (m->solver && m->scale.objective == OBJECTIVE_POINTS) bound_by_points(w, n);
        return false;
    }
    mcts_result_value(m, &res, value);
    for (int i = 0; i < m->width; i++) {
        set_bounds(w->tree, n, i, value[i], value[i]);
        RELAXED_STORE(mcts_v(w->tree, n, V_IMPLICIT, i), (float)value[i]);
    }
    return true;
}

/* Bounds of a node in the making. */
typedef struct bounds {
    float low[GAME_MAX_PLAYERS], high[GAME_MAX_PLAYERS];
} bounds;

static void child_bounds(const mcts *m, const mcts_tree *t, const mcts_edge *e, bounds *out) {
    const mcts_node *c = mcts_child(t, e);
    int w = t->shape.width;
    for (int i = 0; i < w; i++) {
        out->low[i] = c ? RELAXED_LOAD(&c->v[V_LOW * w + i]) : m->low;
        out->high[i] = c ? RELAXED_LOAD(&c->v[V_HIGH * w + i]) : m->high;
    }
}

/* For width 1 seat 1 decides with the sign turned: the least of player 0's bounds. */
static void decide_single(const mcts *m, const mcts_tree *t, mcts_node *n, bounds *out) {
    bool max = n->actor == 0;
    bool first = true;
    MCTS_EDGES(t, n, it) {
        mcts_edge *e = it.edge;
        bounds c = {{0}, {0}};
        child_bounds(m, t, e, &c);
        if (first || (max ? c.low[0] > out->low[0] : c.low[0] < out->low[0]))
            out->low[0] = c.low[0];
        if (first || (max ? c.high[0] > out->high[0] : c.high[0] < out->high[0]))
            out->high[0] = c.high[0];
        first = false;
    }
    if (!mcts_has_more(n)) return;
    if (max)
        out->high[0] = m->high;
    else
        out->low[0] = m->low;
}

/* Several players: the decider gets the best; the others anything that one of the choices which may
 * still be the best leaves them. */
static void decide_several(const mcts *m, const mcts_tree *t, mcts_node *n, bounds *out) {
    int a = n->actor;
    bounds c = {{0}, {0}};
    out->low[a] = m->low;
    out->high[a] = mcts_has_more(n) ? m->high : m->low;
    MCTS_EDGES(t, n, it) {
        mcts_edge *e = it.edge;
        child_bounds(m, t, e, &c);
        if (c.low[a] > out->low[a]) out->low[a] = c.low[a];
        if (c.high[a] > out->high[a]) out->high[a] = c.high[a];
    }
    for (int i = 0; i < t->shape.width; i++) {
        if (i == a) continue;
        out->low[i] = mcts_has_more(n) ? m->low : m->high;
        out->high[i] = mcts_has_more(n) ? m->high : m->low;
    }
    MCTS_EDGES(t, n, it) {
        mcts_edge *e = it.edge;
        child_bounds(m, t, e, &c);
        if (c.high[a] < out->low[a]) continue;
        for (int i = 0; i < t->shape.width; i++) {
            if (i == a) continue;
            if (c.low[i] < out->low[i]) out->low[i] = c.low[i];
            if (c.high[i] > out->high[i]) out->high[i] = c.high[i];
        }
    }
}

/* The sums, and whether all children are exact: then so is the node, whatever rounding did. Where
 * the margin counts, a chance to lose is no win, though the margins of the wins may make up for it,
 * and a chance to win is no loss. */
static void average_chance(const mcts *m, const mcts_tree *t, mcts_node *n, bounds *out) {
    const float nearly = 1e-6F;
    double low[GAME_MAX_PLAYERS] = {0};
    double high[GAME_MAX_PLAYERS] = {0};
    bool exact = true;
    unsigned doubt = 0;   /* players who have not won with all outcomes */
    unsigned chances = 0; /* and who have not lost */
    MCTS_EDGES(t, n, it) {
        mcts_edge *e = it.edge;
        bounds c = {{0}, {0}};
        double p = (double)mcts_probability(n, e);
        child_bounds(m, t, e, &c);
        for (int i = 0; i < t->shape.width; i++) {
            low[i] += p * (double)c.low[i];
            high[i] += p * (double)c.high[i];
            exact &= c.low[i] == c.high[i];
            doubt |= (unsigned)((double)c.low[i] < m->won) << i;
            chances |= (unsigned)((double)c.high[i] > m->lost) << i;
        }
    }
    for (int i = 0; i < t->shape.width; i++) {
        out->low[i] = (float)low[i];
        out->high[i] = exact ? (float)low[i] : (float)high[i];
        if (m->margin <= 0) continue;
        if (doubt >> i & 1 && low[i] >= m->won) out->low[i] = (float)m->won - nearly;
        if (chances >> i & 1 && (double)out->high[i] <= m->lost)
            out->high[i] = (float)m->lost + nearly;
        if (exact && doubt >> i & 1 && low[i] >= m->won) out->high[i] = out->low[i];
        if (exact && chances >> i & 1 && low[i] <= m->lost) out->low[i] = out->high[i];
    }
}

/* Prunes edges that another one is proven to equal or beat. */
static void prune_edges(const mcts *m, const mcts_tree *t, mcts_node *n) {
    int a = n->actor;
    float low = mcts_get(t, n, V_LOW, a);
    bool kept = false; /* one of those that reach the bound stays */
    MCTS_EDGES(t, n, it) {
        mcts_edge *e = it.edge;
        const mcts_node *c = mcts_child(t, e);
        float high = c ? mcts_get(t, c, V_HIGH, a) : m->high;
        if (high > low) continue;
        bool holder = !kept && c && mcts_get(t, c, V_LOW, a) >= low;
        kept |= holder;
        RELAXED_STORE(&e->pruned, !holder);
    }
}

/* Makes the bounds again from the children; true if they changed. */
static bool tighten(const mcts *m, const mcts_tree *t, mcts_node *n) {
    bounds b = {{0}, {0}};
    if (n->actor == ACTOR_CHANCE) {
        if (!(RELAXED_LOAD(&n->flags) & NODE_WEIGHTED)) return false;
        average_chance(m, t, n, &b);
    } else if (t->shape.width == 1) {
        decide_single(m, t, n, &b);
    } else {
        decide_several(m, t, n, &b);
    }
    bool changed = false;
    for (int i = 0; i < t->shape.width; i++) {
        /* Bounds only ever come closer: what points allow may be better than what the children say.
         */
        float low = RELAXED_LOAD(mcts_v(t, n, V_LOW, i));
        float high = RELAXED_LOAD(mcts_v(t, n, V_HIGH, i));
        if (b.low[i] > low) low = b.low[i];
        if (b.high[i] < high) high = b.high[i];
        changed |= low != RELAXED_LOAD(mcts_v(t, n, V_LOW, i)) ||
                   high != RELAXED_LOAD(mcts_v(t, n, V_HIGH, i));
        set_bounds(t, n, i, (double)low, (double)high);
    }
    if (n->actor >= 0) prune_edges(m, t, n);
    return changed;
}

/* --- implicit minimax --- */

/* Of a chance node with many outcomes: the average of what was drawn, of which one in `times` is
 * this child's. */
static void join_implicit(const mcts_tree *t, mcts_node *n, const mcts_node *child, float times) {
    int w = t->shape.width;
    for (int i = 0; i < w; i++) {
        _Atomic float *v = mcts_v(t, n, V_IMPLICIT, i);
        float old = RELAXED_LOAD(v);
        RELAXED_STORE(v, old + (RELAXED_LOAD(&child->v[V_IMPLICIT * w + i]) - old) / times);
    }
}

/* The best visited child's for who decides; at chance the average by visits. */
static void renew_implicit(const mcts_tree *t, mcts_node *n) {
    const mcts_node *best = NULL;
    double sum[GAME_MAX_PLAYERS] = {0};
    double visits = 0;
    float max = 0;
    int w = t->shape.width;
    MCTS_EDGES(t, n, it) {
        mcts_edge *e = it.edge;
        const mcts_node *c = mcts_child(t, e);
        if (!c) continue;
        if (n->actor >= 0) {
            float v = mcts_get(t, c, V_IMPLICIT, n->actor);
            if (!best || v > max) {
                best = c;
                max = v;
            }
            continue;
        }
        double k = (double)RELAXED_LOAD(&e->visits) + 1;
        visits += k;
        for (int i = 0; i < w; i++) sum[i] += k * (double)RELAXED_LOAD(&c->v[V_IMPLICIT * w + i]);
    }
    for (int i = 0; i < w; i++) {
        if (best)
            RELAXED_STORE(mcts_v(t, n, V_IMPLICIT, i), RELAXED_LOAD(&best->v[V_IMPLICIT * w + i]));
        else if (visits > 0)
            RELAXED_STORE(mcts_v(t, n, V_IMPLICIT, i), (float)(sum[i] / visits));
    }
}

/* --- means --- */

/* The average over the visits, of which one in `times` brings this value; the first to come back
 * founds it. */
static float join_mean(float old, float value, float times) {
    return old > VALUE_NONE ? old + (value - old) / times : value;
}

void mcts_take_value(const mcts_tree *t, mcts_node *n, const double *value, float times) {
    assert(times > 0);
    for (int i = 0; i < t->shape.width; i++) {
        _Atomic float *mean = mcts_v(t, n, V_MEAN, i);
        RELAXED_STORE(mean, join_mean(RELAXED_LOAD(mean), (float)value[i], times));
    }
}

void mcts_take_edge(const mcts_node *n, mcts_edge *e, double value, uint32_t ticket) {
    mcts_set_value(n, e, join_mean(mcts_value(n, e), (float)value, (float)ticket));
}

/* What a shared node's children say together. */
typedef struct child_sum {
    double value[GAME_MAX_PLAYERS], visits;
} child_sum;

static void add_child(const mcts_tree *t, const mcts_edge *e, double weight, child_sum *sum) {
    const mcts_node *c = mcts_child(t, e);
    int w = t->shape.width;
    if (!c) return;
    bool exact = mcts_solved(t, c);
    if (!exact && RELAXED_LOAD(&c->v[V_MEAN]) <= VALUE_NONE) return;
    sum->visits += weight;
    for (int i = 0; i < w; i++)
        sum->value[i] += weight * (double)RELAXED_LOAD(&c->v[(exact ? V_LOW : V_MEAN) * w + i]);
}

/* At chance each counts by its probability, as luck would even out in the end; at a decision as
 * often as its edge was taken. */
static void add_children(const mcts *m, const mcts_tree *t, const mcts_node *n, child_sum *sum) {
    bool weighted = RELAXED_LOAD(&n->flags) & NODE_WEIGHTED;
    bool sorted = m->priors && n->actor >= 0; /* after the first untouched edge all are */
    double total = RELAXED_LOAD(&n->visits);
    MCTS_EDGES(t, n, it) {
        const mcts_edge *e = it.edge;
        uint32_t visits = RELAXED_LOAD(&e->visits);
        if (!visits && sorted) break;
        if (!visits) continue;
        add_child(t, e, weighted ? total * (double)mcts_probability(n, e) : visits, sum);
    }
}

/* Whether a node's mean is computed from its children. Not where chance has many outcomes that
 * hardly ever come again: the average of what was drawn is as good, and takes one step instead of
 * one an outcome. */
static bool by_children(const mcts *m, const mcts_node *n) {
    return m->transpositions && !mcts_many_outcomes(n);
}

/* The node's own first value counts once and is not kept, so the old mean stands for it. */
static void recompute(const mcts *m, const mcts_tree *t, mcts_node *n) {
    child_sum sum = {{0}, 0};
    add_children(m, t, n, &sum);
    if (sum.visits <= 0) return;
    for (int i = 0; i < t->shape.width; i++) {
        _Atomic float *mean = mcts_v(t, n, V_MEAN, i);
        double own = (double)RELAXED_LOAD(mean);
        if (own <= (double)VALUE_NONE) own = sum.value[i] / sum.visits;
        RELAXED_STORE(mean, (float)((sum.value[i] + own) / (sum.visits + 1)));
    }
}

/* --- GRAVE --- */

static uint32_t *seen_slot(const mcts_walker *w, action step) {
    return &w->seen[hash_mix(step) % SEEN_SIZE];
}

/* That a player makes a step in this iteration. */
static uint32_t seen_mark(const mcts_walker *w, int actor) {
    return w->seen_stamp * GAME_MAX_PLAYERS + (uint32_t)actor;
}

/* The edges of a node whose steps were made later in this iteration, by the same player before any
 * other, learn how it went. Steps are added from the end, so that a node sees only what came after
 * it, and of several players the first. */
static void lend(mcts_walker *w, int depth, int *from, const double *value) {
    mcts_node *n = w->path[depth].node;
    if (n->actor < 0) return;
    while (*from > w->path[depth].made) {
        --*from;
        *seen_slot(w, w->made[*from].step) = seen_mark(w, w->made[*from].actor);
    }
    uint32_t mark = seen_mark(w, n->actor);
    MCTS_EDGES(w->tree, n, it) {
        mcts_edge *e = it.edge;
        if (*seen_slot(w, e->step) != mark) continue;
        mcts_amaf *a = mcts_amaf_of(e);
        uint32_t visits = RELAXED_LOAD(&a->visits) + 1;
        float mean = RELAXED_LOAD(&a->mean);
        RELAXED_STORE(&a->mean, mean + ((float)value[n->actor] - mean) / (float)visits);
        RELAXED_STORE(&a->visits, visits);
    }
}

/* --- all of it --- */

/* The value of the child for who decides: mean and implicit value mixed, exact where proven. */
static float blend(const mcts *m, const mcts_tree *t, const mcts_node *child, int actor) {
    float low = mcts_get(t, child, V_LOW, actor);
    float high = mcts_get(t, child, V_HIGH, actor);
    if (low == high) return low;
    float v = mcts_get(t, child, V_MEAN, actor);
    if (m->implicit > 0) {
        float a = (float)m->implicit;
        v = (1 - a) * v + a * mcts_get(t, child, V_IMPLICIT, actor);
    }
    return v < low ? low : v > high ? high : v;
}

static void back_edge(const mcts_walker *w, const path_step *at, const mcts_node *child,
                      const double *value) {
    int actor = at->node->actor;
    if (actor < 0) return; /* holds the probability */
    if (child)
        mcts_set_value(at->node, at->edge, blend(w->m, w->tree, child, actor));
    else /* no memory for a node: the edge keeps the average itself */
        mcts_take_edge(at->node, at->edge, value[actor], at->edge_ticket);
}

/* What a node on the path learns from below its edge: true if its bounds have moved. One in
 * `times` of its visits brings this. */
static bool learn(mcts_walker *w, int depth, const double *value, float times, bool proof) {
    const mcts *m = w->m;
    const path_step *at = &w->path[depth];
    const mcts_node *child = w->path[depth + 1].node;
    back_edge(w, at, child, value);
    if (proof) proof = tighten(m, w->tree, at->node);
    if (m->implicit <= 0 || !child) return proof;
    if (mcts_many_outcomes(at->node))
        join_implicit(w->tree, at->node, child, times);
    else
        renew_implicit(w->tree, at->node);
    return proof;
}

bool mcts_backup(mcts_walker *w, int top, const double *value) {
    const mcts *m = w->m;
    mcts_tree *t = w->tree;
    const mcts_node *leaf = w->path[w->depth].node;
    assert(top >= 0 && top <= w->depth && !w->path[w->depth].edge);
    bool proof = m->solver && leaf && mcts_solved(t, leaf);
    int lent = w->made_count;
    if (m->grave) w->seen_stamp++;
    for (int i = w->depth; i >= top; i--) {
        const path_step *at = &w->path[i];
        mcts_node *n = at->node;
        float times = (float)at->ticket;
        if (!n) continue; /* a leaf without a node */
        if (at->edge) proof = learn(w, i, value, times, proof);
        if (at->edge && m->grave) lend(w, i, &lent, value);
        if (at->edge && by_children(m, n))
            recompute(m, t, n);
        else
            mcts_take_value(t, n, value, times);
    }
    return proof;
}

void mcts_raise(mcts_walker *w, int top, const double *value, uint32_t visits, bool proof) {
    const mcts *m = w->m;
    assert(visits > 0 && top <= w->depth);
    for (int i = top - 1; i >= 0; i--) {
        const path_step *at = &w->path[i];
        float times = (float)at->ticket / (float)visits;
        proof = learn(w, i, value, times, proof);
        if (by_children(m, at->node))
            recompute(m, w->tree, at->node);
        else
            mcts_take_value(w->tree, at->node, value, times);
    }
}
