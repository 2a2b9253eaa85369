/* Engines at the table. An engine thinks about what its seat knows; its answer is an action like
 * any other, and is dropped where the table has moved on. In games with hidden hands it takes the
 * same time for every answer, so that the time says nothing about what it has to choose from. One
 * that fails is asked again, and after three failures no more: its seat is away.
 *
 * Where the table was made with engine_values, what an engine expects and its line are told while it
 * thinks, to all who look. Never with hidden hands: a search there starts from what its seat
 * knows. */
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "web/rooms/rooms_inside.h"
#include "web/think/report_json.h"

enum { MIN_RETRY_MS = 10, REPORT_MS = 200 };

/* Whether a seat is an engine's and is asked now. */
static bool is_due(const room *r, int seat) {
    return r->seat[seat].kind == ROOM_SEAT_ENGINE && !r->seat[seat].failed &&
           room_state_now(r) == ROOM_PLAYING && room_asks(r, seat);
}

static int64_t answer_ms(const room_entry *e) {
    return e->now->base->hidden ? e->asked_ms + e->all->engine_delay_ms : 0;
}

int64_t rooms_engine_deadline(const room_entry *e) {
    int64_t due = INT64_MAX;
    for (int i = 0; i < e->now->base->players; i++) {
        const room_thought *t = &e->thought[i];
        if (!is_due(e->now, i) || t->runs) continue;
        int64_t at = t->ready ? answer_ms(e) : t->retry_ms;
        if (at < due) due = at;
    }
    return due;
}

/* --- failures --- */

/* Half the time of an answer. */
static int64_t retry_at(const room_entry *e) {
    int64_t ms = e->all->engine_delay_ms / 2;
    return clock_now_ms() + (ms < MIN_RETRY_MS ? MIN_RETRY_MS : ms);
}

/* Under e->mutex. What is the server's own state, not the engine's, does not count. */
static void note_failure(room_entry *e, room_thought *t, status st) {
    t->retry_ms = retry_at(e);
    if (st != ST_STOPPED && st != ST_BUSY && st != ST_NOMEM) t->failures++;
}

/* --- thinking --- */

/* What the queue gives back. */
typedef struct thinking {
    room_entry *entry;
    int seat;
    unsigned given;
    position *root; /* to write lines with; NULL: they are not told */
} thinking;

static bool tells_values(const room *r) {
    return r->policy.engine_values && !r->base->hidden;
}

typedef struct told_values {
    const room *r;
    const char *data, *merge;
} told_values;

static void tell_one(void *ctx, stream *s, const web_person *who) {
    const told_values *t = ctx;
    if (rooms_person_may(t->r, who)) stream_push(s, 0, "info", t->data, t->merge);
}

static void put_values(const thinking *k, const room *r, const search_report *found, bool done,
                       text *out) {
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    json_key(&w, "room");
    json_string(&w, r->base->id);
    json_key(&w, "seat");
    json_int(&w, k->seat + 1);
    json_key(&w, "ply");
    json_int(&w, room_view_ply(r, ROOM_VIEW_ALL));
    report_json_lines(&w, k->root, k->seat, found, 1);
    json_key(&w, "done");
    json_bool(&w, done);
    json_close(&w, '}');
}

/* What has been found so far; nothing where the table has moved on. */
static void tell_values(const thinking *k, const search_report *found, bool done) {
    room_entry *e = k->entry;
    char topic[ROOM_ID_SIZE + 8];
    char merge[ROOM_ID_SIZE + 24];
    mtx_lock(&e->mutex);
    room *r = room_share(e->now);
    mtx_unlock(&e->mutex);
    if (k->root && tells_values(r) && r->given[ROOM_VIEW_ALL] == k->given &&
        e->all->world->streams) {
        text data = text_growing();
        text t = text_over(topic, sizeof topic);
        text m = text_over(merge, sizeof merge);
        text_format(&t, "room:%s", e->id);
        text_format(&m, "info %s %d", e->id, k->seat);
        put_values(k, r, found, done, &data);
        told_values told = {r, text_string(&data), merge};
        if (!data.cut) streams_each(e->all->world->streams, topic, tell_one, &told);
        text_done(&data);
    }
    room_release(r);
}

static void on_report(void *ctx, const search_report *found) {
    tell_values(ctx, found, false);
}

static void thought_over(void *ctx, const char *said, const search_report *last,
                         const review *whole, const error *err) {
    thinking *k = ctx;
    room_entry *e = k->entry;
    (void)whole;
    if (said && last && last->count) tell_values(k, last, true);
    mtx_lock(&e->mutex);
    room_thought *t = &e->thought[k->seat];
    t->runs = false;
    t->job = 0;
    t->ready = said && t->given == k->given;
    if (t->ready) {
        text out = text_over(t->token, sizeof t->token);
        text_put(&out, said);
    } else {
        note_failure(e, t, said ? ST_STOPPED : err ? err->code : ST_INTERNAL);
    }
    if (said && last && last->count) t->value = last->lines[0].values[k->seat];
    mtx_unlock(&e->mutex);
    rooms_kick(e->all, e);
    rooms_let_go(e);
    position_destroy(k->root);
    mem_free(k);
}

/* The time for an answer: its share of the clock, and less than the time that every answer takes. */
static search_limits limits_for(const room_entry *e, const room *r, int seat) {
    search_limits l = limits_none();
    if (room_has_clock(r)) {
        int64_t left = r->left_ms[seat] - rooms_elapsed(e, clock_now_ms());
        int64_t share = r->policy.clock.move_ms ? left / 2 : left / 40;
        share += r->policy.clock.increment_ms / 2;
        l.movetime_ms = share < 10 ? 10 : share > 5000 ? 5000 : share;
    }
    int64_t most = e->all->engine_delay_ms * 9 / 10;
    if (r->base->hidden && most >= 10 && (l.movetime_ms < 0 || l.movetime_ms > most))
        l.movetime_ms = most;
    return l;
}

static status start(rooms *all, room_entry *e, const room *r, int seat, const search_limits *l) {
    thinking *k = mem_alloc(sizeof *k);
    think_job job = {.kind = THINK_SEAT,
                     .asker = (uint64_t)(uintptr_t)e,
                     .seat = seat,
                     .engine = *r->seat[seat].engine ? r->seat[seat].engine : NULL,
                     .limits = *l,
                     .report_every_ms = tells_values(r) ? REPORT_MS : 0,
                     .report = on_report,
                     .done = thought_over,
                     .ctx = k};
    status st = k ? ST_OK : ST_NOMEM;
    if (st == ST_OK)
        st = r->base->hidden ? position_observe(&job.root, r->now, seat, NULL)
                             : position_clone(&job.root, r->now, NULL);
    position *root = NULL; /* for lines; without memory they are not told */
    if (st == ST_OK && tells_values(r)) (void)position_clone(&root, r->now, NULL);
    uint64_t id = 0;
    if (st == ST_OK) {
        *k = (thinking){rooms_take(e), seat, r->given[ROOM_VIEW_ALL], root};
        st = engine_queue_add(all->world->queue, &job, &id, NULL);
        if (st != ST_OK) rooms_let_go(e);
    }
    mtx_lock(&e->mutex);
    room_thought *t = &e->thought[seat];
    if (st == ST_OK && t->runs) t->job = id;
    if (st != ST_OK) {
        t->runs = false;
        note_failure(e, t, st);
    }
    mtx_unlock(&e->mutex);
    if (st != ST_OK) {
        position_destroy(root);
        mem_free(k);
    }
    return st;
}

static status run_act(rooms_job *j, room *r, const room_ask *q, error *err) {
    bool kept;
    return room_act(r, q, j->said, &kept, err);
}

static status run_give_up(rooms_job *j, room *r, const room_ask *q, error *err) {
    (void)j;
    return room_give_up(r, q, err);
}

/* Its action; NULL: it gives up. */
static void submit(rooms *all, room_entry *e, int seat, const char *said, unsigned given) {
    rooms_job *j = rooms_job_own(e);
    if (!j) return;
    j->seat = seat;
    j->run = said ? run_act : run_give_up;
    j->said = said ? mem_string(said) : NULL;
    if (j->said || !said)
        rooms_submit_own(all, e, j, given);
    else
        rooms_job_drop(j);
}

/* What is to be done for a seat; under e->mutex. */
typedef enum step { NOTHING, BEGIN, ANSWER, GIVE_UP, RELEASE } step;

static step next_step(room_entry *e, int seat, int64_t now_ms, uint64_t *stop) {
    room_thought *t = &e->thought[seat];
    unsigned given = e->now->given[ROOM_VIEW_ALL];
    bool asked = is_due(e->now, seat);
    if (t->given != given || !asked) {
        *stop = t->job;
        t->ready = false;
        t->retry_ms = 0;
        t->failures = 0;
        if (t->runs) return NOTHING; /* its end comes back here */
        t->given = given;
    }
    if (!asked && t->claimed && !t->runs) {
        t->claimed = false;
        return RELEASE;
    }
    if (!asked || t->runs) return NOTHING;
    if (t->ready) {
        if (now_ms < answer_ms(e)) return NOTHING;
        t->ready = false;
        note_failure(e, t, ST_ILLEGAL_ACTION); /* where it is refused after all */
        return ANSWER;
    }
    if (now_ms < t->retry_ms) return NOTHING;
    if (t->failures >= ROOMS_MAX_FAILURES) {
        t->failures = 0; /* of the next one who sits there */
        t->retry_ms = retry_at(e);
        return GIVE_UP;
    }
    t->runs = true;
    t->job = 0;
    return BEGIN;
}

/* Where another process thinks for the seat it is looked at again later: that one may end. */
static bool claim(rooms *all, room_entry *e, int seat) {
    enum { LOOK_AGAIN_MS = 1500 };
    bool mine = rooms_claim_seat(all, e, seat);
    mtx_lock(&e->mutex);
    room_thought *t = &e->thought[seat];
    t->claimed = mine && store_is_shared(all->world->store);
    if (!mine) {
        t->runs = false;
        t->retry_ms = clock_now_ms() + LOOK_AGAIN_MS;
    }
    mtx_unlock(&e->mutex);
    return mine;
}

void rooms_think(rooms *all, room_entry *e) {
    if (!all->world->queue) return;
    for (int seat = 0; seat < GAME_MAX_PLAYERS; seat++) {
        uint64_t stop = 0;
        char said[GAME_TOKEN_SIZE] = "";
        search_limits l;
        mtx_lock(&e->mutex);
        room *r = NULL;
        step s = NOTHING;
        if (seat < e->now->base->players) s = next_step(e, seat, clock_now_ms(), &stop);
        if (s == ANSWER) memcpy(said, e->thought[seat].token, sizeof said);
        if (s != NOTHING) {
            r = room_share(e->now);
            l = limits_for(e, r, seat);
        }
        mtx_unlock(&e->mutex);
        if (stop) engine_queue_stop(all->world->queue, stop);
        if (s == RELEASE) rooms_release_seat(all, e, seat);
        if (s == BEGIN && claim(all, e, seat)) (void)start(all, e, r, seat, &l);
        if (s == ANSWER) submit(all, e, seat, said, r->given[ROOM_VIEW_ALL]);
        if (s == GIVE_UP) submit(all, e, seat, NULL, r->given[ROOM_VIEW_ALL]);
        room_release(r);
    }
}

void rooms_stop_thinking(rooms *all, room_entry *e) {
    for (int i = 0; i < GAME_MAX_PLAYERS && all->world->queue; i++) {
        mtx_lock(&e->mutex);
        uint64_t job = e->thought[i].runs ? e->thought[i].job : 0;
        mtx_unlock(&e->mutex);
        if (job) engine_queue_cancel(all->world->queue, job);
    }
}
