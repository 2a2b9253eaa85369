#ifndef GAMES_AZUL_AZUL_POLICY_H
#define GAMES_AZUL_AZUL_POLICY_H
/* Quick choices: what an action seems to gain its player, in points; the bots and the plies
 * of playouts that follow from it. */

#include "games/azul/azul_rules.h"

/* Priors for searches, as logarithms of odds. */
void az_order(const rules *r, const void *s, const action *list, int n, float *score);

/* One ply of a playout, chance included: the best of a few random actions. The hash
 * is left stale. */
void az_playout(const rules *r, void *s, trail *t, rng *g);

/* random: any action, equal displays counted each. greedy: the best by the same guesses. */
extern const bot az_bots[];

#endif
