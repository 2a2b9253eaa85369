#include "engine/base/memory.h"
#include "engine/rules/compile/compile.h"

/* Code for numbers, conditions and players; and the tools that all code is made with. */

/* --- streams, temporaries, constants --- */

void emit(compiler *c, rb_op op, int x, uint32_t d, uint32_t a, uint32_t b) {
    stream *s = c->out;
    if (!limit(c, c->blame, s->len < RB_CODE, "instructions", RB_CODE)) return;
    if (!mem_grow((void **)&s->ins, &s->cap, s->len + 1, sizeof *s->ins)) {
        c->nomem = true;
        return;
    }
    s->ins[s->len++] = (rb_ins){(uint8_t)op, (uint8_t)x, (uint16_t)d, (uint16_t)a, (uint16_t)b};
}

void stream_done(stream *s) {
    mem_free(s->ins);
    *s = (stream){0};
}

uint16_t temp_area(compiler *c) {
    if (!limit(c, c->blame, c->areas < RB_TEMPS, "areas in one expression", RB_TEMPS))
        return RB_TEMP;
    return (uint16_t)(RB_TEMP | c->areas++);
}

uint16_t temp_num(compiler *c) {
    if (!limit(c, c->blame, c->numbers < RB_TEMPS, "numbers in one expression", RB_TEMPS))
        return RB_TEMP;
    return (uint16_t)(RB_TEMP | c->numbers++);
}

uint16_t const_area(compiler *c, area a) {
    program *b = c->b;
    for (int i = 0; i < b->constants; i++)
        if (area_equal(b->constant[i], a)) return (uint16_t)(RB_CONST | i);
    if (!limit(c, c->blame, b->constants < RB_INDEX, "constant areas", RB_INDEX)) return RB_CONST;
    if (!mem_grow((void **)&b->constant, &c->constant_cap, (size_t)b->constants + 1, sizeof a)) {
        c->nomem = true;
        return RB_CONST;
    }
    b->constant[b->constants] = a;
    return (uint16_t)(RB_CONST | b->constants++);
}

uint16_t const_num(compiler *c, int32_t k) {
    program *b = c->b;
    for (int i = 0; i < b->numbers; i++)
        if (b->number[i] == k) return (uint16_t)(RB_CONST | i);
    if (!limit(c, c->blame, b->numbers < RB_INDEX, "constant numbers", RB_INDEX)) return RB_CONST;
    if (!mem_grow((void **)&b->number, &c->number_cap, (size_t)b->numbers + 1, sizeof k)) {
        c->nomem = true;
        return RB_CONST;
    }
    b->number[b->numbers] = k;
    return (uint16_t)(RB_CONST | b->numbers++);
}

static bool jumps(int op) {
    return op == OP_JUMP || op == OP_JUMP_IF || op == OP_JUMP_IF_NOT;
}

uint16_t settle_code(compiler *c, stream *s, uint16_t worth) {
    stream *was = c->out;
    c->out = s;
    emit(c, OP_RETURN, 0, 0, worth, 0);
    c->out = was;
    rb_side *side = c->side;
    uint32_t base = side->code_len ? side->code_len : 1;
    uint32_t end = base + s->len;
    bool fits = limit(c, c->blame, end <= RB_CODE, "instructions", RB_CODE);
    rb_ins *more = fits && !c->nomem ? mem_resize(side->code, end * sizeof *more) : NULL;
    if (fits && !more) c->nomem = true;
    if (more) {
        side->code = more;
        memset(&more[0], 0, sizeof more[0]);
        for (uint32_t i = 0; i < s->len; i++) {
            more[base + i] = s->ins[i];
            if (jumps(s->ins[i].op)) more[base + i].a = (uint16_t)(s->ins[i].a + base);
        }
        side->code_len = (uint16_t)end;
    }
    stream_done(s);
    return more ? (uint16_t)base : 0;
}

/* --- numbers --- */

bool area_shaped(compiler *c, uint32_t node, const env *e) {
    bool was = c->checking;
    c->checking = false;
    val_type t = check_expr(c, node, e);
    c->checking = was;
    return t == VAL_AREA;
}

static uint16_t num1(compiler *c, rb_op op, uint32_t a) {
    uint16_t d = temp_num(c);
    emit(c, op, 0, d, a, 0);
    return d;
}

static uint16_t num2(compiler *c, rb_op op, uint32_t a, uint32_t b) {
    uint16_t d = temp_num(c);
    emit(c, op, 0, d, a, b);
    return d;
}

/* The second part is only looked at where the first leaves it open. */
static uint16_t make_junction(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t second = c->a->node[n->first].next;
    uint16_t d = temp_num(c);
    emit(c, OP_NUM_COPY, 0, d, make_num(c, n->first, e), 0);
    uint32_t hole = c->out->len;
    emit(c, n->kind == AST_AND ? OP_JUMP_IF_NOT : OP_JUMP_IF, 0, 0, 0, d);
    emit(c, OP_NUM_COPY, 0, d, make_num(c, second, e), 0);
    if (hole < c->out->len) c->out->ins[hole].a = (uint16_t)c->out->len;
    return d;
}

/* `run(A, cell) >= k` for a k that is known: needs no more than k steps. */
static bool make_run(compiler *c, uint32_t node, const env *e, uint16_t *d) {
    const ast_node *n = ast_at(c->a, node);
    const ast_node *run = ast_at(c->a, n->first);
    bool reach = n->value == AST_GE || n->value == AST_GT;
    if (!reach || run->kind != AST_FUNC || run->value != AST_FUNC_RUN || needs(c, run->next, e))
        return false;
    int32_t k = fold_num(c, run->next, e, -1) + (n->value == AST_GT);
    if (k < 2 || k > 255) return false;
    int cell = named_cell(c, c->a->node[run->first].next, e);
    if (cell < 0) return false;
    val a = make_area(c, run->first, e);
    *d = temp_num(c);
    emit(c, OP_NUM_RUN_REACHES, k, *d, a.at, (uint32_t)cell);
    return true;
}

/* Looks behind parameters, and definitions without any, for the word itself. */
static bool is_turns(const compiler *c, uint32_t node, const env *e) {
    for (int guard = 0; guard < 2 * MOST_DEPTH; guard++) {
        const ast_node *n = ast_at(c->a, node);
        if (n->kind == AST_WORD) return n->value == AST_WORD_TURNS;
        if (n->kind != AST_CALL) return false;
        const env *where;
        uint32_t arg = env_find(c, e, n->name, &where);
        int d = arg ? -1 : find_def(c, n->name);
        if (arg) {
            node = arg;
            e = where;
        } else if (d >= 0 && !n->first) {
            node = body_of(c, c->def[d].node);
            e = NULL;
        } else {
            return false;
        }
    }
    return false;
}

/* `turns` compared with a constant: turns beyond the largest such constant are all alike. */
static bool turns_compared(compiler *c, uint32_t first, uint32_t second, const env *e) {
    bool left = is_turns(c, first, e);
    if (!left && !is_turns(c, second, e)) return false;
    uint32_t other = left ? second : first;
    if (needs(c, other, e)) return false;
    int32_t k = fold_num(c, other, e, -1);
    c->reads_turns = true;
    if (k > c->turns_limit) c->turns_limit = k;
    return true;
}

static uint16_t make_compare(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t second = c->a->node[n->first].next;
    int op = n->value;
    uint16_t made;
    if (make_run(c, node, e, &made)) return made;
    if (op == AST_IN) {
        int cell = named_cell(c, n->first, e);
        if (cell >= 0) return num2(c, OP_NUM_CELL_IN, (uint32_t)cell, make_area(c, second, e).at);
        val x = make_area(c, n->first, e);
        val y = make_area(c, second, e);
        return num2(c, OP_NUM_IN, x.at, y.at);
    }
    if (area_shaped(c, n->first, e) || area_shaped(c, second, e)) {
        val x = make_area(c, n->first, e);
        val y = make_area(c, second, e);
        uint16_t same = num2(c, OP_NUM_SAME, x.at, y.at);
        return op == AST_EQ ? same : num1(c, OP_NUM_NOT, same);
    }
    uint32_t counts = c->counts_turns;
    bool spared = turns_compared(c, n->first, second, e);
    uint16_t x = make_num(c, n->first, e);
    uint16_t y = make_num(c, second, e);
    if (spared) c->counts_turns = counts;
    switch (op) {
    case AST_EQ:
        return num2(c, OP_NUM_EQ, x, y);
    case AST_NE:
        return num2(c, OP_NUM_NE, x, y);
    case AST_LT:
        return num2(c, OP_NUM_LT, x, y);
    case AST_LE:
        return num2(c, OP_NUM_LE, x, y);
    case AST_GT:
        return num2(c, OP_NUM_LT, y, x);
    default:
        return num2(c, OP_NUM_LE, y, x);
    }
}

static uint16_t make_arithmetic(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint16_t x = make_num(c, n->first, e);
    uint16_t y = make_num(c, c->a->node[n->first].next, e);
    static const rb_op op[] = {[AST_ADD] = OP_NUM_ADD,
                               [AST_SUB] = OP_NUM_SUB,
                               [AST_MUL] = OP_NUM_MUL,
                               [AST_DIV] = OP_NUM_DIV,
                               [AST_MOD] = OP_NUM_MOD};
    return num2(c, op[n->value], x, y);
}

/* Areas and numbers that an instruction has no room for are put where x can name them. */
static int spare_area(compiler *c, uint16_t at) {
    uint16_t d = temp_area(c);
    emit(c, OP_AREA_COPY, 0, d, at, 0);
    return d & RB_INDEX;
}

static int spare_num(compiler *c, uint16_t at) {
    uint16_t d = temp_num(c);
    emit(c, OP_NUM_COPY, 0, d, at, 0);
    return d & RB_INDEX;
}

static void make_attacked(compiler *c, uint16_t d, uint16_t x, uint32_t who, const env *e) {
    int players = c->b->head.players;
    uint64_t all = ((UINT64_C(1) << players) - 1) & ~(UINT64_C(1) << c->me);
    if (!who || !needs(c, who, e)) {
        if (who) all = UINT64_C(1) << fold_player(c, who, e);
        emit(c, OP_NUM_ATTACKED, 0, d, x, (uint32_t)add_plan(c, all));
        return;
    }
    /* Who it is about is known only then: each player in turn. */
    uint16_t number = make_num(c, who, e);
    emit(c, OP_NUM_COPY, 0, d, const_num(c, 0), 0);
    for (int p = 0; p < players; p++) {
        uint16_t him = num2(c, OP_NUM_EQ, number, const_num(c, p));
        uint32_t hole = c->out->len;
        emit(c, OP_JUMP_IF_NOT, 0, 0, 0, him);
        emit(c, OP_NUM_ATTACKED, 0, d, x, (uint32_t)add_plan(c, UINT64_C(1) << p));
        if (hole < c->out->len) c->out->ins[hole].a = (uint16_t)c->out->len;
    }
}

static uint16_t make_function(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t first = n->first;
    uint32_t second = c->a->node[first].next;
    uint32_t third = second ? c->a->node[second].next : 0;
    uint16_t d = temp_num(c);
    if (n->value == AST_FUNC_BY) {
        for (int k = 0; k < c->me; k++) first = c->a->node[first].next;
        return make_num(c, first, e);
    }
    uint16_t x = make_area(c, first, e).at;
    uint16_t y = 0;
    if (second && n->value != AST_FUNC_ATTACKED) y = make_area(c, second, e).at;
    switch ((ast_func)n->value) {
    case AST_FUNC_ATTACKED:
        make_attacked(c, d, x, second, e);
        break;
    case AST_FUNC_JOINS: {
        int z = spare_area(c, make_area(c, third, e).at);
        emit(c, OP_NUM_JOINS, z, d, x, y);
        break;
    }
    case AST_FUNC_RUN:
        emit(c, OP_NUM_RUN, 0, d, x, y);
        break;
    case AST_FUNC_RUNS: {
        int k = spare_num(c, make_num(c, third, e));
        emit(c, OP_NUM_RUNS, k, d, x, y);
        break;
    }
    case AST_FUNC_KIND:
        emit(c, OP_NUM_KIND, 0, d, x, 0);
        break;
    case AST_FUNC_OWNER:
        emit(c, OP_NUM_OWNER, 0, d, x, 0);
        break;
    default:
        emit(c, OP_NUM_DIST, 0, d, x, y);
        break;
    }
    return d;
}

static uint16_t make_word(compiler *c, uint32_t node) {
    uint16_t d = temp_num(c);
    switch ((ast_word)c->a->node[node].value) {
    case AST_WORD_TURNS:
        if (!c->counts_turns) c->counts_turns = node;
        emit(c, OP_NUM_TURNS, 0, d, 0, 0);
        break;
    case AST_WORD_REPEATS:
        c->b->reads_trail = true;
        emit(c, OP_NUM_REPEATS, 0, d, 0, 0);
        break;
    case AST_WORD_SEEN:
        c->b->reads_trail = true;
        emit(c, OP_NUM_SEEN, 0, d, 0, 0);
        break;
    case AST_WORD_OPT:
        emit(c, OP_NUM_OPT, 0, d, 0, 0);
        break;
    case AST_WORD_NEXT:
        emit(c, OP_NUM_NEXT, 0, d, 0, 0);
        break;
    default:
        emit(c, OP_NUM_PREV, 0, d, 0, 0);
        break;
    }
    return d;
}

static uint16_t clamped(compiler *c, uint16_t number, int last) {
    uint16_t d = temp_num(c);
    emit(c, OP_NUM_CLAMP, last, d, number, 0);
    return d;
}

/* The element of a variable that has several; *fixed when it is known now. */
static uint16_t make_index(compiler *c, uint32_t node, const env *e, const rb_var *v, int *fixed) {
    bool indexed = c->a->node[node].kind == AST_INDEXED || c->a->node[node].kind == AST_INDEX;
    uint16_t at = const_num(c, 0);
    *fixed = v->per_player && !indexed ? c->me : 0;
    if (!indexed) return at;
    bool known = true;
    bool player = v->per_player;
    bool both = v->per_player && v->per_piece;
    AST_EACH(c->a, node, i) {
        const ast_node *n = ast_at(c->a, i);
        int kind = !player && n->kind == AST_CALL ? find_piece(c, n->name) : -1;
        int row = player && v->per_piece ? c->b->kinds : 1;
        int last = (player ? c->b->head.players : c->b->kinds) - 1;
        player = false;
        if (kind < 0 && needs(c, i, e)) {
            known = false;
            uint16_t part = make_num(c, i, e);
            if (both) part = clamped(c, part, last); /* the wrong kind is not another player's */
            if (row > 1) part = num2(c, OP_NUM_MUL, part, const_num(c, row));
            at = num2(c, OP_NUM_ADD, at, part);
        } else {
            int32_t part = kind >= 0 ? kind : fold_num(c, i, e, -1);
            *fixed += (part < 0 ? 0 : part > last ? last : part) * row;
        }
    }
    if (known) return at;
    if (*fixed) at = num2(c, OP_NUM_ADD, at, const_num(c, *fixed));
    *fixed = -1;
    return at;
}

uint16_t var_index(compiler *c, uint32_t node, const env *e, const rb_var *v, int *fixed) {
    return make_index(c, node, e, v, fixed);
}

static uint16_t make_var(compiler *c, uint32_t node, const env *e, int i) {
    const rb_var *v = &c->b->var[i];
    int fixed;
    uint16_t at = make_index(c, node, e, v, &fixed);
    if (fixed >= 0) return (uint16_t)(RB_STATE | (v->at + fixed));
    uint16_t d = temp_num(c);
    emit(c, OP_NUM_LOAD, v->count - 1, d, v->at, at);
    return d;
}

static uint16_t make_name(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    uint32_t arg = env_find(c, e, n->name, &where);
    if (arg) return make_num(c, arg, where);
    int i = find_var(c, n->name);
    if (i >= 0) return make_var(c, node, e, i);
    i = find_def(c, n->name);
    env inner = env_call(c, c->def[i].node, node, e);
    return make_num(c, body_of(c, c->def[i].node), &inner);
}

static uint16_t make_number(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    if (c->over_limit) return RB_TEMP;
    switch ((ast_kind)n->kind) {
    case AST_OR:
    case AST_AND:
        return make_junction(c, node, e);
    case AST_NOT:
        return num1(c, OP_NUM_NOT, make_num(c, n->first, e));
    case AST_COMPARE:
        return make_compare(c, node, e);
    case AST_SOME:
        return num1(c, OP_NUM_SOME, make_area(c, n->first, e).at);
    case AST_NO:
        return num1(c, OP_NUM_NONE, make_area(c, n->first, e).at);
    case AST_COUNT:
        return num1(c, OP_NUM_COUNT, make_area(c, n->first, e).at);
    case AST_BINARY:
        return make_arithmetic(c, node, e);
    case AST_NEGATE: {
        uint16_t zero = const_num(c, 0);
        return num2(c, OP_NUM_SUB, zero, make_num(c, n->first, e));
    }
    case AST_FUNC:
        return make_function(c, node, e);
    case AST_CAN:
        c->saw |= READS_CAN;
        return num1(c, OP_NUM_CAN, make_num(c, n->first, e));
    case AST_WORD:
        return make_word(c, node);
    case AST_INDEXED:
        return make_var(c, node, e, find_var(c, n->name));
    default:
        return make_name(c, node, e);
    }
}

/* Where code runs for every source, what is the same for all of them is worked out before. */
typedef struct streams {
    stream *out, *hoist;
} streams;

static streams raise_code(compiler *c, uint32_t n) {
    streams was = {c->out, c->hoist};
    if (c->hoist && n == NEEDS_STATE) {
        c->out = c->hoist;
        c->hoist = NULL;
    }
    return was;
}

static void lower_code(compiler *c, streams was) {
    c->out = was.out;
    c->hoist = was.hoist;
}

uint16_t make_num(compiler *c, uint32_t node, const env *e) {
    uint32_t n = needs(c, node, e);
    if (!n) return const_num(c, fold_num(c, node, e, -1));
    streams was = raise_code(c, n);
    uint16_t at = make_number(c, node, e);
    lower_code(c, was);
    return at;
}

val make_area(compiler *c, uint32_t node, const env *e) {
    streams was = raise_code(c, needs(c, node, e));
    val v = area_code(c, node, e);
    lower_code(c, was);
    return v;
}
