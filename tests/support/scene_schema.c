#include "tests/support/scene_schema.h"

#include <stdio.h>
#include <string.h>

#ifdef KIBITZ_JANSSON

#include <jansson.h>

static json_t *root;

bool scene_schema_open(const char *path) {
    json_error_t e;
    scene_schema_close();
    root = json_load_file(path, 0, &e);
    if (!root) printf("%s:%d: %s\n", path, e.line, e.text);
    return root != NULL;
}

void scene_schema_close(void) {
    json_decref(root);
    root = NULL;
}

/* --- the walker: false, and why, at the first thing that does not fit --- */

typedef struct spot {
    const struct spot *up;
    const char *name;
    text *why;
} spot;

static bool fits(const json_t *schema, const json_t *x, const spot *at);

static void put_spot(const spot *at, text *out) {
    if (at->up) put_spot(at->up, out);
    text_format(out, "/%s", at->name);
}

static bool wrong(const spot *at, const char *what) {
    if (!at->why) return false;
    text_clear(at->why);
    put_spot(at, at->why);
    text_format(at->why, ": %s", what);
    return false;
}

static bool has_type(const json_t *x, const char *type) {
    return (strcmp(type, "object") == 0 && json_is_object(x)) ||
           (strcmp(type, "array") == 0 && json_is_array(x)) ||
           (strcmp(type, "string") == 0 && json_is_string(x)) ||
           (strcmp(type, "integer") == 0 && json_is_integer(x)) ||
           (strcmp(type, "number") == 0 && json_is_number(x)) ||
           (strcmp(type, "boolean") == 0 && json_is_boolean(x)) ||
           (strcmp(type, "null") == 0 && json_is_null(x));
}

static bool fits_type(const json_t *type, const json_t *x) {
    size_t i;
    json_t *one;
    if (json_is_string(type)) return has_type(x, json_string_value(type));
    json_array_foreach(type, i, one) {
        if (has_type(x, json_string_value(one))) return true;
    }
    return false;
}

static bool is_one_of(const json_t *list, const json_t *x) {
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one) {
        if (json_equal(one, x)) return true;
    }
    return false;
}

static const json_t *referred(const char *ref) {
    const char *name = strrchr(ref, '/') + 1;
    return json_object_get(json_object_get(root, "$defs"), name);
}

static bool fits_object(const json_t *schema, const json_t *x, const spot *at) {
    const json_t *known = json_object_get(schema, "properties");
    const json_t *others = json_object_get(schema, "additionalProperties");
    const char *key;
    json_t *value;
    size_t i;
    json_t *name;
    json_array_foreach(json_object_get(schema, "required"), i, name) {
        if (!json_object_get(x, json_string_value(name))) return wrong(at, "a key is missing");
    }
    json_object_foreach((json_t *)x, key, value) {
        const json_t *sub = json_object_get(known, key);
        spot here = {at, key, at->why};
        if (!sub && json_is_false(others)) return wrong(&here, "this key is unknown");
        if (!sub) sub = others;
        if (json_is_object(sub) && !fits(sub, value, &here)) return false;
    }
    return true;
}

static bool fits_array(const json_t *schema, const json_t *x, const spot *at) {
    const json_t *first = json_object_get(schema, "prefixItems");
    const json_t *rest = json_object_get(schema, "items");
    const json_t *min = json_object_get(schema, "minItems");
    const json_t *max = json_object_get(schema, "maxItems");
    size_t n = json_array_size(x);
    if (min && n < (size_t)json_integer_value(min)) return wrong(at, "too short");
    if (max && n > (size_t)json_integer_value(max)) return wrong(at, "too long");
    for (size_t i = 0; i < n; i++) {
        char number[24];
        (void)snprintf(number, sizeof number, "%zu", i);
        spot here = {at, number, at->why};
        const json_t *sub = i < json_array_size(first) ? json_array_get(first, i) : rest;
        if (json_is_false(sub)) return wrong(&here, "one too many");
        if (json_is_object(sub) && !fits(sub, json_array_get(x, i), &here)) return false;
    }
    return true;
}

static bool fits_value(const json_t *schema, const json_t *x, const spot *at) {
    const json_t *min = json_object_get(schema, "minimum");
    const json_t *max = json_object_get(schema, "maximum");
    const json_t *len = json_object_get(schema, "minLength");
    if (min && json_number_value(x) < json_number_value(min)) return wrong(at, "too small");
    if (max && json_number_value(x) > json_number_value(max)) return wrong(at, "too large");
    if (len && json_is_string(x) && json_string_length(x) < (size_t)json_integer_value(len))
        return wrong(at, "empty");
    return true;
}

static bool fits_one(const json_t *list, const json_t *x, const spot *at) {
    size_t i;
    json_t *one;
    int count = 0;
    spot quiet = {at->up, at->name, NULL};
    json_array_foreach(list, i, one) count += fits(one, x, &quiet);
    return count == 1 || wrong(at, "not exactly one of the forms");
}

static bool fits(const json_t *schema, const json_t *x, const spot *at) {
    const json_t *ref = json_object_get(schema, "$ref");
    const json_t *type = json_object_get(schema, "type");
    const json_t *same = json_object_get(schema, "const");
    const json_t *list = json_object_get(schema, "enum");
    const json_t *forms = json_object_get(schema, "oneOf");
    if (ref) {
        schema = referred(json_string_value(ref));
        return schema ? fits(schema, x, at) : wrong(at, "the schema has no such part");
    }
    if (type && !fits_type(type, x)) return wrong(at, "another type");
    if (same && !json_equal(same, x)) return wrong(at, "another value");
    if (list && !is_one_of(list, x)) return wrong(at, "none of the values");
    if (forms && !fits_one(forms, x, at)) return false;
    if (json_is_object(x)) return fits_object(schema, x, at);
    if (json_is_array(x)) return fits_array(schema, x, at);
    return fits_value(schema, x, at);
}

bool scene_schema_fits(const char *line, text *why) {
    json_error_t e;
    if (!root) return true;
    json_t *x = json_loads(line, JSON_REJECT_DUPLICATES, &e);
    if (!x) {
        text_put(why, e.text);
        return false;
    }
    spot at = {NULL, "scene", why};
    bool good = fits(root, x, &at);
    json_decref(x);
    return good;
}

/* --- two scenes --- */

static void copy_name(char out[24], const json_t *name) {
    (void)snprintf(out, 24, "%s", json_is_string(name) ? json_string_value(name) : "");
}

int scene_pieces(const char *line, scene_piece out[SCENE_PIECES]) {
    json_error_t e;
    json_t *x = json_loads(line, 0, &e);
    const json_t *things = json_object_get(x, "things");
    int n = x ? 0 : -1;
    size_t i;
    json_t *one;
    json_array_foreach(things, i, one) {
        if (n == SCENE_PIECES) break;
        scene_piece *p = &out[n++];
        copy_name(p->id, json_object_get(one, "id"));
        copy_name(p->at, json_object_get(one, "at"));
        p->owner = (int)json_integer_value(json_object_get(one, "owner"));
    }
    json_decref(x);
    return n;
}

bool scene_moved(const char *line, const char *id) {
    json_error_t e;
    json_t *x = json_loads(line, 0, &e);
    const json_t *since = json_object_get(x, "since");
    size_t i;
    json_t *one;
    bool found = false;
    json_array_foreach(since, i, one) {
        const char *name = json_string_value(json_object_get(one, "thing"));
        found |= name && strcmp(name, id) == 0;
    }
    json_decref(x);
    return found;
}

#else

bool scene_schema_open(const char *path) {
    printf("no jansson: %s is not read\n", path);
    return false;
}

void scene_schema_close(void) {}

bool scene_schema_fits(const char *line, text *why) {
    (void)line;
    (void)why;
    return true;
}

int scene_pieces(const char *line, scene_piece out[SCENE_PIECES]) {
    (void)line;
    (void)out;
    return -1;
}

bool scene_moved(const char *line, const char *id) {
    (void)line;
    (void)id;
    return false;
}

#endif
