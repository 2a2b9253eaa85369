#include <string.h>

#include "engine/base/memory.h"
#include "lib/api/public_state.h"
#include "lib/catalogue.h"
#include "search/options.h"
#include "search/review.h"
#include "search/score.h"
#include "search/search_registry.h"
#include "search/search_why.h"

/* Searches: options by the protocol's names, questions that are waited for or not, and what was
 * found. What was found is a copy under a lock, so that any thread may look while it changes. */

enum { REPORT_MS = 50, DEFAULT_MS = 1000 };

typedef struct found_line {
    search_line line;
    char action[GAME_TOKEN_SIZE];
} found_line;

struct kibitz_search {
    handle head;
    kibitz *owner;
    search *engine;
    options options;
    weights eval;
    const game *weighed;                 /* whose weights they are; NULL: none yet */
    char weighed_file[OPTION_TEXT_SIZE]; /* and the EvalFile that they came from */

    position *root; /* of the last question; a view in a hidden game */
    int seat;       /* that decides there */
    void *world;    /* a state that fits it */
    search_question ask;
    kibitz_listener listen;
    void *ctx;

    thrd_t thread;
    bool started; /* the thread is there and has not been joined; for the owner's thread */
    mtx_t lock;   /* guards what follows */
    bool running;
    kibitz_progress now;
    found_line *found; /* now.lines of them */
    size_t found_cap;
    size_t best;
    found_line shown; /* what kibitz_search_line() gave out while it was running */
    status outcome;
    error why;
};

/* --- create and destroy --- */

kibitz_code kibitz_search_create(kibitz *k, kibitz_search **out, kibitz_error *err) {
    *out = NULL;
    if (!handle_good(k, HANDLE_LIBRARY, err)) return KIBITZ_BAD_VALUE;
    kibitz_search *s = handle_make(HANDLE_SEARCH, sizeof *s, err);
    if (!s) return KIBITZ_NO_MEMORY;
    if (search_create(&s->engine) != ST_OK) {
        handle_end(&s->head);
        return public_refuse(err, ST_NOMEM, "no memory for a search");
    }
    (void)mtx_init(&s->lock, mtx_plain);
    s->owner = public_share(k);
    (void)mtx_lock(&k->lock);
    options_init(&s->options, game_library_games(k->games), catalogue_registry());
    (void)mtx_unlock(&k->lock);
    *out = s;
    return KIBITZ_OK;
}

static void join(kibitz_search *s) {
    if (s->started) (void)thrd_join(s->thread, NULL);
    s->started = false;
}

void kibitz_search_close(kibitz_search *s) {
    if (!s || !handle_good(s, HANDLE_SEARCH, NULL)) return;
    kibitz *owner = s->owner;
    search_stop(s->engine);
    join(s);
    search_destroy(s->engine);
    position_destroy(s->root);
    mem_free(s->world);
    mem_free(s->found);
    mtx_destroy(&s->lock);
    handle_end(&s->head);
    public_let_go(owner);
}

static bool is_running(kibitz_search *s) {
    (void)mtx_lock(&s->lock);
    bool running = s->running;
    (void)mtx_unlock(&s->lock);
    return running;
}

/* Whether it may be asked or changed now. */
static bool is_free(kibitz_search *s, kibitz_error *err) {
    if (is_running(s)) {
        (void)public_refuse(err, ST_BUSY, "the search is at work: stop it, or wait for it");
        return false;
    }
    join(s);
    return true;
}

kibitz_code kibitz_search_set(kibitz_search *s, const char *name, const char *value,
                              kibitz_error *err) {
    error e;
    if (!handle_good(s, HANDLE_SEARCH, err)) return KIBITZ_BAD_VALUE;
    if (!is_free(s, err)) return KIBITZ_BUSY;
    option_id id = options_find(name);
    if (id == OPT_COUNT) {
        const char *near = options_nearest(name);
        (void)error_set(&e, ST_UNKNOWN_OPTION, "there is no option %.60s%s%s", name,
                        near ? "; did you mean " : "", near ? near : "");
        error_arg(&e, name);
        return public_fail(err, &e);
    }
    if (id == OPT_CLEAR_HASH) {
        search_forget(s->engine);
        return KIBITZ_OK;
    }
    if (options_set(&s->options, id, value, &e) != ST_OK) return public_fail(err, &e);
    s->weighed = NULL;
    return KIBITZ_OK;
}

/* --- questions --- */

kibitz_limits kibitz_limits_none(void) {
    kibitz_limits l = {.movetime_ms = -1};
    for (int i = 0; i < KIBITZ_SEATS; i++) l.clock_ms[i] = -1;
    return l;
}

static search_limits limits_of(const kibitz_limits *from) {
    search_limits l = limits_none();
    l.nodes = from->nodes;
    l.visits = from->visits;
    l.depth = from->depth;
    l.movestogo = from->movestogo;
    l.movetime_ms = from->movetime_ms;
    l.byoyomi_ms = from->byoyomi_ms;
    l.infinite = from->infinite;
    for (int i = 0; i < KIBITZ_SEATS; i++) {
        l.clock_ms[i] = from->clock_ms[i];
        l.inc_ms[i] = from->increment_ms[i];
    }
    if (!limits_any(&l) && !l.infinite) l.movetime_ms = DEFAULT_MS;
    return l;
}

/* Where a search begins: the position, or the view of the seat to act. */
static status take_root(kibitz_search *s, const position *p, error *err) {
    const rules *r = position_rules(p);
    position *root = NULL;
    void *made;
    const void *world = public_world(p, &made);
    int actor = world ? r->game->actor(r, world) : ACTOR_NONE;
    status st = ST_OK;
    if (!world)
        st = error_set(err, ST_NOMEM, "no memory for the search");
    else if (actor == ACTOR_NONE)
        st = error_set(err, ST_GAME_OVER, "the game is over");
    else if (actor == ACTOR_CHANCE)
        st = token_chance_expected(r, world, err);
    else if (position_seat(p) != SEAT_ALL && position_seat(p) != actor)
        st = error_set(err, ST_WRONG_SEAT, "seat %d acts, this is the view of seat %d", actor + 1,
                       position_seat(p) + 1);
    else if (r->traits & GAME_HIDDEN && position_seat(p) == SEAT_ALL)
        st = position_observe(&root, p, actor, err);
    else
        st = position_clone(&root, p, err);
    mem_free(made);
    if (st != ST_OK) return st;
    void *fits = mem_alloc(r->state_size);
    if (!fits) {
        position_destroy(root);
        return error_set(err, ST_NOMEM, "no memory for the search");
    }
    rng g = {.s = 1};
    position_world(root, &g, fits);
    position_destroy(s->root);
    mem_free(s->world);
    s->root = root;
    s->world = fits;
    s->seat = s->ask.seat = actor;
    s->ask.root = root;
    return ST_OK;
}

/* The weights that the options name, for this game. */
static status take_weights(kibitz_search *s, const rules *r, error *err) {
    const char *file = s->options.word[OPT_WORD_EVAL_FILE];
    int missing;
    if (s->weighed == r->game && strcmp(s->weighed_file, file) == 0) return ST_OK;
    weights w;
    weights_init(&w, r->game);
    status st = *file ? weights_load(&w, file, &missing, err) : ST_OK;
    const net *unused;
    if (st == ST_OK) st = evaluator_choose(&w, r, &unused, err);
    if (st != ST_OK) return st;
    s->eval = w;
    s->weighed = r->game;
    memcpy(s->weighed_file, file, sizeof s->weighed_file);
    return ST_OK;
}

/* What is the same for every question of these options. */
static status take_options(kibitz_search *s, const rules *r, const kibitz_limits *l, error *err) {
    status st = take_weights(s, r, err);
    s->ask.options = search_default_options();
    options_apply(&s->options, &s->ask.options);
    int64_t seed = s->options.number[OPT_SEED];
    s->ask.options.seed = seed ? (uint64_t)seed : 1;
    s->ask.overhead_ms = s->options.number[OPT_MOVE_OVERHEAD];
    s->ask.limits = limits_of(l);
    s->ask.report_every_ms = REPORT_MS;
    s->ask.eval = &s->eval;
    if (st == ST_OK)
        st = search_choose(catalogue_registry(), s->options.word[OPT_WORD_ALGORITHM], r, &s->ask,
                           err);
    return st;
}

static void keep(kibitz_search *s, const search_report *r, bool running) {
    const rules *own = position_rules(s->root);
    (void)mtx_lock(&s->lock);
    s->now = (kibitz_progress){.nodes = r->nodes,
                               .visits = r->visits,
                               .worlds = r->worlds,
                               .depth = r->depth,
                               .seldepth = r->seldepth,
                               .time_ms = r->time_ms,
                               .running = running};
    size_t n = r->count;
    if (running && n > (size_t)s->ask.options.multipv) n = (size_t)s->ask.options.multipv;
    if (MEM_GROW(s->found, s->found_cap, n) != ST_OK) n = s->found_cap < n ? s->found_cap : n;
    for (size_t i = 0; i < n; i++) {
        s->found[i].line = r->lines[i];
        text t = text_over(s->found[i].action, sizeof s->found[i].action);
        token_write(own, s->world, &r->lines[i].first, &t);
    }
    s->now.lines = (unsigned)n;
    (void)mtx_unlock(&s->lock);
}

static void hear(void *ctx, const search_report *r) {
    kibitz_search *s = ctx;
    keep(s, r, true);
    if (s->listen) s->listen(s->ctx, s);
}

static void search_now(kibitz_search *s) {
    search_answer a;
    error e;
    status st = search_run(s->engine, &s->ask, hear, s, &a, &e);
    if (st == ST_OK) keep(s, &a.report, false);
    (void)mtx_lock(&s->lock);
    s->outcome = st;
    if (st != ST_OK) s->why = e;
    s->best = st == ST_OK ? a.best : 0;
    s->now.running = 0;
    s->running = false;
    (void)mtx_unlock(&s->lock);
}

static int search_thread(void *arg) {
    search_now(arg);
    return 0;
}

/* Everything but the search itself. */
static kibitz_code prepare(kibitz_search *s, const position *p, const kibitz_limits *l,
                           kibitz_error *err) {
    error e;
    if (!is_free(s, err)) return KIBITZ_BUSY;
    kibitz_limits none = kibitz_limits_none();
    status st = take_options(s, position_rules(p), l ? l : &none, &e);
    if (st == ST_OK) st = take_root(s, p, &e); /* what was found for the old one holds until here */
    if (st != ST_OK) return public_fail(err, &e);
    search_prepare(s->engine, false);
    (void)mtx_lock(&s->lock);
    s->now = (kibitz_progress){.running = 1};
    s->best = 0;
    s->outcome = ST_OK;
    s->running = true;
    (void)mtx_unlock(&s->lock);
    return KIBITZ_OK;
}

static kibitz_code outcome(kibitz_search *s, kibitz_error *err) {
    (void)mtx_lock(&s->lock);
    kibitz_code code = s->outcome == ST_OK ? KIBITZ_OK : public_fail(err, &s->why);
    (void)mtx_unlock(&s->lock);
    return code;
}

static kibitz_code run(kibitz_search *s, const position *p, const kibitz_limits *l,
                       kibitz_listener listen, void *ctx, kibitz_error *err) {
    kibitz_code code = prepare(s, p, l, err);
    if (code != KIBITZ_OK) return code;
    s->listen = listen;
    s->ctx = ctx;
    search_now(s);
    return outcome(s, err);
}

kibitz_code kibitz_search_run(kibitz_search *s, const kibitz_position *p, const kibitz_limits *l,
                              kibitz_listener listen, void *ctx, kibitz_error *err) {
    if (!handle_good(s, HANDLE_SEARCH, err) || !handle_good(p, HANDLE_POSITION, err))
        return KIBITZ_BAD_VALUE;
    return run(s, p->at, l, listen, ctx, err);
}

kibitz_code kibitz_search_run_view(kibitz_search *s, const kibitz_view *v, const kibitz_limits *l,
                                   kibitz_listener listen, void *ctx, kibitz_error *err) {
    if (!handle_good(s, HANDLE_SEARCH, err) || !handle_good(v, HANDLE_VIEW, err))
        return KIBITZ_BAD_VALUE;
    return run(s, v->at, l, listen, ctx, err);
}

static kibitz_code start(kibitz_search *s, const position *p, const kibitz_limits *l,
                         kibitz_error *err) {
    kibitz_code code = prepare(s, p, l, err);
    if (code != KIBITZ_OK) return code;
    s->listen = NULL;
    if (thrd_create(&s->thread, search_thread, s) == thrd_success) {
        s->started = true;
        return KIBITZ_OK;
    }
    (void)mtx_lock(&s->lock);
    s->running = false;
    s->now.running = 0;
    (void)mtx_unlock(&s->lock);
    return public_refuse(err, ST_NOMEM, "no thread for the search");
}

kibitz_code kibitz_search_start(kibitz_search *s, const kibitz_position *p, const kibitz_limits *l,
                                kibitz_error *err) {
    if (!handle_good(s, HANDLE_SEARCH, err) || !handle_good(p, HANDLE_POSITION, err))
        return KIBITZ_BAD_VALUE;
    return start(s, p->at, l, err);
}

kibitz_code kibitz_search_start_view(kibitz_search *s, const kibitz_view *v, const kibitz_limits *l,
                                     kibitz_error *err) {
    if (!handle_good(s, HANDLE_SEARCH, err) || !handle_good(v, HANDLE_VIEW, err))
        return KIBITZ_BAD_VALUE;
    return start(s, v->at, l, err);
}

void kibitz_search_stop(kibitz_search *s) {
    if (s && handle_good(s, HANDLE_SEARCH, NULL)) search_stop(s->engine);
}

kibitz_code kibitz_search_wait(kibitz_search *s, kibitz_error *err) {
    if (!handle_good(s, HANDLE_SEARCH, err)) return KIBITZ_BAD_VALUE;
    join(s);
    return outcome(s, err);
}

/* --- what was found --- */

void kibitz_search_progress(kibitz_search *s, kibitz_progress *out) {
    *out = (kibitz_progress){0};
    if (!handle_good(s, HANDLE_SEARCH, NULL)) return;
    (void)mtx_lock(&s->lock);
    *out = s->now;
    (void)mtx_unlock(&s->lock);
}

static const char *proof_name(search_proof p) {
    static const char *const name[] = {"", "win", "loss", "draw", "exact"};
    return name[p];
}

static void fill_line(const rules *r, const found_line *f, kibitz_line *out) {
    const search_line *l = &f->line;
    double unit = r->traits & GAME_HALVES ? 2 : 1;
    *out = (kibitz_line){.action = f->action,
                         .pv = l->pv,
                         .proof = proof_name(l->proof),
                         .visits = l->visits,
                         .plies = l->plies,
                         .has_points = score_has_points(r, l)};
    for (int i = 0; i < r->players; i++) {
        out->value[i] = l->values[i];
        out->win[i] = l->win[i];
        out->points[i] = l->points[i] / unit;
        for (int k = 0; k < r->players; k++) out->rank[i][k] = l->ranks[i][k];
    }
}

int kibitz_search_line(kibitz_search *s, size_t i, kibitz_line *out) {
    *out = (kibitz_line){0};
    if (!handle_good(s, HANDLE_SEARCH, NULL)) return 0;
    (void)mtx_lock(&s->lock);
    bool there = i < s->now.lines;
    if (there && s->now.running) s->shown = s->found[i];
    if (there) fill_line(position_rules(s->root), s->now.running ? &s->shown : &s->found[i], out);
    (void)mtx_unlock(&s->lock);
    return there;
}

const char *kibitz_search_best(kibitz_search *s) {
    if (!handle_good(s, HANDLE_SEARCH, NULL)) return NULL;
    (void)mtx_lock(&s->lock);
    const char *best = s->best < s->now.lines ? s->found[s->best].action : NULL;
    (void)mtx_unlock(&s->lock);
    return best;
}

char *kibitz_search_why(kibitz_search *s, kibitz_error *err) {
    text t = text_growing();
    error e;
    if (!handle_good(s, HANDLE_SEARCH, err) || !is_free(s, err)) return NULL;
    search_report r = {.count = s->now.lines < 2 ? s->now.lines : 2};
    search_line two[2];
    for (size_t i = 0; i < r.count; i++) two[i] = s->found[i].line;
    r.lines = two;
    /* The weights may be those of another game by now. */
    status st = r.count == 2 ? take_weights(s, position_rules(s->root), &e) : ST_OK;
    if (r.count == 2 && st == ST_OK) st = search_why(s->root, s->seat, &s->eval, &r, &t, &e);
    if (st != ST_OK) {
        text_done(&t);
        (void)public_fail(err, &e);
        return NULL;
    }
    return public_text(&t, err);
}

/* --- evaluations and reviews --- */

static kibitz_code check_question(kibitz_search *s, const kibitz_position *p, kibitz_error *err) {
    if (!handle_good(s, HANDLE_SEARCH, err) || !handle_good(p, HANDLE_POSITION, err))
        return KIBITZ_BAD_VALUE;
    return is_free(s, err) ? KIBITZ_OK : KIBITZ_BUSY;
}

static void visit_terms(const evaluator *e, const evaluation *v, kibitz_term_visit visit,
                        void *ctx) {
    const weights *w = &e->weights;
    for (int seat = 0; seat < e->rules->players; seat++)
        for (int i = 0; i < w->count; i++)
            if (!visit(ctx, w->game->features[i].name, seat, (double)v->raw[seat][i],
                       (double)w->weight[i]))
                return;
}

kibitz_code kibitz_search_evaluate(kibitz_search *s, const kibitz_position *p,
                                   kibitz_term_visit visit, void *ctx, kibitz_evaluation *out,
                                   kibitz_error *err) {
    error e;
    *out = (kibitz_evaluation){0};
    kibitz_code free_now = check_question(s, p, err);
    if (free_now != KIBITZ_OK) return free_now;
    const rules *r = position_rules(p->at);
    if (take_weights(s, r, &e) != ST_OK) return public_fail(err, &e);
    evaluation *v = mem_alloc(sizeof *v);
    if (!v) return public_refuse(err, ST_NOMEM, "no memory for the evaluation");
    evaluator by;
    evaluator_init(&by, &s->eval, r);
    bool speaks = evaluator_speaks(&by);
    if (speaks) {
        evaluate_state(&by, position_data(p->at), v);
        out->by_net = by.net != NULL;
        out->has_points = v->pointed;
        memcpy(out->total, v->total, sizeof out->total);
        memcpy(out->win, v->win, sizeof out->win);
        if (v->pointed) memcpy(out->points, v->points, sizeof out->points);
        if (visit && by.sums) visit_terms(&by, v, visit, ctx);
    }
    evaluator_done(&by);
    mem_free(v);
    return speaks ? KIBITZ_OK : public_refuse(err, ST_UNSUPPORTED, "this game has no evaluation");
}

typedef struct judge {
    kibitz_search *s;
    kibitz_judgement_visit visit;
    void *ctx;
    atomic_bool stop;
} judge;

static void judged(void *ctx, const review *r, const review_event *last) {
    judge *j = ctx;
    kibitz_judgement said = {.ply = last->ply,
                             .actor = last->actor,
                             .token = last->token,
                             .better = last->better,
                             .line = last->line,
                             .mark = review_mark_text(last->mark),
                             .loss = last->loss,
                             .valued = last->valued,
                             .forced = last->forced};
    for (int i = 0; i < r->players; i++) {
        said.value[i] = last->values[i];
        said.luck[i] = last->luck[i];
    }
    if (j->visit(j->ctx, &said)) return;
    atomic_store(&j->stop, true);
    search_stop(j->s->engine);
}

kibitz_code kibitz_search_review(kibitz_search *s, const kibitz_position *p,
                                 const kibitz_limits *each, kibitz_judgement_visit visit, void *ctx,
                                 kibitz_error *err) {
    error e;
    kibitz_code free_now = check_question(s, p, err);
    if (free_now != KIBITZ_OK) return free_now;
    const rules *r = position_rules(p->at);
    kibitz_limits none = kibitz_limits_none();
    judge j = {.s = s, .visit = visit, .ctx = ctx};
    review out = {0};
    status st = take_options(s, r, each ? each : &none, &e);
    review_question q = {.game = p->at, .ask = s->ask, .stop = &j.stop};
    search_question open = {.options = s->ask.options};
    if (st == ST_OK && r->traits & GAME_HIDDEN)
        st = search_choose(catalogue_registry(), "mcts", r, &open, &e);
    q.open = open.kind;
    q.ask.report_every_ms = 0;
    search_prepare(s->engine, false);
    if (st == ST_OK) st = review_run(&out, s->engine, &q, judged, &j, &e);
    bool stopped = out.stopped;
    review_done(&out);
    if (st != ST_OK) return public_fail(err, &e);
    return stopped && !atomic_load(&j.stop)
               ? public_refuse(err, ST_STOPPED, "the review was stopped")
               : KIBITZ_OK;
}
