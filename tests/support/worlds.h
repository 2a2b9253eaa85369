#ifndef TESTS_SUPPORT_WORLDS_H
#define TESTS_SUPPORT_WORLDS_H
/* Pairs of worlds that one viewer cannot tell apart, for tests that compare what is said in both.
 * Random games of every hidden game of the catalogue are looked at from every seat and by an
 * spectator. */

#include "engine/game/position.h"

typedef struct worlds {
    const position *one, *two;
    int seat;     /* the viewer, or SEAT_PUBLIC */
    bool history; /* the events that led there are the same to the viewer */
} worlds;

/* What makes the second world: the hidden things dealt again; one event more, or another event, of
 * which the viewer sees nothing. */
typedef struct worlds_count {
    unsigned redealt, later, other;
} worlds_count;

/* Calls `look` for pairs from `games` random games of g with this many players, at most `most` of
 * each of these kinds. Adds up what was found in *count. */
void worlds_walk(const game *g, int players, int games, int most,
                 void (*look)(void *ctx, const worlds *w), void *ctx, worlds_count *count);

#endif
