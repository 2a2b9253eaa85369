#include "tests/support/naive_board.h"

#include <stdio.h>
#include <string.h>

/* --- boards --- */

static const char *const dir_name[] = {"n", "s", "e", "w", "ne", "sw", "nw", "se"};
static const int dir_x[] = {0, 0, 1, -1, 1, -1, -1, 1};
static const int dir_y[] = {1, -1, 0, 0, 1, -1, 1, -1};

void naive_grid(naive_board *b, naive_shape shape, int n, int height, bool wrap_x, bool wrap_y) {
    memset(b, 0, sizeof *b);
    b->shape = shape;
    b->width = shape == NAIVE_HEXAGON ? 2 * n - 1 : n;
    b->height = shape == NAIVE_HEXAGON ? 2 * n - 1 : height;
    b->cells = b->width * b->height;
    b->wrap_x = wrap_x;
    b->wrap_y = wrap_y;
    for (int d = 0; d < 8; d++) {
        if (shape != NAIVE_RECT && (d == 4 || d == 5)) continue; /* no ne and sw */
        b->dx[b->dirs] = dir_x[d];
        b->dy[b->dirs++] = dir_y[d];
    }
    for (int y = 0; y < b->height; y++) {
        for (int x = 0; x < b->width; x++) {
            int c = y * b->width + x;
            int far = n - 1; /* of a hexagon: no further from the middle than its side */
            int u = x - far;
            int v = y - far;
            b->on[c] = shape != NAIVE_HEXAGON || (u + v <= far && u + v >= -far);
            if (x < 26)
                (void)snprintf(b->name[c], sizeof b->name[c], "%c%d", 'a' + x, y + 1);
            else
                (void)snprintf(b->name[c], sizeof b->name[c], "a%c%d", 'a' + x - 26, y + 1);
        }
    }
}

void naive_link(naive_board *b) {
    for (int d = 0; d < b->dirs; d++) {
        for (int c = 0; c < b->cells; c++) {
            int x = c % b->width + b->dx[d];
            int y = c / b->width + b->dy[d];
            if (b->wrap_x) x = (x + b->width) % b->width;
            if (b->wrap_y) y = (y + b->height) % b->height;
            bool in = x >= 0 && y >= 0 && x < b->width && y < b->height;
            int to = in ? y * b->width + x : -1;
            b->next[d][c] = to >= 0 && to != c && b->on[c] && b->on[to] ? to : -1;
        }
    }
}

static bool is_square(const naive_board *b, int c) {
    return c % b->width % 2 == b->rim && c / b->width % 2 == b->rim;
}

void naive_edges(naive_board *b, int width, int height, bool corners, bool rim) {
    int more = rim ? 1 : -1;
    naive_grid(b, NAIVE_RECT, 2 * width + more, 2 * height + more, false, false);
    b->between = true;
    b->rim = rim;
    for (int c = 0; c < b->cells; c++) { /* twice the column and row that it is in, or between */
        int x = c % b->width - b->rim;
        int y = c / b->width - b->rim;
        const char *up = y < 0 ? "s" : y % 2 ? "n" : "";
        const char *right = x < 0 ? "w" : x % 2 ? "e" : "";
        b->on[c] = corners || !*up || !*right;
        (void)snprintf(b->name[c], sizeof b->name[c], "%c%d%s%s", 'a' + (x < 0 ? 0 : x / 2),
                       1 + (y < 0 ? 0 : y / 2), up, right);
    }
    naive_link(b);
}

static int cell_called(naive_board *b, const char *name, size_t len) {
    for (int c = 0; c < b->cells; c++)
        if (strlen(b->name[c]) == len && memcmp(b->name[c], name, len) == 0) return c;
    memcpy(b->name[b->cells], name, len);
    b->on[b->cells] = true;
    return b->cells++;
}

void naive_lines(naive_board *b, const char *lines) {
    memset(b, 0, sizeof *b);
    b->shape = NAIVE_LINES;
    memset(b->next, -1, sizeof b->next);
    int before = -1;
    b->dirs = 2;
    for (const char *s = lines; *s;) {
        if (*s == ',') {
            b->dirs += 2;
            before = -1;
        }
        s += strspn(s, ", ");
        size_t len = strcspn(s, ", ");
        int c = cell_called(b, s, len);
        if (before >= 0) {
            b->next[b->dirs - 2][before] = c;
            b->next[b->dirs - 1][c] = before;
        }
        before = c;
        s += len;
    }
    b->width = b->cells;
    b->height = 1;
}

static uint64_t dir_called(const naive_board *b, const char *name, size_t len) {
    char word[8] = "";
    memcpy(word, name, len);
    uint64_t every = b->dirs == 64 ? UINT64_MAX : (UINT64_C(1) << b->dirs) - 1;
    uint64_t all = 0;
    for (int d = 0; d < b->dirs; d++) {
        bool diagonal = b->dx[d] && b->dy[d];
        bool match =
            (strcmp(word, "ortho") == 0 && !diagonal) || (strcmp(word, "diag") == 0 && diagonal);
        for (int k = 0; k < 8 && b->shape != NAIVE_LINES; k++)
            match |= strcmp(word, dir_name[k]) == 0 && b->dx[d] == dir_x[k] && b->dy[d] == dir_y[k];
        if (match) all |= UINT64_C(1) << d;
    }
    return strcmp(word, "any") == 0 ? every : all;
}

uint64_t naive_dirs(const naive_board *b, const char *names) {
    uint64_t all = 0;
    for (const char *s = names; *s;) {
        size_t len = strcspn(s, " ");
        all |= dir_called(b, s, len);
        s += len;
        s += strspn(s, " ");
    }
    return all;
}

/* --- views --- */

static void see(const naive_board *b, naive_view v, int *x, int *y, bool cell) {
    int width = cell ? b->width - 1 : 0;
    int height = cell ? b->height - 1 : 0;
    int t = *x;
    if (v == NAIVE_ROTATE) *x = width - *x;
    if (v == NAIVE_ROTATE || v == NAIVE_MIRROR) *y = height - *y;
    if (v == NAIVE_TRANSPOSE) {
        *x = *y;
        *y = t;
    }
}

uint64_t naive_dirs_seen(const naive_board *b, naive_view v, uint64_t dirs) {
    uint64_t out = 0;
    if (b->shape == NAIVE_LINES) return dirs;
    for (int d = 0; d < b->dirs; d++) {
        if (!(dirs >> d & 1)) continue;
        int x = b->dx[d];
        int y = b->dy[d];
        see(b, v, &x, &y, false);
        for (int e = 0; e < b->dirs; e++)
            if (b->dx[e] == x && b->dy[e] == y) out |= UINT64_C(1) << e;
    }
    return out;
}

nset naive_seen(const naive_board *b, naive_view v, const nset *a) {
    nset out = {{0}};
    for (int c = 0; c < b->cells; c++) {
        int x = c % b->width;
        int y = c / b->width;
        see(b, v, &x, &y, true);
        int to = y * b->width + x;
        if (a->has[c] && b->on[to]) out.has[to] = true;
    }
    return out;
}

/* --- lines --- */

static void walk(const naive_board *b, naive_walk w, int d, int max, int from, const nset *occupied,
                 nset *out) {
    int end = -1;
    int at = b->next[d][from];
    for (int k = 0; at >= 0 && at != from && (max < 0 || k < max); k++) {
        bool taken = occupied->has[at];
        if (taken && (w == NAIVE_SLIDE || w == NAIVE_DASH)) break;
        end = at;
        if (w != NAIVE_DASH) out->has[at] = true;
        if ((taken && w == NAIVE_RIDE) || w == NAIVE_STEP) break;
        at = b->next[d][at];
    }
    if (w == NAIVE_DASH && end >= 0) out->has[end] = true;
}

nset naive_walks(const naive_board *b, naive_walk w, uint64_t dirs, int max, const nset *from,
                 const nset *occupied) {
    nset out = {{0}};
    for (int c = 0; c < b->cells; c++)
        for (int d = 0; d < b->dirs; d++)
            if (from->has[c] && dirs >> d & 1) walk(b, w, d, max, c, occupied, &out);
    return out;
}

nset naive_shift(const naive_board *b, uint64_t dirs, const nset *a) {
    nset none = {{0}};
    return naive_walks(b, NAIVE_STEP, dirs, -1, a, &none);
}

static int place_of(const naive_board *b, int x, int y) {
    if (b->wrap_x) x = (x % b->width + b->width) % b->width;
    if (b->wrap_y) y = (y % b->height + b->height) % b->height;
    if (x < 0 || y < 0 || x >= b->width || y >= b->height) return -1;
    int c = y * b->width + x;
    return b->on[c] ? c : -1;
}

/* On a rectangle p and q along the two axes, all eight ways. On a hexagonal grid p steps in one
 * direction and q in one that is next to it. */
nset naive_leap(const naive_board *b, int p, int q, const nset *from) {
    nset out = {{0}};
    if (b->between) {
        p *= 2;
        q *= 2;
    }
    for (int c = 0; c < b->cells; c++) {
        if (!from->has[c]) continue;
        for (int d = 0; d < b->dirs; d++) {
            for (int e = 0; e < b->dirs; e++) {
                bool straight = !(b->dx[d] && b->dy[d]) && !(b->dx[e] && b->dy[e]);
                int dot = b->dx[d] * b->dx[e] + b->dy[d] * b->dy[e];
                /* Next to each other on the hexagonal grid: their sum is no direction. */
                int sx = b->dx[d] + b->dx[e];
                int sy = b->dy[d] + b->dy[e];
                bool apart = false;
                for (int k = 0; k < b->dirs; k++) apart |= b->dx[k] == sx && b->dy[k] == sy;
                bool turn = b->shape == NAIVE_RECT ? straight && dot == 0
                                                   : !apart && !(sx == 0 && sy == 0) && d != e;
                if (!turn) continue;
                int to = place_of(b, c % b->width + b->dx[d] * p + b->dx[e] * q,
                                  c / b->width + b->dy[d] * p + b->dy[e] * q);
                if (to >= 0 && to != c) out.has[to] = true;
            }
        }
    }
    return out;
}

typedef struct matching {
    const naive_element *e;
    int count, length;
    int line[NAIVE_CELLS];
    int way[NAIVE_CELLS];
    nset *inside;
    naive_found found;
    void *to;
} matching;

static void match(const matching *m, int element, int at, int *way) {
    if (element == m->count) {
        int bound = -1;
        if (at == 0) return;
        for (int i = 0; i < at; i++) {
            if (m->e[way[i]].inside) m->inside->has[m->line[i]] = true;
            if (m->e[way[i]].bound) bound = m->line[i];
        }
        m->found(m->to, m->line[at - 1], bound);
        return;
    }
    const naive_element *e = &m->e[element];
    int min = e->repeat == '*' || e->repeat == '?' ? 0 : 1;
    int limit = e->repeat == '*' || e->repeat == '+' ? NAIVE_CELLS : 1;
    for (int n = 0; n <= limit; n++) {
        if (n >= min) match(m, element + 1, at + n, way);
        if (at + n >= m->length || !e->set.has[m->line[at + n]]) return;
        way[at + n] = element;
    }
}

void naive_along(const naive_board *b, uint64_t dirs, int from, const naive_element *e, int count,
                 nset *inside, naive_found found, void *to) {
    matching m = {.e = e, .count = count, .inside = inside, .found = found, .to = to};
    for (int d = 0; d < b->dirs; d++) {
        if (!(dirs >> d & 1)) continue;
        m.length = 0;
        for (int at = b->next[d][from]; at >= 0 && at != from; at = b->next[d][at])
            m.line[m.length++] = at;
        match(&m, 0, 0, m.way);
    }
}

/* --- the rest --- */

int naive_count(const nset *a) {
    int n = 0;
    for (int c = 0; c < NAIVE_CELLS; c++) n += a->has[c];
    return n;
}

static bool is_near(const naive_board *b, int d) {
    return b->shape != NAIVE_RECT || !(b->dx[d] && b->dy[d]);
}

nset naive_group(const naive_board *b, const nset *seed, const nset *inside) {
    nset all = {{0}};
    bool more = true;
    for (int c = 0; c < b->cells; c++) all.has[c] = seed->has[c] && inside->has[c];
    while (more) {
        more = false;
        for (int c = 0; c < b->cells; c++) {
            for (int d = 0; d < b->dirs && all.has[c]; d++) {
                int to = is_near(b, d) ? b->next[d][c] : -1;
                if (to < 0 || all.has[to] || !inside->has[to]) continue;
                all.has[to] = more = true;
            }
        }
    }
    return all;
}

nset naive_starved(const naive_board *b, const nset *a, const nset *food) {
    nset out = *a;
    for (int c = 0; c < b->cells; c++) {
        if (!a->has[c]) continue;
        nset one = {{0}};
        one.has[c] = true;
        nset group = naive_group(b, &one, a);
        for (int k = 0; k < b->cells; k++)
            for (int d = 0; d < b->dirs && group.has[k]; d++)
                if (is_near(b, d) && b->next[d][k] >= 0 && food->has[b->next[d][k]])
                    out.has[c] = false;
    }
    return out;
}

bool naive_joins(const naive_board *b, const nset *a, const nset *from, const nset *to) {
    nset all = naive_group(b, from, a);
    for (int c = 0; c < b->cells; c++)
        if (all.has[c] && to->has[c]) return true;
    return false;
}

int naive_path(const naive_board *b, const nset *a, const nset *from, const nset *to) {
    nset got = {{0}};
    for (int c = 0; c < b->cells; c++) got.has[c] = a->has[c] && from->has[c];
    for (int steps = 0; steps <= b->cells; steps++) {
        nset more = got;
        for (int c = 0; c < b->cells; c++) {
            if (got.has[c] && to->has[c]) return steps;
            for (int d = 0; d < b->dirs && got.has[c]; d++)
                if (is_near(b, d) && b->next[d][c] >= 0 && a->has[b->next[d][c]])
                    more.has[b->next[d][c]] = true;
        }
        got = more;
    }
    return -1;
}

int naive_dist(const naive_board *b, const nset *from, const nset *to) {
    int far[NAIVE_CELLS];
    int best = -1;
    for (int c = 0; c < b->cells; c++) far[c] = from->has[c] ? 0 : 1 << 20;
    for (int round = 0; round < b->cells; round++)
        for (int c = 0; c < b->cells; c++)
            for (int d = 0; d < b->dirs; d++) {
                int k = b->next[d][c];
                if (k >= 0 && far[c] + 1 < far[k]) far[k] = far[c] + 1;
            }
    for (int c = 0; c < b->cells; c++)
        if (to->has[c] && far[c] < 1 << 20 && (best < 0 || far[c] < best)) best = far[c];
    return best;
}

/* The cells of a in one line with c, c included, on the axis of d and d + 1: counted, not added up,
 * so that a ring is what it is. */
static int on_axis(const naive_board *b, const nset *a, int c, int d) {
    nset line = {{0}};
    line.has[c] = true;
    for (int k = 0; k < 2; k++)
        for (int at = b->next[d + k][c]; at >= 0 && a->has[at] && !line.has[at];
             at = b->next[d + k][at])
            line.has[at] = true;
    return naive_count(&line);
}

int naive_run(const naive_board *b, const nset *a, const nset *cells) {
    int best = 0;
    for (int c = 0; c < b->cells; c++) {
        if (!a->has[c] || !cells->has[c]) continue;
        if (best < 1) best = 1;
        for (int d = 0; d < b->dirs; d += 2) {
            int n = on_axis(b, a, c, d);
            if (n > best) best = n;
        }
    }
    return best;
}

int naive_runs(const naive_board *b, const nset *a, int cell, int k) {
    int n = 0;
    if (cell < 0 || !a->has[cell]) return 0;
    for (int d = 0; d < b->dirs; d += 2) {
        bool there = b->shape != NAIVE_LINES || b->next[d][cell] >= 0 || b->next[d + 1][cell] >= 0;
        n += there && on_axis(b, a, cell, d) == k;
    }
    return n;
}

nset naive_inrun(const naive_board *b, const nset *a, int k) {
    nset out = {{0}};
    for (int c = 0; c < b->cells; c++) {
        nset one = {{0}};
        one.has[c] = true;
        out.has[c] = a->has[c] && naive_run(b, a, &one) >= k;
    }
    return out;
}

nset naive_transposed(const naive_board *b, const nset *a) {
    return naive_seen(b, NAIVE_TRANSPOSE, a);
}

/* Of the places around all squares. */
static bool is_around(const naive_board *b, int c) {
    int x = c % b->width;
    int y = c / b->width;
    return b->between && b->rim && (!x || !y || x == b->width - 1 || y == b->height - 1);
}

nset naive_edge(const naive_board *b) {
    nset out = {{0}};
    for (int c = 0; c < b->cells; c++) {
        out.has[c] = b->on[c] && b->shape == NAIVE_LINES;
        if (b->between && !is_square(b, c)) continue;
        for (int d = 0; d < b->dirs; d++)
            if (b->on[c] && is_near(b, d) && (b->next[d][c] < 0 || is_around(b, b->next[d][c])))
                out.has[c] = true;
    }
    return out;
}

nset naive_dark(const naive_board *b) {
    nset out = {{0}};
    for (int c = 0; c < b->cells; c++) {
        int x = c % b->width;
        int y = c / b->width;
        bool here = b->on[c] && b->shape != NAIVE_LINES && (!b->between || is_square(b, c));
        out.has[c] = here && (b->between ? (x + y) / 2 - b->rim : x + y) % 2 == 0;
    }
    return out;
}
