/* Tables that other processes play at, too. A table in memory is a cache of its rows: rows of others
 * are put onto it as they are heard of, on the thread that writes, which also puts those of this
 * process in place; no other thread replaces a table. So all processes have the same rows in the same
 * order, and streams get events in the order of their numbers.
 *
 * Answers to a reaction have no row before they are out. Who writes one tells the others its table,
 * and they read it again. */
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "web/rooms/rooms_inside.h"

enum { LEASE_MS = 10000 };

/* --- a table as it is in the store --- */

/* Puts another state of the table in place. */
static void replace(room_entry *e, room *r, int64_t event, bool asks, int64_t since_ms) {
    mtx_lock(&e->mutex);
    room *old = e->now;
    e->now = r;
    if (event) e->event = event;
    e->touched_ms = clock_now_ms();
    if (asks) rooms_ask_again(e, since_ms);
    rooms_plan(e, clock_now_ms());
    mtx_unlock(&e->mutex);
    room_release(old);
}

/* It leaves memory as soon as it can. */
static void dismiss(rooms *all, room_entry *e) {
    atomic_store(&e->leave_ms, clock_now_ms());
    atomic_store(&e->deadline, clock_now_ms());
    rooms_kick(all, e);
}

void rooms_read_again(rooms *all, room_entry *e) {
    rooms_loaded l;
    status st = rooms_load(all, e->id, &l, NULL);
    if (st != ST_OK) {
        dismiss(all, e); /* it is gone, or the database is: who asks for it reads it then */
        return;
    }
    mtx_lock(&e->mutex);
    bool asks = l.table->rows != e->now->rows;
    mtx_unlock(&e->mutex);
    replace(e, l.table, l.event, asks && l.changed, rooms_local_ms(all, l.changed));
    rooms_kick(all, e);
}

/* --- rows of others --- */

static void note_listener(void *ctx, stream *s, const web_person *who) {
    (void)s, (void)who;
    *(bool *)ctx = true;
}

static bool is_listened_to(const rooms *all, const char *id) {
    char topic[ROOM_ID_SIZE + 8];
    text t = text_over(topic, sizeof topic);
    bool found = false;
    text_format(&t, "room:%s", id);
    if (all->world->streams) streams_each(all->world->streams, topic, note_listener, &found);
    return found;
}

/* The table with that row; NULL: it does not fit. */
static room *with_row(const room *before, const store_news *n) {
    room *r = NULL;
    room_row *row = NULL;
    if (room_copy(&r, before, NULL) != ST_OK || room_row_read(&row, n->body, NULL) != ST_OK) {
        room_release(r);
        return NULL;
    }
    row->event = n->event;
    row->account = n->account;
    row->time = n->time;
    if (n->key) row->key = mem_string(n->key);
    if (n->asked) row->asked = mem_string(n->asked);
    bool good = (!n->key || row->key) && (!n->asked || row->asked);
    if (!good) {
        room_row_release(row);
    } else if (room_put(r, row, NULL) == ST_OK) {
        return r;
    }
    room_release(r);
    return NULL;
}

/* Puts the row onto the table where it is the next one; else all of it is read. */
static void follow(rooms *all, room_entry *e, const store_news *n) {
    mtx_lock(&e->mutex);
    room *before = room_share(e->now);
    mtx_unlock(&e->mutex);
    if ((size_t)n->row == before->rows + 1) {
        room *r = with_row(before, n);
        bool asks = r && rooms_row_asks(before, r, r->row[r->rows - 1]);
        if (r)
            replace(e, r, n->event, asks, rooms_local_ms(all, n->time));
        else
            rooms_read_again(all, e);
    } else if ((size_t)n->row > before->rows) {
        rooms_read_again(all, e);
    }
    room_release(before);
}

/* What listeners here are given of it. */
static void publish(rooms *all, room_entry *e, const store_news *n) {
    rooms_commit c = {.entry = e};
    for (int i = 0; i < ROOM_VIEWS; i++) c.told[i] = text_growing();
    mtx_lock(&e->mutex);
    c.copy = room_share(e->now);
    mtx_unlock(&e->mutex);
    c.first_row = (size_t)n->row - 1;
    c.rows = 1;
    bool last = (size_t)n->row == c.copy->rows; /* an earlier one has no scene */
    if ((size_t)n->row <= c.copy->rows && (!last || rooms_prepare_events(&c, NULL) == ST_OK))
        rooms_publish(all, &c);
    for (int i = 0; i < ROOM_VIEWS; i++) text_done(&c.told[i]);
    room_release(c.copy);
}

/* In memory, or to be read for those who listen; NULL: it concerns no one here. */
static room_entry *concerned(rooms *all, const char *id, bool listened) {
    mtx_lock(&all->mutex);
    room_entry *e = rooms_find_loaded(all, id);
    for (rooms_reading *r = all->readings; r; r = r->next)
        if (strcmp(r->id, id) == 0) r->again = true;
    mtx_unlock(&all->mutex);
    if (!e && listened && rooms_find(all, id, &e, NULL) != ST_OK) e = NULL;
    return e;
}

void rooms_hear_row(rooms *all, const store_news *n) {
    bool listened = is_listened_to(all, n->room);
    room_entry *e = concerned(all, n->room, listened);
    if (!e) return;
    follow(all, e, n);
    if (listened) publish(all, e, n);
    if (all->changed) all->changed(all->changed_ctx);
    rooms_kick(all, e);
    rooms_let_go(e);
}

/* --- words of others --- */

void rooms_hear_word(rooms *all, const char *id) {
    room_entry *e = concerned(all, id, false);
    if (!e) return;
    rooms_read_again(all, e);
    rooms_let_go(e);
}

/* Words may have been missed: tables at which answers are open are read again. */
void rooms_hear_missed(rooms *all) {
    for (int i = 0; i < ROOMS_CHAINS; i++) {
        for (size_t skip = 0;; skip++) {
            mtx_lock(&all->mutex);
            room_entry *e = all->chain[i];
            for (size_t k = 0; e && k < skip; k++) e = e->next;
            if (e) rooms_take(e);
            mtx_unlock(&all->mutex);
            if (!e) break;
            mtx_lock(&e->mutex);
            bool reacts = room_rules(e->now)->traits & GAME_REACTIONS;
            mtx_unlock(&e->mutex);
            if (reacts) rooms_read_again(all, e);
            rooms_let_go(e);
        }
    }
}

/* --- engines: one process thinks for a seat --- */

static void put_name(const char *id, int seat, char *out, size_t cap) {
    text t = text_over(out, cap);
    text_format(&t, "seat:%s:%d", id, seat + 1);
}

bool rooms_claim_seat(rooms *all, room_entry *e, int seat) {
    store *s = all->world->store;
    char name[ROOM_ID_SIZE + 16];
    if (!store_is_shared(s)) return true;
    put_name(e->id, seat, name, sizeof name);
    int64_t now = store_now_ms(s), changed = 0;
    store_value v[] = {store_text(name), store_text(store_process(s)), store_int(now),
                       store_int(now + LEASE_MS), store_null()};
    store_call c = {.st = STORE_CLAIM_TAKE, .arg = v, .args = 5};
    return store_do(s, &c, &changed, NULL) == ST_OK && changed == 1;
}

static void release(rooms *all, const char *id, int seat) {
    store *s = all->world->store;
    char name[ROOM_ID_SIZE + 16];
    int64_t changed;
    put_name(id, seat, name, sizeof name);
    store_value v[] = {store_text(name), store_text(store_process(s))};
    store_call c = {.st = STORE_CLAIM_DROP, .arg = v, .args = 2};
    (void)store_do(s, &c, &changed, NULL);
}

void rooms_release_seat(rooms *all, room_entry *e, int seat) {
    release(all, e->id, seat);
}

/* "ROOM:SEAT": another process has left it. Reading the table has its engines looked at. */
void rooms_adopt(rooms *all, const char *place) {
    char id[ROOM_ID_SIZE];
    size_t len = strcspn(place, ":");
    room_entry *e;
    if (len >= sizeof id) return;
    memcpy(id, place, len);
    id[len] = '\0';
    int seat = place[len] == ':' ? place[len + 1] - '1' : -1;
    error err = {.code = ST_OK};
    if (seat < 0 || seat >= GAME_MAX_PLAYERS) return;
    if (rooms_find(all, id, &e, &err) != ST_OK) {
        if (err.code == ST_NOT_FOUND) release(all, id, seat);
        return;
    }
    mtx_lock(&e->mutex);
    e->thought[seat].claimed = true; /* it is given back where the seat is not asked any more */
    mtx_unlock(&e->mutex);
    rooms_kick(all, e);
    rooms_let_go(e);
}
