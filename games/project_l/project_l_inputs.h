#ifndef GAMES_PROJECT_L_PROJECT_L_INPUTS_H
#define GAMES_PROJECT_L_PROJECT_L_INPUTS_H
/* What a net sees of Project L (engine/game/game_inputs.h). */

#include "engine/game/game_inputs.h"

extern const game_inputs pl_inputs;

#endif
