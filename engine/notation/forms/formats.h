#ifndef ENGINE_NOTATION_FORMS_FORMATS_H
#define ENGINE_NOTATION_FORMS_FORMATS_H
/* All forms in which others keep games, in one table: chosen by the ending of a file's name, else
 * by how the file begins. Files of ours (records, logs, saved games) are game_file.h's. */

#include "engine/notation/tree/game_text.h"

typedef struct format {
    const char *name;    /* "PGN" */
    const char *endings; /* with spaces between: "pgn" */
    const char *games;   /* for people: "chess and its relatives" */
    bool (*looks)(const char *head);
    status (*next)(game_text *s, game_tree **out, error *err);
    status (*write)(const game_tree *t, text *out, error *err);
} format;

extern const format formats_list[]; /* ended by a NULL name */

/* By the ending of a path (any case), or by the first bytes of the file where that says nothing;
 * either may be NULL. NULL: none of these. */
const format *formats_find(const char *path, const char *head);
/* The form in which a game is normally written: that of the path, if it has one, else the first
 * that takes it. NULL: there is none. */
const format *formats_for(const game *g, const char *path);

/* The tag that names a player of a game for two: White or Black. */
const char *formats_player_tag(const game *g, int seat);

/* Whether a game can be written in a format at all. */
bool formats_takes(const format *f, const game *g);

/* What to read, and which games it may be of. */
typedef struct formats_request {
    const char *data;
    size_t len;
    game_list games;
    const game *fallback; /* where the file does not say; NULL: what the format is for */
    bool skip_broken;     /* read on with the next game after one that cannot be read */
} formats_request;

/* Reads all games of a file. On failure *out holds those before it; with skip_broken ST_OK is
 * returned where at least one was read, *broken (may be NULL) says how many were not, and *err
 * keeps the first reason. ST_BAD_SYNTAX where there is no game at all. The caller ends *out with
 * game_trees_done() in any case. */
status formats_read(game_trees *out, const format *f, const formats_request *request,
                    size_t *broken, error *err);

/* All games, with an empty line between two where the format wants it. */
status formats_write(const format *f, const game_trees *list, text *out, error *err);

#endif
