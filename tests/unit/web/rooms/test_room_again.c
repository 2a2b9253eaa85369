/* Random tables of many games: rows alone give the same table again, to the byte and for every
 * viewer; what was taken back and brought back is as it was; answers to reactions show to no viewer
 * else. */
#include <acutest.h>
#include <string.h>

#include "engine/base/memory.h"
#include "tests/support/pace.h"
#include "tests/unit/web/rooms/room_trial.h"

static room_trial t;

/* All players, and one who only looks. */
static void compare_all(const room *a, const room *b, const char *when) {
    for (int64_t account = 1; account <= a->base->players + 1; account++) {
        char *one = room_trial_bytes(a, account, ROOM_NO_SEAT);
        char *two = room_trial_bytes(b, account, ROOM_NO_SEAT);
        size_t at = 0;
        while (one[at] && one[at] == two[at]) at++;
        size_t from = at > 200 ? at - 200 : 0;
        TEST_CHECK(one[at] == two[at]);
        TEST_MSG("%s: person %d\n%.400s\n%.400s", when, (int)account, one + from, two + from);
        mem_free(one);
        mem_free(two);
    }
}

static char *view_of(const room *r, int seat) {
    return room_trial_bytes(r, seat + 1, ROOM_NO_SEAT);
}

/* An answer that is kept shows to its own seat alone. */
static void check_unseen(const room *before, const room *after, int seat) {
    for (int i = 0; i <= before->base->players; i++) {
        if (i == seat) continue;
        char *one = view_of(before, i);
        char *two = view_of(after, i);
        TEST_CHECK(strcmp(one, two) == 0);
        TEST_MSG("seat %d learns that seat %d has answered", i + 1, seat + 1);
        mem_free(one);
        mem_free(two);
    }
}

typedef struct tally {
    int acts, kept, undone, redone, rolled, over;
} tally;

static room *copy_of(const room *r) {
    room *copy;
    TEST_ASSERT(room_copy(&copy, r, NULL) == ST_OK);
    return copy;
}

static void act(room **r, rng *g, tally *n) {
    int seat;
    error e = {.code = ST_OK};
    char *said = room_trial_any(*r, g, &seat);
    if (!said) return;
    room *before = room_share(*r);
    TEST_CHECK(room_trial_act(r, seat, said, &e) == ST_OK);
    TEST_MSG("%s: %s", said, e.text);
    n->acts++;
    if ((*r)->rows == before->rows) {
        n->kept++;
        if (n->kept % 4 == 0) check_unseen(before, *r, seat);
    }
    room_release(before);
    mem_free(said);
}

/* Asks, and all the others agree. False: it cannot be. */
static bool agreed(room **r, int seat, room_row_kind what) {
    error e;
    room *copy = copy_of(*r);
    bool good = room_want(copy, &(room_ask){.account = seat + 1, .seat = seat}, what, &e) == ST_OK;
    for (int i = 0; good && copy->offer.open && i < copy->base->players; i++)
        if (i != seat)
            good = room_agree(copy, &(room_ask){.account = i + 1, .seat = i}, true, &e) == ST_OK;
    good = good && !copy->offer.open;
    room_release(good ? *r : copy);
    if (good) *r = copy;
    return good;
}

static void back_and_forth(room **r, rng *g, tally *n) {
    int seat = (int)rng_below(g, (uint64_t)(*r)->base->players);
    text before = text_growing();
    text after = text_growing();
    position_write((*r)->now, &before);
    bool nothing = !(*r)->undone_len;
    if (agreed(r, seat, ROW_UNDO)) {
        n->undone++;
        TEST_CHECK((*r)->undone_len > 0);
        bool all = true;
        while (all && (*r)->undone_len) all = agreed(r, seat, ROW_REDO);
        if (all && nothing) {
            n->redone++;
            position_write((*r)->now, &after);
            TEST_CHECK(strcmp(before.at, after.at) == 0);
        }
        if (rng_below(g, 2)) n->undone += agreed(r, seat, ROW_UNDO);
    } else if (agreed(r, seat, ROW_REROLL)) {
        n->rolled++;
    }
    text_done(&before);
    text_done(&after);
}

static void play(const char *name, const char *setup, int steps, uint64_t seed, tally *n) {
    room *r = room_trial_table(&t, name, setup);
    rng g = {.s = seed};
    room_setup s = {.game_name = name, .setup = setup};
    for (int i = 0; i < steps && room_state_now(r) == ROOM_PLAYING; i++) {
        if (rng_below(&g, 12) == 0)
            back_and_forth(&r, &g, n);
        else
            act(&r, &g, n);
        if (rng_below(&g, 30) == 0)
            (void)room_chat(r, &(room_ask){.account = 1, .seat = 0}, "Ann", "hello", NULL);
        if (rng_below(&g, (uint64_t)steps) >= 3) continue;
        room *again = room_trial_again(&t, r, &s);
        compare_all(r, again, name);
        room_release(again);
    }
    n->over += room_state_now(r) == ROOM_OVER;
    room *again = room_trial_again(&t, r, &s);
    compare_all(r, again, name);
    room_release(again);
    room_release(r);
}

static void test_again(void) {
    static const struct {
        const char *name, *setup;
        int steps;
    } games[] = {{"chess", NULL, 60},       {"pig", NULL, 80},
                 {"azul", "players 3", 60}, {"projectl", NULL, 40},
                 {"leduc", NULL, 30},       {"ludo", NULL, 60},
                 {"unicorns", NULL, 120},   {"unicorns", "players 4", 120},
                 {"go", NULL, 30}};
    tally n = {0};
    room_trial_init(&t);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        for (int k = 0; k < PACE(2, 1); k++)
            play(games[i].name, games[i].setup, PACE(games[i].steps, games[i].steps / 3),
                 100 * i + (uint64_t)k, &n);
    TEST_CHECK(n.acts > 100 && n.kept > 5 && n.undone > 3 && n.redone > 1);
    TEST_MSG("%d acts, %d kept, %d undone, %d redone, %d rolled, %d over", n.acts, n.kept, n.undone,
             n.redone, n.rolled, n.over);
    room_trial_done(&t);
}

TEST_LIST = {{"again", test_again}, {NULL, NULL}};
