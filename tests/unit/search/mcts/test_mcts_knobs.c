#include <acutest.h>

#include <math.h>

#include "engine/base/memory.h"
#include "games/connect4/connect4.h"
#include "games/pig/pig.h"
#include "games/project_l/project_l.h"
#include "search/mcts/mcts.h"
#include "search/search.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

/* The techniques of the MCTS, each by its knob. */

typedef struct setting {
    knob_id knob;
    int32_t value;
} setting;

/* Where memory is kept short on purpose, what needs a large tree cannot be had; what is proven is
 * still true. */
static bool roomy(void) {
    return MEM_SIZED(true, false);
}

static search *searching(void) {
    search *s;
    TEST_ASSERT(search_create(&s) == ST_OK);
    return s;
}

static search_question question(const position *p, uint64_t visits) {
    const rules *r = position_rules(p);
    search_question q = {.kind = &mcts_searcher,
                         .root = p,
                         .seat = r->game->actor(r, position_data(p)),
                         .limits = limits_none(),
                         .options = search_default_options()};
    q.limits.visits = visits;
    q.options.multipv = 10;
    q.options.seed = 3;
    return q;
}

static search_answer ask(search *s, const search_question *q) {
    search_answer a;
    error err = {0};
    search_prepare(s, false);
    TEST_ASSERT_(search_run(s, q, NULL, NULL, &a, &err) == ST_OK, "%s", err.text);
    TEST_ASSERT(a.report.count > 0);
    double sum = 0;
    int players = position_rules(q->root)->players;
    for (int i = 0; i < players; i++) sum += a.report.lines[0].values[i];
    TEST_CHECK_(fabs(sum - 1) < 1e-4, "values add up to %.6f", sum);
    return a;
}

static int tokens_in(const char *pv) {
    int n = *pv != '\0';
    for (; *pv; pv++) n += *pv == ' ';
    return n;
}

/* --- proofs --- */

/* Plain minimax for the side to act: 1 win, 0 draw, -1 loss. */
static int minimax(const rules *r, const void *s) {
    const game *g = r->game;
    unsigned char next[64];
    action list[16];
    float utility[2];
    int32_t points[2];
    TEST_ASSERT(r->state_size <= sizeof next);
    int n = g->legal(r, s, NULL, list);
    int best = -1;
    for (int i = 0; i < n && best < 1; i++) {
        int value;
        memcpy(next, s, r->state_size);
        g->apply(r, next, NULL, list[i]);
        if (g->actor(r, next) == ACTOR_NONE) {
            g->returns(r, next, utility, points);
            float own = utility[g->actor(r, s)];
            value = own > 0.5F ? 1 : own < 0.5F ? -1 : 0;
        } else {
            value = -minimax(r, next);
        }
        if (value > best) best = value;
    }
    return best;
}

/* A position of connect four with few free cells, the game not over; NULL if this walk ended. */
static position *late_position(uint64_t seed, unsigned plies) {
    position *p = one_line_start(&connect4, "");
    const rules *r = position_rules(p);
    rng g = rng_stream(seed, 1);
    for (unsigned i = 0; i < plies; i++) {
        token tok;
        char buf[GAME_TOKEN_SIZE];
        text out = text_over(buf, sizeof buf);
        TEST_ASSERT(token_random((state_ref){r, position_data(p), NULL}, &g, &tok) == ST_OK);
        token_write(r, position_data(p), &tok, &out);
        TEST_ASSERT(position_play(p, buf, NULL) == ST_OK);
        if (r->game->actor(r, position_data(p)) == ACTOR_NONE) {
            position_destroy(p);
            return NULL;
        }
    }
    return p;
}

/* Proven results are true, whatever else is switched on. */
static void test_proofs_are_true(void) {
    static const setting extras[] = {{KNOB_MCTS_TRANSPOSITIONS, 1},
                                     {KNOB_MCTS_PRIORS, 1},
                                     {KNOB_MCTS_IMPLICIT, 30},
                                     {KNOB_MCTS_CUTOFF, 0},
                                     {KNOB_MCTS_GRAVE, 20}};
    enum { EXTRAS = sizeof extras / sizeof *extras };
    static const search_proof proofs[] = {PROOF_LOSS, PROOF_DRAW, PROOF_WIN};
    search *s = searching();
    int found[3] = {0};
    for (uint64_t seed = 0; seed < 1500;
         seed += seed < 200 ? PACE(1, 5) : 1) { /* most walks end before their time */
        position *p = late_position(seed, seed < 200 ? 28 : 36);
        if (!p) continue;
        search_question q = question(p, roomy() ? 200000 : 5000);
        int want = minimax(position_rules(p), position_data(p));
        const setting *x = &extras[seed % (EXTRAS + 1) % EXTRAS];
        if (seed % (EXTRAS + 1)) q.options.knobs.value[x->knob] = x->value;
        q.options.multipv = 1; /* else it goes on until all lines are proven */
        search_answer a = ask(s, &q);
        const search_line *best = &a.report.lines[0];
        found[want + 1]++;
        if (!roomy() && best->proof == PROOF_NONE) {
            position_destroy(p);
            continue;
        }
        TEST_CHECK_(best->proof == proofs[want + 1], "seed %d: %s is %d, not %d", (int)seed,
                    best->pv, (int)best->proof, want);
        TEST_CHECK(best->values[q.seat] == 0.5 + 0.5 * want);
        TEST_CHECK_(a.report.visits < 200000 || !roomy(), "it goes on after the proof");
        position_destroy(p);
    }
    TEST_CHECK_(found[0] > 3 && found[1] > 3 && found[2] > 3, "losses %d draws %d wins %d",
                found[0], found[1], found[2]);
    search_destroy(s);
}

static void test_a_proven_line_is_whole(void) {
    /* X plays e, and O cannot stop both ends: three plies. */
    position *p = one_line_read(&connect4, "7/7/7/7/2OO3/2XX3 0");
    search *s = searching();
    search_question q = question(p, 300000);
    search_answer a = ask(s, &q);
    TEST_CHECK(a.report.lines[0].proof == PROOF_WIN && tokens_in(a.report.lines[0].pv) >= 3);
    TEST_MSG("%s, proof %d", a.report.lines[0].pv, (int)a.report.lines[0].proof);
    q.options.knobs.value[KNOB_MCTS_SOLVER] = 0;
    q.limits.visits = 5000;
    search_forget(s);
    a = ask(s, &q);
    TEST_CHECK(a.report.lines[0].proof == PROOF_NONE && a.report.visits == 5000);
    search_destroy(s);
    position_destroy(p);
}

/* Score bounds: with points to play for, the end of Project L is proven exactly. Alone with an
 * unfinished puzzle and an O1 and an I2 to fill it. */
static void test_points_are_proven(void) {
    position *p = one_line_read(&project_l,
                                "ph=T p=0 a=3 m=0 b=0 l=1 r=9 R=4,5,4,5,5,5,5,5,5 WR=W1,W2,W3,W4 "
                                "BR=B1,B2,B3,B4 WD=0:-/W5,W6 BD=0:-/- | P0 s=0 T=1,0,1,0,0,0,0,0,0 "
                                "U=W9/1fdefff/000000000;-;-;- F=B5 black=5 reserve=5 white=7");
    TEST_ASSERT(p != NULL);
    search *s = searching();
    search_question q = question(p, 10000);
    q.options.objective = OBJECTIVE_POINTS;
    search_answer a;
    search_prepare(s, false);
    TEST_CHECK(search_run(s, &q, NULL, NULL, &a, NULL) == ST_OK);
    TEST_CHECK_(a.report.visits < 10000, "not proven");
    TEST_CHECK(a.report.count > 0 && a.report.lines[0].proof != PROOF_NONE);
    search_destroy(s);
    position_destroy(p);
}

/* --- chance --- */

static double pig_value(setting x, setting y, unsigned samples) {
    position *p = one_line_start(&pig, "set target=20");
    search *s = searching();
    search_question q = question(p, PACE(150000, 20000));
    q.options.knobs.value[x.knob] = x.value;
    q.options.knobs.value[y.knob] = y.value;
    q.options.chance_samples = samples;
    search_answer a = ask(s, &q);
    double value = a.report.lines[0].values[0];
    search_destroy(s);
    position_destroy(p);
    return value;
}

/* 0.6156 is the exact value of the start with target 20. */
static void test_joined_positions_make_pig_exact(void) {
    setting joined = {KNOB_MCTS_TRANSPOSITIONS, 1};
    setting calm = {KNOB_MCTS_EXPLORATION, 40};
    double value = pig_value(joined, calm, 0);
    TEST_CHECK_(fabs(value - 0.6156) < (roomy() ? PACE(0.01, 0.02) : 0.05), "%.4f", value);
    setting widened = {KNOB_MCTS_WIDENING, 300};
    value = pig_value(widened, calm, 0);
    TEST_CHECK_(fabs(value - 0.6156) < 0.06, "widened: %.4f", value);
    value = pig_value(calm, calm, 40);
    TEST_CHECK_(fabs(value - 0.6156) < 0.12, "sampled: %.4f", value);
}

/* --- the tree between moves --- */

static void test_the_tree_is_kept(void) {
    position *p = one_line_start(&connect4, "");
    search *s = searching();
    search_question q = question(p, 20000);
    q.options.knobs.value[KNOB_MCTS_REUSE] = 1;
    search_answer a = ask(s, &q);
    char line[SEARCH_PV_SIZE];
    (void)snprintf(line, sizeof line, "%s", a.report.lines[0].pv);
    char *first = strtok(line, " ");
    char *second = strtok(NULL, " ");
    TEST_ASSERT(first && second && position_play(p, first, NULL) == ST_OK &&
                position_play(p, second, NULL) == ST_OK);
    a = ask(s, &q);
    uint64_t kept_nodes = a.report.nodes;
    TEST_CHECK(a.report.visits == 20000);
    search_forget(s);
    a = ask(s, &q);
    TEST_CHECK_(!roomy() || kept_nodes < a.report.nodes * 9 / 10,
                "%d nodes with the tree, %d without", (int)kept_nodes, (int)a.report.nodes);
    q.options.knobs.value[KNOB_MCTS_REUSE] = 0;
    a = ask(s, &q);
    TEST_CHECK(a.report.visits == 20000 && (!roomy() || a.report.nodes > kept_nodes));
    search_destroy(s);
    position_destroy(p);
}

static void test_the_tree_is_kept_over_dice(void) {
    position *p = one_line_start(&pig, "");
    search *s = searching();
    search_question q = question(p, PACE(20000, 6000));
    q.options.knobs.value[KNOB_MCTS_REUSE] = 1;
    (void)ask(s, &q);
    TEST_ASSERT(one_line_play(p, "roll !4"));
    search_answer kept = ask(s, &q);
    uint64_t with_tree = kept.report.nodes;
    search_forget(s);
    search_answer is_new = ask(s, &q);
    TEST_CHECK_(!roomy() || with_tree < is_new.report.nodes * 19 / 20, "%d and %d nodes",
                (int)with_tree, (int)is_new.report.nodes);
    search_destroy(s);
    position_destroy(p);
}

/* A complete game on little memory: trees fill up, move and are pruned, answers stay legal. */
static void test_a_game_on_little_memory(void) {
    for (int joined = 0; joined < 2; joined++) {
        position *p = one_line_start(&connect4, "");
        const rules *r = position_rules(p);
        search *s = searching();
        int plies = 0;
        while (r->game->actor(r, position_data(p)) >= 0) {
            search_question q = question(p, 4000);
            q.options.hash_bytes = 1 << 16;
            q.options.knobs.value[KNOB_MCTS_TRANSPOSITIONS] = joined;
            search_answer a = ask(s, &q);
            char move[GAME_TOKEN_SIZE];
            text out = text_over(move, sizeof move);
            token_write(r, position_data(p), &a.report.lines[0].first, &out);
            TEST_ASSERT_(position_play(p, move, NULL) == ST_OK, "ply %d: %s", plies, move);
            plies++;
        }
        TEST_CHECK(plies >= 7 && plies <= 42);
        search_destroy(s);
        position_destroy(p);
    }
}

/* --- threads --- */

static void test_deterministic_for_any_threads(void) {
    position *p = one_line_start(&connect4, "");
    search_line first[3];
    for (int threads = 1; threads <= 3; threads++) {
        search *s = searching();
        search_question q = question(p, 9000);
        q.options.threads = threads;
        q.options.deterministic = true;
        search_answer a = ask(s, &q);
        first[threads - 1] = a.report.lines[0];
        TEST_CHECK(a.report.visits == 9000);
        search_destroy(s);
    }
    for (int i = 1; i < 3; i++) {
        TEST_CHECK(first[0].visits == first[i].visits && first[0].lcb == first[i].lcb);
        TEST_CHECK(token_equal(&first[0].first, &first[i].first));
        TEST_CHECK(strcmp(first[0].pv, first[i].pv) == 0);
        for (int k = 0; k < 2; k++) TEST_CHECK(first[0].values[k] == first[i].values[k]);
    }
    position_destroy(p);
}

static void test_threads_share_a_tree(void) {
    position *p = one_line_read(&connect4, "7/7/7/7/OOO4/XXX4 0");
    for (int split = 0; split < 2; split++) {
        search *s = searching();
        search_question q = question(p, 4000);
        q.options.threads = 4;
        q.options.knobs.value[KNOB_MCTS_SPLIT] = split;
        q.options.knobs.value[KNOB_MCTS_TRANSPOSITIONS] = !split;
        search_answer a = ask(s, &q);
        TEST_CHECK(strncmp(a.report.lines[0].pv, "d", 1) == 0);
        TEST_CHECK(a.report.lines[0].proof == PROOF_WIN);
        search_destroy(s);
    }
    position_destroy(p);
}

/* Iterations in batches are counted one by one, wherever a batch breaks off, and find the same. */
static void test_batches(void) {
    for (int threads = 1; threads <= 3; threads += 2) {
        for (int plain = 0; plain < 2; plain++) { /* means of visits, means of children */
            position *p = one_line_start(&connect4, "");
            search *s = searching();
            search_question q = question(p, 30001);
            q.options.threads = threads;
            q.options.knobs.value[KNOB_MCTS_BATCH] = 2;
            q.options.knobs.value[KNOB_MCTS_TRANSPOSITIONS] = !plain;
            search_answer a = ask(s, &q);
            uint64_t visits = 0;
            for (size_t i = 0; i < a.report.count; i++) visits += a.report.lines[i].visits;
            TEST_CHECK_(a.report.visits == 30001, "%llu", (unsigned long long)a.report.visits);
            TEST_CHECK_(visits == 30001, "lines: %llu", (unsigned long long)visits);
            TEST_CHECK(!roomy() || strncmp(a.report.lines[0].pv, "d", 1) == 0);
            search_destroy(s);
            position_destroy(p);
        }
    }
}

/* GRAVE does not keep a search from batches: the top of the tree is walked once for many visits. */
static void test_batches_with_grave(void) {
    position *p = one_line_start(&connect4, "");
    uint64_t nodes[2] = {0};
    for (int batch = 0; batch < 2 && roomy(); batch++) {
        search *s = searching();
        search_question q = question(p, 30001);
        q.options.knobs.value[KNOB_MCTS_BATCH] = 2 * batch;
        q.options.knobs.value[KNOB_MCTS_GRAVE] = 50;
        q.options.knobs.value[KNOB_MCTS_CUTOFF] = 0;
        search_answer a = ask(s, &q);
        nodes[batch] = a.report.nodes;
        TEST_CHECK(a.report.visits == 30001 && strncmp(a.report.lines[0].pv, "d", 1) == 0);
        search_destroy(s);
    }
    TEST_CHECK_(!roomy() || nodes[1] * 4 < nodes[0] * 3, "%llu nodes, %llu in batches",
                (unsigned long long)nodes[0], (unsigned long long)nodes[1]);
    position_destroy(p);
}

/* A batch ends where a node is proven, and the proof reaches the root. */
static void test_batches_prove(void) {
    position *p = one_line_read(&connect4, "7/7/7/7/1OO4/1XX4 0");
    search *s = searching();
    search_question q = question(p, 200000);
    q.options.multipv = 1;
    q.options.knobs.value[KNOB_MCTS_BATCH] = 2;
    search_answer a = ask(s, &q);
    TEST_CHECK(!roomy() || a.report.lines[0].proof == PROOF_WIN);
    TEST_CHECK(!roomy() || a.report.visits < 200000);
    search_destroy(s);
    position_destroy(p);
}

/* Dice and a second deciding seat below a batch: as good a value as without. */
static void test_batches_with_dice(void) {
    position *p = one_line_start(&pig, "set target=20");
    for (int joins = 0; joins < 2 && roomy(); joins++) {
        search *s = searching();
        search_question q = question(p, PACE(100000, 30000));
        q.options.knobs.value[KNOB_MCTS_BATCH] = 2;
        q.options.knobs.value[KNOB_MCTS_TRANSPOSITIONS] = joins;
        search_answer a = ask(s, &q);
        double v = a.report.lines[0].values[0];
        TEST_CHECK_(fabs(v - 0.6156) < (joins ? PACE(0.01, 0.02) : PACE(0.03, 0.05)),
                    "joins %d: %.4f", joins, v);
        search_destroy(s);
    }
    position_destroy(p);
}

/* --- choices --- */

static void test_each_knob_finds_the_block(void) {
    static const setting switches[] = {{KNOB_MCTS_PRIORS, 1},       {KNOB_MCTS_IMPLICIT, 30},
                                       {KNOB_MCTS_GRAVE, 50},       {KNOB_MCTS_LCB, 0},
                                       {KNOB_MCTS_CUTOFF, 2},       {KNOB_MCTS_SPLIT, 1},
                                       {KNOB_MCTS_EXPLORATION, 50}, {KNOB_MCTS_WIDENING, 50}};
    position *p = one_line_read(&connect4, "7/7/7/O6/O6/O1X1X1X 0");
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        search *s = searching();
        search_question q = question(p, 3000);
        q.options.knobs.value[switches[i].knob] = switches[i].value;
        search_answer a = ask(s, &q);
        TEST_CHECK_(strncmp(a.report.lines[0].pv, "a", 1) == 0, "%s: %s",
                    knob_specs[switches[i].knob].name, a.report.lines[0].pv);
        search_destroy(s);
    }
    position_destroy(p);
}

/* The techniques that change the way do change it. */
static void test_knobs_do_something(void) {
    static const setting switches[] = {{KNOB_MCTS_IMPLICIT, 30},
                                       {KNOB_MCTS_GRAVE, 50},
                                       {KNOB_MCTS_TRANSPOSITIONS, 1},
                                       {KNOB_MCTS_EXPLORATION, 50}};
    position *p = one_line_start(&connect4, "");
    search *s = searching();
    search_question q = question(p, 5000);
    search_answer plain = ask(s, &q);
    uint64_t visits = plain.report.lines[0].visits;
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        search_question other = q;
        other.options.knobs.value[switches[i].knob] = switches[i].value;
        search_answer a = ask(s, &other);
        TEST_CHECK_(a.report.lines[0].visits != visits ||
                        a.report.nodes != plain.report.nodes, /* the report of `plain` is gone */
                    "%s", knob_specs[switches[i].knob].name);
    }
    search_destroy(s);
    position_destroy(p);
}

static void test_priors_are_shares(void) {
    position *p = one_line_start(&connect4, "");
    search *s = searching();
    search_question q = question(p, 20000);
    q.options.knobs.value[KNOB_MCTS_PRIORS] = 1;
    search_answer a = ask(s, &q);
    double sum = 0;
    for (size_t i = 0; i < a.report.count; i++) sum += a.report.lines[i].prior;
    TEST_CHECK_(a.report.count == 7 && fabs(sum - 1) < 0.01, "%d lines, sum %.4f",
                (int)a.report.count, sum);
    search_destroy(s);
    position_destroy(p);
}

TEST_LIST = {{"proofs_are_true", test_proofs_are_true},
             {"a_proven_line_is_whole", test_a_proven_line_is_whole},
             {"points_are_proven", test_points_are_proven},
             {"joined_positions_make_pig_exact", test_joined_positions_make_pig_exact},
             {"the_tree_is_kept", test_the_tree_is_kept},
             {"the_tree_is_kept_over_dice", test_the_tree_is_kept_over_dice},
             {"a_game_on_little_memory", test_a_game_on_little_memory},
             {"deterministic_for_any_threads", test_deterministic_for_any_threads},
             {"threads_share_a_tree", test_threads_share_a_tree},
             {"batches", test_batches},
             {"batches_with_grave", test_batches_with_grave},
             {"batches_prove", test_batches_prove},
             {"batches_with_dice", test_batches_with_dice},
             {"each_knob_finds_the_block", test_each_knob_finds_the_block},
             {"knobs_do_something", test_knobs_do_something},
             {"priors_are_shares", test_priors_are_shares},
             {NULL, NULL}};
