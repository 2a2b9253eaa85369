/* Programs that answer with text: what they are asked, how often, and what is counted. */
#include <acutest.h>

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "arena/child_run.h"
#include "arena/match_report.h"
#include "arena/text_answers.h"
#include "engine/sdk/kit.h"
#include "lib/catalogue.h"
#include "tests/support/pace.h"
#include "tests/support/trial.h"

/* The counts of the first engine after a match against a random player. */
static text_answers answers_of(const char *name, const char *spec, uint64_t games,
                               const char *path) {
    error err = {0};
    (void)signal(SIGPIPE, SIG_IGN);
    trial t = trial_of(catalogue_registry(), name, "players 2", spec, "name=other random", games);
    status st = trial_run(&t, path, 2, &err);
    TEST_CHECK_(st == ST_OK, "%s: %s", spec, err.text);
    text_answers a = st == ST_OK ? match_standings(t.match)->answers[0] : (text_answers){0};
    if (st == ST_OK) {
        const standings *s = match_standings(t.match);
        uint64_t faults = 0;
        for (int d = PLAYER_REPLY_CRASH; d < PLAYER_REPLY_COUNT; d++) faults += s->fault[0][d];
        TEST_CHECK_(faults == a.forfeits, "%s", spec);
        TEST_CHECK(!s->answers[1].decisions);
    }
    trial_done(&t);
    return a;
}

#define ANSWERS(how) "name=text text='" ANSWERER " " how "'"

static void test_shares(void) {
    text_answers a = answers_of("tictactoe", ANSWERS("number"), 4, NULL);
    TEST_CHECK(a.decisions >= 8 && a.attempts == a.decisions && !a.illegal && !a.forfeits);
    TEST_CHECK(a.kinds[KIND_ACTION] == a.decisions && a.judged > 0 && a.loss >= 0);
    a = answers_of("tictactoe", ANSWERS("word"), 4, NULL);
    TEST_CHECK(a.decisions >= 8 && a.attempts == a.decisions && !a.illegal && !a.forfeits);
    a = answers_of("tictactoe", ANSWERS("illegal") " attempts=3", 4, NULL);
    TEST_CHECK(a.decisions == 4 && a.attempts == 12 && a.illegal == 12 && a.forfeits == 4);
    /* The second attempt knows why the first one was not taken, and sees the list only then. */
    a = answers_of("tictactoe", ANSWERS("second") " legal=after-error", 2, NULL);
    TEST_CHECK(a.decisions >= 4 && a.attempts == 2 * a.decisions && a.illegal == a.decisions);
    TEST_CHECK(!a.forfeits);
    a = answers_of("tictactoe", ANSWERS("word") " legal=hidden attempts=1", 2, NULL);
    TEST_CHECK(a.illegal == 2 && a.forfeits == 2);
}

static void test_no_answer(void) {
    text_answers a = answers_of("tictactoe", ANSWERS("silent") " attempts=2", 2, NULL);
    TEST_CHECK(a.silent == 4 && !a.illegal && a.forfeits == 2);
    a = answers_of("tictactoe", ANSWERS("fail") " attempts=2", 2, NULL);
    TEST_CHECK(a.failed == 4 && !a.illegal && a.forfeits == 2);
    a = answers_of("tictactoe", ANSWERS("kill") " attempts=1", 2, NULL);
    TEST_CHECK(a.killed == 2 && !a.illegal && a.forfeits == 2);
    a = answers_of("tictactoe", ANSWERS("sleep") " attempts=1 timeout=0.05", 2, NULL);
    TEST_CHECK(a.late == 2 && !a.illegal && a.forfeits == 2);
    a = answers_of("tictactoe", ANSWERS("flood") " attempts=1", 2, NULL);
    TEST_CHECK(a.late == 2 && !a.illegal && a.forfeits == 2);
    a = answers_of("tictactoe", "name=text text=/no/such/program attempts=2", 2, NULL);
    TEST_CHECK(a.failed == 4 && a.forfeits == 2);
}

/* Hands are hidden, and reactions are asked. */
static void test_hidden_hands(void) {
    text_answers a = answers_of("leduc", ANSWERS("number"), 4, NULL);
    TEST_CHECK(a.decisions >= 4 && !a.illegal && !a.forfeits);
}

/* The counts are in the file: a match that is shown again has them. */
static void test_in_the_file(void) {
    char path[64];
    TEST_ASSERT(trial_file(path));
    text_answers a = answers_of("tictactoe", ANSWERS("second"), 4, path);
    text_answers b = answers_of("tictactoe", ANSWERS("second"), 4, path);
    TEST_CHECK(a.decisions && a.decisions == b.decisions && a.illegal == b.illegal &&
               a.judged == b.judged);
    TEST_CHECK(a.loss - b.loss < 0.001 && b.loss - a.loss < 0.001);
    text data = trial_content(path);
    TEST_CHECK(strstr(text_string(&data), "legal=shown attempts=3 timeout=60.000"));
    TEST_CHECK(strstr(text_string(&data), "answers0: decisions "));
    text_done(&data);
    (void)unlink(path);
}

/* The games of a match between programs that take the first action of the list, as they are in the file. */
static text games_of(const char *name, bool disguised, unsigned plies) {
    char path[64];
    error err = {0};
    (void)signal(SIGPIPE, SIG_IGN);
    TEST_ASSERT(trial_file(path));
    trial t = trial_of(catalogue_registry(), name, "players 2", "name=a text='" ANSWERER " word'",
                       "name=b text='" ANSWERER " word'", 2);
    t.settings.disguised = disguised;
    t.settings.disguise = 9;
    t.settings.max_plies = plies;
    t.settings.opening_plies = 4;
    TEST_CHECK_(trial_run(&t, path, 1, &err) == ST_OK, "%s: %s", name, err.text);
    trial_done(&t);
    text data = trial_content(path);
    TEST_CHECK(disguised == (strstr(text_string(&data), "\ndisguise: 9\n") != NULL));
    text games = text_growing();
    const char *first = strstr(text_string(&data), "match-game: 1\n");
    text_put(&games, first ? first : "");
    text_done(&data);
    (void)unlink(path);
    return games;
}

/* Inside, a disguised game is the plain one, event by event. */
static void check_disguised(const char *name, unsigned plies) {
    text plain = games_of(name, false, plies);
    text other = games_of(name, true, plies);
    TEST_CHECK_(plain.len > 100 && strcmp(text_string(&plain), text_string(&other)) == 0, "%s",
                name);
    text_done(&plain);
    text_done(&other);
}

static void test_disguised(void) {
    static const char *const names[] = {"chess", "hex", "othello"};
    for (int i = 0; i < PACE(3, 1); i++) check_disguised(names[i], 10);
    error err = {0};
    trial t = trial_of(catalogue_registry(), "azul", "players 2", "name=a text=x", "random", 2);
    t.settings.disguised = true;
    TEST_CHECK(trial_run(&t, NULL, 1, &err) == ST_UNSUPPORTED);
    trial_done(&t);
}

/* The same for games on the kit; a solitaire has no match. */
static void test_disguised_kit(void) {
    for (game_list g = catalogue_games(); *g; g++)
        if (kit_of(*g) && (*g)->min_players == 2) check_disguised((*g)->name, PACE(7, 5));
}

static void test_words(void) {
    text_answers a = {.decisions = 40,
                      .attempts = 55,
                      .illegal = 12,
                      .silent = 1,
                      .late = 2,
                      .forfeits = 1,
                      .judged = 38,
                      .loss = 1.9,
                      .kinds = {30, 0, 4, 6}};
    text_answers b;
    error e;
    text out = text_growing();
    text_answers_write(&a, &out);
    TEST_CHECK(text_answers_read(&b, text_string(&out), &e) == ST_OK);
    TEST_CHECK(b.decisions == 40 && b.late == 2 && b.loss > 1.89 && b.kinds[3] == 6);
    static const char *const bad[] = {"", "decisions", "decisions x", "attempts 3",
                                      "decisions 1 attempts 2"};
    for (int i = 0; i < 5; i++) TEST_CHECK(text_answers_read(&b, bad[i], &e) == ST_BAD_VALUE);
    text_clear(&out);
    text_answers_report(&a, &out);
    TEST_CHECK(strstr(text_string(&out),
                      "40 decisions, 1.38 attempts each; 23.1 % of 52 answers illegal"));
    TEST_CHECK(strstr(text_string(&out), "mean loss 5.00 % of a win in 38 decisions"));
    TEST_CHECK(strstr(text_string(&out), "by kind: action 30 reward 4 reaction 6"));
    TEST_MSG("%s", text_string(&out));
    text_done(&out);
    engine_spec s;
    TEST_CHECK(engine_spec_read(&s, "text=x legal=maybe", &e) == ST_BAD_VALUE);
    TEST_CHECK(engine_spec_read(&s, "text=x attempts=0", &e) == ST_BAD_VALUE);
    TEST_CHECK(engine_spec_read(&s, "text=x timeout=0", &e) == ST_BAD_VALUE);
    TEST_CHECK(engine_spec_read(&s, "text=", &e) == ST_BAD_VALUE);
}

TEST_LIST = {{"shares", test_shares},
             {"no_answer", test_no_answer},
             {"hidden_hands", test_hidden_hands},
             {"in_the_file", test_in_the_file},
             {"disguised", test_disguised},
             {"disguised_kit", test_disguised_kit},
             {"words", test_words},
             {NULL, NULL}};
