#include "search/mcts/pimc.h"

/* Perfect information Monte Carlo, a baseline for games with hidden information: deal the unknown
 * part so that it fits what the deciding seat knows, search that deal with open cards by MCTS, and
 * add up what the deals say about each root token. It is quick and often good, but in each deal it
 * plays as if it could do something else in every other one (strategy fusion), and never hides or
 * finds out anything (Long, Sturtevant, Buro and Furtak 2010).
 *
 * Each deal gets the knob PimcVisits, or with the option Worlds an even part of the limit. Threads
 * take deals in turn, each with its part of the memory. Deal i comes from the seed and i, and sums
 * are integers, so that with a limit of visits the answer is the same for any number of
 * threads. The clock is read by the search inside; a limit of nodes is looked at between deals and
 * given to it. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/threads.h"
#include "engine/game/game_views.h"
#include "search/mcts/mcts.h"
#include "search/streams.h"

enum { MAX_TOKENS = SEARCH_MAX_LINES, DEFAULT_WORLDS = 20 };
#define ONE 1048576.0 /* sums are in integer parts of this */

/* What all deals together say about a token. */
typedef struct ballot {
    token first;
    uint64_t visits;
    int64_t value[GAME_MAX_PLAYERS], win[GAME_MAX_PLAYERS], points[GAME_MAX_PLAYERS];
    int64_t rank[GAME_MAX_PLAYERS][GAME_MAX_PLAYERS];
    int64_t square; /* of the deciding seat's value */
} ballot;

typedef struct dealer {
    arena memory;
    spare_memory spare; /* of the searches inside */
    unsigned char *state;
    search_line *lines; /* for the reports of the search inside */
} dealer;

typedef struct pimc {
    const search_job *job;
    const rules *r;
    unsigned char *view;  /* what the seat knows */
    unsigned char *world; /* a deal, for writing tokens */
    uint64_t each;        /* visits of a deal */
    uint64_t max;         /* deals; 0: until stopped */
    dealer *worker;
    int workers;

    mtx_t lock; /* guards everything below */
    uint64_t next, done, nodes, visits, depth;
    unsigned seldepth;
    bool over;
    size_t count;
    ballot *sum; /* MAX_TOKENS */
} pimc;

/* --- one deal --- */

static int64_t parts(double x) {
    return (int64_t)(x < 0 ? x * ONE - 0.5 : x * ONE + 0.5);
}

static ballot *ballot_of(pimc *p, const token *tok) {
    for (size_t i = 0; i < p->count; i++)
        if (token_equal(&p->sum[i].first, tok)) return &p->sum[i];
    if (p->count == MAX_TOKENS) return NULL;
    ballot *b = &p->sum[p->count++];
    b->first = *tok;
    return b;
}

static void count_line(pimc *p, const search_line *line, uint64_t visits) {
    ballot *b = ballot_of(p, &line->first);
    if (!b) return;
    double n = (double)visits;
    double own = line->values[p->job->seat];
    b->visits += visits;
    b->square += parts((own * own + line->sd * line->sd) * n);
    for (int i = 0; i < p->r->players; i++) {
        b->value[i] += parts(line->values[i] * n);
        b->win[i] += parts(line->win[i] * n);
        b->points[i] += parts(line->points[i] * n);
        for (int k = 0; k < p->r->players; k++) b->rank[i][k] += parts(line->ranks[i][k] * n);
    }
}

/* A line that is proven to be the best ends a search early: it gets what the deal had. */
static void count_deal(pimc *p, const search_report *r) {
    (void)mtx_lock(&p->lock);
    for (size_t i = 0; i < r->count; i++) {
        const search_line *line = &r->lines[i];
        bool best = i == 0 && line->proof != PROOF_NONE && line->proof != PROOF_LOSS;
        if (line->visits) count_line(p, line, best ? p->each : line->visits);
    }
    p->done++;
    p->nodes += r->nodes;
    p->visits += r->visits;
    p->depth += r->depth;
    if (r->seldepth > p->seldepth) p->seldepth = r->seldepth;
    (void)mtx_unlock(&p->lock);
}

/* Deals, searches and counts; false where nothing came of it. */
static bool search_deal(pimc *p, dealer *w, uint64_t number, uint64_t nodes) {
    const search_job *job = p->job;
    search_saved saved = {0};
    position *open = NULL;
    void *inner = NULL;
    rng g = stream_rng(job->options.seed, STREAM_WORLD, number);
    p->r->views->resample(p->r, p->view, w->state, &g);
    if (position_with_state(&open, job->root, w->state, NULL) != ST_OK) return false;
    search_job one = *job;
    one.root = open;
    one.memory = &w->memory;
    one.spare = &w->spare;
    one.saved = &saved;
    one.options.threads = 1;
    one.options.deterministic = false;
    one.options.multipv = 1;
    one.options.seed = rng_next(&g);
    one.limits = limits_none();
    one.limits.visits = p->each;
    one.limits.nodes = nodes;
    bool done = mcts_searcher.create(&inner, &one, NULL) == ST_OK;
    if (done) {
        search_report r = {.lines = w->lines};
        mcts_searcher.work(inner, 0);
        mcts_searcher.report(inner, &r);
        mcts_searcher.destroy(inner);
        count_deal(p, &r);
    }
    position_destroy(open);
    return done;
}

/* --- the searcher --- */

/* The next deal, if there is to be one, and what it may spend. */
static bool take_deal(pimc *p, uint64_t *number, uint64_t *nodes) {
    const search_job *job = p->job;
    uint64_t limit = job->limits.nodes;
    (void)mtx_lock(&p->lock);
    bool first = p->next == 0;
    p->over |= (limit && p->nodes >= limit) || (p->max && p->next >= p->max);
    bool go = first || !p->over;
    *number = p->next++;
    *nodes = limit && limit > p->nodes ? limit - p->nodes : limit ? 1 : 0;
    (void)mtx_unlock(&p->lock);
    return go;
}

static void work(void *self, int worker) {
    pimc *p = self;
    uint64_t number;
    uint64_t nodes;
    while (take_deal(p, &number, &nodes)) {
        bool done = search_deal(p, &p->worker[worker], number, nodes);
        bool expired = !done || search_expired(p->job->control, clock_now_ns());
        if (!expired) continue;
        (void)mtx_lock(&p->lock);
        p->over = true;
        (void)mtx_unlock(&p->lock);
    }
}

static void finish_line(const pimc *p, const ballot *b, search_line *line) {
    double n = (double)b->visits * ONE;
    memset(line, 0, sizeof *line);
    line->first = b->first;
    line->visits = b->visits;
    for (int i = 0; i < p->r->players; i++) {
        line->values[i] = (double)b->value[i] / n;
        line->win[i] = (double)b->win[i] / n;
        line->points[i] = (double)b->points[i] / n;
        for (int k = 0; k < p->r->players; k++) line->ranks[i][k] = (double)b->rank[i][k] / n;
    }
    double own = line->values[p->job->seat];
    double variance = (double)b->square / n - own * own;
    line->sd = variance > 0 ? sqrt(variance) : 0;
    line->lcb = own - 1.96 * line->sd / sqrt((double)b->visits);
    text pv = text_over(line->pv, sizeof line->pv);
    token_write(p->r, p->world, &line->first, &pv);
}

static int better_line(const void *a, const void *b) {
    const search_line *x = a;
    const search_line *y = b;
    if (x->visits != y->visits) return x->visits < y->visits ? 1 : -1;
    return memcmp(x->first.steps, y->first.steps, sizeof x->first.steps);
}

static bool take_first(void *ctx, const token *tok) {
    *(token *)ctx = *tok;
    return false;
}

/* No deal has been searched: whatever is first. */
static void answer_anyway(const pimc *p, search_report *out) {
    ballot any = {.visits = 1};
    if (p->job->only)
        any.first = p->job->only[0];
    else
        (void)token_walk((state_ref){p->r, p->world, position_trail(p->job->root)}, take_first,
                         &any.first);
    for (int i = 0; i < p->r->players; i++) any.value[i] = parts(1.0 / p->r->players);
    finish_line(p, &any, &out->lines[0]);
    out->count = any.first.count > 0;
}

static void report(void *self, search_report *out) {
    pimc *p = self;
    (void)mtx_lock(&p->lock);
    out->count = 0;
    for (size_t i = 0; i < p->count; i++) finish_line(p, &p->sum[i], &out->lines[out->count++]);
    out->nodes = p->nodes;
    out->visits = p->visits;
    out->worlds = p->done;
    out->depth = p->done ? (unsigned)(p->depth / p->done) : 1;
    out->seldepth = p->seldepth ? p->seldepth : 1;
    out->hashfull = 0;
    (void)mtx_unlock(&p->lock);
    if (!out->count) answer_anyway(p, out);
    qsort(out->lines, out->count, sizeof out->lines[0], better_line);
}

static void destroy(void *self) {
    pimc *p = self;
    for (int i = 0; p->worker && i < p->workers; i++) {
        mem_free(p->worker[i].state);
        mem_free(p->worker[i].lines);
        spare_done(&p->worker[i].spare);
    }
    mem_free(p->worker);
    mem_free(p->sum);
    mem_free(p->view);
    mem_free(p->world);
    mtx_destroy(&p->lock);
    mem_free(p);
}

/* How many visits a deal gets, and how many deals there are. */
static void set_budget(pimc *p) {
    const search_limits *l = &p->job->limits;
    uint64_t visits = l->visits;
    unsigned worlds = p->job->options.worlds;
    if (l->playouts && (!visits || l->playouts < visits)) visits = l->playouts;
    p->each = (uint64_t)p->job->options.knobs.value[KNOB_PIMC_VISITS];
    if (worlds && visits) p->each = visits / worlds;
    if (p->each == 0) p->each = 1;
    if (visits && p->each > visits) p->each = visits;
    p->max = worlds ? worlds : visits / p->each;
    /* A depth says nothing about deals: a number of them has to do. */
    if (!p->max && l->depth && !l->nodes) p->max = DEFAULT_WORLDS;
}

static bool make_lists(pimc *p) {
    const search_job *job = p->job;
    const rules *r = p->r;
    arena_reset(job->memory);
    *job->saved = (search_saved){0};
    size_t bytes = job->memory->size / (size_t)p->workers & ~(size_t)15;
    p->sum = mem_alloc(MAX_TOKENS * sizeof *p->sum);
    p->view = mem_alloc(r->view_size);
    p->world = mem_alloc(r->state_size);
    p->worker = mem_alloc((size_t)p->workers * sizeof *p->worker);
    bool ready = p->sum && p->view && p->world && p->worker;
    for (int i = 0; ready && i < p->workers; i++) {
        dealer *w = &p->worker[i];
        w->memory = (arena){.base = arena_take(job->memory, bytes), .size = bytes};
        w->state = mem_alloc(r->state_size);
        w->lines = mem_alloc(SEARCH_MAX_LINES * sizeof *w->lines);
        ready = w->memory.base && w->state && w->lines;
    }
    return ready;
}

static status create(void **out, const search_job *job, error *err) {
    *out = NULL;
    pimc *p = mem_alloc(sizeof *p);
    if (!p) return error_set(err, ST_NOMEM, "no memory for the search");
    p->job = job;
    p->r = position_rules(job->root);
    p->workers = job->options.threads;
    (void)mtx_init(&p->lock, mtx_plain);
    bool ready = make_lists(p);
    if (ready) {
        rng g = stream_rng(job->options.seed, STREAM_ROOT_DEAL, 0);
        const void *root = position_data(job->root);
        if (position_seat(job->root) == SEAT_ALL)
            p->r->views->observe(p->r, root, job->seat, p->view);
        else
            memcpy(p->view, root, p->r->view_size);
        p->r->views->resample(p->r, p->view, p->world, &g);
        set_budget(p);
    }
    if (!ready) {
        destroy(p);
        return error_set(err, ST_NOMEM, "no memory for the search");
    }
    *out = p;
    return ST_OK;
}

static bool accepts(const rules *r) {
    return r->traits & GAME_HIDDEN;
}

const searcher_kind pimc_searcher = {
    .name = "pimc",
    .visits = true,
    .accepts = accepts,
    .create = create,
    .work = work,
    .report = report,
    .destroy = destroy,
};
