#ifndef ENGINE_RULES_MACHINE_INSTRUCTIONS_H
#define ENGINE_RULES_MACHINE_INSTRUCTIONS_H
/* The instructions that expressions and effects of a rules text are compiled to: what they work on,
 * what they do and what they cost. */

#include <stdint.h>

/* Where an operand lies: areas in the state's sets, among constants or temporary; numbers in the
 * state's variables, among constants or temporary. */
enum { RB_STATE = 0, RB_CONST = 0x4000, RB_TEMP = 0x8000, RB_BASE = 0xc000, RB_INDEX = 0x3fff };

/* Cells that code can name. */
#define RB_CELLS(X)                                                                                \
    X(FROM, "from")                                                                                \
    X(TO, "to")                                                                                    \
    X(AUX, "aux")                                                                                  \
    X(LAST, "last")                                                                                \
    X(LASTFROM, "lastfrom") /* the cells of loops, the outermost first: */                         \
    X(LOOP, "one") X(LOOP_INSIDE, "two") X(LOOP_INMOST, "three")
enum {
#define RB_CELL_ENUM(id, name) CELL_##id,
    RB_CELLS(RB_CELL_ENUM)
#undef RB_CELL_ENUM
        CELL_COUNT,
    RB_LOOPS = CELL_COUNT - CELL_LOOP /* over cells, inside each other */
};

typedef enum rb_work_class {
    WORK_ONE,    /* a step */
    WORK_SHIFT,  /* cells moved in the directions of the walk a */
    WORK_CELLS,  /* something for each cell */
    WORK_LINES,  /* lines through many cells */
    WORK_SPREAD, /* from cell to cell over the board */
    WORK_PLAN,   /* the hits of plan b */
    WORK_CAN,    /* a look at what a player could do */
    WORK_ROUND   /* the head of a loop over cells: what follows is done for each */
} rb_work_class;

/* X(name, work, what): d destination, a and b operands, x small extra. Areas in capitals. What it
 * costs is WORK_##work: see program_work.c. */
#define RB_OPS(X)                                                                                  \
    X(RETURN, ONE, "returns the number a")                                                         \
    X(JUMP, ONE, "to a")                                                                           \
    X(JUMP_IF, ONE, "to a if the number b is not 0")                                               \
    X(JUMP_IF_NOT, ONE, "to a if the number b is 0")                                               \
    X(AREA_COPY, ONE, "D = A")                                                                     \
    X(AREA_AND, ONE, "D = A and B")                                                                \
    X(AREA_OR, ONE, "D = A or B")                                                                  \
    X(AREA_SUB, ONE, "D = A without B")                                                            \
    X(AREA_NOT, ONE, "D = all cells but A")                                                        \
    X(AREA_CELL, ONE, "D = the cell a, if there is one")                                           \
    X(AREA_LOWEST, ONE, "D = the lowest cell of A")                                                \
    X(AREA_TABLE, CELLS, "D = table a at the cells of B")                                          \
    X(AREA_TABLE_CELL, ONE, "D = table a at the cell b")                                           \
    X(AREA_WALK, LINES, "D = walk a from the cells of B")                                          \
    X(AREA_WALK_CELL, ONE, "D = walk a from the cell b")                                           \
    X(AREA_SHIFT, SHIFT, "D = B moved in the directions a")                                        \
    X(AREA_ALONG, LINES, "D = ends of pattern a from the cells of B")                              \
    X(AREA_ORIGINS, LINES, "D = cells from which pattern a matches")                               \
    X(AREA_GROUP, SPREAD, "D = what is connected in B with A")                                     \
    X(AREA_STARVED, SPREAD, "D = groups of A that touch no B")                                     \
    X(AREA_SCARCE, SPREAD, "D = cells of B that are all that a group of A touches of B")           \
    X(AREA_INRUN, LINES, "D = cells of A in lines of number b")                                    \
    X(AREA_MAP, CELLS, "D = A seen by the map b")                                                  \
    X(AREA_NTH, ONE, "D = the cell number b of A, counted from the end where b is negative")       \
    X(AREA_THREATENED, PLAN, "D = the cells of A that pieces of plan b hit")                       \
    X(AREA_LOAD, ONE, "D = area variable a + number b, kept in a row of x + 1")                    \
    X(AREA_SOWN, ONE, "D = the cell that the sowing before has ended on")                          \
    X(NEXT_CELL, ROUND, "d = A has a cell left, and the lowest leaves it as cell x")               \
    X(NUM_MAX, ONE, "d = the larger of a and b")                                                   \
    X(NUM_MIN, ONE, "d = the smaller of a and b")                                                  \
    X(NUM_COPY, ONE, "d = a")                                                                      \
    X(NUM_ADD, ONE, "d = a + b")                                                                   \
    X(NUM_SUB, ONE, "d = a - b")                                                                   \
    X(NUM_MUL, ONE, "d = a * b")                                                                   \
    X(NUM_DIV, ONE, "d = a / b, 0 for b = 0")                                                      \
    X(NUM_MOD, ONE, "d = a % b, 0 for b = 0")                                                      \
    X(NUM_EQ, ONE, "d = a == b")                                                                   \
    X(NUM_NE, ONE, "d = a != b")                                                                   \
    X(NUM_LT, ONE, "d = a < b")                                                                    \
    X(NUM_LE, ONE, "d = a <= b")                                                                   \
    X(NUM_NOT, ONE, "d = not a")                                                                   \
    X(NUM_COUNT, ONE, "d = cells of A")                                                            \
    X(NUM_SOME, ONE, "d = A is not empty")                                                         \
    X(NUM_NONE, ONE, "d = A is empty")                                                             \
    X(NUM_SAME, ONE, "d = A equals B")                                                             \
    X(NUM_IN, ONE, "d = A is not empty and inside B")                                              \
    X(NUM_CELL_IN, ONE, "d = the cell a is in B")                                                  \
    X(NUM_RUN, LINES, "d = longest line of A through the cells of B")                              \
    X(NUM_RUN_REACHES, ONE, "d = a line of A of x or more goes through the cell b")                \
    X(NUM_RUNS, LINES, "d = axes on which A has exactly the number x through B")                   \
    X(NUM_DIST, SPREAD, "d = steps between A and B")                                               \
    X(NUM_ATTACKED, PLAN, "d = pieces of plan b hit a cell of A")                                  \
    X(NUM_JOINS, SPREAD, "d = A leads from B to the temporary area x")                             \
    X(NUM_PATH, SPREAD, "d = steps in A from B to the temporary area x, or -1")                    \
    X(NUM_CAN, CAN, "d = the player a could act")                                                  \
    X(NUM_REPEATS, ONE, "d = times this position was there")                                       \
    X(NUM_SEEN, ONE, "d = the position to come was there")                                         \
    X(NUM_TURNS, ONE, "d = turns so far")                                                          \
    X(NUM_KIND, ONE, "d = kind at the lowest cell of A, or -1")                                    \
    X(NUM_OWNER, ONE, "d = player at the lowest cell of A, or -1")                                 \
    X(NUM_LEVELS, ONE, "d = pieces on the lowest cell of A")                                       \
    X(NUM_LEVELS_OF, ONE, "d = pieces on the lowest cell of A that belong to the player b")        \
    X(NUM_LEVEL_KIND, ONE, "d = kind of piece number b from the top of A, or -1")                  \
    X(NUM_LEVEL_OWNER, ONE, "d = player of piece number b from the top of A, or -1")               \
    X(NUM_OUTCOME, ONE, "d = the outcome of chance that is looked at")                             \
    X(NUM_OPT, ONE, "d = the chosen kind")                                                         \
    X(NUM_CHOICE, ONE, "d = the part of the choice that is its number / a % b")                    \
    X(NUM_LISTED, ONE, "d = the kind that is number b of those listed from a on")                  \
    X(NUM_NEXT, ONE, "d = the player to come")                                                     \
    X(NUM_PREV, ONE, "d = the player before")                                                      \
    X(NUM_CLAMP, ONE, "d = a, or what is next to it in 0..x")                                      \
    X(NUM_LOAD, ONE, "d = variable a + number b, kept in a row of x + 1")                          \
    X(NUM_AT_CELL, ONE, "d = variable a at the lowest cell of B, 0 for none")                      \
    X(STORE_CELLS, CELLS, "variable d = a at each cell of B")                                      \
    X(ADD_CELLS, CELLS, "variable d += a at each cell of B")                                       \
    X(SOW, SPREAD, "variable d is sown from A in direction x, not on B")                           \
    X(NUM_HELD, CELLS, "d = cards of the player a in hidden x")                                    \
    X(CARD_REVEAL, CELLS, "card b of the player a leaves hidden x face up")                        \
    X(CARD_TAKE, CELLS, "card b, which all have seen, goes to the player a, hidden x")             \
    X(CARD_PASS, CELLS, "card b of the player a, hidden x % 16, goes to player d, x / 16, seen")   \
    X(CARD_SLIP, CELLS, "card b of the player a, hidden x % 16, goes to player d, x / 16")         \
    X(CARD_OPEN, CELLS, "cards of the player a in hidden x go to variables d + number b")          \
    X(CARD_GATHER, CELLS, "cards of variables d + number b go to the player a, hidden x")          \
    X(STORE, ONE, "variable d = a")                                                                \
    X(STORE_AT, ONE, "variable d + number b, kept in a row of x + 1, = a")                         \
    X(STORE_AREA, ONE, "area variable d = A")                                                      \
    X(STORE_AREA_AT, ONE, "area variable d + number b, kept in a row of x + 1, = A")               \
    X(REMOVE, CELLS, "what is on A goes")                                                          \
    X(PUT, CELLS, "piece code x on A")                                                             \
    X(FLIP, CELLS, "A changes sides")                                                              \
    X(GIVE, CELLS, "A to the player b")                                                            \
    X(CHANGE, CELLS, "A into kind x")                                                              \
    X(RELOCATE, ONE, "what is on A goes to B")                                                     \
    X(LIFT, CELLS, "as many pieces as number x says, from the top of A, go to B")                  \
    X(TUCK, CELLS, "as many pieces as number x says, from the top of A, go under B")               \
    X(REMOVE_TOP, CELLS, "the upper b pieces of A go")                                             \
    X(PUSH, CELLS, "what is on B goes one step in the directions a")                               \
    X(SET_NEXT, ONE, "the player a is next")                                                       \
    X(SET_PHASE, ONE, "phase x from the next turn on")                                             \
    X(DONE, ONE, "the turn is over")                                                               \
    X(WIN, ONE, "the player a has won")                                                            \
    X(LOSE, ONE, "the player a has lost")                                                          \
    X(DRAW, ONE, "no player has won")                                                              \
    X(CLAIM, ONE, "no player has won, by the claim x")                                             \
    X(SCORE, ONE, "scores decide: number a of every side")

/* Instructions in a row, done in one go: the compiler knows nothing of them, they are made when a
 * game is prepared for play. The first says which, and they keep their places and operands. */
#define RB_FUSED(X)                                                                                \
    X(RETURN_LE, "returns a <= b")                                                                 \
    X(RETURN_REPEATS, "returns a <= times this position was there; a is the second one's")         \
    X(JUMP_OUTSIDE, "NUM_CELL_IN, JUMP_IF_NOT")                                                    \
    X(STORE_SUM, "NUM_ADD, STORE")                                                                 \
    X(ADD_COUNTER, "the same for a counter")                                                       \
    X(SET_COUNTER, "NUM_CELL_IN, JUMP_IF_NOT after the next, STORE of a counter")                  \
    X(RETURN_OUTSIDE, "NUM_CELL_IN, JUMP_IF_NOT to a RETURN")                                      \
    X(REMOVE_CELL, "AREA_CELL, REMOVE")                                                            \
    X(NUM_MEET, "AREA_AND, NUM_SOME")

typedef enum rb_op {
#define RB_OP_ENUM(name, work, what) OP_##name,
    RB_OPS(RB_OP_ENUM)
#undef RB_OP_ENUM
        OP_COUNT,
#define RB_OP_ENUM(name, what) OP_##name,
    RB_FUSED(RB_OP_ENUM)
#undef RB_OP_ENUM
} rb_op;

typedef struct rb_ins {
    uint8_t op, x;
    uint16_t d, a, b;
} rb_ins;

#endif
