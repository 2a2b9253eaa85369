#ifndef ARENA_MATCH_STATE_H
#define ARENA_MATCH_STATE_H
/* The internals of a match, shared by its files and by no other. */

#include "arena/disguise.h"
#include "arena/match.h"
#include "arena/match_export.h"
#include "arena/match_file.h"
#include "engine/base/threads.h"

/* Where one thread plays. Its players are made when they are first needed, one for each seat an
 * engine may take, and live as long as the run. */
typedef struct match_table {
    match *match;
    player *who[MATCH_MAX_ENGINES][GAME_MAX_PLAYERS];
} match_table;

struct match {
    match_config config;
    match_settings *settings;
    block_plan plan;
    position *start; /* holds the rules */
    disguise *mask;  /* NULL: none */
    opening_book book;
    text log[MATCH_MAX_ENGINES]; /* where the lines of programs go; may be empty */
    match_file *file;
    match_export *exported; /* NULL: the games are not wanted in another form */
    int64_t synced_ns;
    standings now;
    sprt_verdict verdict;

    bool keep_notes; /* clocks and scores go with the games */
    match_listener listen;
    void *ctx;

    mtx_t crew_lock; /* guards the crew's coming and going; before all other locks */
    crew *crew;      /* who plays; NULL: no run is under way */

    mtx_t lock; /* guards everything below, and the players' coming and going */
    bool stopping;
    match_table *tables; /* one a thread */
    int concurrency;
};

/* Tables for this many threads, and none again. */
status match_lay_tables(match *m, int concurrency, error *err);
void match_clear_tables(match *m);

/* Plays the game of this number at the table of this slot. */
status match_play_job(void *ctx, const crew_job *job, text *result, error *err);
void match_stop_players(void *ctx); /* for good; from any thread */

/* --- match_ranks.c --- */
void match_describe(void *ctx, text *out); /* the setup of match_task */

#endif
