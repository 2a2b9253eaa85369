#include "search/alphabeta/paranoid.h"

/* Three and more players as two sides: the deciding seat, and everybody else. The score is the
 * deciding seat's own value.
 *
 * `paranoid` (Sturtevant and Korf 2000): all others work together against the deciding seat. Deep,
 * but gloomy: a win it proves is a win, anything less is only a bound on what the others allow.
 *
 * `brs` is BRS+ (Esser, Gras, Winands, Schadd and Lanctot 2013), a best-reply search (Schadd and
 * Winands 2011) whose positions stay legal: between two turns of the deciding seat one opponent may
 * choose freely against it, all others play what is expected of them, and which one chooses is the
 * others' best choice. An opponent with several tokens in a turn keeps his free choice for the
 * turn. What is expected is the step that the game's order hint likes best, or without a hint the
 * one that the evaluation likes best for the opponent himself. The expected token that
 * begins an opponent's turn costs no depth. As the opponents are held back, nothing is called
 * proven.
 *
 * Chance is averaged as in expectimax.c. What both do not handle: hidden information, and deals
 * between the others. */

#include "engine/game/game_hints.h"
#include "search/alphabeta/alphabeta_tree.h"

enum { LOOKED_AT = 64 }; /* steps evaluated to find the expected one */

/* By the hint of the game; the weights of the stack serve as room. */
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
    double most = -1;
    for (size_t i = 0; i < (size_t)count && i < LOOKED_AT; i++) {
        double win[GAME_MAX_PLAYERS];
        ab_step(w, ply, w->list[base + i]);
        if (w->frame[ply + 1].actor == ACTOR_NONE) {
            game_result res;
            result_read(&res, m->r, ab_state(w, ply + 1), false);
            result_value(&m->scale, &res, win);
        } else {
            evaluator_shares(m->job->eval, ab_state(w, ply + 1), win);
        }
        if (win[actor] <= most) continue;
        most = win[actor];
        best = i;
    }
    return best;
}

action ab_special(ab_worker *w, int ply, size_t base, int count) {
    const ab *m = w->m;
    size_t best = 0;
    if (m->r->hints->order)
        best = best_hint(w, ply, base, count);
    else if (m->job->eval->weights.count && count > 1)
        best = best_evaluated(w, ply, base, count);
    return w->list[base + best];
}

static bool accepts(const rules *r) {
    return r->players > 2 && !(r->traits & GAME_HIDDEN);
}

static status create_paranoid(void **out, const search_job *job, error *err) {
    return ab_create(out, job, &paranoid_searcher, AB_PARANOID, err);
}

static status create_brs(void **out, const search_job *job, error *err) {
    return ab_create(out, job, &brs_searcher, AB_BRS, err);
}

const searcher_kind paranoid_searcher = {
    .name = "paranoid",
    .accepts = accepts,
    .create = create_paranoid,
    .work = ab_work,
    .report = ab_report,
    .destroy = ab_destroy,
};

const searcher_kind brs_searcher = {
    .name = "brs",
    .accepts = accepts,
    .create = create_brs,
    .work = ab_work,
    .report = ab_report,
    .destroy = ab_destroy,
};
