/* What illegal answers do: the policies alone, and in matches with a program that gives no others. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "arena/match_report.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "tests/support/one_line.h"
#include "tests/support/trial.h"

static position *start_of(const char *name, const char *setup, const char *moves) {
    const game *g = game_find(catalogue_games(), name);
    params with = one_line_setup(g, setup);
    opening_request dealt = {.dice = 1};
    position *p = NULL;
    TEST_ASSERT(opening_make(&p, &dealt, g, &with, NULL) == ST_OK);
    TEST_ASSERT(one_line_play(p, moves));
    return p;
}

static void test_names(void) {
    illegal_policy p = ILLEGAL_ASK;
    error err = {0};
    for (int i = ILLEGAL_FORFEIT; i <= ILLEGAL_RANDOM; i++) {
        TEST_CHECK(illegal_policy_read(&p, illegal_policy_name((illegal_policy)i), &err) == ST_OK);
        TEST_CHECK((int)p == i);
    }
    TEST_CHECK(illegal_policy_read(&p, "forgive", &err) == ST_BAD_VALUE);
    TEST_CHECK(strstr(err.text, "forgive") && strstr(err.text, "forfeit, skip, ask or random"));
}

static void test_checks(void) {
    static const struct {
        const char *answer;
        bool legal;
        const char *says;
    } cases[] = {{"d", true, ""},
                 {"", false, "empty"},
                 {"z9", false, "a to g"},
                 {"!6", false, "chance"},
                 {"a b", false, "a to g"}};
    position *p = start_of("connect4", "", "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char buf[64];
        text answer = text_over(buf, sizeof buf);
        error why = {0};
        text_put(&answer, cases[i].answer);
        TEST_CHECK_(illegal_check(p, &answer, &why) == cases[i].legal, "%s", cases[i].answer);
        TEST_CHECK_(strstr(why.text, cases[i].says), "%s: %s", cases[i].answer, why.text);
    }
    position_destroy(p);
}

/* Which action gives up the turn, or none. */
static void test_passes(void) {
    static const struct {
        const char *game, *setup, *moves, *plays;
    } cases[] = {{"connect4", "", "", NULL},     {"go", "", "", "pass"},
                 {"pig", "", "roll !5", "hold"}, {"projectl", "set pass=1", "", "nothing"},
                 {"projectl", "", "", NULL},     {"leduc", "", "", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char buf[GAME_TOKEN_SIZE];
        text event = text_over(buf, sizeof buf);
        TEST_CASE(cases[i].game);
        position *p = start_of(cases[i].game, cases[i].setup, cases[i].moves);
        bool found = illegal_instead(ILLEGAL_SKIP, p, 1, &event);
        TEST_CHECK(found == (cases[i].plays != NULL));
        if (found) TEST_CHECK_(strcmp(buf, cases[i].plays) == 0, "%s", buf);
        TEST_CHECK(!illegal_instead(ILLEGAL_FORFEIT, p, 1, &event) && !event.len);
        TEST_CHECK(!illegal_instead(ILLEGAL_ASK, p, 1, &event));
        position_destroy(p);
    }
    TEST_CHECK(illegal_gives_up("@2:none") && illegal_gives_up("discard:none"));
    TEST_CHECK(!illegal_gives_up("take:W1") && !illegal_gives_up("passive"));
    TEST_CHECK(mem_live() == 0);
}

/* Random actions are legal, and those of their seed. */
static void test_random(void) {
    char one[GAME_TOKEN_SIZE];
    char two[GAME_TOKEN_SIZE];
    unsigned kinds = 0;
    position *p = start_of("connect4", "", "d d");
    for (uint64_t seed = 0; seed < 50; seed++) {
        text a = text_over(one, sizeof one);
        text b = text_over(two, sizeof two);
        error why;
        TEST_CHECK(illegal_instead(ILLEGAL_RANDOM, p, seed, &a));
        TEST_CHECK(illegal_instead(ILLEGAL_RANDOM, p, seed, &b) && strcmp(one, two) == 0);
        TEST_CHECK(illegal_check(p, &a, &why));
        kinds |= 1u << (one[0] - 'a');
    }
    TEST_CHECK_(kinds == 0x7f, "all columns come up: %x", kinds);
    position_destroy(p);
}

/* --- matches --- */

static trial trial_with(const char *how, const char *game_name, illegal_policy policy) {
    char spec[300];
    (void)signal(SIGPIPE, SIG_IGN);
    (void)snprintf(spec, sizeof spec, "name=bad cmd='" BAD_ENGINE " %s' proto=mgi nodes=10", how);
    trial t = trial_of(catalogue_registry(), game_name, "", spec, "name=good random", 4);
    t.settings.illegal = policy;
    return t;
}

static void test_policies(void) {
    static const struct {
        const char *how, *game;
        illegal_policy policy;
        uint64_t lost; /* of four games, by illegal answers */
        int answers;   /* illegal ones; -1: some */
        const char *says;
    } cases[] = {
        {"illegal", "connect4", ILLEGAL_FORFEIT, 4, 4, "illegal 4 "},
        {"illegal", "connect4", ILLEGAL_SKIP, 4, 4, "no legal action there gives up the turn"},
        {"illegal", "go", ILLEGAL_SKIP, 0, -1, " turns passed"},
        {"illegal", "connect4", ILLEGAL_ASK, 4, 44, "4 games lost after 10 times"},
        {"second", "connect4", ILLEGAL_ASK, 0, -1, "asked again, and 0 games lost"},
        {"illegal", "connect4", ILLEGAL_RANDOM, 0, -1, "a random legal action was played instead"},
        {"illegal", "pig", ILLEGAL_RANDOM, 0, -1, "a random legal action was played instead"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err = {0};
        text out = text_growing();
        TEST_CASE(cases[i].says);
        trial t = trial_with(cases[i].how, cases[i].game, cases[i].policy);
        TEST_CHECK_(trial_run(&t, NULL, 1, &err) == ST_OK, "%s", err.text);
        const standings *s = match_standings(t.match);
        TEST_CHECK(s->games == 4 && s->fault[0][PLAYER_REPLY_ILLEGAL] == cases[i].lost);
        TEST_CHECK(s->fault[0][PLAYER_REPLY_CRASH] == 0 && s->illegal[1] == 0);
        if (cases[i].answers >= 0)
            TEST_CHECK_(s->illegal[0] == (uint64_t)cases[i].answers, "%d", (int)s->illegal[0]);
        else
            TEST_CHECK(s->illegal[0] > 4);
        TEST_CHECK(match_report_final(&t.settings, s, SPRT_GOES_ON, &out, &err) == ST_OK);
        TEST_CHECK_(strstr(text_string(&out), cases[i].says), "%s", text_string(&out));
        char counted[40];
        (void)snprintf(counted, sizeof counted, " illegal %llu ",
                       (unsigned long long)s->illegal[0]);
        TEST_CHECK_(strstr(strstr(out.at, "result "), counted), "%s", text_string(&out));
        text_done(&out);
        trial_done(&t);
    }
    TEST_CHECK(mem_live() == 0);
}

/* The policy is in the file, and a match that is continued has the same counts and games. */
static void test_continued(void) {
    error err = {0};
    char path[64];
    char log[80];
    TEST_ASSERT(trial_file(path));
    trial t = trial_with("illegal", "connect4", ILLEGAL_RANDOM);
    TEST_CHECK_(trial_run(&t, path, 1, &err) == ST_OK, "%s", err.text);
    uint64_t illegal = match_standings(t.match)->illegal[0];
    trial_done(&t);
    text complete = trial_content(path);
    TEST_CHECK(strstr(text_string(&complete), "\nillegal: random\n"));
    (void)unlink(path);
    t = trial_with("illegal", "connect4", ILLEGAL_RANDOM);
    t.stop_after = 2;
    TEST_CHECK(trial_run(&t, path, 1, &err) == ST_STOPPED);
    trial_done(&t);
    match_settings saved;
    TEST_CHECK(match_load(&saved, path, catalogue_games(), &err) == ST_OK);
    TEST_CHECK(saved.illegal == ILLEGAL_RANDOM);
    settings_done(&saved);
    t = trial_with("illegal", "connect4", ILLEGAL_ASK); /* another match */
    TEST_CHECK(trial_run(&t, path, 1, &err) == ST_BAD_VALUE);
    trial_done(&t);
    t = trial_with("illegal", "connect4", ILLEGAL_RANDOM);
    TEST_CHECK_(trial_run(&t, path, 1, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(match_standings(t.match)->illegal[0] == illegal);
    trial_done(&t);
    text again = trial_content(path);
    TEST_CHECK(strcmp(text_string(&again), text_string(&complete)) == 0);
    text_done(&again);
    text_done(&complete);
    (void)unlink(path);
    (void)snprintf(log, sizeof log, "%s.1.log", path);
    text said = trial_content(log);
    TEST_CHECK(strstr(text_string(&said), "> illegal z9 : "));
    text_done(&said);
    (void)unlink(log);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"names", test_names},
             {"checks", test_checks},
             {"passes", test_passes},
             {"random", test_random},
             {"policies", test_policies},
             {"continued", test_continued},
             {NULL, NULL}};
