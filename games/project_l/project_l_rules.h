#ifndef GAMES_PROJECT_L_PROJECT_L_RULES_H
#define GAMES_PROJECT_L_PROJECT_L_RULES_H
/* The state of Project L and the rules that move it. Knows nothing of text.
 *
 * Hidden order is not stored: a deck is a number of cards in unknown order, drawn from the set of
 * puzzles no player has seen, on top of a tail whose order is known (recycled puzzles). A draw is a
 * chance event.
 *
 * A large action is a chain of steps by the same player: a recycle puts one puzzle after the other
 * to the bottom, a master places one piece after the other, in slot order, and then ends. What an
 * action sets off (draws, rewards to choose) is settled before it counts as done. */

#include <assert.h>

#include "engine/base/hash.h"
#include "engine/game/game.h"
#include "games/project_l/project_l_needs.h"

enum { PL_SEATS = 4, PL_SLOTS = 4, PL_ROW = 4, PL_ACTIONS = 3 };
enum { PL_N, PL_E, PL_FT, PL_F }; /* phases: normal, end triggered, finishing touches, finished */
enum { PL_MASTER_USED = 1, PL_BLACK_TAKEN = 2, PL_LAST_ROUND = 4 };

/* What is under way. PL_ACT: an action whose draws or rewards are not settled yet. */
enum { PL_IDLE, PL_SETUP, PL_ACT, PL_MASTER, PL_RECYCLE, PL_SEATING };

/* Draws still to be made: row slots by bit (white 0..3, black 4..7), and a puzzle from the top. */
enum { PL_TOP_WHITE = 8, PL_TOP_BLACK = 9 };

typedef struct pl_state {
    uint64_t hash;
    uint64_t unseen;                    /* puzzles that may be in the unknown part of a deck */
    uint64_t reserve, supply[PL_SEATS]; /* counts, 7 bits a shape */
    uint64_t used[PL_SEATS][PL_SLOTS];  /* pieces on the puzzle, 5 bits a shape */
    uint32_t image[PL_SEATS][PL_SLOTS]; /* closed and covered cells */
    uint8_t puzzle[PL_SEATS][PL_SLOTS]; /* index + 1; 0: empty slot */
    uint8_t order[PL_MAX_PUZZLES]; /* white tail, black tail, finished of each seat, end to end */
    uint8_t length[2 + PL_SEATS];  /* of those six parts */
    uint8_t row[2 * PL_ROW];       /* index + 1; 0: empty */
    uint8_t unknown[2];            /* cards in unknown order, by colour */
    int16_t score[PL_SEATS];
    uint16_t round; /* from 1; not hashed */
    uint16_t offer; /* the rewards available in a what-if; 0: by the rules */
    uint16_t draws; /* set of draws to be made, lowest first but for the tops, which come first */
    uint16_t placed[PL_SLOTS]; /* inside a master: configuration + 1 by slot */
    uint8_t phase, mover, actions, flags;
    uint8_t chain, chain_count; /* recycle: colour in bit 7, puzzles put so far */
    uint8_t rewards, queue;     /* completed puzzles to settle: number, slots 2 bits each */
    uint8_t apart; /* in a what-if: the first completed puzzle to settle, which is in no slot of
                      the mover; index + 1, 0: it is in a slot */
    uint8_t zero[1];
} pl_state;

_Static_assert(sizeof(pl_state) <= 384, "the size to keep");
_Static_assert(sizeof(pl_state) == offsetof(pl_state, zero) + 1, "no padding");

typedef struct pl_rules {
    rules head;
    pl_pieces pieces;
    pl_set set;
    pl_needs *needs;    /* how far puzzles are from done */
    uint64_t colour[2]; /* puzzles by colour */
    int in_play[2];     /* cards of each colour */
    int reserve, rounds;
    bool ft_points, ft_return, trigger_black, basic_subst, reward_lower, same_change, pass,
        shuffle_seats;
    uint16_t level[PL_LEVELS + 2]; /* shapes of a level, 1..4 */
    uint64_t salt[16];
} pl_rules;

static inline const pl_rules *pl_of(const rules *r) {
    return (const pl_rules *)(const void *)r;
}

/* --- steps --- */

/* A step: its kind in the low byte, then two arguments. */
enum {
    PL_TAKE,   /* row slot 0..7 */
    PL_TOP,    /* colour */
    PL_PUT,    /* recycle: row slot */
    PL_BASIC,  /* shape */
    PL_CHANGE, /* old shape, new shape */
    PL_PLACE,  /* own slot, configuration */
    PL_JOIN,   /* a placement of a master: own slot, configuration */
    PL_JOINED, /* the end of a master: order of completions, 0 for slot order */
    PL_NOTHING,
    PL_ENDFT,
    PL_REWARD, /* shape */
    PL_DRAW,   /* puzzle */
    PL_LOT     /* seats by lot: number of the permutation, in the order of their texts */
};

static inline action pl_make(unsigned kind, unsigned a, unsigned b) {
    return (action)kind | (action)a << 8 | (action)b << 24;
}
static inline unsigned pl_kind(action x) {
    return (unsigned)(x & 0xff);
}
static inline unsigned pl_a(action x) {
    return (unsigned)(x >> 8 & 0xffff);
}
static inline unsigned pl_b(action x) {
    return (unsigned)(x >> 24 & 0xffff);
}

/* --- counts --- */

static inline unsigned pl_count(uint64_t counts, int shape) {
    assert(shape >= 0 && shape < PL_SHAPES);
    return (unsigned)(counts >> (7 * shape) & 127);
}
static inline uint64_t pl_one(int shape) {
    return UINT64_C(1) << (7 * shape);
}
static inline unsigned pl_used(uint64_t used, int shape) {
    return (unsigned)(used >> (5 * shape) & 31);
}

/* The shapes that are there, as a set of bits: a field that is not 0 carries into its top bit, and
 * two products bring four of these bits together each. */
static inline unsigned pl_present(uint64_t counts) {
    const uint64_t low = UINT64_C(0x3f) * UINT64_C(0x0102040810204081);
    uint64_t top = (((counts & low) + low) | counts) >> 6 & UINT64_C(0x0102040810204081);
    uint64_t gather = 1u << 18 | 1u << 12 | 1u << 6 | 1u;
    uint64_t first = (top & 0xfffffff) * gather >> 18 & 15;
    uint64_t second = (top >> 28 & 0xfffffff) * gather >> 18 & 15;
    return (unsigned)(first | second << 4 | top >> 56 << 8);
}

/* The k-th element of a set, k from 0. */
static inline int pl_pick(uint64_t set, unsigned k) {
    assert(k < (unsigned)__builtin_popcountll(set));
    unsigned half = (unsigned)__builtin_popcountll(set & UINT32_MAX);
    if (k >= half) {
        k -= half;
        set &= ~(uint64_t)UINT32_MAX;
    }
    while (k--) set &= set - 1;
    return __builtin_ctzll(set);
}

/* --- questions --- */

static inline int pl_deck(const pl_state *s, int colour) {
    return s->unknown[colour] + s->length[colour];
}

/* Where part `k` of s->order begins. */
static inline int pl_part(const pl_state *s, int k) {
    int at = 0;
    for (int i = 0; i < 2 + PL_SEATS; i++) at += i < k ? s->length[i] : 0; /* no branches */
    return at;
}

static inline int pl_free_slot(const pl_state *s, int seat) {
    int i = 0;
    while (i < PL_SLOTS && s->puzzle[seat][i]) i++;
    return i; /* PL_SLOTS: none */
}

/* The i-th completed puzzle that waits for its reward. */
static inline int pl_waiting(const pl_state *s, int i) {
    assert(i < s->rewards);
    if (s->apart && i == 0) return s->apart - 1;
    return s->puzzle[s->mover][s->queue >> (2 * (i - (s->apart != 0))) & 3] - 1;
}

unsigned pl_reward_options(const pl_rules *r, const pl_state *s, int puzzle); /* shapes available */
unsigned pl_change_options(const pl_rules *r, unsigned there,
                           int old_shape); /* there: in the reserve */
unsigned pl_basic_options(const pl_rules *r, const pl_state *s);
int pl_next_draw(const pl_state *s); /* a bit of s->draws; -1: none */
int pl_draw_colour(int draw);
uint64_t pl_draw_candidates(const pl_rules *r, const pl_state *s); /* puzzles that may come */

/* Parts of the legal list of phases N and E. */
int pl_list_takes(const pl_state *s, action *out);
int pl_list_puts(const pl_state *s, action *out);
int pl_list_exchanges(const pl_rules *r, const pl_state *s, action *out); /* basic, then change */

/* --- moves --- */

/* Plays a step without keeping the hash; pl_apply() keeps it. */
void pl_move(const pl_rules *r, pl_state *s, action a);

/* Empty slots of the rows wait for a card as long as the decks have cards, white before black. */
void pl_ask_refill(pl_state *s);

/* Makes of a state that a seat is to move in the one in which it has just completed a puzzle, its
 * own, another seat's or one of a row, and chooses the reward. False, and nothing changed, where
 * the puzzle does not lie open. The hash is stale. */
bool pl_suppose_done(const pl_rules *r, pl_state *s, int puzzle);

/* --- the functions of the contract --- */

void pl_start(const rules *r, void *s);
int pl_actor(const rules *r, const void *s);
int pl_legal(const rules *r, const void *s, const trail *t, action *out);
void pl_apply(const rules *r, void *s, trail *t, action a);
uint64_t pl_rehash(const rules *r, const void *s);
void pl_returns(const rules *r, const void *s, float *utility, int32_t *points);
void pl_ranks(const rules *r, const void *s, int *out); /* dense */

#endif
