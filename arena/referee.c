#include "arena/referee.h"

#include <assert.h>
#include <string.h>

#include "arena/announce.h"
#include "engine/base/clock.h"
#include "engine/base/memory.h"

typedef struct table {
    const referee_game *game;
    const rules *r;
    position *now;
    opening_dice dice;
    uint64_t drawn; /* chance events so far */
    int64_t clock_ms[GAME_MAX_PLAYERS];
    unsigned moves[GAME_MAX_PLAYERS];
} table;

/* --- events --- */

static void hand_on(void *ctx, int seat, const char *event) {
    player_see(((const table *)ctx)->game->seat[seat].who, event);
}

static status play(table *t, const char *event, error *err) {
    status st = announce_event(t->now, event, hand_on, t, err);
    if (st == ST_OK) st = position_play(t->now, event, err);
    t->drawn += event[0] == '!';
    return st;
}

static int actor_of(const table *t) {
    return t->r->game->actor(t->r, position_data(t->now));
}

static status roll_dice(table *t, error *err) {
    char buf[GAME_TOKEN_SIZE];
    status st = ST_OK;
    while (st == ST_OK && actor_of(t) == ACTOR_CHANCE) {
        text event = text_over(buf, sizeof buf);
        opening_roll(&t->dice, t->now, t->drawn, &event);
        st = play(t, buf, err);
    }
    return st;
}

/* --- clocks --- */

static void start_clocks(table *t) {
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) t->clock_ms[i] = -1;
    for (int i = 0; i < t->r->players; i++) {
        const engine_spec *e = t->game->seat[i].spec;
        /* Without a base the first increment comes in advance. */
        if (e->clocked) t->clock_ms[i] = e->base_ms ? e->base_ms : e->inc_ms;
    }
}

/* Whether the decision came in time; the clock continues with the next one. */
static bool in_time(table *t, int seat, int64_t spent_ms) {
    const engine_spec *e = t->game->seat[seat].spec;
    int64_t late = t->game->margin_ms;
    assert(spent_ms >= 0 && late >= 0 && (!e->clocked || t->clock_ms[seat] >= 0));
    if (e->limits.movetime_ms > 0 && spent_ms > e->limits.movetime_ms + late) return false;
    t->moves[seat]++;
    if (!e->clocked) return true;
    int64_t left = t->clock_ms[seat] - spent_ms;
    if (left < -(e->limits.byoyomi_ms + late)) return false;
    if (left < 0) left = 0; /* the rest came out of the period or the margin */
    if (e->moves && t->moves[seat] % e->moves == 0) left += e->base_ms;
    t->clock_ms[seat] = left + e->inc_ms;
    return true;
}

static player_turn turn_of(const table *t, int seat) {
    const engine_spec *e = t->game->seat[seat].spec;
    player_turn turn = {.now = t->now, .seat = seat, .scored = t->game->keep_notes};
    turn.patience_ms = t->game->margin_ms + t->game->patience_ms;
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) {
        turn.clock_ms[i] = t->clock_ms[i];
        turn.inc_ms[i] = t->clock_ms[i] >= 0 ? t->game->seat[i].spec->inc_ms : 0;
    }
    if (e->clocked && e->moves) turn.movestogo = e->moves - t->moves[seat] % e->moves;
    return turn;
}

/* --- the game --- */

/* One decision of a seat: what it came to, and the event if it is one. */
static player_reply decide(table *t, int seat, text *answer) {
    assert(seat == actor_of(t));
    error why;
    token tok;
    player_turn turn = turn_of(t, seat);
    int64_t start = clock_now_ns();
    player_reply reply = player_decide(t->game->seat[seat].who, &turn, answer);
    int64_t spent = (clock_now_ns() - start) / 1000000;
    if (reply != PLAYER_REPLY_MOVE) return reply;
    if (!in_time(t, seat, spent)) return PLAYER_REPLY_TIME;
    bool plain = answer->len && !answer->cut && answer->at[0] != '!' && answer->at[0] != '?';
    if (!plain || token_read((state_ref){t->r, position_data(t->now), position_trail(t->now)},
                             text_string(answer), &tok, &why) != ST_OK)
        return PLAYER_REPLY_ILLEGAL;
    return PLAYER_REPLY_MOVE;
}

static void divide_result(const table *t, referee_result *out) {
    int n = t->r->players;
    int takers = out->offender >= 0 ? n - 1 : n;
    assert(out->offender < n && (out->too_long || out->offender >= 0));
    for (int i = 0; i < n; i++)
        out->utility[i] = i == out->offender || takers == 0 ? 0 : 1.0 / takers;
}

static void read_result(const table *t, referee_result *out) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    t->r->game->returns(t->r, position_data(t->now), utility, points);
    for (int i = 0; i < t->r->players; i++) {
        assert(utility[i] >= 0 && utility[i] <= 1);
        out->utility[i] = (double)utility[i];
    }
}

/* Notes what the player who has just decided thinks; nothing is known of what came before. */
static status note_values(const table *t, const player *who, referee_result *out, error *err) {
    size_t n = (size_t)t->r->players;
    size_t ply = position_ply(t->now) - position_first_ply(t->now);
    size_t from = out->valued;
    assert(from <= ply);
    if (MEM_GROW(out->values, out->values_cap, (ply + 1) * n) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the values of a game");
    for (size_t i = from * n; i < (ply + 1) * n; i++) out->values[i] = -1;
    for (size_t i = 0; i < n && who->valued; i++) out->values[ply * n + i] = (float)who->value[i];
    out->valued = ply + 1;
    return ST_OK;
}

/* The clock and the score of the decision that was made last. */
static status note_decision(const table *t, int seat, referee_result *out, error *err) {
    size_t ply = position_ply(t->now) - position_first_ply(t->now);
    const player *who = t->game->seat[seat].who;
    assert(out->noted <= ply);
    if (MEM_GROW(out->notes, out->notes_cap, ply + 1) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the notes of a game");
    for (size_t i = out->noted; i < ply; i++)
        out->notes[i] = (referee_note){.seat = -1, .clock_ms = -1};
    out->notes[ply] = (referee_note){.seat = seat,
                                     .clock_ms = t->clock_ms[seat],
                                     .scored = who->scored,
                                     .score = who->score,
                                     .depth = who->depth};
    out->noted = ply + 1;
    return ST_OK;
}

static status play_on(table *t, referee_result *out, error *err) {
    char buf[GAME_TOKEN_SIZE];
    for (;;) {
        status st = roll_dice(t, err);
        if (st != ST_OK) return st;
        int actor = actor_of(t);
        if (actor == ACTOR_NONE) {
            read_result(t, out);
            return ST_OK;
        }
        out->too_long = position_ply(t->now) - position_first_ply(t->now) >= t->game->max_plies;
        text answer = text_over(buf, sizeof buf);
        if (!out->too_long) out->reply = decide(t, actor, &answer);
        if (out->reply == PLAYER_REPLY_STOPPED)
            return error_set(err, ST_STOPPED, "the game was stopped");
        if (out->reply != PLAYER_REPLY_MOVE) out->offender = actor;
        if (out->too_long || out->offender >= 0) {
            divide_result(t, out);
            return ST_OK;
        }
        if (t->game->keep_values) st = note_values(t, t->game->seat[actor].who, out, err);
        if (st == ST_OK && t->game->keep_notes) st = note_decision(t, actor, out, err);
        if (st == ST_OK) st = play(t, buf, err);
        if (st != ST_OK) return st;
    }
}

/* The opening is played out elsewhere; here its events are shown to the players. */
static status sit_down(table *t, error *err) {
    const referee_game *g = t->game;
    position *opened = NULL;
    status st = opening_make(&opened, &g->opening, g->game, g->setup, err);
    if (st == ST_OK) st = opening_origin(&t->now, g->opening.line, g->game, g->setup, err);
    if (st == ST_OK) {
        t->r = position_rules(t->now);
        st = opening_dice_init(&t->dice, t->r, g->opening.dice, err);
    }
    if (st == ST_OK) {
        start_clocks(t);
        for (int i = 0; i < t->r->players; i++)
            player_new_game(g->seat[i].who, t->now, i, g->seat[i].seed);
    }
    const char *event;
    for (unsigned i = 0; st == ST_OK && (event = position_event(opened, i)); i++)
        st = play(t, event, err);
    position_destroy(opened);
    return st;
}

status referee_play(const referee_game *g, referee_result *out, error *err) {
    assert(g->max_plies > 0);
    table t = {.game = g};
    *out = (referee_result){.reply = PLAYER_REPLY_MOVE, .offender = -1};
    status st = sit_down(&t, err);
    if (st == ST_OK) st = play_on(&t, out, err);
    opening_dice_done(&t.dice);
    out->final = t.now;
    assert(st != ST_OK || (out->reply == PLAYER_REPLY_MOVE) == (out->offender < 0));
    if (st != ST_OK) referee_result_done(out);
    return st;
}

void referee_result_done(referee_result *r) {
    position_destroy(r->final);
    mem_free(r->values);
    mem_free(r->notes);
    *r = (referee_result){0};
}
