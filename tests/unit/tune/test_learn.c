#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "eval/net/net_library.h"
#include "lib/catalogue.h"
#include "tests/support/folder.h"
#include "tests/support/pace.h"
#include "tune/learn/learn.h"

/* The loop of kibitz learn, with tiny games and nets. */

enum { GAMES = 1440, ROUNDS = PACE(2, 1) };

static tune_world world(void) {
    return (tune_world){.games = catalogue_games(), .book = catalogue_registry(), .commit = "test"};
}

static void tiny(learn_settings *s, const char *folder, const char *out, unsigned rounds) {
    error e;
    learn_default(s, game_find(catalogue_games(), "breakthrough"));
    TEST_ASSERT(params_set(&s->setup, s->game, "size", "6", &e) == ST_OK);
    s->rounds = rounds;
    s->games = GAMES;
    s->test_games = 40;
    s->last_games = 2;
    s->width = 16;
    s->hidden = 8;
    s->epochs = 2;
    s->effort = 5;
    s->threads = 2;
    (void)snprintf(s->folder, sizeof s->folder, "%s", folder_path(folder));
    (void)snprintf(s->out, sizeof s->out, "%s", folder_path(out));
}

static learn *begin(const learn_settings *s) {
    learn *l;
    error e = {0};
    tune_world w = world();
    TEST_ASSERT_(learn_create(&l, s, &w, &e) == ST_OK, "%s", e.text);
    return l;
}

/* Stops at the n-th report. */
typedef struct stopper {
    int left;
} stopper;

static bool heard(void *ctx, const char *said) {
    stopper *s = ctx;
    TEST_CHECK(*said);
    return --s->left > 0;
}

static void check_same_file(const char *a, const char *b, const char *name, unsigned n) {
    char one[TUNE_PATH + 40];
    char two[TUNE_PATH + 40];
    text x;
    text y;
    error e;
    (void)snprintf(one, sizeof one, "%s/%s-%u", a, name, n);
    (void)snprintf(two, sizeof two, "%s/%s-%u", b, name, n);
    TEST_ASSERT_(file_read(&x, one, 1 << 26, &e) == ST_OK, "%s", e.text);
    TEST_ASSERT_(file_read(&y, two, 1 << 26, &e) == ST_OK, "%s", e.text);
    TEST_CHECK_(x.len == y.len && memcmp(x.at, y.at, x.len) == 0, "%s-%u", name, n);
    text_done(&x);
    text_done(&y);
}

/* The net of a first round is the best of those that learned in different blends. */
static void check_blends(const learn_settings *s, const learn_round *r) {
    char name[TUNE_PATH + 40];
    const char *const made[] = {"results", "values"};
    for (int i = 0; i < 2; i++) {
        text x;
        text y;
        error e;
        (void)snprintf(name, sizeof name, "%s/%s-1", s->folder, made[i]);
        TEST_ASSERT_(file_read(&x, name, 1 << 26, &e) == ST_OK, "%s", e.text);
        (void)snprintf(name, sizeof name, "%s/net-1", s->folder);
        TEST_ASSERT_(file_read(&y, name, 1 << 26, &e) == ST_OK, "%s", e.text);
        bool same = x.len == y.len && memcmp(x.at, y.at, x.len) == 0;
        TEST_CHECK_(same == (r->blend == i), "%s, blend %.1f", made[i], r->blend);
        text_done(&x);
        text_done(&y);
    }
}

/* A run without a pause. */
static unsigned run_at_once(const learn_settings *s) {
    error e;
    learn *l = begin(s);
    TEST_ASSERT_(learn_run(l, NULL, NULL, &e) == ST_OK, "%s", e.text);
    TEST_CHECK(learn_rounds(l) == ROUNDS && learn_at(l, 0)->trained &&
               learn_at(l, 0)->games == GAMES);
    TEST_CHECK(learn_at(l, 1)->positions > learn_at(l, 0)->positions);
    check_blends(s, learn_at(l, 0));
    text said = text_growing();
    learn_summary(l, &said);
    TEST_CHECK_(strstr(text_string(&said), "round 1: 1440 games, ") != NULL, "%s", said.at);
    text_done(&said);
    unsigned best = learn_best(l);
    learn_destroy(l);
    return best;
}

/* A run that is stopped again and again has the same games and nets as one without a pause. Slow builds
 * only stop and continue. */
static void test_stopped_and_continued(void) {
    learn_settings a;
    learn_settings b;
    error e;
    unsigned best = 0;
    folder_make();
    tiny(&a, "a", "a.net", ROUNDS);
    /* Where it is put when it is done: names are part of the games. */
    tiny(&b, "b", "a.net", ROUNDS);
    if (TEST_PACE) {
        best = run_at_once(&a);
        TEST_ASSERT(rename(a.folder, b.folder) == 0);
    }
    a.threads = PACE(1, 2);
    a.last_games = 0;
    status st = ST_STOPPED;
    int pauses = 0;
    for (int reports = 500; st == ST_STOPPED; reports += 600, pauses++) {
        stopper s = {reports};
        learn *l = begin(&a);
        st = learn_run(l, heard, &s, &e);
        if (st == ST_OK) TEST_CHECK(learn_rounds(l) == ROUNDS);
        if (st == ST_OK && TEST_PACE) TEST_CHECK(learn_best(l) == best);
        learn_destroy(l);
    }
    TEST_CHECK_(st == ST_OK && pauses >= 2, "%d pauses", pauses);
    for (unsigned n = 1; TEST_PACE && n <= ROUNDS; n++) {
        check_same_file(a.folder, b.folder, "games", n);
        check_same_file(a.folder, b.folder, "net", n);
    }
    if (TEST_PACE) check_same_file(a.folder, b.folder, "surprises", 2);
    folder_remove();
}

/* The folder belongs to one run; its state is checked. */
static void test_state_is_checked(void) {
    learn_settings s;
    learn *l;
    error e;
    tune_world w = world();
    char path[TUNE_PATH + 8];
    folder_make();
    tiny(&s, "c", "c.net", 1);
    s.games = 40; /* too few for a net */
    l = begin(&s);
    TEST_ASSERT_(learn_run(l, NULL, NULL, &e) == ST_OK, "%s", e.text);
    TEST_CHECK(learn_rounds(l) == 1 && !learn_at(l, 0)->trained && learn_best(l) == 0);
    learn_destroy(l);
    s.seed = 2;
    TEST_CHECK(learn_create(&l, &s, &w, &e) == ST_BAD_VALUE && strstr(e.text, "other settings"));
    s.seed = 1;
    (void)snprintf(path, sizeof path, "%s/state", s.folder);
    text body;
    TEST_ASSERT(file_read(&body, path, 1 << 20, &e) == ST_OK);
    body.at[body.len / 2] ^= 1;
    TEST_ASSERT(file_write(path, body.at, body.len, &e) == ST_OK);
    TEST_CHECK(learn_create(&l, &s, &w, &e) == ST_IO && strstr(e.text, "damaged"));
    text_done(&body);
    folder_remove();
}

TEST_LIST = {{"stopped_and_continued", test_stopped_and_continued},
             {"state_is_checked", test_state_is_checked},
             {NULL, NULL}};
