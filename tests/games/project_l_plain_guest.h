#ifndef TESTS_GAMES_PROJECT_L_PLAIN_GUEST_H
#define TESTS_GAMES_PROJECT_L_PLAIN_GUEST_H
/* A random player of the plain Project L: sensible enough to bring games to their end, odd enough
 * to see everything; and a maker of tokens that may well be wrong. */

#include "engine/base/rng.h"
#include "tests/games/project_l_plain.h"

typedef struct plain_guest {
    plain g;
    plain_tokens legal; /* of this node: the caller keeps it up to date */
    rng r;
    double greed; /* 0..1: how much a puzzle more is wanted by who has one already */
} plain_guest;

size_t plain_guest_below(plain_guest *m, size_t n);

/* One of the legal tokens or outcomes. */
const char *plain_guest_choose(plain_guest *m);

/* At times another spelling of a legal token: placements of a master in another order, rewards as
 * a suffix. */
void plain_guest_respell(plain_guest *m, char *word);

/* A token that may well be wrong, yet spelt as a token; out has PLAIN_TOKEN bytes. */
void plain_guest_odd(plain_guest *m, char *out);

/* The name of a puzzle, often one that is near. */
const char *plain_guest_puzzle(plain_guest *m);

#endif
