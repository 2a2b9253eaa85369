/* Areas that are no grid: cells at places of their own (displays, lines, puzzles), and things in a
 * flow (hands, piles, supplies). */
#include <stdio.h>
#include <string.h>

#include "cli/screen/screen_parts.h"

enum { GAP = 2, MAX_LABEL = 160 };

/* --- cells --- */

static int place_of(float units, int scale) {
    return (int)(units * (float)scale + 0.25f);
}

static int size_of(float units, int scale) {
    int n = (int)(units * (float)scale + 0.5f);
    return n > 0 ? n : 1;
}

/* What people call a cell in its frame: a number where its label ends in one. */
static const char *short_label(const scene_cell *c) {
    const char *last = c->label ? strrchr(c->label, ' ') : NULL;
    if (last && last[1] >= '0' && last[1] <= '9') return last + 1;
    return c->label ? c->label : c->id;
}

/* Displays and other places for a few things; those for a puzzle are as tall as it. */
static bool is_framed(const scene_cell *c) {
    return c->h >= 2 && c->h < 4;
}

/* What is written on the k-th free place of a cell: the words after a colon in its label. */
static const char *free_place(const scene_cell *c, int k, char *buf) {
    const char *at = c->label ? strchr(c->label, ':') : NULL;
    if (at) at++;
    for (; at && *at; k--) {
        at += strspn(at, " ");
        size_t n = strcspn(at, " ");
        if (!k && n && n < 4) {
            memcpy(buf, at, n);
            buf[n] = '\0';
            return buf;
        }
        at += n;
    }
    return "·";
}

/* A puzzle: its squares, and below them what it is called and what is written on it. */
static void put_puzzle(const screen *d, canvas *c, int x, int y, const scene_thing *t) {
    bool white = t->tags && strcmp(t->tags, "white") == 0;
    screen_stamp stamp[2] = {{white ? INK_PAPER : INK_BLACK, white ? "▒▒" : "▓▓"},
                             {white ? INK_FAINT : INK_GREY, "· "}};
    char line[MAX_LABEL];
    (void)snprintf(line, sizeof line, "%s %s", t->id, t->text ? t->text : "");
    screen_put_mask(d, c, x + 1, y, t->mask, stamp);
    (void)canvas_put(c, x + 1, y + screen_mask_rows(t->mask), (canvas_pen){.bold = true}, line);
}

static void put_poly(const screen *d, canvas *c, int x, int y, const scene_thing *t) {
    screen_stamp stamp[2] = {{INK_NONE, NULL}, {screen_thing_ink(d, t), "██"}};
    screen_put_mask(d, c, x, y, t->mask, stamp);
}

static const char *last_word(const char *label) {
    const char *space = strrchr(label, ' ');
    return space ? space + 1 : label;
}

/* A pile of cards that lie with their backs up. */
static void put_back(canvas *c, const screen_place *p, const scene_thing *t) {
    char line[MAX_LABEL];
    text out = text_over(line, sizeof line);
    if (t->count) text_format(&out, "%d × ", t->count);
    text_put(&out, "▒▒");
    (void)canvas_put(c, p->x + 1, p->y, (canvas_pen){0}, line);
}

/* Things in a cell stand in a row, from its left. */
static void put_in_cell(const screen *d, canvas *c, screen_place p, const scene_thing *t) {
    if (t->mask && strcmp(t->sprite, "card") == 0)
        put_puzzle(d, c, p.x, p.y, t);
    else if (t->mask && t->dim) /* what one gets: too small to draw */
        (void)canvas_put(c, p.x, p.y, (canvas_pen){.ink = d->colours ? INK_FAINT : INK_NONE},
                         last_word(t->label));
    else if (t->mask)
        put_poly(d, c, p.x, p.y, t);
    else if (t->down)
        put_back(c, &p, t);
    else
        screen_put_place(d, c, &p, t);
}

static void draw_cell(const screen *d, canvas *c, const scene_cell *cell, int scale) {
    int x = place_of(cell->x, scale);
    int y = place_of(cell->y, 1);
    int width = size_of(cell->w, scale);
    int height = size_of(cell->h, 1);
    bool framed = is_framed(cell);
    int step = framed ? 2 : scale;
    int n = 0;
    if (framed) {
        char line[MAX_LABEL];
        const char *mark = screen_mark(d, cell->id);
        (void)snprintf(line, sizeof line, mark ? "[%.20s]" : " %.20s ", short_label(cell));
        canvas_frame(c, x, y, width, height, d->colours ? INK_FAINT : INK_NONE);
        (void)canvas_put(c, x + 2, y, (canvas_pen){.bold = true}, line);
    }
    int inside = framed ? (width - 2) / step : width / scale;
    bool plain = !framed && height == 1;
    if (inside < 1) inside = 1;
    for (int k = 0; plain && k < inside; k++) {
        char buf[4];
        screen_place p = {.x = x + k * step, .y = y, .width = step};
        p.empty = free_place(cell, k, buf);
        p.ground = ((k + y + (int)cell->x) & 1) ? INK_NIGHT_OTHER : INK_NIGHT;
        p.mark = screen_mark(d, cell->id);
        screen_put_place(d, c, &p, NULL);
    }
    for (size_t i = 0; i < d->s->items; i++) {
        const scene_thing *t = &d->s->item[i].t;
        if (strcmp(t->at, cell->id) != 0) continue;
        screen_place p = {.x = x + framed + n % inside * step,
                          .y = y + framed + n / inside,
                          .width = step,
                          .ground = plain ? INK_NIGHT : INK_NONE,
                          .empty = plain ? "" : NULL,
                          .mark = plain ? screen_mark(d, cell->id) : NULL};
        put_in_cell(d, c, p, t);
        n++;
    }
}

void screen_draw_cells(const screen *d, size_t area, int scale, canvas *c) {
    for (size_t i = 0; i < d->s->places; i++)
        if (d->s->place[i].area == area) draw_cell(d, c, &d->s->place[i].c, scale);
}

/* --- flows --- */

typedef struct flow_plan {
    const screen *d;
    canvas *c;
    int x, y, left;
    int height;  /* of the row that is being filled */
    int tallest; /* polyomino, in rows */
} flow_plan;

/* Room for something; a new row where this one is full. */
static void make_room(flow_plan *f, int width, int height) {
    if (f->x > f->left && f->x + width > f->c->columns) {
        f->y += f->height;
        f->x = f->left;
        f->height = 0;
    }
    if (height > f->height) f->height = height;
}

static void put_count(text *out, const scene_thing *t) {
    if (t->count > 1) text_format(out, " ×%d", t->count);
}

/* A box with the card's name; what kind it is stands in its frame. */
static void flow_card(flow_plan *f, const scene_thing *t) {
    char buf[MAX_LABEL];
    text spoken = text_over(buf, sizeof buf);
    if (t->down) text_put(&spoken, "▒▒ ");
    screen_words(f->d, t->label, &spoken);
    if (!t->down) put_count(&spoken, t);
    int width = canvas_width_of(buf) + 4;
    int tags = t->tags ? canvas_width_of(t->tags) + 4 : 0;
    if (tags > width) width = tags;
    make_room(f, width, 3);
    canvas_ink ink = f->d->colours ? INK_FAINT : INK_NONE;
    canvas_frame(f->c, f->x, f->y, width, 3, ink);
    (void)canvas_put(f->c, f->x + 2, f->y + 1, (canvas_pen){.bold = !t->dim}, buf);
    if (tags) (void)canvas_put(f->c, f->x + 2, f->y + 2, (canvas_pen){.ink = ink}, t->tags);
    f->x += width + 1;
}

static void flow_poly(flow_plan *f, const scene_thing *t) {
    char buf[MAX_LABEL];
    text spoken = text_over(buf, sizeof buf);
    text_put(&spoken, last_word(t->label));
    put_count(&spoken, t);
    int cols = 2 * screen_mask_cols(t->mask);
    int width = canvas_width_of(buf);
    if (cols > width) width = cols;
    make_room(f, width, f->tallest + 1);
    int rows = screen_mask_rows(t->mask);
    put_poly(f->d, f->c, f->x, f->y + f->tallest - rows, t);
    (void)canvas_put(f->c, f->x, f->y + f->tallest, (canvas_pen){0}, buf);
    f->x += width + GAP;
}

/* A die that was thrown shows its number; gives how many columns it took. */
static int put_die(flow_plan *f, const scene_thing *t) {
    char glyph[16];
    if (!t->text) return canvas_put(f->c, f->x, f->y, (canvas_pen){0}, "⚄ ");
    (void)snprintf(glyph, sizeof glyph, f->d->colours ? " %.8s " : "[%.8s]", t->text);
    return canvas_put(f->c, f->x, f->y, (canvas_pen){INK_BLACK, INK_WHITE, true}, glyph);
}

static int put_piece(flow_plan *f, const scene_thing *t) {
    scene_thing one = *t;
    screen_place p = {.x = f->x, .y = f->y, .width = 3, .empty = " "};
    p.ground = f->d->night ? INK_NIGHT : INK_LIGHT;
    one.count = 0; /* it is written after it */
    screen_put_place(f->d, f->c, &p, &one);
    return p.width;
}

/* A piece, a die, a chip: its figure, and words where the figure does not say it. */
static void flow_small(flow_plan *f, const scene_thing *t) {
    char buf[MAX_LABEL];
    text spoken = text_over(buf, sizeof buf);
    bool chip = strcmp(t->sprite, "chip") == 0;
    bool die = strcmp(t->sprite, "die") == 0;
    if (chip || (die && !t->text)) screen_words(f->d, t->label, &spoken);
    put_count(&spoken, t);
    make_room(f, canvas_width_of(buf) + 4, 1);
    if (chip)
        f->x += canvas_put(f->c, f->x, f->y, (canvas_pen){0}, "◎ ");
    else
        f->x += die ? put_die(f, t) : put_piece(f, t);
    f->x += canvas_put(f->c, f->x, f->y, (canvas_pen){0}, buf) + 1;
}

/* The cards of a pile by their names, in lines. */
static void flow_name(flow_plan *f, const scene_thing *t, bool first) {
    char buf[MAX_LABEL];
    text spoken = text_over(buf, sizeof buf);
    if (!first) text_put(&spoken, "· ");
    screen_words(f->d, t->label, &spoken);
    if (!t->down) put_count(&spoken, t);
    make_room(f, canvas_width_of(buf), 1);
    f->x += canvas_put(f->c, f->x, f->y, (canvas_pen){0}, buf) + 1;
}

/* How many things from the i-th on are cards of which only the backs are seen. */
static size_t count_backs(const screen *d, size_t i) {
    size_t n = 0;
    const scene_item *first = &d->s->item[i];
    for (; i < d->s->items && d->s->item[i].area == first->area; i++, n++) {
        const scene_thing *t = &d->s->item[i].t;
        if (!t->down || t->count || strcmp(t->label, first->t.label) != 0) break;
    }
    return n;
}

static void flow_backs(flow_plan *f, size_t n) {
    char buf[MAX_LABEL];
    (void)snprintf(buf, sizeof buf, "▒▒ ×%zu", n);
    make_room(f, canvas_width_of(buf), 1);
    f->x += canvas_put(f->c, f->x, f->y, (canvas_pen){0}, buf) + GAP;
}

void screen_draw_flow(const screen *d, size_t area, canvas *c) {
    flow_plan f = {.d = d, .c = c};
    bool stack = strcmp(d->s->area[area].flow, "stack") == 0;
    bool first = true;
    for (size_t i = 0; i < d->s->items; i++) {
        const scene_thing *t = &d->s->item[i].t;
        int rows = t->mask && d->s->item[i].area == area ? screen_mask_rows(t->mask) : 0;
        if (rows > f.tallest) f.tallest = rows;
    }
    for (size_t i = 0; i < d->s->items; i++) {
        const scene_thing *t = &d->s->item[i].t;
        if (strcmp(t->at, d->s->area[area].id) != 0) continue;
        size_t backs = count_backs(d, i);
        if (stack)
            flow_name(&f, t, first);
        else if (backs > 1)
            flow_backs(&f, backs);
        else if (strcmp(t->sprite, "card") == 0)
            flow_card(&f, t);
        else if (t->mask)
            flow_poly(&f, t);
        else
            flow_small(&f, t);
        if (!stack && backs > 1) i += backs - 1;
        first = false;
    }
}
