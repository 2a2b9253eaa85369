#include <math.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/portable_math.h"
#include "engine/game/game_views.h"
#include "search/mcts/mcts_walker.h"

/* Selection and backup between observers: see ismcts.c. */

/* --- nodes by view --- */

uint64_t ismcts_key(const mcts *m, mcts_scratch *scratch, const void *s, int actor) {
    assert(actor >= 0 && actor < m->players && scratch->view);
    m->r->views->observe(m->r, s, actor, scratch->view);
    return hash_mix(m->r->views->hash(m->r, scratch->view) + (uint64_t)(actor + 1));
}

mcts_node *ismcts_find(const mcts *m, const mcts_tree *t, mcts_scratch *scratch, const void *s) {
    int actor = m->game->actor(m->r, s);
    if (actor < 0) return NULL;
    uint32_t i = mcts_find(t, ismcts_key(m, scratch, s, actor));
    return i ? mcts_node_at(t, i) : NULL;
}

/* The node of who acts, made where it is new; NULL when the tree is full. */
static mcts_node *find_node(mcts_walker *w, int actor) {
    const mcts *m = w->m;
    mcts_tree *t = w->tree;
    uint64_t key = ismcts_key(m, &w->scratch, w->scratch.state, actor);
    uint32_t i = mcts_find(t, key);
    if (!i) {
        i = mcts_new_node(t, &w->chunk, actor, m->low, m->high);
        if (i) mcts_enter(t, key, i);
    }
    return i ? mcts_node_at(t, i) : NULL;
}

/* --- what is legal --- */

static uint32_t slot_of(const mcts *m, action step) {
    return (uint32_t)(hash_mix(step) & m->place_mask);
}

/* Notes where each of the listed steps is, for find_place(). */
static void note_places(mcts_walker *w, int count) {
    const mcts *m = w->m;
    uint32_t *place = w->observer.place;
    memset(place, 0, ((size_t)m->place_mask + 1) * sizeof *place);
    for (int i = 0; i < count; i++) {
        uint32_t at = slot_of(m, w->scratch.list[i]);
        while (place[at]) at = (at + 1) & m->place_mask;
        place[at] = (uint32_t)i + 1;
    }
}

static int find_place(const mcts_walker *w, action step) {
    const mcts *m = w->m;
    const uint32_t *place = w->observer.place;
    for (uint32_t at = slot_of(m, step); place[at]; at = (at + 1) & m->place_mask)
        if (w->scratch.list[place[at] - 1] == step) return (int)place[at] - 1;
    return -1;
}

/* Puts the edges of the listed steps into observer.offer, NULL for new ones; returns how many those
 * are. Most nodes list the same steps in the same order each time. */
static int match_edges(mcts_walker *w, const mcts_node *n, int count) {
    mcts_edge **offer = w->observer.offer;
    int at = 0;
    int found = 0;
    bool noted = false;
    for (int i = 0; i < count; i++) offer[i] = NULL;
    MCTS_EDGES(w->tree, n, it) {
        mcts_edge *e = it.edge;
        int i = at;
        if (noted || at >= count || w->scratch.list[at] != e->step) {
            if (!noted) note_places(w, count);
            noted = true;
            i = find_place(w, e->step);
        }
        if (i >= 0) {
            found += !offer[i];
            offer[i] = e;
        }
        at++;
    }
    return count - found;
}

/* The edges of all listed steps, in observer.offer; false when the tree is full. */
static bool offer_all(mcts_walker *w, mcts_node *n, int count) {
    const mcts *m = w->m;
    if (!match_edges(w, n, count)) return true;
    if (RELAXED_LOAD(&w->tree->full)) return false;
    if (m->priors) mcts_make_priors(w, count, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        if (w->observer.offer[i]) continue;
        mcts_edge *e = mcts_edge_for(w, n, w->scratch.list[i]);
        if (!e) return false;
        float p = m->priors ? w->score[i] * PRIOR_ONE : PRIOR_ONE / (float)count;
        mcts_set_prior(n, e, (uint16_t)(p < 1 ? 1 : p));
        w->observer.offer[i] = e;
    }
    return true;
}

/* --- choosing --- */

/* The priors of the legal steps, scaled to add up to 1, in w->score. */
static void scale_priors(mcts_walker *w, const mcts_node *n, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) sum += (float)mcts_prior(n, w->observer.offer[i]);
    for (int i = 0; i < count; i++) w->score[i] = (float)mcts_prior(n, w->observer.offer[i]) / sum;
}

/* UCT, or PUCT with priors, where each step was legal as often as it says. */
static mcts_edge *choose_best(mcts_walker *w, const mcts_node *n, int count) {
    const mcts *m = w->m;
    bool priors = m->priors;
    bool known = RELAXED_LOAD(&n->v[V_MEAN]) > VALUE_NONE;
    double first = (known ? (double)mcts_get(w->tree, n, V_MEAN, n->actor) : 1.0 / m->players);
    double best = -HUGE_VAL;
    mcts_edge *chosen = NULL;
    uint64_t untaken = 0; /* never taken, so far */
    if (priors) scale_priors(w, n, count);
    for (int i = 0; i < count; i++) {
        mcts_edge *e = w->observer.offer[i];
        uint32_t visits = RELAXED_LOAD(&e->visits);
        uint32_t offered = mcts_offers(w->tree, e);
        if (!visits && !priors) {
            if (rng_below(&w->g, ++untaken) == 0) chosen = e;
            continue;
        }
        float mean = mcts_value(n, e);
        double u = mean > VALUE_NONE ? (double)mean : first;
        if (priors)
            u += m->exploration * (double)w->score[i] * sqrt((double)offered) / (1 + visits);
        else
            u += m->exploration * sqrt(portable_log(offered)) * mcts_isqrt(m, visits ? visits : 1);
        if (u <= best || untaken) continue;
        best = u;
        chosen = e;
    }
    return chosen;
}

/* --- going --- */

/* One decision; false where the leaf is reached. */
static bool step_on(mcts_walker *w, int actor) {
    path_step *at = &w->path[w->depth];
    int count = mcts_list_steps(w);
    if (count == 1 && !w->in_root) { /* nothing to learn */
        mcts_follow(w, actor, w->scratch.list[0]);
        return true;
    }
    mcts_node *n = find_node(w, actor);
    *at = (path_step){.node = n};
    if (!n) return false;
    at->ticket = mcts_add(w->tree, &n->visits, 1);
    if (at->ticket == 1 && !w->in_root) return false;
    if (w->depth + 1 >= MAX_PATH || !offer_all(w, n, count)) return false;
    for (int i = 0; i < count; i++) mcts_add_offer(w->tree, w->observer.offer[i]);
    mcts_edge *e = choose_best(w, n, count);
    assert(e);
    at->edge_ticket = mcts_add(w->tree, &e->visits, 1);
    at->edge = e;
    mcts_follow(w, actor, e->step);
    w->path[++w->depth] = (path_step){.node = NULL};
    return true;
}

void ismcts_select(mcts_walker *w) {
    const mcts *m = w->m;
    chance_buffers c = {w->scratch.list, w->scratch.weight};
    w->path[w->depth] = (path_step){.node = NULL};
    for (;;) {
        int actor = m->game->actor(m->r, w->scratch.state);
        if (actor == ACTOR_NONE) return;
        if (actor == ACTOR_CHANCE)
            mcts_follow(w, actor, game_draw_chance(m->r, w->scratch.state, c, &w->g, NULL));
        else if (!step_on(w, actor))
            return;
    }
}

bool ismcts_counts(const mcts_walker *w) {
    return w->path[0].node == mcts_node_at(w->tree, w->tree->root);
}

bool ismcts_backup(mcts_walker *w, int top, const double *value) {
    for (int i = w->depth; i >= top; i--) {
        const path_step *at = &w->path[i];
        if (!at->node) continue;
        if (at->edge) mcts_take_edge(at->node, at->edge, value[at->node->actor], at->edge_ticket);
        mcts_take_value(w->tree, at->node, value, (float)at->ticket);
    }
    return false; /* nothing is proven here */
}
