#ifndef TUNE_LEARN_LEARN_H
#define TUNE_LEARN_LEARN_H
/* From the rules of a game to a net that plays it, without a person: rounds of playing against
 * itself and older selves, training, and a match of the new net against the best so far, which
 * stays unless it is beaten; in the end the best net against the weights at equal time.
 *
 * Everything lies in one folder and is there after each step: a run that was stopped or killed
 * continues where it was. With a node limit nothing depends on time but when it ends. One thread
 * runs it; any thread may stop it. */

#include "tune/job.h"

enum { LEARN_MAX_ROUNDS = 1000 };

typedef struct learn_settings {
    const game *game;
    params setup;
    double hours;        /* of playing, training and testing; the last match comes after them */
    uint64_t rounds;     /* at most; 0: as many as there is time for */
    uint64_t games;      /* a round */
    uint64_t test_games; /* at most, of a new net against the best */
    uint64_t last_games; /* at equal time, in the end; 0: none */
    uint64_t seed, threads, width, hidden, epochs;
    uint64_t effort; /* nodes (or visits) for a decision in games that are learned from */
    char folder[TUNE_PATH], out[TUNE_PATH];
} learn_settings;

/* Two hours, 3,000 games a round, a net of 2 x 64; GAME.learn and GAME.net. */
void learn_default(learn_settings *s, const game *g);

/* What one round came to. */
typedef struct learn_round {
    uint64_t games, positions; /* played in this round; learned from */
    double loss;               /* validated */
    double score;              /* of the new net against the best before it: 0..1 */
    uint64_t tested;           /* in this many games */
    double elo, elo_error;
    double blend; /* how much of what it learned is the searches' values, the rest is results */
    bool trained, kept;
} learn_round;

typedef struct learn learn;

/* Begins a run, or finds one in the folder and continues it: its settings must be the same, but for
 * hours, rounds, the last match and threads. */
status learn_create(learn **out, const learn_settings *s, const tune_world *w, error *err);
void learn_destroy(learn *l); /* NULL is welcome */

/* What is going on, in a few words; false stops. */
typedef bool (*learn_listener)(void *ctx, const char *words);
/* Until the hours or rounds are over. ST_STOPPED: it can be continued. */
status learn_run(learn *l, learn_listener listen, void *ctx, error *err);
void learn_stop(learn *l); /* from any thread */

double learn_spent(const learn *l);                      /* seconds, all runs together */
unsigned learn_rounds(const learn *l);                   /* that are complete */
const learn_round *learn_at(const learn *l, unsigned i); /* from 0 */
unsigned learn_best(const learn *l); /* round of the best net, from 1; 0: none */
void learn_summary(const learn *l, text *out);

#endif
