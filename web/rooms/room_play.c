/* Actions at a table, and what chance decides after them. */
#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/pick.h"
#include "web/rooms/room.h"

enum { MAX_LINE_BYTES = 192 * 1024 }; /* all tokens of a game together */

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the action");
}

status room_sees(const room *r, int view, position **own, const position **out, error *err) {
    *own = NULL;
    *out = r->now;
    if (!r->base->hidden || view == ROOM_VIEW_ALL) return ST_OK;
    status st = position_observe(own, r->now, room_position_seat(view), err);
    *out = *own;
    return st;
}

/* --- chance --- */

static bool at_chance(const room *r) {
    const rules *game_rules = room_rules(r);
    return game_rules->game->actor(game_rules, position_data(r->now)) == ACTOR_CHANCE;
}

/* One outcome, with numbers of the system alone. */
static status roll_one(room *r, chance_buffers b, error *err) {
    const rules *game_rules = room_rules(r);
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    token tok = {.count = 1};
    rng g = {.s = r->base->random(r->base->random_ctx)};
    tok.steps[0] = game_draw_chance(game_rules, position_data(r->now), b, &g, NULL);
    token_write(game_rules, position_data(r->now), &tok, &event);
    unsigned ply = position_ply(r->now);
    status st = position_play(r->now, buf, err);
    while (st == ST_OK && position_ply(r->now) == ply) st = position_play(r->now, buf, err);
    return st;
}

/* All that chance decides up to the next decision. */
static status roll(room *r, error *err) {
    chance_buffers b;
    status st = chance_buffers_init(&b, room_rules(r));
    if (st != ST_OK) return no_memory(err);
    for (int i = 0; st == ST_OK && at_chance(r); i++)
        st = i < ROOM_MAX_TOKENS
                 ? roll_one(r, b, err)
                 : error_set(err, ST_TOO_MUCH_WORK, "chance decides again and again");
    chance_buffers_done(&b);
    return st;
}

/* --- rows of tokens --- */

status room_row_add_token(room_row *row, const char *said, error *err) {
    char *copy = mem_string(said);
    if (!copy || MEM_GROW(row->token, row->token_cap, row->tokens + 1) != ST_OK) {
        mem_free(copy);
        return no_memory(err);
    }
    row->token[row->tokens++] = copy;
    return ST_OK;
}

static status add_events(room_row *row, const room *r, unsigned from, error *err) {
    status st = ST_OK;
    for (unsigned ply = from; st == ST_OK && ply < position_ply(r->now); ply++)
        st = room_row_add_token(row, position_event(r->now, ply), err);
    return st;
}

/* An earlier row with the same decisions at this point: what chance brought then comes again. */
static const room_row *played_before(const room *r, const room_row *row) {
    int parent = r->line_len ? r->line[r->line_len - 1] : 0;
    for (size_t i = r->rows; i-- > 0;) {
        const room_row *old = r->row[i];
        if ((old->kind != ROW_ACT && old->kind != ROW_REROLL) || old->parent != parent ||
            old->own != row->own || row->own == 0)
            continue;
        int k = 0;
        while (k < row->own && strcmp(old->token[k], row->token[k]) == 0) k++;
        if (k == row->own) return old;
    }
    return NULL;
}

/* The decisions have been played from `ply` on: adds what chance brings, and the row. */
static status finish(room *r, room_row *row, unsigned ply, error *err) {
    status st = add_events(row, r, ply, err);
    row->own = (int)row->tokens;
    const room_row *old = st == ST_OK && !r->policy.typed ? played_before(r, row) : NULL;
    if (old) {
        for (size_t i = row->tokens; st == ST_OK && i < old->tokens; i++)
            st = room_row_add_token(row, old->token[i], err);
    } else if (st == ST_OK && !r->policy.typed) {
        unsigned decided = position_ply(r->now);
        st = roll(r, err);
        if (st == ST_OK) st = add_events(row, r, decided, err);
    }
    if (st != ST_OK) {
        room_row_release(row);
        return st;
    }
    position_cut(r->now, ply);
    return room_put(r, row, err);
}

status room_start(room *r, const room_ask *q, error *err) {
    assert(!r->started);
    room_ask chance = *q;
    chance.seat = ROOM_CHANCE;
    chance.spent_ms = 0;
    chance.key = chance.asked = NULL;
    room_row *row = room_row_create(ROW_ACT, &chance);
    return row ? finish(r, row, position_ply(r->now), err) : no_memory(err);
}

static status check_length(const room *r, const char *said, error *err) {
    size_t bytes = 0;
    if (!*said || strlen(said) >= GAME_TOKEN_SIZE)
        return error_set(err, ST_BAD_VALUE, "an action has 1 to %d letters", GAME_TOKEN_SIZE - 1);
    for (size_t i = 0; i < r->line_len; i++) {
        const room_row *row = room_row_at(r, r->line[i]);
        for (size_t k = 0; k < row->tokens; k++) bytes += strlen(row->token[k]) + 1;
    }
    if (bytes < MAX_LINE_BYTES) return ST_OK;
    return error_set(err, ST_UNSUPPORTED, "this game is too long for a table");
}

/* By what the seat knows, so that a refusal tells nothing else. */
status room_verify(const room *r, int seat, const char *said, error *err) {
    position *own;
    const position *seen;
    status st = check_length(r, said, err);
    if (st != ST_OK) return st;
    st = room_sees(r, seat == ROOM_CHANCE ? ROOM_VIEW_ALL : room_view_of_seat(r, seat), &own, &seen,
                   err);
    if (st == ST_OK) st = position_verify(seen, said, NULL, err);
    position_destroy(own);
    return st;
}

status room_check_playing(const room *r, error *err) {
    switch (room_state_now(r)) {
    case ROOM_OPEN:
        return error_set(err, ST_BUSY, "a seat is still free");
    case ROOM_PAUSED:
        return error_set(err, ST_BUSY, "the game is paused");
    case ROOM_OVER:
        return error_set(err, ST_GAME_OVER, "the game is over");
    case ROOM_CLOSED:
        return error_set(err, ST_GAME_OVER, "the table is closed");
    case ROOM_PLAYING:
        break;
    }
    return ST_OK;
}

status room_play(room *r, room_row *row, char *const *said, size_t n, error *err) {
    unsigned ply = position_ply(r->now);
    status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < n; i++) st = position_play(r->now, said[i], err);
    if (st == ST_OK) return finish(r, row, ply, err);
    room_row_release(row);
    return st;
}

static status check_turn(const room *r, int seat, error *err) {
    int actor = room_actor(r);
    if (seat == ROOM_CHANCE && !r->policy.typed)
        return error_set(err, ST_CHANCE_IMPOSSIBLE, "the server rolls at this table");
    if (seat == actor) return ST_OK;
    if (actor == ROOM_CHANCE)
        return error_set(err, ST_CHANCE_EXPECTED, "chance decides first: enter what came out");
    return error_set(err, ST_WRONG_SEAT, "it is not this seat's turn");
}

status room_act(room *r, const room_ask *q, const char *said, bool *kept, error *err) {
    *kept = false;
    status st = room_check_playing(r, err);
    if (st != ST_OK) return st;
    if (r->react.asked) return room_react_answer(r, q, said, kept, err);
    st = check_turn(r, q->seat, err);
    if (st == ST_OK) st = room_verify(r, q->seat, said, err);
    if (st != ST_OK) return st;
    room_row *row = room_row_create(ROW_ACT, q);
    char *one = (char *)said;
    return row ? room_play(r, row, &one, 1, err) : no_memory(err);
}

/* --- chosen part by part --- */

status room_token(const room *r, int seat, char *const *part, int n, char **out, error *err) {
    position *own;
    const position *seen;
    pick_answer answer;
    int at;
    *out = NULL;
    status st = room_sees(r, seat == ROOM_CHANCE ? ROOM_VIEW_ALL : room_view_of_seat(r, seat), &own,
                          &seen, err);
    if (st != ST_OK) return st;
    pick_answer_init(&answer);
    st = pick_choose(seen, part, n, &answer, &at, err);
    if (st == ST_OK && !answer.token)
        st = error_set(err, ST_ILLEGAL_ACTION, "more has to be chosen");
    if (st == ST_OK) {
        *out = mem_string(answer.token);
        if (!*out) st = no_memory(err);
    }
    pick_answer_done(&answer);
    position_destroy(own);
    return st;
}

/* --- again --- */

status room_reroll(room *r, room_row *row, error *err) {
    assert(r->line_len > 0);
    const room_row *old = room_row_at(r, r->line[r->line_len - 1]);
    unsigned ply = r->line_ply[r->line_len - 1];
    position_cut(r->now, ply + (unsigned)old->own);
    status st = roll(r, err);
    for (int i = 0; st == ST_OK && i < old->own; i++)
        st = room_row_add_token(row, old->token[i], err);
    if (st == ST_OK) st = add_events(row, r, ply + (unsigned)old->own, err);
    row->own = old->own;
    row->seat = old->seat; /* whose action it stays */
    if (st != ST_OK) {
        room_row_release(row);
        return st;
    }
    return room_put(r, row, err); /* which takes the old one back first */
}
