/* Reactions: all seats that may answer are asked at the same time. Their answers are kept, unseen,
 * and played in the order of the game when all are in or the window is over. Nothing of the game
 * moves before, so no seat learns who has answered. */
#include <assert.h>

#include "engine/base/memory.h"
#include "engine/game/game_views.h"
#include "web/rooms/room.h"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the answer");
}

void room_react_forget(room *r) {
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) {
        mem_free(r->react.answer[i]);
        r->react.answer[i] = NULL;
    }
}

/* Whether a seat has to answer, as it sees things: the rules ask one after the other. */
static bool sees_question(const room *r, int seat, const void *state, void *view, void *world) {
    const rules *game_rules = room_rules(r);
    const void *at = state;
    if (r->base->hidden) {
        rng g = {.s = 1};
        game_rules->views->observe(game_rules, state, seat, view);
        game_rules->views->resample(game_rules, view, world, &g);
        at = world;
    }
    return game_kind(game_rules, at) == KIND_REACTION &&
           game_rules->game->actor(game_rules, at) == seat;
}

status room_react_ask(room *r, error *err) {
    const rules *game_rules = room_rules(r);
    const void *state = position_data(r->now);
    r->react.asked = 0;
    if (r->end.ended || game_is_over(game_rules, state)) return ST_OK;
    int actor = game_rules->game->actor(game_rules, state);
    if (actor < 0 || game_kind(game_rules, state) != KIND_REACTION) return ST_OK;
    size_t aligned = (game_rules->view_size + 15U) & ~(size_t)15;
    unsigned char *buf = mem_alloc(aligned + game_rules->state_size);
    if (!buf) return no_memory(err);
    r->react.asked = 1U << actor; /* whatever the others see */
    for (int i = 0; i < game_rules->players; i++)
        if (sees_question(r, i, state, buf, buf + aligned)) r->react.asked |= 1U << i;
    mem_free(buf);
    return ST_OK;
}

bool room_declines(const room *r, int seat) {
    return r->react.declines[seat] && r->react.declines[seat] > r->react.last_turn[seat];
}

status room_decline(room *r, int seat, bool on, error *err) {
    if (!(room_rules(r)->traits & GAME_REACTIONS))
        return error_set(err, ST_UNSUPPORTED, "this game has no reactions");
    r->react.declines[seat] = on ? (int)r->rows + 1 : 0;
    return ST_OK;
}

/* --- the answers are out --- */

static bool keep_first(void *ctx, const token *tok) {
    *(token *)ctx = *tok;
    return false;
}

/* What a seat says that does not answer. */
static status silence(const room *r, char *buf, size_t size, error *err) {
    static const char *const quiet[] = {"none", "pass", "no"};
    text out = text_over(buf, size);
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        if (position_verify(r->now, quiet[i], NULL, NULL) == ST_OK) {
            text_put(&out, quiet[i]);
            return ST_OK;
        }
    token first = {.count = 0};
    status st = token_walk(position_ref(r->now), keep_first, &first);
    if (st != ST_OK) return error_set(err, st, "no answer can be found");
    token_write(room_rules(r), position_data(r->now), &first, &out);
    return ST_OK;
}

/* Plays the answers of this window as the rules ask for them. */
static status play_answers(room *r, char **list, size_t *count, error *err) {
    const rules *game_rules = room_rules(r);
    unsigned left = r->react.asked;
    status st = ST_OK;
    for (;;) {
        const void *s = position_data(r->now);
        int actor = game_rules->game->actor(game_rules, s);
        if (actor < 0 || game_kind(game_rules, s) != KIND_REACTION || !(left >> actor & 1))
            return ST_OK;
        char buf[GAME_TOKEN_SIZE];
        const char *said = r->react.answer[actor];
        if (!said) {
            st = silence(r, buf, sizeof buf, err);
            said = buf;
        }
        if (st == ST_OK) st = position_play(r->now, said, err);
        if (st != ST_OK) return st;
        list[*count] = mem_string(said);
        if (!list[(*count)++]) return no_memory(err);
        left &= ~(1U << actor);
    }
}

status room_react_finish(room *r, const room_ask *q, error *err) {
    assert(r->react.asked);
    char *list[GAME_MAX_PLAYERS + 1];
    size_t count = 0;
    unsigned ply = position_ply(r->now);
    room_ask no_seat = {.seat = ROOM_NO_SEAT, .time = q->time};
    status st = play_answers(r, list, &count, err);
    if (st == ST_OK) {
        position_cut(r->now, ply);
        room_row *row = room_row_create(ROW_ACT, &no_seat);
        st = row ? room_play(r, row, list, count, err) : no_memory(err);
    }
    while (count > 0) mem_free(list[--count]);
    return st;
}

status room_react_load(room *r, room_row *row, bool open, error *err) {
    if (!row) return no_memory(err);
    assert(row->seat >= 0 && row->seat < GAME_MAX_PLAYERS && row->tokens == 1);
    char *said = open ? mem_string(row->token[0]) : NULL;
    if ((open && !said) || MEM_GROW(r->kept, r->kept_cap, r->kepts + 1) != ST_OK) {
        mem_free(said);
        room_row_release(row);
        return no_memory(err);
    }
    r->kept[r->kepts++] = row;
    if (!open) return ST_OK;
    mem_free(r->react.answer[row->seat]);
    r->react.answer[row->seat] = said;
    return ST_OK;
}

bool room_react_ready(const room *r) {
    unsigned open = 0;
    for (int i = 0; i < r->base->players; i++) open |= (unsigned)room_asks(r, i) << i;
    return r->react.asked && !open;
}

status room_react_answer(room *r, const room_ask *q, const char *said, bool *kept, error *err) {
    if (q->seat < 0 || !(r->react.asked >> q->seat & 1))
        return error_set(err, ST_WRONG_SEAT, "this seat is not asked");
    if (r->react.answer[q->seat])
        return error_set(err, ST_BUSY, "this seat has answered; the others are still asked");
    status st = room_verify(r, q->seat, said, err);
    if (st != ST_OK) return st;
    room_row *row = room_row_create(ROW_ANSWER, q);
    if (row) st = room_row_add_token(row, said, err);
    if (st == ST_OK) st = room_react_load(r, row, true, err);
    if (st != ST_OK) return st;
    *kept = !room_react_ready(r);
    return *kept ? ST_OK : room_react_finish(r, q, err);
}
