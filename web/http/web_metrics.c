#include "web/http/web_metrics.h"

#include <stdatomic.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"

enum { MAX_GAUGES = 24, MAX_REFUSALS = 32, BOUNDS = 12, CODES = 20 };

static const int known_codes[CODES - 1] = {200, 201, 204, 206, 304, 400, 401, 403, 404, 405,
                                           409, 411, 413, 414, 415, 422, 429, 500, 503};
/* Upper bounds in microseconds; one more bucket holds the rest. */
static const int64_t bounds_us[BOUNDS] = {500,   1000,   2500,   5000,    10000,   25000,
                                          50000, 100000, 250000, 1000000, 2500000, 10000000};

typedef struct histogram {
    atomic_ullong count[BOUNDS + 1];
    atomic_ullong sum_us;
} histogram;

typedef struct gauge {
    const char *name, *help;
    web_gauge read;
    void *ctx;
} gauge;

/* Routes are numbered over all tables; one more row counts requests without one. */
struct web_metrics {
    const web_route *const *tables;
    size_t routes;
    atomic_ullong *by_code; /* [routes + 1][CODES]; the last code: any other */
    histogram requests, act_to_event;
    mtx_t mutex;
    gauge gauges[MAX_GAUGES]; /* under the mutex, as all below */
    int gauge_count;
    web_metrics_lines more;
    void *more_ctx;
    const char *refusal[MAX_REFUSALS];
    uint64_t refused[MAX_REFUSALS];
};

status web_metrics_create(web_metrics **out, const web_route *const *tables) {
    *out = NULL;
    web_metrics *m = mem_alloc(sizeof *m);
    if (!m) return ST_NOMEM;
    m->tables = tables;
    for (const web_route *const *t = tables; *t; t++)
        for (const web_route *r = *t; r->method; r++) m->routes++;
    m->by_code = mem_alloc((m->routes + 1) * CODES * sizeof *m->by_code);
    if (!m->by_code) {
        mem_free(m);
        return ST_NOMEM;
    }
    mtx_init(&m->mutex, mtx_plain);
    *out = m;
    return ST_OK;
}

void web_metrics_destroy(web_metrics *m) {
    if (!m) return;
    mtx_destroy(&m->mutex);
    mem_free((void *)m->by_code);
    mem_free(m);
}

static size_t number_of(const web_metrics *m, const web_route *route) {
    size_t n = 0;
    for (const web_route *const *t = m->tables; *t; t++)
        for (const web_route *r = *t; r->method; r++, n++)
            if (r == route) return n;
    return m->routes;
}

static void observe(histogram *h, int64_t ns) {
    int64_t us = ns / 1000;
    int i = 0;
    while (i < BOUNDS && us > bounds_us[i]) i++;
    atomic_fetch_add_explicit(&h->count[i], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&h->sum_us, (unsigned long long)us, memory_order_relaxed);
}

void web_metrics_request(web_metrics *m, const web_request *q, int64_t ns) {
    int code = 0;
    while (code < CODES - 1 && known_codes[code] != q->code) code++;
    atomic_fetch_add_explicit(&m->by_code[number_of(m, q->route) * CODES + (size_t)code], 1,
                              memory_order_relaxed);
    if (!q->stream) observe(&m->requests, ns);
    if (!q->refused) return;
    mtx_lock(&m->mutex);
    for (int i = 0; i < MAX_REFUSALS; i++) {
        if (m->refusal[i] && strcmp(m->refusal[i], q->refused) != 0) continue;
        m->refusal[i] = q->refused;
        m->refused[i]++;
        break;
    }
    mtx_unlock(&m->mutex);
}

void web_metrics_act_to_event(web_metrics *m, int64_t ns) {
    observe(&m->act_to_event, ns);
}

void web_metrics_gauge(web_metrics *m, const char *name, const char *help, web_gauge read,
                       void *ctx) {
    mtx_lock(&m->mutex);
    if (m->gauge_count < MAX_GAUGES) m->gauges[m->gauge_count++] = (gauge){name, help, read, ctx};
    mtx_unlock(&m->mutex);
}

void web_metrics_more(web_metrics *m, web_metrics_lines lines, void *ctx) {
    mtx_lock(&m->mutex);
    m->more = lines;
    m->more_ctx = ctx;
    mtx_unlock(&m->mutex);
}

static void head(text *out, const char *name, const char *type, const char *help) {
    text_format(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void write_histogram(text *out, histogram *h, const char *name, const char *help) {
    head(out, name, "histogram", help);
    unsigned long long sum = 0;
    for (int i = 0; i <= BOUNDS; i++) {
        sum += atomic_load_explicit(&h->count[i], memory_order_relaxed);
        if (i < BOUNDS)
            text_format(out, "%s_bucket{le=\"%g\"} %llu\n", name, (double)bounds_us[i] / 1e6, sum);
        else
            text_format(out, "%s_bucket{le=\"+Inf\"} %llu\n", name, sum);
    }
    text_format(out, "%s_sum %.6f\n%s_count %llu\n", name,
                (double)atomic_load_explicit(&h->sum_us, memory_order_relaxed) / 1e6, name, sum);
}

static void write_route(web_metrics *m, text *out, size_t n, const web_route *r) {
    for (int c = 0; c < CODES; c++) {
        unsigned long long count =
            atomic_load_explicit(&m->by_code[n * CODES + (size_t)c], memory_order_relaxed);
        if (!count) continue;
        text_format(out, "kibitz_requests_total{method=\"%s\",route=\"%s\",code=\"",
                    r ? r->method : "", r ? r->pattern + (*r->pattern == '=') : "");
        if (c < CODES - 1) text_format(out, "%d", known_codes[c]);
        text_format(out, "\"} %llu\n", count);
    }
}

void web_metrics_write(web_metrics *m, text *out) {
    head(out, "kibitz_requests_total", "counter", "Requests by route and code.");
    size_t n = 0;
    for (const web_route *const *t = m->tables; *t; t++)
        for (const web_route *r = *t; r->method; r++, n++) write_route(m, out, n, r);
    write_route(m, out, m->routes, NULL);
    write_histogram(out, &m->requests, "kibitz_request_seconds",
                    "From a request to its answer, streams aside.");
    write_histogram(out, &m->act_to_event, "kibitz_act_to_event_seconds",
                    "From the receipt of an act to its events.");
    head(out, "kibitz_refused_total", "counter", "Requests that no handler saw, by reason.");
    mtx_lock(&m->mutex);
    for (int i = 0; i < MAX_REFUSALS && m->refusal[i]; i++)
        text_format(out, "kibitz_refused_total{reason=\"%s\"} %llu\n", m->refusal[i],
                    (unsigned long long)m->refused[i]);
    gauge gauges[MAX_GAUGES];
    int count = m->gauge_count;
    web_metrics_lines more = m->more;
    memcpy(gauges, m->gauges, sizeof gauges);
    mtx_unlock(&m->mutex);
    for (int i = 0; i < count; i++) {
        head(out, gauges[i].name, "gauge", gauges[i].help);
        text_format(out, "%s %.10g\n", gauges[i].name, gauges[i].read(gauges[i].ctx));
    }
    if (more) more(m->more_ctx, out);
}
