#include "uci/lines/json_request.h"

#include <string.h>

/* --- without memory --- */

/* After the string that begins at `s`, or at the end of the text. */
static const char *after_string(const char *s) {
    for (s++; *s && *s != '"'; s++)
        if (*s == '\\' && s[1]) s++;
    return *s ? s + 1 : s;
}

/* The value of a key of the outermost object, or NULL. */
static const char *find_value(const char *object, const char *key) {
    size_t n = strlen(key);
    int depth = 0;
    for (const char *s = object; *s;) {
        if (*s == '{' || *s == '[') depth++;
        if (*s == '}' || *s == ']') depth--;
        if (*s != '"') {
            s++;
            continue;
        }
        bool same = depth == 1 && strncmp(s + 1, key, n) == 0 && s[1 + n] == '"';
        s = after_string(s);
        const char *colon = s + strspn(s, " \t");
        if (same && *colon == ':') return colon + 1 + strspn(colon + 1, " \t");
    }
    return NULL;
}

void json_request_head(const char *object, text *line, char *id, size_t id_size) {
    const char *said = find_value(object, "line");
    const char *number = find_value(object, "id");
    id[0] = '\0';
    if (said && *said == '"') text_putn(line, said + 1, strcspn(said + 1, "\"\\"));
    size_t n = number ? strspn(number, "-0123456789") : 0;
    if (n == 0 || n >= id_size) return;
    memcpy(id, number, n);
    id[n] = '\0';
}

#ifndef KIBITZ_JANSSON

status json_request(const char *object, text *line, char *id, size_t id_size, error *err) {
    json_request_head(object, line, id, id_size);
    text_clear(line);
    return error_set(err, ST_UNSUPPORTED,
                     "this engine was built without jansson and reads no JSON: say plain lines");
}

#else

#include <jansson.h>
#include <stdatomic.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"

/* --- memory of jansson: counted as all other, and it may be refused --- */

/* jansson continues where it was refused, with less text than it read: so what it found does not
 * count then. */
static _Thread_local bool refused;

static void *take_memory(size_t bytes) {
    void *block = mem_alloc(bytes);
    if (!block) refused = true;
    return block;
}

/* The functions are global to the process; the first thread sets them, others wait for it. */
void json_request_prepare(void) {
    enum { NOT_YET, BUSY, DONE };
    static atomic_int state;
    int expected = NOT_YET;
    if (atomic_compare_exchange_strong(&state, &expected, BUSY)) {
        json_set_alloc_funcs(take_memory, mem_free);
        json_object_seed(0); /* of its own choice */
        atomic_store(&state, DONE);
    }
    while (atomic_load(&state) != DONE) thrd_yield();
}

/* --- reading --- */

/* The sentence quotes what was read: nothing of it may break a line of ours. */
static status bad_json(error *err, const json_error_t *e) {
    char sentence[JSON_ERROR_TEXT_LENGTH];
    size_t i = 0;
    for (; e->text[i]; i++)
        sentence[i] = (char)(e->text[i] >= ' ' && e->text[i] <= '~' ? e->text[i] : '?');
    sentence[i] = '\0';
    return error_set(err, ST_BAD_SYNTAX, "JSON, column %d: %.160s", e->column, sentence);
}

static status bad_request(error *err, const char *what) {
    return error_set(err, ST_BAD_SYNTAX, "JSON: %s", what);
}

static status read_id(const json_t *value, char *id, size_t id_size, error *err) {
    enum { FLAGS = JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(15) };
    if (!value) return ST_OK;
    bool plain = !json_is_object(value) && !json_is_array(value);
    size_t n = plain ? json_dumpb(value, id, id_size - 1, FLAGS) : 0;
    bool fits = n > 0 && n < id_size;
    id[fits ? n : 0] = '\0';
    return fits ? ST_OK : bad_request(err, "an id is a short string or number");
}

static status read_line(const json_t *value, text *line, error *err) {
    if (!value) return bad_request(err, "the object has no line");
    if (!json_is_string(value)) return bad_request(err, "line takes a string");
    const char *said = json_string_value(value);
    if (strpbrk(said, "\n\r")) return bad_request(err, "a line break inside the line");
    text_put(line, said);
    return line->cut ? error_set(err, ST_NOMEM, "no memory for the line") : ST_OK;
}

status json_request_load(json_t **out, const char *data, size_t len, size_t flags, error *err) {
    json_error_t e;
    json_request_prepare();
    refused = false;
    *out = json_loadb(data, len, flags, &e);
    if (*out && !refused) return ST_OK;
    json_decref(*out);
    *out = NULL;
    return refused ? error_set(err, ST_NOMEM, "no memory for the line") : bad_json(err, &e);
}

status json_request(const char *object, text *line, char *id, size_t id_size, error *err) {
    json_t *root;
    id[0] = '\0';
    status st = json_request_load(&root, object, strlen(object), 0, err);
    if (st == ST_OK && !json_is_object(root)) st = bad_request(err, "expected an object");
    if (st == ST_OK) st = read_id(json_object_get(root, "id"), id, id_size, err);
    if (st == ST_OK) st = read_line(json_object_get(root, "line"), line, err);
    json_decref(root);
    return refused ? error_set(err, ST_NOMEM, "no memory for the line") : st;
}

#endif
