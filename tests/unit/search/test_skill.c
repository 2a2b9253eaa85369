#include <acutest.h>

#include "engine/base/memory.h"
#include "games/connect4/connect4.h"
#include "search/mcts/mcts.h"
#include "search/search.h"
#include "search/skill.h"
#include "tests/support/one_line.h"

enum { DRAWS = 2000 };

/* How often each of these three lines is picked. */
static void picks_of(search_line *lines, int skill, int *count) {
    for (int i = 0; i < 3; i++) count[i] = 0;
    search_report r = {.count = 3, .lines = lines};
    search_options o = search_default_options();
    o.skill = skill;
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        o.seed = seed;
        count[skill_pick(&r, &o, 1)]++;
    }
}

/* The same for lines with these visits and values. */
static void picks(const uint64_t *visits, const double *values, int skill, int *count) {
    static search_line lines[3];
    memset(lines, 0, sizeof lines);
    for (int i = 0; i < 3; i++) {
        lines[i].visits = visits ? visits[i] : 0;
        lines[i].values[1] = values[i];
    }
    picks_of(lines, skill, count);
}

static void test_by_visits(void) {
    static const uint64_t visits[] = {1600, 400, 100};
    static const double values[] = {0.5, 0.5, 0.5};
    int last = 0;
    int count[3];
    for (int skill = 0; skill <= 20; skill += 5) {
        picks(visits, values, skill, count);
        TEST_CHECK_(count[0] > last, "skill %d takes the best %d times", skill, count[0]);
        TEST_CHECK(skill == 20 || (count[0] > count[1] && count[1] > count[2]));
        last = count[0];
    }
    TEST_CHECK(last == DRAWS);
    picks(visits, values, 0, count); /* weights 2 : 1.41 : 1 */
    TEST_CHECK(count[2] > DRAWS / 6);
}

/* A search that counts no visits: the loss decides, for the seat that plays. */
static void test_by_values(void) {
    static const double values[] = {0.60, 0.55, 0.10};
    int count[3];
    picks(NULL, values, 0, count);
    TEST_CHECK(count[0] > count[1] && count[1] > count[2] && count[2] > 0);
    picks(NULL, values, 19, count);
    TEST_CHECK(count[0] > DRAWS * 9 / 10 && count[2] == 0);
    picks(NULL, values, 20, count);
    TEST_CHECK(count[0] == DRAWS);
}

/* Scores of a game that is all but decided lie close together: it is continued with care all the same. */
static void test_decided(void) {
    static const double won[] = {0.995, 0.99, 0.98};
    static const double lost[] = {0.02, 0.01, 0.005};
    int count[3];
    picks(NULL, won, 10, count);
    TEST_CHECK_(count[0] > DRAWS * 19 / 20, "ahead: %d", count[0]);
    picks(NULL, lost, 10, count);
    TEST_CHECK_(count[0] > DRAWS * 19 / 20, "behind: %d", count[0]);
    picks(NULL, won, 0, count);
    TEST_CHECK_(count[2] > DRAWS / 20, "the weakest are careless: %d", count[2]);
}

/* A certain win is taken soon, a certain loss put off; that a draw takes long is no matter. */
static void test_certain_ends(void) {
    static const struct {
        search_proof proof;
        double value;
        unsigned plies[3];
        int min, max;
    } rows[] = {{PROOF_WIN, 1, {3, 7, 9}, DRAWS * 9 / 10, DRAWS},
                {PROOF_LOSS, 0, {10, 6, 2}, DRAWS * 9 / 10, DRAWS},
                {PROOF_WIN, 1, {0, 7, 9}, DRAWS / 4, DRAWS / 2},
                {PROOF_DRAW, 0.5, {3, 7, 9}, DRAWS / 4, DRAWS / 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static search_line lines[3];
        int count[3];
        memset(lines, 0, sizeof lines);
        for (int k = 0; k < 3; k++) {
            lines[k].values[1] = rows[i].value;
            lines[k].proof = rows[i].proof;
            lines[k].plies = rows[i].plies[k];
        }
        picks_of(lines, 10, count);
        TEST_CHECK_(count[0] >= rows[i].min && count[0] <= rows[i].max, "row %zu: %d", i, count[0]);
    }
}

/* A level more is never weaker by its own numbers, and never loosens what it is given. */
static void test_levels_widen(void) {
    uint64_t visits = 0;
    uint64_t nodes = 0;
    int skill = -1;
    for (int level = 1; level <= SKILL_LEVELS; level++) {
        search_limits l = limits_none();
        search_options o = search_default_options();
        skill_level(level, true, &l, &o);
        bool last = level == SKILL_LEVELS;
        TEST_CHECK_(o.skill > skill && (last || (l.visits > visits && l.nodes > nodes)),
                    "level %d is above %d", level, level - 1);
        skill = o.skill;
        visits = l.visits;
        nodes = l.nodes;
    }
    TEST_CHECK(skill == SKILL_FULL && visits == 0 && nodes == 0);
    search_limits tight = limits_none();
    search_options o = search_default_options();
    tight.nodes = 10;
    tight.visits = 3;
    o.skill = 1;
    skill_level(5, true, &tight, &o);
    TEST_CHECK(tight.nodes == 10 && tight.visits == 3 && o.skill == 1);
    search_limits steps = limits_none();
    o = search_default_options();
    skill_level(5, false, &steps, &o);
    TEST_CHECK_(steps.visits == 0 && limits_nodes(&steps) == 15000, "a search without visits");
}

/* Whoever has level[seat] plays that seat; the first seat's share of the win. */
static double play_one(search *s, const int *level, uint64_t seed) {
    position *p = one_line_start(&connect4, "");
    TEST_ASSERT(p != NULL);
    const rules *r = position_rules(p);
    for (int actor; (actor = r->game->actor(r, position_data(p))) >= 0;) {
        search_question q = {
            .kind = &mcts_searcher, .root = p, .seat = actor, .limits = limits_none()};
        search_answer a;
        char event[GAME_TOKEN_SIZE];
        text out = text_over(event, sizeof event);
        q.options = search_default_options();
        q.options.hash_bytes = 1 << 20;
        q.options.seed = seed * 1000 + position_ply(p);
        q.limits.nodes = 100000;
        skill_level(level[actor], true, &q.limits, &q.options);
        search_prepare(s, false);
        search_forget(s); /* what the other has thought */
        TEST_ASSERT(search_run(s, &q, NULL, NULL, &a, NULL) == ST_OK && a.report.count > 0);
        token_write(r, position_data(p), &a.report.lines[a.best].first, &out);
        TEST_ASSERT(position_play(p, event, NULL) == ST_OK);
    }
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    r->game->returns(r, position_data(p), utility, points);
    position_destroy(p);
    return (double)utility[0];
}

/* Games in pairs with the seats changed; the score of the first. */
static double match(int level, int other, int pairs) {
    search *s;
    double score = 0;
    TEST_ASSERT(search_create(&s) == ST_OK);
    for (int i = 0; i < pairs; i++) {
        score += play_one(s, (int[]){level, other}, (uint64_t)i + 1);
        score += 1 - play_one(s, (int[]){other, level}, (uint64_t)i + 1);
    }
    search_destroy(s);
    return score;
}

/* Fixed seeds, so the score is always the same; `kibitz match` measures closer. */
static void test_levels_beat_lower_ones(void) {
    enum { PAIRS = 8 };
    static const int levels[] = {1, 4, 7, 10};
    /* Where tables start tiny the higher levels have no memory for what they could do. */
    const double enough = (double)MEM_SIZED(14, 6) / 10 * PAIRS;
    for (size_t i = 1; i < sizeof levels / sizeof *levels; i++) {
        double score = match(levels[i], levels[i - 1], PAIRS);
        TEST_CHECK_(score > enough, "level %d against %d: %.1f of %d", levels[i], levels[i - 1],
                    score, 2 * PAIRS);
    }
}

/* Where the game was measured, by its rows, of which some may be missing; elsewhere by connect four. */
static void test_level_of_elo(void) {
    static const search_preset rows[] = {
        {.game = "connect4", .from_players = 2, .to_players = 2, .level = 3, .value = 1000},
        {.game = "connect4", .from_players = 2, .to_players = 2, .level = 5, .value = 2000},
        {.game = "connect4", .from_players = 3, .to_players = 4, .level = 9, .value = 1500},
        {.game = "other", .from_players = 1, .to_players = 8, .level = 1, .value = 1400},
        {.game = "connect4", .from_players = 2, .to_players = 2, .knob = 0, .value = 1},
        {.game = NULL}};
    position *p = one_line_start(&connect4, "");
    TEST_ASSERT(p != NULL);
    const rules *r = position_rules(p);
    TEST_CHECK(skill_level_of_elo(1, rows, r) == 3 && skill_level_of_elo(1499, rows, r) == 3);
    TEST_CHECK(skill_level_of_elo(1501, rows, r) == 5 && skill_level_of_elo(9999, rows, r) == 5);
    TEST_CHECK(skill_level_of_elo(1500, rows + 3, r) == 3);
    TEST_CHECK(skill_level_of_elo(1105, NULL, r) == 1 && skill_level_of_elo(1660, NULL, r) == 5);
    TEST_CHECK(skill_level_of_elo(SKILL_MIN_ELO, NULL, r) == 1);
    TEST_CHECK(skill_level_of_elo(SKILL_MAX_ELO, NULL, r) == 9);
    search *s;
    search_answer a;
    TEST_ASSERT(search_create(&s) == ST_OK);
    search_question q = {.kind = &mcts_searcher, .root = p, .limits = limits_none()};
    q.options = search_default_options();
    q.options.hash_bytes = 1 << 20;
    q.presets = rows;
    q.limits.nodes = 100000;
    for (int i = 0; i < 2; i++) {
        q.options.elo = i ? 2000 : 1000;
        search_prepare(s, false);
        search_forget(s);
        TEST_ASSERT(search_run(s, &q, NULL, NULL, &a, NULL) == ST_OK);
        TEST_CHECK_(i ? a.report.visits > 250 && a.report.visits < 600 : a.report.visits < 100,
                    "%llu visits", (unsigned long long)a.report.visits);
    }
    search_destroy(s);
    position_destroy(p);
}

TEST_LIST = {{"by_visits", test_by_visits},
             {"by_values", test_by_values},
             {"decided", test_decided},
             {"certain_ends", test_certain_ends},
             {"levels_widen", test_levels_widen},
             {"level_of_elo", test_level_of_elo},
             {"levels_beat_lower_ones", test_levels_beat_lower_ones},
             {NULL, NULL}};
