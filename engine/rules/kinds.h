#ifndef ENGINE_RULES_KINDS_H
#define ENGINE_RULES_KINDS_H
/* What the tree of a rules text and the compiled program name alike: kinds of boards and variables.
 */

typedef enum board_shape { BOARD_RECT, BOARD_HEX, BOARD_HEXAGON, BOARD_LINES } board_shape;

enum { BOARD_WRAP_X = 1, BOARD_WRAP_Y = 2 }; /* bits: edges that are joined */

/* How a player sees the board: `view` of the language. */
typedef enum board_turn {
    BOARD_SAME,
    BOARD_MIRROR,
    BOARD_ROTATE,
    BOARD_TRANSPOSE,
    BOARD_LEFT,
    BOARD_RIGHT
} board_turn;

typedef enum var_type { VAR_INT, VAR_CELL, VAR_CELLS } var_type;

#endif
