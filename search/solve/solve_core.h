#ifndef SEARCH_SOLVE_SOLVE_CORE_H
#define SEARCH_SOLVE_SOLVE_CORE_H
/* What the methods of the exact search share: the root's tokens with all that is known of each, and
 * the workers (one a worker thread) that walk the game. Private to search/solve*.c. */

#include <assert.h>
#include <stdatomic.h>

#include "engine/base/clock.h"
#include "engine/base/threads.h"
#include "search/result.h"
#include "search/solve/solve_table.h"

enum {
    SOLVE_MAX_ROOT = 2048, /* tokens at the root: more are not looked at */
    SOLVE_MAX_PLY = 1024,  /* steps below the root that a depth-first method can go */
    SOLVE_LIST_SIZE =
        8192, /* actions of all plies together, and one list of the longest kind more */
    SOLVE_CLOCK_EVERY = 256
};

/* Values as integers: player 0's part of a two-player zero-sum game. Outcomes that differ by
 * less than a millionth count as one. */
enum { SOLVE_ONE = 1 << 20, SOLVE_MIN = -2 * SOLVE_ONE, SOLVE_MAX = 3 * SOLVE_ONE };

static inline int32_t solve_score(double value) {
    double x = value * SOLVE_ONE;
    return (int32_t)(x < 0 ? x - 0.5 : x + 0.5);
}

/* One token of the root. */
typedef struct solve_line {
    token first;
    double values[GAME_MAX_PLAYERS];
    bool known;       /* values are exact */
    int32_t min, max; /* two players: what the first one gets at least and at most */
    bool ended;       /* the pv reaches the end of the game, which is: */
    game_result end;  /* … this */
    unsigned length;  /* tokens of the pv */
    unsigned plies;   /* tokens to the end with best play of both; 0: not known */
    char pv[SEARCH_PV_SIZE];
} solve_line;

/* Why a worker leaves off before its question is answered. */
typedef enum solve_halt {
    HALT_NONE,
    HALT_LIMIT,  /* stop, time or nodes */
    HALT_TASK,   /* another worker was faster */
    HALT_CHANCE, /* a chance node: this method cannot continue */
    HALT_DEEP,   /* too deep: perhaps the game goes in cycles */
    HALT_ODD,    /* an end that is no win, loss or draw */
    HALT_COSTLY  /* the distance of a win: more than it may cost */
} solve_halt;

typedef struct solve_worker {
    struct solver *s;
    int index;
    solve_halt halt;
    uint64_t nodes, budget; /* budget 0: none */
    unsigned deepest;
    unsigned char *state; /* SOLVE_MAX_PLY + 1 states */
    action *list;         /* a stack of lists */
    size_t list_cap, list_used;
    action *moves;    /* max_actions: for walks outside the searches */
    float *order;     /* max_actions */
    int32_t *history; /* by actor and action, see solve_alphabeta.c */
    uint64_t *child;  /* by the side of list: what df-pn knows of the children */
    int task;         /* two players: the question at hand */
    int32_t horizon;  /* under a depth limit: what a position beyond it counts as */
    int root_best;    /* the token that last answered a question at the root well for the seat */
} solve_worker;

typedef struct solver {
    const search_job *job;
    const rules *r;
    const game *game;
    result_scale scale;
    bool zero_sum;             /* two players whose values add up to 1 */
    bool trailed, looks_ahead; /* looks_ahead: promising() can be used */
    int players, seat, workers;
    size_t stride;        /* from state to state */
    unsigned char *root;  /* the state */
    unsigned char *after; /* the states after the tokens */
    size_t count;
    solve_line *lines;
    bool truncated;         /* the root has more tokens than lines */
    int32_t floor, ceiling; /* no outcome is beyond these */
    int32_t root_min, root_max;
    solve_table table;

    atomic_int task;            /* two players: how many questions have been answered */
    atomic_int workers_at_work; /* in the shared table */
    _Atomic int why;            /* a solve_halt: this method cannot continue */
    _Atomic uint64_t nodes;
    _Atomic unsigned deepest;

    mtx_t lock; /* guards lines (but `first`), best, note, full and where the table is */
    int best;   /* index of the best token, -1 while unknown */
    const char *note;
    unsigned full; /* per mille of a method's own memory; 0: the table's */

    solve_worker worker[];
} solver;

static inline unsigned char *solve_after(const solver *s, size_t i) {
    assert(i < s->count);
    return s->after + i * s->stride;
}

static inline unsigned char *solve_state(const solve_worker *l, int ply) {
    assert(ply >= 0 && ply <= SOLVE_MAX_PLY + 1);
    return l->state + (size_t)ply * l->s->stride;
}

/* What to say of a player's value while nothing is known. */
static inline double solve_even(const solver *s) {
    return s->players == 1 ? 0.5 : 1.0 / s->players;
}

/* --- solve_core.c --- */

/* Counts a step; false when the worker has to leave off (l->halt says why). */
bool solve_tick_slow(solve_worker *l);
static inline bool solve_tick(solve_worker *l) {
    if (l->budget && l->nodes >= l->budget) {
        l->halt = HALT_LIMIT;
        return false;
    }
    if (++l->nodes % SOLVE_CLOCK_EVERY == 0) return solve_tick_slow(l);
    return l->halt == HALT_NONE;
}

/* The end of the game in state s. */
void solve_end(const solver *s, const void *state, game_result *res, double *value);

/* Why there is no proof, for the report; the first reason stays. */
void solve_note(solver *s, const char *note);

/* The table's memory is wanted for something else: no report may look into it any more. */
void solve_drop_table(solver *s);

/* Whether the value of the line is exact; what it is for the deciding seat: the middle of what is
 * still possible where it is not. */
bool solve_proven(const solver *s, const solve_line *line);
double solve_seat_value(const solver *s, const solve_line *line);

/* Whether `a` is listed before `b`: by the seat's value, what is proven first; of wins the nearer,
 * of losses the farther, where one that is not known is as far as can be. */
bool solve_better(const solver *s, const solve_line *a, const solve_line *b);

/* Adds a token to a pv that grows; false when it is full. */
bool solve_write(const solver *s, const void *state, const token *tok, text *pv);

/* --- solve_alphabeta.c: the steps of a decision --- */

enum { SOLVE_TAG_BITS = 8 };
unsigned solve_tag(action a); /* what the table knows of a step; never 0 */

/* Lists the steps that can matter on top of the worker's stack. 0 where the outcome is known: it is
 * in `utility`, which is filled where the game looks ahead. -1 where the stack is full. */
int solve_list(solve_worker *l, const void *state, float *utility);

/* Brings the list in the order in which to try it, the step of this tag (0: none) first. */
void solve_order(solve_worker *l, const void *state, int actor, action *list, int n, unsigned tag);

/* --- the methods: each works until solved, out of limits or out of its depth --- */

/* Two players, zero sum, no chance: does the first player get `score`? The answer is a bound: at
 * least itself where it is >= score, at most itself where it is less. ask() is about a token of the
 * root, or with SOLVE_ROOT about the best of them; ask_at() about the state at `ply` of the worker,
 * with `left` tokens to go where the depth is limited. */
enum { SOLVE_ROOT = -1 };
typedef struct solve_prover {
    int32_t (*ask)(solve_worker *l, int item, int32_t score);
    int32_t (*ask_at)(solve_worker *l, int ply, unsigned left, int32_t score);
    /* Whether the table says that this player does not win in this state. */
    bool (*denies)(const solve_worker *l, const void *state, int winner);
} solve_prover;

extern const solve_prover solve_alphabeta, solve_proof;

/* Every worker calls it with the same prover; true when this worker saw the end of all questions.
 */
bool solve_two(solve_worker *l, const solve_prover *by);
/* After that, by one worker: how far the end of each proven win or loss is. */
void solve_distances(solve_worker *l, const solve_prover *by);
void solve_maxn(solve_worker *l);  /* one worker */
void solve_graph(solve_worker *l); /* one worker */

#endif
