#ifndef TUNE_DATA_DATA_H
#define TUNE_DATA_DATA_H
/* Games as something to learn from: the files of `kibitz selfplay` (and of `kibitz match`) become
 * examples. A file holds the games' events, not features, so that what is learned from them may
 * change; positions are found by playing the games again.
 *
 * Every decision of a game that ended by its rules is an example, unless nothing quiet can be said
 * of it (the player to act answers a threat, or the action played takes something), or the position
 * came up before, or the options leave it out. A game is learned from or validated with, never both. The
 * result is the same for any number of threads. */

#include "arena/match_file.h"
#include "eval/evaluate.h"
#include "search/pool.h"
#include "tune/data/examples.h"
#include "tune/data/net_examples.h"

typedef struct data_options {
    double valid;   /* share of the games that are kept for validation */
    double blend;   /* how much of the target is the search's value, the rest is the result */
    double lambda;  /* how much later values count in it: each by this less than the one before */
    double decided; /* leave positions out in which the search gave a seat more than this */
    uint64_t plies; /* learn from so many decisions at the start of a game; 0: from all */
    bool noisy;     /* take also positions that are not quiet */
    bool points;    /* margins are wanted */
    bool inputs;    /* what a net sees, instead of features */
    uint64_t seed;  /* of the split and the order */
} data_options;

data_options data_default(void);

typedef struct data_set {
    const game *kind;
    int seats;
    examples train, valid;             /* features, */
    net_examples net_train, net_valid; /* or what a net sees */
    uint64_t hash;                     /* of all files */
    uint64_t games, valid_games, unfinished;
    uint64_t damaged; /* games left out, as their bytes are not those that were written */
    uint64_t decisions, doubles, unquiet;
    uint64_t settled; /* left out as the game was decided, or went on for long */
    text notes;       /* a line for each file that was cut or damaged */
} data_set;

typedef struct data_source {
    game_list games;
    const char *const *path;
    int paths;
    const game *kind;      /* files of another game are an error; NULL: the first file says */
    const rules *rules;    /* inputs: games of other rules are an error */
    const evaluator *base; /* inputs: what a net stands on; NULL: on nothing */
    pool *threads;         /* may be NULL */
    bool force;            /* also games that were played by other rules */
} data_source;

/* The caller ends *out with data_done() in any case. Errors name the file and the game. */
status data_load(data_set *out, const data_source *from, const data_options *o, error *err);
void data_done(data_set *d);

#endif
