#ifndef EVAL_WEIGHTS_H
#define EVAL_WEIGHTS_H
/* The weights of a game's features: the game's own, or from a file. Plain data: copy freely;
 * reading is safe from any thread. */

#include "engine/game/game.h"

enum { EVAL_MAX_FEATURES = 1024, EVAL_DRAW_BASE = EVAL_MAX_FEATURES };

/* What evaluates: the net of the program where one fits, else the weights; the weights; a net. */
typedef enum eval_choice { EVAL_DEFAULT, EVAL_LINEAR, EVAL_NET } eval_choice;

typedef struct weights {
    const game *game; /* NULL: nothing loaded */
    eval_choice choice;
    const struct net *net; /* EVAL_NET: of a file; NULL: that of the program */
    int count;
    float weight[EVAL_MAX_FEATURES];
    bool draws; /* something is known about draws: see eval/draws.h */
    float margin[EVAL_MAX_FEATURES + 1], scale[EVAL_MAX_FEATURES + 1]; /* the last: any position */
} weights;

/* The game's own weights; count is 0 where it names no features. */
void weights_init(weights *w, const game *g);

/* Whether both evaluate in the same way. */
bool weights_equal(const weights *a, const weights *b);

/* Of the numbers, without draws. */
uint64_t weights_hash(const weights *w);

/* Weights from text (docs/protocol.md, EvalFile): lines `name value [min max step]`, '#'
 * comments, the first of them `# game <name> ...`; and `draw name margin scale`, where the name
 * `base` is for any position. An unknown name, a second value or another game's file is an error
 * that names the line, and *w is unchanged; names that are missing keep their weights and are
 * counted in *missing. */
status weights_read(weights *w, const char *data, size_t len, int *missing, error *err);

/* The same from a file, of at most 1 MiB; errors name it. The file may be a net as well
 * (eval/net/net.h), and in place of a path there may be the words `linear` and `net`. */
status weights_load(weights *w, const char *path, int *missing, error *err);

/* What the weights know about draws as a list for the contract, ended by a NULL name; its names are
 * the game's. `out` holds count + 2. */
void weights_draws(const weights *w, draw_term *out);

#endif
