#ifndef GAMES_PROJECT_L_PROJECT_L_SOLVER_H
#define GAMES_PROJECT_L_PROJECT_L_SOLVER_H
/* Exact answers to questions about filling puzzles.
 *
 *   pl_fill            can these pieces fill the open cells, and with how few of them?
 *   pl_fillings        with any pieces: how few are enough, and in how many ways?
 *   pl_solve_actions   how few actions finish this puzzle, counting those that get the pieces?
 *   pl_touch           which placements of the finishing touches pay most?
 *
 * `open` is a set of cells (bit 5 * row + column), the ones still to be covered: ~image & PL_FULL.
 * Counts of pieces are nine numbers in the order of the shapes. A placement is the number of a
 * configuration (see project_l_pieces.h). Nothing open is filled already: by no pieces.
 *
 * All are pure functions: they allocate nothing, keep nothing, and need up to 300 KB of stack
 * (little of it touched by easy questions). Safe from any thread. Ties are broken by a fixed order,
 * so equal questions have equal answers.
 *
 * How: the first open cell must be covered by a piece whose first cell it is, which leaves at most
 * 28 ways (one an orientation) and meets every filling once. Costs are found by iterative
 * deepening with bounds that never exceed the true cost, so the first answer found is
 * a best one. */

#include <stdbool.h>
#include <stdint.h>

#include "games/project_l/project_l_pieces.h"

enum {
    PL_MAX_PLAN = 2 * PL_CELLS, /* a basic and a place for every cell */
    PL_MAX_TOUCHED = 4,         /* puzzles of one player */
    PL_MAX_TOUCHES = PL_MAX_TOUCHED * PL_CELLS
};

/* Disjoint placements that cover the open cells exactly. */
typedef struct pl_filling {
    int count;
    uint16_t config[PL_CELLS];
} pl_filling;

/* (a) Fills the open cells with the fewest pieces of the supply; false if it cannot be done. */
bool pl_fill(const pl_pieces *p, uint32_t open, const int supply[PL_SHAPES], pl_filling *out);

/* (b) With as many pieces as one likes: a filling with the least number of pieces (*one, if not
 * NULL; the number is its count), and how many different sets of placements have that number:
 * the level-optimal fillings. */
uint64_t pl_fillings(const pl_pieces *p, uint32_t open, pl_filling *one);

typedef enum pl_step_kind { PL_STEP_BASIC, PL_STEP_CHANGE, PL_STEP_PLACE } pl_step_kind;

typedef struct pl_step {
    uint8_t kind;
    uint8_t from,
        to;          /* change: shapes given and taken; basic: to is O1; place: from is the shape */
    uint16_t config; /* place */
} pl_step;

/* Actions in the order in which they are to be made: first those that get pieces, then the
 * placements. (Placing early would not help, as no rewards and no other puzzles are looked at.) */
typedef struct pl_plan {
    int count;
    pl_step step[PL_MAX_PLAN];
} pl_plan;

/* (c) The shortest plan of place, basic (an O1 from the reserve, never a substitute) and change (by
 * the levels that the reserve has at that moment) that completes the puzzle, if k actions are
 * enough. The reserve is taken to be ours alone meanwhile. */
bool pl_solve_actions(const pl_pieces *p, uint32_t open, const int supply[PL_SHAPES],
                      const int reserve[PL_SHAPES], int k, pl_plan *out);

typedef struct pl_touches {
    int value;     /* points gained over doing nothing, never negative */
    int completed; /* puzzles */
    int count;     /* placements; those of one puzzle together */
    struct {
        uint8_t puzzle; /* index into the arguments */
        uint16_t config;
    } at[PL_MAX_TOUCHES];
} pl_touches;

/* Puzzles that are not complete: 0 to PL_MAX_TOUCHED of them; open 0 stands for an empty slot. */
typedef struct pl_unfinished {
    int count;
    const uint32_t *open;
    const int *points;
} pl_unfinished;

/* (d) Phase T of one player with these puzzles. A placement costs a point; a completed puzzle saves
 * its points and with `ft_points` brings them as well. All share the supply, and a piece that
 * was placed is gone (with the option ft_return it comes back after the touches, too late to be
 * placed again). Among equal values the more completed puzzles, then the fewer pieces: the
 * tie-breaks of the ranking. */
void pl_touch(const pl_pieces *p, pl_unfinished puzzles, const int supply[PL_SHAPES],
              bool ft_points, pl_touches *out);

#endif
