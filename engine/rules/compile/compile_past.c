#include "engine/rules/compile/compile.h"

#include <stdio.h>

/* History. `was(A, N)` is A as it was N turns ago; `moved(A)` are the cells of A whose pieces have moved. A text that
 * asks for them gets variables of its own: for each set of pieces that a `was` mentions its copies at the ends of the
 * last turns, and the cells of pieces that have moved. Both are kept up by instructions like all others. */

enum { PAST_KINDS = 16 }; /* numbers of owners are below */

/* --- what has to be kept --- */

typedef struct mentions {
    bool owners, moved;
    uint32_t kinds;
    int32_t turns; /* the longest way back; -1: there is no `was` */
    uint32_t where;
    int looked; /* definitions */
} mentions;

static void add_pieces(const scope *c, uint32_t node, mentions *m) {
    const ast_node *n = ast_at(c->a, node);
    int def = n->kind == AST_CALL ? compile_find_def(c, n->name) : -1;
    int kind = n->kind == AST_CALL ? compile_find_piece(c, n->name) : -1;
    bool player = n->kind == AST_CALL && compile_find_player(c, n->name) >= 0;
    if (n->kind == AST_WORD || player) m->owners = true;
    if (kind >= 0 && c->b->kinds > 1) m->kinds |= UINT32_C(1) << kind;
    if (kind >= 0 && c->b->kinds == 1) m->owners = true;
    bool cell = n->kind == AST_CALL && compile_is_place(c, ast_name(c->a, node));
    if (n->kind == AST_CALL && def < 0 && kind < 0 && !cell &&
        !player) { /* perhaps a parameter: anything */
        m->owners = true;
        if (c->b->kinds > 1) m->kinds |= (UINT32_C(1) << c->b->kinds) - 1;
    }
    if (def >= 0 && m->looked++ < COMPILE_MAX_NAMES)
        add_pieces(c, compile_body_of(c, c->shared->def[def].node), m);
    AST_EACH(c->a, node, i) add_pieces(c, i, m);
}

static void find_mentions(scope *c, uint32_t node, mentions *m) {
    called_func what = compile_called(c, node, NULL);
    uint32_t first = c->a->node[node].first;
    uint32_t second = first ? c->a->node[first].next : 0;
    if (what == CALLED_MOVED) m->moved = true;
    if (what == CALLED_WAS && second) {
        int32_t n = 0;
        if (c->a->node[second].kind == AST_INT ||
            compile_find_option(c, c->a->node[second].name) >= 0)
            n = compile_fold_num(c, second, NULL, -1);
        if (n > m->turns) m->turns = n;
        m->where = node;
        add_pieces(c, first, m);
    }
    if (what == CALLED_WAS || what == CALLED_MOVED) m->where = node;
    AST_EACH(c->a, node, i) find_mentions(c, i, m);
}

/* One more variable, with a name that no author can give. */
static bool add_var(scope *c, const char *name, int of, int count, uint32_t where) {
    program *b = c->b;
    if (!compile_limit(c, where, b->vars < RB_VARS, "variables", RB_VARS) ||
        !compile_limit(c, where, b->area_slots + count <= RB_AREA_VARS, "area variables",
                       RB_AREA_VARS))
        return false;
    rb_var *v = &b->var[b->vars];
    *v = (rb_var){.type = VAR_CELLS,
                  .past = true,
                  .of = (uint16_t)of,
                  .at = (uint16_t)b->area_slots,
                  .count = (uint16_t)count};
    (void)snprintf(v->name, sizeof v->name, "was.%.50s", name);
    c->shared->var_used[b->vars] = true;
    c->shared->var_name[b->vars] = 0;
    c->shared->var_node[b->vars++] = 0;
    for (int k = 0; k < count; k++) b->area_hashed[b->area_slots++] = true;
    return true;
}

bool compile_declare_past(scope *c) {
    program *b = c->b;
    mentions m = {.turns = -1};
    find_mentions(c, c->shared->game, &m);
    if (m.turns > COMPILE_MAX_PAST) m.turns = COMPILE_MAX_PAST; /* reported where it is checked */
    bool good = true;
    for (int p = 0; good && m.turns >= 0 && m.owners && p < b->head.players + b->has_neutral; p++)
        good = add_var(c, p < b->head.players ? b->player_name[p] : "neutral", p, m.turns + 1,
                       m.where);
    for (int k = 0; good && m.turns >= 0 && k < b->kinds; k++)
        if (m.kinds >> k & 1)
            good = add_var(c, b->kind[k].name, PAST_KINDS + k, m.turns + 1, m.where);
    if (good && m.moved) good = add_var(c, "moved", RB_NO_SET, 1, m.where);
    return good;
}

/* When the sets have numbers: from owner and kind to set. */
void compile_place_past(program *b) {
    for (int i = 0; i < b->vars; i++) {
        rb_var *v = &b->var[i];
        if (!v->past || v->of == RB_NO_SET) continue;
        if (v->of >= PAST_KINDS)
            v->of = (uint16_t)(b->set_kind + v->of - PAST_KINDS);
        else
            v->of = (uint16_t)(SET_OWN + v->of);
    }
}

bool compile_keeps_past(const program *b) {
    for (int i = 0; i < b->vars; i++)
        if (b->var[i].past && b->var[i].of != RB_NO_SET) return true;
    return false;
}

static const rb_var *moved_var(const program *b) {
    for (int i = 0; i < b->vars; i++)
        if (b->var[i].past && b->var[i].of == RB_NO_SET) return &b->var[i];
    return NULL;
}

/* --- checking --- */

val_type compile_check_past(scope *c, uint32_t node, const env *e, called_func what) {
    bool was = what == CALLED_WAS;
    uint32_t first = c->a->node[node].first;
    uint32_t second = first ? c->a->node[first].next : 0;
    int want = was ? 2 : 1;
    if (compile_child_count(c, node) != want) {
        compile_complain(c, node, "E11", "wrong number of arguments: '%s' takes %d, found %d",
                         was ? "was" : "moved", want, compile_child_count(c, node));
        compile_suggest(c, was ? "was(AREA, TURNS)" : "moved(AREA)");
        return VAL_BAD;
    }
    if (!was && c->b->levels) {
        compile_complain(c, node, "E13", "`moved` does not know stacks, and this board has them");
        return VAL_BAD;
    }
    if (compile_is_past(c, node, was ? "was" : "moved")) return VAL_BAD;
    scope in = *c;
    in.past = was ? 1 : 0;
    bool good = compile_check_is(&in, first, e, VAL_AREA);
    if (!was) return good ? VAL_AREA : VAL_BAD;
    if (!compile_check_is(c, second, e, VAL_NUM)) return VAL_BAD;
    const ast_node *n = ast_at(c->a, second);
    if (n->kind != AST_INT && !(n->kind == AST_CALL && compile_find_option(c, n->name) >= 0)) {
        compile_complain(c, second, "E10", "wrong type: `was` needs a number or an option");
        compile_suggest(c, "0 is the end of the latest turn, 1 that of the one before it");
        return VAL_BAD;
    }
    int32_t turns = compile_fold_num(c, second, e, -1);
    good &= compile_limit(c, second, turns >= 0 && turns <= COMPILE_MAX_PAST,
                          "turns of `was` (and at least 0)", COMPILE_MAX_PAST);
    return good ? VAL_AREA : VAL_BAD;
}

bool compile_is_past(scope *c, uint32_t node, const char *what) {
    if (!c->past) return false;
    compile_complain(c, node, "E15", "`%s` is not known inside `was`", what);
    compile_suggest(c, "of the past only the cells of pieces are known: players, kinds, `empty`");
    return true;
}

/* --- code --- */

uint16_t compile_past_set(const scope *c, uint16_t set) {
    if (!c->past) return set;
    for (int i = 0; i < c->b->vars; i++) {
        const rb_var *v = &c->b->var[i];
        if (v->past && v->of == set && v->count >= c->past)
            return (uint16_t)(RB_STATE | (v->at + c->past - 1));
    }
    return set;
}

/* All pieces as they were. */
uint16_t compile_past_occupied(scope *c) {
    uint16_t d = compile_temp_area(c);
    compile_emit(c, OP_AREA_COPY, 0, d, compile_past_set(c, SET_OWN), 0);
    for (int p = 1; p < c->b->owners; p++)
        compile_emit(c, OP_AREA_OR, 0, d, d, compile_past_set(c, (uint16_t)(SET_OWN + p)));
    return d;
}

val compile_past(scope *c, uint32_t node, const env *e, called_func what) {
    uint32_t first = c->a->node[node].first;
    if (what == CALLED_MOVED) {
        const rb_var *v = moved_var(c->b);
        return compile_area2(c, OP_AREA_AND, compile_area(c, first, e).at,
                             (uint32_t)(RB_STATE | v->at));
    }
    int was = c->past;
    c->past = 1 + compile_fold_num(c, c->a->node[first].next, e, -1);
    val v = compile_area(c, first, e);
    c->past = was;
    return v;
}

/* The end of a turn: what was kept is one turn older. */
void compile_past_code(scope *c) {
    stream s = {0};
    scope in = scope_into(c, &s, c->error_node);
    for (int i = 0; i < c->b->vars; i++) {
        const rb_var *v = &c->b->var[i];
        if (!v->past || v->of == RB_NO_SET) continue;
        for (int k = v->count - 1; k > 0; k--)
            compile_emit(&in, OP_STORE_AREA, 0, (uint32_t)(v->at + k),
                         (uint32_t)(RB_STATE | (v->at + k - 1)), 0);
        compile_emit(&in, OP_STORE_AREA, 0, v->at, (uint32_t)(RB_STATE | v->of), 0);
    }
    if (s.len)
        c->side->keep = compile_append_code(&in, &s, compile_const_num(&in, 1));
    else
        compile_stream_done(&s);
}

/* At the start it has always been as it is. */
void compile_past_start(scope *c) {
    for (int i = 0; i < c->b->vars; i++) {
        const rb_var *v = &c->b->var[i];
        for (int k = 0; v->past && v->of != RB_NO_SET && k < v->count; k++)
            compile_emit(c, OP_STORE_AREA, 0, (uint32_t)(v->at + k), (uint32_t)(RB_STATE | v->of),
                         0);
    }
}

/* --- pieces that have moved --- */

/* What is on `gone` has not moved, as it is new or not there; what is on `come` has. Either may be NO_AREA. */
enum { NO_AREA = 0xffff };

static void change_moved(scope *c, uint16_t gone, uint16_t come) {
    const rb_var *v = moved_var(c->b);
    uint16_t d = compile_temp_area(c);
    uint16_t old = (uint16_t)(RB_STATE | v->at);
    if (gone != NO_AREA) compile_emit(c, OP_AREA_SUB, 0, d, old, gone);
    if (come != NO_AREA) compile_emit(c, OP_AREA_OR, 0, d, gone != NO_AREA ? d : old, come);
    compile_emit(c, OP_STORE_AREA, 0, v->at, d, 0);
}

void compile_moved_by_gen(scope *c, uint32_t gen) {
    ast_kind k = gen ? (ast_kind)c->a->node[gen].kind : AST_NONE;
    if (!moved_var(c->b) || (k != AST_MOVE && k != AST_PLACE)) return;
    uint16_t to = compile_cell_area(c, CELL_TO).at;
    if (k == AST_PLACE)
        change_moved(c, to, NO_AREA);
    else
        change_moved(c, compile_cell_area(c, CELL_FROM).at, to);
}

void compile_moved_gone(scope *c, uint16_t where) {
    if (moved_var(c->b)) change_moved(c, where, NO_AREA);
}

/* `relocate`: nothing happens where it has no piece or no target, or both are the same cell. */
void compile_moved_relocated(scope *c, uint16_t from, uint16_t to) {
    if (!moved_var(c->b)) return;
    uint16_t one = compile_area2(c, OP_AREA_AND, from, SET_OCCUPIED).at;
    compile_emit(c, OP_AREA_LOWEST, 0, one, one, 0);
    uint16_t other = compile_temp_area(c);
    compile_emit(c, OP_AREA_LOWEST, 0, other, to, 0);
    uint16_t moves = compile_num1(c, OP_NUM_SOME, compile_area2(c, OP_AREA_SUB, one, other).at);
    uint16_t there = compile_num1(c, OP_NUM_SOME, other);
    uint32_t holes[2];
    holes[0] = c->out->len;
    compile_emit(c, OP_JUMP_IF_NOT, 0, 0, 0, moves);
    holes[1] = c->out->len;
    compile_emit(c, OP_JUMP_IF_NOT, 0, 0, 0, there);
    change_moved(c, one, other);
    for (int i = 0; i < 2; i++)
        if (holes[i] < c->out->len) c->out->ins[holes[i]].a = (uint16_t)c->out->len;
}

void compile_moved_pushed(scope *c, uint16_t what, int walk) {
    if (!moved_var(c->b)) return;
    uint16_t from = compile_area2(c, OP_AREA_AND, what, SET_OCCUPIED).at;
    uint16_t to = compile_area2(c, OP_AREA_SHIFT, (uint32_t)walk, from).at;
    change_moved(c, from, to);
}
