#ifndef TESTS_UNIT_WEB_ROOMS_WORLD_PLAN_H
#define TESTS_UNIT_WEB_ROOMS_WORLD_PLAN_H
/* Two games that one viewer cannot tell apart, move by move: other hidden cards, other unseen
 * answers and outcomes, the same to the eye. A plan says what each seat does in both, and with which
 * numbers chance decides, so that two tables can be played by it. */

#include "engine/game/position.h"

enum { PLAN_MAX_STEPS = 400, PLAN_MAX_DICE = 96 };

/* One row of a table: a decision, or all answers to a reaction; then chance. */
typedef struct plan_side {
    char said[GAME_MAX_PLAYERS][GAME_TOKEN_SIZE]; /* "" where a seat says nothing */
    uint64_t dice[PLAN_MAX_DICE];                 /* seeds for outcomes, in order */
    int rolls;
} plan_side;

typedef struct plan_step {
    bool reaction;
    plan_side side[2];
} plan_step;

typedef struct world_plan {
    const game *game;
    int players, viewer; /* a seat from 0, or SEAT_PUBLIC */
    position *from[2];   /* where the games begin; NULL: at the start */
    plan_step *step;     /* the first one is chance alone */
    int steps;
    int differ;    /* steps at which the worlds were not equal */
    int reactions; /* steps that are windows of a reaction */
    int apart;     /* steps with other decisions, though they look the same */
} world_plan;

/* At most `max` steps from the start, or from two positions (taken over) that the viewer cannot tell
 * apart; it ends before a game is over, and where the second cannot follow the first. */
void world_plan_make(world_plan *w, uint64_t seed, int max);
void world_plan_done(world_plan *w);

/* A bit for each seat that is asked at the same time, each by what it sees; 0: it is no reaction. */
unsigned world_plan_asked(const position *p);

#endif
