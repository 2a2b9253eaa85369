#ifndef GAMES_LEDUC_LEDUC_TABLE_H
#define GAMES_LEDUC_LEDUC_TABLE_H
/* Leduc for front ends that show it: the scene, and actions part by part. */

#include "engine/game/game_table.h"

extern const game_table leduc_game_table;

#endif
