#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "uci/session_state.h"

/* From a report to lines. Order of fields in an `info` line: depth seldepth multipv [seat] score
 * [wdl] [extensions] nodes nps hashfull tbhits time pv; pv is last. */

enum { CP_LIMIT = 10000, ALTERNATIVES = 3 };

/* The constant of the win-percentage curve that front ends use to turn centipawns back. */
int info_value_cp(double p) {
    if (p <= 0) return -CP_LIMIT;
    if (p >= 1) return CP_LIMIT;
    double cp = log(p / (1 - p)) / 0.00368208;
    if (cp > CP_LIMIT) cp = CP_LIMIT;
    if (cp < -CP_LIMIT) cp = -CP_LIMIT;
    return (int)lround(cp);
}

/* With points the score is the lead in points, as a hundredth of a point. */
static int score_cp(const rules *r, const search_line *line, int seat) {
    if (!(r->traits & GAME_POINTS) || !line->visits) return info_value_cp(line->values[seat]);
    double best = 0;
    for (int i = 0, first = 1; i < r->players; i++) {
        if (i == seat || (!first && line->points[i] <= best)) continue;
        best = line->points[i];
        first = 0;
    }
    double cp = 100 * (line->points[seat] - best);
    return (int)lround(fmax(-CP_LIMIT * 10.0, fmin(CP_LIMIT * 10.0, cp)));
}

static void put_wdl(const rules *r, const search_line *line, int seat, text *out) {
    double w = line->win[seat];
    double l = r->players == 2 ? line->win[seat ^ 1] : 1 - w;
    if (!line->visits) { /* nothing was played out: all that is known is the share */
        w = line->values[seat];
        l = 1 - w;
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

/* How far the end of a game is that was proven won or lost: in decisions of the seat's own, or in
 * `plies` of everybody. 0 where the line does not show it to the end. */
static int mate_distance(const position *root, const search_line *line, int seat, bool plies) {
    bool sure = line->proof == PROOF_WIN || line->proof == PROOF_LOSS;
    if (!sure || !line->pv[0] || position_rules(root)->traits & (GAME_POINTS | GAME_HIDDEN))
        return 0;
    position *p;
    if (position_clone(&p, root, NULL) != ST_OK) return 0;
    const rules *r = position_rules(p);
    int n = 0;
    for (const char *at = line->pv; *at;) {
        char event[GAME_TOKEN_ROOM];
        text word = text_over(event, sizeof event);
        size_t len = strcspn(at, " ");
        text_putn(&word, at, len);
        at += len + (at[len] == ' ');
        if (plies || r->kind->actor(r, position_data(p)) == seat) n++;
        if (position_play(p, event, NULL) != ST_OK) break;
    }
    bool over = r->kind->actor(r, position_data(p)) == ACTOR_NONE;
    position_destroy(p);
    return !over ? 0 : line->proof == PROOF_WIN ? n : -n;
}

void info_scores(const position *root, const search_line *line, int seat, const info_style *style,
                 text *out) {
    const rules *r = position_rules(root);
    int mate = mate_distance(root, line, seat, style->mate_plies);
    if (mate)
        text_format(out, " score mate %d", mate);
    else
        text_format(out, " score cp %d", score_cp(r, line, seat));
    if (style->wdl) put_wdl(r, line, seat, out);
    if (style->values) {
        put_list(r, "values", line->values, 4, out);
        if (line->visits) put_list(r, "win", line->win, 4, out);
        if (line->visits && r->traits & GAME_POINTS) put_list(r, "points", line->points, 2, out);
    }
    if (style->ranks && line->visits) {
        text_put(out, " ranks");
        for (int i = 0; i < r->players; i++)
            for (int j = 0; j < r->players; j++) text_format(out, " %.4f", line->ranks[i][j]);
    }
}

static void put_line(const task *t, const search_report *r, size_t i, text *out) {
    static const char *const proofs[] = {"none", "win", "loss", "draw", "exact"};
    const search_line *line = &r->lines[i];
    bool extended = t->style.values;
    text_format(out, "info depth %u seldepth %u multipv %zu", r->depth, r->seldepth, i + 1);
    if (t->voice.dialect == DIALECT_MGI) text_format(out, " seat %d", t->question.seat + 1);
    info_scores(t->root, line, t->question.seat, &t->style, out);
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
    for (size_t i = 0; i < r->count && (int)i < t->style.multipv; i++) {
        text out = text_growing();
        put_line(t, r, i, &out);
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
    if (line->visits && r->traits & GAME_POINTS) put_list(r, "points", line->points, 2, &out);
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
