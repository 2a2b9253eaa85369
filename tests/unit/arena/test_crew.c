#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "arena/crew/crew_message.h"
#include "arena/crew/crew_queue.h"
#include "arena/crew/crew_ranks.h"
#include "arena/crew/crew_worker.h"
#include "engine/base/clock.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "tests/support/memory_link.h"

/* --- messages --- */

static void test_packets(void) {
    text out = text_growing();
    crew_put_u64(&out, UINT64_MAX - 5);
    crew_put_real(&out, -0.1);
    crew_put_float(&out, 3.5F);
    crew_put_string(&out, "abc");
    crew_put_bytes(&out, "\0x", 2);
    for (size_t cut = 0; cut <= out.len; cut++) {
        crew_reader in = crew_read((crew_bytes){text_string(&out), cut});
        char buf[8];
        text word = text_over(buf, sizeof buf);
        uint64_t n = crew_get_u64(&in);
        double x = crew_get_real(&in);
        float y = crew_get_float(&in);
        crew_get_string(&in, &word);
        crew_bytes b = crew_get_bytes(&in);
        TEST_CHECK(crew_read_all(&in) == (cut == out.len));
        if (cut < out.len) continue;
        TEST_CHECK(n == UINT64_MAX - 5 && x == -0.1 && y == 3.5F && strcmp(buf, "abc") == 0);
        TEST_CHECK(b.len == 2 && memcmp(b.at, "\0x", 2) == 0);
    }
    text_done(&out);
}

static void test_lies_about_lengths(void) {
    text out = text_growing();
    crew_put_u64(&out, UINT64_MAX); /* bytes that are not there */
    text_put(&out, "abc");
    crew_reader in = crew_read((crew_bytes){out.at, out.len});
    TEST_CHECK(crew_get_bytes(&in).len == 0 && in.bad);
    in = crew_read((crew_bytes){out.at, out.len});
    TEST_CHECK(crew_get_upto(&in, 10) == 0 && in.bad);
    text_done(&out);
}

static void test_damaged_messages(void) {
    text out = text_growing();
    error err;
    crew_message m;
    crew_message_write(&(crew_message){CREW_JOB, 3, 77, {"body", 4}}, &out);
    TEST_CHECK(crew_message_read(&m, (crew_bytes){out.at, out.len}, &err) == ST_OK);
    TEST_CHECK(m.kind == CREW_JOB && m.crew == 3 && m.number == 77);
    TEST_CHECK(m.body.len == 4 && memcmp(m.body.at, "body", 4) == 0);
    for (size_t cut = 0; cut < out.len; cut++)
        TEST_CHECK(crew_message_read(&m, (crew_bytes){out.at, cut}, &err) != ST_OK);
    /* The number is free; every other byte counts. */
    for (size_t i = 0; i < out.len; i++) {
        if (i >= 16 && i < 32) continue;
        out.at[i] ^= 0x10;
        TEST_CHECK(crew_message_read(&m, (crew_bytes){out.at, out.len}, &err) != ST_OK);
        TEST_MSG("byte %zu", i);
        out.at[i] ^= 0x10;
    }
    text_char(&out, 'x');
    TEST_CHECK(crew_message_read(&m, (crew_bytes){out.at, out.len}, &err) != ST_OK);
    text_done(&out);
}

/* --- the order of jobs --- */

static void test_queue(void) {
    crew_queue q;
    uint64_t number;
    TEST_ASSERT(crew_queue_init(&q, 5, 12, 3) == ST_OK);
    for (uint64_t i = 5; i < 8; i++) TEST_CHECK(crew_queue_begin(&q, &number) && number == i);
    TEST_CHECK(!crew_queue_begin(&q, &number)); /* no place to wait */
    text late = text_growing();
    text_put(&late, "late");
    crew_queue_put(&q, 7, &late);
    TEST_CHECK(!crew_queue_wants(&q, 7) && !crew_queue_wants(&q, 8) && crew_queue_wants(&q, 5));
    TEST_CHECK(!crew_queue_take(&q, &number, &late));
    text first = text_growing();
    crew_queue_put(&q, 5, &first);
    TEST_CHECK(crew_queue_take(&q, &number, &first) && number == 5);
    TEST_CHECK(!crew_queue_take(&q, &number, &first));
    TEST_CHECK(crew_queue_begin(&q, &number) && number == 8 && !crew_queue_begun(&q));
    crew_queue_done(&q);
}

static void test_hand_out(void) {
    crew_rank_load rank[4] = {{0, 0}, {1, 0}, {2, 0}, {1, 0}};
    int order[8];
    for (int i = 0; i < 8; i++) {
        order[i] = crew_queue_rank(rank, 4, 50);
        TEST_ASSERT(order[i] > 0);
        rank[order[i]].given++;
    }
    TEST_CHECK(rank[1].given == 2 && rank[2].given == 4 && rank[3].given == 2);
    TEST_CHECK(order[0] == 1 && order[1] == 2 && order[2] == 3); /* all begin before one has two */
    TEST_CHECK(crew_queue_rank(rank, 4, 50) == -1);
    TEST_CHECK(crew_queue_rank(rank, 4, 100) == 1); /* there is plenty: a rank may have more */
    rank[3].given = 1;
    TEST_CHECK(crew_queue_rank(rank, 4, 50) == 3);
    TEST_CHECK(crew_queue_rank(rank, 4, 8) == -1); /* the last ones are shared out */
}

/* --- a task to try: squares, of numbers that are partly fetched --- */

enum { JOBS = 300 };

typedef struct tally {
    uint64_t next, sum;
    bool wrong;                  /* something came out of order, or makes no sense */
    uint64_t enough_at, fail_at; /* 0: never */
    atomic_int stops;
    crew *crew; /* stopped by the job number 40; NULL: not */
} tally;

static void pause_a_moment(uint64_t number) {
    struct timespec t = {.tv_nsec = (long)(hash_mix(number) % 200000)};
    (void)nanosleep(&t, NULL);
}

static status square(void *ctx, const crew_job *job, text *result, error *err) {
    tally *t = ctx;
    pause_a_moment(job->number);
    if (t->fail_at && job->number == t->fail_at) return error_set(err, ST_BAD_VALUE, "no square");
    if (t->crew && job->number == 40) crew_stop(t->crew);
    crew_put_u64(result, job->number * job->number);
    return ST_OK;
}

static void count_stop(void *ctx) {
    atomic_fetch_add(&((tally *)ctx)->stops, 1);
}

static status take_square(void *ctx, uint64_t number, crew_bytes result, bool *enough, error *err) {
    tally *t = ctx;
    crew_reader in = crew_read(result);
    (void)err;
    t->wrong |= number != t->next++;
    t->sum += crew_get_u64(&in);
    t->wrong |= !crew_read_all(&in);
    *enough = t->enough_at && number + 1 >= t->enough_at;
    return ST_OK;
}

static void describe_tally(void *ctx, text *out) {
    crew_put_u64(out, ((tally *)ctx)->fail_at);
}

static void describe_number(void *ctx, uint64_t number, text *job) {
    (void)ctx;
    crew_put_u64(job, number / 2);
}

/* The other half of a number. */
static status fetch_rest(void *ctx, uint64_t number, text *out, error *err) {
    (void)ctx;
    (void)err;
    crew_put_u64(out, number - number / 2);
    return ST_OK;
}

typedef struct rank_tally {
    const crew_source *source;
    uint64_t fail_at;
    atomic_bool stopped;
} rank_tally;

static atomic_int opened, closed, broken_rank;

static status open_tally(void **ctx, const crew_opening *o, error *err) {
    crew_reader in = crew_read(o->setup);
    if (atomic_fetch_add(&opened, 1) + 1 == atomic_load(&broken_rank)) {
        atomic_fetch_add(&closed, 1);
        return error_set(err, ST_IO, "there is no engine here");
    }
    rank_tally *t = mem_alloc(sizeof *t);
    if (!t) return error_set(err, ST_NOMEM, "no memory");
    t->source = o->source;
    t->fail_at = crew_get_u64(&in);
    *ctx = t;
    return ST_OK;
}

static status square_for_rank_0(void *ctx, const crew_job *job, text *result, error *err) {
    rank_tally *t = ctx;
    text rest = text_growing();
    pause_a_moment(job->number);
    if (atomic_load(&t->stopped)) return error_set(err, ST_STOPPED, "stopped");
    if (t->fail_at && job->number == t->fail_at) return error_set(err, ST_BAD_VALUE, "no square");
    status st = t->source->fetch(t->source, job->number, &rest, err);
    crew_reader in = crew_read(job->bytes);
    crew_reader more = crew_read((crew_bytes){text_string(&rest), rest.len});
    uint64_t n = crew_get_u64(&in) + crew_get_u64(&more);
    crew_put_u64(result, n * n);
    text_done(&rest);
    return st;
}

static void stop_tally(void *ctx) {
    atomic_store(&((rank_tally *)ctx)->stopped, true);
}

static void close_tally(void *ctx) {
    atomic_fetch_add(&closed, 1);
    mem_free(ctx);
}

static const crew_task square_task = {"square", open_tally, square_for_rank_0, stop_tally,
                                      close_tally};
static const crew_task *const tasks[] = {&square_task, NULL};

static crew_plan plan_of(tally *t, int slots) {
    return (crew_plan){.task = &square_task,
                       .slots = slots,
                       .ctx = t,
                       .work = square,
                       .stop = count_stop,
                       .take = take_square,
                       .describe = describe_tally,
                       .describe_job = describe_number,
                       .fetch = fetch_rest};
}

static uint64_t sum_upto(uint64_t n) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < n; i++) sum += i * i;
    return sum;
}

/* --- threads --- */

static void test_threads(void) {
    for (int slots = 1; slots <= 3; slots++) {
        tally t = {0};
        crew *c;
        error err;
        crew_plan plan = plan_of(&t, slots);
        TEST_ASSERT(crew_create(&c, &plan, &err) == ST_OK);
        TEST_CHECK(crew_size(c) == slots);
        TEST_CHECK(crew_run(c, 0, JOBS, &err) == ST_OK);
        TEST_CHECK(!t.wrong && t.sum == sum_upto(JOBS));
        t = (tally){.enough_at = 50};
        TEST_CHECK(crew_run(c, 0, JOBS, &err) == ST_OK);
        TEST_CHECK(!t.wrong && t.sum == sum_upto(50) && atomic_load(&t.stops) > 0);
        t = (tally){.fail_at = 60};
        TEST_CHECK(crew_run(c, 0, JOBS, &err) == ST_BAD_VALUE);
        TEST_CHECK(strcmp(err.text, "no square") == 0 && t.next <= 60);
        t = (tally){.crew = c};
        TEST_CHECK(crew_run(c, 0, JOBS, &err) == ST_STOPPED);
        TEST_CHECK(crew_run(c, 0, JOBS, &err) == ST_STOPPED); /* for good */
        crew_destroy(c);
    }
}

/* --- ranks as threads --- */

typedef struct test_rank {
    crew_worker_setup setup;
    thrd_t thread;
    status ended;
} test_rank;

enum { MAX_RANKS = 6 };

typedef struct table {
    memory_net *net;
    crew_ranks *ranks;
    test_rank rank[MAX_RANKS];
    int size;
} table;

static int run_rank(void *arg) {
    test_rank *r = arg;
    error err;
    r->ended = crew_worker_serve(&r->setup, &err);
    return 0;
}

/* Ranks 1..size-1, of which the first `silent` never say anything. */
static void seat_ranks(table *t, int size, int silent, const char *other_program) {
    error err;
    *t = (table){.net = memory_net_create(size), .size = size};
    TEST_ASSERT(t->net);
    atomic_store(&opened, 0);
    atomic_store(&closed, 0);
    atomic_store(&broken_rank, 0);
    for (int i = 1 + silent; i < size; i++) {
        t->rank[i].setup = (crew_worker_setup){.link = memory_net_link(t->net, i),
                                               .host = "elsewhere",
                                               .world = {.program = "kibitz 1"},
                                               .tasks = tasks,
                                               .shares_files = true};
        if (other_program && i == size - 1) t->rank[i].setup.world.program = other_program;
        TEST_ASSERT(thrd_create(&t->rank[i].thread, run_rank, &t->rank[i]) == thrd_success);
    }
    crew_ranks_setup s = {
        .link = memory_net_link(t->net, 0), .program = "kibitz 1", .silence_ms = silent ? 50 : 0};
    TEST_ASSERT(crew_ranks_create(&t->ranks, &s, &err) == ST_OK);
    crew_ranks_use(t->ranks);
}

static void send_home(table *t, int silent) {
    bool all = crew_ranks_quit(t->ranks, silent ? 100 : 5000);
    TEST_CHECK(all == (silent == 0));
    for (int i = 1 + silent; i < t->size; i++) {
        (void)thrd_join(t->rank[i].thread, NULL);
        TEST_CHECK(t->rank[i].ended == ST_OK);
    }
    TEST_CHECK(atomic_load(&opened) == atomic_load(&closed));
    crew_ranks_destroy(t->ranks);
    memory_net_destroy(t->net);
    TEST_CHECK(!crew_uses_ranks());
}

static void test_ranks(void) {
    for (int size = 2; size <= MAX_RANKS; size += 2) {
        table at;
        tally t = {0};
        crew *c;
        error err;
        seat_ranks(&at, size, 0, NULL);
        crew_plan plan = plan_of(&t, 2);
        TEST_ASSERT(crew_create(&c, &plan, &err) == ST_OK);
        TEST_CHECK(crew_size(c) == 2 * (size - 1));
        TEST_CHECK(crew_run(c, 0, JOBS, &err) == ST_OK);
        TEST_CHECK(!t.wrong && t.sum == sum_upto(JOBS));
        t = (tally){.next = 7}; /* the same crew again, and another one at the same time */
        crew *other;
        tally u = {0};
        crew_plan second = plan_of(&u, 1);
        TEST_ASSERT(crew_create(&other, &second, &err) == ST_OK);
        TEST_CHECK(crew_run(c, 7, 60, &err) == ST_OK);
        TEST_CHECK(crew_run(other, 0, 60, &err) == ST_OK);
        TEST_CHECK(!t.wrong && t.sum == sum_upto(60) - sum_upto(7) && !u.wrong &&
                   u.sum == sum_upto(60));
        u = (tally){.enough_at = 20};
        TEST_CHECK(crew_run(other, 0, JOBS, &err) == ST_OK && !u.wrong && u.sum == sum_upto(20));
        crew_destroy(other);
        t = (tally){0};
        TEST_CHECK(crew_run(c, 0, 40, &err) == ST_OK && !t.wrong && t.sum == sum_upto(40));
        crew_stop(c);
        TEST_CHECK(crew_run(c, 0, 40, &err) == ST_STOPPED);
        crew_destroy(c);
        send_home(&at, 0);
    }
}

static int stop_soon(void *c) {
    struct timespec t = {.tv_nsec = 5000000};
    (void)nanosleep(&t, NULL);
    crew_stop(c);
    return 0;
}

static void test_stopped_from_outside(void) {
    table at;
    tally t = {0};
    crew *c;
    error err;
    thrd_t thread;
    seat_ranks(&at, 3, 0, NULL);
    crew_plan plan = plan_of(&t, 1);
    TEST_ASSERT(crew_create(&c, &plan, &err) == ST_OK);
    TEST_ASSERT(thrd_create(&thread, stop_soon, c) == thrd_success);
    TEST_CHECK(crew_run(c, 0, 1000000, &err) == ST_STOPPED);
    (void)thrd_join(thread, NULL);
    crew_destroy(c);
    send_home(&at, 0);
}

static void test_errors_name_their_rank(void) {
    table at;
    tally t = {.fail_at = 60};
    crew *c;
    error err;
    crew_plan plan = plan_of(&t, 1);
    seat_ranks(&at, 3, 0, NULL);
    TEST_ASSERT(crew_create(&c, &plan, &err) == ST_OK);
    TEST_CHECK(crew_run(c, 0, JOBS, &err) == ST_BAD_VALUE);
    TEST_CHECK(strstr(err.text, " on elsewhere: no square") && t.next <= 60);
    TEST_MSG("%s", err.text);
    crew_destroy(c);
    send_home(&at, 0);

    seat_ranks(&at, 3, 0, NULL);
    atomic_store(&broken_rank, 2);
    TEST_CHECK(crew_create(&c, &plan, &err) == ST_IO && !c);
    TEST_CHECK(strstr(err.text, " on elsewhere: there is no engine here") != NULL);
    send_home(&at, 0);

    seat_ranks(&at, 3, 0, "kibitz 2");
    TEST_CHECK(crew_create(&c, &plan, &err) == ST_IO && !c);
    TEST_CHECK(strcmp(err.text, "rank 2 on elsewhere runs kibitz 2, but rank 0 kibitz 1") == 0);
    TEST_MSG("%s", err.text);
    send_home(&at, 0);

    seat_ranks(&at, 3, 1, NULL);
    TEST_CHECK(crew_create(&c, &plan, &err) == ST_IO && !c);
    TEST_CHECK(strstr(err.text, "rank 1 has said nothing") != NULL);
    TEST_MSG("%s", err.text);
    send_home(&at, 1);
}

/* Rank 1 sends `bytes` in the middle of a run. */
static void send_nonsense(const text *bytes, const char *expected) {
    table at;
    tally t = {0};
    crew *c;
    error err;
    crew_plan plan = plan_of(&t, 1);
    seat_ranks(&at, 2, 0, NULL);
    TEST_ASSERT(crew_create(&c, &plan, &err) == ST_OK);
    text copy = text_growing();
    text_putn(&copy, text_string(bytes), bytes->len);
    crew_link link = memory_net_link(at.net, 1);
    TEST_CHECK(link.send(link.self, 0, &copy, &err) == ST_OK);
    TEST_CHECK(crew_run(c, 0, JOBS, &err) == ST_INTERNAL);
    TEST_CHECK(strstr(err.text, expected) != NULL);
    TEST_MSG("%s", err.text);
    crew_destroy(c);
    send_home(&at, 0);
}

static void test_nonsense_from_a_rank(void) {
    text bytes = text_growing();
    text_put(&bytes, "hello");
    send_nonsense(&bytes, "rank 1 on elsewhere: a message of 5 bytes has no head");
    text_clear(&bytes);
    crew_message_write(&(crew_message){CREW_RESULT, 1, 200, {"", 0}}, &bytes);
    send_nonsense(&bytes, "it answered what it was not asked");
    text_clear(&bytes);
    crew_message_write(&(crew_message){.kind = CREW_OPEN}, &bytes);
    send_nonsense(&bytes, "its message is for other ranks");
    text_clear(&bytes);
    crew_message_write(&(crew_message){CREW_FAIL, 0, 0, {"?", 1}}, &bytes);
    send_nonsense(&bytes, "does not say why");
    text_done(&bytes);
}

/* A rank that gets nonsense says so and stays. */
static void test_nonsense_for_a_rank(void) {
    table at;
    tally t = {0};
    crew *c;
    error err;
    crew_plan plan = plan_of(&t, 1);
    seat_ranks(&at, 2, 0, NULL);
    crew_link link = memory_net_link(at.net, 0);
    text bytes = text_growing();
    text_put(&bytes, "what?");
    TEST_CHECK(link.send(link.self, 1, &bytes, &err) == ST_OK);
    TEST_CHECK(crew_create(&c, &plan, &err) == ST_INTERNAL);
    TEST_CHECK(strstr(err.text, "has no head") != NULL);
    send_home(&at, 0);
}

TEST_LIST = {{"packets", test_packets},
             {"lies_about_lengths", test_lies_about_lengths},
             {"damaged_messages", test_damaged_messages},
             {"queue", test_queue},
             {"hand_out", test_hand_out},
             {"threads", test_threads},
             {"ranks", test_ranks},
             {"stopped_from_outside", test_stopped_from_outside},
             {"errors_name_their_rank", test_errors_name_their_rank},
             {"nonsense_from_a_rank", test_nonsense_from_a_rank},
             {"nonsense_for_a_rank", test_nonsense_for_a_rank},
             {NULL, NULL}};
