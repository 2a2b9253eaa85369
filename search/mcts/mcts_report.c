#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/mcts/mcts_walker.h"

/* What the search tells. The tree may be read while it grows, so the report walks it on the thread
 * that asks. Where there are several trees their numbers are added up. */

enum { PV_MIN_VISITS = 3, ORDERED = 4 /* lines in their final order, also without a pv */ };

static mcts_edge *most_visited(const mcts_tree *t, const mcts_node *n) {
    mcts_edge *best = NULL;
    uint32_t visits = 0;
    MCTS_EDGES(t, n, it) {
        mcts_edge *e = it.edge;
        if (RELAXED_LOAD(&e->visits) > visits && !RELAXED_LOAD(&e->pruned)) {
            visits = RELAXED_LOAD(&e->visits);
            best = e;
        }
    }
    return best;
}

/* What follows a node in the best line: the most visited edge, or where the value is proven an edge
 * that proves it. */
static mcts_edge *best_edge(const mcts_tree *t, const mcts_node *n) {
    if (n->actor >= 0 && mcts_solved(t, n)) {
        float value = mcts_get(t, n, V_LOW, n->actor);
        MCTS_EDGES(t, n, it) {
            const mcts_node *c = mcts_child(t, it.edge);
            if (c && mcts_get(t, c, V_LOW, n->actor) >= value) return it.edge;
        }
    }
    return most_visited(t, n);
}

static bool listed(const action *list, int count, action step) {
    for (int i = 0; i < count; i++)
        if (list[i] == step) return true;
    return false;
}

/* Follows the best edges from n, one token after the other, writing their texts (out may be NULL);
 * scratch->other is the state at n. Returns the number of tokens; *end: the line reached the
 * end of the game. */
static int write_pv(const mcts *m, const mcts_tree *t, mcts_scratch *scratch, const mcts_node *n,
                    text *out, bool *end) {
    trail *path = m->trailed ? &scratch->trail : NULL;
    int tokens = 0;
    *end = false;
    for (;;) {
        int actor = m->game->actor(m->r, scratch->other);
        *end = actor == ACTOR_NONE;
        if (actor < 0) return tokens;
        token tok = {.count = 0};
        memcpy(scratch->state, scratch->other, m->r->state_size);
        do {
            mcts_edge *e = n ? best_edge(t, n) : NULL;
            bool enough = e && (RELAXED_LOAD(&e->visits) >= PV_MIN_VISITS || mcts_solved(t, n));
            if (!enough) return tokens;
            /* In a hidden game another deal may have made this edge. */
            if (m->mode->deals) {
                int count = m->game->legal(m->r, scratch->other, path, scratch->list);
                if (!listed(scratch->list, count, e->step)) return tokens;
            }
            tok.steps[tok.count++] = e->step;
            m->game->apply(m->r, scratch->other, path, e->step);
            n = m->mode->child(m, t, e, scratch, scratch->other);
        } while (game_inside(m->r, scratch->other));
        tokens++;
        if (!out) continue;
        size_t mark = out->len;
        if (out->len) text_char(out, ' ');
        token_write(m->r, scratch->state, &tok, out);
        if (out->cut) {
            text_truncate(out, mark);
            return tokens;
        }
    }
}

int mcts_best_length(mcts_walker *w, bool *end) {
    const mcts *m = w->m;
    size_t mark = w->scratch.trail.len;
    memcpy(w->scratch.other, m->root_world, m->r->state_size);
    int n = write_pv(m, w->tree, &w->scratch, mcts_node_at(w->tree, w->tree->root), NULL, end);
    trail_cut(&w->scratch.trail, mark);
    return n;
}

/* --- lines --- */

static void add_stats(const mcts *m, const root_stat *s, root_sum *to) {
    to->visits += RELAXED_LOAD(&s->visits);
    to->square += RELAXED_LOAD(&s->square);
    to->ends += RELAXED_LOAD(&s->ends);
    to->said_of += RELAXED_LOAD(&s->said_of);
    for (int i = 0; i < m->players; i++) {
        to->points[i] += RELAXED_LOAD(&s->points[i]);
        to->said[i] += RELAXED_LOAD(&s->said[i]);
        to->win[i] += RELAXED_LOAD(&s->win[i]);
        to->value[i] += RELAXED_LOAD(&s->value[i]);
        for (int j = 0; j < m->players; j++) to->ranks[i][j] += RELAXED_LOAD(&s->ranks[i][j]);
    }
}

static root_sum sum_stats(const mcts *m, int tree, uint32_t at) {
    root_sum sum = {0};
    for (int i = 0; i < m->walkers && at < m->root_width; i++)
        if (m->trees == 1 || i == tree) add_stats(m, &m->walker[i].stats[at], &sum);
    return sum;
}

/* The line through all ends of playouts: a player's points by the deciding seat's value of the leaf
 * where the playout began. */
typedef struct points_line {
    double count, value; /* ends, and their mean value */
    double mean[GAME_MAX_PLAYERS], slope[GAME_MAX_PLAYERS];
} points_line;

static points_line fit_points(const mcts *m, int tree) {
    enum { ENOUGH = 8 }; /* ends for a slope */
    points_line line = {0};
    double square = 0;
    double product[GAME_MAX_PLAYERS] = {0};
    for (int k = 0; k < m->walkers; k++) {
        const points_fit *f = &m->walker[k].fit;
        if (m->trees > 1 && k != tree) continue;
        line.count += RELAXED_LOAD(&f->count);
        line.value += RELAXED_LOAD(&f->value);
        square += RELAXED_LOAD(&f->square);
        for (int i = 0; i < m->players; i++) {
            line.mean[i] += RELAXED_LOAD(&f->points[i]);
            product[i] += RELAXED_LOAD(&f->product[i]);
        }
    }
    if (line.count <= 0) return line;
    line.value /= line.count;
    double spread = square / line.count - line.value * line.value;
    for (int i = 0; i < m->players; i++) {
        line.mean[i] /= line.count;
        if (line.count >= ENOUGH && spread > 1e-6)
            line.slope[i] = (product[i] / line.count - line.value * line.mean[i]) / spread;
    }
    return line;
}

/* The points of a step of the root: what a net says of the leaves, where it does. Where playouts are short, those that reach the end are few and
 * scatter by many points, while the value is known of every visit: so the line through all ends, at
 * that value, counts as POOLED ends of the step. */
static double expected_points(const mcts *m, const points_line *all, const root_sum *s,
                              double value, int player) {
    enum { POOLED = 64 };
    if (s->said_of > 0) return s->said[player] / s->said_of;
    bool few = m->evaluates && m->cutoff < MAX_PLAYOUT && all->count > 0;
    if (!few) return s->ends > 0 ? s->points[player] / s->ends : 0;
    double pooled = all->mean[player] + all->slope[player] * (value - all->value);
    return (s->points[player] + POOLED * pooled) / (s->ends + POOLED);
}

typedef struct gather {
    const mcts *m;
    const mcts_tree *t;
    int tree;
    search_report *out;
    token path;
    uint32_t at; /* which edge of the root the path begins with */
    points_line points;
} gather;

/* The line of a token; one with fewer visits makes room for it. NULL where it has fewer. */
static search_line *line_for(search_report *out, const token *tok, uint64_t visits) {
    for (size_t i = 0; i < out->count; i++)
        if (token_equal(&out->lines[i].first, tok)) return &out->lines[i];
    size_t at = out->count;
    if (at == SEARCH_MAX_LINES) {
        at = 0;
        for (size_t i = 1; i < out->count; i++)
            if (out->lines[i].visits < out->lines[at].visits) at = i;
        if (out->lines[at].visits >= visits) return NULL;
    } else {
        out->count++;
    }
    memset(&out->lines[at], 0, sizeof out->lines[at]);
    out->lines[at].first = *tok;
    return &out->lines[at];
}

static search_proof proof_of(const mcts *m, const double *value) {
    double own = mcts_without_margin(m, value[m->job->seat]);
    if (own >= 1) return PROOF_WIN;
    if (own <= 0) return PROOF_LOSS;
    return m->players == 2 && own == 0.5 ? PROOF_DRAW : PROOF_EXACT;
}

/* Adds one tree's edge to the line; sums become averages in finish_line(). The statistics are those
 * of the line's first step, which several tokens may share. A proven value stands for itself. */
static void add_line(gather *g, const mcts_node *at, const mcts_edge *e) {
    const mcts *m = g->m;
    uint32_t visits = RELAXED_LOAD(&e->visits);
    search_line *line = visits ? line_for(g->out, &g->path, visits) : NULL;
    if (!line) return;
    root_sum s = sum_stats(m, g->tree, g->at);
    double k = visits;
    double share = s.visits > 0 ? k / s.visits : 0;
    const mcts_node *n = m->solver ? mcts_child(g->t, e) : NULL;
    bool exact = n && mcts_solved(g->t, n);
    double own = m->mode->value(m, g->t, at, e, &s, m->job->seat);
    line->visits += visits;
    line->prior = (double)mcts_prior(at, e) / (double)PRIOR_ONE;
    line->sd += s.square * share;
    for (int i = 0; i < m->players; i++) {
        double value = m->mode->value(m, g->t, at, e, &s, i);
        if (exact)
            line->values[i] = value;
        else if (!line->proof)
            line->values[i] += value * k;
        line->points[i] += expected_points(m, &g->points, &s, own, i) * k;
        line->win[i] += s.win[i] * share;
        for (int j = 0; j < m->players; j++)
            line->ranks[i][j] += s.ends > 0 ? s.ranks[i][j] / s.ends * k : 0;
    }
    if (exact) line->proof = proof_of(m, line->values);
}

/* Every root token that was visited: walks the nodes inside the root token. */
static void gather_lines(gather *g, mcts_scratch *scratch, const mcts_node *n) {
    const mcts *m = g->m;
    uint32_t at = 0;
    MCTS_EDGES(g->t, n, it) {
        mcts_edge *e = it.edge;
        if (g->path.count == 0) g->at = at++;
        if (!RELAXED_LOAD(&e->visits)) continue;
        g->path.steps[g->path.count++] = e->step;
        bool inside = false;
        if (m->r->max_steps > 1) {
            size_t mark = scratch->trail.len;
            memcpy(scratch->state, m->root_world, m->r->state_size);
            token_apply(m->r, scratch->state, m->trailed ? &scratch->trail : NULL, &g->path);
            trail_cut(&scratch->trail, mark);
            inside = game_inside(m->r, scratch->state);
        }
        const mcts_node *c = inside ? m->mode->child(m, g->t, e, scratch, scratch->state) : NULL;
        if (!inside)
            add_line(g, n, e);
        else if (c)
            gather_lines(g, scratch, c);
        g->path.count--;
    }
}

/* So few visits that none has seen the end of a token: the most visited beginning of one, and from
 * there whatever is first. */
static void finish_a_token(const mcts *m, mcts_scratch *scratch, search_report *out) {
    const mcts_tree *t = &m->tree[0];
    const mcts_node *n = mcts_node_at(t, t->root);
    trail *path = m->trailed ? &scratch->trail : NULL;
    size_t mark = scratch->trail.len;
    token tok = {.count = 0};
    memcpy(scratch->state, m->root_world, m->r->state_size);
    if (m->job->only) tok = m->job->only[0];
    while (!m->job->only && (tok.count == 0 || game_inside(m->r, scratch->state)) &&
           tok.count < GAME_MAX_STEPS) {
        const mcts_edge *e = n ? most_visited(t, n) : NULL;
        action step = e ? e->step : ACTION_NONE;
        if (!e && m->game->legal(m->r, scratch->state, path, scratch->list) > 0)
            step = scratch->list[0];
        tok.steps[tok.count++] = step;
        m->game->apply(m->r, scratch->state, path, step);
        n = e ? m->mode->child(m, t, e, scratch, scratch->state) : NULL;
    }
    trail_cut(&scratch->trail, mark);
    search_line *line = line_for(out, &tok, 1);
    line->visits = 1;
    for (int i = 0; i < m->players; i++) line->values[i] = 1.0 / m->players;
}

static void finish_line(const mcts *m, search_line *line) {
    double n = (double)line->visits;
    for (int i = 0; i < m->players; i++) {
        if (!line->proof) line->values[i] /= n;
        line->points[i] /= n;
        line->win[i] /= n;
        for (int j = 0; j < m->players; j++) line->ranks[i][j] /= n;
    }
    double own = line->values[m->job->seat];
    double variance = line->sd / n - own * own;
    line->sd = line->proof || variance < 0 ? 0 : sqrt(variance);
    line->lcb = own - 1.96 * line->sd / sqrt(n);
    for (int i = 0; i < m->players; i++) {
        line->values[i] = mcts_without_margin(m, line->values[i]);
        line->win[i] = mcts_without_margin(m, line->win[i]);
    }
}

/* Proven wins first, proven losses last, between them by visits. */
static int rank_of(const search_line *line) {
    return line->proof == PROOF_WIN ? 0 : line->proof == PROOF_LOSS ? 2 : 1;
}

static int better_line(const void *a, const void *b) {
    const search_line *x = a;
    const search_line *y = b;
    if (rank_of(x) != rank_of(y)) return rank_of(x) - rank_of(y);
    /* Of two proven wins or losses the margin decides, where it counts. */
    bool same_end = x->proof == y->proof && rank_of(x) != 1;
    if (same_end && x->lcb != y->lcb) return x->lcb < y->lcb ? 1 : -1;
    if (x->visits != y->visits) return x->visits < y->visits ? 1 : -1;
    if (x->lcb != y->lcb) return x->lcb < y->lcb ? 1 : -1;
    return memcmp(x->first.steps, y->first.steps, sizeof x->first.steps);
}

/* Of the lines from `at` on the one that is surely best comes first: by the lower bound, among
 * those with a tenth of the most visits, or proven. A proven loss is never preferred. */
static void choose_by_bound(search_report *out, size_t at) {
    uint64_t max = 0;
    size_t best = at;
    for (size_t i = at; i < out->count; i++)
        if (out->lines[i].visits > max) max = out->lines[i].visits;
    for (size_t i = at + 1; i < out->count; i++) {
        const search_line *line = &out->lines[i];
        bool counts = line->visits * SEARCH_FEW >= max || line->proof;
        bool lost = line->proof == PROOF_LOSS;
        if (counts && !lost && line->lcb > out->lines[best].lcb) best = i;
    }
    if (best == at) return;
    search_line chosen = out->lines[best];
    memmove(&out->lines[at + 1], &out->lines[at], (best - at) * sizeof chosen);
    out->lines[at] = chosen;
}

/* Where the first line has lost all but the margin, proven or not, the best margin comes first. */
static void choose_by_margin(const mcts *m, search_report *out) {
    size_t best = 0;
    if (m->margin <= 0 || !out->count || out->lines[0].values[m->job->seat] > 0) return;
    for (size_t i = 1; i < out->count; i++)
        if (out->lines[i].lcb > out->lines[best].lcb && out->lines[i].proof) best = i;
    search_line chosen = out->lines[best];
    memmove(&out->lines[1], &out->lines[0], best * sizeof chosen);
    out->lines[0] = chosen;
}

/* Of two proven wins the nearer is better, of two losses the farther; an end that is not shown is
 * as far as can be. */
static bool ends_better(const search_line *x, const search_line *y) {
    if (x->proof != y->proof || x->plies == y->plies) return false;
    bool nearer = x->plies && (!y->plies || x->plies < y->plies);
    return x->proof == PROOF_WIN ? nearer : x->proof == PROOF_LOSS && !nearer;
}

static void sort_ends(search_report *out, size_t shown) {
    for (size_t i = 1; i < shown; i++) {
        search_line line = out->lines[i];
        size_t at = i;
        for (; at > 0 && ends_better(&line, &out->lines[at - 1]); at--)
            out->lines[at] = out->lines[at - 1];
        out->lines[at] = line;
    }
}

/* --- principal variations --- */

/* The tree that knows most about a token; the state after it is in m->scratch.other. */
static const mcts_tree *tree_for(mcts *m, const token *tok, const mcts_node **node) {
    const mcts_tree *best = &m->tree[0];
    *node = NULL;
    for (int i = 0; i < m->trees; i++) {
        const mcts_tree *t = &m->tree[i];
        const mcts_node *n = m->mode->after(m, t, tok, &m->scratch, m->scratch.other);
        if (!n || (*node && RELAXED_LOAD(&n->visits) <= RELAXED_LOAD(&(*node)->visits))) continue;
        *node = n;
        best = &m->tree[i];
    }
    return best;
}

static void write_line(mcts *m, search_line *line) {
    mcts_scratch *scratch = &m->scratch;
    const mcts_node *n;
    size_t mark = scratch->trail.len;
    bool end;
    text pv = text_over(line->pv, sizeof line->pv);
    memcpy(scratch->other, m->root_world, m->r->state_size);
    token_write(m->r, scratch->other, &line->first, &pv);
    token_apply(m->r, scratch->other, m->trailed ? &scratch->trail : NULL, &line->first);
    const mcts_tree *t = tree_for(m, &line->first, &n);
    int tokens = 1 + write_pv(m, t, scratch, n, &pv, &end);
    line->plies = end && line->proof ? (unsigned)tokens : 0;
    trail_cut(&scratch->trail, mark);
}

static void add_counts(const mcts *m, search_report *out) {
    uint64_t depth_sum = 0;
    uint64_t iterations = 0;
    unsigned full = 0;
    out->nodes = 0;
    out->seldepth = 0;
    for (int i = 0; i < m->walkers; i++) {
        const mcts_walker *w = &m->walker[i];
        unsigned deepest = RELAXED_LOAD(&w->seldepth);
        out->nodes += RELAXED_LOAD(&w->nodes);
        iterations += RELAXED_LOAD(&w->iterations);
        depth_sum += RELAXED_LOAD(&w->depth_sum);
        if (deepest > out->seldepth) out->seldepth = deepest;
    }
    for (int i = 0; i < m->trees; i++) full += mcts_full_permille(&m->tree[i]);
    out->visits = iterations + m->reused;
    out->hashfull = full / (unsigned)m->trees;
    out->worlds = m->mode->deals ? iterations : 0;
    out->depth = iterations ? (unsigned)(depth_sum / iterations) : 0;
    if (out->depth == 0) out->depth = 1;
    if (out->seldepth < out->depth) out->seldepth = out->depth;
}

void mcts_report(void *self, search_report *out) {
    mcts *m = self;
    out->count = 0;
    for (int i = 0; i < m->trees; i++) {
        gather g = {.m = m, .t = &m->tree[i], .tree = i, .out = out};
        g.points = fit_points(m, i);
        gather_lines(&g, &m->scratch, mcts_node_at(g.t, g.t->root));
    }
    if (!out->count) finish_a_token(m, &m->scratch, out);
    for (size_t i = 0; i < out->count; i++) finish_line(m, &out->lines[i]);
    qsort(out->lines, out->count, sizeof out->lines[0], better_line);
    choose_by_margin(m, out);
    size_t shown = (size_t)m->job->options.multipv;
    if (shown > out->count) shown = out->count;
    for (size_t i = 0; m->lcb && i < out->count && (i < shown || i < ORDERED); i++)
        choose_by_bound(out, i);
    for (size_t i = 0; i < shown; i++) write_line(m, &out->lines[i]);
    if (m->margin <= 0) sort_ends(out, shown);
    add_counts(m, out);
}
