#include "arena/match_export.h"

#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/notation/game_file.h"
#include "engine/notation/record_tree.h"
#include "engine/notation/san/opening_names.h"

struct match_export {
    const format *form;
    game_list games;
    opening_names *names; /* NULL: there are none */
    match_file *file;
    char clock[64]; /* what all engines play with, "40/300+2"; empty: nothing that they share */
    bool some;      /* a game was written */
};

void match_export_close(match_export *x) {
    if (!x) return;
    match_file_close(x->file);
    opening_names_destroy(x->names);
    mem_free(x);
}

static bool same_clock(const engine_spec *a, const engine_spec *b) {
    return a->clocked == b->clocked && a->base_ms == b->base_ms && a->inc_ms == b->inc_ms &&
           a->moves == b->moves;
}

/* As the tag TimeControl has it, in seconds. */
static void put_clock(const match_settings *s, text *out) {
    const engine_spec *e = &s->engine[0];
    for (int i = 0; i < s->engines; i++)
        if (!same_clock(e, &s->engine[i])) return;
    if (!e->clocked) return;
    if (e->moves) text_format(out, "%u/", e->moves);
    text_format(out, "%.10g", (double)e->base_ms / 1000);
    if (e->inc_ms) text_format(out, "+%.10g", (double)e->inc_ms / 1000);
}

status match_export_open(match_export **out, const char *path, const match_settings *s,
                         game_list games, bool force, error *err) {
    const format *form = formats_find(path, NULL);
    *out = NULL;
    if (!form) form = formats_find("x.pgn", NULL);
    if (!formats_takes(form, s->game))
        return error_set(err, ST_UNSUPPORTED, "%s is not written in %s, which is for %s",
                         s->game->title, form->name, form->games);
    match_export *x = mem_alloc(sizeof *x);
    if (!x) return error_set(err, ST_NOMEM, "no memory for %.120s", path);
    *x = (match_export){.form = form, .games = games};
    text clock = text_over(x->clock, sizeof x->clock);
    put_clock(s, &clock);
    status st = file_claim(path, game_file_ours, force, err);
    if (st == ST_OK) st = match_file_open(&x->file, path, false, err);
    if (st == ST_OK) st = match_file_cut(x->file, 0, err);
    if (st == ST_OK && opening_names_create(&x->names, games, err) == ST_NOMEM) st = ST_NOMEM;
    if (st == ST_OK)
        *out = x;
    else
        match_export_close(x);
    return st;
}

/* How a game ended that the rules did not end. */
static const char *termination(const char *ended) {
    if (text_starts(ended, "time")) return "time forfeit";
    if (text_starts(ended, "illegal")) return "rules infraction";
    if (text_starts(ended, "crash") || text_starts(ended, "hang")) return "abandoned";
    return strcmp(ended, "too-long") == 0 ? "adjudication" : "normal";
}

static status set_tags(const match_export *x, game_tree *t, const record *r, error *err) {
    const char *number = record_get(r, "match-game");
    const char *ended = record_get(r, "ended");
    opening_name name = {0};
    bool found = false;
    status st = game_tree_set_tag(t, "Event", "kibitz match", err);
    if (st == ST_OK && number) st = game_tree_set_tag(t, "Round", number, err);
    if (st == ST_OK && ended) st = game_tree_set_tag(t, "Termination", termination(ended), err);
    if (st == ST_OK && *x->clock) st = game_tree_set_tag(t, "TimeControl", x->clock, err);
    if (st == ST_OK && x->names) st = opening_names_of_tree(x->names, t, &name, &found, err);
    if (st == ST_OK && found) st = game_tree_set_tag(t, "ECO", name.eco, err);
    if (st == ST_OK && found) st = game_tree_set_tag(t, "Opening", name.name, err);
    return st;
}

status match_export_add(match_export *x, const section *sec, error *err) {
    record r;
    game_tree *t = NULL;
    text out = text_growing();
    status st = record_read(&r, sec->at, sec->len, err);
    if (st == ST_OK) st = record_tree(&t, &r, x->games, NULL, err);
    if (st == ST_OK) st = set_tags(x, t, &r, err);
    game_trees one = {.at = &t, .count = 1};
    if (st == ST_OK && x->some) text_char(&out, '\n');
    if (st == ST_OK) st = formats_write(x->form, &one, &out, err);
    if (st == ST_OK && out.cut) st = error_set(err, ST_NOMEM, "no memory for a game");
    if (st == ST_OK) st = match_file_append(x->file, out.at, out.len, err);
    x->some = true;
    game_tree_destroy(t);
    record_done(&r);
    text_done(&out);
    return st;
}

status match_export_sync(match_export *x, error *err) {
    return match_file_sync(x->file, err);
}
