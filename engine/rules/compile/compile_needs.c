#include "engine/rules/compile/compile.h"

/* What the value of an expression depends on. */

/* A player, known now: as a player he needs nothing, as an area he is his pieces. */
enum { NEEDS_WHO = 32 };
static_assert((int)NEEDS_LOOP > (int)NEEDS_WHO, "bits of their own");

static uint32_t needs_all(scope *c, uint32_t node, const env *e);

uint32_t compile_needs(scope *c, uint32_t node, const env *e) {
    return needs_all(c, node, e) & ~(uint32_t)(NEEDS_WHO | NEEDS_OWN | NEEDS_OTHERS);
}

uint32_t compile_secrets(scope *c, uint32_t node, const env *e) {
    return needs_all(c, node, e) & (NEEDS_OWN | NEEDS_OTHERS);
}

static uint32_t as_area(uint32_t n) {
    return n & NEEDS_WHO ? (n & ~(uint32_t)NEEDS_WHO) | NEEDS_STATE : n;
}

uint32_t compile_needs_area(scope *c, uint32_t node, const env *e) {
    return as_area(needs_all(c, node, e)) & ~(uint32_t)(NEEDS_OWN | NEEDS_OTHERS);
}

static uint32_t needs_children(scope *c, uint32_t node, const env *e) {
    uint32_t n = 0;
    AST_EACH(c->a, node, i) n |= needs_all(c, i, e);
    return n;
}

static uint32_t needs_word(scope *c, uint32_t node) {
    switch ((ast_word)c->a->node[node].value) {
    case AST_WORD_FROM:
        return NEEDS_FROM;
    case AST_WORD_TO:
        return NEEDS_TO;
    case AST_WORD_OPT:
        return NEEDS_OPT;
    case AST_WORD_CELLS:
    case AST_WORD_NONE:
    case AST_WORD_DARK:
    case AST_WORD_LIGHT:
    case AST_WORD_EDGE:
        return 0;
    case AST_WORD_ME:
        return NEEDS_WHO;
    case AST_WORD_NEXT:
        return c->b->head.players > 2 || c->shared->sets_next ? NEEDS_STATE : NEEDS_WHO;
    case AST_WORD_PREV:
        return c->b->head.players > 2 ? NEEDS_STATE : NEEDS_WHO;
    case AST_WORD_HITS:
        return needs_all(c, c->shared->piece[c->at.piece].hits, NULL);
    default:
        return NEEDS_STATE;
    }
}

static uint32_t needs_name(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    uint32_t arg = compile_env_find(c, e, n->name, &where);
    if (arg) return needs_all(c, arg, where);
    const env *loop = compile_env_loop(e, n->name);
    if (loop && loop->what == ENV_PLAYER) return NEEDS_WHO;
    if (loop && loop->what == ENV_KIND) return 0;
    if (loop && loop->what == ENV_CHOICE)
        return NEEDS_AUX | (c->a->node[loop->choice].flags & AST_SECRET ? NEEDS_OWN : 0);
    if (loop) return (uint32_t)NEEDS_LOOP << loop->cell;
    if (c->at.bound && c->at.bound == n->name) return NEEDS_AUX;
    if (compile_find_var(c, n->name) >= 0) return NEEDS_STATE;
    if (compile_find_option(c, n->name) >= 0) return 0;
    int d = compile_find_def(c, n->name);
    if (d >= 0) {
        env inner = compile_env_call(c, c->shared->def[d].node, node, e);
        return needs_all(c, compile_body_of(c, c->shared->def[d].node), &inner);
    }
    if (compile_find_piece(c, n->name) >= 0) return NEEDS_STATE;
    return compile_find_player(c, n->name) >= 0 ? NEEDS_WHO : 0;
}

static uint32_t needs_origin(scope *c, uint32_t node, const env *e) {
    uint32_t origin = compile_child_of(c, node, AST_ORIGIN);
    return origin ? compile_needs_area(c, c->a->node[origin].first, e) : NEEDS_FROM;
}

/* Two players are compared as such; a player and an area as areas. */
static uint32_t needs_compare(scope *c, uint32_t node, const env *e) {
    uint32_t first = c->a->node[node].first;
    uint32_t x = needs_all(c, first, e);
    int rule;
    if (compile_compares_plan(c, node, &rule)) return x;
    uint32_t y = needs_all(c, c->a->node[first].next, e);
    if (c->a->node[node].value != AST_IN && x & y & NEEDS_WHO)
        return (x | y) & ~(uint32_t)NEEDS_WHO;
    return as_area(x | y);
}

static uint32_t needs_line(scope *c, uint32_t node, const env *e) {
    ast_kind k = (ast_kind)c->a->node[node].kind;
    bool state = k != AST_STEP && k != AST_RAY && k != AST_LEAP;
    uint32_t max = compile_child_of(c, node, AST_MAX);
    uint32_t all = (state ? NEEDS_STATE : 0) | needs_origin(c, node, e);
    if (max) all |= compile_needs(c, c->a->node[max].first, e);
    return all;
}

static uint32_t needs_all(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    if (!compile_spend(c, node)) return NEEDS_STATE;
    switch ((ast_kind)n->kind) {
    case AST_WORD:
        return needs_word(c, node);
    case AST_CALL:
        if (compile_called(c, node, e)) return NEEDS_STATE | needs_children(c, node, e);
        return needs_name(c, node, e);
    case AST_INDEXED:
    case AST_CAN:
        return NEEDS_STATE | needs_children(c, node, e) | compile_secret_of(c, node, e);
    case AST_FUNC:
        if (n->value == AST_FUNC_BY) return needs_children(c, node, e);
        if (n->value == AST_FUNC_TRANSPOSED || n->value == AST_FUNC_GROUP ||
            n->value == AST_FUNC_STARVED || n->value == AST_FUNC_NTH)
            return as_area(needs_children(c, node, e));
        return NEEDS_STATE | needs_children(c, node, e); /* left to the interpreter */
    case AST_STEP:
    case AST_RAY:
    case AST_SLIDE:
    case AST_RIDE:
    case AST_DASH:
    case AST_LEAP:
        return needs_line(c, node, e);
    case AST_ALONG: {
        uint32_t all = NEEDS_STATE | needs_origin(c, node, e);
        return all | needs_children(c, compile_child_of(c, node, AST_PATTERN), e);
    }
    case AST_COMPARE:
        if (compile_compares_kind(c, node, e)) {
            bool left = compile_kind_named(c, n->first, e) >= 0;
            return needs_all(c, left ? c->a->node[n->first].next : n->first, e);
        }
        return needs_compare(c, node, e);
    case AST_OVER:
        return compile_needs_over(c, node, e);
    case AST_DIRS:
    case AST_FILES: /* a letter is not a name */
        return 0;
    default:
        return as_area(needs_children(c, node, e));
    }
}
