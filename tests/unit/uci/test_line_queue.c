#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "uci/lines/line_queue.h"

/* Which line goes first, what marks do, and that nothing is lost. */

static waiting_line make(line_kind kind, line_work work, const char *line) {
    waiting_line l = {.kind = kind, .work = work, .words = mem_string(line)};
    TEST_ASSERT(l.words != NULL);
    return l;
}

static void push(line_queue *q, line_kind kind, line_work work, const char *line) {
    waiting_line l = make(kind, work, line);
    line_queue_push(q, &l);
}

static void push_about(line_queue *q, line_kind kind, line_subject subject, const char *line) {
    waiting_line l = make(kind, WORK_NONE, line);
    l.subject = subject;
    line_queue_push(q, &l);
}

/* The next line is this one (NULL: none may be obeyed now), and it is obeyed. */
static void expect_next(line_queue *q, work_state now, const char *line) {
    TEST_CHECK(line_queue_ready(q, now) == (line != NULL));
    waiting_line *l = line_queue_next(q, now);
    bool same = l && line ? strcmp(l->words, line) == 0 : !l && !line;
    TEST_CHECK(same);
    TEST_MSG("expected %s, got %s", line ? line : "none", l ? l->words : "none");
    if (l) line_queue_obeyed(q);
}

static void test_in_order(void) {
    line_queue q;
    TEST_ASSERT(line_queue_init(&q) == ST_OK);
    char name[16];
    /* Several times around the ring. */
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 600; i++) {
            (void)snprintf(name, sizeof name, "%d", i);
            push(&q, i % 3 ? LINE_CHANGES : LINE_ASKS, WORK_NONE, name);
        }
        for (int i = 0; i < 600; i++) {
            (void)snprintf(name, sizeof name, "%d", i);
            expect_next(&q, WORK_IDLE, name);
        }
        TEST_CHECK(q.bytes == 0 && q.count == 0);
    }
    expect_next(&q, WORK_IDLE, NULL);
    line_queue_done(&q);
    TEST_CHECK(mem_live() == 0);
}

static void test_full(void) {
    line_queue q;
    TEST_ASSERT(line_queue_init(&q) == ST_OK);
    for (int i = 0; i < LINE_QUEUE_MAX; i++) {
        TEST_CHECK(!line_queue_full(&q));
        push(&q, LINE_CHANGES, WORK_NONE, "position startpos");
    }
    TEST_CHECK(line_queue_full(&q));
    expect_next(&q, WORK_IDLE, "position startpos");
    TEST_CHECK(!line_queue_full(&q));
    line_queue_clear(&q);
    TEST_CHECK(q.bytes == 0 && !line_queue_full(&q));
    /* Few lines, but long ones: 64 texts of a MiB. */
    static char mebibyte[1 << 20];
    memset(mebibyte, 'x', sizeof mebibyte);
    for (int i = 0; !line_queue_full(&q); i++) {
        TEST_ASSERT(i < 65);
        waiting_line l = {.kind = LINE_CHANGES, .has_body = true, .body = text_growing()};
        text_putn(&l.body, mebibyte, sizeof mebibyte);
        line_queue_push(&q, &l);
    }
    TEST_CHECK(q.count == 64);
    line_queue_done(&q);
    TEST_CHECK(mem_live() == 0);
}

static void test_who_waits(void) {
    line_queue q;
    TEST_ASSERT(line_queue_init(&q) == ST_OK);
    push(&q, LINE_ASKS, WORK_NONE, "fen");
    push(&q, LINE_CHANGES, WORK_NONE, "position");
    push(&q, LINE_ASKS, WORK_NONE, "legal");
    push(&q, LINE_PINGS, WORK_NONE, "isready");
    push(&q, LINE_CHANGES, WORK_SEARCH, "go");
    push_about(&q, LINE_OVERTAKES, SUBJECT_ANALYSIS, "cancel");
    expect_next(&q, WORK_RUNS, "fen");
    /* The position waits, and the question after it; others go by. */
    expect_next(&q, WORK_RUNS, "isready");
    expect_next(&q, WORK_RUNS, "cancel");
    expect_next(&q, WORK_RUNS, NULL);
    expect_next(&q, WORK_ANSWERS, NULL);
    expect_next(&q, WORK_IDLE, "position");
    expect_next(&q, WORK_RUNS, "legal");
    expect_next(&q, WORK_RUNS, NULL);
    expect_next(&q, WORK_IDLE, "go");
    expect_next(&q, WORK_RUNS, NULL);
    line_queue_done(&q);
}

/* While an answer is printed the next search may begin at any time: isready keeps its place. */
static void test_a_barrier_while_answering(void) {
    line_queue q;
    TEST_ASSERT(line_queue_init(&q) == ST_OK);
    push(&q, LINE_CHANGES, WORK_NONE, "setoption");
    push(&q, LINE_PINGS, WORK_NONE, "isready");
    expect_next(&q, WORK_ANSWERS, NULL);
    expect_next(&q, WORK_IDLE, "setoption");
    expect_next(&q, WORK_IDLE, "isready");
    line_queue_done(&q);
}

/* A cancel that overtakes an analysis that waits has its effect on that as well. */
static void test_overtaking_counts_twice(void) {
    line_queue q;
    TEST_ASSERT(line_queue_init(&q) == ST_OK);
    push(&q, LINE_CHANGES, WORK_NONE, "position");
    push_about(&q, LINE_ASKS, SUBJECT_ANALYSIS, "analyze a");
    push_about(&q, LINE_OVERTAKES, SUBJECT_ANALYSIS, "cancel a");
    push_about(&q, LINE_OVERTAKES, SUBJECT_JOBS, "tune stop");
    waiting_line *l = line_queue_next(&q, WORK_RUNS);
    TEST_CHECK(l && strcmp(l->words, "cancel a") == 0 && !l->again);
    line_queue_obeyed(&q);
    expect_next(&q, WORK_RUNS, "tune stop");
    expect_next(&q, WORK_RUNS, NULL);
    expect_next(&q, WORK_IDLE, "position");
    expect_next(&q, WORK_IDLE, "analyze a");
    l = line_queue_next(&q, WORK_IDLE);
    TEST_CHECK(l && strcmp(l->words, "cancel a") == 0 && l->again);
    line_queue_obeyed(&q);
    expect_next(&q, WORK_IDLE, NULL);
    line_queue_done(&q);
    TEST_CHECK(mem_live() == 0);
}

/* Without memory for its copy it overtakes all the same. */
static void test_overtaking_without_memory(void) {
    line_queue q;
    TEST_ASSERT(line_queue_init(&q) == ST_OK);
    push(&q, LINE_CHANGES, WORK_NONE, "position");
    push_about(&q, LINE_ASKS, SUBJECT_ANALYSIS, "analyze a");
    push_about(&q, LINE_OVERTAKES, SUBJECT_ANALYSIS, "cancel a");
    mem_fail_at(1);
    expect_next(&q, WORK_RUNS, "cancel a");
    mem_fail_at(0);
    TEST_CHECK(q.count == 2);
    line_queue_done(&q);
    TEST_CHECK(mem_live() == 0);
}

/* --- marks --- */

/* "s" stopped, "h" hit, "d" dropped, in the order of the queue; the one being obeyed first. */
static void expect_marks(const line_queue *q, const char *marks) {
    char got[32] = "";
    size_t n = 0;
    for (size_t i = q->obeying ? 0 : 1; i <= q->count; i++) {
        const waiting_line *l = i ? &q->lines[(q->first + i - 1) % LINE_QUEUE_MAX] : &q->current;
        const char *mark = l->dropped ? "d" : l->stopped ? "s" : l->hit ? "h" : "-";
        got[n++] = *mark;
    }
    TEST_CHECK(strcmp(got, marks) == 0);
    TEST_MSG("expected %s, got %s", marks, got);
}

static void fill(line_queue *q) {
    TEST_ASSERT(line_queue_init(q) == ST_OK);
    push(q, LINE_CHANGES, WORK_SEARCH, "go");
    push(q, LINE_CHANGES, WORK_NONE, "position");
    push(q, LINE_CHANGES, WORK_OTHER, "bench");
    push(q, LINE_CHANGES, WORK_SEARCH, "go ponder");
    push(q, LINE_CHANGES, WORK_COUNT, "go perft");
    push(q, LINE_CHANGES, WORK_OTHER, "perft");
}

static void test_stop(void) {
    line_queue q;
    fill(&q);
    TEST_CHECK(line_queue_stop(&q, false));
    expect_marks(&q, "s--ss-"); /* the bench waits for the go, so it does not run */
    push(&q, LINE_CHANGES, WORK_SEARCH, "go");
    expect_marks(&q, "s--ss--"); /* what comes after the stop is not stopped */
    line_queue_done(&q);
    fill(&q);
    TEST_CHECK(line_queue_next(&q, WORK_IDLE) != NULL); /* the go, not yet begun */
    TEST_CHECK(line_queue_stop(&q, false));
    expect_marks(&q, "s--ss-");
    line_queue_done(&q);
    TEST_ASSERT(line_queue_init(&q) == ST_OK);
    TEST_CHECK(!line_queue_stop(&q, false));
    push(&q, LINE_CHANGES, WORK_NONE, "position");
    TEST_CHECK(!line_queue_stop(&q, false));
    push(&q, LINE_CHANGES, WORK_OTHER, "bench");
    push(&q, LINE_CHANGES, WORK_OTHER, "bench");
    TEST_CHECK(!line_queue_stop(&q, true)); /* something else runs */
    TEST_CHECK(line_queue_stop(&q, false)); /* the first one is what would run */
    expect_marks(&q, "-s-");
    line_queue_done(&q);
    TEST_CHECK(mem_live() == 0);
}

static void test_hit_and_quit(void) {
    line_queue q;
    fill(&q);
    line_queue_ponderhit(&q);
    expect_marks(&q, "h--h--");
    line_queue_quit(&q, false);
    expect_marks(&q, "s--s--");
    line_queue_quit(&q, true);
    expect_marks(&q, "s-dsdd");
    line_queue_done(&q);
}

static void test_no_memory(void) {
    line_queue q;
    mem_fail_at(1);
    TEST_CHECK(line_queue_init(&q) == ST_NOMEM);
    mem_fail_at(0);
    line_queue_done(&q);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"in_order", test_in_order},
             {"full", test_full},
             {"who_waits", test_who_waits},
             {"a_barrier_while_answering", test_a_barrier_while_answering},
             {"overtaking_counts_twice", test_overtaking_counts_twice},
             {"overtaking_without_memory", test_overtaking_without_memory},
             {"stop", test_stop},
             {"hit_and_quit", test_hit_and_quit},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
