#ifndef ENGINE_NOTATION_FORMS_SGF_SCAN_H
#define ENGINE_NOTATION_FORMS_SGF_SCAN_H
/* A game in the syntax of SGF, (;FF[4]GM[1];B[aa](;W[bb])(;W[cc])), as nodes and properties without
 * any meaning. GGF has the same syntax. Internal to these formats. */

#include "engine/notation/tree/game_text.h"

enum { SGF_SCAN_MAX_NAME = 16 };

/* One value; a property with several has as many of them in a row. */
typedef struct sgf_value {
    char name[SGF_SCAN_MAX_NAME]; /* upper case letters alone: FF[3] has AddBlack, that is AB */
    size_t raw, text;             /* in `words`: as it was written, and without its escapes */
    game_text_place at;
} sgf_value;

/* Nodes are in the order of the file, so a parent comes before its children. */
typedef struct sgf_node {
    int parent; /* -1: the first */
    size_t first, count;
    game_text_place at;
} sgf_node;

typedef struct sgf_scan {
    text words;
    sgf_value *values;
    size_t value_count, value_cap;
    sgf_node *nodes;
    size_t node_count, node_cap;
} sgf_scan;

/* The next game of a file; ST_NOT_FOUND: there are no more. After another failure the next call
 * looks for the game that follows. The caller ends *out with sgf_scan_done() in any case. */
status sgf_scan_next(game_text *s, sgf_scan *out, error *err);
void sgf_scan_done(sgf_scan *x);

/* The first value of a property; NULL where the node has none. */
const char *sgf_scan_get(const sgf_scan *x, const sgf_node *n, const char *name);
const char *sgf_scan_text(const sgf_scan *x, const sgf_value *v);
const char *sgf_scan_raw(const sgf_scan *x, const sgf_value *v);

/* A value with its escapes. */
void sgf_scan_put(text *out, const char *value);

#endif
