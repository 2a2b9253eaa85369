/* How the bot `evolved` weighs cards: files of weights, and what it sees. */
#include <acutest.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_views.h"
#include "games/unicorns/unicorns.h"
#include "games/unicorns/unicorns_worth.h"
#include "tests/support/one_line.h"

static const char file[] = "unicorns_worth.txt";

static rules *open_with(const char *setup, error *err) {
    params p = one_line_setup(&unicorns, setup);
    rules *r = NULL;
    return rules_open(&r, &unicorns, &p, err) == ST_OK ? r : NULL;
}

static float value_of(const rules *r, const char *slug) {
    const un_rules *u = un_of(r);
    return u->worth[un_kind_find(&u->deck, slug, strlen(slug))];
}

static bool about(float a, double b) {
    return (double)a > b - 0.001 && (double)a < b + 0.001;
}

/* --- files --- */

static rules *open_text(const char *text_of_it, const char *setup, error *err) {
    TEST_ASSERT(file_write(file, text_of_it, strlen(text_of_it), err) == ST_OK);
    rules *r = open_with(setup, err);
    (void)remove(file);
    return r;
}

static void test_reads(void) {
    error err = {0};
    rules *usual = open_with("", &err);
    rules *r = open_text("# by hand\nneigh 0.25 0 1 0.05\r\nyay 1\n\n",
                         "set weights=unicorns_worth.txt", &err);
    TEST_ASSERT_(r && usual, "%s", err.text);
    TEST_CHECK(about(value_of(r, "neigh"), 0.25) && about(value_of(r, "yay"), 1));
    TEST_CHECK(value_of(r, "unicorn-lasso") == value_of(usual, "unicorn-lasso"));
    rules_close(r);
    r = open_with("set weights=tiers", &err);
    TEST_ASSERT(r != NULL);
    TEST_CHECK(about(value_of(r, "neigh"), 1 / 7.0) && about(value_of(r, "basic-unicorn"), 1));
    rules_close(r);
    r = open_with("set weights=evolved", &err);
    TEST_ASSERT(r != NULL);
    for (int k = 0; k < un_of(r)->deck.kinds; k++)
        TEST_CHECK(un_of(r)->worth[k] == un_of(usual)->worth[k]);
    rules_close(r);
    rules_close(usual);
}

/* A deck without a card ignores its number; what no deck has is a mistake. */
static void test_decks(void) {
    error err = {0};
    rules *r = open_text("neigh 0.25\nyay 1\nclover-foal 0.5\n",
                         "players 2 set deck=picnic set weights=unicorns_worth.txt", &err);
    TEST_ASSERT_(r != NULL, "%s", err.text);
    TEST_CHECK(about(value_of(r, "clover-foal"), 0.5));
    rules_close(r);
    r = open_text("clover-foal 0.5\n", "set weights=unicorns_worth.txt", &err);
    TEST_CHECK_(r != NULL, "%s", err.text);
    rules_close(r);
    r = open_text("clover-foal 0.5\nneigh 0.125\n",
                  "set deck=base,picnic set weights=unicorns_worth.txt", &err);
    TEST_ASSERT_(r != NULL, "%s", err.text);
    TEST_CHECK(about(value_of(r, "clover-foal"), 0.5) && about(value_of(r, "neigh"), 0.125));
    rules_close(r);
}

static void test_refuses(void) {
    static const char *const bad[][2] = {
        {"neigh 0.25\ncow 1\n", "line 2: cow is no card"},
        {"neigh 0.25\nyay 1\nneigh 0.2\n", "line 3: neigh is given twice"},
        {"neigh\n", "line 1: expected card value [min max step]"},
        {"neigh 0.25 0 1\n", "line 1: expected card value"},
        {"neigh 1.5\n", "line 1: 1.5 is not from 0 to 1"},
        {"neigh -0.1\n", "is not from 0 to 1"},
        {"neigh much\n", "line 1: much is not a number"},
        {"neigh 0.5 0 1 x\n", "line 1: x is not a number"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error err = {0};
        rules *r = open_text(bad[i][0], "set weights=unicorns_worth.txt", &err);
        TEST_CHECK_(r == NULL, "%s", bad[i][0]);
        TEST_CHECK_(strstr(err.text, bad[i][1]) != NULL, "%s", err.text);
        TEST_CHECK_(strstr(err.text, file) != NULL, "%s", err.text);
        rules_close(r);
    }
}

/* The numbers that are compiled in are for the base deck, each card's once. */
static void test_shipped(void) {
    text data;
    error err = {0};
    rules *r = open_with("set weights=tiers", &err);
    TEST_ASSERT(r != NULL);
    TEST_ASSERT_(file_read(&data, SOURCE_DIR "/games/unicorns/evolved.txt", 1 << 20, &err) == ST_OK,
                 "%s", err.text);
    un_rules *u = (un_rules *)(void *)r;
    for (int k = 0; k < u->deck.kinds; k++) u->worth[k] = -1;
    TEST_CHECK_(un_worth_read(u, text_string(&data), data.len, &err) == ST_OK, "%s", err.text);
    for (int k = 0; k < u->deck.kinds; k++)
        TEST_CHECK_(u->worth[k] >= 0, "%s has a number", u->deck.kind[k].slug);
    TEST_CHECK(u->deck.kinds == 66);
    text_done(&data);
    rules_close(r);
}

/* --- the bot --- */

static action decide(const char *name, const rules *r, const void *s, uint64_t seed) {
    rng g = rng_stream(seed, 1);
    for (const bot *b = unicorns.bots; b->name; b++)
        if (strcmp(b->name, name) == 0) return b->choose(r, s, NULL, &g);
    return ACTION_NONE;
}

/* Calls look(r, s, seed) at every decision of some games. */
static void walk(const rules *r, void (*look)(const rules *r, const void *s, uint64_t seed)) {
    void *s = mem_alloc(r->state_size);
    rng g = rng_stream(5, 5);
    TEST_ASSERT(s != NULL);
    for (uint64_t round = 0; round < 12; round++) {
        unicorns.start(r, s);
        for (uint64_t i = 0; unicorns.actor(r, s) != ACTOR_NONE; i++) {
            if (unicorns.actor(r, s) >= 0) look(r, s, round * 1000 + i);
            unicorns.speed->play_random(r, s, NULL, &g);
        }
    }
    mem_free(s);
}

static void same_as_rule(const rules *r, const void *s, uint64_t seed) {
    TEST_CHECK(decide("evolved", r, s, seed) == decide("rule", r, s, seed));
}

/* By tiers `evolved` is `rule`. */
static void test_tiers_are_rule(void) {
    error err;
    rules *r = open_with("players 4 rules reference set weights=tiers", &err);
    TEST_ASSERT(r != NULL);
    walk(r, same_as_rule);
    rules_close(r);
}

/* Another deal of what the seat cannot see makes no difference: GAME_FAIR_BOTS. The numbers are all
 * different, so that the order of a hand decides nothing. */
static void same_on_another_deal(const rules *r, const void *s, uint64_t seed) {
    float worth[UN_MAX_KINDS];
    int n = un_of(r)->deck.kinds;
    unsigned char *view = mem_alloc(r->view_size);
    unsigned char *other = mem_alloc(r->state_size);
    rng deal = rng_stream(seed, 2);
    rng a = rng_stream(seed, 3);
    rng b = rng_stream(seed, 3);
    const bot_params *by = game_bot_params(&unicorns, "evolved");
    TEST_ASSERT(view && other && by);
    for (int k = 0; k < n; k++) worth[k] = (float)(k * 29 % n) / (float)n;
    unicorns.views->observe(r, s, unicorns.actor(r, s), view);
    unicorns.views->resample(r, view, other, &deal);
    TEST_CHECK(by->choose(r, s, NULL, worth, &a) == by->choose(r, other, NULL, worth, &b));
    mem_free(view);
    mem_free(other);
}

static void test_fair(void) {
    error err;
    for (int ref = 0; ref < 2; ref++) {
        rules *r = open_with(ref ? "players 4 rules reference" : "players 3", &err);
        TEST_ASSERT(r != NULL);
        TEST_CHECK(r->traits & GAME_FAIR_BOTS);
        walk(r, same_on_another_deal);
        rules_close(r);
    }
}

TEST_LIST = {{"reads", test_reads},
             {"decks", test_decks},
             {"refuses", test_refuses},
             {"shipped", test_shipped},
             {"tiers_are_rule", test_tiers_are_rule},
             {"fair", test_fair},
             {0}};
