#include "arena/gtp.h"

#include <string.h>

#include "engine/game/tokens.h"

enum { MAX_SIZE = 25 }; /* of a board in GTP */

/* --- answers --- */

void gtp_answer_init(gtp_answer *a) {
    *a = (gtp_answer){.body = text_growing()};
}

void gtp_answer_done(gtp_answer *a) {
    text_done(&a->body);
}

void gtp_answer_expect(gtp_answer *a, unsigned id) {
    text_clear(&a->body);
    a->body.cut = false;
    a->id = id;
    a->open = a->foreign = a->ok = false;
}

/* A tab is a space, other control characters do not exist. */
static void put_clean(text *out, const char *line) {
    for (; *line; line++) {
        char c = *line == '\t' ? ' ' : *line;
        if ((unsigned char)c >= ' ' && c != 127) text_char(out, c);
    }
    while (out->len && out->at[out->len - 1] == ' ') text_truncate(out, out->len - 1);
}

static bool is_empty(const char *line) {
    for (; *line; line++)
        if ((unsigned char)*line > ' ' && *line != 127) return false;
    return true;
}

/* "=7 D4": the mark, the number of the command, the rest. */
static void open_answer(gtp_answer *a, const char *line) {
    uint64_t id = 0;
    bool numbered = text_is_digit(line[1]);
    const char *at = line + 1;
    for (; text_is_digit(*at); at++)
        if (id <= UINT32_MAX) id = 10 * id + (uint64_t)(*at - '0');
    a->open = true;
    a->ok = *line == '=';
    a->foreign = numbered && id != a->id;
    if (!a->foreign && strlen(at) < GTP_MAX_BODY) put_clean(&a->body, at + strspn(at, " \t"));
}

bool gtp_answer_line(gtp_answer *a, const char *line) {
    if (!a->open) {
        if (*line == '=' || *line == '?') open_answer(a, line);
        return false;
    }
    if (!is_empty(line)) {
        if (a->foreign || a->body.len + strlen(line) >= GTP_MAX_BODY) return false;
        text_char(&a->body, '\n');
        put_clean(&a->body, line);
        return false;
    }
    bool ours = !a->foreign;
    if (!ours) gtp_answer_expect(a, a->id);
    return ours;
}

bool gtp_answer_lists(const gtp_answer *a, const char *word) {
    size_t n = strlen(word);
    for (const char *at = text_string(&a->body);; at++) {
        size_t len = strcspn(at, "\n");
        if (len == n && strncmp(at, word, n) == 0) return true;
        at += len;
        if (!*at) return false;
    }
}

/* --- points --- */

/* Actions that are no points: what a game calls them, and what GTP does. */
static const struct {
    const char *token, *word;
} words_for[] = {{"pass", "pass"}, {"swap", "swap-pieces"}};

enum { WORDS = sizeof words_for / sizeof *words_for };

static int column_of(const gtp_board *b, char letter) {
    char c = letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
    board_text cells = {.width = b->cells.width, .skips_i = !b->has_i};
    return board_text_column(&cells, c);
}

void gtp_point_name(const gtp_board *b, int cell, text *out) {
    int x = cell % b->cells.width;
    bool after_i = !b->has_i && x >= 'I' - 'A';
    text_format(out, "%c%d", 'A' + x + (after_i ? 1 : 0), cell / b->cells.width + 1);
}

bool gtp_point_write(const gtp_board *b, const char *name, text *out) {
    size_t n = 0;
    for (int i = 0; i < WORDS; i++)
        if (strcmp(name, words_for[i].token) == 0) {
            text_put(out, words_for[i].word);
            return true;
        }
    int cell = board_text_cell(&b->cells, name, &n);
    if (cell < 0 || name[n]) return false;
    gtp_point_name(b, cell, out);
    return true;
}

bool gtp_point_read(const gtp_board *b, const char *point, text *out) {
    uint64_t row;
    for (int i = 0; i < WORDS; i++)
        if (text_same(point, words_for[i].word)) {
            text_put(out, words_for[i].token);
            return true;
        }
    int x = column_of(b, point[0]);
    if (x < 0 || !text_is_digit(point[1])) return false;
    if (!text_u64(point + 1, (uint64_t)b->cells.height, &row) || !row) return false;
    board_text_name(&b->cells, ((int)row - 1) * b->cells.width + x, out);
    return true;
}

/* --- games --- */

typedef struct fitting {
    const gtp_board *board;
    state_ref at;
    bool fits;
} fitting;

static bool visit(void *ctx, const token *tok) {
    fitting *f = ctx;
    char name[GAME_TOKEN_SIZE];
    char point[GAME_TOKEN_SIZE];
    text event = text_over(name, sizeof name);
    text out = text_over(point, sizeof point);
    token_write(f->at.rules, f->at.state, tok, &event);
    f->fits = gtp_point_write(f->board, name, &out);
    return f->fits;
}

status gtp_board_of(gtp_board *out, const position *start, error *err) {
    const rules *r = position_rules(start);
    const char *name = r->game->name;
    *out = (gtp_board){.has_i = strcmp(name, "hex") == 0};
    if (r->players != 2 || (r->traits & (GAME_CHANCE | GAME_HIDDEN)))
        return error_set(err, ST_UNSUPPORTED,
                         "GTP is for games of two without dice and hidden cards, not for %s", name);
    status st = board_text_of(start, &out->cells, err);
    if (st == ST_NOMEM) return st;
    fitting f = {.board = out, .at = position_ref(start)};
    if (st == ST_OK && out->cells.width == out->cells.height && out->cells.width <= MAX_SIZE) {
        out->at_start = board_text_count(&out->cells, 0) || board_text_count(&out->cells, 1);
        st = token_walk(f.at, visit, &f);
        if (st != ST_OK) return error_set(err, st, "no memory for an engine");
    }
    if (f.fits) return ST_OK;
    return error_set(err, ST_UNSUPPORTED,
                     "GTP is for games that place stones on a square board, not for %s", name);
}
