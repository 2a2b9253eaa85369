#ifndef SEARCH_MCTS_MCTS_WALKER_H
#define SEARCH_MCTS_MCTS_WALKER_H
/* The internals of the MCTS, shared by its sources. A walker is what one thread needs to iterate:
 * state, lists, generator, statistics. All walkers grow one tree; in the deterministic mode, or
 * where the knob MctsSplit says so, each has its own. */

#include <math.h>

#include "engine/game/game_speed.h"
#include "eval/net/net_path.h"
#include "search/mcts/mcts_index.h"
#include "search/result.h"

enum {
    DETERMINISTIC_WALKERS = 8,
    SLICE = 64,          /* iterations between looks at limits of depth and proofs */
    DEPTH_EVERY = 1024,  /* iterations between looks at the depth: full slices */
    CLOCK_EVERY = 16,    /* iterations between looks at the clock */
    MAX_PATH = 4096,     /* steps in the tree */
    MAX_PLAYOUT = 20000, /* steps of a playout; then all players get an equal value */
    FIRST_EDGES = 32,    /* with priors, as many edges are opened at first */
    GROW_EDGES = 4,      /* size of the first block of a growing list */
    SPINS = 64,          /* tries at a lock before its holder may need this processor */
    MAX_WEIGHTED = 64,   /* outcomes of a chance node that is opened at once */
    POINTS_EVERY = 64,   /* with short playouts, one in this many is finished for the points */
    ISQRT_TABLE = 2048,
    SEEN_SIZE = 1024, /* hashed set of the steps of one playout, for GRAVE */
    CROWDED = 512,    /* visits from which threads that share a tree are in each other's way */
    BATCH_PART = 8,   /* a batch is at most this part of the visits its node has had, */
    MAX_BATCH = 32    /* and this many iterations */
};

#define ENOUGH_VISITS 4000000000u
#define PRIOR_ONE     65535.0F

/* Statistics of a root step that only reports need. Written by one walker, read by the report. */
typedef struct root_stat {
    _Atomic double visits, square; /* square: of the deciding seat's value */
    _Atomic double ends;           /* playouts that reached the end of the game */
    _Atomic double points[GAME_MAX_PLAYERS], win[GAME_MAX_PLAYERS];
    _Atomic double said_of;                 /* leaves whose points a net said, or that are ends; */
    _Atomic double said[GAME_MAX_PLAYERS];  /* the sums of these */
    _Atomic double value[GAME_MAX_PLAYERS]; /* between observers, whose edges lead nowhere */
    _Atomic double ranks[GAME_MAX_PLAYERS][GAME_MAX_PLAYERS];
} root_stat;

/* How the points at the ends of playouts go with the value of the leaves they began at; sums over
 * all steps of the root. Written by one walker, read by the report. */
typedef struct points_fit {
    _Atomic double count, value, square; /* of the deciding seat's value */
    _Atomic double points[GAME_MAX_PLAYERS], product[GAME_MAX_PLAYERS];
} points_fit;

typedef struct path_step {
    mcts_node *node;
    mcts_edge *edge;              /* taken from the node; NULL at the leaf */
    uint32_t ticket, edge_ticket; /* which visit of them this is, from 1 */
    int made;                     /* steps by players before the node */
} path_step;

/* Memory to play something out next to the tree. */
typedef struct mcts_scratch {
    unsigned char *state, *other;
    unsigned char *view; /* between observers */
    action *list;
    float *weight;
    trail trail;
} mcts_scratch;

/* What a walker has between observers. */
typedef struct mcts_observer {
    mcts_edge **offer; /* the edges of the steps in scratch.list */
    uint32_t *place;   /* hashed: 1 + where in scratch.list a step is */
} mcts_observer;

typedef struct mcts_walker {
    struct mcts *m;
    mcts_tree *tree;
    mcts_chunk chunk;
    rng g;
    _Atomic uint64_t nodes, iterations, depth_sum; /* written by this walker alone */
    _Atomic unsigned seldepth;
    uint64_t node_budget, visit_budget;
    bool done;
    mcts_scratch scratch;
    float *score;    /* a number a step of scratch.list */
    uint32_t *order; /* and their order */
    path_step *path;
    int depth;
    root_stat *stats;
    points_fit fit;
    token root_path;  /* steps of the root token walked so far */
    bool in_root;     /* still inside the root token */
    bool leaf_is_new; /* the leaf was made in this iteration, and static_value is its evaluation */
    bool pointed;     /* the net said points of the leaf */
    double static_value[GAME_MAX_PLAYERS], said[GAME_MAX_PLAYERS];
    made_step *made; /* GRAVE: the steps of this iteration, in the tree and after */
    int made_count;
    net_path *net;              /* NULL: no net evaluates */
    uint32_t *seen, seen_stamp; /* GRAVE: step -> iteration it was made in, and by whom */
    mcts_observer observer;
    unsigned char *begin;     /* the state at the start of a batch; NULL: no batches */
    unsigned char apart[128]; /* no two walkers write to one line of the cache */
} mcts_walker;

/* The statistics of a root step, all walkers of a tree together. */
typedef struct root_sum {
    double visits, square, ends, said_of;
    double points[GAME_MAX_PLAYERS], said[GAME_MAX_PLAYERS];
    double win[GAME_MAX_PLAYERS], value[GAME_MAX_PLAYERS];
    double ranks[GAME_MAX_PLAYERS][GAME_MAX_PLAYERS];
} root_sum;

/* What a search does differently by what players know. mcts_mode_open: everything. mcts_mode_dealt:
 * one tree over actions for all deals. The table of ismcts.c: a node is what the player to act
 * knows. */
typedef struct mcts_mode {
    bool deals;   /* each iteration deals what the deciding seat does not know */
    bool by_view; /* nodes are found by the hash of a view: no edge leads to one */
    bool priors;  /* edges may have them */
    /* Makes this root the tree's, which an earlier search left; false where it is not in there.
     * `root` is the state of the old one, and then of this one. NULL: trees are not saved. */
    bool (*reuse)(struct mcts *m, mcts_tree *t, unsigned char *root);
    /* Before the first iteration, on one walker of a tree; NULL: nothing to do. */
    void (*plant)(mcts_walker *w, bool is_new);
    /* The parts of an iteration: from path[w->depth] to a leaf; whether the root counts it; and
     * back up to path[top], true if that moved the bounds of path[top]. */
    void (*select)(mcts_walker *w);
    bool (*counts)(const mcts_walker *w);
    bool (*backup)(mcts_walker *w, int top, const double *value);
    /* The edge to take at a decision, NULL for none: select() of those without views asks. */
    mcts_edge *(*decide)(mcts_walker *w, mcts_node *n);
    /* For reports, NULL where the tree has none: the node below an edge, and below a token of the
     * root; the state there is given, and what a player gets there. */
    const mcts_node *(*child)(const struct mcts *m, const mcts_tree *t, const mcts_edge *e,
                              mcts_scratch *scratch, const void *after);
    const mcts_node *(*after)(const struct mcts *m, const mcts_tree *t, const token *tok,
                              mcts_scratch *scratch, const void *after);
    double (*value)(const struct mcts *m, const mcts_tree *t, const mcts_node *n,
                    const mcts_edge *e, const root_sum *sum, int player);
} mcts_mode;

extern const mcts_mode mcts_mode_open, mcts_mode_dealt;

typedef struct mcts {
    const searcher_kind *kind;
    const mcts_mode *mode;
    const search_job *job;
    const rules *r;
    const game *game;
    void (*fused)(const rules *r, void *s, trail *t, rng *g); /* one ply of a playout, or NULL */
    int players, width, walkers, trees, workers;
    bool trailed, evaluates;
    bool by_points; /* what evaluates is a net that says points, too */
    double exploration, temperature, implicit;
    bool priors;
    int cutoff, grave, widening;
    bool solver, transpositions, lcb;
    double margin;             /* share of the points' margin in a value; 0: none */
    double soften;             /* what the sums of evaluations are divided by */
    double won, lost;          /* values from which, and up to which, the win is decided */
    const unsigned char *view; /* what the deciding seat knows; NULL where nothing is dealt */
    unsigned char *own_view;   /* the same where it had to be made */
    uint32_t place_mask;       /* of mcts_observer.place */
    const bot *bot;            /* NULL: none */
    bool all_lines;            /* more than one line is asked for: every root edge is looked at */
    float low, high;           /* of all values there can be */
    result_scale scale;
    uint32_t root_width;       /* root_stats a walker has: max_actions */
    unsigned char *root_world; /* a state that fits the root, for writing tokens */
    mcts_scratch scratch;      /* of the report */
    uint32_t reused;           /* visits the root had at the start */
    float isqrt[ISQRT_TABLE];
    mcts_tree *tree; /* `trees` of them, in the arena */
    mcts_walker walker[];
} mcts;

static inline trail *mcts_trail(mcts_walker *w) {
    return w->m->trailed ? &w->scratch.trail : NULL;
}

static inline double mcts_isqrt(const mcts *m, uint32_t n) {
    return n < ISQRT_TABLE ? (double)m->isqrt[n] : 1 / sqrt((double)n);
}

/* --- mcts.c --- */

status mcts_create_as(const searcher_kind *kind, const mcts_mode *mode, void **out,
                      const search_job *job, error *err);
void mcts_work(void *self, int worker);
void mcts_destroy(void *self);

/* --- mcts_reuse.c: the trees in the arena --- */

bool mcts_take_over(mcts *m); /* the tree of the last search, if this root is in it */
bool mcts_make_trees(mcts *m);
bool mcts_reuse_tree(mcts *m, mcts_tree *t, unsigned char *root); /* of mcts_mode_open */

/* --- mcts_edges.c: what leads on from a node --- */

/* Whether a node's list has edges that no block has yet. */
static inline bool mcts_has_more(const mcts_node *n) {
    return !(RELAXED_LOAD(&n->flags) & NODE_COMPLETE);
}

/* The legal steps in w->scratch.state, in w->scratch.list; returns their number. */
int mcts_list_steps(mcts_walker *w);

/* Gives a decision node its edges, the best `most` of them by the priors; gives the root all there
 * is memory for. False where another thread is at it or the tree is full. */
bool mcts_open_node(mcts_walker *w, mcts_node *n, uint32_t max);
void mcts_open_root(mcts_walker *w);
bool mcts_open_rest(mcts_walker *w, mcts_node *n); /* those left out so far */

/* All outcomes with their probabilities, where they can be listed and are few. */
bool mcts_open_chance(mcts_walker *w, mcts_node *n);

/* The edge of a step, or NULL; made if it is new, NULL when the tree is full. */
mcts_edge *mcts_edge_for(mcts_walker *w, mcts_node *n, action step);
/* The priors of the first n steps of scratch.list, as probabilities in w->score. */
void mcts_make_priors(mcts_walker *w, int n, uint32_t max);

/* --- mcts_descend.c: from the root to a leaf --- */

/* A state that fits the root: the root itself, or a deal of what the seat does not know. */
void mcts_deal(const mcts *m, void *state, rng *g);
/* Puts such a state into the walker, with the root as path[0]. */
void mcts_place(mcts_walker *w);
/* Walks on from path[w->depth] to a leaf, and counts the visits. */
void mcts_select(mcts_walker *w);
/* The edge to take at a decision, where all is known and in the deal at hand. */
mcts_edge *mcts_decide(mcts_walker *w, mcts_node *n);
mcts_edge *mcts_decide_in_deal(mcts_walker *w, mcts_node *n);
/* Makes a step of a player or of chance. */
void mcts_follow(mcts_walker *w, int actor, action step);

/* From the root to the first node that is not crowded; nothing is counted. */
void mcts_approach(mcts_walker *w);
/* Counts `by` visits, which may be less than none, of what lies above path[top]. */
void mcts_count_visits(mcts_walker *w, int top, int32_t by);

/* --- ismcts_descend.c: the same between observers --- */

void ismcts_select(mcts_walker *w); /* from the root to a leaf */
bool ismcts_backup(mcts_walker *w, int top,
                   const double *value);  /* and back, up to path[top]; false */
bool ismcts_counts(const mcts_walker *w); /* the root learns from this iteration */
/* The node of the player to act in `s`, as the tree knows it; NULL where there is none. */
mcts_node *ismcts_find(const mcts *m, const mcts_tree *t, mcts_scratch *scratch, const void *s);
uint64_t ismcts_key(const mcts *m, mcts_scratch *scratch, const void *s, int actor);

/* --- mcts_playout.c: the value of a leaf --- */

/* Plays on from w->scratch.state; the value of it, and in *res how it ended. False where an
 * evaluation ended it: *res is then not set. */
bool mcts_playout(mcts_walker *w, game_result *res, double *value);
bool mcts_for_points(const mcts_walker *w); /* this iteration looks for the points at the end */

/* From a result to values: the objective's, with the margin's share. */
void mcts_result_value(const mcts *m, const game_result *res, double *value);
/* And back: the objective's part of a value, with a margin of half its share. */
static inline double mcts_without_margin(const mcts *m, double value) {
    if (m->margin <= 0) return value;
    double v = (value - m->lost) / (m->won - m->lost);
    return v < 0 ? 0 : v > 1 ? 1 : v;
}

void mcts_win_chances(const mcts_walker *w, const void *s, double *win); /* by the evaluation */

/* --- mcts_backup.c: from the leaf to the root --- */

/* Brings to the nodes from the leaf up to path[top] the leaf's value. True if that moved the bounds
 * of path[top]. */
bool mcts_backup(mcts_walker *w, int top, const double *value);
/* Takes one value into a node's mean, or into what an edge keeps itself. */
void mcts_take_value(const mcts_tree *t, mcts_node *n, const double *value, float times);
void mcts_take_edge(const mcts_node *n, mcts_edge *e, double value, uint32_t ticket);
/* Brings to the nodes above path[top] what `visits` iterations below it have found on average;
 * `proof`: the bounds of path[top] have moved. */
void mcts_raise(mcts_walker *w, int top, const double *value, uint32_t visits, bool proof);
/* Notes the bounds a finished game or the points on the table give a node; true if they are exact.
 */
bool mcts_bound_node(mcts_walker *w, mcts_node *n);
/* How the game in w->scratch.state will end where that is plain to see. */
bool mcts_foresee(mcts_walker *w, bool want_ranks, game_result *res);

/* --- mcts_visit.c: iterations --- */

/* One iteration, or a batch of them; returns how many. */
uint32_t mcts_visit(mcts_walker *w);
bool mcts_spent(const mcts_walker *w); /* the walker's share of the limits is used up */

/* --- mcts_report.c --- */

void mcts_report(void *self, search_report *out);
/* The length of the best line in tokens, and in *end whether it reaches the end of the game. */
int mcts_best_length(mcts_walker *w, bool *end);

#endif
