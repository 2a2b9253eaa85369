#ifndef ARENA_BLOCKS_H
#define ARENA_BLOCKS_H
/* Who sits where. A *block* compares two engines, A and B, on one fixed opening and one fixed
 * sequence of chance outcomes, so that neither seats nor luck favour one of them:
 *
 *   two seats     2 games: A first, then B first
 *   N seats       2N games: A alone in seat 1..N with B elsewhere, then B alone with A elsewhere
 *   one seat      2 games: A, then B
 *
 * The block's value to A is 1/2 + (mean utility of a lone A - mean utility of a lone B) / 2:
 * exactly 1/2 for equal engines, whatever the seats are good for. With more than two engines every
 * pair (or, in a gauntlet, the first with every other) plays a block of each round, all of one
 * round on the same opening and chance.
 *
 * Where no engines are compared (self-play, for games to learn from) the plan is `mixed`: a game is
 * a block and a round of its own, and who sits where is drawn; the first engine always sits
 * somewhere, and half of the other seats are its own on average.
 *
 * A `table` seats a line-up of engines, some of them perhaps more than once. A block is a round of
 * its own, in which every one of the line-up sits in every seat equally often. In the rounds 2k and
 * 2k+1 they sit in opposite orders, so that no one is always after the same neighbour. Pure
 * functions. */

#include <stdbool.h>
#include <stdint.h>

#include "engine/game/game.h"

enum { MATCH_MAX_ENGINES = 16 };

/* How the players of a mixed table change seats within a block. */
typedef enum block_seating {
    BLOCK_ROTATE, /* N games: all move on by one seat; who sits next to whom is drawn for each block */
    BLOCK_ALL     /* as many games as there are seatings that differ */
} block_seating;

typedef struct block_plan {
    int engines, seats;
    bool gauntlet;
    bool mixed;
    bool table; /* all engines at one table, */
    block_seating seating;
    int lineup[GAME_MAX_PLAYERS]; /* with these in its seats */
    uint64_t seed;                /* of a mixed plan or a table */
} block_plan;

/* One game of the plan, by its number from 0. */
typedef struct block_game {
    uint64_t block;             /* number of the block */
    uint64_t round;             /* which opening and chance */
    int pair;                   /* which two engines */
    int a, b;                   /* the engines of the block; of a table none */
    int within;                 /* number of the game in its block */
    int seat[GAME_MAX_PLAYERS]; /* the engine in each seat */
} block_game;

int blocks_pairs(const block_plan *p);
int blocks_games(const block_plan *p); /* in one block */
block_game blocks_game(const block_plan *p, uint64_t number);

/* How many seatings of a table differ; at most `limit` + 1 are counted. */
int blocks_seatings(const block_plan *p, int limit);

/* The block's value to A from the utilities of its games, game by game and seat by seat. */
double blocks_unit(const block_plan *p, const double (*utility)[GAME_MAX_PLAYERS]);

enum { BLOCK_MAX_GAMES = 2 * GAME_MAX_PLAYERS, BLOCK_MAX_SEATINGS = 720 };

#endif
