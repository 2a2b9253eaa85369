#ifndef GAMES_PIG_PIG_TABLE_H
#define GAMES_PIG_PIG_TABLE_H
/* Pig for front ends that show it: the scene, and actions part by part. */

#include "engine/game/game_table.h"

extern const game_table pig_game_table;

#endif
