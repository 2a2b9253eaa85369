#include "search/why.h"

#include "engine/base/memory.h"

status search_compare(const position *root, int seat, const weights *e, const search_report *r,
                      text *first, text *second, explanation *out, error *err) {
    const rules *k = position_rules(root);
    weights own;
    *out = (explanation){.rival = -1};
    if (!e) {
        weights_init(&own, k->game);
        e = &own;
    }
    if (r->count < 2 || !e->count) return ST_OK;
    unsigned char *world = mem_alloc(k->state_size);
    if (!world) return error_set(err, ST_NOMEM, "no memory to compare two actions");
    rng deal = {.s = 1};
    position_world(root, &deal, world);
    const token *a = &r->lines[0].first;
    const token *b = &r->lines[1].first;
    status st = explain_run(e, k, world, position_trail(root), seat, a, b, out, err);
    if (st == ST_OK) {
        token_write(k, world, a, first);
        token_write(k, world, b, second);
    }
    mem_free(world);
    return st;
}

status search_why(const position *root, int seat, const weights *e, const search_report *r,
                  text *out, error *err) {
    char one[GAME_TOKEN_ROOM];
    char other[GAME_TOKEN_ROOM];
    text a = text_over(one, sizeof one);
    text b = text_over(other, sizeof other);
    explanation x;
    status st = search_compare(root, seat, e, r, &a, &b, &x, err);
    if (st == ST_OK && a.len) explain_write(&x, one, other, out);
    return st;
}
