#ifndef TESTS_GAMES_PROJECT_L_CASES_H
#define TESTS_GAMES_PROJECT_L_CASES_H
/* A short way to lay a table of Project L for tests, and to say what is to be seen on it. */

#include "tests/support/one_line.h"

enum { SEATS = 4 };

typedef struct seat {
    int score;
    const char *pieces; /* nine digits of base 36, in the order O1 O2 I2 I3 I4 L2 L3 Z T */
    const char *slots;  /* "W9+O1:0001000;-;W10": empty ones at the end may be left out */
    const char *done;   /* NULL: none */
} seat;

typedef struct table {
    const char *turn;          /* NULL: the first action of the first seat */
    const char *white, *black; /* row, slash, deck of known order; NULL: 1..4 and 5, 6 */
    seat seats[SEATS];         /* the first without pieces ends them */
    const char *options;
} table;

position *lay(table t);
bool shows(const position *p, const char *part);
bool seat_is(const position *p, int number, seat want);
bool reserve_is(const position *p, const char *digits);
bool refuses(const position *p, const char *event, const char *reason);
bool takes(const position *p, const char *event);
bool lists(const position *p, const char *prefix, const char *tokens);
int count_listed(const position *p, const char *prefix);

/* Pieces that leave nothing else to say. */
#define START "101000000"
#define NONE  "000000000"

#endif
