#include <acutest.h>

#include <math.h>

#include "arena/blocks.h"
#include "arena/engine_search.h"
#include "arena/settings.h"
#include "arena/standings.h"
#include "engine/base/memory.h"
#include "games/pig/pig.h"
#include "lib/catalogue.h"

/* --- who sits where --- */

/* Utilities that depend on the seat alone: what equal engines get in a biased game. */
static double bias(int seats, int seat) {
    double sum = seats * (seats + 1) / 2.0;
    return (seats - seat) / sum;
}

static void test_equal_engines_are_equal(void) {
    for (int seats = 1; seats <= GAME_MAX_PLAYERS; seats++) {
        block_plan plan = {.engines = 2, .seats = seats};
        double utility[BLOCK_MAX_GAMES][GAME_MAX_PLAYERS] = {{0}};
        int games = blocks_games(&plan);
        TEST_CHECK(games == (seats <= 2 ? 2 : 2 * seats));
        for (int g = 0; g < games; g++)
            for (int i = 0; i < seats; i++) utility[g][i] = bias(seats, i);
        double unit = blocks_unit(&plan, (const double(*)[GAME_MAX_PLAYERS])utility);
        TEST_CHECK_(unit == 0.5, "%d seats: exactly a half, not %.17g", seats, unit);
    }
}

static void test_seats_are_shared(void) {
    for (int seats = 1; seats <= GAME_MAX_PLAYERS; seats++) {
        block_plan plan = {.engines = 2, .seats = seats};
        int taken[2][GAME_MAX_PLAYERS] = {{0}};
        int games = blocks_games(&plan);
        for (int g = 0; g < games; g++) {
            block_game b = blocks_game(&plan, 3 * (uint64_t)games + (uint64_t)g);
            TEST_CHECK(b.block == 3 && b.round == 3 && b.within == g && b.a == 0 && b.b == 1);
            int lone = 0;
            for (int i = 0; i < seats; i++) {
                taken[b.seat[i]][i]++;
                lone += b.seat[i] == (g < seats ? 0 : 1);
            }
            TEST_CHECK_(seats == 2 || lone == 1, "%d seats, game %d: one sits alone", seats, g);
        }
        for (int i = 0; i < seats; i++)
            TEST_CHECK_(taken[0][i] == taken[1][i], "%d seats: both sit on %d alike", seats, i);
    }
}

/* A wins whenever it plays: everything; what the others share is theirs. */
static void test_a_better_engine(void) {
    for (int seats = 1; seats <= 4; seats++) {
        block_plan plan = {.engines = 2, .seats = seats};
        double utility[BLOCK_MAX_GAMES][GAME_MAX_PLAYERS] = {{0}};
        for (int g = 0; g < blocks_games(&plan); g++) {
            block_game b = blocks_game(&plan, (uint64_t)g);
            int winners = 0;
            for (int i = 0; i < seats; i++) winners += b.seat[i] == 0;
            for (int i = 0; i < seats; i++) utility[g][i] = b.seat[i] == 0 ? 1.0 / winners : 0;
        }
        double unit = blocks_unit(&plan, (const double(*)[GAME_MAX_PLAYERS])utility);
        TEST_CHECK_(unit == 1, "%d seats: %g", seats, unit);
    }
}

static void test_pairs_of_many(void) {
    block_plan all = {.engines = 4, .seats = 2};
    block_plan first = {.engines = 4, .seats = 2, .gauntlet = true};
    int met[4][4] = {{0}};
    TEST_CHECK(blocks_pairs(&all) == 6 && blocks_pairs(&first) == 3);
    for (uint64_t n = 0; n < 12; n++) {
        block_game b = blocks_game(&all, n);
        TEST_CHECK(b.round == 0);
        met[b.seat[0]][b.seat[1]]++;
    }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) TEST_CHECK(met[i][k] == (i != k));
    for (uint64_t n = 0; n < 12; n++) {
        block_game b = blocks_game(&first, n);
        TEST_CHECK(b.a == 0 && b.b == 1 + (int)(n / 2 % 3) && b.round == n / 6);
    }
}

/* --- ratings --- */

static void add_block(standings *s, uint64_t block, double worth) {
    error err;
    bool entire = false;
    for (uint64_t i = 0; i < 2; i++) {
        match_game g = {.number = 2 * block + i, .offender = -1};
        g.utility[i] = worth;
        g.utility[1 - i] = 1 - worth;
        TEST_ASSERT(standings_add(s, &g, &entire, &err) == ST_OK);
        TEST_CHECK(entire == (i == 1));
    }
}

static void test_ratings(void) {
    error err;
    standings s;
    rating r[MATCH_MAX_ENGINES];
    block_plan plan = {.engines = 3, .seats = 2};
    TEST_ASSERT(standings_init(&s, &plan, &err) == ST_OK);
    TEST_CHECK(standings_rate(&s, 1, r, &err) == ST_OK && r[0].elo == 0 && r[0].error == 0);
    /* 0 scores 3/4 against 1, and 1 scores 3/4 against 2: about 191 Elo each time. */
    for (uint64_t n = 0; n < 100; n++) {
        add_block(&s, 3 * n, n % 4 ? 1 : 0);
        add_block(&s, 3 * n + 1, n % 10 ? 1 : 0);
        add_block(&s, 3 * n + 2, n % 4 ? 1 : 0);
    }
    TEST_CHECK(standings_rate(&s, 1, r, &err) == ST_OK);
    TEST_CHECK_(r[0].elo > 170 && r[0].elo < 210, "%.1f", r[0].elo);
    TEST_CHECK_(r[1].elo > -10 && r[1].elo < 10, "%.1f", r[1].elo);
    TEST_CHECK_(fabs(r[0].elo + r[1].elo + r[2].elo) < 1e-6, "around 0");
    TEST_CHECK_(r[0].error > 15 && r[0].error < 80, "%.1f", r[0].error);
    TEST_CHECK(r[0].score == (75 + 90) / 200.0);
    rating again[MATCH_MAX_ENGINES];
    TEST_CHECK(standings_rate(&s, 1, again, &err) == ST_OK && again[2].error == r[2].error);
    match_game wrong = {.number = 7};
    bool entire;
    TEST_CHECK(standings_add(&s, &wrong, &entire, &err) != ST_OK); /* out of turn */
    standings_done(&s);
    TEST_CHECK(mem_live() == 0);
}

/* --- words of an engine --- */

static void test_words(void) {
    error err;
    engine_spec e;
    TEST_ASSERT(engine_spec_read(&e,
                                 "visits=10 name=new mcts 'Skill Level=5' tc=40/60+0.5 visits=20",
                                 &err) == ST_OK);
    TEST_CHECK(strcmp(e.name, "new") == 0 && !e.command && e.limits.visits == 20);
    TEST_CHECK(e.clocked && e.base_ms == 60000 && e.inc_ms == 500 && e.moves == 40);
    TEST_CHECK(e.options == 2 && strcmp(engine_spec_algorithm(&e), "mcts") == 0);
    TEST_CHECK(engine_option_same(e.option[1].name, "SkillLevel"));
    char buf[400];
    text line = text_over(buf, sizeof buf);
    engine_spec_write(&e, &line);
    TEST_CHECK(strcmp(buf, "name=new visits=20 tc=40/60.000+0.500 Algorithm=mcts "
                           "'Skill Level=5'") == 0);
    TEST_MSG("%s", buf);
    engine_spec_done(&e);
    engine_spec again;
    TEST_ASSERT(engine_spec_read(&again, buf, &err) == ST_OK);
    char back[400];
    line = text_over(back, sizeof back);
    engine_spec_write(&again, &line);
    TEST_CHECK(strcmp(buf, back) == 0);
    engine_spec_done(&again);
    TEST_ASSERT(engine_spec_read(&e, "cmd='./a/other --quiet' proto=MGI log=x.log", &err) == ST_OK);
    TEST_CHECK(strcmp(e.name, "other") == 0 && e.proto == PROTO_MGI);
    TEST_CHECK(strcmp(e.command, "./a/other --quiet") == 0 && strcmp(e.log, "x.log") == 0);
    engine_spec_done(&e);
    TEST_CHECK(engine_option_same("UCI_Elo", "uci elo") && !engine_option_same("Hash", "Hashes"));
    TEST_CHECK(mem_live() == 0);
}

static void test_bad_words(void) {
    static const char *const bad[] = {
        "visits=0",      "visits=x",   "movetime=-1",
        "tc=",           "tc=0",       "tc=1/2/3",
        "tc=0/5",        "tc=5+x",     "tc=1e9",
        "name=",         "name='a b'", "proto=xboard",
        "cmd=",          "'open",      "=5",
        "depth=1.5",     "byoyomi=0",  "name=abcdefghijklmnopqrstuvwxyzabcdefgh",
        "name=\xc3\xa4", "tc=nan"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error err = {0};
        engine_spec e;
        TEST_CHECK_(engine_spec_read(&e, bad[i], &err) != ST_OK && err.text[0], "%s", bad[i]);
    }
    TEST_CHECK(mem_live() == 0);
}

/* --- settings --- */

static void test_settings(void) {
    static match_settings s;
    static match_settings t;
    error err;
    record r;
    settings_init(&s);
    s.game = &pig;
    s.setup.players = 3;
    TEST_ASSERT(params_set(&s.setup, &pig, "target", "30", &err) == ST_OK);
    TEST_CHECK(settings_check(&s, &err) != ST_OK); /* no engines */
    TEST_ASSERT(settings_add_engine(&s, "name=a visits=5", &err) == ST_OK);
    TEST_ASSERT(settings_add_engine(&s, "name=a visits=6", &err) == ST_OK);
    TEST_CHECK(settings_check(&s, &err) == ST_BAD_VALUE); /* one name twice */
    strcpy(s.engine[1].name, "b");
    s.games = 7;
    s.tested = true;
    s.opening_plies = 2;
    TEST_CHECK(settings_check(&s, &err) == ST_OK && s.games == 12); /* complete blocks */
    text one = text_growing();
    text two = text_growing();
    settings_write(&s, &one);
    TEST_ASSERT(record_read(&r, text_string(&one), one.len, &err) == ST_OK);
    TEST_ASSERT(settings_read(&t, &r, catalogue_games(), &err) == ST_OK);
    settings_write(&t, &two);
    TEST_CHECK(strcmp(text_string(&one), text_string(&two)) == 0);
    TEST_MSG("%s\n%s", text_string(&one), text_string(&two));
    record_done(&r);
    text_done(&one);
    text_done(&two);
    settings_done(&s);
    settings_done(&t);
    TEST_CHECK(mem_live() == 0);
}

static void test_bad_settings(void) {
    static const char *const bad[] = {
        "",
        "match: 2\ngame: pig\nengine1: name=a\nengine2: name=b\n",
        "match: 1\ngame: poker\nengine1: name=a\nengine2: name=b\n",
        "match: 1\ngame: pig\nengine1: name=a\n",
        "match: 1\ngame: pig\nengine1: name=a\nengine2: name=b\ngames: 0\n",
        "match: 1\ngame: pig\nengine1: name=a\nengine2: name=b\ngames: -5\n",
        "match: 1\ngame: pig\nengine1: name=a\nengine2: name=b\nseed: x\n",
        "match: 1\ngame: pig\nengine1: name=a\nengine2: name=b\nplayers: 9\n",
        "match: 1\ngame: pig\nengine1: name=a\nengine2: name=b\nset: target=0\n",
        "match: 1\ngame: pig\nengine1: name=a\nengine2: name=b tc=x\n",
        "match: 1\ngame: pig\nengine1: name=a\nengine2: name=b\nsprt: elo0=5 elo1=1\n",
        "match: 1\ngame: pig\nengine1: name=a\nengine2: name=b\nengine3: name=c\nsprt: elo0=0\n",
        "match: 1\ngame: pig\nengine1: name=a\nengine2: name=b\nopenings: x\n",
    };
    static match_settings s;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error err = {0};
        record r;
        TEST_ASSERT(record_read(&r, bad[i], strlen(bad[i]), &err) == ST_OK);
        TEST_CHECK_(settings_read(&s, &r, catalogue_games(), &err) != ST_OK && err.text[0],
                    "case %zu: %s", i, err.text);
        record_done(&r);
        settings_done(&s);
    }
    TEST_CHECK(mem_live() == 0);
}

/* --- sections of the file --- */

static void test_sections(void) {
    text file = text_growing();
    for (int i = 0; i < 3; i++) {
        size_t from = file.len;
        text_format(&file, "match-game: %d\n\nroll\n!6\n", i);
        match_section_close(&file, from);
    }
    section sec;
    size_t at = 0;
    for (int i = 0; i < 3; i++) {
        TEST_ASSERT(match_section_next(file.at, file.len, &at, &sec));
        TEST_CHECK(sec.len == 23 && sec.at[12] == '0' + i);
    }
    TEST_CHECK(at == file.len && !match_section_next(file.at, file.len, &at, &sec));
    /* Cut anywhere, the entire ones are found and nothing else. */
    size_t one = file.len / 3;
    for (size_t len = 0; len < file.len; len++) {
        size_t found = 0;
        for (at = 0; match_section_next(file.at, len, &at, &sec);) found++;
        TEST_CHECK_(found == len / one && at == found * one, "%zu bytes: %zu", len, found);
    }
    /* Changed anywhere, the one it was changed in is not taken. */
    for (size_t i = 0; i < one - 2; i++) {
        file.at[i] ^= 1;
        at = 0;
        TEST_CHECK_(!match_section_next(file.at, file.len, &at, &sec), "byte %zu", i);
        file.at[i] ^= 1;
    }
    text_done(&file);
}

/* --- what the words mean to a search of this process --- */

static status means(const char *line, const search_options *base, engine_search *out, error *err) {
    engine_spec spec;
    status st = engine_spec_read(&spec, line, err);
    if (st != ST_OK) return st;
    engine_context c = {.game = &pig,
                        .games = catalogue_games(),
                        .book = catalogue_registry(),
                        .base = base,
                        .where = "in a test"};
    st = engine_search_read(out, &spec, &c, err);
    engine_spec_done(&spec);
    return st;
}

static void test_meaning(void) {
    engine_search *e = mem_alloc(sizeof *e);
    search_options base = search_default_options();
    error err;
    TEST_ASSERT(e != NULL);
    base.threads = 3;
    base.hash_bytes = 12345;
    base.multipv = 4;
    /* What no one says stays; in a match there is a base for all. */
    TEST_CHECK(means("mcts nodes=70 Contempt=5", &base, e, &err) == ST_OK);
    TEST_CHECK(e->ask.options.threads == 3 && e->ask.options.hash_bytes == 12345);
    TEST_CHECK(e->ask.options.multipv == 4 && e->ask.options.contempt == 5);
    TEST_CHECK(e->ask.limits.nodes == 70 && e->reported[OPT_CONTEMPT] && !e->reported[OPT_HASH]);
    TEST_CHECK(means("Threads=2 Hash=1 Seed=9 level=4", &base, e, &err) == ST_OK);
    TEST_CHECK(e->ask.options.threads == 2 && e->ask.options.hash_bytes == 1 << 20);
    TEST_CHECK(e->seed == 9 && e->ask.options.level == 4 && e->reported[OPT_LEVEL]);
    TEST_CHECK(means("auto", NULL, e, &err) == ST_OK && e->ask.options.hash_bytes == 64 << 20);
    TEST_CHECK(means("LogFile=x", NULL, e, &err) == ST_BAD_VALUE);
    TEST_CHECK_(strstr(err.text, "LogFile cannot be used in a test") != NULL, "%s", err.text);
    TEST_CHECK(means("Treads=2", NULL, e, &err) == ST_BAD_VALUE);
    TEST_CHECK_(strstr(err.text, "did you mean Threads?") != NULL, "%s", err.text);
    TEST_CHECK(means("EvalFile=no/such/file", NULL, e, &err) == ST_NOT_FOUND);
    TEST_CHECK(engine_search_option("move_overhead") == OPT_MOVE_OVERHEAD);
    TEST_CHECK(engine_search_option("mcts_prior_temperature") == OPT_MCTS_PRIOR_TEMPERATURE);
    TEST_CHECK(means("ismcts IsmctsRedeal=1", NULL, e, &err) == ST_BAD_VALUE);
    TEST_CHECK(means("MctsPriorTemperature=150", NULL, e, &err) == ST_OK);
    TEST_CHECK(e->ask.options.knobs.value[KNOB_MCTS_PRIOR_TEMPERATURE] == 150);
    TEST_CHECK(means("MctsPriorTemperatur=150", NULL, e, &err) == ST_BAD_VALUE);
    TEST_CHECK_(strstr(err.text, "did you mean MctsPriorTemperature?") != NULL, "%s", err.text);
    mem_free(e);
    TEST_CHECK(mem_live() == 0);
}

/* The next complete game is found after a damaged one, whichever byte was hit. */
static void test_gaps(void) {
    text file = text_growing();
    size_t from[5];
    for (int i = 0; i < 4; i++) {
        from[i] = file.len;
        text_format(&file, "match-game: %d\n\nroll\n!6\n", i + 1);
        match_section_close(&file, from[i]);
    }
    from[4] = file.len;
    for (size_t i = from[1]; i < from[2] - 1; i++) {
        section sec;
        size_t at = 0;
        file.at[i] ^= 1;
        TEST_ASSERT(match_section_next(file.at, file.len, &at, &sec) && at == from[1]);
        TEST_CHECK(!match_section_next(file.at, file.len, &at, &sec));
        section_gap gap = match_section_skip(file.at, file.len, &at);
        TEST_CHECK_(at == from[2] && gap.damaged == 1 && !gap.cut && !gap.foreign,
                    "byte %zu: %zu damaged, next at %zu", i, gap.damaged, at);
        file.at[i] ^= 1;
    }
    /* Two in a row; the last one; one that is cut; text after the last. */
    size_t at = from[1];
    file.at[from[1] + 17] ^= 1;
    file.at[from[2] + 17] ^= 1;
    TEST_CHECK(match_section_skip(file.at, file.len, &at).damaged == 2 && at == from[3]);
    file.at[from[3] + 17] ^= 1;
    at = from[3];
    section_gap last = match_section_skip(file.at, file.len, &at);
    TEST_CHECK(at == from[4] && last.damaged == 1 && !last.cut);
    at = from[3];
    section_gap cut = match_section_skip(file.at, from[3] + 20, &at);
    TEST_CHECK(at == from[3] + 20 && !cut.damaged && cut.cut == 20);
    text_put(&file, "my notes\n");
    at = from[4];
    section_gap notes = match_section_skip(file.at, file.len, &at);
    TEST_CHECK(at == file.len && !notes.damaged && !notes.cut && notes.foreign == 9);
    text_done(&file);
}

TEST_LIST = {{"meaning", test_meaning},
             {"equal_engines_are_equal", test_equal_engines_are_equal},
             {"seats_are_shared", test_seats_are_shared},
             {"a_better_engine", test_a_better_engine},
             {"pairs_of_many", test_pairs_of_many},
             {"ratings", test_ratings},
             {"words", test_words},
             {"bad_words", test_bad_words},
             {"settings", test_settings},
             {"bad_settings", test_bad_settings},
             {"sections", test_sections},
             {"gaps", test_gaps},
             {NULL, NULL}};
