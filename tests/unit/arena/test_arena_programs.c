/* Matches with programs at pipes: our own one in each dialect, and some that misbehave. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/child.h"
#include "arena/match.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "tests/support/pace.h"
#include "tests/support/trial.h"

static trial trial_on(const char *name, const char *setup, const char *a, const char *b,
                      uint64_t games) {
    (void)signal(SIGPIPE, SIG_IGN);
    return trial_of(catalogue_registry(), name, setup, a, b, games);
}

static uint64_t faults(const standings *s, int engine) {
    uint64_t n = 0;
    for (int d = PLAYER_REPLY_CRASH; d < PLAYER_REPLY_COUNT; d++) n += s->fault[engine][d];
    return n;
}

/* --- our own program --- */

/* The games of a match against our program in one dialect, without the headers that name it. */
static text games_in(const char *dialect) {
    char spec[200];
    char path[64];
    error err = {0};
    TEST_ASSERT(trial_file(path));
    (void)snprintf(spec, sizeof spec,
                   "name=out cmd='" PROGRAM " uci' proto=%s visits=30 hash=4 "
                   "MctsPriorTemperature=100",
                   dialect);
    uint64_t count = PACE(6, 2);
    trial t = trial_on("connect4", "players 2", spec, "name=in visits=30 hash=4", count);
    t.settings.opening_plies = 2;
    TEST_ASSERT_(trial_run(&t, path, 2, &err) == ST_OK, "%s: %s", dialect, err.text);
    const standings *s = match_standings(t.match);
    TEST_CHECK_(s->games == count && faults(s, 0) == 0 && faults(s, 1) == 0, "%s", dialect);
    trial_done(&t);
    text data = trial_content(path);
    char *first = strstr(text_string(&data), "match-game: 1\n");
    TEST_ASSERT(first);
    text games = text_growing();
    text_put(&games, first);
    text_done(&data);
    (void)unlink(path);
    (void)snprintf(spec, sizeof spec, "%s.1.log", path);
    text log = trial_content(spec);
    TEST_CHECK(strstr(text_string(&log), "> position startpos") && strstr(log.at, "< bestmove "));
    TEST_CHECK(strstr(text_string(&log), "setoption name Hash value 4"));
    TEST_CHECK(strstr(text_string(&log), "setoption name MctsPriorHeat value 100"));
    text_done(&log);
    (void)unlink(spec);
    return games;
}

static void test_dialects(void) {
    static const char *const dialects[] = {"uci", "ugi", "mgi"};
    text games[3];
    for (int i = 0; i < 3; i++) games[i] = games_in(dialects[i]);
    for (int i = 1; i < 3; i++)
        TEST_CHECK_(strcmp(games[0].at, games[i].at) == 0, "%s plays as uci", dialects[i]);
    for (int i = 0; i < 3; i++) text_done(&games[i]);
    TEST_CHECK(mem_live() == 0);
}

/* Dice announced by the referee, three seats, clocks. */
static void test_dice_and_clocks(void) {
    error err = {0};
    trial t = trial_on("pig", PACE("players 3", "players 3 set target=20"),
                       "name=out cmd='" PROGRAM " uci' proto=mgi tc=3600+1 visits=20 Hash=1",
                       "name=in tc=3600+1 visits=20 Hash=1", 6);
    TEST_CHECK_(trial_run(&t, NULL, 2, &err) == ST_OK, "%s", err.text);
    const standings *s = match_standings(t.match);
    TEST_CHECK(s->games == 6 && faults(s, 0) == 0 && faults(s, 1) == 0);
    trial_done(&t);
}

/* The program is told what its seat sees: the engine itself refuses more as a leak. */
static void test_views(void) {
    error err = {0};
    char path[64];
    char log[80];
    TEST_ASSERT(trial_file(path));
    uint64_t count = PACE(20, 6);
    trial t =
        trial_on("leduc", "players 2", "name=out cmd='" PROGRAM " uci' proto=mgi visits=20 Hash=1",
                 "name=in visits=20 Hash=1", count);
    TEST_CHECK_(trial_run(&t, path, 2, &err) == ST_OK, "%s", err.text);
    const standings *s = match_standings(t.match);
    TEST_CHECK(s->games == count && faults(s, 0) == 0 && faults(s, 1) == 0);
    trial_done(&t);
    (void)snprintf(log, sizeof log, "%s.1.log", path);
    text said = trial_content(log);
    TEST_CHECK(strstr(text_string(&said), "position view 1 startpos players 2 moves !p1="));
    TEST_CHECK(strstr(text_string(&said), "position view 2 startpos players 2 moves ?p1 !p2="));
    TEST_CHECK(!strstr(text_string(&said), " error "));
    text_done(&said);
    (void)unlink(path);
    (void)unlink(log);
}

/* A start that is a position text: the view's text in a hidden game, the position's elsewhere. */
static void test_starts(void) {
    static const struct {
        const char *game, *line;
    } cases[] = {{"connect4", "fen 7/7/7/7/7/X6 1 moves b\n"},
                 {"leduc", "fen p=1 hands=J,K board=- pot=3,1 bets=r\n"}};
    for (int i = 0; i < 2; i++) {
        error err = {0};
        char path[64];
        TEST_ASSERT(trial_file(path));
        TEST_ASSERT(file_write(path, cases[i].line, strlen(cases[i].line), &err) == ST_OK);
        trial t = trial_on(cases[i].game, "players 2",
                           "name=out cmd='" PROGRAM " uci' proto=mgi visits=20 Hash=1",
                           "name=in visits=20 Hash=1", 4);
        (void)snprintf(t.settings.openings, MATCH_PATH, "%s", path);
        TEST_CHECK_(trial_run(&t, NULL, 1, &err) == ST_OK, "%s", err.text);
        const standings *s = match_standings(t.match);
        TEST_CHECK_(s && s->games == 4 && faults(s, 0) == 0, "%s", cases[i].game);
        trial_done(&t);
        (void)unlink(path);
    }
}

/* --- those who misbehave --- */

static void test_misbehaviour(void) {
    static const struct {
        const char *how;
        player_reply reply;
    } cases[] = {{"crash", PLAYER_REPLY_CRASH},  {"illegal", PLAYER_REPLY_ILLEGAL},
                 {"none", PLAYER_REPLY_ILLEGAL}, {"chance", PLAYER_REPLY_ILLEGAL},
                 {"mute", PLAYER_REPLY_ILLEGAL}, {"garbage", PLAYER_REPLY_ILLEGAL},
                 {"hang", PLAYER_REPLY_HANG},    {"deaf", PLAYER_REPLY_HANG}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char spec[200];
        error err = {0};
        TEST_CASE(cases[i].how);
        (void)snprintf(spec, sizeof spec,
                       "name=bad cmd='" BAD_ENGINE " %s' nodes=10 StyleWithBlanks=wild",
                       cases[i].how);
        /* It never answers, however long one waits; but it must start in this time. */
        bool waits = cases[i].reply == PLAYER_REPLY_HANG;
        uint64_t games = waits ? 2 : 4;
        trial t = trial_on("connect4", "players 2", spec, "name=good visits=10", games);
        t.settings.margin_ms = 0;
        if (waits) t.settings.patience_ms = 4000;
        TEST_CHECK_(trial_run(&t, NULL, 2, &err) == ST_OK, "%s", err.text);
        const standings *s = match_standings(t.match);
        TEST_ASSERT(s != NULL);
        TEST_CHECK(s->games == games && s->fault[0][cases[i].reply] == games && faults(s, 1) == 0);
        TEST_CHECK(s->pair[0].bin[0].count == games / 2); /* it lost everything */
        trial_done(&t);
    }
    TEST_CHECK(mem_live() == 0);
}

static void test_programs_that_cannot_play(void) {
    static const struct {
        const char *words;
        status want;
        const char *game;
    } cases[] = {
        {"name=bad cmd=/nonexistent/program", ST_IO, "connect4"},
        {"name=bad cmd=/bin/false", ST_IO, "connect4"},
        {"name=bad cmd='" BAD_ENGINE " crash'", ST_BAD_VALUE, "atomic"},
        {"name=bad cmd='" BAD_ENGINE " crash'", ST_OK, "chess"},
        {"name=bad cmd='" BAD_ENGINE " crash'", ST_OK, "threecheck"},
        {"name=bad cmd='" BAD_ENGINE " crash' Colour=red", ST_BAD_VALUE, "connect4"},
        {"name=bad cmd='" BAD_ENGINE " crash' log=/nonexistent/folder/log", ST_IO, "connect4"},
        {"name=bad cmd='  '", ST_BAD_VALUE, "connect4"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err = {0};
        trial t = trial_on(cases[i].game, "players 2", cases[i].words, "name=good visits=10", 2);
        TEST_CHECK_(trial_run(&t, NULL, 1, &err) == cases[i].want, "%s: %s", cases[i].words,
                    err.text);
        trial_done(&t);
    }
    TEST_CHECK(mem_live() == 0);
}

/* --- the command --- */

extern char **environ;

/* Runs the program's `match` with these arguments; `last` gets the last line it printed, which may
 * be an error. */
static int run_match(const char *const *rest, char last[400]) {
    char *argv[24] = {(char *)PROGRAM, (char *)"match"};
    int n = 2;
    for (; *rest; rest++) argv[n++] = (char *)*rest;
    argv[n] = NULL;
    int ends[2];
    pid_t pid;
    posix_spawn_file_actions_t files;
    TEST_ASSERT(pipe(ends) == 0 && posix_spawn_file_actions_init(&files) == 0);
    (void)posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
    (void)posix_spawn_file_actions_adddup2(&files, ends[1], STDERR_FILENO);
    (void)posix_spawn_file_actions_addclose(&files, ends[0]);
    TEST_ASSERT(posix_spawn(&pid, PROGRAM, &files, NULL, argv, environ) == 0);
    (void)posix_spawn_file_actions_destroy(&files);
    (void)close(ends[1]);
    FILE *out = fdopen(ends[0], "r");
    TEST_ASSERT(out);
    last[0] = '\0';
    while (fgets(last, 400, out)) {
    }
    (void)fclose(out);
    int code = -1;
    TEST_ASSERT(waitpid(pid, &code, 0) == pid && WIFEXITED(code));
    return WEXITSTATUS(code);
}

#define WORDS(...)                                                                                 \
    (const char *const[]) {                                                                        \
        __VA_ARGS__, NULL                                                                          \
    }

static status put_script(const char *path, const char *line) {
    return file_write(path, line, strlen(line), NULL);
}

/* A match file says which programs play. They are started again only where the command line names
 * them, or trusts the file. */
static void test_resume_starts_no_strangers(void) {
    char last[400];
    char path[64];
    char made[80];
    char script[80];
    char line[300];
    char other[300];
    TEST_ASSERT(trial_file(path));
    (void)unlink(path);
    (void)snprintf(made, sizeof made, "%s.made", path);
    (void)snprintf(script, sizeof script, "%s.sh", path);
    (void)snprintf(line, sizeof line, "name=out cmd='%s uci' nodes=20 Hash=1", PROGRAM);
    TEST_CHECK(run_match(WORDS("connect4", "--engine", "name=in nodes=20 Hash=1", "--engine", line,
                               "--games", "2", "--out", path),
                         last) == 0);
    TEST_CHECK(run_match(WORDS("--resume", path), last) == 2);
    TEST_CHECK_(strstr(last, "cmd=..."), "%s", last);
    (void)snprintf(other, sizeof other, "name=out cmd='%s games' nodes=20 Hash=1", PROGRAM);
    TEST_CHECK(run_match(WORDS("--resume", path, "--engine", other), last) == 2);
    TEST_CHECK(run_match(WORDS("--resume", path, "--engine", line), last) == 0);
    TEST_CHECK(run_match(WORDS("--resume", path, "--trust"), last) == 0);
    (void)unlink(path);
    /* A program that leaves a trace where it is started. */
    TEST_ASSERT(put_script(script, "exec '" PROGRAM "' uci") == ST_OK);
    (void)snprintf(line, sizeof line, "name=out cmd='sh %s' nodes=20 Hash=1", script);
    TEST_CHECK(run_match(WORDS("connect4", "--engine", "name=in nodes=20 Hash=1", "--engine", line,
                               "--games", "2", "--out", path),
                         last) == 0);
    (void)snprintf(other, sizeof other, "touch '%s'", made);
    TEST_ASSERT(put_script(script, other) == ST_OK);
    TEST_CHECK(run_match(WORDS("--resume", path), last) == 2);
    TEST_CHECK(access(made, F_OK) != 0);
    TEST_CHECK(run_match(WORDS("--resume", path, "--trust"), last) == 3);
    TEST_CHECK(access(made, F_OK) == 0);
    (void)unlink(made);
    (void)unlink(script);
    (void)unlink(path);
    for (int i = 1; i <= 2; i++) {
        (void)snprintf(line, sizeof line, "%s.%d.log", path, i);
        (void)unlink(line);
    }
}

/* A program that answers with text is named by the word that starts it. */
static void test_resume_names_the_word(void) {
    char last[400];
    char path[64];
    TEST_ASSERT(trial_file(path));
    (void)unlink(path);
    TEST_CHECK(
        run_match(WORDS("connect4", "--engine", "name=in nodes=20 Hash=1", "--engine",
                        "name=model text='echo 1' attempts=1", "--games", "2", "--out", path),
                  last) == 0);
    TEST_CHECK(run_match(WORDS("--resume", path), last) == 2);
    TEST_CHECK_(strstr(last, "text=...") && !strstr(last, "cmd=..."), "%s", last);
    (void)unlink(path);
}

/* So with a run of the tuner. */
static void test_tune_starts_no_strangers(void) {
    static const char begin[] = "'" PROGRAM "' tune connect4 --method spsa --epochs 1 --games 2 "
                                "--engine nodes=10 --opponents \"cmd='" PROGRAM " uci' nodes=10\"";
    char path[64];
    char line[1200];
    TEST_ASSERT(trial_file(path));
    (void)unlink(path);
    (void)snprintf(line, sizeof line, "%s --out %s >/dev/null 2>&1", begin, path);
    TEST_CHECK(WEXITSTATUS(system(line)) == 0); /* NOLINT: the words are our own */
    (void)snprintf(line, sizeof line, "'%s' tune --resume %s.tune >/dev/null 2>&1", PROGRAM, path);
    TEST_CHECK(WEXITSTATUS(system(line)) == 2); /* NOLINT */
    (void)snprintf(line, sizeof line, "'%s' tune --resume %s.tune --trust >/dev/null 2>&1", PROGRAM,
                   path);
    TEST_CHECK(WEXITSTATUS(system(line)) == 0); /* NOLINT */
    (void)unlink(path);
    (void)snprintf(line, sizeof line, "%s.tune", path);
    (void)unlink(line);
}

static void test_exit_codes(void) {
    char last[400];
    char path[64];
    TEST_ASSERT(trial_file(path));
    const char *a = "name=a visits=40 Hash=1";
    const char *b = "name=b random";
    TEST_CHECK(run_match(WORDS("connect4", "--engine", a, "--engine", b, "--games", "4", "--out",
                               path, "--opening-plies", "2"),
                         last) == 0);
    TEST_CHECK(strncmp(last, "result a ", 9) == 0 && strstr(last, " games 4 "));
    char first[400];
    memcpy(first, last, sizeof first);
    TEST_CHECK(run_match(WORDS("--resume", path), last) == 0); /* nothing left to do */
    TEST_CHECK(strcmp(first, last) == 0);
    TEST_CHECK(run_match(WORDS("connect4", "--engine", a, "--engine", b, "--games", "40", "--sprt",
                               "elo0=0,elo1=100", "model=logistic", "--each", "Hash=2"),
                         last) == 0);
    TEST_CHECK(strstr(last, " sprt H1\n") != NULL);
    TEST_CHECK(run_match(WORDS("connect4", "--engine", b, "--engine", a, "--games", "40", "--sprt",
                               "elo0=0,elo1=100", "model=logistic"),
                         last) == 1);
    TEST_CHECK(strstr(last, " sprt H0\n") != NULL);
    TEST_CHECK(run_match(WORDS("connect4", "--engine", a), last) == 2);
    TEST_CHECK(run_match(WORDS("connect4", "--engine", a, "--engine", "tc=x"), last) == 2);
    TEST_CHECK(run_match(WORDS("--resume", path, "--games", "8"), last) == 2);
    TEST_CHECK(run_match(WORDS("--resume", "/nonexistent/file"), last) == 3);
    TEST_CHECK(
        run_match(WORDS("connect4", "--engine", a, "--engine", "cmd=/nonexistent/x"), last) == 3);
    TEST_CHECK(run_match(WORDS("--resume", path, "--engine", a, "--trust"), last) == 0);
    TEST_CHECK(
        run_match(WORDS("connect4", "--engine", a, "--engine", b, "--out", "/nonexistent/folder/x"),
                  last) == 3);
    (void)unlink(path);
}

/* The file decides what is played: what else is given is refused by name, never ignored. */
static void test_resume_refuses_settings(void) {
    char last[400];
    char path[64];
    TEST_ASSERT(trial_file(path));
    const char *a = "name=a nodes=40 Hash=1";
    TEST_CHECK(run_match(WORDS("connect4", "--engine", a, "--engine", "name=b random", "--games",
                               "2", "--out", path),
                         last) == 0);
    static const char *const option[][2] = {
        {"--opening-plies", "4"}, {"--games", "8"},
        {"--seed", "7"},          {"--max-plies", "50"},
        {"--margin", "5"},        {"--patience", "5"},
        {"--openings", "/x"},     {"--sprt", "elo1=10"},
        {"--players", "2"},       {"--out", "/dev/null"},
        {"--gauntlet", NULL},     {"connect4", NULL},
        {"--engine", "nodes=9"},  {"--engine", "name=a nodes=41"}};
    for (size_t i = 0; i < sizeof option / sizeof *option; i += PACE(1, 4)) {
        int code = run_match(WORDS("--resume", path, option[i][0], option[i][1]), last);
        TEST_CHECK_(code == 2 && strstr(last, option[i][0]), "%s: %d, %s", option[i][0], code,
                    last);
    }
    TEST_CHECK(run_match(WORDS("--resume", path, "--engine", a, "--concurrency", "2", "--every",
                               "1", "--force"),
                         last) == 0);
    (void)unlink(path);
}

/* An interrupt ends the program soon and leaves a file that can be continued. */
static void test_interrupt(void) {
    char path[64];
    TEST_ASSERT(trial_file(path));
    char *argv[] = {(char *)PROGRAM,
                    (char *)"match",
                    (char *)"connect4",
                    (char *)"--engine",
                    (char *)"name=a visits=200",
                    (char *)"--engine",
                    (char *)"name=b visits=200",
                    (char *)"--games",
                    (char *)"1000000",
                    (char *)"--every",
                    (char *)"2",
                    (char *)"--out",
                    path,
                    NULL};
    child c;
    error err;
    char *line;
    (void)signal(SIGPIPE, SIG_IGN);
    TEST_ASSERT(child_start_with(&c, argv, -1, &err) == ST_OK);
    TEST_CHECK(child_read(&c, 600000, &line) == CHILD_LINE); /* some games are played */
    TEST_CHECK(kill(c.pid, SIGINT) == 0);
    TEST_CHECK(child_expect(&c, "result", 600000, &err) == ST_OK);
    TEST_MSG("%s", err.text);
    child_end(&c, 600000);
    text data = trial_content(path);
    section sec;
    size_t at = 0;
    int sections = 0;
    while (match_section_next(data.at, data.len, &at, &sec)) sections++;
    TEST_CHECK_(at == data.len && sections > 2, "%d sections", sections);
    text_done(&data);
    (void)unlink(path);
}

TEST_LIST = {{"dialects", test_dialects},
             {"dice_and_clocks", test_dice_and_clocks},
             {"views", test_views},
             {"starts", test_starts},
             {"misbehaviour", test_misbehaviour},
             {"programs_that_cannot_play", test_programs_that_cannot_play},
             {"exit_codes", test_exit_codes},
             {"resume_refuses_settings", test_resume_refuses_settings},
             {"resume_starts_no_strangers", test_resume_starts_no_strangers},
             {"resume_names_the_word", test_resume_names_the_word},
             {"tune_starts_no_strangers", test_tune_starts_no_strangers},
             {"interrupt", test_interrupt},
             {NULL, NULL}};
