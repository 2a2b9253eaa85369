/* The engine queue: seats, analyses, reviews, programs of the owner; order, stops, cancels. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <signal.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "lib/catalogue.h"
#include "web/think/engine_queue.h"

enum { MAX_LOG = 64 };

/* What became of jobs, in order. */
typedef struct notes {
    mtx_t lock;
    cnd_t change;
    int ended;
    int log[MAX_LOG];
    bool odd; /* something was not as it should be: checks are for the test's own thread */
} notes;

typedef struct note {
    notes *all;
    int number, reports, events;
    bool ended, reviewed;
    status st;
    size_t lines;
    char token[GAME_TOKEN_SIZE];
} note;

static void notes_init(notes *n) {
    *n = (notes){0};
    TEST_ASSERT(mtx_init(&n->lock, mtx_plain) == thrd_success);
    TEST_ASSERT(cnd_init(&n->change) == thrd_success);
}

static void notes_done(notes *n) {
    TEST_CHECK(!n->odd);
    cnd_destroy(&n->change);
    mtx_destroy(&n->lock);
}

static void on_report(void *ctx, const search_report *r) {
    note *x = ctx;
    (void)mtx_lock(&x->all->lock);
    x->reports++;
    x->lines = r->count;
    (void)cnd_broadcast(&x->all->change);
    (void)mtx_unlock(&x->all->lock);
}

static void on_event(void *ctx, const review *r, const review_event *last) {
    note *x = ctx;
    (void)mtx_lock(&x->all->lock);
    x->all->odd |= (size_t)++x->events != r->count || !last->token[0];
    (void)cnd_broadcast(&x->all->change);
    (void)mtx_unlock(&x->all->lock);
}

static void on_done(void *ctx, const char *move, const search_report *last, const review *whole,
                    const error *err) {
    note *x = ctx;
    (void)mtx_lock(&x->all->lock);
    x->all->odd |= x->ended;
    x->ended = true;
    x->st = err ? err->code : ST_OK;
    x->reviewed = whole && !err;
    if (move) (void)snprintf(x->token, sizeof x->token, "%s", move);
    if (last) x->lines = last->count;
    if (x->all->ended < MAX_LOG) x->all->log[x->all->ended] = x->number;
    x->all->ended++;
    (void)cnd_broadcast(&x->all->change);
    (void)mtx_unlock(&x->all->lock);
}

static void wait_ended(notes *n, int count) {
    (void)mtx_lock(&n->lock);
    while (n->ended < count) (void)cnd_wait(&n->change, &n->lock);
    (void)mtx_unlock(&n->lock);
}

static void wait_reports(note *x, int count) {
    (void)mtx_lock(&x->all->lock);
    while (x->reports + x->events < count && !x->ended)
        (void)cnd_wait(&x->all->change, &x->all->lock);
    (void)mtx_unlock(&x->all->lock);
}

static const char *const engines[] = {"ours=" PROGRAM " uci",
                                      "mgi=cmd='" PROGRAM " uci' proto=mgi visits=20",
                                      "gtp=cmd='" GTP_ENGINE " right' proto=gtp",
                                      "bad=" BAD_ENGINE " illegal",
                                      "none=/no/such/program",
                                      NULL};

static engine_queue *queue_of(int threads, int turn_ms) {
    engine_queue *q;
    error err;
    (void)signal(SIGPIPE, SIG_IGN);
    engine_queue_setup setup = {.book = catalogue_registry(),
                                .games = catalogue_games(),
                                .engines = engines,
                                .threads = threads,
                                .hash_mb = 4,
                                .turn_ms = turn_ms};
    TEST_ASSERT(engine_queue_create(&q, &setup, &err) == ST_OK);
    return q;
}

static position *start_of(const char *name, const char *events) {
    position *p;
    error err;
    params setup = params_default();
    const game *g = game_find(catalogue_games(), name);
    TEST_ASSERT(g && position_start(&p, g, &setup, SEAT_ALL, &err) == ST_OK);
    char copy[200];
    (void)snprintf(copy, sizeof copy, "%s", events);
    for (char *save = NULL, *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
        TEST_ASSERT_(position_play(p, w, &err) == ST_OK, "%s", err.text);
    return p;
}

static think_job job_of(note *x, notes *n, think_kind kind, const char *name, const char *events) {
    *x = (note){.all = n};
    think_job j = {.kind = kind, .asker = 1, .limits = limits_none(), .ctx = x};
    j.root = start_of(name, events);
    j.report = on_report;
    j.reviewed = on_event;
    j.done = on_done;
    return j;
}

static uint64_t add(engine_queue *q, const think_job *j) {
    error err;
    uint64_t id;
    TEST_ASSERT_(engine_queue_add(q, j, &id, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(id != 0);
    return id;
}

/* --- what is asked --- */

static void test_seats_decide(void) {
    notes n;
    note x[4];
    notes_init(&n);
    engine_queue *q = queue_of(2, 0);
    const char *const said[4] = {"level=2", "random", "mcts visits=50 Hash=1000", NULL};
    for (int i = 0; i < 4; i++) {
        think_job j = job_of(&x[i], &n, THINK_SEAT, "connect4", "d d c");
        j.seat = 1;
        j.engine = said[i];
        if (!said[i]) j.limits.nodes = 200;
        (void)add(q, &j);
    }
    wait_ended(&n, 4);
    for (int i = 0; i < 4; i++)
        TEST_CHECK_(x[i].st == ST_OK && strlen(x[i].token) == 1 && strchr("abcdefg", x[i].token[0]),
                    "%d: %s", i, x[i].token);
    engine_queue_destroy(q);
    notes_done(&n);
}

/* The view of the seat is made where everything is handed in. */
static void test_hidden_seats(void) {
    notes n;
    note x;
    error err;
    notes_init(&n);
    engine_queue *q = queue_of(1, 0);
    think_job j = job_of(&x, &n, THINK_SEAT, "leduc", "");
    position_set_seed(j.root, 3);
    TEST_ASSERT(position_resolve(j.root, &err) == ST_OK);
    j.limits.visits = 30;
    (void)add(q, &j);
    wait_ended(&n, 1);
    TEST_CHECK_(x.st == ST_OK && x.token[0], "%s", status_name(x.st));
    engine_queue_destroy(q);
    notes_done(&n);
}

static void test_lines_and_choices(void) {
    notes n;
    note x[3];
    error err;
    uint64_t id;
    notes_init(&n);
    engine_queue *q = queue_of(2, 0);
    think_job j = job_of(&x[0], &n, THINK_ANALYSIS, "connect4", "");
    j.limits.nodes = 2000;
    j.lines = 3;
    (void)add(q, &j);
    j = job_of(&x[1], &n, THINK_ANALYSIS, "connect4", "");
    j.limits.nodes = 500;
    j.only = (const char *const[]){"a", "b", NULL};
    j.without = (const char *const[]){"a", NULL};
    (void)add(q, &j);
    j = job_of(&x[2], &n, THINK_ANALYSIS, "connect4", "");
    j.limits.nodes = 500;
    j.lines = 7;
    j.without = (const char *const[]){"d", "e", NULL};
    (void)add(q, &j);
    wait_ended(&n, 3);
    TEST_CHECK(x[0].st == ST_OK && x[0].lines >= 3);
    TEST_CHECK_(strcmp(x[1].token, "b") == 0, "%s", x[1].token);
    TEST_CHECK_(x[2].lines == 5 && !strchr("de", x[2].token[0]), "%s", x[2].token);
    j = job_of(&x[0], &n, THINK_ANALYSIS, "connect4", "");
    j.only = (const char *const[]){"k", NULL};
    TEST_CHECK(engine_queue_add(q, &j, &id, &err) == ST_ILLEGAL_ACTION && !id);
    j = job_of(&x[0], &n, THINK_ANALYSIS, "connect4", "");
    j.only = j.without = (const char *const[]){"a", NULL};
    TEST_CHECK(engine_queue_add(q, &j, &id, &err) == ST_ILLEGAL_ACTION);
    engine_queue_destroy(q);
    notes_done(&n);
}

static void test_review(void) {
    notes n;
    note x;
    notes_init(&n);
    engine_queue *q = queue_of(1, 0);
    think_job j = job_of(&x, &n, THINK_REVIEW, "connect4", "d d c e b");
    j.limits.nodes = 300;
    (void)add(q, &j);
    wait_ended(&n, 1);
    TEST_CHECK(x.st == ST_OK && x.reviewed && x.events == 5);
    engine_queue_destroy(q);
    notes_done(&n);
}

/* --- words that are refused --- */

static void test_refused_words(void) {
    static const struct {
        const char *words;
        status st;
    } cases[] = {{"EvalFile=/etc/passwd", ST_UNSUPPORTED},
                 {"eval_file=x", ST_UNSUPPORTED},
                 {"RulesPath=/", ST_UNSUPPORTED},
                 {"AllowNative=true", ST_UNSUPPORTED},
                 {"cmd='rm -rf x'", ST_UNSUPPORTED},
                 {"log=/tmp/x", ST_UNSUPPORTED},
                 {"engine:ours cmd=ls", ST_UNSUPPORTED},
                 {"engine:ours EvalFile=/etc/passwd", ST_UNSUPPORTED},
                 {"engine:nobody", ST_NOT_FOUND},
                 {"nosuchsearch", ST_BAD_VALUE},
                 {"bot:nobody", ST_BAD_VALUE},
                 {"NoSuchOption=1", ST_BAD_VALUE},
                 {"level=11", ST_BAD_VALUE},
                 {"auto", ST_OK},
                 {"level=3", ST_OK},
                 {"engine:ours movetime=50", ST_OK}};
    engine_queue *q = queue_of(1, 0);
    position *p = start_of("connect4", "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err = {0};
        status st = engine_queue_check(q, position_rules(p), cases[i].words, &err);
        TEST_CHECK_(st == cases[i].st, "%s: %s %s", cases[i].words, status_name(st), err.text);
    }
    position_destroy(p);
    engine_queue_destroy(q);
}

/* --- programs of the owner --- */

static void test_programs(void) {
    notes n;
    note x[5];
    notes_init(&n);
    engine_queue *q = queue_of(2, 0);
    const char *const said[5] = {"engine:ours nodes=500", "engine:ours nodes=500", "engine:mgi",
                                 "engine:bad", "engine:none"};
    for (int i = 0; i < 5; i++) {
        think_job j = job_of(&x[i], &n, THINK_SEAT, "chess", "e2e4 e7e5");
        j.engine = said[i];
        (void)add(q, &j);
        wait_ended(&n, i + 1); /* the second is played by the program of the first */
    }
    for (int i = 0; i < 5; i++)
        TEST_CHECK_((x[i].st == ST_OK) == (i < 3) && !!x[i].token[0] == (i < 3), "%d: %s %s", i,
                    status_name(x[i].st), x[i].token);
    engine_queue_destroy(q);
    notes_done(&n);
}

/* A program that keeps the board itself is told the game from its start every time. */
static void test_gtp_programs(void) {
    static const char *const events[3] = {"e4 e5 c3", "e4 e5 c3 o15", "a1 b2"};
    static const char *const want[3] = {"o15", "n15", "o15"};
    notes n;
    note x[4];
    notes_init(&n);
    engine_queue *q = queue_of(1, 0);
    for (int i = 0; i < 3; i++) {
        think_job j = job_of(&x[i], &n, THINK_SEAT, "gomoku", events[i]);
        j.engine = "engine:gtp";
        j.limits.nodes = 100;
        j.seat = 1;
        (void)add(q, &j);
        wait_ended(&n, i + 1);
        TEST_CHECK_(x[i].st == ST_OK && strcmp(x[i].token, want[i]) == 0, "%d: %s %s", i,
                    status_name(x[i].st), x[i].token);
    }
    think_job j = job_of(&x[3], &n, THINK_SEAT, "chess", "");
    j.engine = "engine:gtp";
    (void)add(q, &j);
    wait_ended(&n, 4);
    TEST_CHECK(x[3].st != ST_OK && !x[3].token[0]);
    engine_queue_destroy(q);
    notes_done(&n);
}

/* --- stops --- */

static void test_stop_and_cancel(void) {
    notes n;
    note x[3];
    notes_init(&n);
    engine_queue *q = queue_of(1, 0);
    uint64_t id[3];
    for (int i = 0; i < 3; i++) {
        think_job j = job_of(&x[i], &n, THINK_ANALYSIS, "othello", "");
        j.limits.infinite = true;
        j.limits.movetime_ms = 600000;
        j.report_every_ms = 5;
        id[i] = add(q, &j);
    }
    wait_reports(&x[0], 2);
    TEST_CHECK(engine_queue_length(q) == 2);
    engine_queue_cancel(q, id[1]); /* it waits */
    TEST_CHECK(x[1].ended && x[1].st == ST_STOPPED && !x[1].reports);
    engine_queue_stop(q, id[0]);
    wait_ended(&n, 2);
    TEST_CHECK(x[0].st == ST_OK && x[0].token[0] && x[0].lines);
    wait_reports(&x[2], 1);
    engine_queue_cancel(q, id[2]); /* it runs */
    TEST_CHECK(x[2].ended && x[2].st == ST_STOPPED && !x[2].token[0]);
    engine_queue_cancel(q, id[2]);
    engine_queue_stop(q, 12345);
    engine_queue_destroy(q);
    notes_done(&n);
}

static void test_destroy_ends_all(void) {
    notes n;
    note x[6];
    notes_init(&n);
    engine_queue *q = queue_of(2, 0);
    for (int i = 0; i < 6; i++) {
        think_job j = job_of(&x[i], &n, i < 3 ? THINK_ANALYSIS : THINK_REVIEW, "othello",
                             i < 3 ? "" : "d3 c3 c4");
        j.limits.movetime_ms = 600000;
        j.report_every_ms = 5;
        (void)add(q, &j);
    }
    wait_reports(&x[0], 1);
    engine_queue_destroy(q);
    TEST_CHECK(n.ended == 6);
    for (int i = 0; i < 6; i++) TEST_CHECK_(x[i].st == ST_STOPPED, "%d", i);
    notes_done(&n);
}

static void test_too_many(void) {
    notes n;
    note x[40];
    error err;
    uint64_t id;
    int taken = 0;
    notes_init(&n);
    engine_queue *q = queue_of(1, 0);
    for (int i = 0; i < 40; i++) {
        think_job j = job_of(&x[i], &n, THINK_ANALYSIS, "othello", "");
        j.limits.movetime_ms = 600000;
        status st = engine_queue_add(q, &j, &id, &err);
        TEST_CHECK(st == (i < 32 ? ST_OK : ST_BUSY));
        taken += st == ST_OK;
    }
    engine_queue_destroy(q);
    TEST_CHECK(n.ended == taken);
    notes_done(&n);
}

/* --- whose turn it is --- */

/* With one thread: a seat comes before analyses, these before reviews, and who has used less
 * before who has used more. */
static void test_order(void) {
    notes n;
    note x[6];
    notes_init(&n);
    engine_queue *q = queue_of(1, 600000);
    const struct {
        think_kind kind;
        uint64_t asker;
    } jobs[6] = {{THINK_ANALYSIS, 1}, {THINK_REVIEW, 2},   {THINK_ANALYSIS, 1},
                 {THINK_ANALYSIS, 1}, {THINK_ANALYSIS, 2}, {THINK_SEAT, 3}};
    uint64_t first = 0;
    for (int i = 0; i < 6; i++) {
        think_job j = job_of(&x[i], &n, jobs[i].kind, "connect4", "d d");
        x[i].number = i;
        j.asker = jobs[i].asker;
        j.limits.nodes = 200;
        if (i == 0) j.limits = limits_none();
        if (i == 0) j.limits.movetime_ms = 600000;
        j.report_every_ms = 5;
        uint64_t id = add(q, &j);
        if (i == 0) first = id;
        if (i == 0) wait_reports(&x[0], 2);
    }
    engine_queue_stop(q, first);
    wait_ended(&n, 6);
    const int order[6] = {0, 5, 4, 2, 3, 1};
    for (int i = 0; i < 6; i++) TEST_CHECK_(n.log[i] == order[i], "%d: %d", i, n.log[i]);
    engine_queue_destroy(q);
    notes_done(&n);
}

/* A long analysis ends with what it has when others have waited for its turn to end; a review
 * steps aside and goes on. */
static void test_making_way(void) {
    notes n;
    note x[4];
    notes_init(&n);
    engine_queue *q = queue_of(1, 1);
    think_job j = job_of(&x[0], &n, THINK_ANALYSIS, "othello", "");
    j.limits.movetime_ms = 600000;
    j.report_every_ms = 5;
    (void)add(q, &j);
    wait_reports(&x[0], 1);
    j = job_of(&x[1], &n, THINK_REVIEW, "connect4", "d d c e b a a a");
    x[1].number = 1;
    j.limits.nodes = 200;
    j.asker = 2;
    (void)add(q, &j);
    TEST_CHECK(!x[0].ended); /* a review makes no one wait less */
    j = job_of(&x[2], &n, THINK_ANALYSIS, "connect4", "");
    x[2].number = 2;
    j.limits.nodes = 200;
    j.asker = 3;
    (void)add(q, &j);
    wait_ended(&n, 3);
    TEST_CHECK(n.log[0] == 0 && n.log[1] == 2 && n.log[2] == 1);
    TEST_CHECK(x[0].st == ST_OK && x[0].token[0]);
    TEST_CHECK(x[1].reviewed && x[1].events == 8);
    engine_queue_destroy(q);
    notes_done(&n);
}

static think_job aside_job; /* the seat that comes while the review runs */
static engine_queue *aside_queue;

/* The review's first event brings a seat; the seat is done before the second. */
static void bring_seat(void *ctx, const review *r, const review_event *last) {
    note *x = ctx;
    const note *seat = aside_job.ctx;
    uint64_t id;
    (void)last;
    (void)mtx_lock(&x->all->lock);
    x->events++;
    x->all->odd |= r->count > 1 && !seat->ended;
    (void)mtx_unlock(&x->all->lock);
    if (r->count == 1) (void)engine_queue_add(aside_queue, &aside_job, &id, NULL);
}

static void test_review_steps_aside(void) {
    notes n;
    note x[2];
    notes_init(&n);
    engine_queue *q = queue_of(1, 0);
    aside_queue = q;
    think_job j = job_of(&x[0], &n, THINK_REVIEW, "connect4", "d d c e");
    aside_job = job_of(&x[1], &n, THINK_SEAT, "connect4", "");
    aside_job.asker = 9;
    aside_job.limits.nodes = 100;
    j.limits.nodes = 200;
    j.reviewed = bring_seat;
    (void)add(q, &j);
    wait_ended(&n, 2);
    TEST_CHECK(x[0].reviewed && x[0].events == 4 && x[1].token[0]);
    engine_queue_destroy(q);
    notes_done(&n);
}

/* One thread of two stays free for seats. */
static void test_seats_have_a_thread(void) {
    notes n;
    note x[3];
    notes_init(&n);
    engine_queue *q = queue_of(2, 600000);
    uint64_t id[2];
    for (int i = 0; i < 2; i++) {
        think_job j = job_of(&x[i], &n, THINK_ANALYSIS, "othello", "");
        j.asker = (uint64_t)i + 1;
        j.limits.movetime_ms = 600000;
        j.threads = 2;
        j.report_every_ms = 5;
        id[i] = add(q, &j);
    }
    wait_reports(&x[0], 1);
    TEST_CHECK(engine_queue_length(q) == 1);
    think_job j = job_of(&x[2], &n, THINK_SEAT, "connect4", "");
    j.limits.nodes = 100;
    (void)add(q, &j);
    wait_ended(&n, 1);
    TEST_CHECK(x[2].ended && x[2].st == ST_OK);
    for (int i = 0; i < 2; i++) engine_queue_cancel(q, id[i]);
    engine_queue_destroy(q);
    notes_done(&n);
}

/* --- many threads at it --- */

typedef struct crowd {
    engine_queue *q;
    notes *n;
    note x[12];
    think_job job[12];
    bool failed;
} crowd;

static int bring_many(void *ctx) {
    crowd *c = ctx;
    for (int i = 0; i < 12; i++) {
        error err;
        uint64_t id;
        c->failed |= engine_queue_add(c->q, &c->job[i], &id, &err) != ST_OK;
        if (i % 4 == 1) engine_queue_cancel(c->q, id);
        if (i % 4 == 2) engine_queue_stop(c->q, id);
        (void)engine_queue_length(c->q);
    }
    return 0;
}

static void test_crowd(void) {
    notes n;
    notes_init(&n);
    engine_queue *q = queue_of(3, 1);
    crowd c[4];
    thrd_t t[4];
    for (int i = 0; i < 4; i++) {
        c[i] = (crowd){.q = q, .n = &n};
        for (int k = 0; k < 12; k++) {
            think_job *j = &c[i].job[k];
            *j = job_of(&c[i].x[k], &n, (think_kind)(k % 3), "connect4", "d d c");
            j->asker = (uint64_t)i;
            j->limits.nodes = 50 + (uint64_t)k;
            j->seat = 1;
            j->report_every_ms = 1;
        }
    }
    for (int i = 0; i < 4; i++) TEST_ASSERT(thrd_create(&t[i], bring_many, &c[i]) == thrd_success);
    for (int i = 0; i < 4; i++) (void)thrd_join(t[i], NULL);
    for (int i = 0; i < 4; i++) TEST_CHECK(!c[i].failed);
    wait_ended(&n, 48);
    TEST_CHECK(n.ended == 48 && engine_queue_length(q) == 0);
    engine_queue_destroy(q);
    notes_done(&n);
}

static void test_no_memory(void) {
    for (uint64_t n = 1; n < 40; n++) {
        engine_queue *q = NULL;
        error err;
        engine_queue_setup setup = {.book = catalogue_registry(), .games = catalogue_games()};
        setup.threads = 1;
        mem_fail_at(n);
        status st = engine_queue_create(&q, &setup, &err);
        mem_fail_at(0);
        TEST_CHECK((st == ST_OK) == (q != NULL));
        engine_queue_destroy(q);
        if (st == ST_OK) break;
        TEST_CHECK(st == ST_NOMEM);
    }
}

TEST_LIST = {{"seats_decide", test_seats_decide},
             {"hidden_seats", test_hidden_seats},
             {"lines_and_choices", test_lines_and_choices},
             {"review", test_review},
             {"refused_words", test_refused_words},
             {"programs", test_programs},
             {"gtp_programs", test_gtp_programs},
             {"stop_and_cancel", test_stop_and_cancel},
             {"destroy_ends_all", test_destroy_ends_all},
             {"too_many", test_too_many},
             {"order", test_order},
             {"making_way", test_making_way},
             {"review_steps_aside", test_review_steps_aside},
             {"seats_have_a_thread", test_seats_have_a_thread},
             {"crowd", test_crowd},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
