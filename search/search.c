#include "search/search.h"

#include <assert.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/hash.h"
#include "engine/base/threads.h"
#include "search/pool.h"
#include "search/random_game.h"
#include "search/skill.h"
#include "search/timekeeper.h"

enum { SMALLEST_MEMORY = 1 << 16, WAIT_MS = 10, FIRST_REPORT_MS = 40 };

/* A search under way, for the thread that looks on. */
typedef struct search_watch {
    mtx_t lock; /* guards all of it */
    cnd_t over; /* no worker is left */
    int working;
    const search_question *question;
    void *self;
    search_report *report;
    search_listener listen;
    void *ctx;
    timekeeper keeper;
    bool keeps; /* there is time to be saved */
    int64_t started_ns, next_ns;
} search_watch;

struct search {
    pool *pool; /* a thread that looks on, and all workers but one */
    search_watch watch;
    arena memory;
    size_t requested_bytes;
    bool readied;          /* the memory has its pages */
    search_memory counted; /* but for its bytes */
    search_line *lines;    /* SEARCH_MAX_LINES */
    search_saved saved;
    spare_memory spare;
    evaluator eval;   /* of the question at hand, and of the next where it is about the same */
    rules *evaluated; /* its rules; NULL: there is none */
    search_control control;
    mtx_t lock; /* guards pondering, budget_ns and started_ns */
    cnd_t released;
    bool pondering;
    int64_t budget_ns;  /* what a ponderhit starts; -1: none */
    int64_t started_ns; /* when the clock began to run; -1: not yet */
    bool pondered;      /* it began later than the search */
    int64_t lag_us;     /* see limits_lag() */
};

/* --- create and destroy --- */

static void drop_evaluator(search *s) {
    if (!s->evaluated) return;
    evaluator_done(&s->eval);
    rules_close(s->evaluated);
    s->evaluated = NULL;
}

/* One evaluator serves all questions about the same rules with the same weights. */
static void make_evaluator(search *s, const weights *w, const rules *r) {
    if (s->evaluated == r && weights_equal(&s->eval.weights, w)) return;
    drop_evaluator(s);
    s->evaluated = rules_share(r);
    evaluator_init(&s->eval, w, r);
}

status search_create(search **out) {
    *out = NULL;
    search *s = mem_alloc(sizeof *s);
    if (!s) return ST_NOMEM;
    s->lines = mem_alloc(SEARCH_MAX_LINES * sizeof *s->lines);
    (void)mtx_init(&s->lock, mtx_plain);
    (void)cnd_init(&s->released);
    (void)mtx_init(&s->watch.lock, mtx_plain);
    (void)cnd_init(&s->watch.over);
    search_prepare(s, false);
    if (!s->lines) {
        search_destroy(s);
        return ST_NOMEM;
    }
    *out = s;
    return ST_OK;
}

void search_destroy(search *s) {
    if (!s) return;
    pool_destroy(s->pool);
    arena_done(&s->memory);
    drop_evaluator(s);
    spare_done(&s->spare);
    mem_free(s->lines);
    cnd_destroy(&s->watch.over);
    mtx_destroy(&s->watch.lock);
    cnd_destroy(&s->released);
    mtx_destroy(&s->lock);
    mem_free(s);
}

search_options search_default_options(void) {
    return (search_options){.threads = 1,
                            .hash_bytes = 16 << 20,
                            .multipv = 1,
                            .seed = 1,
                            .skill = SKILL_FULL,
                            .knobs = knobs_auto()};
}

bool search_few_visits(const search_report *r, const search_line *line) {
    uint64_t max = 0;
    for (size_t i = 0; i < r->count; i++)
        if (r->lines[i].visits > max) max = r->lines[i].visits;
    return !line->proof && line->visits * SEARCH_FEW < max;
}

void search_forget(search *s) {
    s->saved = (search_saved){0};
}

void search_prepare(search *s, bool ponder) {
    atomic_store(&s->control.stop, false);
    atomic_store(&s->control.deadline_ns, INT64_MAX);
    (void)mtx_lock(&s->lock);
    s->pondering = ponder;
    s->pondered = ponder;
    s->budget_ns = -1;
    s->started_ns = ponder ? -1 : clock_now_ns();
    (void)mtx_unlock(&s->lock);
}

void search_restart_clock(search *s) {
    atomic_store(&s->control.deadline_ns, INT64_MAX);
    (void)mtx_lock(&s->lock);
    s->started_ns = s->pondering ? -1 : clock_now_ns();
    (void)mtx_unlock(&s->lock);
}

void search_stop(search *s) {
    atomic_store(&s->control.stop, true);
    (void)mtx_lock(&s->lock);
    s->pondering = false;
    (void)cnd_broadcast(&s->released);
    (void)mtx_unlock(&s->lock);
}

void search_ponderhit(search *s) {
    (void)mtx_lock(&s->lock);
    if (s->pondering) s->started_ns = clock_now_ns();
    if (s->pondering && s->budget_ns >= 0)
        atomic_store(&s->control.deadline_ns, s->started_ns + s->budget_ns);
    s->pondering = false;
    (void)cnd_broadcast(&s->released);
    (void)mtx_unlock(&s->lock);
}

uint64_t search_key(const search_job *job) {
    const rules *r = position_rules(job->root);
    text about = text_growing();
    text_format(&about, "%s %d %d %d", r->game->name, position_seat(job->root),
                (int)job->options.objective, job->options.contempt);
    if (job->options.contempt) text_format(&about, " %d", job->seat);
    params_write(&r->options, &about);
    uint64_t key = hash_bytes(text_string(&about), about.len, 0);
    if (about.cut) key ^= (uintptr_t)job; /* no memory: keep nothing */
    text_done(&about);
    if (job->eval->net) return hash_bytes(&job->eval->net->hash, sizeof job->eval->net->hash, key);
    return hash_bytes(job->eval->weights.weight, (size_t)job->eval->weights.count * sizeof(float),
                      key);
}

/* The pool and the memory the options ask for; a system short of memory gets a smaller tree. */
static status make_memory(search *s, const search_options *o, error *err) {
    if (s->pool && pool_threads(s->pool) != o->threads) {
        pool_destroy(s->pool);
        s->pool = NULL;
    }
    if (!s->pool && pool_create(&s->pool, o->threads) != ST_OK)
        return error_set(err, ST_NOMEM, "no threads can be started");
    if (s->requested_bytes == o->hash_bytes && s->memory.base) return ST_OK;
    arena_done(&s->memory);
    search_forget(s);
    s->requested_bytes = 0;
    s->readied = false;
    size_t bytes = MEM_SIZED(o->hash_bytes, SMALLEST_MEMORY);
    while (!arena_init(&s->memory, bytes) && bytes > SMALLEST_MEMORY) bytes /= 2;
    if (!s->memory.base) return error_set(err, ST_NOMEM, "no memory for the search");
    assert(s->memory.used == 0);
    s->requested_bytes = o->hash_bytes;
    s->counted.made++;
    return ST_OK;
}

search_memory search_memory_now(const search *s) {
    search_memory now = s->counted;
    now.bytes = s->memory.size;
    return now;
}

typedef struct touching {
    const arena *memory;
    size_t bytes;
    int threads;
} touching;

static void touch_part(void *ctx, int worker) {
    const touching *t = ctx;
    enum { STRIPE = 2 << 20 }; /* large pages are not divided between threads */
    size_t stripes = t->bytes / STRIPE + 1;
    size_t from = stripes * (size_t)worker / (size_t)t->threads * STRIPE;
    size_t to = stripes * ((size_t)worker + 1) / (size_t)t->threads * STRIPE;
    arena_touch(t->memory, from, to < t->bytes ? to : t->bytes);
}

/* By a thread for each 64 MiB, as far as that helps; the pool of the searches may be smaller. */
static void touch_memory(search *s) {
    enum { SHARE = 64 << 20, MAX_THREADS = 16 };
    touching t = {.memory = &s->memory, .bytes = arena_touchable(&s->memory), .threads = 1};
    size_t shares = t.bytes / SHARE + 1;
    int max = thread_processors();
    if (max > MAX_THREADS) max = MAX_THREADS;
    pool *many = NULL;
    if (shares > 1 && max > 1) {
        int count = shares < (size_t)max ? (int)shares : max;
        if (pool_create(&many, count) == ST_OK) t.threads = pool_threads(many);
    }
    if (many) {
        pool_start(many, touch_part, &t);
        pool_destroy(many); /* waits */
    } else {
        touch_part(&t, 0);
    }
}

status search_ready(search *s, const search_options *o, error *err) {
    status st = make_memory(s, o, err);
    if (st != ST_OK || s->readied) return st;
    touch_memory(s);
    s->readied = true;
    s->counted.readied++;
    return ST_OK;
}

static bool count_two(void *ctx, const token *tok) {
    (void)tok;
    return ++*(int *)ctx < 2;
}

/* The root must be a decision; *only: there is nothing to choose. */
static status look_at_root(const search_question *q, bool *only, error *err) {
    const rules *r = position_rules(q->root);
    unsigned char *world = mem_alloc(r->state_size);
    if (!world) return error_set(err, ST_NOMEM, "no memory for the search");
    rng g = {.s = 1};
    position_world(q->root, &g, world);
    int actor = r->game->actor(r, world);
    int count = 0;
    status st = ST_OK;
    if (actor == ACTOR_NONE)
        st = error_set(err, ST_GAME_OVER, "the game is over");
    else if (actor == ACTOR_CHANCE)
        st = error_set(err, ST_CHANCE_EXPECTED, "chance decides here");
    else if (token_walk((state_ref){r, world, position_trail(q->root)}, count_two, &count) != ST_OK)
        st = error_set(err, ST_NOMEM, "no memory for the search");
    *only = q->only ? q->only_count == 1 : count == 1;
    mem_free(world);
    return st;
}

static void start_clock(search *s, const search_question *q, bool only, timekeeper *keeper) {
    enum { GLANCE_MS = 50 };
    bool clocked = q->limits.movetime_ms < 0;
    int64_t lag_ms = clocked ? s->lag_us / 1000 : 0;
    int64_t overhead = lag_ms > q->overhead_ms ? lag_ms : q->overhead_ms;
    search_budget b = limits_budget(&q->limits, q->seat, overhead);
    /* Nothing to think about on the clock: a glance at the value is enough. */
    int64_t glance = b.soft_ms / 8 < GLANCE_MS ? b.soft_ms / 8 + 1 : GLANCE_MS;
    if (only && clocked && b.hard_ms > glance) b = (search_budget){glance, glance};
    timekeeper_init(keeper, b);
    /* A ponderhit may have come already. */
    (void)mtx_lock(&s->lock);
    s->budget_ns = b.hard_ms < 0 ? -1 : b.hard_ms * 1000000;
    if (!s->pondering) {
        if (s->started_ns < 0) s->started_ns = clock_now_ns();
        if (s->budget_ns >= 0) atomic_store(&s->control.deadline_ns, s->started_ns + s->budget_ns);
    }
    (void)mtx_unlock(&s->lock);
}

/* How long the clock has run; -1: it does not, while pondering. */
static int64_t on_clock_ms(search *s) {
    (void)mtx_lock(&s->lock);
    int64_t started = s->pondering ? -1 : s->started_ns;
    (void)mtx_unlock(&s->lock);
    return started < 0 ? -1 : (clock_now_ns() - started) / 1000000;
}

/* After a search on a clock: how long it had to wait for a processor. */
static void learn_lag(search *s, int64_t served_ns) {
    (void)mtx_lock(&s->lock);
    bool clocked = s->budget_ns >= 0 && s->started_ns >= 0 && !s->pondered;
    int64_t spent_ns = clock_now_ns() - s->started_ns;
    (void)mtx_unlock(&s->lock);
    if (clocked) s->lag_us = limits_lag(s->lag_us, spent_ns / 1000, served_ns / 1000);
}

/* Under `infinite` and `ponder` an answer waits until it is asked for. */
static void hold_back(search *s, const search_limits *l) {
    (void)mtx_lock(&s->lock);
    while (!atomic_load(&s->control.stop) && (l->infinite || s->pondering))
        (void)cnd_wait(&s->released, &s->lock);
    (void)mtx_unlock(&s->lock);
}

/* What every search promises of a report: complete first actions, numbers for every player. */
static FOR_ASSERT bool report_check(const search_report *r, int players) {
    if (r->count > SEARCH_MAX_LINES) return false;
    for (size_t i = 0; i < r->count; i++) {
        const search_line *l = &r->lines[i];
        if (l->first.count < 1 || l->first.count > GAME_MAX_STEPS) return false;
        if (!memchr(l->pv, '\0', sizeof l->pv)) return false;
        for (int k = 0; k < players; k++)
            if (!(l->values[k] > -2 && l->values[k] < 3))
                return false; /* contempt goes beyond 0..1 */
    }
    return true;
}

static void fill_report(const search_question *q, void *self, search_report *r, int64_t started) {
    q->kind->report(self, r);
    assert(report_check(r, position_rules(q->root)->players));
    r->time_ms = (clock_now_ns() - started) / 1000000;
}

/* The thread that asked is worker 0 itself: no other thread has to be scheduled before it begins or
 * after it has finished, which on a busy machine takes milliseconds. Thread 0 of the pool looks on
 * in the meantime, the others are workers. */

/* Reports on the way, and ends the search when the time is better kept. With the watch's lock. */
static void look(search *s) {
    search_watch *w = &s->watch;
    const search_question *q = w->question;
    bool tell = q->report_every_ms && clock_now_ns() >= w->next_ns;
    int64_t elapsed = w->keeps ? on_clock_ms(s) : -1;
    if (!tell && elapsed < 0) return;
    fill_report(q, w->self, w->report, w->started_ns);
    if (elapsed >= 0 && timekeeper_look(&w->keeper, w->report, q->seat, elapsed))
        atomic_store(&s->control.stop, true);
    if (!tell) return;
    w->next_ns = clock_now_ns() + (int64_t)q->report_every_ms * 1000000;
    if (w->report->count) w->listen(w->ctx, w->report);
}

static void keep_watch(search *s) {
    search_watch *w = &s->watch;
    (void)mtx_lock(&w->lock);
    int pace = w->keeps ? timekeeper_pace_ms(&w->keeper) : WAIT_MS;
    while (w->working) {
        thread_wait_ms(&w->over, &w->lock, pace);
        if (w->working) look(s);
    }
    (void)mtx_unlock(&w->lock);
}

static void one_is_done(search_watch *w) {
    (void)mtx_lock(&w->lock);
    assert(w->working > 0);
    if (--w->working == 0) (void)cnd_broadcast(&w->over);
    (void)mtx_unlock(&w->lock);
}

static void take_part(void *ctx, int thread) {
    search *s = ctx;
    if (thread == 0) {
        keep_watch(s);
    } else {
        s->watch.question->kind->work(s->watch.self, thread);
        one_is_done(&s->watch);
    }
}

/* Until all workers are done. The watching thread may be late to notice; it touches nothing then,
 * and the next search waits for it. */
static void work_and_watch(search *s, search_watch begin) {
    search_watch *w = &s->watch;
    bool saves = begin.keeper.budget.soft_ms < begin.keeper.budget.hard_ms;
    (void)pool_wait(s->pool, -1);
    if (!saves && !begin.question->report_every_ms && pool_threads(s->pool) == 1) {
        begin.question->kind->work(begin.self, 0); /* nothing to look on for, no one else to work */
        return;
    }
    w->question = begin.question;
    w->self = begin.self;
    w->report = begin.report;
    w->listen = begin.listen;
    w->ctx = begin.ctx;
    w->keeper = begin.keeper;
    w->started_ns = begin.started_ns;
    w->next_ns = begin.started_ns + (int64_t)FIRST_REPORT_MS * 1000000;
    w->keeps = saves;
    w->working = pool_threads(s->pool);
    pool_start(s->pool, take_part, s);
    w->question->kind->work(w->self, 0);
    one_is_done(w);
    (void)mtx_lock(&w->lock);
    while (w->working) (void)cnd_wait(&w->over, &w->lock);
    (void)mtx_unlock(&w->lock);
}

/* Where no match has shown what is best, a net evaluates leaves instead of playouts. With three and
 * more seats weights do so where random games are long and have no winner. */
static void settle_cutoff(const search_question *q, bool by_net, knobs *k) {
    const rules *r = position_rules(q->root);
    bool unsaid = q->options.knobs.value[KNOB_MCTS_CUTOFF] == KNOB_AUTO &&
                  k->value[KNOB_MCTS_CUTOFF] == knob_specs[KNOB_MCTS_CUTOFF].usual;
    if (!unsaid || !q->kind->visits) return;
    bool may = r->players > 2 && !(r->traits & GAME_HIDDEN) && r->game->features;
    if (!by_net && (!may || random_games_decide(q->root))) return;
    k->value[KNOB_MCTS_CUTOFF] = 0;
    if (by_net) return;
    if (q->options.knobs.value[KNOB_MCTS_SOFTEN] == KNOB_AUTO) k->value[KNOB_MCTS_SOFTEN] = 1;
}

const searcher_kind *search_kind(const search_question *q, const rules *r) {
    weights own;
    const net *by = NULL;
    if (!q->with_net) return q->kind;
    if (!q->eval) weights_init(&own, r->game);
    (void)evaluator_choose(q->eval ? q->eval : &own, r, &by, NULL);
    return by ? q->with_net : q->kind;
}

status search_run(search *s, const search_question *asked, search_listener listen, void *ctx,
                  search_answer *out, error *err) {
    search_question own_question = *asked;
    const search_question *q = &own_question;
    assert(q->kind && q->root && q->seat >= 0 && q->seat < position_rules(q->root)->players);
    own_question.kind = search_kind(asked, position_rules(q->root));
    assert(!q->report_every_ms || listen);
    *out = (search_answer){.report = {.lines = s->lines}};
    int64_t started = clock_now_ns();
    int64_t cpu_before = clock_thread_cpu_ns();
    status st = look_at_root(q, &out->only, err);
    if (st == ST_OK) st = make_memory(s, &q->options, err);
    if (st != ST_OK) return st;
    search_options options = q->options;
    options.threads = pool_threads(s->pool);
    search_limits limits = q->limits;
    const rules *r = position_rules(q->root);
    if (options.elo) options.level = skill_level_of_elo(options.elo, q->presets, r);
    if (options.level) skill_level(options.level, q->kind->visits, &limits, &options);
    if (options.skill < SKILL_FULL && options.multipv < SKILL_LINES) options.multipv = SKILL_LINES;
    knobs_resolve(&options.knobs, q->presets, r->game->name, r->players);
    weights own;
    if (!q->eval) weights_init(&own, r->game);
    make_evaluator(s, q->eval ? q->eval : &own, r);
    settle_cutoff(q, s->eval.net != NULL, &options.knobs);
    search_job job = {.root = q->root,
                      .seat = q->seat,
                      .limits = limits,
                      .options = options,
                      .only = q->only,
                      .only_count = q->only_count,
                      .control = &s->control,
                      .memory = &s->memory,
                      .spare = &s->spare,
                      .eval = &s->eval,
                      .saved = &s->saved};
    void *self;
    timekeeper keeper;
    start_clock(s, q, out->only, &keeper);
    st = q->kind->create(&self, &job, err);
    if (st != ST_OK) return st;
    search_watch watch = {.question = q,
                          .self = self,
                          .report = &out->report,
                          .listen = listen,
                          .ctx = ctx,
                          .keeper = keeper,
                          .started_ns = started};
    work_and_watch(s, watch);
    learn_lag(s, clock_thread_cpu_ns() - cpu_before);
    hold_back(s, &q->limits);
    fill_report(q, self, &out->report, started);
    out->best = skill_pick(&out->report, &options, q->seat);
    assert(!out->report.count || out->best < out->report.count);
    q->kind->destroy(self);
    return ST_OK;
}
