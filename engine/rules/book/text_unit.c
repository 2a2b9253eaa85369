#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/book/text_game.h"

void text_unit_keep(text_unit *v) {
    atomic_fetch_add_explicit(&v->users, 1, memory_order_relaxed);
}

void text_unit_destroy(text_unit *v) {
    if (!v) return;
    for (size_t i = 0; i < v->parent_count; i++) text_unit_let_go(v->parents[i]);
    mem_free(v->parents);
    for (size_t i = 0; i < v->count; i++) mem_free(v->games[i]);
    mem_free(v->games);
    mem_free(v->text);
    mem_free(v->file);
    ast_done(&v->tree);
    mem_free(v);
}

/* The last use must see all others before it. */
void text_unit_let_go(text_unit *v) {
    if (v && atomic_fetch_sub_explicit(&v->users, 1, memory_order_acq_rel) == 1)
        text_unit_destroy(v);
}

status text_unit_create(text_unit **out, const source *src) {
    text_unit *v = mem_alloc(sizeof *v);
    *out = v;
    if (!v) return ST_NOMEM;
    atomic_init(&v->users, 1);
    status st = ast_init(&v->tree);
    v->text = mem_alloc(src->len + 1);
    v->file = mem_string(src->name);
    if (st == ST_OK && v->text && v->file) {
        memcpy(v->text, src->at, src->len);
        return ST_OK;
    }
    text_unit_destroy(v);
    *out = NULL;
    return ST_NOMEM;
}

void text_game_keep(const game *g, bool on) {
    const text_game *k = g->data;
    if (on)
        text_unit_keep(k->home);
    else
        text_unit_let_go(k->home);
}
