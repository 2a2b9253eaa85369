#ifndef TESTS_SUPPORT_AREA_QUESTIONS_H
#define TESTS_SUPPORT_AREA_QUESTIONS_H
/* Questions about areas: drawn by a number, written in the rules language, and answered by sets
 * that are written out plainly (naive_board). */

#include "engine/base/rng.h"
#include "engine/base/text.h"
#include "tests/support/naive_board.h"

/* --- what they are about --- */

enum { WORLD_KINDS = 3 };

typedef struct world {
    const naive_board *b;
    naive_view view;                           /* of the second player */
    int owner[NAIVE_CELLS], kind[NAIVE_CELLS]; /* owner: 0, 1, 2 neutral, -1 empty */
    nset q, p;                                 /* two areas, variables of the text */
    int c, m;                                  /* a cell (-1: none) and a number, too */
    int me;
} world;

enum {
    S_EMPTY,
    S_OCCUPIED,
    S_MINE,
    S_ENEMY,
    S_CELLS,
    S_X,
    S_Y,
    S_Q,
    S_P,
    S_DARK,
    S_EDGE,
    S_WHITE,
    S_NONE,
    S_SETS
};

/* --- questions --- */

typedef enum ask_kind {
    ASK_WALK,
    ASK_LEAP,
    ASK_SHIFT,
    ASK_ALONG,
    ASK_GROUP,
    ASK_STARVED,
    ASK_INRUN,
    ASK_TRANSPOSE,
    ASK_MY,
    ASK_MIXED, /* (A | B) - C & D and so on */
    ASK_REST,
    ASK_AREAS, /* up to here the answer is an area; from here a number */
    ASK_COUNT,
    ASK_RUN,
    ASK_RUNS,
    ASK_JOINS,
    ASK_PATH,
    ASK_DIST,
    ASK_IN,
    ASK_SAME,
    ASK_ATTACKED,
    ASK_KIND_AT,
    ASK_KINDS
} ask_kind;

typedef struct part {
    int set;
    char repeat;
    bool inside, bound;
} part;

typedef struct ask {
    ask_kind kind;
    bool moves; /* a list of moves from `mine` instead of an act */
    naive_walk walk;
    char dirs[24];
    bool my;
    int max; /* -1: none; -2: the variable m */
    int a, b, c, d, k;
    part part[NAIVE_ELEMENTS];
    int parts;
    bool brackets;
} ask;

/* A question drawn by a number. */
ask ask_choose(const world *w, rng *g);
/* The expression of a question that an area answers. */
void ask_write_area(const ask *a, text *out);
/* The same where a number does. */
void ask_write_number(const ask *a, text *out);

/* --- what the pieces hit --- */

enum { ASK_HITS = 9 };
extern const char *const ask_hits_text[ASK_HITS];

/* --- the right answers --- */

/* The directions, as the player to move sees them. */
uint64_t ask_dirs_of(const world *w, const ask *a);
/* The parts of a pattern; returns how many. */
int ask_fill_pattern(const world *w, const ask *a, naive_element *e);
/* Where lines from these cells end. */
nset ask_right_line(const world *w, const ask *a, const nset *from);
/* The right answer. */
nset ask_right_area(const world *w, const ask *a);
/* The right answer; `hits` has the hits of each kind. */
int ask_right_number(const world *w, const ask *a, const int *hits);

#endif
