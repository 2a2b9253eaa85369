#ifndef ENGINE_RULES_MACHINE_INPUTS_H
#define ENGINE_RULES_MACHINE_INPUTS_H
/* What a net sees of a game from a rules text (engine/game/game_inputs.h), found from the program
 * alone. As a player sees it, through the text's `view`:
 *   a piece of a kind, of one owner, on one cell;
 *   a cell that is in a variable of cells (where castling is still possible, say);
 *   a number that is at least 1, 2, 3, 4, 6, ..., or at most -1, -2, ...: pieces in hand, tallies;
 *   the phase, the place in a turn of several actions, and who has lost, where there are any.
 * What the hash leaves out (counters) is left out here as well. */

#include "engine/game/game_inputs.h"
#include "engine/rules/machine/program.h"

/* Fills b->inputs; b is compiled otherwise. ST_NOMEM. */
status inputs_make(program *b);

extern const game_inputs inputs_contract;

#endif
