#include "web/think/own_games.h"

#include <string.h>

#include "engine/base/memory.h"

bool own_name_is_good(const char *name) {
    size_t n = strlen(name);
    return n > 0 && n < OWN_NAME_SIZE && text_is_name(name) && !strchr(name, '.');
}

static const game *choose(const text_library *own, const char *name) {
    const game *named = name ? text_library_game(own, name) : NULL;
    if (named) return named;
    return text_library_count(own) ? text_library_at(own, 0) : NULL;
}

status own_game_read(own_game *out, const web_world *world, const char *name, const char *data,
                     diags *d, error *err) {
    text_library *own = NULL;
    size_t len = strlen(data);
    *out = (own_game){0};
    *d = (diags){0};
    if (len > (size_t)world->limits.text_bytes)
        return error_set(err, ST_BAD_VALUE, "a rules text has at most %d bytes",
                         world->limits.text_bytes);
    status st = text_library_create_next_to(&own, game_library_texts(world->library));
    source src = {name ? name : "text", data, len};
    if (st == ST_OK) st = text_library_read(own, &src, d);
    if (st == ST_OK) {
        out->game = game_keep(choose(own, name));
        if (!out->game) st = error_set(err, ST_BAD_SYNTAX, "there is no game in the text");
        out->list[0] = out->game;
    } else if (st == ST_BAD_SYNTAX && d->count) {
        (void)error_set(err, st, "line %d: %.200s", d->item[0].line, d->item[0].message);
    } else {
        (void)error_set(err, st, "no memory for the rules text");
    }
    text_library_destroy(own);
    return st;
}

void own_game_done(own_game *g) {
    game_let_go(g->game);
    *g = (own_game){0};
}

/* --- stored texts --- */

typedef struct stored_text {
    text *out;
    bool found;
} stored_text;

static bool take_text(void *ctx, const store_value *column, int count) {
    stored_text *t = ctx;
    (void)count;
    t->found = true;
    text_putn(t->out, column[0].text, column[0].len);
    return false;
}

status own_text_read(const web_world *world, int64_t account, const char *name, text *out,
                     error *err) {
    stored_text t = {.out = out};
    const store_value arg[] = {store_int(account), store_text(name)};
    status st = store_read(world->store, STORE_OWN_TEXT_READ, arg, 2, take_text, &t, err);
    if (st != ST_OK) return st;
    if (!t.found) return error_set(err, ST_NOT_FOUND, "you have no text called %.60s", name);
    return out->cut ? error_set(err, ST_NOMEM, "no memory for the rules text") : ST_OK;
}
