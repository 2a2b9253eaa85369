#include "tests/support/one_line.h"

#include <stdio.h>
#include <string.h>

#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "tests/support/toy_game.h"

game_list one_line_games(void) {
    static const game *const games[] = {&connect4, &pig, &leduc, &toy_game, NULL};
    return games;
}

static bool stated(status st, const error *err, const char *what) {
    if (st != ST_OK) printf("  %s: %s: %s\n", what, status_name(st), err->text);
    return st == ST_OK;
}

params one_line_setup(const game *g, const char *setup) {
    char line[400];
    text copy = text_over(line, sizeof line);
    text_put(&copy, setup);
    params p = params_default();
    words w = {0};
    size_t i = 0;
    error err;
    status st = words_split(&w, line, &err);
    if (st == ST_OK) st = params_read(&p, g, w.at, w.count, &i, &err);
    (void)stated(st, &err, setup);
    words_done(&w);
    return p;
}

position *one_line_start(const game *g, const char *setup) {
    params p = one_line_setup(g, setup);
    position *out;
    error err;
    return stated(position_start(&out, g, &p, SEAT_ALL, &err), &err, setup) ? out : NULL;
}

position *one_line_seat(const game *g, int seat) {
    params p = params_default();
    position *out;
    error err;
    return stated(position_start(&out, g, &p, seat, &err), &err, g->name) ? out : NULL;
}

position *one_line_read(const game *g, const char *line) {
    params p = params_default();
    position *out;
    error err;
    return stated(position_read(&out, g, &p, SEAT_ALL, line, &err), &err, line) ? out : NULL;
}

bool one_line_play(position *p, const char *events) {
    char line[1000];
    text copy = text_over(line, sizeof line);
    text_put(&copy, events);
    words w = {0};
    error err;
    bool ok = stated(words_split(&w, line, &err), &err, events);
    for (size_t i = 0; ok && i < w.count; i++)
        ok = stated(position_play(p, w.at[i], &err), &err, w.at[i]);
    words_done(&w);
    return ok;
}

bool one_line_is(const position *p, const char *line) {
    char buf[1000];
    text got = text_over(buf, sizeof buf);
    position_write(p, &got);
    if (strcmp(buf, line) == 0) return true;
    printf("  expected %s\n  found    %s\n", line, buf);
    return false;
}

status one_line_refused(const game *g, const char *line, error *err) {
    params p = params_default();
    position *out;
    *err = (error){0};
    status st = position_read(&out, g, &p, SEAT_ALL, line, err);
    position_destroy(out);
    return st;
}
