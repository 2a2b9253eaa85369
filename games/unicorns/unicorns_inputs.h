#ifndef GAMES_UNICORNS_UNICORNS_INPUTS_H
#define GAMES_UNICORNS_UNICORNS_INPUTS_H
/* What a net sees of Unstable Unicorns (engine/game/game_inputs.h): the view of one seat, never the
 * state. */

#include "engine/game/game_inputs.h"

extern const game_inputs un_inputs;

#endif
