#include "mcp/mcp_json.h"

#include <jansson.h>

#include "uci/lines/json_request.h"

/* Checked before jansson sees it: its own limit is far deeper, and its reader is recursive. */
static bool too_deep(const char *data, size_t len) {
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < len; i++) {
        char c = data[i];
        if (quoted) {
            if (c == '\\') i++;
            if (c == '"') quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            if (++depth > MCP_MAX_DEPTH) return true;
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return false;
}

status mcp_json_read(json_t **out, const char *data, size_t len, error *err) {
    *out = NULL;
    if (len > MCP_MAX_MESSAGE)
        return error_set(err, ST_BAD_SYNTAX, "a message has at most %d bytes", MCP_MAX_MESSAGE);
    if (too_deep(data, len))
        return error_set(err, ST_BAD_SYNTAX, "a message has at most %d levels", MCP_MAX_DEPTH);
    return json_request_load(out, data, len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, err);
}

void mcp_json_free(json_t *v) {
    json_decref(v);
}

json_t *mcp_json_copy(const json_t *v) {
    return v ? json_deep_copy(v) : json_object();
}

/* --- values --- */

mcp_json_type mcp_json_type_of(const json_t *v) {
    if (!v) return MCP_JSON_NONE;
    switch (json_typeof(v)) {
    case JSON_OBJECT:
        return MCP_JSON_OBJECT;
    case JSON_ARRAY:
        return MCP_JSON_ARRAY;
    case JSON_STRING:
        return MCP_JSON_STRING;
    case JSON_INTEGER:
        return MCP_JSON_INTEGER;
    case JSON_REAL:
        return MCP_JSON_REAL;
    case JSON_TRUE:
    case JSON_FALSE:
        return MCP_JSON_FLAG;
    default:
        return MCP_JSON_NULL;
    }
}

const char *mcp_json_string(const json_t *v) {
    return json_string_value(v);
}

int64_t mcp_json_integer(const json_t *v) {
    return json_integer_value(v);
}

double mcp_json_number(const json_t *v) {
    return json_number_value(v);
}

bool mcp_json_is_true(const json_t *v) {
    return json_is_true(v);
}

size_t mcp_json_count(const json_t *array) {
    return json_array_size(array);
}

const json_t *mcp_json_at(const json_t *array, size_t i) {
    return json_array_get(array, i);
}

void mcp_json_each(const json_t *object, bool (*visit)(void *ctx, const char *key, const json_t *v),
                   void *ctx) {
    json_t *o = (json_t *)object;
    for (void *at = json_object_iter(o); at; at = json_object_iter_next(o, at))
        if (!visit(ctx, json_object_iter_key(at), json_object_iter_value(at))) return;
}

/* --- members --- */

const json_t *mcp_json_get(const json_t *object, const char *key) {
    return json_object_get(object, key);
}

const char *mcp_json_text(const json_t *object, const char *key, const char *otherwise) {
    const char *s = json_string_value(mcp_json_get(object, key));
    return s ? s : otherwise;
}

int64_t mcp_json_int(const json_t *object, const char *key, int64_t otherwise) {
    const json_t *v = mcp_json_get(object, key);
    return json_is_integer(v) ? json_integer_value(v) : otherwise;
}

double mcp_json_real(const json_t *object, const char *key, double otherwise) {
    const json_t *v = mcp_json_get(object, key);
    return json_is_number(v) ? json_number_value(v) : otherwise;
}

bool mcp_json_flag(const json_t *object, const char *key, bool otherwise) {
    const json_t *v = mcp_json_get(object, key);
    return json_is_boolean(v) ? json_is_true(v) : otherwise;
}

bool mcp_json_id(const json_t *value, char *out, size_t cap) {
    if (!json_is_string(value) && !json_is_integer(value)) return false;
    size_t n = json_dumpb(value, out, cap - 1, JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII);
    bool fits = n > 0 && n < cap;
    out[fits ? n : 0] = '\0';
    return fits;
}
