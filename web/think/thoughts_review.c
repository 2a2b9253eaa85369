/* Reviews of complete games: event by event to those who listen, all of it into the store. */
#include <string.h>

#include "engine/notation/record.h"
#include "web/think/report_json.h"
#include "web/think/thoughts_inside.h"

enum { MAX_REVIEWS = 500 };

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
    if (!line.cut) {
        thoughts_publish(x, "review", text_string(&line), NULL);
        thoughts_spread(x, "review", text_string(&line), false);
    }
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
    if (thoughts_leaves(x)) return;
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
    thoughts_publish(x, "review", text_string(&line), NULL);
    thoughts_spread(x, "review", text_string(&line), true);
    text_done(&line);
    text_done(&body);
    thoughts_finish(x);
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
        st = thoughts_no_memory(err);
    }
    text_done(&game_text);
    text_done(&judge);
    return st;
}

/* Begins it; x is ended on failure. Takes order->game. */
static status begin(thoughts *t, thought *x, const review_order *order, error *err) {
    think_job job = {.kind = THINK_REVIEW,
                     .root = order->game,
                     .engine = order->engine,
                     .limits = order->limits,
                     .reviewed = on_event,
                     .done = on_reviewed};
    x->names = json_loads(order->names, 0, NULL);
    x->total = position_ply(order->game) - position_first_ply(order->game);
    if (thoughts_shared(t) && !x->claim)
        x->claim = json_pack("{s:s?, s:I, s:I}", "engine", order->engine, "ms",
                             (json_int_t)order->limits.movetime_ms, "nodes",
                             (json_int_t)order->limits.nodes);
    status st = thoughts_begin(t, x, &job, err);
    if (st == ST_OK) return ST_OK;
    store_review(x, "failed", "{}");
    thoughts_unclaim(x);
    thoughts_unlink(t, x);
    return st;
}

status thoughts_review(thoughts *t, const web_person *who, const review_order *order,
                       char id[THINK_ID_SIZE], error *err) {
    thought *x = thoughts_new(t, who, true);
    status st = x ? position_clone(&x->root, order->game, err) : thoughts_no_memory(err);
    if (st == ST_OK) st = add_review(t, x, order, err);
    if (st != ST_OK) {
        position_destroy(order->game);
        thoughts_drop(x);
        return st;
    }
    memcpy(id, x->id, sizeof x->id);
    return begin(t, x, order, err);
}

status thoughts_review_again(thoughts *t, thought *x, const review_order *order) {
    status st = position_clone(&x->root, order->game, NULL);
    if (st == ST_OK) return begin(t, x, order, NULL);
    position_destroy(order->game);
    thoughts_drop(x);
    return st;
}

status thoughts_review_now(thoughts *t, const web_person *who, const char *id, json_writer *w,
                           error *err) {
    (void)mtx_lock(&t->lock);
    const thought *x = thoughts_find(t, who->id, id, true);
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
    return runs ? ST_OK : thoughts_not_found("review", err);
}

status thoughts_end_review(thoughts *t, const web_person *who, const char *id, error *err) {
    return thoughts_end(t, who, id, true, err);
}
