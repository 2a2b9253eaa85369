#ifndef BENCH_SPEED_MEASURE_H
#define BENCH_SPEED_MEASURE_H
/* How fast one game is played and searched. Each call warms up, finds an amount of work that fills
 * a round, does it a few times with the same seed, and gives the median rate per CPU second, as
 * measured. A result that differs between rounds is an ST_INTERNAL. */

#include "search/search_registry.h"

enum { SPEED_MAX_ROUNDS = 99 };
#define SPEED_NONE (-1.0) /* in place of a rate: this game cannot be measured that way */

typedef struct speed_plan {
    int rounds;
    double round_seconds;
    const search_registry *book; /* games are searched with its presets, as users get them */
} speed_plan;

typedef struct speed_row {
    const game *game;
    bool turns;               /* perft counts turns */
    double playouts, actions; /* random games and the steps in them, through the contract */
    const char *playouts_by;  /* one call of the contract is a "game", a "ply", a ply of a "policy",
                                 or a "list" to choose from */
    double perft;             /* leaves */
    double mcts;              /* iterations of the tree search as it is shipped, one thread */
    double alphabeta;         /* nodes of one thread, as shipped */
    double threads2;          /* iterations a second of two threads against one, wall clock, both */
    double threads2_cpu;      /* in batches; and had each thread a core to itself: from CPU time */
    unsigned perft_depth;     /* in: 0 to choose one; out: 0 for none */
    uint64_t perft_nodes;     /* at that depth */
    double actions_per_playout;
    size_t node_bytes; /* of an MCTS node with its edge */
} speed_row;

status speed_playouts(speed_row *row, const speed_plan *plan, error *err);
status speed_perft(speed_row *row, const speed_plan *plan, error *err);
status speed_mcts(speed_row *row, const speed_plan *plan, error *err); /* and node_bytes */
status speed_alphabeta(speed_row *row, const speed_plan *plan, error *err);
status speed_threads(speed_row *row, const speed_plan *plan, error *err);

/* Iterations of the game's tree search (speed_tree_search) with one thread and these knobs. */
status speed_tree_rate(const game *g, const knobs *k, const speed_plan *plan, double *rate,
                       error *err);

/* The tree search that `auto` takes for these rules: the first of the book (mcts), or where
 * something is hidden what `auto` takes there. NULL where neither plays the game. */
const searcher_kind *speed_tree_search(const search_registry *book, const rules *r);

#endif
