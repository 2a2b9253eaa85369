#ifndef EVAL_WEIGHTS_WEIGHTS_TEXTS_H
#define EVAL_WEIGHTS_WEIGHTS_TEXTS_H
/* The weights files of this folder as they are inside the program. The build makes the table. */

#include <stddef.h>

typedef struct weights_text {
    const char *name; /* "chess.txt" */
    const unsigned char *at;
    const size_t *size;
} weights_text;

extern const weights_text weights_texts[]; /* sorted by name, ended by a NULL name */

#endif
