#include <string.h>

#include "engine/base/portable_math.h"
#include "engine/base/threads.h"
#include "engine/game/game_hints.h"
#include "search/mcts/mcts_walker.h"

/* The edges of a node: listing the legal steps, giving them priors, and putting them
 * into the tree, all at once, the best first, or one by one. */

/* --- the list of a decision --- */

/* Whether the root token may continue with this step. */
static bool allowed(const mcts_walker *w, action step) {
    const search_job *job = w->m->job;
    if (!job->only || !w->in_root) return true;
    int n = w->root_path.count;
    for (size_t i = 0; i < job->only_count; i++) {
        const token *o = &job->only[i];
        if (o->count > n && o->steps[n] == step &&
            memcmp(o->steps, w->root_path.steps, (size_t)n * sizeof(action)) == 0)
            return true;
    }
    return false;
}

/* The legal steps, in scratch.list; returns their number. */
int mcts_list_steps(mcts_walker *w) {
    const mcts *m = w->m;
    action *list = w->scratch.list;
    int count = m->game->legal(m->r, w->scratch.state, mcts_trail(w), list);
    assert(count > 0 && (uint32_t)count <= m->r->max_actions);
    if (!m->job->only || !w->in_root) return count;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        list[kept] = list[i];
        kept += allowed(w, list[i]);
    }
    return kept;
}

/* --- priors --- */

/* Turns w->score into probabilities by softmax. */
static void softmax(mcts_walker *w, int n) {
    float max = w->score[0];
    for (int i = 1; i < n; i++)
        if (w->score[i] > max) max = w->score[i];
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double x = portable_exp((double)(w->score[i] - max) / w->m->temperature);
        w->score[i] = (float)x;
        sum += x;
    }
    assert(sum >= 1); /* the largest is exp(0) */
    for (int i = 0; i < n; i++) w->score[i] = (float)((double)w->score[i] / sum);
}

static void sift_down(const float *score, uint32_t *order, uint32_t at, uint32_t n) {
    for (;;) {
        uint32_t c = 2 * at + 1;
        if (c >= n) return;
            /* The heap has the least on top: a lower score, or among equals the later one. */
#define BELOW(a, b) (score[a] < score[b] || (score[a] == score[b] && (a) > (b)))
        if (c + 1 < n && BELOW(order[c + 1], order[c])) c++;
        if (!BELOW(order[c], order[at])) return;
#undef BELOW
        uint32_t x = order[at];
        order[at] = order[c];
        order[c] = x;
        at = c;
    }
}

/* The indices of scratch.list in w->order, the best `max` of them first and in order; equal ones
 * keep theirs. */
static void sort_by_score(mcts_walker *w, uint32_t n, uint32_t max) {
    uint32_t *order = w->order;
    uint32_t heap = n < max ? n : max;
    for (uint32_t i = 0; i < n; i++) order[i] = i;
    for (uint32_t i = heap / 2; i-- > 0;) sift_down(w->score, order, i, heap);
    for (uint32_t i = heap; i < n; i++) { /* better than the worst of those in front? */
        if (w->score[i] <= w->score[order[0]]) continue;
        uint32_t x = order[0];
        order[0] = i;
        order[i] = x;
        sift_down(w->score, order, 0, heap);
    }
    for (uint32_t end = heap; end-- > 1;) {
        uint32_t x = order[0];
        order[0] = order[end];
        order[end] = x;
        sift_down(w->score, order, 0, end);
    }
}

void mcts_make_priors(mcts_walker *w, int n, uint32_t max) {
    const mcts *m = w->m;
    assert(m->priors && n > 0 && (uint32_t)n <= m->r->max_actions);
    m->r->hints->order(m->r, w->scratch.state, w->scratch.list, n, w->score);
    softmax(w, n);
    sort_by_score(w, (uint32_t)n, max);
}

/* --- opening --- */

/* Fills a block with the listed steps from `from` on, in the order of the priors if there are any.
 */
static void fill_block(mcts_walker *w, const mcts_node *n, mcts_block *b, uint32_t from,
                       uint32_t count) {
    const mcts *m = w->m;
    for (uint32_t i = 0; i < count; i++) {
        mcts_edge *e = mcts_edge_at(w->tree, b, i);
        uint32_t at = m->priors ? w->order[from + i] : from + i;
        e->step = w->scratch.list[at];
        mcts_set_value(n, e, VALUE_NONE);
        if (m->priors) {
            float p = w->score[at] * PRIOR_ONE;
            mcts_set_prior(n, e, (uint16_t)(p < 1 ? 1 : p));
        }
    }
    RELAXED_STORE(&b->count, (uint16_t)count);
}

/* Makes a block of listed steps; *complete: none are left. 0 when the tree is full. */
static uint32_t make_block(mcts_walker *w, const mcts_node *n, uint32_t from, uint32_t count,
                           uint32_t total, bool *complete) {
    if (count > UINT16_MAX) count = UINT16_MAX;
    uint32_t i = mcts_new_block(w->tree, &w->chunk, count);
    *complete = from + count == total;
    if (i) fill_block(w, n, mcts_block_at(w->tree, i), from, count);
    return i;
}

static void add_flag(mcts_node *n, uint8_t flag) {
    (void)atomic_fetch_or_explicit(&n->flags, flag, memory_order_relaxed);
}

/* Whoever is first to come makes the list; the others find a leaf meanwhile. */
static bool claim(const mcts_walker *w, mcts_node *n) {
    uint32_t none = 0;
    if (!w->tree->shared) return RELAXED_LOAD(&n->edges) == 0;
    return atomic_compare_exchange_strong_explicit(&n->edges, &none, EDGES_COMING,
                                                   memory_order_relaxed, memory_order_relaxed);
}

static void publish_edges(mcts_node *n, uint32_t block) {
    assert(RELAXED_LOAD(&n->edges) == 0 || RELAXED_LOAD(&n->edges) == EDGES_COMING);
    atomic_store_explicit(&n->edges, block, memory_order_release);
}

bool mcts_open_node(mcts_walker *w, mcts_node *n, uint32_t max) {
    if (!claim(w, n)) return false;
    int count = mcts_list_steps(w);
    bool complete;
    if (w->m->priors) mcts_make_priors(w, count, max);
    uint32_t first = (uint32_t)count < max ? (uint32_t)count : max;
    uint32_t block = make_block(w, n, 0, first, (uint32_t)count, &complete);
    if (block && complete) add_flag(n, NODE_COMPLETE);
    publish_edges(n, block);
    return block != 0;
}

static bool take_lock(mcts_node *n) {
    return atomic_exchange_explicit(&n->lock, 1, memory_order_acquire) == 0;
}

static void drop_lock(mcts_node *n) {
    assert(RELAXED_LOAD(&n->lock));
    atomic_store_explicit(&n->lock, 0, memory_order_release);
}

/* The rest of a list of which only the best were opened. False where another thread is at it
 * or the tree is full. */
bool mcts_open_rest(mcts_walker *w, mcts_node *n) {
    if (!take_lock(n)) return false;
    uint32_t have;
    mcts_block *last = mcts_last_block(w->tree, n, &have);
    bool done = false;
    if (mcts_has_more(n)) {
        int count = mcts_list_steps(w);
        bool complete;
        mcts_make_priors(w, count, (uint32_t)count);
        uint32_t block = make_block(w, n, have, (uint32_t)count - have, (uint32_t)count, &complete);
        if (block) {
            atomic_store_explicit(&last->next, block, memory_order_release);
            if (complete) add_flag(n, NODE_COMPLETE);
            done = true;
        }
    }
    drop_lock(n);
    return done;
}

void mcts_open_root(mcts_walker *w) {
    mcts_node *root = mcts_node_at(w->tree, w->tree->root);
    if (mcts_open_node(w, root, UINT32_MAX)) return;
    /* Too small a tree for the list: the best half, quarter, ... of it. */
    for (uint32_t max = w->m->r->max_actions; max > 0; max /= 2)
        if (mcts_open_node(w, root, max)) return;
}

/* --- lists that grow --- */

/* Appends under the node's lock. */
static mcts_edge *append(mcts_walker *w, mcts_node *n, action step) {
    assert(RELAXED_LOAD(&n->lock) && !mcts_find_edge(w->tree, n, step));
    mcts_tree *t = w->tree;
    uint32_t have;
    mcts_block *last = mcts_last_block(t, n, &have);
    uint32_t at = last ? mcts_block_count(last) : 0;
    if (!last || at == last->cap) {
        uint32_t cap = have < GROW_EDGES ? GROW_EDGES : have < 256 ? have : 256;
        uint32_t added = mcts_new_block(t, &w->chunk, cap);
        if (!added) return NULL;
        if (last)
            atomic_store_explicit(&last->next, added, memory_order_release);
        else
            publish_edges(n, added);
        last = mcts_block_at(t, added);
        at = 0;
    }
    mcts_edge *e = mcts_edge_at(t, last, at);
    e->step = step;
    if (n->actor >= 0) mcts_set_value(n, e, VALUE_NONE);
    atomic_store_explicit(&last->count, (uint16_t)(at + 1), memory_order_release);
    mcts_index_edge(t, &w->chunk, n, last, e, have + 1);
    return e;
}

/* The edge of a step, made if it is new; NULL when the tree is full. */
mcts_edge *mcts_edge_for(mcts_walker *w, mcts_node *n, action step) {
    mcts_edge *e = mcts_find_edge(w->tree, n, step);
    if (e) return e;
    /* The holder is soon done, unless it has lost its processor. */
    for (unsigned tries = 1; !take_lock(n); tries++)
        if (tries % SPINS == 0) thrd_yield();
    e = mcts_find_edge(w->tree, n, step);
    if (!e) e = append(w, n, step);
    drop_lock(n);
    return e;
}

/* --- chance --- */

/* All outcomes with their probabilities, where they can be listed and are few. */
bool mcts_open_chance(mcts_walker *w, mcts_node *n) {
    const mcts *m = w->m;
    if (!m->game->chance) return false;
    int count = m->game->chance(m->r, w->scratch.state, w->scratch.list, w->scratch.weight);
    if (count <= 0 || count > MAX_WEIGHTED || !claim(w, n)) return false;
    uint32_t block = mcts_new_block(w->tree, &w->chunk, (uint32_t)count);
    if (block) {
        mcts_block *b = mcts_block_at(w->tree, block);
        for (int i = 0; i < count; i++) {
            mcts_edge *e = mcts_edge_at(w->tree, b, (uint32_t)i);
            e->step = w->scratch.list[i];
            mcts_set_probability(n, e, w->scratch.weight[i]);
        }
        RELAXED_STORE(&b->count, (uint16_t)count);
        add_flag(n, NODE_COMPLETE | NODE_WEIGHTED);
    }
    publish_edges(n, block);
    return block != 0;
}
