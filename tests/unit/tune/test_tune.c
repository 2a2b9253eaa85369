#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arena/match.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "tests/support/folder.h"
#include "tests/support/other_rules.h"
#include "tests/support/pace.h"
#include "tune/job.h"

/* Complete runs of the tuner, from games to weights files. */

enum { NAME = 128 };

static tune_world world(void) {
    return (tune_world){.games = catalogue_games(), .book = catalogue_registry(), .commit = "test"};
}

/* Games of a quick engine against itself and a random player. */
static void play_games(const char *game_name, int games, const char *path) {
    match_settings *s = mem_alloc(sizeof *s);
    match *m;
    error e;
    char number[NAME];
    TEST_ASSERT(s != NULL);
    settings_init(s);
    s->mixed = true;
    s->game = game_find(catalogue_games(), game_name);
    s->games = (uint64_t)games;
    s->opening_plies = 4;
    (void)snprintf(number, sizeof number, "%s", path);
    TEST_ASSERT(settings_add_engine(
                    s, PACE("visits=40 Hash=1 Algorithm=mcts", "visits=6 Hash=1 Algorithm=mcts"),
                    &e) == ST_OK);
    TEST_ASSERT(settings_add_engine(s, "random", &e) == ST_OK);
    TEST_ASSERT(settings_check(s, &e) == ST_OK);
    match_config c = {.settings = s, .games = catalogue_games(), .book = catalogue_registry()};
    TEST_ASSERT(match_create(&m, &c, &e) == ST_OK);
    TEST_ASSERT(match_attach(m, number, NULL, &e) == ST_OK);
    TEST_CHECK(match_run(m, 2, NULL, NULL, &e) == ST_OK);
    match_destroy(m);
    settings_done(s);
    mem_free(s);
}

static tune_settings *settings(const char *game_name, const char *line) {
    tune_settings *s = mem_alloc(sizeof *s);
    char copy[512];
    words w = {0};
    error e;
    TEST_ASSERT(s != NULL);
    tune_settings_init(s, game_find(catalogue_games(), game_name));
    (void)snprintf(copy, sizeof copy, "%s", line);
    TEST_ASSERT(words_split(&w, copy, &e) == ST_OK);
    for (size_t i = 0; i + 1 < w.count; i += 2) {
        const char *value = w.at[i + 1];
        if (strcmp(w.at[i], "data") == 0 || strcmp(w.at[i], "out") == 0 ||
            strcmp(w.at[i], "plot") == 0 || strcmp(w.at[i], "weights") == 0)
            value = folder_path(value);
        TEST_CHECK(tune_settings_take(s, w.at[i], value, &e) == ST_OK);
        TEST_MSG("%s", e.text);
    }
    words_done(&w);
    return s;
}

static bool stop_at(void *ctx, const tune_job *j) {
    const uint64_t *when = ctx;
    return tune_job_state(j).done != *when;
}

static void run(const char *game_name, const char *line, uint64_t cut) {
    tune_settings *s = settings(game_name, line);
    tune_world w = world();
    tune_job *j;
    error e;
    TEST_ASSERT(tune_job_create(&j, s, &w, &e) == ST_OK);
    status st = tune_job_run(j, cut ? stop_at : NULL, &cut, &e);
    TEST_CHECK(st == (cut ? ST_STOPPED : ST_OK));
    TEST_MSG("%s", e.text);
    tune_job_destroy(j);
    mem_free(s);
}

static void resume(const char *name, int threads) {
    tune_world w = world();
    tune_job *j;
    error e;
    TEST_CHECK(tune_job_resume(&j, folder_path(name), &w, threads, NULL, &e) == ST_OK);
    TEST_MSG("%s", e.text);
    if (j) TEST_CHECK(tune_job_run(j, NULL, NULL, &e) == ST_OK);
    tune_job_destroy(j);
}

static void refuse(const char *game_name, const char *line, status want, const char *sentence) {
    tune_settings *s = settings(game_name, line);
    tune_world w = world();
    tune_job *j;
    error e;
    TEST_CHECK(tune_job_create(&j, s, &w, &e) == want);
    TEST_CHECK(strstr(e.text, sentence) != NULL);
    TEST_MSG("%s", e.text);
    TEST_CHECK(j == NULL);
    mem_free(s);
}

/* --- learning --- */

static void append(const char *name, const char *line) {
    FILE *f = fopen(folder_path(name), "a");
    TEST_ASSERT(f != NULL);
    (void)fputs(line, f);
    (void)fclose(f);
}

static void test_learning(void) {
    folder_make();
    play_games("connect4", PACE(120, 40), folder_path("c4.games"));
    run("connect4", "data c4.games out one.txt epochs 12 patience 0 plot one.html", 0);
    run("connect4", "data c4.games out two.txt epochs 12 patience 0 threads 2", 0);
    TEST_CHECK(folder_files_same("one.txt", "two.txt"));
    run("connect4", "data c4.games out cut.txt epochs 12 patience 0", 5);
    TEST_CHECK(access(folder_path("cut.txt"), F_OK) != 0);
    resume("cut.txt.tune", 2);
    TEST_CHECK(folder_files_same("one.txt", "cut.txt"));
    TEST_CHECK(folder_file_has("one.html", "<svg") && folder_file_has("one.html", "Calibration"));
    TEST_CHECK(folder_file_has("one.html", "change from the start, in steps"));
    TEST_CHECK(folder_file_has("one.html", "<th>change</th>"));
    TEST_CHECK(folder_file_has("one.html", ">count</text>"));
    TEST_CHECK(folder_file_has("one.html.tsv", "epoch\ttrain\tvalid"));
    TEST_CHECK(folder_file_has("one.txt", "# game connect4 eval 1 hash "));
    run("connect4", "data c4.games out texel.txt method texel epochs 2 weights one.txt", 0);
    append("tiny.txt", "tempo 0.0000152744651\n"); /* written without an exponent: read again */
    run("connect4", "data c4.games out small.txt epochs 1 params centre weights tiny.txt", 0);
    TEST_CHECK(folder_file_has("small.txt", "tempo 0.0000152744"));
    run("connect4", "data c4.games out again.txt epochs 1 weights small.txt", 0);
    run("connect4", "data c4.games out few.txt epochs 3 loss mse adagrad true scale true match 4",
        0);
    folder_remove();
}

/* A flipped byte costs one game, not all that follow it. */
static void test_damaged_data(void) {
    text data;
    error e;
    folder_make();
    play_games("connect4", 60, folder_path("c4.games"));
    TEST_ASSERT(file_read(&data, folder_path("c4.games"), 1 << 20, &e) == ST_OK);
    char *hit = strstr(data.at, "match-game: 20\n");
    TEST_ASSERT(hit != NULL);
    strstr(hit, "\n\n")[3] ^= 1;
    TEST_ASSERT(file_write(folder_path("c4.games"), data.at, data.len, &e) == ST_OK);
    text_done(&data);
    tune_settings *s = settings("connect4", "data c4.games out x.txt epochs 1");
    tune_world w = world();
    tune_job *j;
    TEST_ASSERT_(tune_job_create(&j, s, &w, &e) == ST_OK, "%s", e.text);
    TEST_CHECK(strstr(tune_job_notes(j), "c4.games: 1 damaged game is left out") != NULL);
    TEST_CHECK(strstr(tune_job_notes(j), "59 games") != NULL);
    TEST_MSG("%s", tune_job_notes(j));
    tune_job_destroy(j);
    mem_free(s);
    folder_remove();
}

/* Files of others are not replaced; our own are, and kept. */
static void test_files_of_others(void) {
    folder_make();
    play_games("connect4", 60, folder_path("c4.games"));
    append("x.txt", "my notes\n");
    append("y.txt.tune", "my notes\n");
    append("z.html", "<html>\n");
    append("v.html.tsv", "my table\n");
    refuse("connect4", "data c4.games out x.txt", ST_IO, "was not written by kibitz");
    refuse("connect4", "data c4.games out y.txt", ST_IO, "y.txt.tune is there");
    refuse("connect4", "data c4.games out v.txt plot z.html", ST_IO, "z.html is there");
    refuse("connect4", "data c4.games out v.txt plot v.html", ST_IO, "v.html.tsv is there");
    run("connect4", "data c4.games out own.txt plot own.html epochs 2", 0);
    run("connect4", "data c4.games out copy.txt plot copy.html epochs 2", 0);
    run("connect4", "data c4.games out own.txt plot own.html epochs 3", 0);
    TEST_CHECK(folder_files_same("own.txt~", "copy.txt"));
    TEST_CHECK(access(folder_path("own.html~"), F_OK) == 0);
    TEST_CHECK(access(folder_path("own.html.tsv~"), F_OK) == 0);
    tune_settings *s = settings("connect4", "data c4.games out x.txt epochs 1");
    tune_world w = world();
    tune_job *j;
    error e;
    w.force = true;
    TEST_ASSERT_(tune_job_create(&j, s, &w, &e) == ST_OK, "%s", e.text);
    TEST_CHECK(folder_files_same("x.txt", "x.txt~"));
    tune_job_destroy(j);
    mem_free(s);
    folder_remove();
}

static void test_data(void) {
    folder_make();
    play_games("connect4", 60, folder_path("c4.games"));
    play_games("pig", 4, folder_path("pig.games"));
    refuse("connect4", "data none.games out x.txt", ST_NOT_FOUND, "none.games");
    refuse("connect4", "data pig.games out x.txt", ST_BAD_VALUE, "games of pig, not of connect4");
    append("junk.games", "hello\n");
    refuse("connect4", "data junk.games out x.txt", ST_IO, "is no file of games");
    append("c4.games", "match-game: 61\nblock");
    tune_settings *s = settings("connect4", "data c4.games out x.txt epochs 1");
    tune_world w = world();
    tune_job *j;
    error e;
    TEST_CHECK(tune_job_create(&j, s, &w, &e) == ST_OK);
    TEST_CHECK(strstr(tune_job_notes(j), "is cut: 20 bytes") != NULL);
    TEST_MSG("%s", tune_job_notes(j));
    TEST_CHECK(strstr(tune_job_notes(j), "60 games") != NULL);
    tune_job_destroy(j);
    mem_free(s);
    play_games("connect4", 2, folder_path("two.games"));
    refuse("connect4", "data two.games out x.txt", ST_BAD_VALUE, "too few");
    refuse("connect4", "data c4.games out x.txt params nonsense", ST_BAD_VALUE, "no term nonsense");
    refuse("connect4", "data c4.games out x.txt params MctsGrave", ST_BAD_VALUE,
           "method that plays");
    append("azul.txt", "# game azul eval 1\n");
    refuse("connect4", "data c4.games out x.txt weights azul.txt", ST_BAD_VALUE, "weights of azul");
    refuse("connect4", "data c4.games out x.txt points 1", ST_BAD_VALUE, "has no points");
    refuse("connect4", "out x.txt", ST_BAD_SYNTAX, "learns from data");
    refuse("connect4", "data c4.games", ST_BAD_SYNTAX, "where do the weights go");
    TEST_CHECK(access(folder_path("x.txt"), F_OK) != 0);
    folder_remove();
}

/* A run may only go on with the data that it began with, and from a complete checkpoint. */
static void test_checkpoints(void) {
    folder_make();
    play_games("connect4", 60, folder_path("c4.games"));
    run("connect4", "data c4.games out w.txt epochs 4", 2);
    text entire;
    error e;
    tune_world w = world();
    tune_job *j;
    TEST_ASSERT(file_read(&entire, folder_path("w.txt.tune"), 1 << 20, &e) == ST_OK);
    for (size_t cut = 0; cut < entire.len; cut += 199) {
        TEST_ASSERT(file_write(folder_path("part.tune"), entire.at, cut, &e) == ST_OK);
        TEST_CHECK(tune_job_resume(&j, folder_path("part.tune"), &w, 0, NULL, &e) == ST_IO);
        TEST_CHECK(j == NULL);
    }
    text_done(&entire);
    append("c4.games", "\n");
    TEST_CHECK(tune_job_resume(&j, folder_path("w.txt.tune"), &w, 0, NULL, &e) == ST_BAD_VALUE);
    TEST_CHECK(strstr(e.text, "data has changed") != NULL);
    folder_remove();
}

static void resume_others(const char *name, bool force, status want) {
    tune_world w = world();
    tune_job *j;
    error e = {0};
    w.force = force;
    status st = tune_job_resume(&j, folder_path(name), &w, 0, NULL, &e);
    TEST_CHECK_(st == want, "%s", e.text);
    TEST_CHECK_(st == ST_OK || strstr(e.text, "the rules of tictactoe "), "%s", e.text);
    tune_job_destroy(j);
}

/* Games and checkpoints of a rules text that has changed under its name: an error with both hashes,
 * or forced. */
static void test_other_rules(void) {
    static const char by_playing[] =
        "method spsa out p.txt epochs 2 games 2 population 4 engine visits=10";
    static const char line[] = "data t.games out w.txt epochs 2";
    error e = {0};
    folder_make();
    run("tictactoe", by_playing, 1);
    resume_others("p.txt.tune", false, ST_OK);
    TEST_CHECK(other_rules(folder_path("p.txt.tune")) == 1);
    resume_others("p.txt.tune", false, ST_BAD_STATE);
    resume_others("p.txt.tune", true, ST_OK);
    play_games("tictactoe", 150, folder_path("t.games"));
    run("tictactoe", line, 1);
    TEST_CHECK(other_rules(folder_path("w.txt.tune")) == 1);
    resume_others("w.txt.tune", false, ST_BAD_STATE);
    resume_others("w.txt.tune", true, ST_OK);
    TEST_CHECK(other_rules(folder_path("t.games")) == 150);
    refuse("tictactoe", line, ST_BAD_STATE, "the rules of tictactoe ");
    refuse("tictactoe", line, ST_BAD_STATE, "--force reads on");
    tune_settings *s = settings("tictactoe", line);
    tune_world w = world();
    tune_job *j;
    w.force = true;
    TEST_CHECK_(tune_job_create(&j, s, &w, &e) == ST_OK, "%s", e.text);
    tune_job_destroy(j);
    mem_free(s);
    folder_remove();
}

/* A disk that is full while checkpoints and weights are written: an error, what was there stays,
 * and nothing lies about. A limit on the size of files stands for the disk. */
static void test_full_disk(void) {
    static const char old[] = "# game connect4 eval 1\n";
    static const char older[] = "tune: 1\n";
    struct rlimit usual;
    error e;
    folder_make();
    play_games("connect4", 60, folder_path("c4.games"));
    TEST_CHECK(file_write(folder_path("w.txt"), old, sizeof old - 1, &e) == ST_OK);
    TEST_CHECK(file_write(folder_path("w.txt.tune"), older, sizeof older - 1, &e) == ST_OK);
    tune_settings *s = settings("connect4", "data c4.games out w.txt epochs 4");
    tune_world w = world();
    tune_job *j;
    TEST_ASSERT(tune_job_create(&j, s, &w, &e) == ST_OK);
    TEST_ASSERT(signal(SIGXFSZ, SIG_IGN) != SIG_ERR && getrlimit(RLIMIT_FSIZE, &usual) == 0);
    for (rlim_t room = 0; room <= 300; room += 300) {
        struct rlimit small = {room, usual.rlim_max};
        TEST_ASSERT(setrlimit(RLIMIT_FSIZE, &small) == 0);
        status st = tune_job_run(j, NULL, NULL, &e);
        TEST_ASSERT(setrlimit(RLIMIT_FSIZE, &usual) == 0);
        TEST_CHECK(st == ST_IO && strstr(e.text, "w.txt") != NULL);
        TEST_MSG("%s: %s", status_name(st), e.text);
        TEST_CHECK(folder_file_has("w.txt", old) && folder_file_has("w.txt.tune", older));
    }
    file_names names;
    TEST_CHECK(file_list(&names, folder_path(""), "", 100, &e) == ST_OK &&
               names.count == 5); /* with w.txt~ and w.txt.tune~ */
    file_names_done(&names);
    TEST_CHECK(tune_job_run(j, NULL, NULL, &e) == ST_OK); /* with room again it continues */
    TEST_CHECK(folder_file_has("w.txt", "kibitz tune grad, 4 epochs"));
    tune_job_destroy(j);
    mem_free(s);
    folder_remove();
}

/* --- playing --- */

static void test_playing(void) {
    static const char *const method[] = {"spsa", "cmaes", "ga"};
    enum { EPOCHS = PACE(3, 2), VISITS = PACE(10, 5) };
    folder_make();
    for (int i = 0; i < 3; i += PACE(1, 2)) {
        char line[256];
        (void)snprintf(line, sizeof line,
                       "method %s out one.txt epochs %d games 2 population 4 engine visits=%d "
                       "plot one.html",
                       method[i], EPOCHS, VISITS);
        run("connect4", line, 0);
        (void)snprintf(line, sizeof line,
                       "method %s out two.txt epochs %d games 2 population 4 engine visits=%d "
                       "threads 2",
                       method[i], EPOCHS, VISITS);
        run("connect4", line, 1);
        resume("two.txt.tune", 1);
        TEST_CHECK(folder_files_same("one.txt", "two.txt"));
        TEST_CHECK(folder_file_has("one.html", "<svg"));
    }
    folder_remove();
}

static void test_search_options(void) {
    folder_make();
    run("connect4",
        "method spsa out o.txt epochs 2 games 2 nodes 10 params "
        "MctsExploration,MctsGrave,MctsPriorTemperature",
        0);
    TEST_CHECK(folder_file_has("o.txt", "setoption name MctsExploration value "));
    TEST_CHECK(folder_file_has("o.txt", "setoption name MctsGrave value "));
    TEST_CHECK(folder_file_has("o.txt", "setoption name MctsPriorHeat value "));
    folder_remove();
}

/* --- in words --- */

typedef struct heard {
    double best;
    bool falls, wrong;
} heard;

static bool hear(void *ctx, const tune_job *j) {
    heard *h = ctx;
    tune_state s = tune_job_state(j);
    text said = text_growing();
    tune_job_words(j, &said);
    bool win_rate = strstr(text_string(&said), "win rate") != NULL;
    h->wrong |=
        win_rate == s.learns || (strstr(text_string(&said), "validated") != NULL) != s.validated;
    h->wrong |= (strstr(text_string(&said), " so far ") != NULL) != s.has_best;
    if (s.has_best && s.done > 1) h->falls |= s.learns ? s.best > h->best : s.best < h->best;
    if (!s.learns && s.has_best) h->falls |= s.best < s.win_rate;
    h->best = s.best;
    text_done(&said);
    return true;
}

static void run_heard(const char *line, const char *summary) {
    tune_settings *s = settings("connect4", line);
    tune_world w = world();
    tune_job *j;
    error e;
    heard h = {0};
    text said = text_growing();
    TEST_CASE(line);
    TEST_ASSERT(tune_job_create(&j, s, &w, &e) == ST_OK);
    TEST_CHECK(tune_job_run(j, hear, &h, &e) == ST_OK);
    tune_job_summary(j, &said);
    TEST_CHECK(!h.falls && !h.wrong);
    TEST_CHECK_(strstr(text_string(&said), summary) != NULL, "%s", text_string(&said));
    text_done(&said);
    tune_job_destroy(j);
    mem_free(s);
}

/* What was not validated is not said to be, playing is told by win rates, and the best so far only
 * gets better. */
static void test_words(void) {
    folder_make();
    play_games("connect4", PACE(60, 40), folder_path("c4.games"));
    run_heard("data c4.games out a.txt epochs 6 patience 0", ": validated loss 0.");
    run_heard("data c4.games out b.txt epochs 6 patience 0 valid 0",
              ": loss on the games learned from (none validate) 0.");
    run_heard("method ga out c.txt epochs 4 games 2 population 4 engine visits=10",
              "round 4 of 4: win rate ");
    run_heard("method spsa out d.txt epochs 2 games 2 engine visits=10",
              " % of the first set against the second, ");
    folder_remove();
}

TEST_LIST = {{"learning", test_learning},
             {"words", test_words},
             {"data", test_data},
             {"damaged_data", test_damaged_data},
             {"files_of_others", test_files_of_others},
             {"checkpoints", test_checkpoints},
             {"other_rules", test_other_rules},
             {"full_disk", test_full_disk},
             {"playing", test_playing},
             {"search_options", test_search_options},
             {0}};
