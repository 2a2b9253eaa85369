/* The hints of rules texts for searches that leave steps out: what an exchange comes to, which
 * steps give check, and which parts of a position have a hash of their own. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "engine/game/game_hints.h"
#include "tests/support/books.h"
#include "tests/support/pace.h"

BOOKS_OF_ALL_TESTS(books_some(
    RULEBOOKS,
    "chess chess_atomic chess_crazyhouse chaturanga draughts hex losalamos morris othello "
    "shatranj"))

static position *at(const char *name, const char *from) {
    position *p = books_at(texts, name, "", from);
    TEST_ASSERT_(p != NULL, "%s: %s", name, from ? from : "start");
    return p;
}

/* --- exchanges --- */

/* Values, in the order of cheapness: pawn, knight, bishop, rook, queen. */
typedef struct exchange_row {
    const char *fen, *step;
    int threshold;
    bool pays;
} exchange_row;

static const exchange_row exchange_rows[] = {
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, true},     /* a pawn for nothing */
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 1000, true},  /* it is the cheapest piece */
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 1001, false}, /* and no more */
    {"4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, true},   /* pawn for pawn */
    {"4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 1, false},  /* is nothing won */
    {"4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 0, false},  /* a rook for a pawn */
    {"4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", -9000, true},
    {"3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 0, true},    /* the second rook stands behind */
    {"3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 0, false}, /* one behind on each side */
    {"3qk3/3r4/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", 0, false},
    {"4k3/8/8/3p4/8/4N3/3R4/3QK3 w - - 0 1", "e3d5", 0, true},
    {"8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 0, false}, /* the king takes back */
    {"8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 0, true}, /* but not what is guarded */
    {"4k3/8/8/3p4/8/5N2/8/4K3 w - - 0 1", "f3e5", 0, true},  /* quiet and safe */
    {"4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5", 0, false}, /* quiet, and lost */
    {"4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5", -9000, true},
    {"4k3/8/3p4/8/3P4/5N2/8/4K3 w - - 0 1", "f3e5", 0, false},  /* guarded, a knight for a pawn */
    {"4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", 2000, true},   /* becoming a queen is a gain */
    {"r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", 2000, false}, /* where it is not taken */
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, true},     /* in passing, which is not seen */
};

static void test_exchange(void) {
    for (size_t i = 0; i < sizeof exchange_rows / sizeof *exchange_rows; i++) {
        const exchange_row *x = &exchange_rows[i];
        position *p = at("chess", x->fen);
        const rules *r = position_rules(p);
        TEST_ASSERT(r->hints->exchange != NULL);
        bool pays = r->hints->exchange(r, position_data(p), books_step(p, x->step), x->threshold);
        TEST_CHECK_(pays == x->pays, "%s %s %d", x->fen, x->step, x->threshold);
        position_destroy(p);
    }
}

/* What wins so much wins less as well. */
static void test_thresholds(void) {
    position *p =
        at("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    const rules *r = position_rules(p);
    action list[256];
    int n = r->game->legal(r, position_data(p), NULL, list);
    for (int i = 0; i < n; i++) {
        bool before = true;
        for (int x = -12000; x <= 12000; x += 500) {
            bool now = r->hints->exchange(r, position_data(p), list[i], x);
            TEST_CHECK_(before || !now, "step %d: %d", i, x);
            before = now;
        }
        TEST_CHECK_(!before, "step %d wins everything", i);
    }
    position_destroy(p);
}

/* Only where both players take by going to a cell: pieces that explode, jump or are turned over
 * know no exchange. */
static void test_where(void) {
    static const char *const with[] = {"chess", "shatranj", "chaturanga", "crazyhouse",
                                       "losalamos"};
    static const char *const without[] = {"atomic", "draughts", "othello", "hex", "morris"};
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        position *p = at(with[i], NULL);
        TEST_CHECK_(position_rules(p)->hints->exchange != NULL, "%s", with[i]);
        position_destroy(p);
    }
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        position *p = at(without[i], NULL);
        TEST_CHECK_(position_rules(p)->hints->exchange == NULL, "%s", without[i]);
        position_destroy(p);
    }
}

/* --- threats --- */

/* A step that moves one piece gives check exactly if the hint says so. Castling and taking in
 * passing move a second one, which the hint need not see. */
static void check_threats(const char *name, uint64_t seed, int *threats) {
    position *p = at(name, NULL);
    const rules *r = position_rules(p);
    void *s = mem_alloc(2 * (size_t)r->state_size);
    void *next = (unsigned char *)s + r->state_size;
    action *list = mem_alloc((size_t)r->max_actions * sizeof *list);
    rng g = rng_stream(seed, 0);
    bool *told_of = mem_alloc((size_t)r->max_actions * sizeof *told_of);
    TEST_ASSERT(s && list && told_of && r->hints->threats);
    memcpy(s, position_data(p), r->state_size);
    for (int ply = 0; ply < 120 && r->game->actor(r, s) >= 0; ply++) {
        int n = r->game->legal(r, s, NULL, list);
        r->hints->threats(r, s, list, n, told_of);
        for (int i = 0; i < n; i++) {
            memcpy(next, s, r->state_size);
            r->game->apply(r, next, NULL, list[i]);
            if (r->game->actor(r, next) < 0) continue;
            bool checks = r->hints->urgent(r, next);
            bool told = told_of[i];
            char word[GAME_TOKEN_SIZE];
            text out = text_over(word, sizeof word);
            r->game->to_text(r, s, &list[i], 1, &out);
            bool king = !r->hints->noisy(r, s, list[i]) && strlen(word) == 4 &&
                        (word[2] - word[0] == 2 || word[0] - word[2] == 2);
            bool passing = word[0] != word[2] && word[1] != word[3];
            TEST_CHECK_(told == checks || king || passing, "%s, game %d, ply %d: %s", name,
                        (int)seed, ply, word);
            *threats += told;
        }
        r->game->apply(r, s, NULL, list[rng_below(&g, (uint64_t)n)]);
    }
    mem_free(told_of);
    mem_free(list);
    mem_free(s);
    position_destroy(p);
}

static void test_threat(void) {
    static const char *const games[] = {"chess", "chaturanga", "shatranj", "crazyhouse"};
    int threats = 0;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        for (uint64_t seed = 0; seed < PACE(8, 2); seed++) check_threats(games[i], seed, &threats);
    TEST_CHECK_(threats > 20, "only %d threats", threats);
}

/* --- keys of steps --- */

static void test_step_key(void) {
    position *p = at("chess", "4k3/8/8/8/8/2N3N1/8/R3K3 w - - 0 1");
    const rules *r = position_rules(p);
    const void *s = position_data(p);
    unsigned (*key)(const rules *, const void *, action) = r->hints->key;
    TEST_CHECK_(key(r, s, books_step(p, "c3e4")) == key(r, s, books_step(p, "g3e4")),
                "both knights");
    TEST_CHECK(key(r, s, books_step(p, "c3e4")) != key(r, s, books_step(p, "c3d5")));
    TEST_CHECK(key(r, s, books_step(p, "a1a2")) != key(r, s, books_step(p, "c3a2")));
    position_destroy(p);
}

TEST_LIST = {{"exchange", test_exchange}, {"thresholds", test_thresholds}, {"where", test_where},
             {"threat", test_threat},     {"step_key", test_step_key},     {NULL, NULL}};
