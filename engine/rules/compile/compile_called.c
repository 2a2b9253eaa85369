#include "engine/rules/compile/compile.h"

/* Functions whose names are free for other uses: `levels(e4)` is a call of what an author has declared so,
 * and only where there is no such name the function. */

/* Whether an author has given the name a meaning. */
static bool is_declared(scope *c, uint32_t name, const env *e) {
    const env *where;
    return compile_env_find(c, e, name, &where) || compile_env_loop(e, name) ||
           (c->at.bound && c->at.bound == name) || compile_find_var(c, name) >= 0 ||
           compile_find_option(c, name) >= 0 || compile_find_def(c, name) >= 0 ||
           compile_find_piece(c, name) >= 0 || compile_find_player(c, name) >= 0;
}

called_func compile_called(scope *c, uint32_t node, const env *e) {
    static const char *const names[] = {
#define CALLED_NAME(id, name) [CALLED_##id] = (name),
        COMPILE_CALLED(CALLED_NAME)
#undef CALLED_NAME
    };
    const ast_node *n = ast_at(c->a, node);
    if (n->kind != AST_CALL || !n->value) return CALLED_NONE;
    for (called_func i = CALLED_NONE + 1; i < CALLED_COUNT; i++)
        if (strcmp(names[i], ast_name(c->a, node)) == 0)
            return is_declared(c, n->name, e) ? CALLED_NONE : i;
    return CALLED_NONE;
}

/* path(AREA, FROM, TO) */
static val_type check_path(scope *c, uint32_t node, const env *e) {
    int n = compile_child_count(c, node);
    if (n != 3) {
        compile_complain(c, node, "E11", "wrong number of arguments: 'path' takes 3, found %d", n);
        compile_suggest(c, "path(AREA, FROM, TO)");
        return VAL_BAD;
    }
    bool good = true;
    AST_EACH(c->a, node, i) good &= compile_check_is(c, i, e, VAL_AREA);
    return good ? VAL_NUM : VAL_BAD;
}

static uint16_t make_path(scope *c, uint32_t node, const env *e) {
    uint32_t first = c->a->node[node].first;
    uint32_t second = c->a->node[first].next;
    uint16_t d = compile_temp_num(c);
    uint16_t way = compile_area(c, first, e).at;
    uint16_t from = compile_area(c, second, e).at;
    int to = compile_spare_area(c, compile_area(c, c->a->node[second].next, e).at);
    compile_emit(c, OP_NUM_PATH, to, d, way, from);
    return d;
}

val_type compile_check_called(scope *c, uint32_t node, const env *e, called_func what) {
    switch (what) {
    case CALLED_LEVELS:
    case CALLED_TOP:
        return compile_is_past(c, node, ast_name(c->a, node))
                   ? VAL_BAD
                   : compile_check_levels(c, node, e, what);
    case CALLED_WAS:
    case CALLED_MOVED:
        return compile_check_past(c, node, e, what);
    case CALLED_PATH:
        return check_path(c, node, e);
    default:
        return VAL_BAD;
    }
}

uint16_t compile_called_num(scope *c, uint32_t node, const env *e, called_func what) {
    return what == CALLED_PATH ? make_path(c, node, e) : compile_levels(c, node, e, what);
}
