#include "engine/rules/machine/board.h"

#include <assert.h>
#include <stdio.h>

#include "engine/base/text.h"

static const struct {
    const char *name;
    int8_t dx, dy;
} grid_dirs[] = {{"n", 0, 1},  {"s", 0, -1},   {"e", 1, 0},   {"w", -1, 0},
                 {"ne", 1, 1}, {"sw", -1, -1}, {"nw", -1, 1}, {"se", 1, -1}};

/* Directions of the hexagonal grid in axial coordinates: those of the list but ne and sw. */
static const uint8_t rect_list[] = {0, 1, 2, 3, 4, 5, 6, 7};
static const uint8_t hex_list[] = {0, 1, 2, 3, 6, 7};

/* A box: the straight ones first, each before its opposite. */
static const struct {
    const char *name;
    int8_t dx, dy, dz;
} box_dirs[BOARD_BOX_DIRS] = {
    {"n", 0, 1, 0},     {"s", 0, -1, 0},    {"e", 1, 0, 0},    {"w", -1, 0, 0},
    {"u", 0, 0, 1},     {"d", 0, 0, -1},    {"ne", 1, 1, 0},   {"sw", -1, -1, 0},
    {"nw", -1, 1, 0},   {"se", 1, -1, 0},   {"nu", 0, 1, 1},   {"sd", 0, -1, -1},
    {"nd", 0, 1, -1},   {"su", 0, -1, 1},   {"eu", 1, 0, 1},   {"wd", -1, 0, -1},
    {"ed", 1, 0, -1},   {"wu", -1, 0, 1},   {"neu", 1, 1, 1},  {"swd", -1, -1, -1},
    {"ned", 1, 1, -1},  {"swu", -1, -1, 1}, {"nwu", -1, 1, 1}, {"sed", 1, -1, -1},
    {"nwd", -1, 1, -1}, {"seu", 1, -1, 1}};

void board_file_name(const board *b, int x, char out[4]) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    static const char without_i[] = "abcdefghjklmnopqrstuvwxyz";
    const char *from = b->skips_i ? without_i : letters;
    int count = b->skips_i ? 25 : 26;
    assert(x >= 0 && x < BOARD_SIDE);
    int n = 0;
    if (x >= count) out[n++] = from[x / count - 1];
    out[n++] = from[x % count];
    out[n] = '\0';
}

/* In a box rows are those of a level. */
static int box_step(const board *b, int x, int y, int dir) {
    int rows = b->height / b->depth;
    int z = y / rows + box_dirs[dir].dz;
    x += box_dirs[dir].dx;
    y = y % rows + box_dirs[dir].dy;
    if (x < 0 || y < 0 || z < 0 || x >= b->width || y >= rows || z >= b->depth) return BOARD_OFF;
    return (z * rows + y) * b->width + x;
}

static int step_to(const board *b, int x, int y, int dir) {
    if (b->shape == BOARD_BOX) return box_step(b, x, y, dir);
    x += b->dx[dir];
    y += b->dy[dir];
    if (b->wrap & BOARD_WRAP_X) x = (x + b->width) % b->width;
    if (b->wrap & BOARD_WRAP_Y) y = (y + b->height) % b->height;
    if (x < 0 || y < 0 || x >= b->width || y >= b->height) return BOARD_OFF;
    return y * b->width + x;
}

static void link_grid(board *b) {
    for (int d = 0; d < b->dirs; d++)
        for (int c = 0; c < b->cells; c++)
            b->next[d][c] = (int16_t)step_to(b, c % b->width, c / b->width, d);
    for (int d = 0; d < b->dirs; d++) /* a step leads somewhere else, also where it wraps */
        for (int c = 0; c < b->cells; c++)
            if (b->next[d][c] == c) b->next[d][c] = BOARD_OFF;
}

static void see_the_same(board *b) {
    for (int p = 0; p < BOARD_PLAYERS; p++) {
        for (int c = 0; c < b->cells; c++) b->view[p][c] = (int16_t)c;
        for (int d = 0; d < b->dirs; d++) b->view_dir[p][d] = (int8_t)d;
    }
}

static void name_grid(board *b) {
    for (int c = 0; c < b->cells; c++) {
        text name = text_over(b->cell_name[c], BOARD_NAME);
        char file[4];
        board_file_name(b, c % b->width, file);
        text_format(&name, "%s%d", file, c / b->width + 1);
        area_set(&b->all, c);
        if ((c % b->width + c / b->width) % 2 == 0) area_set(&b->dark, c);
    }
}

void board_grid(board *b, board_shape shape, int width, int height, int flags) {
    bool hex = shape != BOARD_RECT;
    int wrap = flags & BOARD_WRAPS;
    memset(b, 0, sizeof *b);
    b->between = flags & BOARD_EDGES;
    if (b->between) {
        width = board_half_steps(width, flags);
        height = board_half_steps(height, flags);
    }
    b->shape = (uint8_t)shape;
    b->wrap = (uint8_t)wrap;
    b->skips_i = flags & BOARD_SKIP_I;
    b->rings = wrap != 0;
    b->width = width;
    b->height = height;
    b->depth = 1;
    b->cells = width * height;
    b->dirs = hex ? 6 : 8;
    for (int i = 0; i < b->dirs; i++) {
        int d = hex ? hex_list[i] : rect_list[i];
        snprintf(b->dir_name[i], sizeof b->dir_name[i], "%s", grid_dirs[d].name);
        b->dx[i] = grid_dirs[d].dx;
        b->dy[i] = grid_dirs[d].dy;
        b->opposite[i] = (uint8_t)(i ^ 1);
        bool grows = b->dy[i] > 0 || (b->dy[i] == 0 && b->dx[i] > 0);
        b->sense[i] = (int16_t)(wrap ? 0 : grows ? 1 : -1);
    }
    b->near = hex ? 0x3f : 0x0f;
    link_grid(b);
    if (b->between)
        board_name_places(b, flags);
    else
        name_grid(b);
    see_the_same(b);
    if (shape == BOARD_HEXAGON) { /* the corners of the rhombus fall away */
        int side = (width + 1) / 2;
        area keep = area_none();
        for (int c = 0; c < b->cells; c++) {
            int sum = c % width + c / width;
            if (sum >= side - 1 && sum <= 3 * side - 3) area_set(&keep, c);
        }
        board_cut(b, keep);
    } else {
        board_cut(b, b->all);
    }
}

void board_box(board *b, int width, int rows, int levels) {
    memset(b, 0, sizeof *b);
    b->shape = BOARD_BOX;
    b->width = width;
    b->height = rows * levels;
    b->depth = levels;
    b->cells = width * rows * levels;
    b->dirs = BOARD_BOX_DIRS;
    for (int i = 0; i < b->dirs; i++) {
        snprintf(b->dir_name[i], sizeof b->dir_name[i], "%s", box_dirs[i].name);
        int dy = box_dirs[i].dy + box_dirs[i].dz * rows;
        b->dx[i] = box_dirs[i].dx;
        b->dy[i] = (int8_t)dy;
        b->opposite[i] = (uint8_t)(i ^ 1);
        b->sense[i] = (int16_t)(dy * width + box_dirs[i].dx > 0 ? 1 : -1);
    }
    b->near = (UINT64_C(1) << BOARD_BOX_STRAIGHT) - 1;
    link_grid(b);
    for (int c = 0; c < b->cells; c++) {
        text name = text_over(b->cell_name[c], BOARD_NAME);
        char file[4];
        int y = c / width;
        board_file_name(b, c % width, file);
        text_format(&name, "%s%d%d", file, y % rows + 1, y / rows + 1);
        area_set(&b->all, c);
        if ((c % width + y % rows + y / rows) % 2 == 0) area_set(&b->dark, c);
    }
    see_the_same(b);
    board_cut(b, b->all);
}

static int named(const board *b, const char *name) {
    for (int c = 0; c < b->cells; c++)
        if (strcmp(b->cell_name[c], name) == 0) return c;
    return BOARD_OFF;
}

bool board_lines(board *b, const char *const *names, const int *length, int lines) {
    memset(b, 0, sizeof *b);
    b->shape = BOARD_LINES;
    if (lines * 2 > BOARD_DIRS) return false;
    memset(b->next, -1, sizeof b->next);
    b->dirs = lines * 2;
    for (int d = 0; d < b->dirs; d++) b->opposite[d] = (uint8_t)(d ^ 1);
    for (int i = 0, at = 0; i < lines; i++) {
        int before = BOARD_OFF;
        for (int k = 0; k < length[i]; k++, at++) {
            int c = named(b, names[at]);
            if (c < 0) {
                if (b->cells == AREA_CELLS) return false;
                c = b->cells++;
                snprintf(b->cell_name[c], BOARD_NAME, "%s", names[at]);
                area_set(&b->all, c);
            }
            if (k && b->next[i + i][c] >= 0) b->rings = true;
            if (before >= 0) {
                b->next[i + i][before] = (int16_t)c;
                b->next[i + i + 1][c] = (int16_t)before;
            }
            before = c;
        }
    }
    b->width = b->cells;
    b->height = b->depth = 1;
    b->near = b->dirs == BOARD_DIRS ? UINT64_MAX : (UINT64_C(1) << b->dirs) - 1;
    see_the_same(b);
    board_cut(b, b->all);
    return true;
}

bool board_track(board *b, const char *name, const char *back, const int *cells, int count) {
    int d = board_ways(b);
    if (b->tracks == BOARD_TRACKS || d + 2 > BOARD_DIRS) return false;
    size_t first = 2 * (size_t)b->tracks;
    (void)snprintf(b->track_name[first], BOARD_TRACK_NAME, "%s", name);
    (void)snprintf(b->track_name[first + 1], BOARD_TRACK_NAME, "%s", back ? back : "");
    b->tracks++;
    for (int k = 0; k < 2; k++) {
        b->opposite[d + k] = (uint8_t)(d + 1 - k);
        b->sense[d + k] = 0;
        memset(b->next[d + k], -1, sizeof b->next[d + k]);
        for (int p = 0; p < BOARD_PLAYERS; p++) b->view_dir[p][d + k] = (int8_t)(d + k);
    }
    for (int i = 1; i < count; i++) {
        b->next[d][cells[i - 1]] = (int16_t)cells[i];
        b->next[d + 1][cells[i]] = (int16_t)cells[i - 1];
    }
    assert(board_check(b));
    return true;
}

bool board_check(const board *b) {
    bool good = b->cells > 0 && b->cells <= AREA_CELLS && b->dirs > 0 &&
                board_ways(b) <= BOARD_DIRS && area_next(&b->all, b->cells) < 0;
    for (int d = 0; good && d < board_ways(b); d++) {
        int back = b->opposite[d];
        good = back < board_ways(b) && b->opposite[back] == d;
        for (int c = 0; good && c < b->cells; c++) {
            int to = b->next[d][c];
            good = to == BOARD_OFF || (to >= 0 && to < b->cells && area_has(&b->all, c) &&
                                       area_has(&b->all, to) && b->next[back][to] == c);
        }
    }
    return good;
}

void board_cut(board *b, area keep) {
    b->all = area_and(b->all, keep);
    if (b->between) board_cut_places(b);
    b->dark = area_and(b->dark, b->all);
    for (int d = 0; d < b->dirs; d++) {
        for (int c = 0; c < b->cells; c++) {
            int to = b->next[d][c];
            if (!area_has(&b->all, c) || (to >= 0 && !area_has(&b->all, to)))
                b->next[d][c] = BOARD_OFF;
        }
    }
    if (!b->between) b->edge = area_none();
    for (int c = 0; c < b->cells && !b->between; c++) {
        if (!area_has(&b->all, c)) continue;
        bool inner = b->shape != BOARD_LINES;
        for (int d = 0; d < b->dirs && inner; d++) {
            bool diagonal = (b->shape == BOARD_RECT && d >= 4) ||
                            (b->shape == BOARD_BOX && d >= BOARD_BOX_STRAIGHT);
            inner = diagonal || b->next[d][c] >= 0;
        }
        if (!inner) area_set(&b->edge, c);
    }
    assert(board_check(b));
}

static int seen_cell(const board *b, board_turn v, int x, int row) {
    int rows = b->height / b->depth; /* of a level, on which a view turns things */
    int level = row / rows;
    int y = row % rows;
    switch (v) {
    case BOARD_SAME:
        break;
    case BOARD_MIRROR:
        y = rows - 1 - y;
        break;
    case BOARD_ROTATE:
        x = b->width - 1 - x;
        y = rows - 1 - y;
        break;
    case BOARD_TRANSPOSE: {
        int t = x;
        x = y;
        y = t;
        break;
    }
    case BOARD_LEFT: { /* a quarter turn: forward is east */
        int t = x;
        x = y;
        y = rows - 1 - t;
        break;
    }
    case BOARD_RIGHT: { /* forward is west */
        int t = x;
        x = b->width - 1 - y;
        y = t;
        break;
    }
    }
    return (level * rows + y) * b->width + x;
}

/* The direction that every step in d becomes; BOARD_OFF where steps become different ones. */
static int seen_dir(const board *b, const int16_t *view, int d) {
    int found = BOARD_OFF;
    for (int c = 0; c < b->cells; c++) {
        int to = b->next[d][c];
        if (to < 0) continue;
        int match = BOARD_OFF;
        for (int e = 0; e < b->dirs && match < 0; e++)
            if (b->next[e][view[c]] == view[to]) match = e;
        if (match < 0 || (found >= 0 && found != match)) return BOARD_OFF;
        found = match;
    }
    return found < 0 ? d : found; /* nobody steps that way: any will do */
}

/* The track that a track becomes; BOARD_OFF where there is none. */
static int seen_track(const board *b, const int16_t *view, int d) {
    for (int e = b->dirs; e < board_ways(b); e++) {
        bool same = true;
        for (int c = 0; c < b->cells && same; c++) {
            int to = b->next[d][c];
            same = b->next[e][view[c]] == (to < 0 ? BOARD_OFF : view[to]);
        }
        if (same) return e;
    }
    return BOARD_OFF;
}

bool board_view(board *b, int player, board_turn v) {
    assert(player >= 0 && player < BOARD_PLAYERS);
    if (b->shape == BOARD_LINES && v != BOARD_SAME) return false;
    bool turns = v == BOARD_LEFT || v == BOARD_RIGHT;
    if (turns && b->shape != BOARD_RECT && b->shape != BOARD_BOX) return false;
    if ((turns || v == BOARD_TRANSPOSE) && b->width != b->height / b->depth) return false;
    int16_t *view = b->view[player];
    for (int c = 0; c < b->cells; c++)
        view[c] = (int16_t)seen_cell(b, v, c % b->width, c / b->width);
    /* Directions are found on the entire grid, so that cut cells do not matter. */
    board whole;
    memset(&whole, 0, sizeof whole);
    if (b->shape != BOARD_LINES) {
        whole.shape = b->shape;
        whole.depth = b->depth;
        whole.width = b->width;
        whole.height = b->height;
        whole.cells = b->cells;
        whole.dirs = b->dirs;
        whole.wrap = b->wrap;
        memcpy(whole.dx, b->dx, sizeof b->dx);
        memcpy(whole.dy, b->dy, sizeof b->dy);
        link_grid(&whole);
    }
    for (int d = 0; d < b->dirs; d++)
        b->view_dir[player][d] = (int8_t)(b->shape == BOARD_LINES ? d : seen_dir(&whole, view, d));
    for (int d = b->dirs; d < board_ways(b); d++)
        b->view_dir[player][d] = (int8_t)seen_track(b, view, d);
    return true;
}

int board_cell(const board *b, const char *name) {
    int c = named(b, name);
    return c >= 0 && area_has(&b->all, c) ? c : BOARD_OFF;
}

bool board_cut_cell(const board *b, const char *name) {
    int c = named(b, name);
    return c >= 0 && !area_has(&b->all, c);
}

int board_dir(const board *b, const char *name) {
    for (int d = 0; d < b->dirs; d++)
        if (b->dir_name[d][0] && strcmp(b->dir_name[d], name) == 0) return d;
    for (int k = 0; k < 2 * b->tracks; k++)
        if (b->track_name[k][0] && strcmp(b->track_name[k], name) == 0) return b->dirs + k;
    return BOARD_OFF;
}

uint64_t board_dirs(const board *b, const char *name) {
    uint64_t every = b->dirs == BOARD_DIRS ? UINT64_MAX : (UINT64_C(1) << b->dirs) - 1;
    if (strcmp(name, "any") == 0) return every;
    uint64_t straight = (UINT64_C(1) << BOARD_BOX_STRAIGHT) - 1;
    if (b->shape == BOARD_BOX && strcmp(name, "ortho") == 0) return straight;
    if (b->shape == BOARD_BOX && strcmp(name, "diag") == 0) return every & ~straight;
    if (b->shape == BOARD_RECT && strcmp(name, "ortho") == 0) return 0x0f;
    if (b->shape == BOARD_RECT && strcmp(name, "diag") == 0) return 0xf0;
    int d = board_dir(b, name);
    return d < 0 ? 0 : UINT64_C(1) << d;
}
