#ifndef GAMES_LEDUC_LEDUC_RULES_H
#define GAMES_LEDUC_LEDUC_RULES_H
/* Leduc hold'em, inline so that a hot loop can see through it.
 *
 * What all players see is the table: stage, board card, chips, this round's bets. A state is the
 * table and both hands, a view is the table and the hand of one player; both advance by the same
 * functions. State and view are one word each, so their hashes have no collisions. */

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/hash.h"
#include "engine/base/rng.h"
#include "engine/game/game.h"

/* A card is its rank: the two of a rank play alike. */
enum { LEDUC_NO_CARD, LEDUC_JACK, LEDUC_QUEEN, LEDUC_KING };
enum { LEDUC_RANKS = 3, LEDUC_COPIES = 2, LEDUC_CARDS = 6 };

enum { LEDUC_ANTE = 1, LEDUC_RAISE_1 = 2, LEDUC_RAISE_2 = 4, LEDUC_MAX_RAISES = 2 };
enum { LEDUC_MAX_CHIPS = LEDUC_ANTE + LEDUC_MAX_RAISES * (LEDUC_RAISE_1 + LEDUC_RAISE_2) };

/* Actions: a bet, or a deal, which is 4 * slot + rank. */
enum { LEDUC_FOLD = 1, LEDUC_CALL, LEDUC_RAISE };
enum { LEDUC_SLOT_P1 = 1, LEDUC_SLOT_P2, LEDUC_SLOT_BOARD };

enum {
    LEDUC_DEAL_1, /* the numbers of the first two are the hands dealt so far */
    LEDUC_DEAL_2,
    LEDUC_BET_1,
    LEDUC_DEAL_BOARD,
    LEDUC_BET_2,
    LEDUC_OVER
};

typedef struct leduc_table {
    uint8_t stage;
    uint8_t board;  /* a rank or LEDUC_NO_CARD */
    uint8_t pot[2]; /* chips each player has put in, ante included */
    uint8_t bets; /* of this round, two bits each from the low end; kept until a board card falls */
    uint8_t mover; /* who bets next; 0 when no player does */
} leduc_table;

typedef struct leduc_state {
    uint8_t hand[2];
    leduc_table table;
} leduc_state;

_Static_assert(sizeof(leduc_state) == 8, "flat, without padding");

static inline bool leduc_betting(const leduc_table *t) {
    return t->stage == LEDUC_BET_1 || t->stage == LEDUC_BET_2;
}

/* Where the next card goes; 0 when none is dealt next. */
static inline int leduc_slot(const leduc_table *t) {
    static const uint8_t slot[] = {LEDUC_SLOT_P1, LEDUC_SLOT_P2, 0, LEDUC_SLOT_BOARD, 0, 0};
    return slot[t->stage];
}

static inline bool leduc_hand_dealt(const leduc_table *t, int seat) {
    return t->stage > seat;
}

static inline int leduc_bet_at(const leduc_table *t, int i) {
    return t->bets >> 2 * i & 3;
}

static inline int leduc_bet_count(const leduc_table *t) {
    int n = 0;
    while (n < 4 && leduc_bet_at(t, n)) n++;
    return n;
}

static inline bool leduc_facing(const leduc_table *t) {
    return t->pot[t->mover] < t->pot[t->mover ^ 1];
}

/* A raise is the only bet with both bits set. */
static inline bool leduc_may_raise(const leduc_table *t) {
    return __builtin_popcount(t->bets & t->bets >> 1 & 0x55U) < LEDUC_MAX_RAISES;
}

/* A legal bet of the mover. The round ends with a fold, or with a call that is not
 * the first bet. */
static inline void leduc_bet(leduc_table *t, int bet) {
    bool first = t->bets == 0;
    uint8_t *own = &t->pot[t->mover];
    uint8_t other = t->pot[t->mover ^ 1];
    t->bets = (uint8_t)(t->bets | bet << 2 * leduc_bet_count(t));
    t->mover ^= 1;
    if (bet == LEDUC_RAISE)
        *own = (uint8_t)(other + (t->stage == LEDUC_BET_1 ? LEDUC_RAISE_1 : LEDUC_RAISE_2));
    if (bet == LEDUC_CALL) *own = other;
    if (bet == LEDUC_RAISE || (bet == LEDUC_CALL && first)) return;
    bool on = bet == LEDUC_CALL && t->stage == LEDUC_BET_1;
    t->stage = on ? LEDUC_DEAL_BOARD : LEDUC_OVER;
    t->mover = 0;
}

/* The table after a card was dealt to where one is due; `rank` matters for the board alone. */
static inline void leduc_table_deal(leduc_table *t, int rank) {
    if (t->stage == LEDUC_DEAL_BOARD) {
        t->board = (uint8_t)rank;
        t->bets = 0;
    }
    t->stage++;
}

/* How many cards of a rank are in the deck. */
static inline int leduc_left(const leduc_state *s, int rank) {
    return LEDUC_COPIES - (s->hand[0] == rank) - (s->hand[1] == rank) - (s->table.board == rank);
}

static inline void leduc_deal(leduc_state *s, int rank) {
    assert(leduc_left(s, rank) > 0);
    if (s->table.stage <= LEDUC_DEAL_2) s->hand[s->table.stage] = (uint8_t)rank;
    leduc_table_deal(&s->table, rank);
}

/* A card of the deck, each as likely as the others. */
static inline int leduc_draw_card(const leduc_state *s, rng *g) {
    int deck = 0;
    for (int rank = LEDUC_JACK; rank <= LEDUC_KING; rank++) deck += leduc_left(s, rank);
    assert(deck >= LEDUC_COPIES); /* three of six cards are dealt at most */
    int at = (int)rng_below(g, (uint64_t)deck);
    int rank = LEDUC_JACK;
    while ((at -= leduc_left(s, rank)) >= 0) rank++;
    return rank;
}

static inline void leduc_put_random(leduc_state *s, rng *g) {
    assert(s->table.stage != LEDUC_OVER);
    if (!leduc_betting(&s->table)) {
        leduc_deal(s, leduc_draw_card(s, g));
        return;
    }
    unsigned least = leduc_facing(&s->table) ? LEDUC_FOLD : LEDUC_CALL;
    unsigned most = leduc_may_raise(&s->table) ? LEDUC_RAISE : LEDUC_CALL;
    leduc_bet(&s->table, (int)(least + rng_below(g, most - least + 1U)));
}

/* hash_mix is a bijection, so two states never share a hash, nor do two views. */
static inline uint64_t leduc_word(uint8_t a, uint8_t b, const leduc_table *t) {
    uint32_t low = (uint32_t)b << 8 | a;
    uint32_t table =
        (uint32_t)t->pot[1] << 24 | (uint32_t)t->pot[0] << 16 | (uint32_t)t->board << 8 | t->stage;
    uint32_t turn = (uint32_t)t->mover << 8 | t->bets;
    return (uint64_t)turn << 48 | (uint64_t)table << 16 | low;
}

static inline uint64_t leduc_hash(const leduc_state *s) {
    return hash_mix(leduc_word(s->hand[0], s->hand[1], &s->table));
}

/* Makes a table again from the facts that nothing else tells: how many hands and which board card
 * are dealt, the bets of the round, and the chips, which with a board card hold those of a first
 * round (none, one or two raises). False, with *field naming the one that does not fit. */
static inline bool leduc_rebuild(leduc_table *t, int hands, const leduc_table *facts,
                                 const char **field) {
    *field = "board";
    if (hands < 2 && facts->board) return false;
    for (int raises = 0; raises <= LEDUC_MAX_RAISES; raises++) {
        uint8_t before = (uint8_t)(LEDUC_ANTE + raises * LEDUC_RAISE_1);
        *t = (leduc_table){.board = facts->board, .pot = {before, before}};
        t->stage = (uint8_t)(hands < 2 ? hands : facts->board ? LEDUC_BET_2 : LEDUC_BET_1);
        *field = "bets";
        for (int i = 0; i < leduc_bet_count(facts); i++) {
            int bet = leduc_bet_at(facts, i);
            if (!leduc_betting(t) || (bet == LEDUC_FOLD && !leduc_facing(t)) ||
                (bet == LEDUC_RAISE && !leduc_may_raise(t)))
                return false;
            leduc_bet(t, bet);
        }
        if (t->pot[0] == facts->pot[0] && t->pot[1] == facts->pot[1]) return true;
        *field = "pot";
        if (!facts->board) return false;
    }
    return false;
}

#endif
