#ifndef GAMES_RULEBOOKS_RULEBOOK_TEXTS_H
#define GAMES_RULEBOOKS_RULEBOOK_TEXTS_H
/* The rules texts of this folder as they are inside the program. The build makes the table: a new
 * text needs no more than its file. */

#include <stddef.h>

typedef struct rulebook_text {
    const char *name; /* "chess.game" */
    const unsigned char *at;
    const size_t *size;
} rulebook_text;

extern const rulebook_text rulebook_texts[]; /* sorted by name, ended by a NULL name */

#endif
