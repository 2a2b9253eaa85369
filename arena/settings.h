#ifndef ARENA_SETTINGS_H
#define ARENA_SETTINGS_H
/* Everything that decides what is played in a match, and so everything that must be the same for a
 * match to be continued: it is the header of the match file. How many games run at a time and where
 * the file lies is not part of it. */

#include "arena/blocks.h"
#include "arena/engine_spec.h"
#include "arena/illegal.h"
#include "arena/statistics.h"
#include "engine/notation/record.h"

enum { MATCH_PATH = 512 };

typedef struct match_settings {
    const game *game;
    params setup;
    engine_spec engine[MATCH_MAX_ENGINES];
    int engines;
    bool gauntlet;
    bool table; /* all engines at one table: see blocks.h; */
    block_seating seating;
    int copies[MATCH_MAX_ENGINES]; /* of each in its line-up; 0: one */
    bool mixed;     /* self-play: see blocks.h; what the searches found is kept with the games */
    uint64_t games; /* at most; complete rounds of blocks are played */
    uint64_t seed;
    unsigned opening_plies;    /* random decisions at the start of each round */
    char openings[MATCH_PATH]; /* a file of openings; empty: none */
    uint64_t openings_hash;    /* of its bytes */
    unsigned opening_depth;    /* of a file of games: at most this many actions; 0: all */
    unsigned max_plies;
    int64_t margin_ms, patience_ms;
    illegal_policy illegal; /* what an illegal answer does */
    bool disguised;         /* programs that answer with text get other names, made from */
    uint64_t disguise;
    bool tested; /* stop by the sequential test */
    sprt test;
} match_settings;

void settings_init(match_settings *s); /* no game, no engines, 100 games */
void settings_done(match_settings *s);

status settings_add_engine(match_settings *s, const char *line, error *err);

/* "mine=2,rule=4": how often each engine sits at the table, by name. After the engines. ST_BAD_VALUE. */
status settings_read_lineup(match_settings *s, const char *list, error *err);
status settings_read_seating(match_settings *s, const char *word, error *err);

/* Names differ, numbers of players and engines fit (a table has as many players as its line-up, where
 * none were set); rounds `games` up to complete rounds. */
status settings_check(match_settings *s, error *err);

int settings_seats(const match_settings *s);
block_plan settings_plan(const match_settings *s);

/* As header lines of a record. Reading fills *out, which the caller ends with settings_done() in
 * any case; every value is checked as if it came from the command line. */
void settings_write(const match_settings *s, text *out);
status settings_read(match_settings *out, const record *r, game_list games, error *err);

#endif
