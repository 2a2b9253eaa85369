#include "web/rooms/rooms.h"

#include <sodium.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "web/rooms/rooms_inside.h"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the table");
}

static uint64_t system_random(void *ctx) {
    uint64_t x;
    (void)ctx;
    randombytes_buf(&x, sizeof x);
    return x;
}

/* --- create and destroy --- */

status rooms_create(rooms **out, web_world *world, error *err) {
    rooms *all = mem_alloc(sizeof *all);
    *out = NULL;
    if (!all) return no_memory(err);
    all->world = world;
    all->random = system_random;
    all->engine_delay_ms = ROOMS_ENGINE_DELAY_MS;
    all->last = &all->first;
    all->next_ms = INT64_MAX;
    all->clean_ms = clock_now_ms();
    all->clean_every_ms = ROOMS_CLEAN_MS;
    mtx_init(&all->mutex, mtx_plain);
    cnd_init(&all->wake);
    status st = rooms_worker_start(all, err);
    if (st == ST_OK)
        *out = all;
    else
        rooms_destroy(all);
    return st;
}

void rooms_set_random(rooms *all, uint64_t (*random)(void *ctx), void *ctx) {
    all->random = random;
    all->random_ctx = ctx;
}

void rooms_use_random(rooms *all, room *r) {
    r->base->random = all->random;
    r->base->random_ctx = all->random_ctx;
}

void rooms_set_engine_delay(rooms *all, int ms) {
    all->engine_delay_ms = ms;
}

void rooms_set_changed(rooms *all, void (*changed)(void *ctx), void *ctx) {
    all->changed = changed;
    all->changed_ctx = ctx;
}

void rooms_set_clean_time(rooms *all, int ms) {
    mtx_lock(&all->mutex);
    all->clean_every_ms = ms;
    cnd_signal(&all->wake);
    mtx_unlock(&all->mutex);
}

void rooms_stop(rooms *all) {
    if (all) rooms_worker_stop(all);
}

static void entry_done(room_entry *e) {
    room_release(e->now);
    mem_free(e->shown);
    mem_free(e->seen);
    mtx_destroy(&e->mutex);
    mem_free(e);
}

void rooms_destroy(rooms *all) {
    if (!all) return;
    rooms_worker_stop(all);
    rooms_unload(all);
    mem_free(all->kicked);
    cnd_destroy(&all->wake);
    mtx_destroy(&all->mutex);
    mem_free(all);
}

int rooms_open(rooms *all) {
    mtx_lock(&all->mutex);
    int open = all->open;
    mtx_unlock(&all->mutex);
    return open;
}

/* --- tables in memory --- */

static room_entry **chain_of(rooms *all, const char *id) {
    return &all->chain[hash_bytes(id, strlen(id), 0) % ROOMS_CHAINS];
}

room_entry *rooms_take(room_entry *e) {
    atomic_fetch_add_explicit(&e->users, 1, memory_order_relaxed);
    return e;
}

void rooms_let_go(room_entry *e) {
    if (e && atomic_fetch_sub_explicit(&e->users, 1, memory_order_acq_rel) == 1) entry_done(e);
}

room_entry *rooms_find_loaded(rooms *all, const char *id) {
    room_entry *e = *chain_of(all, id);
    while (e && strcmp(e->id, id) != 0) e = e->next;
    return e ? rooms_take(e) : NULL;
}

int64_t rooms_local_ms(const rooms *all, int64_t store_ms) {
    return clock_now_ms() - (store_now_ms(all->world->store) - store_ms);
}

static room_entry *make_entry(rooms *all, room *table, int64_t event) {
    room_entry *e = mem_alloc(sizeof *e);
    if (!e) return NULL;
    text id = text_over(e->id, sizeof e->id);
    text_put(&id, table->base->id);
    e->all = all;
    atomic_init(&e->users, 2); /* the list and the caller */
    atomic_init(&e->deadline, INT64_MAX);
    atomic_init(&e->leave_ms, INT64_MAX);
    mtx_init(&e->mutex, mtx_plain);
    e->now = table;
    e->event = event;
    e->last = &e->first;
    e->asked_ms = e->touched_ms = clock_now_ms();
    e->clock_ms = e->asked_ms;
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) e->thought[i].value = -1;
    return e;
}

/* Not in the list yet; takes the table. */
static room_entry *prepare_entry(rooms *all, const rooms_loaded *l) {
    room_entry *made = make_entry(all, l->table, l->event);
    if (!made) {
        room_release(l->table);
        return NULL;
    }
    /* A table of this process alone rests while it is not in memory; that of several goes on. */
    if (l->changed && store_is_shared(all->world->store)) {
        mtx_lock(&made->mutex);
        rooms_ask_again(made, rooms_local_ms(all, l->changed));
        rooms_plan(made, clock_now_ms());
        mtx_unlock(&made->mutex);
    }
    return made;
}

/* Under all->mutex: puts it into the list. Another one where another thread was quicker. */
static room_entry *link_entry(rooms *all, room_entry *made) {
    room_entry *there = rooms_find_loaded(all, made->id);
    if (there) return there;
    room_entry **chain = chain_of(all, made->id);
    made->next = *chain;
    *chain = made;
    all->open++;
    return made;
}

/* The one that is in the list now. */
static room_entry *entered(rooms *all, room_entry *made, room_entry *there) {
    if (there == made)
        rooms_kick(all, made);
    else
        entry_done(made);
    return there;
}

room_entry *rooms_enter(rooms *all, const rooms_loaded *l) {
    room_entry *made = prepare_entry(all, l);
    if (!made) return NULL;
    mtx_lock(&all->mutex);
    room_entry *there = link_entry(all, made);
    mtx_unlock(&all->mutex);
    return entered(all, made, there);
}

/* Under all->mutex. */
static void end_reading(rooms *all, rooms_reading *r) {
    rooms_reading **at = &all->readings;
    while (*at != r) at = &(*at)->next;
    *at = r->next;
}

/* Reads it until nothing was heard of it meanwhile. */
static status find_stored(rooms *all, const char *id, room_entry **out, error *err) {
    rooms_reading mark = {.id = id};
    room_entry *made = NULL, *there = NULL;
    status st = ST_OK;
    mtx_lock(&all->mutex);
    mark.next = all->readings;
    all->readings = &mark;
    while (st == ST_OK && !there) {
        mark.again = false;
        mtx_unlock(&all->mutex);
        if (made) entry_done(made);
        rooms_loaded l;
        st = rooms_load(all, id, &l, err);
        made = st == ST_OK ? prepare_entry(all, &l) : NULL;
        if (st == ST_OK && !made) st = no_memory(err);
        mtx_lock(&all->mutex);
        if (made && !mark.again) there = link_entry(all, made);
    }
    end_reading(all, &mark);
    mtx_unlock(&all->mutex);
    if (there) *out = entered(all, made, there);
    return st;
}

status rooms_find(rooms *all, const char *id, room_entry **out, error *err) {
    mtx_lock(&all->mutex);
    *out = rooms_find_loaded(all, id);
    mtx_unlock(&all->mutex);
    if (*out) return ST_OK;
    if (strlen(id) >= ROOM_ID_SIZE) return error_set(err, ST_NOT_FOUND, "there is no such table");
    return find_stored(all, id, out, err);
}

void rooms_unload(rooms *all) {
    mtx_lock(&all->mutex);
    for (int i = 0; i < ROOMS_CHAINS; i++) {
        while (all->chain[i]) {
            room_entry *e = all->chain[i];
            all->chain[i] = e->next;
            all->open--;
            rooms_let_go(e);
        }
    }
    mtx_unlock(&all->mutex);
}

/* --- what is true at the moment --- */

int64_t rooms_elapsed(const room_entry *e, int64_t now_ms) {
    return e->used_ms + (e->clock_ms >= 0 ? now_ms - e->clock_ms : 0);
}

room_present rooms_present(const room_entry *e, int64_t now_ms) {
    const room *r = e->now;
    room_present p = {
        .secret = e->all->world->secret, .event = e->event, .elapsed_ms = rooms_elapsed(e, now_ms)};
    int64_t until = e->asked_ms + r->policy.react_ms - now_ms;
    p.until_ms = until > 0 ? until : 0;
    for (int i = 0; i < r->base->players; i++) {
        p.seen_ms[i] = -1;
        p.away |= 1U << i;
        for (size_t k = 0; k < e->seens; k++) {
            if (e->seen[k].account != r->seat[i].account || !e->seen[k].account) continue;
            p.seen_ms[i] = now_ms - e->seen[k].ms;
            if (p.seen_ms[i] < ROOMS_AWAY_MS) p.away &= ~(1U << i);
        }
    }
    return p;
}

static int shown_to(const room_entry *e, int64_t session) {
    for (size_t i = 0; i < e->showns; i++)
        if (e->shown[i].session == session) return e->shown[i].seat;
    return ROOM_NO_SEAT;
}

room_viewer rooms_viewer(const room_entry *e, const room *r, const web_person *who) {
    return room_viewer_of(r, who->id, shown_to(e, who->session));
}

/* Who listens is there. */
static void note_seen(void *ctx, stream *s, const web_person *who) {
    room_entry *e = ctx;
    int64_t now = clock_now_ms();
    size_t i = 0;
    (void)s;
    mtx_lock(&e->mutex);
    while (i < e->seens && e->seen[i].account != who->id) i++;
    if (i == e->seens && MEM_GROW(e->seen, e->seen_cap, e->seens + 1) == ST_OK)
        e->seen[e->seens++].account = who->id;
    if (i < e->seens) e->seen[i].ms = now;
    mtx_unlock(&e->mutex);
}

void rooms_hear_person(rooms *all, const char *id, int64_t account) {
    mtx_lock(&all->mutex);
    room_entry *e = rooms_find_loaded(all, id);
    mtx_unlock(&all->mutex);
    if (!e) return;
    note_seen(e, NULL, &(web_person){.id = account});
    rooms_let_go(e);
}

static void look_who_is_there(room_entry *e) {
    char topic[ROOM_ID_SIZE + 8];
    text t = text_over(topic, sizeof topic);
    int64_t now = clock_now_ms();
    mtx_lock(&e->mutex);
    bool due = !e->seen_ms || now - e->seen_ms > ROOMS_SEEN_MS;
    if (due) e->seen_ms = now;
    mtx_unlock(&e->mutex);
    if (!due || !e->all->world->streams) return;
    text_format(&t, "room:%s", e->id);
    streams_each(e->all->world->streams, topic, note_seen, e);
}

/* --- reading --- */

bool rooms_person_may(const room *r, const web_person *who) {
    if (who->kind == PERSON_GUEST && strcmp(who->room, r->base->id) != 0) return false;
    return who->kind == PERSON_GUEST || room_may_look(r, who->id);
}

/* The same for streams, which must not be asked who listens while they ask. Takes the entry. */
static status look_quietly(room_entry *e, const web_person *who, room_sight *out, error *err) {
    mtx_lock(&e->mutex);
    room *r = room_share(e->now);
    out->v = rooms_viewer(e, r, who);
    out->now = rooms_present(e, clock_now_ms());
    e->touched_ms = clock_now_ms();
    mtx_unlock(&e->mutex);
    rooms_let_go(e);
    bool may = rooms_person_may(r, who);
    out->r = may ? r : NULL;
    if (may) return ST_OK;
    room_release(r);
    return error_set(err, ST_LEAK, "this table is for those who sit there");
}

status rooms_look_for(rooms *all, const char *id, const web_person *who, room_sight *out,
                      error *err) {
    room_entry *e;
    out->r = NULL;
    status st = rooms_find(all, id, &e, err);
    if (st != ST_OK) return st;
    look_who_is_there(e);
    if (who->session < 0) note_seen(e, NULL, who); /* a program does not listen, it looks */
    return look_quietly(e, who, out, err);
}

bool rooms_look(rooms *all, web_request *q, const char *id, room_sight *out) {
    error e;
    status st = rooms_look_for(all, id, &q->person, out, &e);
    if (st == ST_OK) return true;
    if (st == ST_LEAK)
        web_refuse(q, 403, "forbidden", e.text, NULL);
    else
        web_refuse_error(q, &e);
    return false;
}

bool rooms_may(void *ctx, const web_person *who, const char *topic) {
    room_sight s;
    room_entry *entry;
    if (!text_starts(topic, "room:") || rooms_find(ctx, topic + 5, &entry, NULL) != ST_OK)
        return false;
    if (look_quietly(entry, who, &s, NULL) != ST_OK) return false;
    room_release(s.r);
    return true;
}

bool rooms_tell(void *ctx, const web_person *who, const stored_event *stored, text *event,
                text *data) {
    room_entry *entry;
    room_sight s;
    room_row *row;
    if (rooms_find(ctx, stored->room, &entry, NULL) != ST_OK) return false;
    if (look_quietly(entry, who, &s, NULL) != ST_OK) return false;
    s.v = room_viewer_of(s.r, who->id, ROOM_NO_SEAT); /* several hands at one device: the public */
    bool good = room_row_read(&row, stored->body, NULL) == ST_OK;
    if (good) {
        row->event = stored->id;
        text_put(event, room_event_name(row->kind));
        rooms_event_data(s.r, row, &s.v, &s.now, data);
        room_row_release(row);
    }
    room_release(s.r);
    return good && !data->cut;
}

status rooms_position(rooms *all, const char *id, const web_person *who, int ply, position **out,
                      error *err) {
    room_sight s;
    unsigned rests = 0;
    unsigned since;
    position *cut = NULL;
    *out = NULL;
    status st = rooms_look_for(all, id, who, &s, err);
    if (st != ST_OK) return st;
    st = room_check_study(s.r, &s.v, err);
    if (st == ST_OK) st = room_ply_of_view(s.r, s.v.view, ply, &rests, &since, err);
    if (st == ST_OK) st = position_clone(&cut, s.r->now, err);
    if (st == ST_OK) {
        position_cut(cut, rests);
        if (s.v.view == ROOM_VIEW_ALL) {
            *out = cut;
            cut = NULL;
        } else {
            st = position_observe(out, cut, room_position_seat(s.v.view), err);
        }
    }
    position_destroy(cut);
    room_release(s.r);
    return st;
}

/* --- hands at one device --- */

/* Under e->mutex: the clock of a seat rests until its hand is open. */
static void set_shown(room_entry *e, int64_t session, int seat) {
    size_t i = 0;
    while (i < e->showns && e->shown[i].session != session) i++;
    if (seat == ROOM_NO_SEAT) {
        if (i < e->showns) e->shown[i] = e->shown[--e->showns];
        return;
    }
    if (i == e->showns) {
        if (MEM_GROW(e->shown, e->shown_cap, e->showns + 1) != ST_OK) return;
        e->showns++;
    }
    e->shown[i] = (room_shown){session, seat};
}

bool rooms_show(rooms *all, web_request *q, const char *id, int seat, bool on) {
    room_entry *e;
    error err;
    if (rooms_find(all, id, &e, &err) != ST_OK) {
        web_refuse_error(q, &err);
        return false;
    }
    int64_t now = clock_now_ms();
    mtx_lock(&e->mutex);
    bool own = seat < e->now->base->players && room_seats_of(e->now, q->person.id) >> seat & 1;
    if (own) {
        set_shown(e, q->person.session, on ? seat : ROOM_NO_SEAT);
        bool runs = room_clocks_running(e->now) >> seat & 1;
        if (runs && !on && e->clock_ms >= 0) {
            e->used_ms += now - e->clock_ms;
            e->clock_ms = -1;
        } else if (runs && on && e->clock_ms < 0) {
            e->clock_ms = now;
        }
        rooms_plan(e, now);
    }
    mtx_unlock(&e->mutex);
    if (own) {
        rooms_kick(all, e);
        rooms_publish_clocks(all, e);
    } else {
        web_refuse(q, 403, "forbidden", "this is not your seat", NULL);
    }
    rooms_let_go(e);
    return own;
}

/* --- people --- */

typedef struct ids {
    char (*at)[ROOM_ID_SIZE];
    size_t count, cap;
} ids;

static bool keep_id(void *ctx, const store_value *column, int count) {
    ids *l = ctx;
    (void)count;
    if (column[0].type != STORE_TEXT || MEM_GROW(l->at, l->cap, l->count + 1) != ST_OK) return true;
    text t = text_over(l->at[l->count++], ROOM_ID_SIZE);
    text_put(&t, column[0].text);
    return true;
}

static ids rooms_of(rooms *all, int64_t account) {
    ids list = {0};
    store_value who = store_int(account);
    (void)store_read(all->world->store, STORE_ROOMS_OF_ACCOUNT, &who, 1, keep_id, &list, NULL);
    return list;
}

static bool found_one(void *ctx, const store_value *column, int count) {
    (void)column;
    (void)count;
    *(bool *)ctx = true;
    return false;
}

bool rooms_invited(rooms *all, const char *id, const char *invite) {
    bool found = false;
    store_value arg[] = {store_text(id), store_text(invite)};
    return store_read(all->world->store, STORE_ROOM_INVITED, arg, 2, found_one, &found, NULL) ==
               ST_OK &&
           found;
}

void rooms_export(void *ctx, int64_t account, json_writer *w) {
    ids list = rooms_of(ctx, account);
    json_key(w, "rooms");
    json_open(w, '[');
    for (size_t i = 0; i < list.count; i++) {
        web_person who = {.id = account, .kind = PERSON_MEMBER};
        room_sight s;
        if (rooms_look_for(ctx, list.at[i], &who, &s, NULL) != ST_OK) continue;
        json_open(w, '{');
        json_key(w, "room");
        (void)room_write(s.r, &s.v, &s.now, 0, w, NULL);
        json_key(w, "log");
        room_write_log(s.r, s.v.view, 0, w);
        json_close(w, '}');
        room_release(s.r);
    }
    json_close(w, ']');
    mem_free(list.at);
}

status rooms_forget(void *ctx, int64_t account, store_batch *b) {
    static const store_statement steps[] = {STORE_SEATS_FORGET, STORE_CHATS_FORGET,
                                            STORE_SITTINGS_FORGET, STORE_EVENTS_FORGET};
    rooms *all = ctx;
    store_value who = store_int(account);
    ids list = rooms_of(all, account);
    store_value heir[] = {who, store_int(PERSON_MEMBER)};
    status st = store_batch_add(b, STORE_ROOMS_ALONE_DROP, &who, 1);
    if (st == ST_OK) st = store_batch_add(b, STORE_ROOMS_PASS_ON, heir, 2);
    for (size_t i = 0; st == ST_OK && i < sizeof steps / sizeof *steps; i++)
        st = store_batch_add(b, steps[i], &who, 1);
    if (st == ST_OK) st = store_batch_add(b, STORE_TEXTS_SWEEP, NULL, 0);
    for (size_t i = 0; st == ST_OK && i < list.count; i++) { /* at other processes */
        char word[ROOM_ID_SIZE + 8];
        text t = text_over(word, sizeof word);
        text_format(&t, "room:%s", list.at[i]);
        st = store_batch_tell(b, word);
    }
    /* What is in memory is read again when that has been written. */
    mtx_lock(&all->mutex);
    for (size_t i = 0; i < list.count; i++) {
        room_entry *e = rooms_find_loaded(all, list.at[i]);
        if (!e) continue;
        atomic_store(&e->leave_ms, clock_now_ms() + ROOMS_FORGET_MS);
        atomic_store(&e->deadline, clock_now_ms() + ROOMS_FORGET_MS);
        if (atomic_load(&e->leave_ms) < all->next_ms) all->next_ms = atomic_load(&e->leave_ms);
        rooms_let_go(e);
    }
    cnd_signal(&all->wake);
    mtx_unlock(&all->mutex);
    mem_free(list.at);
    return st;
}
