#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/portable_math.h"
#include "search/mcts_lane.h"

/* The way down. At a decision the edge with the best sum of value and bonus is taken: UCT (Kocsis
 * and Szepesvari 2006), or with priors PUCT (Rosin 2011), whose bonus is the prior's share. Edges
 * proven to be no better than another are left alone. */

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
static int list_allowed(lane *l) {
    const mcts *m = l->m;
    action *list = l->room.list;
    int count = m->k->legal(m->r, l->room.state, lane_trail(l), list);
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
        if (i != actor) total[i] = lane_total(l, l->room.state, i);
    for (int i = 0; i < n; i++) {
        memcpy(l->room.other, l->room.state, m->r->state_size);
        m->k->apply(m->r, l->room.other, lane_trail(l), l->room.list[i]);
        trail_cut(&l->room.trail, mark);
        /* The others' sums hardly change with a step of this player. */
        total[actor] = lane_total(l, l->room.other, actor);
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

static void guess(lane *l, int actor, int n, uint32_t most) {
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
static void fill_block(lane *l, mcts_block *b, uint32_t from, uint32_t count) {
    const mcts *m = l->m;
    for (uint32_t i = 0; i < count; i++) {
        mcts_edge *e = mcts_edge_at(l->tree, b, i);
        uint32_t at = m->priors ? l->order[from + i] : from + i;
        e->step = l->room.list[at];
        RELAXED_STORE(&e->value, m->priors == 3 ? l->room.weight[at] : VALUE_NONE);
        if (m->priors) {
            float p = l->score[at] * PRIOR_ONE;
            RELAXED_STORE(&e->prior, (uint16_t)(p < 1 ? 1 : p));
        }
    }
    RELAXED_STORE(&b->count, (uint16_t)count);
}

/* Makes a block of listed steps; *whole tells that none are left. 0 when the tree is full. */
static uint32_t make_block(lane *l, uint32_t from, uint32_t count, uint32_t total, bool *whole) {
    if (count > UINT16_MAX) count = UINT16_MAX;
    uint32_t i = mcts_new_block(l->tree, &l->chunk, count);
    *whole = from + count == total;
    if (i) fill_block(l, mcts_block_at(l->tree, i), from, count);
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

static bool open_decision(lane *l, mcts_node *n, uint32_t most) {
    if (!claim(l, n)) return false;
    int count = list_allowed(l);
    bool whole;
    if (l->m->priors) guess(l, n->actor, count, most);
    uint32_t first = (uint32_t)count < most ? (uint32_t)count : most;
    uint32_t block = make_block(l, 0, first, (uint32_t)count, &whole);
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

static mcts_block *last_block(const mcts_tree *t, const mcts_node *n, uint32_t *edges) {
    mcts_block *last = NULL;
    *edges = 0;
    for (mcts_block *b = mcts_edges(t, n); b; b = mcts_next_block(t, b)) {
        *edges += mcts_block_count(b);
        last = b;
    }
    return last;
}

/* The rest of a list of which only the best guesses were opened. False where somebody else is at it
 * or the tree is full. */
static bool open_rest(lane *l, mcts_node *n) {
    if (!take_lock(n)) return false;
    uint32_t have;
    mcts_block *last = last_block(l->tree, n, &have);
    bool done = false;
    if (mcts_has_more(n)) {
        int count = list_allowed(l);
        bool whole;
        guess(l, n->actor, count, (uint32_t)count);
        uint32_t block = make_block(l, have, (uint32_t)count - have, (uint32_t)count, &whole);
        if (block) {
            atomic_store_explicit(&last->next, block, memory_order_release);
            if (whole) add_flag(n, NODE_COMPLETE);
            done = true;
        }
    }
    drop_lock(n);
    return done;
}

void lane_open_root(lane *l) {
    mcts_node *root = mcts_node_at(l->tree, l->tree->root);
    if (open_decision(l, root, UINT32_MAX)) return;
    /* Too small a tree for the list: the best half, quarter, ... of it. */
    for (uint32_t most = l->m->r->max_actions; most > 0; most /= 2)
        if (open_decision(l, root, most)) return;
}

/* --- lists that grow --- */

static mcts_edge *find_edge(const mcts_tree *t, const mcts_node *n, action step) {
    for (mcts_block *b = mcts_edges(t, n); b; b = mcts_next_block(t, b))
        for (uint32_t i = 0, c = mcts_block_count(b); i < c; i++)
            if (mcts_edge_at(t, b, i)->step == step) return mcts_edge_at(t, b, i);
    return NULL;
}

/* Appends under the node's lock. */
static mcts_edge *append(lane *l, mcts_node *n, action step) {
    mcts_tree *t = l->tree;
    uint32_t have;
    mcts_block *last = last_block(t, n, &have);
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
    RELAXED_STORE(&e->value, VALUE_NONE);
    atomic_store_explicit(&last->count, (uint16_t)(at + 1), memory_order_release);
    return e;
}

/* The edge of a step, made if it is new; NULL when the tree is full. */
static mcts_edge *edge_for(lane *l, mcts_node *n, action step) {
    mcts_edge *e = find_edge(l->tree, n, step);
    if (e) return e;
    while (!take_lock(n)) {
    }
    e = find_edge(l->tree, n, step);
    if (!e) e = append(l, n, step);
    drop_lock(n);
    return e;
}

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
    if (c->lender != l->path[l->depth].node) from = find_edge(l->tree, c->lender, e->step);
    if (!from) return value;
    const mcts_amaf *a = mcts_amaf_of(from);
    double seen = RELAXED_LOAD(&a->visits);
    if (seen < 1) return value;
    /* Gelly and Silver's schedule with a small bias. */
    double beta = seen / (seen + n + 1e-4 * seen * n);
    return (1 - beta) * value + beta * (double)RELAXED_LOAD(&a->mean);
}

static double score_edge(const lane *l, const chooser *c, mcts_edge *e) {
    const mcts *m = l->m;
    uint32_t n = RELAXED_LOAD(&e->visits);
    float known = RELAXED_LOAD(&e->value);
    double value = known > VALUE_NONE ? (double)known : c->first;
    if (c->lender) value = share_amaf(l, c, e, value, n);
    if (m->priors)
        return value + c->bonus * ((double)RELAXED_LOAD(&e->prior) / (double)PRIOR_ONE) / (1 + n);
    return value + c->bonus * mcts_isqrt(m, n ? n : 1);
}

/* The same as choose_edge() for plain UCT, where most of the time of a light game is spent. */
static mcts_edge *choose_plain(const lane *l, const mcts_node *n, float bonus) {
    const mcts *m = l->m;
    float best = -HUGE_VALF;
    mcts_edge *chosen = NULL;
    for (mcts_block *b = mcts_edges(l->tree, n); b; b = mcts_next_block(l->tree, b)) {
        mcts_edge *e = mcts_edge_at(l->tree, b, 0);
        for (mcts_edge *end = e + mcts_block_count(b); e < end; e++) {
            uint32_t visits = RELAXED_LOAD(&e->visits);
            if (RELAXED_LOAD(&e->closed)) continue;
            if (!visits) return e;
            float known = RELAXED_LOAD(&e->value);
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
    for (mcts_block *b = mcts_edges(l->tree, n); b; b = mcts_next_block(l->tree, b)) {
        for (uint32_t i = 0, count = mcts_block_count(b); i < count; i++) {
            mcts_edge *e = mcts_edge_at(l->tree, b, i);
            if (passed_over(l, e)) continue;
            if (c->deal >= 0 && !listed(l, c->deal, e->step)) continue;
            bool untouched = !RELAXED_LOAD(&e->visits);
            if (untouched && urgent) return e;
            double u = score_edge(l, c, e);
            if (u > best) {
                best = u;
                chosen = e;
            }
            if (untouched && m->priors) return chosen;
        }
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

static mcts_edge *decide(lane *l, mcts_node *n) {
    if (!mcts_edges(l->tree, n)) {
        if (RELAXED_LOAD(&l->tree->full)) return NULL; /* no list is made in vain */
        if (!open_decision(l, n, l->m->priors ? FIRST_EDGES : UINT32_MAX)) return NULL;
    }
    if (l->m->priors && mcts_has_more(n) && all_touched(l, n)) (void)open_rest(l, n);
    const mcts *m = l->m;
    bool at_root = l->depth == 0 && m->whole;
    if (!m->priors && !m->grave && m->fpu == 0 && !at_root) {
        double log_visits = portable_log(RELAXED_LOAD(&n->visits));
        return choose_plain(l, n, (float)(m->exploration * sqrt(log_visits)));
    }
    chooser c = chooser_for(l, n, -1);
    return choose_edge(l, n, &c);
}

/* A decision in a hidden game: the deal at hand says what is legal; what is new becomes an edge. */
static mcts_edge *decide_in_deal(lane *l, mcts_node *n) {
    int kept = list_allowed(l);
    for (int i = 0; i < kept; i++)
        if (!edge_for(l, n, l->room.list[i])) return NULL;
    chooser c = chooser_for(l, n, kept);
    return choose_edge(l, n, &c);
}

/* --- chance --- */

/* All outcomes with their probabilities, where they can be listed and are few. */
static bool open_chance(lane *l, mcts_node *n) {
    const mcts *m = l->m;
    if (!m->k->chance || m->hidden) return false;
    int count = m->k->chance(m->r, l->room.state, l->room.list, l->room.weight);
    if (count <= 0 || count > MOST_WEIGHED || !claim(l, n)) return false;
    uint32_t block = mcts_new_block(l->tree, &l->chunk, (uint32_t)count);
    if (block) {
        mcts_block *b = mcts_block_at(l->tree, block);
        for (int i = 0; i < count; i++) {
            mcts_edge *e = mcts_edge_at(l->tree, b, (uint32_t)i);
            e->step = l->room.list[i];
            RELAXED_STORE(&e->value, l->room.weight[i]);
        }
        RELAXED_STORE(&b->count, (uint16_t)count);
        add_flag(n, NODE_COMPLETE | NODE_WEIGHED);
    }
    publish_edges(n, block);
    return block != 0;
}

static mcts_edge *draw_weighed(lane *l, const mcts_node *n) {
    mcts_block *b = mcts_edges(l->tree, n);
    uint32_t last = mcts_block_count(b) - 1;
    double at = rng_unit(&l->g);
    uint32_t i = 0;
    for (; i < last; i++) {
        double p = (double)RELAXED_LOAD(&mcts_edge_at(l->tree, b, i)->value);
        if (at < p) break;
        at -= p;
    }
    return mcts_edge_at(l->tree, b, i);
}

/* One of the outcomes drawn before, as often as it was drawn. */
static mcts_edge *draw_again(lane *l, const mcts_node *n, uint32_t drawn) {
    uint64_t at = rng_below(&l->g, drawn);
    mcts_edge *e = NULL;
    for (mcts_block *b = mcts_edges(l->tree, n); b; b = mcts_next_block(l->tree, b)) {
        for (uint32_t i = 0, count = mcts_block_count(b); i < count; i++) {
            e = mcts_edge_at(l->tree, b, i);
            uint32_t times = RELAXED_LOAD(&e->prior);
            if (at < times) return e;
            at -= times;
        }
    }
    return e;
}

/* Outcomes drawn so far, in all and different ones. */
static uint32_t count_draws(const mcts_tree *t, const mcts_node *n, uint32_t *different) {
    uint32_t drawn = 0;
    *different = 0;
    FOR_EDGES(t, n, e) {
        drawn += RELAXED_LOAD(&e->prior);
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
    mcts_edge *e = edge_for(l, n, game_draw_chance(m->r, l->room.state, c, &l->g, NULL));
    if (e && (samples || m->widening))
        (void)atomic_fetch_add_explicit(&e->prior, 1, memory_order_relaxed);
    return e;
}

static mcts_edge *draw_chance(lane *l, mcts_node *n) {
    const mcts *m = l->m;
    bool whole = !m->job->options.chance_samples && !m->widening;
    if (whole && !mcts_edges(l->tree, n)) (void)open_chance(l, n);
    if (RELAXED_LOAD(&n->flags) & NODE_WEIGHED && mcts_edges(l->tree, n)) return draw_weighed(l, n);
    if (RELAXED_LOAD(&n->edges) == EDGES_COMING) return NULL;
    return draw_sample(l, n);
}

/* --- going --- */

static void place_root(lane *l) {
    const mcts *m = l->m;
    const search_job *job = m->job;
    if (!m->hidden) {
        memcpy(l->room.state, position_data(job->root), m->r->state_size);
    } else if (job->options.worlds) {
        uint64_t world = RELAXED_LOAD(&l->iterations) % job->options.worlds;
        rng deal = rng_stream(job->options.seed, 1000 + world);
        position_world(job->root, &deal, l->room.state);
    } else {
        position_world(job->root, &l->g, l->room.state);
    }
    if (m->trailed) trail_cut(&l->room.trail, position_trail(job->root)->len);
    l->root_path.count = 0;
    l->in_root = true;
    l->made_count = 0;
    l->depth = 0;
    l->fresh = false;
    l->path[0] = (path_step){.node = mcts_node_at(l->tree, l->tree->root)};
}

static void follow(lane *l, int actor, action step) {
    const mcts *m = l->m;
    m->k->apply(m->r, l->room.state, lane_trail(l), step);
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
    lane_shares(l, l->room.state, l->static_value);
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
    uint32_t none = 0;
    if (!t->shared) /* the report may look on */
        atomic_store_explicit(&e->node, i, memory_order_release);
    else if (!atomic_compare_exchange_strong_explicit(&e->node, &none, i, memory_order_release,
                                                      memory_order_acquire))
        i = none; /* another thread was first; its node counts */
    return mcts_node_at(t, i);
}

/* With joined positions a path may come back to itself. */
static bool on_path(const lane *l, const mcts_node *n) {
    for (int i = l->depth; i >= 0; i--)
        if (l->path[i].node == n) return true;
    return false;
}

static mcts_edge *next_edge(lane *l, mcts_node *n) {
    if (n->actor == ACTOR_CHANCE) return draw_chance(l, n);
    if (l->m->hidden) return decide_in_deal(l, n);
    return decide(l, n);
}

void lane_descend(lane *l) {
    place_root(l);
    for (;;) {
        path_step *at = &l->path[l->depth];
        mcts_node *n = at->node;
        at->ticket = mcts_count(l->tree, &n->visits) + 1;
        /* The root is looked into in any case: its actions are what is asked for. */
        if (l->depth && (at->ticket == 1 || mcts_solved(l->tree, n))) return;
        if (l->depth + 1 >= MAX_PATH) return;
        mcts_edge *e = next_edge(l, n);
        if (!e) return;
        at->edge = e;
        at->edge_ticket = mcts_count(l->tree, &e->visits) + 1;
        follow(l, n->actor, e->step);
        mcts_node *next = node_behind(l, e);
        bool again = next && l->m->joins && on_path(l, next);
        l->path[++l->depth] = (path_step){.node = again ? NULL : next, .made = l->made_count};
        if (!next || again) return;
    }
}
