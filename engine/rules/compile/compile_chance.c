#include "engine/rules/compile/compile.h"

/* Chance: numbers that nature sets, all equally likely, by weights, or out of a bag. */

/* --- checking --- */

/* One weight for each outcome, and some that are not always 0. */
static void check_weights(scope *c, uint32_t weights, const env *e, int outcomes) {
    int found = compile_child_count(c, weights);
    bool some = false;
    if (!compile_limit(c, weights, found <= COMPILE_MAX_WEIGHTS, "weights of a chance",
                       COMPILE_MAX_WEIGHTS))
        return;
    if (found != outcomes) {
        compile_complain(c, weights, "E11", "wrong number of weights: %d outcomes, found %d",
                         outcomes, found);
        compile_suggest(c, "one for each outcome, the smallest first");
        return;
    }
    AST_EACH(c->a, weights, i) {
        some |= compile_needs(c, i, e) || compile_fold_num(c, i, e, -1) > 0;
        if (compile_needs(c, i, e) || compile_fold_num(c, i, e, -1) >= 0) continue;
        compile_complain(c, i, "E24", "a weight below 0");
        return;
    }
    if (!some) compile_complain(c, weights, "E24", "nothing to choose from: all weights are 0");
}

/* Outcomes are actions with 16 bits to say which. */
static void check_range(scope *c, uint32_t node, const env *e) {
    uint32_t low = c->a->node[node].first;
    uint32_t high = c->a->node[low].next;
    int64_t bound[2] = {0, 0};
    bool known = true;
    for (int i = 0; i < 2; i++) {
        uint32_t at = i ? high : low;
        if (compile_needs(c, at, e)) {
            known = false;
            continue;
        }
        bound[i] = compile_fold_num(c, at, e, -1);
        if (bound[i] >= INT16_MIN && bound[i] <= INT16_MAX) continue;
        compile_complain(c, at, "E30", "limit exceeded: outcomes of chance lie between %d and %d",
                         INT16_MIN, INT16_MAX);
        return;
    }
    uint32_t weights = c->a->node[high].next;
    if (!known) {
        if (!weights) return;
        compile_complain(c, weights, "E10",
                         "wrong type: weights need a range that is known beforehand");
        compile_suggest(c, "a weight of 0 takes an outcome away: `weights 1 1 (n)`");
        return;
    }
    if (bound[0] > bound[1]) {
        compile_complain(c, low, "E24", "nothing to choose from: %d..%d", (int)bound[0],
                         (int)bound[1]);
        compile_suggest(c, "the smaller number comes first");
    }
    if (compile_limit(c, low, bound[1] - bound[0] < RB_OUTCOMES, "outcomes of a chance",
                      RB_OUTCOMES) &&
        weights && bound[0] <= bound[1])
        check_weights(c, weights, e, (int)(bound[1] - bound[0] + 1));
}

static void check_bag(scope *c, uint32_t name) {
    int v = compile_find_var(c, c->a->node[name].name);
    if (v >= 0) c->shared->var_used[v] = true;
    if (v >= 0 && c->b->var[v].bag) return;
    compile_complain(c, name, "E12", "unknown name '%s': no such bag", ast_name(c->a, name));
    compile_suggest(c, "`bag %.40s { PIECE*3 }` declares one", ast_name(c->a, name));
}

/* A card that comes out of the deck goes to hidden cards, of the mover or of another player. */
static void check_hidden_draw(scope *c, uint32_t node, const env *e, const rb_var *to) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t whose = n->first ? c->a->node[n->first].next : 0;
    bool draws = n->flags & AST_BAG;
    int bag = draws ? compile_find_var(c, c->a->node[n->first].name) : -1;
    if (bag >= 0) c->shared->var_used[bag] = true;
    if (to->bag || bag < 0 || !c->b->var[bag].bag || !c->b->var[bag].secret) {
        compile_complain(c, node, "E10", "wrong type: hidden cards come out of a deck");
        compile_suggest(c, "`deck stock { .. }` declares one; `chance %.40s from stock`",
                        to->bag ? "cards" : to->name);
    } else if (whose && compile_check_is(c, whose, e, VAL_PLAYER)) {
        (void)compile_refuse_secrets(c, whose, e, NEEDS_OWN | NEEDS_OTHERS, "chance");
    }
}

void compile_check_chance(scope *c, uint32_t node, const env *e) {
    int v = compile_find_var(c, c->a->node[node].name);
    bool good = true;
    if (v >= 0 && c->b->var[v].secret) {
        check_hidden_draw(c, node, e, &c->b->var[v]);
        return;
    }
    if (c->a->node[node].flags & AST_BAG && c->a->node[c->a->node[node].first].next) {
        compile_complain(c, node, "E10", "wrong type: '%s' is one number", ast_name(c->a, node));
        compile_suggest(c, "`chance cards[next] from stock` is for hidden cards");
        return;
    }
    if (v < 0) {
        compile_complain(c, node, "E26", "chance sets '%s', which is not a `var`",
                         ast_name(c->a, node));
        compile_suggest_var(c, ast_name(c->a, node));
    } else if (c->b->var[v].counter) {
        compile_complain(c, node, "E26", "chance sets '%s', which is a `counter`",
                         ast_name(c->a, node));
        compile_suggest(c, "what was thrown belongs to the position: `var %s`",
                        ast_name(c->a, node));
    } else if (c->b->var[v].type != VAR_INT || c->b->var[v].count > 1) {
        compile_complain(c, node, "E10", "wrong type: chance sets a single number");
    }
    if (c->a->node[node].flags & AST_BAG) {
        check_bag(c, c->a->node[node].first);
        return;
    }
    AST_EACH(c->a, node, i) {
        if (c->a->node[i].kind == AST_WEIGHTS) {
            AST_EACH(c->a, i, k) good &= compile_check_is(c, k, e, VAL_NUM);
        } else {
            good &= compile_check_is(c, i, e, VAL_NUM);
        }
        if (good && c->a->node[i].kind != AST_WEIGHTS)
            good = compile_refuse_secrets(c, i, e, NEEDS_OWN | NEEDS_OTHERS, "chance");
    }
    if (good) AST_EACH(c->a, node, i) {
            if (c->a->node[i].kind != AST_WEIGHTS) continue;
            AST_EACH(c->a, i, k)
            good &= compile_refuse_secrets(c, k, e, NEEDS_OWN | NEEDS_OTHERS, "chance");
        }
    if (good) check_range(c, node, e);
}

/* --- code --- */

/* How likely the outcome at hand is: the weight in its place. */
static void make_weights(scope *c, rb_gen *g, uint32_t weights, const env *e, int32_t low) {
    stream s = {0};
    scope in = scope_into(c, &s, c->error_node);
    uint16_t outcome = compile_num1(&in, OP_NUM_OUTCOME, 0);
    AST_EACH(c->a, weights, i) {
        int areas = in.areas;
        int numbers = in.numbers;
        uint16_t here = compile_num2(&in, OP_NUM_EQ, outcome, compile_const_num(&in, low++));
        uint32_t hole = s.len;
        compile_emit(&in, OP_JUMP_IF_NOT, 0, 0, 0, here);
        compile_emit(&in, OP_RETURN, 0, 0, compile_num(&in, i, e), 0);
        if (hole < s.len) s.ins[hole].a = (uint16_t)s.len;
        in.areas = areas;
        in.numbers = numbers;
    }
    g->weight = compile_append_code(&in, &s, compile_const_num(&in, 0));
    c->saw |= in.saw;
}

/* The same out of the deck: face up into a variable, or into hidden cards. */
static void make_card_draw(scope *c, rb_gen *g, uint32_t node, const env *e, int bag) {
    stream s = {0};
    scope in = scope_into(c, &s, c->error_node);
    const rb_var *deck = &c->b->var[bag];
    int to = compile_find_var(c, c->a->node[node].name);
    int from = compile_secret_number(c, bag);
    uint32_t whose = c->a->node[c->a->node[node].first].next;
    uint16_t left = compile_temp_num(&in);
    uint16_t outcome = compile_num1(&in, OP_NUM_OUTCOME, 0);
    compile_emit(&in, OP_NUM_LOAD, deck->count - 1, left, deck->at, outcome);
    g->weight = compile_append_code(&in, &s, left);
    in = scope_into(c, &s, c->error_node);
    outcome = compile_num1(&in, OP_NUM_OUTCOME, 0);
    uint16_t zero = compile_const_num(&in, 0);
    if (c->b->var[to].secret) {
        uint16_t who = whose ? compile_num(&in, whose, e) : compile_const_num(&in, c->me);
        compile_emit(&in, OP_CARD_SLIP, from + 16 * compile_secret_number(c, to), who, zero,
                     outcome);
        g->var = RB_NO_VAR;
    } else {
        compile_emit(&in, OP_CARD_REVEAL, from, 0, zero, outcome);
    }
    g->block = compile_append_code(&in, &s, compile_const_num(&in, 1));
    g->low = compile_const_num(c, 0);
    g->high = compile_const_num(c, deck->count - 1);
    g->draws = true;
    g->held = (uint8_t)(from + 1);
}

/* A kind is as likely as there are pieces of it in the bag; the one that comes out is gone. */
static void make_draw(scope *c, rb_gen *g, const rb_var *bag) {
    stream s = {0};
    scope in = scope_into(c, &s, c->error_node);
    uint16_t left = compile_temp_num(&in);
    uint16_t outcome = compile_num1(&in, OP_NUM_OUTCOME, 0);
    compile_emit(&in, OP_NUM_LOAD, bag->count - 1, left, bag->at, outcome);
    g->weight = compile_append_code(&in, &s, left);
    in = scope_into(c, &s, c->error_node);
    left = compile_temp_num(&in);
    outcome = RB_STATE | g->var;
    compile_emit(&in, OP_NUM_LOAD, bag->count - 1, left, bag->at, outcome);
    left = compile_num2(&in, OP_NUM_SUB, left, compile_const_num(&in, 1));
    compile_emit(&in, OP_STORE_AT, bag->count - 1, bag->at, left, outcome);
    g->block = compile_append_code(&in, &s, compile_const_num(&in, 1));
    g->low = compile_const_num(c, 0);
    g->high = compile_const_num(c, bag->count - 1);
    g->draws = true;
}

void compile_chance(scope *c, uint32_t node, const env *e, rb_gen *g) {
    const ast_node *n = ast_at(c->a, node);
    c->hoist = NULL;
    g->var = c->b->var[compile_find_var(c, n->name)].at;
    g->name = compile_keep_text(c, ast_name(c->a, node));
    c->b->weighs |= n->flags & AST_BAG || compile_child_of(c, node, AST_WEIGHTS);
    if (n->flags & AST_BAG) {
        int bag = compile_find_var(c, c->a->node[n->first].name);
        if (c->b->var[bag].secret)
            make_card_draw(c, g, node, e, bag);
        else
            make_draw(c, g, &c->b->var[bag]);
        return;
    }
    uint32_t high = c->a->node[n->first].next;
    g->low = compile_num(c, n->first, e);
    g->high = compile_num(c, high, e);
    if (c->a->node[high].next)
        make_weights(c, g, c->a->node[high].next, e, compile_fold_num(c, n->first, e, -1));
}
