#include "engine/base/memory.h"

#include "engine/rules/compile/compile.h"
#include <assert.h>

/* What all code is made with: streams, temporaries, constants, and the lists that instructions
 * refer to. Operands are given; what they come from is not known here. */

/* --- streams, temporaries, constants --- */

static void put(const scope *c, stream *s, rb_ins ins) {
    if (!compile_limit(c, c->error_node, s->len < RB_CODE, "instructions", RB_CODE)) return;
    if (MEM_GROW(s->ins, s->cap, s->len + 1) != ST_OK) {
        c->shared->nomem = true;
        return;
    }
    s->ins[s->len++] = ins;
}

void compile_emit(scope *c, rb_op op, int x, uint32_t d, uint32_t a, uint32_t b) {
    assert(op < OP_COUNT && x >= 0 && x <= UINT8_MAX); /* no operand is cut */
    assert(d <= UINT16_MAX && a <= UINT16_MAX && b <= UINT16_MAX);
    put(c, c->out, (rb_ins){(uint8_t)op, (uint8_t)x, (uint16_t)d, (uint16_t)a, (uint16_t)b});
}

void compile_stream_done(stream *s) {
    mem_free(s->ins);
    *s = (stream){0};
}

uint16_t compile_temp_area(scope *c) {
    if (!compile_limit(c, c->error_node, c->areas < RB_TEMPS, "areas in one expression", RB_TEMPS))
        return RB_TEMP;
    return (uint16_t)(RB_TEMP | c->areas++);
}

uint16_t compile_temp_num(scope *c) {
    if (!compile_limit(c, c->error_node, c->numbers < RB_TEMPS, "numbers in one expression",
                       RB_TEMPS))
        return RB_TEMP;
    return (uint16_t)(RB_TEMP | c->numbers++);
}

uint16_t compile_const_area(scope *c, area a) {
    program *b = c->b;
    for (int i = 0; i < b->constants; i++)
        if (area_equal(b->constant[i], a)) return (uint16_t)(RB_CONST | i);
    if (!compile_limit(c, c->error_node, b->constants < RB_INDEX, "constant areas", RB_INDEX))
        return RB_CONST;
    if (MEM_GROW(b->constant, c->shared->constant_cap, (size_t)b->constants + 1) != ST_OK) {
        c->shared->nomem = true;
        return RB_CONST;
    }
    assert((size_t)b->constants < c->shared->constant_cap);
    b->constant[b->constants] = a;
    return (uint16_t)(RB_CONST | b->constants++);
}

uint16_t compile_const_num(scope *c, int32_t k) {
    program *b = c->b;
    for (int i = 0; i < b->numbers; i++)
        if (b->number[i] == k) return (uint16_t)(RB_CONST | i);
    if (!compile_limit(c, c->error_node, b->numbers < RB_INDEX, "constant numbers", RB_INDEX))
        return RB_CONST;
    if (MEM_GROW(b->number, c->shared->number_cap, (size_t)b->numbers + 1) != ST_OK) {
        c->shared->nomem = true;
        return RB_CONST;
    }
    b->number[b->numbers] = k;
    return (uint16_t)(RB_CONST | b->numbers++);
}

static bool jumps(int op) {
    return op == OP_JUMP || op == OP_JUMP_IF || op == OP_JUMP_IF_NOT;
}

uint16_t compile_append_code(scope *c, stream *s, uint16_t value) {
    put(c, s, (rb_ins){.op = OP_RETURN, .a = value});
    rb_side *side = c->side;
    uint32_t base = side->code_len ? side->code_len : 1;
    uint32_t end = base + s->len;
    bool fits = compile_limit(c, c->error_node, end <= RB_CODE, "instructions", RB_CODE);
    rb_ins *more = fits && !c->shared->nomem ? mem_resize(side->code, end * sizeof *more) : NULL;
    if (fits && !more) c->shared->nomem = true;
    if (more) {
        side->code = more;
        memset(&more[0], 0, sizeof more[0]);
        for (uint32_t i = 0; i < s->len; i++) {
            more[base + i] = s->ins[i];
            assert(!jumps(s->ins[i].op) || s->ins[i].a < s->len); /* forward, or to a loop's head */
            assert(!jumps(s->ins[i].op) || s->ins[i].a > i ||
                   s->ins[s->ins[i].a].op == OP_NEXT_CELL);
            if (jumps(s->ins[i].op)) more[base + i].a = (uint16_t)(s->ins[i].a + base);
        }
        side->code_len = (uint16_t)end;
    }
    compile_stream_done(s);
    return more ? (uint16_t)base : 0;
}

/* --- one instruction --- */

uint16_t compile_num1(scope *c, rb_op op, uint32_t a) {
    uint16_t d = compile_temp_num(c);
    compile_emit(c, op, 0, d, a, 0);
    return d;
}

uint16_t compile_num2(scope *c, rb_op op, uint32_t a, uint32_t b) {
    uint16_t d = compile_temp_num(c);
    compile_emit(c, op, 0, d, a, b);
    return d;
}

val compile_in_area(uint16_t at) {
    return (val){.type = VAL_AREA, .cell = -1, .at = at};
}

val compile_area2(scope *c, rb_op op, uint32_t a, uint32_t b) {
    uint16_t d = compile_temp_area(c);
    compile_emit(c, op, 0, d, a, b);
    return compile_in_area(d);
}

/* Areas and numbers that an instruction has no room for are put where x can name them. */
int compile_spare_area(scope *c, uint16_t at) {
    uint16_t d = compile_temp_area(c);
    compile_emit(c, OP_AREA_COPY, 0, d, at, 0);
    return d & RB_INDEX;
}

int compile_spare_num(scope *c, uint16_t at) {
    uint16_t d = compile_temp_num(c);
    compile_emit(c, OP_NUM_COPY, 0, d, at, 0);
    return d & RB_INDEX;
}

uint16_t compile_clamped(scope *c, uint16_t number, int last) {
    uint16_t d = compile_temp_num(c);
    compile_emit(c, OP_NUM_CLAMP, last, d, number, 0);
    return d;
}

static int note_cell(scope *c, int cell) {
    if (cell == CELL_LAST) c->saw |= READS_LAST;
    if (cell == CELL_LASTFROM) c->saw |= READS_LASTFROM;
    return cell;
}

int compile_named_cell(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    if (n->kind == AST_WORD) {
        return n->value == AST_WORD_FROM       ? CELL_FROM
               : n->value == AST_WORD_TO       ? CELL_TO
               : n->value == AST_WORD_LAST     ? note_cell(c, CELL_LAST)
               : n->value == AST_WORD_LASTFROM ? note_cell(c, CELL_LASTFROM)
                                               : -1;
    }
    if (n->kind != AST_CALL) return -1;
    uint32_t arg = compile_env_find(c, e, n->name, &where);
    if (arg) return compile_named_cell(c, arg, where);
    const env *loop = compile_env_loop(e, n->name);
    if (loop) return loop->what == ENV_CELL ? CELL_LOOP + loop->cell : -1;
    return c->at.bound && c->at.bound == n->name ? CELL_AUX : -1;
}

/* One of the cells that code can name, also as an area. */
val compile_cell_area(scope *c, int cell) {
    (void)note_cell(c, cell);
    uint16_t d = compile_temp_area(c);
    compile_emit(c, OP_AREA_CELL, 0, d, (uint32_t)cell, 0);
    return (val){.type = VAL_AREA, .cell = (int8_t)cell, .at = d};
}

uint16_t compile_own_set(scope *c, int owner) {
    if (owner == c->b->head.players && !c->b->has_neutral)
        return compile_const_area(c, area_none());
    return compile_past_set(c, (uint16_t)(RB_STATE | (SET_OWN + owner)));
}

val compile_enemies(scope *c) {
    int players = c->b->head.players;
    if (players == 1) return compile_in_area(compile_const_area(c, area_none()));
    if (players == 2) return compile_in_area(compile_own_set(c, 1 - c->me));
    uint16_t all = c->past ? compile_past_occupied(c) : SET_OCCUPIED;
    val v = compile_area2(c, OP_AREA_SUB, all, compile_own_set(c, c->me));
    if (c->b->has_neutral) compile_emit(c, OP_AREA_SUB, 0, v.at, v.at, compile_own_set(c, players));
    return v;
}

/* --- lists that instructions refer to --- */

void *compile_one_more(scope *c, void **list, int count, size_t size) {
    void *more = mem_resize(*list, (size_t)(count + 1) * size);
    if (!more) {
        c->shared->nomem = true;
        return NULL;
    }
    *list = more;
    void *at = (char *)more + (size_t)count * size;
    memset(at, 0, size);
    return at;
}

int compile_keep_table(scope *c, const area *t) {
    program *b = c->b;
    size_t size = (size_t)b->board.cells;
    for (int i = 0; i < b->tables; i++)
        if (memcmp(b->table + (size_t)i * size, t, size * sizeof *t) == 0) return i;
    int max = (int)(COMPILE_MAX_TABLE_BYTES / (size * sizeof *t));
    if (!compile_limit(c, c->error_node, b->tables < max, "tables of steps and leaps", max))
        return 0;
    area *more = mem_resize(b->table, (size_t)(b->tables + 1) * size * sizeof *more);
    if (!more) {
        c->shared->nomem = true;
        return 0;
    }
    b->table = more;
    memcpy(more + (size_t)b->tables * size, t, size * sizeof *t);
    return b->tables++;
}

int compile_keep_walk(scope *c, rb_walk w) {
    rb_side *s = c->side;
    for (int i = 0; i < s->walks; i++)
        if (!w.limited && !s->walk[i].limited && s->walk[i].dirs == w.dirs &&
            s->walk[i].mode == w.mode)
            return i;
    rb_walk *at = compile_one_more(c, (void **)&s->walk, s->walks, sizeof w);
    if (at) *at = w;
    return at ? s->walks++ : 0;
}

int compile_keep_pattern(scope *c, const rb_pattern *p) {
    rb_side *s = c->side;
    rb_pattern *at = compile_one_more(c, (void **)&s->pattern, s->patterns, sizeof *p);
    if (at) *at = *p;
    return at ? s->patterns++ : 0;
}
