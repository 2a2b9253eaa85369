#ifndef GAMES_UNICORNS_RULES_UNICORNS_EFFECTS_H
#define GAMES_UNICORNS_RULES_UNICORNS_EFFECTS_H
/* What effects do: a record for each of them, by the numbers of un_opcode. The resolver
 * (unicorns_chain.c) knows effects through it alone. What they do is in unicorns_effects.inc, for
 * the rules and for fast playouts. */

#include "games/unicorns/rules/unicorns_facts.h"

/* The answer of a player to the `may` of a reaction; OPEN: not given yet. */
typedef enum un_consent { UN_CONSENT_OPEN, UN_CONSENT_NO, UN_CONSENT_YES } un_consent;

/* What an effect works on by the rules. */
typedef struct un_host {
    const un_rules *r;
    un_state *s;
} un_host;

/* Both are called again after each answer until they return true: the effect is through with this
 * step. False: s->ask says what is asked of s->seat, or of chance. s->resume is UN_RESUME_START at
 * the first call and theirs from then on. NULL: nothing to do. */
typedef bool (*un_part)(const un_host *h, int k);

/* Of a row of unicorns_ops.inc. */
typedef struct un_op {
    un_part choose, apply;
} un_op;

extern const un_op un_ops[UN_OPS];

/* A reaction of card `self`, whose effect is `node`, to effect s->k: true when it is through. */
bool un_react(const un_rules *r, un_state *s, int node, int self, int holder);

/* --- what a player may answer: unicorns_picks.c --- */

/* Whether an effect could be done, as `may` and `oneof` ask. `source` may be a card of the hand. */
bool un_req(const un_rules *r, const un_state *s, int node, int owner, int source);
/* Whether a card that is no spell may be played with it. */
bool un_play_req(const un_rules *r, const un_state *s, int node, int owner, int source);
/* As un_req(), from what all players know: whether there can be a question for a `may` at all. */
bool un_seems(const un_rules *r, const un_state *s, int node, int owner, int source);
/* The seats that it can be aimed at, a bit each. */
unsigned un_seats(const un_rules *r, const un_state *s, const un_effect *e);

/* The cards that can be picked next, those of a kind in a hand, pile, discard or nursery all
 * listed; `out` holds UN_MAX_CARDS. In the order of the tables, else of kinds. */
int un_picks(const un_rules *r, const un_state *s, uint8_t *out);
/* Of a hand: the types that the open question wants. */
unsigned un_hand_types(const un_rules *r, const un_state *s);
bool un_picks_table(const un_rules *r, const un_state *s); /* whether they lie on tables */
/* The answer: a card, or UN_NO_CARD where there was none to pick. */
void un_picked(const un_rules *r, un_state *s, int id);

/* Draws s->left cards for a seat; false while chance is asked. */
bool un_draws(const un_rules *r, un_state *s, int seat);

#endif
