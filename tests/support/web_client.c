#include "tests/support/web_client.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "lib/catalogue.h"
#include "tests/support/folder.h"
#include "web/api/people.h"

/* What a test takes for granted: without it, it ends. */
#define MUST(held, ...)                                                                            \
    do {                                                                                           \
        if (!(held)) {                                                                             \
            printf("\n  %s:%d: ", __FILE__, __LINE__);                                             \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
            fflush(stdout);                                                                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

enum { MAX_PEOPLE = 64, PORT = 8080 };

struct web_client {
    web_world world;
    web_gate *gate;
    mtx_t mutex;
    web_person people[MAX_PEOPLE];
    int count;
    text answer;
    json_t *read;
};

/* Cookies are numbers of people, or words of sessions where the test has people of its own. */
static bool who(void *ctx, const char *word, web_person *out) {
    web_client *c = ctx;
    uint64_t n;
    if (strlen(word) > 8) return c->world.people && people_who(c->world.people, word, out);
    mtx_lock(&c->mutex);
    bool known = text_u64(word, (uint64_t)c->count, &n) && n > 0;
    if (known) *out = c->people[n - 1];
    mtx_unlock(&c->mutex);
    return known;
}

web_client *web_client_create(const web_route *const *tables) {
    web_client *c = mem_alloc(sizeof *c);
    if (!c) return NULL;
    folder_make();
    mtx_init(&c->mutex, mtx_plain);
    c->answer = text_growing();
    error e = {0};
    MUST(store_open(&c->world.store, folder_path("serve.db"), &e) == ST_OK, "%s", e.text);
    MUST(streams_create(&c->world.streams, c->world.store, streams_defaults()) == ST_OK,
         "it failed");
    c->world.library = catalogue_library();
    c->world.book = catalogue_registry();
    c->world.limits = web_limits_defaults();
    randombytes_buf(c->world.secret, sizeof c->world.secret);
    web_gate_setup setup = web_gate_defaults();
    setup.world = &c->world;
    setup.tables = tables;
    setup.who = who;
    setup.who_ctx = c;
    setup.port = PORT;
    setup.rates = (web_bucket_limits){0, 0, 5, 20}; /* tests ask as fast as they can */
    MUST(web_gate_create(&c->gate, &setup, &e) == ST_OK, "%s", e.text);
    c->world.gate = c->gate;
    return c;
}

void web_client_destroy(web_client *c) {
    if (!c) return;
    json_decref(c->read);
    text_done(&c->answer);
    web_gate_destroy(c->gate);
    streams_destroy(c->world.streams);
    store_close(c->world.store);
    mtx_destroy(&c->mutex);
    mem_free(c);
    folder_remove();
}

web_world *web_client_world(web_client *c) {
    return &c->world;
}

web_gate *web_client_gate(web_client *c) {
    return c->gate;
}

static bool keep_id(void *ctx, const store_value *column, int count) {
    web_person *p = ctx;
    if (count >= 2 && column[0].type == STORE_INT) p->id = column[0].number;
    return true;
}

web_person web_client_person(web_client *c, const char *name, person_kind kind) {
    web_person p = {.kind = kind};
    snprintf(p.name, sizeof p.name, "%s", name);
    store_value arg[] = {store_text(name), store_text(name), store_int(kind),
                         store_null(),     store_null(),     store_int(1)};
    store_batch *b = store_batch_create();
    MUST(store_batch_add(b, STORE_ACCOUNT_ADD, arg, 6) == ST_OK, "it failed");
    MUST(store_write(c->world.store, b, NULL) == ST_OK, "it failed");
    MUST(store_read(c->world.store, STORE_ACCOUNT_BY_NAME, arg, 1, keep_id, &p, NULL) == ST_OK,
         "it failed");
    mtx_lock(&c->mutex);
    MUST(p.id > 0 && c->count < MAX_PEOPLE, "it failed");
    p.session = c->count + 1;
    c->people[c->count++] = p;
    mtx_unlock(&c->mutex);
    return p;
}

void web_client_set_room(web_client *c, web_person *guest, const char *room) {
    snprintf(guest->room, sizeof guest->room, "%.*s", (int)sizeof guest->room - 1, room);
    mtx_lock(&c->mutex);
    c->people[guest->session - 1] = *guest;
    mtx_unlock(&c->mutex);
}

/* --- asking --- */

typedef struct waiting_link {
    web_link link;
    mtx_t mutex;
    cnd_t done;
    bool later, finished;
} waiting_link;

static void later(web_link *l, web_request *q) {
    (void)q;
    ((waiting_link *)(void *)l)->later = true;
}

static void finish(web_link *l, web_request *q) {
    (void)q;
    waiting_link *w = (waiting_link *)(void *)l;
    mtx_lock(&w->mutex);
    MUST(!w->finished, "it failed");
    w->finished = true;
    cnd_signal(&w->done);
    mtx_unlock(&w->mutex);
}

int web_client_send(web_client *c, const web_input *in, web_request *q) {
    waiting_link w = {.link = {NULL, later, finish}};
    mtx_init(&w.mutex, mtx_plain);
    cnd_init(&w.done);
    web_request_init(q, &w.link);
    web_gate_pass(c->gate, in, q);
    if (w.later) {
        mtx_lock(&w.mutex);
        while (!w.finished) cnd_wait(&w.done, &w.mutex);
        mtx_unlock(&w.mutex);
    }
    cnd_destroy(&w.done);
    mtx_destroy(&w.mutex);
    q->link = NULL;
    web_gate_note(c->gate, q);
    return q->code;
}

typedef struct headers {
    char cookie[64], length[24];
} headers;

static web_input input_of(const web_person *p, const char *method, const char *target,
                          const char *body, headers *h) {
    web_input in = {.method = method, .target = target, .peer = "127.0.0.1", .hosts = 1};
    in.host = "127.0.0.1:8080";
    in.origin = "http://127.0.0.1:8080";
    in.x_kibitz = "1";
    in.body = body;
    in.body_len = body ? strlen(body) : 0;
    if (body) in.content_type = "application/json";
    if (strcmp(method, "GET") != 0) {
        snprintf(h->length, sizeof h->length, "%zu", in.body_len);
        in.content_length = h->length;
        in.lengths = 1;
    }
    if (p) {
        snprintf(h->cookie, sizeof h->cookie, "a=b; kibitz-8080=%lld", (long long)p->session);
        in.cookie = h->cookie;
    }
    return in;
}

int web_client_ask(web_client *c, const web_person *p, const char *method, const char *target,
                   const char *body, text *answer) {
    headers h;
    web_input in = input_of(p, method, target, body, &h);
    web_request q;
    int code = web_client_send(c, &in, &q);
    MUST(!q.stream, "%s is a stream", target);
    if (answer) {
        text_clear(answer);
        text_putn(answer, q.out.at ? q.out.at : "", q.out.len);
    }
    web_request_done(&q);
    return code;
}

int web_client_say(web_client *c, const web_person *p, const char *method, const char *target,
                   const char *body) {
    return web_client_ask(c, p, method, target, body, &c->answer);
}

const char *web_client_answer(const web_client *c) {
    return text_string(&c->answer);
}

json_t *web_client_field(web_client *c, const char *path) {
    json_decref(c->read);
    c->read = json_loads(web_client_answer(c), 0, NULL);
    json_t *at = c->read;
    while (at && *path) {
        char name[64];
        size_t len = strcspn(path, "/");
        snprintf(name, sizeof name, "%.*s", (int)len, path);
        at = json_is_array(at) ? json_array_get(at, strtoul(name, NULL, 10))
                               : json_object_get(at, name);
        path += len + (path[len] == '/');
    }
    return at;
}

const char *web_client_text(web_client *c, const char *path) {
    const char *s = json_string_value(web_client_field(c, path));
    return s ? s : "";
}

/* --- streams --- */

struct stream *web_client_listen(web_client *c, const web_person *p, const char *target) {
    headers h;
    web_input in = input_of(p, "GET", target, NULL, &h);
    web_request q;
    int code = web_client_send(c, &in, &q);
    struct stream *s = q.stream;
    MUST(code == 200 && s, "%s: %d %s", target, code, text_string(&q.out));
    web_request_done(&q);
    return s;
}

void web_client_hear(web_client *c, struct stream *s, text *out) {
    char buf[1000];
    for (int64_t n; (n = stream_take(c->world.streams, s, buf, sizeof buf)) > 0;)
        text_putn(out, buf, (size_t)n);
}

void web_client_leave(web_client *c, struct stream *s) {
    streams_close(c->world.streams, s);
}
