#ifndef ENGINE_GAME_PERFT_H
#define ENGINE_GAME_PERFT_H
/* Perft: how many lines of exactly N tokens there are. The oldest test of rules, and a bench. */

#include <stdatomic.h>

#include "engine/game/position.h"

typedef struct perft_options {
    unsigned depth;
    bool turns;  /* count turns: a token only counts when another player is to act after it */
    bool noend;  /* play on after the end of the game, where the game can */
    bool unique; /* count different positions at the last ply as well */
    uint64_t first, end;     /* of the first tokens only these, by number from 0; end 0: all */
    const atomic_bool *stop; /* may be NULL; set by another thread */
} perft_options;

typedef struct perft_result {
    uint64_t nodes, unique; /* unique: 0 unless asked for */
} perft_result;

/* `each` (may be NULL) gets the count below every first token. Chance nodes are enumerated:
 * where that cannot be done the answer is ST_UNSUPPORTED, never a sample. ST_STOPPED, ST_NOMEM. A
 * view is refused. */
typedef void (*perft_each)(void *ctx, const char *event, uint64_t nodes);
status perft_run(const position *p, const perft_options *o, perft_each each, void *ctx,
                 perft_result *out, error *err);

/* How many first tokens there are. The depth is at least 1. */
status perft_firsts(const position *p, const perft_options *o, uint64_t *out, error *err);

#endif
