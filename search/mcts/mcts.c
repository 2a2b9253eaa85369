#include "search/mcts/mcts.h"

/* Monte Carlo tree search for any number of players, with chance and hidden cards.
 *
 * One iteration walks from the root to a leaf (mcts_descend.c), asks for the value of the leaf
 * (mcts_playout.c), and brings that back up (mcts_backup.c). Each player maximises their own value
 * (max^n); chance draws. What happens at each of these places is set by knobs (search/knobs.h), and
 * those files name their sources.
 *
 * Threads grow one tree together, without locks, or by a knob one each, reported as a sum (root
 * parallel). In the `deterministic` mode there are eight trees, each with its own share of the
 * limits, and the threads take turns at them, so that the answer does not depend on their number.
 *
 * Memory is one region made before the clock starts. When it is full the search continues with the
 * tree it has. The tree is left in the arena; the next search looks in it for its own root, after
 * whatever was played or announced meanwhile, and continues from there.
 *
 * In a hidden game every iteration deals the cards again to fit what the deciding seat knows, and
 * the tree is over actions (single-observer information set MCTS, Cowling et al. 2012): no proofs,
 * transpositions, priors or reuse there. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_views.h"
#include "search/mcts/mcts_check.h"
#include "search/mcts/mcts_walker.h"
#include "search/streams.h"

size_t mcts_node_bytes(int players) {
    mcts_shape s = mcts_shape_of(players == 2 ? 1 : players, false, false);
    return (size_t)s.node_units * MCTS_UNIT + s.edge_size;
}

/* --- a walker's work --- */

/* Nothing more is to be found when the root's value is proven, or every line's. */
static bool root_solved(const mcts_walker *w) {
    const mcts_node *root = mcts_node_at(w->tree, w->tree->root);
    if (!w->m->solver || !mcts_solved(w->tree, root)) return false;
    if (!w->m->all_lines) return true;
    MCTS_EDGES(w->tree, root, it) {
        const mcts_node *c = mcts_child(w->tree, it.edge);
        if (!c || !mcts_solved(w->tree, c)) return false;
    }
    return true;
}

/* A slice of iterations. The clock is not read where only nodes or visits count. */
static void run_slice(mcts_walker *w) {
    const search_job *job = w->m->job;
    uint64_t looked = 0; /* iterations at the last look at the clock, and one */
    for (uint64_t i = 0; i < SLICE && !w->done;) {
        i += mcts_visit(w);
        w->done = mcts_spent(w);
        if (w->done || (looked && i < looked + CLOCK_EVERY)) continue;
        w->done = search_expired(job->control, clock_now_ns());
        looked = i;
    }
    if (!w->done && root_solved(w)) w->done = true;
    /* The depth is looked at after full slices, so that it does not depend on the clock. */
    unsigned depth = job->limits.depth;
    if (w->done || !depth || RELAXED_LOAD(&w->iterations) % DEPTH_EVERY) return;
    bool end = false;
    int length = mcts_best_length(w, &end);
    if (length >= (int)depth || end || RELAXED_LOAD(&w->tree->full)) w->done = true;
}

void mcts_work(void *self, int worker) {
    mcts *m = self;
    for (bool any = true; any;) {
        any = false;
        for (int i = worker; i < m->walkers; i += m->workers) {
            mcts_walker *w = &m->walker[i];
            if (w->done) continue;
            run_slice(w);
            any |= !w->done;
        }
    }
}

/* --- the searcher --- */

static void scratch_done(mcts_scratch *scratch) {
    mem_free(scratch->state);
    mem_free(scratch->other);
    mem_free(scratch->view);
    mem_free(scratch->list);
    mem_free(scratch->weight);
    trail_done(&scratch->trail);
}

static bool scratch_init(mcts_scratch *scratch, const mcts *m) {
    const rules *r = m->r;
    scratch->state = mem_alloc(r->state_size);
    scratch->other = mem_alloc(r->state_size);
    if (m->mode->by_view) scratch->view = mem_alloc(r->view_size);
    scratch->list = mem_alloc(r->max_actions * sizeof(action));
    scratch->weight = mem_alloc(r->max_actions * sizeof(float));
    if (!scratch->state || !scratch->other || !scratch->list || !scratch->weight) return false;
    if (m->mode->by_view && !scratch->view) return false;
    return !m->trailed ||
           trail_copy(&scratch->trail, position_trail(m->job->root), MAX_PATH + MAX_PLAYOUT);
}

/* All threads have left the trees; one that could not be made has no root. */
static FOR_ASSERT bool trees_check(const mcts *m) {
    for (int i = 0; i < m->trees && m->tree; i++)
        if (m->tree[i].root && !mcts_tree_check(&m->tree[i])) return false;
    return true;
}

void mcts_destroy(void *self) {
    mcts *m = self;
    assert(trees_check(m));
    for (int i = 0; i < m->walkers; i++) {
        mcts_walker *w = &m->walker[i];
        scratch_done(&w->scratch);
        mem_free(w->score);
        mem_free(w->order);
        spare_give(m->job->spare, w->path);
        mem_free(w->stats);
        spare_give(m->job->spare, w->made);
        net_path_destroy(w->net);
        mem_free(w->seen);
        mem_free(w->begin);
        mem_free((void *)w->observer.offer);
        mem_free(w->observer.place);
    }
    scratch_done(&m->scratch);
    mem_free(m->own_view);
    mem_free(m->root_world);
    mem_free(m);
}

static void set_budget(mcts_walker *w, int i) {
    const mcts *m = w->m;
    const search_limits *lim = &m->job->limits;
    /* `visits` counts those the root had already, `playouts` only new ones. */
    uint64_t visits = lim->visits;
    if (visits) visits = visits > m->reused ? visits - m->reused : 1;
    if (lim->playouts && (!visits || lim->playouts < visits)) visits = lim->playouts;
    w->node_budget = limits_part(lim->nodes, i, m->walkers);
    w->visit_budget = limits_part(visits, i, m->walkers);
}

static bool make_observer(const mcts *m, mcts_observer *e) {
    if (!m->mode->by_view) return true;
    e->offer = mem_alloc(m->r->max_actions * sizeof(mcts_edge *));
    e->place = mem_alloc(((size_t)m->place_mask + 1) * sizeof *e->place);
    return e->offer && e->place;
}

static bool make_walker(mcts *m, int i) {
    mcts_walker *w = &m->walker[i];
    w->m = m;
    w->tree = &m->tree[m->trees > 1 ? i : 0];
    w->g = stream_rng(m->job->options.seed, STREAM_WALKER, (uint64_t)i);
    w->score = mem_alloc(m->r->max_actions * sizeof(float));
    w->order = mem_alloc(m->r->max_actions * sizeof(uint32_t));
    w->path = spare_take_zeroed(m->job->spare, (MAX_PATH + 1) * sizeof *w->path);
    w->stats = mem_alloc(m->root_width * sizeof(root_stat));
    if (m->grave) w->made = spare_take(m->job->spare, (MAX_PATH + MAX_PLAYOUT) * sizeof *w->made);
    if (m->grave) w->seen = mem_alloc(SEEN_SIZE * sizeof *w->seen);
    int batch = m->job->options.knobs.value[KNOB_MCTS_BATCH];
    bool batches = batch >= (w->tree->shared ? 1 : 2) && !m->mode->deals;
    if (batches) w->begin = mem_alloc(m->r->state_size);
    const net *said_by = m->evaluates ? m->job->eval->net : NULL;
    if (said_by && net_path_create(&w->net, said_by, m->r, NET_PATH_JUMPS) != ST_OK) return false;
    set_budget(w, i);
    if ((batches && !w->begin) || !make_observer(m, &w->observer)) return false;
    return scratch_init(&w->scratch, m) && w->score && w->order && w->path && w->stats &&
           (!m->grave || (w->made && w->seen));
}

/* The root node and what it starts with; a walker of the tree makes them before the others start.
 */
static bool plant(mcts *m) {
    for (int i = 0; i < m->trees; i++) {
        mcts_walker *w = &m->walker[i];
        mcts_tree *t = w->tree;
        bool is_new = !t->root;
        if (is_new) t->root = mcts_new_node(t, &w->chunk, m->job->seat, m->low, m->high);
        if (!t->root) return false;
        if (m->mode->plant) m->mode->plant(w, is_new);
    }
    return true;
}

/* The game's bot by its number from 1; NULL where it has fewer. */
static const bot *find_bot(const game *g, int number) {
    const bot *b = number > 0 ? g->bots : NULL;
    while (b && b->name && --number > 0) b++;
    return b && b->name ? b : NULL;
}

/* What the knobs ask for, as far as the game allows it. */
static void read_knobs(mcts *m) {
    const search_job *job = m->job;
    const int32_t *k = job->options.knobs.value;
    bool open = !m->mode->deals;
    m->evaluates = evaluator_speaks(job->eval) && job->options.objective == OBJECTIVE_WIN;
    m->by_points = m->evaluates && job->eval->net && job->eval->net->shape.points;
    m->exploration = k[KNOB_MCTS_EXPLORATION] / 100.0;
    m->temperature =
        k[KNOB_MCTS_PRIOR_TEMPERATURE] > 0 ? k[KNOB_MCTS_PRIOR_TEMPERATURE] / 100.0 : 0.01;
    m->implicit = m->evaluates && open ? k[KNOB_MCTS_IMPLICIT] / 100.0 : 0;
    m->cutoff = k[KNOB_MCTS_CUTOFF];
    m->grave = open ? k[KNOB_MCTS_GRAVE] : 0;
    m->widening = k[KNOB_MCTS_WIDENING];
    m->solver = open && k[KNOB_MCTS_SOLVER];
    m->transpositions = open && !m->trailed && k[KNOB_MCTS_TRANSPOSITIONS];
    m->lcb = k[KNOB_MCTS_LCB];
    bool by_margin = open && m->players > 1 && m->r->traits & GAME_POINTS &&
                     job->options.objective == OBJECTIVE_WIN && !job->options.contempt;
    m->margin = by_margin ? k[KNOB_MCTS_MARGIN] / 100.0 : 0;
    double rounding = m->margin > 0 ? 1e-6 : 0; /* an even win is just a win */
    m->won = 1 - m->margin / 2 - rounding;
    m->lost = m->margin / 2 + rounding;
    m->all_lines = job->options.multipv > 1;
    m->priors = m->mode->priors && m->r->hints->order && k[KNOB_MCTS_PRIORS];
    m->bot = find_bot(m->game, k[KNOB_MCTS_BOT]);
    m->place_mask = 63;
    while (m->place_mask < 2 * m->r->max_actions) m->place_mask = 2 * m->place_mask + 1;
    m->low = job->options.contempt ? -1 : 0;
    m->high = job->options.contempt ? 2 : 1;
}

/* What the deciding seat knows is all that a search which deals begins with. */
static bool make_view(mcts *m) {
    const position *root = m->job->root;
    if (!m->mode->deals) return true;
    m->view = position_data(root);
    if (position_seat(root) != SEAT_ALL) return true;
    m->own_view = mem_alloc(m->r->view_size);
    if (!m->own_view) return false;
    m->r->views->observe(m->r, position_data(root), m->job->seat, m->own_view);
    m->view = m->own_view;
    return true;
}

/* Far from even all evaluations say the same: sums are divided so that at the root the deciding seat
 * is at most three away from the best of the others. */
static void find_softening(mcts *m) {
    const double decided = 3;
    double total[GAME_MAX_PLAYERS] = {0};
    double best = -1e9;
    int own = m->job->seat;
    m->soften = 1;
    if (!m->evaluates || !m->job->options.knobs.value[KNOB_MCTS_SOFTEN]) return;
    evaluator_totals(m->job->eval, m->root_world, total);
    for (int i = 0; i < m->players; i++)
        if (i != own && total[i] > best) best = total[i];
    double ahead = fabs(total[own] - best);
    if (m->players > 1 && ahead > decided) m->soften = ahead / decided;
}

static status prepare(mcts *m, error *err) {
    const search_job *job = m->job;
    const rules *r = m->r;
    status st = result_scale_init(&m->scale, job, err);
    if (st != ST_OK) return st;
    if (!make_view(m)) return error_set(err, ST_NOMEM, "no memory for the search");
    m->width = r->players == 2 && m->scale.adds_up ? 1 : r->players;
    read_knobs(m);
    for (int i = 1; i < ISQRT_TABLE; i++) m->isqrt[i] = (float)(1 / sqrt((double)i));
    m->root_world = mem_alloc(r->state_size);
    bool ready = m->root_world && scratch_init(&m->scratch, m);
    if (ready) {
        rng deal = stream_rng(job->options.seed, STREAM_ROOT_DEAL, 0);
        mcts_deal(m, m->root_world, &deal);
        find_softening(m);
    }
    if (ready && !mcts_take_over(m) && !mcts_make_trees(m))
        return error_set(err, ST_NOMEM, "no memory for the search; raise Hash");
    for (int i = 0; i < m->walkers && ready; i++) ready = make_walker(m, i);
    if (!ready || !plant(m)) {
        *job->saved = (search_saved){0};
        return error_set(err, ST_NOMEM, "no memory for the search");
    }
    return ST_OK;
}

status mcts_create_as(const searcher_kind *kind, const mcts_mode *mode, void **out,
                      const search_job *job, error *err) {
    const rules *r = position_rules(job->root);
    int walkers = job->options.deterministic ? DETERMINISTIC_WALKERS : job->options.threads;
    *out = NULL;
    mcts *m = mem_alloc(sizeof *m + (size_t)walkers * sizeof m->walker[0]);
    if (!m) return error_set(err, ST_NOMEM, "no memory for the search");
    m->kind = kind;
    m->job = job;
    m->mode = mode;
    m->r = r;
    m->game = r->game;
    m->players = r->players;
    m->walkers = walkers;
    assert(walkers > 0 && job->seat >= 0 && job->seat < r->players);
    bool split = job->options.deterministic || job->options.knobs.value[KNOB_MCTS_SPLIT];
    m->trees = split ? walkers : 1;
    m->workers = job->options.threads;
    m->fused = r->speed->playout_policy ? r->speed->playout_policy : r->speed->play_random;
    m->trailed = position_trail(job->root) != NULL;
    m->root_width = r->max_actions;
    status st = prepare(m, err);
    if (st != ST_OK) {
        mcts_destroy(m);
        return st;
    }
    *out = m;
    return ST_OK;
}

static status mcts_create(void **out, const search_job *job, error *err) {
    bool hidden = position_seat(job->root) != SEAT_ALL;
    return mcts_create_as(&mcts_searcher, hidden ? &mcts_mode_dealt : &mcts_mode_open, out, job,
                          err);
}

static bool mcts_accepts(const rules *r) {
    (void)r;
    return true;
}

const searcher_kind mcts_searcher = {
    .name = "mcts",
    .visits = true,
    .accepts = mcts_accepts,
    .create = mcts_create,
    .work = mcts_work,
    .report = mcts_report,
    .destroy = mcts_destroy,
};
