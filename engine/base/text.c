#include "engine/base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

text text_over(char *buf, size_t cap) {
    assert(buf && cap > 0);
    buf[0] = '\0';
    return (text){.at = buf, .cap = cap};
}

text text_growing(void) {
    return (text){.grows = true};
}

void text_done(text *t) {
    assert(text_check(t));
    if (t->grows) mem_free(t->at);
    *t = (text){.grows = t->grows};
}

void text_clear(text *t) {
    text_truncate(t, 0);
    t->cut = false;
}

void text_truncate(text *t, size_t len) {
    assert(text_check(t));
    if (len > t->len) return;
    t->len = len;
    if (t->at) t->at[len] = '\0';
}

const char *text_string(const text *t) {
    return t->at ? t->at : "";
}

/* Room for n more bytes and the NUL; in fixed storage as many of n as fit. */
static size_t make_room(text *t, size_t n) {
    if (t->grows && MEM_GROW(t->at, t->cap, t->len + n + 1) == ST_OK) return n;
    assert(text_check(t));
    size_t size = t->cap > t->len ? t->cap - t->len - 1 : 0;
    if (n <= size) return n;
    t->cut = true;
    return size;
}

/* n bytes were written behind the end. */
static void lengthen(text *t, size_t n) {
    t->len += n;
    t->at[t->len] = '\0';
    assert(text_check(t));
}

void text_putn(text *t, const char *s, size_t n) {
    assert(s || n == 0);
    n = make_room(t, n);
    if (!t->at) return;
    memcpy(t->at + t->len, s, n);
    lengthen(t, n);
}

void text_put(text *t, const char *s) {
    assert(s);
    text_putn(t, s, strlen(s));
}

void text_char(text *t, char c) {
    text_putn(t, &c, 1);
}

void text_repeat(text *t, char c, int n) {
    size_t room = make_room(t, n > 0 ? (size_t)n : 0);
    if (!t->at) return;
    memset(t->at + t->len, c, room);
    lengthen(t, room);
}

void text_format(text *t, const char *fmt, ...) {
    assert(fmt && text_check(t));
    va_list args;
    va_list again;
    va_start(args, fmt);
    va_copy(again, args);
    char small[256];
    int need = vsnprintf(small, sizeof small, fmt, args);
    va_end(args);
    if (need >= 0 && (size_t)need < sizeof small) {
        text_putn(t, small, (size_t)need);
    } else if (need >= 0) {
        char *large = mem_alloc((size_t)need + 1);
        if (large) {
            (void)vsnprintf(large, (size_t)need + 1, fmt, again);
            text_putn(t, large, (size_t)need);
            mem_free(large);
        } else {
            t->cut = true;
        }
    }
    va_end(again);
}

void text_wrapped(text *t, const char *sentence, text_layout where) {
    int column = where.at;
    bool first = true; /* of its line */
    for (const char *s = sentence; *s;) {
        int n = (int)strcspn(s, " ");
        if (!first && column + 1 + n > where.width) {
            text_char(t, '\n');
            text_repeat(t, ' ', where.indent);
            column = where.indent;
            first = true;
        }
        if (!first) text_char(t, ' ');
        text_putn(t, s, (size_t)n);
        column += n + !first;
        first = false;
        s += n + (int)strspn(s + n, " ");
    }
    text_char(t, '\n');
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

status words_split(words *w, char *line, error *err) {
    assert(line);
    w->count = 0;
    for (char *p = line; *p;) {
        if (is_blank(*p)) {
            *p++ = '\0';
            continue;
        }
        if (MEM_GROW(w->at, w->cap, w->count + 1) != ST_OK)
            return error_set(err, ST_NOMEM, "no memory for the words of this line");
        w->at[w->count++] = p;
        while (*p && !is_blank(*p)) p++;
    }
    assert(w->count <= w->cap);
    return ST_OK;
}

void words_done(words *w) {
    mem_free(w->at);
    *w = (words){0};
}

bool text_u64(const char *s, uint64_t max, uint64_t *out) {
    assert(s && out);
    uint64_t n = 0;
    if (!*s) return false;
    for (; *s; s++) {
        if (!text_is_digit(*s)) return false;
        uint64_t digit = (uint64_t)(*s - '0');
        if (n > (UINT64_MAX - digit) / 10) return false;
        n = n * 10 + digit;
    }
    if (n > max) return false;
    *out = n;
    return true;
}

bool text_i64(const char *s, int64_t min, int64_t max, int64_t *out) {
    assert(min <= max);
    bool negative = *s == '-';
    uint64_t n;
    if (!text_u64(s + negative, INT64_MAX, &n)) return false;
    int64_t v = negative ? -(int64_t)n : (int64_t)n;
    if (v < min || v > max) return false;
    *out = v;
    return true;
}

bool text_real(const char *s, double *out) {
    assert(s && out);
    const char *p = s + (*s == '-');
    size_t entire = strspn(p, "0123456789");
    size_t point = p[entire] == '.';
    size_t part = point ? strspn(p + entire + 1, "0123456789") : 0;
    if (!entire || (point && !part) || p[entire + point + part]) return false;
    if (entire + part > 40) return false;
    *out = strtod(s, NULL);
    return true;
}

bool text_hex(const char *s, uint64_t *out) {
    assert(s && out);
    size_t n = strspn(s, "0123456789abcdefABCDEF");
    if (!n || n > 16 || s[n]) return false;
    *out = strtoull(s, NULL, 16);
    return true;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_same(const char *a, const char *b) {
    assert(a && b);
    while (*a && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

bool text_starts(const char *s, const char *prefix) {
    assert(s && prefix);
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool text_is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool text_is_alpha(char c) {
    char l = lower(c);
    return l >= 'a' && l <= 'z';
}

bool text_is_name(const char *s) {
    if (!text_is_alpha(*s)) return false;
    for (; *s; s++)
        if (!text_is_alpha(*s) && !text_is_digit(*s) && *s != '-' && *s != '_' && *s != '.')
            return false;
    return true;
}

bool text_is_plain(const char *s) {
    if (!*s) return false;
    for (; *s; s++)
        if (*s < '!' || *s > '~') return false;
    return true;
}

int text_distance(const char *a, const char *b) {
    enum { LONGEST = 40 };
    size_t n = strlen(a);
    size_t m = strlen(b);
    if (n > LONGEST || m > LONGEST) return LONGEST;
    int row[LONGEST + 1];
    for (size_t j = 0; j <= m; j++) row[j] = (int)j;
    for (size_t i = 1; i <= n; i++) {
        int corner = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int change = corner + (lower(a[i - 1]) != lower(b[j - 1]));
            int lowest = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            corner = row[j];
            row[j] = change < lowest ? change : lowest;
        }
    }
    assert(row[m] >= 0 && row[m] <= LONGEST);
    return row[m];
}
