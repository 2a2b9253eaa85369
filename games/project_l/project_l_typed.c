/* What a person types, as a token, and a token as a person types it: the same words with spaces
 * between them, `place W29 I2 b2 rf`. */
#include <string.h>

#include "games/project_l/project_l_text.h"

enum { MAX_WORDS = 32, LINE_SIZE = 256 };

typedef struct typed_line {
    char buf[LINE_SIZE];
    char *at[MAX_WORDS];
    int count;
} typed_line;

/* False where there are too many. */
static bool split(const char *line, typed_line *w) {
    size_t len = strlen(line);
    w->count = 0;
    if (len >= sizeof w->buf) return false;
    memcpy(w->buf, line, len + 1);
    for (char *c = w->buf; *c;) {
        while (*c == ' ' || *c == '\t' || *c == ',') *c++ = '\0';
        if (!*c) break;
        if (w->count == MAX_WORDS) return false;
        w->at[w->count++] = c;
        while (*c && *c != ' ' && *c != '\t' && *c != ',') c++;
    }
    return true;
}

static bool is_cell(const char *s) {
    return s[0] >= 'a' && s[0] <= 'e' && s[1] >= '1' && s[1] <= '5' && !s[2];
}

static bool is_turn(const char *s) {
    return pl_orientation_find(PL_O1, s) >= 0;
}

static void put_upper(const char *s, text *out) {
    for (; *s; s++) text_char(out, *s >= 'a' && *s <= 'z' ? (char)(*s - 'a' + 'A') : *s);
}

/* PUZZLE PIECE CELL [TURN] from word `i` on; the number of words, or 0. */
static int put_placement(const typed_line *w, int i, text *out) {
    bool cell = i + 2 < w->count && is_cell(w->at[i + 2]);
    if (!cell) return 0;
    put_upper(w->at[i], out);
    text_char(out, ':');
    put_upper(w->at[i + 1], out);
    text_format(out, ":%s", w->at[i + 2]);
    bool turn = i + 3 < w->count && is_turn(w->at[i + 3]);
    if (turn) text_format(out, ":%s", w->at[i + 3]);
    return turn ? 4 : 3;
}

static status explain(error *err, const char *sentence) {
    status st = error_set(err, ST_BAD_SYNTAX, "%s", sentence);
    error_reason(err, "bad-action", "%s", "");
    return st;
}

static status type_places(const typed_line *w, bool master, text *out, error *err) {
    int i = 1;
    bool more = true;
    text_put(out, master ? "master:" : "place:");
    while (more) {
        int used = put_placement(w, i, out);
        if (!used)
            return explain(err, master ? "say puzzle, piece, cell and turn of each piece, as in "
                                         "master W29 I2 b2 r + B3 O1 a1"
                                       : "say puzzle, piece, cell and turn, as in "
                                         "place W29 I2 b2 r");
        i += used;
        if (i < w->count && strcmp(w->at[i], "+") == 0) i++;
        more = master && i < w->count;
        if (more) text_char(out, '+');
    }
    return i == w->count ? ST_OK
                         : explain(err, "a turn is r, rr or rrr, then f for flipped; as-is: none");
}

static status type_recycle(const typed_line *w, text *out) {
    text_format(out, "recycle:%s:", w->at[1]);
    for (int i = 2; i < w->count; i++) {
        if (i > 2) text_char(out, ',');
        put_upper(w->at[i], out);
    }
    return ST_OK;
}

static status type_take(const typed_line *w, text *out, error *err) {
    bool top = w->count == 3 && strcmp(w->at[1], "top") == 0;
    if (w->count > 2 && !top)
        return explain(err, "one puzzle is taken at a time: take W29, or take top white");
    text_put(out, "take:");
    if (top)
        text_format(out, "top-%s", w->at[2]);
    else if (text_starts(w->at[1], "top-"))
        text_put(out, w->at[1]);
    else
        put_upper(w->at[1], out);
    return ST_OK;
}

/* "change O1 I2", "change O1 for I2", "change O1 > I2". */
static status type_change(const typed_line *w, text *out) {
    text_put(out, "change:");
    put_upper(w->at[1], out);
    text_char(out, '>');
    put_upper(w->at[w->count - 1], out);
    return ST_OK;
}

static status type_piece(const typed_line *w, const char *verb, text *out) {
    text_put(out, verb);
    if (strcmp(verb, "basic") == 0 && text_same(w->at[1], "O1")) return ST_OK;
    text_char(out, ':');
    put_upper(w->at[1], out);
    return ST_OK;
}

status pl_typed(const rules *r, const void *s, const char *line, text *token, error *err) {
    typed_line w;
    (void)r;
    (void)s;
    if (!split(line, &w) || w.count < 2) return ST_NOT_FOUND;
    const char *verb = w.at[0];
    bool middle = w.count == 4 && (strcmp(w.at[2], "for") == 0 || strcmp(w.at[2], ">") == 0);
    if (text_same(verb, "place")) return type_places(&w, false, token, err);
    if (text_same(verb, "master")) return type_places(&w, true, token, err);
    if (text_same(verb, "recycle")) return type_recycle(&w, token);
    if (text_same(verb, "take")) return type_take(&w, token, err);
    if (text_same(verb, "change") && (w.count == 3 || middle)) return type_change(&w, token);
    if (text_same(verb, "reward") && w.count == 2) return type_piece(&w, "reward", token);
    if (text_same(verb, "basic") && w.count == 2) return type_piece(&w, "basic", token);
    return ST_NOT_FOUND;
}

/* --- and back --- */

/* Whether the cell alone says which cells are meant. */
static bool is_clear(const rules *r, const void *s, const char *placement, unsigned config) {
    action steps[GAME_MAX_STEPS];
    int n;
    char buf[LINE_SIZE];
    text token = text_over(buf, sizeof buf);
    text_format(&token, "place:%s", placement);
    return pl_from_text(r, s, buf, steps, &n, NULL) == ST_OK && n == 1 && pl_b(steps[0]) == config;
}

/* NAME:SHAPE:MASK of n bytes as "W29 I2 b2 rf"; false where it is something else. */
static bool spell_placement(const rules *r, const void *s, const char *from, size_t n, text *out) {
    char buf[LINE_SIZE];
    text token = text_over(buf, sizeof buf);
    text_putn(&token, from, n);
    char *shape = strchr(buf, ':');
    char *hex = shape ? strchr(shape + 1, ':') : NULL;
    uint64_t mask;
    if (token.cut || !hex || !text_hex(hex + 1, &mask) || mask > PL_FULL) return false;
    int orientation = pl_orientation_of(pl_pushed((uint32_t)mask));
    if (orientation < 0) return false;
    int config = pl_config_find(&pl_of(r)->pieces, pl_shape_of(orientation), (uint32_t)mask);
    text_truncate(&token, (size_t)(hex + 1 - buf));
    pl_put_cell(pl_box_corner((uint32_t)mask), &token);
    bool clear = config >= 0 && is_clear(r, s, buf, (unsigned)config);
    const char *turn = pl_orientation_name(orientation);
    for (char *c = buf; *c; c++) text_char(out, *c == ':' ? ' ' : *c);
    if (!clear) text_format(out, " %s", *turn ? turn : "as-is");
    return true;
}

static bool spell_placements(const rules *r, const void *s, const char *list, text *out) {
    bool done = *list;
    for (bool first = true; done && *list; first = false) {
        size_t n = strcspn(list, "+");
        if (!first) text_put(out, " + ");
        done = spell_placement(r, s, list, n, out);
        list += n + (list[n] == '+');
    }
    return done;
}

void pl_spell(const rules *r, const void *s, const action *steps, int n, text *out) {
    char buf[GAME_TOKEN_SIZE];
    text token = text_over(buf, sizeof buf);
    size_t mark = out->len;
    pl_to_text(r, s, steps, n, &token);
    bool master = text_starts(buf, "master:");
    if (master || text_starts(buf, "place:")) {
        text_put(out, master ? "master " : "place ");
        if (!strchr(buf, '=') && spell_placements(r, s, strchr(buf, ':') + 1, out)) return;
        text_truncate(out, mark);
        text_put(out, buf); /* only a token says it */
        return;
    }
    for (const char *c = buf; *c; c++) text_char(out, strchr(":>,", *c) ? ' ' : *c);
}
