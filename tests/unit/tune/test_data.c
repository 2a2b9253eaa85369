#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/catalogue.h"
#include "tests/support/folder.h"
#include "tune/data/data.h"

/* What a game teaches: the values of its searches, their mixture with later ones, its result. */

enum { DECISIONS = 5 };

/* The first player wins; each search said a little more. */
static const char *const sections[] = {
    "match: 1\ngame: tictactoe\nplayers: 2\nengine1: name=a nodes=10\nmixed: true\ngames: 1\n"
    "seed: 1\nopening-plies: 0\nmax-plies: 100\nmargin: 300\npatience: 10000\n",
    "match-game: 1\nblock: 1\nseats: a a\nended: over\ngame: tictactoe\nplayers: 2\nresult: 1 0\n\n"
    "a1 ; 0.5 0.5\nb1 ; 0.6 0.4\na2 ; 0.7 0.3\nb2 ; 0.8 0.2\na3 ; 0.9 0.1\n",
};

static void write_games(const char *path) {
    text file = text_growing();
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        size_t start = file.len;
        text_put(&file, sections[i]);
        match_section_close(&file, start);
    }
    FILE *f = fopen(path, "w");
    TEST_ASSERT(f && fwrite(text_string(&file), 1, file.len, f) == file.len && fclose(f) == 0);
    text_done(&file);
}

static int ascending(const void *a, const void *b) {
    float x = *(const float *)a;
    float y = *(const float *)b;
    return (x > y) - (x < y);
}

/* The first player's targets, which grow from decision to decision. */
static void check_targets(const char *path, double blend, double lambda, const float *want) {
    data_set d;
    data_options o = data_default();
    error err = {0};
    data_source from = {.games = catalogue_games(), .path = &path, .paths = 1, .force = true};
    o.valid = 0;
    o.blend = blend;
    o.lambda = lambda;
    TEST_ASSERT_(data_load(&d, &from, &o, &err) == ST_OK, "%s", err.text);
    TEST_ASSERT_(d.train.count == DECISIONS, "%zu examples", d.train.count);
    qsort(d.train.share, d.train.count, sizeof *d.train.share, ascending);
    for (int i = 0; i < DECISIONS; i++)
        TEST_CHECK_(fabsf(d.train.share[i] - want[i]) < 1e-6F, "blend %g lambda %g: %g, not %g",
                    blend, lambda, (double)d.train.share[i], (double)want[i]);
    data_done(&d);
}

static void test_targets(void) {
    folder_make();
    const char *path = folder_path("t.games");
    write_games(path);
    check_targets(path, 1, 0, (float[]){0.5F, 0.6F, 0.7F, 0.8F, 0.9F});
    check_targets(path, 0, 0, (float[]){1, 1, 1, 1, 1});
    check_targets(path, 0.5, 0, (float[]){0.75F, 0.8F, 0.85F, 0.9F, 0.95F});
    /* Backwards: half of the value there, half of what was found later, the result at last. */
    check_targets(path, 1, 0.5, (float[]){0.596875F, 0.69375F, 0.7875F, 0.875F, 0.95F});
    check_targets(path, 1, 1, (float[]){1, 1, 1, 1, 1});
    folder_remove();
}

/* How many of the five decisions are left. */
static void check_left(const char *path, double decided, uint64_t plies, size_t want) {
    data_set d;
    data_options o = data_default();
    error err = {0};
    data_source from = {.games = catalogue_games(), .path = &path, .paths = 1, .force = true};
    o.valid = 0;
    o.lambda = 1; /* what counts is the value found at the position itself */
    o.decided = decided;
    o.plies = plies;
    TEST_ASSERT_(data_load(&d, &from, &o, &err) == ST_OK, "%s", err.text);
    TEST_CHECK_(d.train.count == want && d.settled == DECISIONS - want,
                "decided %g, plies %llu: %zu left, %llu not, of which %zu were wanted", decided,
                (unsigned long long)plies, d.train.count, (unsigned long long)d.settled, want);
    data_done(&d);
}

static void test_decided_and_late(void) {
    folder_make();
    const char *path = folder_path("t.games");
    write_games(path);
    check_left(path, 1, 0, 5);
    check_left(path, 0.85, 0, 4);
    check_left(path, 0.65, 0, 2);
    check_left(path, 1, 3, 3);
    check_left(path, 0.65, 1, 1);
    folder_remove();
}

TEST_LIST = {{"targets", test_targets}, {"decided and late", test_decided_and_late}, {0}};
