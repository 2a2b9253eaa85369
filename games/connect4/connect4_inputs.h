#ifndef GAMES_CONNECT4_CONNECT4_INPUTS_H
#define GAMES_CONNECT4_CONNECT4_INPUTS_H
/* What a net sees of connect four (engine/game/game_inputs.h). */

#include "engine/game/game_inputs.h"

extern const game_inputs c4_inputs;

#endif
