#include "web/think/thoughts.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/notation/blob.h"
#include "search/search_why.h"
#include "web/think/report_json.h"
#include "web/think/thoughts_inside.h"

enum { REPORT_MS = 150, MAX_FINISHED = 64, MAX_STORED = 2000 };

status thoughts_not_found(const char *id, error *err) {
    return error_set(err, ST_NOT_FOUND, "there is no %.20s of yours", id);
}

/* --- create and destroy --- */

/* Reviews that were cut off by the end of the last server will not go on. */
static status end_cut_off(web_world *world, error *err) {
    store_batch *b = store_batch_create();
    status st = store_batch_add(b, STORE_REVIEWS_CUT_OFF, NULL, 0);
    if (st == ST_OK) return store_write(world->store, b, err);
    store_batch_destroy(b);
    return st;
}

status thoughts_create(thoughts **out, web_world *world, error *err) {
    thoughts *t = mem_alloc(sizeof *t);
    *out = NULL;
    if (!t || mtx_init(&t->lock, mtx_plain) != thrd_success) {
        mem_free(t);
        return thoughts_no_memory(err);
    }
    t->world = world;
    status st = store_is_shared(world->store) ? ST_OK : end_cut_off(world, err);
    if (st == ST_OK && start_scenes_create(&t->starts, game_library_games(world->library)) != ST_OK)
        st = thoughts_no_memory(err);
    if (st == ST_OK)
        *out = t;
    else
        thoughts_destroy(t);
    return st;
}

void thoughts_prepare(thoughts *t) {
    start_scenes_prepare(t->starts);
}

status thoughts_start_scene(thoughts *t, const game *g, text *out, error *err) {
    return start_scenes_put(t->starts, g, out, err);
}

void thoughts_drop(thought *x) {
    if (!x) return;
    position_destroy(x->root);
    text_done(&x->said);
    json_decref(x->names);
    mem_free(x);
}

void thoughts_stop(thoughts *t) {
    if (!t) return;
    (void)mtx_lock(&t->lock);
    t->stopping = true;
    for (thought *x = t->list; x; x = x->next)
        if (!x->finished && x->job) engine_queue_stop(t->world->queue, x->job);
    (void)mtx_unlock(&t->lock);
}

void thoughts_destroy(thoughts *t) {
    if (!t) return;
    while (t->list) {
        thought *x = t->list;
        t->list = x->next;
        thoughts_drop(x);
    }
    start_scenes_destroy(t->starts);
    mtx_destroy(&t->lock);
    mem_free(t);
}

/* --- the list: with the lock --- */

thought *thoughts_find(const thoughts *t, int64_t account, const char *id, bool is_review) {
    thought *x = t->list;
    while (x && (x->account != account || x->is_review != is_review || strcmp(x->id, id) != 0))
        x = x->next;
    return x;
}

/* Forgets the oldest of those that have ended; a review is in the store then. */
static void forget_old(thoughts *t) {
    int kept = 0;
    for (thought **at = &t->list; *at;) {
        thought *x = *at;
        bool old = x->finished && (x->is_review || ++kept > MAX_FINISHED);
        if (old) {
            *at = x->next;
            thoughts_drop(x);
        } else {
            at = &x->next;
        }
    }
}

/* The oldest of a person's that runs, where they have as many as they may. */
static uint64_t one_too_many(const thoughts *t, int64_t account, bool is_review) {
    int running = 0;
    uint64_t oldest = 0;
    for (const thought *x = t->list; x; x = x->next) {
        if (x->account != account || x->is_review != is_review || x->finished) continue;
        running++;
        if (x->job) oldest = x->job;
    }
    return running >= THOUGHTS_EACH ? oldest : 0;
}

thought *thoughts_new(thoughts *t, const web_person *who, bool is_review) {
    thought *x = mem_alloc(sizeof *x);
    if (!x) return NULL;
    x->all = t;
    x->account = who->id;
    x->is_review = is_review;
    x->said = text_growing();
    think_new_id(x->id);
    (void)snprintf(x->topic, sizeof x->topic, "%s:%s", is_review ? "review" : "analysis", x->id);
    return x;
}

static void link_thought(thoughts *t, thought *x) {
    (void)mtx_lock(&t->lock);
    forget_old(t);
    x->next = t->list;
    t->list = x;
    (void)mtx_unlock(&t->lock);
}

void thoughts_unlink(thoughts *t, thought *x) {
    (void)mtx_lock(&t->lock);
    thought **at = &t->list;
    while (*at != x) at = &(*at)->next;
    *at = x->next;
    (void)mtx_unlock(&t->lock);
    thoughts_drop(x);
}

/* --- who hears of it --- */

typedef struct update {
    const thought *x;
    const char *event, *data, *merge;
} update;

static void push(void *ctx, stream *s, const web_person *who) {
    const update *u = ctx;
    if (who->id == u->x->account) stream_push(s, 0, u->event, u->data, u->merge);
}

void thoughts_publish(const thought *x, const char *event, const char *data, const char *merge) {
    update u = {x, event, data, merge};
    streams_each(x->all->world->streams, x->topic, push, &u);
}

bool thoughts_may(thoughts *t, const web_person *who, const char *topic) {
    const char *id = strchr(topic, ':');
    if (!id || (!text_starts(topic, "analysis:") && !text_starts(topic, "review:"))) return false;
    (void)mtx_lock(&t->lock);
    bool mine = thoughts_find(t, who->id, id + 1, topic[0] == 'r') != NULL;
    (void)mtx_unlock(&t->lock);
    return mine;
}

/* --- analyses --- */

/* What is stored and pushed. */
static void put_update(const thought *x, const search_report *r, bool done, const error *failed,
                       text *out) {
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    json_key(&w, "analysis");
    json_string(&w, x->id);
    json_key(&w, "seat");
    json_int(&w, x->seat + 1);
    if (r) {
        report_json_lines(&w, x->root, x->seat, r, x->lines);
    } else {
        json_key(&w, "lines");
        json_raw(&w, "[]");
    }
    if (done && r && x->why) {
        text why = text_growing();
        if (search_why(x->root, x->seat, NULL, r, &why, NULL) == ST_OK) {
            json_key(&w, "why");
            json_ascii(&w, text_string(&why));
        }
        text_done(&why);
    }
    if (failed) {
        json_key(&w, "error");
        json_ascii(&w, failed->text);
    }
    json_key(&w, "done");
    json_bool(&w, done);
    json_close(&w, '}');
}

static void say(thought *x, text *line, bool done) {
    (void)mtx_lock(&x->all->lock);
    if (!line->cut) {
        text old = x->said;
        x->said = *line;
        *line = old;
    }
    (void)mtx_unlock(&x->all->lock);
    /* `said` changes on this thread alone, so it can be read here without the lock. */
    thoughts_publish(x, "info", text_string(&x->said), done ? NULL : x->topic);
}

static void on_report(void *ctx, const search_report *r) {
    thought *x = ctx;
    text line = text_growing();
    put_update(x, r, false, NULL, &line);
    say(x, &line, false);
    text_done(&line);
}

static void store_analysis(const thought *x) {
    web_world *world = x->all->world;
    store_batch *b = store_batch_create();
    const store_value set[] = {store_int(x->account), store_text(x->key),
                               store_text(text_string(&x->said)), store_int(think_now_ms())};
    const store_value trim[] = {store_int(x->account), store_int(MAX_STORED)};
    status st = store_batch_add(b, STORE_ANALYSIS_SET, set, 4);
    if (st == ST_OK) st = store_batch_add(b, STORE_ANALYSES_TRIM, trim, 2);
    if (st == ST_OK)
        (void)store_commit(world->store, b, NULL, NULL, NULL); /* a lost one can be asked again */
    else
        store_batch_destroy(b);
}

void thoughts_finish(thought *x) {
    (void)mtx_lock(&x->all->lock);
    x->ended = x->finished = true; /* another thread may end it from here on */
    (void)mtx_unlock(&x->all->lock);
}

static void on_analysed(void *ctx, const char *move, const search_report *last, const review *whole,
                        const error *err) {
    thought *x = ctx;
    (void)move;
    (void)whole;
    text line = text_growing();
    put_update(x, last, true, err && err->code != ST_STOPPED ? err : NULL, &line);
    if (!last && x->said.len) { /* stopped in the queue: what was said last stays */
        text_clear(&line);
        text_put(&line, text_string(&x->said));
    }
    say(x, &line, true);
    text_done(&line);
    if (last) store_analysis(x);
    thoughts_finish(x);
}

/* Of everything that the answer depends on but the time. */
static status make_key(thought *x, const analysis_order *o, error *err) {
    text asked_for = text_growing();
    blob_write(o->root, &asked_for);
    text_format(&asked_for, " %s %d %d", o->engine ? o->engine : "auto", o->lines, o->why);
    for (const char *const *e = o->only; e && *e; e++) text_format(&asked_for, " +%s", *e);
    for (const char *const *e = o->without; e && *e; e++) text_format(&asked_for, " -%s", *e);
    (void)snprintf(x->key, sizeof x->key, "%016llx",
                   (unsigned long long)hash_bytes(text_string(&asked_for), asked_for.len, 0));
    bool cut = asked_for.cut;
    text_done(&asked_for);
    return cut ? thoughts_no_memory(err) : ST_OK;
}

static bool take_text(void *ctx, const store_value *column, int count) {
    (void)count;
    text_putn(ctx, column[0].text, column[0].len);
    return false;
}

/* The job begins; x is linked before, as its callbacks may come at once. Takes job->root. */
status thoughts_begin(thoughts *t, thought *x, think_job *job, error *err) {
    (void)mtx_lock(&t->lock);
    uint64_t extra = one_too_many(t, x->account, x->is_review);
    bool stopping = t->stopping;
    (void)mtx_unlock(&t->lock);
    if (extra) engine_queue_stop(t->world->queue, extra);
    link_thought(t, x);
    if (stopping) {
        position_destroy(job->root);
        return error_set(err, ST_STOPPED, "the server stops");
    }
    job->ctx = x;
    job->asker = (uint64_t)x->account;
    uint64_t id;
    status st = engine_queue_add(t->world->queue, job, &id, err);
    (void)mtx_lock(&t->lock);
    if (st == ST_OK) x->job = id;
    (void)mtx_unlock(&t->lock);
    return st;
}

status thoughts_analyse(thoughts *t, const web_person *who, const analysis_order *order,
                        char id[THINK_ID_SIZE], text *stored, error *err) {
    thought *x = thoughts_new(t, who, false);
    think_job job = {.kind = THINK_ANALYSIS,
                     .root = order->root,
                     .seat = order->seat,
                     .engine = order->engine,
                     .limits = order->limits,
                     .threads = order->threads,
                     .lines = order->lines,
                     .only = order->only,
                     .without = order->without,
                     .report_every_ms = REPORT_MS,
                     .report = on_report,
                     .done = on_analysed};
    status st = x ? make_key(x, order, err) : thoughts_no_memory(err);
    if (st == ST_OK) st = position_clone(&x->root, order->root, err);
    if (st == ST_OK) {
        const store_value arg[] = {store_int(who->id), store_text(x->key)};
        st = store_read(t->world->store, STORE_ANALYSIS_READ, arg, 2, take_text, stored, err);
    }
    if (st != ST_OK) {
        position_destroy(order->root);
        thoughts_drop(x);
        return st;
    }
    x->seat = order->seat;
    x->lines = order->lines;
    x->why = order->why;
    memcpy(id, x->id, sizeof x->id);
    st = thoughts_begin(t, x, &job, err);
    if (st != ST_OK) thoughts_unlink(t, x);
    return st;
}

status thoughts_analysis(thoughts *t, const web_person *who, const char *id, text *out,
                         error *err) {
    (void)mtx_lock(&t->lock);
    const thought *x = thoughts_find(t, who->id, id, false);
    if (x && x->said.len)
        text_put(out, text_string(&x->said));
    else if (x)
        text_format(out, "{\"analysis\":\"%s\",\"seat\":%d,\"lines\":[],\"done\":false}", x->id,
                    x->seat + 1);
    (void)mtx_unlock(&t->lock);
    if (!x) return thoughts_not_found("analysis", err);
    return out->cut ? thoughts_no_memory(err) : ST_OK;
}

status thoughts_end(thoughts *t, const web_person *who, const char *id, bool is_review,
                    error *err) {
    (void)mtx_lock(&t->lock);
    const thought *x = thoughts_find(t, who->id, id, is_review);
    uint64_t job = x && !x->ended ? x->job : 0;
    bool known = x && (!is_review || !x->ended);
    (void)mtx_unlock(&t->lock);
    if (job) engine_queue_stop(t->world->queue, job);
    return known ? ST_OK : thoughts_not_found(is_review ? "review" : "analysis", err);
}

status thoughts_end_analysis(thoughts *t, const web_person *who, const char *id, error *err) {
    return thoughts_end(t, who, id, false, err);
}
