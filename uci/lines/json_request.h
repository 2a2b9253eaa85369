#ifndef UCI_LINES_JSON_REQUEST_H
#define UCI_LINES_JSON_REQUEST_H
/* Requests of the JSON mode, read with jansson. A build without it reads none, and says so. From
 * any thread. */

#include <stddef.h>

#include "engine/base/text.h"

/* Reads {"id": …, "line": "…"}: *line gets the protocol line, id the id as JSON text, also where
 * the line is missing. Unknown keys are ignored. ST_BAD_SYNTAX with the place; ST_NOMEM;
 * ST_UNSUPPORTED without jansson. */
status json_request(const char *object, text *line, char *id, size_t id_size, error *err);

/* What can be seen of a request without memory: the beginning of its line, up to the first escape,
 * and a plain id. Either stays empty where it is not found. */
void json_request_head(const char *object, text *line, char *id, size_t id_size);

#ifdef KIBITZ_JANSSON
/* Gives jansson our memory functions: for a program that uses it otherwise, too, before it does. */
void json_request_prepare(void);

/* Reads any JSON with jansson's flags, in memory that is counted as all other. ST_BAD_SYNTAX names the
 * column; ST_NOMEM. *out is NULL on failure; else the caller ends it with json_decref(). */
struct json_t;
status json_request_load(struct json_t **out, const char *data, size_t len, size_t flags,
                         error *err);
#endif

#endif
