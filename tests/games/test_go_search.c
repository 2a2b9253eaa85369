/* Go from its text, searched by playouts: what a position is worth, worked out by hand. */
#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "lib/catalogue.h"
#include "search/mcts/mcts.h"
#include "tests/support/asking.h"
#include "tests/support/pace.h"

/* What the player to act expects after a few playouts, and in *best the first step of the line. */
static double value_of(const char *board, int mover, char *best) {
    const game *g = game_find(catalogue_games(), "go");
    char line[160];
    asking s;
    (void)snprintf(line, sizeof line, "%s %d", board, mover);
    position *p = one_line_read(g, line);
    TEST_ASSERT(p && asking_open(&s, &mcts_searcher, p));
    asking_knob(&s, KNOB_MCTS_GRAVE, 20);
    asking_knob(&s, KNOB_MCTS_EXPLORATION, 15);
    s.q.limits.playouts = PACE(3000, 400);
    s.q.options.threads = 1;
    s.q.options.hash_bytes = 16 << 20;
    TEST_ASSERT(asking_run(&s));
    const search_line *found = asking_best(&s);
    double value = found->win[mover];
    (void)snprintf(best, 8, "%.*s", (int)strcspn(found->pv, " "), found->pv);
    asking_close(&s);
    position_destroy(p);
    return value;
}

/* Black has the columns a to e, 45 points, and white 36 and 7.5: won, as the stone on a5 is dead. If
 * it lived, black would have 42 against 37 and 7.5. */
static void test_dead_stone(void) {
    static const char board[] =
        "1SSSSsss1/SSSSSssss/SSSSSssss/1SSSSssss/sSSSSssss/1SSSSssss/SSSSSssss/SSSSSssss/SSSSSsss1";
    char best[8];
    double black = value_of(board, 0, best);
    double white = value_of(board, 1, best);
    TEST_CHECK_(black > 0.8, "black %.3f", black);
    TEST_CHECK_(white < 0.2, "white %.3f", white);
}

/* The same with a column more for white: lost for black, whichever side moves. */
static void test_lost_game(void) {
    static const char board[] =
        "1SSSssss1/SSSSsssss/SSSSsssss/SSSSsssss/SSSSsssss/SSSSsssss/SSSSsssss/SSSSsssss/1SSSssss1";
    char best[8];
    double black = value_of(board, 0, best);
    double white = value_of(board, 1, best);
    TEST_CHECK_(black < 0.2, "black %.3f", black);
    TEST_CHECK_(white > 0.8, "white %.3f", white);
}

/* Who moves first decides the game: f1 gives black, who has all of the lower six rows, two eyes, or
 * takes them away. */
static void test_vital_point(void) {
    static const char board[] =
        "1sssssss1/sssssssss/sssssssss/SSSSSSSSS/SSSSSSSSS/SSSSSSSSS/SSSSSSSSS/SSSSSSSSS/SSSS3SS";
    char best[8];
    double black = value_of(board, 0, best);
    TEST_CHECK_(black > 0.75 && strcmp(best, "f1") == 0, "black %.3f, %s", black, best);
    double white = value_of(board, 1, best);
    TEST_CHECK_(white > 0.75 && strcmp(best, "f1") == 0, "white %.3f, %s", white, best);
}

TEST_LIST = {{"dead_stone", test_dead_stone},
             {"lost_game", test_lost_game},
             {"vital_point", test_vital_point},
             {NULL, NULL}};
