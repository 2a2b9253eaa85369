#include <string.h>

#include "engine/base/portable_math.h"
#include "engine/base/threads.h"
#include "search/mcts/mcts_lane.h"

/* The edges of a node: listing the steps on offer, guessing which of them are good, and putting
 * them into the tree, all at once, the best guesses first, or one by one. */

/* --- the list of a decision --- */

/* Whether the root token may go on with this step. */
static bool allowed(const lane *l, action step) {
    const search_job *job = l->m->job;
    if (!job->only || !l->in_root) return true;
    int n = l->root_path.count;
    for (size_t i = 0; i < job->only_count; i++) {
        const token *o = &job->only[i];
        if (o->count > n && o->steps[n] == step &&
            memcmp(o->steps, l->root_path.steps, (size_t)n * sizeof(action)) == 0)
            return true;
    }
    return false;
}

/* The steps on offer, in room.list; returns their number. */
int mcts_list_steps(lane *l) {
    const mcts *m = l->m;
    action *list = l->room.list;
    int count = m->k->legal(m->r, l->room.state, mcts_trail(l), list);
    if (!m->job->only || !l->in_root) return count;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        list[kept] = list[i];
        kept += allowed(l, list[i]);
    }
    return kept;
}

/* --- first guesses --- */

/* Logarithms of odds for the first n of room.list, in l->score, and what each step seems to be
 * worth to who decides, in room.weight. */
static void guess_by_evaluation(lane *l, int actor, int n) {
    const mcts *m = l->m;
    double total[GAME_MAX_PLAYERS] = {0};
    double win[GAME_MAX_PLAYERS];
    size_t mark = l->room.trail.len;
    for (int i = 0; i < m->players; i++)
        if (i != actor) total[i] = mcts_total(l, l->room.state, i);
    for (int i = 0; i < n; i++) {
        memcpy(l->room.other, l->room.state, m->r->state_size);
        m->k->apply(m->r, l->room.other, mcts_trail(l), l->room.list[i]);
        trail_cut(&l->room.trail, mark);
        /* The others' sums hardly change with a step of this player. */
        total[actor] = mcts_total(l, l->room.other, actor);
        evaluator_share_out(total, m->players, win);
        l->score[i] = (float)total[actor];
        l->room.weight[i] = (float)win[actor];
    }
    RELAXED_STORE(&l->nodes, RELAXED_LOAD(&l->nodes) + (uint64_t)n);
}

/* Turns l->score into probabilities by softmax. */
static void share_out(lane *l, int n) {
    float most = l->score[0];
    for (int i = 1; i < n; i++)
        if (l->score[i] > most) most = l->score[i];
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double x = portable_exp((double)(l->score[i] - most) / l->m->heat);
        l->score[i] = (float)x;
        sum += x;
    }
    for (int i = 0; i < n; i++) l->score[i] = (float)((double)l->score[i] / sum);
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

/* The indices of room.list in l->order, the best `most` of them in front and in order; equal ones
 * keep theirs. */
static void sort_by_score(lane *l, uint32_t n, uint32_t most) {
    uint32_t *order = l->order;
    uint32_t heap = n < most ? n : most;
    for (uint32_t i = 0; i < n; i++) order[i] = i;
    for (uint32_t i = heap / 2; i-- > 0;) sift_down(l->score, order, i, heap);
    for (uint32_t i = heap; i < n; i++) { /* better than the worst of those in front? */
        if (l->score[i] <= l->score[order[0]]) continue;
        uint32_t x = order[0];
        order[0] = i;
        order[i] = x;
        sift_down(l->score, order, 0, heap);
    }
    for (uint32_t end = heap; end-- > 1;) {
        uint32_t x = order[0];
        order[0] = order[end];
        order[end] = x;
        sift_down(l->score, order, 0, end);
    }
}

void mcts_make_priors(lane *l, int actor, int n, uint32_t most) {
    const mcts *m = l->m;
    if (m->priors >= 2)
        guess_by_evaluation(l, actor, n);
    else
        m->k->order(m->r, l->room.state, l->room.list, n, l->score);
    share_out(l, n);
    sort_by_score(l, (uint32_t)n, most);
}

/* --- opening --- */

/* Fills a block with the listed steps from `from` on, in the order of the guesses if there are any.
 */
static void fill_block(lane *l, const mcts_node *n, mcts_block *b, uint32_t from, uint32_t count) {
    const mcts *m = l->m;
    for (uint32_t i = 0; i < count; i++) {
        mcts_edge *e = mcts_edge_at(l->tree, b, i);
        uint32_t at = m->priors ? l->order[from + i] : from + i;
        e->step = l->room.list[at];
        mcts_set_value(n, e, m->priors == 3 ? l->room.weight[at] : VALUE_NONE);
        if (m->priors) {
            float p = l->score[at] * PRIOR_ONE;
            mcts_set_prior(n, e, (uint16_t)(p < 1 ? 1 : p));
        }
    }
    RELAXED_STORE(&b->count, (uint16_t)count);
}

/* Makes a block of listed steps; *whole tells that none are left. 0 when the tree is full. */
static uint32_t make_block(lane *l, const mcts_node *n, uint32_t from, uint32_t count,
                           uint32_t total, bool *whole) {
    if (count > UINT16_MAX) count = UINT16_MAX;
    uint32_t i = mcts_new_block(l->tree, &l->chunk, count);
    *whole = from + count == total;
    if (i) fill_block(l, n, mcts_block_at(l->tree, i), from, count);
    return i;
}

static void add_flag(mcts_node *n, uint8_t flag) {
    (void)atomic_fetch_or_explicit(&n->flags, flag, memory_order_relaxed);
}

/* Whoever is first to come makes the list; the others find a leaf meanwhile. */
static bool claim(const lane *l, mcts_node *n) {
    uint32_t none = 0;
    if (!l->tree->shared) return RELAXED_LOAD(&n->edges) == 0;
    return atomic_compare_exchange_strong_explicit(&n->edges, &none, EDGES_COMING,
                                                   memory_order_relaxed, memory_order_relaxed);
}

static void publish_edges(mcts_node *n, uint32_t block) {
    atomic_store_explicit(&n->edges, block, memory_order_release);
}

bool mcts_open_node(lane *l, mcts_node *n, uint32_t most) {
    if (!claim(l, n)) return false;
    int count = mcts_list_steps(l);
    bool whole;
    if (l->m->priors) mcts_make_priors(l, n->actor, count, most);
    uint32_t first = (uint32_t)count < most ? (uint32_t)count : most;
    uint32_t block = make_block(l, n, 0, first, (uint32_t)count, &whole);
    if (block && whole) add_flag(n, NODE_COMPLETE);
    publish_edges(n, block);
    return block != 0;
}

static bool take_lock(mcts_node *n) {
    return atomic_exchange_explicit(&n->lock, 1, memory_order_acquire) == 0;
}

static void drop_lock(mcts_node *n) {
    atomic_store_explicit(&n->lock, 0, memory_order_release);
}

/* The rest of a list of which only the best guesses were opened. False where somebody else is at it
 * or the tree is full. */
bool mcts_open_rest(lane *l, mcts_node *n) {
    if (!take_lock(n)) return false;
    uint32_t have;
    mcts_block *last = mcts_last_block(l->tree, n, &have);
    bool done = false;
    if (mcts_has_more(n)) {
        int count = mcts_list_steps(l);
        bool whole;
        mcts_make_priors(l, n->actor, count, (uint32_t)count);
        uint32_t block = make_block(l, n, have, (uint32_t)count - have, (uint32_t)count, &whole);
        if (block) {
            atomic_store_explicit(&last->next, block, memory_order_release);
            if (whole) add_flag(n, NODE_COMPLETE);
            done = true;
        }
    }
    drop_lock(n);
    return done;
}

void mcts_open_root(lane *l) {
    mcts_node *root = mcts_node_at(l->tree, l->tree->root);
    if (mcts_open_node(l, root, UINT32_MAX)) return;
    /* Too small a tree for the list: the best half, quarter, ... of it. */
    for (uint32_t most = l->m->r->max_actions; most > 0; most /= 2)
        if (mcts_open_node(l, root, most)) return;
}

/* --- lists that grow --- */

/* Appends under the node's lock. */
static mcts_edge *append(lane *l, mcts_node *n, action step) {
    mcts_tree *t = l->tree;
    uint32_t have;
    mcts_block *last = mcts_last_block(t, n, &have);
    uint32_t at = last ? mcts_block_count(last) : 0;
    if (!last || at == last->cap) {
        uint32_t cap = have < GROW_EDGES ? GROW_EDGES : have < 256 ? have : 256;
        uint32_t fresh = mcts_new_block(t, &l->chunk, cap);
        if (!fresh) return NULL;
        if (last)
            atomic_store_explicit(&last->next, fresh, memory_order_release);
        else
            publish_edges(n, fresh);
        last = mcts_block_at(t, fresh);
        at = 0;
    }
    mcts_edge *e = mcts_edge_at(t, last, at);
    e->step = step;
    if (n->actor >= 0) mcts_set_value(n, e, VALUE_NONE);
    atomic_store_explicit(&last->count, (uint16_t)(at + 1), memory_order_release);
    mcts_index_edge(t, &l->chunk, n, last, e, have + 1);
    return e;
}

/* The edge of a step, made if it is new; NULL when the tree is full. */
mcts_edge *mcts_edge_for(lane *l, mcts_node *n, action step) {
    mcts_edge *e = mcts_find_edge(l->tree, n, step);
    if (e) return e;
    /* The holder is soon done, unless it has lost its processor. */
    for (unsigned tries = 1; !take_lock(n); tries++)
        if (tries % SPINS == 0) thrd_yield();
    e = mcts_find_edge(l->tree, n, step);
    if (!e) e = append(l, n, step);
    drop_lock(n);
    return e;
}

/* --- chance --- */

/* All outcomes with their probabilities, where they can be listed and are few. */
bool mcts_open_chance(lane *l, mcts_node *n) {
    const mcts *m = l->m;
    if (!m->k->chance) return false;
    int count = m->k->chance(m->r, l->room.state, l->room.list, l->room.weight);
    if (count <= 0 || count > MOST_WEIGHED || !claim(l, n)) return false;
    uint32_t block = mcts_new_block(l->tree, &l->chunk, (uint32_t)count);
    if (block) {
        mcts_block *b = mcts_block_at(l->tree, block);
        for (int i = 0; i < count; i++) {
            mcts_edge *e = mcts_edge_at(l->tree, b, (uint32_t)i);
            e->step = l->room.list[i];
            mcts_set_probability(n, e, l->room.weight[i]);
        }
        RELAXED_STORE(&b->count, (uint16_t)count);
        add_flag(n, NODE_COMPLETE | NODE_WEIGHED);
    }
    publish_edges(n, block);
    return block != 0;
}
