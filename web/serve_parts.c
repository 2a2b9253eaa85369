#define _POSIX_C_SOURCE 200809L
#include "web/serve_parts.h"

#include <sodium.h>
#include <string.h>

#include "lib/catalogue.h"
#include "uci/lines/json_request.h"
#include "web/api/api_analyses.h"
#include "web/api/api_console.h"
#include "web/api/api_games.h"
#include "web/api/api_library.h"
#include "web/api/api_puzzle.h"
#include "web/api/api_reviews.h"
#include "web/api/api_rooms.h"
#include "web/api/api_scene.h"
#include "web/api/api_session.h"
#include "web/api/api_texts.h"
#include "web/api/people.h"
#include "web/mcp/web_mcp.h"
#include "web/rooms/rooms.h"
#include "web/serve_shared.h"
#include "web/think/engine_queue.h"
#include "web/think/given_texts.h"
#include "web/think/side_work.h"
#include "web/think/think_export.h"
#include "web/think/thoughts.h"

const web_route *const serve_routes[] = {api_session_routes,
                                         api_accounts_routes,
                                         api_tokens_routes,
                                         api_host_routes,
                                         api_games_routes,
                                         api_scene_routes,
                                         api_rooms_routes,
                                         api_table_routes,
                                         api_table_look_routes,
                                         api_texts_routes,
                                         api_analyses_routes,
                                         api_reviews_routes,
                                         api_console_routes,
                                         api_puzzle_routes,
                                         api_library_routes,
                                         web_mcp_routes,
                                         NULL};

enum { KB = 1024, SIDE_THREADS = 2 };

/* --- the setup --- */

static status check_setup(const serve_setup *u, people_registers *registers, error *err) {
    static const char *const names[] = {"off", "invite", "open"};
    *registers = PEOPLE_OFF;
    if (u->accounts) {
        int n = 0;
        while (n < 3 && strcmp(names[n], u->accounts) != 0) n++;
        if (n == 3)
            return error_set(err, ST_BAD_VALUE, "--accounts is open, invite or off, not %.40s",
                             u->accounts);
        *registers = (people_registers)n;
    }
    bool loopback = !u->listen || text_starts(u->listen, "127.") || strcmp(u->listen, "::1") == 0;
    if (!loopback && (!u->accounts || !u->public_url))
        return error_set(err, ST_BAD_VALUE,
                         "to listen on %.60s, where others can reach it, give --accounts and "
                         "--public-url as well",
                         u->listen);
    return ST_OK;
}

static web_limits limits_of(const serve_setup *u) {
    return (web_limits){.rooms_each = u->rooms_each,
                        .rooms = u->rooms,
                        .room_days = u->room_days,
                        .guest_analysis_s = u->guest_analysis_s,
                        .analysis_s = u->analysis_s,
                        .threads = u->threads,
                        .hash_mb = u->hash_mb,
                        .session_streams = u->session_streams,
                        .text_bytes = u->text_kb * KB,
                        .token_bytes = u->token_kb * KB};
}

/* --- the secret that keys the words `at` --- */

static bool keep_secret(void *ctx, const store_value *column, int count) {
    unsigned char *secret = ctx;
    size_t len = 0;
    if (count && column[0].type == STORE_TEXT)
        (void)sodium_hex2bin(secret, 32, column[0].text, column[0].len, NULL, &len, NULL);
    return false;
}

static status read_secret(web_world *w, error *err) {
    store_value name = store_text("secret");
    sodium_memzero(w->secret, sizeof w->secret);
    status st = store_read(w->store, STORE_META_READ, &name, 1, keep_secret, w->secret, err);
    if (st != ST_OK || !sodium_is_zero(w->secret, sizeof w->secret)) return st;
    unsigned char made[sizeof w->secret];
    char hex[2 * sizeof made + 1];
    randombytes_buf(made, sizeof made);
    sodium_bin2hex(hex, sizeof hex, made, sizeof made);
    store_value arg[] = {name, store_text(hex)};
    store_batch *b = store_batch_create();
    (void)store_batch_add(b, STORE_META_ADD, arg, 2);
    st = store_write(w->store, b, err);
    /* That of another process where it was first. */
    return st == ST_OK
               ? store_read(w->store, STORE_META_READ, &name, 1, keep_secret, w->secret, err)
               : st;
}

/* --- parts, lowest first --- */

static void end_sessions(void *ctx, int64_t account, int64_t session, bool others) {
    serve_parts *s = ctx;
    serve_shared_ended(s->shared, account, session, others);
    streams_end(s->world.streams, account, session, others);
    if (session < 0 && !others) web_mcp_end_token(s->world.mcp, -session);
}

static bool is_invited(void *ctx, const char *room, const char *invite) {
    web_world *w = ctx;
    return rooms_invited(w->rooms, room, invite);
}

static status start_data(serve_parts *s, people_registers registers, error *err) {
    web_world *w = &s->world;
    const serve_setup *u = &s->setup;
    status st = store_open(&w->store, u->data, err);
    if (st == ST_OK) st = read_secret(w, err);
    streams_limits e = streams_defaults();
    e.queue_bytes = (size_t)u->stream_kb * KB;
    e.each = u->session_streams;
    e.missed = u->missed_events;
    if (st == ST_OK && (st = streams_create(&w->streams, w->store, e)) != ST_OK)
        error_set(err, st, "no memory for streams");
    if (st != ST_OK) return st;
    people_setup p = {.store = w->store,
                      .owner_mode = !u->accounts,
                      .registers = registers,
                      .invited = is_invited,
                      .invited_ctx = w,
                      .ended = end_sessions,
                      .ended_ctx = s,
                      .version = u->version};
    w->people_drop_old = people_drop_old;
    return people_create(&w->people, &p, err);
}

static status start_thinking(serve_parts *s, error *err) {
    web_world *w = &s->world;
    w->library = catalogue_library();
    if (!w->library) return error_set(err, ST_NOMEM, "no memory for the games");
    w->book = catalogue_registry();
    w->engines = s->setup.engines;
    w->limits = limits_of(&s->setup);
    w->owner_mode = !s->setup.accounts;
    engine_queue_setup q = {.book = w->book,
                            .games = catalogue_games(),
                            .engines = w->engines,
                            .threads = s->setup.threads,
                            .hash_mb = s->setup.hash_mb};
    status st = given_texts_create(&w->given, w->store, err);
    if (st == ST_OK) st = engine_queue_create(&w->queue, &q, err);
    if (st == ST_OK) st = side_work_create(&w->side, SIDE_THREADS, err);
    return st == ST_OK ? thoughts_create(&w->thoughts, w, err) : st;
}

static bool may_listen(void *ctx, const web_person *who, const char *topic) {
    web_world *w = ctx;
    return text_starts(topic, "room:") ? rooms_may(w->rooms, who, topic)
                                       : thoughts_may(w->thoughts, who, topic);
}

static bool tell(void *ctx, const web_person *who, const stored_event *e, text *event, text *data) {
    web_world *w = ctx;
    return rooms_tell(w->rooms, who, e, event, data);
}

static status start_rooms(serve_parts *s, error *err) {
    web_world *w = &s->world;
    status st = rooms_create(&w->rooms, w, err);
    if (st != ST_OK) return st;
    w->room_position = rooms_position;
    rooms_set_engine_delay(w->rooms, s->setup.engine_delay_ms);
    streams_set_tellers(w->streams, tell, may_listen, w);
    people_add_keeper(w->people, (people_keeper){rooms_export, rooms_forget, w->rooms});
    people_add_keeper(w->people, (people_keeper){think_export, think_forget, w});
    return serve_shared_start(&s->shared, w, err);
}

static status start_gate(serve_parts *s, int port, error *err) {
    const serve_setup *u = &s->setup;
    web_gate_setup g = web_gate_defaults();
    g.world = &s->world;
    g.tables = serve_routes;
    g.who = people_who;
    g.who_ctx = s->world.people;
    g.bearer = people_token_person;
    g.bearer_ctx = s->world.people;
    g.programs = u->mcp;
    g.public_url = u->public_url;
    g.port = port;
    g.proxy = u->proxy;
    g.page = u->page;
    g.body_bytes = (size_t)u->body_kb * KB;
    g.import_bytes = (size_t)u->import_kb * KB;
    g.url_bytes = (size_t)u->url_kb * KB;
    g.rates = (web_bucket_limits){u->acts, u->requests, u->login_name, u->login_address};
    if (s->shared) {
        g.login = serve_shared_login;
        g.login_ctx = s->shared;
    }
    status st = web_gate_create(&s->gate, &g, err);
    if (st != ST_OK) return st;
    s->world.gate = s->gate;
    people_set_gate(s->world.people, s->gate);
    return ST_OK;
}

static status start_mcp(serve_parts *s, int port, error *err) {
    text url = text_growing();
    if (!s->setup.mcp) return ST_OK;
    serve_parts_url(s, port, &url);
    web_mcp_setup m = {.world = &s->world, .version = s->setup.version, .url = text_string(&url)};
    status st = web_mcp_create(&s->world.mcp, &m, err);
    text_done(&url);
    return st;
}

/* --- all of them --- */

void serve_parts_url(const serve_parts *s, int port, text *out) {
    const char *url = s->setup.public_url;
    if (!url) {
        text_format(out, "http://127.0.0.1:%d", port);
        return;
    }
    size_t len = strlen(url);
    if (len && url[len - 1] == '/') len--;
    text_putn(out, url, len);
}

status serve_parts_start(serve_parts *s, const serve_setup *setup, int port, error *err) {
    *s = (serve_parts){.setup = *setup};
    json_request_prepare(); /* values that were made before would be freed otherwise than taken */
    people_registers registers;
    status st = check_setup(setup, &registers, err);
    if (st == ST_OK && sodium_init() < 0)
        st = error_set(err, ST_INTERNAL, "libsodium does not start");
    if (st == ST_OK) st = start_data(s, registers, err);
    if (st == ST_OK) st = start_thinking(s, err);
    if (st == ST_OK) st = start_rooms(s, err);
    if (st == ST_OK) st = start_gate(s, port, err);
    if (st == ST_OK) st = start_mcp(s, port, err);
    return st;
}

void serve_parts_stop(serve_parts *s) {
    web_world *w = &s->world;
    if (s->stopped) return;
    s->stopped = true;
    /* Each of these answers what waits for it. */
    serve_shared_stop(s->shared);
    web_mcp_stop(w->mcp);
    side_work_destroy(w->side);
    if (w->thoughts) thoughts_stop(w->thoughts);
    if (w->rooms) rooms_stop(w->rooms);
    engine_queue_destroy(w->queue);
    w->side = NULL;
    w->queue = NULL;
    if (w->people) people_stop(w->people);
    if (w->store) store_stop(w->store);
}

void serve_parts_destroy(serve_parts *s) {
    web_world *w = &s->world;
    serve_parts_stop(s);
    web_mcp_destroy(w->mcp);
    web_gate_destroy(s->gate);
    rooms_destroy(w->rooms);
    thoughts_destroy(w->thoughts);
    given_texts_destroy(w->given);
    people_destroy(w->people);
    streams_destroy(w->streams);
    store_close(w->store);
    serve_shared_destroy(s->shared);
    *s = (serve_parts){.gate = NULL};
}
