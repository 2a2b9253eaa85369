#include "engine/rules/compile/compile.h"

/* Variables that hold a rule: `var plan : rule = first`. Every rule that the text gives to the variable has a number, the
 * one it begins with 0; in a turn the name of the variable is the rule that it holds. All this is known from the tree, so
 * that it can be asked before anything is declared. */

uint32_t compile_plan(const scope *c, uint32_t name) {
    AST_EACH(c->a, c->shared->game, i) {
        const ast_node *n = ast_at(c->a, i);
        if (n->kind == AST_VAR && n->name == name && n->flags & AST_RULES) return i;
    }
    return 0;
}

/* One more rule by its name, if it is one and not on the list; it may be longer than there is space for. */
static void add_rule(const scope *c, uint32_t name, plan_rules *out) {
    int r = compile_find_rule(c, name);
    for (int i = 0; i < out->count && i < COMPILE_MAX_PLANS; i++)
        if (out->rule[i] == r) return;
    if (r < 0) return;
    if (out->count < COMPILE_MAX_PLANS) out->rule[out->count] = r;
    out->count++;
}

static void add_assigned(const scope *c, uint32_t node, uint32_t name, plan_rules *out) {
    const ast_node *n = ast_at(c->a, node);
    if (n->kind == AST_ASSIGN && n->name == name && n->first)
        add_rule(c, c->a->node[n->first].name, out);
    AST_EACH(c->a, node, i) add_assigned(c, i, name, out);
}

plan_rules compile_rules_of(const scope *c, uint32_t name) {
    plan_rules all = {.count = 0};
    uint32_t decl = compile_plan(c, name);
    if (decl && c->a->node[decl].first) {
        add_rule(c, c->a->node[c->a->node[decl].first].name, &all);
        add_assigned(c, c->shared->game, name, &all);
        all.plan = true;
    } else if (!decl) {
        add_rule(c, name, &all);
    }
    if (all.count > COMPILE_MAX_PLANS)
        all.count = COMPILE_MAX_PLANS; /* reported where it is declared */
    return all;
}

/* A rule that a variable can hold, by its name: its number among them; -1: none. */
int compile_plan_value(const scope *c, uint32_t plan, uint32_t value) {
    const ast_node *n = ast_at(c->a, value);
    plan_rules all = compile_rules_of(c, plan);
    int r = n->kind == AST_CALL && !n->first ? compile_find_rule(c, n->name) : -1;
    for (int i = 0; i < all.count; i++)
        if (r >= 0 && all.rule[i] == r) return i;
    return -1;
}

/* What a variable is given: the name of a rule without parameters. */
void compile_check_plan_value(scope *c, uint32_t plan, uint32_t value) {
    const ast_node *n = ast_at(c->a, value);
    int r = n->kind == AST_CALL && !n->value ? compile_find_rule(c, n->name) : -1;
    if (r < 0) {
        compile_complain(c, value, "E12", "expected the name of a rule for '%s'",
                         c->a->strings + plan);
        if (n->kind == AST_CALL) compile_suggest_rule(c, ast_name(c->a, value));
        return;
    }
    c->shared->rule[r].used = true;
    if (!compile_child_of(c, c->shared->rule[r].node, AST_PARAMS)) return;
    compile_complain(c, value, "E11",
                     "the rule '%s' has parameters, a variable holds rules without",
                     ast_name(c->a, value));
    compile_suggest_head(c, c->shared->rule[r].node);
}

void compile_check_plans(scope *c) {
    AST_EACH(c->a, c->shared->game, i) {
        const ast_node *n = ast_at(c->a, i);
        if (n->kind != AST_VAR || !(n->flags & AST_RULES)) continue;
        compile_check_plan_value(c, n->name, n->first);
        plan_rules all = {.count = 0};
        add_rule(c, c->a->node[n->first].name, &all);
        add_assigned(c, c->shared->game, n->name, &all);
        (void)compile_limit(c, i, all.count <= COMPILE_MAX_PLANS, "rules of a variable",
                            COMPILE_MAX_PLANS);
    }
}

/* `plan == second`: the number of the rule in *value. */
bool compile_compares_plan(const scope *c, uint32_t compare, int *value) {
    const ast_node *n = ast_at(c->a, compare);
    const ast_node *left = ast_at(c->a, n->first);
    if ((n->value != AST_EQ && n->value != AST_NE) || left->kind != AST_CALL || left->first)
        return false;
    if (!compile_plan(c, left->name)) return false;
    *value = compile_plan_value(c, left->name, left->next);
    return *value >= 0;
}
