#ifndef GAMES_AZUL_AZUL_INPUTS_H
#define GAMES_AZUL_AZUL_INPUTS_H
/* What a net sees of Azul (engine/game/game_inputs.h). */

#include "engine/game/game_inputs.h"

extern const game_inputs az_inputs;

#endif
