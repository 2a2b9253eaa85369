#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "games/unicorns/unicorns.h"
#include "lib/catalogue.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/folder.h"
#include "tune/job.h"
#include "tune/tune_jobs.h"

/* Tuning the numbers that a bot plays by: those of `evolved` in unicorns. */

enum { NAME = 128 };

/* This game alone: the entire catalogue takes long to make where sanitizers watch. */
static tune_world world(void) {
    static const game *const games[] = {&unicorns, NULL};
    return (tune_world){.games = games, .book = catalogue_registry(), .commit = "test"};
}

/* Arguments with spaces between; a `set` is one of the game's options, out is a file of the folder.
 * ST_OK, or *out is NULL. */
static status read_settings(tune_settings **out, const char *line, error *err) {
    tune_settings *s = mem_alloc(sizeof *s);
    char copy[512];
    words w = {0};
    *out = s;
    if (!s) return error_set(err, ST_NOMEM, "no memory for the settings");
    tune_settings_init(s, &unicorns);
    (void)snprintf(copy, sizeof copy, "%s", line);
    status st = words_split(&w, copy, err);
    for (size_t i = 0; st == ST_OK && i + 1 < w.count; i += 2) {
        const char *value = w.at[i + 1];
        if (strcmp(w.at[i], "out") == 0) value = folder_path(value);
        if (strcmp(w.at[i], "players") == 0)
            s->setup.players = value[0] - '0';
        else if (strcmp(w.at[i], "start") == 0)
            st = params_set(&s->setup, s->game, "weights", folder_path(value), err);
        else
            st = tune_settings_take(s, w.at[i], value, err);
    }
    words_done(&w);
    if (st == ST_OK) return ST_OK;
    mem_free(s);
    *out = NULL;
    return st;
}

static tune_settings *settings(const char *line) {
    tune_settings *s;
    error e = {0};
    TEST_ASSERT_(read_settings(&s, line, &e) == ST_OK, "%s: %s", line, e.text);
    return s;
}

static bool stop_at(void *ctx, const tune_job *j) {
    const uint64_t *when = ctx;
    return tune_job_state(j).done != *when;
}

/* The likelihood of the match at the end. */
static double run(const char *line, uint64_t cut) {
    tune_settings *s = settings(line);
    tune_world w = world();
    tune_job *j;
    error e;
    TEST_ASSERT(s != NULL);
    TEST_ASSERT_(tune_job_create(&j, s, &w, &e) == ST_OK, "%s", e.text);
    status st = tune_job_run(j, cut ? stop_at : NULL, &cut, &e);
    TEST_CHECK_(st == (cut ? ST_STOPPED : ST_OK), "%s", e.text);
    double llr = tune_job_state(j).llr;
    tune_job_destroy(j);
    mem_free(s);
    return llr;
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

/* The game with these weights: a file, or what the game knows by name. */
static rules *open_with(const char *what) {
    params p = params_default();
    rules *r = NULL;
    error e;
    TEST_CHECK(params_set(&p, &unicorns, "weights", what, &e) == ST_OK);
    TEST_ASSERT_(rules_open(&r, &unicorns, &p, &e) == ST_OK, "%s", e.text);
    return r;
}

/* No card better than any other, and none worth an instant. */
static void write_level(const char *name) {
    error e;
    feature list[BOT_MAX_PARAMS];
    text out = text_growing();
    rules *r = open_with("tiers");
    int n = game_bot_params(&unicorns, "evolved")->list(r, list);
    TEST_CHECK(n == 66);
    for (int i = 0; i < n; i++) text_format(&out, "%s 0.6\n", list[i].name);
    TEST_CHECK(file_write(folder_path(name), text_string(&out), out.len, &e) == ST_OK);
    text_done(&out);
    rules_close(r);
}

/* --- tests --- */

/* A few rounds find better numbers than none: new against old on deals of their own. */
static void test_improves(void) {
    folder_make();
    write_level("level.txt");
    double llr = run("players 2 start level.txt method ga group evolved out good.txt epochs 4 "
                     "games 100 population 8 opponents bot:rule opening-plies 0 seed 2 match 400",
                     0);
    TEST_CHECK_(llr > 1, "llr %f", llr);
    TEST_CHECK(folder_file_has("good.txt", "# game unicorns bot evolved hash "));
    TEST_CHECK(folder_file_has("good.txt", "3200 games: 1 of 2 seats against bot:rule\n"));
    folder_remove();
}

/* What is written is what `weights` reads: every card, in its range. */
static void test_file(void) {
    feature list[BOT_MAX_PARAMS];
    folder_make();
    (void)run("players 3 method ga group evolved params neigh,yay out few.txt epochs 1 games 3 "
              "population 4",
              0);
    rules *r = open_with(folder_path("few.txt"));
    int n = game_bot_params(&unicorns, "evolved")->list(r, list);
    TEST_CHECK(n == 66);
    for (int i = 0; i < n; i++) {
        text line = text_growing();
        text_format(&line, "\n%s ", list[i].name);
        TEST_CHECK_(folder_file_has("few.txt", text_string(&line)), "%s is written", list[i].name);
        TEST_CHECK(list[i].weight >= 0 && list[i].weight <= 1);
        text_done(&line);
    }
    rules_close(r);
    folder_remove();
}

/* Interrupted or not, with one thread or two: the same file. */
static void test_resume(void) {
    static const char *const method[] = {"spsa", "cmaes", "ga"};
    static const char *const whom[] = {"", " opponents bot:rule,bot:random"};
    folder_make();
    for (int i = 0; i < 6; i++) {
        char line[256];
        (void)snprintf(line, sizeof line,
                       "players 3 method %s group evolved out one.txt epochs 4 games 6 population "
                       "4 opening-plies 2%s",
                       method[i / 2], whom[i % 2]);
        (void)run(line, 0);
        (void)snprintf(line, sizeof line,
                       "players 3 method %s group evolved out two.txt epochs 4 games 6 population "
                       "4 opening-plies 2 threads 2%s",
                       method[i / 2], whom[i % 2]);
        (void)run(line, 2);
        resume("two.txt.tune", 1);
        TEST_CHECK(folder_files_same("one.txt", "two.txt"));
    }
    folder_remove();
}

static void refuse(const char *line, status want, const char *sentence) {
    tune_settings *s = settings(line);
    tune_world w = world();
    tune_job *j;
    error e;
    TEST_ASSERT(s != NULL);
    TEST_CHECK(tune_job_create(&j, s, &w, &e) == want);
    TEST_CHECK_(strstr(e.text, sentence) != NULL, "%s: %s", line, e.text);
    TEST_CHECK(j == NULL);
    mem_free(s);
}

static void test_errors(void) {
    folder_make();
    refuse("method ga group evolved out x.txt params cow", ST_BAD_VALUE, "has no number cow");
    refuse("method ga group evolved out x.txt params ,", ST_BAD_VALUE, "nothing to tune");
    refuse("method grad group evolved data y.games out x.txt", ST_BAD_VALUE, "method that plays");
    refuse("method ga group evolved out x.txt weights y.txt", ST_NOT_FOUND, "y.txt");
    refuse("method ga group evolved out x.txt engine mcts", ST_BAD_VALUE, "leave engine out");
    refuse("method ga group evolved out x.txt opponents mcts", ST_BAD_VALUE, "are bots");
    refuse("method ga group evolved out x.txt opponents bot:rule,bot:cow", ST_BAD_VALUE,
           "no bot:cow");
    refuse("method ga group evolved out x.txt opponents bot:", ST_BAD_VALUE, "no bot:");
    refuse("players 4 method ga group evolved out x.txt seats 4", ST_BAD_VALUE, "at least one");
    refuse("method ga group rule out x.txt", ST_BAD_VALUE, "nothing to tune");
    TEST_CHECK(access(folder_path("x.txt"), F_OK) != 0);
    folder_remove();
}

/* --- the list --- */

static void keep_line(void *ctx, const reply *r) {
    reply_line(r, ctx);
    text_char(ctx, '\n');
}

static void end_nothing(void *ctx) {
    (void)ctx;
}

/* What `tune list` of the protocol says under these options. */
static status list(const char *deck, text *out, error *err) {
    char tune[] = "tune";
    char word[] = "list";
    char *words_of[] = {tune, word};
    tune_world w = world();
    params p = params_default();
    int at;
    void *jobs = tune_jobs.create(&w);
    TEST_ASSERT(jobs != NULL);
    TEST_CHECK(params_set(&p, &unicorns, "deck", deck, err) == ST_OK);
    job_request o = {&unicorns, &p, w.games, words_of, 2, keep_line, out, end_nothing};
    status st = tune_jobs.request(jobs, &o, &at, err);
    tune_jobs.destroy(jobs);
    return st;
}

/* Terms, then the numbers of the cards that the deck has. */
static void test_list(void) {
    text base = text_growing();
    text picnic = text_growing();
    text none = text_growing();
    error e;
    TEST_CHECK(list("base", &base, &e) == ST_OK && list("picnic", &picnic, &e) == ST_OK);
    const char *first = strstr(text_string(&base), "tune param lead value ");
    const char *card = strstr(text_string(&base), "tune param neigh value ");
    TEST_CHECK(first && card && first < card);
    TEST_CHECK(card && strstr(card, " min 0 max 1 step 0.02 group evolved\n") != NULL);
    TEST_CHECK(strstr(text_string(&base), "tuneok\n") != NULL);
    TEST_CHECK(!strstr(text_string(&base), "clover-foal"));
    TEST_CHECK(strstr(text_string(&picnic), "tune param clover-foal value ") != NULL);
    TEST_CHECK(list("nowhere.deck", &none, &e) != ST_OK && !strstr(text_string(&none), "tuneok"));
    text_done(&base);
    text_done(&picnic);
    text_done(&none);
}

/* --- memory --- */

static status small_job(error *err) {
    tune_settings *s;
    tune_world w = world();
    tune_job *j = NULL;
    status st = read_settings(&s,
                              "players 2 method ga group evolved out m.txt epochs 1 games 2 "
                              "population 4 opponents bot:random",
                              err);
    if (st == ST_OK) st = tune_job_create(&j, s, &w, err);
    if (st == ST_OK) st = tune_job_run(j, NULL, NULL, err);
    tune_job_destroy(j);
    mem_free(s);
    return st;
}

static void test_nomem(void) {
    folder_make();
    fail_everywhere("numbers of a bot", small_job);
    folder_remove();
}

TEST_LIST = {{"improves", test_improves},
             {"file", test_file},
             {"resume", test_resume},
             {"errors", test_errors},
             {"list", test_list},
             {"nomem", test_nomem},
             {0}};
