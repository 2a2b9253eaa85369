#ifndef TESTS_SUPPORT_TABLE_WORDS_H
#define TESTS_SUPPORT_TABLE_WORDS_H
/* What scenes and picks say, for tests of single games. Whatever is missing is printed. */

#include "engine/game/position.h"

/* Whether the scene that `seat` sees is sound and has this piece of JSON in it. */
bool table_shows(const position *p, int seat, const char *json);
/* How long the scene's line is; 0 where it failed. */
size_t table_size(const position *p, int seat);

/* Whether the answer to parts with spaces between them has this piece of JSON in it. */
bool table_picks(const position *p, const char *parts, const char *json);
/* The status of parts that are wrong; *err is filled. */
status table_refuses(const position *p, const char *parts, error *err);

#endif
