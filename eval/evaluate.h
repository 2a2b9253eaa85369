#ifndef EVAL_EVALUATE_H
#define EVAL_EVALUATE_H
/* The evaluation: a weighted sum of the features a game names, per player, and from the sums a
 * share of the win by softmax. Weights come with the game or from a file. An evaluator is plain
 * data: copy freely; reading is safe from any thread. */

#include "engine/game/game.h"

enum { EVAL_MAX_FEATURES = 256 };

typedef struct evaluator {
    const game *kind; /* NULL: nothing loaded */
    int count;
    float weight[EVAL_MAX_FEATURES];
    void *folded; /* with evaluator_fold(): for one game's rules */
} evaluator;

/* The game's own weights; count is 0 where it names no features. */
void evaluator_init(evaluator *e, const game *g);

/* Weights from text (docs/protocol.md, EvalFile): lines `name value [min max step]`, '#' comments,
 * the first of them `# game <name> ...`. An unknown name, a second value or another game's file is
 * an error that names the line, and *e is unchanged; names that are missing keep their weights and
 * are counted in *missing. */
status evaluator_read(evaluator *e, const char *data, size_t len, int *missing, error *err);

/* For many evaluations under one game's rules: the same, but quicker where the game helps. The copy
 * in *out is for these rules alone, and ends with evaluator_unfold(); without memory it is a plain
 * copy. */
void evaluator_fold(evaluator *out, const evaluator *e, const rules *r);
void evaluator_unfold(evaluator *e);

typedef struct evaluation {
    float raw[GAME_MAX_PLAYERS][EVAL_MAX_FEATURES];
    double total[GAME_MAX_PLAYERS]; /* sum of weight x raw */
    double win[GAME_MAX_PLAYERS];   /* expected share, adds up to 1 */
} evaluation;

/* One player's weighted sum. */
double evaluator_total(const evaluator *e, const rules *r, const void *s, int player);

/* From sums to shares. */
void evaluator_share_out(const double *total, int players, double *win);

/* Only the shares, for searches: the same numbers on every machine and compiler. */
void evaluator_shares(const evaluator *e, const rules *r, const void *s, double *win);

void evaluator_run(const evaluator *e, const rules *r, const void *s, evaluation *out);

#endif
