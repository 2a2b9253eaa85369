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
    double blend;    /* of nets to come: that of the best way so far */
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

/* --- learn.c --- */

/* What is under way, for another thread to stop it. */
void learn_set_running(learn *l, match *m, tune_job *j);
bool learn_is_late(const learn *l);
/* Says how far it is; false: it is to stop. */
bool learn_report(learn *l, uint64_t done, const char *more);

/* --- learn_matches.c --- */

enum { LEARN_LAST_MS = 50 }; /* a decision in the last match */

/* A file of the folder that evaluates. */
typedef struct learn_net_file {
    const char *name;
    unsigned round; /* 0: none, the weights do */
} learn_net_file;

static inline learn_net_file learn_net(unsigned round) {
    return (learn_net_file){"net", round};
}

/* A match of two nets at equal nodes, until a test has an answer; or of a fixed number of games; or
 * the last one, of as many at equal time. */
typedef struct learn_pairing {
    const char *name; /* of its file */
    learn_net_file a, b;
    uint64_t fixed; /* 0: until the test has an answer */
    bool last;
} learn_pairing;

/* Fills score, games, Elo and `kept`. ST_STOPPED: stopped, or late. */
status learn_play_match(learn *l, const learn_pairing *p, learn_round *out, error *err);

/* Games of the best net, of the one before it and of the weights. `surprised`: they begin where the
 * last round was surprised. */
status learn_play_games(learn *l, const char *name, bool surprised, uint64_t games, error *err);

/* --- learn_lessons.c --- */

/* The net of this round. The first ones are learned in several ways, of which the best stays. */
status learn_train(learn *l, learn_round *round, error *err);
/* A net of the folder becomes another file. */
status learn_copy_net(const learn *l, const char *name, unsigned n, const char *to, error *err);

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
