#ifndef ENGINE_GAME_GAME_ENDINGS_H
#define ENGINE_GAME_GAME_ENDINGS_H
/* The contract's table for the end of a game: why it is over, ranks, and ends that play may go
 * past. None is required; end(), reopen() and close() come together. */

#include "engine/game/game.h"

/* How a state has ended. A *claim* is an end that the player to act may ask for, a *called* end one
 * that holds unless the players continue all the same. Both are over for searches, playouts and
 * referees (actor() is ACTOR_NONE); reopen() makes of them the state in which play continues. */
typedef enum end_kind { END_NONE, END_CLAIM, END_CALLED, END_FINAL } end_kind;

typedef struct game_endings {
    const char *(*name)(const rules *r, const void *s); /* why it is over; default "end" */
    /* The same in the words of those who play it: how it ended ("checkmate", "four in a row"), or
     * what follows a result ("by repetition", "by 3.5 points"). Default: made of name(). */
    void (*tell)(const rules *r, const void *s, text *out);
    void (*ranks)(const rules *r, const void *s, int *out); /* from 1; default: by utility, dense */
    /* Default: END_FINAL where the actor is ACTOR_NONE. A reopened state still says END_CLAIM or
     * END_CALLED, and name() and returns() what that would give, until a step is made. reopen()
     * and close() are for states that say so; where there is no legal step, reopen() leaves a
     * state with another end, END_FINAL. The hash of an open one is that of the position without
     * its end. */
    end_kind (*end)(const rules *r, const void *s);
    void (*reopen)(const rules *r, void *s);
    void (*close)(const rules *r, void *s); /* over again */
} game_endings;

/* The same with their defaults. */
const char *game_ending(const rules *r, const void *s);       /* why it has ended, or would */
void game_tell_end(const rules *r, const void *s, text *out); /* empty where a result says all */
/* With a result: "a draw by repetition", "checkmate, Ann wins". */
void game_tell_result(const rules *r, const void *s, const char *result, text *out);
void game_ranks(const rules *r, const void *s, int *out);
end_kind game_end(const rules *r, const void *s);
/* Over, also by a called end that play has gone past; a claim counts only while it is closed. */
bool game_is_over(const rules *r, const void *s);

#endif
