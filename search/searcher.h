#ifndef SEARCH_SEARCHER_H
#define SEARCH_SEARCHER_H
/* What every search is given, what it reports, and how it is driven. A search knows games only
 * through the contract; a caller knows searches only through this page.
 *
 * Life: create() takes all memory; then work() runs on every worker thread until the job's limits
 * are reached or control says stop; report() may be called from another thread at any time;
 * destroy(). */

#include <stdatomic.h>

#include "engine/base/memory.h"
#include "engine/game/position.h"
#include "eval/evaluate.h"
#include "search/knobs.h"
#include "search/limits.h"
#include "search/spare.h"

/* What the search tries to maximise for each player. */
typedef enum objective {
    OBJECTIVE_WIN,
    OBJECTIVE_POINTS,
    OBJECTIVE_MARGIN,
    OBJECTIVE_RANK
} objective;

typedef struct search_options {
    const bot *bot; /* which of the game's policies the bot searcher plays */
    int threads;
    size_t hash_bytes;
    int multipv;
    uint64_t seed;
    bool
        deterministic; /* the same answer for any number of threads (given a node or visit limit) */
    bool want_ranks;
    objective objective;
    int contempt;    /* percent points of a win that a draw counts less to the deciding seat */
    int skill;       /* 0..20; below 20 the final choice errs on purpose */
    int level;       /* 1..10: a skill and less work, see search/skill.h; 0: none */
    int elo;         /* the level that is nearest to it in this game; 0: none */
    unsigned worlds; /* hidden games: how many deals to think about; 0: a new one each time */
    unsigned chance_samples; /* outcomes looked at per chance node; 0: all */
    knobs knobs;             /* a search finds them resolved: no KNOB_AUTO */
} search_options;

/* One thread, 16 MiB, one line, full skill, seed 1, every knob left to us. */
search_options search_default_options(void);

/* Shared by the driver, the workers and threads that stop it. */
typedef struct search_control {
    atomic_bool stop;
    _Atomic int64_t deadline_ns; /* on clock_now_ns; INT64_MAX: none */
} search_control;

/* What a search leaves in the arena for the next one: a table, a tree. The driver forgets it when
 * the memory changes or `clear` is asked for; create() looks at it and destroy() may set it. */
typedef struct search_saved {
    const struct searcher_kind *kind; /* who left it; NULL: nothing */
    uint64_t key;                     /* search_key() of that job: what it is good for */
    void *data;                       /* in the arena */
} search_saved;

typedef struct search_job {
    const position *root; /* unchanged during the search; a view in a hidden game */
    int seat;             /* who decides, from 0 */
    search_limits limits;
    search_options options;
    const token *only; /* the root tokens allowed, NULL for all */
    size_t only_count;
    search_control *control;
    arena *memory;         /* for trees and tables; hash_bytes at most */
    spare_memory *spare;   /* for what is needed during one search; may be NULL */
    const evaluator *eval; /* never NULL; without weights where the game names no features */
    search_saved *saved;
} search_job;

/* Of all that makes values comparable between two searches: game, options of the rules, objective,
 * contempt, weights. */
uint64_t search_key(const search_job *job);

typedef enum search_proof {
    PROOF_NONE,
    PROOF_WIN,
    PROOF_LOSS,
    PROOF_DRAW,
    PROOF_EXACT
} search_proof;

enum { SEARCH_PV_SIZE = 1024, SEARCH_MAX_LINES = 256 };

/* A line with less than this part of the most visits has too few to be compared. */
enum { SEARCH_FEW = 10 };

/* One line of play from the root. Values are per player, of the line's first token.
 *
 * Order: a search lists first what it would play, then what it would play without that, and so on.
 * Without visits the deciding seat's values fall from line to line. With visits proven wins come
 * first and proven losses last; between them each line has the best lower bound (lcb; visits in
 * pimc and where the knob is off) of all that follow it, except for lines with less than a tenth of
 * the most visits, which are not compared (search_few_visits). */
typedef struct search_line {
    token first;
    double values[GAME_MAX_PLAYERS];
    double win[GAME_MAX_PLAYERS];    /* probability of being the only first */
    double points[GAME_MAX_PLAYERS]; /* expected final points */
    double ranks[GAME_MAX_PLAYERS][GAME_MAX_PLAYERS];
    double sd, lcb, prior;
    uint64_t visits;
    search_proof proof;
    bool ended;              /* win, points and ranks are those at the end of the pv, for certain */
    unsigned plies;          /* a proven end that the pv shows: tokens to it; 0: none */
    bool at_most;            /* the values are bounds: for the deciding seat not more than this */
    char pv[SEARCH_PV_SIZE]; /* tokens with blanks between; ends before the first chance event */
} search_line;

typedef struct search_report {
    uint64_t nodes, visits, worlds;
    unsigned depth, seldepth;
    unsigned hashfull; /* per mille */
    int64_t time_ms;
    size_t count;       /* lines, best first */
    search_line *lines; /* SEARCH_MAX_LINES of them, the caller's */
    const char *note;   /* what else there is to say, in one sentence; NULL: nothing */
} search_report;

typedef struct searcher_kind {
    const char *name;
    bool instant; /* answers at once, whatever the limits are */
    bool ends;    /* comes to an end of its own: no limits are needed */
    bool visits;  /* counts visits; elsewhere a limit in visits is one in nodes */
    bool (*accepts)(const rules *r);
    status (*create)(void **out, const search_job *job, error *err);
    void (*work)(void *self, int worker);
    void (*report)(void *self, search_report *out); /* best lines first; a pv for multipv of them */
    void (*destroy)(void *self);
} searcher_kind;

/* Every search there is, ended by NULL, and what matches found to be best where; cli/ makes it. */
typedef const searcher_kind *const *searcher_list;
typedef struct search_registry {
    searcher_list searchers;
    const search_preset *presets; /* ended by a NULL game; may be NULL */
} search_registry;

/* Whether a line of a tree search has too few visits for its value to be compared with others. */
bool search_few_visits(const search_report *r, const search_line *line);

static inline bool search_expired(const search_control *c, int64_t now_ns) {
    return atomic_load_explicit(&c->stop, memory_order_relaxed) ||
           now_ns >= atomic_load_explicit(&c->deadline_ns, memory_order_relaxed);
}

#endif
