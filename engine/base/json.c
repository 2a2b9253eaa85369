#include "engine/base/json.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

json_writer json_writer_on(text *out) {
    return (json_writer){.out = out};
}

/* Before every value, and every key. */
static void separate(json_writer *w, bool key) {
    assert(json_check(w) && !(key && w->keyed));
    assert(w->depth == 0 || (bool)(w->objects & 1) == (key || w->keyed)); /* no key, no value */
    if (w->comma) text_char(w->out, ',');
    w->comma = !key;
    w->keyed = key;
}

void json_open(json_writer *w, char bracket) {
    assert(bracket == '{' || bracket == '[');
    assert(w->depth < JSON_MAX_DEPTH);
    separate(w, false);
    text_char(w->out, bracket);
    w->comma = false;
    w->depth++;
    w->objects = w->objects << 1 | (bracket == '{');
}

void json_close(json_writer *w, char bracket) {
    assert(json_check(w) && w->depth > 0 && !w->keyed);
    assert(bracket == (w->objects & 1 ? '}' : ']')); /* what was opened last */
    text_char(w->out, bracket);
    w->comma = true;
    w->depth--;
    w->objects >>= 1;
}

static void put_string(json_writer *w, const char *s, size_t n) {
    text_char(w->out, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '"' || c == '\\')
            text_format(w->out, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            text_format(w->out, "\\u%04x", c);
        else
            text_char(w->out, (char)c);
    }
    text_char(w->out, '"');
}

void json_key(json_writer *w, const char *key) {
    separate(w, true);
    put_string(w, key, strlen(key));
    text_char(w->out, ':');
}

void json_stringn(json_writer *w, const char *s, size_t n) {
    assert(s || n == 0);
    separate(w, false);
    put_string(w, s, n);
}

void json_string(json_writer *w, const char *s) {
    json_stringn(w, s, strlen(s));
}

void json_raw(json_writer *w, const char *value) {
    assert(value && *value);
    separate(w, false);
    text_put(w->out, value);
}

void json_bool(json_writer *w, bool b) {
    json_raw(w, b ? "true" : "false");
}

void json_int(json_writer *w, int64_t n) {
    separate(w, false);
    text_format(w->out, "%lld", (long long)n);
}

static void put_number(json_writer *w, double x, const char *digits) {
    if (isfinite(x))
        json_raw(w, digits);
    else
        json_string(w, digits);
}

void json_real(json_writer *w, double x, int digits) {
    char buf[400];
    assert(digits >= 0 && digits < 40);
    (void)snprintf(buf, sizeof buf, "%.*f", digits, x);
    put_number(w, x, buf);
}

void json_short(json_writer *w, double x, int digits) {
    char buf[64];
    assert(digits > 0 && digits < 40);
    (void)snprintf(buf, sizeof buf, "%.*g", digits, x);
    put_number(w, x, buf);
}
