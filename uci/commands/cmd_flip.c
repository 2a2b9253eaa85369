#include <ctype.h>
#include <string.h>

#include "engine/base/memory.h"
#include "uci/commands/cmd.h"

/* `flip`: the position with the two sides exchanged, the board upside down. By its text, where that
 * is a FEN of chess, and only in games whose start is the same from both sides: in others (racing
 * kings) the exchanged position would be another problem. */

enum { MAX_FIELDS = 8 };

static char other_case(char c) {
    unsigned char u = (unsigned char)c;
    return (char)(islower(u) ? toupper(u) : tolower(u));
}

/* Letters with their sides exchanged, first those of the first player. */
static void put_letters(const char *at, size_t n, text *out) {
    for (int lower = 0; lower < 2; lower++)
        for (size_t i = 0; i < n; i++) {
            char c = other_case(at[i]);
            if ((islower((unsigned char)c) != 0) == (lower != 0)) text_char(out, c);
        }
}

/* Rows from last to first, then what is in hand: "[Qp]". Returns the number of rows. */
static int put_board(const char *field, size_t n, text *out) {
    const char *hand = memchr(field, '[', n);
    size_t end = hand ? (size_t)(hand - field) : n;
    int rows = 0;
    for (size_t stop = end;; rows++) {
        size_t from = stop;
        while (from > 0 && field[from - 1] != '/') from--;
        for (size_t i = from; i < stop; i++) text_char(out, other_case(field[i]));
        if (from == 0) break;
        text_char(out, '/');
        stop = from - 1;
    }
    if (hand && field[n - 1] == ']') {
        text_char(out, '[');
        put_letters(hand + 1, n - end - 2, out);
        text_char(out, ']');
    }
    return rows + 1;
}

/* One of the fields after the side to move; false where it means something unknown. */
static bool put_field(const char *field, size_t n, int rows, text *out) {
    size_t letters = 0;
    while (letters < n && isalpha((unsigned char)field[letters])) letters++;
    size_t digits = strspn(field + letters, "0123456789");
    if (letters == n) { /* who may castle */
        put_letters(field, n, out);
        return true;
    }
    if (letters == 1 && digits == n - 1 && digits < 4) { /* a cell */
        int row = 0;
        for (size_t i = 1; i < n; i++) row = row * 10 + (field[i] - '0');
        text_format(out, "%c%d", field[0], rows + 1 - row);
        return row >= 1 && row <= rows;
    }
    if (letters == 0 && digits > 0 && digits < n && field[digits] == '+') { /* checks to go: 3+2 */
        text_putn(out, field + digits + 1, n - digits - 1);
        text_char(out, '+');
        text_putn(out, field, digits);
        return true;
    }
    text_putn(out, field, n);
    return digits == n || (n == 1 && *field == '-');
}

/* False where the text is no FEN of chess. */
static bool flip_text(const char *fen, text *out) {
    int rows = 0;
    for (int i = 0; *fen; i++) {
        size_t n = strcspn(fen, " ");
        if (n == 0 || i == MAX_FIELDS) return false;
        if (i) text_char(out, ' ');
        if (i == 0) {
            rows = put_board(fen, n, out);
        } else if (i == 1) {
            if (n != 1 || (*fen != 'w' && *fen != 'b')) return false;
            text_char(out, *fen == 'w' ? 'b' : 'w');
        } else if (!put_field(fen, n, rows, out)) {
            return false;
        }
        fen += n + (fen[n] == ' ');
        if (!*fen) return i >= 1;
    }
    return false;
}

/* Whether two texts differ in nothing but the side to move. */
static bool same_but_side(const char *a, const char *b) {
    size_t n = strcspn(a, " ");
    return n == strcspn(b, " ") && memcmp(a, b, n) == 0 && a[n] && b[n] &&
           strcmp(a + n + 2, b + n + 2) == 0;
}

static status write_flipped(const position *p, text *fen, text *flipped, error *err) {
    position_write(p, fen);
    if (!fen->cut && flip_text(text_string(fen), flipped) && !flipped->cut) return ST_OK;
    if (fen->cut || flipped->cut) return error_set(err, ST_NOMEM, "no memory for the position");
    return error_set(err, ST_UNSUPPORTED, "flip needs a position with a FEN as in chess");
}

/* Whether the start of the game is the same from both sides. */
static status check_sides(const position *p, error *err) {
    const rules *r = position_rules(p);
    position *start = NULL;
    text fen = text_growing();
    text flipped = text_growing();
    status st = position_start(&start, r->game, &r->options, SEAT_ALL, err);
    if (st == ST_OK) st = write_flipped(start, &fen, &flipped, err);
    if (st == ST_OK && !same_but_side(text_string(&fen), text_string(&flipped)))
        st = error_set(err, ST_UNSUPPORTED, "the sides of %s do not mirror each other",
                       r->game->title);
    position_destroy(start);
    text_done(&fen);
    text_done(&flipped);
    return st;
}

void cmd_flip(session *s, const request *l) {
    error e;
    position *next = NULL;
    text fen = text_growing();
    text flipped = text_growing();
    if (!request_has_position(s, l)) return;
    status st = l->count > 1 ? error_set(&e, ST_BAD_SYNTAX, "flip takes no arguments")
                             : write_flipped(s->position, &fen, &flipped, &e);
    if (st == ST_OK) st = check_sides(s->position, &e);
    if (st == ST_OK) {
        params p = position_rules(s->position)->options;
        p.no_files = s->config.safe;
        st = position_read(&next, s->game, &p, SEAT_ALL, text_string(&flipped), &e);
    }
    if (st == ST_OK) {
        position_allow(next, SESSION_ALLOWS);
        position_destroy(s->position);
        s->position = next;
    } else {
        request_fails(s, l, &e, l->count > 1 ? 1 : -1);
    }
    text_done(&fen);
    text_done(&flipped);
}
