#ifndef TUNE_LEARN_LEARN_STATE_H
#define TUNE_LEARN_LEARN_STATE_H
/* The internals of a run, shared by its files. */

#include <stdatomic.h>

#include "arena/match.h"
#include "engine/base/threads.h"
#include "tune/learn/learn.h"

struct learn {
    learn_settings s;
    tune_world w;
    rules *rules;
    bool visits;     /* the search of this game counts visits, not nodes */
    bool net_visits; /* the one with a net does */
    bool on_weights; /* nets are added to the weights; the first one decided it */
    learn_round round[LEARN_MAX_ROUNDS];
    unsigned rounds, best;
    double spent;         /* seconds, of all runs */
    int64_t began_ns;     /* this one; what was spent before is in `spent` */
    unsigned proven_best; /* round whose net has played the last match; 0: none has */
    learn_round last;     /* score, games and Elo of that match */
    atomic_bool stopping;
    match *match;  /* that is being played; guarded by the lock: */
    tune_job *job; /* or training that is going on */
    mtx_t lock;
    learn_listener listen;
    void *ctx;
    const char *doing; /* for the listener */
    uint64_t of;       /* how many there are to do */
    bool late;         /* the time is over */
};

/* --- learn_files.c --- */

/* The path of a file of the folder: "games", 3 is FOLDER/games-3; with 0 no number. */
void learn_path(const learn *l, const char *name, unsigned number, text *out);
status learn_write_state(const learn *l, error *err);
/* Reads what is in the folder, where something is there. */
status learn_read_state(learn *l, error *err);
status learn_write_page(const learn *l, error *err);
/* Writes openings of positions of round n whose value came as a surprise; *count how many. */
status learn_write_surprises(const learn *l, unsigned n, size_t *count, error *err);

#endif
