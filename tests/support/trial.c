#define _POSIX_C_SOURCE 200809L
#include "tests/support/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "lib/catalogue.h"
#include "tests/support/one_line.h"

trial trial_of(const search_registry *book, const char *game_name, const char *setup, const char *a,
               const char *b, uint64_t games) {
    trial t = {.book = book};
    error err = {0};
    settings_init(&t.settings);
    t.settings.game = game_find(catalogue_games(), game_name);
    t.settings.setup = one_line_setup(t.settings.game, setup);
    t.settings.games = games;
    t.settings.patience_ms = 600000; /* programs may be slow to start */
    status st = settings_add_engine(&t.settings, a, &err);
    if (st == ST_OK) st = settings_add_engine(&t.settings, b, &err);
    if (st != ST_OK) printf("  %s\n", err.text);
    return t;
}

static bool listen(void *ctx, const standings *now) {
    const trial *t = ctx;
    return !t->stop_after || now->games < t->stop_after;
}

status trial_run(trial *t, const char *path, int concurrency, error *err) {
    match_config config = {.settings = &t->settings,
                           .games = catalogue_games(),
                           .book = t->book,
                           .program = "test",
                           .force = t->force};
    status st = settings_check(&t->settings, err);
    if (st == ST_OK) st = match_create(&t->match, &config, err);
    if (st == ST_OK && path) st = match_attach(t->match, path, NULL, err);
    return st == ST_OK ? match_run(t->match, concurrency, listen, t, err) : st;
}

void trial_done(trial *t) {
    match_destroy(t->match);
    settings_done(&t->settings);
    *t = (trial){.book = t->book};
}

bool trial_file(char path[64]) {
    (void)snprintf(path, 64, "/tmp/kibitz-match-XXXXXX");
    int fd = mkstemp(path);
    if (fd < 0) return false;
    (void)close(fd);
    return unlink(path) == 0;
}

text trial_content(const char *path) {
    text data;
    error err = {0};
    if (file_read(&data, path, 1 << 24, &err) == ST_OK) return data;
    printf("  %s\n", err.text);
    return text_growing();
}
