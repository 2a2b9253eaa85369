#ifndef UCI_JSON_H
#define UCI_JSON_H
/* The JSON-lines twin of the protocol: each line of one is one object of the other. `type` is the
 * line's first word, fields are keys, lists arrays, hashes and 64-bit counts strings, free text
 * under `text`. */

#include "engine/base/text.h"

/* A protocol line as an object; id is JSON text to echo, or empty. */
void json_from_line(const char *line, const char *id, text *out);

/* A line without keywords (a board, a perft count) that belongs to the answer of `type`. */
void json_from_free(const char *type, const char *line, const char *id, text *out);

/* Reads {"id": …, "line": "…"}: *line gets the protocol line, id the id as JSON text. Unknown keys
 * are ignored. ST_BAD_SYNTAX with the place. */
status json_request(const char *object, text *line, char *id, size_t id_room, error *err);

#endif
