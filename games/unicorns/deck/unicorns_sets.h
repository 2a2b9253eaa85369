#ifndef GAMES_UNICORNS_DECK_UNICORNS_SETS_H
#define GAMES_UNICORNS_DECK_UNICORNS_SETS_H
/* Sets of cards as bits, for decks of up to 128 cards: what a playout asks of cards on tables and
 * in hands is then a few words ANDed instead of a walk over them. */

#include "engine/base/rng.h"
#include "games/unicorns/deck/unicorns_deck.h"

typedef unsigned __int128 un_set;

enum { UN_SET_SIZE = 128 };

/* Of one deck under one set of rules: made when the rules are, never changed. */
typedef struct un_sets {
    bool usable; /* the deck fits */
    un_set bit[UN_SET_SIZE];
    un_set kind[UN_MAX_KINDS];
    un_set node[UN_MAX_NODES]; /* cards of the types that an effect is about; pandas aside */
    un_set unicorns, basics, babies, grown, instants, spells;
    un_set hears[UN_EVENTS];
    un_set bot_own; /* that hear the beginning of their holder's turn alone */
    un_set enters;  /* with effects on registration */
    un_set listens; /* with triggers or lasting effects */
    un_set lasting, proof, sturdy, loyal, doubles; /* proof: against spells; not destroyable; not
                                                      sacrificable; count as two */
    un_set plain;                                  /* whose play depends on nothing */
    un_set areas[3];
    uint8_t area[UN_SET_SIZE];
    uint8_t bot_node[UN_SET_SIZE]; /* the one effect of those, 0 where there are more */
    uint8_t pandas[UN_MAX_NODES];  /* an effect is about pandas too */
} un_sets;

static inline int un_set_count(un_set s) {
    return __builtin_popcountll((uint64_t)s) + __builtin_popcountll((uint64_t)(s >> 64));
}

static inline int un_set_first(un_set s) {
    uint64_t low = (uint64_t)s;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(s >> 64));
}

static inline un_set un_set_rest(un_set s) {
    return s & (s - 1);
}

/* The k-th of a set, from 0. */
static inline int un_set_at(un_set s, int k) {
    while (k-- > 0) s = un_set_rest(s);
    return un_set_first(s);
}

/* One of `count` cards, each as likely. */
static inline int un_set_any(un_set s, int count, rng *g) {
    return count == 1 ? un_set_first(s) : un_set_at(s, (int)rng_below(g, (uint64_t)count));
}

#endif
