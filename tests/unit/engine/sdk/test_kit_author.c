/* What an author may add for speed or for searches changes nothing, and where it would, the check
 * finds it. Random moves are fair. Memory may run out at any time. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_speed.h"
#include "engine/game/perft.h"
#include "engine/sdk/kit.h"
#include "games/boardwalk/boardwalk_games.h"
#include "tests/support/one_line.h"

static kit *make(const bw_game *g) {
    kit *k = NULL;
    error err = {0};
    TEST_CHECK_(kit_create(&k, g, &err) == ST_OK, "%s", err.text);
    return k;
}

static uint64_t lines(const bw_game *g, unsigned depth) {
    kit *k = make(g);
    position *p = one_line_start(kit_game(k), "");
    perft_options o = {.depth = depth};
    perft_result res = {0};
    TEST_CHECK(p && perft_run(p, &o, NULL, NULL, &res, NULL) == ST_OK);
    position_destroy(p);
    kit_destroy(k);
    return res.nodes;
}

static status inspect(const bw_game *g, error *err) {
    kit *k = make(g);
    params usual = params_default();
    *err = (error){0};
    status st = kit_check(kit_game(k), &usual, 2, 1, NULL, err);
    kit_destroy(k);
    return st;
}

/* --- the accelerators, on lilac --- */

static int generate(const bw_state *s, bw_move *out, int room) {
    static const int step[4][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
    int n = 0;
    for (int i = 0; i < 49; i++)
        for (int k = 0; k < 4; k++) {
            int r = i / 7 + step[k][0];
            int c = i % 7 + step[k][1];
            if (!bw_on_board(s, r, c)) continue;
            bw_move m = bw_movement(i / 7, i % 7, r, c);
            if (bw_lilac.validate_move(s, m) && n++ < room) out[n - 1] = m;
        }
    return n;
}

static int count(const bw_state *s) {
    bw_move list[200];
    return generate(s, list, 200);
}

static int has_move(const bw_state *s, int who) {
    (void)who;
    return count(s) > 0;
}

static int targets(const bw_state *s, int r, int c, uint16_t *cells, int room) {
    int n = 0;
    for (int i = 0; i < 49 && n < room; i++) /* a complete row and column: too many */
        if (i / 7 == r || i % 7 == c) cells[n++] = (uint16_t)i;
    (void)s;
    return n;
}

static int mirror(int k, int cell) {
    return k > 7 ? -1 : boardwalk_image(k, cell, 7);
}

static int evaluate(const bw_state *s, int who) {
    return 100 * (who == 0 ? bw_count(s, 'V') : 2 * bw_count(s, 'A'));
}

static int order(const bw_state *s, bw_move m) {
    (void)s;
    return (int)(m & 127) * 100;
}

static void test_accelerators_change_nothing(void) {
    bw_game g[6] = {bw_lilac, bw_lilac, bw_lilac, bw_lilac, bw_lilac, bw_lilac};
    g[0].generate_moves = generate;
    g[1].count_moves = count;
    g[2].has_move = has_move;
    g[3].targets = targets;
    g[4].max_moves = 100;
    g[4].generate_moves = generate;
    memset(g[5].placeable, 0, sizeof g[5].placeable); /* no hints at all */
    memset(g[5].movable, 0, sizeof g[5].movable);
    for (size_t i = 0; i < 6; i++) {
        error err;
        TEST_CHECK_(lines(&g[i], 4) == 41368, "lines with %d", (int)i);
        TEST_CHECK_(inspect(&g[i], &err) == ST_OK, "%s", err.text);
    }
}

/* The lists themselves: same moves, and without a generator in the same order. */
static void test_hints_keep_the_order(void) {
    bw_game bare = bw_topaz;
    memset(bare.placeable, 0, sizeof bare.placeable);
    memset(bare.movable, 0, sizeof bare.movable);
    bare.flags = BW_PLACE_ANYWHERE;
    kit *a = make(&bw_topaz);
    kit *b = make(&bare);
    position *p = one_line_start(kit_game(a), "");
    position *q = one_line_start(kit_game(b), "");
    TEST_ASSERT(p && q);
    action *x = mem_alloc(position_rules(p)->max_actions * sizeof *x);
    action *y = mem_alloc(position_rules(q)->max_actions * sizeof *y);
    rng g = rng_stream(3, 0);
    for (int i = 0; i < 60; i++) {
        const rules *r = position_rules(p);
        if (r->game->actor(r, position_data(p)) == ACTOR_NONE) break;
        int n = r->game->legal(r, position_data(p), position_trail(p), x);
        int m = kit_game(b)->legal(position_rules(q), position_data(q), position_trail(q), y);
        TEST_ASSERT(n == m && n > 0 && memcmp(x, y, (size_t)n * sizeof *x) == 0);
        char room[40];
        text move = text_over(room, sizeof room);
        r->game->to_text(r, position_data(p), &x[rng_below(&g, (uint64_t)n)], 1, &move);
        TEST_ASSERT(one_line_play(p, room) && one_line_play(q, room));
        TEST_CHECK(position_key(p) == position_key(q));
    }
    mem_free(x);
    mem_free(y);
    position_destroy(p);
    position_destroy(q);
    kit_destroy(a);
    kit_destroy(b);
}

static void test_help_for_searches(void) {
    bw_game g = bw_lilac;
    g.evaluate = evaluate;
    g.order = order;
    g.symmetry = mirror;
    error err;
    TEST_CHECK_(inspect(&g, &err) == ST_OK, "%s", err.text);
    kit *k = make(&g);
    const game *kind = kit_game(k);
    position *p = one_line_start(kind, "");
    TEST_ASSERT(p && kind->evaluation->measure && kind->hints->order && kind->hints->class_hash &&
                kind->features);
    float value = 0;
    kind->evaluation->measure(position_rules(p), position_data(p), 0, &value);
    TEST_CHECK(value == 16);
    kind->evaluation->measure(position_rules(p), position_data(p), 1, &value);
    TEST_CHECK(value == 16);
    action a = bw_movement(0, 2, 0, 1);
    kind->hints->order(position_rules(p), position_data(p), &a, 1, &value);
    TEST_CHECK(value == 1);
    /* Eight first moves are images of one another. */
    uint64_t seen = 0;
    static const char *const images[] = {"0,2:0,1", "0,4:0,5", "6,2:6,1", "6,4:6,5",
                                         "2,0:1,0", "4,0:5,0", "2,6:1,6", "4,6:5,6"};
    for (size_t i = 0; i < 8; i++) {
        TEST_ASSERT(one_line_play(p, images[i]));
        uint64_t h = kind->hints->class_hash(position_rules(p), position_data(p));
        TEST_CHECK(i == 0 || h == seen);
        seen = h;
        TEST_ASSERT(position_undo(p, 1, NULL) == ST_OK);
    }
    TEST_ASSERT(one_line_play(p, "1,3:1,2"));
    TEST_CHECK(kind->hints->class_hash(position_rules(p), position_data(p)) != seen);
    position_destroy(p);
    kit_destroy(k);
}

/* --- authors who err --- */

static int one_too_few(const bw_state *s, bw_move *out, int room) {
    return generate(s, out, room) - 1;
}

static int another_one(const bw_state *s, bw_move *out, int room) {
    int n = generate(s, out, room);
    out[0] = bw_movement(0, 0, 6, 6);
    return n;
}

static int count_wrong(const bw_state *s) {
    return count(s) + 1;
}

static int never_moves(const bw_state *s, int who) {
    return who == 1 ? 0 : has_move(s, who);
}

static int no_targets(const bw_state *s, int r, int c, uint16_t *cells, int room) {
    return targets(s, r, c, cells, room) - (r == 0 ? 13 : 0);
}

static int not_onto_itself(int k, int cell) {
    return k > 1 ? -1 : cell / 2;
}

static int not_an_image(int k, int cell) {
    return k > 1 ? -1 : cell == 0 ? 3 : cell == 3 ? 0 : cell;
}

static int writes(const bw_state *s, bw_move m) {
    int valid = bw_lilac.validate_move(s, m);
    if (valid) ((uint8_t *)s->extra)[0]++;
    return valid;
}

static int no_end(int k, int cell) {
    (void)k;
    return cell;
}

static void test_images_that_are_none(void) {
    bw_game g[2] = {bw_lilac, bw_lilac};
    g[0].symmetry = not_onto_itself;
    g[1].symmetry = no_end;
    static const char *const says[] = {"onto itself", "no end"};
    for (size_t i = 0; i < 2; i++) {
        kit *k;
        error err = {0};
        TEST_CHECK(kit_create(&k, &g[i], &err) == ST_BAD_VALUE && !k);
        TEST_CHECK_(strstr(err.text, says[i]) != NULL, "%s", err.text);
    }
    TEST_CHECK(mem_live() == 0);
}

static void test_the_check_finds_them(void) {
    bw_game g[8];
    for (size_t i = 0; i < 8; i++) g[i] = bw_lilac;
    g[0].movable[0] = "A"; /* a hint that hides moves */
    g[1].generate_moves = one_too_few;
    g[2].generate_moves = another_one;
    g[3].count_moves = count_wrong;
    g[4].has_move = never_moves;
    g[5].targets = no_targets;
    g[6].symmetry = not_an_image;
    g[7].validate_move = writes;
    g[7].extra_size = 1;
    static const char *const says[] = {
        "cannot, and the game", "another number", "other moves",  "counts otherwise",
        "disagrees with",       "another number", "mirror image", "changes the position"};
    for (size_t i = 0; i < 8; i++) {
        error err;
        g[i].on_no_move = i == 0 ? BW_DEAD_DRAW : BW_DEAD_LOSES;
        status st = inspect(&g[i], &err);
        if (i == 0) continue; /* the game is over at once: seen below */
        TEST_CHECK_(st == ST_INTERNAL && strstr(err.text, says[i]), "%s: %s", says[i], err.text);
    }
    /* A side that never has a move because of its hint: its game ends before it begins. */
    kit *k = make(&g[0]);
    params usual = params_default();
    uint64_t stuck = 0;
    TEST_CHECK(kit_check(kit_game(k), &usual, 3, 1, &stuck, NULL) == ST_OK && stuck == 3);
    kit_destroy(k);
    /* One that hides only some is found by its list. */
    g[0] = bw_obsidian;
    g[0].movable[0] = "abcde";
    error err;
    TEST_CHECK(inspect(&g[0], &err) == ST_INTERNAL);
    TEST_CHECK_(strstr(err.text, "another number") != NULL, "%s", err.text);
}

/* --- random moves --- */

/* In one go as one by one: the same moves, the same end, the same generator after it. */
static void test_playouts_are_plies(void) {
    for (const bw_game *const *at = boardwalk_games; *at; at++) {
        kit *k = make(*at);
        const game *g = kit_game(k);
        position *p = one_line_start(g, "");
        TEST_CASE(g->name);
        TEST_ASSERT(p != NULL);
        const rules *r = position_rules(p);
        unsigned char *s = mem_alloc(r->state_size);
        unsigned char *q = mem_alloc(r->state_size);
        for (int i = 0; i < 40; i++) {
            trail t = {0};
            trail u = {0};
            TEST_ASSERT(trail_reserve(&t, 500) && trail_reserve(&u, 500));
            bool repeats = position_trail(p) != NULL;
            rng one = rng_stream(7, (uint64_t)i);
            rng all = one;
            g->start(r, s);
            g->start(r, q);
            int max = i % 2 ? 500 : i + 1;
            int n = 0;
            for (; n < max && g->actor(r, s) != ACTOR_NONE; n++)
                g->speed->play_random(r, s, repeats ? &t : NULL, &one);
            int m = g->speed->play_out(r, q, repeats ? &u : NULL, &all, max);
            TEST_CHECK_(n == m && one.s == all.s, "%d plies, and %d", n, m);
            TEST_CHECK(memcmp(s, q, r->state_size) == 0);
            trail_done(&t);
            trail_done(&u);
        }
        mem_free(s);
        mem_free(q);
        position_destroy(p);
        kit_destroy(k);
    }
}

/* Every legal move is as likely: each count of n draws is within five deviations of its mean. */
static void check_fair(const bw_game *from, const char *line, int n) {
    kit *k = make(from);
    const game *g = kit_game(k);
    position *p = line ? one_line_read(g, line) : one_line_start(g, "");
    TEST_ASSERT(p != NULL);
    const rules *r = position_rules(p);
    action *list = mem_alloc(r->max_actions * sizeof *list);
    unsigned char *s = mem_alloc(r->state_size);
    int m = g->legal(r, position_data(p), position_trail(p), list);
    uint64_t want[300];
    int seen[300] = {0};
    TEST_ASSERT(m > 1 && m < 300);
    for (int i = 0; i < m; i++) {
        memcpy(s, position_data(p), r->state_size);
        g->apply(r, s, NULL, list[i]);
        want[i] = g->hash(r, s);
    }
    rng dice = rng_stream(5, 0);
    for (int i = 0; i < n * m; i++) {
        memcpy(s, position_data(p), r->state_size);
        g->speed->play_random(r, s, NULL, &dice);
        for (int j = 0; j < m; j++) seen[j] += g->hash(r, s) == want[j];
    }
    int total = 0;
    for (int j = 0; j < m; j++) {
        total += seen[j];
        TEST_CHECK_((seen[j] - n) * (seen[j] - n) < 25 * n, "move %d of %d: %d times, not %d", j, m,
                    seen[j], n);
    }
    TEST_CHECK(total == n * m);
    mem_free(list);
    mem_free(s);
    position_destroy(p);
    kit_destroy(k);
}

static void test_random_moves_are_fair(void) {
    bw_game stated = bw_lilac;
    stated.targets = targets;
    bw_game listed = bw_lilac;
    listed.generate_moves = generate;
    check_fair(&bw_lilac, NULL, 400);
    check_fair(&stated, NULL, 400);
    check_fair(&listed, NULL, 400);
    check_fair(&bw_violet, NULL, 400);
    /* Few among many candidates: those that drawing misses are found by looking at all. */
    check_fair(&bw_lazuli, "..X__../.._XX../_______/_______/_______/.._XX../..___.. 0 9 -", 400);
}

/* --- memory --- */

static status make_and_play(error *err) {
    kit *k;
    status st = kit_create(&k, &bw_saffron, err);
    if (st != ST_OK) return st;
    params usual = params_default();
    position *p;
    st = position_start(&p, kit_game(k), &usual, SEAT_ALL, err);
    if (st == ST_OK) st = position_play(p, "3,3:3,4", err);
    position_destroy(p);
    if (st == ST_OK) st = kit_check(kit_game(k), &usual, 1, 1, NULL, err);
    kit_destroy(k);
    return st;
}

static void test_no_memory(void) {
    for (uint64_t n = 1; n < 3000; n++) {
        error err = {0};
        uint64_t before = mem_count();
        mem_fail_at(n);
        status st = make_and_play(&err);
        mem_fail_at(0);
        TEST_ASSERT_(mem_live() == 0, "failing at allocation %d leaves nothing behind", (int)n);
        if (mem_count() - before < n) {
            TEST_CHECK_(st == ST_OK && n > 10, "%s", err.text);
            return;
        }
        TEST_CHECK_(st == ST_NOMEM, "allocation %d: %s", (int)n, status_name(st));
    }
    TEST_CHECK_(false, "the work ends");
}

TEST_LIST = {{"accelerators_change_nothing", test_accelerators_change_nothing},
             {"hints_keep_the_order", test_hints_keep_the_order},
             {"help_for_searches", test_help_for_searches},
             {"images_that_are_none", test_images_that_are_none},
             {"the_check_finds_them", test_the_check_finds_them},
             {"playouts_are_plies", test_playouts_are_plies},
             {"random_moves_are_fair", test_random_moves_are_fair},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
