#ifndef ENGINE_RULES_KINDS_H
#define ENGINE_RULES_KINDS_H
/* What the tree of a rules text and the compiled program both name: kinds of boards and
 * variables. */

/* Lists of names that mirror an enum, X(id, name): as enumerators, and as strings. */
#define KINDS_NAME(id, name) name,

#define BOARD_SHAPES(X) X(RECT, "rect") X(HEX, "hex") X(HEXAGON, "hexagon") X(LINES, "lines")

typedef enum board_shape {
#define BOARD_ENUM(id, name) BOARD_##id,
    BOARD_SHAPES(BOARD_ENUM)
#undef BOARD_ENUM
} board_shape;

/* Bits: edges that are joined; no column is called i. */
enum { BOARD_WRAP_X = 1, BOARD_WRAP_Y = 2, BOARD_SKIP_I = 4 };
enum { BOARD_WRAPS = BOARD_WRAP_X | BOARD_WRAP_Y };

/* How a player sees the board: `view` of the language. */
#define BOARD_TURNS(X)                                                                             \
    X(SAME, "same")                                                                                \
    X(MIRROR, "mirror")                                                                            \
    X(ROTATE, "rotate")                                                                            \
    X(TRANSPOSE, "transpose")                                                                      \
    X(LEFT, "left")                                                                                \
    X(RIGHT, "right")

typedef enum board_turn {
#define BOARD_ENUM(id, name) BOARD_##id,
    BOARD_TURNS(BOARD_ENUM)
#undef BOARD_ENUM
} board_turn;

#define VAR_TYPES(X) X(INT, "int") X(CELL, "cell") X(CELLS, "cells")

typedef enum var_type {
#define VAR_ENUM(id, name) VAR_##id,
    VAR_TYPES(VAR_ENUM)
#undef VAR_ENUM
} var_type;

#endif
