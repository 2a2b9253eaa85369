#include "engine/base/memory.h"
#include "engine/rules/compile/compile.h"

/* `hits` of a piece, taken apart into what can be looked at from the target; and tables. */

int compile_add_table(scope *c, uint32_t node, const env *e) {
    int cells = c->b->board.cells;
    area *t = mem_alloc((size_t)cells * sizeof *t);
    if (!t) {
        c->shared->nomem = true;
        return 0;
    }
    AREA_EACH(&c->b->board.all, i) t[i] = compile_fold_area(c, node, e, i);
    int k = compile_keep_table(c, t);
    mem_free(t);
    return k;
}

/* The table of a line or leap whose origin is given: as if it began at the source. */
int compile_origin_table(scope *c, uint32_t node, const env *e) {
    scope in = *c;
    in.bare = node;
    return compile_add_table(&in, node, e);
}

static void reverse_table(scope *c, uint32_t node, area mask, hit_parts *m) {
    int cells = c->b->board.cells;
    area *t = mem_alloc(2 * (size_t)cells * sizeof *t);
    if (!t) {
        c->shared->nomem = true;
        return;
    }
    area *forward = t + cells;
    AREA_EACH(&c->b->board.all, from) {
        forward[from] = area_and(compile_fold_area(c, node, NULL, from), mask);
        AREA_EACH(&forward[from], to) area_set(&t[to], from);
    }
    rb_hit *h = &m->part[m->count++];
    *h = (rb_hit){.form = HIT_TABLE, .table = (uint16_t)compile_keep_table(c, t)};
    h->forward = (uint16_t)compile_keep_table(c, forward);
    mem_free(t);
}

static uint64_t turned_dirs(const board *b, uint64_t dirs) {
    uint64_t out = 0;
    for (int d = 0; d < b->dirs; d++)
        if (dirs >> d & 1) out |= UINT64_C(1) << b->opposite[d];
    return out;
}

void compile_take_apart(scope *c, uint32_t node, area mask, hit_parts *m) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t first = n->first;
    uint32_t second = first ? c->a->node[first].next : 0;
    if (m->failed || m->count == HIT_PARTS) {
        m->failed = true;
        return;
    }
    if (!(compile_needs_area(c, node, NULL) & ~(uint32_t)NEEDS_FROM)) {
        reverse_table(c, node, mask, m);
        return;
    }
    int d = n->kind == AST_CALL ? compile_find_def(c, n->name) : -1;
    if (d >= 0 && !first && !compile_child_of(c, c->shared->def[d].node, AST_PARAMS)) {
        compile_take_apart(c, compile_body_of(c, c->shared->def[d].node), mask, m);
    } else if (n->kind == AST_RIDE && !compile_child_of(c, node, AST_MAX) &&
               !compile_child_of(c, node, AST_ORIGIN)) {
        rb_hit *h = &m->part[m->count++];
        *h = (rb_hit){.form = HIT_RIDE};
        h->forward_dirs = compile_dirs_of(c, compile_child_of(c, node, AST_DIRS), false);
        h->dirs = turned_dirs(&c->b->board, h->forward_dirs);
        h->mask = area_equal(mask, c->b->board.all) ? RB_CONST : compile_const_area(c, mask);
    } else if (n->kind == AST_BINARY && n->value == AST_JOIN) {
        compile_take_apart(c, first, mask, m);
        compile_take_apart(c, second, mask, m);
    } else if (n->kind == AST_BINARY && n->value == AST_MEET &&
               !compile_needs_area(c, second, NULL)) {
        compile_take_apart(c, first, area_and(mask, compile_fold_area(c, second, NULL, -1)), m);
    } else if (n->kind == AST_BINARY && n->value == AST_MEET &&
               !compile_needs_area(c, first, NULL)) {
        compile_take_apart(c, second, area_and(mask, compile_fold_area(c, first, NULL, -1)), m);
    } else if (n->kind == AST_BINARY && n->value == AST_SUB &&
               !compile_needs_area(c, second, NULL)) {
        compile_take_apart(c, first, area_sub(mask, compile_fold_area(c, second, NULL, -1)), m);
    } else {
        m->failed = true;
    }
}
