#ifndef ENGINE_GAME_GAME_EVALUATION_H
#define ENGINE_GAME_GAME_EVALUATION_H
/* The contract's table for evaluations: the features that game.features names, as numbers.
 * measure() is required, the other two come together. */

#include "engine/game/game.h"

typedef struct game_evaluation {
    /* The features' values for one player, from what that player may know. */
    void (*measure)(const rules *r, const void *s, int player, float *out);
    /* The sums of weight x feature for all players at once, where that is quicker than measuring.
     * precompute() makes of the weights what weighted_sum() wants to be handed; with `out` NULL it
     * returns how many bytes that takes. */
    size_t (*precompute)(const rules *r, const float *weight, void *out);
    void (*weighted_sum)(const rules *r, const void *s, const void *precomputed, double *total);
} game_evaluation;

#endif
