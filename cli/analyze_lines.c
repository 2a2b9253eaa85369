#include "cli/analyze_lines.h"

#include <string.h>

#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_terminal.h"
#include "search/score.h"
#include "search/search_why.h"

/* The first action of a line. */
void analyze_put_first(spelling how, const position *root, const char *pv, text *out) {
    char event[GAME_TOKEN_SIZE];
    text first = text_over(event, sizeof event);
    text_putn(&first, pv, strcspn(pv, " "));
    if (*event) spelling_write(how, root, event, out);
}

/* --- a table --- */

static void put_count(uint64_t n, text *out) {
    if (n >= 10000000)
        text_format(out, "%9.1f M", (double)n / 1e6);
    else if (n >= 10000)
        text_format(out, "%9.1f k", (double)n / 1e3);
    else
        text_format(out, "%9llu  ", (unsigned long long)n);
}

/* The table of lines: how wide the actions are, and which columns there is anything for. */
typedef struct table {
    const position *root;
    spelling how;
    const search_report *rep;
    int seat, lines, width;
    bool points, visits;
    bool few, bound; /* marks that were used */
} table;

static table table_of(const position *root, spelling how, const search_report *rep, int seat,
                      int lines) {
    table t = {.root = root, .how = how, .rep = rep, .seat = seat, .lines = lines, .width = 14};
    if (rep->count < (size_t)lines) t.lines = (int)rep->count;
    for (int i = 0; i < t.lines; i++) {
        const search_line *l = &rep->lines[i];
        char buf[GAME_TOKEN_SIZE];
        text first = text_over(buf, sizeof buf);
        analyze_put_first(how, root, l->pv, &first);
        if ((int)first.len > t.width) t.width = (int)first.len;
        t.points |= score_has_points(position_rules(root), l);
        t.visits |= l->visits > 0;
    }
    return t;
}

static void put_head(const table *t, text *out) {
    const rules *r = position_rules(t->root);
    text_format(out, "   %-*s", t->width, "action");
    for (int i = 0; i < r->players; i++) text_format(out, "  seat %d ", i + 1);
    for (int i = 0; t->points && i < r->players; i++) text_format(out, "  pts %d", i + 1);
    if (!(r->traits & GAME_POINTS)) text_put(out, "        score");
    if (t->visits) text_put(out, "  at least     visits");
    text_put(out, "   line\n");
}

static void put_score(const table *t, const search_line *l, text *out) {
    char buf[32];
    text score = text_over(buf, sizeof buf);
    line_score s = score_of_line(t->root, l, t->seat, false);
    score_write(&s, &score);
    text_format(out, " %12s", buf);
}

static void put_row(table *t, int i, text *out) {
    const rules *r = position_rules(t->root);
    const search_line *l = &t->rep->lines[i];
    bool few = t->visits && search_few_visits(t->rep, l);
    t->few |= few;
    t->bound |= l->at_most;
    text_format(out, "%2d%c", i + 1, few ? '?' : l->at_most ? '<' : ' ');
    size_t mark = out->len;
    analyze_put_first(t->how, t->root, l->pv, out);
    text_repeat(out, ' ', t->width - (int)(out->len - mark));
    for (int k = 0; k < r->players; k++) text_format(out, " %6.1f %%", 100 * l->values[k]);
    for (int k = 0; t->points && k < r->players; k++) {
        if (score_has_points(r, l))
            text_format(out, " %6.2f", l->points[k]);
        else
            text_format(out, " %6s", "-");
    }
    if (!(r->traits & GAME_POINTS)) put_score(t, l, out);
    if (t->visits) {
        text_format(out, "  %6.1f %%", 100 * (l->lcb > 0 ? l->lcb : 0));
        put_count(l->visits, out);
    }
    text_put(out, "   ");
    spelling_write_line(t->how, t->root, l->pv, out);
    text_char(out, '\n');
}

static status put_why(const found_lines *f, text *out, error *err) {
    search_comparison c;
    status st = search_compare(f->root, f->ask->seat, f->ask->eval, f->rep, &c, err);
    if (st == ST_OK && *c.first) {
        char spelled[2][GAME_TOKEN_SIZE];
        text first = text_over(spelled[0], sizeof spelled[0]);
        text second = text_over(spelled[1], sizeof spelled[1]);
        spelling_write(f->how, f->root, c.first, &first);
        spelling_write(f->how, f->root, c.second, &second);
        explain_write(&c.terms, spelled[0], spelled[1], out);
    }
    return st;
}

/* What the best action does, where its own words leave that open: which cells a piece covers. */
static void put_best(const table *t, text *out) {
    const rules *r = position_rules(t->root);
    if (t->how != SPELLING_OWN || !t->lines || position_seat(t->root) != SEAT_ALL) return;
    const search_line *best = &t->rep->lines[0];
    char buf[GAME_TOKEN_SIZE];
    text stated = text_over(buf, sizeof buf);
    if (!best->first.count || !r->terminal->describe) return;
    r->terminal->describe(r, position_data(t->root), best->first.steps, best->first.count, &stated);
    if (*buf) text_format(out, "\nbest: %s\n", buf);
}

status analyze_put_lines(const found_lines *f, text *out, error *err) {
    table t = table_of(f->root, f->how, f->rep, f->ask->seat, f->ask->options.multipv);
    text why = text_growing();
    put_head(&t, out);
    for (int i = 0; i < t.lines; i++) put_row(&t, i, out);
    if (t.few) text_put(out, "?  too few visits to be compared with the others\n");
    if (t.bound) text_put(out, "<  at most this: the last depth was cut short before it\n");
    put_best(&t, out);
    status st = put_why(f, &why, err);
    if (why.len) text_format(out, "\nwhy: %s\n", text_string(&why));
    out->cut |= why.cut;
    text_done(&why);
    return st;
}

/* --- JSON --- */

static void put_key_string(json_writer *w, const char *key, const char *value) {
    json_key(w, key);
    json_string(w, value);
}

static void put_key_int(json_writer *w, const char *key, uint64_t n) {
    json_key(w, key);
    json_int(w, n > INT64_MAX ? INT64_MAX : (int64_t)n);
}

static void put_reals(json_writer *w, const char *key, const double *x, int n, int digits) {
    json_key(w, key);
    json_open(w, '[');
    for (int i = 0; i < n; i++) json_real(w, x[i], digits);
    json_close(w, ']');
}

/* Which game, whose turn, and the position in one line. */
static void put_where(json_writer *w, const position *p, int seat) {
    text line = text_growing();
    position_write(p, &line);
    put_key_string(w, "type", "position");
    put_key_string(w, "game", position_rules(p)->game->name);
    put_key_int(w, "ply", position_ply(p));
    if (seat >= 0) put_key_int(w, "seat", (uint64_t)seat + 1);
    if (position_seat(p) >= 0) put_key_int(w, "view", (uint64_t)position_seat(p) + 1);
    put_key_string(w, "fen", text_string(&line));
    w->out->cut |= line.cut;
    text_done(&line);
}

static void put_score_json(const found_lines *f, const search_line *l, json_writer *w) {
    line_score s = score_of_line(f->root, l, f->ask->seat, false);
    json_key(w, "score");
    json_open(w, '{');
    json_key(w, s.mate ? "mate" : "cp");
    json_int(w, s.mate ? s.mate : s.cp);
    if (l->at_most) put_key_string(w, "bound", "upper");
    json_close(w, '}');
}

static void put_line_json(const found_lines *f, const search_line *l, json_writer *w) {
    const rules *r = position_rules(f->root);
    text said = text_growing();
    json_open(w, '{');
    json_key(w, "action");
    json_stringn(w, l->pv, strcspn(l->pv, " "));
    if (f->how == SPELLING_SAN) {
        analyze_put_first(f->how, f->root, l->pv, &said);
        put_key_string(w, "san", text_string(&said));
    }
    put_reals(w, "values", l->values, r->players, 4);
    put_score_json(f, l, w);
    if (score_has_points(r, l)) put_reals(w, "points", l->points, r->players, 2);
    if (l->visits) put_key_int(w, "visits", l->visits);
    put_key_string(w, "line", l->pv);
    if (f->how == SPELLING_SAN) {
        text_clear(&said);
        spelling_write_line(f->how, f->root, l->pv, &said);
        put_key_string(w, "line_san", text_string(&said));
    }
    json_close(w, '}');
    w->out->cut |= said.cut;
    text_done(&said);
}

status analyze_put_json(const found_lines *f, text *out, error *err) {
    const search_report *rep = f->rep;
    json_writer w = json_writer_on(out);
    text why = text_growing();
    json_open(&w, '{');
    put_where(&w, f->root, f->ask->seat);
    if (f->opening.name) put_key_string(&w, "eco", f->opening.eco);
    if (f->opening.name) put_key_string(&w, "opening", f->opening.name);
    put_key_string(&w, "search", search_kind(f->ask, position_rules(f->root))->name);
    put_key_int(&w, "nodes", rep->nodes);
    if (rep->visits) put_key_int(&w, "visits", rep->visits);
    put_key_int(&w, "time_ms", (uint64_t)(rep->time_ms > 0 ? rep->time_ms : 0));
    put_key_int(&w, "depth", rep->depth);
    put_key_int(&w, "seldepth", rep->seldepth);
    json_key(&w, "lines");
    json_open(&w, '[');
    for (size_t i = 0; i < rep->count && i < (size_t)f->ask->options.multipv; i++)
        put_line_json(f, &rep->lines[i], &w);
    json_close(&w, ']');
    status st = put_why(f, &why, err);
    if (why.len) put_key_string(&w, "why", text_string(&why));
    if (rep->note) put_key_string(&w, "note", rep->note);
    json_close(&w, '}');
    text_char(out, '\n');
    text_done(&why);
    return st == ST_OK && out->cut ? error_set(err, ST_NOMEM, "no memory for the answer") : st;
}

void analyze_put_end(const position *p, text *out) {
    const rules *r = position_rules(p);
    json_writer w = json_writer_on(out);
    bool over = position_seat(p) == SEAT_ALL && game_is_over(r, position_data(p));
    json_open(&w, '{');
    put_where(&w, p, -1);
    json_key(&w, "over");
    json_bool(&w, over);
    if (over) {
        float utility[GAME_MAX_PLAYERS];
        int32_t points[GAME_MAX_PLAYERS];
        double values[GAME_MAX_PLAYERS];
        r->game->returns(r, position_data(p), utility, points);
        for (int i = 0; i < r->players; i++) values[i] = (double)utility[i];
        char buf[128];
        text stated = text_over(buf, sizeof buf);
        game_tell_end(r, position_data(p), &stated);
        put_key_string(&w, "reason", game_ending(r, position_data(p)));
        if (*buf) put_key_string(&w, "told", buf);
        put_reals(&w, "values", values, r->players, 4);
    }
    json_close(&w, '}');
    text_char(out, '\n');
}
