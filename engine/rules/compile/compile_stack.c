#include "engine/rules/compile/compile.h"

/* Boards with stacks: their declaration, what is asked of a stack, and what happens to its upper pieces. */

static bool no_stacks(const scope *c, uint32_t node) {
    if (c->b->levels) return false;
    compile_complain(c, node, "E13", "the cells of this board hold no stacks");
    compile_suggest(c, "say how high they can be: `board rect 7 7 stacks 22`");
    return true;
}

bool compile_declare_stacks(scope *c, uint32_t where) {
    uint32_t decl = compile_child_of(c, where, AST_STACKS);
    int32_t levels;
    if (!decl) return true;
    if (!compile_constant_num(c, c->a->node[decl].first, &levels)) return false;
    if (!compile_limit(c, decl, levels >= 2 && levels <= RB_LEVELS,
                       "pieces of a stack (and at least 2)", RB_LEVELS))
        return false;
    c->b->levels = levels;
    return true;
}

uint32_t compile_stack_bytes(const program *b) {
    return b->levels ? (uint32_t)(b->board.cells * b->levels) : 0;
}

/* --- functions --- */

/* levels(CELL), levels(CELL, PLAYER); top(CELL), top(CELL, NUMBER) */
val_type compile_check_levels(scope *c, uint32_t node, const env *e, called_func what) {
    bool counts = what == CALLED_LEVELS;
    uint32_t first = c->a->node[node].first;
    uint32_t second = first ? c->a->node[first].next : 0;
    if (no_stacks(c, node)) return VAL_BAD;
    if (!first || (second && c->a->node[second].next)) {
        compile_complain(c, node, "E11", "wrong number of arguments: '%s' takes 1 to 2, found %d",
                         counts ? "levels" : "top", compile_child_count(c, node));
        compile_suggest(c, counts ? "levels(CELL), levels(CELL, PLAYER)"
                                  : "top(CELL), top(CELL, NUMBER)");
        return VAL_BAD;
    }
    bool good = compile_check_is(c, first, e, VAL_AREA);
    if (good) compile_warn_many(c, first, e);
    if (second) good &= compile_check_is(c, second, e, counts ? VAL_PLAYER : VAL_NUM);
    return good ? VAL_NUM : VAL_BAD;
}

uint16_t compile_levels(scope *c, uint32_t node, const env *e, called_func what) {
    bool counts = what == CALLED_LEVELS;
    uint32_t first = c->a->node[node].first;
    uint32_t second = c->a->node[first].next;
    uint16_t cell = compile_area(c, first, e).at;
    if (counts && !second) return compile_num1(c, OP_NUM_LEVELS, cell);
    uint16_t number = second ? compile_num(c, second, e) : compile_const_num(c, 1);
    return compile_num2(c, counts ? OP_NUM_LEVELS_OF : OP_NUM_LEVEL_KIND, cell, number);
}

/* owner(CELL, NUMBER) */
bool compile_check_level_owner(scope *c, uint32_t node, const env *e) {
    uint32_t first = c->a->node[node].first;
    if (no_stacks(c, node)) return false;
    bool good = compile_check_is(c, first, e, VAL_AREA);
    return compile_check_is(c, c->a->node[first].next, e, VAL_NUM) && good;
}

/* --- effects --- */

/* `top` of a stack, and `under` one. */
void compile_check_top(scope *c, uint32_t node, const env *e) {
    uint32_t top = compile_child_of(c, node, AST_TOP);
    bool under = c->a->node[node].kind == AST_RELOCATE && c->a->node[node].flags & AST_UNDER;
    if ((!top && !under) || no_stacks(c, top ? top : node)) return;
    uint32_t many = top ? c->a->node[top].first : 0;
    if (many) (void)compile_check_is(c, many, e, VAL_NUM);
}

static uint16_t top_number(scope *c, uint32_t top, const env *e) {
    uint32_t many = top ? c->a->node[top].first : 0;
    if (many) return compile_num(c, many, e);
    return compile_const_num(c, top ? 1 : RB_LEVELS);
}

void compile_remove_top(scope *c, uint32_t node, const env *e) {
    uint16_t what = compile_area(c, c->a->node[node].first, e).at;
    uint16_t many = top_number(c, compile_child_of(c, node, AST_TOP), e);
    compile_emit(c, OP_REMOVE_TOP, 0, 0, what, many);
}

void compile_lift(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint16_t from = compile_area(c, n->first, e).at;
    uint16_t to = compile_area(c, c->a->node[n->first].next, e).at;
    int many = compile_spare_num(c, top_number(c, compile_child_of(c, node, AST_TOP), e));
    compile_emit(c, n->flags & AST_UNDER ? OP_TUCK : OP_LIFT, many, 0, from, to);
}

/* How many pieces a `move` takes along: code; 0: the entire stack. */
uint16_t compile_lifted(scope *c, uint32_t move, const env *e) {
    uint32_t top = compile_child_of(c, move, AST_TOP);
    if (!top) return 0;
    stream s = {0};
    scope in = scope_into(c, &s, top);
    uint16_t many = top_number(&in, top, e);
    uint16_t code = compile_append_code(&in, &s, many);
    c->saw |= in.saw;
    return code;
}
