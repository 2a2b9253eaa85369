#ifndef GAMES_UNICORNS_RULES_UNICORNS_TRIGGERS_H
#define GAMES_UNICORNS_RULES_UNICORNS_TRIGGERS_H
/* When triggers fire, over states; unicorns_triggers.inc has the predicates. */

#include "games/unicorns/deck/unicorns_words.h"
#include "games/unicorns/rules/unicorns_rules.h"

/* What is published: the event's card where it is about one, the effect behind it where there is
 * one (-1: none). */
typedef struct un_event {
    int event, card, effect;
} un_event;

/* Whether the trigger `when` of card `self` on the table of `holder` fires. */
bool un_fires(const un_rules *r, const un_state *s, int when, int self, int holder,
              const un_event *e);

/* Rules a and b of publishing: silenced by the effect, or blinded. */
bool un_mute(const un_rules *r, const un_state *s, int self, int holder, const un_event *e);
bool un_blinded(const un_state *s, int holder, unsigned type_bit);

/* How many cards of type unicorn a player's stable has. */
int un_crowd(const un_rules *r, const un_state *s, int seat);

#endif
