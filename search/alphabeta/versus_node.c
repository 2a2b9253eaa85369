#include "search/alphabeta/versus.h"

/* A decision between two players, in numbered steps (versus_decide). What a pruned or reduced step
 * might hide is never called proven; no step is left out before another has been shown not to lose,
 * and none that threatens something. */

enum {
    REVERSE_DEPTH = 8,
    NULL_DEPTH = 3,
    VERIFY_DEPTH = 10,
    INTERNAL_DEPTH = 4,
    SINGULAR_DEPTH = 7,
    CAREFUL_DEPTH = 3,
    FUTILE_DEPTH = 8
};

/* --- before the steps --- */

/* Better than at the player's last turn? Without a word of that, no. */
static bool is_improving(const ab_worker *w, const ab_node *n) {
    for (int back = 2; back <= 4 && back <= n->ply; back += 2) {
        const ab_frame *f = &w->frame[n->ply - back];
        if (f->actor == w->frame[n->ply].actor && f->eval != AB_NO_EVAL) return n->eval > f->eval;
    }
    return false;
}

/* What the other player's quiet step that led here has gained by the evaluations before and after it:
 * the like of it is tried sooner, or later. */
static void note_gain(ab_worker *w, const ab_node *n) {
    const ab_frame *f = &w->frame[n->ply];
    if (!n->ply || !f->quiet || f->inside || f->excluded != ACTION_NONE) return;
    const ab_frame *before = f - 1;
    if (before->eval == AB_NO_EVAL || ab_side(w->m, before->actor) == n->side) return;
    versus_note_gain(w, f->index, -n->eval - before->eval);
}

static void look_at(ab_worker *w, ab_node *n) {
    ab_frame *f = &w->frame[n->ply];
    f->eval = AB_NO_EVAL;
    if (f->urgent || f->inside || !evaluator_speaks(w->m->job->eval)) return;
    versus_evaluate(w, n);
    f->eval = n->eval;
    note_gain(w, n);
    n->improving = is_improving(w, n);
    versus_trust_table(n);
}

/* In games whose captures cannot be counted. */
static int careful_margin(const ab *m, int depth) {
    return m->knob[KNOB_AB_CAREFUL_BASE] + m->knob[KNOB_AB_CAREFUL] * depth;
}

/* Far above the window: the other player will not get back as much. Far below: only noisy steps can
 * help. */
static bool cut_by_eval(ab_worker *w, ab_node *n) {
    const ab *m = w->m;
    if (!m->knob[KNOB_AB_FUTILITY]) return false;
    int margin = m->shallow ? m->knob[KNOB_AB_REVERSE] * (n->depth - n->improving)
                            : careful_margin(m, n->depth);
    int reach = m->shallow ? REVERSE_DEPTH : CAREFUL_DEPTH + 1;
    if (n->depth <= reach && n->eval - margin >= n->beta) {
        n->best = n->eval - margin / 2;
        if (n->best < n->beta) n->best = n->beta;
        return true;
    }
    if (!m->shallow || n->depth > 3 || n->eval + m->knob[KNOB_AB_RAZOR] * n->depth > n->alpha)
        return false;
    ab_result v = versus_quiet(w, n->ply, 0, n->alpha, n->alpha + 1);
    if (w->stopped || v.score > n->alpha) return false;
    n->best = v.score;
    return ab_is_plain(v.score);
}

/* Hands the turn over: where even that is good enough, so is the best step. Not twice in a row, and
 * deep in the tree only after a look without it, as there are positions where one would rather not
 * move. */
static bool cut_by_null(ab_worker *w, ab_node *n) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[n->ply];
    const ab_frame *c = &w->frame[n->ply + 1];
    if (!m->knob[KNOB_AB_NULL] || !m->r->hints->skip || n->depth < NULL_DEPTH || f->skipped ||
        w->null_off || n->eval < n->beta || n->ply + 1 >= AB_MAX_PLY)
        return false;
    if (!ab_skip(w, n->ply)) return false;
    if (c->actor < 0 || ab_side(m, c->actor) == n->side) return false;
    int more = (n->eval - n->beta) / (m->knob[KNOB_AB_NULL_STEP] + 1);
    int d = n->depth - 3 - n->depth / 3 - (more > 3 ? 3 : more);
    ab_window win = {n->beta - 1, n->beta};
    int v = versus_search(w, n->ply + 1, d, win, n->side, !n->cut).score;
    if (v >= n->beta && n->depth >= VERIFY_DEPTH && !w->stopped) {
        w->null_off++;
        v = versus_decide(w, n->ply, d > 0 ? d : 1, win, false).score;
        w->null_off--;
    }
    if (v < n->beta || w->stopped) return false;
    n->best = n->beta;
    return true;
}

static bool cut_early(ab_worker *w, ab_node *n) {
    const ab_frame *f = &w->frame[n->ply];
    if (n->pv || f->root || f->inside || w->careful || n->eval == AB_NO_EVAL ||
        !ab_is_plain(n->beta) || f->excluded != ACTION_NONE)
        return false;
    return cut_by_eval(w, n) || cut_by_null(w, n);
}

/* --- a step --- */

static int base_reduction(const ab *m, int depth, int tried) {
    int d = depth < AB_REDUCTIONS ? depth : AB_REDUCTIONS - 1;
    int i = tried < AB_REDUCTIONS ? tried : AB_REDUCTIONS - 1;
    return d > 0 ? m->reduction[d][i] : 0;
}

static int reduction(const ab_worker *w, const ab_node *n, const versus_step *st, int record) {
    const ab *m = w->m;
    const ab_frame *c = &w->frame[n->ply + 1];
    int late = m->shallow ? 1 : 2;
    if (!m->knob[KNOB_AB_LMR] || w->careful || n->depth <= late || n->tried < late + n->pv ||
        c->inside || (st->noisy && !st->losing))
        return 0;
    int r = base_reduction(m, n->depth, n->tried) - n->pv;
    if (m->shallow) r += n->cut + !n->improving + n->noisy_first;
    if (!st->noisy) r -= record / (m->knob[KNOB_AB_RECORD] + 1);
    if (st->a == w->frame[n->ply].killer[0] || st->a == w->frame[n->ply].killer[1]) r--;
    if (w->frame[n->ply].urgent) r--;
    return r < 0 ? 0 : r;
}

/* How many steps are tried before quiet ones are left out. Where the evaluation is above the window, a
 * step that keeps it there is likely to be among those that remain. */
static int enough_steps(const ab *m, const ab_node *n) {
    int square = n->depth * n->depth;
    if (n->eval > n->alpha) return m->knob[KNOB_AB_LATE_HOPE] + 2 * square;
    return (m->knob[KNOB_AB_LATE_BASE] + square) / (2 - n->improving);
}

/* The steps of a list that are still to be tried. */
typedef struct versus_rest {
    size_t base;
    int i, count;
    int seen;    /* that were not left out */
    bool marked; /* it is known which of them threaten something */
} versus_rest;

/* About entry rest->i; the answer is found for all that follow as well. */
static bool threatens(ab_worker *w, const ab_node *n, const versus_step *st, versus_rest *rest) {
    if (rest->marked) return st->threat;
    rest->marked = true;
    versus_find_threats(w, n->ply, rest->base, rest->i, rest->count);
    return versus_pick(w, n->ply, rest->base, rest->i, rest->count).threat;
}

/* After entry rest->i none is tried that is quiet and threatens nothing. */
static void leave_rest(ab_worker *w, versus_rest *rest) {
    rest->count = versus_keep_threats(w, rest->base, rest->i + 1, rest->count);
}

/* Whether steps may be left out at all. */
static bool may_leave_out(const ab_worker *w, const ab_node *n) {
    const ab_frame *f = &w->frame[n->ply];
    return n->tried && !f->root && !f->inside && !f->urgent && !w->careful && n->best > -AB_SURE &&
           n->eval != AB_NO_EVAL && w->m->knob[KNOB_AB_FUTILITY];
}

/* Whether the step can be left out near the leaves. */
static bool is_hopeless(ab_worker *w, const ab_node *n, const versus_step *st, int record,
                        versus_rest *rest) {
    const ab *m = w->m;
    const game_hints *h = m->r->hints;
    const void *s = ab_state(w, n->ply);
    if (!may_leave_out(w, n)) return false;
    if (!m->shallow)
        return !st->noisy && !n->pv && n->depth <= CAREFUL_DEPTH &&
               n->eval + careful_margin(m, n->depth) <= n->alpha;
    if (st->noisy)
        return n->depth <= FUTILE_DEPTH &&
               !h->exchange(m->r, s, st->a, -m->knob[KNOB_AB_LOSS_NOISY] * n->depth);
    int d = n->depth - 1 - base_reduction(m, n->depth, rest->seen);
    if (d < 0) d = 0;
    bool late = rest->seen >= enough_steps(m, n);
    bool futile = d < FUTILE_DEPTH &&
                  n->eval + m->knob[KNOB_AB_FUTILE_BASE] + m->knob[KNOB_AB_FUTILE] * d <= n->alpha;
    bool poor = d < 4 && record < -m->knob[KNOB_AB_POOR] * (d + 1);
    if ((late || futile || poor) && !threatens(w, n, st, rest)) {
        if (late) leave_rest(w, rest);
        return true;
    }
    return d < 7 && !h->exchange(m->r, s, st->a, -m->knob[KNOB_AB_LOSS_QUIET] * d * d);
}

/* The table's step stands out where all others are worse by a margin: it is searched deeper; where
 * others are good enough as well, the node is left (n->best has the score, true). */
static bool is_singular(ab_worker *w, ab_node *n, int *deeper) {
    const ab *m = w->m;
    ab_frame *f = &w->frame[n->ply];
    int known = ab_from_table(n->known.score, n->ply);
    *deeper = 0;
    if (!m->knob[KNOB_AB_SINGULAR] || f->root || f->inside || n->depth < SINGULAR_DEPTH ||
        f->excluded != ACTION_NONE || !(n->known.bound & TT_LOWER) || !ab_is_plain(known) ||
        n->known.depth < n->depth - 3 || f->tokens >= 2 * w->horizon)
        return false;
    int beta = known - m->knob[KNOB_AB_SINGULAR_GAP] * n->depth;
    f->excluded = n->table_step;
    ab_result v = versus_decide(w, n->ply, (n->depth - 1) / 2, (ab_window){beta - 1, beta}, n->cut);
    f->excluded = ACTION_NONE;
    if (w->stopped) return true;
    if (v.score < beta) {
        *deeper = 1;
    } else if (beta >= n->beta && !n->pv) {
        n->best = beta;
        return true;
    } else if (known >= n->beta && !n->pv) {
        *deeper = -1;
    }
    return false;
}

/* The score of the step just played: the first with the full window, the others to show that they
 * are no better, and the later ones with less depth. */
static ab_result value_of(ab_worker *w, const ab_node *n, const versus_step *st, int record,
                          int deeper) {
    int ply = n->ply + 1;
    int d = n->depth - ab_cost_of(w, n->ply) + deeper;
    ab_window all = {n->alpha, n->beta};
    ab_window scout = {n->alpha, w->m->knob[KNOB_AB_PVS] ? n->alpha + 1 : n->beta};
    if (n->tried == 0) return versus_search(w, ply, d, all, n->side, !n->pv && !n->cut);
    int r = reduction(w, n, st, record);
    if (r > d - 1) r = d > 1 ? d - 1 : 0;
    ab_result v = versus_search(w, ply, d - r, scout, n->side, true);
    if (r && v.score > n->alpha && !w->stopped)
        v = versus_search(w, ply, d, scout, n->side, !n->cut);
    if (scout.beta < n->beta && v.score > n->alpha && v.score < n->beta && !w->stopped)
        v = versus_search(w, ply, d, all, n->side, false);
    return v;
}

/* Plays and scores one step; true when it cuts or the search is stopped. */
static bool try_step(ab_worker *w, ab_node *n, const versus_step *st, int record, int deeper) {
    const ab_frame *f = &w->frame[n->ply];
    if (f->root && !ab_root_allows(w, n->ply, st->a)) return false;
    ab_step(w, n->ply, st->a);
    w->frame[n->ply + 1].index = st->index;
    w->frame[n->ply + 1].quiet = !st->noisy;
    if (f->root && !w->frame[n->ply + 1].root && ab_root_excludes(w, n->ply + 1)) return false;
    ab_result v = value_of(w, n, st, record, deeper);
    if (w->stopped) return true;
    if (v.score == AB_NO_MOVE) return false;
    return ab_consider(w, n, st->a, v);
}

/* --- all steps --- */

static void note_tried(versus_tried *t, const versus_step *st) {
    if (st->noisy && t->noisies < VERSUS_TRIED) t->noisy[t->noisies++] = st->index;
    if (!st->noisy && t->quiets < VERSUS_TRIED) t->quiet[t->quiets++] = st->index;
}

static bool is_listed(const ab_worker *w, size_t base, int count, action a) {
    for (size_t i = base; i < base + (size_t)count; i++)
        if (w->list[i] == a) return true;
    return false;
}

/* The table's step, before the others are ranked; true when it cut. */
static bool try_table_step(ab_worker *w, ab_node *n, size_t base, int count, versus_tried *t) {
    const ab_frame *f = &w->frame[n->ply];
    action a = n->table_step;
    if (!w->m->staged || a == ACTION_NONE || f->root || a == f->excluded) return false;
    if (!is_listed(w, base, count, a)) {
        n->table_step = ACTION_NONE;
        return false;
    }
    int deeper;
    t->left = is_singular(w, n, &deeper);
    if (t->left) return true;
    versus_step st = {a, versus_index(w, n->ply, a), ab_noisy(w, n->ply, a), false, false};
    n->noisy_first = st.noisy;
    int record = st.noisy ? 0 : versus_record(w, n->ply, st.index);
    if (!try_step(w, n, &st, record, deeper)) {
        note_tried(t, &st);
        return false;
    }
    if (!w->stopped) versus_reward(w, n, &st, t);
    return true;
}

/* All steps in the order of their ranks; true when one cut. */
static bool try_all(ab_worker *w, ab_node *n, size_t base, int count, versus_tried *t) {
    const ab_frame *f = &w->frame[n->ply];
    versus_rest rest = {.base = base, .count = count, .seen = n->tried};
    for (; rest.i < rest.count; rest.i++) {
        versus_step st = versus_pick(w, n->ply, base, rest.i, rest.count);
        if (st.a == f->excluded || (st.a == n->table_step && n->tried)) continue;
        int record = st.noisy ? 0 : versus_record(w, n->ply, st.index);
        if (is_hopeless(w, n, &st, record, &rest)) {
            n->proven = false;
            continue;
        }
        rest.seen++;
        if (!try_step(w, n, &st, record, 0)) {
            note_tried(t, &st);
            continue;
        }
        if (!w->stopped) versus_reward(w, n, &st, t);
        return true;
    }
    return false;
}

/* Lists the steps above what the path has on the stack, and tries them: the best one known before
 * the others are ranked. */
static void try_list(ab_worker *w, ab_node *n, versus_tried *t) {
    size_t base = w->top;
    int count = versus_list(w, n->ply, false);
    if (count < 0) { /* no memory: the evaluation has to do */
        int v = ab_evaluate(w, n->ply, n->side);
        if (n->best < v) n->best = v;
        n->proven = false;
        return;
    }
    w->top = base + (size_t)count;
    if (!try_table_step(w, n, base, count, t)) {
        versus_rank(w, n->ply, base, count, n->table_step);
        (void)try_all(w, n, base, count, t);
    }
    assert(w->top == base + (size_t)count || w->stopped); /* what was called has cleared up */
    w->top = base;
}

/* Keeps what was found; what belongs to a search without one of the steps is not kept. */
static ab_result finish(ab_worker *w, ab_node *n) {
    const ab_frame *f = &w->frame[n->ply];
    if (w->stopped) return ab_estimate(0);
    if (f->excluded != ACTION_NONE)
        return ab_estimate(n->best == -AB_INFINITE ? n->start : n->best);
    return ab_finish(w, n);
}

/* No step was good enough, so the other player's quiet one that led here has done well. */
static void praise_before(ab_worker *w, const ab_node *n) {
    const ab_frame *f = &w->frame[n->ply];
    if (!f->quiet || f->inside || n->best > n->start || f->excluded != ACTION_NONE) return;
    if (ab_side(w->m, w->frame[n->ply - 1].actor) == n->side) return;
    versus_praise(w, n->ply - 1, f->index, n->depth);
}

/* The table says that a quiet step is good enough. */
static void praise_known(ab_worker *w, const ab_node *n) {
    action a = n->table_step;
    if (!w->m->staged || n->depth <= 0 || n->best < n->beta || a == ACTION_NONE) return;
    if (!ab_noisy(w, n->ply, a)) versus_praise(w, n->ply, versus_index(w, n->ply, a), n->depth);
}

static bool must_answer(const ab_worker *w, int ply) {
    return w->frame[ply].urgent && w->m->knob[KNOB_AB_EXTEND] && ply &&
           w->frame[ply].tokens < 2 * w->horizon;
}

ab_result versus_decide(ab_worker *w, int ply, int depth, ab_window win, bool cut) {
    const ab *m = w->m;
    ab_frame *f = &w->frame[ply];
    assert(win.alpha < win.beta && f->actor >= 0 && ply <= AB_MAX_PLY);
    w->pv_len[ply] = 0;

    /* 1. Whatever is found here, an end at this distance is the most that there is to win or lose. */
    bool pv = win.beta - win.alpha > 1;
    int most = AB_WIN - ply - 1;
    if (win.alpha < -most - 1) win.alpha = -most - 1;
    if (win.beta > most) win.beta = most;
    if (win.alpha >= win.beta && ply) return (ab_result){win.alpha, AB_ANY_PATH, true};

    /* 2. A threat that has to be answered is no place to stop: a token deeper. */
    f->urgent = m->r->hints->urgent && m->r->hints->urgent(m->r, ab_state(w, ply));
    if (must_answer(w, ply) && f->excluded == ACTION_NONE) depth = depth > 0 ? depth + 1 : 1;

    /* 3. At the depth, only what is noisy. */
    if (depth <= 0 && !f->inside) return versus_quiet(w, ply, depth, win.alpha, win.beta);
    ab_node n = ab_node_at(w, ply, depth, win.alpha, win.beta);
    n.cut = cut;
    n.pv = pv && m->knob[KNOB_AB_PVS];

    /* 4. The end of time or nodes: whatever is returned now is not looked at. */
    if (ab_stopped(w)) return ab_estimate(0);
    if (f->tokens > w->seldepth) w->seldepth = f->tokens;

    /* 5. What an earlier search knows: a score that is enough, or else the step to try first. */
    bool enough = ab_ask_table(w, &n);
    if (enough && f->excluded == ACTION_NONE) {
        praise_known(w, &n);
        return (ab_result){n.best, AB_ANY_PATH, n.proven};
    }
    if (enough) {
        n.best = -AB_INFINITE;
        n.proven = true;
    }

    /* 6. A glance: an evaluation far outside of the window or a turn handed over save the search. */
    look_at(w, &n);
    if (cut_early(w, &n)) return ab_estimate(n.best);

    /* 7. Where no step is known to try first, a search of this depth is worth less. */
    if (f->root && ab_root_hint(w, ply) != ACTION_NONE) n.table_step = ab_root_hint(w, ply);
    bool lost = n.table_step == ACTION_NONE && !f->root && !f->inside && !w->careful;
    if (lost && m->shallow && n.depth >= INTERNAL_DEPTH && (n.pv || n.cut)) n.depth--;

    /* 8. The best step known, deeper where it stands out; all others, best first, the later ones
     * with less depth, hopeless ones not at all. */
    versus_tried t;
    t.quiets = t.noisies = 0;
    t.left = false;
    try_list(w, &n, &t);
    if (t.left) return ab_estimate(n.best);

    /* 9. The table remembers what holds on every path. */
    if (!w->stopped) praise_before(w, &n);
    return finish(w, &n);
}

ab_result versus_search(ab_worker *w, int ply, int depth, ab_window win, int side, bool cut) {
    ab_frame *f = &w->frame[ply];
    w->pv_len[ply] = 0;
    if (f->actor == ACTOR_NONE) return ab_score_end(w, ply, side);
    if (ply >= AB_MAX_PLY) return ab_estimate(ab_evaluate(w, ply, side));
    f->excluded = ACTION_NONE;
    /* The same side may decide again: the window turns only where the side does. */
    if (ab_side(w->m, f->actor) == side) return versus_decide(w, ply, depth, win, cut);
    return ab_turned(versus_decide(w, ply, depth, (ab_window){-win.beta, -win.alpha}, cut));
}
