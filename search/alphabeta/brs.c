#include "search/alphabeta/brs.h"

/* BRS+ for three and more players (Esser, Gras, Winands, Schadd and Lanctot 2013): a best-reply
 * search (Schadd and Winands 2011) whose positions stay legal. There are two sides, as in
 * paranoid.c. Between two turns of the deciding seat one opponent may choose freely against it, all
 * others play what is expected of them, and which one chooses is the others' best choice. An
 * opponent with several tokens in a turn keeps the free choice for the turn. What is expected is
 * the step that the game's order hint likes best, or without a hint the one that the evaluation
 * likes best for that opponent. The expected token that begins an opponent's turn costs no depth.
 * As the opponents are held back, nothing is called proven.
 *
 * Chance is averaged as in expectimax.c. Not handled: hidden information, and deals between the
 * others. */

#include "search/alphabeta/alphabeta_tree.h"

static bool accepts(const rules *r) {
    return r->players > 2 && !(r->traits & GAME_HIDDEN);
}

static status create(void **out, const search_job *job, error *err) {
    return ab_create(out, job, &brs_searcher, AB_BRS, err);
}

const searcher_kind brs_searcher = {
    .name = "brs",
    .accepts = accepts,
    .create = create,
    .work = ab_work,
    .report = ab_report,
    .destroy = ab_destroy,
};
