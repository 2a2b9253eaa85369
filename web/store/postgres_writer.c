/* The thread that writes to the database, and hears what other processes have written.
 *
 * A transaction begins with the row of `meta` that counts the events: who holds it writes, so that
 * the transactions of all processes come one after the other, and numbers of events become visible
 * in their order. (Numbers of a sequence do not.) Its statements are sent together, without waiting
 * for one another; where one fails all of it is done again, each batch under a savepoint of its own.
 * It ends with one NOTIFY: the newest number, and words for the others.
 *
 * After the commit the events between the last known one and the first of this transaction are
 * those of others: they are read and heard first. A NOTIFY has the same done while there is nothing
 * to write. So all is done and heard in the order of the numbers.
 *
 * A lost database: batches fail with ST_IO until it is back. Whether the last one was committed is
 * not known; if it was, its events are heard then like those of others. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "web/store/postgres_inside.h"
#include "web/store/store_notice.h"

enum {
    RETRY_MS = 250,   /* between two tries to reach the database */
    BEAT_MS = 2000,   /* an idle connection is asked for the time */
    PAGE_ROWS = 256,  /* events of others that are read at once */
    WORDS_SIZE = 7000 /* of one NOTIFY; it takes 8000 bytes */
};

struct postgres_writer {
    store *store;
    char *url;
    postgres_link *link; /* the thread's alone; NULL: lost */
    int64_t last;        /* the newest event that was done or heard of */
    atomic_bool lost;
    atomic_llong offset_ms; /* the database's clock minus this machine's monotonic one */
    int wake[2];
    bool running;
    thrd_t thread;
};

bool postgres_writer_lost(const postgres_writer *w) {
    return atomic_load(&w->lost);
}

int64_t postgres_writer_now_ms(const postgres_writer *w) {
    return clock_now_ms() + (w ? atomic_load(&w->offset_ms) : 0);
}

/* --- the database's clock --- */

/* It was read between the two moments. A short way to it and back is the better measure. */
static void note_time(postgres_writer *w, int64_t db_ms, int64_t before, int64_t after) {
    int64_t offset = db_ms - (before + after) / 2, old = atomic_load(&w->offset_ms);
    int64_t apart = offset > old ? offset - old : old - offset;
    if (apart > (after - before) / 2) atomic_store(&w->offset_ms, offset);
}

static status read_time(postgres_writer *w, error *err) {
    int64_t before = clock_now_ms(), ms = 0;
    if (!postgres_lib->PQsendQuery(w->link->db,
                                   "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint"))
        return postgres_fail(err, w->link, "the time");
    PGresult *r = postgres_only(w->link);
    bool good = postgres_status(r) == ST_OK && postgres_lib->PQntuples(r) == 1 &&
                text_i64(postgres_lib->PQgetvalue(r, 0, 0), 0, INT64_MAX / 2, &ms);
    postgres_lib->PQclear(r);
    if (!good) return postgres_fail(err, w->link, "the time");
    note_time(w, ms, before, clock_now_ms());
    return ST_OK;
}

/* --- what others have written --- */

static store_listener listener_of(postgres_writer *w) {
    mtx_lock(&w->store->line.mutex);
    store_listener l = w->store->listener;
    mtx_unlock(&w->store->line.mutex);
    return l;
}

typedef struct hearing {
    store_listener listener;
    int64_t last;
    int rows;
} hearing;

static bool hear_row(void *ctx, const store_value *c, int count) {
    hearing *h = ctx;
    store_news n = {.event = c[0].number,
                    .room = c[1].text,
                    .row = (int)c[2].number,
                    .key = c[3].text,
                    .asked = c[4].text,
                    .kind = c[5].text,
                    .account = c[6].number,
                    .body = c[7].text,
                    .time = c[8].number};
    (void)count;
    h->last = n.event;
    h->rows++;
    if (h->listener.row) h->listener.row(h->listener.ctx, &n);
    return true;
}

/* All events up to a number. False: the database is lost. */
static bool hear_upto(postgres_writer *w, int64_t upto) {
    hearing h = {.listener = listener_of(w), .rows = PAGE_ROWS};
    while (w->last < upto && h.rows == PAGE_ROWS) {
        store_value arg[] = {store_int(w->last), store_int(upto), store_int(PAGE_ROWS)};
        postgres_values v = {.arg = arg, .args = 3};
        if (postgres_prepare(w->link, STORE_EVENTS_SINCE, NULL) != ST_OK ||
            !postgres_send(w->link, STORE_EVENTS_SINCE, &v))
            return false;
        PGresult *r = postgres_only(w->link);
        if (postgres_status(r) != ST_OK) {
            postgres_lib->PQclear(r);
            return false;
        }
        /* A stream that is opened from here on is given them from the store. */
        int rows = postgres_lib->PQntuples(r);
        int64_t last = upto;
        if (rows) (void)text_i64(postgres_lib->PQgetvalue(r, rows - 1, 0), 0, INT64_MAX, &last);
        atomic_store(&w->store->newest, rows ? last : w->last);
        h.rows = 0;
        postgres_rows(r, hear_row, &h);
        postgres_lib->PQclear(r);
        w->last = rows == PAGE_ROWS ? last : upto;
    }
    return true;
}

/* Rows first: a word may be about one of them. */
static bool hear_notices(postgres_writer *w) {
    enum { KEPT = 64 };
    PGnotify *kept[KEPT];
    int count;
    do {
        store_notice notice[KEPT];
        int64_t newest = 0;
        for (count = 0; count < KEPT; count++) {
            kept[count] = postgres_lib->PQnotifies(w->link->db);
            if (!kept[count]) break;
            notice[count] = store_notice_read(kept[count]->extra);
            if (notice[count].newest > newest) newest = notice[count].newest;
        }
        store_listener l = listener_of(w);
        bool good = newest <= w->last || hear_upto(w, newest);
        for (int i = 0; i < count; i++) {
            const char *word;
            bool others = strcmp(notice[i].process, w->store->process) != 0;
            while (good && others && l.word && (word = store_notice_word(&notice[i])))
                l.word(l.ctx, word);
            postgres_lib->PQfreemem(kept[i]);
        }
        if (!good) return false;
    } while (count == KEPT);
    return true;
}

/* --- a transaction --- */

typedef struct writing {
    postgres_writer *w;
    store_batch *first;
    int64_t base, next, now; /* numbers: before this transaction, the last that was given */
    int64_t total;           /* of all steps */
    text notice;             /* for the others */
} writing;

/* The results of statements that were sent together, up to the mark. False: lost. */
static bool skip_to_mark(postgres_link *l) {
    for (int empty = 0; empty < 2;) {
        PGresult *r = postgres_result(l);
        if (!r) {
            if (postgres_link_lost(l)) return false;
            empty++;
            continue;
        }
        bool mark = postgres_lib->PQresultStatus(r) == PGRES_PIPELINE_SYNC;
        postgres_lib->PQclear(r);
        if (mark) return true;
        empty = 0;
    }
    return false;
}

static bool send_plain(postgres_link *l, const char *sql) {
    return postgres_lib->PQsendQueryParams(l->db, sql, 0, NULL, NULL, NULL, NULL, 0) == 1;
}

/* One result of a pipeline, and the NULL that ends it. */
static PGresult *piped(postgres_link *l) {
    PGresult *r = postgres_result(l);
    if (r && postgres_lib->PQresultStatus(r) != PGRES_PIPELINE_SYNC) {
        PGresult *end = postgres_result(l);
        postgres_lib->PQclear(end);
    }
    return r;
}

/* By how much each event's number is higher than the one before it. */
static bool draw_steps(writing *t) {
    t->total = 0;
    for (store_batch *b = t->first; b; b = b->next) {
        b->event_count = 0;
        for (size_t i = 0; i < b->value_count; i++) {
            if (b->values[i].type != STORE_EVENT) continue;
            if (MEM_GROW(b->events, b->event_cap, b->event_count + 1) != ST_OK) return false;
            t->total += b->events[b->event_count++] = store_next_event(0);
        }
    }
    return true;
}

/* Numbers for all events, and the time. */
static bool begin(writing *t) {
    postgres_link *l = t->w->link;
    char step[24];
    if (!draw_steps(t)) return false;
    text s = text_over(step, sizeof step);
    text_format(&s, "%lld", (long long)t->total);
    const char *value[] = {step};
    int64_t before = clock_now_ms();
    if (!send_plain(l, "BEGIN") ||
        !postgres_lib->PQsendQueryParams(
            l->db,
            "UPDATE meta SET value = (value::bigint + $1::bigint)::text "
            "WHERE name = 'event' RETURNING value::bigint, "
            "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint",
            1, NULL, value, NULL, NULL, 0) ||
        !postgres_lib->PQpipelineSync(l->db))
        return false;
    postgres_lib->PQclear(piped(l));
    PGresult *r = piped(l);
    int64_t end = 0;
    bool good = postgres_status(r) == ST_OK && postgres_lib->PQntuples(r) == 1 &&
                text_i64(postgres_lib->PQgetvalue(r, 0, 0), 0, INT64_MAX / 2, &end) &&
                text_i64(postgres_lib->PQgetvalue(r, 0, 1), 0, INT64_MAX / 2, &t->now);
    postgres_lib->PQclear(r);
    if (!skip_to_mark(l) || !good) return false;
    int64_t after = clock_now_ms();
    if (after - before < 50) note_time(t->w, t->now, before, after);
    t->base = t->next = end - t->total;
    return true;
}

/* Sends the statements of a batch. */
static bool send_batch(writing *t, store_batch *b) {
    size_t at = 0;
    for (size_t i = 0; i < b->count; i++) {
        const store_order *o = &b->orders[i];
        postgres_values v = {.arg = b->values + o->first, .args = o->args, .now = t->now};
        for (int k = 0; k < o->args; k++)
            if (v.arg[k].type == STORE_EVENT) {
                v.event = t->next += b->events[at];
                b->events[at++] = v.event;
            }
        if (!postgres_send(t->w->link, o->st, &v)) return false;
    }
    return true;
}

/* What became of them. */
static status read_batch(postgres_link *l, const store_batch *b) {
    status st = ST_OK;
    for (size_t i = 0; i < b->count; i++) {
        PGresult *r = piped(l);
        if (st == ST_OK) st = postgres_status(r);
        if (st == ST_OK && !store_order_met(&b->orders[i], postgres_changed(r))) st = ST_NOT_FOUND;
        postgres_lib->PQclear(r);
    }
    return st;
}

/* Statements that PostgreSQL does not know yet on this connection. */
static bool prepare_all(postgres_link *l, const store_batch *first) {
    for (; first; first = first->next)
        for (size_t i = 0; i < first->count; i++)
            if (postgres_prepare(l, first->orders[i].st, NULL) != ST_OK) return false;
    return true;
}

/* All at once, *failed where one did not come through. False: lost. */
static bool run_together(writing *t, bool *failed) {
    postgres_link *l = t->w->link;
    *failed = false;
    for (store_batch *b = t->first; b; b = b->next)
        if (!send_batch(t, b)) return false;
    if (!postgres_lib->PQpipelineSync(l->db)) return false;
    for (store_batch *b = t->first; b; b = b->next) *failed |= read_batch(l, b) != ST_OK;
    return skip_to_mark(l);
}

/* One after the other. */
static bool run_apart(writing *t) {
    postgres_link *l = t->w->link;
    for (store_batch *b = t->first; b; b = b->next) {
        if (!send_plain(l, "SAVEPOINT batch") || !send_batch(t, b) ||
            !postgres_lib->PQpipelineSync(l->db))
            return false;
        postgres_lib->PQclear(piped(l));
        b->st = read_batch(l, b);
        if (!skip_to_mark(l)) return false;
        bool good = b->st == ST_OK;
        if (!good) b->event_count = 0;
        if (!send_plain(l, good ? "RELEASE batch" : "ROLLBACK TO batch") ||
            !postgres_lib->PQpipelineSync(l->db))
            return false;
        PGresult *r = piped(l);
        good = postgres_status(r) == ST_OK;
        postgres_lib->PQclear(r);
        if (!skip_to_mark(l) || !good) return false;
    }
    return true;
}

/* What the others are told: too many words become one, that all may have changed. */
static void put_notice(writing *t) {
    text_format(&t->notice, "%lld %s", (long long)t->next, t->w->store->process);
    size_t head = t->notice.len;
    for (const store_batch *b = t->first; b; b = b->next)
        if (b->st == ST_OK && b->words) text_put(&t->notice, b->words);
    if (t->notice.len <= WORDS_SIZE) return;
    text_truncate(&t->notice, head);
    text_put(&t->notice, " *");
}

static bool end(writing *t) {
    postgres_link *l = t->w->link;
    put_notice(t);
    const char *value[] = {text_string(&t->notice)};
    if (t->notice.cut ||
        !postgres_lib->PQsendQueryParams(l->db, "SELECT pg_notify('kibitz', $1)", 1, NULL, value,
                                         NULL, NULL, 0) ||
        !send_plain(l, "COMMIT") || !postgres_lib->PQpipelineSync(l->db))
        return false;
    PGresult *r = piped(l);
    bool good = postgres_status(r) == ST_OK;
    postgres_lib->PQclear(r);
    r = piped(l);
    good =
        good && postgres_status(r) == ST_OK && strcmp(postgres_lib->PQcmdStatus(r), "COMMIT") == 0;
    postgres_lib->PQclear(r);
    return skip_to_mark(l) && good;
}

static bool roll_back(postgres_link *l) {
    if (!send_plain(l, "ROLLBACK") || !postgres_lib->PQpipelineSync(l->db)) return false;
    postgres_lib->PQclear(piped(l));
    return skip_to_mark(l);
}

static bool transact(writing *t) {
    bool failed;
    if (!begin(t) || !run_together(t, &failed)) return false;
    if (!failed) return end(t);
    return roll_back(t->w->link) && begin(t) && run_apart(t) && end(t);
}

/* --- lost and found --- */

static void lose(postgres_writer *w) {
    postgres_link_close(w->link);
    w->link = NULL;
    atomic_store(&w->lost, true);
}

static bool counter_row(void *ctx, const store_value *c, int count) {
    if (count) *(int64_t *)ctx = c[0].number;
    return false;
}

static status read_counter(postgres_writer *w, int64_t *out, error *err) {
    if (!postgres_lib->PQsendQuery(w->link->db,
                                   "SELECT value::bigint FROM meta WHERE name = 'event'"))
        return postgres_fail(err, w->link, "the newest event");
    PGresult *r = postgres_only(w->link);
    status st = postgres_status(r) == ST_OK ? ST_OK : postgres_fail(err, w->link, "its events");
    if (st == ST_OK) postgres_rows(r, counter_row, out);
    postgres_lib->PQclear(r);
    return st;
}

static status find(postgres_writer *w, int64_t *newest, error *err) {
    status st = postgres_link_open(&w->link, w->url, err);
    if (st == ST_OK) st = postgres_run(w->link, "SET synchronous_commit = on; LISTEN kibitz", err);
    if (st == ST_OK) st = read_counter(w, newest, err);
    if (st == ST_OK) st = read_time(w, err);
    return st;
}

/* What was missed is heard before anything is written. */
static void find_again(postgres_writer *w) {
    int64_t newest = 0;
    bool found = find(w, &newest, NULL) == ST_OK;
    if (found) atomic_store(&w->lost, false); /* who hears may read */
    if (!found || !hear_upto(w, newest)) {
        lose(w);
        return;
    }
    store_listener l = listener_of(w);
    if (l.missed) l.missed(l.ctx);
}

/* --- the thread --- */

static void fail_all(store_batch *first) {
    for (store_batch *b = first; b; b = b->next) {
        b->event_count = 0;
        b->st = ST_IO;
    }
}

/* Nothing to write: who handed them in waits for what others have written. */
static bool are_empty(const store_batch *first) {
    for (; first; first = first->next)
        if (first->count || first->words) return false;
    return true;
}

static void catch_up(postgres_writer *w, store_batch *first) {
    int64_t newest = 0;
    bool good = w->link && read_counter(w, &newest, NULL) == ST_OK && hear_upto(w, newest);
    if (!good) {
        fail_all(first);
        if (w->link) lose(w);
    }
    store_line_finish(&w->store->line, first);
}

static void write_batches(postgres_writer *w, store_batch *first) {
    writing t = {.w = w, .first = first, .notice = text_growing()};
    bool good =
        w->link && prepare_all(w->link, first) && postgres_lib->PQenterPipelineMode(w->link->db);
    if (good) good = transact(&t) && postgres_lib->PQexitPipelineMode(w->link->db);
    /* Others may have written between the last known event and these. */
    if (good && t.base > w->last) good = hear_upto(w, t.base);
    if (good) {
        if (t.next > w->last) w->last = t.next;
        atomic_store(&w->store->newest, w->last);
        w->store->commit_ms = t.now;
    } else {
        fail_all(first);
        if (w->link) lose(w);
    }
    store_line_finish(&w->store->line, first);
    text_done(&t.notice);
}

static void drain(int fd) {
    char buf[64];
    while (read(fd, buf, sizeof buf) > 0) {
    }
}

/* Until there is something to write, to hear, or to try again. */
static void rest(postgres_writer *w) {
    struct pollfd p[2] = {{.fd = w->wake[0], .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    if (w->link) p[1].fd = postgres_lib->PQsocket(w->link->db);
    int n = poll(p, 2, w->link ? BEAT_MS : RETRY_MS);
    drain(w->wake[0]);
    if (!w->link) return;
    bool heard = !p[1].revents || postgres_lib->PQconsumeInput(w->link->db);
    if (heard && n == 0) heard = read_time(w, NULL) == ST_OK;
    if (!heard) lose(w);
}

static int work(void *ctx) {
    postgres_writer *w = ctx;
    store_line *line = &w->store->line;
    int64_t tried = 0;
    for (;;) {
        store_batch *first = store_line_take(line, false);
        if (first && are_empty(first))
            catch_up(w, first);
        else if (first)
            write_batches(w, first);
        else if (store_line_stopping(line))
            return 0;
        if (w->link && !hear_notices(w)) lose(w);
        if (!first) rest(w);
        if (!w->link && clock_now_ms() - tried >= RETRY_MS) {
            tried = clock_now_ms();
            find_again(w);
        }
    }
}

static void wake(void *ctx) {
    postgres_writer *w = ctx;
    ssize_t n = write(w->wake[1], "", 1); /* full: it wakes anyway */
    (void)n;
}

status postgres_writer_start(postgres_writer **out, store *s, const char *url, error *err) {
    *out = NULL;
    postgres_writer *w = mem_alloc(sizeof *w);
    if (!w) return error_set(err, ST_NOMEM, "no memory for the store");
    w->store = s;
    w->wake[0] = w->wake[1] = -1;
    w->url = mem_string(url);
    status st = w->url ? ST_OK : error_set(err, ST_NOMEM, "no memory for the store");
    if (st == ST_OK && pipe(w->wake) != 0) st = error_set(err, ST_IO, "no pipe for the store");
    for (int i = 0; st == ST_OK && i < 2; i++)
        if (fcntl(w->wake[i], F_SETFL, O_NONBLOCK) != 0 ||
            fcntl(w->wake[i], F_SETFD, FD_CLOEXEC) != 0)
            st = error_set(err, ST_IO, "no pipe for the store");
    if (st == ST_OK) st = find(w, &w->last, err);
    if (st == ST_OK) {
        atomic_store(&s->newest, w->last);
        s->line.wake = wake;
        s->line.wake_ctx = w;
        w->running = thrd_create(&w->thread, work, w) == thrd_success;
        if (!w->running) st = error_set(err, ST_NOMEM, "no thread for the store");
    }
    if (st != ST_OK) {
        s->line.wake = NULL;
        postgres_writer_destroy(w);
        return st;
    }
    *out = w;
    return ST_OK;
}

void postgres_writer_stop(postgres_writer *w) {
    if (w->running) thrd_join(w->thread, NULL);
    w->running = false;
}

void postgres_writer_destroy(postgres_writer *w) {
    if (!w) return;
    w->store->line.wake = NULL;
    postgres_link_close(w->link);
    for (int i = 0; i < 2; i++)
        if (w->wake[i] >= 0) close(w->wake[i]);
    mem_free(w->url);
    mem_free(w);
}
