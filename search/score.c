#include "search/score.h"

#include <assert.h>
#include <math.h>
#include <string.h>

int score_of_value(double p) {
    assert(p == p); /* a number */
    if (p <= 0) return -SCORE_LIMIT;
    if (p >= 1) return SCORE_LIMIT;
    double cp = log(p / (1 - p)) / 0.00368208;
    if (cp > SCORE_LIMIT) cp = SCORE_LIMIT;
    if (cp < -SCORE_LIMIT) cp = -SCORE_LIMIT;
    return (int)lround(cp);
}

static int cp_of(const rules *r, const search_line *line, int seat) {
    if (!score_has_points(r, line)) return score_of_value(line->values[seat]);
    double best = 0;
    for (int i = 0, first = 1; i < r->players; i++) {
        if (i == seat || (!first && line->points[i] <= best)) continue;
        best = line->points[i];
        first = 0;
    }
    double cp = 100 * (line->points[seat] - best);
    return (int)lround(fmax(-SCORE_LIMIT * 10.0, fmin(SCORE_LIMIT * 10.0, cp)));
}

/* How far the end of a game is that was proven won or lost; 0 where the line does not show it. */
static int mate_of(const position *root, const search_line *line, int seat, bool plies) {
    bool sure = line->proof == PROOF_WIN || line->proof == PROOF_LOSS;
    if (!sure || !line->plies || position_rules(root)->traits & (GAME_POINTS | GAME_HIDDEN))
        return 0;
    position *p;
    if (position_clone(&p, root, NULL) != ST_OK) return 0;
    const rules *r = position_rules(p);
    int n = 0;
    for (const char *at = line->pv; *at;) {
        char event[GAME_TOKEN_SIZE];
        text word = text_over(event, sizeof event);
        size_t len = strcspn(at, " ");
        text_putn(&word, at, len);
        at += len + (at[len] == ' ');
        if (plies || r->game->actor(r, position_data(p)) == seat) n++;
        if (position_play(p, event, NULL) != ST_OK) break;
    }
    bool over = r->game->actor(r, position_data(p)) == ACTOR_NONE;
    position_destroy(p);
    return !over ? 0 : line->proof == PROOF_WIN ? n : -n;
}

line_score score_of_line(const position *root, const search_line *line, int seat, bool plies) {
    assert(seat >= 0 && seat < position_rules(root)->players);
    line_score s = {.mate = mate_of(root, line, seat, plies)};
    if (s.mate) return s;
    s.cp = cp_of(position_rules(root), line, seat);
    if (line->at_most) s.bound = SCORE_AT_MOST;
    return s;
}

/* Scores in one order: lost soon, lost late, centipawns, won late, won soon. */
static int height(const line_score *s) {
    enum { BEYOND = 1000000 };
    return s->mate > 0 ? BEYOND - s->mate : s->mate < 0 ? -BEYOND - s->mate : s->cp;
}

line_score score_of_next(const position *root, const search_line *line, int seat, bool plies,
                         const line_score *before) {
    line_score own = score_of_line(root, line, seat, plies);
    if (height(&own) <= height(before)) return own;
    line_score max = *before;
    max.bound = SCORE_AT_MOST;
    if (before->mate || own.mate || position_rules(root)->traits & GAME_POINTS) return max;
    line_score min = {.cp = score_of_value(line->lcb), .bound = SCORE_AT_LEAST};
    return line->visits && !line->proof && min.cp <= before->cp ? min : max;
}

void score_write(const line_score *s, text *out) {
    if (s->mate > 0)
        text_format(out, "mate in %d", s->mate);
    else if (s->mate < 0)
        text_format(out, "mated in %d", -s->mate);
    else
        text_format(out, "cp %+d", s->cp);
}
