#include "cli/play/play_setup.h"

#include <string.h>

#include "cli/play/play_engines.h"
#include "cli/play/play_events.h"
#include "cli/play/play_show.h"
#include "engine/base/memory.h"
#include "engine/game/game_table.h"

/* One command of the setup; `rest` is what follows its name. */
typedef struct setup_word {
    const char *name, *syntax, *what;
    void (*run)(play *p, const char *rest);
} setup_word;

static void show_draft(play *p) {
    position *table = p->pos;
    p->pos = p->draft;
    play_show_board(p);
    p->pos = table;
}

/* --- changing it --- */

static void take_draft(play *p, position *made) {
    position_destroy(p->draft);
    p->draft = made;
    show_draft(p);
}

static status change(play *p, const game_edit *e, error *err) {
    const rules *r = position_rules(p->draft);
    position *made;
    if (!r->table->edit)
        return error_set(err, ST_UNSUPPORTED,
                         "a position of %s is set up by its text: fen TEXT (fen prints it)",
                         r->game->name);
    void *state = mem_alloc(r->state_size);
    if (!state) return error_set(err, ST_NOMEM, "no memory for the position");
    memcpy(state, position_data(p->draft), r->state_size);
    status st = r->table->edit(r, state, e, err);
    if (st == ST_OK) st = position_with_state(&made, p->draft, state, err);
    if (st == ST_OK) take_draft(p, made);
    mem_free(state);
    return st;
}

static void try_change(play *p, const game_edit *e) {
    error err;
    if (change(p, e, &err) != ST_OK) play_say_error(p, &err);
}

static void do_put(play *p, const char *rest) {
    char cell[64];
    text first = text_over(cell, sizeof cell);
    size_t n = strcspn(rest, " ");
    text_putn(&first, rest, n);
    rest += n;
    rest += strspn(rest, " ");
    if (!*cell || !*rest)
        play_say(p, "put takes a cell and a piece: put CELL PIECE\n");
    else
        try_change(p, &(game_edit){EDIT_PUT, cell, rest});
}

static void do_clear(play *p, const char *rest) {
    bool all = !*rest || text_same(rest, "all");
    try_change(p, &(game_edit){all ? EDIT_CLEAR_ALL : EDIT_CLEAR, rest, NULL});
}

static void do_turn(play *p, const char *rest) {
    if (*rest)
        try_change(p, &(game_edit){EDIT_TURN, NULL, rest});
    else
        play_say(p, "turn takes a player: turn WHO\n");
}

/* --- as a text --- */

static status read_position(const play *p, const char *line, position **out, error *err) {
    const rules *r = position_rules(p->pos);
    error none = {0};
    *err = none;
    status st = position_read(out, r->game, &r->options, SEAT_ALL, line, err);
    if (st == ST_OK && err->note[0]) play_say(p, "%s\n", err->note);
    return st;
}

status play_setup_enter(play *p, const char *line, error *err) {
    position *made = NULL;
    status st = read_position(p, line, &made, err);
    if (st == ST_OK) st = play_check_seats(p, position_rules(made), err);
    if (st != ST_OK) {
        position_destroy(made);
        return st;
    }
    if (!p->c.dice) position_set_seed(made, p->seed);
    play_put_new(p, made);
    return ST_OK;
}

/* What the person at the keyboard may see of the draft. */
static status write_draft(const play *p, text *out, error *err) {
    position *seen = NULL;
    status st = ST_OK;
    int viewer = play_viewer(p);
    if (viewer != SEAT_ALL) st = position_observe(&seen, p->draft, viewer, err);
    if (st == ST_OK) position_write(seen ? seen : p->draft, out);
    position_destroy(seen);
    return st == ST_OK && out->cut ? error_set(err, ST_NOMEM, "no memory for the position") : st;
}

static void do_fen(play *p, const char *rest) {
    error e;
    position *made;
    text out = text_growing();
    status st = *rest ? read_position(p, rest, &made, &e) : write_draft(p, &out, &e);
    if (st != ST_OK)
        play_say_error(p, &e);
    else if (*rest)
        take_draft(p, made);
    text_char(&out, '\n');
    if (st == ST_OK && !*rest) play_say_text(p, &out);
    text_done(&out);
}

/* --- leaving it --- */

/* Reads the draft as its text is read everywhere, and so finds what cannot be. */
static status enter_draft(play *p, bool stay, error *err) {
    text line = text_growing();
    position *made = NULL;
    position_write(p->draft, &line);
    status st = line.cut ? error_set(err, ST_NOMEM, "no memory for the position") : ST_OK;
    if (st == ST_OK && stay) st = read_position(p, text_string(&line), &made, err);
    if (st == ST_OK && !stay) st = play_setup_enter(p, text_string(&line), err);
    position_destroy(made);
    text_done(&line);
    return st;
}

static void do_check(play *p, const char *rest) {
    error e;
    (void)rest;
    if (enter_draft(p, true, &e) == ST_OK)
        play_say(p, "nothing is wrong with this position\n");
    else
        play_say_error(p, &e);
}

static void do_done(play *p, const char *rest) {
    error e;
    (void)rest;
    if (enter_draft(p, false, &e) == ST_OK) {
        play_setup_end(p);
        return;
    }
    play_say_error(p, &e);
    play_say(p, p->c.purpose == PLAY_TO_SET_UP
                    ? "it is not entered: change it, or cancel to leave\n"
                    : "it is not entered: change it, or cancel to go back to the game\n");
}

static void do_cancel(play *p, const char *rest) {
    (void)rest;
    play_setup_end(p);
    p->quit = p->c.purpose == PLAY_TO_SET_UP;
    if (!p->quit) play_say(p, "the game is as it was\n");
}

static void do_board(play *p, const char *rest) {
    (void)rest;
    show_draft(p);
}

static void do_quit(play *p, const char *rest) {
    (void)rest;
    p->quit = true;
}

static void do_help(play *p, const char *rest);

static const setup_word setup_words[] = {
    {"put", "put CELL PIECE", "a piece on a cell: put e4 white knight, put e4 N", do_put},
    {"clear", "clear [CELL]", "empty a cell, or the board", do_clear},
    {"turn", "turn WHO", "whose turn it is: turn black, turn 2", do_turn},
    {"fen", "fen [TEXT]", "the position in one line; with TEXT that one instead", do_fen},
    {"board", "board", "draw it again", do_board},
    {"check", "check", "say what is wrong with it", do_check},
    {"done", "done", "continue with it", do_done},
    {"cancel", "cancel", "leave it, without any change", do_cancel},
    {"help", "help", "this list", do_help},
    {"quit", "quit", "leave", do_quit},
};

enum { SETUP_WORDS = sizeof setup_words / sizeof *setup_words };

static void do_help(play *p, const char *rest) {
    (void)rest;
    for (int i = 0; i < SETUP_WORDS; i++)
        play_say(p, "  %-18s %s\n", setup_words[i].syntax, setup_words[i].what);
}

void play_setup_line(play *p, const char *line) {
    line += *line == '/';
    size_t n = strcspn(line, " ");
    const char *rest = line + n;
    rest += strspn(rest, " ");
    for (int i = 0; i < SETUP_WORDS; i++) {
        char word[16];
        text name = text_over(word, sizeof word);
        text_putn(&name, line, n);
        if (!text_same(word, setup_words[i].name)) continue;
        setup_words[i].run(p, rest);
        return;
    }
    if (*line)
        play_say(p, "a position is set up with put, clear, turn, fen, check, done and cancel: help "
                    "tells more\n");
}

void play_setup_start(play *p) {
    error e;
    if (play_replays(p)) {
        play_say(p, "this game is a replay: end returns to yours\n");
        return;
    }
    if (position_with_state(&p->draft, p->pos, position_data(p->pos), &e) != ST_OK) {
        play_say_error(p, &e);
        return;
    }
    show_draft(p);
    play_say(p, "set it up with %s; done %s it\n",
             position_rules(p->pos)->table->edit ? "put CELL PIECE, clear CELL and turn WHO"
                                                 : "fen TEXT (fen prints it)",
             p->c.purpose == PLAY_TO_SET_UP ? "analyses" : "plays from");
}

void play_setup_end(play *p) {
    position_destroy(p->draft);
    p->draft = NULL;
    p->stale = true;
}
