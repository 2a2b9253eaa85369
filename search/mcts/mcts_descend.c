#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/portable_math.h"
#include "engine/game/game_views.h"
#include "search/mcts/mcts_walker.h"
#include "search/streams.h"

/* Selection. At a decision the edge with the best sum of value and bonus is taken: UCT (Kocsis
 * and Szepesvari 2006), or with priors PUCT (Rosin 2011), whose bonus is the prior's share. Edges
 * proven to be no better than another are left alone. */

/* --- choosing --- */

static bool listed(const mcts_walker *w, int count, action step) {
    for (int i = 0; i < count; i++)
        if (w->scratch.list[i] == step) return true;
    return false;
}

/* What a choice at a node has in common for all its edges. */
typedef struct chooser {
    double bonus;            /* UCT: times 1/sqrt(visits); PUCT: times prior / (1 + visits) */
    double first;            /* value of an edge that was never taken */
    int deal;                /* hidden games: steps legal in this deal, in scratch.list; else -1 */
    const mcts_node *lender; /* GRAVE: whose playouts count; NULL: none */
} chooser;

static double blend_amaf(const mcts_walker *w, const chooser *c, mcts_edge *e, double value,
                         uint32_t n) {
    mcts_edge *from = e;
    if (c->lender != w->path[w->depth].node) from = mcts_find_edge(w->tree, c->lender, e->step);
    if (!from) return value;
    const mcts_amaf *a = mcts_amaf_of(from);
    double seen = RELAXED_LOAD(&a->visits);
    if (seen < 1) return value;
    /* Gelly and Silver's schedule with a small bias. */
    double beta = seen / (seen + n + 1e-4 * seen * n);
    return (1 - beta) * value + beta * (double)RELAXED_LOAD(&a->mean);
}

static double score_edge(const mcts_walker *w, const mcts_node *node, const chooser *c,
                         mcts_edge *e) {
    const mcts *m = w->m;
    uint32_t n = RELAXED_LOAD(&e->visits);
    float known = mcts_value(node, e);
    double value = known > VALUE_NONE ? (double)known : c->first;
    if (c->lender) value = blend_amaf(w, c, e, value, n);
    if (m->priors)
        return value + c->bonus * ((double)mcts_prior(node, e) / (double)PRIOR_ONE) / (1 + n);
    return value + c->bonus * mcts_isqrt(m, n ? n : 1);
}

/* The same as choose_edge() for plain UCT, where most of the time of a light game is spent. */
static mcts_edge *choose_plain(const mcts_walker *w, const mcts_node *n, float bonus) {
    const mcts *m = w->m;
    float best = -HUGE_VALF;
    mcts_edge *chosen = NULL;
    for (mcts_block *b = mcts_edges(w->tree, n); b; b = mcts_next_block(w->tree, b)) {
        mcts_edge *e = mcts_edge_at(w->tree, b, 0); /* without GRAVE edges follow each other */
        for (mcts_edge *end = e + mcts_block_count(b); e < end; e++) {
            uint32_t visits = RELAXED_LOAD(&e->visits);
            if (RELAXED_LOAD(&e->pruned)) continue;
            if (!visits) return e;
            float known = mcts_value(n, e);
            float u = (known > VALUE_NONE ? known : 0) +
                      bonus * (visits < ISQRT_TABLE ? m->isqrt[visits] : 1 / sqrtf((float)visits));
            if (u > best) {
                best = u;
                chosen = e;
            }
        }
    }
    return chosen;
}

/* Whether an edge deserves no visit: another is proven to be as good. At the root of a search
 * for several lines none is, until its own value is proven. */
static bool passed_over(const mcts_walker *w, const mcts_edge *e) {
    if (w->depth || !w->m->all_lines) return RELAXED_LOAD(&e->pruned);
    const mcts_node *c = mcts_child(w->tree, e);
    return c && w->m->solver && mcts_solved(w->tree, c);
}

/* The best edge; NULL where none may be taken. With priors the edges are sorted, so the first one
 * never taken is the best of those: none after it need be looked at. */
static mcts_edge *choose_edge(mcts_walker *w, const mcts_node *n, const chooser *c) {
    const mcts *m = w->m;
    bool urgent = !m->priors && !c->lender; /* new edges first */
    double best = -HUGE_VAL;
    mcts_edge *chosen = NULL;
    MCTS_EDGES(w->tree, n, it) {
        mcts_edge *e = it.edge;
        if (passed_over(w, e)) continue;
        if (c->deal >= 0 && !listed(w, c->deal, e->step)) continue;
        bool untouched = !RELAXED_LOAD(&e->visits);
        if (untouched && urgent) return e;
        double u = score_edge(w, n, c, e);
        if (u > best) {
            best = u;
            chosen = e;
        }
        if (untouched && m->priors) break;
    }
    return chosen;
}

/* Whether every edge has been taken once. */
static bool all_touched(const mcts_walker *w, const mcts_node *n) {
    for (mcts_block *b = mcts_edges(w->tree, n); b; b = mcts_next_block(w->tree, b)) {
        uint32_t count = mcts_block_count(b);
        const mcts_edge *e = count ? mcts_edge_at(w->tree, b, count - 1) : NULL;
        if (e && !RELAXED_LOAD(&e->visits)) return false;
    }
    return true;
}

static const mcts_node *lender_of(const mcts_walker *w) {
    for (int i = w->depth; i >= 0; i--) {
        const mcts_node *n = w->path[i].node;
        if (n->actor == w->path[w->depth].node->actor &&
            RELAXED_LOAD(&n->visits) >= (uint32_t)w->m->grave)
            return n;
    }
    return NULL;
}

static chooser chooser_for(const mcts_walker *w, const mcts_node *n, int deal) {
    const mcts *m = w->m;
    uint32_t visits = RELAXED_LOAD(&n->visits); /* this one included */
    chooser c = {.deal = deal};
    c.bonus = m->exploration * (m->priors ? sqrt((double)visits) : sqrt(portable_log(visits)));
    double mean = RELAXED_LOAD(&n->v[V_MEAN]) > VALUE_NONE
                      ? (double)mcts_get(w->tree, n, V_MEAN, n->actor)
                      : 1.0 / m->players;
    c.first = mean;
    if (m->grave) c.lender = lender_of(w);
    return c;
}

mcts_edge *mcts_decide(mcts_walker *w, mcts_node *n) {
    if (!mcts_edges(w->tree, n)) {
        if (RELAXED_LOAD(&w->tree->full)) return NULL; /* no list is made in vain */
        if (!mcts_open_node(w, n, w->m->priors ? FIRST_EDGES : UINT32_MAX)) return NULL;
    }
    if (w->m->priors && mcts_has_more(n) && all_touched(w, n)) (void)mcts_open_rest(w, n);
    const mcts *m = w->m;
    bool at_root = w->depth == 0 && m->all_lines;
    if (!m->priors && !m->grave && !at_root) {
        double log_visits = portable_log(RELAXED_LOAD(&n->visits));
        return choose_plain(w, n, (float)(m->exploration * sqrt(log_visits)));
    }
    chooser c = chooser_for(w, n, -1);
    return choose_edge(w, n, &c);
}

/* The deal at hand says what is legal; what is new becomes an edge. */
mcts_edge *mcts_decide_in_deal(mcts_walker *w, mcts_node *n) {
    int kept = mcts_list_steps(w);
    for (int i = 0; i < kept; i++)
        if (!mcts_edge_for(w, n, w->scratch.list[i])) return NULL;
    chooser c = chooser_for(w, n, kept);
    return choose_edge(w, n, &c);
}

/* --- chance --- */

static mcts_edge *draw_weighted(mcts_walker *w, const mcts_node *n) {
    mcts_block *b = mcts_edges(w->tree, n);
    uint32_t last = mcts_block_count(b) - 1;
    assert(!mcts_next_block(w->tree, b)); /* opened at once: one block */
    double at = rng_unit(&w->g);
    uint32_t i = 0;
    for (; i < last; i++) {
        double p = (double)mcts_probability(n, mcts_edge_at(w->tree, b, i));
        if (at < p) break;
        at -= p;
    }
    return mcts_edge_at(w->tree, b, i);
}

/* One of the outcomes drawn before, as often as it was drawn. */
static mcts_edge *draw_again(mcts_walker *w, const mcts_node *n, uint32_t drawn) {
    uint64_t at = rng_below(&w->g, drawn);
    mcts_edge *e = NULL;
    MCTS_EDGES(w->tree, n, it) {
        e = it.edge;
        uint32_t times = mcts_draws(n, e);
        if (at < times) break;
        at -= times;
    }
    return e;
}

/* Outcomes drawn so far, in all and different ones. */
static uint32_t count_draws(const mcts_tree *t, const mcts_node *n, uint32_t *different) {
    uint32_t drawn = 0;
    *different = 0;
    MCTS_EDGES(t, n, it) {
        drawn += mcts_draws(n, it.edge);
        ++*different;
    }
    return drawn;
}

/* Chance that is sampled. With ChanceSamples the first draws are kept and later visits choose among
 * them; with widening (Couetoux et al. 2011) their number grows with the square root of the visits.
 */
static mcts_edge *draw_sample(mcts_walker *w, mcts_node *n) {
    const mcts *m = w->m;
    unsigned samples = m->job->options.chance_samples;
    if (samples || m->widening) {
        uint32_t different;
        uint32_t drawn = count_draws(w->tree, n, &different);
        double allowed = m->widening * 0.01 * sqrt((double)RELAXED_LOAD(&n->visits) + 1);
        bool enough = samples ? drawn >= samples : different >= 1 + (uint32_t)allowed;
        if (drawn && (enough || drawn >= UINT16_MAX)) return draw_again(w, n, drawn);
    }
    chance_buffers c = {w->scratch.list, w->scratch.weight};
    mcts_edge *e = mcts_edge_for(w, n, game_draw_chance(m->r, w->scratch.state, c, &w->g, NULL));
    if (e && (samples || m->widening)) mcts_add_draw(n, e);
    return e;
}

static mcts_edge *draw_chance(mcts_walker *w, mcts_node *n) {
    const mcts *m = w->m;
    bool complete = !m->job->options.chance_samples && !m->widening && !m->mode->deals;
    if (complete && !mcts_edges(w->tree, n)) (void)mcts_open_chance(w, n);
    if (RELAXED_LOAD(&n->flags) & NODE_WEIGHTED && mcts_edges(w->tree, n))
        return draw_weighted(w, n);
    if (RELAXED_LOAD(&n->edges) == EDGES_COMING) return NULL;
    return draw_sample(w, n);
}

/* --- going --- */

void mcts_deal(const mcts *m, void *state, rng *g) {
    if (m->mode->deals)
        m->r->views->resample(m->r, m->view, state, g);
    else
        memcpy(state, position_data(m->job->root), m->r->state_size);
}

void mcts_place(mcts_walker *w) {
    const mcts *m = w->m;
    const search_job *job = m->job;
    if (job->options.worlds) {
        uint64_t world = RELAXED_LOAD(&w->iterations) % job->options.worlds;
        rng deal = stream_rng(job->options.seed, STREAM_WORLD, world);
        mcts_deal(m, w->scratch.state, &deal);
    } else {
        mcts_deal(m, w->scratch.state, &w->g);
    }
    if (m->trailed) trail_cut(&w->scratch.trail, position_trail(job->root)->len);
    w->root_path.count = 0;
    w->in_root = true;
    w->made_count = 0;
    w->depth = 0;
    w->leaf_is_new = false;
    w->path[0] = (path_step){.node = mcts_node_at(w->tree, w->tree->root)};
}

void mcts_follow(mcts_walker *w, int actor, action step) {
    const mcts *m = w->m;
    m->game->apply(m->r, w->scratch.state, mcts_trail(w), step);
    RELAXED_STORE(&w->nodes, RELAXED_LOAD(&w->nodes) + 1);
    assert(w->made_count < MAX_PATH + MAX_PLAYOUT);
    if (w->made && actor >= 0) w->made[w->made_count++] = (made_step){step, actor};
    if (!w->in_root) return;
    assert(w->root_path.count < GAME_MAX_STEPS);
    w->root_path.steps[w->root_path.count++] = step;
    w->in_root = game_inside(m->r, w->scratch.state);
}

/* The evaluation of a new node, for implicit minimax backups and playouts of no length. */
static void look_at(mcts_walker *w, mcts_node *n) {
    const mcts *m = w->m;
    w->leaf_is_new = true;
    if (m->implicit <= 0) return;
    mcts_win_chances(w, w->scratch.state, w->static_value);
    for (int i = 0; i < m->width; i++)
        RELAXED_STORE(mcts_v(w->tree, n, V_IMPLICIT, i), (float)w->static_value[i]);
}

/* The node below an edge, made or met: NULL when the tree is full. */
static mcts_node *node_after(mcts_walker *w, mcts_edge *e) {
    const mcts *m = w->m;
    mcts_tree *t = w->tree;
    mcts_node *there = mcts_child(t, e);
    if (there) return there;
    uint64_t hash = m->transpositions ? m->game->hash(m->r, w->scratch.state) : 0;
    uint32_t i = m->transpositions ? mcts_find(t, hash) : 0;
    if (!i) {
        int actor = m->game->actor(m->r, w->scratch.state);
        i = mcts_new_node(t, &w->chunk, actor, m->low, m->high);
        if (!i) return NULL;
        mcts_node *n = mcts_node_at(t, i);
        if (!mcts_bound_node(w, n)) look_at(w, n);
        if (m->transpositions) mcts_enter(t, hash, i);
    }
    return mcts_node_at(t, mcts_link(t, e, i)); /* where another thread was first, its node */
}

/* With transpositions a path may come back to itself. */
static bool on_path(const mcts_walker *w, const mcts_node *n) {
    for (int i = w->depth; i >= 0; i--)
        if (w->path[i].node == n) return true;
    return false;
}

static mcts_edge *next_edge(mcts_walker *w, mcts_node *n) {
    return n->actor == ACTOR_CHANCE ? draw_chance(w, n) : w->m->mode->decide(w, n);
}

/* Takes an edge; false where it leads to a leaf without a node of its own. */
static bool go(mcts_walker *w, mcts_node *n, mcts_edge *e) {
    assert(w->depth + 1 <= MAX_PATH);
    w->path[w->depth].edge = e;
    mcts_follow(w, n->actor, e->step);
    mcts_node *next = node_after(w, e);
    bool again = next && w->m->transpositions && on_path(w, next);
    w->path[++w->depth] = (path_step){.node = again ? NULL : next, .made = w->made_count};
    return next && !again;
}

void mcts_approach(mcts_walker *w) {
    mcts_place(w);
    for (;;) {
        mcts_node *n = w->path[w->depth].node;
        if (RELAXED_LOAD(&n->visits) < CROWDED || w->depth + 1 >= MAX_PATH) return;
        if (w->depth && mcts_solved(w->tree, n)) return;
        if (mcts_many_outcomes(n)) return; /* below it all is new, and a batch would be one visit */
        mcts_edge *e = next_edge(w, n);
        if (!e || !go(w, n, e)) return;
    }
}

void mcts_count_visits(mcts_walker *w, int top, int32_t by) {
    for (int i = 0; i < top && by; i++) {
        path_step *at = &w->path[i];
        assert(at->node && at->edge);
        at->ticket = mcts_add(w->tree, &at->node->visits, by);
        at->edge_ticket = mcts_add(w->tree, &at->edge->visits, by);
    }
}

void mcts_select(mcts_walker *w) {
    if (!w->path[w->depth].node) return;
    for (;;) {
        path_step *at = &w->path[w->depth];
        mcts_node *n = at->node;
        at->ticket = mcts_add(w->tree, &n->visits, 1);
        /* The root is looked into in any case: its actions are what is asked for. */
        if (w->depth && (at->ticket == 1 || mcts_solved(w->tree, n))) return;
        if (w->depth + 1 >= MAX_PATH) return;
        mcts_edge *e = next_edge(w, n);
        if (!e) return;
        at->edge_ticket = mcts_add(w->tree, &e->visits, 1);
        if (!go(w, n, e)) return;
    }
}
