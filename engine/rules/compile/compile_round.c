#include "engine/rules/compile/compile.h"

/* Turns that can go round. A `repeat` comes to an end by itself where each of its actions takes a
 * piece off the board, or each puts one on an empty cell, or each marks a cell that was not marked.
 * All others may bring back a board that was there in this turn: there that is forbidden, at the
 * price of a trial for each action. What is found here is on the safe side. */

typedef enum progress { GOES_ROUND, SHRINKS, GROWS, MARKS, ANYTHING } progress;

/* Whether an area holds nothing but pieces, as far as its form shows. */
static bool only_pieces(scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    if (!compile_spend(c, node)) return false;
    if (n->kind == AST_WORD)
        return n->value == AST_WORD_MINE || n->value == AST_WORD_ENEMY ||
               n->value == AST_WORD_OCCUPIED || n->value == AST_WORD_NEUTRAL;
    if (n->kind == AST_BINARY && n->value == AST_MEET)
        return only_pieces(c, n->first) || only_pieces(c, c->a->node[n->first].next);
    if (n->kind == AST_BINARY && n->value == AST_SUB) return only_pieces(c, n->first);
    if (n->kind != AST_CALL || n->first) return false;
    int d = compile_find_def(c, n->name);
    if (d >= 0) return only_pieces(c, compile_body_of(c, c->shared->def[d].node));
    return compile_find_var(c, n->name) < 0 &&
           (compile_find_piece(c, n->name) >= 0 || compile_find_player(c, n->name) >= 0);
}

static bool only_empty(scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    if (!compile_spend(c, node)) return false;
    if (n->kind == AST_WORD) return n->value == AST_WORD_EMPTY;
    if (n->kind != AST_BINARY) return false;
    if (n->value == AST_SUB) return only_empty(c, n->first);
    return n->value == AST_MEET &&
           (only_empty(c, n->first) || only_empty(c, c->a->node[n->first].next));
}

/* The area of the element that binds this name, where that is always there; 0: none. */
static uint32_t bound_area(const scope *c, uint32_t node, uint32_t name) {
    AST_EACH(c->a, node, i) {
        const ast_node *n = ast_at(c->a, i);
        if (n->kind == AST_GROUP) continue;
        if (n->kind == AST_ELEMENT && n->name == name)
            return n->value == '*' || n->value == '?' ? 0 : n->first;
        uint32_t deep = bound_area(c, i, name);
        if (deep) return deep;
    }
    return 0;
}

/* Whether an area surely has nothing of variable `var` in it: `A - var`, or a part of that. */
static bool leaves_out(const scope *c, uint32_t node, uint32_t var) {
    const ast_node *n = ast_at(c->a, node);
    if (n->kind != AST_BINARY || (n->value != AST_SUB && n->value != AST_MEET)) return false;
    uint32_t right = c->a->node[n->first].next;
    const ast_node *r = ast_at(c->a, right);
    if (n->value == AST_SUB && r->kind == AST_CALL && r->name == var && !r->first) return true;
    return leaves_out(c, n->first, var) || (n->value == AST_MEET && leaves_out(c, right, var));
}

/* What the effects of a block may do, wherever they are in it. */
typedef struct deeds {
    bool puts, removes, unmarks;
} deeds;

/* An assignment that may take cells out of a variable. */
static bool takes_out(const scope *c, const ast_node *n) {
    int v = n->kind == AST_ASSIGN && n->value != AST_JOIN ? compile_find_var(c, n->name) : -1;
    return v >= 0 && c->b->var[v].type == VAR_CELLS;
}

static void add_deeds(const scope *c, uint32_t node, deeds *out) {
    AST_EACH(c->a, node, i) {
        const ast_node *n = ast_at(c->a, i);
        out->puts |= n->kind == AST_PUT;
        out->removes |= n->kind == AST_REMOVE || n->kind == AST_RELOCATE || n->kind == AST_PUSH;
        out->unmarks |= takes_out(c, n);
        add_deeds(c, i, out);
    }
}

/* One effect that happens in any case. */
static progress effect_progress(scope *c, uint32_t gen, uint32_t effect, deeds all) {
    const ast_node *n = ast_at(c->a, effect);
    if (n->kind != AST_REMOVE && n->kind != AST_ASSIGN) return GOES_ROUND;
    uint32_t top = compile_child_of(c, effect, AST_TOP);
    if (top && c->a->node[top].first) return GOES_ROUND; /* it may be no piece */
    uint32_t to = compile_child_of(c, gen, AST_TO);
    uint32_t targets = c->a->node[to].first;
    const ast_node *v = ast_at(c->a, n->first);
    bool is_to = v->kind == AST_WORD && v->value == AST_WORD_TO;
    uint32_t origin = is_to ? targets : 0; /* what the cell is from */
    if (v->kind == AST_CALL) origin = bound_area(c, to, v->name);
    if (!origin) return GOES_ROUND;
    bool stays = c->a->node[gen].kind == AST_PICK || !is_to;
    if (n->kind == AST_REMOVE && !all.puts && stays && only_pieces(c, origin)) return SHRINKS;
    if (n->kind == AST_ASSIGN && n->value == AST_JOIN && !all.unmarks &&
        leaves_out(c, origin, n->name))
        return MARKS;
    return GOES_ROUND;
}

/* One action, with what happens before each. */
static progress action_progress(scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t block = compile_child_of(c, node, AST_BLOCK);
    uint32_t to = compile_child_of(c, node, n->kind == AST_PLACE ? AST_ON : AST_TO);
    uint32_t before = compile_child_of(c, c->shared->game, AST_BEFORE);
    deeds all = {.puts = false};
    progress found = GOES_ROUND;
    if (block) add_deeds(c, block, &all);
    if (before) add_deeds(c, before, &all);
    if (!to) return GOES_ROUND;
    if (n->kind == AST_PLACE)
        return !all.removes && only_empty(c, c->a->node[to].first) ? GROWS : GOES_ROUND;
    if (n->kind == AST_MOVE && !all.puts && only_pieces(c, c->a->node[to].first)) return SHRINKS;
    for (uint32_t i = block ? c->a->node[block].first : 0; i && !found; i = c->a->node[i].next)
        found = effect_progress(c, node, i, all);
    return found;
}

static progress both(progress x, progress y) {
    return x == ANYTHING ? y : y == ANYTHING || x == y ? x : GOES_ROUND;
}

static progress pieces_progress(scope *c) {
    progress all = ANYTHING;
    for (int k = 0; k < c->b->kinds; k++) AST_EACH(c->a, c->shared->piece[k].node, i) {
            if (c->a->node[i].kind == AST_MOVE) all = both(all, action_progress(c, i));
        }
    return all;
}

static progress rule_progress(scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    ast_kind k = (ast_kind)n->kind;
    progress all = ANYTHING;
    if (!compile_spend(c, node)) return ANYTHING;
    if (k == AST_CHANCE || k == AST_DO) return GOES_ROUND; /* may undo it */
    if (compile_is_gen(k)) return action_progress(c, node);
    if (compile_is_automatic(k)) return ANYTHING;
    if (k == AST_PIECES) return pieces_progress(c);
    if (k == AST_WHEN) return rule_progress(c, c->a->node[n->first].next);
    if (k == AST_REQUIRE) return rule_progress(c, n->first);
    if (k == AST_CALL) {
        plan_rules held = compile_rules_of(c, n->name);
        for (int i = 0; i < held.count; i++)
            all =
                both(all, rule_progress(c, compile_body_of(c, c->shared->rule[held.rule[i]].node)));
        return all;
    }
    AST_EACH(c->a, node, i) {
        if (c->a->node[i].kind != AST_MAX && c->a->node[i].kind != AST_TIMES)
            all = both(all, rule_progress(c, i));
    }
    return all;
}

bool compile_is_counted(const scope *c, uint32_t repeat) {
    return compile_child_of(c, repeat, AST_MAX) || compile_child_of(c, repeat, AST_TIMES);
}

bool compile_goes_round(scope *c, uint32_t repeat) {
    return !compile_is_counted(c, repeat) && rule_progress(c, repeat) == GOES_ROUND;
}
