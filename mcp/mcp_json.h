#ifndef MCP_MCP_JSON_H
#define MCP_MCP_JSON_H
/* Messages as they come in: JSON of limited size and depth, read with jansson, which no other file
 * sees: its names are those of our writer. A value belongs to one thread. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"
#include "engine/base/text.h"

typedef struct json_t json_t; /* jansson's */

enum { MCP_MAX_MESSAGE = 1 << 20, MCP_MAX_DEPTH = 64 };

/* ST_BAD_SYNTAX names the column, or the limit; ST_NOMEM. *out is NULL on failure; else the caller ends
 * it with mcp_json_free(). A key that is given twice is an error: two readers would take different
 * values. */
status mcp_json_read(json_t **out, const char *data, size_t len, error *err);

void mcp_json_free(json_t *v);          /* NULL is welcome */
json_t *mcp_json_copy(const json_t *v); /* of an object; of NULL an empty one. NULL: no memory */

typedef enum mcp_json_type {
    MCP_JSON_NONE, /* there is no value */
    MCP_JSON_OBJECT,
    MCP_JSON_ARRAY,
    MCP_JSON_STRING,
    MCP_JSON_INTEGER,
    MCP_JSON_REAL,
    MCP_JSON_FLAG,
    MCP_JSON_NULL
} mcp_json_type;
mcp_json_type mcp_json_type_of(const json_t *v);
static inline bool mcp_json_is_object(const json_t *v) {
    return mcp_json_type_of(v) == MCP_JSON_OBJECT;
}

/* What a value is, where it is of that type; else NULL or 0. */
const char *mcp_json_string(const json_t *v);
int64_t mcp_json_integer(const json_t *v);
double mcp_json_number(const json_t *v);
bool mcp_json_is_true(const json_t *v);
size_t mcp_json_count(const json_t *array);
const json_t *mcp_json_at(const json_t *array, size_t i);

/* Calls visit for each member until it returns false. */
void mcp_json_each(const json_t *object, bool (*visit)(void *ctx, const char *key, const json_t *v),
                   void *ctx);

/* The member of an object; NULL where there is none, or no object. */
const json_t *mcp_json_get(const json_t *object, const char *key);
/* Its string, or `otherwise`. */
const char *mcp_json_text(const json_t *object, const char *key, const char *otherwise);
int64_t mcp_json_int(const json_t *object, const char *key, int64_t otherwise);
double mcp_json_real(const json_t *object, const char *key, double otherwise);
bool mcp_json_flag(const json_t *object, const char *key, bool otherwise);

/* A string or a number as JSON text: ids and progress tokens go back as they came. False where it is
 * neither, no integer, or longer than `cap`. */
bool mcp_json_id(const json_t *value, char *out, size_t cap);

#endif
