#include "engine/notation/san/san.h"

#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/san/san_moves.h"

enum { MAX_WORD = 48 }; /* bytes of what a person may write */

/* A turn is one token, and one that moves something. */
static bool has_moves(const rules *r) {
    const uint32_t other = GAME_CHANCE | GAME_HIDDEN | GAME_REACTIONS;
    bool moves = false;
    if (r->players != 2 || r->max_steps != 1 || r->traits & other) return false;
    for (const action_syntax *s = r->game->syntax; s && s->kind; s++) {
        if (strcmp(s->kind, "pick") == 0) return false; /* a turn of more than one token */
        moves |= strcmp(s->kind, "move") == 0;
    }
    return moves;
}

/* Kings and at least two other kinds. */
static bool has_kinds(const rules *r, const char *start) {
    bool kinds[26] = {false};
    int count = 0;
    board_text b;
    if (!board_text_read(r->game, start, &b)) return false;
    for (int i = 0; i < b.width * b.height; i++)
        if (b.cell[i] >= 'A' && b.cell[i] <= 'Z') kinds[b.cell[i] - 'A'] = true;
    for (int i = 0; i < 26; i++) count += kinds[i];
    return kinds['K' - 'A'] && count >= 3;
}

status san_check(const rules *r, error *err) {
    text line = text_growing();
    bool good = has_moves(r);
    void *s = good ? mem_alloc(r->state_size) : NULL;
    status st = good && !s ? error_set(err, ST_NOMEM, "no memory for a position") : ST_OK;
    if (s) {
        r->game->start(r, s);
        r->game->write(r, s, &line);
        if (line.cut) st = error_set(err, ST_NOMEM, "no memory for a position");
        good = has_kinds(r, text_string(&line));
    }
    mem_free(s);
    text_done(&line);
    if (st != ST_OK || good) return st;
    return error_set(err, ST_UNSUPPORTED, "%s is not written in chess notation", r->game->title);
}

bool san_offered(const rules *r) {
    return san_check(r, NULL) == ST_OK;
}

/* --- writing --- */

static status write_move(const san_moves *m, const san_move *move, text *out, error *err) {
    san_effect effect;
    status st = san_moves_try(m, move, &effect, err);
    if (st != ST_OK) return st;
    san_compose(m, move, &effect, out);
    bool word = move->to < 0; /* a pass has no marks: it is read as it is */
    if (effect.wins && !word)
        text_char(out, '#');
    else if (effect.check && !word)
        text_char(out, '+');
    return out->cut ? error_set(err, ST_NOMEM, "no memory for a move") : ST_OK;
}

status san_write(const position *p, const char *event, text *out, error *err) {
    san_moves m;
    char fallback[GAME_TOKEN_SIZE];
    text name = text_over(fallback, sizeof fallback);
    if (strcmp(event, "0000") == 0) {
        text_put(out, "--");
        return ST_OK;
    }
    status st = san_moves_list(&m, p, err);
    if (st == ST_OK) st = position_verify(m.open, event, &name, err);
    const san_move *found = NULL;
    for (size_t i = 0; st == ST_OK && i < m.count && !found; i++)
        if (strcmp(san_moves_token(&m, &m.at[i]), fallback) == 0) found = &m.at[i];
    if (found)
        st = write_move(&m, found, out, err);
    else if (st == ST_OK)
        text_put(out, fallback);
    san_moves_done(&m);
    return st;
}

status san_write_line(const position *p, const char *const *events, size_t n, text *out,
                      error *err) {
    position *q = NULL;
    status st = position_clone(&q, p, err);
    if (st == ST_OK) position_allow(q, POSITION_NULL_MOVES);
    for (size_t i = 0; st == ST_OK && i < n; i++) {
        size_t mark = out->len;
        if (i) text_char(out, ' ');
        st = san_write(q, events[i], out, err);
        if (st == ST_OK) st = position_play(q, events[i], err);
        if (st != ST_OK) text_truncate(out, mark);
    }
    position_destroy(q);
    return st;
}

status san_list(const position *p, san_visit visit, void *ctx, error *err) {
    san_moves m;
    status st = san_moves_list(&m, p, err);
    bool more = true;
    for (size_t i = 0; st == ST_OK && more && i < m.count; i++) {
        char san[GAME_TOKEN_SIZE + 4];
        text out = text_over(san, sizeof san);
        st = write_move(&m, &m.at[i], &out, err);
        if (st == ST_OK) more = visit(ctx, san_moves_token(&m, &m.at[i]), san);
    }
    san_moves_done(&m);
    return st;
}

/* --- reading --- */

/* Signs of more than one byte that stand for a letter. */
static size_t read_sign(const char *s, char *out) {
    static const char white[] = "KQRBNP"; /* U+2654 on, black U+265A on */
    const unsigned char *u = (const unsigned char *)s;
    if (u[0] == 0xe2 && u[1] == 0x99 && u[2] >= 0x94 && u[2] <= 0x9f) {
        *out = white[(u[2] - 0x94) % 6];
        return 3;
    }
    if (u[0] == 0xe2 && u[1] == 0x80 && (u[2] == 0x93 || u[2] == 0x94)) {
        *out = '-';
        return 3;
    }
    if (u[0] == 0xc3 && u[1] == 0x97) {
        *out = 'x';
        return 2;
    }
    *out = s[0];
    return 1;
}

static bool ends_in(char *s, size_t *n, const char *tail) {
    size_t k = strlen(tail);
    if (*n <= k || !text_same(s + *n - k, tail)) return false;
    *n -= k;
    s[*n] = '\0';
    return true;
}

/* The word without signs of check, praise and the like. False where it is too long. */
static bool plain_word(const char *typed, char *out) {
    size_t n = 0;
    while (*typed) {
        if (n + 1 == MAX_WORD) return false;
        typed += read_sign(typed, &out[n]);
        n++;
    }
    out[n] = '\0';
    static const char *const tail[] = {"+", "#", "!", "?", "e.p.", "ep", "(=)", "=", "mate", "ch"};
    for (size_t i = 0; i < sizeof tail / sizeof *tail;)
        if (ends_in(out, &n, tail[i]))
            i = 0;
        else
            i++;
    return n > 0;
}

static int castling_word(const char *s) {
    char plain[MAX_WORD];
    size_t n = 0;
    for (; *s; s++) plain[n++] = (char)(*s == '0' || *s == 'o' ? 'O' : *s);
    plain[n] = '\0';
    if (strcmp(plain, "O-O") == 0 || strcmp(plain, "OO") == 0) return 1;
    return strcmp(plain, "O-O-O") == 0 || strcmp(plain, "OOO") == 0 ? -1 : 0;
}

/* The letter of a promotion at the end of a word, taken off: e8=Q, e8Q, e8(Q), e8/Q. */
static char take_promotion(char *s) {
    size_t n = strlen(s);
    bool closed = n > 3 && s[n - 1] == ')' && s[n - 3] == '(';
    if (closed) s[--n] = '\0';
    if (n < 3 || !text_is_alpha(s[n - 1])) return 0;
    char c = s[n - 1];
    bool sign = strchr("=(/", s[n - 2]) != NULL;
    if (!sign && !text_is_digit(s[n - 2])) return 0;
    s[n - (sign ? 2 : 1)] = '\0';
    return (char)(c >= 'a' ? c - 'a' + 'A' : c);
}

/* Takes the word apart; `small` reads a small first letter as a piece. */
static bool parse_word(const san_moves *m, const char *plain, bool small, san_word *w) {
    char buf[MAX_WORD];
    char *s = buf;
    size_t n;
    *w = (san_word){.piece = 'P', .column = -1, .row = -1, .to = -1};
    w->castles = castling_word(plain);
    if (w->castles) return true;
    memcpy(buf, plain, strlen(plain) + 1);
    w->becomes = take_promotion(s);
    w->lower = *s >= 'a' && *s <= 'z';
    if ((*s >= 'A' && *s <= 'Z') || (w->lower && (small || s[1] == '@'))) {
        w->piece = (char)(*s >= 'a' ? *s - 'a' + 'A' : *s);
        s++;
    }
    if (*s == '@') {
        w->drop = true;
        w->to = board_text_cell(&m->board, s + 1, &n);
        return w->to >= 0 && !s[1 + n] && !w->becomes;
    }
    /* The last cell is where it goes; what comes before it is where it comes from. */
    size_t len = strlen(s);
    size_t at = len;
    while (at > 0 && text_is_digit(s[at - 1])) at--;
    if (at == 0 || at == len) return false;
    at--;
    w->to = board_text_cell(&m->board, s + at, &n);
    if (w->to < 0 || at + n != len) return false;
    s[at] = '\0';
    if (at && strchr("xX:-", s[at - 1])) {
        w->takes = s[at - 1] != '-';
        s[--at] = '\0';
    }
    if (text_is_alpha(*s)) {
        w->column = board_text_column(&m->board, *s++);
        if (w->column < 0) return false;
    }
    for (; text_is_digit(*s); s++) {
        int before = w->row < 0 ? 0 : w->row + 1;
        w->row = 10 * before + (*s - '0') - 1;
        if (w->row >= m->board.height) return false;
    }
    return !*s && w->row >= -1;
}

static bool fits(const san_moves *m, const san_move *k, const san_word *w) {
    int width = m->board.width;
    if (k->to != w->to || k->to < 0 || k->castles || k->piece != w->piece) return false;
    if (w->drop != (k->from < 0)) return false;
    if (w->drop) return true;
    if (w->column >= 0 && k->from % width != w->column) return false;
    if (w->row >= 0 && k->from / width != w->row) return false;
    return !w->becomes || !k->becomes || k->becomes == w->becomes;
}

/* e1g1 and e1h1 are both castling for those who write so; also with the king's letter, Ke1-g1. */
static const san_move *as_castling(const san_moves *m, const san_word *w) {
    if (w->column < 0 || w->row < 0 || w->to < 0 || w->becomes || w->drop) return NULL;
    san_move k = {.from = w->row * m->board.width + w->column, .to = w->to, .piece = 'K'};
    if (!san_moves_own(m, k.from, 'K') || k.from / m->board.width != k.to / m->board.width)
        return NULL;
    int by = k.to % m->board.width - w->column;
    bool rook = san_moves_own(m, k.to, 'R');
    if (!rook && by != 2 && by != -2) return NULL;
    return san_moves_castling(m, by > 0 ? 1 : -1);
}

/* The moves that fit a word; a cell without a letter may be long algebraic for any piece. */
static size_t find_moves(const san_moves *m, san_word *w, const san_move **found) {
    size_t n = 0;
    if (w->piece == 'P' && w->column >= 0 && w->row >= 0 && w->to >= 0 && !w->drop) {
        char piece = m->board.cell[w->row * m->board.width + w->column];
        if (board_text_owner(piece) == m->actor)
            w->piece = (char)(piece >= 'a' ? piece - 'a' + 'A' : piece);
    }
    for (size_t i = 0; i < m->count; i++)
        if (fits(m, &m->at[i], w)) found[n++] = &m->at[i];
    return n;
}

static status take(const san_moves *m, const san_move *k, const san_word *w, const char *typed,
                   text *out, error *err) {
    san_effect effect;
    status st = ST_OK;
    if (w->takes || w->becomes) st = san_moves_try(m, k, &effect, err);
    if (st == ST_OK && w->becomes && effect.becomes != w->becomes)
        return san_explain_none(m, w, typed, err);
    if (st == ST_OK && w->takes && !effect.takes) return san_explain_none(m, w, typed, err);
    if (st == ST_OK) text_put(out, san_moves_token(m, k));
    return st;
}

static status read_word(const san_moves *m, const char *typed, const san_move **found, text *out,
                        error *err) {
    char plain[MAX_WORD] = "";
    san_word w;
    size_t n = 0;
    bool read = plain_word(typed, plain) && parse_word(m, plain, false, &w);
    if (read && w.castles) {
        const san_move *k = san_moves_castling(m, w.castles);
        return k ? take(m, k, &w, typed, out, err) : san_explain_none(m, &w, typed, err);
    }
    if (read) {
        n = find_moves(m, &w, found);
        const san_move *k = n ? NULL : as_castling(m, &w);
        if (k) return take(m, k, &w, typed, out, err);
    }
    san_word other;
    if (*plain && (!read || (!n && w.lower)) && parse_word(m, plain, true, &other)) {
        size_t more = find_moves(m, &other, found);
        if (more || !read) w = other;
        n = more;
        read = true;
    }
    if (!read) {
        (void)error_set(err, ST_ILLEGAL_ACTION,
                        "'%.40s' is not a move: they are written like Nf3, exd5, O-O or g1f3",
                        typed);
        error_reason(err, "bad-action", "text=%.60s", typed);
        error_arg(err, typed);
        return ST_ILLEGAL_ACTION;
    }
    if (n == 1) return take(m, found[0], &w, typed, out, err);
    return n ? san_explain_many(m, found, n, typed, err) : san_explain_none(m, &w, typed, err);
}

status san_read(const position *p, const char *typed, text *out, error *err) {
    san_moves m;
    status st = san_moves_list(&m, p, err);
    size_t bytes = (m.count + 1) * sizeof(void *);
    const san_move **found = st == ST_OK ? mem_alloc(bytes) : NULL;
    if (st == ST_OK && !found) st = error_set(err, ST_NOMEM, "no memory for a list of moves");
    bool done = false;
    for (size_t i = 0; st == ST_OK && i < m.count && !done; i++) {
        done = strcmp(san_moves_token(&m, &m.at[i]), typed) == 0;
        if (done) text_put(out, typed);
    }
    if (st == ST_OK && !done) st = read_word(&m, typed, found, out, err);
    mem_free(found);
    san_moves_done(&m);
    return st;
}
