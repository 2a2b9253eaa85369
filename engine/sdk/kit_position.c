#include <limits.h>
#include <stdlib.h>

#include "engine/sdk/kit_state.h"

/* Positions in one line and as a board.
 *
 *     A_/_V 1 3 - [ply=2] [finished=0]
 *
 * Rows from the top joined by '/', with '.' for what is not part of the board and ~xx for bytes
 * that a word cannot hold; the player, '-' where a lot is still to say who starts; the round; the
 * extras in hex, or '-'; the number of moves where the author counts rounds himself; and how it
 * ended, with the winner, '-' for none, or -p where only p has lost. Seats count from 0. */

static const char *const endings[KIT_ENDINGS] = {"open",      "finished",   "no-move",
                                                 "max-plies", "repetition", "fault"};

const char *kit_ending_name(int ending) {
    return endings[ending];
}

/* An author's words go out in protocol lines, which are plain ASCII. */
void kit_make_plain(char *s) {
    for (; *s; s++)
        if ((*s < ' ' && *s != '\n') || *s >= 0x7f) *s = '?';
}

const char *kit_fault_name(int fault) {
    static const char *const names[] = {
        "nothing is wrong", "perform_move put a piece where there is no board",
        "perform_move put a piece that is not declared",
        "next_player (or initial_player) named no player", "get_winner named no player"};
    return names[fault];
}

/* --- writing --- */

static void write_cell(uint8_t b, text *out) {
    if (b == BW_NULL)
        text_char(out, '.');
    else if (kit_token_holds(b) && !strchr("./~", b))
        text_char(out, (char)b);
    else
        text_format(out, "~%02x", b);
}

static void write_extras(const kit *k, const kit_state *s, text *out) {
    const unsigned char *extra = kit_extra(s);
    if (!k->from->extra_size) text_char(out, '-');
    for (size_t i = 0; i < k->from->extra_size; i++) text_format(out, "%02x", extra[i]);
}

void kit_write(const rules *head, const void *state, text *out) {
    const kit *k = kit_rules_of(head)->k;
    const kit_state *s = state;
    const uint8_t *cell = kit_board(k, s);
    for (int i = 0; i < k->cells; i++) {
        if (i && i % k->from->cols == 0) text_char(out, '/');
        write_cell(cell[i], out);
    }
    if (s->lot)
        text_format(out, " - %d ", s->round);
    else
        text_format(out, " %d %d ", s->player, s->round);
    write_extras(k, s, out);
    if (k->from->round_counter) text_format(out, " ply=%u", s->ply);
    if (s->ending == KIT_OPEN) return;
    text_format(out, " %s=", endings[s->ending]);
    if (s->winner >= 0)
        text_format(out, "%d", s->winner);
    else if (s->winner == BW_NOBODY)
        text_char(out, '-');
    else
        text_format(out, "-%d", -2 - s->winner);
}

/* --- reading --- */

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Two digits; -1 where they are none. */
static int hex_byte(const char *s) {
    int high = hex_digit(s[0]);
    int low = high < 0 ? -1 : hex_digit(s[1]);
    return low < 0 ? -1 : high * 16 + low;
}

/* One cell of the text; NULL and an error where it is none. */
static const char *read_cell(const kit *k, const char *s, int i, uint8_t *out, error *err) {
    int row = i / k->from->cols;
    int b = *s == '~' ? hex_byte(s + 1) : *s == '.' ? BW_NULL : (unsigned char)*s;
    int col = i % k->from->cols;
    if (!*s || *s == '/' || *s == ' ') {
        (void)error_set(err, ST_BAD_FEN, "row %d: expected %d cells, found %d", row, k->from->cols,
                        col);
        return NULL;
    }
    bool fits = b >= 0 && (b == BW_NULL) == (k->start[i] == BW_NULL);
    if (!fits || (b != BW_NULL && !k->number[b])) {
        (void)error_set(err, ST_BAD_FEN, "row %d, column %d: %s", row, col,
                        b >= 0 && !fits ? "the board has a cell there or none, as in the start"
                                        : "this is no piece of the game");
        return NULL;
    }
    *out = (uint8_t)b;
    return s + (*s == '~' ? 3 : 1);
}

static status read_board(const kit *k, const char *s, uint8_t *cell, error *err) {
    for (int i = 0; i < k->cells; i++) {
        if (i && i % k->from->cols == 0) {
            if (*s != '/')
                return error_set(err, ST_BAD_FEN, "row %d: expected %d cells and a '/'",
                                 i / k->from->cols - 1, k->from->cols);
            s++;
        }
        s = read_cell(k, s, i, &cell[i], err);
        if (!s) return ST_BAD_FEN;
    }
    return *s ? error_set(err, ST_BAD_FEN, "expected %d rows of %d cells, found more",
                          k->from->rows, k->from->cols)
              : ST_OK;
}

static status read_extras(const kit *k, const char *s, unsigned char *extra, error *err) {
    size_t n = k->from->extra_size;
    if (!n && strcmp(s, "-") == 0) return ST_OK;
    bool good = n && strlen(s) == 2 * n;
    for (size_t i = 0; good && i < n; i++) {
        int b = hex_byte(s + 2 * i);
        good = b >= 0;
        if (good) extra[i] = (unsigned char)b;
    }
    if (good) return ST_OK;
    return n ? error_set(err, ST_BAD_FEN, "expected %zu bytes in hex after the round", n)
             : error_set(err, ST_BAD_FEN, "expected - after the round: this game keeps no extras");
}

/* "finished=1": how a game ended. */
static status read_ending(const kit_rules *r, kit_state *s, const char *word, error *err) {
    const char *value = strchr(word, '=');
    int64_t who = BW_NOBODY;
    int top = r->head.players - 1;
    for (int e = KIT_FINISHED; value && e < KIT_FAULT; e++) {
        if (strncmp(word, endings[e], (size_t)(value - word)) != 0 ||
            endings[e][value - word] != '\0')
            continue;
        value++;
        if (value[0] == '-' && value[1]) {
            if (!text_i64(value + 1, 0, top, &who)) break;
            who = -2 - who;
        } else if (value[0] != '-' && !text_i64(value, 0, top, &who)) {
            break;
        }
        s->ending = (uint8_t)e;
        s->winner = (int16_t)who;
        return ST_OK;
    }
    return error_set(err, ST_BAD_FEN, "%.40s is no ending: finished=0, no-move=-, ...", word);
}

static status read_fields(const kit_rules *r, kit_state *s, char **word, size_t n, error *err) {
    const kit *k = r->k;
    size_t min = k->from->round_counter ? 5 : 4;
    if (n < min || n > min + 1)
        return error_set(err, ST_BAD_FEN, "expected rows, player, round%s",
                         k->from->round_counter ? ", extras and ply=number" : " and extras");
    uint64_t number;
    status st = read_board(k, word[0], kit_board(k, s), err);
    if (st != ST_OK) return st;
    s->lot = r->first == KIT_FIRST_LOT && strcmp(word[1], "-") == 0;
    number = 0;
    if (!s->lot && !text_u64(word[1], (uint64_t)r->head.players - 1, &number))
        return error_set(err, ST_BAD_FEN, "the player is a number from 0 to %d",
                         r->head.players - 1);
    s->player = (uint8_t)number;
    bool own = k->from->round_counter != NULL;
    int64_t round;
    if (!text_i64(word[2], own ? INT_MIN : 1, INT_MAX, &round))
        return error_set(err, ST_BAD_FEN, "the round is a number%s", own ? "" : " from 1");
    s->round = (int32_t)round;
    s->ply = (uint32_t)round - 1;
    st = read_extras(k, word[3], kit_extra(s), err);
    if (st == ST_OK && own) {
        if (!text_starts(word[4], "ply=") || !text_u64(word[4] + 4, INT_MAX, &number))
            return error_set(err, ST_BAD_FEN, "expected ply= and a number");
        s->ply = (uint32_t)number;
    }
    if (st == ST_OK && n > min) st = read_ending(r, s, word[min], err);
    return st;
}

/* --- whether it can be so --- */

static bool finished_after(const kit_rules *r, kit_state *s, kit_work *w, int mover, int *winner) {
    const bw_game *a = r->k->from;
    bw_state h = kit_handle(r, s, w);
    h.player = mover;
    if (s->ending == KIT_OPEN && !a->round_counter) h.round--;
    if (!a->game_finished(&h)) return false;
    *winner = a->get_winner(&h);
    return *winner >= BW_NOBODY && *winner < r->head.players;
}

/* Whom the lot has let start. */
static bool is_start(const kit_rules *r, const kit_state *s) {
    union {
        kit_state s;
        unsigned char buf[sizeof(kit_state) + BW_EXTRA + 8 + BW_CELLS + 8];
    } start;
    kit_begin(r, &start.s);
    if (start.s.lot) {
        start.s.lot = s->lot;
        start.s.player = s->player;
    }
    return memcmp(&start, s, r->head.state_size) == 0;
}

/* A text does not say who moved last. Where the game is finished whichever it was, it is over; but
 * that is not asked of the start. */
static status look_finished(const kit_rules *r, kit_state *s, kit_work *w, error *err) {
    if (is_start(r, s)) return ST_OK;
    int first = BW_NOBODY;
    for (int p = 0; p < r->head.players; p++) {
        int winner;
        if (!finished_after(r, s, w, p, &winner)) return ST_OK;
        if (p && winner != first) {
            bw_state h = kit_handle(r, s, w);
            if (!bw_can_move(&h, s->player)) return ST_OK; /* that shows who has lost */
            return error_set(err, ST_BAD_FEN, "the game is over: say so, as in finished=0");
        }
        first = winner;
    }
    s->ending = KIT_FINISHED;
    s->winner = (int16_t)first;
    return ST_OK;
}

/* What the text says of the end must be what the rules say. */
static status check_ending(const kit_rules *r, kit_state *s, kit_work *w, error *err) {
    int ending = s->ending;
    int stated = s->winner;
    int winner = BW_NOBODY;
    bool good = false;
    if (ending == KIT_FINISHED) {
        good = finished_after(r, s, w, s->player, &winner) && winner == stated;
    } else {
        s->ending = KIT_OPEN;
        s->winner = BW_NOBODY;
        kit_end_if_stuck(r, s, w);
        if (ending == KIT_NO_MOVE)
            good = s->ending == KIT_NO_MOVE && s->winner == stated;
        else if (s->ending == KIT_OPEN && stated == BW_NOBODY)
            good = ending == KIT_MAX_PLIES ? r->max_plies && s->ply >= (uint32_t)r->max_plies
                                           : r->repetition != 0;
        s->ending = (uint8_t)ending;
    }
    return good ? ST_OK
                : error_set(err, ST_BAD_FEN, "the game does not end like that here (%s)",
                            endings[ending]);
}

static status check_read(const kit_rules *r, kit_state *s, error *err) {
    kit_work w;
    kit_work_init(&w, s);
    bw_state h = kit_handle(r, s, &w);
    char why[160] = "";
    if (r->k->from->check && !r->k->from->check(&h, why, sizeof why)) {
        kit_make_plain(why);
        return error_set(err, ST_BAD_FEN, "%s", why[0] ? why : "the game knows no such position");
    }
    if (s->lot)
        return is_start(r, s) ? ST_OK
                              : error_set(err, ST_BAD_FEN,
                                          "the player is - only at the start, before the lot");
    if (s->ending != KIT_OPEN) return check_ending(r, s, &w, err);
    if (r->max_plies && s->ply >= (uint32_t)r->max_plies)
        return error_set(err, ST_BAD_FEN, "the game ends after %d moves", r->max_plies);
    status st = look_finished(r, s, &w, err);
    if (st == ST_OK && s->ending == KIT_OPEN) kit_end_if_stuck(r, s, &w);
    if (st == ST_OK && s->fault) return error_set(err, ST_BAD_FEN, "%s", kit_fault_name(s->fault));
    return st;
}

status kit_read(const rules *head, void *state, const char *line, error *err) {
    const kit_rules *r = kit_rules_of(head);
    kit_state *s = state;
    /* No text of a position is longer: three letters a cell, two digits a byte. */
    char copy[3 * BW_CELLS + BW_SIDE + 2 * BW_EXTRA + 100];
    memset(s, 0, head->state_size);
    s->winner = BW_NOBODY;
    size_t n = strlen(line);
    if (n >= sizeof copy) return error_set(err, ST_BAD_FEN, "the text is too long for this board");
    memcpy(copy, line, n + 1);
    char *word[6];
    size_t found = 0;
    for (char *at = copy; at && found < 6;) {
        word[found++] = at;
        at = strchr(at, ' ');
        if (at) *at++ = '\0';
        if (at && found == 6) return error_set(err, ST_BAD_FEN, "too many words after the rows");
    }
    status st = read_fields(r, s, word, found, err);
    if (st != ST_OK) return st;
    s->key = kit_key(r->k, kit_board(r->k, s));
    return check_read(r, s, err);
}

/* --- the board --- */

static int digits_of(int n) {
    int d = 1;
    for (; n >= 10; n /= 10) d++;
    return d;
}

static char plain_of(const kit *k, uint8_t b) {
    unsigned number = k->number[b];
    return number > 1 ? k->plain[number - 2] : (char)b;
}

/* Pieces that boards show by a stand-in. */
static void write_legend(const kit *k, text *out) {
    for (int i = 0; i < k->pieces; i++) {
        if ((uint32_t)k->plain[i] == k->letter[i]) continue;
        text_format(out, "%c: ", k->plain[i]);
        kit_piece_word(k, k->piece[i], out);
        text_char(out, '\n');
    }
}

/* Column numbers on top, row numbers in front; each cell in the middle of as many columns as a
 * number has, and one. */
void kit_put_board(const kit *k, const kit_state *s, bool letters, text *out) {
    const uint8_t *cell = kit_board(k, s);
    int cols = k->from->cols;
    int row_width = digits_of(k->from->rows);
    int col_width = digits_of(cols);
    text_repeat(out, ' ', row_width + 1);
    for (int c = 0; c < cols; c++) text_format(out, "%s%*d", c ? " " : "", col_width, c);
    text_char(out, '\n');
    for (int i = 0; i < k->cells; i++) {
        if (i % cols == 0) text_format(out, "%*d ", row_width, i / cols);
        text_repeat(out, ' ', col_width / 2);
        if (letters)
            kit_put_letter(k, cell[i], out);
        else
            text_char(out, plain_of(k, cell[i]));
        text_repeat(out, ' ', col_width - col_width / 2);
        if (i % cols == cols - 1) text_char(out, '\n');
    }
}

void kit_put_more(const kit_rules *r, const kit_state *s, text *out) {
    char more[512] = "";
    if (!r->k->from->show) return;
    kit_work w;
    kit_work_init(&w, s);
    bw_state h = kit_handle(r, s, &w);
    if (r->k->from->show(&h, more, sizeof more) <= 0) return;
    more[sizeof more - 1] = '\0';
    kit_make_plain(more);
    text_format(out, "%s\n", more);
}

void kit_draw(const rules *head, const void *state, int seat, bool colours, text *out) {
    const kit_rules *r = kit_rules_of(head);
    (void)seat;
    (void)colours;
    kit_put_board(r->k, state, false, out);
    write_legend(r->k, out);
    kit_put_more(r, state, out);
}
