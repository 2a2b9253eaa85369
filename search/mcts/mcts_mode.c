#include <string.h>

#include "search/mcts/mcts_walker.h"

/* Searches whose edges lead to nodes: all is known, or one tree serves all deals. */

static const mcts_node *child_of(const mcts *m, const mcts_tree *t, const mcts_edge *e,
                                 mcts_scratch *scratch, const void *after) {
    (void)m;
    (void)scratch;
    (void)after;
    return mcts_child(t, e);
}

static const mcts_node *after_token(const mcts *m, const mcts_tree *t, const token *tok,
                                    mcts_scratch *scratch, const void *after) {
    (void)m;
    (void)scratch;
    (void)after;
    const mcts_node *n = mcts_node_at(t, t->root);
    for (int i = 0; i < tok->count && n; i++) {
        const mcts_edge *e = mcts_find_edge(t, n, tok->steps[i]);
        n = e ? mcts_child(t, e) : NULL;
    }
    return n;
}

/* What the steps so far brought a player on average. */
static double value_of(const mcts *m, const mcts_tree *t, const mcts_node *n, const mcts_edge *e,
                       const root_sum *sum, int player) {
    (void)n;
    (void)sum;
    const mcts_node *c = mcts_child(t, e);
    bool exact = m->solver && c && mcts_solved(t, c);
    bool known = exact || (c && RELAXED_LOAD(&c->v[V_MEAN]) > VALUE_NONE);
    return known ? (double)mcts_get(t, c, exact ? V_LOW : V_MEAN, player) : 1.0 / m->players;
}

static void plant_open(mcts_walker *w, bool is_new) {
    const mcts *m = w->m;
    mcts_tree *t = w->tree;
    (void)is_new;
    if (mcts_edges(t, mcts_node_at(t, t->root))) return;
    memcpy(w->scratch.state, position_data(m->job->root), m->r->state_size);
    w->in_root = true;
    w->root_path.count = 0;
    mcts_open_root(w);
    RELAXED_STORE(&t->full, false);
}

const mcts_mode mcts_mode_open = {
    .priors = true,
    .reuse = mcts_reuse_tree,
    .plant = plant_open,
    .select = mcts_select,
    .backup = mcts_backup,
    .decide = mcts_decide,
    .child = child_of,
    .after = after_token,
    .value = value_of,
};

const mcts_mode mcts_mode_dealt = {
    .deals = true,
    .select = mcts_select,
    .backup = mcts_backup,
    .decide = mcts_decide_in_deal,
    .child = child_of,
    .after = after_token,
    .value = value_of,
};
