#include "web/think/thoughts.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "engine/notation/blob.h"
#include "engine/notation/record.h"
#include "search/search_why.h"
#include "web/http/web_json.h"
#include "web/think/engine_queue.h"
#include "web/think/report_json.h"
#include "web/think/start_scenes.h"

enum { REPORT_MS = 150, MAX_FINISHED = 64, MAX_STORED = 2000, MAX_REVIEWS = 500, KEY_SIZE = 17 };

/* One analysis or review. Fields under the lock of `thoughts` are marked; the others are set
 * before its job begins and stay, or belong to the thread of the queue that works on it. */
typedef struct thought {
    struct thought *next; /* lock */
    thoughts *all;
    char id[THINK_ID_SIZE];
    char topic[THINK_ID_SIZE + 12];
    int64_t account;
    bool is_review;
    uint64_t job;  /* lock; 0: not yet */
    bool ended;    /* lock: nothing more will be said */
    bool finished; /* lock: the queue has let go of it */
    text said;     /* lock: an analysis' newest update; a review's events so far, with commas */
    size_t done, total; /* lock */

    position *root; /* of an analysis what it is about; of a review the game, at the last event */
    int seat, lines;
    bool why;
    char key[KEY_SIZE]; /* of an analysis, for the store */
    json_t *names;      /* of a review: a list */
} thought;

struct thoughts {
    web_world *world;
    mtx_t lock;
    thought *list; /* the newest first */
    start_scenes *starts;
    bool stopping;
};

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory to think");
}

static status not_found(const char *id, error *err) {
    return error_set(err, ST_NOT_FOUND, "there is no %.20s of yours", id);
}

/* --- create and destroy --- */

status thoughts_create(thoughts **out, web_world *world, error *err) {
    thoughts *t = mem_alloc(sizeof *t);
    *out = NULL;
    if (!t || mtx_init(&t->lock, mtx_plain) != thrd_success) {
        mem_free(t);
        return no_memory(err);
    }
    t->world = world;
    /* Reviews that were cut off by the end of the last server will not go on. */
    store_batch *b = store_batch_create();
    status st = store_batch_add(b, STORE_REVIEWS_CUT_OFF, NULL, 0);
    if (st == ST_OK)
        st = store_write(world->store, b, err);
    else
        store_batch_destroy(b);
    if (st == ST_OK && start_scenes_create(&t->starts, game_library_games(world->library)) != ST_OK)
        st = no_memory(err);
    if (st == ST_OK)
        *out = t;
    else
        thoughts_destroy(t);
    return st;
}

status thoughts_start_scene(thoughts *t, const game *g, text *out, error *err) {
    return start_scenes_put(t->starts, g, out, err);
}

static void thought_destroy(thought *x) {
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
        thought_destroy(x);
    }
    start_scenes_destroy(t->starts);
    mtx_destroy(&t->lock);
    mem_free(t);
}

/* --- the list: with the lock --- */

static thought *find(const thoughts *t, int64_t account, const char *id, bool is_review) {
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
            thought_destroy(x);
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

static thought *thought_create(thoughts *t, const web_person *who, bool is_review) {
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

static void unlink_thought(thoughts *t, thought *x) {
    (void)mtx_lock(&t->lock);
    thought **at = &t->list;
    while (*at != x) at = &(*at)->next;
    *at = x->next;
    (void)mtx_unlock(&t->lock);
    thought_destroy(x);
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

static void publish(const thought *x, const char *event, const char *data, const char *merge) {
    update u = {x, event, data, merge};
    streams_each(x->all->world->streams, x->topic, push, &u);
}

bool thoughts_may(thoughts *t, const web_person *who, const char *topic) {
    const char *id = strchr(topic, ':');
    if (!id || (!text_starts(topic, "analysis:") && !text_starts(topic, "review:"))) return false;
    (void)mtx_lock(&t->lock);
    bool mine = find(t, who->id, id + 1, topic[0] == 'r') != NULL;
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
    publish(x, "info", text_string(&x->said), done ? NULL : x->topic);
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

static void finish(thought *x) {
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
    finish(x);
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
    return cut ? no_memory(err) : ST_OK;
}

static bool take_text(void *ctx, const store_value *column, int count) {
    (void)count;
    text_putn(ctx, column[0].text, column[0].len);
    return false;
}

/* The job begins; x is linked before, as its callbacks may come at once. Takes job->root. */
static status begin(thoughts *t, thought *x, think_job *job, error *err) {
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
    thought *x = thought_create(t, who, false);
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
    status st = x ? make_key(x, order, err) : no_memory(err);
    if (st == ST_OK) st = position_clone(&x->root, order->root, err);
    if (st == ST_OK) {
        const store_value arg[] = {store_int(who->id), store_text(x->key)};
        st = store_read(t->world->store, STORE_ANALYSIS_READ, arg, 2, take_text, stored, err);
    }
    if (st != ST_OK) {
        position_destroy(order->root);
        thought_destroy(x);
        return st;
    }
    x->seat = order->seat;
    x->lines = order->lines;
    x->why = order->why;
    memcpy(id, x->id, sizeof x->id);
    st = begin(t, x, &job, err);
    if (st != ST_OK) unlink_thought(t, x);
    return st;
}

status thoughts_analysis(thoughts *t, const web_person *who, const char *id, text *out,
                         error *err) {
    (void)mtx_lock(&t->lock);
    const thought *x = find(t, who->id, id, false);
    if (x && x->said.len)
        text_put(out, text_string(&x->said));
    else if (x)
        text_format(out, "{\"analysis\":\"%s\",\"seat\":%d,\"lines\":[],\"done\":false}", x->id,
                    x->seat + 1);
    (void)mtx_unlock(&t->lock);
    if (!x) return not_found("analysis", err);
    return out->cut ? no_memory(err) : ST_OK;
}

static status end_thought(thoughts *t, const web_person *who, const char *id, bool is_review,
                          error *err) {
    (void)mtx_lock(&t->lock);
    const thought *x = find(t, who->id, id, is_review);
    uint64_t job = x && !x->ended ? x->job : 0;
    bool known = x && (!is_review || !x->ended);
    (void)mtx_unlock(&t->lock);
    if (job) engine_queue_stop(t->world->queue, job);
    return known ? ST_OK : not_found(is_review ? "review" : "analysis", err);
}

status thoughts_end_analysis(thoughts *t, const web_person *who, const char *id, error *err) {
    return end_thought(t, who, id, false, err);
}

/* --- reviews --- */

/* The positions around an event, from the game: the caller destroys both. */
static status moments(const position *whole, const review_event *e, position **at, position **after,
                      error *err) {
    *after = NULL;
    status st = position_clone(at, whole, err);
    if (st != ST_OK) return st;
    position_cut(*at, e->ply);
    st = position_clone(after, whole, err);
    if (st == ST_OK) position_cut(*after, e->ply + 1);
    return st;
}

static void put_event(const thought *x, const review *r, const review_event *e, text *out) {
    position *at = NULL;
    position *after = NULL;
    json_writer w = json_writer_on(out);
    if (moments(x->root, e, &at, &after, NULL) == ST_OK)
        report_json_event(&w, at, after, r, e);
    else
        out->cut = true;
    position_destroy(at);
    position_destroy(after);
}

static void on_event(void *ctx, const review *r, const review_event *last) {
    thought *x = ctx;
    text event = text_growing();
    text line = text_growing();
    put_event(x, r, last, &event);
    json_writer w = json_writer_on(&line);
    json_open(&w, '{');
    json_key(&w, "review");
    json_string(&w, x->id);
    json_key(&w, "done");
    json_int(&w, (int64_t)r->count);
    json_key(&w, "total");
    json_int(&w, (int64_t)r->total);
    json_key(&w, "event");
    json_raw(&w, event.len ? text_string(&event) : "null");
    json_close(&w, '}');
    (void)mtx_lock(&x->all->lock);
    if (event.len) text_format(&x->said, "%s%s", x->said.len ? "," : "", text_string(&event));
    x->done = r->count;
    x->total = r->total;
    (void)mtx_unlock(&x->all->lock);
    if (!line.cut) publish(x, "review", text_string(&line), NULL);
    text_done(&event);
    text_done(&line);
}

/* {"events":[…],"seats":[…],"total":…,"stopped":…} */
static void put_whole(const thought *x, const review *r, text *out) {
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    json_key(&w, "done");
    json_int(&w, (int64_t)r->count);
    json_key(&w, "total");
    json_int(&w, (int64_t)r->total);
    json_key(&w, "stopped");
    json_bool(&w, r->stopped);
    json_key(&w, "events");
    text_format(out, "[%s]", text_string(&x->said));
    w.keyed = false;
    w.comma = true;
    json_key(&w, "seats");
    const char *names[GAME_MAX_PLAYERS] = {NULL};
    for (int i = 0; i < r->players; i++)
        names[i] = json_string_value(json_array_get(x->names, (size_t)i));
    report_json_seats(&w, r, names);
    json_close(&w, '}');
    out->cut |= x->said.cut;
}

/* Why there is none. */
static void put_failure(const error *err, text *out) {
    text_clear(out);
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    json_key(&w, "problem");
    json_open(&w, '{');
    json_key(&w, "code");
    json_string(&w, status_name(err ? err->code : ST_NOMEM));
    json_key(&w, "sentence");
    json_ascii(&w, err ? err->text : "no memory for the review");
    json_close(&w, '}');
    json_close(&w, '}');
}

static void store_review(const thought *x, const char *state, const char *body) {
    store_batch *b = store_batch_create();
    const store_value arg[] = {store_text(x->id), store_text(state), store_text(body)};
    status st = store_batch_add(b, STORE_REVIEW_END, arg, 3);
    /* Waits: who hears the last event will ask for all of it. */
    if (st == ST_OK)
        (void)store_write(x->all->world->store, b, NULL);
    else
        store_batch_destroy(b);
}

static void on_reviewed(void *ctx, const char *move, const search_report *last, const review *whole,
                        const error *err) {
    thought *x = ctx;
    (void)move;
    (void)last;
    text body = text_growing();
    text line = text_growing();
    bool good = whole && whole->count && (!err || err->code == ST_STOPPED);
    if (good) put_whole(x, whole, &body);
    good = good && !body.cut;
    if (!good) put_failure(err, &body);
    store_review(x, good ? "done" : "failed", text_string(&body));
    (void)mtx_lock(&x->all->lock);
    x->ended = true; /* who asks now is told what is stored */
    (void)mtx_unlock(&x->all->lock);
    text_format(
        &line, "{\"review\":\"%s\",\"state\":\"%s\",\"done\":%zu,\"total\":%zu,\"event\":null}",
        x->id, good ? "done" : "failed", whole ? whole->count : 0, whole ? whole->total : 0);
    publish(x, "review", text_string(&line), NULL);
    text_done(&line);
    text_done(&body);
    finish(x);
}

/* "auto, 200 ms a decision" */
static void put_judge(const review_order *o, text *out) {
    text_put(out, o->engine ? o->engine : "auto");
    if (o->limits.movetime_ms > 0)
        text_format(out, ", %lld ms a decision", (long long)o->limits.movetime_ms);
    if (o->limits.nodes)
        text_format(out, ", %llu nodes a decision", (unsigned long long)o->limits.nodes);
}

static status add_review(thoughts *t, const thought *x, const review_order *o, error *err) {
    text game_text = text_growing();
    text judge = text_growing();
    record_write(o->game, &game_text);
    put_judge(o, &judge);
    const store_value arg[] = {store_text(x->id),
                               store_int(x->account),
                               store_text(o->name),
                               store_text(o->source),
                               store_text(text_string(&game_text)),
                               store_text(o->names),
                               store_text(text_string(&judge)),
                               store_text(o->origin ? o->origin : "null"),
                               store_int(think_now_ms())};
    const store_value trim[] = {store_int(x->account), store_int(MAX_REVIEWS)};
    store_batch *b = store_batch_create();
    status st =
        game_text.cut || judge.cut ? ST_NOMEM : store_batch_add(b, STORE_REVIEW_ADD, arg, 9);
    if (st == ST_OK) st = store_batch_add(b, STORE_REVIEWS_TRIM, trim, 2);
    if (st == ST_OK) {
        st = store_write(t->world->store, b, err);
    } else {
        store_batch_destroy(b);
        st = no_memory(err);
    }
    text_done(&game_text);
    text_done(&judge);
    return st;
}

status thoughts_review(thoughts *t, const web_person *who, const review_order *order,
                       char id[THINK_ID_SIZE], error *err) {
    thought *x = thought_create(t, who, true);
    think_job job = {.kind = THINK_REVIEW,
                     .root = order->game,
                     .engine = order->engine,
                     .limits = order->limits,
                     .reviewed = on_event,
                     .done = on_reviewed};
    status st = x ? position_clone(&x->root, order->game, err) : no_memory(err);
    if (st == ST_OK) st = add_review(t, x, order, err);
    if (st != ST_OK) {
        position_destroy(order->game);
        thought_destroy(x);
        return st;
    }
    x->names = json_loads(order->names, 0, NULL);
    x->total = position_ply(order->game) - position_first_ply(order->game);
    memcpy(id, x->id, sizeof x->id);
    st = begin(t, x, &job, err);
    if (st == ST_OK) return ST_OK;
    store_review(x, "failed", "{}");
    unlink_thought(t, x);
    return st;
}

status thoughts_review_now(thoughts *t, const web_person *who, const char *id, json_writer *w,
                           error *err) {
    (void)mtx_lock(&t->lock);
    const thought *x = find(t, who->id, id, true);
    bool runs = x && !x->ended;
    if (runs) {
        json_key(w, "done");
        json_int(w, (int64_t)x->done);
        json_key(w, "total");
        json_int(w, (int64_t)x->total);
        json_key(w, "events");
        text_format(w->out, "[%s]", text_string(&x->said));
        w->keyed = false;
        w->comma = true;
    }
    (void)mtx_unlock(&t->lock);
    return runs ? ST_OK : not_found("review", err);
}

status thoughts_end_review(thoughts *t, const web_person *who, const char *id, error *err) {
    return end_thought(t, who, id, true, err);
}
