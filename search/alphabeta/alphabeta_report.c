#include "search/alphabeta/alphabeta_tree.h"

/* Lines: from the triangular table of a worker to what is reported. A line is replayed from the
 * root, which shows where its tokens end, who gets what at its end, and how it is written. Only the
 * worker looks at its own tables; what is told is guarded by the lock. */

static bool line_holds(const ab_line *l) {
    return l->count > 0 && l->count <= AB_MAX_PLY && l->first > 0 && l->first <= l->count &&
           l->score >= -AB_WIN && l->score <= AB_WIN;
}

bool ab_worker_check(const ab_worker *w) {
    if (w->count < 0 || w->count > w->m->lines || w->top > w->cap) return false;
    for (int i = 0; i < w->count; i++)
        if (!line_holds(&w->lines[i])) return false;
    return true;
}

/* --- taking a line --- */

/* Replays the line; frame and state `ply` are then those after its first `ply` steps. */
static void replay(ab_worker *w, const ab_line *l) {
    uint64_t nodes = w->nodes; /* telling is not searching */
    for (int i = 0; i < l->count; i++) ab_step(w, i, l->steps[i]);
    w->nodes = nodes;
}

/* The step the table knows at `ply`, if it is legal. */
static action table_step(ab_worker *w, int ply) {
    tt_entry e;
    if (!tt_probe(w->m->table, w->frame[ply].key, &e) || e.step == ACTION_NONE) return ACTION_NONE;
    w->top = 0;
    int count = ab_list(w, ply, ACTION_NONE, true);
    for (int i = 0; i < count; i++)
        if (w->list[i] == e.step) return e.step;
    return ACTION_NONE;
}

/* Whether the game is over at `ply` as the score of the line says. */
static bool ends_as_scored(ab_worker *w, const ab_line *l, int ply) {
    const ab *m = w->m;
    game_result res;
    if (w->frame[ply].actor != ACTOR_NONE) return false;
    result_read(&res, m->r, ab_state(w, ply), false);
    return l->score > 0 ? res.utility[m->seat] >= 1 : res.utility[m->seat] <= 0;
}

/* A proven win that a cut by the table has shortened is played on by the table, if it leads to the
 * end. */
static void play_on(ab_worker *w, ab_line *l) {
    bool won = l->score > AB_SURE || l->score < -AB_SURE;
    if (!l->proven || !won || !w->m->knob[KNOB_AB_TABLE]) return;
    uint64_t nodes = w->nodes;
    int ply = l->count;
    while (w->frame[ply].actor >= 0 && ply < AB_MAX_PLY) {
        action a = table_step(w, ply);
        if (a == ACTION_NONE) break;
        ab_step(w, ply, a);
        l->steps[ply++] = a;
    }
    w->nodes = nodes;
    if (!ends_as_scored(w, l, ply)) return;
    l->count = ply;
    l->complete = true;
}

static bool same_token(const ab_line *a, const ab_line *b) {
    return a->first == b->first &&
           memcmp(a->steps, b->steps, (size_t)a->first * sizeof(action)) == 0;
}

void ab_take_line(ab_worker *w, int at, int score, bool proven) {
    ab_line line = {.count = w->pv_len[0], .score = score, .proven = proven};
    memcpy(line.steps, ab_pv(w, 0), (size_t)line.count * sizeof *line.steps);
    replay(w, &line);
    int first = 1;
    while (first < line.count && w->frame[first].inside) first++;
    if (line.count == 0 || w->frame[first].inside) return; /* nothing complete to report */
    line.first = first;
    line.complete = w->frame[line.count].actor < 0;
    if (!line.complete) play_on(w, &line);
    /* A win is told when all of it can be shown; without windows of their own lines are cut short. */
    bool won = score > AB_SURE || score < -AB_SURE;
    if (!line.complete && won && w->m->knob[KNOB_AB_PVS]) line.proven = false;
    /* The token's old line goes; without one, the last. */
    int old = at;
    while (old < w->count && !same_token(&w->lines[old], &line)) old++;
    if (old == w->count && w->count < w->m->lines) w->count++;
    if (old == w->m->lines) old--;
    memmove(&w->lines[at + 1], &w->lines[at], (size_t)(old - at) * sizeof *w->lines);
    w->lines[at] = line;
    assert(ab_worker_check(w));
}

/* --- telling --- */

static search_proof proof_of(const ab *m, const ab_line *l) {
    bool duel = m->players == 2;
    double v = ab_value_of(m, l->score);
    if (!l->proven || m->style == AB_BRS) return PROOF_NONE;
    if (m->scale.objective == OBJECTIVE_WIN && v >= 1) return PROOF_WIN;
    if (!duel) return PROOF_NONE; /* the others need not work together */
    if (m->scale.objective != OBJECTIVE_WIN) return PROOF_EXACT;
    if (v <= 0) return PROOF_LOSS;
    return l->score == m->draw ? PROOF_DRAW : PROOF_EXACT;
}

/* The values at the end of the replayed line; what is certain there is reported as such. */
static void values_at_end(ab_worker *w, const ab_line *l, double *value, search_line *out) {
    const ab *m = w->m;
    const ab_frame *end = &w->frame[l->count];
    if (end->actor != ACTOR_NONE) {
        evaluator_expected(m->job->eval, ab_state(w, l->count), value);
        return;
    }
    game_result res;
    result_read(&res, m->r, ab_state(w, l->count), m->job->options.want_ranks);
    result_value(&m->scale, &res, value);
    out->ended = out->proof != PROOF_NONE;
    out->plies = out->ended ? end->tokens : 0;
    for (int i = 0; i < m->players && out->ended; i++) {
        out->points[i] = res.points[i];
        out->win[i] = res.sole_first == i;
        if (m->job->options.want_ranks) out->ranks[i][res.ranks[i] - 1] = 1;
    }
}

/* The deciding seat has its score; the others share what is left as at the end of the line. */
static void fill_values(ab_worker *w, const ab_line *l, search_line *out) {
    const ab *m = w->m;
    double end[GAME_MAX_PLAYERS];
    double own = ab_value_of(m, l->score);
    double others = 0;
    values_at_end(w, l, end, out);
    for (int i = 0; i < m->players; i++)
        if (i != m->seat) others += end[i];
    for (int i = 0; i < m->players; i++) {
        double share = others > 0 ? end[i] / others : 1.0 / (m->players - 1);
        out->values[i] = m->scale.adds_up ? (1 - own) * share : end[i];
    }
    out->values[m->seat] = own;
    for (int i = 0; i < m->players && !out->ended; i++) out->win[i] = out->values[i];
    out->lcb = own;
}

static void write_line(ab_worker *w, const ab_line *l, search_line *out) {
    const ab *m = w->m;
    text pv = text_over(out->pv, sizeof out->pv);
    token tok = {.count = 0};
    int start = 0;
    for (int i = 0; i < l->count; i++) {
        if (w->frame[i].actor < 0) { /* the only outcome is not written */
            start = i + 1;
            continue;
        }
        if (tok.count < GAME_MAX_STEPS) tok.steps[tok.count++] = l->steps[i];
        if (w->frame[i + 1].inside) continue;
        size_t mark = pv.len;
        if (pv.len) text_char(&pv, ' ');
        token_write(m->r, ab_state(w, start), &tok, &pv);
        if (pv.cut) {
            text_truncate(&pv, mark);
            return;
        }
        start = i + 1;
        tok.count = 0;
    }
}

static void report_line(ab_worker *w, const ab_line *l, search_line *out) {
    *out = (search_line){
        .first = {.count = l->first}, .proof = proof_of(w->m, l), .at_most = l->at_most};
    memcpy(out->first.steps, l->steps, (size_t)l->first * sizeof(action));
    replay(w, l);
    fill_values(w, l, out);
    write_line(w, l, out);
}

/* The first `scored` lines, which this depth has scored, best first; the others stay after them. */
static void sort_lines(ab_worker *w, int scored) {
    for (int i = 1; i < scored && i < w->count; i++) {
        ab_line l = w->lines[i];
        int at = i;
        for (; at > 0 && w->lines[at - 1].score < l.score; at--) w->lines[at] = w->lines[at - 1];
        w->lines[at] = l;
    }
}

/* Scores of different depths do not compare. After a depth that was cut short the lines that it
 * has scored come first; of the others the search knows that it found no better one there than the
 * last of those, so they are listed after it and say no more than "at most as much". Only what is
 * proven holds at any depth, and keeps its own place. */
static void rank_unfinished(ab_worker *w) {
    for (int i = 1; i < w->count; i++) {
        ab_line *l = &w->lines[i];
        int limit = w->lines[i - 1].score;
        if (l->score <= limit) continue;
        if (l->proven) {
            sort_lines(w, i + 1);
        } else {
            l->score = limit;
            l->at_most = true;
        }
    }
}

/* Whether a list of the depth already reported brings anything: of several lines only another best
 * one does, as the list reported before belongs together. */
static bool other_choice(const ab_worker *w, const ab_published *published) {
    token first = {.count = w->lines[0].first};
    memcpy(first.steps, w->lines[0].steps, (size_t)first.count * sizeof(action));
    return published->count < 2 || !token_equal(&published->lines[0].first, &first);
}

void ab_publish(ab_worker *w, unsigned depth, int scored, bool complete) {
    ab *m = w->m;
    ab_published *published = &m->published;
    sort_lines(w, scored);
    if (!complete) rank_unfinished(w);
    assert(ab_worker_check(w));
    atomic_store_explicit(&w->shown_nodes, w->nodes, memory_order_relaxed);
    (void)mtx_lock(&m->lock);
    bool news = depth > published->depth || (depth == published->depth && w->id == 0);
    if (news) published->seldepth = w->seldepth;
    if (news && (depth != published->depth || !depth || other_choice(w, published))) {
        published->depth = depth;
        published->count = (size_t)w->count;
        for (int i = 0; i < w->count; i++) report_line(w, &w->lines[i], &published->lines[i]);
    }
    (void)mtx_unlock(&m->lock);
}

/* --- before and after --- */

/* Looks at some of the root's tokens and keeps the best. */
typedef struct glance {
    ab_worker *w;
    int looked;
} glance;

static bool is_allowed(const search_job *job, const token *tok) {
    for (size_t i = 0; i < job->only_count; i++)
        if (token_equal(&job->only[i], tok)) return true;
    return !job->only;
}

static bool look_at(void *ctx, const token *tok) {
    enum { ENOUGH = 64 };
    glance *g = ctx;
    ab_worker *w = g->w;
    const ab *m = w->m;
    if (!is_allowed(m->job, tok)) return true;
    ab_line l = {.count = tok->count, .first = tok->count};
    memcpy(l.steps, tok->steps, (size_t)tok->count * sizeof(action));
    replay(w, &l);
    l.score = ab_static(w, tok->count);
    int at = w->count < m->lines ? w->count++ : m->lines;
    for (; at > 0 && w->lines[at - 1].score < l.score; at--)
        if (at < m->lines) w->lines[at] = w->lines[at - 1];
    if (at < m->lines) w->lines[at] = l;
    return ++g->looked < ENOUGH || w->count < m->lines;
}

status ab_first_lines(ab *m, error *err) {
    glance g = {.w = &m->worker[0]};
    status st =
        token_walk((state_ref){m->r, ab_state(g.w, 0), position_trail(m->job->root)}, look_at, &g);
    if (st != ST_OK || !g.w->count) return error_set(err, ST_NOMEM, "no memory for the search");
    ab_publish(g.w, 0, 0, true);
    for (int i = 1; i < m->workers; i++) {
        m->worker[i].count = g.w->count;
        memcpy(m->worker[i].lines, g.w->lines, (size_t)g.w->count * sizeof(ab_line));
    }
    return ST_OK;
}

void ab_report(void *self, search_report *out) {
    ab *m = self;
    out->nodes = 0;
    out->visits = out->worlds = 0;
    for (int i = 0; i < m->workers; i++)
        out->nodes += atomic_load_explicit(&m->worker[i].shown_nodes, memory_order_relaxed);
    (void)mtx_lock(&m->lock);
    const ab_published *published = &m->published;
    out->depth = published->depth ? published->depth : 1;
    out->seldepth = published->seldepth > out->depth ? published->seldepth : out->depth;
    out->count = published->count;
    for (size_t i = 0; i < published->count; i++) out->lines[i] = published->lines[i];
    (void)mtx_unlock(&m->lock);
    out->hashfull = tt_full(m->table);
}
