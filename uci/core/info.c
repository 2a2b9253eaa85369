#include "uci/core/info.h"

#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "search/score.h"
#include "uci/core/viewer.h"

/* From a report to lines. Order of fields in an `info` line: depth seldepth multipv [seat] score
 * [wdl] [extensions] nodes nps hashfull tbhits time pv; pv is last. */

enum { ALTERNATIVES = 3 };

/* By the game's knowledge of draws where it has any; else as counted in playouts, or, where nothing
 * was played out, by the share alone. */
static void put_wdl(const rules *r, const search_line *line, int seat, const draw_odds *draws,
                    reply *out) {
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
    reply_list(out, "wdl", 0);
    reply_list_add(out, wins);
    reply_list_add(out, 1000 - wins - losses);
    reply_list_add(out, losses);
}

static void put_list(const rules *r, const char *name, const double *x, int digits, reply *out) {
    reply_list(out, name, digits);
    for (int i = 0; i < r->players; i++) reply_list_add(out, x[i]);
}

static void put_scores(const task *t, const search_line *line, const line_score *score,
                       reply *out) {
    static const char *const bounds[] = {NULL, "upperbound", "lowerbound"};
    const rules *r = position_rules(t->root);
    const info_style *style = &t->style;
    reply_score(out, "score", score->mate ? "mate" : "cp", score->mate ? score->mate : score->cp,
                bounds[score->bound]);
    if (style->wdl) put_wdl(r, line, t->question.seat, &style->draws, out);
    if (style->values) {
        put_list(r, "values", line->values, 4, out);
        if (line->visits || line->ended) put_list(r, "win", line->win, 4, out);
        if (score_has_points(r, line)) put_list(r, "points", line->points, 2, out);
    }
    if (style->ranks && (line->visits || line->ended)) {
        reply_list(out, "ranks", 4);
        for (int i = 0; i < r->players; i++)
            for (int j = 0; j < r->players; j++) reply_list_add(out, line->ranks[i][j]);
    }
}

void info_scores(const task *t, const search_line *line, reply *out) {
    line_score score = score_of_line(t->root, line, t->question.seat, t->style.mate_plies);
    put_scores(t, line, &score, out);
}

static void put_line(const task *t, const search_report *r, size_t i, const line_score *score,
                     reply *out) {
    static const char *const proofs[] = {"none", "win", "loss", "draw", "exact"};
    const search_line *line = &r->lines[i];
    bool extended = t->style.values;
    reply_init(out, "info");
    reply_int(out, "depth", r->depth);
    reply_int(out, "seldepth", r->seldepth);
    reply_int(out, "multipv", (int64_t)i + 1);
    if (t->responder.dialect == DIALECT_MGI) reply_int(out, "seat", t->question.seat + 1);
    put_scores(t, line, score, out);
    if (extended && line->visits) {
        reply_count(out, "visits", line->visits);
        reply_real(out, "lcb", line->lcb, 4);
        reply_real(out, "sd", line->sd, 4);
    }
    if (extended && r->worlds) reply_count(out, "worlds", r->worlds);
    if (extended && line->proof) reply_word(out, "proof", proofs[line->proof]);
    uint64_t ms = r->time_ms > 0 ? (uint64_t)r->time_ms : 1;
    reply_count(out, "nodes", r->nodes);
    reply_count(out, "nps", r->nodes * 1000 / ms);
    reply_int(out, "hashfull", r->hashfull);
    reply_count(out, "tbhits", 0);
    reply_int(out, "time", r->time_ms);
    reply_words(out, "pv", line->pv);
}

static void put_lines(const task *t, const search_report *r, bool final) {
    int seat = t->question.seat;
    bool plies = t->style.mate_plies;
    line_score score = {0};
    for (size_t i = 0; i < r->count && (int)i < t->style.multipv; i++) {
        const search_line *line = &r->lines[i];
        reply out;
        score = i ? score_of_next(t->root, line, seat, plies, &score)
                  : score_of_line(t->root, line, seat, plies);
        put_line(t, r, i, &score, &out);
        if (final)
            responder_say(&t->responder, &out);
        else
            responder_progress(&t->responder, &out);
    }
}

void info_report(const task *t, const search_report *r) {
    put_lines(t, r, false);
}

/* The first word of a line's pv, and the one after it. */
static void split_pv(const search_line *line, char first[GAME_TOKEN_SIZE],
                     char second[GAME_TOKEN_SIZE]) {
    const char *at = line->pv;
    char *to[] = {first, second};
    for (int i = 0; i < 2; i++) {
        size_t n = strcspn(at, " ");
        text out = text_over(to[i], GAME_TOKEN_SIZE);
        text_putn(&out, at, n);
        at += n + (at[n] == ' ');
    }
}

/* Lines beyond multipv have no pv; their token is written from the root. */
static void line_name(const task *t, const search_line *line, char name[GAME_TOKEN_SIZE]) {
    text out = text_over(name, GAME_TOKEN_SIZE);
    void *world = viewer_world(t->root);
    if (world) token_write(position_rules(t->root), world, &line->first, &out);
    mem_free(world);
}

static const char *kind_of(const task *t) {
    void *world = viewer_world(t->root);
    node_kind k = world ? game_kind(position_rules(t->root), world) : KIND_ACTION;
    mem_free(world);
    return game_kind_name(k);
}

static void say_bestaction(const task *t, const search_answer *a, const char *best) {
    const search_line *line = &a->report.lines[a->best];
    const rules *r = position_rules(t->root);
    char name[ALTERNATIVES][GAME_TOKEN_SIZE];
    reply out;
    reply_init(&out, "bestaction");
    reply_word(&out, "action", best);
    reply_lead(&out, "");
    reply_int(&out, "seat", t->question.seat + 1);
    reply_word(&out, "kind", kind_of(t));
    put_list(r, "values", line->values, 4, &out);
    if (score_has_points(r, line)) put_list(r, "points", line->points, 2, &out);
    int shown = 0;
    for (size_t i = 0; i < a->report.count && shown < ALTERNATIVES; i++) {
        if (i == a->best) continue;
        line_name(t, &a->report.lines[i], name[shown]);
        reply_pair(&out, "alt", name[shown++], a->report.lines[i].visits);
    }
    reply_word(&out, "reason", a->only ? "only" : line->proof ? "solver" : "search");
    responder_say(&t->responder, &out);
}

static void say_bestmove(const task *t, const char *best, const char *next) {
    reply out;
    reply_init(&out, "bestmove");
    reply_word(&out, "move", best);
    reply_lead(&out, "");
    if (*next && t->responder.dialect != DIALECT_UGI) reply_word(&out, "ponder", next);
    responder_say(&t->responder, &out);
}

void info_answer(const task *t, const search_answer *a, const error *failure) {
    if (failure) responder_error(&t->responder, failure, "go", -1);
    if (failure || !a->report.count) {
        responder_no_move(&t->responder);
        return;
    }
    char best[GAME_TOKEN_SIZE];
    char next[GAME_TOKEN_SIZE];
    put_lines(t, &a->report, true);
    if (a->report.note) responder_note(&t->responder, "%s", a->report.note);
    split_pv(&a->report.lines[a->best], best, next);
    if (!best[0]) line_name(t, &a->report.lines[a->best], best);
    if (t->responder.dialect == DIALECT_MGI) say_bestaction(t, a, best);
    say_bestmove(t, best, next);
}
