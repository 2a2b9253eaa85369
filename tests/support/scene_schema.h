#ifndef TESTS_SUPPORT_SCENE_SCHEMA_H
#define TESTS_SUPPORT_SCENE_SCHEMA_H
/* Scenes as JSON, held against tests/data/scene.schema.json: a small walker over the words of JSON
 * Schema that this file uses. Without jansson nothing is read. One thread at a time. */

#include <stdbool.h>

#include "engine/base/text.h"

/* Reads the schema; false where it cannot be read, or where there is no jansson. */
bool scene_schema_open(const char *path);
void scene_schema_close(void);

/* Whether a line fits it; else *why says where and what. True where no schema is open. */
bool scene_schema_fits(const char *line, text *why);

/* A thing of a scene, for comparing two of them. */
typedef struct scene_piece {
    char id[24], at[24];
    int owner; /* from 1; 0: none */
} scene_piece;

enum { SCENE_PIECES = 512 };

/* The things of a scene, and the names of what its last event moved; how many, -1 where it cannot
 * be read. */
int scene_pieces(const char *line, scene_piece out[SCENE_PIECES]);
bool scene_moved(const char *line, const char *id);

#endif
