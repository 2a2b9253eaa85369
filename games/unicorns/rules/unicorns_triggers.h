#ifndef GAMES_UNICORNS_RULES_UNICORNS_TRIGGERS_H
#define GAMES_UNICORNS_RULES_UNICORNS_TRIGGERS_H
/* When triggers fire: a predicate for each word of unicorns_words.c, by the same numbers. */

#include "games/unicorns/deck/unicorns_words.h"
#include "games/unicorns/rules/unicorns_rules.h"

enum {
    UN_WHEN_BOT = UN_WHEN_HEARD,
    UN_WHEN_ANY_BOT,
    UN_WHEN_FOREIGN_BOT,
    UN_WHEN_IF_SD,
    UN_WHEN_IF_SDR,
    UN_WHEN_GUARD,
    UN_WHEN_DOOMED,
    UN_WHEN_DOOMED_SD,
    UN_WHEN_HIT,
    UN_WHEN_HIT_EACH,
    UN_WHEN_NEAR,
    UN_WHEN_NEAR_UNICORN,
    UN_WHEN_CROWD,
    UN_WHEN_CROWD_ANYWHERE,
    UN_WHEN_OWN_ENTRY,
    UN_WHENS
};

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

/* How many cards of type unicorn a player's stable has; all cards of it with `plain`. */
int un_crowd(const un_rules *r, const un_state *s, int seat, bool plain);

#endif
