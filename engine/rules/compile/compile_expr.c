#include "engine/rules/compile/compile.h"

/* Code for expressions: numbers, conditions and players, and areas. The two need each other, as
 * `count` is of an area and a walk may have a length. */

/* --- numbers --- */

/* The second part is only looked at where the first leaves it open. */
static uint16_t make_junction(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t second = c->a->node[n->first].next;
    uint16_t d = compile_temp_num(c);
    compile_emit(c, OP_NUM_COPY, 0, d, compile_num(c, n->first, e), 0);
    uint32_t hole = c->out->len;
    compile_emit(c, n->kind == AST_AND ? OP_JUMP_IF_NOT : OP_JUMP_IF, 0, 0, 0, d);
    compile_emit(c, OP_NUM_COPY, 0, d, compile_num(c, second, e), 0);
    if (hole < c->out->len) c->out->ins[hole].a = (uint16_t)c->out->len;
    return d;
}

/* `run(A, cell) >= k` for a k that is known: needs no more than k steps. */
static bool make_run(scope *c, uint32_t node, const env *e, uint16_t *d) {
    const ast_node *n = ast_at(c->a, node);
    const ast_node *run = ast_at(c->a, n->first);
    bool reach = n->value == AST_GE || n->value == AST_GT;
    if (!reach || run->kind != AST_FUNC || run->value != AST_FUNC_RUN ||
        compile_needs(c, run->next, e))
        return false;
    int32_t k = compile_fold_num(c, run->next, e, -1) + (n->value == AST_GT);
    if (k < 2 || k > 255) return false;
    int cell = compile_named_cell(c, c->a->node[run->first].next, e);
    if (cell < 0) return false;
    val a = compile_area(c, run->first, e);
    *d = compile_temp_num(c);
    compile_emit(c, OP_NUM_RUN_REACHES, k, *d, a.at, (uint32_t)cell);
    return true;
}

/* `turns` compared with a constant: turns beyond the largest such constant are all the same. */
static bool turns_compared(scope *c, uint32_t first, uint32_t second, const env *e) {
    bool left = compile_is_turns(c, first, e);
    if (!left && !compile_is_turns(c, second, e)) return false;
    uint32_t other = left ? second : first;
    if (compile_needs(c, other, e)) return false;
    int32_t k = compile_fold_num(c, other, e, -1);
    c->shared->reads_turns = true;
    if (k > c->shared->turns_limit) c->shared->turns_limit = k;
    return true;
}

static uint16_t make_compare(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t second = c->a->node[n->first].next;
    int op = n->value;
    uint16_t made;
    int rule;
    if (compile_compares_plan(c, node, &rule))
        return compile_num2(c, op == AST_EQ ? OP_NUM_EQ : OP_NUM_NE, compile_num(c, n->first, e),
                            compile_const_num(c, rule));
    if (make_run(c, node, e, &made)) return made;
    if (op == AST_IN) {
        int cell = compile_named_cell(c, n->first, e);
        if (cell >= 0)
            return compile_num2(c, OP_NUM_CELL_IN, (uint32_t)cell, compile_area(c, second, e).at);
        val x = compile_area(c, n->first, e);
        val y = compile_area(c, second, e);
        return compile_num2(c, OP_NUM_IN, x.at, y.at);
    }
    if (compile_compares_kind(c, node, e)) {
        int kind = compile_kind_named(c, n->first, e);
        uint32_t other = kind >= 0 ? second : n->first;
        if (kind < 0) kind = compile_kind_named(c, second, e);
        return compile_num2(c, op == AST_EQ ? OP_NUM_EQ : OP_NUM_NE, compile_num(c, other, e),
                            compile_const_num(c, kind));
    }
    if (compile_area_shaped(c, n->first, e) || compile_area_shaped(c, second, e)) {
        val x = compile_area(c, n->first, e);
        val y = compile_area(c, second, e);
        uint16_t same = compile_num2(c, OP_NUM_SAME, x.at, y.at);
        return op == AST_EQ ? same : compile_num1(c, OP_NUM_NOT, same);
    }
    uint32_t counts = c->shared->counts_turns;
    bool spared = turns_compared(c, n->first, second, e);
    uint16_t x = compile_num(c, n->first, e);
    uint16_t y = compile_num(c, second, e);
    if (spared) c->shared->counts_turns = counts;
    switch (op) {
    case AST_EQ:
        return compile_num2(c, OP_NUM_EQ, x, y);
    case AST_NE:
        return compile_num2(c, OP_NUM_NE, x, y);
    case AST_LT:
        return compile_num2(c, OP_NUM_LT, x, y);
    case AST_LE:
        return compile_num2(c, OP_NUM_LE, x, y);
    case AST_GT:
        return compile_num2(c, OP_NUM_LT, y, x);
    default:
        return compile_num2(c, OP_NUM_LE, y, x);
    }
}

static uint16_t make_arithmetic(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint16_t x = compile_num(c, n->first, e);
    uint16_t y = compile_num(c, c->a->node[n->first].next, e);
    static const rb_op op[] = {[AST_ADD] = OP_NUM_ADD,
                               [AST_SUB] = OP_NUM_SUB,
                               [AST_MUL] = OP_NUM_MUL,
                               [AST_DIV] = OP_NUM_DIV,
                               [AST_MOD] = OP_NUM_MOD};
    return compile_num2(c, op[n->value], x, y);
}

static void make_attacked(scope *c, uint16_t d, uint16_t x, uint32_t who, const env *e) {
    int players = c->b->head.players;
    uint64_t all = ((UINT64_C(1) << players) - 1) & ~(UINT64_C(1) << c->me);
    if (!who || !compile_needs(c, who, e)) {
        if (who) all = UINT64_C(1) << compile_fold_player(c, who, e);
        compile_emit(c, OP_NUM_ATTACKED, 0, d, x, (uint32_t)compile_add_plan(c, all));
        return;
    }
    /* Who it is about is known only then: each player in turn. */
    uint16_t number = compile_num(c, who, e);
    compile_emit(c, OP_NUM_COPY, 0, d, compile_const_num(c, 0), 0);
    for (int p = 0; p < players; p++) {
        uint16_t him = compile_num2(c, OP_NUM_EQ, number, compile_const_num(c, p));
        uint32_t hole = c->out->len;
        compile_emit(c, OP_JUMP_IF_NOT, 0, 0, 0, him);
        compile_emit(c, OP_NUM_ATTACKED, 0, d, x, (uint32_t)compile_add_plan(c, UINT64_C(1) << p));
        if (hole < c->out->len) c->out->ins[hole].a = (uint16_t)c->out->len;
    }
}

static uint16_t make_num_func(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t first = n->first;
    uint32_t second = c->a->node[first].next;
    uint32_t third = second ? c->a->node[second].next : 0;
    uint16_t d = compile_temp_num(c);
    if (n->value == AST_FUNC_BY) {
        for (int k = 0; k < c->me; k++) first = c->a->node[first].next;
        return compile_num(c, first, e);
    }
    uint16_t x = compile_area(c, first, e).at;
    uint16_t y = 0;
    if (second && n->value == AST_FUNC_OWNER)
        y = compile_num(c, second, e);
    else if (second && n->value != AST_FUNC_ATTACKED)
        y = compile_area(c, second, e).at;
    switch ((ast_func)n->value) {
    case AST_FUNC_ATTACKED:
        make_attacked(c, d, x, second, e);
        break;
    case AST_FUNC_JOINS: {
        int z = compile_spare_area(c, compile_area(c, third, e).at);
        compile_emit(c, OP_NUM_JOINS, z, d, x, y);
        break;
    }
    case AST_FUNC_RUN:
        compile_emit(c, OP_NUM_RUN, 0, d, x, y);
        break;
    case AST_FUNC_RUNS: {
        int k = compile_spare_num(c, compile_num(c, third, e));
        compile_emit(c, OP_NUM_RUNS, k, d, x, y);
        break;
    }
    case AST_FUNC_KIND:
        compile_emit(c, OP_NUM_KIND, 0, d, x, 0);
        break;
    case AST_FUNC_OWNER:
        compile_emit(c, second ? OP_NUM_LEVEL_OWNER : OP_NUM_OWNER, 0, d, x, y);
        break;
    default:
        compile_emit(c, OP_NUM_DIST, 0, d, x, y);
        break;
    }
    return d;
}

static uint16_t make_num_word(scope *c, uint32_t node) {
    uint16_t d = compile_temp_num(c);
    switch ((ast_word)c->a->node[node].value) {
    case AST_WORD_TURNS:
        if (!c->shared->counts_turns) c->shared->counts_turns = node;
        compile_emit(c, OP_NUM_TURNS, 0, d, 0, 0);
        break;
    case AST_WORD_REPEATS:
        c->b->reads_trail = true;
        compile_emit(c, OP_NUM_REPEATS, 0, d, 0, 0);
        break;
    case AST_WORD_SEEN:
        c->b->reads_trail = true;
        compile_emit(c, OP_NUM_SEEN, 0, d, 0, 0);
        break;
    case AST_WORD_OPT:
        compile_emit(c, OP_NUM_OPT, 0, d, 0, 0);
        break;
    case AST_WORD_NEXT:
        compile_emit(c, OP_NUM_NEXT, 0, d, 0, 0);
        break;
    default:
        compile_emit(c, OP_NUM_PREV, 0, d, 0, 0);
        break;
    }
    return d;
}

uint16_t compile_var_index(scope *c, uint32_t node, const env *e, const rb_var *v, int *fixed) {
    bool indexed = c->a->node[node].kind == AST_INDEXED || c->a->node[node].kind == AST_INDEX;
    uint16_t at = compile_const_num(c, 0);
    *fixed = v->per_player && !indexed ? c->me : 0;
    if (!indexed) return at;
    bool known = true;
    bool player = v->per_player;
    bool both = v->per_player && v->per_piece;
    AST_EACH(c->a, node, i) {
        int kind = player ? -1 : compile_kind_named(c, i, e);
        int row = player && v->per_piece ? c->b->kinds : 1;
        int last = (player ? c->b->head.players : c->b->kinds) - 1;
        player = false;
        if (kind < 0 && compile_needs(c, i, e)) {
            known = false;
            uint16_t part = compile_num(c, i, e);
            if (both)
                part = compile_clamped(c, part, last); /* the wrong kind is not another player's */
            if (row > 1) part = compile_num2(c, OP_NUM_MUL, part, compile_const_num(c, row));
            at = compile_num2(c, OP_NUM_ADD, at, part);
        } else {
            int32_t part = kind >= 0 ? kind : compile_fold_num(c, i, e, -1);
            *fixed += (part < 0 ? 0 : part > last ? last : part) * row;
        }
    }
    if (known) return at;
    if (*fixed) at = compile_num2(c, OP_NUM_ADD, at, compile_const_num(c, *fixed));
    *fixed = -1;
    return at;
}

/* All that is in a bag. */
static uint16_t make_bag(scope *c, const rb_var *v) {
    uint16_t sum = RB_STATE | v->at;
    for (int k = 1; k < v->count; k++)
        sum = compile_num2(c, OP_NUM_ADD, sum, (uint32_t)(RB_STATE | (v->at + k)));
    return sum;
}

static uint16_t make_var(scope *c, uint32_t node, const env *e, int i) {
    const rb_var *v = &c->b->var[i];
    int fixed;
    bool one = c->a->node[node].kind == AST_INDEXED &&
               compile_child_count(c, node) == v->per_player + v->per_piece;
    if (v->secret && !one) return compile_held(c, node, e, i);
    if (v->bag && c->a->node[node].kind == AST_CALL) return make_bag(c, v);
    if (v->per_cell) return compile_cell_number(c, node, e, v);
    uint16_t at = compile_var_index(c, node, e, v, &fixed);
    if (fixed >= 0) return (uint16_t)(RB_STATE | (v->at + fixed));
    uint16_t d = compile_temp_num(c);
    compile_emit(c, OP_NUM_LOAD, v->count - 1, d, v->at, at);
    return d;
}

static uint16_t make_num_name(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    called_func what = compile_called(c, node, e);
    if (what) return compile_called_num(c, node, e, what);
    uint32_t arg = compile_env_find(c, e, n->name, &where);
    if (arg) return compile_num(c, arg, where);
    const env *loop = compile_env_loop(e, n->name);
    if (loop) return compile_loop_num(c, loop);
    int i = compile_find_var(c, n->name);
    if (i >= 0) return make_var(c, node, e, i);
    i = compile_find_def(c, n->name);
    env inner = compile_env_call(c, c->shared->def[i].node, node, e);
    return compile_num(c, compile_body_of(c, c->shared->def[i].node), &inner);
}

static uint16_t make_number(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    if (c->shared->over_limit) return RB_TEMP;
    switch ((ast_kind)n->kind) {
    case AST_OR:
    case AST_AND:
        return make_junction(c, node, e);
    case AST_NOT:
        return compile_num1(c, OP_NUM_NOT, compile_num(c, n->first, e));
    case AST_COMPARE:
        return make_compare(c, node, e);
    case AST_SOME:
        return compile_num1(c, OP_NUM_SOME, compile_area(c, n->first, e).at);
    case AST_NO:
        return compile_num1(c, OP_NUM_NONE, compile_area(c, n->first, e).at);
    case AST_COUNT:
        return compile_num1(c, OP_NUM_COUNT, compile_area(c, n->first, e).at);
    case AST_BINARY:
        return make_arithmetic(c, node, e);
    case AST_NEGATE: {
        uint16_t zero = compile_const_num(c, 0);
        return compile_num2(c, OP_NUM_SUB, zero, compile_num(c, n->first, e));
    }
    case AST_FUNC:
        return make_num_func(c, node, e);
    case AST_CAN:
        c->saw |= READS_CAN;
        return compile_num1(c, OP_NUM_CAN, compile_num(c, n->first, e));
    case AST_WORD:
        return make_num_word(c, node);
    case AST_OVER:
        return compile_over(c, node, e);
    case AST_INDEXED:
        return make_var(c, node, e, compile_find_var(c, n->name));
    default:
        return make_num_name(c, node, e);
    }
}

/* --- what areas refer to --- */

int compile_add_walk(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    rb_walk w = {.dirs = compile_dirs_of(c, compile_child_of(c, node, AST_DIRS), false)};
    w.mode = (uint8_t)(n->kind == AST_SLIDE  ? WALK_SLIDE
                       : n->kind == AST_DASH ? WALK_DASH
                       : n->kind == AST_RAY  ? WALK_RAY
                       : n->kind == AST_STEP ? WALK_STEP
                                             : WALK_RIDE);
    uint32_t max = compile_child_of(c, node, AST_MAX);
    if (max) {
        w.limited = true;
        w.max = compile_num(c, c->a->node[max].first, e);
    }
    return compile_keep_walk(c, w);
}

static void add_elements(scope *c, uint32_t node, const env *e, rb_pattern *p, bool inside) {
    AST_EACH(c->a, node, i) {
        const ast_node *n = ast_at(c->a, i);
        if (n->kind == AST_GROUP) {
            p->collects = true;
            add_elements(c, i, e, p, true);
            continue;
        }
        if (p->count == RB_ELEMENTS) return;
        rb_element *el = &p->element[p->count];
        el->area = compile_area(c, n->first, e).at;
        el->repeat = (char)n->value;
        el->inside = inside;
        if (n->value) p->fixed = false;
        if (n->name) p->bound = p->count;
        p->count++;
    }
}

int compile_add_pattern(scope *c, uint32_t along, const env *e) {
    rb_pattern p = {.bound = RB_ELEMENTS, .fixed = true};
    p.dirs = compile_dirs_of(c, compile_child_of(c, along, AST_DIRS), false);
    add_elements(c, compile_child_of(c, along, AST_PATTERN), e, &p, false);
    const rb_element *el = p.element;
    p.flank = p.count == 2 && el[0].inside && el[0].repeat == '+' && !el[1].inside && !el[1].repeat;
    return compile_keep_pattern(c, &p);
}

/* --- areas --- */

static val make_area_word(scope *c, uint32_t node) {
    switch ((ast_word)c->a->node[node].value) {
    case AST_WORD_EMPTY:
        if (c->past) return compile_area2(c, OP_AREA_NOT, compile_past_occupied(c), 0);
        return compile_in_area(SET_EMPTY);
    case AST_WORD_OCCUPIED:
        return compile_in_area(c->past ? compile_past_occupied(c) : SET_OCCUPIED);
    case AST_WORD_MINE:
        return compile_in_area(compile_own_set(c, c->me));
    case AST_WORD_ENEMY:
        return compile_enemies(c);
    case AST_WORD_NEUTRAL:
        return compile_in_area(compile_own_set(c, c->b->head.players));
    case AST_WORD_FROM:
        return compile_cell_area(c, CELL_FROM);
    case AST_WORD_TO:
        return compile_cell_area(c, CELL_TO);
    case AST_WORD_LAST:
        return compile_cell_area(c, CELL_LAST);
    case AST_WORD_LASTFROM:
        return compile_cell_area(c, CELL_LASTFROM);
    default:
        return compile_area(c, c->shared->piece[c->at.piece].hits, NULL);
    }
}

static val make_area_var(scope *c, uint32_t node, const env *e, int i) {
    const rb_var *v = &c->b->var[i];
    int fixed;
    if (v->if_used) c->saw |= READS_FADING;
    uint16_t at = compile_var_index(c, node, e, v, &fixed);
    if (fixed >= 0) return compile_in_area((uint16_t)(RB_STATE | (v->at + fixed)));
    uint16_t d = compile_temp_area(c);
    compile_emit(c, OP_AREA_LOAD, v->count - 1, d, v->at, at);
    return compile_in_area(d);
}

static val make_area_name(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    called_func what = compile_called(c, node, e);
    if (what) return compile_past(c, node, e, what);
    uint32_t arg = compile_env_find(c, e, n->name, &where);
    if (arg) return compile_area(c, arg, where);
    const env *loop = compile_env_loop(e, n->name);
    if (loop) return compile_cell_area(c, CELL_LOOP + loop->cell);
    if (c->at.bound && c->at.bound == n->name) return compile_cell_area(c, CELL_AUX);
    int i = compile_find_var(c, n->name);
    if (i >= 0) return make_area_var(c, node, e, i);
    i = compile_find_def(c, n->name);
    if (i >= 0) {
        env inner = compile_env_call(c, c->shared->def[i].node, node, e);
        return compile_area(c, compile_body_of(c, c->shared->def[i].node), &inner);
    }
    i = compile_find_piece(c, n->name);
    if (c->b->kinds == 1) return compile_in_area(c->past ? compile_past_occupied(c) : SET_OCCUPIED);
    return compile_in_area(compile_past_set(c, (uint16_t)(RB_STATE | (c->b->set_kind + i))));
}

/* What begins at a cell: the cell that it is, or -1 and the area of them. */
static int make_origin(scope *c, uint32_t node, const env *e, uint16_t *at) {
    uint32_t origin = compile_child_of(c, node, AST_ORIGIN);
    if (!origin) return CELL_FROM;
    int cell = compile_named_cell(c, c->a->node[origin].first, e);
    if (cell < 0) *at = compile_area(c, c->a->node[origin].first, e).at;
    return cell;
}

static val make_line(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t max = compile_child_of(c, node, AST_MAX);
    bool table = (n->kind == AST_STEP || n->kind == AST_RAY || n->kind == AST_LEAP) &&
                 (!max || !compile_needs(c, c->a->node[max].first, e));
    uint16_t at = 0;
    uint32_t k =
        (uint32_t)(table ? compile_origin_table(c, node, e) : compile_add_walk(c, node, e));
    int cell = make_origin(c, node, e, &at);
    if (cell >= 0)
        return compile_area2(c, table ? OP_AREA_TABLE_CELL : OP_AREA_WALK_CELL, k, (uint32_t)cell);
    return compile_area2(c, table ? OP_AREA_TABLE : OP_AREA_WALK, k, at);
}

static val make_along(scope *c, uint32_t node, const env *e) {
    uint32_t k = (uint32_t)compile_add_pattern(c, node, e);
    uint16_t at = 0;
    int cell = make_origin(c, node, e, &at);
    if (cell >= 0) at = compile_cell_area(c, cell).at;
    return compile_area2(c, OP_AREA_ALONG, k, at);
}

static val make_shift(scope *c, uint32_t node, const env *e) {
    uint32_t dirs = c->a->node[node].first;
    rb_walk w = {.dirs = compile_dirs_of(c, dirs, false), .mode = WALK_RAY};
    val what = compile_area(c, c->a->node[dirs].next, e);
    return compile_area2(c, OP_AREA_SHIFT, (uint32_t)compile_keep_walk(c, w), what.at);
}

static val make_area_func(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t first = n->first;
    uint32_t second = c->a->node[first].next;
    if (n->value == AST_FUNC_BY) {
        for (int k = 0; k < c->me; k++) first = c->a->node[first].next;
        return compile_area(c, first, e);
    }
    val x = compile_area(c, first, e);
    switch ((ast_func)n->value) {
    case AST_FUNC_NTH:
        return compile_area2(c, OP_AREA_NTH, x.at, compile_num(c, second, e));
    case AST_FUNC_THREATENED: {
        uint64_t who = ((UINT64_C(1) << c->b->head.players) - 1) & ~(UINT64_C(1) << c->me);
        if (second) who = UINT64_C(1) << compile_fold_player(c, second, e);
        return compile_area2(c, OP_AREA_THREATENED, x.at, (uint32_t)compile_add_plan(c, who));
    }
    case AST_FUNC_GROUP:
        return compile_area2(c, OP_AREA_GROUP, x.at, compile_area(c, second, e).at);
    case AST_FUNC_STARVED:
        return compile_area2(c, OP_AREA_STARVED, x.at, compile_area(c, second, e).at);
    case AST_FUNC_SCARCE:
        return compile_area2(c, OP_AREA_SCARCE, x.at, compile_area(c, second, e).at);
    case AST_FUNC_INRUN:
        return compile_area2(c, OP_AREA_INRUN, x.at, compile_num(c, second, e));
    default:
        return compile_area2(c, OP_AREA_MAP, x.at, GAME_MAX_PLAYERS); /* transpose */
    }
}

static val make_pair(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    val x = compile_area(c, n->first, e);
    val y = compile_area(c, c->a->node[n->first].next, e);
    rb_op op = n->value == AST_JOIN ? OP_AREA_OR : n->value == AST_MEET ? OP_AREA_AND : OP_AREA_SUB;
    return compile_area2(c, op, x.at, y.at);
}

static val area_code(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t all = compile_needs(c, node, e);
    if (c->shared->over_limit) return compile_in_area(RB_TEMP);
    if (!compile_area_shaped(c, node, e))
        return compile_in_area(compile_own_set(c, compile_fold_player(c, node, e)));
    bool from = n->kind == AST_WORD && n->value == AST_WORD_FROM;
    if (!all) return compile_in_area(compile_const_area(c, compile_fold_area(c, node, e, -1)));
    if (all == NEEDS_FROM && !from)
        return compile_area2(c, OP_AREA_TABLE_CELL, (uint32_t)compile_add_table(c, node, e),
                             CELL_FROM);
    switch ((ast_kind)n->kind) {
    case AST_BINARY:
        return make_pair(c, node, e);
    case AST_REST:
        return compile_area2(c, OP_AREA_NOT, compile_area(c, n->first, e).at, 0);
    case AST_MY: {
        uint16_t seen = compile_area(c, n->first, e).at;
        return compile_area2(c, OP_AREA_MAP, seen, (uint32_t)c->me);
    }
    case AST_STEP:
    case AST_RAY:
    case AST_LEAP:
    case AST_SLIDE:
    case AST_RIDE:
    case AST_DASH:
        return make_line(c, node, e);
    case AST_ALONG:
        return make_along(c, node, e);
    case AST_SHIFT:
        return make_shift(c, node, e);
    case AST_FUNC:
        return make_area_func(c, node, e);
    case AST_WORD:
        return make_area_word(c, node);
    case AST_OVER:
        return compile_those(c, node, e);
    case AST_INDEXED:
        return make_area_var(c, node, e, compile_find_var(c, n->name));
    default:
        return make_area_name(c, node, e);
    }
}

/* --- either --- */

/* Where code runs for every source, what is the same for all of them is worked out before. */
typedef struct streams {
    stream *out, *hoist;
} streams;

static streams raise_code(scope *c, uint32_t n) {
    streams was = {c->out, c->hoist};
    if (c->hoist && n == NEEDS_STATE) {
        c->out = c->hoist;
        c->hoist = NULL;
    }
    return was;
}

static void lower_code(scope *c, streams was) {
    c->out = was.out;
    c->hoist = was.hoist;
}

uint16_t compile_num(scope *c, uint32_t node, const env *e) {
    uint32_t n = compile_needs(c, node, e);
    if (!n) return compile_const_num(c, compile_fold_num(c, node, e, -1));
    streams was = raise_code(c, n);
    uint16_t at = make_number(c, node, e);
    lower_code(c, was);
    return at;
}

val compile_area(scope *c, uint32_t node, const env *e) {
    streams was = raise_code(c, compile_needs(c, node, e));
    val v = area_code(c, node, e);
    lower_code(c, was);
    return v;
}
