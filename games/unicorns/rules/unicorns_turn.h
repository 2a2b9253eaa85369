#ifndef GAMES_UNICORNS_RULES_UNICORNS_TURN_H
#define GAMES_UNICORNS_RULES_UNICORNS_TURN_H
/* The game: setup, turns, playing cards and reactions to them, and the questions of all of it. */

#include "games/unicorns/rules/unicorns_rules.h"

/* An action is the question it answers and up to two bytes: question << 16 | b << 8 | a.
 *   PLAY    a kind (UN_NO_CARD: pass), b the player it goes to
 *   REACT   a kind, or UN_NO_CARD for none        MAY     a 1 or 0
 *   EFFECT  a number of the effect, from 0        PLAYER  a seat
 *   CARD, SAVE on tables: a index among all cards, b 1; others: a kind (UN_NO_CARD: none), b 0
 *   SEATS   a and b: number of the order          DRAW, PULL  a kind
 *   QUICK   a seat (UN_NO_CARD: no seat)          SHOW    0 */
static inline action un_make(int question, int a, int b) {
    return (action)question << 16 | (action)b << 8 | (action)a;
}
static inline int un_question(action a) {
    return (int)(a >> 16 & 255);
}
static inline int un_a(action a) {
    return (int)(a & 255);
}
static inline int un_b(action a) {
    return (int)(a >> 8 & 255);
}

/* The functions of the contract. un_apply() keeps the hash up unless it is stale. */
void un_start(const rules *r, void *s);
int un_actor(const rules *r, const void *s);
int un_legal(const rules *r, const void *s, const trail *t, action *out);
int un_chance(const rules *r, const void *s, action *out, float *weight);
action un_sample(const rules *r, const void *s, rng *g);
void un_apply(const rules *r, void *s, trail *t, action a);

/* The same without a hash: it is stale afterwards. */
void un_apply_raw(const un_rules *r, un_state *s, action a);
/* And for chance, drawn at random. */
void un_roll_raw(const un_rules *r, un_state *s, rng *g);

/* Continues from the phase a state is in until a seat is asked; for states that were put
 * together. */
void un_advance(const un_rules *r, un_state *s);

/* What un_apply_raw() does, part by part, for those who report it: the answer alone, then one small
 * part of what follows (one effect, one phase) until there is none: false. */
void un_answer_raw(const un_rules *r, un_state *s, action a);
bool un_advance_part(const un_rules *r, un_state *s);

/* Whether a card of the active player's hand may be played to a seat. */
bool un_playable(const un_rules *r, const un_state *s, int id, int to);

/* Between unicorns_turn.c and unicorns_moves.c: cards to play, an answer in a round of reactions (a
 * kind or UN_NO_CARD), and how the round ends (a seat or UN_NO_CARD). */
int un_play_list(const un_rules *r, const un_state *s, action *out);
void un_answered(const un_rules *r, un_state *s, int kind);
void un_quickest(const un_rules *r, un_state *s, int seat);

/* All have answered: who was quickest is next. */
void un_round_over(un_state *s);

/* The seats that a round of reactions to the top of the stack is open to. */
unsigned un_eligible(const un_rules *r, const un_state *s);
static inline int un_answer(const un_state *s, int seat) {
    return (int)(s->answers >> 4 * seat & 15);
}

void un_seat_order(int n, int lot, uint8_t *seat); /* the lot-th order of the seats */

#endif
