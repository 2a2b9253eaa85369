#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_speed.h"
#include "games/azul/azul.h"
#include "games/azul/azul_play.h"
#include "games/azul/azul_text.h"
#include "lib/catalogue.h"
#include "search/search_registry.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

/* What searches are told about Azul: bounds, features, priors, bots; and the exact search of
 * a last round, and of the end of any round, against plain minimax. */

/* --- bounds and features over random games --- */

#if TEST_PACE
enum { ROUNDS = 50, SCORE_STEP = 4 };
#else
enum { ROUNDS = 4, SCORE_STEP = 16 };
#endif
enum { LONGEST = 2000 };

typedef struct stated {
    int32_t low[GAME_MAX_PLAYERS], high[GAME_MAX_PLAYERS];
} stated;

/* False for a game that does not end. */
static bool play_bounded(const rules *r, rng *g, stated *seen) {
    az_state s;
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    int n = 0;
    az_start(r, &s);
    for (; n < LONGEST && s.phase != AZ_OVER; n++) {
        azul.hints->bounds(r, &s, seen[n].low, seen[n].high);
        if (n % 2)
            azul.speed->playout_policy(r, &s, NULL, g);
        else
            az_play_random(r, &s, NULL, g);
    }
    if (s.phase != AZ_OVER) return false;
    azul.returns(r, &s, utility, points);
    azul.hints->bounds(r, &s, seen[n].low, seen[n].high);
    for (int k = 0; k <= n; k++)
        for (int i = 0; i < r->players; i++)
            TEST_ASSERT_(seen[k].low[i] <= points[i] && points[i] <= seen[k].high[i],
                         "ply %d of %d: %d <= %d <= %d", k, n, seen[k].low[i], points[i],
                         seen[k].high[i]);
    for (int i = 0; i < r->players; i++) TEST_CHECK(seen[n].low[i] == seen[n].high[i]);
    return true;
}

static void test_bounds(void) {
    static const char *const setups[] = {
        "players 2", "players 3 set wall=g", "players 4 set clamp=0 set maxrounds=4",
        "players 2 set wall=g set adj=merged set noplace=discard set maxrounds=6"};
    stated *seen = mem_alloc((LONGEST + 1) * sizeof *seen);
    TEST_ASSERT(seen != NULL);
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        params p = one_line_setup(&azul, setups[i]);
        rules *r;
        rng g = rng_stream(5, i);
        TEST_ASSERT(rules_open(&r, &azul, &p, NULL) == ST_OK);
        int ended = 0;
        for (int k = 0; k < ROUNDS; k++) ended += play_bounded(r, &g, seen);
        TEST_CHECK_(ended == ROUNDS, "%s: %d of %d games end", setups[i], ended, (int)ROUNDS);
        rules_close(r);
    }
    mem_free(seen);
}

static float feature_of(const char *line, int seat, const char *name) {
    float out[256];
    position *p = one_line_read(&azul, line);
    TEST_ASSERT_(p != NULL, "%s", line);
    azul.evaluation->measure(position_rules(p), position_data(p), seat, out);
    position_destroy(p);
    for (int i = 0; azul.features[i].name; i++)
        if (strcmp(azul.features[i].name, name) == 0) return out[i];
    TEST_CHECK_(false, "there is a feature %s", name);
    return 0;
}

/* Points, lines and walls are those after the tiling that is sure to come. */
static void test_features(void) {
    static const char line[] = "2b 2o 1 0 1 -/-/-/-/- R B13Y11R16K16W13 - "
                               "7:-/B2/Y2/K4/-:BY.../W.Y../...../...../.R...:*W2 "
                               "1:-/-/R2/-/W4:...../...../...Y./....Y/....B:B3Y3";
    /* The fullest row will have three tiles: 2/5 are left. */
    TEST_CHECK(feature_of(line, 0, "early-points") == 10 * 0.4F);
    TEST_CHECK(feature_of(line, 0, "late-points") == 10 * (1 - 0.4F));
    TEST_CHECK(feature_of(line, 1, "early-points") == 0);
    TEST_CHECK(feature_of(line, 0, "early-row-3") == 0.4F);
    TEST_CHECK(feature_of(line, 0, "early-line-3-lacks-1") == 0.4F);
    TEST_CHECK(feature_of(line, 1, "early-line-5-lacks-1") == 0.4F);
    TEST_CHECK(feature_of(line, 0, "early-column-4") == 0.4F);
    TEST_CHECK(feature_of(line, 0, "early-start") == 0.4F);
    TEST_CHECK(feature_of(line, 1, "early-start") == 0 && feature_of(line, 1, "early-move") > 0);
    TEST_CHECK(feature_of(line, 0, "final-late") == 0);
    /* Rows are sure to be complete: only the final points count. One of 20 tiles is available. */
    static const char last[] = "2b 5o 0 1 0 -/-/-/-/- W B9Y16R15K15W15 - "
                               "40:-/-/-/-/-:BYRK./WB.../K.B../R..B./Y...B:- "
                               "50:-/K2/-/-/B5:....W/WBYR./...../...../YRKW.:*R";
    TEST_CHECK(feature_of(last, 1, "final-early") == 64 * 0.05F);
    TEST_CHECK(feature_of(last, 0, "final-early") == 57 * 0.05F);
    TEST_CHECK(feature_of(last, 0, "early-points") == 0);
}

static action choose(const char *line, const char *bot_name, char *name) {
    position *p = one_line_read(&azul, line);
    rng g = rng_stream(1, 1);
    action a = ACTION_NONE;
    TEST_ASSERT(p != NULL);
    for (const bot *b = azul.bots; b->name; b++)
        if (strcmp(b->name, bot_name) == 0)
            a = b->choose(position_rules(p), position_data(p), NULL, &g);
    text out = text_over(name, 8);
    azul.to_text(position_rules(p), position_data(p), &a, 1, &out);
    position_destroy(p);
    return a;
}

static void test_greedy(void) {
    char name[8];
    /* Two blue tiles fill line 2 next to two neighbours; everything else is worth less. */
    (void)choose("2b 2o 0 1 0 B2/-/-/-/- R B15Y18R19K20W19 - "
                 "7:-/-/-/-/-:BY.../W.Y../...../...../.....:- "
                 "0:-/-/B2/-/-:...../...../...../...../.....:*",
                 "greedy", name);
    TEST_CHECK_(strcmp(name, "1B2") == 0, "greedy takes %s", name);
    (void)choose("2g 4t 0 0 1 -/-/-/-/- - B17Y17R14K18W19 - "
                 "10:Y/R2/R3/-/-:.B.../BW.K./KY.B./..Y../..R..:* "
                 "3:-/-/-/-/-:...../...../...../...../.....:-",
                 "greedy", name);
    TEST_CHECK_(strcmp(name, "T11") == 0, "greedy places %s", name);
}

/* --- the last round, exactly --- */

/* What the mover of the root gets with best play of both, by plain minimax. */
static double minimax(const rules *r, const az_state *s, int root) {
    action list[AZ_MAX_ACTIONS];
    if (s->phase == AZ_OVER) {
        float utility[GAME_MAX_PLAYERS];
        int32_t points[GAME_MAX_PLAYERS];
        azul.returns(r, s, utility, points);
        return (double)utility[root];
    }
    int n = az_legal(r, s, NULL, list);
    bool mine = az_actor(r, s) == root;
    double best = mine ? 0 : 1;
    for (int i = 0; i < n; i++) {
        az_state next = *s;
        az_apply(r, &next, NULL, list[i]);
        double v = minimax(r, &next, root);
        if (mine ? v > best : v < best) best = v;
    }
    return best;
}

static double solved(search *s, const position *p) {
    const rules *r = position_rules(p);
    search_answer a;
    error err = {0};
    search_question q = {.root = p,
                         .seat = az_actor(r, position_data(p)),
                         .limits = limits_none(),
                         .options = search_default_options()};
    TEST_ASSERT(search_choose(catalogue_registry(), "solve", r, &q, &err) == ST_OK);
    q.options.hash_bytes = 4u << 20;
    search_prepare(s, false);
    TEST_ASSERT_(search_run(s, &q, NULL, NULL, &a, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(a.report.lines[a.best].proof != PROOF_NONE);
    return a.report.lines[a.best].values[q.seat];
}

/* Seat 0 has a full line that completes a row, so the game ends with this round. */
static void test_last_round(void) {
    static const char *const offers[] = {"BY/R/-/-/- K", "B2/Y2/-/-/- K", "R2/K/W/-/- -",
                                         "YK/RW/-/-/- -"};
    int won = 0;
    int lost = 0;
    search *s;
    TEST_ASSERT(search_create(&s) == ST_OK);
    for (size_t i = 0; i < sizeof offers / sizeof *offers; i++)
        for (int score = 20; score <= 36; score += SCORE_STEP) {
            char line[400];
            (void)snprintf(line, sizeof line,
                           "2b 5o 1 c 0 %s B5Y5R3K5W5 - "
                           "%d:W/-/-/-/-:BYRK./WB.../...../...../.....:B "
                           "30:-/Y/-/-/-:B.R../W..R./KWB../...../.....:- lid=destroy",
                           offers[i], score);
            position *p = one_line_read(&azul, line);
            TEST_ASSERT_(p != NULL, "%s", line);
            double want = minimax(position_rules(p), position_data(p), 1);
            TEST_CHECK_(solved(s, p) == want, "%s is worth %.2f", line, want);
            won += want == 1;
            lost += want == 0;
            position_destroy(p);
        }
    TEST_CHECK_(won && lost, "%d won, %d lost", won, lost);
    search_destroy(s);
}

/* --- many outcomes --- */

/* The first position with few tiles left: after most actions the bag is dealt out, almost never
 * twice the same. */
static position *before_a_deal(void) {
    params o = one_line_setup(&azul, "players 2");
    rules *r;
    rng g = rng_stream(21, 9);
    az_state at;
    TEST_ASSERT(rules_open(&r, &azul, &o, NULL) == ST_OK);
    az_start(r, &at);
    while (!(at.phase == AZ_OFFER && az_sum(at.centre) <= 4 && !at.holders &&
             (int)az_count(r, &at, NULL) >= 3))
        azul.speed->playout_policy(r, &at, NULL, &g);
    text line = text_growing();
    az_write(r, &at, &line);
    position *p = one_line_read(&azul, text_string(&line));
    TEST_ASSERT_(p != NULL, "%s", text_string(&line));
    text_done(&line);
    rules_close(r);
    return p;
}

/* Each visit is counted once, with one thread and with several, with and without the means of
 * children and implicit minimax, and values stay what they can be. */
static void test_many_deals(void) {
    enum { VISITS = 3001 };
    position *p = before_a_deal();
    search *s;
    TEST_ASSERT(search_create(&s) == ST_OK);
    for (int threads = PACE_THREADS == 1 ? 1 : 4; threads <= 4; threads += 3) {
        for (int joins = 0; joins < 2; joins++) {
            search_answer a;
            error err = {0};
            search_question q = {.root = p,
                                 .seat = az_actor(position_rules(p), position_data(p)),
                                 .limits = limits_none(),
                                 .options = search_default_options()};
            TEST_ASSERT(search_choose(catalogue_registry(), "mcts", position_rules(p), &q, &err) ==
                        ST_OK);
            q.limits.visits = VISITS;
            q.options.threads = threads;
            q.options.multipv = SEARCH_MAX_LINES;
            q.options.knobs.value[KNOB_MCTS_TRANSPOSITIONS] = joins;
            q.options.knobs.value[KNOB_MCTS_WIDENING] = 0; /* a new deal at every visit */
            q.options.knobs.value[KNOB_MCTS_IMPLICIT] = joins ? 20 : 0;
            search_forget(s);
            search_prepare(s, false);
            TEST_ASSERT_(search_run(s, &q, NULL, NULL, &a, &err) == ST_OK, "%s", err.text);
            uint64_t visits = 0;
            for (size_t i = 0; i < a.report.count; i++) {
                const search_line *l = &a.report.lines[i];
                visits += l->visits;
                double sum = l->values[0] + l->values[1];
                TEST_CHECK_(l->values[0] >= 0 && l->values[1] >= 0 && sum > 0.999 && sum < 1.001,
                            "%s: %f %f", l->pv, l->values[0], l->values[1]);
            }
            TEST_CHECK_(a.report.visits == VISITS && visits == VISITS, "%llu visits, lines %llu",
                        (unsigned long long)a.report.visits, (unsigned long long)visits);
        }
    }
    search_destroy(s);
    position_destroy(p);
}

TEST_LIST = {{"bounds", test_bounds},         {"features", test_features},
             {"greedy", test_greedy},         {"last_round", test_last_round},
             {"many_deals", test_many_deals}, {NULL, NULL}};
