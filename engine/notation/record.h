#ifndef ENGINE_NOTATION_RECORD_H
#define ENGINE_NOTATION_RECORD_H
/* Game records: text that people can read and diff.
 *
 *     game: pig
 *     players: 2
 *     set: target=50
 *     hash: 0123456789abcdef                  (of the rules text, as `load` prints it)
 *     start: p=1 turn=0 s=12,30 target=50     (only when it is not the default start)
 *     result: 0 1
 *
 *     roll
 *     !4 ; {"value": 0.52}
 *     hold
 *
 * Tokens of go have no column i, and its komi is in points: `coordinates: 2` says so. Records
 * without it are read with all letters and in half points.
 *
 * Header lines `key: value`, an empty line, one event a line with an optional remark after " ; ". A
 * plain list of tokens (no header) is read as well, with or without a position text of two or more
 * words at its head: the caller then says which game it is. Moves may be in chess notation where
 * the game has it, with numbers between them. Chance outcomes are events, with or
 * without their '!'; no seed is needed to replay. Lines that start with '#' are comments. A line
 * that is a move of a Boardwalk game with its space ("X 2,0") is one event. */

#include "engine/game/position.h"

typedef struct record_field {
    char *key, *value;
} record_field;

typedef struct record_event {
    char *token;
    char *remark; /* NULL where there is none */
    unsigned line;
} record_event;

/* An event in a variation, and what it follows: event number `after` of the variations, or below 0
 * the first -after - 1 events of the main line. */
typedef struct record_branch {
    record_event event;
    int after;
} record_branch;

/* A record as read: strings point into `body`. */
typedef struct record {
    char *body;
    record_field *fields;
    size_t field_count, field_cap;
    record_event *events;
    size_t event_count, event_cap;
    record_branch *branches; /* variations, in the order of the text (record_tree.h) */
    size_t branch_count, branch_cap;
    /* Set by who knows where it comes from, before it is replayed. Files that the header names are
     * looked for in this folder by their base names; NULL: where the header says. */
    char *folder; /* owned */
    bool force;   /* follow paths, and continue where rules or files have changed */
    bool closed;  /* options that name a file are refused: ST_UNSUPPORTED */
} record;

/* Reads a record from text (copied). ST_BAD_SYNTAX names the line. The caller ends *out with
 * record_done() in any case. */
status record_read(record *out, const char *data, size_t len, error *err);
void record_done(record *r);
const char *record_get(const record *r, const char *key); /* NULL where there is none */

/* Whether it is of before `coordinates: 2`, where that matters to the game. */
bool record_is_old(const record *r, const game *g);

/* A header line that record_write() writes by itself. */
bool record_is_own(const char *key);

/* A text of one line with the files in its words (name=path) as the record is to find them: the
 * position texts of some games name one. */
status record_local_text(const record *r, const game *g, const char *line, text *out, error *err);

/* The setup that the header states: players, first, rules and options. ST_NOT_FOUND names the file
 * that is not next to the record. */
status record_setup(params *out, const record *r, const game *g, error *err);

/* Whether the rules and the files they read are those that the header states; r->force: any will
 * do. ST_BAD_STATE has both hashes. A header without hashes fits any rules. */
status record_check_rules(const record *r, const rules *own, error *err);
/* The header lines of it. */
void record_write_rules(const rules *r, text *out);

/* Sets up the position of the record and replays the first `plies` events (UINT_MAX: all). `fallback`
 * is the game where the record names none. Errors name the line of the event. ST_BAD_STATE where
 * the rules, or a file they read, are not those of the record. */
status record_replay(position **out, const record *r, game_list games, const game *fallback,
                     unsigned plies, error *err);

/* The same for a record of what one seat saw (record_write_seen): a view, at its last event.
 * ST_NOT_FOUND where the record is of everything; record_replay() refuses those of one seat. */
status record_replay_view(position **out, const record *r, game_list games, const game *fallback,
                          error *err);

/* Writes the record of a position's events; a result if the game is over. */
void record_write(const position *p, text *out);
/* Only what `seat` (or SEAT_PUBLIC) has seen of a game with hidden things: the header has `view:
 * 1` (from 0, or public), events are as that seat saw them. ST_NOMEM. */
status record_write_seen(const position *p, int seat, text *out, error *err);
/* The same with remarks: `remark` (may be NULL) writes what is to follow event number i (from
 * 0), or nothing. */
typedef void (*record_remark)(void *ctx, unsigned i, text *out);
void record_write_remarks(const position *p, record_remark remark, void *ctx, text *out);

#endif
