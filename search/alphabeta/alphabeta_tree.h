#ifndef SEARCH_ALPHABETA_ALPHABETA_TREE_H
#define SEARCH_ALPHABETA_ALPHABETA_TREE_H
/* The internals of the alpha-beta family, shared by its sources; from low to high: alphabeta_path.c
 * (steps, evaluation), alphabeta_choice.c (what all decisions share), alphabeta_order.c (which step
 * first), alphabeta_brs.c (BRS+), alphabeta_chance.c (outcomes and their bounds), alphabeta_node.c
 * (a decision, and all that is recursive; between two players the files of versus.h instead),
 * alphabeta_report.c (lines), alphabeta.c (iterations, threads, memory). The searchers
 * are alphabeta.c, expectimax.c, paranoid.c and brs.c.
 *
 * There are two sides: 0 is the deciding seat, 1 all others. A score is an integer, always
 * seen from the side that the caller names. */

#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/threads.h"
#include "eval/net/net_path.h"
#include "search/result.h"
#include "search/tt.h"

/* Scores. A part of the win between nothing and everything lies between -AB_SURE and AB_SURE; in
 * the search between two players (versus.h) the logarithm of odds does, AB_ODDS a unit. A
 * game that is won lies above, the nearer its end the higher: AB_WIN less the steps to it. Beyond a
 * chance event nearness no longer counts: a win is AB_SURE there, so that averages are true. */
enum {
    AB_SURE = 29000,
    AB_WIN = 30000,
    AB_ODDS = 2000,
    AB_INFINITE = 31000,
    AB_NO_MOVE = -32000 /* a root node whose tokens are all excluded */
};

enum {
    AB_MAX_PLY = 192,   /* steps below the root; there the evaluation has to do */
    AB_MAX_DEPTH = 127, /* tokens */
    AB_PROVEN = 255,    /* the depth, in the table, of what no deeper search can change */
    AB_ANY_PATH = INT32_MAX,
    AB_HISTORY = 1024,
    AB_BEFORE = 128,
    AB_CACHED_EVALS = 1 << 14,
    AB_REDUCTIONS = 64,
    AB_NO_EVAL = INT16_MIN
};

/* What a search of a node has found. */
typedef struct ab_result {
    int32_t score;
    int32_t path_ply; /* the least ply whose position the score depends on by repetition; -1: one
                         before the root; AB_ANY_PATH: none, it holds on every path */
    bool proven;      /* what is claimed (a bound or a value) is beyond any deeper search */
} ab_result;

/* Scores that matter: those above alpha and below beta. */
typedef struct ab_window {
    int alpha, beta;
} ab_window;

typedef enum ab_style { AB_PARANOID, AB_BRS } ab_style;

typedef struct ab ab;

/* What is known about the state at one step of the path. */
typedef struct ab_frame {
    uint64_t key; /* in the table */
    action step;  /* that led here */
    size_t trail_len;
    action killer[2];
    action excluded; /* left out here, to see whether the others are as good; or ACTION_NONE */
    int eval;        /* for the player to act; AB_NO_EVAL: not known */
    uint16_t index;  /* of `step` in the tables of history */
    uint16_t tokens; /* tokens played since the root */
    int16_t actor;
    int16_t chooser; /* BRS+: the opponent who has used the free choice since the root player moved,
                       or -1 */
    int16_t last;    /* the player who decided before this state */
    bool again;      /* the same one decides once more */
    bool inside;     /* in the middle of a token */
    bool root;       /* the root's token is not complete yet */
    bool skipped;    /* reached by a null move */
    bool quiet;      /* reached by a quiet step that versus_node.c tried */
    bool urgent;     /* there is a threat to answer */
    bool beyond;     /* a chance event lies between the root and here: lines end there */
} ab_frame;

/* A line from the root as a worker knows it. */
typedef struct ab_line {
    action steps[AB_MAX_PLY];
    int count;
    int first;     /* steps of the first token */
    int score;     /* of side 0 */
    bool proven;   /* no deeper search will change it */
    bool at_most;  /* the score is a bound from above: this depth was cut short before it */
    bool complete; /* the line reaches the end of the game or a chance event */
} ab_line;

/* The scores of the k-th best line at the last depth and at the one before it. */
typedef struct ab_past {
    int last, before;
} ab_past;

/* An evaluation that was made, for side 0. */
typedef struct ab_cached_eval {
    uint64_t key; /* of the frame; 0: none */
    int32_t score;
} ab_cached_eval;

typedef struct ab_worker {
    ab *m;
    int id;
    unsigned char *states; /* AB_MAX_PLY + 3 of them */
    ab_frame *frame;       /* AB_MAX_PLY + 2 */
    /* One stack of steps for the entire path; at chance with weights and bounds. */
    action *list;
    int32_t *rank, *low, *high;
    float *weight;
    size_t top, cap;
    action *pv; /* AB_MAX_PLY + 1 rows of AB_MAX_PLY */
    int pv_len[AB_MAX_PLY + 1];
    int16_t *history; /* AB_HISTORY */
    int16_t *follow;  /* 2 x AB_BEFORE x AB_HISTORY: after the last step, after the one before */
    struct versus_memory *learned; /* instead of these two, between two players (versus.h) */
    trail trail, empty;
    uint64_t empty_hashes[4];
    uint64_t nodes, budget;
    _Atomic uint64_t shown_nodes; /* relaxed: for reports alone */
    unsigned ticks, seldepth;
    ab_cached_eval *cached; /* AB_CACHED_EVALS evaluations, by key */
    net_path *net;          /* of the states; NULL: no net evaluates */
    int null_off;           /* null moves are being verified */
    int horizon;            /* the depth of this iteration */
    bool stopped;
    bool careful; /* a proven end was found, and a nearer one is looked for: nothing is left out */
    /* The root as it is searched now. */
    bool root_raised;
    int root_score;
    int excluded;   /* lines before this one, whose first tokens are not to be played again */
    bool estimated; /* no depth is done: the lines are estimates */
    ab_line *lines; /* as many as asked for */
    int count;      /* of lines that there are */
    ab_past *past;  /* one a line */
} ab_worker;

/* What all threads may read; guarded by the lock. */
typedef struct ab_published {
    unsigned depth, seldepth;
    size_t count;
    search_line *lines;
} ab_published;

struct ab {
    const searcher_kind *kind;
    const search_job *job;
    const rules *r;
    const game *game;
    const int32_t *knob; /* by knob_id */
    ab_style style;
    int seat, players, workers, lines;
    int even;      /* the score of a game that says nothing about itself */
    int draw;      /* the score of a game that ends without a winner */
    bool zero_sum; /* two players whose values add up: either side may use the other's entries */
    bool versus;   /* two players, one against the other, without chance: versus.h; scores are
                      logarithms of odds */
    bool shallow;  /* there: steps may be left out near the leaves */
    bool staged;   /* the table's step can be tried before the others are listed or ranked */
    bool trailed;  /* the game looks at repetitions */
    size_t stride; /* bytes from state to state */
    uint64_t salt; /* of the keys, where scores depend on the seat */
    uint64_t key;  /* of the saved table */
    uint64_t free_key[GAME_MAX_PLAYERS + 1]; /* BRS+: who has chosen */
    result_scale scale;
    tt *table;                     /* in the arena */
    struct versus_memory *learned; /* there, too, one a worker; NULL: each has its own */
    uint8_t reduction[AB_REDUCTIONS][AB_REDUCTIONS];
    atomic_bool done; /* a worker has finished the search */
    mtx_t lock;       /* guards published */
    ab_published published;
    ab_worker worker[];
};

static inline void *ab_state(const ab_worker *w, int ply) {
    assert(ply >= 0 && ply < AB_MAX_PLY + 3);
    return w->states + (size_t)ply * w->m->stride;
}

static inline action *ab_pv(const ab_worker *w, int ply) {
    assert(ply >= 0 && ply <= AB_MAX_PLY);
    return w->pv + (size_t)ply * AB_MAX_PLY;
}

static inline int ab_side(const ab *m, int player) {
    return player != m->seat;
}

static inline trail *ab_trail(ab_worker *w) {
    return w->m->trailed ? &w->trail : NULL;
}

/* A score without the nearness of wins. */
static inline int ab_plain(int score) {
    return score > AB_SURE ? AB_SURE : score < -AB_SURE ? -AB_SURE : score;
}

/* Neither won nor lost. */
static inline bool ab_is_plain(int score) {
    return score < AB_SURE && score > -AB_SURE;
}

/* From a value in 0..1 to a score, and back. */
int ab_score_of(const ab *m, double value);
double ab_value_of(const ab *m, int score);

/* A score that a deeper search may change. */
static inline ab_result ab_estimate(int score) {
    return (ab_result){.score = score, .path_ply = AB_ANY_PATH};
}

/* The same, seen from the other side. */
static inline ab_result ab_turned(ab_result v) {
    v.score = -v.score;
    return v;
}

/* Where a step of a player stands in the tables of history. */
static inline uint16_t ab_index(int player, action step) {
    return (uint16_t)(hash_mix(step * 8 + (uint64_t)(player & 7)) >> 54);
}

/* --- alphabeta_path.c --- */

void ab_step(ab_worker *w, int ply, action a); /* plays a from `ply` into `ply` + 1 */
bool ab_skip(ab_worker *w, int ply);           /* the same with a null move, where the game can */
/* The line of `ply` becomes step a and the line of `ply` + 1. */
void ab_extend_pv(ab_worker *w, int ply, action a);

int ab_evaluate(ab_worker *w, int ply, int side);        /* an estimate */
ab_result ab_score_end(ab_worker *w, int ply, int side); /* where the game is over */
int ab_static(ab_worker *w, int ply);                    /* for side 0, one of these two */

/* Looks at stop, clock and budget; true when the search is to end. */
bool ab_stopped(ab_worker *w);

/* The root's token, of which `ply` steps are played: whether it may continue with this step;
 * whether it is complete and belongs to an earlier line; the step of the last iteration, or
 * ACTION_NONE. */
bool ab_root_allows(const ab_worker *w, int ply, action step);
bool ab_root_excludes(const ab_worker *w, int ply);
action ab_root_hint(const ab_worker *w, int ply);

/* Scores in the table count the steps from the node, not from the root. */
static inline int ab_to_table(int score, int ply) {
    assert(score > AB_NO_MOVE && score <= AB_WIN - ply && score >= ply - AB_WIN);
    return score > AB_SURE ? score + ply : score < -AB_SURE ? score - ply : score;
}

static inline int ab_from_table(int score, int ply) {
    return score > AB_SURE ? score - ply : score < -AB_SURE ? score + ply : score;
}

/* --- alphabeta_order.c --- */

/* Lists the steps of the state at `ply` on the stack at w->top and ranks them, `first` (may be
 * ACTION_NONE) before all; returns their number, -1 when the stack is too small for them. Of a
 * `leaf` only the noisy ones are kept. */
int ab_list(ab_worker *w, int ply, action first, bool leaf);
bool ab_noisy_at(const ab_worker *w, int ply, size_t i); /* entry i of a list just made */
bool ab_losing_at(const ab_worker *w, size_t i);         /* of a noisy one: the game says so */
/* Brings the best of entries i.. to place i. */
void ab_pick(ab_worker *w, size_t base, int i, int count);
bool ab_noisy(const ab_worker *w, int ply, action a);
/* The step at `ply` that cut, and those tried before it. */
void ab_reward(ab_worker *w, int ply, int depth, action cut, const action *tried, int count);

/* --- alphabeta_brs.c --- */

/* BRS+ at an opponent's decision: the step that is played without a free choice. */
action ab_brs_expected(ab_worker *w, int ply, size_t base, int count);
/* After step a: who has played something else than expected has chosen. */
void ab_brs_note_choice(ab_worker *w, int ply, action a, action expected);
/* Whether the opponent at f may choose freely. */
static inline bool ab_free(const ab *m, const ab_frame *f) {
    return m->style != AB_BRS || f->actor == m->seat || f->chooser < 0 || f->chooser == f->actor;
}

/* --- alphabeta_chance.c --- */

/* One chance node. The outcomes are on the stack of the worker from `base`. */
typedef struct ab_event {
    int ply, depth, side;
    size_t base;
    int count;
    bool sampled, proven;
    int path_ply;
    double low, high; /* bounds of the average, from those of the outcomes */
} ab_event;

/* Lists or draws the outcomes at w->top, with weights that add up to 1; returns their number, -1
 * when the stack is too small for them. */
int ab_chance_list(ab_worker *w, ab_event *e);
/* New bounds of outcome i, which bound the average as well. */
void ab_chance_narrow(ab_worker *w, ab_event *e, size_t i, int low, int high);
/* Whether the bounds leave the window; *out gets the score then. */
bool ab_chance_leaves(const ab_event *e, ab_window win, int *out);
/* The window of outcome i: at or below its alpha the average cannot rise above that of `win`, at or
 * above its beta the average cannot stay below. */
ab_window ab_chance_window(const ab_worker *w, const ab_event *e, size_t i, ab_window win);
/* What the table knows of the node: true where that is enough. */
bool ab_chance_known(ab_worker *w, const ab_event *e, ab_window win, ab_result *out);
/* The result of the node; the table keeps what holds on every path. */
ab_result ab_chance_keep(ab_worker *w, const ab_event *e, int bound, int score);

/* --- alphabeta_choice.c: a decision --- */

typedef struct ab_node {
    int ply, depth, alpha, beta, start, side;
    int best, path_ply, tried, eval;
    int raw;        /* the evaluation as it was made; AB_NO_EVAL: not asked */
    tt_entry known; /* what the table has; without a bound: nothing */
    action best_step, table_step, special;
    action hold_step; /* the best of those that did not reach alpha */
    bool pv, leaf, probe, free, futile, proven;
    bool cut;         /* expected to cut */
    bool improving;   /* better for the player to act than at the last turn */
    bool noisy_first; /* the best step known is noisy: what else is good is seldom quiet */
} ab_node;

ab_node ab_node_at(const ab_worker *w, int ply, int depth, int alpha, int beta);
/* What an earlier search knows: true where its score is enough, which is in n->best then. */
bool ab_ask_table(ab_worker *w, ab_node *n);
/* What the step from `ply` takes off the depth. */
int ab_cost_of(const ab_worker *w, int ply);
/* Takes the score of a step into account; true when nothing else matters any more. */
bool ab_consider(ab_worker *w, ab_node *n, action a, ab_result v);
/* Keeps what was learned in the table. */
ab_result ab_finish(ab_worker *w, ab_node *n);

/* --- alphabeta_node.c --- */

/* The score for `side` of the state at `ply`, where anyone may act. */
ab_result ab_search(ab_worker *w, int ply, int depth, int alpha, int beta, int side);

/* The same at a decision, for the side of the one who decides. With `probe` only its first step is
 * looked at: a score above alpha is then a lower bound, one below says nothing. */
ab_result ab_decide(ab_worker *w, int ply, int depth, int alpha, int beta, bool probe);

/* --- alphabeta_report.c --- */

/* Whether the worker's lines are complete tokens with scores that there are, and its stack is
 * within its memory. For assertions. */
bool ab_worker_check(const ab_worker *w);

/* Puts the line just searched from the root at place `at` of w->lines. */
void ab_take_line(ab_worker *w, int at, int score, bool proven);
/* Reports what the worker has, if it is news. `depth` is the last one done; the first `scored`
 * lines are those of the depth at hand, in any order, all of them where it is `complete`. */
void ab_publish(ab_worker *w, unsigned depth, int scored, bool complete);
/* Before anything is searched: as many tokens as lines are wanted, by a glance. ST_NOMEM. */
status ab_first_lines(ab *m, error *err);
void ab_report(void *self, search_report *out);

/* --- alphabeta.c: what the four searchers share --- */

status ab_create(void **out, const search_job *job, const searcher_kind *kind, ab_style style,
                 error *err);
void ab_work(void *self, int worker);
void ab_destroy(void *self);

#endif
