/* What rules texts tell searches about steps and turns, and the player that comes with them. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "engine/game/game_hints.h"
#include "engine/rules/machine/program.h"
#include "tests/support/books.h"
#include "tests/support/pace.h"

BOOKS_OF_ALL_TESTS(books_some(RULEBOOKS,
                              "chess chess2 chess_atomic chess_crazyhouse chess_racing amazons "
                              "ataxx breakthrough chaturanga draughts go gomoku hex "
                              "international losalamos morris othello shatranj"))

static position *at(const char *name, const char *from) {
    position *p = books_at(texts, name, "", from);
    TEST_ASSERT_(p != NULL, "%s: %s", name, from ? from : "start");
    return p;
}

/* --- hints --- */

static void check_noisy(const char *name, const char *from, const char *word, bool noisy) {
    position *p = at(name, from);
    const rules *r = position_rules(p);
    TEST_CHECK_(r->hints->noisy(r, position_data(p), books_step(p, word)) == noisy, "%s: %s", from,
                word);
    position_destroy(p);
}

static void test_noisy(void) {
    static const char mixed[] = "3rk3/2P5/8/3Pp3/8/8/7r/4K2R w K e6 0 1";
    check_noisy("chess", mixed, "h1h2", true);
    check_noisy("chess", mixed, "d5d6", false);
    check_noisy("chess", mixed, "c7c8q", true);
    check_noisy("chess", mixed, "c7c8n", false);
    check_noisy("chess", mixed, "c7d8n", true);
    check_noisy("chess", mixed, "e1g1", false);
    check_noisy("draughts", "8/8/8/4m3/3M4/8/8/8 0", "d4f6", true);
    position *p = at("othello", NULL);
    TEST_CHECK_(!position_rules(p)->hints->noisy, "nothing moves there, and nothing is taken");
    position_destroy(p);
}

/* Asked at once, the steps are as each of them. */
static void check_marks(const rules *r, const void *s, const action *list, int n) {
    int32_t key[RB_MAX_ACTIONS];
    int32_t noisy[RB_MAX_ACTIONS];
    r->hints->marks(r, s, list, n, key, noisy);
    for (int i = 0; i < n; i++) {
        TEST_CHECK_(key[i] == (int32_t)r->hints->key(r, s, list[i]), "key %d of %d", i, n);
        TEST_CHECK_(noisy[i] == r->hints->noisy(r, s, list[i]), "noisy %d of %d", i, n);
    }
}

/* The noisy steps at once are those that are noisy one by one, in the order of the list. */
static void check_noisy_list(const char *name, uint64_t seed) {
    position *p = at(name, NULL);
    const rules *r = position_rules(p);
    void *s = mem_alloc(r->state_size);
    action *all = mem_alloc(2 * (size_t)r->max_actions * sizeof *all);
    action *noisy = all + r->max_actions;
    rng g = rng_stream(seed, 0);
    memcpy(s, position_data(p), r->state_size);
    for (int ply = 0; ply < 120 && r->game->actor(r, s) >= 0; ply++) {
        int n = r->game->legal(r, s, NULL, all);
        int found = r->hints->noisy_list(r, s, NULL, noisy);
        int k = 0;
        for (int i = 0; i < n; i++)
            if (r->hints->noisy(r, s, all[i])) k += k < found && noisy[k] == all[i] ? 1 : 1000;
        TEST_CHECK_(k == found, "%s: ply %d of game %d", name, ply, (int)seed);
        check_marks(r, s, all, n);
        r->game->apply(r, s, NULL, all[rng_below(&g, (uint64_t)n)]);
    }
    mem_free(all);
    mem_free(s);
    position_destroy(p);
}

static void test_noisy_list(void) {
    static const char *const games[] = {"chess",     "chaturanga",  "shatranj", "crazyhouse",
                                        "chess2",    "atomic",      "draughts", "international",
                                        "losalamos", "racingkings", "morris",   "breakthrough"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        for (uint64_t seed = 0; seed < PACE(6, 2); seed++) check_noisy_list(games[i], seed);
}

static float estimate(const position *p, const char *word) {
    const rules *r = position_rules(p);
    action a = books_step(p, word);
    float score;
    r->hints->order(r, position_data(p), &a, 1, &score);
    return score;
}

/* An expensive victim before a cheap one, a cheap taker before an expensive one, and below nothing
 * what gives more than it takes. */
static void test_order(void) {
    position *p = at("chess", "4k3/8/8/4q2b/3P4/5Q2/8/1K5R w - - 0 1");
    TEST_CHECK(estimate(p, "d4e5") > estimate(p, "h1h5"));
    TEST_CHECK_(estimate(p, "h1h5") > estimate(p, "f3h5"), "the bishop is guarded");
    TEST_CHECK(estimate(p, "d4e5") > estimate(p, "d4d5"));
    position_destroy(p);
    p = at("chess", "4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1");
    TEST_CHECK_(estimate(p, "d3d6") < 0, "the pawn is guarded");
    position_destroy(p);
}

static bool skips(const char *name, const char *from) {
    position *p = at(name, from);
    const rules *r = position_rules(p);
    void *s = mem_alloc(r->state_size);
    memcpy(s, position_data(p), r->state_size);
    int mover = r->game->actor(r, s);
    bool can = r->hints->skip && r->hints->skip(r, s);
    if (can) {
        TEST_CHECK(r->game->actor(r, s) == 1 - mover);
        TEST_CHECK(r->game->hash(r, s) == game_rehash(r, s));
        TEST_CHECK(r->game->check(r, s, NULL) == ST_OK);
    } else {
        TEST_CHECK_(memcmp(s, position_data(p), r->state_size) == 0, "nothing is done");
    }
    mem_free(s);
    position_destroy(p);
    return can;
}

static void test_skip(void) {
    TEST_CHECK(skips("chess", NULL));
    TEST_CHECK_(!skips("chess", "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1"), "in check");
    TEST_CHECK_(!skips("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "pawns alone");
    TEST_CHECK_(!skips("chess", "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1"), "one piece");
    TEST_CHECK(skips("chess", "4k3/8/8/8/8/8/4P3/RN2K3 w - - 0 1"));
    TEST_CHECK_(!skips("chess", "4k3/8/8/3Pp3/8/8/8/R3K3 w - e6 0 1"), "a pawn can be taken");
    TEST_CHECK(!skips("othello", NULL) && !skips("draughts", NULL));
}

static void test_urgent(void) {
    static const struct {
        const char *from;
        bool urgent;
    } list[] = {{"4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", true},
                {"4k3/8/8/8/8/5n2/8/R3K3 w - - 0 1", true},
                {"4k3/8/8/8/8/8/2r5/R3K3 w - - 0 1", false},
                {"4k3/8/8/8/8/8/2r5/R3K3 b - - 0 1", false}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        position *p = at("chess", list[i].from);
        const rules *r = position_rules(p);
        TEST_CHECK_(r->hints->urgent(r, position_data(p)) == list[i].urgent, "%s", list[i].from);
        position_destroy(p);
    }
}

/* --- the player --- */

static void check_material(const char *from, const char *word) {
    position *p = at("chess", from);
    const rules *r = position_rules(p);
    for (uint64_t seed = 0; seed < PACE(8, 2); seed++) {
        rng g = rng_stream(seed, 0);
        action a = r->game->bots[0].choose(r, position_data(p), position_trail(p), &g);
        TEST_CHECK_(a == books_step(p, word), "%s: %s", from, word);
    }
    position_destroy(p);
}

static void test_material(void) {
    check_material("4k3/8/8/1p1q4/2P5/8/8/4K3 w - - 0 1", "c4d5");
    check_material("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q");
    check_material("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q");
}

TEST_LIST = {{"noisy", test_noisy}, {"noisy_list", test_noisy_list}, {"order", test_order},
             {"skip", test_skip},   {"urgent", test_urgent},         {"material", test_material},
             {NULL, NULL}};
