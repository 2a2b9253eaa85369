#include "arena/referee.h"

#include <assert.h>
#include <string.h>

#include "arena/announce.h"
#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/game/game_endings.h"

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

/* Whether an answer came in time; the clock runs on where it is not taken. */
static bool in_time(table *t, int seat, int64_t spent_ms) {
    const engine_spec *e = t->game->seat[seat].spec;
    int64_t late = t->game->margin_ms;
    assert(spent_ms >= 0 && late >= 0 && (!e->clocked || t->clock_ms[seat] >= 0));
    if (e->limits.movetime_ms > 0 && spent_ms > e->limits.movetime_ms + late) return false;
    if (!e->clocked) return true;
    int64_t left = t->clock_ms[seat] - spent_ms;
    if (left < -(e->limits.byoyomi_ms + late)) return false;
    t->clock_ms[seat] = left < 0 ? 0 : left; /* the rest came out of the period or the margin */
    return true;
}

/* A decision was made: the clock continues with the next one. */
static void press_clock(table *t, int seat) {
    const engine_spec *e = t->game->seat[seat].spec;
    t->moves[seat]++;
    if (!e->clocked) return;
    if (e->moves && t->moves[seat] % e->moves == 0) t->clock_ms[seat] += e->base_ms;
    t->clock_ms[seat] += e->inc_ms;
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

/* One answer of a seat: what it came to, and the event if it is one. */
static player_reply ask(table *t, int seat, text *answer) {
    assert(seat == actor_of(t));
    error why;
    player *who = t->game->seat[seat].who;
    player_turn turn = turn_of(t, seat);
    int64_t start = clock_now_ns();
    player_reply reply = player_decide(who, &turn, answer);
    int64_t spent = (clock_now_ns() - start) / 1000000;
    if (reply != PLAYER_REPLY_MOVE) return reply;
    if (!in_time(t, seat, spent)) return PLAYER_REPLY_TIME;
    if (illegal_check(t->now, answer, &why)) return PLAYER_REPLY_MOVE;
    player_refuse(who, text_string(answer), &why);
    return PLAYER_REPLY_ILLEGAL;
}

/* One decision of a seat, with what the policy makes of illegal answers. A program that answers with
 * text was asked again already, as often as its settings say. */
static player_reply decide(table *t, int seat, text *answer, unsigned *illegal) {
    const referee_game *g = t->game;
    bool asks = g->illegal == ILLEGAL_ASK && g->seat[seat].spec->proto != PROTO_TEXT;
    unsigned more = asks ? ILLEGAL_MAX_ASKED : 0;
    player_reply reply = ask(t, seat, answer);
    for (; reply == PLAYER_REPLY_ILLEGAL && more; more--) {
        ++*illegal;
        text_clear(answer);
        answer->cut = false;
        reply = ask(t, seat, answer);
    }
    if (reply == PLAYER_REPLY_ILLEGAL) {
        ++*illegal;
        if (illegal_instead(g->illegal, t->now, g->illegal_seed, answer)) reply = PLAYER_REPLY_MOVE;
    }
    if (reply == PLAYER_REPLY_MOVE) press_clock(t, seat);
    return reply;
}

static void divide_result(const table *t, referee_result *out) {
    int n = t->r->players;
    int takers = out->offender >= 0 ? n - 1 : n;
    assert(out->offender < n && (out->too_long || out->offender >= 0));
    for (int i = 0; i < n; i++) {
        out->utility[i] = i == out->offender || takers == 0 ? 0 : 1.0 / takers;
        out->rank[i] = i == out->offender ? 2 : 1;
    }
}

static void read_result(const table *t, referee_result *out) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    t->r->game->returns(t->r, position_data(t->now), utility, points);
    game_ranks(t->r, position_data(t->now), out->rank);
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
        if (!out->too_long) out->reply = decide(t, actor, &answer, &out->illegal[actor]);
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
