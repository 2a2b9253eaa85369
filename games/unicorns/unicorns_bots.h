#ifndef GAMES_UNICORNS_UNICORNS_BOTS_H
#define GAMES_UNICORNS_UNICORNS_BOTS_H
/* Players by rule: the reference program's `random`, `rule` and `evolved`, and random plies. */

#include "games/unicorns/rules/unicorns_rules.h"

extern const bot un_bots[];
extern const bot_params un_numbers[]; /* those of `evolved` */

/* A decision or a draw as the reference's random player makes it: of its hand any card it could
 * play into its own stable, to any legal seat; it passes when there is none, and reacts and uses
 * effects half of the time. */
action un_random_action(const rules *r, const void *s, const trail *t, rng *g);

void un_play_random(const rules *r, void *s, trail *t, rng *g);
int un_play_out(const rules *r, void *s, trail *t, rng *g, int most);

#endif
