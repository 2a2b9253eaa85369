#include "tests/support/solved.h"

#include <string.h>

#include "search/solve/solve.h"

search_question solved_question(const position *p, int lines) {
    const rules *r = position_rules(p);
    search_question q = {.kind = &solve_searcher, .root = p, .limits = limits_none()};
    q.seat = r->game->actor(r, position_data(p));
    q.options = search_default_options();
    q.options.multipv = lines;
    return q;
}

void solved_run(solved *out, search_question q) {
    search *s;
    search_answer a;
    memset(out, 0, sizeof *out);
    out->st = search_create(&s);
    if (out->st != ST_OK) return;
    search_prepare(s, false);
    out->st = search_run(s, &q, NULL, NULL, &a, &out->err);
    if (out->st == ST_OK) {
        out->report = a.report;
        if (out->report.count > SOLVED_LINES) out->report.count = SOLVED_LINES;
        memcpy(out->lines, a.report.lines, out->report.count * sizeof out->lines[0]);
        out->report.lines = out->lines;
    }
    search_destroy(s);
}

const search_line *solved_line(const solved *a, const position *p, const char *name) {
    for (size_t i = 0; i < a->report.count; i++) {
        char buf[GAME_TOKEN_SIZE];
        text out = text_over(buf, sizeof buf);
        token_write(position_rules(p), position_data(p), &a->lines[i].first, &out);
        if (strcmp(buf, name) == 0) return &a->lines[i];
    }
    return NULL;
}
