#include <acutest.h>

#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "search/random_game.h"
#include "search/search_registry.h"
#include "tests/support/books.h"

/* Random games, and what a search of three and more does where they tell nothing. */

static position *start(game_list games, const char *name) {
    position *p = NULL;
    error e;
    params setup = params_default();
    const game *g = game_find(games, name);
    TEST_ASSERT(g != NULL);
    TEST_ASSERT_(position_start(&p, g, &setup, SEAT_ALL, &e) == ST_OK, "%s", e.text);
    return p;
}

static text_library *star_halma(void) {
    text file;
    TEST_ASSERT(file_read(&file, SOURCE_DIR "/tests/data/authors/star_halma.game", 1 << 20, NULL) ==
                ST_OK);
    text_library *l = books_of(text_string(&file));
    text_done(&file);
    TEST_ASSERT(l != NULL);
    return l;
}

/* The same dice, the same game; none beyond the plies that are allowed. */
static void test_games(void) {
    static const char *const names[] = {"connect4", "chess", "azul", "ludo", "peridot"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        position *p = start(catalogue_games(), names[i]);
        const rules *r = position_rules(p);
        random_game m;
        int plies[2];
        TEST_CASE(names[i]);
        TEST_ASSERT(random_game_init(&m, p) == ST_OK);
        for (int k = 0; k < 2; k++) {
            rng dice = rng_stream(7, i);
            plies[k] = random_game_play(&m, p, &dice, RANDOM_GAME_PLIES);
            TEST_CHECK(r->game->actor(r, m.state) == ACTOR_NONE);
        }
        TEST_CHECK(plies[0] == plies[1] && plies[0] > 4);
        rng dice = rng_stream(7, i);
        TEST_CHECK(random_game_play(&m, p, &dice, 3) == 3);
        random_game_done(&m);
        position_destroy(p);
    }
}

static void test_who_decides(void) {
    position *p = start(catalogue_games(), "connect4");
    TEST_CHECK(random_games_decide(p));
    position_destroy(p);
    p = start(catalogue_games(), "ludo");
    TEST_CHECK(random_games_decide(p));
    position_destroy(p);
    text_library *own = star_halma();
    p = books_at(own, "star_halma", "", NULL);
    TEST_CHECK(!random_games_decide(p)); /* nobody comes home by chance */
    mem_fail_at(1);
    TEST_CHECK(!random_games_decide(p));
    mem_fail_at(0);
    position_destroy(p);
    text_library_destroy(own);
}

/* How much the best and the worst line of a search differ. */
static double spread(const position *p, bool playouts) {
    search *s;
    search_answer a;
    error e;
    search_question q = {.root = p, .limits = limits_none(), .options = search_default_options()};
    TEST_ASSERT(search_choose(catalogue_registry(), "auto", position_rules(p), &q, &e) == ST_OK);
    TEST_CHECK(strcmp(q.kind->name, "mcts") == 0);
    q.limits.visits = 400;
    q.options.multipv = 40;
    if (playouts) q.options.knobs.value[KNOB_MCTS_CUTOFF] = knob_specs[KNOB_MCTS_CUTOFF].usual;
    TEST_ASSERT(search_create(&s) == ST_OK);
    TEST_ASSERT(search_run(s, &q, NULL, NULL, &a, &e) == ST_OK && a.report.count > 5);
    double least = 1;
    double most = 0;
    for (size_t i = 0; i < a.report.count; i++) {
        double x = a.report.lines[i].values[0];
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    search_destroy(s);
    return most - least;
}

/* Star Halma: by playouts every action is nearly as good as another; by the evaluation it is not. */
static void test_long_games_are_evaluated(void) {
    text_library *own = star_halma();
    position *p = books_at(own, "star_halma", "", NULL);
    double played = spread(p, true);
    double found = spread(p, false);
    TEST_CHECK_(found > 0.01 && played < found / 4, "%.4f and %.4f", played, found);
    position_destroy(p);
    text_library_destroy(own);
}

TEST_LIST = {{"games", test_games},
             {"who_decides", test_who_decides},
             {"long_games_are_evaluated", test_long_games_are_evaluated},
             {NULL, NULL}};
