#define _POSIX_C_SOURCE 200809L
#include "bench/latency.h"

#include <signal.h>
#include <string.h>
#include <time.h>

#include "arena/child.h"
#include "bench/numbers.h"
#include "engine/base/clock.h"
#include "engine/base/progress.h"

enum {
    MAX_SAMPLES = 1000,
    PATIENCE_MS = 5000,
    GOODBYE_MS = 1000,
    PAUSE_MS = 2,  /* between questions, so that they meet the program at different moments */
    THINK_MS = 20, /* before a stop */
    STARTUPS = 20,
    QUESTIONS = 200,
    STOPS = 50,
    QUICK_PART = 5
};

static const char protocol_word[] = "uci";

/* One thing measured and what it may take at most. */
typedef struct latency_row {
    const char *key, *title, *bound_name;
    double bound_ms;
    latency_sample sample;
    double checked_ms; /* the figure that the limit is about */
} latency_row;

enum { ROW_START, ROW_IDLE, ROW_BUSY, ROW_STOP, ROWS };

static void sleep_ms(int ms) {
    (void)nanosleep(&(struct timespec){.tv_nsec = (long)ms * 1000000}, NULL);
}

static double since_ms(int64_t start_ns) {
    return (double)(clock_now_ns() - start_ns) / 1e6;
}

static latency_sample summed_up(double *ms, size_t n) {
    latency_sample s = {.count = n};
    s.median_ms = numbers_median(ms, n); /* sorts */
    s.p99_ms = numbers_share(ms, n, 0.99);
    s.max_ms = ms[n - 1];
    return s;
}

/* --- what is measured --- */

static status start_up(child *c, const char *program, double *ms, error *err) {
    int64_t start = clock_now_ns();
    status st = child_start(c, program, protocol_word, err);
    if (st == ST_OK) st = child_send(c, "uci", err);
    if (st == ST_OK) st = child_expect(c, "uciok", PATIENCE_MS, err);
    *ms = since_ms(start);
    return st;
}

static status start_often(const char *program, int runs, latency_sample *out, error *err) {
    double ms[MAX_SAMPLES];
    size_t n = 0;
    for (; n < (size_t)runs && n < MAX_SAMPLES; n++) {
        child c;
        status st = start_up(&c, program, &ms[n], err);
        child_end(&c, GOODBYE_MS);
        if (st != ST_OK) return st;
    }
    *out = summed_up(ms, n);
    return ST_OK;
}

static status ask_often(child *c, int questions, latency_sample *out, error *err) {
    double ms[MAX_SAMPLES];
    for (int i = 0; i < questions; i++) {
        sleep_ms(PAUSE_MS);
        int64_t start = clock_now_ns();
        status st = child_send(c, "isready", err);
        if (st == ST_OK) st = child_expect(c, "readyok", PATIENCE_MS, err);
        if (st != ST_OK) return st;
        ms[i] = since_ms(start);
    }
    *out = summed_up(ms, (size_t)questions);
    return ST_OK;
}

static status stop_once(child *c, double *ms, error *err) {
    int64_t start = clock_now_ns();
    status st = child_send(c, "stop", err);
    if (st == ST_OK) st = child_expect(c, "bestmove", PATIENCE_MS, err);
    *ms = since_ms(start);
    return st;
}

static status ask_while_busy(child *c, int questions, latency_sample *out, error *err) {
    double ms;
    status st = child_send(c, "go infinite", err);
    if (st == ST_OK) st = ask_often(c, questions, out, err);
    return st == ST_OK ? stop_once(c, &ms, err) : st;
}

static status stop_often(child *c, int searches, latency_sample *out, error *err) {
    double ms[MAX_SAMPLES];
    for (int i = 0; i < searches; i++) {
        status st = child_send(c, "go infinite", err);
        if (st != ST_OK) return st;
        sleep_ms(THINK_MS);
        st = stop_once(c, &ms[i], err);
        if (st != ST_OK) return st;
    }
    *out = summed_up(ms, (size_t)searches);
    return ST_OK;
}

static status measure(const char *program, int share, latency_row *rows, error *err) {
    progress bar;
    double ms;
    progress_start(&bar, "bench latency", ROWS);
    progress_note(&bar, ROW_START, rows[ROW_START].title);
    status st = start_often(program, STARTUPS / share, &rows[ROW_START].sample, err);
    if (st == ST_OK) {
        child c;
        st = start_up(&c, program, &ms, err);
        progress_note(&bar, ROW_IDLE, rows[ROW_IDLE].title);
        /* The first question after the start makes the memory of searches ready. */
        if (st == ST_OK) st = ask_often(&c, 1, &rows[ROW_IDLE].sample, err);
        if (st == ST_OK) st = ask_often(&c, QUESTIONS / share, &rows[ROW_IDLE].sample, err);
        progress_note(&bar, ROW_BUSY, rows[ROW_BUSY].title);
        if (st == ST_OK) st = ask_while_busy(&c, QUESTIONS / share, &rows[ROW_BUSY].sample, err);
        progress_note(&bar, ROW_STOP, rows[ROW_STOP].title);
        if (st == ST_OK) st = stop_often(&c, STOPS / share, &rows[ROW_STOP].sample, err);
        child_end(&c, GOODBYE_MS);
    }
    progress_end(&bar);
    return st;
}

/* Runs a measurement with SIGPIPE ignored: a program that dies is an error to report, not our end.
 */
static void ignore_sigpipe(struct sigaction *old) {
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGPIPE, &ignore, old);
}

status latency_startup(const char *program, int runs, latency_sample *out, error *err) {
    struct sigaction old;
    ignore_sigpipe(&old);
    status st = start_often(program, runs, out, err);
    (void)sigaction(SIGPIPE, &old, NULL);
    return st;
}

/* --- telling --- */

static bool judge(latency_row *rows) {
    rows[ROW_START].checked_ms = rows[ROW_START].sample.median_ms;
    rows[ROW_IDLE].checked_ms = rows[ROW_IDLE].sample.max_ms;
    rows[ROW_BUSY].checked_ms = rows[ROW_BUSY].sample.max_ms;
    rows[ROW_STOP].checked_ms = rows[ROW_STOP].sample.p99_ms;
    bool good = true;
    for (int i = 0; i < ROWS; i++) good &= rows[i].checked_ms < rows[i].bound_ms;
    return good;
}

static void print_table(FILE *out, const latency_row *rows) {
    (void)fprintf(out, "%-30s %5s %9s %9s %9s  %s\n", "milliseconds", "runs", "median", "99 %",
                  "max", "limit");
    for (const latency_row *r = rows; r < rows + ROWS; r++)
        (void)fprintf(out, "%-30s %5zu %9.3f %9.3f %9.3f  %s < %.0f: %s\n", r->title,
                      r->sample.count, r->sample.median_ms, r->sample.p99_ms, r->sample.max_ms,
                      r->bound_name, r->bound_ms, r->checked_ms < r->bound_ms ? "ok" : "TOO SLOW");
}

static void print_json(FILE *out, const latency_row *rows, bool good) {
    (void)fprintf(out, "{\"within_limits\":%s", good ? "true" : "false");
    for (const latency_row *r = rows; r < rows + ROWS; r++)
        (void)fprintf(out,
                      ",\n \"%s\":{\"runs\":%zu,\"median_ms\":%.3f,\"p99_ms\":%.3f,"
                      "\"max_ms\":%.3f,\"limit_ms\":%.0f,\"ok\":%s}",
                      r->key, r->sample.count, r->sample.median_ms, r->sample.p99_ms,
                      r->sample.max_ms, r->bound_ms,
                      r->checked_ms < r->bound_ms ? "true" : "false");
    (void)fputs("}\n", out);
}

status latency_run(const char *program, bool quick, bool json, FILE *out, bool *good, error *err) {
    latency_row rows[ROWS] = {
        [ROW_START] = {"start", "process start to uciok", "median", 20, {0}, 0},
        [ROW_IDLE] = {"ready_idle", "isready to readyok, idle", "max", 50, {0}, 0},
        [ROW_BUSY] = {"ready_busy", "isready to readyok, searching", "max", 50, {0}, 0},
        [ROW_STOP] = {"stop", "stop to bestmove", "99 %", 20, {0}, 0}};
    struct sigaction old;
    ignore_sigpipe(&old);
    status st = measure(program, quick ? QUICK_PART : 1, rows, err);
    (void)sigaction(SIGPIPE, &old, NULL);
    if (st != ST_OK) return st;
    *good = judge(rows);
    if (json)
        print_json(out, rows, *good);
    else
        print_table(out, rows);
    return ST_OK;
}
