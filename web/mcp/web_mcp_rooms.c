/* Tables of assistants are rooms: what they may see and do there, and when, is what web/rooms says.
 * Handles are stored as hashes, and work with the token alone that they were given to. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "mcp/mcp_back.h"
#include "web/mcp/web_mcp_inside.h"
#include "web/rooms/rooms_job.h"

enum { SLICE_MS = 100, AGAIN_MS = 1000, TRIES = 5 };

/* --- handles --- */

void web_mcp_hash_handle(const char *handle, char out[WEB_MCP_HASH_SIZE]) {
    unsigned char hash[crypto_generichash_BYTES];
    (void)crypto_generichash(hash, sizeof hash, (const unsigned char *)handle, strlen(handle), NULL,
                             0);
    (void)sodium_bin2hex(out, WEB_MCP_HASH_SIZE, hash, sizeof hash);
}

static status unknown_handle(error *err) {
    return error_set(err, ST_NOT_FOUND,
                     "no table has this handle: new_table gives one for each seat, and close_table "
                     "ends it");
}

/* What a handle stands for. */
typedef struct place {
    char room[ROOM_ID_SIZE];
    int seat;  /* from 0; ROOM_NO_SEAT: it watches */
    bool open; /* nothing is hidden from it, while no other person sits there */
    bool found;
    unsigned mine; /* all seats that this token plays there */
} place;

static bool take_place(void *ctx, const store_value *column, int count) {
    place *p = ctx;
    if (count < 3 || !column[0].text) return false;
    (void)snprintf(p->room, sizeof p->room, "%s", column[0].text);
    p->seat = (int)column[1].number - 1;
    p->open = column[2].number != 0;
    p->found = true;
    return false;
}

static bool take_seat(void *ctx, const store_value *column, int count) {
    place *p = ctx;
    if (count && column[0].number > 0 && column[0].number <= GAME_MAX_PLAYERS)
        p->mine |= 1U << (column[0].number - 1);
    return true;
}

static status find_place(const web_mcp_line *l, const char *handle, place *out, error *err) {
    char hash[WEB_MCP_HASH_SIZE];
    store *s = l->all->world->store;
    *out = (place){.seat = ROOM_NO_SEAT};
    if (strlen(handle) != MCP_HANDLE_SIZE - 1) return unknown_handle(err);
    web_mcp_hash_handle(handle, hash);
    store_value arg[] = {store_text(hash), store_int(l->token)};
    status st = store_read(s, STORE_HANDLE_FIND, arg, 2, take_place, out, err);
    if (st != ST_OK) return st;
    if (!out->found) return unknown_handle(err);
    store_value at[] = {store_int(l->token), store_text(out->room)};
    return store_read(s, STORE_HANDLES_AT, at, 2, take_seat, out, err);
}

/* --- a table as a handle sees it --- */

typedef struct sight {
    place where;
    room_sight s;  /* s.r is released by sight_done() */
    int view;      /* of rows: what the seat was given */
    bool open;     /* nothing is hidden from the caller */
    bool sees_all; /* the same, or the game is over, or nothing is hidden in it */
} sight;

static void sight_done(sight *x) {
    room_release(x->s.r);
    x->s.r = NULL;
}

/* No other person sits there, or may come. */
static bool is_alone(const room *r, int64_t account) {
    for (int i = 0; i < r->base->players; i++) {
        const room_seat *s = &r->seat[i];
        if (s->kind == ROOM_SEAT_OPEN) return false;
        if (s->kind == ROOM_SEAT_PERSON && s->account != account) return false;
    }
    return true;
}

static bool is_over(const room *r) {
    return r->started && room_is_over(r);
}

static status look_from(const web_mcp_line *l, const place *where, sight *out, error *err) {
    *out = (sight){.where = *where, .view = ROOM_VIEW_PUBLIC};
    status st = rooms_look_for(l->all->world->rooms, where->room, &l->who, &out->s, err);
    if (st != ST_OK) return st;
    const room *r = out->s.r;
    int seat = out->where.seat;
    if (r->closed) st = unknown_handle(err);
    if (st == ST_OK && seat >= 0 && !(room_seats_of(r, l->who.id) >> seat & 1))
        st = error_set(err, ST_WRONG_SEAT, "seat %d is not yours any more", seat + 1);
    if (st != ST_OK) {
        sight_done(out);
        return st;
    }
    out->view = room_view_of_seat(r, seat);
    out->open = out->where.open && is_alone(r, l->who.id);
    out->sees_all = !r->base->hidden || is_over(r) || out->open;
    return ST_OK;
}

static status look_at(const web_mcp_line *l, const char *handle, sight *out, error *err) {
    place where;
    status st = find_place(l, handle, &where, err);
    *out = (sight){.view = ROOM_VIEW_PUBLIC};
    return st == ST_OK ? look_from(l, &where, out, err) : st;
}

/* Grows with everything that the seat was given: rows that show it nothing count for nothing. */
static int64_t at_of(const sight *x) {
    const room *r = x->s.r;
    int64_t n = 0;
    for (size_t i = 0; i < r->rows; i++) {
        const room_row *row = r->row[i];
        if (!room_row_moves(row) || !row->told) continue;
        bool plays = row->kind == ROW_ACT || row->kind == ROW_REROLL;
        n += plays ? (int64_t)row->told[x->view].count : 1;
    }
    return n;
}

static status check_at(const sight *x, int64_t at, error *err) {
    int64_t now = at_of(x);
    return at == now ? ST_OK
                     : error_set(err, ST_BUSY,
                                 "stale: `at` is %lld, but the table is at %lld now; look says "
                                 "what has happened, nothing was done",
                                 (long long)at, (long long)now);
}

/* --- looking --- */

static void note_free(const web_mcp_line *l, const room *r, text *out) {
    int free = 0;
    text_put(out, "Waiting for people: seat");
    for (int i = 0; i < r->base->players; i++)
        if (r->seat[i].kind == ROOM_SEAT_OPEN) text_format(out, "%s %d", free++ ? "," : "", i + 1);
    text_format(out, " %s free, at %s/#/join/%s/%s", free > 1 ? "are" : "is", l->all->url,
                r->base->id, r->base->invite);
}

static void note_end(const room *r, text *out) {
    int seat = r->end.seat + 1;
    switch (r->end.kind) {
    case ROW_RESIGN:
        text_format(out, "The game is over: seat %d resigned.", seat);
        break;
    case ROW_FLAG:
        text_format(out, "The game is over: seat %d ran out of time.", seat);
        break;
    case ROW_CLAIM:
        text_format(out, "The game is over: seat %d has claimed the end (%s).", seat,
                    game_ending(room_rules(r), position_data(r->now)));
        break;
    default:
        text_put(out, "The game is over: a draw was agreed.");
        break;
    }
}

static void note_offer(const sight *x, text *out) {
    const room_offer *o = &x->s.r->offer;
    const char *what = o->kind == ROW_DRAW   ? "offers a draw"
                       : o->kind == ROW_UNDO ? "asks to take back"
                                             : "asks to roll again";
    if (!o->open) return;
    if (x->where.mine >> o->seat & 1)
        text_put(out, "You asked to take back: the others have to agree.");
    else
        text_format(out, "Seat %d %s: %s.", o->seat + 1, what,
                    o->kind == ROW_UNDO ? "undo agrees, an action declines" : "an action declines");
}

/* Why the seat is not asked, whatever the position says. */
static void write_note(const web_mcp_line *l, const sight *x, mcp_seen *out) {
    const room *r = x->s.r;
    int seat = x->where.seat;
    text note = text_over(out->note, sizeof out->note);
    room_state state = room_state_now(r);
    out->idle = true;
    if (r->end.ended)
        note_end(r, &note);
    else if (state == ROOM_OPEN)
        note_free(l, r, &note);
    else if (state == ROOM_PAUSED)
        text_put(&note, "The game is paused.");
    else if (r->react.asked && seat >= 0 && r->react.asked >> seat & 1 && !room_asks(r, seat))
        text_put(&note, "Your answer is in: the others have not all answered.");
    else
        out->idle = false;
    if (!out->idle) note_offer(x, &note);
}

/* What happened since the seat's last action, as that seat knows it. */
static status list_since(const sight *x, happened_list *out, error *err) {
    const position *p = x->s.r->now;
    unsigned from = position_ply(x->s.r->base->start);
    unsigned last;
    int eyes = x->open ? SEAT_ALL : room_position_seat(x->view);
    status st = ST_OK;
    if (x->where.seat >= 0 && mcp_last_action(p, x->where.seat, &last) && last + 1 > from)
        from = last + 1;
    for (unsigned i = from; st == ST_OK && i < position_ply(p); i++)
        st = happened_at_ply(p, i, eyes, out, err);
    if (st == ST_OK && out->cut) st = error_set(err, ST_NOMEM, "no memory for the table");
    return st;
}

static status see_table(const web_mcp_line *l, const sight *x, mcp_seen *out, error *err) {
    const room *r = x->s.r;
    int seat = x->where.seat >= 0 ? x->where.seat : SEAT_PUBLIC;
    /* All are asked at the same time: who has to answer sees its own question. */
    bool reacts = r->base->hidden && r->react.asked && room_asks(r, x->where.seat);
    bool all = x->sees_all && !reacts;
    *out = (mcp_seen){.seat = seat,
                      .eyes = all ? SEAT_ALL : seat,
                      .at = at_of(x),
                      .hidden = r->base->hidden,
                      .open = x->open,
                      .over = is_over(r)};
    happened_init(&out->since, NULL);
    write_note(l, x, out);
    status st = all ? position_clone(&out->now, r->now, err)
                    : position_observe(&out->now, r->now, seat, err);
    if (st == ST_OK) st = list_since(x, &out->since, err);
    if (st != ST_OK) mcp_seen_done(out);
    return st;
}

static status see(void *self, const char *handle, mcp_seen *out, error *err) {
    sight x;
    *out = (mcp_seen){0};
    status st = look_at(self, handle, &x, err);
    if (st != ST_OK) return st;
    st = see_table(self, &x, out, err);
    sight_done(&x);
    return st;
}

/* --- waiting --- */

void web_mcp_rooms_changed(void *ctx) {
    web_mcp *m = ctx;
    (void)mtx_lock(&m->wait);
    (void)cnd_broadcast(&m->changed);
    (void)mtx_unlock(&m->wait);
}

/* Whether the caller has something to do: one of its seats is asked, or it is over. */
static bool is_ready(const sight *x) {
    const room *r = x->s.r;
    if (r->closed || is_over(r)) return true;
    if (room_state_now(r) != ROOM_PLAYING) return false;
    for (int i = 0; i < r->base->players; i++)
        if (x->where.mine >> i & 1 && room_asks(r, i)) return true;
    return false;
}

static status wait_for(web_mcp_line *l, const char *handle, const mcp_wait *w, error *err) {
    web_mcp *m = l->all;
    place where = {.seat = ROOM_NO_SEAT};
    int64_t found_ms = 0;
    for (;;) {
        sight x;
        status st = ST_OK;
        /* The token may be revoked meanwhile, and its handles with it. */
        if (!where.found || clock_now_ms() - found_ms > AGAIN_MS) {
            st = find_place(l, handle, &where, err);
            found_ms = clock_now_ms();
        }
        if (st == ST_OK) st = look_from(l, &where, &x, err);
        if (st != ST_OK) return st;
        bool ready = is_ready(&x);
        sight_done(&x);
        if (ready || clock_now_ms() >= w->until_ms) return ST_OK;
        if (mcp_call_stopped(w->call)) return error_set(err, ST_STOPPED, "the call was cancelled");
        (void)mtx_lock(&m->wait);
        thread_wait_ms(&m->changed, &m->wait, SLICE_MS);
        (void)mtx_unlock(&m->wait);
    }
}

static status wait_table(void *self, const char *handle, const mcp_wait *w, error *err) {
    return wait_for(self, handle, w, err);
}

/* --- changes, as jobs of the room --- */

typedef struct errand {
    unsigned needs;
    const char *said; /* a token; NULL: none */
    status (*run)(rooms_job *j, room *r, const room_ask *q, error *err);
} errand;

static bool fill_job(rooms_job *j, const web_mcp_line *l, const sight *x, const errand *e) {
    j->needs = e->needs;
    j->run = e->run;
    j->seat = x->where.seat;
    room_at(x->s.r, is_over(x->s.r) ? ROOM_VIEW_ALL : x->view, l->all->world->secret, j->at);
    return !e->said || (j->said = mem_string(e->said)) != NULL;
}

/* ST_BUSY: the table has moved on since it was looked at. */
static status submit(const web_mcp_line *l, const sight *x, const errand *e, error *err) {
    rooms *all = l->all->world->rooms;
    web_mcp_ask a;
    web_mcp_ask_init(&a, &l->who);
    rooms_job *j = rooms_job_create(all, &a.q, x->where.room);
    if (j && fill_job(j, l, x, e)) {
        rooms_submit(all, j);
    } else if (j) {
        rooms_job_drop(j);
        web_refuse(&a.q, 503, status_name(ST_NOMEM), "no memory for the table", NULL);
    }
    status st = web_mcp_ask_wait(&a, err);
    web_mcp_ask_done(&a);
    return st;
}

static status needs_seat(const sight *x, error *err) {
    return x->where.seat >= 0
               ? ST_OK
               : error_set(err, ST_WRONG_SEAT, "this handle only watches: it has no seat");
}

static status run_act(rooms_job *j, room *r, const room_ask *q, error *err) {
    bool kept;
    return room_act(r, q, j->said, &kept, err);
}

/* The event that the caller chooses at this table; once. */
static status choose_event(web_mcp_line *l, const sight *x, const mcp_act *a, text *event,
                           error *err) {
    mcp_seen seen;
    if (event->len) return ST_OK;
    status st = see_table(l, x, &seen, err);
    if (st != ST_OK) return st;
    st = a->choose(a->ctx, &seen, event, err);
    mcp_seen_done(&seen);
    if (st == ST_OK && event->cut) st = error_set(err, ST_BAD_VALUE, "the action is too long");
    return st;
}

static status act(void *self, const mcp_act *a, const mcp_wait *w, error *err) {
    web_mcp_line *l = self;
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    status st = ST_BUSY;
    /* What the seat is not given may happen meanwhile: then it was asked all the same. */
    for (int i = 0; i < TRIES && st == ST_BUSY; i++) {
        sight x;
        st = look_at(l, a->handle, &x, err);
        if (st != ST_OK) return st;
        st = needs_seat(&x, err);
        if (st == ST_OK && check_at(&x, a->at, err) != ST_OK) {
            sight_done(&x);
            return ST_BUSY;
        }
        if (st == ST_OK) st = choose_event(l, &x, a, &event, err);
        if (st == ST_OK)
            st = submit(l, &x, &(errand){JOB_SEAT | JOB_AT | JOB_ACT, buf, run_act}, err);
        sight_done(&x);
    }
    return st == ST_OK ? wait_for(l, a->handle, w, err) : st;
}

/* --- taking back --- */

/* Others may have asked for the same: then this is the answer. */
static status run_undo(rooms_job *j, room *r, const room_ask *q, error *err) {
    (void)j;
    bool asked = r->offer.open && r->offer.kind == ROW_UNDO;
    if (asked && !(room_seats_of(r, q->account) >> r->offer.seat & 1))
        return room_agree(r, q, true, err);
    return room_want(r, q, ROW_UNDO, err);
}

/* Where hands are hidden nothing that was seen is unseen. */
static status check_reveal(const sight *x, error *err) {
    unsigned ply;
    bool revealed = false;
    const position *p = x->s.r->now;
    if (!x->s.r->base->hidden || x->open) return ST_OK;
    if (!mcp_last_action(p, x->where.seat, &ply))
        return error_set(err, ST_BAD_VALUE, "there is no action of yours to take back");
    status st = mcp_reveals(p, x->where.seat, ply, &revealed, err);
    if (st != ST_OK || !revealed) return st;
    return error_set(err, ST_UNSUPPORTED,
                     "something was revealed after your last action, so it stays");
}

static status undo(void *self, const char *handle, int64_t at, error *err) {
    sight x;
    status st = look_at(self, handle, &x, err);
    if (st != ST_OK) return st;
    st = needs_seat(&x, err);
    if (st == ST_OK) st = check_at(&x, at, err);
    if (st == ST_OK) st = check_reveal(&x, err);
    if (st == ST_OK) st = submit(self, &x, &(errand){JOB_SEAT | JOB_AT, NULL, run_undo}, err);
    sight_done(&x);
    return st;
}

/* --- records and studies --- */

static status write_record(void *self, const char *handle, text *out, error *err) {
    sight x;
    const char *ending;
    status st = look_at(self, handle, &x, err);
    if (st != ST_OK) return st;
    st = room_write_record(x.s.r, x.sees_all ? ROOM_VIEW_ALL : x.view, "record", out, &ending, err);
    sight_done(&x);
    return st;
}

static status study(const sight *x, error *err) {
    status st = room_check_study(x->s.r, &x->s.v, err);
    if (st == ST_LEAK && x->where.seat >= 0)
        return error_set(err, ST_LEAK,
                         "who plays gets no analysis of this table until the end: ask for it with "
                         "analysis=true at new_table, or set the position up with position");
    return st;
}

static status may_study(void *self, const char *handle, error *err) {
    sight x;
    status st = look_at(self, handle, &x, err);
    if (st != ST_OK) return st;
    st = study(&x, err);
    sight_done(&x);
    return st;
}

static status copy_game(void *self, const char *handle, position **out, error *err) {
    sight x;
    *out = NULL;
    status st = look_at(self, handle, &x, err);
    if (st != ST_OK) return st;
    st = study(&x, err);
    if (st == ST_OK && !x.sees_all)
        st = error_set(err, ST_LEAK, "hands are hidden here: a review comes after the end");
    if (st == ST_OK) st = position_clone(out, x.s.r->now, err);
    sight_done(&x);
    return st;
}

/* --- closing --- */

static status run_close(rooms_job *j, room *r, const room_ask *q, error *err) {
    (void)j;
    return room_close(r, q, err);
}

static status close_table(void *self, const char *handle, error *err) {
    const web_mcp_line *l = self;
    sight x;
    status st = look_at(l, handle, &x, err);
    if (st != ST_OK) return st;
    st = submit(l, &x, &(errand){JOB_MAKER, NULL, run_close}, err);
    if (st == ST_OK) {
        store_value room_id = store_text(x.where.room);
        store_batch *b = store_batch_create();
        (void)store_batch_add(b, STORE_HANDLES_DROP, &room_id, 1);
        st = store_write(l->all->world->store, b, err);
    }
    sight_done(&x);
    return st;
}

/* --- all of it --- */

mcp_tables web_mcp_rooms(web_mcp_line *l) {
    static const mcp_tables_kind kind = {.open = web_mcp_open,
                                         .see = see,
                                         .wait = wait_table,
                                         .act = act,
                                         .undo = undo,
                                         .record = write_record,
                                         .may_study = may_study,
                                         .game = copy_game,
                                         .close = close_table};
    return (mcp_tables){&kind, l};
}
