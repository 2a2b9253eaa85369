#include <math.h>

#include "engine/game/game_hints.h"
#include "search/alphabeta/alphabeta_tree.h"

/* The recursion: a decision, and the average of a chance node. A decision is the table, a glance at
 * the evaluation, then step after step. What a pruned or reduced step might hide is never called
 * proven. */

enum {
    FEW_OUTCOMES = 6, /* at the horizon chance is still resolved where it has no more */
    PROBE_DEPTH = 2,
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

/* --- before the steps --- */

/* Hands the turn over: where even that is good enough, so is the best step. Not twice in a row, and
 * deep in the tree only after a look without it, as there are positions where one would rather not
 * move. */
static bool null_cut(ab_worker *w, ab_node *n) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[n->ply];
    const ab_frame *c = &w->frame[n->ply + 1];
    if (!m->knob[KNOB_AB_NULL] || !m->r->hints->skip || n->depth < NULL_DEPTH || f->skipped ||
        w->null_off || n->eval < n->beta || m->style == AB_BRS || n->ply + 1 >= AB_MAX_PLY)
        return false;
    if (!ab_skip(w, n->ply)) return false;
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
    if (n->pv || n->probe || f->root || f->inside || !evaluator_speaks(m->job->eval) ||
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

/* The score of the step just played: the first with the full window, the others to show that they
 * are no better (Marsland's principal variation search). */
static ab_result value_of(ab_worker *w, const ab_node *n, action a, bool noisy) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[n->ply];
    int ply = n->ply + 1;
    int d = n->depth - ab_cost_of(w, n->ply);
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

/* Plays and scores one step; true when it cuts or the search is stopped. */
static bool try_step(ab_worker *w, ab_node *n, action a, bool noisy) {
    const ab_frame *f = &w->frame[n->ply];
    if (f->root && !ab_root_allows(w, n->ply, a)) return false;
    if (n->futile && n->tried && !noisy && n->best >= -AB_SURE) {
        int max = n->eval + MARGIN_BASE + MARGIN * n->depth;
        if (max > n->best) n->best = max;
        n->proven = false;
        return false;
    }
    ab_step(w, n->ply, a);
    if (w->m->style == AB_BRS) ab_brs_note_choice(w, n->ply, a, n->special);
    if (f->root && !w->frame[n->ply + 1].root && ab_root_excludes(w, n->ply + 1)) return false;
    ab_result v = value_of(w, n, a, noisy);
    if (w->stopped) return true;
    if (v.score == AB_NO_MOVE) return false;
    return ab_consider(w, n, a, v);
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
    if (count < 0) { /* no memory: the evaluation has to do */
        int v = ab_evaluate(w, n->ply, n->side);
        if (n->best < v) n->best = v;
        n->proven = false;
        return true;
    }
    if (m->style == AB_BRS && w->frame[n->ply].actor != m->seat) {
        n->special = ab_brs_expected(w, n->ply, base, count);
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
    assert(w->top == base + (size_t)count); /* what was called has cleared up */
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
    assert(alpha < beta && f->actor >= 0 && ply <= AB_MAX_PLY);
    w->pv_len[ply] = 0;

    /* 1. A threat that has to be answered is no place to stop: a token deeper. Not measured. */
    if (must_answer(w, ply, depth)) depth = depth > 0 ? depth + 1 : 1;
    ab_node n = ab_node_at(w, ply, depth, alpha, beta);
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
    if (ab_ask_table(w, &n)) return (ab_result){n.best, AB_ANY_PATH, n.proven};

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
    if (f->root && ab_root_hint(w, ply) != ACTION_NONE) n.table_step = ab_root_hint(w, ply);
    bool cut = try_table_step(w, &n);

    /* 7. All others, best first (history, -3 +- 21), the later ones with less depth (late move
     * reductions, +10 +- 22) and a window that only asks whether they are better (principal
     * variation search, +10 +- 22). A probe has seen enough after one. */
    if (!cut && !(probe && n.tried)) (void)try_list(w, &n);

    /* 8. The table remembers what holds on every path. */
    return ab_finish(w, &n);
}

/* --- chance --- */

static void take_path(ab_event *e, ab_result v) {
    if (v.path_ply < e->path_ply) e->path_ply = v.path_ply;
}

/* The bounds of outcome i are not proven (the ranks of the stack are free for it here). */
static void note_doubt(ab_worker *w, size_t i, bool doubt) {
    w->rank[i] = doubt;
}

static void note_probe(ab_worker *w, ab_event *e, size_t i, ab_result v) {
    note_doubt(w, i, !v.proven);
    take_path(e, v);
}

/* Star2: one step after each outcome. True when that was enough. */
static bool probe_all(ab_worker *w, ab_event *e, ab_window win, int *out) {
    const ab *m = w->m;
    for (int k = 0; k < e->count; k++) {
        size_t i = e->base + (size_t)k;
        ab_step(w, e->ply, w->list[i]);
        int actor = w->frame[e->ply + 1].actor;
        if (actor < 0) continue;
        ab_window at = ab_chance_window(w, e, i, win);
        if (ab_side(m, actor) == e->side) {
            ab_result found = ab_decide(w, e->ply + 1, e->depth, at.alpha, at.beta, true);
            int v = ab_plain(found.score);
            if (!w->stopped && v > at.alpha && v > w->low[i]) {
                ab_chance_narrow(w, e, i, v, w->high[i]);
                note_probe(w, e, i, found);
            }
        } else {
            ab_result found = ab_decide(w, e->ply + 1, e->depth, -at.beta, -at.alpha, true);
            int v = ab_plain(-found.score);
            if (!w->stopped && v < at.beta && v < w->high[i]) {
                ab_chance_narrow(w, e, i, w->low[i], v);
                note_probe(w, e, i, found);
            }
        }
        if (w->stopped || ab_chance_leaves(e, win, out)) return true;
    }
    return false;
}

/* Star1. True when the outcomes searched so far are enough. */
static bool search_outcome(ab_worker *w, ab_event *e, size_t i, ab_window win, int *out) {
    ab_window at = {-AB_INFINITE, AB_INFINITE};
    if (w->m->knob[KNOB_AB_STAR]) at = ab_chance_window(w, e, i, win);
    ab_step(w, e->ply, w->list[i]);
    ab_result found = ab_search(w, e->ply + 1, e->depth, at.alpha, at.beta, e->side);
    if (w->stopped) return true;
    take_path(e, found);
    int v = found.score;
    int plain = ab_plain(v);
    bool exact = v > at.alpha && v < at.beta;
    note_doubt(w, i, !found.proven || (!exact && w->rank[i]));
    /* A score outside its window is a bound, and what is known already may be better. */
    int low = v <= at.alpha ? w->low[i] : plain;
    int high = v >= at.beta ? w->high[i] : plain;
    if (!exact && low < w->low[i]) low = w->low[i];
    if (!exact && high > w->high[i]) high = w->high[i];
    ab_chance_narrow(w, e, i, low, high > low ? high : low);
    return w->m->knob[KNOB_AB_STAR] && ab_chance_leaves(e, win, out);
}

static bool search_all(ab_worker *w, ab_event *e, ab_window win, int *out) {
    for (int k = 0; k < e->count; k++)
        if (search_outcome(w, e, e->base + (size_t)k, win, out)) return true;
    double x = (e->low + e->high) / 2; /* equal but for rounding */
    *out = (int)floor(x + 0.5);
    return false;
}

/* For the side whose view the table has. */
static ab_result average(ab_worker *w, ab_event *e, ab_window win) {
    int score = 0;
    e->low = -AB_SURE;
    e->high = AB_SURE;
    for (int i = 0; i < e->count; i++) {
        w->low[e->base + (size_t)i] = -AB_SURE;
        w->high[e->base + (size_t)i] = AB_SURE;
        note_doubt(w, e->base + (size_t)i, false); /* these bounds are certain */
    }
    /* What was probed is searched again, so it pays only where the table remembers it. */
    const int32_t *knob = w->m->knob;
    bool probes = knob[KNOB_AB_STAR] == 2 && knob[KNOB_AB_TABLE] && e->depth >= PROBE_DEPTH;
    bool cut = probes && probe_all(w, e, win, &score);
    if (!cut) cut = search_all(w, e, win, &score);
    if (w->stopped) return ab_estimate(0);
    for (int i = 0; i < e->count; i++) e->proven &= !w->rank[e->base + (size_t)i];
    int bound = !cut ? TT_EXACT : score >= win.beta ? TT_LOWER : TT_UPPER;
    return ab_chance_keep(w, e, bound, score);
}

/* A single outcome is no chance at all: the line continues. */
static ab_result pass(ab_worker *w, const ab_event *e, ab_window win) {
    int ply = e->ply + 1;
    action a = w->list[e->base];
    ab_step(w, e->ply, a);
    w->frame[ply].beyond = w->frame[e->ply].beyond;
    ab_result found = ab_search(w, ply, e->depth, win.alpha, win.beta, e->side);
    ab_extend_pv(w, e->ply, a);
    found.proven &= !e->sampled;
    return found;
}

static ab_result chance_node(ab_worker *w, ab_event *e, ab_window win) {
    ab_result found;
    if (ab_stopped(w)) return ab_estimate(0);
    if (ab_chance_known(w, e, win, &found)) return found;
    e->base = w->top;
    e->count = ab_chance_list(w, e);
    if (e->count < 0 || (e->depth <= 0 && e->count > FEW_OUTCOMES))
        return ab_estimate(ab_evaluate(w, e->ply, e->side));
    w->top = e->base + (size_t)e->count;
    found = e->count == 1 ? pass(w, e, win) : average(w, e, win);
    assert(w->top == e->base + (size_t)e->count);
    w->top = e->base;
    return found;
}

static ab_result search_chance(ab_worker *w, int ply, int depth, int alpha, int beta, int side) {
    const ab *m = w->m;
    /* Scores in the table are one player's, for any caller. */
    int view = m->zero_sum ? ab_side(m, 0) : 0;
    ab_event e = {
        .ply = ply, .depth = depth, .side = view, .proven = true, .path_ply = AB_ANY_PATH};
    if (view == side) return chance_node(w, &e, (ab_window){alpha, beta});
    return ab_turned(chance_node(w, &e, (ab_window){-beta, -alpha}));
}

/* --- any actor --- */

ab_result ab_search(ab_worker *w, int ply, int depth, int alpha, int beta, int side) {
    const ab_frame *f = &w->frame[ply];
    w->pv_len[ply] = 0;
    if (f->actor == ACTOR_NONE) return ab_score_end(w, ply, side);
    if (ply >= AB_MAX_PLY) return ab_estimate(ab_evaluate(w, ply, side));
    if (f->actor == ACTOR_CHANCE) return search_chance(w, ply, depth, alpha, beta, side);
    /* The same side may decide again: the window turns only where the side does. */
    if (ab_side(w->m, f->actor) == side) return ab_decide(w, ply, depth, alpha, beta, false);
    return ab_turned(ab_decide(w, ply, depth, -beta, -alpha, false));
}
