#include "tune/data/rows.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void row_write(text *out, const char *name, const double *x, size_t n) {
    assert(*name && !strpbrk(name, " \n"));
    text_put(out, name);
    for (size_t i = 0; i < n; i++) text_format(out, " %a", x[i]);
    text_char(out, '\n');
}

static bool next_number(const char **s, double *out) {
    char *end;
    *out = strtod(*s, &end);
    if (end == *s) return false;
    *s = end;
    return true;
}

bool row_read(const char **s, const char *name, double *x, size_t n) {
    size_t len = strlen(name);
    const char *at = *s + strspn(*s, " \n");
    if (strncmp(at, name, len) != 0 || (at[len] != ' ' && at[len] != '\n')) return false;
    at += len;
    for (size_t i = 0; i < n; i++)
        if (!next_number(&at, &x[i])) return false;
    *s = at;
    return at[strspn(at, " ")] == '\n';
}

bool row_read_count(const char **s, const char *name, double max, uint64_t *out) {
    double x;
    if (!row_read(s, name, &x, 1) || !(x >= 0 && x <= max) || x != floor(x)) return false;
    *out = (uint64_t)x;
    return true;
}

bool row_end(const char *s) {
    return s[strspn(s, " \n")] == '\0';
}
