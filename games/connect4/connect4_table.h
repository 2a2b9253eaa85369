#ifndef GAMES_CONNECT4_CONNECT4_TABLE_H
#define GAMES_CONNECT4_CONNECT4_TABLE_H
/* Connect four for front ends that show it: the scene, and actions part by part. */

#include "engine/game/game_table.h"

extern const game_table c4_game_table;

#endif
