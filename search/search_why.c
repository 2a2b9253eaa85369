#include "search/search_why.h"

#include <assert.h>

#include "engine/base/memory.h"

status search_compare(const position *root, int seat, const weights *e, const search_report *r,
                      search_comparison *out, error *err) {
    const rules *k = position_rules(root);
    weights own;
    assert(seat >= 0 && seat < k->players);
    *out = (search_comparison){.terms = {.rival = -1}};
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
    explain_pair pair = {{k, world, position_trail(root)}, seat, a, b};
    status st = explain_run(e, &pair, &out->terms, err);
    if (st == ST_OK) {
        text first = text_over(out->first, sizeof out->first);
        text second = text_over(out->second, sizeof out->second);
        token_write(k, world, a, &first);
        token_write(k, world, b, &second);
    }
    mem_free(world);
    return st;
}

status search_why(const position *root, int seat, const weights *e, const search_report *r,
                  text *out, error *err) {
    search_comparison c;
    status st = search_compare(root, seat, e, r, &c, err);
    if (st == ST_OK && *c.first) explain_write(&c.terms, c.first, c.second, out);
    return st;
}
