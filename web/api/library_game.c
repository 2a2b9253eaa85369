#include "web/api/library_game.h"

#include <string.h>

#include "engine/notation/blob.h"
#include "engine/notation/forms/formats.h"
#include "engine/notation/record_tree.h"
#include "web/think/report_json.h"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the game");
}

static void put_said(json_writer *w, const position *at, const char *event) {
    text said = text_growing();
    report_json_words(at, event, &said);
    json_ascii(w, text_string(&said));
    w->out->cut |= said.cut;
    text_done(&said);
}

/* --- the main line --- */

static void put_tokens(json_writer *w, const position *end) {
    json_key(w, "tokens");
    json_open(w, '[');
    for (unsigned i = position_first_ply(end); i < position_ply(end); i++)
        json_ascii(w, position_event(end, i));
    json_close(w, ']');
}

static status put_words(json_writer *w, const position *end, error *err) {
    position *at = NULL;
    status st = position_clone(&at, end, err);
    if (st != ST_OK) return st;
    unsigned first = position_first_ply(end);
    position_cut(at, first);
    json_key(w, "words");
    json_open(w, '[');
    for (unsigned i = first; st == ST_OK && i < position_ply(end); i++) {
        const char *event = position_event(end, i);
        put_said(w, at, event);
        /* An event that was played may have been followed by others at once. */
        if (position_ply(at) <= i) st = position_play(at, event, err);
    }
    json_close(w, ']');
    position_destroy(at);
    return st;
}

static status put_start(json_writer *w, const position *end, error *err) {
    position *at = NULL;
    text blob = text_growing();
    status st = position_clone(&at, end, err);
    if (st == ST_OK) {
        position_cut(at, position_first_ply(end));
        blob_write(at, &blob);
        json_key(w, "start");
        json_string(w, text_string(&blob));
        w->out->cut |= blob.cut;
    }
    position_destroy(at);
    text_done(&blob);
    return st;
}

/* --- variations --- */

static void put_remark(json_writer *w, const game_node *n) {
    json_key(w, "comment");
    if (n->after)
        json_string(w, n->after);
    else
        json_raw(w, "null");
    json_key(w, "nags");
    json_open(w, '[');
    for (int i = 0; i < n->nags; i++) json_int(w, n->nag[i]);
    json_close(w, ']');
}

/* The line from a node on, as it is played after its parent. */
static status put_variation(json_writer *w, const game_tree *t, int node, error *err) {
    position *at = NULL;
    status st = game_tree_position(&at, t, t->nodes[node].parent, err);
    if (st != ST_OK) return st;
    json_open(w, '{');
    json_key(w, "ply");
    json_int(w, game_tree_depth(t, node));
    json_key(w, "tokens");
    json_open(w, '[');
    for (int n = node; n != GAME_TREE_NONE; n = t->nodes[n].first) json_ascii(w, t->nodes[n].token);
    json_close(w, ']');
    json_key(w, "words");
    json_open(w, '[');
    for (int n = node; st == ST_OK && n != GAME_TREE_NONE; n = t->nodes[n].first) {
        put_said(w, at, t->nodes[n].token);
        st = position_play(at, t->nodes[n].token, err);
    }
    json_close(w, ']');
    put_remark(w, &t->nodes[node]);
    json_close(w, '}');
    position_destroy(at);
    return st;
}

/* All lines that leave another one, wherever that is. */
static status put_variations(json_writer *w, const game_tree *t, error *err) {
    enum { MAX_VARIATIONS = 500 };
    status st = ST_OK;
    int count = 0;
    json_key(w, "variations");
    json_open(w, '[');
    for (int n = 1; st == ST_OK && n < (int)t->count && count < MAX_VARIATIONS; n++) {
        int parent = t->nodes[n].parent;
        if (parent < 0 || t->nodes[parent].first == n) continue;
        st = put_variation(w, t, n, err);
        count++;
    }
    json_close(w, ']');
    return st;
}

static void put_comments(json_writer *w, const game_tree *t) {
    int ply = 0;
    json_key(w, "comments");
    json_open(w, '[');
    for (int n = 0; n != GAME_TREE_NONE; n = t->nodes[n].first, ply++) {
        if (!t->nodes[n].after && !t->nodes[n].nags) continue;
        json_open(w, '{');
        json_key(w, "ply");
        json_int(w, ply);
        put_remark(w, &t->nodes[n]);
        json_close(w, '}');
    }
    json_close(w, ']');
}

static void put_formats(json_writer *w, const game *g) {
    json_key(w, "formats");
    json_open(w, '[');
    json_string(w, "record");
    for (const format *f = formats_list; f->name; f++) {
        if (!formats_takes(f, g)) continue;
        char name[16];
        text t = text_over(name, sizeof name);
        text_putn(&t, f->endings, strcspn(f->endings, " "));
        json_string(w, name);
    }
    json_close(w, ']');
}

status library_game_put(json_writer *w, const saved_game *s, error *err) {
    game_tree *t = NULL;
    put_tokens(w, s->end);
    status st = put_words(w, s->end, err);
    if (st == ST_OK) st = put_start(w, s->end, err);
    if (st == ST_OK) st = record_tree(&t, &s->rec, s->g.list, s->g.game, err);
    if (st == ST_OK) st = put_variations(w, t, err);
    if (st == ST_OK) put_comments(w, t);
    put_formats(w, position_rules(s->end)->game);
    game_tree_destroy(t);
    return st == ST_OK && w->out->cut ? no_memory(err) : st;
}

/* --- forms of others --- */

status library_game_write(const saved_game *s, const char *stored, const char *form, text *out,
                          error *err) {
    char path[24];
    text name = text_over(path, sizeof path);
    game_trees list = {0};
    game_tree *t = NULL;
    const game *g = position_rules(s->end)->game;
    if (strcmp(form, "record") == 0) {
        text_put(out, stored);
        return out->cut ? no_memory(err) : ST_OK;
    }
    text_format(&name, "x.%s", form);
    const format *f = name.cut ? NULL : formats_find(path, NULL);
    if (!f) return error_set(err, ST_BAD_VALUE, "formats are record, pgn, sgf, pdn and ggf");
    if (!formats_takes(f, g))
        return error_set(err, ST_UNSUPPORTED, "%s is for %s", f->name, f->games);
    status st = record_tree(&t, &s->rec, s->g.list, s->g.game, err);
    if (st == ST_OK) st = game_trees_add(&list, t, err);
    if (st == ST_OK) st = formats_write(f, &list, out, err);
    game_trees_done(&list);
    return st == ST_OK && out->cut ? no_memory(err) : st;
}
