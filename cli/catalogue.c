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

/* What matches have shown (docs/strength.md). */
static const search_preset presets[] = {{.game = NULL}};

const search_book *catalogue_book(void) {
    static const search_book book = {searchers, presets};
    return &book;
}
