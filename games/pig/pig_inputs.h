#ifndef GAMES_PIG_PIG_INPUTS_H
#define GAMES_PIG_PIG_INPUTS_H
/* What a net sees of pig (engine/game/game_inputs.h). */

#include "engine/game/game_inputs.h"

extern const game_inputs pig_inputs;

#endif
