#include "engine/game/game_hints.h"
#include "search/alphabeta/alphabeta_tree.h"

/* What all decisions share: the table before and after them, and the score of a step. */

ab_node ab_node_at(const ab_worker *w, int ply, int depth, int alpha, int beta) {
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
                     .eval = AB_NO_EVAL,
                     .raw = AB_NO_EVAL,
                     .pv = beta - alpha > 1 && !f->beyond && m->knob[KNOB_AB_PVS],
                     .leaf = depth <= 0 && !f->inside,
                     .free = ab_free(m, f),
                     .proven = true};
}

bool ab_ask_table(ab_worker *w, ab_node *n) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[n->ply];
    tt_entry e;
    if (!m->knob[KNOB_AB_TABLE] || !tt_probe(m->table, f->key, &e)) return false;
    n->known = e;
    n->table_step = e.step;
    int wanted = w->careful ? AB_PROVEN : n->depth > 0 ? n->depth : 0;
    if (n->pv || f->root || e.depth < wanted) return false;
    int v = ab_from_table(e.score, n->ply);
    bool cuts = e.bound == TT_EXACT || (e.bound == TT_LOWER && v >= n->beta) ||
                (e.bound == TT_UPPER && v <= n->alpha);
    if (!cuts) return false;
    n->best = v;
    n->proven = e.depth == AB_PROVEN;
    return true;
}

/* What the step from `ply` takes off the depth. Steps inside a token cost nothing; nor do those
 * that leave a turn open which may take any number of them: all ways through such a turn have the
 * same depth left when it is handed over, so going on puts off no reply. */
int ab_cost_of(const ab_worker *w, int ply) {
    const ab *m = w->m;
    const ab_frame *c = &w->frame[ply + 1];
    if (c->inside) return 0;
    bool same = c->actor == w->frame[ply].actor && m->r->hints->goes_on;
    return !(same && m->r->hints->goes_on(m->r, ab_state(w, ply + 1)));
}

static void raise_alpha(ab_worker *w, ab_node *n, action a, int v) {
    n->alpha = v;
    n->best_step = a;
    if (n->ply == 0) {
        w->root_raised = true;
        w->root_score = v;
    }
    if (n->pv || w->frame[n->ply].root) ab_extend_pv(w, n->ply, a);
}

/* Takes the score of a step into account; true when nothing else matters any more. */
bool ab_consider(ab_worker *w, ab_node *n, action a, ab_result v) {
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

/* Keeps what was learned in the table. */
ab_result ab_finish(ab_worker *w, ab_node *n) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[n->ply];
    if (w->stopped) return ab_estimate(0);
    if (n->best == -AB_INFINITE) return ab_estimate(AB_NO_MOVE);
    int bound = n->best >= n->beta ? TT_LOWER : n->best > n->start ? TT_EXACT : TT_UPPER;
    if (n->probe && bound == TT_EXACT) bound = TT_LOWER;
    if (n->best > AB_SURE && bound != TT_UPPER) n->proven = true;
    bool any_path = n->path_ply >= n->ply; /* as far as the node can know */
    bool complete = !f->root || (!w->excluded && !m->job->only);
    bool says = !n->probe || bound == TT_LOWER;
    /* Of a lost position the step that holds out longest is kept, so that the line can be shown. */
    if (n->best < -AB_SURE && n->best_step == ACTION_NONE) n->best_step = n->hold_step;
    if (complete && says && any_path && m->knob[KNOB_AB_TABLE])
        tt_store(m->table, f->key,
                 (tt_entry){.step = n->best_step,
                            .score = (int16_t)ab_to_table(n->best, n->ply),
                            .eval = (int16_t)n->raw,
                            .depth = (uint8_t)(n->proven      ? AB_PROVEN
                                               : n->depth > 0 ? n->depth
                                                              : 0),
                            .bound = (uint8_t)bound});
    return (ab_result){n->best, any_path ? AB_ANY_PATH : n->path_ply, n->proven};
}
