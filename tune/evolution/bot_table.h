#ifndef TUNE_EVOLUTION_BOT_TABLE_H
#define TUNE_EVOLUTION_BOT_TABLE_H
/* Games of bots, straight on states: no texts, no clocks, no threads, so that thousands are played
 * a second. Bots see what their seat may know and no more. A table belongs to one thread. */

#include "engine/game/game.h"

/* A bot, with numbers of its own or (number NULL) with those it has. */
typedef struct bot_side {
    const bot *bot;
    const bot_params *by;
    const float *number;
} bot_side;

typedef struct bot_game {
    bot_side seat[GAME_MAX_PLAYERS];
    unsigned opening_plies; /* this many decisions are random first */
    uint64_t opening, dice; /* their seed; that of chance: the n-th outcome is drawn from (dice, n)
                             */
    uint64_t seed;          /* of the bots */
} bot_game;

typedef struct bot_table bot_table;

/* The rules must outlive it. Games of more than max_plies steps are shared by all seats. */
status bot_table_create(bot_table **out, const rules *r, unsigned max_plies);
void bot_table_destroy(bot_table *t); /* NULL is welcome */

void bot_table_play(bot_table *t, const bot_game *g, double *utility);

#endif
