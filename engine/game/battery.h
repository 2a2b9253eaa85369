#ifndef ENGINE_GAME_BATTERY_H
#define ENGINE_GAME_BATTERY_H
/* The shared battery: plays random games and holds the rules to everything the contract promises.
 * Every game in the catalogue goes through it in tests; an author can run it on a game of their
 * own.
 *
 * At every position: the state is settled; the legal list is not empty, without doubles and the
 * same when asked again, with the same count, and asking changes nothing; incremental hash =
 * hash from scratch; a clone plays the same; position text and token texts round-trip; verify
 * accepts a token exactly when it is listed; ends that play may go past open and close; chance
 * weights add up; the fused random ply goes where a legal step goes; the game's own invariants
 * hold; undo returns to the same bytes. Every other game is played by the game's bots, if it has
 * any. With hidden information, for every player: observe after an event = view_apply of the
 * event as seen; a resampled state fits its view and asks the same question (in a round of
 * reactions, which are simultaneous, only of the player who is asked). At the end: utilities in
 * 0..1 that add up to 1. */

#include "engine/game/game.h"

typedef struct battery_options {
    uint64_t seed;
    unsigned games;
    unsigned max_plies; /* a game that lasts longer is left where it is */
    unsigned looks;     /* tokens read back in one position, and earlier ones tried; 0: many */
} battery_options;

typedef struct battery_result {
    uint64_t plies, finished;
} battery_result;

/* ST_INTERNAL and a sentence with the game's events at the first broken promise. */
status battery_run(const game *g, const params *p, const battery_options *o, battery_result *out,
                   error *err);

#endif
