#ifndef GAMES_PROJECT_L_PROJECT_L_POLICY_H
#define GAMES_PROJECT_L_PROJECT_L_POLICY_H
/* Quick choices: the policy `helped`, which playouts use as well, and the bots. */

#include "games/project_l/project_l_rules.h"

/* A placement that completes one of the mover's puzzles, or ACTION_NONE. */
action pl_completing(const pl_rules *r, const pl_state *s);

/* One step by `helped`: kinds weighted take 3, recycle 1, basic 2, change 3, place 4, master 2,
 * nothing 1 among the possible ones; with k puzzles held a take stays possible with probability
 * 0.3^k; placements weighted 10^(level-1); a completing placement is played half of the time; else
 * uniform. */
action pl_helped(const rules *r, const void *s, const trail *t, rng *g);

/* One ply of a game of `helped` players, chance included; the hash is left stale. */
void pl_helped_ply(const rules *r, void *s, trail *t, rng *g);

/* One ply of a playout: drawn by the odds of project_l_order.h, chance included; finishing touches
 * are planned by the solver. The hash is left stale. */
void pl_playout(const rules *r, void *s, trail *t, rng *g);

extern const bot pl_bots[];

#endif
