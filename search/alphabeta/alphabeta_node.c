#include "search/alphabeta/alphabeta_tree.h"

#include "engine/base/clock.h"
#include "engine/game/game_hints.h"

/* One decision: the table, a glance at the evaluation, then step after step. What a pruned or
 * reduced step might hide is never called proven. */

enum {
    POLL = 64,        /* decisions between looks at the clock */
    QUIET_DEPTH = 24, /* noisy tokens followed beyond the depth */
    REVERSE_DEPTH = 4,
    FUTILE_DEPTH = 3,
    QUIET_CHECKS = 1, /* so far beyond the depth threats are answered by all means */
    NULL_DEPTH = 3,
    VERIFY_DEPTH = 8,
    REDUCE_DEPTH = 3,
    MARGIN = 6000,     /* about a tenth of a win, for every token of depth, */
    MARGIN_BASE = 3000 /* and half of that */
};

typedef struct ab_node {
    int ply, depth, alpha, beta, start, side;
    int best, path_ply, tried, eval;
    action best_step, table_step, special;
    action hold_step; /* the best of those that did not reach alpha */
    bool pv, leaf, probe, free, futile, proven;
} ab_node;

/* --- the end of the path --- */

bool ab_stopped(ab_worker *w) {
    if (w->stopped) return true;
    if (w->budget && w->nodes >= w->budget) w->stopped = true;
    if (++w->ticks % POLL == 0) {
        const ab *m = w->m;
        atomic_store_explicit(&w->shown_nodes, w->nodes, memory_order_relaxed);
        if (atomic_load_explicit(&m->done, memory_order_relaxed) ||
            search_expired(m->job->control, clock_now_ns()))
            w->stopped = true;
    }
    return w->stopped;
}

int ab_evaluate(ab_worker *w, int ply, int side) {
    const ab *m = w->m;
    int score = m->even;
    uint64_t key = w->frame[ply].key;
    ab_cached_eval *known = &w->cached[key >> 7 & (AB_CACHED_EVALS - 1)];
    if (m->job->eval->weights.count && known->key == key && key) {
        score = known->score;
    } else if (m->job->eval->weights.count) {
        double win[GAME_MAX_PLAYERS];
        evaluator_shares(m->job->eval, ab_state(w, ply), win);
        score = ab_score_of(win[m->seat]);
        /* Only the end of a game is certain. */
        if (score >= AB_SURE) score = AB_SURE - 1;
        if (score <= -AB_SURE) score = 1 - AB_SURE;
        *known = (ab_cached_eval){key, score};
    }
    return side ? -score : score;
}

/* The game is over at `ply`. Did it end because a position came back? Then it would go on without
 * the trail; the score belongs to this path alone, as far up as the first time that the position
 * stood there. */
static int path_ply_of(ab_worker *w, int ply) {
    const ab *m = w->m;
    void *s = ab_state(w, AB_MAX_PLY + 2);
    memcpy(s, ab_state(w, ply - 1), m->r->state_size);
    w->blank.len = 0;
    m->game->apply(m->r, s, &w->blank, w->frame[ply].step);
    if (m->game->actor(m->r, s) == ACTOR_NONE) return AB_ANY_PATH;
    size_t len = w->frame[ply].trail_len;
    if (len == w->frame[ply - 1].trail_len) return -1; /* not told which position: any may be it */
    size_t first = 0;
    while (first + 1 < len && w->trail.hash[first] != w->trail.hash[len - 1]) first++;
    if (first + 1 >= len || first < w->frame[0].trail_len) return -1;
    int at = 0;
    while (w->frame[at].trail_len <= first) at++;
    return at;
}

static ab_result score_end(ab_worker *w, int ply, int side) {
    const ab *m = w->m;
    game_result res;
    double value[GAME_MAX_PLAYERS];
    result_read(&res, m->r, ab_state(w, ply), false);
    result_value(&m->scale, &res, value);
    int score = ab_score_of(value[m->seat]);
    if (m->scale.objective == OBJECTIVE_WIN && res.utility[m->seat] >= 1) score = AB_WIN - ply;
    if (m->scale.objective == OBJECTIVE_WIN && res.utility[m->seat] <= 0) score = ply - AB_WIN;
    return (ab_result){.score = side ? -score : score,
                       .path_ply = m->trailed ? path_ply_of(w, ply) : AB_ANY_PATH,
                       .proven = true};
}

int ab_static(ab_worker *w, int ply) {
    return w->frame[ply].actor == ACTOR_NONE ? score_end(w, ply, 0).score : ab_evaluate(w, ply, 0);
}

ab_result ab_search(ab_worker *w, int ply, int depth, int alpha, int beta, int side) {
    const ab_frame *f = &w->frame[ply];
    w->pv_len[ply] = 0;
    if (f->actor == ACTOR_NONE) return score_end(w, ply, side);
    if (ply >= AB_MAX_PLY) return ab_estimate(ab_evaluate(w, ply, side));
    if (f->actor == ACTOR_CHANCE) return ab_chance(w, ply, depth, alpha, beta, side);
    /* The same side may decide again: the window turns only where the side does. */
    if (ab_side(w->m, f->actor) == side) return ab_decide(w, ply, depth, alpha, beta, false);
    return ab_turned(ab_decide(w, ply, depth, -beta, -alpha, false));
}

/* --- a step --- */

static void enter(ab_worker *w, int ply) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[ply];
    ab_frame *c = &w->frame[ply + 1];
    const void *s = ab_state(w, ply + 1);
    c->key = m->game->hash(m->r, s) ^ m->salt ^ m->free_key[c->chooser + 1];
    tt_prefetch(m->table, c->key);
    c->actor = (int16_t)m->game->actor(m->r, s);
    c->inside = m->game->inside && m->game->inside(m->r, s);
    c->root = f->root && c->inside;
    c->tokens = (uint16_t)(f->tokens + (f->actor >= 0 && !c->inside));
    c->last = (int16_t)(f->actor >= 0 ? f->actor : f->last);
    c->again = c->inside ? f->again : c->actor == c->last;
    c->beyond = f->beyond || f->actor == ACTOR_CHANCE;
    c->trail_len = w->trail.len;
}

void ab_step(ab_worker *w, int ply, action a) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[ply];
    ab_frame *c = &w->frame[ply + 1];
    void *s = ab_state(w, ply + 1);
    memcpy(s, ab_state(w, ply), m->r->state_size);
    trail_cut(&w->trail, f->trail_len);
    m->game->apply(m->r, s, ab_trail(w), a);
    w->nodes++;
    c->step = a;
    c->index = ab_index(f->actor, a);
    c->skipped = false;
    c->chooser = f->chooser;
    enter(w, ply);
    if (m->style == AB_BRS && c->actor == m->seat && c->chooser >= 0) {
        c->key ^= m->free_key[c->chooser + 1] ^ m->free_key[0];
        c->chooser = -1;
    }
}

/* BRS+: whoever plays something else than expected has chosen. */
static void note_choice(ab_worker *w, const ab_node *n, action a) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[n->ply];
    ab_frame *c = &w->frame[n->ply + 1];
    if (f->actor == m->seat || f->chooser >= 0 || a == n->special || c->actor == m->seat) return;
    c->chooser = f->actor;
    c->key ^= m->free_key[0] ^ m->free_key[c->chooser + 1];
}

/* --- before the steps --- */

static bool ask_table(ab_worker *w, ab_node *n) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[n->ply];
    tt_entry e;
    if (!m->knob[KNOB_AB_TABLE] || !tt_probe(m->table, f->key, &e)) return false;
    n->table_step = e.step;
    if (n->pv || f->root || e.depth < (n->depth > 0 ? n->depth : 0)) return false;
    int v = ab_from_table(e.score, n->ply);
    bool cuts = e.bound == TT_EXACT || (e.bound == TT_LOWER && v >= n->beta) ||
                (e.bound == TT_UPPER && v <= n->alpha);
    if (!cuts) return false;
    n->best = v;
    n->proven = e.depth == AB_PROVEN;
    return true;
}

/* Hands the turn over: where even that is good enough, so is the best step. Not twice in a row, and
 * deep in the tree only after a look without it, as there are positions where one would rather not
 * move. */
static bool null_cut(ab_worker *w, ab_node *n) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[n->ply];
    ab_frame *c = &w->frame[n->ply + 1];
    if (!m->knob[KNOB_AB_NULL] || !m->r->hints->skip || n->depth < NULL_DEPTH || f->skipped ||
        w->null_off || n->eval < n->beta || m->style == AB_BRS || n->ply + 1 >= AB_MAX_PLY)
        return false;
    void *s = ab_state(w, n->ply + 1);
    memcpy(s, ab_state(w, n->ply), m->r->state_size);
    if (!m->r->hints->skip(m->r, s)) return false;
    w->nodes++;
    trail_cut(&w->trail, f->trail_len);
    c->step = ACTION_NONE;
    c->index = 0;
    c->chooser = f->chooser;
    enter(w, n->ply);
    c->skipped = true;
    if (c->actor < 0 || ab_side(m, c->actor) == n->side) return false;
    int d = n->depth - 3 - n->depth / 4;
    int v = ab_search(w, n->ply + 1, d, n->beta - 1, n->beta, n->side).score;
    if (v >= n->beta && n->depth >= VERIFY_DEPTH) {
        w->null_off++;
        v = ab_decide(w, n->ply, d, n->beta - 1, n->beta, false).score;
        w->null_off--;
    }
    if (v < n->beta || w->stopped) return false;
    n->best = n->beta;
    return true;
}

/* Near the leaves, and with null moves, a good or bad evaluation saves the search. */
static bool cut_early(ab_worker *w, ab_node *n) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[n->ply];
    bool near = m->knob[KNOB_AB_FUTILITY] && n->depth <= REVERSE_DEPTH;
    bool skips = m->knob[KNOB_AB_NULL] && m->r->hints->skip && n->depth >= NULL_DEPTH;
    if (n->pv || n->probe || f->root || f->inside || !m->job->eval->weights.count ||
        !(near || skips) || n->beta > AB_SURE || n->beta < -AB_SURE)
        return false;
    n->eval = ab_evaluate(w, n->ply, n->side);
    int margin = MARGIN_BASE + MARGIN * n->depth;
    bool cut = false;
    if (near && n->eval - margin >= n->beta) {
        n->best = n->eval - margin;
        cut = true;
    }
    n->futile = near && n->depth <= FUTILE_DEPTH && n->eval + margin <= n->alpha;
    return cut || null_cut(w, n);
}

/* --- the root --- */

/* Whether the root token may go on with this step. */
static bool allowed(const ab_worker *w, int ply, action step) {
    const search_job *job = w->m->job;
    if (!job->only) return true;
    for (size_t i = 0; i < job->only_count; i++) {
        const token *o = &job->only[i];
        bool same = o->count > ply && o->steps[ply] == step;
        for (int k = 0; k < ply && same; k++) same = o->steps[k] == w->frame[k + 1].step;
        if (same) return true;
    }
    return false;
}

/* Whether the root token that is whole at `ply` belongs to an earlier line. */
static bool is_excluded(const ab_worker *w, int ply) {
    for (int i = 0; i < w->excluded; i++) {
        const ab_line *l = &w->lines[i];
        bool same = l->first == ply;
        for (int k = 0; k < ply && same; k++) same = l->steps[k] == w->frame[k + 1].step;
        if (same) return true;
    }
    return false;
}

/* What the last iteration played here, while the path has followed it. */
static action root_hint(const ab_worker *w, int ply) {
    if (w->guessed || w->excluded >= w->count) return ACTION_NONE;
    const ab_line *l = &w->lines[w->excluded];
    for (int k = 0; k < ply; k++)
        if (k >= l->count || l->steps[k] != w->frame[k + 1].step) return ACTION_NONE;
    return ply < l->count ? l->steps[ply] : ACTION_NONE;
}

/* --- the steps --- */

static int reduction(const ab_worker *w, const ab_node *n, bool noisy) {
    const ab *m = w->m;
    if (!m->knob[KNOB_AB_LMR] || n->depth < REDUCE_DEPTH || noisy || n->tried < 2 + n->pv ||
        w->frame[n->ply + 1].inside)
        return 0;
    int d = n->depth < AB_REDUCTIONS ? n->depth : AB_REDUCTIONS - 1;
    int i = n->tried < AB_REDUCTIONS ? n->tried : AB_REDUCTIONS - 1;
    int r = m->reduction[d][i] - n->pv;
    return r < 0 ? 0 : r > n->depth - 2 ? n->depth - 2 : r;
}

/* What the step from `ply` takes off the depth. Steps inside a token cost nothing; nor do those
 * that leave a turn open which may take any number of them: all ways through such a turn have the
 * same depth left when it is handed over, so going on puts off no reply. */
static int cost_of(const ab_worker *w, int ply) {
    const ab *m = w->m;
    const ab_frame *c = &w->frame[ply + 1];
    if (c->inside) return 0;
    bool same = c->actor == w->frame[ply].actor && m->r->hints->goes_on;
    return !(same && m->r->hints->goes_on(m->r, ab_state(w, ply + 1)));
}

/* The score of the step just played: the first with the whole window, the others to show that they
 * are no better (Marsland's principal variation search). */
static ab_result value_of(ab_worker *w, const ab_node *n, action a, bool noisy) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[n->ply];
    int ply = n->ply + 1;
    int d = n->depth - cost_of(w, n->ply);
    bool expected = m->style == AB_BRS && f->actor != m->seat && (!n->free || a == n->special);
    if (expected && !f->again) d = n->depth;
    if (n->tried == 0) return ab_search(w, ply, d, n->alpha, n->beta, n->side);
    int r = expected ? 0 : reduction(w, n, noisy);
    /* An average is hardly cheaper to bound than to find, so it is not asked twice. */
    bool scout = m->knob[KNOB_AB_PVS] && w->frame[ply].actor != ACTOR_CHANCE;
    int top = scout ? n->alpha + 1 : n->beta;
    ab_result v = ab_search(w, ply, d - r, n->alpha, top, n->side);
    if (r && v.score > n->alpha && !w->stopped) v = ab_search(w, ply, d, n->alpha, top, n->side);
    if (top < n->beta && v.score > n->alpha && v.score < n->beta && !w->stopped)
        v = ab_search(w, ply, d, n->alpha, n->beta, n->side);
    return v;
}

static void raise_alpha(ab_worker *w, ab_node *n, action a, int v) {
    n->alpha = v;
    n->best_step = a;
    if (n->ply == 0) {
        w->root_raised = true;
        w->root_score = v;
    }
    if (!n->pv && !w->frame[n->ply].root) return;
    int len = w->pv_len[n->ply + 1];
    if (len > AB_MAX_PLY - 1) len = AB_MAX_PLY - 1;
    action *to = ab_pv(w, n->ply);
    to[0] = a;
    memcpy(to + 1, ab_pv(w, n->ply + 1), (size_t)len * sizeof *to);
    w->pv_len[n->ply] = len + 1;
}

/* Takes the score of a step into account; true when nothing else matters any more. */
static bool consider(ab_worker *w, ab_node *n, action a, ab_result v) {
    n->tried++;
    n->proven &= v.proven;
    if (v.path_ply < n->path_ply) n->path_ply = v.path_ply;
    if (v.score <= n->best) return false;
    n->best = v.score;
    n->hold_step = a;
    if (v.score <= n->alpha) return false;
    raise_alpha(w, n, a, v.score);
    if (v.score < n->beta) return false;
    n->proven = v.proven;
    n->path_ply = v.path_ply;
    return true;
}

/* Plays and scores one step; true when it cuts or the search is stopped. */
static bool try_step(ab_worker *w, ab_node *n, action a, bool noisy) {
    const ab_frame *f = &w->frame[n->ply];
    if (f->root && !allowed(w, n->ply, a)) return false;
    if (n->futile && n->tried && !noisy && n->best >= -AB_SURE) {
        int most = n->eval + MARGIN_BASE + MARGIN * n->depth;
        if (most > n->best) n->best = most;
        n->proven = false;
        return false;
    }
    ab_step(w, n->ply, a);
    if (w->m->style == AB_BRS) note_choice(w, n, a);
    if (f->root && !w->frame[n->ply + 1].root && is_excluded(w, n->ply + 1)) return false;
    ab_result v = value_of(w, n, a, noisy);
    if (w->stopped) return true;
    if (v.score == AB_NO_MOVE) return false;
    return consider(w, n, a, v);
}

/* Keeps what was learned in the table. */
static ab_result finish(ab_worker *w, ab_node *n) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[n->ply];
    if (w->stopped) return ab_estimate(0);
    if (n->best == -AB_INFINITE) return ab_estimate(AB_NO_MOVE);
    int bound = n->best >= n->beta ? TT_LOWER : n->best > n->start ? TT_EXACT : TT_UPPER;
    if (n->probe && bound == TT_EXACT) bound = TT_LOWER;
    if (n->best > AB_SURE && bound != TT_UPPER) n->proven = true;
    bool any_path = n->path_ply >= n->ply; /* as far as the node can know */
    bool whole = !f->root || (!w->excluded && !m->job->only);
    bool says = !n->probe || bound == TT_LOWER;
    /* Of a lost position the step that holds out longest is kept, so that the line can be told. */
    if (n->best < -AB_SURE && n->best_step == ACTION_NONE) n->best_step = n->hold_step;
    if (whole && says && any_path && m->knob[KNOB_AB_TABLE])
        tt_store(m->table, f->key,
                 (tt_entry){.step = n->best_step,
                            .score = (int16_t)ab_to_table(n->best, n->ply),
                            .depth = (uint8_t)(n->proven      ? AB_PROVEN
                                               : n->depth > 0 ? n->depth
                                                              : 0),
                            .bound = (uint8_t)bound});
    return (ab_result){n->best, any_path ? AB_ANY_PATH : n->path_ply, n->proven};
}

/* The table's step, before the others are even listed. */
static bool try_table_step(ab_worker *w, ab_node *n) {
    const ab *m = w->m;
    if (!m->staged || n->table_step == ACTION_NONE || n->leaf || w->frame[n->ply].root)
        return false;
    trail_cut(&w->trail, w->frame[n->ply].trail_len);
    if (game_verify(m->r, ab_state(w, n->ply), ab_trail(w), &n->table_step, 1, NULL) != ST_OK) {
        n->table_step = ACTION_NONE;
        return false;
    }
    return try_step(w, n, n->table_step, ab_noisy(w, n->ply, n->table_step));
}

/* All steps in the order of their ranks; true when one cut. */
static bool try_all(ab_worker *w, ab_node *n, size_t base, int count) {
    for (int i = 0; i < count; i++) {
        ab_pick(w, base, i, count);
        action a = w->list[base + (size_t)i];
        if (a == n->table_step && n->tried) continue; /* was tried first */
        bool noisy = ab_noisy_at(w, n->ply, base + (size_t)i);
        if (n->leaf && (!noisy || ab_losing_at(w, base + (size_t)i))) continue;
        if (n->probe && n->tried) return false;
        if (!try_step(w, n, a, noisy)) continue;
        if (!w->stopped && !n->leaf && !noisy) ab_reward(w, n->ply, n->depth, a, &w->list[base], i);
        return true;
    }
    return false;
}

/* Lists the steps above what the path has on the stack, and tries them. */
static bool try_list(ab_worker *w, ab_node *n) {
    const ab *m = w->m;
    size_t base = w->top;
    int count = ab_list(w, n->ply, n->table_step, n->leaf);
    if (count < 0) { /* no room: the evaluation has to do */
        int v = ab_evaluate(w, n->ply, n->side);
        if (n->best < v) n->best = v;
        n->proven = false;
        return true;
    }
    if (m->style == AB_BRS && w->frame[n->ply].actor != m->seat) {
        n->special = ab_special(w, n->ply, base, count);
        if (!n->free) {
            size_t at = base;
            while (w->list[at] != n->special) at++;
            w->list[base] = n->special;
            w->rank[base] = w->rank[at];
            count = 1;
        }
    }
    w->top = base + (size_t)count;
    bool cut = try_all(w, n, base, count);
    w->top = base;
    return cut;
}

/* Whether to look one token deeper, as there is a threat to answer; lines of threats do not become
 * longer than three times the depth. */
static bool must_answer(const ab_worker *w, int ply, int depth) {
    const ab *m = w->m;
    return m->r->hints->urgent && m->knob[KNOB_AB_EXTEND] && ply && depth > -QUIET_CHECKS &&
           w->frame[ply].tokens < 3 * w->horizon && m->r->hints->urgent(m->r, ab_state(w, ply));
}

static ab_node node_at(const ab_worker *w, int ply, int depth, int alpha, int beta) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[ply];
    return (ab_node){.ply = ply,
                     .depth = depth,
                     .alpha = alpha,
                     .beta = beta,
                     .start = alpha,
                     .side = ab_side(m, f->actor),
                     .best = -AB_INFINITE,
                     .path_ply = AB_ANY_PATH,
                     .best_step = ACTION_NONE,
                     .table_step = ACTION_NONE,
                     .special = ACTION_NONE,
                     .hold_step = ACTION_NONE,
                     .pv = beta - alpha > 1 && !f->beyond && m->knob[KNOB_AB_PVS],
                     .leaf = depth <= 0 && !f->inside,
                     .free = ab_free(m, f),
                     .proven = true};
}

/* Whether a leaf is evaluated as it is. */
static bool is_quiet(const ab *m, const ab_node *n) {
    return n->leaf &&
           (!m->r->hints->noisy || !m->knob[KNOB_AB_QUIESCENCE] || n->depth <= -QUIET_DEPTH);
}

/* Gains are in Elo against the same search without the step, in connect four at 5 ms an action with
 * 400 games (docs/strength.md); "not measured": on where no match has spoken yet. */
ab_result ab_decide(ab_worker *w, int ply, int depth, int alpha, int beta, bool probe) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[ply];
    w->pv_len[ply] = 0;

    /* 1. A threat that has to be answered is no place to stop: a token deeper. Not measured. */
    if (must_answer(w, ply, depth)) depth = depth > 0 ? depth + 1 : 1;
    ab_node n = node_at(w, ply, depth, alpha, beta);
    n.probe = probe;

    /* 2. The end of time or nodes: whatever is returned now is not looked at. */
    if (ab_stopped(w)) return ab_estimate(0);
    if (f->tokens > w->seldepth) w->seldepth = f->tokens;

    /* 3. At the depth, where nothing noisy is followed, the evaluation. Following what is noisy
     * (-16 +- 21, off there; other games were not measured) keeps it from being asked in the middle
     * of an exchange. */
    if (is_quiet(m, &n)) return ab_estimate(ab_evaluate(w, ply, n.side));

    /* 4. What an earlier search knows: a score that is enough, or else the step to try first
     * (+54 +- 22). */
    if (ask_table(w, &n)) return (ab_result){n.best, AB_ANY_PATH, n.proven};

    /* 5. A leaf need not play on: the evaluation is the least it gets. Elsewhere an evaluation far
     * outside of the window saves the search (futility, +19 +- 23), and so does a window that is
     * left even by handing the turn over (null move, not measured). */
    if (n.leaf) {
        n.best = ab_evaluate(w, ply, n.side);
        n.proven = false;
        if (n.best >= beta) return ab_estimate(n.best);
        if (n.best > alpha) n.alpha = n.best;
    } else if (cut_early(w, &n)) {
        return ab_estimate(n.best);
    }

    /* 6. The best step known, before the others are listed: where it cuts, the list is never made.
     * At the root that is the line of the last iteration. */
    if (f->root && root_hint(w, ply) != ACTION_NONE) n.table_step = root_hint(w, ply);
    bool cut = try_table_step(w, &n);

    /* 7. All others, best first (history, -3 +- 21), the later ones with less depth (late move
     * reductions, +10 +- 22) and a window that only asks whether they are better (principal
     * variation search, +10 +- 22). A probe has seen enough after one. */
    if (!cut && !(probe && n.tried)) (void)try_list(w, &n);

    /* 8. The table remembers what holds on every path. */
    return finish(w, &n);
}
