#include "tests/support/asking.h"

#include <stdio.h>
#include <string.h>

bool asking_open(asking *s, const searcher_kind *kind, const position *root) {
    *s = (asking){0};
    if (!root || search_create(&s->search) != ST_OK) return false;
    const rules *r = position_rules(root);
    s->q = (search_question){.kind = kind,
                             .root = root,
                             .seat = r->game->actor(r, position_data(root)),
                             .limits = limits_none(),
                             .options = search_default_options()};
    s->q.options.hash_bytes = 1 << 20;
    return true;
}

void asking_close(asking *s) {
    search_destroy(s->search);
}

bool asking_run(asking *s) {
    search_prepare(s->search, false);
    status st = search_run(s->search, &s->q, NULL, NULL, &s->a, &s->err);
    if (st == ST_OK && s->a.report.count) return true;
    printf("  %s: %s: %s\n", s->q.kind->name, status_name(st), s->err.text);
    return false;
}

const search_line *asking_best(const asking *s) {
    return &s->a.report.lines[0];
}

void asking_knob(asking *s, knob_id k, int32_t value) {
    s->q.options.knobs.value[k] = value;
}

void asking_plain(asking *s) {
    static const knob_id off[] = {KNOB_AB_LMR, KNOB_AB_NULL, KNOB_AB_FUTILITY, KNOB_AB_QUIESCENCE,
                                  KNOB_AB_TABLE};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) asking_knob(s, off[i], 0);
}

bool asking_begins(const search_line *line, const char *want) {
    size_t n = strlen(want);
    return strncmp(line->pv, want, n) == 0 && (line->pv[n] == '\0' || line->pv[n] == ' ');
}

bool asking_plays(const position *root, const search_line *line, bool *end) {
    position *p;
    if (position_clone(&p, root, NULL) != ST_OK) return false;
    bool ok = line->pv[0] && one_line_play(p, line->pv);
    const rules *r = position_rules(p);
    *end = ok && r->game->actor(r, position_data(p)) < 0;
    position_destroy(p);
    return ok;
}
