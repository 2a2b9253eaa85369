#ifndef GAMES_AZUL_AZUL_PLAY_H
#define GAMES_AZUL_AZUL_PLAY_H
/* Chance and random play. A random player chooses among the actions as they are spelled outside:
 * equal displays count each. The plies leave the hash stale. */

#include "games/azul/azul_rules.h"

/* Draws a deal from the bag, and from the lid when the bag runs out; nothing changes. */
void az_draw_deal(const az_rules *r, const az_state *s, rng *g, uint8_t *kinds);

/* The functions of the contract. az_sample() draws a deal or the first seat, az_choose_random() is
 * a bot: a random action of the player to act. */
action az_sample(const rules *r, const void *s, rng *g);
void az_play_random(const rules *r, void *s, trail *t, rng *g);
int az_play_out(const rules *r, void *s, trail *t, rng *g, int max);
action az_choose_random(const rules *r, const void *s, const trail *t, rng *g);

#endif
