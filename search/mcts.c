#include "search/mcts.h"

/* UCT (Kocsis and Szepesvári 2006) for any number of players: each node keeps the average result of
 * every player, and the player to act chooses by his own (max^n).
 *
 * One iteration: 1. take the root, in a hidden game a fresh deal that fits the view (so nothing is
 * known that the deciding seat does not know); 2. walk down, at a decision by the upper confidence
 * bound, at chance by drawing; 3. from the first node not visited before, play to the
 * end, at random or by the game's playout policy; 4. add the result to every node on the way. A
 * node gets its children on its second visit.
 *
 * Threads are *lanes*: each has a tree and a generator of its own and shares nothing; their root
 * statistics are added up (root parallelisation). So the work of a lane depends on the seed and its
 * number alone. In `deterministic` mode the number of lanes is fixed and the threads share them
 * out.
 *
 * What it does not do: prove results, reuse a tree between moves, use an evaluation. When the tree
 * is full it goes on with playouts from its leaves. Chains inside a token are nodes of the same
 * player. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "search/mcts_lane.h"

size_t mcts_node_bytes(int players) {
    return MCTS_HEAD + sizeof(double) * (size_t)(players == 2 ? 1 : players);
}

/* --- one iteration --- */

/* ln x for x >= 1 from the exponent and a polynomial, the same on every machine, which libm's is
 * not. Exact to about 1e-4; a bonus needs no more. */
static double log_of(uint32_t x) {
    int e = 31 - __builtin_clz(x);
    double m = (double)x / (double)(UINT64_C(1) << e) - 1; /* 0..1 */
    double l2 = m * (1.4249 + m * (-0.6773 + m * 0.2524));
    return (e + l2) * 0.6931471805599453;
}

static double isqrt_of(const mcts *m, uint32_t n) {
    return n < ISQRT_TABLE ? (double)m->isqrt[n] : 1 / sqrt((double)n);
}

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

/* The steps on offer, in l->list; returns their number. */
static int list_allowed(lane *l) {
    const mcts *m = l->m;
    int count = m->k->legal(m->r, l->state, lane_trail(l), l->list);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        l->list[kept] = l->list[i];
        kept += allowed(l, l->list[i]);
    }
    return kept;
}

/* Gives a decision node its children; false when the tree is full. */
static bool expand(lane *l, mcts_node *n) {
    int kept = list_allowed(l);
    /* A tree too small for the root's own list makes do with the first of it. */
    uint32_t room = l->tree.cap - l->tree.count;
    if (n == mcts_at(&l->tree, 0) && (uint32_t)kept > room) kept = (int)room;
    uint32_t first = mcts_take(&l->tree, (uint32_t)kept);
    if (!first) return false;
    for (int i = 0; i < kept; i++) {
        mcts_node *c = mcts_at(&l->tree, first + (uint32_t)i);
        mcts_clear_node(&l->tree, c, l->list[i]);
        c->next = i + 1 < kept ? first + (uint32_t)i + 1 : 0;
    }
    n->child = first;
    return true;
}

/* The child for a step, made if it is new; 0 when the tree is full. */
static uint32_t child_for(lane *l, mcts_node *n, action step) {
    uint32_t last = 0;
    for (uint32_t c = n->child; c; c = mcts_at(&l->tree, c)->next) {
        if (mcts_at(&l->tree, c)->step == step) return c;
        last = c;
    }
    uint32_t fresh = mcts_take(&l->tree, 1);
    if (!fresh) return 0;
    mcts_clear_node(&l->tree, mcts_at(&l->tree, fresh), step);
    if (last)
        mcts_at(&l->tree, last)->next = fresh;
    else
        n->child = fresh;
    return fresh;
}

static uint32_t select_child(lane *l, const mcts_node *n, int deal) {
    const mcts *m = l->m;
    double bonus = EXPLORATION * sqrt(log_of(n->visits ? n->visits : 1));
    double best = -1;
    uint32_t chosen = 0;
    for (uint32_t c = n->child; c;) {
        const mcts_node *k = mcts_at(&l->tree, c);
        if (deal < 0 || lane_lists(l, deal, k->step)) {
            if (k->visits == 0) return c;
            double u = mcts_value(&l->tree, k, n->actor) + bonus * isqrt_of(m, k->visits);
            if (u > best) {
                best = u;
                chosen = c;
            }
        }
        c = k->next;
    }
    return chosen;
}

/* A decision in a hidden game: the deal at hand says what is legal; what is new becomes a child. */
static uint32_t decide_in_deal(lane *l, mcts_node *n) {
    int kept = list_allowed(l);
    for (int i = 0; i < kept; i++)
        if (!child_for(l, n, l->list[i])) return 0;
    return select_child(l, n, kept);
}

/* ChanceSamples: the first draws are kept, later visits choose among them as often as they were
 * drawn. */
static uint32_t draw_again(lane *l, const mcts_node *n) {
    uint64_t at = rng_below(&l->g, l->m->job->options.chance_samples);
    uint32_t c = n->child;
    for (;; c = mcts_at(&l->tree, c)->next) {
        const mcts_node *k = mcts_at(&l->tree, c);
        if (at < k->draws || !k->next) return c;
        at -= k->draws;
    }
}

static uint32_t draw_chance(lane *l, mcts_node *n) {
    const mcts *m = l->m;
    unsigned samples = m->job->options.chance_samples;
    if (samples && n->visits > samples) return draw_again(l, n);
    chance_room room = {l->list, l->weight};
    action a = game_draw_chance(m->r, l->state, room, &l->g, NULL);
    uint32_t c = child_for(l, n, a);
    if (c && samples) mcts_at(&l->tree, c)->draws++;
    return c;
}

/* The next node on the way down, or 0 where the tree ends. */
static uint32_t step_down(lane *l, mcts_node *n) {
    if (n->actor == ACTOR_UNSEEN) n->actor = (int8_t)l->m->k->actor(l->m->r, l->state);
    if (n->actor == ACTOR_NONE) return 0;
    if (n->actor == ACTOR_CHANCE) return draw_chance(l, n);
    if (l->m->hidden) return decide_in_deal(l, n);
    if (!n->child && !expand(l, n)) return 0;
    return select_child(l, n, -1);
}

static void follow(lane *l, action step) {
    const mcts *m = l->m;
    m->k->apply(m->r, l->state, lane_trail(l), step);
    l->nodes++;
    if (!l->in_root) return;
    l->root_path.steps[l->root_path.count++] = step;
    l->in_root = game_inside(m->r, l->state);
}

static bool playout(lane *l) {
    const mcts *m = l->m;
    const game *k = m->k;
    trail *t = lane_trail(l);
    for (int i = 0; i < MAX_PLAYOUT; i++) {
        int actor = k->actor(m->r, l->state);
        if (actor == ACTOR_NONE) {
            l->nodes += (uint64_t)i;
            return true;
        }
        if (m->fused) {
            m->fused(m->r, l->state, t, &l->g);
            continue;
        }
        action a;
        if (actor == ACTOR_CHANCE) {
            chance_room room = {l->list, l->weight};
            a = game_draw_chance(m->r, l->state, room, &l->g, NULL);
        } else {
            int n = k->legal(m->r, l->state, t, l->list);
            a = l->list[rng_below(&l->g, (uint64_t)n)];
        }
        k->apply(m->r, l->state, t, a);
    }
    l->nodes += MAX_PLAYOUT;
    return false;
}

static void place_root(lane *l) {
    const mcts *m = l->m;
    const search_job *job = m->job;
    if (!m->hidden) {
        memcpy(l->state, position_data(job->root), m->r->state_size);
    } else if (job->options.worlds) {
        rng deal = rng_stream(job->options.seed, 1000 + l->iterations % job->options.worlds);
        position_world(job->root, &deal, l->state);
    } else {
        position_world(job->root, &l->g, l->state);
    }
    if (m->trailed) trail_cut(&l->trail, position_trail(job->root)->len);
    l->root_path.count = 0;
    l->in_root = true;
}

/* Adds what only reports need to the statistics of the root step that was taken. */
static void note_root(lane *l, const game_result *res, const double *value) {
    const mcts *m = l->m;
    if (l->path[1] == 0) return;
    uint32_t first = mcts_at(&l->tree, 0)->child;
    root_stat *s = &l->stats[l->path[1] - first];
    double own = m->width == 1 && m->job->seat == 1 ? 1 - value[0] : value[m->job->seat];
    s->visits += 1;
    s->square += own * own;
    for (int i = 0; i < m->players; i++) {
        s->points[i] += res->points[i];
        if (m->job->options.want_ranks) s->ranks[i][res->ranks[i] - 1] += 1;
    }
    if (res->sole_first >= 0) s->win[res->sole_first] += 1;
}

static void iterate(lane *l) {
    const mcts *m = l->m;
    place_root(l);
    uint32_t *path = l->path;
    int depth = 0;
    path[0] = 0;
    path[1] = 0;
    mcts_node *n = mcts_at(&l->tree, 0);
    while (depth + 1 < MAX_PATH && (n->visits || depth == 0)) {
        uint32_t c = step_down(l, n);
        if (!c) break;
        n = mcts_at(&l->tree, c);
        path[++depth] = c;
        follow(l, n->step);
    }
    game_result res;
    if (playout(l))
        result_read(&res, m->r, l->state, m->job->options.want_ranks);
    else
        result_even(&res, m->r);
    double value[GAME_MAX_PLAYERS];
    result_value(&m->scale, &res, value);
    note_root(l, &res, value);
    for (int i = 0; i <= depth; i++) mcts_update(&l->tree, mcts_at(&l->tree, path[i]), value);
    l->iterations++;
    l->depth_sum += (uint64_t)depth;
    if ((unsigned)depth > l->seldepth) l->seldepth = (unsigned)depth;
}

/* --- a lane's day --- */

static bool budget_spent(const lane *l) {
    return (l->node_budget && l->nodes >= l->node_budget) ||
           (l->visit_budget && l->iterations >= l->visit_budget) ||
           mcts_at(&l->tree, 0)->visits >= ENOUGH_VISITS;
}

/* A slice of iterations. The clock is not read where only nodes or visits count. */
static void run_slice(lane *l) {
    const search_job *job = l->m->job;
    for (int i = 0; i < SLICE; i++) {
        iterate(l);
        if (budget_spent(l)) {
            l->done = true;
            break;
        }
        if (i % CLOCK_EVERY == 0 && search_expired(job->control, clock_now_ns())) {
            l->done = true;
            break;
        }
    }
    /* The depth is looked at after whole slices, so that it does not depend on the clock. */
    unsigned depth = job->limits.depth;
    bool looked = depth && l->iterations % DEPTH_EVERY == 0;
    unsigned wanted = atomic_load_explicit(&job->control->report_wanted, memory_order_relaxed);
    if (!looked && !l->done && wanted == l->served) return;
    l->served = wanted;
    bool end = false;
    int length = lane_publish(l, &end);
    if (looked && (length >= (int)depth || end || l->tree.count == l->tree.cap)) l->done = true;
}

static void mcts_work(void *self, int worker) {
    mcts *m = self;
    for (bool any = true; any;) {
        any = false;
        for (int i = worker; i < m->lanes; i += m->workers) {
            lane *l = &m->lane[i];
            if (l->done) continue;
            run_slice(l);
            any |= !l->done;
        }
    }
}

/* --- the searcher --- */

static void mcts_destroy(void *self) {
    mcts *m = self;
    for (int i = 0; i < m->lanes; i++) {
        lane *l = &m->lane[i];
        mem_free(l->state);
        mem_free(l->other);
        mem_free(l->list);
        mem_free(l->weight);
        mem_free(l->path);
        mem_free(l->stats);
        mem_free(l->told.lines);
        mem_free(l->told.stats);
        trail_done(&l->trail);
        mtx_destroy(&l->lock);
    }
    mem_free(m->root_world);
    mem_free(m);
}

static uint64_t share_of(uint64_t total, int i, int n) {
    if (!total) return 0;
    uint64_t share = total / (uint64_t)n + ((uint64_t)i < total % (uint64_t)n);
    return share ? share : 1;
}

static bool make_lane(mcts *m, int i) {
    const search_job *job = m->job;
    const rules *r = m->r;
    lane *l = &m->lane[i];
    l->m = m;
    l->g = rng_stream(job->options.seed, (uint64_t)i);
    l->state = mem_alloc(r->state_size);
    l->other = mem_alloc(r->state_size);
    l->list = mem_alloc(r->max_actions * sizeof(action));
    l->weight = mem_alloc(r->max_actions * sizeof(float));
    l->path = mem_alloc((MAX_PATH + 1) * sizeof *l->path);
    l->stats = mem_alloc(m->root_width * sizeof(root_stat));
    l->told.lines = mem_alloc(SEARCH_MAX_LINES * sizeof(root_line));
    l->told.stats = mem_alloc(m->root_width * sizeof(root_stat));
    if (!l->state || !l->other || !l->list || !l->weight || !l->path || !l->stats ||
        !l->told.lines || !l->told.stats)
        return false;
    if (m->trailed && !trail_copy(&l->trail, position_trail(job->root), MAX_PATH + MAX_PLAYOUT))
        return false;
    const search_limits *lim = &job->limits;
    uint64_t visits = lim->visits && (!lim->playouts || lim->visits < lim->playouts)
                          ? lim->visits
                          : lim->playouts;
    l->node_budget = share_of(lim->nodes, i, m->lanes);
    l->visit_budget = share_of(visits, i, m->lanes);
    /* Its share of the memory, with room for the root's children at least. */
    l->tree.width = m->width;
    l->tree.stride = (uint32_t)(MCTS_HEAD + sizeof(double) * (size_t)m->width);
    size_t bytes = job->memory->size / (size_t)m->lanes & ~(size_t)15;
    size_t most = bytes / l->tree.stride;
    l->tree.cap = most > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)most;
    l->tree.base = arena_take(job->memory, bytes);
    if (!l->tree.base || l->tree.cap < SMALLEST_TREE) return false;
    mcts_clear_node(&l->tree, mcts_at(&l->tree, 0), ACTION_NONE);
    l->tree.count = 1;
    return true;
}

static status mcts_create(void **out, const search_job *job, error *err) {
    const rules *r = position_rules(job->root);
    int lanes = job->options.deterministic ? DETERMINISTIC_LANES : job->options.threads;
    *out = NULL;
    mcts *m = mem_alloc(sizeof *m + (size_t)lanes * sizeof m->lane[0]);
    if (!m) return error_set(err, ST_NOMEM, "no memory for the search");
    m->job = job;
    m->r = r;
    m->k = r->kind;
    m->players = r->players;
    m->workers = job->options.threads;
    m->fused = r->kind->playout_policy ? r->kind->playout_policy : r->kind->play_random;
    m->hidden = position_seat(job->root) != SEAT_ALL;
    m->trailed = position_trail(job->root) != NULL;
    m->root_width = r->max_actions;
    status st = result_scale_init(&m->scale, job, err);
    bool even = r->players == 2 && m->scale.adds_up;
    m->width = even ? 1 : r->players;
    for (int i = 1; i < ISQRT_TABLE; i++) m->isqrt[i] = (float)(1 / sqrt((double)i));
    for (int i = 0; i < lanes; i++, m->lanes++)
        if (mtx_init(&m->lane[i].lock, mtx_plain) != thrd_success) break;
    if (m->lanes < lanes) st = error_set(err, ST_NOMEM, "no memory for the search");
    arena_reset(job->memory);
    m->root_world = mem_alloc(r->state_size);
    if (m->root_world) {
        rng deal = rng_stream(job->options.seed, 7);
        position_world(job->root, &deal, m->root_world);
    } else {
        st = error_set(err, ST_NOMEM, "no memory for the search");
    }
    for (int i = 0; i < lanes && st == ST_OK; i++)
        if (!make_lane(m, i)) st = error_set(err, ST_NOMEM, "no memory for the search; raise Hash");
    if (st != ST_OK) {
        mcts_destroy(m);
        return st;
    }
    *out = m;
    return ST_OK;
}

static bool mcts_accepts(const rules *r) {
    (void)r;
    return true;
}

const searcher_kind mcts_searcher = {
    .name = "mcts",
    .accepts = mcts_accepts,
    .create = mcts_create,
    .work = mcts_work,
    .report = mcts_report,
    .destroy = mcts_destroy,
};
