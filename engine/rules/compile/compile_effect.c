#include <stdio.h>

#include "engine/rules/compile/compile.h"

/* What happens besides the standard change of an action: blocks of effects, and outcomes. */

/* --- checking --- */

static bool is_word(const scope *c, uint32_t node, ast_word w) {
    const ast_node *n = ast_at(c->a, node);
    return n->kind == AST_WORD && n->value == (int)w;
}

static int check_kind(scope *c, uint32_t node) {
    int k = compile_find_piece(c, c->a->node[node].name);
    compile_refuse_card(c, node, c->a->node[node].name);
    if (k >= 0) return k;
    compile_complain(c, node, "E12", "unknown name '%s': no such piece", ast_name(c->a, node));
    compile_suggest_piece(c, ast_name(c->a, node));
    return -1;
}

/* `of`: a player, or neutral. */
void compile_check_owner(scope *c, uint32_t of, const env *e) {
    if (!of) return;
    uint32_t who = c->a->node[of].first;
    if (is_word(c, who, AST_WORD_NEUTRAL)) return;
    (void)compile_check_is(c, who, e, VAL_PLAYER);
}

int compile_owner_of(scope *c, uint32_t of, const env *e) {
    if (!of) return c->me;
    uint32_t who = c->a->node[of].first;
    if (is_word(c, who, AST_WORD_NEUTRAL)) return c->b->head.players;
    return compile_needs(c, who, e) ? -1 : compile_fold_player(c, who, e);
}

static bool may_be_many(scope *c, uint32_t node, const env *e);

/* What begins at a cell and has one end: a step or a dash in one direction. */
static bool line_is_many(scope *c, uint32_t node, const env *e) {
    ast_kind k = (ast_kind)c->a->node[node].kind;
    uint32_t origin = compile_child_of(c, node, AST_ORIGIN);
    uint64_t dirs = compile_dirs_of(c, compile_child_of(c, node, AST_DIRS), false);
    if ((k != AST_STEP && k != AST_DASH) || dirs & (dirs - 1)) return true;
    return origin && may_be_many(c, c->a->node[origin].first, e);
}

static bool func_is_many(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    if (n->value == AST_FUNC_TRANSPOSED) return may_be_many(c, n->first, e);
    if (n->value == AST_FUNC_NTH) return false;
    if (n->value != AST_FUNC_BY) return true;
    AST_EACH(c->a, node, i) {
        if (may_be_many(c, i, e)) return true;
    }
    return false;
}

/* Whether an area can hold more than one cell, as far as its form shows. */
static bool may_be_many(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    if (!compile_needs_area(c, node, e)) return area_count(compile_fold_area(c, node, e, -1)) > 1;
    if (n->kind == AST_WORD)
        return !(n->value == AST_WORD_FROM || n->value == AST_WORD_TO ||
                 n->value == AST_WORD_LAST || n->value == AST_WORD_LASTFROM);
    if (n->kind == AST_CALL) {
        const env *where;
        uint32_t arg = compile_env_find(c, e, n->name, &where);
        if (arg) return may_be_many(c, arg, where);
        const env *loop = compile_env_loop(e, n->name);
        if (loop) return loop->what != ENV_CELL;
        if (c->at.bound == n->name) return false;
        int v = compile_find_var(c, n->name);
        int d = v < 0 ? compile_find_def(c, n->name) : -1;
        if (d >= 0) {
            env inner = compile_env_call(c, c->shared->def[d].node, node, e);
            return may_be_many(c, compile_body_of(c, c->shared->def[d].node), &inner);
        }
        return v < 0 || c->b->var[v].type != VAR_CELL;
    }
    if (n->kind == AST_INDEXED) return c->b->var[compile_find_var(c, n->name)].type != VAR_CELL;
    if (n->kind == AST_MY) return may_be_many(c, n->first, e);
    if (n->kind == AST_FUNC) return func_is_many(c, node, e);
    if (compile_child_of(c, node, AST_DIRS) && n->kind != AST_SHIFT)
        return line_is_many(c, node, e);
    if (n->kind == AST_BINARY && (n->value == AST_MEET || n->value == AST_SUB))
        return may_be_many(c, n->first, e) &&
               (n->value == AST_SUB || may_be_many(c, c->a->node[n->first].next, e));
    if (n->kind == AST_SHIFT) {
        uint64_t dirs = compile_dirs_of(c, n->first, false);
        return (dirs & (dirs - 1)) || may_be_many(c, c->a->node[n->first].next, e);
    }
    return true;
}

void compile_warn_many(scope *c, uint32_t node, const env *e) {
    if (!may_be_many(c, node, e)) return;
    compile_complain(c, node, "W07", "this area may hold several cells; the lowest is taken");
    compile_suggest(c, "narrow it down to one cell, or use a variable of `cells`");
}

static void check_assign(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t index = compile_child_of(c, node, AST_INDEX);
    uint32_t value = index ? c->a->node[index].next : n->first;
    int v = compile_find_var(c, n->name);
    if (v < 0) {
        compile_complain(c, node, "E26", "assignment to '%s', which is not a `var` or `counter`",
                         ast_name(c->a, node));
        compile_suggest_var(c, ast_name(c->a, node));
        return;
    }
    const rb_var *var = &c->b->var[v];
    if (var->secret) {
        compile_complain(c, node, "E26", "cards of '%s' are not assigned", var->name);
        compile_suggest(c, "`reveal c from %s`, `take c into %s`, `pass c from .. to ..`",
                        var->name, var->name);
        return;
    }
    if (compile_plan(c, n->name)) {
        if (index || n->value != AST_SET)
            compile_complain(c, node, "E10", "wrong type: '%s' holds a rule", var->name);
        else
            compile_check_plan_value(c, n->name, value);
        return;
    }
    int want = var->per_player + var->per_piece;
    int found = index ? compile_child_count(c, index) : 0;
    if (!index && var->per_player && !var->per_piece) want = 0;
    if (var->per_cell)
        (void)compile_check_cell_index(c, index ? index : node, e, var);
    else if (found != want)
        compile_complain(c, node, "E11",
                         "wrong number of arguments: '%s' has %d in brackets, found %d", var->name,
                         want, found);
    bool player = var->per_player;
    if (index && !var->per_cell) AST_EACH(c->a, index, i) {
            bool piece = !player && compile_kind_named(c, i, e) >= 0;
            val_type t = piece ? VAL_NUM : compile_check_expr(c, i, e);
            if (t != VAL_BAD && t != VAL_NUM && !(player && t == VAL_PLAYER))
                compile_complain(c, i, "E10", "wrong type: needs a number or player");
            player = false;
        }
    bool number = var->type == VAR_INT;
    bool areas = n->value == AST_JOIN || n->value == AST_MEET;
    if (number ? areas : n->value == AST_ADD)
        compile_complain(c, node, "E10", "wrong type: '%s' is %s", var->name,
                         number ? "a number" : "an area");
    if (!compile_check_is(c, value, e, number ? VAL_NUM : VAL_AREA)) return;
    if (var->type != VAR_CELL) return;
    if (n->value == AST_SET)
        compile_warn_many(c, value, e);
    else if (n->value == AST_JOIN)
        compile_complain(c, node, "W07", "'%s' holds one cell: of several the lowest is taken",
                         var->name);
}

static void check_player_name(scope *c, uint32_t node, const env *e) {
    const char *name = ast_name(c->a, node);
    const env *loop = compile_env_loop(e, c->a->node[node].name);
    if (loop && compile_loop_type(c, loop) == VAL_PLAYER) return;
    if (!*name || strcmp(name, "me") == 0 || strcmp(name, "next") == 0 ||
        strcmp(name, "prev") == 0 || compile_find_player(c, c->a->node[node].name) >= 0)
        return;
    if (compile_complain_of_seat(c, node, name)) return;
    compile_complain(c, node, "E12", "unknown name '%s': no such player", name);
    compile_suggest_player(c, name);
}

/* A claim leaves a choice to the player to come: so it is for the end of a turn. */
static void check_claim(scope *c, uint32_t node) {
    const char *name = ast_name(c->a, node);
    if (!c->at.ending) {
        compile_complain(c, node, "E15", "`claim` and `call` are for `end`");
        compile_suggest(c, "`end { when .. claim draw }`");
    } else if (strlen(name) > COMPILE_MAX_ACT_NAME) {
        compile_complain(c, node, "E30", "limit exceeded: characters of a reason, at most %d",
                         COMPILE_MAX_ACT_NAME);
    } else if (*name && (!text_is_plain(name) || !text_is_alpha(name[0]))) {
        compile_complain(c, node, "E03", "expected one word as the reason, found \"%.40s\"", name);
        compile_suggest(c, "letters and digits without spaces: `claim draw as \"repetition\"`");
    }
}

void compile_check_outcome(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    c->shared->can_end = true;
    if (n->kind == AST_DRAW && n->flags) check_claim(c, node);
    if (n->kind == AST_WIN || n->kind == AST_LOSE) check_player_name(c, node, e);
    if (n->kind == AST_SCORE && compile_check_is(c, n->first, e, VAL_NUM) &&
        compile_refuse_secrets(c, n->first, e, NEEDS_OWN | NEEDS_OTHERS, "a score") &&
        compile_needs(c, n->first, e) & NEEDS_LOOPS) {
        compile_complain(c, n->first, "E15", "the cell of a loop is not known in `score`");
        compile_suggest(c, "it is computed for every player: put it after the loop");
    }
}

static void complain_phase(scope *c, uint32_t node) {
    char buf[150] = "";
    text list = text_over(buf, sizeof buf);
    compile_complain(c, node, "E12", "unknown name '%s': no such phase", ast_name(c->a, node));
    for (int i = 0; i < c->b->phases; i++)
        if (c->b->phase_name[i][0]) text_format(&list, " %s", c->b->phase_name[i]);
    if (list.len)
        compile_suggest(c, "there are:%s", buf);
    else
        compile_suggest(c, "`phase NAME turn ...` declares one");
}

static void check_any_effect(scope *c, uint32_t node, const env *e);

static void check_effect(scope *c, uint32_t node, const env *e) {
    if (!compile_spend(c, node)) return;
    check_any_effect(c, node, e);
    compile_check_effect_secrets(c, node, e);
}

static void check_any_effect(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t second = n->first ? c->a->node[n->first].next : 0;
    switch ((ast_kind)n->kind) {
    case AST_REMOVE:
    case AST_FLIP:
        (void)compile_check_is(c, n->first, e, VAL_AREA);
        compile_check_top(c, node, e);
        break;
    case AST_PUT:
        (void)check_kind(c, node);
        compile_check_owner(c, compile_child_of(c, node, AST_OF), e);
        (void)compile_check_is(c, c->a->node[compile_child_of(c, node, AST_ON)].first, e, VAL_AREA);
        break;
    case AST_GIVE:
        (void)compile_check_is(c, n->first, e, VAL_AREA);
        (void)compile_check_is(c, second, e, VAL_PLAYER);
        break;
    case AST_CHANGE:
        (void)check_kind(c, node);
        (void)compile_check_is(c, n->first, e, VAL_AREA);
        break;
    case AST_RELOCATE:
        if (compile_check_is(c, n->first, e, VAL_AREA)) compile_warn_many(c, n->first, e);
        if (compile_check_is(c, second, e, VAL_AREA)) compile_warn_many(c, second, e);
        compile_check_top(c, node, e);
        break;
    case AST_PUSH: {
        uint64_t dirs = compile_dirs_of(c, n->first, true);
        if (dirs & (dirs - 1))
            compile_complain(c, n->first, "E10", "wrong type: needs one direction, found several");
        (void)compile_check_is(c, second, e, VAL_AREA);
        if (!c->b->levels) break;
        compile_complain(c, node, "E13", "`push` does not know stacks, and this board has them");
        compile_suggest(c, "`relocate CELL to CELL` moves a stack");
        break;
    }
    case AST_IF: {
        (void)compile_check_is(c, n->first, e, VAL_BOOL);
        compile_check_block(c, second, e);
        uint32_t other = c->a->node[second].next;
        if (other) compile_check_block(c, other, e);
        break;
    }
    case AST_SET_NEXT:
        (void)compile_check_is(c, n->first, e, VAL_PLAYER);
        break;
    case AST_SET_PHASE:
        if (compile_find_phase(c, n->name) < 0) complain_phase(c, node);
        break;
    case AST_ASSIGN:
        check_assign(c, node, e);
        break;
    case AST_SOW:
        compile_check_sow(c, node, e);
        break;
    case AST_FOR:
        compile_check_for(c, node, e);
        break;
    case AST_CARD:
        compile_check_card(c, node, e);
        break;
    case AST_DONE:
        break;
    default:
        compile_check_outcome(c, node, e);
        break;
    }
}

void compile_check_block(scope *c, uint32_t node, const env *e) {
    if (c->a->node[node].kind != AST_BLOCK) {
        check_effect(c, node, e);
        return;
    }
    AST_EACH(c->a, node, i) check_effect(c, i, e);
}

bool compile_is_quiet(const scope *c, uint32_t node) {
    if (!node) return true;
    switch ((ast_kind)c->a->node[node].kind) {
    case AST_REMOVE:
    case AST_FLIP:
    case AST_PUT:
    case AST_GIVE:
    case AST_CHANGE:
    case AST_RELOCATE:
    case AST_PUSH:
        return false;
    case AST_BLOCK:
        break;
    case AST_IF: {
        uint32_t yes = c->a->node[c->a->node[node].first].next;
        return compile_is_quiet(c, yes) && compile_is_quiet(c, c->a->node[yes].next);
    }
    case AST_FOR:
        return compile_is_quiet(c, compile_child_of(c, node, AST_BLOCK));
    default:
        return true;
    }
    AST_EACH(c->a, node, i)
    if (!compile_is_quiet(c, i)) return false;
    return true;
}

/* --- code --- */

static void make_assign(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t index = compile_child_of(c, node, AST_INDEX);
    uint32_t value = index ? c->a->node[index].next : n->first;
    const rb_var *v = &c->b->var[compile_find_var(c, n->name)];
    int fixed;
    if (compile_plan(c, n->name)) {
        int number = compile_plan_value(c, n->name, value);
        compile_emit(c, OP_STORE, 0, v->at, compile_const_num(c, number), 0);
        return;
    }
    if (v->per_cell) {
        compile_assign_cells(c, node, e, v);
        return;
    }
    uint16_t at = compile_var_index(c, index ? index : node, e, v, &fixed);
    bool number = v->type == VAR_INT;
    uint16_t old = (uint16_t)(RB_STATE | (v->at + fixed));
    if (fixed < 0 && n->value != AST_SET) {
        old = number ? compile_temp_num(c) : compile_temp_area(c);
        compile_emit(c, number ? OP_NUM_LOAD : OP_AREA_LOAD, v->count - 1, old, v->at, at);
    }
    uint16_t x = number ? compile_num(c, value, e) : compile_area(c, value, e).at;
    if (n->value != AST_SET) {
        uint16_t d = number ? compile_temp_num(c) : compile_temp_area(c);
        rb_op op = n->value == AST_ADD    ? OP_NUM_ADD
                   : n->value == AST_SUB  ? (number ? OP_NUM_SUB : OP_AREA_SUB)
                   : n->value == AST_JOIN ? OP_AREA_OR
                                          : OP_AREA_AND;
        compile_emit(c, op, 0, d, old, x);
        x = d;
    }
    if (v->type == VAR_CELL) {
        uint16_t d = compile_temp_area(c);
        compile_emit(c, OP_AREA_LOWEST, 0, d, x, 0);
        x = d;
    }
    rb_op store = number ? (fixed >= 0 ? OP_STORE : OP_STORE_AT)
                         : (fixed >= 0 ? OP_STORE_AREA : OP_STORE_AREA_AT);
    compile_emit(c, store, v->count - 1, (uint32_t)(v->at + (fixed >= 0 ? fixed : 0)), x, at);
}

static uint16_t player_named(scope *c, uint32_t node, const env *e) {
    const char *name = ast_name(c->a, node);
    int players = c->b->head.players;
    const env *loop = compile_env_loop(e, c->a->node[node].name);
    if (loop) return compile_loop_num(c, loop);
    if (!*name || strcmp(name, "me") == 0) return compile_const_num(c, c->me);
    bool next = strcmp(name, "next") == 0;
    if (next || strcmp(name, "prev") == 0) {
        if (players == 1) return compile_const_num(c, 0);
        if (players == 2 && !(next && c->shared->sets_next)) return compile_const_num(c, 1 - c->me);
        uint16_t d = compile_temp_num(c);
        compile_emit(c, next ? OP_NUM_NEXT : OP_NUM_PREV, 0, d, 0, 0);
        return d;
    }
    return compile_const_num(c, compile_find_player(c, c->a->node[node].name));
}

static void make_score(scope *c, uint32_t node, const env *e) {
    stream s = {0};
    scope in = scope_into(c, &s, c->error_node);
    uint16_t value = compile_num(&in, c->a->node[node].first, e);
    uint16_t code = compile_append_code(&in, &s, value);
    c->saw |= in.saw;
    if (!compile_limit(c, node, c->shared->scores < RB_SCORES, "`score`s", RB_SCORES)) return;
    c->side->score[c->shared->scores] = code;
    compile_emit(c, OP_SCORE, 0, 0, (uint32_t)c->shared->scores++, 0);
}

/* The number of a claim, from 1; equal ones are one. */
static int claim_number(scope *c, uint32_t node) {
    program *b = c->b;
    const ast_node *n = ast_at(c->a, node);
    bool called = n->flags & AST_CALLED;
    const char *name = n->name ? ast_name(c->a, node) : "draw";
    for (int i = 0; i < b->claims; i++)
        if (b->claim[i].called == called && strcmp(b->claim[i].name, name) == 0) return 1 + i;
    if (!compile_limit(c, node, b->claims < RB_CLAIMS, "claims", RB_CLAIMS)) return 0;
    rb_claim *x = &b->claim[b->claims++];
    (void)snprintf(x->name, sizeof x->name, "%s", name);
    x->called = called;
    return b->claims;
}

void compile_outcome(scope *c, uint32_t node, const env *e) {
    switch ((ast_kind)c->a->node[node].kind) {
    case AST_WIN:
        compile_emit(c, OP_WIN, 0, 0, player_named(c, node, e), 0);
        break;
    case AST_LOSE:
        compile_emit(c, OP_LOSE, 0, 0, player_named(c, node, e), 0);
        break;
    case AST_DRAW:
        if (c->a->node[node].flags)
            compile_emit(c, OP_CLAIM, claim_number(c, node), 0, 0, 0);
        else
            compile_emit(c, OP_DRAW, 0, 0, 0, 0);
        break;
    default:
        make_score(c, node, e);
        break;
    }
}

static void make_put(scope *c, uint32_t node, const env *e) {
    uint32_t of = compile_child_of(c, node, AST_OF);
    uint16_t on = compile_area(c, c->a->node[compile_child_of(c, node, AST_ON)].first, e).at;
    int kind = compile_find_piece(c, c->a->node[node].name);
    int owner = compile_owner_of(c, of, e);
    int known = owner >= 0 ? owner : c->me;
    compile_moved_gone(c, on);
    compile_emit(c, OP_PUT, (int)rb_code(c->b, (unsigned)kind, (unsigned)known), 0, on, 0);
    if (owner < 0) compile_emit(c, OP_GIVE, 0, 0, on, compile_num(c, c->a->node[of].first, e));
}

static void make_if(scope *c, uint32_t node, const env *e) {
    uint32_t test = c->a->node[node].first;
    uint32_t yes = c->a->node[test].next;
    uint32_t no = c->a->node[yes].next;
    uint16_t d = compile_num(c, test, e);
    uint32_t hole = c->out->len;
    compile_emit(c, OP_JUMP_IF_NOT, 0, 0, 0, d);
    compile_block(c, yes, e);
    uint32_t end = c->out->len;
    if (no) compile_emit(c, OP_JUMP, 0, 0, 0, 0);
    if (hole < c->out->len) c->out->ins[hole].a = (uint16_t)c->out->len;
    if (!no) return;
    compile_block(c, no, e);
    if (end < c->out->len) c->out->ins[end].a = (uint16_t)c->out->len;
}

static void make_remove(scope *c, uint32_t node, const env *e) {
    uint32_t what = c->a->node[node].first;
    if (c->a->node[what].next) {
        compile_remove_top(c, node, e);
        return;
    }
    uint16_t at = compile_area(c, what, e).at;
    compile_moved_gone(c, at);
    compile_emit(c, OP_REMOVE, 0, 0, at, 0);
}

static void make_relocate(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    if (n->flags & AST_UNDER || compile_child_of(c, node, AST_TOP)) {
        compile_lift(c, node, e);
        return;
    }
    uint16_t what = compile_area(c, n->first, e).at;
    uint16_t to = compile_area(c, c->a->node[n->first].next, e).at;
    compile_moved_relocated(c, what, to);
    compile_emit(c, OP_RELOCATE, 0, 0, what, to);
}

static void make_push(scope *c, uint32_t node, const env *e) {
    uint32_t dirs = c->a->node[node].first;
    rb_walk w = {.dirs = compile_dirs_of(c, dirs, false), .mode = WALK_RAY};
    int k = compile_keep_walk(c, w);
    uint16_t what = compile_area(c, c->a->node[dirs].next, e).at;
    compile_moved_pushed(c, what, k);
    compile_emit(c, OP_PUSH, 0, 0, (uint32_t)k, what);
}

static void make_effect(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t second = n->first ? c->a->node[n->first].next : 0;
    int areas = c->areas;
    int numbers = c->numbers;
    c->error_node = node;
    switch ((ast_kind)n->kind) {
    case AST_REMOVE:
        make_remove(c, node, e);
        break;
    case AST_FLIP:
        compile_emit(c, OP_FLIP, 0, 0, compile_area(c, n->first, e).at, 0);
        break;
    case AST_PUT:
        make_put(c, node, e);
        break;
    case AST_GIVE: {
        uint16_t what = compile_area(c, n->first, e).at;
        compile_emit(c, OP_GIVE, 0, 0, what, compile_num(c, second, e));
        break;
    }
    case AST_CHANGE: {
        uint16_t what = compile_area(c, n->first, e).at;
        compile_emit(c, OP_CHANGE, compile_find_piece(c, n->name), 0, what, 0);
        break;
    }
    case AST_RELOCATE:
        make_relocate(c, node, e);
        break;
    case AST_PUSH:
        make_push(c, node, e);
        break;
    case AST_IF:
        make_if(c, node, e);
        break;
    case AST_SET_NEXT:
        compile_emit(c, OP_SET_NEXT, 0, 0, compile_num(c, n->first, e), 0);
        break;
    case AST_SET_PHASE:
        compile_emit(c, OP_SET_PHASE, compile_find_phase(c, n->name), 0, 0, 0);
        break;
    case AST_ASSIGN:
        make_assign(c, node, e);
        break;
    case AST_SOW:
        compile_sow(c, node, e);
        break;
    case AST_FOR:
        compile_for(c, node, e);
        break;
    case AST_CARD:
        compile_card(c, node, e);
        break;
    case AST_DONE:
        compile_emit(c, OP_DONE, 0, 0, 0, 0);
        break;
    default:
        compile_outcome(c, node, e);
        break;
    }
    c->areas = areas;
    c->numbers = numbers;
}

void compile_block(scope *c, uint32_t node, const env *e) {
    if (c->a->node[node].kind != AST_BLOCK) {
        make_effect(c, node, e);
        return;
    }
    AST_EACH(c->a, node, i) make_effect(c, i, e);
}
