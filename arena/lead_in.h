#ifndef ARENA_LEAD_IN_H
#define ARENA_LEAD_IN_H
/* The first part of a game, played by a quick search in all seats, for games that begin in the middle:
 * up to a reward or a reaction of one seat, where the game comes to one, else up to a decision that is
 * drawn. */

#include "arena/openings.h"
#include "arena/player.h"

typedef struct lead_in {
    opening line; /* its events, for a referee */
    position *end;
} lead_in;

typedef struct lead_in_request {
    const game *game;
    const params *setup;
    player *who; /* plays all seats: a search of this process */
    int seat;    /* whose decision is looked for, from 0 */
    uint64_t seed;
} lead_in_request;

/* The caller ends *out with lead_in_done() in any case. */
status lead_in_play(lead_in *out, const lead_in_request *q, error *err);
void lead_in_done(lead_in *l);

#endif
