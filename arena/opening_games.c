#include "arena/opening_games.h"

const format *opening_games_form(const char *path, const char *head) {
    const format *form = formats_find(path, NULL);
    bool games = text_starts(head, "[Event ") || text_starts(head, "(;");
    return form || !games ? form : formats_find(NULL, head);
}

static void put_line(const game_tree *t, unsigned depth, text *out) {
    text_put(out, t->start ? "fen " : "startpos");
    if (t->start) text_put(out, t->start);
    text_put(out, " moves");
    int node = t->nodes[0].first;
    for (unsigned n = 0; node != GAME_TREE_NONE && (!depth || n < depth); n++) {
        text_format(out, " %s", t->nodes[node].token);
        node = t->nodes[node].first;
    }
    text_char(out, '\n');
}

status opening_games_lines(const opening_games_request *q, text *out, error *err) {
    game_trees all = {0};
    formats_request ask = {.data = q->data, .len = q->len, .games = q->games, .fallback = q->game};
    status st = formats_read(&all, q->form, &ask, NULL, err);
    for (size_t i = 0; st == ST_OK && i < all.count; i++) {
        const game_tree *t = all.at[i];
        if (t->game != q->game)
            st = error_set(err, ST_BAD_VALUE, "game %zu is one of %s, not of %s", i + 1,
                           t->game->name, q->game->name);
        else
            put_line(t, q->depth, out);
    }
    game_trees_done(&all);
    return st == ST_OK && out->cut ? error_set(err, ST_NOMEM, "no memory for the openings") : st;
}
