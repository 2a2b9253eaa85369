#include "engine/game/game_hints.h"
#include "search/alphabeta/alphabeta_tree.h"

/* What BRS+ (brs.c) adds to a decision of an opponent: the step that is expected of them, and who
 * has used the free choice. */

enum { LOOKED_AT = 64 }; /* steps evaluated to find the expected one */

/* By the hint of the game; the weights of the stack serve as scratch memory. */
static size_t best_hint(ab_worker *w, int ply, size_t base, int count) {
    const ab *m = w->m;
    float *hint = &w->weight[base];
    size_t best = 0;
    m->r->hints->order(m->r, ab_state(w, ply), &w->list[base], count, hint);
    for (size_t i = 1; i < (size_t)count; i++)
        if (hint[i] > hint[best]) best = i;
    return best;
}

static size_t best_evaluated(ab_worker *w, int ply, size_t base, int count) {
    const ab *m = w->m;
    int actor = w->frame[ply].actor;
    size_t best = 0;
    double max = -1;
    for (size_t i = 0; i < (size_t)count && i < LOOKED_AT; i++) {
        double win[GAME_MAX_PLAYERS];
        ab_step(w, ply, w->list[base + i]);
        if (w->frame[ply + 1].actor == ACTOR_NONE) {
            game_result res;
            result_read(&res, m->r, ab_state(w, ply + 1), false);
            result_value(&m->scale, &res, win);
        } else {
            evaluator_expected(m->job->eval, ab_state(w, ply + 1), win);
        }
        if (win[actor] <= max) continue;
        max = win[actor];
        best = i;
    }
    return best;
}

action ab_brs_expected(ab_worker *w, int ply, size_t base, int count) {
    const ab *m = w->m;
    size_t best = 0;
    if (m->r->hints->order)
        best = best_hint(w, ply, base, count);
    else if (evaluator_speaks(m->job->eval) && count > 1)
        best = best_evaluated(w, ply, base, count);
    return w->list[base + best];
}

void ab_brs_note_choice(ab_worker *w, int ply, action a, action expected) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[ply];
    ab_frame *c = &w->frame[ply + 1];
    if (f->actor == m->seat || f->chooser >= 0 || a == expected || c->actor == m->seat) return;
    c->chooser = f->actor;
    c->key ^= m->free_key[0] ^ m->free_key[c->chooser + 1];
}
