#ifndef TESTS_SUPPORT_NAIVE_BOARD_H
#define TESTS_SUPPORT_NAIVE_BOARD_H
/* Boards and sets of cells once more, as plainly as can be: one truth value a cell, one step at a
 * time. What the rules language means by its area words is written down here a second time, for
 * tests to compare with. Nothing of the engine is used.
 *
 * Cells of a grid are numbered y * width + x; those of a board of lines in the order in which the
 * lines name them. */

#include <stdbool.h>
#include <stdint.h>

enum { NAIVE_CELLS = 512, NAIVE_DIRS = 64, NAIVE_ELEMENTS = 8 };

typedef struct nset {
    bool has[NAIVE_CELLS];
} nset;

typedef enum naive_shape { NAIVE_RECT, NAIVE_HEX, NAIVE_HEXAGON, NAIVE_LINES } naive_shape;
typedef enum naive_view { NAIVE_SAME, NAIVE_MIRROR, NAIVE_ROTATE, NAIVE_TRANSPOSE } naive_view;

typedef struct naive_board {
    naive_shape shape;
    int width, height, cells;
    bool wrap_x, wrap_y;
    bool between; /* squares, and places between them: cells are half a square apart */
    int rim;      /* then: 1 where there are places around them, too */
    bool on[NAIVE_CELLS];
    int dirs;
    int dx[NAIVE_DIRS], dy[NAIVE_DIRS];
    int next[NAIVE_DIRS][NAIVE_CELLS]; /* -1: none. Directions 2k and 2k + 1 are opposite. */
    char name[NAIVE_CELLS][16];
} naive_board;

/* A grid; `on` is cut by the caller before naive_link(). n: width, or the side of a hexagon. */
void naive_grid(naive_board *b, naive_shape shape, int n, int height, bool wrap_x, bool wrap_y);
void naive_link(naive_board *b);
/* Squares with edges between them, linked. */
void naive_edges(naive_board *b, int width, int height, bool corners, bool rim);
/* "a b c, c d": lines with commas between them. */
void naive_lines(naive_board *b, const char *lines);

/* Directions by name, with spaces between: "n e", "ortho", "any". */
uint64_t naive_dirs(const naive_board *b, const char *names);
uint64_t naive_dirs_seen(const naive_board *b, naive_view v, uint64_t dirs);
nset naive_seen(const naive_board *b, naive_view v, const nset *a);

/* --- lines --- */

typedef enum naive_walk { NAIVE_STEP, NAIVE_SLIDE, NAIVE_RIDE, NAIVE_DASH, NAIVE_RAY } naive_walk;

/* max < 0: as far as it goes. */
nset naive_walks(const naive_board *b, naive_walk w, uint64_t dirs, int max, const nset *from,
                 const nset *occupied);
nset naive_leap(const naive_board *b, int p, int q, const nset *from);
nset naive_shift(const naive_board *b, uint64_t dirs, const nset *a);

typedef struct naive_element {
    nset set;
    char repeat; /* 0 * + ? */
    bool inside; /* [ ] */
    bool bound;  /* @ */
} naive_element;

/* Calls `found` for every match from one cell: its end and the bound cell (-1: none). Adds the
 * cells inside brackets to *inside. */
typedef void (*naive_found)(void *to, int end, int bound);
void naive_along(const naive_board *b, uint64_t dirs, int from, const naive_element *e, int count,
                 nset *inside, naive_found found, void *to);

/* --- the rest --- */

nset naive_group(const naive_board *b, const nset *seed, const nset *inside);
nset naive_starved(const naive_board *b, const nset *a, const nset *food);
bool naive_joins(const naive_board *b, const nset *a, const nset *from, const nset *to);
/* Steps of the shortest way inside a; -1: none. */
int naive_path(const naive_board *b, const nset *a, const nset *from, const nset *to);
int naive_dist(const naive_board *b, const nset *from, const nset *to); /* -1: no way */
int naive_run(const naive_board *b, const nset *a, const nset *cells);
int naive_runs(const naive_board *b, const nset *a, int cell, int k);
nset naive_inrun(const naive_board *b, const nset *a, int k);
nset naive_transposed(const naive_board *b, const nset *a);
nset naive_edge(const naive_board *b);
nset naive_dark(const naive_board *b);
int naive_count(const nset *a);

#endif
