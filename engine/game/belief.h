#ifndef ENGINE_GAME_BELIEF_H
#define ENGINE_GAME_BELIEF_H
/* Where hidden things may be, as one seat can know it: many worlds are dealt that fit its view, and
 * what lies where in them is counted, by the scene of each. Nothing but the view goes in, so
 * nothing else can come out; the same view and seed give the same answer. One thread at a time. */

#include "engine/game/position.h"

enum { BELIEF_DEALS = 1000, BELIEF_MAX_DEALS = 10000 };

typedef struct belief_entry {
    char place[48]; /* a cell or area of the scene: "p2.hand" */
    char card[64];  /* one word: "queen" */
    unsigned deals; /* in how many of them at least one such card lies there */
} belief_entry;

typedef struct belief {
    belief_entry *at; /* by place as in the scene, the most likely first */
    size_t count, cap;
    unsigned deals;
} belief;

/* The caller ends *out with belief_done() in any case. ST_UNSUPPORTED where the position is not a
 * view, or nothing is hidden in the game; ST_BAD_VALUE for more than BELIEF_MAX_DEALS. */
status belief_count(belief *out, const position *view, unsigned deals, uint64_t seed, error *err);
void belief_done(belief *b);

#endif
