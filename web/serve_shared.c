#include "web/serve_shared.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "web/rooms/rooms.h"
#include "web/shared_word.h"
#include "web/think/thoughts.h"

enum {
    BEAT_MS = 3000,   /* how often a process says that it is there */
    LEASE_MS = 10000, /* after which its work is another's */
    GONE_MS = 30000,  /* after which its streams do not count any more */
    ADOPT_AT_ONCE = 16,
    LEFT_SIZE = 4096,
    NOTICE_SIZE = 6000, /* bytes of words that are told together */
    DAY_MS = 86400000
};

struct serve_shared {
    web_world *world;
    mtx_t mutex;
    cnd_t wake;
    bool stop, running;
    thrd_t thread;
};

static status call(const serve_shared *s, const store_call *c) {
    int64_t changed;
    return store_do(s->world->store, c, &changed, NULL);
}

/* --- what others have done; on the thread that writes --- */

static void hear_row(void *ctx, const store_news *n) {
    const serve_shared *s = ctx;
    rooms_hear_row(s->world->rooms, n);
}

/* One of the streams of this process? */
static void hear_stream(const serve_shared *s, const shared_word *w) {
    const char *own = store_process(s->world->store);
    size_t len = strlen(own);
    if (strncmp(w->rest, own, len) == 0 && w->rest[len] == '.')
        streams_end_number(s->world->streams, w->number);
}

static void hear_word(void *ctx, const char *said) {
    const serve_shared *s = ctx;
    const web_world *world = s->world;
    shared_word w;
    if (!shared_word_read(said, &w)) return;
    switch (w.kind) {
    case SHARED_ROOM:
        rooms_hear_word(world->rooms, w.rest);
        break;
    case SHARED_END:
        streams_end(world->streams, w.account, w.session, w.others);
        break;
    case SHARED_STREAM:
        hear_stream(s, &w);
        break;
    case SHARED_HERE:
        rooms_hear_person(world->rooms, w.room, w.account);
        break;
    case SHARED_THOUGHT:
        thoughts_hear(world->thoughts, w.rest);
        break;
    case SHARED_STOP:
        thoughts_hear_stop(world->thoughts, w.rest);
        break;
    case SHARED_MISSED:
        rooms_hear_missed(world->rooms);
        break;
    }
}

static void hear_missed(void *ctx) {
    const serve_shared *s = ctx;
    rooms_hear_missed(s->world->rooms);
}

/* --- what this one tells --- */

void serve_shared_ended(serve_shared *s, int64_t account, int64_t session, bool others) {
    char word[80];
    if (!s) return;
    snprintf(word, sizeof word, "end:%lld:%lld:%d", (long long)account, (long long)session, others);
    (void)store_tell(s->world->store, word, NULL);
}

/* --- limits over all processes --- */

/* No names and no addresses: a keyed hash of them. */
static void hide(const serve_shared *s, const char *key, char out[33]) {
    unsigned char hash[16];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)key, strlen(key), s->world->secret,
                       sizeof s->world->secret);
    sodium_bin2hex(out, 33, hash, sizeof hash);
}

int serve_shared_login(void *shared, const char *key, int a_minute) {
    const serve_shared *s = shared;
    char name[33];
    if (a_minute <= 0) return 0;
    hide(s, key, name);
    int64_t changed = 0;
    store_value v[] = {store_text(name), store_int(store_now_ms(s->world->store)),
                       store_int(a_minute), store_int((int64_t)a_minute * 1000)};
    store_call c = {.st = STORE_BUCKET_TAKE, .arg = v, .args = 4};
    status st = store_do(s->world->store, &c, &changed, NULL);
    /* Without the database no password can be tried either. */
    return st != ST_OK || changed == 1 ? 0 : (60 + a_minute - 1) / a_minute;
}

static void put_stream(const serve_shared *s, int64_t number, char out[64]) {
    snprintf(out, 64, "%s.%lld", store_process(s->world->store), (long long)number);
}

typedef struct extra {
    const serve_shared *s;
    char id[16][64];
    int count;
} extra;

static bool keep_extra(void *ctx, const store_value *column, int count) {
    extra *x = ctx;
    (void)count;
    if (x->count < 16 && column[0].text)
        snprintf(x->id[x->count++], sizeof x->id[0], "%s", column[0].text);
    return x->count < 16;
}

static void drop_listener(const serve_shared *s, const char *id) {
    store_value v = store_text(id);
    (void)call(s, &(store_call){.st = STORE_LISTENER_DROP, .arg = &v, .args = 1});
}

/* A session's oldest streams end where it has too many, at whatever process. */
static void stream_opened(void *ctx, int64_t number, int64_t session) {
    const serve_shared *s = ctx;
    store *data = s->world->store;
    char id[64];
    put_stream(s, number, id);
    store_value v[] = {store_text(id), store_int(session), store_text(store_process(data)),
                       store_int(store_now_ms(data))};
    (void)call(s, &(store_call){.st = STORE_LISTENER_ADD, .arg = v, .args = 4});
    extra x = {.s = s};
    store_value most[] = {store_int(session), store_int(s->world->limits.session_streams)};
    (void)store_read(data, STORE_LISTENERS_EXTRA, most, 2, keep_extra, &x, NULL);
    for (int i = 0; i < x.count; i++) {
        char word[80];
        drop_listener(s, x.id[i]);
        snprintf(word, sizeof word, "stream:%s", x.id[i]);
        hear_word(ctx, word); /* it may be one of its own */
        (void)store_tell(data, word, NULL);
    }
}

static void stream_closed(void *ctx, int64_t number) {
    char id[64];
    put_stream(ctx, number, id);
    drop_listener(ctx, id);
}

/* --- who is there --- */

static void put_person(void *ctx, const char *topic, const web_person *who) {
    text *t = ctx;
    if (text_starts(topic, "room:") && who->id)
        text_format(t, "%shere:%s:%lld", t->len ? " " : "", topic + 5, (long long)who->id);
}

/* Others learn who listens here, so that no one is taken for away who listens elsewhere. */
static void tell_people(const serve_shared *s) {
    text all = text_growing();
    streams_each_topic(s->world->streams, put_person, &all);
    char *at = all.cut ? NULL : all.at;
    while (at && *at) {
        size_t len = strlen(at);
        if (len > NOTICE_SIZE) {
            len = NOTICE_SIZE;
            while (len && at[len] != ' ') len--;
        }
        char *next = at[len] ? at + len + 1 : NULL;
        at[len] = '\0';
        (void)store_tell(s->world->store, at, NULL);
        at = next;
    }
    text_done(&all);
}

/* --- the beat --- */

/* Names of claims, each ended by NUL. */
typedef struct names {
    char at[LEFT_SIZE];
    size_t len;
} names;

static bool keep_name(void *ctx, const store_value *column, int count) {
    names *n = ctx;
    (void)count;
    size_t len = column[0].text ? strlen(column[0].text) + 1 : 0;
    if (!len || n->len + len > sizeof n->at) return true;
    memcpy(n->at + n->len, column[0].text, len);
    n->len += len;
    return true;
}

/* What this process holds is looked at: a table may have left memory since. */
static void take_up(const serve_shared *s, const names *n) {
    for (size_t at = 0; at < n->len; at += strlen(n->at + at) + 1)
        if (text_starts(n->at + at, "seat:"))
            rooms_adopt(s->world->rooms, n->at + at + 5);
        else
            thoughts_adopt(s->world->thoughts, n->at + at);
}

static void beat(const serve_shared *s, names *own) {
    store *data = s->world->store;
    int64_t now = store_now_ms(data);
    store_value me = store_text(store_process(data));
    store_value seen[] = {me, store_int(now)}, until[] = {me, store_int(now + LEASE_MS)};
    store_value old = store_int(now - GONE_MS), day = store_int(now - DAY_MS);
    store_value left[] = {me, store_int(now), store_int(now + LEASE_MS), store_int(ADOPT_AT_ONCE)};
    own->len = 0;
    (void)call(s, &(store_call){.st = STORE_PROCESS_SEEN, .arg = seen, .args = 2});
    (void)call(s, &(store_call){STORE_CLAIMS_RENEW, until, 2, keep_name, own});
    (void)call(s, &(store_call){STORE_CLAIMS_ADOPT, left, 4, keep_name, own});
    (void)call(s, &(store_call){.st = STORE_PROCESSES_DROP_OLD, .arg = &old, .args = 1});
    (void)call(s, &(store_call){.st = STORE_LISTENERS_DROP_LOST});
    (void)call(s, &(store_call){.st = STORE_CLAIMS_DROP_ENDED, .arg = seen + 1, .args = 1});
    (void)call(s, &(store_call){.st = STORE_BUCKETS_DROP_OLD, .arg = &day, .args = 1});
    take_up(s, own);
    tell_people(s);
}

static int work(void *ctx) {
    serve_shared *s = ctx;
    names own;
    mtx_lock(&s->mutex);
    while (!s->stop) {
        mtx_unlock(&s->mutex);
        if (!store_is_lost(s->world->store)) beat(s, &own);
        mtx_lock(&s->mutex);
        if (!s->stop) thread_wait_ms(&s->wake, &s->mutex, BEAT_MS);
    }
    mtx_unlock(&s->mutex);
    return 0;
}

/* --- start and stop --- */

status serve_shared_start(serve_shared **out, web_world *world, error *err) {
    *out = NULL;
    if (!store_is_shared(world->store)) return ST_OK;
    serve_shared *s = mem_alloc(sizeof *s);
    if (!s) return error_set(err, ST_NOMEM, "no memory for the server");
    s->world = world;
    mtx_init(&s->mutex, mtx_plain);
    cnd_init(&s->wake);
    store_listen(world->store, &(store_listener){hear_row, hear_word, hear_missed, s});
    streams_set_counter(world->streams, (streams_counter){stream_opened, stream_closed, s});
    s->running = thrd_create(&s->thread, work, s) == thrd_success;
    *out = s;
    return s->running ? ST_OK : error_set(err, ST_NOMEM, "no thread for the server");
}

void serve_shared_stop(serve_shared *s) {
    if (!s || !s->running) return;
    mtx_lock(&s->mutex);
    s->stop = true;
    cnd_broadcast(&s->wake);
    mtx_unlock(&s->mutex);
    thrd_join(s->thread, NULL);
    s->running = false;
    store_value me[] = {store_text(store_process(s->world->store)), store_int(0)};
    if (store_is_lost(s->world->store)) return;
    (void)call(s, &(store_call){.st = STORE_CLAIMS_RENEW, .arg = me, .args = 2}); /* now free */
    (void)call(s, &(store_call){.st = STORE_LISTENERS_DROP_ALL, .arg = me, .args = 1});
    (void)call(s, &(store_call){.st = STORE_PROCESS_DROP, .arg = me, .args = 1});
}

void serve_shared_destroy(serve_shared *s) {
    if (!s) return;
    cnd_destroy(&s->wake);
    mtx_destroy(&s->mutex);
    mem_free(s);
}
