#ifndef ENGINE_RULES_KINDS_H
#define ENGINE_RULES_KINDS_H
/* What the tree of a rules text and the compiled program both name: kinds of boards and
 * variables. */

/* Lists of names that mirror an enum, X(id, name): as enumerators, and as strings. */
#define KINDS_NAME(id, name) name,

#define BOARD_SHAPES(X)                                                                            \
    X(RECT, "rect") X(HEX, "hex") X(HEXAGON, "hexagon") X(LINES, "lines") X(BOX, "box")

typedef enum board_shape {
#define BOARD_ENUM(id, name) BOARD_##id,
    BOARD_SHAPES(BOARD_ENUM)
#undef BOARD_ENUM
} board_shape;

/* Bits: edges that are joined; no column is called i; places for pieces between the squares, where
 * four squares meet, and around them. */
enum {
    BOARD_WRAP_X = 1,
    BOARD_WRAP_Y = 2,
    BOARD_SKIP_I = 4,
    BOARD_EDGES = 8,
    BOARD_CORNERS = 16,
    BOARD_RIM = 32
};
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

/* What `look` says: how boards and pieces are shown. Hints for front ends, no rules. */
#define LOOK_BOARDS(X)                                                                             \
    X(CHECKERED, "checkered")                                                                      \
    X(PLAIN, "plain") X(POINTS, "points") X(LINES, "lines") X(FLAT, "flat")

typedef enum look_board {
#define LOOK_ENUM(id, name) LOOK_##id,
    LOOK_BOARDS(LOOK_ENUM)
#undef LOOK_ENUM
} look_board;

/* The king, who comes first, to the pawn: pieces of chess, by their names. */
#define LOOK_CHESS(X)                                                                              \
    X(CHESS_KING, "chess-king")                                                                    \
    X(CHESS_QUEEN, "chess-queen")                                                                  \
    X(CHESS_ROOK, "chess-rook")                                                                    \
    X(CHESS_BISHOP, "chess-bishop") X(CHESS_KNIGHT, "chess-knight") X(CHESS_PAWN, "chess-pawn")

#define LOOK_SPRITES(X)                                                                            \
    LOOK_CHESS(X)                                                                                  \
    X(DISC, "disc")                                                                                \
    X(STONE, "stone")                                                                              \
    X(MAN, "man")                                                                                  \
    X(KING_MAN, "king-man")                                                                        \
    X(LETTER, "letter")                                                                            \
    X(TILE, "tile")                                                                                \
    X(CARD, "card")                                                                                \
    X(DIE, "die") X(CHIP, "chip") X(MARKER, "marker") X(WALL, "wall") X(ARROW, "arrow")

typedef enum look_sprite {
#define LOOK_ENUM(id, name) LOOK_##id,
    LOOK_SPRITES(LOOK_ENUM)
#undef LOOK_ENUM
        LOOK_SPRITE_COUNT
} look_sprite;

#define LOOK_COLOURS(X)                                                                            \
    X(WHITE, "white")                                                                              \
    X(BLACK, "black")                                                                              \
    X(RED, "red")                                                                                  \
    X(BLUE, "blue")                                                                                \
    X(GREEN, "green")                                                                              \
    X(YELLOW, "yellow")                                                                            \
    X(ORANGE, "orange")                                                                            \
    X(PURPLE, "purple") X(BROWN, "brown") X(GREY, "grey") X(TEAL, "teal") X(PINK, "pink")

typedef enum look_colour {
#define LOOK_ENUM(id, name) LOOK_##id,
    LOOK_COLOURS(LOOK_ENUM)
#undef LOOK_ENUM
        LOOK_COLOUR_COUNT
} look_colour;

enum { LOOK_SHADES = 3 }; /* a, b, c */

#endif
