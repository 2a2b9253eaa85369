#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "search/score.h"
#include "uci/session_state.h"

/* From a report to lines. Order of fields in an `info` line: depth seldepth multipv [seat] score
 * [wdl] [extensions] nodes nps hashfull tbhits time pv; pv is last. */

enum { ALTERNATIVES = 3 };

/* By the game's knowledge of draws where it has any; else as counted in playouts, or, where nothing
 * was played out, by the share alone. */
static void put_wdl(const rules *r, const search_line *line, int seat, const draw_odds *draws,
                    text *out) {
    double w = line->win[seat];
    double l = r->players == 2 ? line->win[seat ^ 1] : 1 - w;
    if (line->proof == PROOF_DRAW) {
        w = l = 0;
    } else if ((!line->visits && !line->ended) || (draws->known && !line->proof)) {
        outcome_odds o = draws_split(draws, line->values[seat]);
        w = o.win;
        l = o.loss;
    }
    int wins = (int)lround(1000 * w);
    int losses = (int)lround(1000 * l);
    if (wins + losses > 1000) losses = 1000 - wins;
    text_format(out, " wdl %d %d %d", wins, 1000 - wins - losses, losses);
}

static void put_list(const rules *r, const char *name, const double *x, int digits, text *out) {
    text_format(out, " %s", name);
    for (int i = 0; i < r->players; i++) text_format(out, " %.*f", digits, x[i]);
}

static void put_scores(const rules *r, const search_line *line, int seat, const info_style *style,
                       const line_score *score, text *out) {
    static const char *const bounds[] = {"", " upperbound", " lowerbound"};
    text_format(out, " score %s %d%s", score->mate ? "mate" : "cp",
                score->mate ? score->mate : score->cp, bounds[score->bound]);
    if (style->wdl) put_wdl(r, line, seat, &style->draws, out);
    if (style->values) {
        put_list(r, "values", line->values, 4, out);
        if (line->visits || line->ended) put_list(r, "win", line->win, 4, out);
        if (score_has_points(r, line)) put_list(r, "points", line->points, 2, out);
    }
    if (style->ranks && (line->visits || line->ended)) {
        text_put(out, " ranks");
        for (int i = 0; i < r->players; i++)
            for (int j = 0; j < r->players; j++) text_format(out, " %.4f", line->ranks[i][j]);
    }
}

void info_scores(const position *root, const search_line *line, int seat, const info_style *style,
                 text *out) {
    line_score score = score_of_line(root, line, seat, style->mate_plies);
    put_scores(position_rules(root), line, seat, style, &score, out);
}

static void put_line(const task *t, const search_report *r, size_t i, const line_score *score,
                     text *out) {
    static const char *const proofs[] = {"none", "win", "loss", "draw", "exact"};
    const search_line *line = &r->lines[i];
    bool extended = t->style.values;
    text_format(out, "info depth %u seldepth %u multipv %zu", r->depth, r->seldepth, i + 1);
    if (t->voice.dialect == DIALECT_MGI) text_format(out, " seat %d", t->question.seat + 1);
    put_scores(position_rules(t->root), line, t->question.seat, &t->style, score, out);
    if (extended && line->visits)
        text_format(out, " visits %llu lcb %.4f sd %.4f", (unsigned long long)line->visits,
                    line->lcb, line->sd);
    if (extended && r->worlds) text_format(out, " worlds %llu", (unsigned long long)r->worlds);
    if (extended && line->proof) text_format(out, " proof %s", proofs[line->proof]);
    uint64_t ms = r->time_ms > 0 ? (uint64_t)r->time_ms : 1;
    text_format(out, " nodes %llu nps %llu hashfull %u tbhits 0 time %lld pv %s",
                (unsigned long long)r->nodes, (unsigned long long)(r->nodes * 1000 / ms),
                r->hashfull, (long long)r->time_ms, line->pv);
}

static void put_lines(const task *t, const search_report *r, bool final) {
    int seat = t->question.seat;
    bool plies = t->style.mate_plies;
    line_score score = {0};
    for (size_t i = 0; i < r->count && (int)i < t->style.multipv; i++) {
        const search_line *line = &r->lines[i];
        text out = text_growing();
        score = i ? score_of_next(t->root, line, seat, plies, &score)
                  : score_of_line(t->root, line, seat, plies);
        put_line(t, r, i, &score, &out);
        if (final)
            say_text(&t->voice, &out);
        else
            say_progress(&t->voice, &out);
        text_done(&out);
    }
}

void info_report(const task *t, const search_report *r) {
    put_lines(t, r, false);
}

/* The first word of a line's pv, and the one behind it. */
static void split_pv(const search_line *line, char first[GAME_TOKEN_ROOM],
                     char second[GAME_TOKEN_ROOM]) {
    const char *at = line->pv;
    char *to[] = {first, second};
    for (int i = 0; i < 2; i++) {
        size_t n = strcspn(at, " ");
        text out = text_over(to[i], GAME_TOKEN_ROOM);
        text_putn(&out, at, n);
        at += n + (at[n] == ' ');
    }
}

/* Lines beyond multipv have no pv; their token is written from the root. */
static void line_name(const task *t, const search_line *line, char name[GAME_TOKEN_ROOM]) {
    text out = text_over(name, GAME_TOKEN_ROOM);
    void *world = world_of(t->root);
    if (world) token_write(position_rules(t->root), world, &line->first, &out);
    mem_free(world);
}

static const char *kind_of(const task *t) {
    void *world = world_of(t->root);
    node_kind k = world ? game_kind(position_rules(t->root), world) : KIND_ACTION;
    mem_free(world);
    return game_kind_name(k);
}

static void put_bestaction(const task *t, const search_answer *a, const char *best) {
    const search_line *line = &a->report.lines[a->best];
    const rules *r = position_rules(t->root);
    text out = text_growing();
    text_format(&out, "bestaction %s seat %d kind %s", best, t->question.seat + 1, kind_of(t));
    put_list(r, "values", line->values, 4, &out);
    if (score_has_points(r, line)) put_list(r, "points", line->points, 2, &out);
    int shown = 0;
    for (size_t i = 0; i < a->report.count && shown < ALTERNATIVES; i++) {
        char name[GAME_TOKEN_ROOM];
        if (i == a->best) continue;
        line_name(t, &a->report.lines[i], name);
        text_format(&out, " alt %s %llu", name, (unsigned long long)a->report.lines[i].visits);
        shown++;
    }
    text_format(&out, " reason %s", a->only ? "only" : line->proof ? "solver" : "search");
    say_text(&t->voice, &out);
    text_done(&out);
}

void info_answer(const task *t, const search_answer *a, const error *failure) {
    if (failure) say_error(&t->voice, failure, "go", -1);
    if (failure || !a->report.count) {
        say(&t->voice, "bestmove (none)");
        return;
    }
    char best[GAME_TOKEN_ROOM];
    char next[GAME_TOKEN_ROOM];
    put_lines(t, &a->report, true);
    if (a->report.note) say_note(&t->voice, "%s", a->report.note);
    split_pv(&a->report.lines[a->best], best, next);
    if (!best[0]) line_name(t, &a->report.lines[a->best], best);
    if (t->voice.dialect == DIALECT_MGI) put_bestaction(t, a, best);
    if (next[0] && t->voice.dialect != DIALECT_UGI)
        say(&t->voice, "bestmove %s ponder %s", best, next);
    else
        say(&t->voice, "bestmove %s", best);
}
