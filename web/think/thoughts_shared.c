/* Analyses and reviews at several processes on one database. Each is a claim that its process renews;
 * a process that ends leaves its claims to another, which begins them again under the same names. What
 * is said of one is kept with the claim, from where the others give it to those who listen there.
 *
 * An analysis of a game of a person's own text is not begun again: its position names no game of the
 * program. */
#include <limits.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/notation/blob.h"
#include "engine/notation/record.h"
#include "web/think/own_games.h"
#include "web/think/thoughts_inside.h"

enum { LEASE_MS = 10000, SPREAD_MS = 400, STAYS_MS = 60000, WORD_SIZE = 64, MAX_WORDS = 256 };

bool thoughts_shared(const thoughts *t) {
    return store_is_shared(t->world->store);
}

static status call(const thoughts *t, store_statement st, const store_value *arg, int args) {
    int64_t changed;
    return store_do(t->world->store, &(store_call){.st = st, .arg = arg, .args = args}, &changed,
                    NULL);
}

static void tell(const thoughts *t, const char *what, const char *topic) {
    char word[WORD_SIZE];
    text out = text_over(word, sizeof word);
    text_format(&out, "%s:%s", what, topic);
    if (!out.cut) (void)store_tell(t->world->store, word, NULL);
}

/* --- claims --- */

static bool end_extra(void *ctx, const store_value *column, int count) {
    thoughts *t = ctx;
    (void)count;
    if (!column[0].text) return true;
    thoughts_hear_stop(t, column[0].text);
    tell(t, "stop", column[0].text);
    return true;
}

void thoughts_claim(thought *x) {
    if (!x->claim) return;
    thoughts *t = x->all;
    store *s = t->world->store;
    char *body = json_dumps(x->claim, JSON_COMPACT);
    int64_t now = store_now_ms(s);
    const store_value v[] = {store_text(x->topic),  store_text(store_process(s)),
                             store_int(now),        store_int(now + LEASE_MS),
                             store_int(x->account), store_text(body)};
    if (body) (void)call(t, STORE_CLAIM_TAKE, v, 6);
    web_json_free(body);
    const store_value extra[] = {store_int(x->account),
                                 store_text(x->is_review ? "review:" : "analysis:"),
                                 store_int(THOUGHTS_EACH)};
    (void)store_read(s, STORE_CLAIMS_EXTRA, extra, 3, end_extra, t, NULL);
}

void thoughts_unclaim(const thought *x) {
    if (!x->claim) return;
    store *s = x->all->world->store;
    const store_value v[] = {store_text(x->topic), store_text(store_process(s)),
                             store_int(store_now_ms(s) + STAYS_MS)};
    (void)call(x->all, STORE_CLAIM_END, v, 3);
}

/* --- what is said --- */

void thoughts_spread(thought *x, const char *event, const char *data, bool last) {
    int64_t now = clock_now_ms();
    if (!x->claim || (!last && now - x->claim_ms < SPREAD_MS)) return;
    x->claim_ms = now;
    text said = text_growing();
    text_format(&said, "%s ", event);
    text_put(&said, data);
    const store_value v[] = {store_text(x->topic), store_text(store_process(x->all->world->store)),
                             store_text(text_string(&said))};
    if (!said.cut && call(x->all, STORE_CLAIM_SAID, v, 3) == ST_OK)
        tell(x->all, "thought", x->topic);
    text_done(&said);
}

typedef struct found {
    bool there;
    int64_t account;
    text body, said;
} found;

static bool take_claim(void *ctx, const store_value *column, int count) {
    found *f = ctx;
    (void)count;
    f->there = true;
    f->account = column[0].number;
    if (column[1].text) text_put(&f->body, column[1].text);
    if (column[2].text) text_put(&f->said, column[2].text);
    return false;
}

/* Ended by found_done(). */
static bool find(const thoughts *t, const char *topic, found *f) {
    *f = (found){.body = text_growing(), .said = text_growing()};
    store_value name = store_text(topic);
    (void)store_read(t->world->store, STORE_CLAIM_READ, &name, 1, take_claim, f, NULL);
    return f->there && !f->body.cut && !f->said.cut;
}

static void found_done(found *f) {
    text_done(&f->body);
    text_done(&f->said);
}

status thoughts_said_elsewhere(thoughts *t, int64_t account, const char *topic, text *out) {
    found f;
    if (!thoughts_shared(t)) return ST_NOT_FOUND;
    bool mine = find(t, topic, &f) && f.account == account;
    const char *data = strchr(text_string(&f.said), ' ');
    if (mine && out) {
        if (data)
            text_put(out, data + 1);
        else
            text_format(out, "{\"analysis\":\"%s\",\"lines\":[],\"done\":false}",
                        strchr(topic, ':') + 1);
    }
    found_done(&f);
    return mine ? ST_OK : ST_NOT_FOUND;
}

bool thoughts_stop_elsewhere(thoughts *t, int64_t account, const char *topic) {
    if (thoughts_said_elsewhere(t, account, topic, NULL) != ST_OK) return false;
    tell(t, "stop", topic);
    return true;
}

typedef struct relay {
    int64_t account;
    const char *event, *data, *merge;
    bool heard;
} relay;

static void pass_on(void *ctx, stream *s, const web_person *who) {
    relay *r = ctx;
    r->heard = true;
    if (r->event && who->id == r->account) stream_push(s, 0, r->event, r->data, r->merge);
}

void thoughts_hear(thoughts *t, const char *topic) {
    relay r = {.heard = false};
    streams_each(t->world->streams, topic, pass_on, &r);
    if (!r.heard) return;
    found f;
    if (find(t, topic, &f) && f.said.at) {
        char *space = strchr(f.said.at, ' ');
        if (space) {
            *space = '\0';
            r = (relay){.account = f.account, .event = f.said.at, .data = space + 1};
            if (strcmp(r.event, "info") == 0) r.merge = topic;
            streams_each(t->world->streams, topic, pass_on, &r);
        }
    }
    found_done(&f);
}

void thoughts_hear_stop(thoughts *t, const char *topic) {
    const char *id = strchr(topic, ':');
    (void)mtx_lock(&t->lock);
    uint64_t job = 0;
    for (const thought *x = t->list; id && x; x = x->next)
        if (strcmp(x->topic, topic) == 0 && !x->ended) job = x->job;
    (void)mtx_unlock(&t->lock);
    if (job) engine_queue_stop(t->world->queue, job);
}

/* --- left by another process --- */

static json_t *list_json(const char *const *word) {
    json_t *list = json_array();
    for (; word && *word; word++) (void)json_array_append_new(list, json_pack("s", *word));
    return list;
}

json_t *thoughts_order_json(const analysis_order *o) {
    text blob = text_growing();
    blob_write(o->root, &blob);
    json_t *j = json_pack("{s:s, s:i, s:s?, s:I, s:I, s:I, s:i, s:i, s:b, s:o?, s:o?}", "position",
                          text_string(&blob), "seat", o->seat, "engine", o->engine, "ms",
                          (json_int_t)o->limits.movetime_ms, "nodes", (json_int_t)o->limits.nodes,
                          "depth", (json_int_t)o->limits.depth, "lines", o->lines, "threads",
                          o->threads, "why", o->why, "only", o->only ? list_json(o->only) : NULL,
                          "without", o->without ? list_json(o->without) : NULL);
    text_done(&blob);
    return j;
}

static search_limits limits_of(const json_t *j) {
    search_limits l = limits_none();
    l.movetime_ms = json_integer_value(json_object_get(j, "ms"));
    l.nodes = (uint64_t)json_integer_value(json_object_get(j, "nodes"));
    l.depth = (unsigned)json_integer_value(json_object_get(j, "depth"));
    return l;
}

/* Words of a list, which stay as long as it; NULL: there is none. */
static const char *const *words_of(const json_t *list, const char *buf[MAX_WORDS + 1]) {
    size_t n = json_array_size(list);
    if (!json_is_array(list) || n > MAX_WORDS) return NULL;
    for (size_t i = 0; i < n; i++) {
        buf[i] = json_string_value(json_array_get(list, i));
        if (!buf[i]) return NULL;
    }
    buf[n] = NULL;
    return buf;
}

static thought *made(thoughts *t, const found *f, const char *topic, json_t *claim) {
    const char *id = strchr(topic, ':') + 1;
    thought *x = thoughts_new(t, &(web_person){.id = f->account}, topic[0] == 'r');
    if (!x || strlen(id) >= sizeof x->id) {
        thoughts_drop(x);
        return NULL;
    }
    memcpy(x->id, id, strlen(id) + 1);
    text name = text_over(x->topic, sizeof x->topic);
    text_put(&name, topic);
    x->claim = json_incref(claim);
    return x;
}

static status analyse_again(thoughts *t, const found *f, const char *topic, json_t *j) {
    const char *only[MAX_WORDS + 1], *without[MAX_WORDS + 1];
    const char *blob = json_string_value(json_object_get(j, "position"));
    analysis_order o = {.seat = (int)json_integer_value(json_object_get(j, "seat")),
                        .engine = json_string_value(json_object_get(j, "engine")),
                        .limits = limits_of(j),
                        .lines = (int)json_integer_value(json_object_get(j, "lines")),
                        .threads = (int)json_integer_value(json_object_get(j, "threads")),
                        .only = words_of(json_object_get(j, "only"), only),
                        .without = words_of(json_object_get(j, "without"), without),
                        .why = json_is_true(json_object_get(j, "why"))};
    game_list games = game_library_games(t->world->library);
    if (!blob || blob_read_closed(&o.root, games, blob, NULL) != ST_OK) return ST_BAD_STATE;
    thought *x = made(t, f, topic, j);
    if (x) return thoughts_begin_order(t, x, &o);
    position_destroy(o.root);
    return ST_NOMEM;
}

/* What the store has of a review. */
typedef struct stored_review {
    bool runs;
    text game, source, record, names;
} stored_review;

static bool take_review(void *ctx, const store_value *c, int count) {
    stored_review *r = ctx;
    (void)count;
    r->runs = c[0].text && strcmp(c[0].text, "running") == 0;
    text *into[] = {&r->game, &r->source, &r->record, &r->names};
    for (int i = 0; i < 4; i++)
        if (c[i + 1].text) text_put(into[i], c[i + 1].text);
    return false;
}

static status replay(const thoughts *t, const stored_review *r, position **out) {
    own_game own = {0};
    record rec = {0};
    const char *name = text_string(&r->game);
    const char *plain = strchr(name, '/') ? strchr(name, '/') + 1 : name;
    game_list games = game_library_games(t->world->library);
    const game *g = game_find(games, name);
    status st = ST_OK;
    if (r->source.len) {
        diags *d = mem_alloc(sizeof *d);
        st = d ? own_game_read(&own, t->world, plain, text_string(&r->source), d, NULL) : ST_NOMEM;
        mem_free(d);
        games = own.list;
        g = own.game;
    }
    if (st == ST_OK) st = record_read(&rec, text_string(&r->record), r->record.len, NULL);
    rec.closed = rec.force = true;
    if (st == ST_OK) st = record_replay(out, &rec, games, g, UINT_MAX, NULL);
    record_done(&rec);
    own_game_done(&own);
    return st;
}

static status review_again(thoughts *t, const found *f, const char *topic, json_t *j) {
    stored_review r = {.game = text_growing(),
                       .source = text_growing(),
                       .record = text_growing(),
                       .names = text_growing()};
    const store_value arg[] = {store_text(strchr(topic, ':') + 1), store_int(f->account)};
    position *end = NULL;
    (void)store_read(t->world->store, STORE_REVIEW_READ, arg, 2, take_review, &r, NULL);
    status st = r.runs ? replay(t, &r, &end) : ST_NOT_FOUND;
    if (st == ST_OK) {
        review_order o = {.game = end,
                          .engine = json_string_value(json_object_get(j, "engine")),
                          .limits = limits_of(j),
                          .names = text_string(&r.names)};
        thought *x = made(t, f, topic, j);
        st = x ? thoughts_review_again(t, x, &o) : ST_NOMEM;
        if (!x) position_destroy(end);
    }
    text_done(&r.game);
    text_done(&r.source);
    text_done(&r.record);
    text_done(&r.names);
    return st;
}

static bool runs_here(thoughts *t, const char *topic) {
    (void)mtx_lock(&t->lock);
    const thought *x = t->list;
    while (x && strcmp(x->topic, topic) != 0) x = x->next;
    bool runs = x && !x->finished;
    bool stopping = t->stopping;
    (void)mtx_unlock(&t->lock);
    return runs || stopping;
}

/* What cannot be begun again is over. */
static void give_up(thoughts *t, const char *topic) {
    const store_value v[] = {store_text(topic), store_text(store_process(t->world->store))};
    if (text_starts(topic, "review:")) {
        const store_value end[] = {store_text(strchr(topic, ':') + 1), store_text("failed"),
                                   store_text("{}")};
        (void)call(t, STORE_REVIEW_END, end, 3);
    }
    (void)call(t, STORE_CLAIM_DROP, v, 2);
}

void thoughts_adopt(thoughts *t, const char *topic) {
    bool is_review = text_starts(topic, "review:");
    if ((!is_review && !text_starts(topic, "analysis:")) || runs_here(t, topic)) return;
    found f;
    bool there = find(t, topic, &f);
    json_t *j = there ? json_loads(text_string(&f.body), 0, NULL) : NULL;
    status st = !j          ? ST_BAD_STATE
                : is_review ? review_again(t, &f, topic, j)
                            : analyse_again(t, &f, topic, j);
    if (there && st != ST_OK && st != ST_NOMEM) give_up(t, topic);
    json_decref(j);
    found_done(&f);
}
