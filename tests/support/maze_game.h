#ifndef TESTS_SUPPORT_MAZE_GAME_H
#define TESTS_SUPPORT_MAZE_GAME_H
/* A game for tests of searches: a maze drawn by a number, so small that every line can be played
 * out, and so mean that a search that flips a sign by habit gets it wrong.
 *
 * Players walk from room to room; where a door leads, who moves next (often the same player),
 * whether a token takes another step, whether chance throws the walkers elsewhere and what
 * the end is worth are all hashes of seed, room and door. Different ways meet again, and `length`
 * steps end it. With `repeats` steps are not counted; a room seen before ends the game as a draw.
 * The evaluation, the hints, what is noisy and what it means to skip a turn are made up as well, so
 * that everything a search builds on them is put to the test.
 * Options: seed, length, rooms, chance, chains, repeats. Only what searches call is there: no
 * reading of positions, no board. */

#include "engine/game/game.h"

extern const game maze_game;

#endif
