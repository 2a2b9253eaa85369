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
    for (int d = 0; d < board_ways(b); d++)
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

/* --- attackers --- */

/* The entire expression as code with the piece at CELL_FROM. */
static void forward_hit(scope *c, uint32_t node, hit_parts *m) {
    stream s = {0};
    scope in = scope_into(c, &s, c->error_node);
    val v = compile_area(&in, node, NULL);
    m->count = 1;
    m->part[0] = (rb_hit){.form = HIT_CODE, .result = v.at};
    m->part[0].code = compile_append_code(&in, &s, compile_const_num(&in, 0));
    c->saw |= in.saw;
}

/* What pieces of a kind hit, by an expression; `code`: as code where it cannot be turned round. */
static void add_hits(scope *c, int player, int kind, uint32_t node, bool code) {
    rb_side *s = c->side;
    hit_parts m = {0};
    scope in = scope_at(c, (place){.from = true, .piece = kind});
    in.me = player; /* as that player sees it, in the code of this side */
    in.saw = 0;
    compile_take_apart(&in, node, c->b->board.all, &m);
    if (m.failed && !code) return;
    if (m.failed) forward_hit(&in, node, &m);
    c->shared->plan_reads |= in.saw;
    for (int i = 0; i < m.count && !c->shared->nomem; i++) {
        rb_hit *h = compile_one_more(c, (void **)&s->hit, s->hitting, sizeof *h);
        if (!h) return;
        *h = m.part[i];
        h->player = (uint8_t)player;
        h->kind = (uint8_t)kind;
        if (!h->mask) h->mask = RB_CONST;
        s->hitting++;
    }
}

static int keep_plan(scope *c, rb_plan plan) {
    rb_side *s = c->side;
    plan.count = (uint16_t)(s->hitting - plan.first);
    rb_plan *at = compile_one_more(c, (void **)&s->plan, s->plans, sizeof plan);
    if (at) *at = plan;
    return at ? s->plans++ : 0;
}

int compile_add_plan(scope *c, uint64_t players) {
    rb_side *s = c->side;
    for (int i = 0; i < s->plans; i++)
        if (s->plan[i].players == players) return i;
    rb_plan plan = {.first = (uint16_t)s->hitting, .players = players};
    for (int p = 0; p < c->b->head.players; p++) {
        if (!(players >> p & 1)) continue;
        for (int k = 0; k < c->b->kinds; k++) {
            uint32_t hits = c->shared->piece[k].hits;
            if (hits) add_hits(c, p, k, hits, true);
        }
    }
    return keep_plan(c, plan);
}

/* Of `X & enemy` and `X - mine` X; 0: the targets of the move are something else. */
static uint32_t taken_from(const scope *c, uint32_t move) {
    uint32_t to = compile_child_of(c, move, AST_TO);
    uint32_t node = to ? c->a->node[to].first : 0;
    const ast_node *n = ast_at(c->a, node);
    if (!node || n->kind != AST_BINARY) return 0;
    const ast_node *second = ast_at(c->a, c->a->node[n->first].next);
    bool enemies = n->value == AST_MEET && second->value == AST_WORD_ENEMY;
    bool others = n->value == AST_SUB && second->value == AST_WORD_MINE;
    return second->kind == AST_WORD && (enemies || others) ? n->first : 0;
}

int compile_add_takers(scope *c) {
    rb_plan plan = {.first = (uint16_t)c->side->hitting};
    for (int k = 0; k < c->b->kinds; k++) {
        AST_EACH(c->a, c->shared->piece[k].node, i) {
            uint32_t from = c->a->node[i].kind == AST_MOVE ? taken_from(c, i) : 0;
            if (from) add_hits(c, c->me, k, from, false);
        }
    }
    return c->side->hitting > plan.first ? keep_plan(c, plan) : -1;
}
