#ifndef ARENA_NODE_SCORE_H
#define ARENA_NODE_SCORE_H
/* What a search thought of an action, as the evaluation that files of games have (game_tree.h). */

#include "engine/notation/tree/game_tree.h"
#include "search/score.h"

/* Whether evaluations of this game mean something to readers of such files: pawns of chess and its
 * relatives, points. */
bool node_score_fits(const rules *r);

/* Sets the evaluation after an action of `seat` from its score before it. A mate that the action
 * gives needs no number: the game is over. */
void node_score_set(game_node *n, const line_score *s, int seat, unsigned depth);

#endif
