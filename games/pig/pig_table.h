#ifndef GAMES_PIG_PIG_TABLE_H
#define GAMES_PIG_PIG_TABLE_H
/* Pig for front ends that show it: the scene, actions part by part, and positions that are set up:
 * points (`put p1.points 40`), the total of the turn (`put turn 12`), the die (`put die rolls`, or
 * lies). */

#include "engine/game/game_table.h"

extern const game_table pig_game_table;

#endif
