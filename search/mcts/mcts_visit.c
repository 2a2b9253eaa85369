#include <string.h>

#include "search/mcts/mcts_lane.h"

/* One iteration: down to a leaf, its value, and back; or a batch of them.
 *
 * Where threads share a tree, they meet at its top and on its best line: each step there takes
 * lines of memory away from the others, which costs more than the step. So a thread walks down to
 * where a node is no longer crowded, stays there for a batch of iterations, and only then tells the
 * nodes above, all at once. The visits of the whole batch are counted above when it begins, so that
 * the others look elsewhere meanwhile. A batch is small against what the node has already, so the
 * choices above hardly differ from those of single visits. */

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

/* Adds what only reports need to the statistics of the root step that was taken. */
static void note_root(lane *l, const game_result *res, const double *value) {
    const mcts *m = l->m;
    const mcts_edge *e = l->path[0].edge;
    if (!e || (m->mode->counts && !m->mode->counts(l))) return;
    uint32_t at = edge_number(l->tree, l->path[0].node, e);
    if (at >= m->root_width) return;
    root_stat *s = &l->stats[at];
    double own = value[m->job->seat];
    add_to(&s->visits, 1);
    add_to(&s->square, own * own);
    for (int i = 0; i < m->players && m->mode->by_view; i++) add_to(&s->value[i], value[i]);
    if (!res) { /* nothing but an evaluation */
        for (int i = 0; i < m->players; i++) add_to(&s->win[i], value[i]);
        return;
    }
    add_to(&s->ends, 1);
    for (int i = 0; i < m->players; i++) {
        add_to(&s->points[i], res->points[i]);
        if (m->job->options.want_ranks) add_to(&s->ranks[i][res->ranks[i] - 1], 1);
    }
    bool short_ones = m->evaluates && m->cutoff < MAX_PLAYOUT;
    if (short_ones)
        for (int i = 0; i < m->players; i++) add_to(&s->win[i], value[i]);
    else if (res->sole_first >= 0)
        add_to(&s->win[res->sole_first], 1);
}

/* The end of the game that a solved leaf stands for, if it is one. */
static bool read_end(lane *l, game_result *res) {
    const mcts *m = l->m;
    if (m->k->actor(m->r, l->room.state) != ACTOR_NONE) return false;
    result_read(res, m->r, l->room.state, m->job->options.want_ranks);
    return true;
}

/* --- an iteration --- */

bool mcts_spent(const lane *l) {
    return (l->node_budget && RELAXED_LOAD(&l->nodes) >= l->node_budget) ||
           (l->visit_budget && RELAXED_LOAD(&l->iterations) >= l->visit_budget) ||
           RELAXED_LOAD(&mcts_node_at(l->tree, l->tree->root)->visits) >= ENOUGH_VISITS;
}

/* The value of the leaf the path has come to; in *res how the game ended, if it did. */
static bool judge(lane *l, game_result *res, double *value) {
    const mcts *m = l->m;
    const mcts_node *leaf = l->path[l->depth].node;
    if (!leaf || !mcts_solved(l->tree, leaf)) return mcts_playout(l, res, value);
    for (int i = 0; i < m->players; i++) value[i] = (double)mcts_get(l->tree, leaf, V_LOW, i);
    return read_end(l, res);
}

/* From path[top] to a leaf and back; the value found, and whether path[top]'s bounds have moved.
 * Gains are in Elo against the same search without the technique (docs/strength.md), in connect
 * four where no game is named, by number of playouts. */
static bool iterate(lane *l, int top, double *value) {
    const mcts_mode *mode = l->m->mode;
    game_result res;

    /* 1. Selection: the edge with the best sum of value and bonus, step by step, until a node that
     * is new; it joins the tree. Priors from the game's hints say which edges come first (+53 +-
     * 26; Project L +1040 +- 215), equal positions share a node (+34 +- 9), and with hidden cards
     * each player chooses by what he knows (Unicorns +104 +- 48). */
    mode->select(l);

    /* 2. The value of the leaf: what is proven there (no gain shown, but an answer people want), or
     * a playout, by the game's bot (Unicorns +70 +- 43) or by chance; where there are weights the
     * evaluation instead of its end (+91 +- 30, pig +58 +- 35). */
    bool ended = judge(l, &res, value);

    /* 3. What reports tell about the root's steps: points, ranks, spread. */
    note_root(l, ended ? &res : NULL, value);

    /* 4. Backup: means, bounds and edges of the path learn the value. Bounds prove results, and
     * edges that are proven to be no better are left alone. */
    bool proof = mode->backup(l, top, value);

    /* 5. MAST: the steps made here rate those of later playouts (no gain shown, off). */
    if (l->mast) mcts_mast_learn(l, value);

    /* 6. Counters, for limits and reports. */
    unsigned depth = (unsigned)l->depth;
    RELAXED_STORE(&l->iterations, RELAXED_LOAD(&l->iterations) + 1);
    RELAXED_STORE(&l->depth_sum, RELAXED_LOAD(&l->depth_sum) + depth);
    if (depth > RELAXED_LOAD(&l->seldepth)) RELAXED_STORE(&l->seldepth, depth);
    return proof;
}

/* --- batches --- */

/* How many iterations in a row the node at the end of the path is worth. */
static uint32_t batch_size(const lane *l) {
    const mcts_node *n = l->path[l->depth].node;
    if (!n || !l->depth) return 1;
    uint32_t size = RELAXED_LOAD(&n->visits) / BATCH_PART;
    if (size > BATCH_MOST) size = BATCH_MOST;
    uint64_t left = l->visit_budget - RELAXED_LOAD(&l->iterations);
    if (l->visit_budget && size > left) size = (uint32_t)left;
    return size ? size : 1;
}

/* Where a batch begins; the state is in l->begin. */
typedef struct batch {
    int top, made;
    bool in_root;
    int root_steps;
    size_t trail;
} batch;

static void batch_mark(lane *l, batch *b) {
    const mcts *m = l->m;
    memcpy(l->begin, l->room.state, m->r->state_size);
    *b = (batch){.top = l->depth, .made = l->made_count, .in_root = l->in_root};
    b->root_steps = l->root_path.count;
    if (m->trailed) b->trail = l->room.trail.len;
}

static void batch_return(lane *l, const batch *b) {
    const mcts *m = l->m;
    memcpy(l->room.state, l->begin, m->r->state_size);
    l->depth = b->top;
    l->made_count = b->made;
    l->in_root = b->in_root;
    l->root_path.count = b->root_steps;
    l->fresh = false;
    l->path[l->depth].edge = NULL;
    if (m->trailed) trail_cut(&l->room.trail, b->trail);
}

static uint32_t visit_batch(lane *l) {
    const mcts *m = l->m;
    double value[GAME_MAX_PLAYERS] = {0};
    double sum[GAME_MAX_PLAYERS] = {0};
    batch b;
    mcts_approach(l);
    batch_mark(l, &b);
    uint32_t size = batch_size(l);
    uint32_t done = 0;
    bool proof = false;
    mcts_count_visits(l, b.top, (int32_t)size);
    while (done < size) {
        if (done) batch_return(l, &b);
        proof |= iterate(l, b.top, value);
        for (int i = 0; i < m->players; i++) sum[i] += value[i];
        done++;
        const mcts_node *n = l->path[b.top].node;
        if (mcts_spent(l) || (n && m->solver && mcts_solved(l->tree, n))) break;
    }
    for (int i = 0; i < m->players; i++) sum[i] /= done;
    mcts_count_visits(l, b.top, (int32_t)(done - size));
    mcts_raise(l, b.top, sum, done, proof);
    return done;
}

uint32_t mcts_visit(lane *l) {
    if (l->begin) return visit_batch(l);
    double value[GAME_MAX_PLAYERS] = {0};
    mcts_place(l);
    (void)iterate(l, 0, value);
    return 1;
}
