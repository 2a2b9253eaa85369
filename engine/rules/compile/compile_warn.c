#include "engine/rules/compile/compile.h"

/* Warnings: what plays, but hardly as its author meant it. */

/* What a game has from another one may well be of no use to it. */
static bool inherited(const scope *c, uint32_t node) {
    const ast_node *own = ast_at(c->a, c->shared->game);
    const ast_node *n = ast_at(c->a, node);
    return n->source != own->source || n->at < own->at;
}

static void warn_unused(scope *c) {
    for (int i = 0; i < c->shared->defs; i++)
        if (!c->shared->def[i].used && !inherited(c, c->shared->def[i].node))
            compile_complain(c, c->shared->def[i].node, "W02", "def '%s' is never used",
                             c->a->strings + c->shared->def[i].name);
    for (int i = 0; i < c->shared->rule_count; i++)
        if (!c->shared->rule[i].used && !inherited(c, c->shared->rule[i].node))
            compile_complain(c, c->shared->rule[i].node, "W02", "rule '%s' is never used",
                             c->a->strings + c->shared->rule[i].name);
    for (int i = 0; i < c->b->vars; i++)
        if (!c->shared->var_used[i] && !inherited(c, c->shared->var_node[i]))
            compile_complain(c, c->shared->var_node[i], "W02", "variable '%s' is never read",
                             c->b->var[i].name);
}

static void warn_hits(scope *c) {
    if (!c->shared->attacked_used) return;
    for (int k = 0; k < c->b->kinds; k++) {
        if (c->shared->piece[k].hits || !compile_child_of(c, c->shared->piece[k].node, AST_MOVE))
            continue;
        compile_complain(c, c->shared->piece[k].node, "W01",
                         "piece '%s' moves but has no `hits`; `attacked` does not see it",
                         c->b->kind[k].name);
    }
}

/* A number that only ever grows makes every position a new one; not where it may stay as it is. */
static bool only_grows(const scope *c, uint32_t node, uint32_t name, bool *grows) {
    const ast_node *n = ast_at(c->a, node);
    bool perhaps = false; /* what is in an `if` */
    if (n->kind == AST_ASSIGN && n->name == name) {
        if (n->value != AST_ADD) return false;
        *grows = true;
    }
    AST_EACH(c->a, node, i)
    if (!only_grows(c, i, name, n->kind == AST_IF ? &perhaps : grows)) return false;
    return true;
}

static void warn_growing(scope *c) {
    if (!c->b->reads_trail && !c->b->rounds) return;
    for (int i = 0; i < c->b->vars; i++) {
        bool grows = false;
        if (c->b->var[i].counter || c->b->var[i].type != VAR_INT) continue;
        if (!only_grows(c, c->shared->game, c->shared->var_name[i], &grows) || !grows) continue;
        compile_complain(c, c->shared->var_node[i], "W04",
                         "'%s' grows for ever: repetition can never occur", c->b->var[i].name);
        compile_suggest(c, "use `counter %s`", c->b->var[i].name);
    }
}

static void warn_turns(scope *c) {
    if (!c->b->reads_trail || !c->shared->counts_turns) return;
    compile_complain(c, c->shared->counts_turns, "W04",
                     "`turns` is part of the position: repetition can never occur");
    compile_suggest(c, "compare it with a constant, or use a `counter`");
}

/* --- stages that come back as they were --- */

/* Whether a rule offers an action that changes nothing. What follows `when` has its limit. */
static bool stands_still(scope *c, uint32_t node) {
    if (!compile_spend(c, node)) return false;
    switch ((ast_kind)c->a->node[node].kind) {
    case AST_PASS:
    case AST_ACT:
    case AST_PICK:
        return !compile_child_of(c, node, AST_BLOCK) && !compile_child_of(c, node, AST_KINDS) &&
               !compile_child_of(c, node, AST_WHERE);
    case AST_UNION:
    case AST_ELSE:
        AST_EACH(c->a, node, i) {
            if (stands_still(c, i)) return true;
        }
        return false;
    case AST_CALL: {
        plan_rules all = compile_rules_of(c, c->a->node[node].name);
        bool still = false;
        for (int i = 0; i < all.count && !still; i++)
            still = stands_still(c, compile_body_of(c, c->shared->rule[all.rule[i]].node));
        return still;
    }
    default:
        return false;
    }
}

static void warn_repeat(scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    bool counts = n->kind == AST_REPEAT && compile_is_counted(c, node);
    if (n->kind == AST_REPEAT && !counts && stands_still(c, n->first)) {
        compile_complain(c, node, "W06", "stage may repeat without changing the board");
        compile_suggest(
            c, "add a limit: `repeat when ... `, or an effect that brings it nearer to an end");
    } else if (n->kind == AST_REPEAT && !counts && compile_goes_round(c, node)) {
        compile_complain(
            c, node, "W08",
            "a turn can go round: what was on the board before in it is not offered again");
        compile_suggest(c, "`repeat at most N` counts instead");
    }
    AST_EACH(c->a, node, i) warn_repeat(c, i);
}

/* --- two ways of saying the same --- */

static bool same_tree(const scope *c, uint32_t x, uint32_t y) {
    if (!x || !y) return x == y;
    const ast_node *a = ast_at(c->a, x);
    const ast_node *b = ast_at(c->a, y);
    if (a->kind != b->kind || a->flags != b->flags || a->name != b->name || a->value != b->value)
        return false;
    for (x = a->first, y = b->first; x && y; x = c->a->node[x].next, y = c->a->node[y].next)
        if (!same_tree(c, x, y)) return false;
    return !x && !y;
}

/* Where an action goes, and how many kinds it names: one is not written. */
static uint32_t aim_of(const scope *c, uint32_t node) {
    uint32_t aim = compile_child_of(c, node, c->a->node[node].kind == AST_PLACE ? AST_ON : AST_TO);
    return aim ? c->a->node[aim].first : 0;
}

static bool names_kinds(const scope *c, uint32_t node) {
    uint32_t kinds = compile_child_of(c, node, AST_KINDS);
    return kinds && compile_child_count(c, kinds) > 1;
}

static bool same_text(const scope *c, uint32_t x, uint32_t y) {
    ast_kind k = (ast_kind)c->a->node[x].kind;
    ast_kind l = (ast_kind)c->a->node[y].kind;
    if (k == AST_PASS || k == AST_ACT) return k == l && c->a->node[x].name == c->a->node[y].name;
    bool moves = k == AST_MOVE;
    if (!moves && k != AST_PLACE && k != AST_PICK) return false;
    if (moves != (l == AST_MOVE) || (!moves && l != AST_PLACE && l != AST_PICK)) return false;
    if (names_kinds(c, x) || names_kinds(c, y)) return false;
    return same_tree(c, aim_of(c, x), aim_of(c, y)) &&
           same_tree(c, compile_child_of(c, x, AST_SRC), compile_child_of(c, y, AST_SRC));
}

static void warn_same_text(scope *c, uint32_t node) {
    if (c->a->node[node].kind == AST_UNION) {
        AST_EACH(c->a, node, i) {
            for (uint32_t k = c->a->node[i].next; k; k = c->a->node[k].next) {
                if (!same_text(c, i, k)) continue;
                compile_complain(c, k, "W05", "two alternatives may give the same action text");
                compile_suggest(c, "the other is in line %d",
                                diag_line(&c->a->source[c->a->node[i].source], c->a->node[i].at));
            }
        }
    }
    AST_EACH(c->a, node, i) warn_same_text(c, i);
}

static void warn_hints(scope *c) {
    AST_EACH(c->a, c->shared->game, i) {
        const ast_node *n = ast_at(c->a, i);
        if (n->kind != AST_HINT || n->value == AST_NONE || inherited(c, i)) continue;
        if (!compile_hint_fits(c, i))
            compile_complain(c, i, "W09", "no action of this game is one that the hint is about");
    }
}

void compile_warn(scope *c) {
    warn_unused(c);
    warn_hints(c);
    warn_hits(c);
    warn_growing(c);
    warn_turns(c);
    for (int i = 0; i < c->b->phases; i++) {
        warn_repeat(c, c->shared->turn[i]);
        warn_same_text(c, c->shared->turn[i]);
    }
    for (int i = 0; i < c->shared->rule_count; i++) {
        warn_repeat(c, compile_body_of(c, c->shared->rule[i].node));
        warn_same_text(c, compile_body_of(c, c->shared->rule[i].node));
    }
    if (!c->shared->can_end) {
        compile_complain(c, c->shared->game, "W03", "no way to end the game found");
        compile_suggest(c, "`else lose`, `else draw`, or `end { when ... win }`");
    }
}
