#ifndef ARENA_MATCH_EXPORT_H
#define ARENA_MATCH_EXPORT_H
/* The games of a match in a form of others (engine/notation/forms/formats.h): PGN, or what the ending of
 * the file's name says. The file grows game by game, in their order. One thread at a time. */

#include "arena/match_file.h"

typedef struct match_export match_export;

/* Makes the file; one that is there is kept as path~, and refused where we did not write it, unless
 * `force` is set. ST_UNSUPPORTED where the game is not written in that form. */
status match_export_open(match_export **out, const char *path, const match_settings *s,
                         game_list games, bool force, error *err);
void match_export_close(match_export *x); /* NULL is welcome */

/* One game, as its section of the match file tells it. */
status match_export_add(match_export *x, const section *sec, error *err);
status match_export_sync(match_export *x, error *err);

#endif
