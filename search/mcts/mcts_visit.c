#include <string.h>

#include "search/mcts/mcts_walker.h"

/* One iteration: down to a leaf, its value, and back; or a batch of them.
 *
 * Where threads share a tree, they meet at its top and on its best line: each step there takes
 * lines of memory away from the others, which costs more than the step. So a thread walks down to
 * where a node is no longer crowded, stays there for a batch of iterations, and only then updates
 * the nodes above, all at once. The visits of the entire batch are counted above when it begins, so
 * that the others look elsewhere meanwhile. A batch is small against what the node has already, so
 * the choices above hardly differ from those of single visits. With GRAVE a batch lends its playouts
 * to the nodes it begins at and below; those above learned theirs before they were crowded. */

/* --- statistics of the root --- */

static uint32_t edge_number(const mcts_tree *t, const mcts_node *n, const mcts_edge *e) {
    uint32_t before = 0;
    for (mcts_block *b = mcts_edges(t, n); b; b = mcts_next_block(t, b)) {
        uint32_t count = mcts_block_count(b);
        if (count && e >= mcts_edge_at(t, b, 0) && e <= mcts_edge_at(t, b, count - 1))
            return before +
                   (uint32_t)((size_t)((const char *)e - (const char *)mcts_edge_at(t, b, 0)) /
                              t->shape.edge_size);
        before += count;
    }
    return before;
}

static void add_to(_Atomic double *x, double by) {
    RELAXED_STORE(x, RELAXED_LOAD(x) + by);
}

static void note_end(mcts_walker *w, root_stat *s, const game_result *res, double own) {
    const mcts *m = w->m;
    points_fit *f = &w->fit;
    add_to(&s->ends, 1);
    add_to(&f->count, 1);
    add_to(&f->value, own);
    add_to(&f->square, own * own);
    for (int i = 0; i < m->players; i++) {
        add_to(&s->points[i], res->points[i]);
        add_to(&f->points[i], res->points[i]);
        add_to(&f->product[i], own * res->points[i]);
        if (m->job->options.want_ranks) add_to(&s->ranks[i][res->ranks[i] - 1], 1);
    }
}

/* The points of the leaf, by the net or by the rules. */
static void note_points(const mcts_walker *w, root_stat *s, const game_result *res) {
    const mcts *m = w->m;
    if (!m->by_points || (!w->pointed && !res)) return;
    add_to(&s->said_of, 1);
    for (int i = 0; i < m->players; i++)
        add_to(&s->said[i], w->pointed ? w->said[i] : (double)res->points[i]);
}

/* Adds what only reports need to the statistics of the root step that was taken. */
static void note_root(mcts_walker *w, const game_result *res, const double *value) {
    const mcts *m = w->m;
    const mcts_edge *e = w->path[0].edge;
    if (!e || (m->mode->counts && !m->mode->counts(w))) return;
    uint32_t at = edge_number(w->tree, w->path[0].node, e);
    if (at >= m->root_width) return;
    root_stat *s = &w->stats[at];
    double own = value[m->job->seat];
    add_to(&s->visits, 1);
    add_to(&s->square, own * own);
    note_points(w, s, res);
    for (int i = 0; i < m->players && m->mode->by_view; i++) add_to(&s->value[i], value[i]);
    if (!res) { /* nothing but an evaluation */
        for (int i = 0; i < m->players; i++) add_to(&s->win[i], value[i]);
        return;
    }
    note_end(w, s, res, own);
    bool short_ones = m->evaluates && m->cutoff < MAX_PLAYOUT;
    if (short_ones)
        for (int i = 0; i < m->players; i++) add_to(&s->win[i], value[i]);
    else if (res->sole_first >= 0)
        add_to(&s->win[res->sole_first], 1);
}

/* The end of the game that a solved leaf stands for, if it is one; where it is foreseen, looked at
 * again once in a while, for the points. */
static bool read_end(mcts_walker *w, game_result *res) {
    const mcts *m = w->m;
    if (m->game->actor(m->r, w->scratch.state) != ACTOR_NONE)
        return mcts_for_points(w) && mcts_foresee(w, m->job->options.want_ranks, res);
    result_read(res, m->r, w->scratch.state, m->job->options.want_ranks);
    return true;
}

/* --- an iteration --- */

bool mcts_spent(const mcts_walker *w) {
    return (w->node_budget && RELAXED_LOAD(&w->nodes) >= w->node_budget) ||
           (w->visit_budget && RELAXED_LOAD(&w->iterations) >= w->visit_budget) ||
           RELAXED_LOAD(&mcts_node_at(w->tree, w->tree->root)->visits) >= ENOUGH_VISITS;
}

/* The value of the leaf the path has come to; in *res how the game ended, if it did. */
static bool judge(mcts_walker *w, game_result *res, double *value) {
    const mcts *m = w->m;
    const mcts_node *leaf = w->path[w->depth].node;
    if (!leaf || !mcts_solved(w->tree, leaf)) return mcts_playout(w, res, value);
    for (int i = 0; i < m->players; i++) value[i] = (double)mcts_get(w->tree, leaf, V_LOW, i);
    return read_end(w, res);
}

/* From path[top] to a leaf and back; the value found, and whether path[top]'s bounds have moved.
 * Gains are in Elo against the same search without the technique (docs/strength.md), in connect
 * four where no game is named, by number of playouts. */
static bool iterate(mcts_walker *w, int top, double *value) {
    const mcts_mode *mode = w->m->mode;
    game_result res;

    /* 1. Selection: the edge with the best sum of value and bonus, step by step, until a node that
     * is new; it joins the tree. Priors from the game's hints say which edges come first (+53 +-
     * 26; Project L +1040 +- 215), equal positions share a node (+34 +- 9), the playouts of a node
     * above rate steps that were hardly tried (GRAVE, Azul +108 +- 69), chance is drawn from a
     * number of outcomes that grows with the visits (Azul +94 +- 52), and with hidden cards each
     * player chooses by what they know (Unicorns +104 +- 48). */
    mode->select(w);
    assert(w->depth >= top && w->depth <= MAX_PATH);

    /* 2. The value of the leaf: what is proven there or plain to see (no gain shown, but an answer
     * people want), or a playout, by the game's bot (Unicorns +70 +- 43) or by chance; where there
     * are weights the evaluation instead of its end (+91 +- 30, pig +58 +- 35). */
    w->pointed = false;
    bool ended = judge(w, &res, value);

    /* 3. What reports say about the root's steps: points, ranks, spread. */
    note_root(w, ended ? &res : NULL, value);

    /* 4. Backup: means, bounds and edges of the path learn the value. Bounds prove results, and
     * edges that are proven to be no better are left alone. */
    bool proof = mode->backup(w, top, value);

    /* 5. Counters, for limits and reports. */
    unsigned depth = (unsigned)w->depth;
    RELAXED_STORE(&w->iterations, RELAXED_LOAD(&w->iterations) + 1);
    RELAXED_STORE(&w->depth_sum, RELAXED_LOAD(&w->depth_sum) + depth);
    if (depth > RELAXED_LOAD(&w->seldepth)) RELAXED_STORE(&w->seldepth, depth);
    return proof;
}

/* --- batches --- */

/* How many iterations in a row the node at the end of the path gets. */
static uint32_t batch_size(const mcts_walker *w) {
    const mcts_node *n = w->path[w->depth].node;
    if (!n || !w->depth) return 1;
    uint32_t size = RELAXED_LOAD(&n->visits) / BATCH_PART;
    if (size > MAX_BATCH) size = MAX_BATCH;
    uint64_t left = w->visit_budget - RELAXED_LOAD(&w->iterations);
    if (w->visit_budget && size > left) size = (uint32_t)left;
    return size ? size : 1;
}

/* Where a batch begins; the state is in w->begin. */
typedef struct batch {
    int top, made;
    bool in_root;
    int root_steps;
    size_t trail;
} batch;

static void batch_mark(mcts_walker *w, batch *b) {
    const mcts *m = w->m;
    memcpy(w->begin, w->scratch.state, m->r->state_size);
    *b = (batch){.top = w->depth, .made = w->made_count, .in_root = w->in_root};
    b->root_steps = w->root_path.count;
    if (m->trailed) b->trail = w->scratch.trail.len;
}

static void batch_return(mcts_walker *w, const batch *b) {
    const mcts *m = w->m;
    assert(w->depth >= b->top && w->root_path.count >= b->root_steps);
    memcpy(w->scratch.state, w->begin, m->r->state_size);
    w->depth = b->top;
    w->made_count = b->made;
    w->in_root = b->in_root;
    w->root_path.count = b->root_steps;
    w->leaf_is_new = false;
    w->path[w->depth].edge = NULL;
    if (m->trailed) trail_cut(&w->scratch.trail, b->trail);
}

static uint32_t visit_batch(mcts_walker *w) {
    const mcts *m = w->m;
    double value[GAME_MAX_PLAYERS] = {0};
    double sum[GAME_MAX_PLAYERS] = {0};
    batch b;
    mcts_approach(w);
    batch_mark(w, &b);
    uint32_t size = batch_size(w);
    uint32_t done = 0;
    bool proof = false;
    mcts_count_visits(w, b.top, (int32_t)size);
    while (done < size) {
        if (done) batch_return(w, &b);
        proof |= iterate(w, b.top, value);
        for (int i = 0; i < m->players; i++) sum[i] += value[i];
        done++;
        const mcts_node *n = w->path[b.top].node;
        if (mcts_spent(w) || (n && m->solver && mcts_solved(w->tree, n))) break;
    }
    assert(done > 0 && done <= size);
    for (int i = 0; i < m->players; i++) sum[i] /= done;
    mcts_count_visits(w, b.top, (int32_t)(done - size));
    mcts_raise(w, b.top, sum, done, proof);
    return done;
}

uint32_t mcts_visit(mcts_walker *w) {
    if (w->begin) return visit_batch(w);
    double value[GAME_MAX_PLAYERS] = {0};
    mcts_place(w);
    (void)iterate(w, 0, value);
    return 1;
}
