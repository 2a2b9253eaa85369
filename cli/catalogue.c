#include "cli/catalogue.h"

#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "games/project_l/project_l.h"
#include "search/alphabeta.h"
#include "search/expectimax.h"
#include "search/mcts.h"
#include "search/paranoid.h"
#include "search/quick.h"
#include "search/solve.h"

/* The first game is the default until chess is there. */
game_list catalogue_games(void) {
    static const game *const games[] = {&connect4, &pig, &leduc, &project_l, NULL};
    return games;
}

/* The first is what `auto` falls back to. */
static const searcher_kind *const searchers[] = {
    &mcts_searcher,     &alphabeta_searcher, &expectimax_searcher,
    &paranoid_searcher, &brs_searcher,       &random_searcher,
    &bot_searcher,      &solve_searcher,     NULL};

/* What matches have shown (docs/strength.md). The joined positions of pig are there for its value,
 * which they make all but exact, and a tree a thread where a shared one would be small and crowded
 * all over. */
#define KNOB(game, from, to, id, value)                                                            \
    { game, from, to, NULL, KNOB_##id, value }
static const search_preset presets[] = {
    KNOB("connect4", 2, 2, MCTS_PRIORS, 1),
    KNOB("connect4", 2, 2, MCTS_CUTOFF, 0),
    KNOB("connect4", 2, 2, MCTS_TRANSPOSITIONS, 1),
    KNOB("connect4", 2, 2, MCTS_REUSE, 1),
    KNOB("connect4", 2, 2, AB_HISTORY, 0),
    KNOB("connect4", 2, 2, AB_LMR, 0),
    KNOB("connect4", 2, 2, AB_PVS, 0),
    KNOB("connect4", 2, 2, AB_QUIESCENCE, 0),
    KNOB("pig", 1, 8, MCTS_CUTOFF, 0),
    KNOB("pig", 1, 8, MCTS_TRANSPOSITIONS, 1),
    KNOB("pig", 1, 8, MCTS_SPLIT, 1),
    KNOB("leduc", 2, 2, MCTS_SPLIT, 1),
    KNOB("projectl", 1, 4, MCTS_PRIORS, 1),
    KNOB("projectl", 1, 4, MCTS_CUTOFF, 0),
    {.game = NULL},
};
#undef KNOB

const search_book *catalogue_book(void) {
    static const search_book book = {searchers, presets};
    return &book;
}
