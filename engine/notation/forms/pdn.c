#include "engine/notation/forms/pdn.h"

#include <stdlib.h>
#include <string.h>

#include "engine/notation/forms/movetext.h"

/* Whether squares above 32 occur before the next game; `start`: or a first move from none of those
 * that the first player of English draughts can begin with. */
static bool large_squares(const char *s, bool start) {
    for (; *s && !(s[0] == '\n' && s[1] == '['); s++) {
        if (*s == '{') s += strcspn(s, "}");
        if (!*s) break;
        if (!text_is_digit(*s)) continue;
        char *end;
        unsigned long n = strtoul(s, &end, 10);
        bool square = *end && strchr("-x,:", *end);
        if (square && n <= 50 && n > (start ? 12 : 32)) return true;
        start = start && !square;
        s = end - 1;
    }
    return false;
}

static status choose_game(game_tree *t, const game_text *s, error *err) {
    const char *type = game_tree_tag(t, "GameType");
    const char *fen = game_tree_tag(t, "FEN");
    long number = type ? strtol(type, NULL, 10) : 0;
    bool large = number == 20 || (!type && ((fen && large_squares(fen, false)) ||
                                            large_squares(text_string(&s->body) + s->at, !fen)));
    if (type && number != 20 && number != 21)
        return error_set(err, ST_UNSUPPORTED,
                         "GameType %.20s is not here: 20 is international, 21 English draughts",
                         type);
    t->game = !type && s->fallback ? s->fallback
                                   : game_find(s->games, large ? "international" : "draughts");
    if (!t->game) return error_set(err, ST_UNSUPPORTED, "the game of the file is not here");
    if (!pdn_board_of(t->game))
        return error_set(err, ST_UNSUPPORTED, "%s is not written in PDN", t->game->title);
    status st = ST_OK;
    if (fen) {
        text line = text_growing();
        st = pdn_read_fen(t->game, fen, &line, err);
        if (st == ST_OK) st = game_tree_set_start(t, text_string(&line), err);
        text_done(&line);
    }
    movetext_take_tag(t, "GameType");
    movetext_take_tag(t, "FEN");
    movetext_take_tag(t, "SetUp");
    return st;
}

static status check_rules(const rules *r, error *err) {
    if (pdn_board_of(r->game)) return ST_OK;
    return error_set(err, ST_UNSUPPORTED, "%s is not written in PDN", r->game->title);
}

static void put_tags(const game_tree *t, const position *p, text *out) {
    movetext_put_tag(out, "GameType", pdn_board_of(t->game)->type);
    if (!t->start) return;
    text fen = text_growing();
    if (pdn_write_fen(p, &fen, NULL) != ST_OK) out->cut = true;
    movetext_put_tag(out, "FEN", text_string(&fen));
    out->cut |= fen.cut;
    text_done(&fen);
}

/* White's part comes first; a win counts 1 or 2. */
static bool read_result(const game_tree *t, const char *word, int *out) {
    int white = pdn_board_of(t->game)->white;
    if (strcmp(word, "*") == 0)
        *out = GAME_TREE_UNKNOWN;
    else if (strcmp(word, "1-0") == 0 || strcmp(word, "2-0") == 0)
        *out = white;
    else if (strcmp(word, "0-1") == 0 || strcmp(word, "0-2") == 0)
        *out = 1 - white;
    else if (strcmp(word, "1/2-1/2") == 0 || strcmp(word, "1-1") == 0)
        *out = GAME_TREE_DRAW;
    else
        return false;
    return true;
}

static const char *write_result(const game_tree *t) {
    const pdn_board *d = pdn_board_of(t->game);
    bool two = d->count == 50;
    if (t->result == GAME_TREE_DRAW) return two ? "1-1" : "1/2-1/2";
    if (t->result < 0) return "*";
    if (t->result == d->white) return two ? "2-0" : "1-0";
    return two ? "0-2" : "0-1";
}

static const movetext_format pdn_format = {.choose = choose_game,
                                           .check = check_rules,
                                           .read = pdn_read_move,
                                           .write = pdn_write_move,
                                           .tags = put_tags,
                                           .read_result = read_result,
                                           .write_result = write_result,
                                           .several = true};

status pdn_next(game_text *s, game_tree **out, error *err) {
    return movetext_next(s, &pdn_format, out, err);
}

status pdn_write(const game_tree *t, text *out, error *err) {
    if (!pdn_board_of(t->game))
        return error_set(err, ST_UNSUPPORTED, "%s is not written in PDN", t->game->title);
    if (t->start && strstr(t->start, " turn."))
        return error_set(err, ST_UNSUPPORTED, "a game that begins inside a turn has no PDN");
    return movetext_write(t, &pdn_format, out, err);
}

bool pdn_looks(const char *head) {
    head += strspn(head, " \t\r\n");
    if (*head == '[')
        return strstr(head, "[GameType \"2") || strstr(head, "[FEN \"W:") ||
               strstr(head, "[FEN \"B:");
    size_t n = strspn(head, "0123456789");
    const char *move = head + n + strspn(head + n, ".");
    if (!n || move == head + n) return false;
    move += strspn(move, " \t");
    size_t from = strspn(move, "0123456789");
    return from && (move[from] == '-' || move[from] == 'x') && text_is_digit(move[from + 1]) &&
           strncmp(move, "0-0", 3) != 0;
}
