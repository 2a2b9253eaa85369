#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/notation/san/san_moves.h"

/* Why what a person wrote is no move here, in words for people. What a rules text says of its
 * pieces is used where it says it (the names in describe(), verify(), which positions can be read);
 * the ways of the chess pieces are known here only to tell a pinned knight from one that is far
 * away. */

static status refuse(error *err, const char *typed, const char *reason, const text *sentence) {
    status st = error_set(err, ST_ILLEGAL_ACTION, "%.40s: %s", typed, text_string(sentence));
    error_reason(err, reason, "text=%.60s", typed);
    error_arg(err, typed);
    return st;
}

/* --- names --- */

/* "knight" of "knight g1 to f3", in the words of the game. */
static bool name_of_move(const position *p, const san_moves *m, const san_move *k, text *out) {
    const rules *r = position_rules(p);
    token tok;
    char buf[120];
    text said = text_over(buf, sizeof buf);
    if (!r->terminal->describe) return false;
    if (token_read((state_ref){r, position_data(p), position_trail(p)}, san_moves_token(m, k), &tok,
                   NULL) != ST_OK)
        return false;
    r->terminal->describe(r, position_data(p), tok.steps, tok.count, &said);
    const char *end = strstr(buf, k->from < 0 ? " on " : " to ");
    while (end && k->from >= 0 && end > buf && *--end != ' ') {
    } /* the cell before it */
    if (!end || end == buf) return false;
    text_putn(out, buf, (size_t)(end - buf));
    return true;
}

static bool name_among(const san_moves *m, char piece, text *out) {
    for (size_t i = 0; i < m->count; i++)
        if (m->at[i].piece == piece && m->at[i].to >= 0)
            return name_of_move(m->open, m, &m->at[i], out);
    return false;
}

/* A name may be found in what could follow: random play with a fixed seed. */
static bool name_in_play(const san_moves *m, char piece, text *out) {
    enum { PLIES = 100 };
    rng random = rng_stream(1, 0);
    position *q = NULL;
    bool found = false;
    if (position_with_state(&q, m->open, position_data(m->open), NULL) != ST_OK) return false;
    for (int i = 0; i < PLIES && !found; i++) {
        san_moves next;
        status st = san_moves_list(&next, q, NULL);
        if (st == ST_OK) found = name_among(&next, piece, out);
        const san_move *k = st == ST_OK ? &next.at[rng_below(&random, next.count)] : NULL;
        if (k) st = position_play(q, san_moves_token(&next, k), NULL);
        san_moves_done(&next);
        if (st != ST_OK) break;
    }
    position_destroy(q);
    return found;
}

static const char *usual_name(char piece) {
    static const struct {
        char letter;
        const char *name;
    } fallback[] = {{'K', "king"},   {'Q', "queen"},  {'R', "rook"},
                    {'B', "bishop"}, {'N', "knight"}, {'P', "pawn"}};
    for (size_t i = 0; i < sizeof fallback / sizeof *fallback; i++)
        if (fallback[i].letter == piece) return fallback[i].name;
    return NULL;
}

/* Whether the game calls the pieces that can move now as everyone does. */
static bool names_are_usual(const san_moves *m) {
    bool same = m->count > 0;
    for (size_t i = 0; i < m->count && same; i++) {
        char buf[40];
        text name = text_over(buf, sizeof buf);
        bool known = i && m->at[i].piece == m->at[i - 1].piece;
        if (known || m->at[i].to < 0) continue;
        const char *want = usual_name(m->at[i].piece);
        same = want && name_of_move(m->open, m, &m->at[i], &name) && strcmp(buf, want) == 0;
    }
    return same;
}

void san_explain_piece(const san_moves *m, char piece, text *out) {
    const char *fallback = usual_name(piece);
    if (name_among(m, piece, out)) return;
    if (fallback && names_are_usual(m)) {
        text_put(out, fallback);
        return;
    }
    if (name_in_play(m, piece, out)) return;
    if (fallback)
        text_put(out, fallback);
    else
        text_format(out, "piece %c", piece);
}

/* --- more than one --- */

static void list_found(const san_moves *m, const san_move *const *found, size_t n, text *out) {
    for (size_t i = 0; i < n; i++) {
        san_effect effect = {0};
        (void)san_moves_try(m, found[i], &effect, NULL);
        if (i) text_put(out, i + 1 < n ? ", " : " or ");
        san_compose(m, found[i], &effect, out);
    }
}

status san_explain_many(const san_moves *m, const san_move *const *found, size_t n,
                        const char *typed, error *err) {
    static const char *const number[] = {"", "", "both", "three", "four", "five", "six"};
    char name_buf[40];
    char buf[200];
    text name = text_over(name_buf, sizeof name_buf);
    text said = text_over(buf, sizeof buf);
    bool apart = false;
    for (size_t i = 1; i < n; i++) apart |= found[i]->from != found[0]->from;
    san_explain_piece(m, found[0]->piece, &name);
    if (!apart)
        text_format(&said, "say what the %s becomes: ", name_buf);
    else if (n < sizeof number / sizeof *number)
        text_format(&said, "%s %ss can go there: ", number[n], name_buf);
    else
        text_format(&said, "several %ss can go there: ", name_buf);
    list_found(m, found, n, &said);
    return refuse(err, typed, "ambiguous", &said);
}

/* --- none --- */

static bool way_is_free(const board_text *b, int from, int to) {
    int dx = (to % b->width > from % b->width) - (to % b->width < from % b->width);
    int dy = (to / b->width > from / b->width) - (to / b->width < from / b->width);
    for (int c = from + dy * b->width + dx; c != to; c += dy * b->width + dx)
        if (b->cell[c] != '.') return false;
    return true;
}

/* Whether a piece with a name of chess goes from one cell to the other, check aside. */
static bool reaches(const san_moves *m, const char *name, int from, int to) {
    const board_text *b = &m->board;
    int dx = abs(to % b->width - from % b->width);
    int dy = abs(to / b->width - from / b->width);
    bool ortho = dx == 0 || dy == 0;
    bool diag = dx == dy;
    if (strcmp(name, "knight") == 0) return dx + dy == 3 && dx && dy;
    if (strcmp(name, "king") == 0) return dx <= 1 && dy <= 1;
    if (strcmp(name, "pawn") == 0) {
        int ahead = (to / b->width - from / b->width) * (m->actor ? -1 : 1);
        bool takes = board_text_owner(b->cell[to]) == 1 - m->actor;
        int home = m->actor ? b->height - 2 : 1;
        if (dx == 1) return ahead == 1 && takes;
        if (dx || takes || !way_is_free(b, from, to)) return false;
        return ahead == 1 || (ahead == 2 && from / b->width == home);
    }
    bool line = (strcmp(name, "rook") == 0 && ortho) || (strcmp(name, "bishop") == 0 && diag) ||
                (strcmp(name, "queen") == 0 && (ortho || diag));
    return line && way_is_free(b, from, to);
}

/* Whether the rules refuse a position in which the piece has gone there: its text, read with the
 * other side to move. Known for games that front ends send positions of, which check that. */
static bool leaves_check(const san_moves *m, int from, int to) {
    const rules *r = position_rules(m->open);
    text line = text_growing();
    text changed = text_growing();
    board_text after = m->board;
    position *q = NULL;
    position_write(m->open, &line);
    const char *s = text_string(&line);
    const char *rest = s + strcspn(s, " [");
    after.cell[to] = after.cell[from];
    after.cell[from] = '.';
    board_text_write(&after, &changed);
    size_t hand = strcspn(rest, " ");
    text_putn(&changed, rest, hand);
    rest += hand;
    bool usable = r->traits & GAME_UCI && strlen(rest) > 3 && !line.cut;
    if (usable) {
        text_put(&changed, rest[1] == 'w' ? " b - -" : " w - -");
        rest += 3; /* what follows rights and the cell behind a pawn */
        for (int i = 0; i < 2 && *rest; i++) rest += strcspn(rest, " ") + (i == 0);
        text_put(&changed, rest);
    }
    bool refused = usable && !changed.cut &&
                   position_read(&q, r->game, &r->options, SEAT_ALL, text_string(&changed), NULL) ==
                       ST_BAD_FEN;
    position_destroy(q);
    text_done(&line);
    text_done(&changed);
    return refused;
}

static status no_castling(const san_moves *m, int side, const char *typed, error *err) {
    const board_text *b = &m->board;
    char buf[200];
    text said = text_over(buf, sizeof buf);
    int king = -1;
    int rook = -1;
    int piece = -1;
    int home = m->actor ? b->height - 1 : 0;
    for (int c = home * b->width; c < (home + 1) * b->width; c++)
        if (san_moves_own(m, c, 'K')) king = c;
    for (int c = king; king >= 0 && c / b->width == home && c >= 0; c += side)
        if (san_moves_own(m, c, 'R')) rook = c;
    for (int c = king + side; rook >= 0 && c != rook && piece < 0; c += side)
        if (b->cell[c] != '.') piece = c;
    if (king < 0) {
        text_put(&said, "the king is not on his first row");
    } else if (rook < 0) {
        text_put(&said, "there is no rook on that side");
    } else if (piece >= 0) {
        char c = b->cell[piece];
        text_put(&said, "the ");
        san_explain_piece(m, (char)(c >= 'a' ? c - 'a' + 'A' : c), &said);
        text_put(&said, " on ");
        board_text_name(b, piece, &said);
        text_put(&said, " is in the way");
    } else if (san_moves_in_check(m->open)) {
        text_put(&said, "the king is in check");
    } else {
        text_put(&said, "king or rook has moved before, or the king would pass an attacked square");
    }
    return refuse(err, typed, "no-castling", &said);
}

static status no_drop(const san_moves *m, const san_word *w, const char *typed, error *err) {
    char name_buf[40];
    char buf[200];
    text name = text_over(name_buf, sizeof name_buf);
    text said = text_over(buf, sizeof buf);
    bool drops = false;
    bool same = false;
    for (size_t i = 0; i < m->count; i++) {
        bool drop = m->at[i].to >= 0 && m->at[i].from < 0;
        drops |= drop;
        same |= drop && m->at[i].piece == w->piece;
    }
    san_explain_piece(m, w->piece, &name);
    if (m->board.cell[w->to] != '.')
        text_put(&said, "that square is occupied");
    else if (same)
        text_format(&said, "no %s can be dropped there", name_buf);
    else
        text_format(&said, drops ? "you have no %s to drop" : "no %s can be dropped now", name_buf);
    return refuse(err, typed, "no-drop", &said);
}

/* Among the moves those of this piece to this cell, whatever else was said. */
static const san_move *near_miss(const san_moves *m, const san_word *w) {
    for (size_t i = 0; i < m->count; i++) {
        const san_move *k = &m->at[i];
        bool from = k->from >= 0 && (w->column < 0 || k->from % m->board.width == w->column) &&
                    (w->row < 0 || k->from / m->board.width == w->row);
        if (from && k->piece == w->piece && k->to == w->to) return k;
    }
    return NULL;
}

/* The move is there, but the word says something of it that is not so. */
static status not_quite(const san_moves *m, const san_word *w, const san_move *k, const char *typed,
                        error *err) {
    char buf[200];
    text said = text_over(buf, sizeof buf);
    san_effect effect;
    if (k->castles) {
        text_format(&said, "castling is written %s", k->castles > 0 ? "O-O" : "O-O-O");
        return refuse(err, typed, "castling", &said);
    }
    status st = san_moves_try(m, k, &effect, err);
    if (st != ST_OK) return st;
    if (w->takes && !effect.takes) {
        text_put(&said, "there is nothing to take on ");
        board_text_name(&m->board, w->to, &said);
        return refuse(err, typed, "nothing-to-take", &said);
    }
    text_put(&said, "the ");
    san_explain_piece(m, w->piece, &said);
    if (!effect.becomes) {
        text_put(&said, " does not become another piece there");
        return refuse(err, typed, "no-promotion", &said);
    }
    text_put(&said, " cannot become a ");
    san_explain_piece(m, w->becomes, &said);
    return refuse(err, typed, "bad-promotion", &said);
}

/* Pieces of the kind that was told: how many, and how many where the word says; `pinned` would go
 * there if the king allowed it. */
typedef struct suspects {
    int all, here, pinned;
} suspects;

static suspects find_suspects(const san_moves *m, const san_word *w, const char *name) {
    suspects x = {.pinned = -1};
    for (int c = 0; c < m->board.width * m->board.height; c++) {
        if (!san_moves_own(m, c, w->piece)) continue;
        x.all++;
        if ((w->column >= 0 && c % m->board.width != w->column) ||
            (w->row >= 0 && c / m->board.width != w->row))
            continue;
        x.here++;
        if (x.pinned < 0 && reaches(m, name, c, w->to) && leaves_check(m, c, w->to)) x.pinned = c;
    }
    return x;
}

static void where_from(const san_moves *m, const san_word *w, text *out) {
    char buf[16];
    text name = text_over(buf, sizeof buf);
    int column = w->column < 0 ? 0 : w->column;
    board_text_name(&m->board, (w->row < 0 ? 0 : w->row) * m->board.width + column, &name);
    if (w->column >= 0 && w->row >= 0)
        text_format(out, " on %s", buf);
    else if (w->column >= 0)
        text_format(out, " on the %c-file", buf[0]);
    else
        text_format(out, " on rank %s", buf + 1);
}

status san_explain_none(const san_moves *m, const san_word *w, const char *typed, error *err) {
    char name_buf[40];
    char buf[200];
    text name = text_over(name_buf, sizeof name_buf);
    text said = text_over(buf, sizeof buf);
    if (w->castles) return no_castling(m, w->castles, typed, err);
    if (w->drop) return no_drop(m, w, typed, err);
    const san_move *k = near_miss(m, w);
    if (k) return not_quite(m, w, k, typed, err);
    san_explain_piece(m, w->piece, &name);
    bool enemy = board_text_owner(m->board.cell[w->to]) == 1 - m->actor;
    suspects x = find_suspects(m, w, name_buf);
    if (!x.all) {
        text_format(&said, "you have no %s", name_buf);
    } else if (!x.here) {
        text_format(&said, "you have no %s", name_buf);
        where_from(m, w, &said);
    } else if (san_moves_own(m, w->to, 0)) {
        text_put(&said, "a piece of yours is on ");
        board_text_name(&m->board, w->to, &said);
    } else if (x.pinned >= 0) {
        text_put(&said, san_moves_in_check(m->open) ? "that does not end the check"
                        : w->piece == 'K'           ? "the king would be in check there"
                                                    : "that would leave the king in check");
    } else if (w->takes && !enemy) {
        text_put(&said, "there is nothing to take on ");
        board_text_name(&m->board, w->to, &said);
    } else {
        text_format(&said, "no %s", name_buf);
        if (w->column >= 0 || w->row >= 0) where_from(m, w, &said);
        text_put(&said, " can go to ");
        board_text_name(&m->board, w->to, &said);
    }
    return refuse(err, typed, "no-such-move", &said);
}
