/* Complete matches of searches in this process. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena/match.h"
#include "arena/match_file.h"
#include "arena/match_report.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "lib/catalogue.h"
#include "search/baseline.h"
#include "search/mcts/mcts.h"
#include "tests/support/other_rules.h"
#include "tests/support/pace.h"
#include "tests/support/trial.h"

/* --- searches that are up to something --- */

typedef struct idle_search {
    const search_job *job;
    token first;
} idle_search;

static bool accepts(const rules *r) {
    (void)r;
    return true;
}

static status create_idle(void **out, const search_job *job, error *err) {
    const rules *r = position_rules(job->root);
    idle_search *s = mem_alloc(sizeof *s);
    unsigned char *world = mem_alloc(r->state_size);
    status st = s && world ? ST_OK : error_set(err, ST_NOMEM, "no memory");
    if (st == ST_OK) {
        rng g = rng_stream(job->options.seed, 0);
        position_world(job->root, &g, world);
        s->job = job;
        st = token_random((state_ref){r, world, position_trail(job->root)}, &g, &s->first);
    }
    mem_free(world);
    if (st != ST_OK) mem_free(s);
    *out = st == ST_OK ? s : NULL;
    return st;
}

static void work_idle(void *self, int worker) {
    (void)self;
    (void)worker;
}

static void report_idle(void *self, search_report *out) {
    idle_search *s = self;
    out->count = 1;
    out->lines[0] = (search_line){.first = s->first};
}

static void report_nothing(void *self, search_report *out) {
    (void)self;
    out->count = 0;
}

/* In a hidden game it refuses anything but the view of the seat that decides. */
static status create_spy(void **out, const search_job *job, error *err) {
    *out = NULL;
    bool view = position_seat(job->root) == job->seat;
    bool bare = position_event(job->root, position_first_ply(job->root)) == NULL;
    if (!view || !bare) return error_set(err, ST_LEAK, "too much is to be seen");
    return create_idle(out, job, err);
}

static status create_failure(void **out, const search_job *job, error *err) {
    (void)job;
    *out = NULL;
    return error_set(err, ST_INTERNAL, "it does not work");
}

/* Takes more than its time however fast the machine is. */
static void work_slowly(void *self, int worker) {
    (void)self;
    (void)worker;
    int64_t until = clock_now_ms() + 60;
    const struct timespec wait = {0, 10000000};
    while (clock_now_ms() < until) (void)nanosleep(&wait, NULL);
}

static const searcher_kind spy = {.name = "spy",
                                  .accepts = accepts,
                                  .create = create_spy,
                                  .work = work_idle,
                                  .report = report_idle,
                                  .destroy = mem_free};
static const searcher_kind broken = {.name = "broken",
                                     .accepts = accepts,
                                     .create = create_failure,
                                     .work = work_idle,
                                     .report = report_idle,
                                     .destroy = mem_free};
static const searcher_kind silent = {.name = "silent",
                                     .accepts = accepts,
                                     .create = create_idle,
                                     .work = work_idle,
                                     .report = report_nothing,
                                     .destroy = mem_free};
static const searcher_kind slow = {.name = "slow",
                                   .accepts = accepts,
                                   .create = create_idle,
                                   .work = work_slowly,
                                   .report = report_idle,
                                   .destroy = mem_free};

static const search_registry *test_book(void) {
    static const searcher_kind *const list[] = {&mcts_searcher,
                                                &baseline_random_searcher,
                                                &baseline_bot_searcher,
                                                &spy,
                                                &broken,
                                                &silent,
                                                &slow,
                                                NULL};
    static const search_registry book = {list, NULL};
    return &book;
}

/* --- running one --- */

static trial trial_on(const char *name, const char *setup, const char *a, const char *b,
                      uint64_t games) {
    return trial_of(test_book(), name, setup, a, b, games);
}

static const standings *played(trial *t, int concurrency) {
    error err = {0};
    TEST_ASSERT_(trial_run(t, NULL, concurrency, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(match_standings(t->match)->games == t->settings.games);
    return match_standings(t->match);
}

static void put_content(const char *path, const char *data, size_t len) {
    error err;
    TEST_ASSERT_(file_write(path, data, len, &err) == ST_OK, "%s", err.text);
}

static bool same(const text *a, const text *b) {
    return a->len == b->len && memcmp(a->at, b->at, a->len) == 0;
}

/* --- games --- */

static void test_equal_bots_are_equal(void) {
    static const char *const setups[] = {"players 1", "players 2", "players 3", "players 4"};
    for (int i = 0; i < PACE(4, 2); i++) {
        trial t =
            trial_on("projectl", setups[i], "name=a bot:greedy", "name=b bot:greedy", PACE(16, 4));
        const standings *s = played(&t, 2);
        for (size_t k = 0; k < s->blocks; k++)
            TEST_CHECK_(s->unit[k] == 0.5, "%s: %.17g", setups[i], s->unit[k]);
        TEST_CHECK(s->blocks >= 2);
        trial_done(&t);
    }
    TEST_CHECK(mem_live() == 0);
}

static void test_better_bots_win(void) {
    trial t =
        trial_on("projectl", "players 3", "name=a bot:greedy", "name=b bot:helped", PACE(24, 6));
    const standings *s = played(&t, 2);
    estimate e = stats_estimate(&s->pair[0]);
    TEST_CHECK_(e.mean > 0.8, "%.3f", e.mean);
    trial_done(&t);
}

static void test_four_dice(void) {
    trial t =
        trial_on("pig", "players 4 set target=30", "name=a visits=40 Hash=1", "name=b random", 16);
    const standings *s = played(&t, 2);
    TEST_CHECK(s->blocks == 2 && s->played[0] == 16 && s->played[1] == 16);
    for (int d = PLAYER_REPLY_CRASH; d < PLAYER_REPLY_COUNT; d++)
        TEST_CHECK(s->fault[0][d] == 0 && s->fault[1][d] == 0);
    trial_done(&t);
}

static void test_hidden_cards_stay_hidden(void) {
    trial t = trial_on("leduc", "", "name=a spy", "name=b spy Seed=5", 40);
    const standings *s = played(&t, 2);
    TEST_CHECK(s->fault[0][PLAYER_REPLY_CRASH] == 0 && s->fault[1][PLAYER_REPLY_CRASH] == 0);
    trial_done(&t);
}

/* The games of a block have the same deals; those of different blocks have not. */
static void test_chance_is_shared(void) {
    char path[64];
    TEST_ASSERT(trial_file(path));
    error err = {0};
    trial t = trial_on("leduc", "", "name=a random", "name=b random", 40);
    TEST_ASSERT_(trial_run(&t, path, 1, &err) == ST_OK, "%s", err.text);
    trial_done(&t);
    text data = trial_content(path);
    section sec;
    size_t at = 0;
    char deal[2][16] = {"", ""};
    int others = 0;
    TEST_ASSERT(match_section_next(data.at, data.len, &at, &sec));
    for (int n = 0; n < 40; n++) {
        record r;
        char before[16];
        TEST_ASSERT(match_section_next(data.at, data.len, &at, &sec));
        TEST_ASSERT(record_read(&r, sec.at, sec.len, &err) == ST_OK && r.event_count > 3);
        (void)snprintf(before, sizeof before, "%s", deal[0]);
        (void)snprintf(deal[n % 2], 16, "%.7s%.7s", r.events[0].token, r.events[1].token);
        if (n % 2) TEST_CHECK_(strcmp(deal[0], deal[1]) == 0, "%s %s", deal[0], deal[1]);
        if (n % 2 == 0) others += strcmp(before, deal[0]) != 0;
        record_done(&r);
    }
    TEST_CHECK_(others > 10, "%d of 20 deals differ from the one before", others);
    text_done(&data);
    (void)unlink(path);
}

/* --- those who misbehave --- */

static void test_faults(void) {
    static const struct {
        const char *words;
        player_reply reply;
    } cases[] = {{"name=x broken", PLAYER_REPLY_CRASH},
                 {"name=x silent", PLAYER_REPLY_ILLEGAL},
                 {"name=x slow tc=0.01", PLAYER_REPLY_TIME},
                 {"name=x slow movetime=10", PLAYER_REPLY_TIME}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TEST_CASE(cases[i].words);
        trial t = trial_on("pig", "players 3", "name=a random", cases[i].words, 6);
        t.settings.margin_ms = 20;
        const standings *s = played(&t, 2);
        TEST_CHECK(s->fault[1][cases[i].reply] == 6 && s->fault[0][cases[i].reply] == 0);
        /* The lone honest one shares with one of the others, the lone culprit gets nothing. */
        TEST_CHECK_(s->unit[0] > 0.65, "%g", s->unit[0]);
        trial_done(&t);
    }
    TEST_CHECK(mem_live() == 0);
}

static void test_endless_games(void) {
    trial t = trial_on("pig", "", "name=a random", "name=b random", 8);
    t.settings.max_plies = 12;
    const standings *s = played(&t, 1);
    TEST_CHECK(s->too_long == 8 && s->unit[0] == 0.5);
    TEST_CHECK(s->fault[0][PLAYER_REPLY_ILLEGAL] == 0 && s->fault[1][PLAYER_REPLY_TIME] == 0);
    trial_done(&t);
}

static void test_refusals(void) {
    static const char *const bad[] = {"name=x Hash=0",     "name=x Colour=red",
                                      "name=x bot:greedy", "name=x Game=pig",
                                      "name=x nosuch",     "name=x EvalFile=/nonexistent/file"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error err = {0};
        trial t = trial_on("pig", "", "name=a random", bad[i], 8);
        TEST_CHECK_(trial_run(&t, NULL, 1, &err) != ST_OK && err.text[0], "%s", bad[i]);
        trial_done(&t);
    }
    TEST_CHECK(mem_live() == 0);
}

/* --- the file --- */

enum { FILE_GAMES = PACE(24, 8) };

static trial file_trial(void) {
    trial t = trial_on("connect4", "", "name=a visits=30 Hash=1",
                       "name=b visits=15 Hash=1 MctsExploration=120", FILE_GAMES);
    t.settings.opening_plies = 3;
    return t;
}

static void test_order_does_not_matter(void) {
    error err = {0};
    text first = {0};
    for (int concurrency = 1; concurrency <= 3; concurrency++) {
        char path[64];
        TEST_ASSERT(trial_file(path));
        trial t = file_trial();
        TEST_ASSERT_(trial_run(&t, path, concurrency, &err) == ST_OK, "%s", err.text);
        trial_done(&t);
        text data = trial_content(path);
        (void)unlink(path);
        if (concurrency == 1) {
            first = data;
            continue;
        }
        TEST_CHECK_(same(&first, &data), "%d games at a time", concurrency);
        text_done(&data);
    }
    text_done(&first);
    TEST_CHECK(mem_live() == 0);
}

static void test_cut_and_continued(void) {
    error err = {0};
    char path[64];
    TEST_ASSERT(trial_file(path));
    trial t = file_trial();
    TEST_ASSERT_(trial_run(&t, path, 1, &err) == ST_OK, "%s", err.text);
    standings entire = *match_standings(t.match);
    uint64_t best = entire.pair[0].bin[4].count;
    trial_done(&t);
    text data = trial_content(path);
    section head;
    size_t header = 0;
    TEST_ASSERT(match_section_next(data.at, data.len, &header, &head));
    for (int i = 0; i <= 12; i += PACE(1, 3)) {
        size_t len = header + (data.len - header) * (size_t)i / 12;
        put_content(path, data.at, len);
        trial again = file_trial();
        TEST_ASSERT_(trial_run(&again, path, 1 + i % 2, &err) == ST_OK, "%s", err.text);
        TEST_CHECK(match_standings(again.match)->pair[0].bin[4].count == best);
        trial_done(&again);
        text now = trial_content(path);
        TEST_CHECK_(same(&data, &now), "cut at byte %zu", len);
        text_done(&now);
    }
    text_done(&data);
    (void)unlink(path);
    TEST_CHECK(mem_live() == 0);
}

static void test_stopped_and_continued(void) {
    error err = {0};
    char path[2][64];
    for (int i = 0; i < 2; i++) TEST_ASSERT(trial_file(path[i]));
    trial t = file_trial();
    TEST_ASSERT(trial_run(&t, path[0], 2, &err) == ST_OK);
    trial_done(&t);
    for (uint64_t stop = 1; stop <= FILE_GAMES + 1; stop += 4) {
        t = file_trial();
        t.stop_after = stop;
        status st = trial_run(&t, path[1], 2, &err);
        uint64_t games = match_standings(t.match)->games;
        TEST_CHECK_(stop > FILE_GAMES ? st == ST_OK && games == FILE_GAMES
                                      : st == ST_STOPPED && games == stop,
                    "%llu: %s", (unsigned long long)stop, status_name(st));
        trial_done(&t);
    }
    text a = trial_content(path[0]);
    text b = trial_content(path[1]);
    TEST_CHECK(same(&a, &b));
    text_done(&a);
    text_done(&b);
    for (int i = 0; i < 2; i++) (void)unlink(path[i]);
}

static void test_files_of_others(void) {
    error err = {0};
    char path[64];
    TEST_ASSERT(trial_file(path));
    put_content(path, "my diary\n", 9);
    trial t = file_trial();
    TEST_CHECK(trial_run(&t, path, 1, &err) == ST_IO && strstr(err.text, path) != NULL);
    trial_done(&t);
    text diary = trial_content(path);
    TEST_CHECK(diary.len == 9); /* untouched */
    text_done(&diary);
    (void)unlink(path);
    t = file_trial();
    TEST_CHECK(trial_run(&t, path, 1, &err) == ST_OK);
    trial_done(&t);
    t = file_trial();
    t.settings.seed = 2;
    TEST_CHECK(trial_run(&t, path, 1, &err) == ST_BAD_VALUE); /* another match */
    TEST_CHECK(strstr(err.text, path) != NULL);
    trial_done(&t);
    /* What someone has written after the last game stays, and the error names the file. */
    text data = trial_content(path);
    size_t len = data.len;
    text_put(&data, "# a remark of mine\n");
    put_content(path, data.at, data.len);
    t = file_trial();
    TEST_CHECK(trial_run(&t, path, 1, &err) == ST_IO && strstr(err.text, path) != NULL);
    TEST_CHECK(strstr(err.text, "text that is no game") != NULL);
    trial_done(&t);
    text kept = trial_content(path);
    TEST_CHECK(same(&data, &kept));
    text_done(&kept);
    text_truncate(&data, len);
    /* Damage in the middle is not a cut end. */
    data.at[data.len / 2] ^= 4;
    put_content(path, data.at, data.len);
    t = file_trial();
    TEST_CHECK(trial_run(&t, path, 1, &err) == ST_IO && strstr(err.text, "is damaged") != NULL);
    trial_done(&t);
    text after = trial_content(path);
    TEST_CHECK(same(&data, &after));
    text_done(&after);
    text_done(&data);
    (void)unlink(path);
    static match_settings s;
    TEST_CHECK(match_load(&s, path, catalogue_games(), &err) != ST_OK);
    settings_done(&s);
    TEST_CHECK(mem_live() == 0);
}

/* Games of a rules text that has changed under its name: an error with both hashes, or forced. */
static void test_other_rules(void) {
    error err = {0};
    char path[64];
    TEST_ASSERT(trial_file(path));
    for (int i = 0; i < 4; i++) {
        trial t =
            trial_of(catalogue_registry(), "tictactoe", "", "name=a random", "name=b random", 8);
        char hash[24] = "";
        t.stop_after = i == 0 ? 4 : i == 1 ? 6 : 0;
        t.force = i == 3;
        status st = trial_run(&t, path, 1, &err);
        if (t.match) {
            position *p;
            TEST_ASSERT(position_start(&p, t.settings.game, &t.settings.setup, SEAT_ALL, &err) ==
                        ST_OK);
            (void)snprintf(hash, sizeof hash, "%016llx",
                           (unsigned long long)position_rules(p)->text_hash);
            position_destroy(p);
        }
        if (i == 2)
            TEST_CHECK_(st == ST_BAD_STATE && strstr(err.text, "the rules of tictactoe ") &&
                            strstr(err.text, hash) && strstr(err.text, "--force reads on"),
                        "%s: %s", status_name(st), err.text);
        else
            TEST_CHECK_(st == (i == 3 ? ST_OK : ST_STOPPED), "%d: %s", i, status_name(st));
        if (i == 3) TEST_CHECK(match_standings(t.match)->games == 8);
        trial_done(&t);
        if (i == 1) TEST_CHECK(other_rules(path) == 6);
    }
    (void)unlink(path);
}

static void test_settings_from_the_file(void) {
    error err = {0};
    char path[64];
    TEST_ASSERT(trial_file(path));
    trial t = file_trial();
    t.stop_after = 5;
    TEST_CHECK(trial_run(&t, path, 1, &err) == ST_STOPPED);
    trial_done(&t);
    TEST_ASSERT_(match_load(&t.settings, path, catalogue_games(), &err) == ST_OK, "%s", err.text);
    TEST_CHECK_(trial_run(&t, path, 2, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(match_standings(t.match)->games == FILE_GAMES);
    trial_done(&t);
    (void)unlink(path);
    TEST_CHECK(mem_live() == 0);
}

/* --- the test --- */

static void test_early_end(void) {
    error err = {0};
    char path[64];
    TEST_ASSERT(trial_file(path));
    uint64_t games = 0;
    for (int round = 0; round < 3; round++) {
        if (round == 2) (void)unlink(path);
        trial t = trial_on("connect4", "", "name=a visits=60 Hash=1", "name=b random", 2000);
        t.settings.tested = true;
        t.settings.opening_plies = 2;
        t.settings.test = (sprt){0, 100, 0.05, 0.05, SPRT_LOGISTIC};
        TEST_ASSERT_(trial_run(&t, path, round + 1, &err) == ST_OK, "%s", err.text);
        const standings *s = match_standings(t.match);
        TEST_CHECK(match_verdict(t.match) == SPRT_H1);
        TEST_CHECK_(s->games < 200 && s->games % 2 == 0, "%llu", (unsigned long long)s->games);
        TEST_CHECK(round == 0 || s->games == games); /* read again, and with 3 at a time */
        games = s->games;
        text out = text_growing();
        TEST_CHECK(match_report_final(&t.settings, s, SPRT_H1, &out, &err) == ST_OK);
        TEST_CHECK(strstr(text_string(&out), "H1 accepted") && strstr(out.at, "\nresult a "));
        text_done(&out);
        trial_done(&t);
    }
    (void)unlink(path);
    trial t = trial_on("connect4", "", "name=a random", "name=b visits=60 Hash=1", 2000);
    t.settings.tested = true;
    t.settings.test = (sprt){0, 100, 0.05, 0.05, SPRT_LOGISTIC};
    TEST_ASSERT(trial_run(&t, NULL, 2, &err) == ST_OK);
    TEST_CHECK(match_verdict(t.match) == SPRT_H0);
    trial_done(&t);
    TEST_CHECK(mem_live() == 0);
}

/* --- more engines, openings, no memory --- */

static void test_gauntlet(void) {
    error err = {0};
    for (int gauntlet = 0; gauntlet < 2; gauntlet++) {
        trial t =
            trial_on("connect4", "", "name=a visits=60 Hash=1", "name=b visits=20 Hash=1", 30);
        t.settings.gauntlet = gauntlet;
        t.settings.opening_plies = 2;
        TEST_ASSERT(settings_add_engine(&t.settings, "name=c random", &err) == ST_OK);
        const standings *s = played(&t, 2);
        TEST_CHECK(s->games == (gauntlet ? 32 : 30)); /* complete rounds */
        TEST_CHECK(s->played[1] == (gauntlet ? 16 : 20));
        text out = text_growing();
        text live = text_growing();
        match_report_live(&t.settings, s, false, &live);
        TEST_CHECK(live.len > 0 && !strchr(text_string(&live), '\n'));
        TEST_CHECK(match_report_final(&t.settings, s, SPRT_GOES_ON, &out, &err) == ST_OK);
        TEST_CHECK(strstr(text_string(&out), "rating c elo -") && strstr(out.at, "pair a "));
        TEST_MSG("%s", out.at);
        text_done(&live);
        text_done(&out);
        trial_done(&t);
    }
    TEST_CHECK(mem_live() == 0);
}

/* Every allocation may fail: a match then ends with ST_NOMEM, or an engine loses by it. (Searches
 * do without the keys of what they keep.) */
static void test_no_memory(void) {
    error err = {0};
    int spared = 0;
    for (uint64_t n = 1; n < 3000; n += PACE(1, 5)) {
        trial t = trial_on("pig", "set target=3", "name=a random", "name=b visits=4 Hash=1", 2);
        uint64_t before = mem_count();
        mem_fail_at(n);
        status st = trial_run(&t, NULL, 1, &err);
        mem_fail_at(0);
        bool enough = mem_count() - before < n;
        const standings *s = st == ST_OK ? match_standings(t.match) : NULL;
        uint64_t faults = 0;
        for (int d = PLAYER_REPLY_CRASH; s && d < PLAYER_REPLY_COUNT; d++)
            faults += s->fault[0][d] + s->fault[1][d];
        if (st == ST_OK && !enough && faults == 0) spared++;
        TEST_CHECK_(s ? s->games == 2 && (!enough || faults == 0) : st == ST_NOMEM && !enough,
                    "allocation %d: %s", (int)n, err.text);
        trial_done(&t);
        TEST_ASSERT_(mem_live() == 0, "allocation %d leaves nothing behind", (int)n);
        if (enough) {
            TEST_CHECK_(n > 50 && spared < 20, "%d of %d allocations", spared, (int)n);
            return;
        }
    }
    TEST_CHECK_(false, "the work ends");
}

/* A disk that is full in the middle of a game keeps none of it. */
static void test_full_disk(void) {
    char path[] = "/tmp/kibitz_full_XXXXXX";
    static const char body[600] = {'x'};
    struct stat info;
    struct rlimit old;
    struct rlimit small;
    error err;
    match_file *f;
    int fd = mkstemp(path);
    TEST_ASSERT(fd >= 0);
    (void)close(fd);
    TEST_ASSERT(match_file_open(&f, path, true, &err) == ST_OK);
    (void)signal(SIGXFSZ, SIG_IGN);
    TEST_ASSERT(getrlimit(RLIMIT_FSIZE, &old) == 0);
    small = old;
    small.rlim_cur = 1000;
    TEST_ASSERT(setrlimit(RLIMIT_FSIZE, &small) == 0);
    status first = match_file_append(f, body, sizeof body, &err);
    status second = match_file_append(f, body, sizeof body, &err);
    (void)setrlimit(RLIMIT_FSIZE, &old);
    TEST_CHECK(first == ST_OK && second == ST_IO);
    TEST_CHECK(strstr(err.text, "cannot write") != NULL);
    TEST_CHECK(stat(path, &info) == 0 && info.st_size == sizeof body);
    match_file_close(f);
    (void)unlink(path);
}

TEST_LIST = {{"full_disk", test_full_disk},
             {"equal_bots_are_equal", test_equal_bots_are_equal},
             {"better_bots_win", test_better_bots_win},
             {"four_dice", test_four_dice},
             {"hidden_cards_stay_hidden", test_hidden_cards_stay_hidden},
             {"chance_is_shared", test_chance_is_shared},
             {"faults", test_faults},
             {"endless_games", test_endless_games},
             {"refusals", test_refusals},
             {"order_does_not_matter", test_order_does_not_matter},
             {"cut_and_continued", test_cut_and_continued},
             {"stopped_and_continued", test_stopped_and_continued},
             {"files_of_others", test_files_of_others},
             {"other_rules", test_other_rules},
             {"settings_from_the_file", test_settings_from_the_file},
             {"early_end", test_early_end},
             {"gauntlet", test_gauntlet},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
