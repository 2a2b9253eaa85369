#include "web/think/think_export.h"

/* One list: a statement and what its columns are called. A name that begins with '=' is of a column
 * that is JSON already, with '#' of a number. */
typedef struct export_list {
    const char *key;
    store_statement read;
    const char *column[8];
} export_list;

static const export_list lists[] = {
    {"texts", STORE_OWN_TEXTS_EXPORT, {"name", "title", "text", "#changed"}},
    {"library",
     STORE_SAVED_EXPORT,
     {"id", "game", "title", "=players", "date", "result", "text", "record"}},
    {"marks", STORE_MARKS_EXPORT, {"game", "position", "note", "library", "#ply", "#time"}},
    {"reviews",
     STORE_REVIEWS_EXPORT,
     {"id", "state", "game", "=names", "judge", "record", "=found", "#time"}},
    {"analyses", STORE_ANALYSES_EXPORT, {"=found", "#time"}},
};

typedef struct export_rows {
    const export_list *list;
    json_writer *w;
} export_rows;

static void put_column(json_writer *w, const char *name, const store_value *v) {
    json_key(w, name + (*name == '=' || *name == '#'));
    if (*name == '#')
        json_int(w, v->number);
    else if (v->type != STORE_TEXT)
        json_raw(w, "null");
    else if (*name == '=')
        json_raw(w, v->text);
    else
        json_stringn(w, v->text, v->len);
}

static bool put_row(void *ctx, const store_value *column, int count) {
    export_rows *r = ctx;
    json_open(r->w, '{');
    for (int i = 0; i < 8 && i < count && r->list->column[i]; i++)
        put_column(r->w, r->list->column[i], &column[i]);
    json_close(r->w, '}');
    return true;
}

void think_export(void *ctx, int64_t account, json_writer *w) {
    const web_world *world = ctx;
    const store_value arg[] = {store_int(account)};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        export_rows rows = {&lists[i], w};
        json_key(w, lists[i].key);
        json_open(w, '[');
        (void)store_read(world->store, lists[i].read, arg, 1, put_row, &rows, NULL);
        json_close(w, ']');
    }
}

status think_forget(void *ctx, int64_t account, store_batch *b) {
    (void)ctx;
    (void)account;
    (void)b;
    return ST_OK;
}
