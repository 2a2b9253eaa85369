#ifndef ENGINE_RULES_MACHINE_INPUTS_PARTS_H
#define ENGINE_RULES_MACHINE_INPUTS_PARTS_H
/* What inputs.c finds out about a program, for the files that work with it. */

#include "engine/rules/machine/inputs.h"

/* Inputs come in parts, in this order: pieces (owner by owner, kind by kind), cells of variables
 * and numbers (element by element), phases, points, players who are out. */
typedef struct inputs {
    int count, active;
    int cells;                      /* on the board */
    int areas, numbers;             /* elements of variables that are looked at */
    int area_at, number_at;         /* their first inputs */
    int phase_at, point_at, out_at; /* the first of each part; -1: there is none */
    uint16_t area_set[RB_AREA_VARS];
    uint8_t area_var[RB_AREA_VARS]; /* which variable it is of */
    uint16_t number_slot[RB_SLOTS];
    uint16_t number_var[RB_SLOTS];
    /* By seat and element: its number as the seat sees it. */
    uint16_t area_seen[GAME_MAX_PLAYERS][RB_AREA_VARS];
    uint16_t number_seen[GAME_MAX_PLAYERS][RB_SLOTS];
    uint16_t code_at[GAME_MAX_PLAYERS][256]; /* by seat and piece code: its first input */
    uint16_t cell_name[AREA_CELLS];          /* the n-th cell of the board */
    uint16_t *place; /* by seat * board.cells + cell: which of the board's cells the seat sees */
} inputs;

/* game_inputs.h; inputs_mirror.c */
int inputs_mirrors(const rules *r, uint16_t *out);

#endif
