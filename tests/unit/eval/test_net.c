#include <acutest.h>

#include <stdatomic.h>
#include <stdio.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "engine/game/game_inputs.h"
#include "engine/game/position.h"
#include "eval/evaluate.h"
#include "eval/net/net_kernels.h"
#include "eval/net/net_library.h"
#include "eval/net/net_path.h"
#include "lib/catalogue.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/pace.h"

/* Nets: their files, what they say, and that it is the same however it is computed. */

static rules *open_game(const char *name, const char *size) {
    rules *r = NULL;
    error e = {0};
    params p = params_default();
    const game *g = game_find(catalogue_games(), name);
    TEST_ASSERT(g != NULL);
    if (size) TEST_ASSERT(params_set(&p, g, "size", size, &e) == ST_OK);
    TEST_ASSERT_(rules_open(&r, g, &p, &e) == ST_OK, "%s: %s", name, e.text);
    return r;
}

/* Numbers of every size, the largest among them. */
static int32_t any_number(rng *g, int32_t max) {
    if (rng_below(g, 20) == 0) return rng_below(g, 2) ? max : -max;
    int32_t range = rng_below(g, 4) ? max / 16 : max;
    return (int32_t)rng_below(g, (uint64_t)range * 2 + 1) - range;
}

static net *random_net(const rules *r, int width, int hidden, uint64_t seed) {
    net_shape s = net_shape_for(r, width, hidden);
    net *n;
    error e;
    rng g = rng_stream(seed, 0);
    s.shift = (int)rng_below(&g, NET_MAX_SHIFT + 1);
    s.points = net_points_for(r);
    TEST_ASSERT(net_create(&n, r, &s, &e) == ST_OK);
    for (int i = 0; i < s.inputs * s.width; i++)
        n->at.first[i] = (int16_t)any_number(&g, INT16_MAX);
    for (int i = 0; i < s.width; i++) n->at.first_bias[i] = (int16_t)any_number(&g, INT16_MAX);
    for (int i = 0; i < s.rows * s.width * s.hidden; i++)
        n->at.second[i] = (int8_t)any_number(&g, INT8_MAX);
    for (int i = 0; i < s.hidden; i++) n->at.second_bias[i] = any_number(&g, 1 << 24);
    for (int i = 0; i < s.outs * s.hidden; i++) n->at.out[i] = (int16_t)any_number(&g, INT16_MAX);
    for (int i = 0; i < s.outs; i++) n->at.out_bias[i] = any_number(&g, 1 << 24);
    for (int i = 0; i < s.points * s.hidden; i++)
        n->at.points[i] = (int16_t)any_number(&g, INT16_MAX);
    for (int i = 0; i < s.points; i++) n->at.points_bias[i] = any_number(&g, 1 << 24);
    net_finish(n);
    return n;
}

/* --- inputs --- */

static void test_names_differ(void) {
    static const char *const names[] = {
        "chess", "breakthrough", "othello",  "hex",      "crazyhouse", "connect4", "pig",
        "leduc", "azul",         "projectl", "unicorns", "lilac",      "morris",   "chaturaji"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        rules *r = open_game(names[k], NULL);
        int n = r->inputs->count(r);
        uint64_t *seen = mem_alloc((size_t)n * sizeof *seen);
        TEST_CASE(names[k]);
        for (int i = 0; i < n; i++) {
            char name[GAME_TOKEN_SIZE];
            text t = text_over(name, sizeof name);
            r->inputs->name(r, i, &t);
            TEST_ASSERT(t.len > 0 && !t.cut);
            seen[i] = hash_bytes(name, t.len, 0);
            for (int j = 0; j < i; j++) TEST_CHECK_(seen[i] != seen[j], "%s appears twice", name);
        }
        TEST_CHECK(game_inputs_hash(r) != 0);
        mem_free(seen);
        rules_close(r);
    }
}

/* Both players see the start of breakthrough in the same way, each from its own side. */
static void test_both_sides_see_the_same(void) {
    rules *r = open_game("breakthrough", NULL);
    uint16_t list[2][256];
    bool here[2][256] = {{0}};
    void *s = mem_alloc(r->state_size);
    r->game->start(r, s);
    TEST_ASSERT(r->inputs->count(r) == 128);
    for (int seat = 0; seat < 2; seat++) {
        int n = r->inputs->list(r, s, seat, list[seat]);
        TEST_CHECK(n == 32);
        for (int i = 0; i < n; i++) here[seat][list[seat][i]] = true;
    }
    TEST_CHECK(memcmp(here[0], here[1], sizeof here[0]) == 0);
    char name[64];
    text t = text_over(name, sizeof name);
    r->inputs->name(r, 0, &t);
    TEST_CHECK_(strcmp(name, "own pawn a1") == 0, "%s", name);
    mem_free(s);
    rules_close(r);
}

/* --- what comes out --- */

/* Random games, in which every kernel and every way to the sums must say the same. */
static void test_all_ways_say_the_same(void) {
    static const struct {
        const char *name;
        int width, hidden;
    } cases[] = {{"chess", 128, 32},     {"breakthrough", 16, 8}, {"othello", 48, 16},
                 {"crazyhouse", 64, 64}, {"hex", 256, 32},        {"draughts", 80, 24}};
    enum { PLIES = 60 };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        rules *r = open_game(cases[k].name, NULL);
        net *n = random_net(r, cases[k].width, cases[k].hidden, k);
        size_t stride = (r->state_size + 15u) & ~(size_t)15;
        unsigned char *states = mem_alloc((PLIES + 1) * stride);
        action *list = mem_alloc(r->max_actions * sizeof *list);
        net_path *path;
        net_path *jumps;
        rng g = rng_stream(k, 1);
        TEST_CASE(cases[k].name);
        TEST_ASSERT(net_path_create(&path, n, r, PLIES + 1) == ST_OK);
        TEST_ASSERT(net_path_create(&jumps, n, r, NET_PATH_JUMPS) == ST_OK);
        r->game->start(r, states);
        uint64_t hashes[TRAIL_PUSHES * (PLIES + 2)];
        trail t = {hashes, 0, sizeof hashes / sizeof *hashes};
        for (int ply = 0; ply <= PLIES; ply++) {
            unsigned char *s = states + (size_t)ply * stride;
            int32_t plain[GAME_MAX_PLAYERS];
            int32_t said[GAME_MAX_PLAYERS];
            net_path_enter(path, ply);
            n->kernels = &net_plain;
            net_odds(n, r, s, plain, NULL);
            for (const net_kernels *const *way = net_kernels_all(); *way; way++) {
                n->kernels = *way;
                net_odds(n, r, s, said, NULL);
                TEST_CHECK_(memcmp(plain, said, 2 * sizeof *said) == 0, "%s, ply %d", (*way)->name,
                            ply);
            }
            if (rng_below(&g, 3)) { /* some places are passed over */
                net_path_odds(path, states, stride, ply, said);
                TEST_CHECK_(memcmp(plain, said, 2 * sizeof *said) == 0, "path, ply %d", ply);
                net_path_jump(jumps, s, said);
                TEST_CHECK_(memcmp(plain, said, 2 * sizeof *said) == 0, "jump, ply %d", ply);
            }
            if (ply == PLIES || r->game->actor(r, s) < 0) break;
            int count = r->game->legal(r, s, &t, list);
            memcpy(s + stride, s, r->state_size);
            r->game->apply(r, s + stride, &t, list[rng_below(&g, (uint64_t)count)]);
        }
        net_path_destroy(path);
        net_path_destroy(jumps);
        mem_free(states);
        mem_free(list);
        net_destroy(n);
        rules_close(r);
    }
}

/* Points along a game are those from scratch, for each seat. */
static void check_points(const char *name, int numbers, uint64_t seed) {
    rules *r = open_game(name, NULL);
    net *n = random_net(r, 32, 16, seed);
    net_path *jumps;
    error e;
    rng g = rng_stream(seed, 2);
    chance_buffers dice = {0};
    void *s = mem_alloc(r->state_size);
    action *list = mem_alloc(r->max_actions * sizeof *list);
    int differ = 0;
    TEST_CASE(name);
    TEST_CHECK(n->shape.points == numbers && net_fits(n, r, &e) == ST_OK);
    TEST_ASSERT(net_path_create(&jumps, n, r, NET_PATH_JUMPS) == ST_OK);
    TEST_ASSERT(chance_buffers_init(&dice, r) == ST_OK);
    r->game->start(r, s);
    for (int ply = 0; ply < 40 && r->game->actor(r, s) != ACTOR_NONE; ply++) {
        double plain[GAME_MAX_PLAYERS];
        double said[GAME_MAX_PLAYERS];
        int32_t odds[GAME_MAX_PLAYERS];
        if (r->game->actor(r, s) == ACTOR_CHANCE) {
            r->game->apply(r, s, NULL, game_draw_chance(r, s, dice, &g, NULL));
            continue;
        }
        net_odds(n, r, s, odds, plain);
        net_path_jump(jumps, s, odds);
        net_path_points(jumps, said);
        TEST_CHECK_(plain[0] == said[0] && plain[1] == said[1], "ply %d", ply);
        differ += plain[0] != plain[1];
        int count = r->game->legal(r, s, NULL, list);
        r->game->apply(r, s, NULL, list[rng_below(&g, (uint64_t)count)]);
    }
    TEST_CHECK(differ > 0);
    chance_buffers_done(&dice);
    net_path_destroy(jumps);
    mem_free(s);
    mem_free(list);
    net_destroy(n);
    rules_close(r);
}

static void test_points(void) {
    check_points("azul", 2, 1);
    check_points("projectl", 2, 2);
    check_points("leduc", 1, 3);
}

/* By hand: one input of each player, one unit, one hidden unit. */
static void test_small_net_by_hand(void) {
    rules *r = open_game("tictactoe", NULL);
    net_shape s = net_shape_for(r, 16, 8);
    net *n;
    error e;
    TEST_ASSERT(net_create(&n, r, &s, &e) == ST_OK && s.rows == 2 && s.outs == 1);
    /* A cell of one's own adds 0.5 to unit 0; unit 0 of the other player counts 1 in hidden unit 3,
     * which counts 2 in what comes out; and there is 0.25 to begin with. */
    for (int cell = 0; cell < 9; cell++) n->at.first[(size_t)cell * 16] = NET_ONE / 2 + 1;
    const size_t other = 16 / 4; /* groups of four units before those of the other player */
    n->at.second[(other * 8 + 3) * 4] = NET_WEIGHT_ONE;
    n->at.out[3] = 2 * NET_OUT_ONE;
    n->at.out_bias[0] = NET_ONE * NET_OUT_ONE / 4;
    net_finish(n);
    position *p;
    params with = params_default();
    TEST_ASSERT(position_start(&p, r->game, &with, SEAT_ALL, &e) == ST_OK);
    int32_t odds[2];
    net_odds(n, r, position_data(p), odds, NULL);
    TEST_CHECK(odds[0] == 500 && odds[1] == 0); /* the bias alone */
    TEST_ASSERT(position_play(p, "b2", &e) == ST_OK);
    net_odds(n, r, position_data(p), odds, NULL);
    /* the other has one cell: 64 of 127, twice, and the bias; from seat 2, who is to act */
    TEST_CHECK_(odds[0] == 0 && odds[1] == 500 + 2 * NET_ODDS * 64 / NET_ONE, "%d", odds[1]);
    position_destroy(p);
    net_destroy(n);
    rules_close(r);
}

/* What a seat cannot know makes no difference: two deals that look the same to it have the same value
 * for it. */
static void test_hidden_cards_are_not_seen(void) {
    rules *r = open_game("leduc", NULL);
    error e;
    position *a;
    position *b;
    params p = params_default();
    TEST_ASSERT(position_start(&a, r->game, &p, SEAT_ALL, &e) == ST_OK);
    TEST_ASSERT(position_start(&b, r->game, &p, SEAT_ALL, &e) == ST_OK);
    static const char *const first[] = {"!p1=J", "!p2=Q"};
    static const char *const second[] = {"!p1=J", "!p2=K"};
    for (int i = 0; i < 2; i++) {
        TEST_ASSERT_(position_play(a, first[i], &e) == ST_OK, "%s", e.text);
        TEST_ASSERT_(position_play(b, second[i], &e) == ST_OK, "%s", e.text);
    }
    int differ = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        net *n = random_net(r, 16, 8, seed);
        TEST_CHECK(n->shape.rows == 1 && n->shape.outs == 1);
        weights w;
        evaluator by_net;
        evaluation one;
        evaluation two;
        weights_init(&w, r->game);
        w.choice = EVAL_NET;
        w.net = n;
        evaluator_init(&by_net, &w, r);
        evaluate_state(&by_net, position_data(a), &one);
        evaluate_state(&by_net, position_data(b), &two);
        evaluator_done(&by_net);
        TEST_CHECK(one.net == n && one.win[0] == two.win[0] && one.total[0] == two.total[0]);
        differ += one.total[1] != two.total[1];
        net_destroy(n);
    }
    TEST_CHECK_(differ > 4, "the other seat sees its own card: %d", differ);
    position_destroy(a);
    position_destroy(b);
    rules_close(r);
}

/* A net that stands on weights adds what it says to their sums, of those weights and no others. */
static void test_nets_on_weights(void) {
    rules *r = open_game("othello", NULL);
    net *n = random_net(r, 16, 8, 11);
    error e;
    weights w;
    evaluator sums;
    evaluator both;
    weights_init(&w, r->game);
    TEST_ASSERT(w.count > 0);
    w.choice = EVAL_LINEAR;
    evaluator_init(&sums, &w, r);
    n->weights_hash = weights_hash(&w);
    w.choice = EVAL_NET;
    w.net = n;
    evaluator_init(&both, &w, r);
    TEST_CHECK(both.net == n && both.sums && both.precomputed);
    void *s = mem_alloc(r->state_size);
    action list[256];
    r->game->start(r, s);
    for (int ply = 0; ply < 20; ply++) {
        double sum[GAME_MAX_PLAYERS];
        double total[GAME_MAX_PLAYERS];
        evaluation v;
        int32_t odds[GAME_MAX_PLAYERS];
        evaluator_totals(&sums, s, sum);
        evaluator_totals(&both, s, total);
        evaluate_state(&both, s, &v);
        net_odds(n, r, s, odds, NULL);
        for (int k = 0; k < 2; k++) {
            TEST_CHECK(total[k] == sum[k] + (double)odds[k] / NET_ODDS);
            TEST_CHECK(v.total[k] == total[k] && v.by_net[k] == (double)odds[k] / NET_ODDS);
        }
        TEST_ASSERT(r->game->legal(r, s, NULL, list) > 0);
        r->game->apply(r, s, NULL, list[0]);
    }
    const net *chosen;
    w.weight[0] += 1;
    TEST_CHECK(evaluator_choose(&w, r, &chosen, &e) == ST_BAD_VALUE && !chosen);
    TEST_CHECK_(strstr(e.text, "stands on the weights") != NULL, "%s", e.text);
    mem_free(s);
    evaluator_done(&sums);
    evaluator_done(&both);
    net_destroy(n);
    rules_close(r);
}

/* --- files --- */

static text written(const net *n) {
    text out = text_growing();
    net_write(n, &out);
    TEST_ASSERT(!out.cut);
    return out;
}

static void check_round_trip(const char *name) {
    rules *r = open_game(name, NULL);
    net *n = random_net(r, 16, 8, 5);
    net *back;
    error e;
    (void)snprintf(n->trained, sizeof n->trained, "by hand");
    n->weights_hash = 0x123456789;
    text first = written(n);
    TEST_ASSERT_(net_read(&back, first.at, first.len, &e) == ST_OK, "%s", e.text);
    text second = written(back);
    TEST_CHECK(first.len == second.len && memcmp(first.at, second.at, first.len) == 0);
    TEST_CHECK(net_recognise(first.at) && !net_recognise("# game breakthrough"));
    TEST_CHECK(net_fits(back, r, &e) == ST_OK && back->weights_hash == 0x123456789);
    text_done(&first);
    text_done(&second);
    net_destroy(n);
    net_destroy(back);
    rules_close(r);
}

static void test_files_round_trip(void) {
    check_round_trip("breakthrough");
    check_round_trip("azul"); /* with points */
}

/* Any byte changed or missing, and anything after the end. */
static void test_damaged_files_are_refused(void) {
    rules *r = open_game("breakthrough", "4");
    net *n = random_net(r, 16, 8, 6);
    net *back;
    error e;
    text file = written(n);
    for (size_t i = 0; i < file.len; i += i < 400 ? 1 : (size_t)PACE(3, 41)) {
        char keep = file.at[i];
        file.at[i] ^= 1;
        TEST_CHECK_(net_read(&back, file.at, file.len, &e) != ST_OK, "byte %d", (int)i);
        TEST_CHECK(e.text[0] && !back);
        file.at[i] = keep;
    }
    for (size_t len = 0; len < file.len; len += len < 400 ? 7 : 501)
        TEST_CHECK(net_read(&back, file.at, len, &e) != ST_OK);
    text_char(&file, 'x');
    TEST_CHECK(net_read(&back, file.at, file.len, &e) == ST_BAD_SYNTAX);
    TEST_CHECK_(strstr(e.text, "bytes") != NULL, "%s", e.text);
    text_done(&file);
    net_destroy(n);
    rules_close(r);
}

static void test_foreign_nets_are_refused(void) {
    rules *own = open_game("breakthrough", NULL);
    rules *small = open_game("breakthrough", "6");
    rules *other = open_game("othello", NULL);
    net *n = random_net(own, 16, 8, 7);
    error e;
    TEST_CHECK(net_fits(n, own, &e) == ST_OK);
    TEST_CHECK(net_fits(n, small, &e) == ST_BAD_VALUE && strstr(e.text, "size=6"));
    TEST_CHECK(net_fits(n, other, &e) == ST_BAD_VALUE);
    TEST_CHECK_(strstr(e.text, "breakthrough") && strstr(e.text, "othello"), "%s", e.text);
    n->inputs_hash ^= 1;
    TEST_CHECK(net_fits(n, own, &e) == ST_BAD_VALUE && strstr(e.text, "128 inputs"));
    n->inputs_hash ^= 1;
    n->rules_hash ^= 1;
    TEST_CHECK(net_fits(n, own, &e) == ST_BAD_VALUE && strstr(e.text, "rules"));
    n->rules_hash ^= 1;
    n->shape.points = 2;
    TEST_CHECK(net_fits(n, own, &e) == ST_BAD_VALUE && strstr(e.text, "2 numbers of points"));
    n->shape.points = 0;
    net_destroy(n);
    rules_close(own);
    rules_close(small);
    rules_close(other);
}

/* One net, however often it is read; the evaluator takes it where it fits and no other. */
static void test_library_and_evaluator(void) {
    rules *r = open_game("breakthrough", NULL);
    rules *small = open_game("breakthrough", "5");
    net *n = random_net(r, 16, 8, 8);
    text file = written(n);
    const net *a;
    const net *b;
    error e;
    TEST_ASSERT(net_library_read(&a, file.at, file.len, &e) == ST_OK);
    TEST_ASSERT(net_library_read(&b, file.at, file.len, &e) == ST_OK);
    TEST_CHECK(a == b && a != n);
    weights w;
    evaluator v;
    weights_init(&w, r->game);
    w.choice = EVAL_NET;
    w.net = a;
    evaluator_init(&v, &w, r);
    TEST_CHECK(v.net == a && evaluator_speaks(&v));
    evaluator_done(&v);
    evaluator_init(&v, &w, small);
    TEST_CHECK(!v.net && evaluator_speaks(&v));
    evaluator_done(&v);
    TEST_CHECK(evaluator_choose(&w, small, &b, &e) == ST_BAD_VALUE && !b);
    w.choice = EVAL_LINEAR;
    evaluator_init(&v, &w, r);
    TEST_CHECK(!v.net);
    evaluator_done(&v);
    int missing;
    TEST_CHECK(weights_load(&w, "linear", &missing, &e) == ST_OK && w.choice == EVAL_LINEAR);
    TEST_CHECK(weights_load(&w, "net", &missing, &e) == ST_OK && w.choice == EVAL_NET && !w.net);
    text_done(&file);
    net_destroy(n);
    rules_close(r);
    rules_close(small);
}

static char small_file[1 << 14];
static size_t small_len;

static status read_small(error *err) {
    net *n;
    status st = net_read(&n, small_file, small_len, err);
    net_destroy(n);
    return st;
}

static atomic_bool enough;
static atomic_int rounds;

/* Takes memory and returns it, again and again. */
static int take_and_return(void *unused) {
    (void)unused;
    while (!atomic_load(&enough)) {
        void *some = mem_alloc(1000);
        for (volatile int i = 0; i < 2000; i++) {
        }
        mem_free(some);
        atomic_fetch_add(&rounds, 1);
    }
    return 0;
}

/* Nets are kept and not counted; what another thread takes and returns meanwhile is. */
static void test_memory_beside_other_threads(void) {
    enum { NETS = 60 };
    rules *r = open_game("breakthrough", "5");
    text file[NETS];
    thrd_t other;
    error e;
    for (size_t i = 0; i < NETS; i++) {
        net *n = random_net(r, NET_MAX_WIDTH, 8, 100 + i);
        file[i] = written(n);
        net_destroy(n);
    }
    size_t before = mem_live();
    TEST_ASSERT(thrd_create(&other, take_and_return, NULL) == thrd_success);
    for (size_t i = 0; i < NETS; i++) {
        const net *n;
        int begun = atomic_load(&rounds);
        while (atomic_load(&rounds) == begun) thrd_yield();
        TEST_CHECK(net_library_read(&n, file[i].at, file[i].len, &e) == ST_OK);
    }
    atomic_store(&enough, true);
    (void)thrd_join(other, NULL);
    TEST_CHECK_(mem_live() == before, "%zu bytes, before %zu", mem_live(), before);
    for (size_t i = 0; i < NETS; i++) text_done(&file[i]);
    rules_close(r);
}

static void test_no_memory(void) {
    rules *r = open_game("breakthrough", "4");
    net *n = random_net(r, 16, 8, 9);
    text file = written(n);
    TEST_ASSERT(file.len < sizeof small_file);
    small_len = file.len;
    memcpy(small_file, file.at, file.len);
    text_done(&file);
    net_destroy(n);
    rules_close(r);
    mem_exempt(mem_live()); /* the catalogue */
    fail_everywhere_but("net_read", 0, read_small);
}

TEST_LIST = {{"names_differ", test_names_differ},
             {"both_sides_see_the_same", test_both_sides_see_the_same},
             {"all_ways_say_the_same", test_all_ways_say_the_same},
             {"points", test_points},
             {"small_net_by_hand", test_small_net_by_hand},
             {"hidden_cards_are_not_seen", test_hidden_cards_are_not_seen},
             {"nets_on_weights", test_nets_on_weights},
             {"files_round_trip", test_files_round_trip},
             {"damaged_files_are_refused", test_damaged_files_are_refused},
             {"foreign_nets_are_refused", test_foreign_nets_are_refused},
             {"library_and_evaluator", test_library_and_evaluator},
             {"memory_beside_other_threads", test_memory_beside_other_threads},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
