#ifndef GAMES_UNICORNS_RULES_UNICORNS_CHAIN_H
#define GAMES_UNICORNS_RULES_UNICORNS_CHAIN_H
/* The resolver: links of waiting effects, each through seven steps, and the test for the end. */

#include "games/unicorns/rules/unicorns_rules.h"

/* Continues until nothing waits (true) or a seat, or chance, is asked (false). Afterwards the game
 * may have ended. */
bool un_chain(const un_rules *r, un_state *s);
/* The same in its smallest parts, one effect at a time: false, and nothing done, where nothing
 * waits. Afterwards a seat may be asked. un_chain() then does the rest of what it does. */
bool un_chain_part(const un_rules *r, un_state *s);

/* Ends the game where a seat has enough unicorns or the pile ran out. */
void un_win_check(const un_rules *r, un_state *s);

int un_value(const un_rules *r, const un_state *s, int seat);   /* of a stable, in unicorns */
int un_letters(const un_rules *r, const un_state *s, int seat); /* of its names */

#endif
