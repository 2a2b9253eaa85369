#ifndef WEB_API_LIBRARY_IMPORT_H
#define WEB_API_LIBRARY_IMPORT_H
/* Games on their way into the library: from a text with one or more of them, or from a room. */

#include "web/api/saved.h"

enum { LIBRARY_MAX_IMPORT = 1000, LIBRARY_MAX_GAMES = 20000 };

/* What became of an import. The caller ends it with library_import_done(). */
typedef struct library_import {
    store_batch *batch;
    text ids;      /* of the games that were taken, with spaces between */
    text problems; /* sentences, each with its NUL */
    size_t added, broken;
} library_import;

void library_import_init(library_import *i);
void library_import_done(library_import *i);

/* Adds all games of a text to the batch. `title` may be NULL; `form` (NULL: any) is the form that it
 * is said to be in ("pgn"). ST_BAD_SYNTAX where there is none at all. */
typedef struct library_request {
    const asked_game *g; /* what it may be of */
    const char *data, *title, *form;
    size_t len;
    int64_t account;
    struct side_work *side; /* work ends when it does; may be NULL */
} library_request;
status library_import_text(library_import *i, const library_request *r, error *err);

/* Adds the game of a position; `names` is a JSON list, `source_text` (NULL: none) its rules. */
status library_import_position(library_import *i, const position *p, int64_t account,
                               const char *names, const char *source_text, error *err);

#endif
