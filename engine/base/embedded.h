#ifndef ENGINE_BASE_EMBEDDED_H
#define ENGINE_BASE_EMBEDDED_H
/* Files that the build has put inside the program (cmake/KibitzEmbed.cmake). */

#include <stddef.h>

/* A table of them is sorted by name and ended by one without. */
typedef struct embedded_file {
    const char *name; /* "chess.game" */
    const unsigned char *at;
    const size_t *size;
} embedded_file;

#endif
