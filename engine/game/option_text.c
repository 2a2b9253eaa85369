#include "engine/game/option_text.h"

#include "engine/base/file.h"

static struct {
    option_text_source read;
    void *ctx;
} source;

void option_text_set_source(option_text_source read, void *ctx) {
    source.read = read;
    source.ctx = ctx;
}

void option_text_drop_source(const void *ctx) {
    if (source.ctx == ctx) option_text_set_source(NULL, NULL);
}

bool option_text_is(const char *name) {
    return source.read && text_starts(name, OPTION_TEXT_WORD);
}

status option_text_read(text *out, const char *name, size_t limit, error *err) {
    if (!option_text_is(name)) return file_read(out, name, limit, err);
    *out = text_growing();
    status st = source.read(source.ctx, name, out, err);
    if (st == ST_OK && out->cut) st = error_set(err, ST_NOMEM, "no memory for %.60s", name);
    if (st == ST_OK && out->len > limit)
        st = error_set(err, ST_BAD_VALUE, "%.60s has more than %zu bytes", name, limit);
    if (st != ST_OK) text_done(out);
    return st;
}
