#include <string.h>

#include "engine/notation/forms/sgf.h"
#include "engine/notation/forms/sgf_scan.h"
#include "engine/notation/tree/board_text.h"

enum { MAX_COLUMNS = 72 }; /* after so many a node begins a line */

typedef struct writer {
    const game_tree *t;
    position *p;
    text *out;
    board_text board;
    bool go;
    size_t line; /* where the latest one began */
} writer;

static void new_line(writer *w) {
    text_char(w->out, '\n');
    w->line = w->out->len;
}

static void put_property(text *out, const char *name, const char *value) {
    text_format(out, "%s[", name);
    sgf_scan_put(out, value);
    text_char(out, ']');
}

static void put_point(const writer *w, int cell, text *out) {
    int x = cell % w->board.width;
    int y = cell / w->board.width;
    if (w->go)
        text_format(out, "%c%c", 'a' + x, 'a' + w->board.height - 1 - y);
    else
        text_format(out, "%c%d", 'a' + x, y + 1);
}

/* --- the root --- */

static void put_stones(const writer *w, const board_text *start, char stone, const char *name) {
    bool some = false;
    for (int c = 0; c < start->width * start->height; c++) {
        if (start->cell[c] != stone) continue;
        if (!some) text_put(w->out, name);
        some = true;
        text_char(w->out, '[');
        put_point(w, c, w->out);
        text_char(w->out, ']');
    }
}

static int actor_of(const position *p) {
    return position_rules(p)->game->actor(position_rules(p), position_data(p));
}

/* The sentence of the file where it names the same winner, else the winner alone. */
static void put_result(const writer *w) {
    const char *stated = game_tree_tag(w->t, "ResultText");
    int result = w->t->result;
    const char *own = result == 0 ? "B+" : result == 1 ? "W+" : result == GAME_TREE_DRAW ? "0" : "";
    bool fits = stated && (result < 0 || strncmp(stated, own, 2) == 0);
    if (fits || *own) put_property(w->out, "RE", fits ? stated : own);
}

static void put_root(writer *w) {
    const game_tree *t = w->t;
    const params *o = &position_rules(w->p)->options;
    text_format(w->out, "(;FF[4]CA[UTF-8]GM[%d]SZ[%d]", w->go ? 1 : 11, w->board.width);
    if (w->go) text_format(w->out, "KM[%.6g]", (double)params_halves(o, "komi", 15) / 2);
    for (size_t i = 0; sgf_tags[i].property; i++) {
        const char *value = game_tree_tag(t, sgf_tags[i].tag);
        if (strcmp(sgf_tags[i].property, "RE") == 0)
            put_result(w);
        else if (value)
            put_property(w->out, sgf_tags[i].property, value);
    }
    put_stones(w, &w->board, 'S', "AB");
    put_stones(w, &w->board, 's', "AW");
    if (t->start) text_format(w->out, "PL[%c]", actor_of(w->p) == 1 ? 'W' : 'B');
}

/* --- nodes --- */

static void put_remarks(const writer *w, const game_node *n, int actor) {
    text *out = w->out;
    for (int i = 0; i < n->nags; i++)
        for (size_t k = 0; sgf_marks[k].property; k++)
            if (sgf_marks[k].nag == n->nag[i])
                put_property(out, sgf_marks[k].property, sgf_marks[k].value);
    if (n->clock_ms >= 0)
        text_format(out, "%cL[%.10g]", actor == 1 ? 'W' : 'B', (double)n->clock_ms / 1000);
    if (n->has_eval) text_format(out, "V[%.2f]", n->eval);
    if (n->extra) text_put(out, n->extra);
    if (n->before) put_property(out, "N", n->before);
    if (n->after) put_property(out, "C", n->after);
}

static status put_node(writer *w, int node, error *err) {
    const game_node *n = &w->t->nodes[node];
    int actor = actor_of(w->p);
    if (w->out->len - w->line > MAX_COLUMNS) new_line(w);
    text_format(w->out, ";%c[", actor == 1 ? 'W' : 'B');
    int cell = board_text_cell(&w->board, n->token, NULL);
    if (cell >= 0)
        put_point(w, cell, w->out);
    else if (!w->go || strcmp(n->token, "pass") != 0)
        sgf_scan_put(w->out, n->token);
    text_char(w->out, ']');
    put_remarks(w, n, actor);
    return position_play(w->p, n->token, err);
}

/* What follows a node, which w->p is at, before and after. */
static status put_children(writer *w, int node, error *err) {
    const game_node *nodes = w->t->nodes;
    unsigned ply = position_ply(w->p);
    status st = ST_OK;
    while (st == ST_OK && nodes[node].first != GAME_TREE_NONE &&
           nodes[node].first == nodes[node].last) {
        node = nodes[node].first;
        st = put_node(w, node, err);
    }
    for (int k = nodes[node].first; st == ST_OK && k != GAME_TREE_NONE; k = nodes[k].next) {
        unsigned here = position_ply(w->p);
        new_line(w);
        text_char(w->out, '(');
        st = put_node(w, k, err);
        if (st == ST_OK) st = put_children(w, k, err);
        text_char(w->out, ')');
        position_cut(w->p, here);
    }
    position_cut(w->p, ply);
    return st;
}

status sgf_write(const game_tree *t, text *out, error *err) {
    writer w = {.t = t, .out = out, .line = out->len};
    w.go = strcmp(t->game->name, "go") == 0;
    if (!w.go && strcmp(t->game->name, "hex") != 0)
        return error_set(err, ST_UNSUPPORTED, "%s is not written in SGF", t->game->title);
    status st = game_tree_start(&w.p, t, err);
    if (st == ST_OK) st = board_text_of(w.p, &w.board, err);
    if (st == ST_OK) {
        put_root(&w);
        put_remarks(&w, &t->nodes[0], 0);
        new_line(&w);
        st = put_children(&w, 0, err);
        text_put(out, ")\n");
    }
    position_destroy(w.p);
    return st == ST_OK && out->cut ? error_set(err, ST_NOMEM, "no memory for the game") : st;
}
