#ifndef ARENA_REFEREE_H
#define ARENA_REFEREE_H
/* One game: asks the players in turn, rolls the dice, keeps the clocks, checks every answer. An
 * engine that resigns, crashes, stops answering or exceeds its time gets 0 points, the others share
 * the result; a game of more than max_plies is shared by all. What an illegal answer does is a policy
 * (illegal.h). */

#include "arena/illegal.h"
#include "arena/openings.h"
#include "arena/player.h"

typedef struct referee_seat {
    player *who;
    const engine_spec *spec;
    uint64_t seed; /* of the player's own dice */
} referee_seat;

typedef struct referee_game {
    const game *game;
    const params *setup;
    opening_request opening;
    referee_seat seat[GAME_MAX_PLAYERS];
    unsigned max_plies;
    bool keep_values;       /* what the players think of their decisions is of interest */
    bool keep_notes;        /* the same of clocks and scores */
    illegal_policy illegal; /* what an illegal answer does, */
    uint64_t illegal_seed;  /* and of random actions instead */
    int64_t margin_ms;      /* how late an answer may be */
    int64_t patience_ms;    /* how long after that it is waited for */
} referee_game;

/* What is known of one decision beyond its token. */
typedef struct referee_note {
    int seat;         /* who decided, from 0; -1: chance, or the opening */
    int64_t clock_ms; /* left after it; -1: no clock */
    bool scored;      /* the next two mean something */
    line_score score; /* to that seat */
    unsigned depth;
} referee_note;

typedef struct referee_result {
    position *final; /* with all events */
    float *values;   /* with keep_values: a number a seat for each event, -1 where there is none */
    size_t valued, values_cap; /* events that the values are of */
    referee_note *notes;       /* with keep_notes, of the first `noted` events */
    size_t noted, notes_cap;
    double utility[GAME_MAX_PLAYERS];
    int rank[GAME_MAX_PLAYERS];         /* from 1, dense */
    unsigned illegal[GAME_MAX_PLAYERS]; /* answers of each seat that were no legal action */
    player_reply reply;                 /* PLAYER_REPLY_MOVE: played to the end, or too long */
    int offender; /* the seat that resigned or is at fault, from 0; -1: none */
    bool too_long;
} referee_result;

/* The caller ends *out with referee_result_done(), also after a failure. ST_STOPPED when a player
 * was stopped: there is no result then. Other failures are ours. */
status referee_play(const referee_game *g, referee_result *out, error *err);
void referee_result_done(referee_result *r);

#endif
