#ifndef ENGINE_RULES_MACHINE_STATE_H
#define ENGINE_RULES_MACHINE_STATE_H
/* The state of a game from a rules text: head, sets (areas), variables, and a byte for each cell,
 * the code of the piece on it. It is flat; sizes and places are the program's. Also the actions
 * that lead from one to the next. */

#include "engine/rules/machine/program.h"

/* --- piece codes --- */

/* The code of a piece: 0 is an empty cell; the neutral owner comes after the players. */
static inline unsigned rb_code(const program *b, unsigned kind, unsigned owner) {
    assert(kind <= (unsigned)b->kinds && owner <= b->head.players); /* kinds: how many codes */
    return 1 + kind * (b->head.players + 1u) + owner;
}
static inline unsigned rb_code_kind(const program *b, unsigned code) {
    assert(code > 0 && code < 256); /* not an empty cell */
    return (code - 1) / (b->head.players + 1u);
}
static inline unsigned rb_code_owner(const program *b, unsigned code) {
    assert(code > 0 && code < 256);
    return (code - 1) % (b->head.players + 1u);
}
static inline unsigned rb_code_with_owner(const program *b, unsigned code, unsigned owner) {
    return code - rb_code_owner(b, code) + owner;
}
static inline unsigned rb_code_with_kind(const program *b, unsigned code, unsigned kind) {
    return rb_code(b, kind, rb_code_owner(b, code));
}

/* The piece that a letter, and the owner's digit after it, means: its code, and *s after it;
 * 0 where there is none. */
unsigned rb_piece_code(const program *b, const char **s);

/* --- head --- */

/* OVER_WORK: a draw, as the rules took too many steps; score[0] and score[1] have the place. */
enum { OVER_NOT, OVER_WIN, OVER_DRAW, OVER_SCORE, OVER_WORK };

typedef struct rb_head {
    uint64_t hash;
    uint16_t last, lastfrom; /* RB_NO_CELL: none, or no rule reads it from here */
    uint16_t turns;
    uint8_t mover, next; /* next: as set by an effect; 0xff: the following one */
    uint8_t phase, point;
    uint8_t over, winner;
    uint8_t out;                     /* players who have lost, by bit */
    uint8_t score[GAME_MAX_PLAYERS]; /* OVER_SCORE: players beaten, twice, and tied ones */
    uint8_t next_phase;              /* phase of the next turn */
    union { /* a text has one of the two: `shrinks` never holds where turns can go round */
        uint8_t quiet;   /* program.shrinks: turns since a piece was taken; 255 means more */
        uint8_t in_turn; /* program.rounds: entries of this turn, the last ones of the trail */
    };
    uint8_t claim; /* 1 + the claim that it is over by, or that play went past; 0: none */
} rb_head;
static_assert(sizeof(rb_head) == 32, "four words");

enum { SET_EMPTY, SET_OCCUPIED, SET_OWN };

/* --- parts, whatever the width of areas --- */

static inline unsigned rb_work_place(const rb_head *h) {
    return h->score[0] | (unsigned)h->score[1] << 8;
}
static inline rb_head *rb_head_of(void *s) {
    return s;
}
static inline const rb_head *rb_head_in(const void *s) {
    return s;
}
static inline int32_t *rb_vars_of(const program *b, void *s) {
    return (int32_t *)(void *)((unsigned char *)s + b->vars_at);
}
static inline const int32_t *rb_vars_in(const program *b, const void *s) {
    return (const int32_t *)(const void *)((const unsigned char *)s + b->vars_at);
}
static inline uint8_t *rb_cells_of(const program *b, void *s) {
    return (unsigned char *)s + b->cells_at;
}
static inline const uint8_t *rb_cells_in(const program *b, const void *s) {
    return (const unsigned char *)s + b->cells_at;
}
/* Boards with stacks: how many pieces are under the top of each cell, and which, the lowest first. */
static inline uint8_t *rb_heights_of(const program *b, void *s) {
    return (unsigned char *)s + b->stacks_at;
}
static inline const uint8_t *rb_heights_in(const program *b, const void *s) {
    return (const unsigned char *)s + b->stacks_at;
}
static inline uint8_t *rb_pile_of(const program *b, void *s, unsigned cell) {
    return rb_heights_of(b, s) + b->board.cells + (size_t)cell * (size_t)(b->levels - 1);
}
static inline const uint8_t *rb_pile_in(const program *b, const void *s, unsigned cell) {
    return rb_heights_in(b, s) + b->board.cells + (size_t)cell * (size_t)(b->levels - 1);
}
area rb_set_in(const program *b, const void *s, int set); /* one of the sets, widened */
void rb_set_put(const program *b, void *s, int set, area a);
/* As if it had always been as it is: where no game led to a position. */
void rb_forget_past(const program *b, void *s);

/* --- actions --- */

/* The generator of an action that was read but that nothing offers: verify() says why; and of the
 * null move of front ends, a turn that is passed over. */
enum { RB_NO_GEN = 254, RB_NULL_GEN = 255 };

/* An action: 64 bits. */
typedef struct rb_action {
    uint16_t from, to, aux;
    uint8_t gen, opt; /* opt: 1 + the chosen kind, 0: none */
} rb_action;

static inline action rb_pack(rb_action a) {
    return (action)a.gen << 56 | (action)a.opt << 48 | (action)a.aux << 32 | (action)a.to << 16 |
           a.from;
}
static inline rb_action rb_unpack(action a) {
    return (rb_action){.from = (uint16_t)a,
                       .to = (uint16_t)(a >> 16),
                       .aux = (uint16_t)(a >> 32),
                       .opt = (uint8_t)(a >> 48),
                       .gen = (uint8_t)(a >> 56)};
}

/* Whether a hint is about an action of this side, wherever it leads. */
static inline bool rb_hint_fits(const program *b, const rb_side *s, const uint8_t *cells,
                                const rb_hint *h, rb_action a) {
    const rb_gen *g = &s->gen[a.gen];
    if (h->kind == GEN_PASS) return g->kind == GEN_PASS || g->kind == GEN_SKIP;
    if (g->kind != h->kind || !h->pieces) return g->kind == h->kind;
    unsigned kind = g->kind == GEN_MOVE ? rb_code_kind(b, cells[a.from])
                    : a.opt             ? a.opt - 1u
                                        : b->kind_list[g->kinds];
    return h->pieces >> kind & 1;
}

#endif
