#include <acutest.h>

#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "games/leduc/leduc.h"
#include "games/unicorns/unicorns.h"
#include "search/mcts/ismcts.h"
#include "search/mcts/pimc.h"
#include "tests/support/asking.h"

/* The searches of hidden games: what they find, and that limits, threads, memory and the kept tree
 * do what they should. That they see no more than they may is in games/test_hidden_search.c. */

static const searcher_kind *const kinds[] = {&ismcts_searcher, &pimc_searcher, NULL};

/* What a seat of leduc knows after these events. */
static position *leduc_view_after(const char *events, int seat) {
    position *p = one_line_start(&leduc, "");
    position *view = NULL;
    TEST_ASSERT(p && one_line_play(p, events));
    TEST_ASSERT(position_observe(&view, p, seat, NULL) == ST_OK);
    position_destroy(p);
    return view;
}

static void open_at(asking *a, const searcher_kind *kind, const position *root, int seat,
                    uint64_t visits) {
    *a = (asking){.q = {.kind = kind, .root = root, .seat = seat, .limits = limits_none()}};
    TEST_ASSERT(search_create(&a->search) == ST_OK);
    a->q.options = search_default_options();
    a->q.options.hash_bytes = 1 << 20;
    a->q.limits.visits = visits;
    a->q.options.multipv = 10;
    asking_knob(a, KNOB_MCTS_EXPLORATION, 30);
}

static void check_sums(const asking *a) {
    for (size_t i = 0; i < a->a.report.count; i++) {
        const search_line *l = &a->a.report.lines[i];
        double sum = l->values[0] + l->values[1];
        TEST_CHECK_(fabs(sum - 1) < 1e-4, "%s: values add up to %.6f", l->pv, sum);
    }
}

/* --- what is found --- */

static void test_a_pair_raises(void) {
    position *view = leduc_view_after("!p1=Q !p2=K call call !board=K raise", 1);
    for (size_t i = 0; kinds[i]; i++) {
        asking a;
        open_at(&a, kinds[i], view, 1, 3000);
        TEST_ASSERT(asking_run(&a));
        const search_line *best = asking_best(&a);
        /* With open cards no one pays a raise, so that it is worth no more than a call. */
        bool good = asking_begins(best, "raise") || kinds[i] == &pimc_searcher;
        TEST_CHECK_(good && !asking_begins(best, "fold") && best->values[1] > 0.6, "%s: %s %.3f",
                    kinds[i]->name, best->pv, best->values[1]);
        TEST_CHECK(a.a.report.count == 3 && a.a.report.worlds > 0);
        check_sums(&a);
        asking_close(&a);
    }
    position_destroy(view);
}

/* Folding is worth what is in the pot, whatever is dealt. */
static void test_a_fold_is_exact(void) {
    position *view = leduc_view_after("!p1=J !p2=K raise raise", 0);
    for (size_t i = 0; kinds[i]; i++) {
        asking a;
        open_at(&a, kinds[i], view, 0, 2000);
        TEST_ASSERT(asking_run(&a));
        bool found = false;
        for (size_t k = 0; k < a.a.report.count; k++) {
            const search_line *l = &a.a.report.lines[k];
            if (!asking_begins(l, "fold")) continue;
            found = true;
            TEST_CHECK_(fabs(l->values[0] - (0.5 - 3 / 26.0)) < 1e-4, "%.5f", l->values[0]);
            TEST_CHECK(fabs(l->points[0] + 3) < 1e-4);
        }
        TEST_CHECK(found);
        asking_close(&a);
    }
    position_destroy(view);
}

static void test_only_what_is_asked_for(void) {
    position *view = leduc_view_after("!p1=K !p2=J raise raise", 0);
    const rules *r = position_rules(view);
    unsigned char world[64];
    rng g = {.s = 1};
    token fold;
    TEST_ASSERT(r->state_size <= sizeof world);
    position_world(view, &g, world);
    TEST_ASSERT(token_read((state_ref){r, world, NULL}, "fold", &fold, NULL) == ST_OK);
    for (size_t i = 0; kinds[i]; i++) {
        asking a;
        open_at(&a, kinds[i], view, 0, 500);
        a.q.only = &fold;
        a.q.only_count = 1;
        TEST_ASSERT(asking_run(&a));
        TEST_CHECK(a.a.report.count == 1 && asking_begins(asking_best(&a), "fold"));
        asking_close(&a);
    }
    position_destroy(view);
}

/* Every knob of its own does something, and the answer stays a sensible one. */
static void test_knobs(void) {
    static const struct {
        knob_id knob;
        int32_t value;
    } cases[] = {{KNOB_MCTS_EXPLORATION, 150}, {KNOB_MCTS_CUTOFF, 1}};
    position *view = leduc_view_after("!p1=Q !p2=K call", 1);
    uint64_t plain = 0;
    for (size_t i = 0; i <= sizeof cases / sizeof *cases; i++) {
        asking a;
        open_at(&a, &ismcts_searcher, view, 1, 3000);
        if (i) asking_knob(&a, cases[i - 1].knob, cases[i - 1].value);
        if (i) asking_knob(&a, KNOB_MCTS_BOT, 1);
        TEST_ASSERT(asking_run(&a));
        uint64_t visits = asking_best(&a)->visits;
        double own = asking_best(&a)->values[1];
        TEST_CHECK_(own > 0.5 && own < 0.7, "case %zu: %s %.3f", i, asking_best(&a)->pv, own);
        if (i)
            TEST_CHECK_(visits != plain, "case %zu changes nothing", i);
        else
            plain = visits;
        check_sums(&a);
        asking_close(&a);
    }
    position_destroy(view);
}

/* --- limits, threads, memory --- */

/* The same answer from the same seed, another from another; with `deterministic` for any number of
 * threads, and always in pimc. */
static void test_seeds_and_threads(void) {
    position *view = leduc_view_after("!p1=K !p2=J call raise", 0);
    for (size_t i = 0; kinds[i]; i++) {
        uint64_t visits[4] = {0};
        for (int k = 0; k < 4; k++) {
            asking a;
            open_at(&a, kinds[i], view, 0, 4001);
            a.q.options.seed = k == 3 ? 78 : 77;
            a.q.options.deterministic = true;
            a.q.options.threads = k == 2 ? 2 : 1;
            TEST_ASSERT(asking_run(&a));
            visits[k] = asking_best(&a)->visits;
            asking_close(&a);
        }
        TEST_CHECK(visits[0] == visits[1] && visits[0] == visits[2] && visits[0] != visits[3]);
        TEST_MSG("%s: %llu %llu %llu %llu", kinds[i]->name, (unsigned long long)visits[0],
                 (unsigned long long)visits[1], (unsigned long long)visits[2],
                 (unsigned long long)visits[3]);
    }
    position_destroy(view);
}

static void test_two_threads_one_tree(void) {
    position *view = leduc_view_after("!p1=Q !p2=K call call !board=K raise", 1);
    for (size_t i = 0; kinds[i]; i++) {
        asking a;
        open_at(&a, kinds[i], view, 1, 6000);
        a.q.options.threads = 2;
        TEST_ASSERT(asking_run(&a));
        /* A deal of open cards is often solved before its visits are used up. */
        bool entire =
            kinds[i] == &pimc_searcher ? a.a.report.worlds == 30 : a.a.report.visits == 6000;
        TEST_CHECK(!asking_begins(asking_best(&a), "fold") && entire);
        TEST_MSG("%s: %s %llu", kinds[i]->name, asking_best(&a)->pv,
                 (unsigned long long)a.a.report.visits);
        asking_close(&a);
    }
    position_destroy(view);
}

static void test_a_limit_of_nodes(void) {
    position *view = leduc_view_after("!p1=K !p2=J call raise", 0);
    for (size_t i = 0; kinds[i]; i++) {
        asking a;
        open_at(&a, kinds[i], view, 0, 0);
        a.q.limits.nodes = 5000;
        TEST_ASSERT(asking_run(&a));
        TEST_CHECK_(a.a.report.nodes >= 5000 && a.a.report.nodes < 5100, "%s: %llu", kinds[i]->name,
                    (unsigned long long)a.a.report.nodes);
        asking_close(&a);
    }
    position_destroy(view);
}

/* With Worlds so many deals and no more are thought about. */
static void test_worlds(void) {
    position *view = leduc_view_after("!p1=K !p2=J call raise", 0);
    asking a;
    open_at(&a, &pimc_searcher, view, 0, 1000);
    a.q.options.worlds = 7;
    TEST_ASSERT(asking_run(&a));
    TEST_CHECK(a.a.report.worlds == 7);
    asking_close(&a);
    open_at(&a, &ismcts_searcher, view, 0, 1000);
    a.q.options.worlds = 1; /* one card of the other: a game of open cards but for the board */
    TEST_ASSERT(asking_run(&a));
    TEST_CHECK(a.a.report.visits == 1000);
    asking_close(&a);
    position_destroy(view);
}

static position *unicorns_view(unsigned events, int *seat) {
    position *p = one_line_start(&unicorns, "players 4");
    position *view = NULL;
    rng g = rng_stream(5, 5);
    TEST_ASSERT(p != NULL);
    const rules *r = position_rules(p);
    for (;;) {
        int actor = r->game->actor(r, position_data(p));
        if (actor >= 0 && position_ply(p) >= events) break;
        token tok;
        char buf[GAME_TOKEN_SIZE];
        text event = text_over(buf, sizeof buf);
        TEST_ASSERT(token_random((state_ref){r, position_data(p), NULL}, &g, &tok) == ST_OK);
        token_write(r, position_data(p), &tok, &event);
        TEST_ASSERT(position_play(p, buf, NULL) == ST_OK);
    }
    *seat = r->game->actor(r, position_data(p));
    TEST_ASSERT(position_observe(&view, p, *seat, NULL) == ST_OK);
    position_destroy(p);
    return view;
}

/* A tree that is full continues with playouts. */
static void test_a_full_tree(void) {
    int seat;
    position *view = unicorns_view(60, &seat);
    asking a;
    open_at(&a, &ismcts_searcher, view, seat, MEM_SIZED(3000, 500));
    a.q.options.hash_bytes = 1 << 16;
    asking_knob(&a, KNOB_MCTS_CUTOFF, 10);
    TEST_ASSERT(asking_run(&a));
    TEST_CHECK(a.a.report.visits == a.q.limits.visits && a.a.report.hashfull >= 900);
    TEST_MSG("hashfull %u", a.a.report.hashfull);
    asking_close(&a);
    position_destroy(view);
}

/* What was found is kept as long as the game goes where the search has been. */
static void test_the_tree_is_kept(void) {
    position *p = one_line_start(&leduc, "");
    position *view = NULL;
    position *later = NULL;
    TEST_ASSERT(p && one_line_play(p, "!p1=K !p2=Q"));
    TEST_ASSERT(position_observe(&view, p, 0, NULL) == ST_OK);
    TEST_ASSERT(one_line_play(p, "call raise"));
    TEST_ASSERT(position_observe(&later, p, 0, NULL) == ST_OK);
    for (int keep = 0; keep <= 1; keep++) {
        asking a;
        open_at(&a, &ismcts_searcher, view, 0, 2000);
        asking_knob(&a, KNOB_MCTS_REUSE, keep);
        TEST_ASSERT(asking_run(&a));
        a.q.root = later;
        a.q.limits.visits = 0;
        a.q.limits.playouts = 100;
        TEST_ASSERT(asking_run(&a));
        bool more = a.a.report.visits > 100;
        TEST_CHECK_(more == keep, "%d: %llu visits", keep, (unsigned long long)a.a.report.visits);
        check_sums(&a);
        search_forget(a.search);
        TEST_ASSERT(asking_run(&a));
        TEST_CHECK(a.a.report.visits == 100);
        asking_close(&a);
    }
    position_destroy(later);
    position_destroy(view);
    position_destroy(p);
}

TEST_LIST = {{"a_pair_raises", test_a_pair_raises},
             {"a_fold_is_exact", test_a_fold_is_exact},
             {"only_what_is_asked_for", test_only_what_is_asked_for},
             {"knobs", test_knobs},
             {"seeds_and_threads", test_seeds_and_threads},
             {"two_threads_one_tree", test_two_threads_one_tree},
             {"a_limit_of_nodes", test_a_limit_of_nodes},
             {"worlds", test_worlds},
             {"a_full_tree", test_a_full_tree},
             {"the_tree_is_kept", test_the_tree_is_kept},
             {NULL, NULL}};
