#include "web/page_join.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/sha256.h"
#include "web/page_files.h"

static const char *const exports = "export { ";

const embedded_file *page_file(const embedded_file *table, const char *name) {
    for (; table->name; table++)
        if (strcmp(table->name, name) == 0) return table;
    return NULL;
}

static status missing(error *err, const char *name) {
    return error_set(err, ST_INTERNAL, "the page has no file %s", name);
}

/* Where the line with the exports begins; NULL: it is not the last one. */
static const char *last_line(const char *body, size_t len) {
    if (!len || body[len - 1] != '\n') return NULL;
    const char *line = body + len - 1;
    while (line > body && line[-1] != '\n') line--;
    const char *first = strstr(body, "\nexport ");
    return strncmp(line, exports, strlen(exports)) == 0 && first && first + 1 == line ? line : NULL;
}

/* Whether a line imports from one of the modules first..end-1. */
static bool imports_from(const char *line, const char *const *first, const char *const *end) {
    char file[64];
    for (; first < end; first++) {
        (void)snprintf(file, sizeof file, " from \"./%s\";\n", *first);
        const char *found = strstr(line, file);
        if (found && found < strchr(line, '\n')) return true;
    }
    return false;
}

/* Lines from..end but imports, which have to be from modules before this one: those are in the script. */
static bool put_lines(text *out, const char *from, const char *end, const char *const *first,
                      const char *const *own) {
    while (from < end) {
        size_t len = strcspn(from, "\n") + 1;
        if (!text_starts(from, "import "))
            text_putn(out, from, len);
        else if (!imports_from(from, first, own))
            return false;
        from += len;
    }
    return true;
}

status page_join_scripts(const char *const *names, text *out, error *err) {
    for (const char *const *own = names; *own; own++) {
        const embedded_file *f = page_file(page_scripts, *own);
        if (!f) return missing(err, *own);
        const char *body = (const char *)f->at;
        const char *end = last_line(body, *f->size);
        if (!end)
            return error_set(err, ST_INTERNAL, "%s: a module ends with its only export { … } line",
                             *own);
        if (!put_lines(out, body, end, names, own))
            return error_set(err, ST_INTERNAL, "%s: it imports from a module that is not before it",
                             *own);
    }
    return ST_OK;
}

status page_join_styles(const char *const *names, text *out, error *err) {
    for (; *names; names++) {
        const embedded_file *f = page_file(page_styles, *names);
        if (!f) return missing(err, *names);
        text_putn(out, (const char *)f->at, *f->size);
    }
    return ST_OK;
}

void page_put_policy(text *out, const text *script, const text *style) {
    text_put(out, "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
                  "script-src '");
    sha256_put_source(out, text_string(script), script->len);
    text_put(out, "'; style-src '");
    sha256_put_source(out, text_string(style), style->len);
    text_char(out, '\'');
}

void page_put_html(text *out, const char *s) {
    for (; *s; s++) {
        if (*s == '&')
            text_put(out, "&amp;");
        else if (*s == '<')
            text_put(out, "&lt;");
        else if (*s == '"')
            text_put(out, "&quot;");
        else
            text_char(out, *s);
    }
}

void page_put_json(text *out, const char *json, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (json[i] == '<')
            text_put(out, "\\u003c");
        else
            text_char(out, json[i]);
    }
}

/* The slot that begins at s, which is an @; *size is how long its name is with both. */
static const page_slot *slot_at(const page_slot *slots, const char *s, size_t *size) {
    for (; slots->name; slots++) {
        size_t n = strlen(slots->name);
        if (strncmp(s + 1, slots->name, n) == 0 && s[n + 1] == '@') {
            *size = n + 2;
            return slots;
        }
    }
    return NULL;
}

status page_fill(const char *shell, const page_slot *slots, text *out, error *err) {
    const embedded_file *f = page_file(page_shells, shell);
    if (!f) return missing(err, shell);
    const char *at = (const char *)f->at;
    for (const page_slot *s = slots; s->name; s++) {
        char name[64];
        (void)snprintf(name, sizeof name, "@%s@", s->name);
        if (!strstr(at, name)) return error_set(err, ST_INTERNAL, "%s has no %s", shell, name);
    }
    while (*at) {
        size_t plain = strcspn(at, "@");
        text_putn(out, at, plain);
        at += plain;
        if (!*at) break;
        size_t size = 1;
        const page_slot *s = slot_at(slots, at, &size);
        if (s)
            text_putn(out, text_string(s->value), s->value->len);
        else
            text_char(out, '@');
        at += size;
    }
    return out->cut ? error_set(err, ST_NOMEM, "no memory for the page") : ST_OK;
}
