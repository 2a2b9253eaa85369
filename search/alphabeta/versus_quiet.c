#include "search/alphabeta/versus.h"

/* Beyond the depth: the evaluation should not be asked in the middle of an exchange. The player to
 * act may take what the evaluation says, or follow a noisy step; where there is a threat to answer,
 * or every step is noisy (a jump that has to be made), there is no such choice, and all steps are
 * tried. What cannot lift the score to the window, or loses more than it takes, is left out. */

enum {
    QUIET_DEPTH = 24 /* tokens beyond the depth */
};

/* All that is legal is noisy, in games whose exchanges cannot be counted: a jump that has to be
 * made. */
static bool is_forced(ab_worker *w, int ply) {
    const ab *m = w->m;
    size_t base = w->top;
    if (m->r->hints->exchange || w->cap - base < m->r->max_actions) return false;
    trail_cut(&w->trail, w->frame[ply].trail_len);
    int count = m->game->legal(m->r, ab_state(w, ply), ab_trail(w), &w->list[base]);
    for (int i = 0; i < count; i++)
        if (!ab_noisy(w, ply, w->list[base + (size_t)i])) return false;
    return count > 0;
}

/* Whether a noisy step can matter. */
static bool may_matter(const ab_worker *w, const ab_node *n, const versus_step *st) {
    const ab *m = w->m;
    if (st->losing) return false;
    int lack = n->alpha - n->eval - m->knob[KNOB_AB_DELTA];
    if (lack <= 0 || !m->r->hints->exchange) return true;
    return m->r->hints->exchange(m->r, ab_state(w, n->ply), st->a, lack);
}

static void try_steps(ab_worker *w, ab_node *n, bool all) {
    size_t base = w->top;
    int count = versus_list(w, n->ply, !all);
    if (count < 0) { /* no memory: the evaluation has to do */
        if (n->best < n->eval) n->best = n->eval == AB_NO_EVAL ? 0 : n->eval;
        n->proven = false;
        return;
    }
    w->top = base + (size_t)count;
    versus_rank(w, n->ply, base, count, n->table_step);
    for (int i = 0; i < count; i++) {
        versus_step st = versus_pick(w, n->ply, base, i, count);
        if (!all && !may_matter(w, n, &st)) {
            n->proven = false;
            continue;
        }
        if (all && st.losing && n->best > -AB_SURE) continue;
        ab_step(w, n->ply, st.a);
        w->frame[n->ply + 1].index = st.index;
        int d = n->depth - ab_cost_of(w, n->ply);
        ab_result v =
            versus_search(w, n->ply + 1, d, (ab_window){n->alpha, n->beta}, n->side, !n->cut);
        if (w->stopped || ab_consider(w, n, st.a, v)) break;
    }
    w->top = base;
}

ab_result versus_quiet(ab_worker *w, int ply, int depth, int alpha, int beta) {
    const ab *m = w->m;
    ab_frame *f = &w->frame[ply];
    ab_node n = ab_node_at(w, ply, depth, alpha, beta);
    assert(!f->inside && depth <= 0);
    f->excluded = ACTION_NONE;
    if (ab_stopped(w)) return ab_estimate(0);
    if (f->tokens > w->seldepth) w->seldepth = f->tokens;
    bool follows = m->r->hints->noisy && m->knob[KNOB_AB_QUIESCENCE] && depth > -QUIET_DEPTH;
    if (!follows) return ab_estimate(ab_evaluate(w, ply, n.side));
    if (ab_ask_table(w, &n)) return (ab_result){n.best, AB_ANY_PATH, n.proven};
    bool all = f->urgent || is_forced(w, ply);
    if (!all) {
        versus_evaluate(w, &n);
        versus_trust_table(&n);
        n.best = n.eval;
        n.proven = false;
        /* Kept in the table, so that it is not evaluated again; what is there says more. */
        if (n.best >= beta) return n.known.bound ? ab_estimate(n.best) : ab_finish(w, &n);
        if (n.best > alpha) n.alpha = n.best;
    }
    n.leaf = true;
    try_steps(w, &n, all);
    return ab_finish(w, &n);
}
