#include "search/alphabeta/expectimax.h"

/* Two players and chance. All of the alpha-beta family average chance in the same way
 * (alphabeta_chance.c, alphabeta_node.c): expectiminimax with the cuts of Ballard (1983, The
 * *-minimax search procedure for trees containing chance nodes), as Hauk, Buro and Schaeffer (2004)
 * describe them.
 *
 * The value of a chance node is the average of its outcomes. Every outcome lies between -AB_SURE
 * and AB_SURE, so a part of them bounds the average: Star1 gives each outcome the window outside of
 * which the average would leave its own window, whatever the rest brings, and stops as soon as that
 * has happened. Star2 first looks at one step after each outcome, which bounds that outcome from
 * one side, in the hope that these bounds are enough.
 *
 * Where a node has more outcomes than AbOutcomes, or ChanceSamples asks for it, or outcomes can
 * only be sampled, that many are drawn and each counts as often as it came. The draw depends on
 * seed and position alone, so that every visit sees the same ones; nothing after it is called
 * proven. A chance event costs no depth. At the horizon a die is still thrown if it has few faces.
 */

#include "search/alphabeta/alphabeta_tree.h"

static bool accepts(const rules *r) {
    return r->players == 2 && r->traits & GAME_CHANCE && !(r->traits & GAME_HIDDEN) &&
           (r->game->chance || r->game->sample);
}

static status create(void **out, const search_job *job, error *err) {
    return ab_create(out, job, &expectimax_searcher, AB_PARANOID, err);
}

const searcher_kind expectimax_searcher = {
    .name = "expectimax",
    .accepts = accepts,
    .create = create,
    .work = ab_work,
    .report = ab_report,
    .destroy = ab_destroy,
};
