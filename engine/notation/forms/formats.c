#include "engine/notation/forms/formats.h"

#include <string.h>

#include "engine/notation/forms/ggf.h"
#include "engine/notation/forms/pdn.h"
#include "engine/notation/forms/pgn.h"
#include "engine/notation/forms/sgf.h"
#include "engine/notation/san/san.h"

/* Those whose first bytes say more come first. */
const format formats_list[] = {
    {"GGF", "ggf", "othello", ggf_looks, ggf_next, ggf_write},
    {"SGF", "sgf", "go and hex", sgf_looks, sgf_next, sgf_write},
    {"PDN", "pdn", "draughts", pdn_looks, pdn_next, pdn_write},
    {"PGN", "pgn", "chess and its relatives", pgn_looks, pgn_next, pgn_write},
    {"transcript", "oth", "othello", ggf_list_looks, ggf_list_next, ggf_list_write},
    {NULL, NULL, NULL, NULL, NULL, NULL}};

static bool has_ending(const format *f, const char *ending) {
    const char *s = f->endings;
    while (*s) {
        size_t n = strcspn(s, " ");
        char one[16] = "";
        if (n < sizeof one) memcpy(one, s, n);
        if (text_same(one, ending)) return true;
        s += n + (s[n] == ' ');
    }
    return false;
}

static const format *by_ending(const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *dot = path ? strrchr(slash ? slash : path, '.') : NULL;
    for (const format *f = formats_list; dot && f->name; f++)
        if (has_ending(f, dot + 1)) return f;
    return NULL;
}

const format *formats_find(const char *path, const char *head) {
    const format *f = by_ending(path);
    if (f || !head) return f;
    if (strncmp(head, "\xef\xbb\xbf", 3) == 0) head += 3;
    for (f = formats_list; f->name; f++)
        if (f->looks(head)) return f;
    return NULL;
}

/* Draughts say which seat is white; of the others black begins in games of stones and discs. */
const char *formats_player_tag(const game *g, int seat) {
    static const char *const black_first[] = {"go", "hex", "othello"};
    const pdn_board *b = pdn_board_of(g);
    int white = b ? b->white : 0;
    for (size_t i = 0; i < sizeof black_first / sizeof *black_first; i++)
        if (strcmp(g->name, black_first[i]) == 0) white = 1;
    return seat == white ? "White" : "Black";
}

/* Whether a game without an action can be written. */
bool formats_takes(const format *f, const game *g) {
    game_tree *t = NULL;
    text out = text_growing();
    bool good = game_tree_create(&t, g, NULL) == ST_OK && f->write(t, &out, NULL) == ST_OK;
    game_tree_destroy(t);
    text_done(&out);
    return good;
}

const format *formats_for(const game *g, const char *path) {
    const format *f = by_ending(path);
    if (f) return f;
    for (f = formats_list; f->name; f++)
        if (formats_takes(f, g)) return f;
    return NULL;
}

status formats_read(game_trees *out, const format *f, const formats_request *request,
                    size_t *broken, error *err) {
    game_text s;
    size_t failed = 0;
    status first = ST_OK; /* the first reason stays */
    *out = (game_trees){0};
    status st = game_text_init(&s, request->data, request->len, err);
    s.games = request->games;
    s.fallback = request->fallback;
    while (st == ST_OK) {
        game_tree *t = NULL;
        error e = {0};
        st = f->next(&s, &t, &e);
        if (st == ST_OK) st = game_trees_add(out, t, &e);
        if (st == ST_OK || st == ST_NOT_FOUND) continue;
        if (!failed++) {
            first = st;
            if (err) *err = e;
        }
        if (request->skip_broken && st != ST_NOMEM) st = ST_OK;
    }
    game_text_done(&s);
    if (broken) *broken = failed;
    if (st != ST_NOT_FOUND) return st; /* not read to the end */
    if (out->count) return ST_OK;
    return failed ? first : error_set(err, ST_BAD_SYNTAX, "there is no game in the file");
}

status formats_write(const format *f, const game_trees *list, text *out, error *err) {
    status st = ST_OK;
    bool apart = f->next == pgn_next || f->next == pdn_next;
    for (size_t i = 0; st == ST_OK && i < list->count; i++) {
        if (i && apart) text_char(out, '\n');
        st = f->write(list->at[i], out, err);
    }
    return st;
}
