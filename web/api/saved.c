#include "web/api/saved.h"

#include <limits.h>
#include <string.h>

#include "engine/game/game_endings.h"
#include "engine/notation/forms/formats.h"

/* --- stored ones --- */

static status open_game(saved_game *out, const web_world *world, const web_person *who,
                        const char *source_text, error *err) {
    const char *name = record_get(&out->rec, "game");
    bool own = source_text && *source_text;
    return asked_game_open(&out->g, world, who, name, own ? source_text : NULL, err);
}

status saved_game_read(saved_game *out, const web_world *world, const web_person *who,
                       const char *stored, const char *source_text, error *err) {
    *out = (saved_game){.g = {.source = text_growing()}};
    status st = record_read(&out->rec, stored, strlen(stored), err);
    if (st == ST_OK) st = open_game(out, world, who, source_text, err);
    out->rec.closed = true;
    out->rec.force = true; /* the rules of a later version may have another hash */
    if (st == ST_OK)
        st = record_replay(&out->end, &out->rec, out->g.list, out->g.game, UINT_MAX, err);
    return st;
}

void saved_game_done(saved_game *s) {
    position_destroy(s->end);
    record_done(&s->rec);
    asked_game_done(&s->g);
    *s = (saved_game){0};
}

/* --- texts of others --- */

status saved_parse(game_file *out, const asked_game *g, const char *data, size_t len, error *err) {
    text body = text_growing();
    params setup = params_default();
    setup.no_files = true;
    text_putn(&body, data, len);
    *out = (game_file){0};
    status st = body.cut ? error_set(err, ST_NOMEM, "no memory for the import")
                         : game_file_parse(out, &body, g->list, g->game, &setup, err);
    text_done(&body);
    if (st == ST_OK && !out->rec.event_count && !out->rec.field_count)
        st = error_set(err, ST_BAD_SYNTAX, "there is no game in this text");
    return st;
}

static bool known(const char *value) {
    return value && *value && strcmp(value, "?") != 0;
}

static void put_header_names(json_writer *w, const char *names, int players) {
    for (int i = 0; i < players; i++) {
        size_t n = names ? strcspn(names, ",") : 0;
        const char *at = names ? names + strspn(names, " ") : "";
        size_t skipped = names ? (size_t)(at - names) : 0;
        json_asciin(w, at, n > skipped ? n - skipped : 0);
        if (names) names = names[n] ? names + n + 1 : NULL;
    }
}

void saved_names(const game_tree *t, const record *rec, int players, text *out) {
    json_writer w = json_writer_on(out);
    const char *names = rec ? record_get(rec, "names") : NULL;
    json_open(&w, '[');
    if (names || !t) {
        put_header_names(&w, names, players);
    } else {
        for (int i = 0; i < players; i++) {
            const char *tag = i < 2 ? game_tree_tag(t, formats_player_tag(t->game, i)) : NULL;
            json_ascii(&w, known(tag) ? tag : "");
        }
    }
    json_close(&w, ']');
}

void saved_date(const game_tree *t, text *out) {
    const char *date = t ? game_tree_tag(t, "Date") : NULL;
    if (!date || strlen(date) != 10) return;
    for (int i = 0; i < 10; i++) {
        bool mark = i == 4 || i == 7;
        if (mark ? date[i] != '.' && date[i] != '-' : !text_is_digit(date[i])) return;
    }
    text_format(out, "%.4s-%.2s-%.2s", date, date + 5, date + 8);
}

void saved_result(const game_tree *t, const position *end, text *out) {
    const rules *r = position_rules(end);
    int ranks[GAME_MAX_PLAYERS];
    if (t && t->result >= 0) {
        text_format(out, "%d", t->result + 1);
    } else if (t && t->result == GAME_TREE_DRAW) {
        text_put(out, "draw");
    } else if (position_seat(end) == SEAT_ALL && game_is_over(r, position_data(end))) {
        int first = -1;
        int firsts = 0;
        game_ranks(r, position_data(end), ranks);
        for (int i = 0; i < r->players; i++)
            if (ranks[i] == 1) {
                first = i;
                firsts++;
            }
        if (firsts == 1)
            text_format(out, "%d", first + 1);
        else
            text_put(out, "draw");
    }
}

status saved_at(const position *end, int64_t ply, position **out, error *err) {
    unsigned first = position_first_ply(end);
    unsigned last = position_ply(end);
    status st = position_clone(out, end, err);
    if (st != ST_OK || ply < 0) return st;
    if (ply > (int64_t)(last - first)) ply = (int64_t)(last - first);
    position_cut(*out, first + (unsigned)ply);
    return ST_OK;
}
