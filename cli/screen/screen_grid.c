/* Boards that are grids: squares, hexagons in shifted rows, points on lines. Coordinates stand along
 * the edges as the tokens have them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/screen/screen_parts.h"

enum { MAX_NAME = 16, GAP = 1 };

/* A grid that is being drawn: where its upper left cell is, and how far apart cells are. */
typedef struct grid_plan {
    const screen *d;
    size_t area;
    const struct scene_grid *g;
    canvas *c;
    int left, top;     /* of the first cell */
    int pitch, height; /* columns and rows from one cell to the next */
    int shift;         /* columns that each row is further to the right */
    bool framed;       /* a rim or coloured edges all around */
} grid_plan;

/* --- names and what lies where --- */

static void column_name(const struct scene_grid *g, int col, char *buf) {
    if (!g->names) return (void)(*buf = '\0');
    (void)scene_grid_name(g, col, g->rows - 1, buf);
    char *comma = strchr(buf, ',');
    if (comma)
        memmove(buf, comma + 1, strlen(comma));
    else
        buf[strcspn(buf, "0123456789")] = '\0';
}

static void row_name(const struct scene_grid *g, int row, char *buf) {
    if (!g->names) return (void)(*buf = '\0');
    (void)scene_grid_name(g, 0, row, buf);
    char *comma = strchr(buf, ',');
    if (comma)
        *comma = '\0';
    else
        memmove(buf, buf + strcspn(buf, "0123456789"),
                strlen(buf + strcspn(buf, "0123456789")) + 1);
}

static int label_width(const struct scene_grid *g) {
    char buf[MAX_NAME];
    size_t widest = 0;
    for (int row = 0; row < g->rows; row++) {
        row_name(g, row, buf);
        if (strlen(buf) > widest) widest = strlen(buf);
    }
    return (int)widest;
}

static bool has_extra(const grid_plan *p, scene_extra_kind kind, const char *cell) {
    for (size_t i = 0; i < p->d->s->extras; i++) {
        const scene_extra *e = &p->d->s->extra[i];
        if (e->area == p->area && e->kind == kind && strcmp(e->a, cell) == 0) return true;
    }
    return false;
}

static const scene_thing *thing_at(const grid_plan *p, const char *cell) {
    const scene_thing *found = NULL;
    for (size_t i = 0; i < p->d->s->items; i++)
        if (strcmp(p->d->s->item[i].t.at, cell) == 0) found = &p->d->s->item[i].t;
    return found;
}

/* The id of a cell that is there; NULL: a hole. */
static const char *cell_id(const grid_plan *p, int col, int row, char *buf) {
    if (col < 0 || row < 0 || col >= p->g->cols || row >= p->g->rows) return NULL;
    const char *id = scene_grid_name(p->g, col, row, buf);
    return id && !has_extra(p, SCENE_HOLE, id) ? id : NULL;
}

static int cell_x(const grid_plan *p, int col, int row) {
    return p->left + col * p->pitch + row * p->shift;
}

static int cell_y(const grid_plan *p, int row) {
    return p->top + row * p->height;
}

/* Names of columns in line y, shifted as the row next to it. */
static void put_columns(const grid_plan *p, int y, int row) {
    char buf[MAX_NAME];
    for (int col = 0; col < p->g->cols; col++) {
        column_name(p->g, col, buf);
        int wide = (int)strlen(buf);
        int x = cell_x(p, col, row) + (p->pitch - 1) / 2;
        if (p->height > 1 || strcmp(p->g->shape, "point") == 0) x = cell_x(p, col, row);
        if (wide <= p->pitch) (void)canvas_put(p->c, wide > 2 ? x - 1 : x, y, (canvas_pen){0}, buf);
    }
}

static void put_row_name(const grid_plan *p, int row) {
    char buf[MAX_NAME];
    row_name(p->g, row, buf);
    int x = cell_x(p, 0, row) - GAP - (int)strlen(buf) - p->framed;
    (void)canvas_put(p->c, x > 0 ? x : 0, cell_y(p, row), (canvas_pen){0}, buf);
}

/* --- squares --- */

static canvas_ink plain_ground(const screen *d, bool other) {
    if (d->night) return other ? INK_NIGHT_OTHER : INK_NIGHT;
    return other ? INK_FELT_OTHER : INK_FELT;
}

/* The first square of the last row is a dark one. */
static canvas_ink square_ground(const grid_plan *p, int col, int row, bool *dark) {
    const char *shade = p->g->shade;
    *dark = (col + p->g->rows - 1 - row) % 2 == 0;
    if (!shade || strcmp(shade, "plain") == 0) return plain_ground(p->d, *dark);
    if (strcmp(shade, "checkered") == 0) return *dark ? INK_DARK : INK_LIGHT;
    char letter = shade[row * p->g->cols + col];
    *dark = letter == 'b';
    if (letter == 'c') return INK_NOTE;
    return letter == 'a' || letter == 'b' ? (*dark ? INK_DARK : INK_LIGHT)
                                          : plain_ground(p->d, false);
}

/* Where cells next to each other look the same, empty ones are told by a dot. */
static const char *empty_square(const grid_plan *p) {
    bool checkered = p->g->shade && strcmp(p->g->shade, "checkered") == 0;
    return p->d->how->depth == CANVAS_MONO || (p->d->how->depth == CANVAS_16 && !checkered) ? "·"
                                                                                            : " ";
}

static void draw_squares(grid_plan *p) {
    char buf[MAX_NAME];
    const char *empty = empty_square(p);
    p->pitch = p->left + 3 * p->g->cols <= p->c->columns ? 3 : 2;
    p->height = 1;
    bool checkered = p->g->shade && strcmp(p->g->shade, "checkered") == 0;
    for (int row = 0; row < p->g->rows; row++) {
        put_row_name(p, row);
        for (int col = 0; col < p->g->cols; col++) {
            screen_place at = {.x = cell_x(p, col, row), .y = cell_y(p, row), .width = p->pitch};
            const char *id = cell_id(p, col, row, buf);
            at.ground = square_ground(p, col, row, &at.dark);
            if (id) {
                at.empty = empty;
                at.mark = screen_mark(p->d, id);
                screen_put_place(p->d, p->c, &at, thing_at(p, id));
            } else if (checkered) {
                canvas_fill(p->c, at.x, at.y, at.width, 1, at.ground);
            }
        }
    }
    put_columns(p, p->top + p->g->rows, p->g->rows - 1);
}

/* --- squares with edges between them --- */

enum { SQUARE_WIDE = 3 };

/* Whether the column or row is between squares. */
static bool is_thin(const grid_plan *p, int i) {
    return (i + p->g->thin_from) % 2 == 0;
}

/* Columns that come before this one. */
static int edge_x(const grid_plan *p, int col) {
    int x = p->left;
    for (int i = 0; i < col; i++) x += is_thin(p, i) ? 1 : SQUARE_WIDE;
    return x;
}

/* A wall that is drawn as a line; NULL: something else, or nothing. */
static const scene_thing *wall_at(const grid_plan *p, int col, int row) {
    char buf[MAX_NAME];
    const char *id = cell_id(p, col, row, buf);
    const scene_thing *t = id ? thing_at(p, id) : NULL;
    return t && strcmp(t->sprite, "wall") == 0 ? t : NULL;
}

/* Where a line goes on: along its edge, and at a corner to the walls next to it. */
static unsigned wall_lines(const grid_plan *p, int col, int row) {
    if (!is_thin(p, col)) return CANVAS_LEFT | CANVAS_RIGHT;
    if (!is_thin(p, row)) return CANVAS_UP | CANVAS_DOWN;
    return (wall_at(p, col - 1, row) ? CANVAS_LEFT : 0u) |
           (wall_at(p, col + 1, row) ? CANVAS_RIGHT : 0u) |
           (wall_at(p, col, row - 1) ? CANVAS_UP : 0u) |
           (wall_at(p, col, row + 1) ? CANVAS_DOWN : 0u);
}

static void put_edge(const grid_plan *p, int col, int row) {
    char buf[MAX_NAME];
    int wide = is_thin(p, col) ? 1 : SQUARE_WIDE;
    const char *id = cell_id(p, col, row, buf);
    const scene_thing *t = id ? thing_at(p, id) : NULL;
    const char *mark = id ? screen_mark(p->d, id) : NULL;
    screen_place at = {.x = edge_x(p, col), .y = p->top + row, .width = wide, .mark = mark};
    bool corner = is_thin(p, col) && is_thin(p, row);
    const scene_thing *wall = wall_at(p, col, row);
    if (wall && (p->d->colours || !wall->colour)) { /* else its shape says whose */
        canvas_ink ink = screen_thing_ink(p->d, wall);
        unsigned lines = wall_lines(p, col, row);
        if (p->d->colours && !ink) ink = mark ? INK_LAST : INK_PAPER;
        for (int i = 0; i < wide; i++) canvas_line(p->c, at.x + i, at.y, lines, ink);
    } else if (t) {
        screen_put_place(p->d, p->c, &at, t);
    } else if (corner) {
        (void)canvas_put(p->c, at.x, at.y, (canvas_pen){.ink = INK_FAINT}, "+");
    }
}

/* Columns and rows by the names of squares. */
static void put_square_name(const grid_plan *p, int col, int row, const char *id) {
    char name[MAX_NAME];
    size_t letters = strcspn(id, "0123456789");
    if (row + 2 >= p->g->rows) { /* the lowest row */
        (void)snprintf(name, sizeof name, "%.*s", (int)letters, id);
        (void)canvas_put(p->c, edge_x(p, col) + 1, p->top + p->g->rows, (canvas_pen){0}, name);
    }
    if (col <= 1) {
        int x = p->left - GAP - (int)strlen(id + letters);
        (void)canvas_put(p->c, x > 0 ? x : 0, p->top + row, (canvas_pen){0}, id + letters);
    }
}

static void draw_edges(grid_plan *p) {
    char buf[MAX_NAME];
    p->left = 2 + 2 + GAP;
    for (int row = 0; row < p->g->rows; row++) {
        for (int col = 0; col < p->g->cols; col++) {
            screen_place at = {.x = edge_x(p, col), .y = p->top + row, .width = SQUARE_WIDE};
            if (is_thin(p, col) || is_thin(p, row)) {
                put_edge(p, col, row);
                continue;
            }
            const char *id = cell_id(p, col, row, buf);
            if (!id) continue;
            bool checkered = p->g->shade && strcmp(p->g->shade, "checkered") == 0;
            int last = p->g->rows - 1;
            at.ground = checkered ? square_ground(p, col / 2, last - (last - row) / 2, &at.dark)
                                  : square_ground(p, col, row, &at.dark);
            at.empty = empty_square(p);
            at.mark = screen_mark(p->d, id);
            screen_put_place(p->d, p->c, &at, thing_at(p, id));
            put_square_name(p, col, row, id);
        }
    }
}

/* --- hexagons --- */

static canvas_ink edge_ink(const grid_plan *p, const char *side) {
    for (size_t i = 0; i < p->d->s->extras; i++) {
        const scene_extra *e = &p->d->s->extra[i];
        if (e->area == p->area && e->kind == SCENE_EDGE && strcmp(e->a, side) == 0)
            return screen_thing_ink(p->d, &(scene_thing){.sprite = "", .colour = e->b});
    }
    return INK_NONE;
}

/* Without colours an edge shows the shape of the stones that belong to it. */
static const char *edge_glyph(const grid_plan *p, const char *side, const char *colours) {
    if (p->d->colours) return colours;
    for (size_t i = 0; i < p->d->s->extras; i++) {
        const scene_extra *e = &p->d->s->extra[i];
        if (e->area == p->area && e->kind == SCENE_EDGE && strcmp(e->a, side) == 0 &&
            e->b[0] == 'p')
            return screen_seat_glyph(p->d, e->b[1] - '1');
    }
    return " ";
}

static void put_level_edge(const grid_plan *p, const char *side, int y, int row) {
    canvas_ink ink = edge_ink(p, side);
    const char *glyph = edge_glyph(p, side, *side == 't' ? "▄" : "▀");
    int step = p->d->colours ? 1 : p->pitch;
    for (int x = 0; ink && x < p->g->cols * p->pitch; x += step)
        (void)canvas_put(p->c, cell_x(p, 0, row) + x, y, (canvas_pen){.ink = ink}, glyph);
}

static void put_side_edges(const grid_plan *p, int row) {
    canvas_ink left = edge_ink(p, "left");
    canvas_ink right = edge_ink(p, "right");
    if (left)
        (void)canvas_put(p->c, cell_x(p, 0, row) - 1, cell_y(p, row), (canvas_pen){.ink = left},
                         edge_glyph(p, "left", "█"));
    if (right)
        (void)canvas_put(p->c, cell_x(p, p->g->cols, row), cell_y(p, row),
                         (canvas_pen){.ink = right}, edge_glyph(p, "right", "█"));
}

/* Three grounds, so that no cell has the same as one next to it. */
static canvas_ink hex_ground(const screen *d, int col, int row) {
    static const canvas_ink night[] = {INK_NIGHT, INK_NIGHT_OTHER, INK_NIGHT_THIRD};
    static const canvas_ink felt[] = {INK_FELT, INK_FELT_OTHER, INK_LIGHT};
    int k = (col + 2 * row) % 3;
    return d->night ? night[k] : felt[k];
}

static void draw_hexagons(grid_plan *p) {
    char buf[MAX_NAME];
    p->framed = edge_ink(p, "top") || edge_ink(p, "left");
    p->left += p->framed;
    p->pitch = p->left + 4 * p->g->cols + 2 * (p->g->rows - 1) < p->c->columns ? 4 : 2;
    p->shift = p->pitch / 2;
    p->height = 1;
    put_columns(p, p->top, 0);
    p->top += 1 + p->framed;
    if (p->framed) put_level_edge(p, "top", p->top - 1, 0);
    for (int row = 0; row < p->g->rows; row++) {
        put_row_name(p, row);
        put_side_edges(p, row);
        for (int col = 0; col < p->g->cols; col++) {
            const char *id = cell_id(p, col, row, buf);
            if (!id) continue;
            screen_place at = {.x = cell_x(p, col, row),
                               .y = cell_y(p, row),
                               .width = p->pitch,
                               .filled = true,
                               .ground = hex_ground(p->d, col, row),
                               .empty = p->d->how->depth == CANVAS_256 ? " " : "·",
                               .mark = screen_mark(p->d, id)};
            screen_put_place(p->d, p->c, &at, thing_at(p, id));
        }
    }
    if (p->framed) put_level_edge(p, "bottom", p->top + p->g->rows, p->g->rows - 1);
    put_columns(p, p->top + p->g->rows + p->framed, p->g->rows - 1);
}

/* --- points --- */

/* A line between two points of the board, if it is level, upright or a true diagonal. */
static void put_line(const grid_plan *p, int x0, int y0, int x1, int y1) {
    canvas_ink ink = p->d->colours ? (p->d->night ? INK_FAINT : INK_LINE) : INK_NONE;
    int dx = x1 > x0 ? 1 : -1;
    int dy = y1 > y0 ? 1 : -1;
    if (y0 == y1) {
        for (int x = x0; x != x1; x += dx) {
            canvas_line(p->c, x, y0, dx > 0 ? CANVAS_RIGHT : CANVAS_LEFT, ink);
            canvas_line(p->c, x + dx, y0, dx > 0 ? CANVAS_LEFT : CANVAS_RIGHT, ink);
        }
    } else if (x0 == x1) {
        for (int y = y0; y != y1; y += dy) {
            canvas_line(p->c, x0, y, dy > 0 ? CANVAS_DOWN : CANVAS_UP, ink);
            canvas_line(p->c, x0, y + dy, dy > 0 ? CANVAS_UP : CANVAS_DOWN, ink);
        }
    } else if (abs(x1 - x0) == 2 * abs(y1 - y0)) {
        for (int y = y0 + dy, x = x0 + 2 * dx; y != y1; y += dy, x += 2 * dx)
            (void)canvas_put(p->c, x, y, (canvas_pen){.ink = ink}, dx == dy ? "╲" : "╱");
    }
}

static bool find_cell(const grid_plan *p, const char *id, int *col, int *row) {
    char buf[MAX_NAME];
    for (*row = 0; *row < p->g->rows; ++*row)
        for (*col = 0; *col < p->g->cols; ++*col) {
            const char *at = scene_grid_name(p->g, *col, *row, buf);
            if (at && strcmp(at, id) == 0) return true;
        }
    return false;
}

static void put_graph(const grid_plan *p) {
    for (size_t i = 0; i < p->d->s->extras; i++) {
        const scene_extra *e = &p->d->s->extra[i];
        int c0;
        int r0;
        int c1;
        int r1;
        if (e->area == p->area && e->kind == SCENE_LINE && find_cell(p, e->a, &c0, &r0) &&
            find_cell(p, e->b, &c1, &r1))
            put_line(p, cell_x(p, c0, r0), cell_y(p, r0), cell_x(p, c1, r1), cell_y(p, r1));
    }
}

static void put_lattice(const grid_plan *p) {
    char buf[MAX_NAME];
    for (int row = 0; row < p->g->rows; row++)
        for (int col = 0; col < p->g->cols; col++) {
            int x = cell_x(p, col, row);
            int y = cell_y(p, row);
            if (!cell_id(p, col, row, buf)) continue;
            if (cell_id(p, col + 1, row, buf)) put_line(p, x, y, x + p->pitch, y);
            if (cell_id(p, col, row + 1, buf)) put_line(p, x, y, x, y + p->height);
        }
}

static void put_points(const grid_plan *p, bool graph) {
    char buf[MAX_NAME];
    canvas_ink ground = p->d->night ? INK_NIGHT : INK_LIGHT;
    canvas_pen dot = {.ink = p->d->colours ? (p->d->night ? INK_FAINT : INK_LINE) : INK_NONE,
                      .bold = true};
    for (int row = 0; row < p->g->rows; row++)
        for (int col = 0; col < p->g->cols; col++) {
            const char *id = cell_id(p, col, row, buf);
            if (!id) continue;
            const scene_thing *t = thing_at(p, id);
            screen_place at = {.x = cell_x(p, col, row),
                               .y = cell_y(p, row),
                               .width = 1,
                               .ground = ground,
                               .mark = screen_mark(p->d, id)};
            if (!t && (graph || has_extra(p, SCENE_DOT, id)))
                (void)canvas_put(p->c, at.x, at.y, dot, "•");
            if (t || at.mark) screen_put_place(p->d, p->c, &at, t);
        }
}

static void draw_points(grid_plan *p) {
    bool graph = false;
    for (size_t i = 0; i < p->d->s->extras; i++)
        graph |= p->d->s->extra[i].area == p->area && p->d->s->extra[i].kind == SCENE_LINE;
    p->pitch = graph ? 4 : 2;
    p->height = graph ? 2 : 1;
    p->left++;
    p->framed = true;
    int rows = (p->g->rows - 1) * p->height + 1;
    canvas_fill(p->c, p->left - 1, p->top, (p->g->cols - 1) * p->pitch + 3, rows,
                p->d->night ? INK_NIGHT : INK_LIGHT);
    if (graph)
        put_graph(p);
    else
        put_lattice(p);
    put_points(p, graph);
    for (int row = 0; row < p->g->rows; row++) put_row_name(p, row);
    put_columns(p, p->top + rows, 0);
}

void screen_draw_grid(const screen *d, size_t area, canvas *c) {
    const struct scene_grid *g = &d->s->area[area].grid;
    grid_plan p = {.d = d, .area = area, .g = g, .c = c, .left = 2 + label_width(g) + GAP};
    if (g->thin > 0)
        draw_edges(&p);
    else if (strcmp(g->shape, "hex") == 0)
        draw_hexagons(&p);
    else if (strcmp(g->shape, "point") == 0)
        draw_points(&p);
    else
        draw_squares(&p);
}
