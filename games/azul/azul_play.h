#ifndef GAMES_AZUL_AZUL_PLAY_H
#define GAMES_AZUL_AZUL_PLAY_H
/* Chance and random play. A random player chooses among the actions as they are spelled outside:
 * equal displays count each. The plies leave the hash stale. */

#include "games/azul/azul_rules.h"

/* Draws a deal from the bag, and from the lid when the bag runs out; nothing changes. */
void az_draw_deal(const az_rules *r, const az_state *s, rng *g, uint8_t *kinds);
action az_sample(const az_rules *r, const az_state *s, rng *g); /* the same, or the first seat */

/* One ply of whoever acts. */
void az_play_random(const az_rules *r, az_state *s, rng *g);

/* Up to `most` plies, or to the end of the game; returns how many. */
int az_play_out(const az_rules *r, az_state *s, rng *g, int most);

/* A random action of the player to act, without playing it. */
action az_choose_random(const az_rules *r, const az_state *s, rng *g);

#endif
