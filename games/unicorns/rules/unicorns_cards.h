#ifndef GAMES_UNICORNS_RULES_UNICORNS_CARDS_H
#define GAMES_UNICORNS_RULES_UNICORNS_CARDS_H
/* Cards on the move: between zones, with what all seats know of hands, and onto and off tables
 * with their triggers. */

#include "games/unicorns/rules/unicorns_hash.h"
#include "games/unicorns/rules/unicorns_rules.h"
#include "games/unicorns/rules/unicorns_triggers.h"

/* --- zones --- */

/* Puts the card at `pos` after those of a zone (in a hand: after those of its kind). The raw
 * move: nothing is published, no seat learns anything. */
void un_move(const un_rules *r, un_state *s, int pos, int zone);

/* A place of a kind in a zone, the first; -1 when there is none. */
int un_find(const un_rules *r, const un_state *s, int zone, int kind);

/* --- hands: who knows what ---
 * The copies of a kind in a hand look alike, so what a seat knows is how many there are at least.
 * The masks of copies are kept such that each holds the next: a seat that knows two is in the masks
 * of the first two. Whatever leaves is the first. */

/* The card at `pos` goes to a hand and is known there by `mask` and the holder. */
void un_to_hand(const un_rules *r, un_state *s, int pos, int seat, unsigned mask);
void un_learn(const un_rules *r, un_state *s, int seat, unsigned who); /* all of a hand */
/* Seat `x` gets the card at `pos` out of v's hand; the others no longer know what v has. */
void un_slip(const un_rules *r, un_state *s, int pos, int x, int v);
void un_swap_hands(const un_rules *r, un_state *s, int x, int v);

/* --- effects waiting --- */

/* After the others: for the next link, or of this one. Nothing happens when there is no room but
 * that the game is over. */
void un_queue(const un_rules *r, un_state *s, un_effect e);
void un_append(un_state *s, un_effect e);
void un_insert(un_state *s, int at, un_effect e); /* into this link */
un_effect un_effect_of(int node, int source, int owner);

/* Makes a card the aim of effect k, and claims it. */
void un_set_aim(const un_rules *r, un_state *s, int id, int k);
void un_drop_aim(const un_rules *r, un_state *s, int id); /* no more; a claim stays */

/* --- tables --- */

void un_register(const un_rules *r, un_state *s, int id);
void un_unregister(const un_rules *r, un_state *s, int id);
bool un_registered(const un_rules *r, const un_state *s, int id);

/* Queues what hears an event; not for the events at which reactions run at once. */
void un_publish(const un_rules *r, un_state *s, const un_event *e);

/* Moves with their events; `effect` is what causes it, or -1. un_leave() is for zones off the
 * tables but hands. */
void un_enter(const un_rules *r, un_state *s, int id, int seat, int effect);
void un_leave(const un_rules *r, un_state *s, int id, int zone, int effect);
void un_leave_to_hand(const un_rules *r, un_state *s, int id, int seat, int effect);
void un_baby(const un_rules *r, un_state *s, int seat, int effect); /* from the nursery */

/* Works out lasting and heard again from the registered cards. */
void un_refresh(const un_rules *r, un_state *s);

#endif
