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

/* The character at s, of at most n bytes, and how many bytes it takes. */
static uint32_t read_utf8(const unsigned char *s, size_t n, size_t *bytes) {
    size_t more = s[0] >= 0xf0 ? 3 : s[0] >= 0xe0 ? 2 : s[0] >= 0xc2 ? 1 : 0;
    uint32_t c = more ? s[0] & (0x3fu >> more) : s[0];
    *bytes = 1;
    if (s[0] > 0xf4 || more >= n) return s[0];
    for (size_t i = 1; i <= more; i++) {
        if ((s[i] & 0xc0) != 0x80) return s[0];
        c = c << 6 | (s[i] & 0x3f);
    }
    bool good = more == 0 || (more == 1 && c >= 0x80) ||
                (more == 2 && c >= 0x800 && (c < 0xd800 || c > 0xdfff)) ||
                (more == 3 && c >= 0x10000 && c <= 0x10ffff);
    if (!good) return s[0];
    *bytes = more + 1;
    return c;
}

void json_asciin(json_writer *w, const char *s, size_t n) {
    assert(s || n == 0);
    separate(w, false);
    text_char(w->out, '"');
    for (size_t i = 0, bytes; i < n; i += bytes) {
        uint32_t c = read_utf8((const unsigned char *)s + i, n - i, &bytes);
        if (c == '"' || c == '\\')
            text_format(w->out, "\\%c", (int)c);
        else if (c >= 0x10000)
            text_format(w->out, "\\u%04x\\u%04x", (unsigned)(0xd7c0 + (c >> 10)),
                        (unsigned)(0xdc00 + (c & 0x3ff)));
        else if (c < 0x20 || c >= 0x7f)
            text_format(w->out, "\\u%04x", (unsigned)c);
        else
            text_char(w->out, (char)c);
    }
    text_char(w->out, '"');
}

void json_ascii(json_writer *w, const char *s) {
    json_asciin(w, s, strlen(s));
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
