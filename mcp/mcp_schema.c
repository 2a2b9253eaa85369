#include "mcp/mcp_schema.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 48 };

/* --- reading a form --- */

/* After a type: brackets are balanced, and what is quoted does not count. */
static const char *after_type(const char *s) {
    int depth = 0;
    do {
        if (*s == '`') s = strchr(s + 1, '`');
        if (*s == '{' || *s == '[' || *s == '(') depth++;
        if (*s == '}' || *s == ']' || *s == ')') depth--;
        assert(*s);
        s++;
    } while (depth > 0);
    if (*s == '<') s = strchr(s, '>') + 1;
    return s;
}

typedef struct field {
    const char *name, *type, *about;
    int name_len, about_len;
    bool optional;
} field;

/* The next member of an object, which *at points into; false at its end. */
static bool next_field(const char **at, field *out) {
    const char *s = *at + strspn(*at, "{, ");
    if (*s == '}') return false;
    out->name = s;
    out->name_len = (int)strcspn(s, "?:");
    s += out->name_len;
    out->optional = *s == '?';
    s += out->optional;
    assert(*s == ':');
    out->type = s + 1;
    s = after_type(s + 1);
    out->about = NULL;
    out->about_len = 0;
    if (*s == '`') {
        out->about = s + 1;
        out->about_len = (int)(strchr(s + 1, '`') - s - 1);
        s += out->about_len + 2;
    }
    *at = s;
    return true;
}

static bool bounds_of(const char *type, double *low, double *high) {
    if ((*type != 'i' && *type != 'n') || type[1] != '<') return false;
    *low = strtod(type + 2, NULL);
    *high = strtod(strstr(type, "..") + 2, NULL);
    return true;
}

/* --- writing --- */

static void write_type(const char *type, const field *of, json_writer *w);

static void write_keyed(json_writer *w, const char *key, const char *value) {
    json_key(w, key);
    json_string(w, value);
}

static void write_object(const char *type, json_writer *w) {
    field f;
    bool required = false;
    write_keyed(w, "type", "object");
    json_key(w, "properties");
    json_open(w, '{');
    for (const char *at = type; next_field(&at, &f);) {
        char name[NAME_SIZE];
        (void)snprintf(name, sizeof name, "%.*s", f.name_len, f.name);
        json_key(w, name);
        write_type(f.type, &f, w);
        required |= !f.optional;
    }
    json_close(w, '}');
    if (required) {
        json_key(w, "required");
        json_open(w, '[');
        for (const char *at = type; next_field(&at, &f);)
            if (!f.optional) json_stringn(w, f.name, (size_t)f.name_len);
        json_close(w, ']');
    }
    json_key(w, "additionalProperties");
    json_bool(w, false);
}

static void write_words(const char *type, json_writer *w) {
    write_keyed(w, "type", "string");
    json_key(w, "enum");
    json_open(w, '[');
    for (const char *s = type + 1; *s != ')'; s += *s == '|') {
        size_t n = strcspn(s, "|)");
        json_stringn(w, s, n);
        s += n;
        if (*s == ')') break;
    }
    json_close(w, ']');
}

static void write_type(const char *type, const field *of, json_writer *w) {
    double low;
    double high;
    json_open(w, '{');
    switch (*type) {
    case '{':
        write_object(type, w);
        break;
    case '(':
        write_words(type, w);
        break;
    case '[':
        write_keyed(w, "type", "array");
        json_key(w, "items");
        write_type(type + 1, NULL, w);
        break;
    default:
        write_keyed(w, "type",
                    *type == 's'   ? "string"
                    : *type == 'i' ? "integer"
                    : *type == 'n' ? "number"
                    : *type == 'b' ? "boolean"
                                   : "object");
        break;
    }
    if (bounds_of(type, &low, &high)) {
        json_key(w, "minimum");
        json_short(w, low, 12);
        json_key(w, "maximum");
        json_short(w, high, 12);
    }
    if (of && of->about) {
        json_key(w, "description");
        json_stringn(w, of->about, (size_t)of->about_len);
    }
    json_close(w, '}');
}

void mcp_schema_write(const char *form, json_writer *w) {
    write_type(form, NULL, w);
}

/* --- checking --- */

static void put_expected(const char *type, text *out) {
    double low;
    double high;
    bool bounded = bounds_of(type, &low, &high);
    switch (*type) {
    case 's':
        text_put(out, "a string");
        break;
    case 'i':
        text_put(out, "a whole number");
        break;
    case 'n':
        text_put(out, "a number");
        break;
    case 'b':
        text_put(out, "true or false");
        break;
    case '[':
        text_put(out, "a list, each of it ");
        put_expected(type + 1, out);
        break;
    case '(':
        text_put(out, "one of ");
        for (const char *s = type + 1; *s != ')'; s++) {
            if (*s == '|')
                text_put(out, ", ");
            else
                text_char(out, *s);
        }
        break;
    default:
        text_put(out, "an object");
        break;
    }
    if (bounded) text_format(out, " from %.15g to %.15g", low, high);
}

static status wrong(const field *f, const char *type, error *err) {
    char buf[160];
    text expected = text_over(buf, sizeof buf);
    put_expected(type, &expected);
    return f ? error_set(err, ST_BAD_VALUE, "`%.*s` takes %s%s%.*s", f->name_len, f->name, buf,
                         f->about ? ": " : "", f->about_len, f->about ? f->about : "")
             : error_set(err, ST_BAD_VALUE, "expected %s", buf);
}

static status check_type(const char *type, const field *f, const json_t *v, error *err);

static status missing(const field *f, error *err) {
    return error_set(err, ST_BAD_VALUE, "`%.*s` is missing%s%.*s", f->name_len, f->name,
                     f->about ? ": " : "", f->about_len, f->about ? f->about : "");
}

static status unknown_member(const char *type, const char *key, error *err) {
    char buf[160];
    text names = text_over(buf, sizeof buf);
    field f;
    for (const char *at = type; next_field(&at, &f);)
        text_format(&names, "%s`%.*s`", names.len ? ", " : "", f.name_len, f.name);
    return buf[0] ? error_set(err, ST_BAD_VALUE, "there is no `%.40s`; there are %s", key, buf)
                  : error_set(err, ST_BAD_VALUE, "there is no `%.40s`: it takes nothing", key);
}

/* Looks for a member that the form does not have. */
typedef struct stranger {
    const char *type, *key;
} stranger;

static bool is_known(void *ctx, const char *key, const json_t *v) {
    stranger *s = ctx;
    field f;
    (void)v;
    for (const char *at = s->type; next_field(&at, &f);)
        if (strlen(key) == (size_t)f.name_len && strncmp(key, f.name, (size_t)f.name_len) == 0)
            return true;
    s->key = key;
    return false;
}

static status check_object(const char *type, const field *of, const json_t *v, error *err) {
    field f;
    stranger s = {type, NULL};
    if (!mcp_json_is_object(v)) return wrong(of, type, err);
    mcp_json_each(v, is_known, &s);
    if (s.key) return unknown_member(type, s.key, err);
    for (const char *at = type; next_field(&at, &f);) {
        char name[NAME_SIZE];
        (void)snprintf(name, sizeof name, "%.*s", f.name_len, f.name);
        const json_t *value = mcp_json_get(v, name);
        if (!value && f.optional) continue;
        status st = value ? check_type(f.type, &f, value, err) : missing(&f, err);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static bool is_word(const char *type, const char *word) {
    size_t n = strlen(word);
    for (const char *s = type + 1;; s++) {
        size_t k = strcspn(s, "|)");
        if (k == n && strncmp(s, word, n) == 0) return true;
        s += k;
        if (*s == ')') return false;
    }
}

static bool fits(const char *type, const json_t *v) {
    double low;
    double high;
    mcp_json_type is = mcp_json_type_of(v);
    switch (*type) {
    case 's':
        return is == MCP_JSON_STRING;
    case '(':
        return is == MCP_JSON_STRING && is_word(type, mcp_json_string(v));
    case 'b':
        return is == MCP_JSON_FLAG;
    case 'o':
        return is == MCP_JSON_OBJECT;
    default:
        break;
    }
    if (is != MCP_JSON_INTEGER && (*type == 'i' || is != MCP_JSON_REAL)) return false;
    double x = mcp_json_number(v);
    return !bounds_of(type, &low, &high) || (x >= low && x <= high);
}

static status check_type(const char *type, const field *f, const json_t *v, error *err) {
    if (*type == '{') return check_object(type, f, v, err);
    if (*type != '[') return fits(type, v) ? ST_OK : wrong(f, type, err);
    if (mcp_json_type_of(v) != MCP_JSON_ARRAY) return wrong(f, type, err);
    for (size_t i = 0; i < mcp_json_count(v); i++) {
        status st = check_type(type + 1, f, mcp_json_at(v, i), err);
        if (st != ST_OK) return f && (type[1] == 's' || type[1] == 'i') ? wrong(f, type, err) : st;
    }
    return ST_OK;
}

status mcp_schema_check(const char *form, const json_t *value, error *err) {
    return check_type(form, NULL, value, err);
}
