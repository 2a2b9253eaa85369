#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/sdk/kit_state.h"

/* A kit game at a keyboard, as Boardwalk plays it: the board and an empty line, `Your move: ` until
 * a move is valid, and at the end the board once more and who won. Players count from 0. */

enum { WORDS_SIZE = 512 };

/* An author's text of n bytes in a room of WORDS_SIZE, made safe for a terminal; false if there is
 * none. */
static bool take_words(char *room, int n, bool lines) {
    if (n <= 0) return false;
    room[n < WORDS_SIZE ? n : WORDS_SIZE - 1] = '\0';
    for (char *c = room; *c; c++) {
        bool control = (unsigned char)*c < ' ' || *c == 127;
        if (control && !(lines && *c == '\n')) *c = ' ';
    }
    return room[0] != '\0';
}

static void screen(const rules *r, const void *s, int seat, char *const *names, bool colours,
                   text *out) {
    const kit_rules *k = kit_rules_of(r);
    (void)seat;
    (void)names;
    (void)colours;
    kit_put_board(k->k, s, true, out);
    kit_put_more(k, s, out);
    text_char(out, '\n');
}

static void prompt(const rules *r, const void *s, char *const *names, text *out) {
    const bw_game *a = kit_rules_of(r)->k->from;
    char buf[WORDS_SIZE] = "";
    kit_work w;
    (void)names;
    kit_work_init(&w, s);
    bw_state h = kit_handle(kit_rules_of(r), s, &w);
    bool stated = a->prompt && take_words(buf, a->prompt(&h, buf, sizeof buf), false);
    text_put(out, stated ? buf : "Your move: ");
}

/* --- what was typed --- */

/* "1,1" with spaces where they may be, and nothing else. */
static bool read_place(const char *line, int *row, int *col) {
    bw_text m = {0};
    char placement[WORDS_SIZE];
    text with_piece = text_over(placement, sizeof placement);
    text_format(&with_piece, "X %s", line);
    if (with_piece.cut || !bw_text_read(placement, &m) || m.is_movement) return false;
    *row = m.r1;
    *col = m.c1;
    return true;
}

/* A place alone: the one piece that can be put there. ST_NOT_FOUND where none can; *err names them
 * where several can. */
static status typed_place(const rules *r, const void *s, const char *line, text *token,
                          error *err) {
    int row;
    int col;
    int fits = 0;
    bool pieces = !kit_lot_open(r, s) && read_place(line, &row, &col);
    action *list = pieces ? mem_alloc(r->max_actions * sizeof *list) : NULL;
    if (!pieces) return ST_NOT_FOUND;
    if (!list) return error_set(err, ST_NOMEM, "no memory to read this");
    char names[WORDS_SIZE / 4];
    text all = text_over(names, sizeof names);
    int n = kit_legal(r, s, NULL, list);
    for (int i = 0; i < n; i++) {
        uint8_t piece;
        int at_row;
        int at_col;
        if (!bw_is_placement((bw_move)list[i])) continue;
        bw_place_fields((bw_move)list[i], &piece, &at_row, &at_col);
        if (at_row != row || at_col != col) continue;
        if (fits++) text_put(&all, " or ");
        kit_to_text(r, s, &list[i], 1, &all);
        if (fits == 1) kit_to_text(r, s, &list[i], 1, token);
    }
    mem_free(list);
    if (fits < 2) return fits ? ST_OK : ST_NOT_FOUND;
    text_clear(token);
    status st = error_set(err, ST_ILLEGAL_ACTION, "which piece? %s", names);
    error_reason(err, "unclear-piece", "%s", "");
    return st;
}

static status typed(const rules *r, const void *s, const char *line, text *token, error *err) {
    const bw_game *a = kit_rules_of(r)->k->from;
    char buf[WORDS_SIZE] = "";
    action step[GAME_MAX_STEPS];
    int n;
    kit_work w;
    kit_work_init(&w, s);
    bw_state h = kit_handle(kit_rules_of(r), s, &w);
    if (a->preprocess && take_words(buf, a->preprocess(&h, line, buf, sizeof buf), false))
        line = buf;
    /* Whatever is no move may be a command; if it is none either, the same is said about it. */
    if (kit_from_text(r, s, line, step, &n, err) != ST_OK)
        return typed_place(r, s, line, token, err);
    kit_to_text(r, s, step, n, token);
    return ST_OK;
}

/* --- the end --- */

static void put_all_but(int loser, int players, char *const *names, text *out) {
    for (int i = 0, left = players - 1; i < players; i++) {
        if (i == loser) continue;
        left--;
        text_format(out, "%s%s", names[i], left == 0 ? " win!\n" : left == 1 ? " and " : ", ");
    }
}

static void default_end(const rules *r, const kit_state *s, char *const *names, text *out) {
    bool solo_loss = r->players == 1 && kit_rules_of(r)->k->from->flags & BW_SOLO_LOSS;
    if (s->winner >= 0)
        text_format(out, "%s wins!\n", names[s->winner]);
    else if (s->winner < BW_NOBODY)
        put_all_but(-2 - s->winner, r->players, names, out);
    else if (s->ending == KIT_FINISHED)
        text_put(out, solo_loss ? "It is lost.\n" : "The game is over: a tie.\n");
    else
        text_format(out, "The game is over (%s): %s.\n", kit_ending_name(s->ending),
                    solo_loss ? "it is lost" : "a tie");
}

static void finish(const rules *r, const void *state, char *const *names, text *out) {
    const bw_game *a = kit_rules_of(r)->k->from;
    const kit_state *s = state;
    char buf[WORDS_SIZE] = "";
    kit_work w;
    kit_work_init(&w, s);
    bw_state h = kit_handle(kit_rules_of(r), s, &w);
    /* Of three or more who win together the author's words know nothing. */
    bool stated = a->finish_message && s->winner >= BW_NOBODY &&
                  take_words(buf, a->finish_message(&h, s->winner, buf, sizeof buf), true);
    if (!stated) {
        default_end(r, s, names, out);
        return;
    }
    text_put(out, buf);
    if (buf[strlen(buf) - 1] != '\n') text_char(out, '\n');
}

const game_terminal kit_terminal = {
    .names = kit_names,
    .describe = kit_describe,
    .happened = kit_happened,
    .screen = screen,
    .prompt = prompt,
    .typed = typed,
    .finish = finish,
    .from_zero = true,
};
