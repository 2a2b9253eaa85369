#ifndef CLI_PLAY_PLAY_NAMES_H
#define CLI_PLAY_PLAY_NAMES_H
/* Who sits where, by name. Names stay with the people: who changes seats takes the name along. */

#include "cli/play/play_model.h"

/* A name for each seat, for a game's own screen. */
typedef struct play_names {
    char buf[GAME_MAX_PLAYERS][PLAY_PERSON_SIZE];
    char *at[GAME_MAX_PLAYERS];
} play_names;
void play_fill_names(const play *p, play_names *out);

/* "Ann", or "seat 2"; the text is good until the next call with the same buffer. */
typedef struct play_who {
    char buf[PLAY_PERSON_SIZE];
} play_who;
const char *play_name(const play *p, int seat, play_who *buf);

/* A text of the game with names in place of "seat 2". In a drawing all of them take the same width
 * where a column follows, so that columns stay columns. */
void play_put_named(const play *p, const char *said, bool drawing, text *out);
/* What an action does, in the words of a game that has describe(), with names. */
void play_put_description(const play *p, const void *s, const token *tok, text *out);

/* "Ann,Bob", one for each seat of the table; an empty one takes a name away. */
status play_take_names(play *p, const rules *r, const char *list, error *err);
/* The same back; nothing where there are none. */
void play_write_names(const play *p, const rules *r, text *out);

#endif
