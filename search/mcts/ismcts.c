#include "search/mcts/ismcts.h"

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
 * In every deal from the root's view the deciding seat holds the same cards, so the others learn to
 * play as if they knew them. With the knob IsmctsRedeal they are asked apart (re-determinising at
 * the nodes of others, after the idea of Goodman 2019): where another seat comes to its first
 * choice in an iteration, all that it does not know is dealt anew, and from there the deal is
 * played to the end as an iteration of its own. Then the world is put back, and in it the seat does
 * what it chose.
 *
 * Choosing in other cards would change nothing by itself, as a node is what its player knows: it is
 * results that give cards away. So others learn at their nodes (how often steps were on offer
 * included) when they are asked apart and only then; the deciding seat learns from worlds that fit
 * its view, and about cards that it has not from the worlds of who is asked. Elsewhere everybody
 * chooses as often as he has chosen so far. The first visit of a node prefers no step, so nobody is
 * asked there: nodes that are never met again cost nothing.
 *
 * A seat is asked once an iteration. It goes on in the world that it was dealt, through chance and
 * its further choices, where what is played tells it something about that deal; an iteration has at
 * most one playout more a seat. A step that is not on offer in the iteration's world is replaced by
 * one that is. A deal that differs from what its seat knows is not played, and the seat learns as
 * without the knob. Playouts begin where the tree ends, in either world; their bots play by what a
 * seat sees.
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

#include "search/mcts/mcts_lane.h"

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
