#ifndef ENGINE_GAME_GAME_SPEED_H
#define ENGINE_GAME_GAME_SPEED_H
/* The contract's table of shortcuts: what could be done with legal(), apply() and a generator, in
 * one call. None is required. */

#include "engine/game/game.h"

/* Steps that players made, chance left out; `list` has room for all. */
typedef struct made_step {
    action step;
    int actor;
} made_step;

typedef struct made_steps {
    made_step *list;
    int count;
} made_steps;

typedef struct game_speed {
    /* One random ply of the actor, chance included; legal, choose and apply in one call. The state
     * may afterwards hold a stale hash, but plays on correctly. */
    void (*play_random)(const rules *r, void *s, trail *t, rng *g);
    /* The same up to `max` plies in one go, or to the end of the game; returns how many. By the
     * probabilities of play_random(), if not by the same numbers of the generator. */
    int (*play_out)(const rules *r, void *s, trail *t, rng *g, int max);
    /* The same, and what the players did is added to `made`, with room for `max` more. */
    int (*play_noted)(const rules *r, void *s, trail *t, rng *g, int max, made_steps *made);
    /* One ply by a quick sensible policy, for games that uniform play would not end. */
    void (*playout_policy)(const rules *r, void *s, trail *t, rng *g);
    /* How many steps legal() would list, where that is quicker than listing them. */
    uint64_t (*count)(const rules *r, const void *s, const trail *t);
    /* How many ways there are to play the turn of the player to act to its end, in steps of this
     * player alone. False, and *out unchanged, where that has to be tried. */
    bool (*count_turns)(const rules *r, const void *s, const trail *t, uint64_t *out);
} game_speed;

#endif
