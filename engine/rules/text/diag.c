#include "engine/rules/text/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Columns and excerpts count characters, not bytes, so that the caret is in the right place on a
 * terminal and the column is the one an editor shows. */
static bool continues_character(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

static char plain(char c) {
    if (c == '\t') return ' ';
    return c >= ' ' && c <= '~' ? c : '?';
}

static size_t line_start(const source *src, size_t offset) {
    while (offset > 0 && src->at[offset - 1] != '\n') offset--;
    return offset;
}

static size_t line_end(const source *src, size_t start) {
    size_t end = start;
    while (end < src->len && src->at[end] != '\n') end++;
    while (end > start && (src->at[end - 1] == '\r' || src->at[end - 1] == ' ')) end--;
    return end;
}

int diag_line(const source *src, size_t offset) {
    int line = 1;
    for (size_t i = 0; i < offset && i < src->len; i++) line += src->at[i] == '\n';
    return line;
}

/* Characters in [from, to). */
static int width(const source *src, size_t from, size_t to) {
    int n = 0;
    for (; from < to; from++) n += !continues_character(src->at[from]);
    return n;
}

int diag_column(const source *src, size_t offset) {
    return 1 + width(src, line_start(src, offset), offset);
}

/* The line with the place in it. A place too far to the right is shown with what is before it. */
static void set_excerpt(diag *e, const source *src, size_t offset) {
    enum { BEFORE = 60 };
    size_t start = line_start(src, offset);
    size_t end = line_end(src, start);
    while (start < offset && (src->at[start] == ' ' || src->at[start] == '\t')) start++;
    text out = text_over(e->excerpt, sizeof e->excerpt);
    if (width(src, start, offset) > (int)sizeof e->excerpt - 20) {
        start = offset;
        for (int n = 0; n < BEFORE; n += !continues_character(src->at[start])) start--;
        text_put(&out, "...");
    }
    e->caret = (int)out.len + width(src, start, offset);
    for (; start < end; start++)
        if (!continues_character(src->at[start])) text_char(&out, plain(src->at[start]));
}

static void set_place(diag *e, const source *src, size_t offset) {
    if (offset > src->len) offset = src->len;
    e->line = diag_line(src, offset);
    e->column = diag_column(src, offset);
    set_excerpt(e, src, offset);
    /* Of a long path the end says more than the beginning. */
    const char *name = src->name ? src->name : "";
    size_t len = strlen(name);
    if (len >= sizeof e->file) name += len - sizeof e->file + 1;
    (void)snprintf(e->file, sizeof e->file, "%s", name);
}

/* The entry to fill, or NULL where there is no room. */
static diag *entry_for(diags *d, bool is_error) {
    d->hinted = 0;
    if (!diags_full(d)) {
        d->hinted = ++d->count;
    } else if (is_error && d->errors == 0) {
        d->hinted = DIAG_MAX_COUNT;
    } else {
        return NULL;
    }
    diag *e = &d->item[d->hinted - 1];
    memset(e, 0, sizeof *e);
    return e;
}

void diag_add(diags *d, const source *src, size_t offset, const char *code, const char *fmt, ...) {
    bool is_error = code[0] == 'E';
    diag *e = entry_for(d, is_error);
    if (!e) return;
    d->errors += is_error;
    (void)snprintf(e->code, sizeof e->code, "%s", code);
    set_place(e, src, offset);
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(e->message, sizeof e->message, fmt, args);
    va_end(args);
}

void diag_hint(diags *d, const char *fmt, ...) {
    if (!d->hinted) return;
    diag *e = &d->item[d->hinted - 1];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(e->hint, sizeof e->hint, fmt, args);
    va_end(args);
}

void diags_write(const diags *d, text *out) {
    for (int i = 0; i < d->count; i++) {
        const diag *e = &d->item[i];
        text_format(out, "%s:%d:%d: %s %s: %s\n   %s\n   ", e->file, e->line, e->column,
                    e->code[0] == 'E' ? "error" : "warning", e->code, e->message, e->excerpt);
        text_repeat(out, ' ', e->caret);
        text_put(out, "^\n");
        if (e->hint[0]) text_format(out, "   hint: %s\n", e->hint);
    }
}

status diags_status(const diags *d, error *err) {
    for (int i = 0; i < d->count; i++) {
        const diag *e = &d->item[i];
        if (e->code[0] != 'E') continue;
        return error_set(err, ST_BAD_SYNTAX, "%s:%d:%d: %s: %s%s%s", e->file, e->line, e->column,
                         e->code, e->message, e->hint[0] ? "; " : "", e->hint);
    }
    return ST_OK;
}
