#include <string.h>

#include "engine/rules/compile/compile.h"

/* What winning takes, read off the form of the endings: a piece of mine in some place, a line, a
 * way from side to side, all pieces together, a number. Nothing depends on it but evaluations, so
 * what has another form is simply not seen. */

/* Through definitions without parameters. */
static uint32_t plain(const scope *c, uint32_t node) {
    for (int i = 0; i < COMPILE_MAX_DEPTH; i++) {
        const ast_node *n = &c->a->node[node];
        if (n->kind != AST_CALL || n->first) return node;
        int def = compile_find_def(c, n->name);
        if (def < 0 || compile_child_of(c, c->shared->def[def].node, AST_PARAMS)) return node;
        node = compile_body_of(c, c->shared->def[def].node);
    }
    return node;
}

/* `mine & king & rank 8`, taken apart. */
typedef struct holding {
    bool mine;
    int kind;
    bool placed, strange;
    area where;
} holding;

static void take_holding(scope *c, uint32_t node, holding *h) {
    const ast_node *n = &c->a->node[node];
    if (n->kind == AST_BINARY && n->value == AST_MEET) {
        AST_EACH(c->a, node, i) take_holding(c, i, h);
        return;
    }
    if (n->kind == AST_WORD && n->value == AST_WORD_MINE) {
        h->mine = true;
    } else if (n->kind == AST_CALL && !n->first && compile_find_player(c, n->name) >= 0) {
        h->mine |= compile_find_player(c, n->name) == c->me;
        h->strange |= compile_find_player(c, n->name) != c->me;
    } else if (n->kind == AST_CALL && !n->first && compile_find_piece(c, n->name) >= 0) {
        h->kind = compile_find_piece(c, n->name);
    } else if (compile_needs_area(c, node, NULL) == 0) {
        area a = compile_fold_area(c, node, NULL, -1);
        h->where = h->placed ? area_and(h->where, a) : a;
        h->placed = true;
    } else {
        h->strange = true;
    }
}

static void see_goal(scope *c, const holding *h) {
    rb_aim *x = &c->side->aim;
    if (!h->mine || !h->placed || h->strange || x->has_goal) return;
    x->has_goal = true;
    x->goal = h->where;
    x->goal_kind = (int8_t)h->kind;
}

static bool is_empty(const scope *c, uint32_t node) {
    return c->a->node[node].kind == AST_WORD && c->a->node[node].value == AST_WORD_EMPTY;
}

/* `no G - mine`: all of G is to be mine; `no G & empty`: it is to be full, with mine if I can. Says
 * more than one of mine in G, whichever is written first. */
static void see_filled(scope *c, uint32_t node) {
    rb_aim *x = &c->side->aim;
    const ast_node *n = &c->a->node[node];
    holding h = {.kind = -1};
    if (n->kind != AST_BINARY || x->goal_all) return;
    uint32_t all = plain(c, n->first);
    uint32_t rest = plain(c, c->a->node[n->first].next);
    if (n->value == AST_MEET) {
        if (is_empty(c, all)) {
            uint32_t other = rest;
            rest = all;
            all = other;
        }
        if (!is_empty(c, rest)) return;
    } else if (n->value == AST_SUB) {
        take_holding(c, rest, &h);
        if (!h.mine || h.placed || h.strange) return;
    } else {
        return;
    }
    if (compile_needs_area(c, all, NULL)) return;
    x->has_goal = x->goal_all = true;
    x->goal = compile_fold_area(c, all, NULL, -1);
    x->goal_kind = (int8_t)h.kind;
}

static void see_function(scope *c, uint32_t node) {
    rb_aim *x = &c->side->aim;
    const ast_node *n = &c->a->node[node];
    uint32_t second = c->a->node[n->first].next;
    if (n->value == AST_FUNC_GROUP) x->gathers = true;
    if (n->value != AST_FUNC_JOINS || x->has_path) return;
    uint32_t third = c->a->node[second].next;
    if (compile_needs_area(c, second, NULL) || compile_needs_area(c, third, NULL)) return;
    x->has_path = true;
    x->path_from = compile_fold_area(c, second, NULL, -1);
    x->path_to = compile_fold_area(c, third, NULL, -1);
}

/* A number of mine that is compared with a fixed one, k: more is better, or less, as where it is to
 * become 0. */
static void see_tally(scope *c, uint32_t left, ast_op op, int32_t k) {
    rb_aim *x = &c->side->aim;
    const ast_node *n = &c->a->node[left];
    if (n->kind != AST_CALL || n->first) return;
    int v = compile_find_var(c, n->name);
    if (v < 0) return;
    const rb_var *var = &c->b->var[v];
    if (var->type != VAR_INT || !var->per_player || var->per_piece) return;
    x->tally = var->at + c->me;
    x->tally_sign = op == AST_GE || op == AST_GT || (op == AST_EQ && k > 0) ? 1 : -1;
}

/* runs(A, C, k) >= 1 */
static void see_runs(scope *c, uint32_t node) {
    uint32_t second = c->a->node[c->a->node[node].first].next;
    uint32_t third = c->a->node[second].next;
    if (!third || compile_needs(c, third, NULL)) return;
    int32_t k = compile_fold_num(c, third, NULL, -1);
    if (k > 1 && k < 16) c->side->aim.line = k;
}

static void see_comparison(scope *c, uint32_t node) {
    rb_aim *x = &c->side->aim;
    const ast_node *n = &c->a->node[node];
    uint32_t left = plain(c, n->first);
    uint32_t right = plain(c, c->a->node[n->first].next);
    const ast_node *l = &c->a->node[left];
    if (n->value == AST_IN) {
        holding h = {.kind = -1};
        take_holding(c, left, &h);
        take_holding(c, right, &h);
        see_goal(c, &h);
        return;
    }
    if (l->kind == AST_FUNC && l->value == AST_FUNC_GROUP) x->gathers = true;
    if (compile_needs(c, right, NULL)) return;
    int32_t k = compile_fold_num(c, right, NULL, -1);
    if (l->kind == AST_FUNC && l->value == AST_FUNC_RUN && k > 1 && k < 16) x->line = k;
    if (l->kind == AST_FUNC && l->value == AST_FUNC_RUNS) see_runs(c, left);
    see_tally(c, left, (ast_op)n->value, k);
}

static void see_condition(scope *c, uint32_t node) {
    node = plain(c, node);
    const ast_node *n = &c->a->node[node];
    holding h = {.kind = -1};
    switch ((ast_kind)n->kind) {
    case AST_OR:
    case AST_AND:
        AST_EACH(c->a, node, i) see_condition(c, i);
        break;
    case AST_SOME:
        take_holding(c, plain(c, n->first), &h);
        see_goal(c, &h);
        break;
    case AST_NO:
        see_filled(c, plain(c, n->first));
        break;
    case AST_FUNC:
        see_function(c, node);
        break;
    case AST_COMPARE:
        see_comparison(c, node);
        break;
    default:
        break;
    }
}

static bool i_win(const scope *c, uint32_t outcome) {
    const ast_node *n = &c->a->node[outcome];
    if (n->kind != AST_WIN) return false;
    return !n->name || strcmp(ast_name(c->a, outcome), "me") == 0 ||
           compile_find_player(c, n->name) == c->me;
}

void compile_find_aims(const scope *outer) {
    scope in = scope_at(outer, (place){.piece = -1, .ending = true});
    scope *c = &in;
    rb_aim *x = &c->side->aim;
    *x = (rb_aim){.goal_kind = -1, .tally = -1, .reach = -1};
    if (c->shared->nomem || c->shared->over_limit) return;
    AST_EACH(c->a, c->shared->game, decl) {
        if (c->a->node[decl].kind != AST_END) continue;
        AST_EACH(c->a, decl, i) {
            uint32_t test = c->a->node[i].first;
            if (i_win(c, c->a->node[test].next)) see_condition(c, test);
        }
    }
    bool hits = false;
    for (int k = 0; k < c->b->kinds; k++) hits |= c->shared->piece[k].hits != 0;
    uint8_t reads = c->shared->plan_reads;
    x->reach = hits ? compile_add_plan(c, UINT64_C(1) << c->me) : compile_add_takers(c);
    c->shared->plan_reads = reads;
}
