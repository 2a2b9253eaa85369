#include "web/http/stream.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"

/* A stream gives first what was missed (read from the store page by page as the reader takes it),
 * then what waits in its queue.
 *
 * What comes from the store ends at `upto`, the newest event that was committed when the stream
 * was opened; a pushed event with a number up to that is left out. Events are pushed after their
 * commit and under the lock of all streams, under which `upto` is read, too: so each event comes
 * from one of the two, and none twice.
 *
 * Locks: `all->mutex` guards the list; then `s->mutex` what a stream has. The wire is woken under
 * the second. */

enum { PAGE_BYTES = 16 << 10, PAGE_ROWS = 32, MERGE_SIZE = 64, ANSWER_BYTES = 8 << 20 };
#define NO_EVENT INT64_MAX

/* One event that waits: its bytes as they are sent. */
typedef struct piece {
    struct piece *next;
    char merge[MERGE_SIZE];
    size_t len;
    char bytes[];
} piece;

struct stream {
    stream *next;
    web_person who;
    uint64_t topic[STREAMS_MAX_TOPICS]; /* their hashes */
    char name[STREAMS_MAX_TOPICS][STREAMS_TOPIC_SIZE];
    int topics;
    stream_answer answers; /* closed NULL: it listens to topics */
    int64_t order;         /* which of a session is the oldest */
    streams_limits limits;

    /* What was missed; the reader's thread alone. */
    int64_t upto;                       /* the last that comes from the store */
    int64_t missed[STREAMS_MAX_TOPICS]; /* the next one of each topic; NO_EVENT: no more */
    int brought;                        /* how many were given */
    text page;                          /* being given */
    size_t page_taken;

    mtx_t mutex; /* guards all below */
    stream_wire wire;
    piece *first, **last;
    size_t queued;   /* bytes that wait */
    size_t taken;    /* of the first piece */
    int64_t given;   /* the highest number that was given or will come from the store */
    int64_t said_ms; /* when something was last pushed */
    bool over;       /* to be closed now */
    bool last_words; /* to be closed when all was taken */
};

struct streams {
    store *store;
    streams_limits limits;
    streams_tell tell;
    streams_may may;
    void *ctx;
    streams_counter counter;
    mtx_t mutex;
    stream *first;
    int count;
    int64_t order;
    bool stopped;
};

streams_limits streams_defaults(void) {
    return (streams_limits){
        .queue_bytes = 256 << 10, .each = 4, .missed = 1000, .comment_ms = 15000};
}

status streams_create(streams **out, store *s, streams_limits limits) {
    streams *all = *out = mem_alloc(sizeof *all);
    if (!all) return ST_NOMEM;
    all->store = s;
    all->limits = limits;
    mtx_init(&all->mutex, mtx_plain);
    return ST_OK;
}

void streams_destroy(streams *all) {
    if (!all) return;
    mtx_destroy(&all->mutex);
    mem_free(all);
}

void streams_set_tellers(streams *all, streams_tell tell, streams_may may, void *ctx) {
    all->tell = tell;
    all->may = may;
    all->ctx = ctx;
}

void streams_set_counter(streams *all, streams_counter c) {
    all->counter = c;
}

static uint64_t hash_topic(const char *topic) {
    return hash_bytes(topic, strlen(topic), 0);
}

/* --- what waits; under s->mutex --- */

static void wake(stream *s) {
    if (s->wire.wake) s->wire.wake(s->wire.ctx);
}

static void drop_pieces(stream *s) {
    while (s->first) {
        piece *p = s->first;
        s->first = p->next;
        mem_free(p);
    }
    s->last = &s->first;
    s->queued = s->taken = 0;
}

static void cut_off(stream *s) {
    drop_pieces(s);
    s->over = true;
    if (s->wire.cut) s->wire.cut(s->wire.ctx);
}

static piece *make_piece(int64_t id, const char *event, const char *data, const char *merge) {
    char head[128];
    text t = text_over(head, sizeof head);
    if (id) text_format(&t, "id: %lld\n", (long long)id);
    text_format(&t, "event: %s\ndata: ", event);
    size_t body = strlen(data), len = t.len + body + 2;
    piece *p = mem_alloc(sizeof *p + len);
    if (!p) return NULL;
    memcpy(p->bytes, head, t.len);
    memcpy(p->bytes + t.len, data, body);
    memcpy(p->bytes + t.len + body, "\n\n", 2);
    p->len = len;
    if (merge) snprintf(p->merge, sizeof p->merge, "%s", merge);
    return p;
}

/* Takes away an event that waits under this word, unless its bytes are being sent. */
static void drop_merged(stream *s, const char *merge) {
    for (piece **at = &s->first; *at; at = &(*at)->next) {
        piece *p = *at;
        if (strcmp(p->merge, merge) != 0 || (p == s->first && s->taken)) continue;
        *at = p->next;
        if (!*at) s->last = at;
        s->queued -= p->len;
        mem_free(p);
        return;
    }
}

/* Where there is no memory, or the reader is too slow, the stream ends: the reader comes back and
 * is given what it missed. */
static void append(streams_limits limits, stream *s, piece *p) {
    if (!p || s->queued + p->len > limits.queue_bytes) {
        mem_free(p);
        cut_off(s);
        return;
    }
    *s->last = p;
    s->last = &p->next;
    s->queued += p->len;
    s->said_ms = clock_now_ms();
    wake(s);
}

void stream_push(stream *s, int64_t id, const char *event, const char *data, const char *merge) {
    piece *p = make_piece(id, event, data, id ? NULL : merge);
    mtx_lock(&s->mutex);
    if (s->over || s->last_words || (id && id <= s->given)) {
        mem_free(p);
    } else {
        if (id) s->given = id;
        if (!id && merge) drop_merged(s, merge);
        append(s->limits, s, p);
    }
    mtx_unlock(&s->mutex);
}

void streams_each(streams *all, const char *topic, streams_visit each, void *ctx) {
    uint64_t hash = hash_topic(topic);
    mtx_lock(&all->mutex);
    for (stream *s = all->first; s; s = s->next)
        for (int i = 0; i < s->topics; i++)
            if (s->topic[i] == hash && strcmp(s->name[i], topic) == 0) {
                each(ctx, s, &s->who);
                break;
            }
    mtx_unlock(&all->mutex);
}

static void end_oldest(streams *all, int64_t session) {
    stream *oldest = NULL;
    int n = 0;
    for (stream *s = all->first; s; s = s->next) {
        mtx_lock(&s->mutex);
        bool open = s->who.session == session && !s->answers.closed && !s->over && !s->last_words;
        mtx_unlock(&s->mutex);
        if (!open) continue;
        n++;
        if (!oldest || s->order < oldest->order) oldest = s;
    }
    if (!oldest || n < all->limits.each) return;
    mtx_lock(&oldest->mutex);
    cut_off(oldest);
    mtx_unlock(&oldest->mutex);
}

static const char *room_of(const stream *s, int topic) {
    return text_starts(s->name[topic], "room:") ? s->name[topic] + 5 : NULL;
}

static void put_event(text *out, int64_t id, const char *event, const char *data) {
    if (id) text_format(out, "id: %lld\n", (long long)id);
    text_format(out, "event: %s\ndata: ", event);
    text_put(out, data);
    text_put(out, "\n\n");
}

/* The reader has to fetch its rooms again; what is before this number is of no use to it. */
static void put_resync(stream *s) {
    text data = text_growing();
    json_writer w = json_writer_on(&data);
    json_open(&w, '{');
    json_key(&w, "rooms");
    json_open(&w, '[');
    for (int i = 0; i < s->topics; i++) {
        if (room_of(s, i)) json_string(&w, room_of(s, i));
        s->missed[i] = NO_EVENT;
    }
    json_close(&w, ']');
    json_close(&w, '}');
    put_event(&s->page, s->upto, "resync", text_string(&data));
    text_done(&data);
}

/* --- what was missed, from the store --- */

typedef struct fetched {
    stored_event row; /* texts are ours */
    text room, kind, body;
    int64_t next; /* the number of the row after it; NO_EVENT */
    int rows;
} fetched;

static bool fetch_row(void *ctx, const store_value *column, int count) {
    fetched *f = ctx;
    if (count < 4 || column[0].type != STORE_INT) return false;
    if (f->rows++ == 0) {
        f->row.id = column[0].number;
        text_put(&f->room, column[1].text ? column[1].text : "");
        text_put(&f->kind, column[2].text ? column[2].text : "");
        text_put(&f->body, column[3].text ? column[3].text : "");
    } else {
        f->next = column[0].number;
    }
    return f->rows < 2;
}

static void fetched_done(fetched *f) {
    text_done(&f->room);
    text_done(&f->kind);
    text_done(&f->body);
}

/* The first row of a room after a number, and the number of the one after it. */
static bool fetch(streams *all, const char *room, int64_t after, fetched *f) {
    *f = (fetched){
        .room = text_growing(), .kind = text_growing(), .body = text_growing(), .next = NO_EVENT};
    store_value arg[] = {store_text(room), store_int(after), store_int(2)};
    bool good = store_read(all->store, STORE_EVENTS_AFTER, arg, 3, fetch_row, f, NULL) == ST_OK;
    f->row.room = text_string(&f->room);
    f->row.kind = text_string(&f->kind);
    f->row.body = text_string(&f->body);
    return good && !f->room.cut && !f->kind.cut && !f->body.cut;
}

static bool note_known(void *ctx, const store_value *column, int count) {
    (void)column, (void)count;
    *(bool *)ctx = true;
    return false;
}

/* Numbers are never used again: one that no row has comes from another file. One that is higher than
 * the newest here may have come by another process. (Rows of a room that is gone are gone: a resync too much does no harm.) */
static bool is_known(streams *all, int64_t event, int64_t newest) {
    if (event == 0 || event == newest) return true;
    if (event < 0) return false;
    bool known = false;
    store_value arg = store_int(event);
    return store_read(all->store, STORE_EVENT_KNOWN, &arg, 1, note_known, &known, NULL) == ST_OK &&
           known;
}

/* Where what was missed begins. */
static void set_missed(streams *all, stream *s, int64_t after) {
    for (int i = 0; i < s->topics; i++) s->missed[i] = NO_EVENT;
    if (after == -1) return;
    if (!is_known(all, after, s->upto)) {
        mtx_lock(&s->mutex);
        if (s->given > s->upto) s->given = s->upto; /* it is no number of ours */
        mtx_unlock(&s->mutex);
        put_resync(s);
        return;
    }
    bool good = true;
    for (int i = 0; good && i < s->topics && after < s->upto; i++) {
        if (!room_of(s, i)) continue;
        fetched f;
        good = fetch(all, room_of(s, i), after, &f);
        if (good && f.rows) s->missed[i] = f.row.id;
        fetched_done(&f);
    }
    if (!good) put_resync(s);
}

static void bring(streams *all, stream *s, const stored_event *row) {
    text event = text_growing(), data = text_growing();
    if (all->tell && all->tell(all->ctx, &s->who, row, &event, &data)) {
        put_event(&s->page, row->id, text_string(&event), text_string(&data));
        s->brought++;
    }
    text_done(&event);
    text_done(&data);
}

/* The next page: rows of all rooms in the order of their numbers. False: there is none. */
static bool next_page(streams *all, stream *s) {
    text_clear(&s->page);
    s->page_taken = 0;
    for (int rows = 0; rows < PAGE_ROWS && s->page.len < PAGE_BYTES;) {
        int best = -1;
        for (int i = 0; i < s->topics; i++)
            if (s->missed[i] <= s->upto && (best < 0 || s->missed[i] < s->missed[best])) best = i;
        if (best < 0) break;
        if (s->brought >= s->limits.missed) {
            put_resync(s);
            break;
        }
        fetched f;
        bool good = fetch(all, room_of(s, best), s->missed[best] - 1, &f);
        if (good && f.rows && f.row.id <= s->upto) bring(all, s, &f.row);
        s->missed[best] = good && f.rows ? f.next : NO_EVENT;
        fetched_done(&f);
        if (!good) put_resync(s);
        rows++;
        /* A page of rows that this person is not given is no end. */
        if (rows == PAGE_ROWS && !s->page.len) rows = 0;
    }
    return s->page.len > 0;
}

/* --- open and close --- */

static void add_topic(streams *all, stream *s, const char *topic) {
    if (s->topics == STREAMS_MAX_TOPICS || strlen(topic) >= STREAMS_TOPIC_SIZE) return;
    if (all->may && !all->may(all->ctx, &s->who, topic)) return;
    snprintf(s->name[s->topics], STREAMS_TOPIC_SIZE, "%s", topic);
    s->topic[s->topics++] = hash_topic(topic);
}

static stream *make_stream(const streams *all, const web_person *who) {
    stream *s = mem_alloc(sizeof *s);
    if (!s) return NULL;
    s->who = *who;
    s->limits = all->limits;
    s->last = &s->first;
    s->page = text_growing();
    s->said_ms = clock_now_ms();
    mtx_init(&s->mutex, mtx_plain);
    return s;
}

/* Under all->mutex. */
static void enter(streams *all, stream *s) {
    s->order = ++all->order;
    s->next = all->first;
    all->first = s;
    all->count++;
    if (all->stopped) s->last_words = true;
}

stream *streams_open_answer(streams *all, const web_person *who, stream_answer a) {
    stream *s = make_stream(all, who);
    if (!s) return NULL;
    s->answers = a;
    s->limits.queue_bytes = ANSWER_BYTES;
    mtx_lock(&all->mutex);
    enter(all, s);
    mtx_unlock(&all->mutex);
    return s;
}

void stream_end(stream *s) {
    mtx_lock(&s->mutex);
    s->last_words = true;
    wake(s);
    mtx_unlock(&s->mutex);
}

stream *streams_open(streams *all, const web_person *who, const char *const *topics, int count,
                     int64_t after) {
    stream *s = make_stream(all, who);
    if (!s) return NULL;
    for (int i = 0; i < count; i++) add_topic(all, s, topics[i]);
    mtx_lock(&all->mutex);
    end_oldest(all, who->session);
    s->upto = store_newest_event(all->store);
    if (after != -1) s->given = after > s->upto && after != WEB_EVENT_UNKNOWN ? after : s->upto;
    enter(all, s);
    int64_t number = s->order;
    mtx_unlock(&all->mutex);
    set_missed(all, s, after);
    if (all->counter.opened) all->counter.opened(all->counter.ctx, number, who->session);
    return s;
}

void stream_attach(stream *s, stream_wire wire) {
    mtx_lock(&s->mutex);
    s->wire = wire;
    mtx_unlock(&s->mutex);
}

void streams_close(streams *all, stream *s) {
    if (!s) return;
    mtx_lock(&all->mutex);
    stream **at = &all->first;
    while (*at != s) at = &(*at)->next;
    *at = s->next;
    all->count--;
    mtx_unlock(&all->mutex);
    if (s->answers.closed)
        s->answers.closed(s->answers.ctx);
    else if (all->counter.closed)
        all->counter.closed(all->counter.ctx, s->order);
    drop_pieces(s);
    text_done(&s->page);
    mtx_destroy(&s->mutex);
    mem_free(s);
}

/* --- reading --- */

static int64_t take_page(stream *s, char *buf, size_t max) {
    size_t left = s->page.len - s->page_taken, n = left < max ? left : max;
    memcpy(buf, s->page.at + s->page_taken, n);
    s->page_taken += n;
    return (int64_t)n;
}

static int64_t take_queued(stream *s, char *buf, size_t max) {
    size_t given = 0;
    while (s->first && given < max) {
        piece *p = s->first;
        size_t left = p->len - s->taken, n = left < max - given ? left : max - given;
        memcpy(buf + given, p->bytes + s->taken, n);
        given += n;
        s->taken += n;
        if (s->taken < p->len) break;
        s->first = p->next;
        if (!s->first) s->last = &s->first;
        s->queued -= p->len;
        s->taken = 0;
        mem_free(p);
    }
    return (int64_t)given;
}

int64_t stream_take(streams *all, stream *s, char *buf, size_t max) {
    if (stream_is_over(s)) return -1;
    if (s->page_taken < s->page.len || next_page(all, s)) return take_page(s, buf, max);
    mtx_lock(&s->mutex);
    int64_t n = s->over ? -1 : take_queued(s, buf, max);
    if (n == 0 && s->last_words) n = -1;
    mtx_unlock(&s->mutex);
    return n;
}

bool stream_is_over(stream *s) {
    mtx_lock(&s->mutex);
    bool over = s->over;
    mtx_unlock(&s->mutex);
    return over;
}

/* --- for all of them --- */

static piece *comment(void) {
    static const char line[] = ": still here\n\n";
    piece *p = mem_alloc(sizeof *p + sizeof line);
    if (!p) return NULL;
    p->len = sizeof line - 1;
    memcpy(p->bytes, line, p->len);
    snprintf(p->merge, sizeof p->merge, ":");
    return p;
}

void streams_tick(streams *all, int64_t now_ms) {
    mtx_lock(&all->mutex);
    for (stream *s = all->first; s; s = s->next) {
        mtx_lock(&s->mutex);
        if (!s->over && !s->last_words && now_ms - s->said_ms >= all->limits.comment_ms) {
            drop_merged(s, ":");
            append(s->limits, s, comment());
        }
        mtx_unlock(&s->mutex);
    }
    mtx_unlock(&all->mutex);
}

void streams_stop(streams *all) {
    mtx_lock(&all->mutex);
    all->stopped = true;
    for (stream *s = all->first; s; s = s->next) {
        mtx_lock(&s->mutex);
        if (!s->over && !s->last_words) {
            if (!s->answers.closed) append(s->limits, s, make_piece(0, "bye", "{}", NULL));
            s->last_words = true;
            wake(s);
        }
        mtx_unlock(&s->mutex);
    }
    mtx_unlock(&all->mutex);
}

void streams_end(streams *all, int64_t account, int64_t session, bool others) {
    mtx_lock(&all->mutex);
    for (stream *s = all->first; s; s = s->next) {
        bool own = s->who.id == account && (s->who.session == session) != others;
        mtx_lock(&s->mutex);
        if (own && !s->over) cut_off(s);
        mtx_unlock(&s->mutex);
    }
    mtx_unlock(&all->mutex);
}

void streams_end_number(streams *all, int64_t number) {
    mtx_lock(&all->mutex);
    for (stream *s = all->first; s; s = s->next) {
        if (s->order != number) continue;
        mtx_lock(&s->mutex);
        if (!s->over) cut_off(s);
        mtx_unlock(&s->mutex);
    }
    mtx_unlock(&all->mutex);
}

int streams_count(streams *all) {
    mtx_lock(&all->mutex);
    int n = all->count;
    mtx_unlock(&all->mutex);
    return n;
}

/* --- GET /events --- */

typedef struct topic_list {
    char name[STREAMS_MAX_TOPICS][STREAMS_TOPIC_SIZE];
    const char *at[STREAMS_MAX_TOPICS];
    int count;
} topic_list;

/* "a,b,c" becomes room:a, room:b, room:c. */
static bool add_list(topic_list *l, const char *kind, const char *ids) {
    while (ids && *ids) {
        size_t len = strcspn(ids, ",");
        if (len) {
            if (l->count == STREAMS_MAX_TOPICS || len + strlen(kind) + 1 >= STREAMS_TOPIC_SIZE)
                return false;
            snprintf(l->name[l->count], STREAMS_TOPIC_SIZE, "%s:%.*s", kind, (int)len, ids);
            l->at[l->count] = l->name[l->count];
            l->count++;
        }
        ids += len + (ids[len] == ',');
    }
    return true;
}

void streams_answer(streams *all, web_request *q) {
    topic_list l = {.count = 0};
    if (!add_list(&l, "room", web_query(q, "rooms", 0)) ||
        !add_list(&l, "analysis", web_query(q, "analyses", 0)) ||
        !add_list(&l, "review", web_query(q, "reviews", 0))) {
        web_refuse(q, 422, status_name(ST_BAD_VALUE),
                   "a stream listens to at most 64 rooms, analyses and reviews", NULL);
        return;
    }
    q->stream = streams_open(all, &q->person, l.at, l.count, q->last_event);
    q->type = "text/event-stream";
    if (!q->stream) web_refuse(q, 503, status_name(ST_NOMEM), "no memory for a stream", NULL);
}
