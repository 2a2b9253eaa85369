#ifndef GAMES_UNICORNS_RULES_UNICORNS_EFFECTS_H
#define GAMES_UNICORNS_RULES_UNICORNS_EFFECTS_H
/* What effects do: a record for each word of the notation, by the numbers of un_opcode. The
 * resolver (unicorns_chain.c) knows effects through it alone. */

#include "games/unicorns/rules/unicorns_rules.h"

enum { UN_KIND_DESTROY = 1, UN_KIND_SACRIFICE = 2, UN_KIND_RETURN = 4 };

/* Both are called again after each answer until they say true: the effect is through with this
 * step. False: s->ask says what is asked of s->seat, or of chance. s->resume is UN_RESUME_START at
 * the first call and theirs from then on. NULL: nothing to do. */
typedef bool (*un_part)(const un_rules *r, un_state *s, int k);

typedef struct un_op {
    unsigned kinds;
    un_part choose, apply;
} un_op;

extern const un_op un_ops[UN_OPS];

unsigned un_op_kind(const un_rules *r, const un_effect *e);

/* A reaction of card `self`, whose effect is `node`, to effect s->k: true when it is through. */
bool un_react(const un_rules *r, un_state *s, int node, int self, int holder);

/* --- what a player may answer --- */

/* Whether an effect could be done, as `may` and `oneof` ask. `source` may be a card of the hand. */
bool un_req(const un_rules *r, const un_state *s, int node, int owner, int source);
/* Whether a card that is no spell may be played with it. */
bool un_play_req(const un_rules *r, const un_state *s, int node, int owner, int source);
/* Whether there can be a question for a `may` at all, from what everybody knows. */
bool un_may_ask(const un_rules *r, const un_state *s, int node, int owner);

/* The cards that can be picked next, those of a kind in a hand, pile, discard or nursery all
 * listed; `out` holds UN_MAX_CARDS. In the order of the tables, else of kinds. */
int un_picks(const un_rules *r, const un_state *s, uint8_t *out);
/* Of a hand: the types that the open question wants. */
unsigned un_hand_types(const un_rules *r, const un_state *s);
bool un_picks_table(const un_rules *r, const un_state *s); /* whether they lie on tables */
/* The answer: a card, or UN_NO_CARD where there was none to pick. */
void un_picked(const un_rules *r, un_state *s, int id);

bool un_player_ok(const un_rules *r, const un_state *s, const un_effect *e, int seat);

/* Draws s->left cards for a seat; false while chance is asked. */
bool un_draws(const un_rules *r, un_state *s, int seat);

#endif
