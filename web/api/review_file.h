#ifndef WEB_API_REVIEW_FILE_H
#define WEB_API_REVIEW_FILE_H
/* A game and what was found about it as one page to keep. */

#include "engine/game/position.h"

typedef struct review_file {
    const position *game; /* everything is known of it */
    const char *body;  /* the stored review, as JSON; NULL: none, the page shows the game alone */
    const char *names; /* of the players: a JSON list */
    const char *judge;
} review_file;

/* ST_BAD_STATE: the review is not complete. */
status review_file_write(const review_file *f, text *out, error *err);

#endif
