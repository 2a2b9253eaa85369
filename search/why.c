#include "search/why.h"

status search_why(const position *root, int seat, const evaluator *e, const search_report *r,
                  text *out, error *err) {
    const rules *k = position_rules(root);
    evaluator own;
    if (!e) {
        evaluator_init(&own, k->kind);
        e = &own;
    }
    if (r->count < 2 || !e->count) return ST_OK;
    unsigned char *world = mem_alloc(k->state_size);
    if (!world) return error_set(err, ST_NOMEM, "no memory to compare two actions");
    rng deal = {.s = 1};
    position_world(root, &deal, world);
    explanation x;
    const token *first = &r->lines[0].first;
    const token *second = &r->lines[1].first;
    status st = explain_run(e, k, world, position_trail(root), seat, first, second, &x, err);
    if (st == ST_OK) {
        char one[GAME_TOKEN_ROOM];
        char other[GAME_TOKEN_ROOM];
        text a = text_over(one, sizeof one);
        text b = text_over(other, sizeof other);
        token_write(k, world, first, &a);
        token_write(k, world, second, &b);
        explain_write(&x, one, other, out);
    }
    mem_free(world);
    return st;
}
