#include "search/alphabeta/paranoid.h"

/* Three and more players as two sides: the deciding seat, and all others (Sturtevant and Korf
 * 2000). The score is the deciding seat's own value. The others work together against the deciding
 * seat. Deep, but gloomy: a win that it proves is a win, anything less is only a bound on what the
 * others allow.
 *
 * Chance is averaged as in expectimax.c. Not handled: hidden information, and deals between the
 * others. */

#include "search/alphabeta/alphabeta_tree.h"

static bool accepts(const rules *r) {
    return r->players > 2 && !(r->traits & GAME_HIDDEN);
}

static status create(void **out, const search_job *job, error *err) {
    return ab_create(out, job, &paranoid_searcher, AB_PARANOID, err);
}

const searcher_kind paranoid_searcher = {
    .name = "paranoid",
    .accepts = accepts,
    .create = create,
    .work = ab_work,
    .report = ab_report,
    .destroy = ab_destroy,
};
