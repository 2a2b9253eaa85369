#include "engine/rules/compile/compile.h"

/* Checking what is available in a turn: everything an author can get wrong in a rule. */

bool compile_is_gen(ast_kind k) {
    return k == AST_PLACE || k == AST_MOVE || k == AST_PICK || k == AST_PASS || k == AST_ACT;
}

bool compile_is_automatic(ast_kind k) {
    return k == AST_DO || k == AST_WIN || k == AST_LOSE || k == AST_DRAW || k == AST_SCORE;
}

static void check_pieces(scope *c) {
    if (c->shared->pieces_checked) return;
    c->shared->pieces_checked = true;
    for (int k = 0; k < c->b->kinds; k++) {
        scope in = *c;
        in.at.piece = k;
        AST_EACH(c->a, c->shared->piece[k].node, i)
        if (c->a->node[i].kind == AST_MOVE) compile_check_gen(&in, i, NULL);
    }
}

/* Whichever rule a variable holds. */
static void check_plan(scope *c, uint32_t node) {
    plan_rules all = compile_rules_of(c, c->a->node[node].name);
    int v = compile_find_var(c, c->a->node[node].name);
    if (v >= 0) c->shared->var_used[v] = true;
    if (c->a->node[node].first)
        compile_complain(c, node, "E11", "wrong number of arguments: '%s' takes 0, found %d",
                         ast_name(c->a, node), compile_child_count(c, node));
    for (int i = 0; i < all.count; i++)
        if (!compile_child_of(c, c->shared->rule[all.rule[i]].node, AST_PARAMS))
            compile_check_rule(c, compile_body_of(c, c->shared->rule[all.rule[i]].node), NULL);
}

static void check_call(scope *c, uint32_t node, const env *e) {
    int r = compile_find_rule(c, c->a->node[node].name);
    if (r < 0 && compile_plan(c, c->a->node[node].name)) {
        check_plan(c, node);
        return;
    }
    if (r < 0) {
        compile_complain(c, node, "E12", "unknown name '%s': no such rule", ast_name(c->a, node));
        compile_suggest_rule(c, ast_name(c->a, node));
        return;
    }
    named_node *rule = &c->shared->rule[r];
    uint32_t list = compile_child_of(c, rule->node, AST_PARAMS);
    int want = list ? compile_child_count(c, list) : 0;
    int found = compile_child_count(c, node);
    rule->used = true;
    if (want != found) {
        compile_complain(c, node, "E11", "wrong number of arguments: '%s' takes %d, found %d",
                         ast_name(c->a, node), want, found);
        compile_suggest_head(c, rule->node);
        return;
    }
    env inner = compile_env_call(c, rule->node, node, e);
    compile_check_rule(c, compile_body_of(c, rule->node), &inner);
}

/* `repeat at most N` and `repeat N`: a number that is known now. */
static void check_times(scope *c, uint32_t count, const env *e) {
    uint32_t number = count ? c->a->node[count].first : 0;
    if (!count || !compile_check_is(c, number, e, VAL_NUM)) return;
    const char *word = c->a->node[count].kind == AST_MAX ? "at most" : "repeat";
    if (compile_needs(c, number, e)) {
        compile_complain(c, number, "E10",
                         "wrong type: `%s` needs a number that is known beforehand", word);
        compile_suggest(c, "a number, or an option");
        return;
    }
    int32_t n = compile_fold_num(c, number, e, -1);
    if (n < 1) compile_complain(c, number, "E24", "`%s %d`: nothing to choose from", word, n);
    (void)compile_limit(c, number, n <= COMPILE_MAX_DEPTH, "times of `repeat at most`",
                        COMPILE_MAX_DEPTH);
}

static bool holds_chance(scope *c, uint32_t node) {
    ast_kind k = (ast_kind)c->a->node[node].kind;
    if (!compile_spend(c, node)) return false;
    if (k == AST_CHANCE) return true;
    if (k == AST_CALL) {
        plan_rules all = compile_rules_of(c, c->a->node[node].name);
        bool holds = false;
        for (int i = 0; i < all.count && !holds; i++)
            holds = holds_chance(c, compile_body_of(c, c->shared->rule[all.rule[i]].node));
        return holds;
    }
    if (k == AST_THEN || k == AST_REQUIRE || k == AST_OPTIONAL || k == AST_LONGEST ||
        k == AST_REPEAT)
        return holds_chance(c, c->a->node[node].first);
    if (k != AST_UNION && k != AST_ELSE && k != AST_WHEN) return false;
    AST_EACH(c->a, node, i)
    if (holds_chance(c, i)) return true;
    return false;
}

/* The `do` or outcome that a rule may begin with: 0 where it always asks. */
static uint32_t begins_by_itself(scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    if (!compile_spend(c, node)) return 0;
    switch ((ast_kind)n->kind) {
    case AST_DO:
    case AST_WIN:
    case AST_LOSE:
    case AST_DRAW:
    case AST_SCORE:
        return node;
    case AST_WHEN:
        return begins_by_itself(c, c->a->node[n->first].next);
    case AST_THEN:
    case AST_REQUIRE:
    case AST_REPEAT:
        return begins_by_itself(c, n->first);
    case AST_CALL: {
        plan_rules all = compile_rules_of(c, n->name);
        uint32_t found = 0;
        for (int i = 0; i < all.count && !found; i++)
            found = begins_by_itself(c, compile_body_of(c, c->shared->rule[all.rule[i]].node));
        return found;
    }
    case AST_UNION:
    case AST_ELSE:
        AST_EACH(c->a, node, i) {
            uint32_t found = begins_by_itself(c, i);
            if (found) return found;
        }
        return 0;
    default:
        return 0;
    }
}

/* Where a choice is offered nothing may happen by itself. */
static void check_asks(scope *c, uint32_t node) {
    uint32_t found = begins_by_itself(c, node);
    if (!found) return;
    compile_complain(c, found, "E21", "`do` or outcome used as an alternative");
    compile_suggest(c, "put it after `then` or `else`");
}

static void check_union(scope *c, uint32_t node, const env *e) {
    int n = compile_child_count(c, node);
    AST_EACH(c->a, node, i) {
        compile_check_rule(c, i, e);
        if (n > 1) check_asks(c, i);
    }
    if (n < 2) return;
    AST_EACH(c->a, node, i)
    if (!c->shared->errors && holds_chance(c, i)) {
        compile_complain(c, i, "E21", "`chance` used as an alternative");
        compile_suggest(c, "put it before `then`");
    }
}

void compile_check_rule(const scope *outer, uint32_t node, const env *e) {
    scope in = scope_at(outer, (place){.piece = -1});
    scope *c = &in;
    const ast_node *n = ast_at(c->a, node);
    ast_kind k = (ast_kind)n->kind;
    if (!compile_spend(c, node)) return;
    if (compile_is_gen(k)) {
        compile_check_gen(c, node, e);
    } else if (k == AST_DO) {
        compile_check_block(c, n->first, e);
    } else if (compile_is_automatic(k)) {
        compile_check_outcome(c, node, e);
    } else if (k == AST_PIECES) {
        check_pieces(c);
    } else if (k == AST_CALL) {
        check_call(c, node, e);
    } else if (k == AST_CHANCE) {
        compile_check_chance(c, node, e);
    } else if (k == AST_UNION) {
        check_union(c, node, e);
    } else if (k == AST_WHEN) {
        if (compile_check_is(c, n->first, e, VAL_BOOL))
            (void)compile_refuse_secrets(c, n->first, e, NEEDS_OTHERS, "what a player can choose");
        compile_check_rule(c, c->a->node[n->first].next, e);
    } else if (k == AST_REQUIRE) {
        compile_check_rule(c, n->first, e);
        c->at = (place){.from = true, .to = true, .opt = true, .piece = -1, .require = true};
        for (uint32_t i = c->a->node[n->first].next; i; i = c->a->node[i].next)
            if (compile_check_is(c, i, e, VAL_BOOL))
                (void)compile_refuse_secrets(c, i, e, NEEDS_OTHERS, "what a player can choose");
    } else if (k == AST_REPEAT) {
        compile_check_rule(c, n->first, e);
        if (!compile_child_of(c, node, AST_TIMES)) check_asks(c, n->first);
        check_times(c, c->a->node[n->first].next, e);
    } else {
        AST_EACH(c->a, node, i) compile_check_rule(c, i, e);
        if (k == AST_OPTIONAL || k == AST_LONGEST) check_asks(c, n->first);
        if (k == AST_OPTIONAL && n->name)
            (void)compile_check_said(c, node, "the label of a stage", "optional \"trade\" ...");
    }
}

/* Whether the first stage says what happens when nothing is available. */
bool compile_says_else(const scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    switch ((ast_kind)n->kind) {
    case AST_ELSE:
    case AST_OPTIONAL:
    case AST_CHANCE:
        return true;
    case AST_UNION:
        return n->first && !c->a->node[n->first].next && compile_says_else(c, n->first);
    case AST_THEN:
    case AST_REQUIRE:
        return compile_says_else(c, n->first);
    case AST_REPEAT:
        return compile_child_of(c, node, AST_TIMES) && compile_says_else(c, n->first);
    case AST_CALL: {
        plan_rules all = compile_rules_of(c, n->name);
        bool says = all.count > 0;
        for (int i = 0; i < all.count && says; i++)
            says = compile_says_else(c, compile_body_of(c, c->shared->rule[all.rule[i]].node));
        return says;
    }
    default:
        return compile_is_automatic((ast_kind)n->kind);
    }
}
