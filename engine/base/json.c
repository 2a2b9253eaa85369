#include "engine/base/json.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

json_writer json_writer_on(text *out) {
    return (json_writer){.out = out};
}

/* Before every value. */
static void separate(json_writer *w) {
    if (w->comma) text_char(w->out, ',');
    w->comma = true;
}

void json_open(json_writer *w, char bracket) {
    assert(bracket == '{' || bracket == '[');
    separate(w);
    text_char(w->out, bracket);
    w->comma = false;
}

void json_close(json_writer *w, char bracket) {
    assert(bracket == '}' || bracket == ']');
    text_char(w->out, bracket);
    w->comma = true;
}

void json_key(json_writer *w, const char *key) {
    json_string(w, key);
    text_char(w->out, ':');
    w->comma = false;
}

void json_stringn(json_writer *w, const char *s, size_t n) {
    separate(w);
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

void json_string(json_writer *w, const char *s) {
    json_stringn(w, s, strlen(s));
}

void json_raw(json_writer *w, const char *value) {
    separate(w);
    text_put(w->out, value);
}

void json_bool(json_writer *w, bool b) {
    json_raw(w, b ? "true" : "false");
}

void json_int(json_writer *w, int64_t n) {
    separate(w);
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
    (void)snprintf(buf, sizeof buf, "%.*f", digits, x);
    put_number(w, x, buf);
}

void json_short(json_writer *w, double x, int digits) {
    char buf[64];
    (void)snprintf(buf, sizeof buf, "%.*g", digits, x);
    put_number(w, x, buf);
}
