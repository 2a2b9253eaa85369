#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/portable_math.h"
#include "search/mcts/mcts_lane.h"
#include "search/streams.h"

/* The way down. At a decision the edge with the best sum of value and bonus is taken: UCT (Kocsis
 * and Szepesvari 2006), or with priors PUCT (Rosin 2011), whose bonus is the prior's share. Edges
 * proven to be no better than another are left alone. */

/* --- choosing --- */

static bool listed(const lane *l, int count, action step) {
    for (int i = 0; i < count; i++)
        if (l->room.list[i] == step) return true;
    return false;
}

/* What a choice at a node has in common for all its edges. */
typedef struct chooser {
    double bonus;            /* UCT: times 1/sqrt(visits); PUCT: times prior / (1 + visits) */
    double first;            /* value of an edge that was never taken */
    int deal;                /* hidden games: steps legal in this deal, in room.list; else -1 */
    const mcts_node *lender; /* GRAVE: whose playouts count; NULL: nobody's */
} chooser;

static double share_amaf(const lane *l, const chooser *c, mcts_edge *e, double value, uint32_t n) {
    mcts_edge *from = e;
    if (c->lender != l->path[l->depth].node) from = mcts_find_edge(l->tree, c->lender, e->step);
    if (!from) return value;
    const mcts_amaf *a = mcts_amaf_of(from);
    double seen = RELAXED_LOAD(&a->visits);
    if (seen < 1) return value;
    /* Gelly and Silver's schedule with a small bias. */
    double beta = seen / (seen + n + 1e-4 * seen * n);
    return (1 - beta) * value + beta * (double)RELAXED_LOAD(&a->mean);
}

static double score_edge(const lane *l, const mcts_node *node, const chooser *c, mcts_edge *e) {
    const mcts *m = l->m;
    uint32_t n = RELAXED_LOAD(&e->visits);
    float known = mcts_value(node, e);
    double value = known > VALUE_NONE ? (double)known : c->first;
    if (c->lender) value = share_amaf(l, c, e, value, n);
    if (m->priors)
        return value + c->bonus * ((double)mcts_prior(node, e) / (double)PRIOR_ONE) / (1 + n);
    return value + c->bonus * mcts_isqrt(m, n ? n : 1);
}

/* The same as choose_edge() for plain UCT, where most of the time of a light game is spent. */
static mcts_edge *choose_plain(const lane *l, const mcts_node *n, float bonus) {
    const mcts *m = l->m;
    float best = -HUGE_VALF;
    mcts_edge *chosen = NULL;
    for (mcts_block *b = mcts_edges(l->tree, n); b; b = mcts_next_block(l->tree, b)) {
        mcts_edge *e = mcts_edge_at(l->tree, b, 0); /* without GRAVE edges follow each other */
        for (mcts_edge *end = e + mcts_block_count(b); e < end; e++) {
            uint32_t visits = RELAXED_LOAD(&e->visits);
            if (RELAXED_LOAD(&e->closed)) continue;
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

/* Whether an edge is not worth a visit: another is proven to be as good. At the root of a search
 * for several lines none is, until its own value is proven. */
static bool passed_over(const lane *l, const mcts_edge *e) {
    if (l->depth || !l->m->whole) return RELAXED_LOAD(&e->closed);
    const mcts_node *c = mcts_child(l->tree, e);
    return c && l->m->solver && mcts_solved(l->tree, c);
}

/* The best edge; NULL where none may be taken. With priors the edges are sorted, so the first one
 * never taken is the best of those: none behind it need be looked at. */
static mcts_edge *choose_edge(lane *l, const mcts_node *n, const chooser *c) {
    const mcts *m = l->m;
    bool urgent = !m->priors && m->fpu == 0 && !c->lender; /* new edges first */
    double best = -HUGE_VAL;
    mcts_edge *chosen = NULL;
    MCTS_EDGES(l->tree, n, it) {
        mcts_edge *e = it.edge;
        if (passed_over(l, e)) continue;
        if (c->deal >= 0 && !listed(l, c->deal, e->step)) continue;
        bool untouched = !RELAXED_LOAD(&e->visits);
        if (untouched && urgent) return e;
        double u = score_edge(l, n, c, e);
        if (u > best) {
            best = u;
            chosen = e;
        }
        if (untouched && m->priors) break;
    }
    return chosen;
}

/* Whether every edge has been taken once. */
static bool all_touched(const lane *l, const mcts_node *n) {
    for (mcts_block *b = mcts_edges(l->tree, n); b; b = mcts_next_block(l->tree, b)) {
        uint32_t count = mcts_block_count(b);
        const mcts_edge *e = count ? mcts_edge_at(l->tree, b, count - 1) : NULL;
        if (e && !RELAXED_LOAD(&e->visits)) return false;
    }
    return true;
}

static const mcts_node *lender_of(const lane *l) {
    for (int i = l->depth; i >= 0; i--) {
        const mcts_node *n = l->path[i].node;
        if (n->actor == l->path[l->depth].node->actor &&
            RELAXED_LOAD(&n->visits) >= (uint32_t)l->m->grave)
            return n;
    }
    return NULL;
}

static chooser chooser_for(const lane *l, const mcts_node *n, int deal) {
    const mcts *m = l->m;
    uint32_t visits = RELAXED_LOAD(&n->visits); /* this one included */
    chooser c = {.deal = deal};
    c.bonus = m->exploration * (m->priors ? sqrt((double)visits) : sqrt(portable_log(visits)));
    double mean = RELAXED_LOAD(&n->v[V_MEAN]) > VALUE_NONE
                      ? (double)mcts_get(l->tree, n, V_MEAN, n->actor)
                      : 1.0 / m->players;
    c.first = mean - m->fpu;
    if (m->grave) c.lender = lender_of(l);
    return c;
}

static mcts_edge *choose_open(lane *l, mcts_node *n) {
    if (!mcts_edges(l->tree, n)) {
        if (RELAXED_LOAD(&l->tree->full)) return NULL; /* no list is made in vain */
        if (!mcts_open_node(l, n, l->m->priors ? FIRST_EDGES : UINT32_MAX)) return NULL;
    }
    if (l->m->priors && mcts_has_more(n) && all_touched(l, n)) (void)mcts_open_rest(l, n);
    const mcts *m = l->m;
    bool at_root = l->depth == 0 && m->whole;
    if (!m->priors && !m->grave && m->fpu == 0 && !at_root) {
        double log_visits = portable_log(RELAXED_LOAD(&n->visits));
        return choose_plain(l, n, (float)(m->exploration * sqrt(log_visits)));
    }
    chooser c = chooser_for(l, n, -1);
    return choose_edge(l, n, &c);
}

mcts_edge *mcts_decide(lane *l, mcts_node *n) {
    mcts_edge *e = choose_open(l, n);
    if (e || l->depth || !RELAXED_LOAD(&l->m->closes)) return e;
    /* What is left of the root is proven to be no good: better the rest. */
    mcts_restore(l, n);
    return choose_open(l, n);
}

/* The deal at hand says what is legal; what is new becomes an edge. */
mcts_edge *mcts_decide_in_deal(lane *l, mcts_node *n) {
    int kept = mcts_list_steps(l);
    for (int i = 0; i < kept; i++)
        if (!mcts_edge_for(l, n, l->room.list[i])) return NULL;
    chooser c = chooser_for(l, n, kept);
    return choose_edge(l, n, &c);
}

/* --- chance --- */

static mcts_edge *draw_weighed(lane *l, const mcts_node *n) {
    mcts_block *b = mcts_edges(l->tree, n);
    uint32_t last = mcts_block_count(b) - 1;
    double at = rng_unit(&l->g);
    uint32_t i = 0;
    for (; i < last; i++) {
        double p = (double)mcts_probability(n, mcts_edge_at(l->tree, b, i));
        if (at < p) break;
        at -= p;
    }
    return mcts_edge_at(l->tree, b, i);
}

/* One of the outcomes drawn before, as often as it was drawn. */
static mcts_edge *draw_again(lane *l, const mcts_node *n, uint32_t drawn) {
    uint64_t at = rng_below(&l->g, drawn);
    mcts_edge *e = NULL;
    MCTS_EDGES(l->tree, n, it) {
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
static mcts_edge *draw_sample(lane *l, mcts_node *n) {
    const mcts *m = l->m;
    unsigned samples = m->job->options.chance_samples;
    if (samples || m->widening) {
        uint32_t different;
        uint32_t drawn = count_draws(l->tree, n, &different);
        double room = m->widening * 0.01 * sqrt((double)RELAXED_LOAD(&n->visits) + 1);
        bool enough = samples ? drawn >= samples : different >= 1 + (uint32_t)room;
        if (drawn && (enough || drawn >= UINT16_MAX)) return draw_again(l, n, drawn);
    }
    chance_room c = {l->room.list, l->room.weight};
    mcts_edge *e = mcts_edge_for(l, n, game_draw_chance(m->r, l->room.state, c, &l->g, NULL));
    if (e && (samples || m->widening)) mcts_add_draw(n, e);
    return e;
}

static mcts_edge *draw_chance(lane *l, mcts_node *n) {
    const mcts *m = l->m;
    bool whole = !m->job->options.chance_samples && !m->widening && !m->mode->deals;
    if (whole && !mcts_edges(l->tree, n)) (void)mcts_open_chance(l, n);
    if (RELAXED_LOAD(&n->flags) & NODE_WEIGHED && mcts_edges(l->tree, n)) return draw_weighed(l, n);
    if (RELAXED_LOAD(&n->edges) == EDGES_COMING) return NULL;
    return draw_sample(l, n);
}

/* --- going --- */

void mcts_deal(const mcts *m, void *state, rng *g) {
    if (m->mode->deals)
        m->k->resample(m->r, m->view, state, g);
    else
        memcpy(state, position_data(m->job->root), m->r->state_size);
}

void mcts_place(lane *l) {
    const mcts *m = l->m;
    const search_job *job = m->job;
    if (job->options.worlds) {
        uint64_t world = RELAXED_LOAD(&l->iterations) % job->options.worlds;
        rng deal = stream_rng(job->options.seed, STREAM_WORLD, world);
        mcts_deal(m, l->room.state, &deal);
    } else {
        mcts_deal(m, l->room.state, &l->g);
    }
    if (m->trailed) trail_cut(&l->room.trail, position_trail(job->root)->len);
    l->root_path.count = 0;
    l->in_root = true;
    l->made_count = 0;
    l->depth = 0;
    l->fresh = false;
    l->path[0] = (path_step){.node = mcts_node_at(l->tree, l->tree->root)};
}

void mcts_follow(lane *l, int actor, action step) {
    const mcts *m = l->m;
    m->k->apply(m->r, l->room.state, mcts_trail(l), step);
    RELAXED_STORE(&l->nodes, RELAXED_LOAD(&l->nodes) + 1);
    if (l->made && actor >= 0) l->made[l->made_count++] = (made_step){step, actor};
    if (!l->in_root) return;
    l->root_path.steps[l->root_path.count++] = step;
    l->in_root = game_inside(m->r, l->room.state);
}

/* The evaluation of a new node, for implicit minimax backups and playouts of no length. */
static void look_at(lane *l, mcts_node *n) {
    const mcts *m = l->m;
    l->fresh = true;
    if (m->implicit <= 0) return;
    mcts_win_chances(l, l->room.state, l->static_value);
    for (int i = 0; i < m->width; i++)
        RELAXED_STORE(mcts_v(l->tree, n, V_IMPLICIT, i), (float)l->static_value[i]);
}

/* The node behind an edge, made or met: NULL when the tree is full. */
static mcts_node *node_behind(lane *l, mcts_edge *e) {
    const mcts *m = l->m;
    mcts_tree *t = l->tree;
    mcts_node *there = mcts_child(t, e);
    if (there) return there;
    uint64_t hash = m->joins ? m->k->hash(m->r, l->room.state) : 0;
    uint32_t i = m->joins ? mcts_find(t, hash) : 0;
    if (!i) {
        int actor = m->k->actor(m->r, l->room.state);
        i = mcts_new_node(t, &l->chunk, actor, m->low, m->high);
        if (!i) return NULL;
        mcts_node *n = mcts_node_at(t, i);
        mcts_bound_node(l, n);
        if (actor != ACTOR_NONE) look_at(l, n);
        if (m->joins) mcts_enter(t, hash, i);
    }
    return mcts_node_at(t, mcts_link(t, e, i)); /* where another thread was first, its node */
}

/* With joined positions a path may come back to itself. */
static bool on_path(const lane *l, const mcts_node *n) {
    for (int i = l->depth; i >= 0; i--)
        if (l->path[i].node == n) return true;
    return false;
}

static mcts_edge *next_edge(lane *l, mcts_node *n) {
    return n->actor == ACTOR_CHANCE ? draw_chance(l, n) : l->m->mode->decide(l, n);
}

/* Takes an edge; false where it leads to a leaf without a node of its own. */
static bool go(lane *l, mcts_node *n, mcts_edge *e) {
    l->path[l->depth].edge = e;
    mcts_follow(l, n->actor, e->step);
    mcts_node *next = node_behind(l, e);
    bool again = next && l->m->joins && on_path(l, next);
    l->path[++l->depth] = (path_step){.node = again ? NULL : next, .made = l->made_count};
    return next && !again;
}

void mcts_approach(lane *l) {
    mcts_place(l);
    for (;;) {
        mcts_node *n = l->path[l->depth].node;
        if (RELAXED_LOAD(&n->visits) < CROWDED || l->depth + 1 >= MAX_PATH) return;
        if (l->depth && mcts_solved(l->tree, n)) return;
        if (mcts_many_outcomes(n))
            return; /* behind it all is new, and a batch would be one visit */
        mcts_edge *e = next_edge(l, n);
        if (!e || !go(l, n, e)) return;
    }
}

void mcts_count_visits(lane *l, int top, int32_t by) {
    for (int i = 0; i < top && by; i++) {
        path_step *at = &l->path[i];
        at->ticket = mcts_add(l->tree, &at->node->visits, by);
        at->edge_ticket = mcts_add(l->tree, &at->edge->visits, by);
    }
}

void mcts_select(lane *l) {
    if (!l->path[l->depth].node) return;
    for (;;) {
        path_step *at = &l->path[l->depth];
        mcts_node *n = at->node;
        at->ticket = mcts_add(l->tree, &n->visits, 1);
        /* The root is looked into in any case: its actions are what is asked for. */
        if (l->depth && (at->ticket == 1 || mcts_solved(l->tree, n))) return;
        if (l->depth + 1 >= MAX_PATH) return;
        mcts_edge *e = next_edge(l, n);
        if (!e) return;
        at->edge_ticket = mcts_add(l->tree, &e->visits, 1);
        if (!go(l, n, e)) return;
    }
}
