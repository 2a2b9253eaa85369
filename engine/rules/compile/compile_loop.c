#include "engine/rules/compile/compile.h"

/* Loops: effects, and numbers that are added up, for each player or for each cell of an area. A loop
 * over players is written out, one copy for each, in which the player is known; so everything that
 * needs a player who is known can be said of it; copies inside copies have a limit
 * (compile_spend). A loop over cells is a loop in the code as well:
 * OP_NEXT_CELL at its head takes a cell out of a copy of the area and leaves when there is none,
 * so that it ends whatever its body does.
 *
 * The variable of a loop is an `env` of its own between the body and what is around it. A
 * definition that is used in the body does not see it, unless it is an argument. */

const env *compile_env_loop(const env *e, uint32_t name) {
    for (; e && e->loop; e = e->outer)
        if (e->loop == name) return e;
    return NULL;
}

val_type compile_loop_type(const scope *c, const env *loop) {
    bool player = loop->what == ENV_PLAYER ||
                  (loop->what == ENV_CHOICE && c->a->node[loop->choice].value == AST_CHOICE_PLAYER);
    return player ? VAL_PLAYER : loop->what == ENV_CELL ? VAL_AREA : VAL_NUM;
}

static bool over_players(const scope *c, uint32_t node) {
    return c->a->node[node].flags & AST_OVER_PLAYERS;
}

static bool over_kinds(const scope *c, uint32_t node) {
    return c->a->node[node].flags & AST_OVER_KINDS;
}

/* The set that a loop over kinds is within; 0: none. */
static uint32_t set_of(const scope *c, uint32_t node) {
    uint32_t first = c->a->node[node].first;
    return over_kinds(c, node) && c->a->node[first].kind == AST_NAME ? first : 0;
}

/* The last part, which is done for each. */
static uint32_t body_of(const scope *c, uint32_t node) {
    uint32_t first = c->a->node[node].first;
    if (over_kinds(c, node)) return set_of(c, node) ? c->a->node[first].next : first;
    return over_players(c, node) ? first : c->a->node[first].next;
}

uint32_t compile_loop_body(const scope *c, uint32_t loop) {
    return body_of(c, loop);
}

env compile_env_of_kind(const scope *c, uint32_t loop, const env *e, int kind) {
    return (env){.loop = c->a->node[loop].name,
                 .outer = e,
                 .depth = e ? e->depth : 0,
                 .what = ENV_KIND,
                 .player = -1,
                 .kind = (uint8_t)kind};
}

/* The kinds of a loop: how many, and in `out` which. */
static int kinds_of(const scope *c, uint32_t node, uint8_t *out) {
    int n = 0;
    uint32_t set = set_of(c, node);
    if (set) {
        AST_EACH(c->a, compile_find_set(c, c->a->node[set].name), i) {
            int kind = compile_find_piece(c, c->a->node[i].name);
            if (kind >= 0 && n < RB_KINDS) out[n++] = (uint8_t)kind;
        }
        return n;
    }
    bool cards = c->a->node[node].flags & AST_OVER_CARDS;
    for (int k = cards ? c->b->kinds - c->b->cards : 0; k < c->b->kinds; k++) out[n++] = (uint8_t)k;
    return n;
}

static env around_body(const scope *c, uint32_t node, const env *e, int player) {
    return (env){.loop = c->a->node[node].name,
                 .outer = e,
                 .depth = e ? e->depth : 0,
                 .what = player >= 0 ? ENV_PLAYER : ENV_CELL,
                 .player = (int8_t)player,
                 .cell = (uint8_t)(c->loops < RB_LOOPS ? c->loops : RB_LOOPS)};
}

/* The first copy of the body, or the only one. */
static env first_of(const scope *c, uint32_t node, const env *e) {
    if (over_kinds(c, node)) return compile_env_of_kind(c, node, e, 0);
    return around_body(c, node, e, over_players(c, node) ? 0 : -1);
}

/* The scope of the body: one more cell is in use. */
static scope inside(const scope *c, uint32_t node) {
    scope in = *c;
    if (!over_players(c, node) && !over_kinds(c, node)) in.loops++;
    return in;
}

/* --- checking --- */

bool compile_is_taken(const scope *c, uint32_t name, const env *e) {
    const env *where;
    return compile_env_find(c, e, name, &where) || compile_env_loop(e, name) ||
           c->at.bound == name || compile_find_var(c, name) >= 0 ||
           compile_find_option(c, name) >= 0 || compile_find_def(c, name) >= 0 ||
           compile_find_rule(c, name) >= 0 || compile_find_piece(c, name) >= 0 ||
           compile_find_player(c, name) >= 0 || compile_find_set(c, name) ||
           compile_is_place(c, c->a->strings + name);
}

/* What a loop is over, and its name. */
static bool check_head(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    bool good = true;
    if (compile_is_taken(c, n->name, e)) {
        compile_complain(c, node, "E06", "name already declared: '%.40s'", ast_name(c->a, node));
        compile_suggest(c, "choose another name for the variable of this loop");
        good = false;
    }
    if (over_kinds(c, node)) {
        uint32_t set = set_of(c, node);
        if (set && !compile_find_set(c, c->a->node[set].name)) {
            compile_complain(c, set, "E12", "unknown name '%s': no such set", ast_name(c->a, set));
            compile_suggest(c, "`set %.40s { PIECE PIECE }` declares one", ast_name(c->a, set));
            return false;
        }
        if (!set && n->flags & AST_OVER_CARDS && !c->b->cards) {
            compile_complain(c, node, "E24", "nothing to choose from: there are no cards");
            compile_suggest(c, "`cards NAME NAME` declares some; pieces are `each piece k`");
            return false;
        }
        return good;
    }
    if (over_players(c, node)) return good;
    good &= compile_check_is(c, n->first, e, VAL_AREA);
    return good && compile_limit(c, node, c->loops < RB_LOOPS, "loops over cells inside each other",
                                 RB_LOOPS);
}

/* `those` are cells of which a condition is true. */
static val_type check_those(scope *c, uint32_t node, scope *in, const env *each) {
    if (over_players(c, node)) {
        compile_complain(c, node, "E10", "wrong type: `those` is about cells, found players");
        compile_suggest(c, "`those(each cell at in AREA : CONDITION)`");
        return VAL_BAD;
    }
    return compile_check_is(in, body_of(c, node), each, VAL_BOOL) ? VAL_AREA : VAL_BAD;
}

val_type compile_check_over(scope *c, uint32_t node, const env *e) {
    static const char *const names[] = {AST_OVERS(KINDS_NAME)};
    const ast_node *n = ast_at(c->a, node);
    if (!check_head(c, node, e)) return VAL_BAD;
    env each = first_of(c, node, e);
    scope in = inside(c, node);
    if (n->value == AST_OVER_THOSE) return check_those(c, node, &in, &each);
    val_type t = compile_check_expr(&in, body_of(c, node), &each);
    if (t == VAL_NUM || (t == VAL_BOOL && n->value == AST_OVER_SUM)) return VAL_NUM;
    if (t == VAL_BAD) return VAL_BAD;
    compile_complain(c, body_of(c, node), "E10", "wrong type: `%s` needs a number%s",
                     names[n->value], n->value == AST_OVER_SUM ? " or a condition" : "");
    if (t == VAL_AREA) compile_suggest(c, "e.g. `count A`");
    return VAL_BAD;
}

void compile_check_for(scope *c, uint32_t node, const env *e) {
    if (!check_head(c, node, e)) return;
    env each = first_of(c, node, e);
    scope in = inside(c, node);
    compile_check_block(&in, body_of(c, node), &each);
}

uint32_t compile_needs_over(scope *c, uint32_t node, const env *e) {
    env each = first_of(c, node, e);
    scope in = inside(c, node);
    uint32_t all = NEEDS_STATE | compile_needs_area(&in, body_of(c, node), &each) |
                   compile_secrets(&in, body_of(c, node), &each);
    if (over_kinds(c, node)) return all;
    if (over_players(c, node)) return all;
    all &= ~((uint32_t)NEEDS_LOOP << each.cell);
    return all | compile_needs_area(c, c->a->node[node].first, e);
}

/* --- code --- */

/* The beginning and the end of a loop over cells. */
typedef struct cell_loop {
    uint32_t head;
} cell_loop;

static cell_loop begin_loop(scope *c, uint16_t cells, int number) {
    cell_loop l = {c->out->len};
    uint16_t there = compile_temp_num(c);
    compile_emit(c, OP_NEXT_CELL, number, there, cells, 0);
    compile_emit(c, OP_JUMP_IF_NOT, 0, 0, 0, there);
    return l;
}

/* Each round is charged with the instructions of its body. */
static void end_loop(scope *c, cell_loop l) {
    compile_emit(c, OP_JUMP, 0, 0, l.head, 0);
    uint32_t end = c->out->len;
    if (c->shared->over_limit || c->shared->nomem || l.head + 1 >= end) return;
    c->out->ins[l.head].b = (uint16_t)(end - l.head);
    c->out->ins[l.head + 1].a = (uint16_t)end;
}

static uint16_t copied_area(scope *c, uint32_t node, const env *e) {
    return (uint16_t)(RB_TEMP | compile_spare_area(c, compile_area(c, node, e).at));
}

void compile_for(scope *c, uint32_t node, const env *e) {
    uint32_t body = body_of(c, node);
    scope in = inside(c, node);
    uint8_t kind[RB_KINDS];
    if (over_kinds(c, node)) {
        int n = kinds_of(c, node, kind);
        for (int i = 0; i < n && compile_spend(c, node); i++) {
            env each = compile_env_of_kind(c, node, e, kind[i]);
            compile_block(&in, body, &each);
        }
    } else if (over_players(c, node)) {
        for (int p = 0; p < c->b->head.players && compile_spend(c, node); p++) {
            env each = around_body(c, node, e, p);
            compile_block(&in, body, &each);
        }
    } else {
        env each = around_body(c, node, e, -1);
        uint16_t cells = copied_area(&in, c->a->node[node].first, e);
        cell_loop l = begin_loop(&in, cells, each.cell);
        compile_block(&in, body, &each);
        end_loop(&in, l);
    }
    c->saw |= in.saw;
}

static const rb_op joining[] = {
    [AST_OVER_SUM] = OP_NUM_ADD, [AST_OVER_LARGEST] = OP_NUM_MAX, [AST_OVER_SMALLEST] = OP_NUM_MIN};

/* One more number: d = d and it. Temporaries are free again, unless some of them were filled in
 * advance, for all sources of a move. */
static void join_number(scope *c, rb_op op, uint16_t d, uint32_t body, const env *each) {
    int areas = c->areas;
    int numbers = c->numbers;
    compile_emit(c, op, 0, d, d, compile_num(c, body, each));
    if (c->hoist) return;
    c->areas = areas;
    c->numbers = numbers;
}

static void over_cells(scope *c, uint32_t node, const env *e, uint16_t d) {
    int what = c->a->node[node].value;
    env each = around_body(c, node, e, -1);
    scope in = inside(c, node);
    uint16_t cells = copied_area(&in, c->a->node[node].first, e);
    uint32_t hole = 0;
    compile_emit(&in, OP_NUM_COPY, 0, d, compile_const_num(&in, 0), 0);
    if (what != AST_OVER_SUM) { /* of no cells it is 0 */
        uint16_t some = compile_num1(&in, OP_NUM_SOME, cells);
        hole = in.out->len;
        compile_emit(&in, OP_JUMP_IF_NOT, 0, 0, 0, some);
        int32_t least = what == AST_OVER_LARGEST ? INT32_MIN : INT32_MAX;
        compile_emit(&in, OP_NUM_COPY, 0, d, compile_const_num(&in, least), 0);
    }
    cell_loop l = begin_loop(&in, cells, each.cell);
    join_number(&in, joining[what], d, body_of(c, node), &each);
    end_loop(&in, l);
    if (hole && hole < in.out->len) in.out->ins[hole].a = (uint16_t)in.out->len;
    c->saw |= in.saw;
    if (!c->hoist) return;
    c->areas = in.areas;
    c->numbers = in.numbers;
}

uint16_t compile_over(scope *c, uint32_t node, const env *e) {
    uint16_t d = compile_temp_num(c);
    bool kinds = over_kinds(c, node);
    if (!over_players(c, node) && !kinds) {
        over_cells(c, node, e, d);
        return d;
    }
    uint8_t kind[RB_KINDS];
    int n = kinds ? kinds_of(c, node, kind) : c->b->head.players;
    for (int p = 0; p < n && compile_spend(c, node); p++) {
        env each = kinds ? compile_env_of_kind(c, node, e, kind[p]) : around_body(c, node, e, p);
        if (p)
            join_number(c, joining[c->a->node[node].value], d, body_of(c, node), &each);
        else
            compile_emit(c, OP_NUM_COPY, 0, d, compile_num(c, body_of(c, node), &each), 0);
    }
    return d;
}

val compile_those(scope *c, uint32_t node, const env *e) {
    uint16_t d = compile_temp_area(c);
    env each = around_body(c, node, e, -1);
    scope in = inside(c, node);
    uint16_t cells = copied_area(&in, c->a->node[node].first, e);
    compile_emit(&in, OP_AREA_COPY, 0, d, compile_const_area(&in, area_none()), 0);
    cell_loop l = begin_loop(&in, cells, each.cell);
    int areas = in.areas;
    int numbers = in.numbers;
    uint16_t holds = compile_num(&in, body_of(c, node), &each);
    uint32_t hole = in.out->len;
    compile_emit(&in, OP_JUMP_IF_NOT, 0, 0, 0, holds);
    compile_emit(&in, OP_AREA_OR, 0, d, d, compile_cell_area(&in, CELL_LOOP + each.cell).at);
    if (hole < in.out->len) in.out->ins[hole].a = (uint16_t)in.out->len;
    if (!in.hoist) {
        in.areas = areas;
        in.numbers = numbers;
    }
    end_loop(&in, l);
    c->saw |= in.saw;
    if (c->hoist) {
        c->areas = in.areas;
        c->numbers = in.numbers;
    }
    return compile_in_area(d);
}
