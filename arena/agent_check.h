#ifndef ARENA_AGENT_CHECK_H
#define ARENA_AGENT_CHECK_H
/* Whether a program is fit to play: some games of one kind against random players, in each seat in turn,
 * and what it did wrong, in sentences. Every second time around the table games begin in the middle
 * (lead_in.h), so that there are rewards and reactions whatever it plays. An illegal answer does not end a game here: a random action is
 * played instead, so that all of the game is seen. */

#include "arena/referee.h"

typedef struct agent_request {
    const engine_spec *spec; /* of the program; its limits, too */
    game_list games;
    const search_registry *book;
    const game *game;
    params setup;   /* players and options */
    unsigned count; /* games to play */
    uint64_t seed;
    int64_t margin_ms, patience_ms;
    int log_file; /* an open file for all that is said; 0: none */
} agent_request;

/* What was seen in the games of one kind. */
typedef struct agent_findings {
    unsigned games, decisions;
    unsigned rewards, reactions;        /* among the decisions */
    double score;                       /* of the program, in games */
    unsigned fault[PLAYER_REPLY_COUNT]; /* games that ended so */
    unsigned first[PLAYER_REPLY_COUNT]; /* the first of them, from 1 */
    unsigned illegal;                   /* answers */
    unsigned too_long;                  /* games */
    bool gave_up;                       /* it hung so often that the other games were not played */
    player_conduct conduct;
} agent_findings;

typedef struct agent_check agent_check;

status agent_check_create(agent_check **out, error *err);
void agent_check_destroy(agent_check *c); /* NULL is welcome */

/* Called after every game. */
typedef void (*agent_listener)(void *ctx, unsigned games);

/* Plays the games. ST_IO or ST_BAD_VALUE: the program cannot be started for this game, and *err says
 * why; ST_STOPPED. */
status agent_check_run(agent_check *c, const agent_request *q, agent_findings *out,
                       agent_listener listen, void *ctx, error *err);
void agent_check_stop(agent_check *c); /* from any thread; for good */

bool agent_findings_good(const agent_findings *f);
/* One sentence a line about what was wrong; nothing where all was well. */
void agent_findings_write(const agent_findings *f, const agent_request *q, text *out);

#endif
