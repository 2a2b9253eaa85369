#include "web/think/think_task.h"

#include <string.h>

#include "arena/engine_search.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "search/search_registry.h"

enum {
    SEAT_MS = 1000,
    ANALYSIS_MS = 3000,
    REVIEW_MS = 200,
    LEVEL_MS = 10000,
    MAX_MS = 3600000,
    WATCH_MS = 200
};

#define OUTSIDE_WORD "engine:"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory to think");
}

/* --- words --- */

/* What people write must not reach a file or a program. */
static status check_words(const engine_spec *spec, error *err) {
    static const char *const files[] = {"EvalFile", "RulesPath", "LogFile", "AllowNative"};
    if (spec->command || spec->log)
        return error_set(err, ST_UNSUPPORTED, "cmd= and log= are for the owner of the server");
    for (int i = 0; i < spec->options; i++)
        for (size_t k = 0; k < sizeof files / sizeof *files; k++)
            if (engine_option_same(spec->option[i].name, files[k]))
                return error_set(err, ST_UNSUPPORTED, "no file is opened here: %s", files[k]);
    return ST_OK;
}

/* "engine:NAME movetime=500": the owner's words, and limits alone from the person. */
static status read_outside(think_task *t, const think_place *where, const char *line,
                           search_limits *limits, error *err) {
    char name[ENGINE_NAME];
    size_t n = strcspn(line, " ");
    text called = text_over(name, sizeof name);
    text full = text_growing();
    engine_spec rest;
    text_putn(&called, line, n);
    status st = outside_seats_words(where->outside, name, &full, err);
    if (st == ST_OK) st = engine_spec_read(&rest, line + n, err);
    if (st == ST_OK) {
        *limits = rest.limits;
        if (rest.options || rest.command || rest.log)
            st = error_set(err, ST_UNSUPPORTED,
                           "the owner sets the options of engine %s; others may set limits", name);
        engine_spec_done(&rest);
    }
    if (st == ST_OK) st = engine_spec_read(&rest, text_string(&full), err); /* the owner's */
    if (st == ST_OK) {
        if (!limits_any(limits)) *limits = rest.limits;
        engine_spec_done(&rest);
        t->outside = mem_string(text_string(&full));
        if (!t->outside) st = no_memory(err);
    }
    text_done(&full);
    return st;
}

static int clamp(int n, int min, int max) {
    return n < min ? min : n > max ? max : n;
}

static status read_inside(think_task *t, const think_place *where, const rules *r, const char *line,
                          error *err) {
    engine_spec spec;
    engine_context c = {.game = r->game, .games = where->games, .book = where->book};
    c.where = "here";
    status st = engine_spec_read(&spec, line, err);
    if (st != ST_OK) return st;
    engine_search *how = mem_alloc(sizeof *how);
    st = how ? check_words(&spec, err) : no_memory(err);
    if (st == ST_OK) st = engine_search_read(how, &spec, &c, err);
    if (st == ST_OK) st = engine_search_choose(how, &spec, &c, r, err);
    if (st == ST_OK) {
        t->ask = how->ask;
        t->eval = how->eval;
        t->ask.eval = &t->eval;
        t->ask.options.seed = how->seed;
        int threads = t->job.threads ? t->job.threads : t->ask.options.threads;
        t->threads = t->ask.options.threads = clamp(threads, 1, where->threads);
        size_t most = (size_t)where->hash_mb << 20;
        if (t->ask.options.hash_bytes > most || !how->reported[OPT_HASH])
            t->ask.options.hash_bytes = most;
    }
    mem_free(how);
    engine_spec_done(&spec);
    return st;
}

static status read_engine(think_task *t, const think_place *where, const rules *r, const char *line,
                          error *err) {
    if (!line || !*line) line = "auto";
    t->threads = 1;
    if (!text_starts(line, OUTSIDE_WORD)) return read_inside(t, where, r, line, err);
    if (t->job.kind != THINK_SEAT)
        return error_set(err, ST_UNSUPPORTED,
                         "engines of the owner play at tables; analyses take a search of ours");
    return read_outside(t, where, line + strlen(OUTSIDE_WORD), &t->ask.limits, err);
}

static void set_limits(think_task *t) {
    search_limits *l = &t->ask.limits;
    static const int64_t usual[] = {SEAT_MS, ANALYSIS_MS, REVIEW_MS};
    if (limits_any(&t->job.limits) || t->job.limits.infinite) *l = t->job.limits;
    l->infinite = l->ponder = false; /* a stop ends it, or the longest time */
    if (t->outside) {                /* it keeps no clock of ours */
        search_budget b = limits_budget(l, t->job.seat, 0);
        uint64_t nodes = l->nodes;
        unsigned depth = l->depth;
        *l = limits_none();
        l->nodes = nodes;
        l->depth = depth;
        if (b.soft_ms > 0) l->movetime_ms = b.soft_ms;
    }
    const search_options *o = &t->ask.options;
    bool level = o->elo > 0 || (o->level > 0 && o->level < SKILL_LEVELS);
    if (!limits_any(l)) l->movetime_ms = level ? LEVEL_MS : usual[t->job.kind];
    if (l->movetime_ms > MAX_MS) l->movetime_ms = MAX_MS;
    t->ask.seat = t->job.seat;
    if (t->job.lines > 0) t->ask.options.multipv = clamp(t->job.lines, 1, SEARCH_MAX_LINES);
    if (t->job.seed) t->ask.options.seed = t->job.seed;
    t->ask.report_every_ms = t->job.report ? t->job.report_every_ms : 0;
    if (t->job.kind == THINK_ANALYSIS && !t->ask.report_every_ms) t->ask.report_every_ms = WATCH_MS;
}

/* --- the actions that are looked at --- */

typedef struct token_list {
    token *at;
    size_t count, cap;
    const struct token_list *without;
    bool no_memory;
} token_list;

static bool has_token(const token_list *l, const token *tok) {
    for (size_t i = 0; i < l->count; i++)
        if (token_equal(&l->at[i], tok)) return true;
    return false;
}

static bool keep_token(void *ctx, const token *tok) {
    token_list *l = ctx;
    if (has_token(l, tok) || (l->without && has_token(l->without, tok))) return true;
    l->no_memory |= MEM_GROW(l->at, l->cap, l->count + 1) != ST_OK;
    if (!l->no_memory) l->at[l->count++] = *tok;
    return !l->no_memory;
}

static status read_tokens(state_ref x, const char *const *named, token_list *out, error *err) {
    status st = ST_OK;
    token tok;
    for (; st == ST_OK && named && *named; named++) {
        st = token_read(x, *named, &tok, err);
        if (st == ST_OK) (void)keep_token(out, &tok);
    }
    return st == ST_OK && out->no_memory ? no_memory(err) : st;
}

static status read_actions(think_task *t, error *err) {
    const think_job *j = &t->job;
    const rules *r = position_rules(j->root);
    if (!j->only && !j->without) return ST_OK;
    void *world = mem_alloc(r->state_size);
    if (!world) return no_memory(err);
    rng g = {.s = 1};
    token_list without = {0};
    token_list only = {.without = &without};
    position_world(j->root, &g, world);
    state_ref x = {r, world, position_trail(j->root)};
    status st = read_tokens(x, j->without, &without, err);
    if (st == ST_OK && j->only) st = read_tokens(x, j->only, &only, err);
    if (st == ST_OK && !j->only) st = token_walk(x, keep_token, &only);
    if (st == ST_OK && only.no_memory) st = no_memory(err);
    if (st == ST_OK && !only.count)
        st = error_set(err, ST_ILLEGAL_ACTION, "no action is left to search");
    mem_free(without.at);
    mem_free(world);
    t->only = only.at;
    t->ask.only = only.at;
    t->ask.only_count = only.count;
    return st;
}

/* --- create and destroy --- */

/* Of a hidden game a search sees what the deciding seat sees. */
static status set_root(think_task *t, error *err) {
    position *p = t->job.root;
    const rules *r = position_rules(p);
    if (t->job.kind == THINK_REVIEW)
        return position_seat(p) == SEAT_ALL
                   ? ST_OK
                   : error_set(err, ST_LEAK, "a review needs the entire game");
    if (t->job.seat < 0 || t->job.seat >= r->players)
        return error_set(err, ST_BAD_VALUE, "there are seats 1 to %d", r->players);
    if (!(r->traits & GAME_HIDDEN) || position_seat(p) == t->job.seat) return ST_OK;
    position *view;
    status st = position_observe(&view, p, t->job.seat, err);
    if (st != ST_OK) return st;
    position_destroy(p);
    t->job.root = view;
    return ST_OK;
}

/* States of a hidden game are searched with all cards open in reviews. */
static status choose_open(think_task *t, const think_place *where, error *err) {
    search_question open = {0};
    status st = search_choose(where->book, "mcts", position_rules(t->job.root), &open, err);
    t->open = open.kind;
    return st;
}

status think_task_create(think_task **out, const think_place *where, const think_job *job,
                         error *err) {
    think_task *t = mem_alloc(sizeof *t);
    *out = NULL;
    if (!t || mtx_init(&t->lock, mtx_plain) != thrd_success) {
        position_destroy(job->root);
        mem_free(t);
        return no_memory(err);
    }
    t->job = *job;
    t->ask.limits = limits_none();
    status st = set_root(t, err);
    if (st == ST_OK) st = read_engine(t, where, position_rules(t->job.root), job->engine, err);
    if (st == ST_OK) set_limits(t);
    if (st == ST_OK) st = read_actions(t, err);
    if (st == ST_OK && job->kind == THINK_REVIEW) st = choose_open(t, where, err);
    t->job.engine = NULL;
    t->job.only = t->job.without = NULL;
    if (st == ST_OK)
        *out = t;
    else
        think_task_destroy(t);
    return st;
}

void think_task_destroy(think_task *t) {
    if (!t) return;
    position_destroy(t->job.root);
    mem_free(t->only);
    mem_free(t->outside);
    mtx_destroy(&t->lock);
    mem_free(t);
}

status think_task_check(const think_place *where, const rules *r, const char *engine, error *err) {
    think_task *t = mem_alloc(sizeof *t);
    if (!t || mtx_init(&t->lock, mtx_plain) != thrd_success) {
        mem_free(t);
        return no_memory(err);
    }
    t->job.kind = THINK_SEAT;
    status st = read_engine(t, where, r, engine, err);
    think_task_destroy(t);
    return st;
}

/* --- run --- */

static void finish(const think_task *t, const char *move, const search_report *last,
                   const review *whole, const error *err) {
    if (t->job.done) t->job.done(t->job.ctx, err ? NULL : move, last, whole, err);
}

void think_task_drop(think_task *t) {
    error e;
    (void)error_set(&e, ST_STOPPED, "stopped");
    finish(t, NULL, NULL, NULL, &e);
}

void think_task_stop(think_task *t) {
    atomic_store(&t->stop, true);
    (void)mtx_lock(&t->lock);
    if (t->search) search_stop(t->search);
    if (t->seat) outside_seat_stop(t->seat);
    (void)mtx_unlock(&t->lock);
}

/* What a stop has to reach; both NULL: nothing any more. */
static void set_running(think_task *t, search *s, outside_seat *seat) {
    (void)mtx_lock(&t->lock);
    t->search = s;
    t->seat = seat;
    (void)mtx_unlock(&t->lock);
}

static void hear(void *ctx, const search_report *r) {
    think_task *t = ctx;
    if (t->job.report && t->job.report_every_ms) t->job.report(t->job.ctx, r);
    if (t->job.kind == THINK_ANALYSIS && t->yields && t->yields(t->queue, t)) think_task_stop(t);
}

static status write_choice(const think_task *t, const search_answer *a, text *out, error *err) {
    const rules *r = position_rules(t->job.root);
    if (!a->report.count) return error_set(err, ST_GAME_OVER, "there is nothing to decide");
    void *world = mem_alloc(r->state_size);
    if (!world) return no_memory(err);
    rng g = {.s = 1};
    position_world(t->job.root, &g, world);
    token_write(r, world, &a->report.lines[a->best].first, out);
    mem_free(world);
    return ST_OK;
}

static void run_search(think_task *t, search *s) {
    error e;
    char chosen[GAME_TOKEN_SIZE];
    text move = text_over(chosen, sizeof chosen);
    search_answer a;
    search_prepare(s, false);
    set_running(t, s, NULL);
    /* Who stops sets the flag first and then stops the search: one of the two is seen. */
    if (atomic_load(&t->stop)) {
        set_running(t, NULL, NULL);
        think_task_drop(t);
        return;
    }
    t->ask.root = t->job.root;
    status st = search_run(s, &t->ask, t->ask.report_every_ms ? hear : NULL, t, &a, &e);
    set_running(t, NULL, NULL);
    if (st == ST_OK) st = write_choice(t, &a, &move, &e);
    if (st == ST_OK && atomic_load(&t->cancelled)) st = error_set(&e, ST_STOPPED, "stopped");
    finish(t, chosen, st == ST_OK ? &a.report : NULL, NULL, st == ST_OK ? NULL : &e);
}

static void hear_event(void *ctx, const review *r, const review_event *last) {
    think_task *t = ctx;
    if (t->job.reviewed) t->job.reviewed(t->job.ctx, r, last);
    if (t->pause) t->pause(t->queue, t);
}

static void run_review(think_task *t, search *s) {
    error e;
    review rev = {0};
    review_question q = {.game = t->job.root, .ask = t->ask, .open = t->open, .stop = &t->stop};
    set_running(t, s, NULL);
    status st = review_run(&rev, s, &q, hear_event, t, &e);
    set_running(t, NULL, NULL);
    if (st == ST_OK && atomic_load(&t->cancelled)) st = error_set(&e, ST_STOPPED, "stopped");
    finish(t, NULL, NULL, &rev, st == ST_OK ? NULL : &e);
    review_done(&rev);
}

static void run_outside(think_task *t, const think_place *where) {
    error e;
    char chosen[GAME_TOKEN_SIZE];
    text move = text_over(chosen, sizeof chosen);
    outside_seat *seat = NULL;
    const outside_key whose = {t->outside, t->job.asker, t->job.seat};
    status st = outside_seats_take(where->outside, &whose, t->job.root, &seat, &e);
    if (st == ST_OK) {
        set_running(t, NULL, seat);
        if (atomic_load(&t->stop)) outside_seat_stop(seat);
        st = outside_seat_decide(seat, t->job.root, &t->ask.limits, &move, &e);
    }
    set_running(t, NULL, NULL);
    outside_seats_give_back(where->outside, seat, st == ST_OK && !atomic_load(&t->stop));
    finish(t, chosen, NULL, NULL, st == ST_OK ? NULL : &e);
}

void think_task_run(think_task *t, const think_place *where, search *s) {
    if (t->outside)
        run_outside(t, where);
    else if (t->job.kind == THINK_REVIEW)
        run_review(t, s);
    else
        run_search(t, s);
}
