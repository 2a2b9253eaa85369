#ifndef GAMES_PIG_PIG_RULES_H
#define GAMES_PIG_PIG_RULES_H
/* Pig, inline so that a hot loop can see through it.
 *
 * A turn is rolls until the player holds or the die shows 1. Two choices no player would miss are
 * not legal: holding nothing (a game would not have to end) and rolling when holding wins (totals would
 * not be bounded). So score + turn total stays below the target before a roll, and at most
 * PIG_OVERSHOOT above it after one. */

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/rng.h"
#include "engine/game/game.h"

enum {
    PIG_FACES = 6,
    PIG_OVERSHOOT = PIG_FACES - 1,
    PIG_TARGET = 100,
    PIG_TARGET_MIN = 2,
    PIG_TARGET_MAX = 1000
};

/* Actions. A chance outcome is the face of the die, 1 to 6. */
enum { PIG_ROLL = 8, PIG_HOLD = 9 };

enum { PIG_DECIDE, PIG_FALL, PIG_OVER }; /* the player chooses; the die is to fall; it is won */

typedef struct pig_state {
    uint64_t hash; /* kept up by apply(), stale after play_random() */
    uint16_t score[GAME_MAX_PLAYERS];
    uint16_t turn;  /* this turn's total, not banked yet */
    uint8_t player; /* whose turn it is; the winner, when it is over */
    uint8_t phase;
    uint8_t zero[4];
} pig_state;

_Static_assert(sizeof(pig_state) == 32, "flat, without padding");

/* Zobrist keys: one for each turn total, then one for each score of each seat. */
typedef struct pig_rules {
    rules head;
    uint64_t player_key[GAME_MAX_PLAYERS];
    uint64_t fall_key;
    uint16_t target;
    uint8_t first;
    uint64_t total_key[];
} pig_rules;

static inline const pig_rules *pig_of(const rules *r) {
    return (const void *)r;
}

/* Totals run from 0 to target + PIG_OVERSHOOT. */
static inline unsigned pig_totals(const pig_rules *r) {
    return r->target + PIG_OVERSHOOT + 1U;
}

static inline uint64_t pig_score_key(const pig_rules *r, unsigned seat, unsigned score) {
    return r->total_key[(seat + 1) * pig_totals(r) + score];
}

static inline unsigned pig_total(const pig_state *s) {
    return (unsigned)s->score[s->player] + s->turn;
}

static inline bool pig_can_roll(const pig_rules *r, const pig_state *s) {
    return pig_total(s) < r->target;
}

static inline bool pig_can_hold(const pig_state *s) {
    return s->turn > 0;
}

/* One legal step, a choice or a face, without the hash. */
static inline void pig_step(const pig_rules *r, pig_state *s, action a) {
    if (a == PIG_ROLL) {
        s->phase = PIG_FALL;
        return;
    }
    s->phase = PIG_DECIDE;
    if (a > 1 && a <= PIG_FACES) {
        s->turn = (uint16_t)(s->turn + a);
        return;
    }
    bool won = false;
    assert(a == PIG_HOLD || a == 1);
    if (a == PIG_HOLD) {
        s->score[s->player] = (uint16_t)pig_total(s);
        won = s->score[s->player] >= r->target;
    }
    s->turn = 0;
    if (won)
        s->phase = PIG_OVER;
    else
        s->player = (uint8_t)(s->player + 1 == r->head.players ? 0 : s->player + 1);
}

/* What a step can change: the turn total, the phase, whose turn it is, and the score of `seat`, who
 * had the turn before it. */
static inline uint64_t pig_part(const pig_rules *r, const pig_state *s, unsigned seat) {
    uint64_t key = r->total_key[s->turn] ^ r->player_key[s->player];
    if (s->phase == PIG_FALL) key ^= r->fall_key;
    return key ^ pig_score_key(r, seat, s->score[seat]);
}

static inline void pig_put(const pig_rules *r, pig_state *s, action a) {
    unsigned seat = s->player;
    uint64_t rest = s->hash ^ pig_part(r, s, seat);
    pig_step(r, s, a);
    s->hash = rest ^ pig_part(r, s, seat);
}

static inline void pig_put_random(const pig_rules *r, pig_state *s, rng *g) {
    assert(s->phase != PIG_OVER);
    action a = PIG_ROLL;
    if (s->phase == PIG_FALL)
        a = 1 + rng_below(g, PIG_FACES);
    else if (pig_can_hold(s) && (!pig_can_roll(r, s) || rng_next(g) >> 63))
        a = PIG_HOLD;
    pig_step(r, s, a);
}

/* The hash from scratch. */
static inline uint64_t pig_rehash(const pig_rules *r, const pig_state *s) {
    uint64_t key = r->player_key[s->player] ^ r->total_key[s->turn];
    for (unsigned i = 0; i < r->head.players; i++) key ^= pig_score_key(r, i, s->score[i]);
    return s->phase == PIG_FALL ? key ^ r->fall_key : key;
}

#endif
