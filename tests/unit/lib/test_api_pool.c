#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "lib/api/kibitz.h"
#include "tests/support/api_calls.h"

/* The public library: many games, positions and searches in one call. */

/* --- batches --- */

static void test_batches(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_playouts one;
    kibitz_playouts two;
    float terms[400];
    kibitz_position *p = started(k, "connect4", NULL);
    TEST_CHECK(kibitz_batch_playouts(p, 1000, 1, 5, &one, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_batch_playouts(p, 1000, 3, 5, &two, &e) == KIBITZ_OK);
    TEST_CHECK(one.games == 1000 && one.plies > 7000 && one.plies == two.plies &&
               one.utility[0] == two.utility[0] && one.games == two.games);
    TEST_CHECK(one.utility[0] + one.utility[1] > 999.9 && one.utility[0] > one.utility[1]);
    TEST_CHECK(kibitz_batch_playouts(p, 10, 0, 5, &two, &e) == KIBITZ_BAD_VALUE);
    size_t n = kibitz_batch_terms(p);
    TEST_ASSERT(n > 0 && 4 * n < 400);
    kibitz_position *q = started(k, "connect4", NULL);
    act(q, "d");
    const kibitz_position *const both[] = {p, q};
    TEST_CHECK(kibitz_batch_features(both, 2, terms, 4 * n, &e) == KIBITZ_OK);
    TEST_CHECK(memcmp(terms, terms + 2 * n, 2 * n * sizeof *terms) != 0);
    TEST_CHECK(kibitz_batch_features(both, 2, terms, 4 * n - 1, &e) == KIBITZ_BAD_VALUE);
    kibitz_position_close(p);
    kibitz_position_close(q);
    p = started(k, "chess", NULL); /* a game with a trail */
    TEST_CHECK(kibitz_batch_playouts(p, 20, 2, 5, &one, &e) == KIBITZ_OK && one.games == 20);
    kibitz_position_close(p);
    p = started(k, "azul", NULL); /* and with chance */
    TEST_CHECK(kibitz_batch_playouts(p, 20, 1, 5, &one, &e) == KIBITZ_OK && one.plies > 200);
    kibitz_position_close(p);
    kibitz_close(k);
}

/* --- a pool of searches --- */

enum { POOL = 3, ASKED = 7 };

typedef struct pool_answers {
    char best[ASKED][16];
    kibitz_code why[ASKED];
    uint64_t nodes[ASKED];
    int visits, wanted;
} pool_answers;

static int take_answer(void *ctx, size_t i, kibitz_search *s, const kibitz_error *why) {
    pool_answers *a = ctx;
    kibitz_progress now;
    kibitz_search_progress(s, &now);
    a->why[i] = why ? why->code : KIBITZ_OK;
    if (!why) (void)snprintf(a->best[i], sizeof a->best[i], "%s", kibitz_search_best(s));
    a->nodes[i] = why ? 0 : now.nodes;
    return ++a->visits != a->wanted;
}

static kibitz_code ask_pool(kibitz *k, const kibitz_position *const *p, size_t searches,
                            const kibitz_limits *each, pool_answers *a) {
    kibitz_search *s[POOL] = {NULL};
    kibitz_error e = {0};
    for (size_t i = 0; i < searches; i++) {
        TEST_ASSERT(kibitz_search_create(k, &s[i], &e) == KIBITZ_OK);
        TEST_CHECK(kibitz_search_set(s[i], "Hash", "1", &e) == KIBITZ_OK);
    }
    const kibitz_pool pool = {.search = s, .searches = searches, .visit = take_answer, .ctx = a};
    kibitz_code code = kibitz_batch_search(&pool, p, ASKED, each, &e);
    for (size_t i = 0; i < searches; i++) kibitz_search_close(s[i]);
    return code;
}

/* The same answers from one search and from three; a game that is over has none. */
static void test_pool(void) {
    static const char *const line[ASKED] = {"d", "d d", "d c", "a b c", "d d d d", NULL, "g g"};
    kibitz *k = opened();
    kibitz_position *p[ASKED];
    kibitz_limits each = kibitz_limits_none();
    pool_answers one = {0};
    pool_answers three = {0};
    each.nodes = 500;
    for (int i = 0; i < ASKED; i++) {
        p[i] = started(k, "connect4", NULL);
        for (const char *at = line[i] ? line[i] : "a b a b a b a"; *at; at++)
            if (*at != ' ') act(p[i], (const char[]){*at, 0});
    }
    const kibitz_position *const *all = (const kibitz_position *const *)p;
    TEST_CHECK(ask_pool(k, all, 1, &each, &one) == KIBITZ_OK && one.visits == ASKED);
    TEST_CHECK(ask_pool(k, all, POOL, &each, &three) == KIBITZ_OK && three.visits == ASKED);
    for (int i = 0; i < ASKED; i++) {
        TEST_CHECK(one.why[i] == (line[i] ? KIBITZ_OK : KIBITZ_GAME_OVER));
        TEST_CHECK_(strcmp(one.best[i], three.best[i]) == 0 && one.nodes[i] == three.nodes[i] &&
                        one.why[i] == three.why[i],
                    "%s: %s and %s", line[i] ? line[i] : "over", one.best[i], three.best[i]);
    }
    three = (pool_answers){.wanted = 1};
    each = kibitz_limits_none(); /* those under way are stopped, however long they would take */
    each.depth = 1;
    TEST_CHECK(ask_pool(k, all, 1, &each, &three) == KIBITZ_STOPPED && three.visits == 1);
    TEST_CHECK(ask_pool(k, all, 0, &each, &three) == KIBITZ_BAD_VALUE && three.visits == 1);
    for (int i = 0; i < ASKED; i++) kibitz_position_close(p[i]);
    kibitz_close(k);
}

static int stop_at_first(void *ctx, size_t i, kibitz_search *s, const kibitz_error *why) {
    (void)ctx, (void)s;
    return i != 0 || !why;
}

/* Position 0 is over, the other is searched for ever: the visitor ends that. */
static void test_pool_stopped(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_search *s[2];
    kibitz_view *v[2];
    kibitz_position *over = started(k, "connect4", NULL);
    kibitz_position *begin = started(k, "connect4", NULL);
    kibitz_limits endless = kibitz_limits_none();
    endless.infinite = 1;
    for (const char *at = "abababa"; *at; at++) act(over, (const char[]){*at, 0});
    for (int i = 0; i < 2; i++) {
        TEST_ASSERT(kibitz_view_of(i ? begin : over, 0, &v[i], &e) == KIBITZ_OK);
        TEST_ASSERT(kibitz_search_create(k, &s[i], &e) == KIBITZ_OK);
        TEST_CHECK(kibitz_search_set(s[i], "Hash", "1", &e) == KIBITZ_OK);
    }
    kibitz_pool pool = {.search = s, .searches = 2, .visit = stop_at_first};
    const kibitz_view *const *both = (const kibitz_view *const *)v;
    TEST_CHECK(kibitz_batch_search_views(&pool, both, 2, &endless, &e) == KIBITZ_STOPPED);
    TEST_CHECK(kibitz_search_start(s[1], begin, &endless, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_batch_search_views(&pool, both, 2, &endless, &e) == KIBITZ_BUSY);
    kibitz_search *const twice[] = {s[0], s[0]};
    pool.search = twice;
    TEST_CHECK(kibitz_batch_search_views(&pool, both, 2, &endless, &e) == KIBITZ_BUSY);
    for (int i = 0; i < 2; i++) {
        kibitz_search_close(s[i]);
        kibitz_view_close(v[i]);
    }
    kibitz_position_close(over);
    kibitz_position_close(begin);
    kibitz_close(k);
}

TEST_LIST = {{"batches", test_batches},
             {"pool", test_pool},
             {"pool_stopped", test_pool_stopped},
             {NULL, NULL}};
