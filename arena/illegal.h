#ifndef ARENA_ILLEGAL_H
#define ARENA_ILLEGAL_H
/* What an illegal answer of a player does: a policy of a match or of a table. The functions are pure;
 * who asks again is the caller. */

#include "engine/game/position.h"

typedef enum illegal_policy {
    ILLEGAL_FORFEIT, /* the game is lost */
    ILLEGAL_SKIP,    /* the turn is passed where an action does that; elsewhere the game is lost */
    ILLEGAL_ASK,     /* the player is asked again, ILLEGAL_MAX_ASKED times; then the game is lost */
    ILLEGAL_RANDOM   /* a random legal action is played instead */
} illegal_policy;

enum { ILLEGAL_MAX_ASKED = 10 };

const char *illegal_policy_name(illegal_policy p); /* "forfeit" */
status illegal_policy_read(illegal_policy *out, const char *word, error *err);

/* Whether an answer is a legal action of the player to act; if not, *why says what is wrong. */
bool illegal_check(const position *now, const text *answer, error *why);

/* Whether a word gives up a turn, or what is left of it: "pass", "@2:none", "hold". */
bool illegal_gives_up(const char *name);

/* What is played instead of an illegal answer, by the policies that play something. The random action
 * is drawn from (seed, ply). False: nothing is, and the game is lost. */
bool illegal_instead(illegal_policy p, const position *now, uint64_t seed, text *event);

#endif
