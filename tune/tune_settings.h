#ifndef TUNE_TUNE_SETTINGS_H
#define TUNE_TUNE_SETTINGS_H
/* All that decides what a tuning run comes to: the words of `kibitz tune`, of the protocol's `tune
 * start`, and the head of a checkpoint are the same ones. How many threads work and where the
 * report goes is not part of it, but is said in the same words. */

#include "arena/engine_spec.h"
#include "engine/notation/record.h"
#include "tune/data/data.h"
#include "tune/evolution/evolve.h"
#include "tune/fits/fit.h"
#include "tune/nets/net_fit.h"

enum { TUNE_FILES = 32, TUNE_PATH = 512, TUNE_NAMES = 2048 };

#define TUNE_DEFAULT_ENGINE "nodes=2000 Hash=4"

typedef enum tune_method {
    TUNE_GRAD,
    TUNE_TEXEL,
    TUNE_SPSA,
    TUNE_CMAES,
    TUNE_GA,
    TUNE_NET
} tune_method;

#define TUNE_UNSAID UINT64_MAX /* of counts whose defaults depend on the method */

typedef struct tune_settings {
    const game *game;
    params setup;
    tune_method method;
    char data[TUNE_FILES][TUNE_PATH];
    int files;
    char params[TUNE_NAMES]; /* names with commas between; empty: all terms */
    char group[TUNE_NAMES];  /* what names begin with, or a bot with numbers; empty: all terms */
    char weights[TUNE_PATH]; /* where they begin; empty: the game's own */
    uint64_t seed;
    /* TUNE_UNSAID until tune_settings_complete(): */
    uint64_t epochs; /* or rounds */
    uint64_t batch, patience;
    uint64_t width, hidden; /* of a net */
    uint64_t plies;         /* of a game that are learned from; 0: all */
    bool adagrad, scale, noisy, on_weights;
    loss_kind loss;
    double rate, l2, prior, valid, blend, lambda, decided, points;

    uint64_t games, population; /* of methods that play: games a round for each set tried */
    uint64_t opening_plies;
    uint64_t seats;              /* of a bot whose numbers are tried */
    char engine[ENGINE_LINE];    /* who plays with the numbers tried */
    char opponents[ENGINE_LINE]; /* whom they play; empty: the same engine with the numbers at the
                                    start of the round */

    uint64_t threads, checkpoint; /* epochs between two checkpoints */
    uint64_t match;               /* games of the old numbers against the new ones at the end */
    char out[TUNE_PATH], plot[TUNE_PATH];
} tune_settings;

void tune_settings_init(tune_settings *s, const game *g);

bool tune_settings_has(const char *name); /* whether there is such a word */

/* Takes one word and its value: "epochs", "50". ST_UNKNOWN_TOKEN where there is no such word. */
status tune_settings_take(tune_settings *s, const char *name, const char *value, error *err);

/* What was not said becomes the default of the method. */
void tune_settings_complete(tune_settings *s);

/* What does not fit together, or is missing. */
status tune_settings_check(const tune_settings *s, error *err);

const char *tune_method_name(tune_method m);
bool tune_learns(tune_method m); /* from data, not by playing */

/* As lines `name: value`, and back. */
void tune_settings_write(const tune_settings *s, text *out);
status tune_settings_read(tune_settings *out, const record *r, game_list games, error *err);

/* The table of settings, for people: what a setting takes ("N") and what it is about. False after
 * the last. */
typedef struct tune_setting {
    const char *name, *value, *what;
} tune_setting;
bool tune_settings_at(size_t i, tune_setting *out);

#endif
