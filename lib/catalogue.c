#include "lib/catalogue.h"

#include <stdatomic.h>

#include "engine/base/memory.h"
#include "games/azul/azul.h"
#include "games/boardwalk/boardwalk_games.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "games/project_l/project_l.h"
#include "games/unicorns/unicorns.h"
#include "lib/native/native_texts.h"
#include "search/alphabeta/alphabeta.h"
#include "search/alphabeta/brs.h"
#include "search/alphabeta/expectimax.h"
#include "search/alphabeta/paranoid.h"
#include "search/baseline.h"
#include "search/mcts/ismcts.h"
#include "search/mcts/mcts.h"
#include "search/mcts/pimc.h"
#include "search/solve/solve.h"

static const game *const in_c[] = {&connect4, &pig, &leduc, &project_l, &azul, &unicorns, NULL};

status catalogue_create(game_library **out, error *err) {
    status st = game_library_create(out, in_c, rulebook_texts, native_texts, err);
    for (const bw_game *const *g = boardwalk_games; *out && *g; g++) {
        status one = game_library_add(*out, *g, st == ST_OK ? err : NULL);
        if (st == ST_OK) st = one;
        if (one != ST_NOMEM) continue;
        game_library_destroy(*out);
        *out = NULL;
    }
    return st;
}

/* The first caller puts it there; it is never taken away, and not counted. */
game_library *catalogue_library(void) {
    static _Atomic(game_library *) shared;
    game_library *l = atomic_load_explicit(&shared, memory_order_acquire);
    if (l) return l;
    size_t before = mem_here();
    (void)catalogue_create(&l, NULL);
    game_library *other = NULL;
    if (!l || atomic_compare_exchange_strong(&shared, &other, l)) {
        if (l) mem_exempt(mem_here() - before);
        return l;
    }
    game_library_destroy(l);
    return other;
}

game_list catalogue_games(void) {
    const game_library *l = catalogue_library();
    return l ? game_library_games(l) : in_c;
}

/* The first is what `auto` falls back to. */
static const searcher_kind *const searchers[] = {&mcts_searcher,
                                                 &alphabeta_searcher,
                                                 &expectimax_searcher,
                                                 &paranoid_searcher,
                                                 &brs_searcher,
                                                 &baseline_random_searcher,
                                                 &baseline_bot_searcher,
                                                 &solve_searcher,
                                                 &ismcts_searcher,
                                                 &pimc_searcher,
                                                 NULL};

/* What matches have shown (docs/strength.md). The joined positions of pig are there for its value,
 * which they make all but exact, and a tree a thread where a shared one would be small and crowded
 * all over. */
#define KNOB(game, from, to, id, value)                                                            \
    { game, from, to, 0, NULL, KNOB_##id, value }
/* By `bench/opponents calibrate GAME`, on the scale of the programs there. */
#define LEVEL(game, from, to, n, elo)                                                              \
    { game, from, to, n, NULL, 0, elo }
static const search_preset presets[] = {
    KNOB("connect4", 2, 2, MCTS_PRIORS, 1),
    KNOB("connect4", 2, 2, MCTS_CUTOFF, 0),
    KNOB("connect4", 2, 2, MCTS_TRANSPOSITIONS, 1),
    KNOB("connect4", 2, 2, MCTS_REUSE, 1),
    KNOB("connect4", 2, 2, MCTS_BATCH, 2),
    KNOB("connect4", 2, 2, AB_HISTORY, 0),
    KNOB("connect4", 2, 2, AB_LMR, 0),
    KNOB("connect4", 2, 2, AB_PVS, 0),
    KNOB("connect4", 2, 2, AB_QUIESCENCE, 0),
    KNOB("ataxx", 2, 2, AB_FUTILITY, 0),
    KNOB("ataxx", 2, 2, AB_LMR, 0),
    KNOB("chess", 2, 2, AB_RECORD, 6000),
    KNOB("chess", 2, 2, AB_POOR, 7000),
    KNOB("koth", 2, 2, AB_RECORD, 6000),
    KNOB("koth", 2, 2, AB_POOR, 7000),
    KNOB("breakthrough", 2, 2, AB_GAIN, 0),
    KNOB("breakthrough", 2, 2, AB_SINGULAR, 0),
    KNOB("draughts", 2, 2, AB_GAIN, 0),
    KNOB("shatranj", 2, 2, AB_GAIN, 0),
    KNOB("pig", 1, 8, MCTS_CUTOFF, 0),
    KNOB("pig", 1, 8, MCTS_TRANSPOSITIONS, 1),
    KNOB("pig", 1, 8, MCTS_SPLIT, 1),
    KNOB("leduc", 2, 2, MCTS_SPLIT, 1),
    KNOB("leduc", 2, 2, MCTS_EXPLORATION, 30),
    KNOB("unicorns", 2, 8, MCTS_BOT, 2), /* rule */
    KNOB("unicorns", 2, 8, MCTS_CUTOFF, 20),
    KNOB("unicorns", 2, 8, MCTS_PRIORS, 1),
    KNOB("unicorns", 2, 8, MCTS_EXPLORATION, 150),
    KNOB("unicorns", 3, 8, MCTS_LCB, 1),
    KNOB("projectl", 1, 4, MCTS_PRIORS, 1),
    KNOB("projectl", 1, 4, MCTS_CUTOFF, 0),
    KNOB("projectl", 2, 4, MCTS_MARGIN, 3),
    KNOB("azul", 2, 4, MCTS_PRIORS, 1),
    KNOB("azul", 2, 4, MCTS_CUTOFF, 0),
    KNOB("azul", 2, 4, MCTS_EXPLORATION, 50),
    KNOB("azul", 2, 4, MCTS_PRIOR_TEMPERATURE, 150),
    KNOB("azul", 2, 2, MCTS_TRANSPOSITIONS, 1),
    KNOB("azul", 2, 2, MCTS_REUSE, 1),
    KNOB("azul", 2, 2, MCTS_WIDENING, 50),
    KNOB("azul", 2, 2, MCTS_GRAVE, 50),
    {.game = "amazons", .from_players = 2, .to_players = 2, .algorithm = "mcts"},
    {.game = "clobber", .from_players = 2, .to_players = 2, .algorithm = "mcts"},
    {.game = "go", .from_players = 2, .to_players = 2, .algorithm = "mcts"},
    KNOB("go", 2, 2, MCTS_GRAVE, 20),
    KNOB("go", 2, 2, MCTS_EXPLORATION, 3),
    KNOB("backgammon", 2, 2, MCTS_CUTOFF, 0),
    KNOB("chaturaji", 4, 4, MCTS_PRIORS, 1),
    KNOB("chaturaji", 4, 4, MCTS_CUTOFF, 20),
    /* 95 % errors 437, 260, 172, 133, 109, 115, 119, 181, 323 */
    LEVEL("chess", 2, 2, 1, 427),
    LEVEL("chess", 2, 2, 2, 908),
    LEVEL("chess", 2, 2, 3, 1113),
    LEVEL("chess", 2, 2, 4, 1514),
    LEVEL("chess", 2, 2, 5, 1730),
    LEVEL("chess", 2, 2, 6, 1831),
    LEVEL("chess", 2, 2, 7, 2063),
    LEVEL("chess", 2, 2, 8, 2208),
    LEVEL("chess", 2, 2, 9, 2386),
    {.game = NULL},
};
#undef KNOB
#undef LEVEL

const search_registry *catalogue_registry(void) {
    static const search_registry book = {searchers, presets};
    return &book;
}

/* --- benches --- */

static void pick_games(const game **out, const char *const *name) {
    for (; *name; name++) {
        const game *g = game_find(catalogue_games(), *name);
        if (g) *out++ = g;
    }
    *out = NULL;
}

catalogue_bench catalogue_bench_games(void) {
    static const char *const whole[] = {"connect4", "pig",   "leduc",    "projectl",
                                        "azul",     "chess", "unicorns", NULL};
    static const char *const rates[] = {
        "tictactoe", "connect4_text", "breakthrough", "othello",    "hex",       "gomoku",
        "draughts",  "amazons",       "chaturanga",   "peridot",    "tangerine", "saffron",
        "quartz",    "topaz",         "orchid",       "lilac",      "obsidian",  "amethyst",
        "violet",    "daisy",         "lazuli",       "amethyst12", NULL};
    static const char *const turns[] = {"draughts", NULL};
    static const char *const signature[] = {
        "connect4", "pig", "leduc",   "projectl", "azul",  "chess",  "othello",
        "draughts", "hex", "amazons", "morris",   "lilac", "violet", NULL};
    catalogue_bench b;
    pick_games(b.whole, whole);
    pick_games(b.rates, rates);
    pick_games(b.turns, turns);
    pick_games(b.signature, signature);
    return b;
}
