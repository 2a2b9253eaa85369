/* Games that authors might write (tests/data/authors): each is read without a warning and goes through
 * the shared battery with every number of players. test_native has what generated code plays. */
#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/battery.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_views.h"
#include "engine/game/perft.h"
#include "engine/game/scene.h"
#include "tests/support/books.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

static text_library *read_texts(void) {
    text_library *texts = books_read(AUTHORS);
    TEST_ASSERT(texts != NULL);
    return texts;
}

static void test_battery(void) {
    text_library *texts = read_texts();
    for (int i = 0; i < text_library_count(texts); i++) {
        const game *g = text_library_at(texts, i);
        for (int n = g->min_players; n <= g->max_players; n++) {
            char buf[24];
            (void)snprintf(buf, sizeof buf, "players %d", n);
            params p = one_line_setup(g, buf);
            battery_options o = {
                .seed = 1, .games = PACE(3, 1), .max_plies = PACE(300, 80), .looks = PACE(24, 4)};
            battery_result got = {0};
            error err = {0};
            TEST_CHECK_(battery_run(g, &p, &o, &got, &err) == ST_OK && got.plies > PACE(20, 5),
                        "%s, %s", g->name, buf);
            TEST_MSG("%s", err.text);
        }
    }
    TEST_CHECK(text_library_count(texts) > 0);
    text_library_destroy(texts);
    TEST_CHECK(mem_live() == 0);
}

/* How many ways there are to play that many actions. */
static uint64_t ways(const text_library *texts, const char *name, unsigned depth) {
    position *p;
    error err = {0};
    params setup = params_default();
    perft_result got = {0};
    const game *g = text_library_game(texts, name);
    TEST_ASSERT(g && position_start(&p, g, &setup, SEAT_ALL, &err) == ST_OK);
    TEST_CHECK(perft_run(p, &(perft_options){.depth = depth}, NULL, NULL, &got, &err) == ST_OK);
    position_destroy(p);
    return got.nodes;
}

/* What can be said in two ways is the same game. */
static void test_said_twice(void) {
    text_library *texts = read_texts();
    for (unsigned depth = 1; depth <= 7; depth++) {
        uint64_t one = ways(texts, "barter", depth);
        TEST_CHECK_(one > 0 && one == ways(texts, "barter_plain", depth), "%u actions", depth);
    }
    text_library_destroy(texts);
    TEST_CHECK(mem_live() == 0);
}

/* The sides of boxes as places of a board, and as cells of a larger one, are the same game. */
static void test_edges(void) {
    text_library *texts = read_texts();
    text_library *books = books_read(RULEBOOKS);
    TEST_ASSERT(books != NULL);
    for (unsigned depth = 1; depth <= PACE(5, 4); depth++) {
        uint64_t one = ways(texts, "fences", depth);
        TEST_CHECK_(one > 0 && one == ways(books, "dots", depth), "%u actions", depth);
    }
    text_library_destroy(books);
    text_library_destroy(texts);
    TEST_CHECK(mem_live() == 0);
}

/* What a seat is shown of a state: the drawn board, the scene, the position as it sees it. */
static void show(const position *base, const void *state, int seat, text *out) {
    const rules *r = position_rules(base);
    position *p;
    position *view;
    scene *seen;
    error err = {0};
    TEST_ASSERT(position_with_state(&p, base, state, &err) == ST_OK);
    TEST_ASSERT(position_observe(&view, p, seat, &err) == ST_OK);
    TEST_ASSERT(scene_build(&seen, p, seat, &err) == ST_OK);
    r->game->draw(r, state, seat, false, out);
    position_write(view, out);
    TEST_ASSERT(scene_write(seen, out, &err) == ST_OK);
    scene_destroy(seen);
    position_destroy(view);
    position_destroy(p);
}

/* Two worlds that a seat cannot tell apart look the same to it, and offer it the same. */
static int compare_worlds(const position *base, const void *one, int seat, rng *g) {
    const rules *r = position_rules(base);
    void *view = mem_alloc(r->view_size);
    void *two = mem_alloc(r->state_size);
    action *list[2] = {mem_alloc(r->max_actions * sizeof(action)),
                       mem_alloc(r->max_actions * sizeof(action))};
    TEST_ASSERT(view && two && list[0] && list[1]);
    r->views->observe(r, one, seat, view);
    r->views->resample(r, view, two, g);
    bool differ = game_rehash(r, one) != game_rehash(r, two);
    text said[2] = {text_growing(), text_growing()};
    show(base, one, seat, &said[0]);
    show(base, two, seat, &said[1]);
    TEST_CHECK_(strcmp(text_string(&said[0]), text_string(&said[1])) == 0, "seat %d", seat);
    if (r->game->actor(r, one) == seat) {
        int n = r->game->legal(r, one, NULL, list[0]);
        int m = r->game->legal(r, two, NULL, list[1]);
        TEST_CHECK(n == m && memcmp(list[0], list[1], (size_t)n * sizeof(action)) == 0);
    }
    for (int i = 0; i < 2; i++) {
        text_done(&said[i]);
        mem_free(list[i]);
    }
    mem_free(view);
    mem_free(two);
    return differ;
}

static void test_worlds(void) {
    text_library *texts = read_texts();
    int pairs = 0;
    for (int i = 0; i < text_library_count(texts); i++) {
        const game *g = text_library_at(texts, i);
        position *base;
        error err = {0};
        params setup = params_default();
        rng dice = rng_stream(3, (uint64_t)i);
        if (!(g->traits & GAME_HIDDEN)) continue;
        TEST_ASSERT(position_start(&base, g, &setup, SEAT_ALL, &err) == ST_OK);
        const rules *r = position_rules(base);
        void *s = mem_alloc(r->state_size);
        TEST_ASSERT(s != NULL);
        for (int games = 0; games < PACE(6, 2); games++) {
            r->game->start(r, s);
            while (r->game->actor(r, s) != ACTOR_NONE) {
                int seat = (int)rng_below(&dice, r->players + 1u);
                if (rng_below(&dice, 3) == 0)
                    pairs += compare_worlds(base, s, seat < r->players ? seat : SEAT_PUBLIC, &dice);
                r->speed->play_random(r, s, NULL, &dice);
            }
        }
        mem_free(s);
        position_destroy(base);
    }
    TEST_CHECK_(pairs > PACE(30, 5), "%d pairs", pairs);
    text_library_destroy(texts);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"battery", test_battery},
             {"said_twice", test_said_twice},
             {"edges", test_edges},
             {"worlds", test_worlds},
             {NULL, NULL}};
