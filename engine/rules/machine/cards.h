#ifndef ENGINE_RULES_MACHINE_CARDS_H
#define ENGINE_RULES_MACHINE_CARDS_H
/* Hidden cards in the state. A secret area (an area per player, or the deck) has, for each of its
 * holders, a number of cards of each kind. What others know of them is in the state as well:
 *
 *   known  for each holder and kind a word of eight half bytes: how many cards of the kind seat s
 *          knows to be there (half byte s), and how many all know of (half byte CARDS_PUBLIC).
 *          At least so many are there. The holder knows all: its own half byte is 0.
 *   voids  for each holder a bit for each kind that it surely has none of, as all know; 0 where it
 *          has no cards at all.
 *
 * Slots are those of the state's variables. */

#include "engine/rules/machine/state.h"

enum { CARDS_PUBLIC = 7, CARDS_MOST_KNOWN = 15 };
static_assert((int)RB_SECRET_PLAYERS <= (int)CARDS_PUBLIC, "a half byte for each, one for all");
static_assert(RB_KINDS < 32, "a bit for each kind");

static inline const rb_var *cards_area(const program *b, int number) {
    assert(number >= 0 && number < b->secrets);
    return &b->var[b->secret[number]];
}
/* Holders: the players, or one, number 0, of the deck. */
static inline int cards_holders(const program *b, const rb_var *v) {
    return v->per_player ? b->head.players : 1;
}
static inline int cards_slot(const program *b, const rb_var *v, int holder, int kind) {
    assert(holder >= 0 && holder < cards_holders(b, v) && kind >= 0 && kind < b->kinds);
    return v->at + holder * b->kinds + kind;
}
static inline int cards_known_slot(const program *b, const rb_var *v, int holder, int kind) {
    return v->known + holder * b->kinds + kind;
}
static inline int cards_void_slot(const rb_var *v, int holder) {
    return v->voids + holder;
}
static inline unsigned cards_nibble(int32_t word, int seat) {
    return (uint32_t)word >> (4 * seat) & 15;
}
static inline int32_t cards_with_nibble(int32_t word, int seat, unsigned value) {
    uint32_t mask = UINT32_C(15) << (4 * seat);
    return (int32_t)(((uint32_t)word & ~mask) | (uint32_t)value << (4 * seat));
}
static inline int32_t cards_all_void(const program *b) {
    return (int32_t)((UINT32_C(1) << b->kinds) - 1);
}

static inline int cards_count(const program *b, const int32_t *vars, const rb_var *v, int holder) {
    int sum = 0;
    for (int k = 0; k < b->kinds; k++) sum += vars[cards_slot(b, v, holder, k)];
    return sum;
}

#endif
