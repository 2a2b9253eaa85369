#ifndef CLI_ANALYZE_LINES_H
#define CLI_ANALYZE_LINES_H
/* What a search found in a position, for people and as JSON. */

#include "engine/notation/san/opening_names.h"
#include "engine/notation/spelling.h"
#include "search/search.h"

typedef struct found_lines {
    const position *root; /* what was searched: a view in a game with hidden things */
    const search_question *ask;
    const search_report *rep;
    spelling how;
    opening_name opening; /* name NULL: none */
} found_lines;

/* The first action of a line, as people write it. */
void analyze_put_first(spelling how, const position *root, const char *pv, text *out);

/* The table of lines, and after it why the first is better than the second, if that is known. */
status analyze_put_lines(const found_lines *f, text *out, error *err);

/* The same as one line of JSON. */
status analyze_put_json(const found_lines *f, text *out, error *err);

/* A position in which the game is over, or chance is to act: one line of JSON. */
void analyze_put_end(const position *p, text *out);

#endif
