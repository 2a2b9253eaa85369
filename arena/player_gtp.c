#include <stdio.h>
#include <string.h>

#include "arena/dialogue.h"
#include "arena/gtp.h"
#include "engine/base/clock.h"
#include "engine/base/memory.h"

/* A program that speaks the Go Text Protocol, version 2. It keeps the board itself: every event is
 * told once, by `play`, before it is asked by `genmove`. A game begins with `clear_board`. The first
 * seat is black, the second white. What it does not list among its commands is not said.
 *
 * Who can only pass is not asked: programs for othello pass by themselves there, and some have no
 * word for it. Such a pass is told, but may be refused. */

static const char *const colours[2] = {"black", "white"};

typedef struct gtp_player {
    player base;
    dialogue talk;
    const rules *rules;
    gtp_board board;
    gtp_answer answer, commands; /* commands: the answer to list_commands */
    position *now;               /* to know whose stone an event is */
    text moves;  /* " black D4" for each event, with its NUL; "!" before a forced pass */
    size_t told; /* bytes of them that it knows */
    char own[GAME_TOKEN_SIZE]; /* its last answer, which it has played itself; empty: none */
    unsigned id;               /* of the last command */
    int seat;
    uint64_t seed;
    bool made;   /* the game has not been announced to it */
    bool broken; /* the game cannot be told */
} gtp_player;

/* --- talking --- */

/* One command and its answer, which is in o->answer. */
static player_reply command_within(gtp_player *o, const char *line, int64_t wait_ms) {
    char *read;
    int64_t until = clock_now_ms() + wait_ms;
    text_format(dialogue_make(&o->talk), "%u %s", ++o->id, line);
    gtp_answer_expect(&o->answer, o->id);
    if (!dialogue_send_made(&o->talk)) return PLAYER_REPLY_CRASH;
    for (bool last = false; !last;) {
        player_reply reply = dialogue_read(&o->talk, until, &read);
        if (reply != PLAYER_REPLY_MOVE) return reply;
        if (*read) dialogue_note(&o->talk, '<', read);
        last = gtp_answer_line(&o->answer, read);
    }
    return o->answer.body.cut ? PLAYER_REPLY_CRASH : PLAYER_REPLY_MOVE;
}

static player_reply command(gtp_player *o, const char *line) {
    return command_within(o, line, o->talk.patience_ms);
}

/* The same where a refusal is a fault. */
static player_reply must(gtp_player *o, const char *line) {
    player_reply reply = command(o, line);
    return reply == PLAYER_REPLY_MOVE && !o->answer.ok ? PLAYER_REPLY_ILLEGAL : reply;
}

static bool knows(const gtp_player *o, const char *name) {
    return gtp_answer_lists(&o->commands, name);
}

/* --- starting --- */

/* A command of the start: a sentence where it fails. */
static status tell(gtp_player *o, const char *line, error *err) {
    const char *name = o->talk.spec->name;
    switch (command(o, line)) {
    case PLAYER_REPLY_MOVE:
        break;
    case PLAYER_REPLY_HANG:
        return error_set(err, ST_IO, "engine %s: the program does not answer `%.60s`", name, line);
    case PLAYER_REPLY_STOPPED:
        return error_set(err, ST_STOPPED, "stopped");
    default:
        return error_set(err, ST_IO, "engine %s: the program ended before it answered `%.60s`",
                         name, line);
    }
    if (o->answer.ok) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "engine %s: the program answers `%.60s` with: %.80s", name,
                     line, text_string(&o->answer.body));
}

/* The name of a command as the program spells it is put in *out. */
static bool find_command(const gtp_player *o, const char *name, text *out) {
    for (const char *at = text_string(&o->commands.body); *at;) {
        size_t n = strcspn(at, "\n");
        text_clear(out);
        text_putn(out, at, n);
        if (!out->cut && engine_option_same(text_string(out), name)) return true;
        at += n + (at[n] == '\n');
    }
    return false;
}

/* An option of the engine is a command: level=1 is `level 1`. */
static status set_options(gtp_player *o, error *err) {
    const engine_spec *spec = o->talk.spec;
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < spec->options; i++) {
        const engine_option *opt = &spec->option[i];
        text line = text_growing();
        if (!find_command(o, opt->name, &line))
            st = error_set(err, ST_BAD_VALUE, "engine %s: the program has no command %.60s",
                           spec->name, opt->name);
        if (*opt->value) text_format(&line, " %s", opt->value);
        if (st == ST_OK) st = tell(o, text_string(&line), err);
        text_done(&line);
    }
    return st;
}

/* Programs for several games, or for another one than go, list them. */
static status set_game(gtp_player *o, error *err) {
    const game *g = o->rules->game;
    char line[80];
    if (!knows(o, "list_games") || !knows(o, "set_game")) return ST_OK;
    status st = tell(o, "list_games", err);
    if (st != ST_OK) return st;
    for (const char *at = text_string(&o->answer.body); *at;) {
        size_t n = strcspn(at, "\n");
        text word = text_over(line, sizeof line);
        text_put(&word, "set_game ");
        size_t name = word.len;
        text_putn(&word, at, n);
        if (!word.cut && (text_same(line + name, g->name) || text_same(line + name, g->title)))
            return tell(o, line, err);
        at += n + (at[n] == '\n');
    }
    return error_set(err, ST_BAD_VALUE, "engine %s: the program plays %.60s, not %s",
                     o->talk.spec->name, text_string(&o->answer.body), g->name);
}

static status tell_komi(gtp_player *o, error *err) {
    char line[40] = "komi ";
    if (!knows(o, "komi")) return ST_OK;
    for (const param_spec *s = o->rules->game->params; s && s->name; s++) {
        int64_t standard;
        if (strcmp(s->name, "komi") != 0 || s->type != PARAM_HALVES || !s->default_value ||
            !params_read_halves(s->default_value, &standard))
            continue;
        text out = text_over(line, sizeof line);
        text_put(&out, "komi ");
        params_write_halves(params_halves(&o->rules->options, "komi", standard), &out);
        return tell(o, line, err);
    }
    return ST_OK;
}

static status set_up(gtp_player *o, error *err) {
    char line[40];
    status st = tell(o, "protocol_version", err);
    if (st == ST_OK && strcmp(text_string(&o->answer.body), "2") != 0)
        return error_set(err, ST_BAD_VALUE, "engine %s: the program speaks GTP %.20s, not 2",
                         o->talk.spec->name, text_string(&o->answer.body));
    if (st == ST_OK) st = tell(o, "name", err);
    if (st == ST_OK) st = tell(o, "version", err);
    if (st == ST_OK) st = tell(o, "list_commands", err);
    if (st != ST_OK) return st;
    gtp_answer_expect(&o->commands, 0);
    text_put(&o->commands.body, text_string(&o->answer.body));
    if (o->commands.body.cut) return error_set(err, ST_NOMEM, "no memory for an engine");
    (void)snprintf(line, sizeof line, "boardsize %d", o->board.cells.width);
    st = set_game(o, err);
    if (st == ST_OK) st = tell(o, line, err);
    if (st == ST_OK) st = tell_komi(o, err);
    return st == ST_OK ? set_options(o, err) : st;
}

static status start_program(gtp_player *o, error *err) {
    status st = dialogue_start(&o->talk, err);
    if (st != ST_OK) return st;
    o->made = true;
    st = set_up(o, err);
    if (st != ST_OK) dialogue_end(&o->talk, 0);
    return st;
}

/* --- games --- */

/* Whether passing is all that can be done here. */
static bool only_passes(const position *p) {
    token pass;
    error e;
    uint64_t n = 0;
    state_ref at = position_ref(p);
    return token_count(at, &n) == ST_OK && n == 1 && token_read(at, "pass", &pass, &e) == ST_OK;
}

static void put_move(gtp_player *o, int seat, const char *point, bool forced) {
    text_format(&o->moves, "%c%s %s", forced ? '!' : ' ', colours[seat], point);
    text_char(&o->moves, '\0');
}

/* A game that begins with stones on the board: they are placed in any order. None is taken on the
 * way, as what has no liberty among a part of the stones has none among all. Where stones change
 * other stones (those that begin with some on the board do) it cannot be told. */
static void put_stones(gtp_player *o, const position *start) {
    board_text board;
    error e;
    if (o->board.at_start || board_text_of(start, &board, &e) != ST_OK) {
        dialogue_note(&o->talk, '!', "where this game begins cannot be told in GTP");
        o->broken = true;
        return;
    }
    for (int cell = 0; cell < board.width * board.height; cell++) {
        char buf[16];
        text point = text_over(buf, sizeof buf);
        int owner = board_text_owner(board.cell[cell]);
        if (owner < 0) continue;
        gtp_point_name(&o->board, cell, &point);
        put_move(o, owner, buf, false);
    }
}

static void gtp_new_game(player *p, const position *start, int seat, uint64_t seed) {
    gtp_player *o = (gtp_player *)p;
    error e;
    o->seat = seat;
    o->seed = seed;
    o->made = true;
    text_clear(&o->moves);
    o->moves.cut = false;
    o->own[0] = '\0';
    position_destroy(o->now);
    o->broken = position_clone(&o->now, start, &e) != ST_OK;
    if (!o->broken && position_origin(start)) put_stones(o, start);
}

static void gtp_see(player *p, const char *event) {
    gtp_player *o = (gtp_player *)p;
    char buf[GAME_TOKEN_SIZE];
    text point = text_over(buf, sizeof buf);
    error e;
    if (o->broken) return;
    int actor = o->rules->game->actor(o->rules, position_data(o->now));
    bool forced = strcmp(event, "pass") == 0 && only_passes(o->now);
    o->broken = actor < 0 || !gtp_point_write(&o->board, event, &point) || point.cut ||
                position_play(o->now, event, &e) != ST_OK;
    if (o->broken) return;
    bool knows_it = o->told == o->moves.len && strcmp(event, o->own) == 0 && actor == o->seat;
    put_move(o, actor, buf, forced);
    if (knows_it) o->told = o->moves.len;
    o->own[0] = '\0';
}

/* --- time --- */

enum { SECOND_MS = 1000 };

/* In GTP time is in complete seconds, and there are no increments: what is left is told before
 * each decision. */
static player_reply tell_time(gtp_player *o) {
    const engine_spec *spec = o->talk.spec;
    int64_t main = spec->clocked ? spec->base_ms / SECOND_MS : 0;
    int64_t period = spec->limits.byoyomi_ms ? spec->limits.byoyomi_ms : spec->inc_ms;
    unsigned stones = 1;
    char line[80];
    if (spec->clocked && spec->moves) {
        period = spec->base_ms;
        stones = spec->moves;
        main = 0;
    } else if (!spec->clocked) {
        period = spec->limits.movetime_ms;
    }
    period = period > 0 ? period / SECOND_MS : 0;
    if (!knows(o, "time_settings") || (!main && !period)) return PLAYER_REPLY_MOVE;
    (void)snprintf(line, sizeof line, "time_settings %lld %lld %u", (long long)main,
                   (long long)period, period ? stones : 0);
    return must(o, line);
}

static player_reply tell_time_left(gtp_player *o, const player_turn *t) {
    const engine_spec *spec = o->talk.spec;
    player_reply reply = PLAYER_REPLY_MOVE;
    if (!knows(o, "time_left")) return reply;
    for (int seat = 0; seat < 2 && reply == PLAYER_REPLY_MOVE; seat++) {
        char line[80];
        if (t->clock_ms[seat] < 0 || !spec->clocked) continue;
        unsigned stones = seat == t->seat ? t->movestogo : 0;
        int64_t left = t->clock_ms[seat];
        if (seat == t->seat && !left && spec->limits.byoyomi_ms) {
            left = spec->limits.byoyomi_ms;
            stones = 1;
        }
        (void)snprintf(line, sizeof line, "time_left %s %lld %u", colours[seat],
                       (long long)(left / SECOND_MS), stones);
        reply = must(o, line);
    }
    return reply;
}

/* --- decisions --- */

/* Before the first decision of a game. */
static player_reply begin_game(gtp_player *o) {
    error e;
    char line[60];
    if (!o->talk.running && start_program(o, &e) != ST_OK) {
        if (atomic_load(&o->talk.stopped)) return PLAYER_REPLY_STOPPED;
        dialogue_note(&o->talk, '!', e.text);
        return PLAYER_REPLY_CRASH;
    }
    if (!o->made) return PLAYER_REPLY_MOVE;
    o->made = false;
    o->told = 0;
    player_reply reply = PLAYER_REPLY_MOVE;
    if (knows(o, "set_random_seed")) {
        (void)snprintf(line, sizeof line, "set_random_seed %u", (unsigned)(o->seed >> 34 | 1));
        reply = must(o, line);
    }
    if (reply == PLAYER_REPLY_MOVE) reply = must(o, "clear_board");
    return reply == PLAYER_REPLY_MOVE ? tell_time(o) : reply;
}

/* What it has not seen yet. */
static player_reply tell_moves(gtp_player *o) {
    player_reply reply = PLAYER_REPLY_MOVE;
    while (reply == PLAYER_REPLY_MOVE && o->told < o->moves.len) {
        char line[64];
        const char *move = o->moves.at + o->told;
        (void)snprintf(line, sizeof line, "play %s", move + 1);
        reply = *move == '!' ? command(o, line) : must(o, line);
        o->told += strlen(move) + 1;
    }
    return reply;
}

static player_reply read_answer(gtp_player *o, text *answer) {
    const char *said = text_string(&o->answer.body);
    if (text_same(said, "resign")) return PLAYER_REPLY_RESIGN;
    if (!gtp_point_read(&o->board, said, answer)) return PLAYER_REPLY_ILLEGAL;
    (void)snprintf(o->own, sizeof o->own, "%s", text_string(answer));
    return PLAYER_REPLY_MOVE;
}

static player_reply ask(gtp_player *o, const player_turn *t, text *answer) {
    char line[40];
    player_reply reply = begin_game(o);
    if (reply == PLAYER_REPLY_MOVE && (o->broken || o->moves.cut)) reply = PLAYER_REPLY_CRASH;
    if (reply == PLAYER_REPLY_MOVE) reply = tell_moves(o);
    if (reply == PLAYER_REPLY_MOVE) reply = tell_time_left(o, t);
    if (reply != PLAYER_REPLY_MOVE) return reply;
    if (only_passes(t->now)) {
        text_put(answer, "pass");
        return reply;
    }
    (void)snprintf(line, sizeof line, "genmove %s", colours[t->seat]);
    reply = command_within(o, line, dialogue_wait_ms(&o->talk, t));
    if (reply != PLAYER_REPLY_MOVE) return reply;
    return o->answer.ok ? read_answer(o, answer) : PLAYER_REPLY_ILLEGAL;
}

static player_reply gtp_decide(player *p, const player_turn *t, text *answer) {
    gtp_player *o = (gtp_player *)p;
    player_reply reply = ask(o, t, answer);
    if (reply == PLAYER_REPLY_MOVE || reply == PLAYER_REPLY_RESIGN) return reply;
    /* What it would say later belongs to no question any more. */
    dialogue_note(&o->talk, '!', player_reply_name(reply));
    dialogue_end(&o->talk, 0);
    return reply;
}

/* It has played its answer on its own board: the game is told from the start. */
static void gtp_refuse(player *p, const char *answer, const error *why) {
    gtp_player *o = (gtp_player *)p;
    (void)answer;
    dialogue_note(&o->talk, '!', why->text);
    o->made = true;
    o->own[0] = '\0';
}

/* --- the player --- */

static void gtp_stop(player *p) {
    dialogue_stop(&((gtp_player *)p)->talk);
}

static void gtp_destroy(player *p) {
    gtp_player *o = (gtp_player *)p;
    dialogue_done(&o->talk);
    gtp_answer_done(&o->answer);
    gtp_answer_done(&o->commands);
    position_destroy(o->now);
    text_done(&o->moves);
    mem_free(o);
}

static status gtp_try(player *p, error *err) {
    return start_program((gtp_player *)p, err);
}

static const player_kind gtp_kind = {.try_it = gtp_try,
                                     .new_game = gtp_new_game,
                                     .see = gtp_see,
                                     .decide = gtp_decide,
                                     .refuse = gtp_refuse,
                                     .stop = gtp_stop,
                                     .destroy = gtp_destroy};

/* The board is that of the game's own start, wherever a game begins. */
static status find_board(gtp_player *o, error *err) {
    position *start;
    status st = position_start(&start, o->rules->game, &o->rules->options, SEAT_ALL, err);
    if (st == ST_OK) st = gtp_board_of(&o->board, start, err);
    position_destroy(start);
    return st;
}

status player_create_gtp(player **out, const player_setup *setup, error *err) {
    *out = NULL;
    gtp_player *o = mem_alloc(sizeof *o);
    if (!o) return error_set(err, ST_NOMEM, "no memory for an engine");
    o->base.kind = &gtp_kind;
    o->rules = setup->rules;
    o->moves = text_growing();
    gtp_answer_init(&o->answer);
    gtp_answer_init(&o->commands);
    status st = dialogue_init(&o->talk, setup, err);
    if (st == ST_OK) st = find_board(o, err);
    if (st == ST_OK)
        *out = &o->base;
    else
        gtp_destroy(&o->base);
    return st;
}
