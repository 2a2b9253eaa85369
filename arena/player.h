#ifndef ARENA_PLAYER_H
#define ARENA_PLAYER_H
/* One who sits at a table and decides: a search of this process (player_inside.c) or a program at
 * the end of two pipes (player_outside.c, player_gtp.c). A player belongs to one thread; only player_stop() may
 * be called from another. A player is never trusted: what it answers is checked by the referee. */

#include <stdatomic.h>

#include "arena/engine_spec.h"
#include "arena/text_answers.h"
#include "engine/game/table_text.h"
#include "search/score.h"

typedef struct player player;

/* What a decision came to. From the crash on it is the engine's fault. */
typedef enum player_reply {
    PLAYER_REPLY_MOVE,
    PLAYER_REPLY_STOPPED, /* player_stop() */
    PLAYER_REPLY_RESIGN,  /* it gives the game up */
    PLAYER_REPLY_CRASH,   /* it ended, or could not be started */
    PLAYER_REPLY_HANG,    /* no answer in time, and some more time */
    PLAYER_REPLY_ILLEGAL, /* an answer that is no legal action */
    PLAYER_REPLY_TIME     /* an answer after its time */
} player_reply;

enum { PLAYER_REPLY_COUNT = PLAYER_REPLY_TIME + 1 };
const char *player_reply_name(player_reply d); /* "crash" */

/* The table at the moment of a decision. */
typedef struct player_turn {
    const position *now; /* everything: a player takes from it what its seat may see */
    int seat;            /* from 0 */
    int64_t clock_ms[GAME_MAX_PLAYERS]; /* what is left to each seat; -1: no clock */
    int64_t inc_ms[GAME_MAX_PLAYERS];
    unsigned movestogo;       /* of the deciding seat */
    int64_t patience_ms;      /* how long after its time an answer is waited for */
    bool scored;              /* what it thinks is asked for as a score, too */
    const atomic_bool *hurry; /* when it becomes true the answer is wanted at once; may be NULL */
} player_turn;

typedef struct player_setup {
    const engine_spec *spec;
    game_list games;
    const search_registry *book;
    const rules *rules;  /* of the match: what it must be able to play */
    const weights *eval; /* weights for a search of this process; NULL: the game's own */
    const char *log;     /* a program's lines are added to this file; NULL: they are not kept */
    bool strict;         /* what a program says when it is not asked is counted (player_conduct) */
    int log_file;        /* instead of that an open file, which stays the caller's; 0: none */
    int64_t patience_ms; /* for a program to start */
    const struct disguise *mask; /* between such a program and the game; NULL: none */
    table_text_page page;        /* the rules, for a program that answers with text; may be NULL */
} player_setup;

/* The caller ends it with player_destroy(); the setup's data must outlive it. ST_BAD_VALUE for
 * options that a search of ours does not have. */
status player_create(player **out, const player_setup *setup, error *err);

/* Starts a program and tells it its options, which otherwise happens at the first decision: for a
 * clear word before a match begins. ST_IO, or ST_BAD_VALUE for options it does not have. */
status player_try(player *p, error *err);
void player_destroy(player *p); /* NULL is welcome */

/* Another game: `start` is its position before the first event, seed that of the player's own dice.
 * A failure is reported at the first decision. */
void player_new_game(player *p, const position *start, int seat, uint64_t seed);

/* One event happened, as this player's seat saw it. */
void player_see(player *p, const char *event);

/* Decides; *answer gets the token. p->valued and p->value, p->scored and p->score tell what it thinks
 * of it. */
player_reply player_decide(player *p, const player_turn *t, text *answer);

/* The answer was not taken, and *why says what is wrong with it. What the player does next is that
 * of a player who has not answered: it may be asked again, or sees another action instead. */
void player_refuse(player *p, const char *answer, const error *why);

/* Tells the player of a seat a game that may have changed in any way: what is new since the last
 * call, or another game. *told remembers that, and is empty at first. */
status player_follow(player *p, const position *now, int seat, text *told, error *err);

/* From any thread: ends a decision under way and every one asked for later. */
void player_stop(player *p);

/* --- for the kinds --- */

typedef struct player_kind {
    status (*try_it)(player *p, error *err); /* may be NULL */
    void (*new_game)(player *p, const position *start, int seat, uint64_t seed);
    void (*see)(player *p, const char *event); /* may be NULL */
    player_reply (*decide)(player *p, const player_turn *t, text *answer);
    void (*refuse)(player *p, const char *answer, const error *why); /* may be NULL */
    void (*stop)(player *p);
    void (*destroy)(player *p);
} player_kind;

/* How it behaves, from its creation on. */
typedef struct player_conduct {
    unsigned unasked; /* lines that it said when nothing was asked; counted where it is `strict`, */
    char first_line[96]; /* and the first of them */
    char refused[256];   /* the first answer that was not taken, and why */
} player_conduct;

struct player {
    const player_kind *kind;
    player_conduct conduct;
    bool valued;                    /* the last decision came with */
    double value[GAME_MAX_PLAYERS]; /* its value to each seat */
    bool scored;                    /* and with */
    line_score score;               /* how a front end would show it, to the deciding seat, */
    unsigned depth;                 /* and how deep was searched */
    text_answers answers;           /* of a program that answers with text, in this game */
};

status player_create_inside(player **out, const player_setup *setup, error *err);
status player_create_text(player **out, const player_setup *setup, error *err);
status player_create_outside(player **out, const player_setup *setup, error *err);
status player_create_gtp(player **out, const player_setup *setup, error *err);

#endif
