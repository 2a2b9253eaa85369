#include "engine/notation/forms/ggf.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/forms/sgf_scan.h"
#include "engine/notation/tree/board_text.h"

enum { SIDE = 8 };

/* Properties and the tags that hold them. */
static const struct {
    const char *property, *tag;
} tags[] = {{"PC", "Site"},     {"DT", "Date"},        {"EV", "Event"},
            {"PB", "Black"},    {"PW", "White"},       {"RB", "BlackElo"},
            {"RW", "WhiteElo"}, {"TI", "TimeControl"}, {"RE", "ResultText"}};
enum { TAGS = sizeof tags / sizeof *tags };

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the game");
}

static status start_game(game_tree **out, const game_text *s, error *err) {
    const game *g = game_find(s->games, "othello");
    *out = NULL;
    return g ? game_tree_create(out, g, err)
             : error_set(err, ST_UNSUPPORTED, "othello is not here");
}

/* --- moves, for both forms --- */

typedef struct reader {
    game_tree *t;
    position *p;
    int node;
} reader;

static status play(reader *r, const char *event, game_text_place at, error *err) {
    status st = position_play(r->p, event, err);
    if (st == ST_OK) st = game_tree_add(r->t, r->node, event, &r->node, err);
    if (st != ST_OK) return st;
    r->t->nodes[r->node].line = at.line;
    r->t->nodes[r->node].column = at.column;
    return ST_OK;
}

/* A pass that was left out is played where it is the only thing to do. */
static status pass_if_forced(reader *r, game_text_place at, error *err) {
    status st = position_verify(r->p, "pass", NULL, NULL);
    if (st == ST_NOMEM) return no_memory(err);
    return st == ST_OK ? play(r, "pass", at, err) : ST_OK;
}

static bool is_pass(const char *word) {
    return text_same(word, "pa") || text_same(word, "pass") || text_same(word, "ps") ||
           strcmp(word, "--") == 0;
}

/* "F5", "pa". A forced pass that was left out is played; one that is written though it is not
 * possible is an error. */
static status add_move(reader *r, const char *word, game_text_place at, error *err) {
    char cell[4] = "";
    status st = ST_OK;
    if (is_pass(word)) {
        st = play(r, "pass", at, err);
    } else {
        for (size_t i = 0; i < 2 && word[i]; i++) cell[i] = (char)tolower((unsigned char)word[i]);
        bool good =
            cell[0] >= 'a' && cell[0] <= 'h' && cell[1] >= '1' && cell[1] <= '8' && !word[2];
        if (!good)
            return game_text_fail(at, err, ST_BAD_SYNTAX, "expected a cell like f5, found '%.20s'",
                                  word);
        st = pass_if_forced(r, at, err);
        if (st == ST_OK) st = play(r, cell, at, err);
    }
    if (st != ST_OK && st != ST_NOMEM) {
        char said[200];
        text all = text_over(said, sizeof said);
        text_format(&all, "%.20s: %.150s", word, err ? err->text : "");
        return game_text_fail(at, err, st, "%s", said);
    }
    return st;
}

/* --- GGF --- */

/* "8 ---...---O*------*O--- *": the size, rows from 1 on, who is to move. */
static status read_board(game_tree *t, const char *value, error *err) {
    board_text b = board_text_empty(t->game, SIDE, SIDE);
    int cells = 0;
    const char *s = value;
    if (strncmp(s, "8", 1) != 0 || text_is_digit(s[1]))
        return error_set(err, ST_UNSUPPORTED, "BO: only boards of 8 x 8 are read");
    for (s++; *s && cells < SIDE * SIDE; s++) {
        if (*s == ' ' || *s == '\n') continue;
        if (!strchr("-*O", *s)) break;
        b.cell[cells++] = (char)(*s == '-' ? '.' : *s == '*' ? 'D' : 'd');
    }
    while (*s == ' ' || *s == '\n') s++;
    if (cells < SIDE * SIDE || (*s != '*' && *s != 'O') || s[1])
        return error_set(err, ST_BAD_SYNTAX,
                         "expected 64 cells (- * O) and the player to move in BO, found '%.20s'",
                         s);
    text line = text_growing();
    board_text_write(&b, &line);
    text_format(&line, " %d", *s == 'O');
    status st = line.cut ? no_memory(err) : game_tree_set_start(t, text_string(&line), err);
    text_done(&line);
    return st;
}

static void set_result(game_tree *t, const char *value) {
    char *end;
    double discs = strtod(value, &end);
    if (end == value || (*end && *end != ':')) return;
    t->result = discs > 0 ? 0 : discs < 0 ? 1 : GAME_TREE_DRAW;
}

static status read_head(game_tree *t, const sgf_scan *x, error *err) {
    const sgf_node *root = &x->nodes[0];
    const char *kind = sgf_scan_get(x, root, "GM");
    const char *board = sgf_scan_get(x, root, "BO");
    const char *type = sgf_scan_get(x, root, "TY");
    const char *result = sgf_scan_get(x, root, "RE");
    if (!kind || !text_same(kind, "Othello"))
        return error_set(err, ST_UNSUPPORTED, "expected GM[Othello]");
    if (type && strcmp(type, "8") != 0)
        return error_set(err, ST_UNSUPPORTED, "TY[%.20s]: only games of type 8 are read", type);
    status st = board ? read_board(t, board, err) : ST_OK;
    for (size_t i = 0; st == ST_OK && i < TAGS; i++) {
        const char *value = sgf_scan_get(x, root, tags[i].property);
        if (value && *value && strcmp(value, "?") != 0)
            st = game_tree_set_tag(t, tags[i].tag, value, err);
    }
    if (result) set_result(t, result);
    return st;
}

/* A move is cell/value/seconds; value and seconds may be empty or missing. */
static status read_value(reader *r, const sgf_scan *x, const sgf_value *v, error *err) {
    char word[24] = "";
    const char *value = sgf_scan_text(x, v);
    size_t n = strcspn(value, "/");
    bool black = strcmp(v->name, "B") == 0;
    const rules *rules_of = position_rules(r->p);
    if (!black && strcmp(v->name, "W") != 0) return ST_OK;
    memcpy(word, value, n < sizeof word - 1 ? n : sizeof word - 1);
    int actor = r->t->game->actor(rules_of, position_data(r->p));
    if (actor >= 0 && (actor == 0) != black) {
        status st = pass_if_forced(r, v->at, err);
        if (st != ST_OK) return st;
        actor = r->t->game->actor(rules_of, position_data(r->p));
    }
    if (actor >= 0 && (actor == 0) != black)
        return game_text_fail(v->at, err, ST_WRONG_SEAT, "%s: it is the other player's turn",
                              v->name);
    status st = add_move(r, word, v->at, err);
    if (st != ST_OK || value[n] != '/') return st;
    game_node *node = &r->t->nodes[r->node];
    char number[32] = "";
    double got;
    const char *eval = value + n + 1;
    size_t len = strcspn(eval, "/");
    if (len < sizeof number) memcpy(number, eval, len);
    if (text_real(number, &got) && got > -1e6 && got < 1e6) {
        node->has_eval = true;
        node->eval = black ? got : -got;
    }
    if (eval[len] == '/' && text_real(eval + len + 1, &got) && got >= 0 && got < 1e9)
        node->spent_ms = (int64_t)(1000 * got + 0.5);
    return ST_OK;
}

status ggf_next(game_text *s, game_tree **out, error *err) {
    sgf_scan x;
    reader r = {0};
    *out = NULL;
    status st = sgf_scan_next(s, &x, err);
    if (st == ST_OK) st = start_game(&r.t, s, err);
    if (st == ST_OK) {
        st = read_head(r.t, &x, err);
        if (st == ST_OK) st = game_tree_start(&r.p, r.t, err);
        if (st != ST_OK && st != ST_NOMEM) game_text_blame(x.nodes[0].at, err);
    }
    for (size_t i = 0; st == ST_OK && i < x.value_count; i++)
        st = read_value(&r, &x, &x.values[i], err);
    if (st == ST_OK)
        *out = r.t;
    else
        game_tree_destroy(r.t);
    position_destroy(r.p);
    sgf_scan_done(&x);
    return st;
}

/* --- transcripts --- */

/* Numbers of moves ("1.", "12") and signs between moves. */
static void skip_signs(game_text *s) {
    for (;;) {
        while (game_text_peek(s) == ' ' || game_text_peek(s) == '\t' || game_text_peek(s) == ',' ||
               game_text_peek(s) == '.')
            (void)game_text_next(s);
        if (!text_is_digit((char)game_text_peek(s))) return;
        while (text_is_digit((char)game_text_peek(s))) (void)game_text_next(s);
    }
}

static status read_line(reader *r, game_text *s, error *err) {
    status st = ST_OK;
    for (skip_signs(s); st == ST_OK && game_text_peek(s) >= 0 && game_text_peek(s) != '\n';
         skip_signs(s)) {
        char word[8] = "";
        game_text_place at = s->place;
        size_t n = 0;
        /* Two characters are a cell; letters alone a pass. */
        int first = game_text_peek(s);
        bool pass = first == '-' || first == 'p' || first == 'P';
        while (n < (pass ? 4u : 2u)) {
            int c = game_text_peek(s);
            bool part = pass ? c == '-' || (text_is_alpha((char)c) && n < 4) : c > ' ';
            if (!part || (pass && n >= 2 && !strchr("sS", c))) break;
            word[n++] = (char)game_text_next(s);
        }
        if (!n) word[0] = (char)game_text_next(s);
        st = add_move(r, word, at, err);
    }
    return st;
}

status ggf_list_next(game_text *s, game_tree **out, error *err) {
    reader r = {0};
    *out = NULL;
    status st = start_game(&r.t, s, err);
    if (st == ST_OK) st = game_tree_start(&r.p, r.t, err);
    while (st == ST_OK && r.node == 0) { /* lines without a move are no games */
        if (game_text_skip_space(s))
            st = read_line(&r, s, err);
        else
            st = error_set(err, ST_NOT_FOUND, "there are no more games");
    }
    if (st == ST_OK) game_tree_judge(r.t, r.p);
    while (st != ST_OK && game_text_peek(s) >= 0 && game_text_next(s) != '\n') continue;
    if (st == ST_OK)
        *out = r.t;
    else
        game_tree_destroy(r.t);
    position_destroy(r.p);
    return st;
}

/* --- writing --- */

static status check_game(const game_tree *t, error *err) {
    if (strcmp(t->game->name, "othello") == 0) return ST_OK;
    return error_set(err, ST_UNSUPPORTED, "%s is not written as a game of othello", t->game->title);
}

static void put_number(text *out, double x) {
    char buf[32];
    text number = text_over(buf, sizeof buf);
    text_format(&number, "%.3f", x);
    while (number.len && buf[number.len - 1] == '0') text_truncate(&number, number.len - 1);
    if (number.len && buf[number.len - 1] == '.') text_truncate(&number, number.len - 1);
    text_put(out, buf);
}

static status put_start(const game_tree *t, const position *p, text *out, error *err) {
    board_text b;
    status st = board_text_of(p, &b, err);
    if (st != ST_OK) return st;
    text_put(out, "BO[8 ");
    for (int i = 0; i < SIDE * SIDE; i++)
        text_char(out, b.cell[i] == '.' ? '-' : b.cell[i] == 'D' ? '*' : 'O');
    int actor = t->game->actor(position_rules(p), position_data(p));
    text_format(out, " %c]", actor == 1 ? 'O' : '*');
    return ST_OK;
}

static void put_move(const game_node *n, int actor, text *out) {
    bool pass = strcmp(n->token, "pass") == 0;
    text_format(out, "%c[%s", actor == 1 ? 'W' : 'B', pass ? "PA" : n->token);
    if (n->has_eval || n->spent_ms >= 0) text_char(out, '/');
    if (n->has_eval) put_number(out, actor == 1 ? -n->eval : n->eval);
    if (n->spent_ms >= 0) {
        text_char(out, '/');
        put_number(out, (double)n->spent_ms / 1000);
    }
    text_char(out, ']');
}

status ggf_write(const game_tree *t, text *out, error *err) {
    position *p = NULL;
    status st = check_game(t, err);
    if (st == ST_OK) st = game_tree_start(&p, t, err);
    if (st == ST_OK) {
        text_put(out, "(;GM[Othello]");
        bool stated = false;
        for (size_t i = 0; i < TAGS; i++) {
            const char *value = game_tree_tag(t, tags[i].tag);
            stated |= value && strcmp(tags[i].property, "RE") == 0;
            if (!value) continue;
            text_format(out, "%s[", tags[i].property);
            sgf_scan_put(out, value);
            text_char(out, ']');
        }
        if (!stated && t->result != GAME_TREE_UNKNOWN)
            text_format(out, "RE[%s]", t->result == 0 ? "+1" : t->result == 1 ? "-1" : "0");
        text_put(out, "TY[8]");
        st = put_start(t, p, out, err);
    }
    for (int n = t->nodes[0].first; st == ST_OK && n != GAME_TREE_NONE; n = t->nodes[n].first) {
        put_move(&t->nodes[n], t->game->actor(position_rules(p), position_data(p)), out);
        st = position_play(p, t->nodes[n].token, err);
    }
    if (st == ST_OK) text_put(out, ";)\n");
    position_destroy(p);
    return st == ST_OK && out->cut ? no_memory(err) : st;
}

status ggf_list_write(const game_tree *t, text *out, error *err) {
    status st = check_game(t, err);
    if (st == ST_OK && t->start)
        return error_set(err, ST_UNSUPPORTED, "a transcript begins with the start of the game");
    for (int n = t->nodes[0].first; st == ST_OK && n != GAME_TREE_NONE; n = t->nodes[n].first)
        if (strcmp(t->nodes[n].token, "pass") != 0) text_put(out, t->nodes[n].token);
    if (st == ST_OK) text_char(out, '\n');
    return st == ST_OK && out->cut ? no_memory(err) : st;
}

/* --- which is it --- */

bool ggf_looks(const char *head) {
    head += strspn(head, " \t\r\n");
    return *head == '(' && strstr(head, "GM[Othello]") != NULL;
}

/* At least two cells with nothing between them, and nothing else than cells in the first line. */
bool ggf_list_looks(const char *head) {
    size_t cells = 0;
    head += strspn(head, " \t\r\n");
    for (; *head && *head != '\n' && *head != '\r'; head += 2, cells++) {
        int c = tolower((unsigned char)head[0]);
        if (c < 'a' || c > 'h' || head[1] < '1' || head[1] > '8') break;
    }
    return cells >= 3 && (!*head || *head == '\n' || *head == '\r');
}
