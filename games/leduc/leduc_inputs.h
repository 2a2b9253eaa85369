#ifndef GAMES_LEDUC_LEDUC_INPUTS_H
#define GAMES_LEDUC_LEDUC_INPUTS_H
/* What a net sees of leduc (engine/game/game_inputs.h). */

#include "engine/game/game_inputs.h"

extern const game_inputs leduc_inputs;

#endif
