/* Seats, clocks, ends that are not the rules', and talk. */
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "web/rooms/room.h"

#define OUT_ENGINE "auto movetime=200"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the table");
}

static status put(room *r, room_row_kind kind, const room_ask *q, error *err) {
    room_row *row = room_row_create(kind, q);
    return row ? room_put(r, row, err) : no_memory(err);
}

/* --- seats --- */

/* Who has seen one hand of a game sits at no other. */
static status check_hands(const room *r, int seat, int64_t account, error *err) {
    if (!r->base->hidden || !r->started || !account) return ST_OK;
    for (size_t i = 0; i < r->helds; i++)
        if (r->held[i].account == account && r->held[i].seat != seat)
            return error_set(err, ST_LEAK, "who has held another seat knows its cards");
    return ST_OK;
}

status room_sit(room *r, const room_ask *q, const room_seat *who, error *err) {
    if (r->closed) return error_set(err, ST_GAME_OVER, "the table is closed");
    if (r->started && room_is_over(r)) return error_set(err, ST_GAME_OVER, "the game is over");
    status st = check_hands(r, q->seat, who->account, err);
    if (st == ST_OK && room_is_out(r, q->seat) && who->kind != ROOM_SEAT_ENGINE)
        st = error_set(err, ST_UNSUPPORTED, "this seat is out of the game: an engine moves for it");
    if (st != ST_OK) return st;
    room_ask quiet = *q;
    quiet.spent_ms = 0;
    room_row *row = room_row_create(ROW_SEAT, &quiet);
    if (!row) return no_memory(err);
    row->sits = *who;
    st = room_put(r, row, err);
    if (st == ST_OK && !r->started && room_state_now(r) == ROOM_PLAYING) st = room_start(r, q, err);
    return st;
}

status room_give_up(room *r, const room_ask *q, error *err) {
    const room_seat *s = &r->seat[q->seat];
    status st = room_check_playing(r, err);
    if (st == ST_OK && (s->kind != ROOM_SEAT_ENGINE || s->failed))
        st = error_set(err, ST_BUSY, "no engine is asked there");
    room_ask quiet = *q;
    quiet.spent_ms = 0;
    return st == ST_OK ? put(r, ROW_AWAY, &quiet, err) : st;
}

/* --- ends --- */

static status check_going(const room *r, error *err) {
    if (!r->started) return error_set(err, ST_BUSY, "the game has not begun");
    if (r->closed) return error_set(err, ST_GAME_OVER, "the table is closed");
    return room_is_over(r) ? error_set(err, ST_GAME_OVER, "the game is over") : ST_OK;
}

bool room_is_out(const room *r, int seat) {
    for (int i = 0; i < r->outs; i++)
        if (r->out[i] == seat) return true;
    return false;
}

/* Whether the others can play on: two of them, one a person. */
static bool plays_on(const room *r) {
    int left = 0;
    bool person = false;
    for (int i = 0; i < r->base->players; i++) {
        if (room_is_out(r, i)) continue;
        left++;
        person |= r->seat[i].kind == ROOM_SEAT_PERSON;
    }
    return left > 1 && person;
}

void room_put_end(room *r, const room_row *row) {
    bool leaves = row->kind == ROW_RESIGN || row->kind == ROW_FLAG;
    if (leaves && !room_is_out(r, row->seat)) r->out[r->outs++] = row->seat;
    if (row->kind == ROW_CLAIM) (void)position_claim(r->now, NULL);
    if (row->kind == ROW_FLAG) r->left_ms[row->seat] = 0;
    r->offer.open = false;
    if (leaves && plays_on(r)) return;
    r->end = (room_end){true, row->kind, row->seat};
    room_react_forget(r);
    r->react.asked = 0;
}

/* An engine moves for a seat that is out. */
static status move_for(room *r, const room_ask *q, error *err) {
    room_ask own = {.seat = q->seat, .time = q->time};
    if (r->end.ended || r->seat[q->seat].kind == ROOM_SEAT_ENGINE) return ST_OK;
    room_row *row = room_row_create(ROW_SEAT, &own);
    if (!row) return no_memory(err);
    row->sits = (room_seat){.kind = ROOM_SEAT_ENGINE, .engine = OUT_ENGINE, .name = "engine"};
    return room_put(r, row, err);
}

static status leave(room *r, room_row_kind kind, const room_ask *q, error *err) {
    status st = put(r, kind, q, err);
    return st == ST_OK ? move_for(r, q, err) : st;
}

status room_resign(room *r, const room_ask *q, error *err) {
    status st = check_going(r, err);
    if (st == ST_OK && room_is_out(r, q->seat))
        st = error_set(err, ST_GAME_OVER, "this seat is out of the game");
    return st == ST_OK ? leave(r, ROW_RESIGN, q, err) : st;
}

status room_claim(room *r, const room_ask *q, error *err) {
    status st = room_check_playing(r, err);
    if (st != ST_OK) return st;
    if (game_end(room_rules(r), position_data(r->now)) != END_CLAIM)
        return error_set(err, ST_UNSUPPORTED, "nothing can be claimed here");
    if (room_actor(r) != q->seat) return error_set(err, ST_WRONG_SEAT, "who is to act may claim");
    return put(r, ROW_CLAIM, q, err);
}

status room_flag(room *r, const room_ask *q, error *err) {
    status st = room_check_playing(r, err);
    if (st == ST_OK && !(room_clocks_running(r) >> q->seat & 1))
        st = error_set(err, ST_WRONG_SEAT, "this clock does not run");
    return st == ST_OK ? leave(r, ROW_FLAG, q, err) : st;
}

status room_close(room *r, const room_ask *q, error *err) {
    if (r->closed) return error_set(err, ST_GAME_OVER, "the table is closed");
    return put(r, ROW_CLOSE, q, err);
}

/* --- clocks --- */

bool room_has_clock(const room *r) {
    return r->policy.clock.main_ms || r->policy.clock.move_ms;
}

unsigned room_clocks_running(const room *r) {
    int actor = room_actor(r);
    if (!room_has_clock(r) || actor < 0 || room_state_now(r) != ROOM_PLAYING) return 0;
    if (room_is_out(r, actor)) return 0;
    return 1U << actor;
}

status room_pause(room *r, const room_ask *q, bool on, error *err) {
    status st = check_going(r, err);
    if (st != ST_OK) return st;
    if (r->paused == on)
        return error_set(err, ST_BUSY, on ? "the game is paused" : "the game is not paused");
    unsigned running = room_clocks_running(r);
    room_ask mine = *q;
    mine.seat = ROOM_NO_SEAT;
    for (int i = 0; i < r->base->players; i++)
        if (running >> i & 1) mine.seat = i;
    room_row *row = room_row_create(ROW_PAUSE, &mine);
    if (!row) return no_memory(err);
    row->yes = on;
    return room_put(r, row, err);
}

/* --- how it is played, and talk --- */

/* What others have agreed to by playing. */
static bool same_terms(const room_policy *a, const room_policy *b) {
    return a->undo == b->undo && a->typed == b->typed && a->open_analysis == b->open_analysis &&
           a->engine_values == b->engine_values && a->react_ms == b->react_ms &&
           a->clock.main_ms == b->clock.main_ms && a->clock.increment_ms == b->clock.increment_ms &&
           a->clock.move_ms == b->clock.move_ms;
}

status room_set_policy(room *r, const room_ask *q, const room_policy *p, error *err) {
    if (r->closed) return error_set(err, ST_GAME_OVER, "the table is closed");
    unsigned others = room_people(r) & ~room_seats_of(r, q->account);
    if (r->started && others && !same_terms(&r->policy, p))
        return error_set(err, ST_LEAK, "the others sat down on other terms");
    if (p->typed != r->policy.typed)
        return error_set(err, ST_UNSUPPORTED, "who rolls is settled when a table is made");
    room_row *row = room_row_create(ROW_POLICY, q);
    if (!row) return no_memory(err);
    row->policy = *p;
    return room_put(r, row, err);
}

status room_chat(room *r, const room_ask *q, const char *name, const char *said, error *err) {
    size_t len = strlen(said);
    if (r->closed) return error_set(err, ST_GAME_OVER, "the table is closed");
    if (!len || len > ROOM_CHAT_SIZE)
        return error_set(err, ST_BAD_VALUE, "a message has 1 to %d letters", ROOM_CHAT_SIZE);
    room_row *row = room_row_create(ROW_CHAT, q);
    if (!row) return no_memory(err);
    text who = text_over(row->sits.name, sizeof row->sits.name);
    text_put(&who, name);
    row->text = mem_string(said);
    if (!row->text) {
        room_row_release(row);
        return no_memory(err);
    }
    return room_put(r, row, err);
}
