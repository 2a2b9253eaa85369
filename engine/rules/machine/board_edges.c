/* Boards with places between their squares: `board rect 9 9 edges corners`. Squares, the edges between
 * two of them and the corners where four meet are cells of one rectangular grid, so that whatever
 * works on a grid works on them; a step goes half the way from a square to the next:
 *
 *     a2   a2e  b2       with `rim` there is one column and one row more at each end
 *     a1n  a1ne b1n
 *     a1   a1e  b1
 */
#include "engine/base/text.h"
#include "engine/rules/machine/board.h"

int board_half_steps(int squares, int flags) {
    return 2 * squares - 1 + (flags & BOARD_RIM ? 2 : 0);
}

/* How far the column or row is from those of squares: 0, or 1 for one of those between them. */
static int off_square(const board *b, int at) {
    return (at + b->rim) % 2;
}

bool board_square(const board *b, int cell, int *x, int *y) {
    int column = cell % b->width;
    int row = cell / b->width;
    *x = (column - b->rim) / 2;
    *y = (row - b->rim) / 2;
    return !off_square(b, column) && !off_square(b, row);
}

/* An edge or corner is called after the square below and to the left of it, where there is one. */
static void name_place(board *b, int c) {
    text name = text_over(b->cell_name[c], BOARD_NAME);
    char file[4];
    int x = c % b->width - b->rim;
    int y = c / b->width - b->rim;
    const char *north = !off_square(b, c / b->width) ? "" : y < 0 ? "s" : "n";
    const char *east = !off_square(b, c % b->width) ? "" : x < 0 ? "w" : "e";
    board_file_name(b, x < 0 ? 0 : x / 2, file);
    text_format(&name, "%s%d%s%s", file, (y < 0 ? 0 : y / 2) + 1, north, east);
}

void board_name_places(board *b, int flags) {
    b->rim = flags & BOARD_RIM ? 1 : 0;
    for (int c = 0; c < b->cells; c++) {
        int x = off_square(b, c % b->width);
        int y = off_square(b, c / b->width);
        name_place(b, c);
        area_set(x && y ? &b->corners : x || y ? &b->edges : &b->squares, c);
        if (x || y) continue;
        (void)board_square(b, c, &x, &y);
        if ((x + y) % 2 == 0) area_set(&b->dark, c);
    }
    b->all = area_or(b->squares, b->edges);
    if (flags & BOARD_CORNERS) b->all = area_or(b->all, b->corners);
}

/* How many of the squares that a place can have around it are there. */
static int squares_around(const board *b, int cell) {
    int x = cell % b->width;
    int y = cell / b->width;
    int wide = off_square(b, x);
    int high = off_square(b, y);
    int n = 0;
    for (int dy = -high; dy <= high; dy += 2) {
        for (int dx = -wide; dx <= wide; dx += 2) {
            bool inside = x + dx >= 0 && x + dx < b->width && y + dy >= 0 && y + dy < b->height;
            n += inside && area_has(&b->squares, (y + dy) * b->width + x + dx);
        }
    }
    return n;
}

static bool is_outer(const board *b, int cell) {
    static const int8_t way[4][2] = {{0, 2}, {0, -2}, {2, 0}, {-2, 0}};
    for (int i = 0; i < 4; i++) {
        int x = cell % b->width + way[i][0];
        int y = cell / b->width + way[i][1];
        if (x < 0 || y < 0 || x >= b->width || y >= b->height) return true;
        if (!area_has(&b->squares, y * b->width + x)) return true;
    }
    return false;
}

void board_cut_places(board *b) {
    b->squares = area_and(b->squares, b->all);
    area bare = area_none();
    AREA_EACH(&b->all, c) {
        int all = area_has(&b->corners, c) ? 4 : area_has(&b->edges, c) ? 2 : 1;
        if (squares_around(b, c) < (b->rim ? 1 : all)) area_set(&bare, c);
    }
    b->all = area_sub(b->all, bare);
    b->edges = area_and(b->edges, b->all);
    b->corners = area_and(b->corners, b->all);
    b->edge = area_none();
    AREA_EACH(&b->squares, c) {
        if (is_outer(b, c)) area_set(&b->edge, c);
    }
}

const area *board_places(const board *b, const char *name) {
    if (!b->between) return NULL;
    if (strcmp(name, "squares") == 0) return &b->squares;
    if (strcmp(name, "edges") == 0) return &b->edges;
    return strcmp(name, "corners") == 0 && area_some(b->corners) ? &b->corners : NULL;
}
