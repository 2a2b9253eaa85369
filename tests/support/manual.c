#include "tests/support/manual.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"

enum { MANUAL_BYTES = 1 << 20 };

static bool complain(const manual *m, unsigned line, const char *what) {
    printf("%s:%u: %s\n", m->path, line, what);
    return false;
}

/* One more block; its body begins after the line of the fence. */
static bool open_block(manual *m, const char *fence, unsigned line, const char *body) {
    if (m->count == MANUAL_BLOCKS) return complain(m, line, "too many blocks");
    manual_block *b = &m->block[m->count++];
    *b = (manual_block){.line = line, .body = body};
    (void)sscanf(fence + 3, "%31s %31s", b->mark, b->argument);
    return true;
}

bool manual_read(manual *m, const char *path) {
    error err;
    *m = (manual){.path = path};
    if (file_read(&m->data, path, MANUAL_BYTES, &err) != ST_OK) return complain(m, 0, err.text);
    m->whole = mem_string(text_string(&m->data));
    unsigned line = 0;
    bool inside = false;
    bool good = m->whole != NULL;
    for (char *s = m->data.at; good && s && *s;) {
        char *next = strchr(s, '\n');
        line++;
        if (text_starts(s, "```")) {
            if (next) *next = '\0';
            good = inside || open_block(m, s, line, next ? next + 1 : s + strlen(s));
            if (inside) *s = '\0';
            inside = !inside;
        }
        s = next ? next + 1 : NULL;
    }
    return good && inside ? complain(m, line, "a fence is open") : good;
}

void manual_done(manual *m) {
    text_done(&m->data);
    mem_free(m->whole);
    m->whole = NULL;
}

const manual_block *manual_find(const manual *m, const char *mark) {
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->block[i].mark, mark) == 0) return &m->block[i];
    return NULL;
}

bool manual_cell(const char *line, int n, char out[MANUAL_CELL]) {
    if (*line != '|') return false;
    for (const char *s = line + 1; *s && *s != '\n'; s++, n--) {
        size_t len = 0;
        for (; *s && *s != '\n' && *s != '|'; s++) {
            if (s[0] == '\\' && s[1] == '|') s++;
            if (len || *s != ' ') out[len++] = *s;
            if (len == MANUAL_CELL) return false;
        }
        while (len && out[len - 1] == ' ') len--;
        out[len] = '\0';
        if (*s != '|') return false;
        if (n == 0) return true;
    }
    return false;
}

bool manual_code(const char *cell, char out[MANUAL_CELL]) {
    const char *open = strchr(cell, '`');
    const char *close = open ? strchr(open + 1, '`') : NULL;
    if (!close) return false;
    size_t len = (size_t)(close - open - 1);
    memcpy(out, open + 1, len);
    out[len] = '\0';
    return true;
}
