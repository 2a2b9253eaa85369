#define _POSIX_C_SOURCE 200809L
#include "web/serve.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "web/api/people.h"
#include "web/http/web_server.h"
#include "web/rooms/rooms.h"
#include "web/serve_parts.h"
#include "web/think/engine_queue.h"
#include "web/think/thoughts.h"

struct serve {
    serve_parts parts;
    web_listen listen;
    int port;
    web_server *server;
};

enum { KB = 1024 };

/* One core is left to the server; two searches at least, so that engine seats need not wait for an
 * analysis. */
static int default_threads(void) {
    int cores = thread_processors();
    return cores > 3 ? cores - 1 : 2;
}

serve_setup serve_defaults(void) {
    web_gate_setup g = web_gate_defaults();
    web_server_setup s = web_server_defaults();
    streams_limits e = streams_defaults();
    web_limits w = web_limits_defaults();
    return (serve_setup){.port = 7979,
                         .threads = default_threads(),
                         .body_kb = (int)(g.body_bytes / KB),
                         .import_kb = (int)(g.import_bytes / KB),
                         .url_kb = (int)(g.url_bytes / KB),
                         .text_kb = w.text_bytes / KB,
                         .token_kb = w.token_bytes / KB,
                         .header_kb = (int)(s.header_bytes / KB),
                         .header_s = s.wires.ms[WEB_WIRE_HEADERS] / 1000,
                         .body_s = s.wires.ms[WEB_WIRE_BODY] / 1000,
                         .connections = s.connections,
                         .session_connections = s.wires.each,
                         .session_streams = e.each,
                         .rooms_each = w.rooms_each,
                         .rooms = w.rooms,
                         .room_days = w.room_days,
                         .acts = g.rates.acts,
                         .requests = g.rates.requests,
                         .login_name = g.rates.login_name,
                         .login_address = g.rates.login_address,
                         .guest_analysis_s = w.guest_analysis_s,
                         .analysis_s = w.analysis_s,
                         .hash_mb = w.hash_mb,
                         .engine_delay_ms = ROOMS_ENGINE_DELAY_MS,
                         .stream_kb = (int)(e.queue_bytes / KB),
                         .stream_socket_kb = s.wires.send_bytes / KB,
                         .missed_events = e.missed};
}

/* --- the server --- */

static status start_server(serve *s, error *err) {
    const serve_setup *u = &s->parts.setup;
    web_server_setup h = web_server_defaults();
    h.gate = s->parts.gate;
    h.streams = s->parts.world.streams;
    h.connections = u->connections;
    h.threads = 4;
    h.header_bytes = (size_t)u->header_kb * KB;
    h.wires.ms[WEB_WIRE_NEW] = h.wires.ms[WEB_WIRE_HEADERS] = u->header_s * 1000;
    h.wires.ms[WEB_WIRE_BODY] = u->body_s * 1000;
    h.wires.each = u->session_connections;
    h.wires.send_bytes = u->stream_socket_kb * KB;
    h.log = u->log;
    h.log_ctx = u->log_ctx;
    h.log_addresses = u->log_addresses;
    return web_server_start(&s->server, &h, &s->listen, err);
}

/* --- metrics --- */

static double open_streams(void *ctx) {
    return streams_count(((serve *)ctx)->parts.world.streams);
}
static double waiting_jobs(void *ctx) {
    return engine_queue_length(((serve *)ctx)->parts.world.queue);
}
static double live_rooms(void *ctx) {
    return rooms_open(((serve *)ctx)->parts.world.rooms);
}
static double failed(void *ctx) {
    return (double)store_facts_now(((serve *)ctx)->parts.world.store).failed;
}
static double data_bytes(void *ctx) {
    return (double)store_facts_now(((serve *)ctx)->parts.world.store).bytes;
}
static double connections(void *ctx) {
    return web_server_connections(((serve *)ctx)->server);
}

static double waiting(void *ctx) {
    return web_server_waiting(((serve *)ctx)->server);
}

/* How many batches a transaction had. */
static void commit_sizes(void *ctx, text *out) {
    store_facts f = store_facts_now(((serve *)ctx)->parts.world.store);
    text_put(out, "# HELP kibitz_commit_batches Batches of one transaction.\n"
                  "# TYPE kibitz_commit_batches histogram\n");
    unsigned long long sum = 0;
    for (int i = 0; i < STORE_SIZES; i++) {
        sum += f.sizes[i];
        if (i < STORE_SIZES - 1)
            text_format(out, "kibitz_commit_batches_bucket{le=\"%d\"} %llu\n", 1 << i, sum);
        else
            text_format(out, "kibitz_commit_batches_bucket{le=\"+Inf\"} %llu\n", sum);
    }
    text_format(out, "kibitz_commit_batches_sum %llu\nkibitz_commit_batches_count %llu\n",
                (unsigned long long)f.batches, (unsigned long long)f.commits);
}

static void add_gauges(serve *s) {
    web_metrics *m = web_gate_metrics(s->parts.gate);
    web_metrics_gauge(m, "kibitz_streams", "Open streams.", open_streams, s);
    web_metrics_gauge(m, "kibitz_connections", "Open connections.", connections, s);
    web_metrics_gauge(m, "kibitz_rooms", "Tables in memory.", live_rooms, s);
    web_metrics_gauge(m, "kibitz_waiting", "Requests that wait for their answer.", waiting, s);
    web_metrics_gauge(m, "kibitz_engine_queue", "Searches that wait.", waiting_jobs, s);
    web_metrics_gauge(m, "kibitz_commit_failed", "Batches that were refused.", failed, s);
    web_metrics_more(m, commit_sizes, s);
    web_metrics_gauge(m, "kibitz_store_bytes", "Size of the store and its log.", data_bytes, s);
}

/* --- start and stop --- */

status serve_start(serve **out, const serve_setup *setup, error *err) {
    *out = NULL;
    serve *s = mem_alloc(sizeof *s);
    if (!s) return error_set(err, ST_NOMEM, "no memory for the server");
    status st = web_listen_open(&s->listen, setup->listen, setup->port, err);
    s->port = s->listen.port;
    if (st == ST_OK) st = serve_parts_start(&s->parts, setup, s->port, err);
    if (st == ST_OK) {
        add_gauges(s);
        st = start_server(s, err);
    }
    if (st != ST_OK) {
        serve_stop(s);
        return st;
    }
    thoughts_prepare(s->parts.world.thoughts);
    *out = s;
    return ST_OK;
}

void serve_stop(serve *s) {
    if (!s) return;
    enum { DRAIN_MS = 300 }; /* parts that were stopped have answered */
    if (s->server) web_server_quiesce(s->server);
    serve_parts_stop(&s->parts);
    if (s->server) (void)web_server_drain(s->server, DRAIN_MS);
    web_server_stop(s->server);
    web_listen_close(&s->listen);
    serve_parts_destroy(&s->parts);
    mem_free(s);
}

int serve_port(const serve *s) {
    return s->port;
}

void serve_url(serve *s, text *out) {
    char word[PEOPLE_WORD_SIZE];
    people_start_word(s->parts.world.people, word);
    serve_parts_url(&s->parts, s->port, out);
    text_format(out, "/#/start/%s", word);
}

/* --- where the data is --- */

status serve_data_path(text *out, error *err) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    text_clear(out);
    status st = ST_OK;
    if (data && *data == '/') {
        text_put(out, data);
        st = file_make_folder(text_string(out), true, err);
    } else if (home && *home == '/') {
        static const char *const steps[] = {"/.local", "/share"};
        text_put(out, home);
        for (int i = 0; st == ST_OK && i < 2; i++) {
            text_put(out, steps[i]);
            st = file_make_folder(text_string(out), true, err);
        }
    } else {
        return error_set(err, ST_IO, "there is no home folder: say where the data is with --data");
    }
    text_put(out, "/kibitz");
    if (st == ST_OK) st = file_make_folder(text_string(out), true, err);
    text_put(out, "/serve.db");
    return st == ST_OK && out->cut ? error_set(err, ST_NOMEM, "no memory for a name") : st;
}
