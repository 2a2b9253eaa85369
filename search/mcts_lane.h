#ifndef SEARCH_MCTS_LANE_H
#define SEARCH_MCTS_LANE_H
/* The insides of the MCTS, shared by mcts.c (iterations) and mcts_report.c (what it tells). */

#include "engine/base/threads.h"
#include "search/mcts_tree.h"
#include "search/result.h"

enum {
    DETERMINISTIC_LANES = 8,
    SLICE = 256,         /* iterations between looks at requests, depth and limits of time */
    DEPTH_EVERY = 1024,  /* iterations between looks at the depth: whole slices */
    CLOCK_EVERY = 16,    /* iterations between looks at the clock */
    MAX_PATH = 4096,     /* steps in the tree */
    MAX_PLAYOUT = 20000, /* steps of a playout; then everybody gets an equal share */
    SMALLEST_TREE = 64,  /* nodes */
    PV_LEAST_VISITS = 3,
    ISQRT_TABLE = 2048
};

#define EXPLORATION   0.9 /* times the square root; results are in 0..1 */
#define ENOUGH_VISITS 4000000000u

/* Statistics of a root step that only reports need. */
typedef struct root_stat {
    double visits;
    double points[GAME_MAX_PLAYERS], win[GAME_MAX_PLAYERS];
    double square; /* of the deciding seat's value */
    double ranks[GAME_MAX_PLAYERS][GAME_MAX_PLAYERS];
} root_stat;

/* A root token as one lane sees it. */
typedef struct root_line {
    token first;
    uint64_t visits;
    double values[GAME_MAX_PLAYERS];
    uint32_t stat; /* index of its first step's root_stat */
    char pv[SEARCH_PV_ROOM];
} root_line;

/* What a lane has told; guarded by the lane's lock. */
typedef struct published {
    uint64_t nodes, visits, depth_sum;
    unsigned seldepth, full;
    size_t count;
    root_line *lines; /* SEARCH_MAX_LINES */
    root_stat *stats; /* one a root step */
} published;

typedef struct lane {
    struct mcts *m;
    mcts_tree tree;
    rng g;
    uint64_t nodes, iterations, depth_sum;
    uint64_t node_budget, visit_budget;
    unsigned seldepth, served;
    bool done;
    unsigned char *state, *other;
    action *list;
    float *weight;
    uint32_t *path;
    root_stat *stats;
    trail trail;
    token root_path; /* steps of the root token walked so far */
    bool in_root;    /* still inside the root token */
    mtx_t lock;      /* guards told */
    published told;
} lane;

typedef struct mcts {
    const search_job *job;
    const rules *r;
    const game *k;
    void (*fused)(const rules *r, void *s, trail *t, rng *g); /* one ply of a playout, or NULL */
    int players, width, lanes, workers;
    bool hidden, trailed;
    result_scale scale;
    uint32_t root_width;       /* root_stats a lane has: max_actions */
    unsigned char *root_world; /* a state that fits the root, for writing tokens */
    float isqrt[ISQRT_TABLE];
    lane lane[];
} mcts;

static inline trail *lane_trail(lane *l) {
    return l->m->trailed ? &l->trail : NULL;
}

/* Whether a step is among the first `count` of l->list: another deal may have other steps. */
static inline bool lane_lists(const lane *l, int count, action step) {
    for (int i = 0; i < count; i++)
        if (l->list[i] == step) return true;
    return false;
}

/* Fills l->told from the tree; returns the length of the best line in tokens, and in *end whether
 * it reaches the end of the game. Called by the lane's own thread. */
int lane_publish(lane *l, bool *end);

/* Adds up what the lanes have told. Called from any thread. */
void mcts_report(void *self, search_report *out);

#endif
