#ifndef CLI_ANALYZE_ANNOTATE_H
#define CLI_ANALYZE_ANNOTATE_H
/* What a review found, written into the game: as remarks of a record, or into a file in a form of
 * others (PGN, SGF, ...) as evaluations, marks and better lines. */

#include "engine/notation/forms/formats.h"
#include "engine/notation/record.h"
#include "engine/notation/san/opening_names.h"
#include "engine/notation/tree/game_tree.h"
#include "search/review.h"

typedef struct annotation {
    const position *game; /* with the events that were judged */
    const record *rec;    /* its header lines are kept */
    const review *found;
    opening_name opening; /* name NULL: none */
    const format *form;   /* NULL: a record */
} annotation;

/* Adds the game to `out`, after an empty line where something is there and the form wants one. t is
 * the game's tree; it is changed. */
status analyze_annotate(const annotation *a, game_tree *t, text *out, error *err);

#endif
