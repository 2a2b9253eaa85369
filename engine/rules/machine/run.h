#ifndef ENGINE_RULES_MACHINE_RUN_H
#define ENGINE_RULES_MACHINE_RUN_H
/* The interpreter, as the rest sees it: one table of functions for each width of areas. Its source
 * is run_*.inc, compiled once a width (run_w1.c and others). */

#include "engine/base/text.h"
#include "engine/game/game_speed.h"
#include "engine/rules/machine/state.h"

struct frame;
struct movegen;
struct playout;

/* What one call may do. Steps are counted where something can be done many times: actions tried,
 * conditions asked for each of them, cells looked at. */
/* Hidden cards that an action shows to all, place by place. */
typedef struct rb_opened {
    int count;
    struct {
        uint8_t area, holder;
        int32_t cards[RB_KINDS]; /* that were there */
    } at[RB_SECRETS * RB_SECRET_PLAYERS];
} rb_opened;

typedef struct rb_work {
    int64_t left;      /* steps; below 0: too much, and what was found out is of no use */
    uint16_t place;    /* then: the rule at work */
    rb_opened *opened; /* NULL, or where that is noted */
} rb_work;

/* A piece, of this kind then, comes to `to`, RB_NO_CELL: nothing does; `from` is RB_NO_CELL where it
 * was not on the board. */
typedef struct rb_arrival {
    unsigned from, to;
    int kind;
} rb_arrival;

typedef struct rb_run {
    int words;
    uint64_t layout; /* of what it works on (run_types.inc) */
    /* Makes b->wide: constants and tables in this width. ST_NOMEM. */
    status (*prepare)(program *b);
    void (*start)(const program *b, void *s);
    int (*legal)(const program *b, const void *s, const trail *t, action *out);
    uint64_t (*count)(const program *b, const void *s, const trail *t); /* how many legal() has */
    /* Where nature decides, the same as legal(), and how likely each outcome is. */
    int (*chance)(const program *b, const void *s, action *out, float *weight);
    /* As legal(), out of a budget that may be shared by several calls: what is listed once it is
     * spent may not be all. */
    int (*legal_within)(const program *b, const void *s, rb_work *work, action *out);
    /* Ways to play the turn to its end; false: more than this look can count. */
    bool (*count_turns)(const program *b, const void *s, const trail *t, uint64_t *out);
    bool (*allowed)(const program *b, const void *s, const trail *t, action a);
    void (*apply)(const program *b, void *s, trail *t, action a);
    /* Whether a turn may be passed over, by the action RB_NULL_GEN, that no list has. */
    bool (*null)(const program *b, const void *s, const trail *t);
    /* Players who see a card that an action moves face down, or that chance deals: by bit. */
    unsigned (*seers)(const program *b, const void *s, action a);
    /* What an action shows to all, and what follows it without a decision. */
    void (*opened)(const program *b, const void *s, action a, rb_opened *out);
    void (*reopen)(const program *b, void *s); /* over by a claim: play continues */
    /* made: NULL, or where the steps of players are noted */
    int (*play_out)(const program *b, void *s, trail *t, rng *g, int most, made_steps *made);
    /* Where a hint of the player to act applies, in *to unless it is about a pass; false: nowhere. */
    bool (*hint)(const program *b, const void *s, const rb_hint *h, area *to);
    uint64_t (*rehash)(const program *b, const void *s);
    /* Makes sets, hash and what follows from the cells, variables and head of a state; and settles
     * it. True: it is over by an entry of `end`. */
    bool (*rebuild)(const program *b, void *s);
    /* Sets from cells, no more; and the area that code of side 0 leaves at an operand. */
    void (*refill)(const program *b, void *s);
    area (*find)(const program *b, const void *s, uint16_t code, uint16_t at);
    /* The terms of the evaluation (terms.h). */
    void (*measure)(const program *b, const void *s, int player, float *out);
    void (*weigh)(const program *b, const void *s, const void *folded, double *total);
    /* What every player would have if the game ended now; false where there is no `score`, or there
     * are several that say different things here. */
    bool (*score)(const program *b, const void *s, int32_t *out);
    /* Of what legal() lists at least those that take something or become another piece. */
    int (*taking)(const program *b, const void *s, const trail *t, action *out);
    /* The other player's turn, of two with royal pieces; false, and nothing done, in check. */
    bool (*skip)(const program *b, void *s);
    bool (*in_check)(const program *b, const void *s); /* there, too */
    /* Whether an enemy hits `to` once the piece on `from` is gone; there, too. */
    bool (*guarded)(const program *b, const void *s, unsigned from, unsigned to);
    /* Where terms.hitters are known: whether the mover gains by a step to `to`, with all captures
     * there that pay. `gain` is what the step takes less what is asked, `stake` the value of the
     * piece that has come there; from: RB_NO_CELL where it was not on the board. */
    bool (*exchange)(const program *b, const void *s, unsigned from, unsigned to, float gain,
                     float stake);
    /* There, and with royal pieces: which of n arrivals give check, by the piece itself or by one
     * that it uncovers. */
    void (*threats)(const program *b, const void *s, const rb_arrival *x, int n, bool *out);
    /* There: adds to the scores of steps that take nothing. A piece that a cheaper one hits should
     * go away, and none should go where one hits. */
    void (*flee)(const program *b, const void *s, const action *list, int n, float *score);
    /* Whether sets and cells agree. */
    bool (*sound)(const program *b, const void *s);
    /* Code of the player whose frame it is. */
    int32_t (*code)(struct frame *f, uint16_t code);
    /* What b->wide has, as C for generated code. */
    void (*write_wide)(const program *b, text *out);
} rb_run;

/* Code generated for one player of one game: as above, where that player is the one who acts; and
 * what the code of one player asks from that of another, with pointers to what only the
 * interpreter's files know. */
typedef struct rb_native_side {
    uint64_t layout; /* of what it was compiled for: that of the interpreter, or it is not used */
    int (*legal)(const program *b, const void *s, const trail *t, action *out);
    uint64_t (*count)(const program *b, const void *s, const trail *t);
    bool (*count_turns)(const program *b, const void *s, const trail *t, uint64_t *out);
    void (*apply)(const program *b, void *s, trail *t, action a);
    int (*play_out)(const program *b, void *s, trail *t, rng *g, int most, made_steps *made);
    void (*weigh)(const program *b, const void *s, const void *folded, double *total);
    int (*taking)(const program *b, const void *s, const trail *t, action *out);
    bool (*skip)(const program *b, void *s);
    bool (*in_check)(const program *b, const void *s);
    bool (*guarded)(const program *b, const void *s, unsigned from, unsigned to);
    bool (*exchange)(const program *b, const void *s, unsigned from, unsigned to, float gain,
                     float stake);
    void (*threats)(const program *b, const void *s, const rb_arrival *x, int n, bool *out);
    void (*flee)(const program *b, const void *s, const action *list, int n, float *score);
    int32_t (*code)(struct frame *f, uint16_t code);
    bool (*can_act)(const struct frame *f, int player);
    bool (*fades)(const program *b, void *s, const trail *t, const rb_var *v);
    void (*settle_from)(struct movegen *k, trail *t, int passed);
    void (*play_on)(struct playout *p);
} rb_native_side;

/* Of all players of a game; it is used for programs of this hash alone (native_hash()). */
typedef struct rb_native {
    const char *name;
    uint64_t hash;
    const rb_native_side *side[GAME_MAX_PLAYERS];
} rb_native;

/* What a shared object made by `kibitz compile` has: the texts, and the code of all their games. Its
 * function `kibitz_native` gives it to who asks with the number NATIVE_ABI (native_write.h) that it
 * was made with, others get NULL. */
typedef struct rb_native_text {
    const char *name, *text;
    size_t len;
} rb_native_text;

typedef struct rb_native_object {
    const rb_native_text *texts;     /* ended by one without a name */
    const rb_native *const *natives; /* ended by NULL */
} rb_native_object;
typedef const rb_native_object *(*rb_native_entry)(unsigned abi);

extern const rb_run rb_run_w1, rb_run_w2, rb_run_w4, rb_run_w8;
/* The same for programs with generated code (program.native). */
extern const rb_run rb_native_w1, rb_native_w2, rb_native_w4, rb_native_w8;

#endif
