/* A scene as one line of JSON: keys in a fixed order, so that equal scenes are equal bytes. */
#include <ctype.h>
#include <string.h>

#include "engine/base/json.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_terminal.h"
#include "engine/game/scene_parts.h"

static void put(json_writer *w, const char *key, const char *value) {
    if (!value) return;
    json_key(w, key);
    json_ascii(w, value);
}

static void put_int(json_writer *w, const char *key, int64_t value) {
    json_key(w, key);
    json_int(w, value);
}

static void put_true(json_writer *w, const char *key, bool value) {
    if (!value) return;
    json_key(w, key);
    json_bool(w, true);
}

static void put_seat(json_writer *w, int seat) {
    json_key(w, "seat");
    if (seat == SEAT_ALL)
        json_string(w, "all");
    else if (seat == SEAT_PUBLIC)
        json_string(w, "public");
    else
        json_int(w, seat + 1);
}

static void put_counts(json_writer *w, const scene *s, int seat) {
    json_key(w, "counts");
    json_open(w, '[');
    for (size_t i = 0; i < s->numbers; i++) {
        if (s->number[i].seat != seat) continue;
        json_open(w, '[');
        json_ascii(w, s->number[i].name);
        json_int(w, s->number[i].value);
        json_close(w, ']');
    }
    json_close(w, ']');
}

static bool has_counts(const scene *s, int seat) {
    for (size_t i = 0; i < s->numbers; i++)
        if (s->number[i].seat == seat) return true;
    return false;
}

/* --- who acts, and the seats --- */

static void put_now(json_writer *w, const scene *s) {
    json_key(w, "now");
    json_open(w, '{');
    put(w, "kind", game_kind_name(s->kind));
    json_key(w, "seats");
    json_open(w, '[');
    for (int i = 0; i < s->r->players; i++)
        if (s->actors >> i & 1) json_int(w, i + 1);
    json_close(w, ']');
    put(w, "words", s->ask);
    json_key(w, "over");
    json_bool(w, s->over);
    json_close(w, '}');
}

static void put_points(json_writer *w, const scene_seat *seat) {
    if (seat->halves && seat->points % 2)
        json_real(w, seat->points / 2.0, 1);
    else
        json_int(w, seat->halves ? seat->points / 2 : seat->points);
}

static void put_seats(json_writer *w, const scene *s) {
    json_key(w, "seats");
    json_open(w, '[');
    for (int i = 0; i < s->r->players; i++) {
        const scene_seat *seat = &s->at_seat[i];
        json_open(w, '{');
        put_int(w, "seat", i + 1);
        put(w, "name", seat->name);
        put(w, "colour", seat->colour);
        put(w, "look", seat->look);
        json_key(w, "points");
        if (seat->has_points)
            put_points(w, seat);
        else
            json_raw(w, "null");
        put_counts(w, s, i);
        json_key(w, "acts");
        json_bool(w, s->actors >> i & 1);
        json_close(w, '}');
    }
    json_close(w, ']');
}

/* --- areas --- */

static void put_cells_of(json_writer *w, const scene *s, size_t area, scene_extra_kind kind,
                         const char *key) {
    bool open = false;
    for (size_t i = 0; i < s->extras; i++) {
        const scene_extra *e = &s->extra[i];
        if (e->area != area || e->kind != kind) continue;
        if (!open) {
            json_key(w, key);
            json_open(w, '[');
        }
        open = true;
        if (e->b) json_open(w, '[');
        json_ascii(w, e->a);
        if (e->b) {
            json_ascii(w, e->b);
            json_close(w, ']');
        }
    }
    if (open) json_close(w, ']');
}

static void put_grid(json_writer *w, const scene *s, size_t area) {
    const struct scene_grid *g = &s->area[area].grid;
    json_key(w, "grid");
    json_open(w, '{');
    put_int(w, "cols", g->cols);
    put_int(w, "rows", g->rows);
    put(w, "shape", g->shape);
    if (g->flat) {
        json_key(w, "flat");
        json_bool(w, true);
    }
    if (g->thin > 0) {
        json_key(w, "thin");
        json_open(w, '{');
        put_int(w, "from", g->thin_from);
        json_key(w, "size");
        json_short(w, (double)g->thin, 4);
        json_close(w, '}');
    }
    bool plain = !g->shade || strcmp(g->shade, "plain") == 0 || strcmp(g->shade, "checkered") == 0;
    put(w, "shade", plain ? (g->shade ? g->shade : "plain") : "custom");
    if (!plain) put(w, "shades", g->shade);
    json_key(w, "names");
    if (g->names) {
        json_string(w, g->names);
    } else {
        json_open(w, '[');
        for (int i = 0; i < g->cols * g->rows; i++) json_ascii(w, g->ids[i] ? g->ids[i] : "");
        json_close(w, ']');
    }
    put_cells_of(w, s, area, SCENE_HOLE, "holes");
    put_cells_of(w, s, area, SCENE_DOT, "dots");
    put_cells_of(w, s, area, SCENE_LINE, "lines");
    put_cells_of(w, s, area, SCENE_EDGE, "edges");
    json_close(w, '}');
}

static void put_box(json_writer *w, const char *key, const float *box) {
    json_key(w, key);
    json_open(w, '[');
    for (int i = 0; i < 4; i++) json_short(w, (double)box[i], 4);
    json_close(w, ']');
}

static void put_place(json_writer *w, const scene_cell *c) {
    json_open(w, '{');
    put(w, "id", c->id);
    json_key(w, "x");
    json_short(w, (double)c->x, 4);
    json_key(w, "y");
    json_short(w, (double)c->y, 4);
    json_key(w, "w");
    json_short(w, (double)c->w, 4);
    json_key(w, "h");
    json_short(w, (double)c->h, 4);
    put(w, "shape", c->shape ? c->shape : "square");
    put(w, "label", c->label);
    json_close(w, '}');
}

static void put_lines(json_writer *w, const char *lines) {
    json_key(w, "text");
    json_open(w, '[');
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        json_asciin(w, lines, n);
        lines += n + (lines[n] == '\n');
    }
    json_close(w, ']');
}

static void put_area(json_writer *w, const scene *s, size_t n) {
    const scene_area *a = &s->area[n];
    json_open(w, '{');
    put(w, "id", a->id);
    put(w, "group", a->owner == SCENE_TABLE ? "shared" : a->owner == s->seat ? "own" : "seat");
    if (a->owner != SCENE_TABLE) put_int(w, "owner", a->owner + 1);
    put(w, "label", a->label);
    put_box(w, "box", a->box);
    if (a->grid.shape) {
        put_grid(w, s, n);
    } else if (a->flow) {
        put(w, "flow", a->flow);
    } else if (a->lines) {
        put_lines(w, a->lines);
    } else {
        json_key(w, "cells");
        json_open(w, '[');
        for (size_t i = 0; i < s->places; i++)
            if (s->place[i].area == n) put_place(w, &s->place[i].c);
        json_close(w, ']');
    }
    json_close(w, '}');
}

/* --- things, marks, what happened --- */

static void put_thing(json_writer *w, const scene_thing *t) {
    json_open(w, '{');
    put(w, "id", t->id);
    put(w, "sprite", t->sprite);
    put(w, "colour", t->colour);
    put(w, "at", t->at);
    put(w, "label", t->label);
    put(w, "part", t->part);
    if (t->owner != SCENE_TABLE) put_int(w, "owner", t->owner + 1);
    if (t->down) put(w, "face", "down");
    if (t->count) put_int(w, "count", t->count);
    if (t->turn) put_int(w, "turn", t->turn);
    put_true(w, "flip", t->flip);
    put(w, "mask", t->mask);
    put(w, "kind", t->kind);
    put(w, "text", t->text);
    put(w, "tags", t->tags);
    put_true(w, "dim", t->dim);
    json_close(w, '}');
}

static void put_marks(json_writer *w, const scene *s) {
    json_key(w, "marks");
    json_open(w, '[');
    for (size_t i = 0; i < s->marks;) {
        size_t number = s->mark[i].number;
        if (!s->mark[i].cell) {
            i++;
            continue;
        }
        json_open(w, '{');
        put(w, "kind", s->mark[i].kind);
        json_key(w, "cells");
        json_open(w, '[');
        for (; i < s->marks && s->mark[i].number == number; i++) json_ascii(w, s->mark[i].cell);
        json_close(w, ']');
        json_close(w, '}');
    }
    json_close(w, ']');
}

/* "White: pawn e2 to e4"; sentences that say who are left as they are. */
static void put_words(json_writer *w, const scene *s, size_t i) {
    int seat = s->since.at[i].seat;
    const char *said = happened_words(&s->since, i);
    const char *name = seat < 0 ? "" : s->at_seat[seat].name;
    if (seat < 0 || s->r->terminal->names_seats || text_starts(said, name)) {
        put(w, "words", said);
        return;
    }
    text line = text_growing();
    text_format(&line, "%c%s: %s", toupper((unsigned char)name[0]), *name ? name + 1 : "", said);
    put(w, "words", text_string(&line));
    w->out->cut |= line.cut;
    text_done(&line);
}

static void put_since(json_writer *w, const scene *s) {
    json_key(w, "since");
    json_open(w, '[');
    for (size_t i = 0; i < s->since.count; i++) {
        const happening *h = &s->since.at[i];
        json_open(w, '{');
        put_words(w, s, i);
        if (h->seat >= 0) put_int(w, "seat", h->seat + 1);
        put(w, "thing", happened_thing(&s->since, i));
        put(w, "from", happened_from(&s->since, i));
        put(w, "to", happened_to(&s->since, i));
        json_close(w, '}');
    }
    json_close(w, ']');
}

static void put_result(json_writer *w, const scene *s) {
    json_key(w, "result");
    json_open(w, '{');
    put(w, "reason", s->reason);
    if (s->ranked) {
        json_key(w, "ranks");
        json_open(w, '[');
        for (int i = 0; i < s->r->players; i++) json_int(w, s->rank[i]);
        json_close(w, ']');
    }
    if (s->ranked && s->at_seat[0].has_points) {
        json_key(w, "points");
        json_open(w, '[');
        for (int i = 0; i < s->r->players; i++) put_points(w, &s->at_seat[i]);
        json_close(w, ']');
    }
    json_close(w, '}');
}

status scene_write(const scene *s, text *out, error *err) {
    json_writer writer = json_writer_on(out);
    json_writer *w = &writer;
    json_open(w, '{');
    put_int(w, "scene", 1);
    put(w, "game", s->r->game->name);
    put_int(w, "ply", s->ply);
    put_seat(w, s->seat);
    put_now(w, s);
    put(w, "claim", s->claim);
    if (s->over) put_result(w, s);
    put_seats(w, s);
    if (has_counts(s, SCENE_TABLE)) put_counts(w, s, SCENE_TABLE);
    put(w, "show", s->r->game->show);
    json_key(w, "areas");
    json_open(w, '[');
    for (size_t i = 0; i < s->areas; i++) put_area(w, s, i);
    json_close(w, ']');
    json_key(w, "things");
    json_open(w, '[');
    for (size_t i = 0; i < s->items; i++) put_thing(w, &s->item[i].t);
    json_close(w, ']');
    if (s->entries) {
        json_key(w, "words");
        json_open(w, '{');
        for (size_t i = 0; i < s->entries; i++) put(w, s->entry[i].kind, s->entry[i].words);
        json_close(w, '}');
    }
    put_marks(w, s);
    put_since(w, s);
    json_close(w, '}');
    if (s->no_memory || out->cut) return error_set(err, ST_NOMEM, "no memory for the scene");
    return ST_OK;
}
