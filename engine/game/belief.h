#ifndef ENGINE_GAME_BELIEF_H
#define ENGINE_GAME_BELIEF_H
/* Where hidden cards may be: shares of deals that fit what one seat knows. The deals come from the view
 * alone, so that the answer tells nothing else. */

#include <stdatomic.h>

#include "engine/game/position.h"

typedef struct belief_card {
    char *place, *card; /* as a scene calls them: "hand of seat 2", "king" */
    unsigned deals;     /* in how many of them it is there */
} belief_card;

typedef struct belief {
    belief_card *at; /* by place, then the most likely first */
    size_t count, cap;
    unsigned deals;
} belief;

typedef struct belief_question {
    const position *view; /* of a seat or a spectator */
    unsigned deals;
    uint64_t seed;           /* same seed, same answer */
    const atomic_bool *stop; /* ends it with ST_STOPPED; NULL: nothing does */
} belief_question;

/* Cards that the viewer sees are left out. ST_UNSUPPORTED where nothing is hidden. The caller ends *out
 * with belief_done() in any case. */
status belief_count(belief *out, const belief_question *q, error *err);
void belief_done(belief *b);

#endif
