#include "cli/screen/screen.h"

#include <stdio.h>
#include <string.h>

#include "cli/screen/screen_parts.h"

enum { GAP = 3, MAX_WORDS = 400, INDENT = 2 };

/* Blocks stand next to each other as long as there is room. */
typedef struct texts {
    canvas *c;
    int x, y, height;
} texts;

static void shelf_end_row(texts *f) {
    if (f->height) f->y += f->height + 1;
    f->x = f->height = 0;
}

static void shelf_add(texts *f, const canvas *block) {
    if (f->x && f->x + GAP + block->used > f->c->columns) shelf_end_row(f);
    if (f->x) f->x += GAP;
    canvas_copy(f->c, f->x, f->y, block);
    f->x += block->used;
    if (block->rows > f->height) f->height = block->rows;
}

/* --- one area --- */

static bool is_bare(const screen *d, size_t area) {
    const scene_area *a = &d->s->area[area];
    if (a->grid.shape || a->lines) return false;
    for (size_t i = 0; i < d->s->items; i++)
        if (d->s->item[i].area == area) return false;
    return true;
}

/* The label, without " of seat 1" below that seat's name; empty where it says nothing new. */
static void title_of(const screen *d, const scene_area *a, text *out) {
    size_t from = out->len;
    screen_words(d, a->label, out);
    if (a->owner >= 0) {
        char buf[MAX_WORDS];
        text tail = text_over(buf, sizeof buf);
        text_put(&tail, " of ");
        screen_words(d, d->s->at_seat[a->owner].name, &tail);
        size_t len = out->len - from;
        if (len > tail.len && strcmp(text_string(out) + out->len - tail.len, buf) == 0)
            text_truncate(out, out->len - tail.len);
    }
    const char *title = text_string(out) + from;
    if (a->grid.shape || a->lines || strcmp(title, "table") == 0 || strcmp(title, "board") == 0)
        text_truncate(out, from);
}

static void put_lines(const screen *d, const char *lines, canvas *c) {
    for (int y = 0; *lines; y++) {
        char buf[MAX_WORDS];
        char line[MAX_WORDS];
        size_t n = strcspn(lines, "\n");
        text raw = text_over(line, sizeof line);
        text spoken = text_over(buf, sizeof buf);
        text_putn(&raw, lines, n);
        screen_words(d, line, &spoken);
        (void)canvas_put(c, 0, y, (canvas_pen){0}, buf);
        lines += n + (lines[n] == '\n');
    }
}

/* Columns for a unit: wide areas get two, as that is a square; boards of seats are so small that
 * two of them fit next to each other, if they can. */
static int scale_of(const screen *d, const scene_area *a) {
    float max = a->owner >= 0 && d->s->r->players > 1 ? (float)(d->how->columns - GAP) / 2
                                                      : (float)d->how->columns;
    if (a->box[2] > 20) return 2;
    for (int scale = 4; scale > 2; scale--)
        if (a->box[2] * (float)scale <= max) return scale;
    return 3;
}

static void draw_area(const screen *d, size_t area, canvas *c) {
    const scene_area *a = &d->s->area[area];
    canvas body = canvas_of(d->how->columns);
    bool small = false;
    if (a->grid.shape) {
        screen_draw_grid(d, area, &body);
    } else if (a->lines) {
        put_lines(d, a->lines, &body);
    } else if (a->flow) {
        screen_draw_flow(d, area, &body);
        small = body.rows == 1;
    } else {
        screen_draw_cells(d, area, scale_of(d, a), &body);
    }
    char buf[MAX_WORDS];
    text title = text_over(buf, sizeof buf);
    title_of(d, a, &title);
    int wide = canvas_width_of(buf) + 1;
    int y = c->rows;
    if (title.len)
        (void)canvas_put(c, 0, y, (canvas_pen){.ink = d->colours ? INK_FAINT : INK_NONE}, buf);
    bool same_line = title.len && small && wide + body.used <= c->columns;
    canvas_copy(c, same_line ? wide : 0, title.len && !same_line ? y + 1 : y, &body);
    canvas_done(&body);
}

/* --- one seat --- */

static bool acts(const screen *d, int seat) {
    return (d->s->actors >> seat & 1) != 0;
}

static void put_counts(const screen *d, int seat, text *out) {
    for (size_t i = 0; i < d->s->numbers; i++)
        if (d->s->number[i].seat == seat)
            text_format(out, "%s%s %lld", out->len ? " · " : "", d->s->number[i].name,
                        (long long)d->s->number[i].value);
}

/* What the seat's pieces look like: a stone on a bit of board. */
static int put_swatch(const screen *d, int seat, canvas *c, int x) {
    canvas_ink ink = screen_seat_ink(d, seat);
    bool plain = ink == INK_WHITE || (ink == INK_BLACK && !d->night);
    canvas_ink ground = !plain ? ink : d->night ? INK_NIGHT : INK_FELT;
    if (!d->colours) return canvas_put(c, x, 0, (canvas_pen){0}, screen_seat_glyph(d, seat));
    canvas_fill(c, x, 0, 3, 1, ground);
    (void)canvas_put(c, x + 1, 0, (canvas_pen){plain ? ink : canvas_ink_on(ink), ground, true},
                     screen_seat_glyph(d, seat));
    return 3;
}

static void draw_seat(const screen *d, int seat, canvas *c) {
    const scene_seat *at = &d->s->at_seat[seat];
    const char *name = d->how->names ? d->how->names[seat] : NULL;
    char buf[MAX_WORDS];
    char more[MAX_WORDS];
    text spoken = text_over(buf, sizeof buf);
    text counts = text_over(more, sizeof more);
    int x = canvas_put(c, 0, 0, (canvas_pen){.bold = true}, acts(d, seat) ? "▶ " : "  ");
    x += put_swatch(d, seat, c, x) + 1;
    screen_words(d, at->name, &spoken);
    if (name && strcmp(buf, name) != 0) text_format(&spoken, " (%s)", name);
    x += canvas_put(c, x, 0, (canvas_pen){.bold = acts(d, seat)}, buf);
    if (at->has_points && at->halves)
        params_write_halves(at->points, &counts);
    else if (at->has_points)
        text_format(&counts, "%d", at->points);
    if (at->has_points)
        text_put(&counts, at->points == (at->halves ? 2 : 1) ? " point" : " points");
    put_counts(d, seat, &counts);
    /* On a line of their own where two seats would not fit next to each other otherwise. */
    bool below = 2 * (x + GAP + canvas_width_of(more)) + GAP > d->how->columns;
    if (counts.len && below) canvas_put_wrapped(c, INDENT, 1, (canvas_pen){0}, more);
    if (counts.len && !below) (void)canvas_put(c, x + GAP, 0, (canvas_pen){0}, more);
    for (size_t i = 0; i < d->s->areas; i++) {
        if (d->s->area[i].owner != seat || is_bare(d, i)) continue;
        canvas area = canvas_of(d->how->columns - INDENT);
        draw_area(d, i, &area);
        canvas_copy(c, INDENT, c->rows, &area);
        canvas_done(&area);
    }
}

/* --- all of it --- */

static bool is_only_text(const scene *s) {
    for (size_t i = 0; i < s->areas; i++)
        if (!s->area[i].lines) return false;
    return true;
}

static void draw_shared(const screen *d, texts *f) {
    for (size_t i = 0; i < d->s->areas; i++) {
        if (d->s->area[i].owner >= 0 || is_bare(d, i)) continue;
        canvas block = canvas_of(d->how->columns);
        draw_area(d, i, &block);
        shelf_add(f, &block);
        canvas_done(&block);
    }
    shelf_end_row(f);
}

static void draw_seats(const screen *d, texts *f) {
    for (int k = 0; k < d->s->r->players; k++) {
        canvas block = canvas_of(d->how->columns);
        draw_seat(d, k, &block);
        shelf_add(f, &block);
        canvas_done(&block);
    }
    shelf_end_row(f);
}

/* What there is to be said: numbers of the table, whose turn it is, a check. */
static void draw_words(const screen *d, canvas *c) {
    char buf[MAX_WORDS];
    char said[MAX_WORDS];
    text spoken = text_over(buf, sizeof buf);
    text now = text_over(said, sizeof said);
    put_counts(d, SCENE_TABLE, &spoken);
    if (spoken.len) canvas_put_wrapped(c, INDENT, c->rows, (canvas_pen){0}, buf);
    if (d->s->over) return; /* how it ended is said after the board */
    screen_words(d, d->s->ask, &now);
    for (size_t i = 0; i < d->s->marks; i++)
        if (strcmp(d->s->mark[i].kind, "check") == 0) {
            text_put(&now, ", in check");
            break;
        }
    canvas_put_wrapped(c, INDENT, c->rows, (canvas_pen){.bold = true}, said);
}

bool screen_draw(const scene *s, const screen_look *how, text *out) {
    if (how->columns < 1 || is_only_text(s)) return false;
    screen d = {.s = s, .how = how, .colours = how->depth != CANVAS_MONO, .night = true};
    for (int k = 0; k < s->r->players; k++)
        if (screen_seat_ink(&d, k) == INK_BLACK) d.night = false;
    canvas c = canvas_of(how->columns);
    texts f = {.c = &c};
    draw_shared(&d, &f);
    draw_seats(&d, &f);
    draw_words(&d, &c);
    bool good = !c.wide && !c.no_memory;
    size_t before = out->len;
    if (good) canvas_write(&c, how->depth, out);
    if (out->cut) text_truncate(out, before);
    good = good && !out->cut;
    canvas_done(&c);
    return good;
}
