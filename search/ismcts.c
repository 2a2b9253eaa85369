#include "search/ismcts.h"

/* Information set Monte Carlo tree search with several observers (MO-ISMCTS, Cowling, Powley and
 * Whitehouse 2012), for games in which players do not know the same things.
 *
 * The search begins with what the deciding seat knows, a view, and with nothing else: a root that
 * is a whole state is observed first. Every iteration deals the unknown part anew and plays that
 * deal. At a decision the player to act is asked: the node is what this player knows at that
 * point, by the hash of the view, so that nobody's choice can hang on what he does not see. Which
 * steps are on offer differs from deal to deal where the knob IsmctsEyes tells the nodes of others
 * apart by what everybody sees only (as many hands then share a node, as in the original): a step
 * is weighed by how often it was on offer, not by how often its node was visited.
 * Chance is drawn and has no nodes. ismcts_descend.c has all this; memory, threads, playouts and
 * reports are those of the MCTS.
 *
 * In every deal from the root's view the deciding seat holds the same cards, so the others would
 * learn to play as if they knew them. The knob IsmctsRedeal gives a share of the iterations to
 * deals from another seat's eyes, in which the root's seat has any cards that this seat believes
 * possible (re-determinising, after Goodman 2019). Others learn from these iterations alone; in all
 * other ones they choose as often as they have chosen so far. Dealing at the root rather than at
 * the other's node lets that player draw conclusions from how the root's seat got there.
 *
 * IsmctsSmooth mixes the average of the choices so far into all choices (Smooth UCT, Heinrich and
 * Silver 2015), which keeps strategies mixed where they have to be, as in poker.
 *
 * Where hands are large, a deal almost never gives another player a hand he had before. His node is
 * then a new one, and the playout begins there: its policy (the knob MctsBot) is the model of the
 * others, and as it plays each seat by what that seat sees, it knows nobody's cards either.
 *
 * What it does not do: prove results, join equal states, or find an equilibrium; its strategies
 * can be exploited (docs/strength.md says by how much in leduc). */

#include "search/mcts_lane.h"

static bool accepts(const rules *r) {
    return r->traits & GAME_HIDDEN;
}

static status create(void **out, const search_job *job, error *err) {
    return mcts_create_as(&ismcts_searcher, out, job, err);
}

const searcher_kind ismcts_searcher = {
    .name = "ismcts",
    .accepts = accepts,
    .create = create,
    .work = mcts_work,
    .report = mcts_report,
    .destroy = mcts_destroy,
};
