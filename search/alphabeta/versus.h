#ifndef SEARCH_ALPHABETA_VERSUS_H
#define SEARCH_ALPHABETA_VERSUS_H
/* The search between two players, one against the other, without chance: versus_node.c has its
 * steps, versus_quiet.c what follows beyond the depth, versus_order.c which step comes first and
 * what a worker learns while it searches. Scores and margins are logarithms of odds, AB_ODDS a unit
 * (alphabeta_tree.h); with the shipped weights the cheapest piece counts about 1000. */

#include "engine/game/game_hints.h"
#include "search/alphabeta/alphabeta_tree.h"

enum {
    VERSUS_KEYS = 1024,    /* of steps; one half for each side */
    VERSUS_MEMORY = 16384, /* what counters tend to */
    VERSUS_TRIED = 64      /* steps that are remembered as tried in vain */
};

/* What a worker has learned: steps that cut, anywhere, after the last step and after the one before
 * it; quiet ones also by what the evaluation made of them at once. */
typedef struct versus_memory {
    int16_t quiet[VERSUS_KEYS], noisy[VERSUS_KEYS];
    bool used[2][VERSUS_KEYS]; /* rows of `after`; the others hold whatever was there before */
    int16_t after[2][VERSUS_KEYS][VERSUS_KEYS];
} versus_memory;

/* Nothing is learned yet. Most rows are never used by a short search: they are cleared at the first
 * write. */
void versus_forget(versus_memory *m);

/* Steps that did not cut, by their index in the tables. */
typedef struct versus_tried {
    uint16_t quiet[VERSUS_TRIED], noisy[VERSUS_TRIED];
    int quiets, noisies;
    bool left; /* the node, as more than one step is good enough */
} versus_tried;

/* --- versus_order.c --- */

/* Where a step at `ply` stands in the tables. */
uint16_t versus_index(const ab_worker *w, int ply, action a);
/* How well a quiet step has done, between -3 and 3 times VERSUS_MEMORY. */
int versus_record(const ab_worker *w, int ply, uint16_t index);

/* As ab_list(): lists the steps at `ply`, with `noisy_only` no others. */
int versus_list(ab_worker *w, int ply, bool noisy_only);
/* Ranks what was listed; `first` comes before all others. */
void versus_rank(ab_worker *w, int ply, size_t base, int count, action first);
/* One entry of the list. */
typedef struct versus_step {
    action a;
    uint16_t index;
    bool noisy, losing; /* losing: noisy, and gives more than it takes */
    bool threat;        /* as far as versus_find_threats() was asked */
} versus_step;
/* Brings the best of entries i.. to place i. */
versus_step versus_pick(ab_worker *w, int ply, size_t base, int i, int count);

/* Finds out which of entries i.. threaten something (game_hints.h). */
void versus_find_threats(ab_worker *w, int ply, size_t base, int i, int count);
/* Removes those of entries i.. that are quiet and threaten nothing; returns the new count. */
int versus_keep_threats(ab_worker *w, size_t base, int i, int count);

/* A quiet step at `ply` has done well, as a search of `depth` says. */
void versus_praise(ab_worker *w, int ply, uint16_t index, int depth);
/* By the evaluations a quiet step has gained so much. */
void versus_note_gain(ab_worker *w, uint16_t index, int gain);
void versus_reward(ab_worker *w, const ab_node *n, const versus_step *cut, const versus_tried *t);

/* The evaluation at n, in n->raw and n->eval. */
void versus_evaluate(ab_worker *w, ab_node *n);
/* The score of an earlier search says more than n->eval and takes its place. */
void versus_trust_table(ab_node *n);

/* --- versus_quiet.c --- */

/* Beyond the depth: noisy steps, and all where a threat has to be answered. */
ab_result versus_quiet(ab_worker *w, int ply, int depth, int alpha, int beta);

/* --- versus_node.c --- */

/* As ab_search() and ab_decide(); `cut`: the node is expected to cut. */
ab_result versus_search(ab_worker *w, int ply, int depth, ab_window win, int side, bool cut);
ab_result versus_decide(ab_worker *w, int ply, int depth, ab_window win, bool cut);

#endif
