#include "engine/rules/compile/compile.h"

/* Expressions taken apart: what conditions and targets are made of, so that most of it can be found
 * for all sources at once. */

sub_expr compile_look_through(const scope *c, sub_expr p, sub_exprs *keep) {
    for (int guard = 0; guard < COMPILE_MAX_DEPTH; guard++) {
        const ast_node *n = ast_at(c->a, p.node);
        if (n->kind == AST_WORD && n->value == AST_WORD_HITS && c->at.piece >= 0) {
            p = (sub_expr){c->shared->piece[c->at.piece].hits, NULL};
            continue;
        }
        if (n->kind != AST_CALL) return p;
        const env *where;
        uint32_t arg = compile_env_find(c, p.e, n->name, &where);
        if (arg) {
            p = (sub_expr){arg, where};
            continue;
        }
        int d = compile_find_def(c, n->name);
        if (d < 0 || keep->envs == COMPILE_MAX_PARTS || compile_find_var(c, n->name) >= 0) return p;
        keep->made[keep->envs] = compile_env_call(c, c->shared->def[d].node, p.node, p.e);
        p = (sub_expr){compile_body_of(c, c->shared->def[d].node), &keep->made[keep->envs++]};
    }
    return p;
}

void compile_split_and(const scope *c, sub_expr p, sub_exprs *out) {
    sub_expr seen = compile_look_through(c, p, out);
    const ast_node *n = ast_at(c->a, seen.node);
    if (n->kind == AST_AND && out->count < COMPILE_MAX_PARTS - 1) {
        compile_split_and(c, (sub_expr){n->first, seen.e}, out);
        compile_split_and(c, (sub_expr){c->a->node[n->first].next, seen.e}, out);
    } else if (out->count < COMPILE_MAX_PARTS) {
        out->list[out->count++] = p;
    }
}

/* Looks through parameters, and definitions without any, for the word itself. */
bool compile_is_turns(const scope *c, uint32_t node, const env *e) {
    for (int guard = 0; guard < 2 * COMPILE_MAX_DEPTH; guard++) {
        const ast_node *n = ast_at(c->a, node);
        if (n->kind == AST_WORD) return n->value == AST_WORD_TURNS;
        if (n->kind != AST_CALL) return false;
        const env *where;
        uint32_t arg = compile_env_find(c, e, n->name, &where);
        int d = arg ? -1 : compile_find_def(c, n->name);
        if (arg) {
            node = arg;
            e = where;
        } else if (d >= 0 && !n->first) {
            node = compile_body_of(c, c->shared->def[d].node);
            e = NULL;
        } else {
            return false;
        }
    }
    return false;
}

bool compile_fixed_part(scope *c, sub_expr p) {
    return !(compile_needs(c, p.node, p.e) & ~(uint32_t)NEEDS_STATE);
}

uint32_t compile_cell_in(scope *c, sub_expr p, ast_word word) {
    const ast_node *n = ast_at(c->a, p.node);
    if (n->kind != AST_COMPARE || n->value != AST_IN) return 0;
    const ast_node *left = ast_at(c->a, n->first);
    uint32_t right = left->next;
    if (left->kind != AST_WORD || left->value != (int)word) return 0;
    return compile_fixed_part(c, (sub_expr){right, p.e}) ? right : 0;
}

sub_expr compile_along_to(scope *c, sub_expr p, sub_exprs *keep) {
    const ast_node *n = ast_at(c->a, p.node);
    if (n->kind != AST_SOME || c->b->board.rings) return (sub_expr){0, NULL};
    sub_expr inner = compile_look_through(c, (sub_expr){n->first, p.e}, keep);
    const ast_node *a = ast_at(c->a, inner.node);
    uint32_t origin = a->kind == AST_ALONG ? compile_child_of(c, inner.node, AST_ORIGIN) : 0;
    if (!origin) return (sub_expr){0, NULL};
    const ast_node *o = ast_at(c->a, c->a->node[origin].first);
    if (o->kind != AST_WORD || o->value != AST_WORD_TO) return (sub_expr){0, NULL};
    uint32_t pattern = compile_child_of(c, inner.node, AST_PATTERN);
    return compile_fixed_part(c, (sub_expr){pattern, inner.e}) ? inner : (sub_expr){0, NULL};
}
