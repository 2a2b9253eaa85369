/* One thread for what no request asks for: jobs that waited for their table, flags, windows of
 * reactions that are over, engines, old tables and sessions. */
#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "web/rooms/rooms_inside.h"
#include "web/think/think_ids.h"

enum { LATER_MS = 20, CLOSE_AT_ONCE = 100, STOP_MS = 1000 };

/* --- when to look at a table --- */

void rooms_plan(room_entry *e, int64_t now_ms) {
    const room *r = e->now;
    int64_t due = atomic_load(&e->leave_ms);
    if (room_state_now(r) == ROOM_PLAYING) {
        if (r->react.asked) due = room_react_ready(r) ? now_ms : e->asked_ms + r->policy.react_ms;
        unsigned running = room_clocks_running(r);
        for (int i = 0; e->clock_ms >= 0 && i < r->base->players; i++) {
            if (!(running >> i & 1)) continue;
            int64_t flag = now_ms + r->left_ms[i] - rooms_elapsed(e, now_ms);
            if (flag < due) due = flag;
        }
        int64_t engine = rooms_engine_deadline(e);
        if (engine < due) due = engine;
    }
    atomic_store_explicit(&e->deadline, due, memory_order_relaxed);
}

/* --- what the server does at a table --- */

void rooms_submit_own(rooms *all, room_entry *e, rooms_job *j, unsigned given) {
    (void)e;
    j->given = given;
    j->checks_given = true;
    rooms_submit(all, j);
}

static status run_finish(rooms_job *j, room *r, const room_ask *q, error *err) {
    (void)j;
    return r->react.asked ? room_react_finish(r, q, err)
                          : error_set(err, ST_NOT_FOUND, "no seat is asked");
}

static status run_flag(rooms_job *j, room *r, const room_ask *q, error *err) {
    (void)j;
    return room_flag(r, q, err);
}

static status run_claim(rooms_job *j, room *r, const room_ask *q, error *err) {
    (void)j;
    return room_claim(r, q, err);
}

static status run_agree(rooms_job *j, room *r, const room_ask *q, error *err) {
    return room_agree(r, q, j->yes, err);
}

/* What has come to its time, for a table with nothing under way; no lock is held. */
typedef struct due {
    status (*run)(rooms_job *j, room *r, const room_ask *q, error *err);
    int seat;
    bool yes;
} due;

static int flagged(const room_entry *e, int64_t now_ms) {
    unsigned running = room_clocks_running(e->now);
    for (int i = 0; i < e->now->base->players; i++)
        if (running >> i & 1 && e->clock_ms >= 0 && rooms_elapsed(e, now_ms) >= e->now->left_ms[i])
            return i;
    return ROOM_NO_SEAT;
}

/* An engine whose agreement to a draw is waited for. */
static int asked_engine(const room *r) {
    if (!r->offer.open || r->offer.kind != ROW_DRAW) return ROOM_NO_SEAT;
    for (int i = 0; i < r->base->players; i++)
        if (r->seat[i].kind == ROOM_SEAT_ENGINE && !room_is_out(r, i) &&
            !(r->offer.agreed >> i & 1))
            return i;
    return ROOM_NO_SEAT;
}

/* Under e->mutex. */
static due what_is_due(const room_entry *e, int64_t now_ms) {
    const room *r = e->now;
    due d = {.seat = ROOM_NO_SEAT};
    if (room_state_now(r) != ROOM_PLAYING) return d;
    int actor = room_actor(r);
    int seat = flagged(e, now_ms);
    if (seat >= 0) return (due){run_flag, seat, false};
    bool over = now_ms >= e->asked_ms + r->policy.react_ms;
    if (r->react.asked && (over || room_react_ready(r)))
        return (due){run_finish, ROOM_NO_SEAT, false};
    if (actor >= 0 && r->seat[actor].kind == ROOM_SEAT_ENGINE &&
        game_end(room_rules(r), position_data(r->now)) == END_CLAIM)
        return (due){run_claim, actor, false};
    seat = asked_engine(r);
    if (seat >= 0) {
        double value = e->thought[seat].value;
        return (due){run_agree, seat, value >= 0 && value <= 0.5};
    }
    return d;
}

static void attend(rooms *all, room_entry *e) {
    int64_t now = clock_now_ms();
    mtx_lock(&e->mutex);
    bool busy = e->busy || e->gone;
    due d = busy ? (due){.seat = ROOM_NO_SEAT} : what_is_due(e, now);
    unsigned given = e->now->given[ROOM_VIEW_ALL];
    if (busy) atomic_store_explicit(&e->deadline, now + LATER_MS, memory_order_relaxed);
    mtx_unlock(&e->mutex);
    if (busy) return;
    if (d.run) {
        rooms_job *j = rooms_job_own(e);
        if (!j) return;
        j->run = d.run;
        j->seat = d.seat;
        j->yes = d.yes;
        rooms_submit_own(all, e, j, given);
        return;
    }
    rooms_think(all, e);
    mtx_lock(&e->mutex);
    rooms_plan(e, now);
    mtx_unlock(&e->mutex);
}

/* --- tables that rest --- */

static bool may_leave(room_entry *e, int64_t now_ms) {
    bool must = now_ms >= atomic_load(&e->leave_ms);
    if (!must && atomic_load(&e->users) > 1) return false;
    mtx_lock(&e->mutex);
    bool idle = now_ms - e->touched_ms > ROOMS_IDLE_MS && atomic_load(&e->deadline) == INT64_MAX;
    e->gone = !e->busy && !e->first && (idle || must);
    bool gone = e->gone;
    mtx_unlock(&e->mutex);
    return gone;
}

/* Under all->mutex: the tables whose time has come are kicked, those that rest leave memory. */
static void scan(rooms *all, int64_t now_ms) {
    all->next_ms = INT64_MAX;
    for (int i = 0; i < ROOMS_CHAINS; i++) {
        room_entry **at = &all->chain[i];
        while (*at) {
            room_entry *e = *at;
            int64_t due_ms = atomic_load_explicit(&e->deadline, memory_order_relaxed);
            bool leaves = now_ms >= atomic_load(&e->leave_ms);
            if (!leaves && due_ms <= now_ms &&
                MEM_GROW(all->kicked, all->kick_cap, all->kicks + 1) == ST_OK) {
                all->kicked[all->kicks++] = rooms_take(e);
                due_ms = now_ms + LATER_MS;
            }
            if (leaves) due_ms = now_ms + LATER_MS;
            if (due_ms < all->next_ms) all->next_ms = due_ms;
            if ((leaves || due_ms == INT64_MAX) && may_leave(e, now_ms)) {
                *at = e->next;
                all->open--;
                rooms_let_go(e);
            } else {
                at = &e->next;
            }
        }
    }
}

typedef struct stale {
    char id[CLOSE_AT_ONCE][ROOM_ID_SIZE];
    size_t count;
} stale;

static bool keep_stale(void *ctx, const store_value *column, int count) {
    stale *s = ctx;
    (void)count;
    if (s->count == CLOSE_AT_ONCE) return false;
    text t = text_over(s->id[s->count++], ROOM_ID_SIZE);
    text_put(&t, column[0].text ? column[0].text : "");
    return true;
}

static status run_close(rooms_job *j, room *r, const room_ask *q, error *err) {
    (void)j;
    return room_close(r, q, err);
}

/* Tables at which nothing has happened for many days. */
void rooms_close_old(rooms *all) {
    int64_t days = all->world->limits.room_days > 0 ? all->world->limits.room_days : 30;
    stale *s = mem_alloc(sizeof *s);
    if (!s) return;
    store_value arg[] = {store_int(think_now_ms() - days * 86400000), store_int(CLOSE_AT_ONCE)};
    (void)store_read(all->world->store, STORE_ROOMS_STALE, arg, 2, keep_stale, s, NULL);
    for (size_t i = 0; i < s->count; i++) {
        room_entry *e;
        if (rooms_find(all, s->id[i], &e, NULL) != ST_OK) continue;
        rooms_job *j = rooms_job_own(e);
        if (j) {
            j->run = run_close;
            rooms_submit(all, j);
        }
        rooms_let_go(e);
    }
    mem_free(s);
}

/* What is over in the store. Where it fails it is tried again an hour later. */
static void clean(rooms *all) {
    const web_world *w = all->world;
    rooms_close_old(all);
    if (w->people_drop_old) (void)w->people_drop_old(w->people, NULL);
}

/* --- the thread --- */

void rooms_worker_push(rooms *all, rooms_job *j) {
    mtx_lock(&all->mutex);
    bool late = all->stop;
    if (!late) {
        *all->last = j;
        all->last = &j->next;
        cnd_signal(&all->wake);
    }
    mtx_unlock(&all->mutex);
    if (late) rooms_refuse(all, j);
}

void rooms_kick(rooms *all, room_entry *e) {
    mtx_lock(&all->mutex);
    if (!all->stop && MEM_GROW(all->kicked, all->kick_cap, all->kicks + 1) == ST_OK) {
        all->kicked[all->kicks++] = rooms_take(e);
        cnd_signal(&all->wake);
    }
    int64_t due_ms = atomic_load_explicit(&e->deadline, memory_order_relaxed);
    if (due_ms < all->next_ms) {
        all->next_ms = due_ms;
        cnd_signal(&all->wake);
    }
    mtx_unlock(&all->mutex);
}

/* Under all->mutex. */
static rooms_job *next_job(rooms *all) {
    rooms_job *j = all->first;
    if (!j) return NULL;
    all->first = j->next;
    if (!all->first) all->last = &all->first;
    j->next = NULL;
    return j;
}

static void rest(rooms *all, int64_t now_ms) {
    int64_t until = all->clean_ms + all->clean_every_ms;
    if (all->next_ms < until) until = all->next_ms;
    int64_t ms = until - now_ms;
    if (ms > 60000) ms = 60000;
    if (ms > 0) thread_wait_ms(&all->wake, &all->mutex, (int)ms);
}

static int work(void *ctx) {
    rooms *all = ctx;
    mtx_lock(&all->mutex);
    for (;;) {
        rooms_job *j = next_job(all);
        int64_t now = clock_now_ms();
        if (j) {
            mtx_unlock(&all->mutex);
            rooms_process(all, j);
            mtx_lock(&all->mutex);
        } else if (all->stop) {
            break;
        } else if (all->kicks) {
            room_entry *e = all->kicked[--all->kicks];
            mtx_unlock(&all->mutex);
            attend(all, e);
            int64_t due_ms = atomic_load_explicit(&e->deadline, memory_order_relaxed);
            rooms_let_go(e);
            mtx_lock(&all->mutex);
            if (due_ms < all->next_ms) all->next_ms = due_ms;
        } else if (now >= all->next_ms) {
            scan(all, now);
        } else if (now - all->clean_ms >= all->clean_every_ms) {
            all->clean_ms = now;
            scan(all, now);
            mtx_unlock(&all->mutex);
            clean(all);
            mtx_lock(&all->mutex);
        } else {
            rest(all, now);
        }
    }
    mtx_unlock(&all->mutex);
    return 0;
}

status rooms_worker_start(rooms *all, error *err) {
    if (thrd_create(&all->worker, work, all) != thrd_success)
        return error_set(err, ST_NOMEM, "no thread for the tables");
    all->has_worker = true;
    return ST_OK;
}

static void stop_thinking(rooms *all) {
    mtx_lock(&all->mutex);
    room_entry **list = mem_alloc(((size_t)all->open + 1) * sizeof(room_entry *));
    size_t count = 0;
    for (int i = 0; list && i < ROOMS_CHAINS; i++)
        for (room_entry *e = all->chain[i]; e; e = e->next) list[count++] = rooms_take(e);
    mtx_unlock(&all->mutex);
    while (count > 0) {
        rooms_stop_thinking(all, list[--count]);
        rooms_let_go(list[count]);
    }
    mem_free(list);
}

void rooms_worker_stop(rooms *all) {
    if (!all->has_worker) return;
    /* What is under way comes to its end; no other comes any more. */
    for (int i = 0; i < STOP_MS / 10 && atomic_load(&all->busy); i++) {
        mtx_lock(&all->mutex);
        thread_wait_ms(&all->wake, &all->mutex, 10);
        mtx_unlock(&all->mutex);
    }
    mtx_lock(&all->mutex);
    all->stop = true;
    cnd_broadcast(&all->wake);
    mtx_unlock(&all->mutex);
    (void)thrd_join(all->worker, NULL);
    all->has_worker = false;
    stop_thinking(all);
    while (all->kicks) rooms_let_go(all->kicked[--all->kicks]);
}
