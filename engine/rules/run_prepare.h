#ifndef ENGINE_RULES_RUN_PREPARE_H
#define ENGINE_RULES_RUN_PREPARE_H
/* What is made once for the width of the game: constants, tables and rays, code in the form in
 * which it runs, and fans. One block, so that one call frees it. */

#include "engine/rules/run_fan.h"

static bits narrowed(area a) {
    bits r;
    BITS_EACH(i) r.w[i] = a.w[i];
    return r;
}

static void make_rays(const rulebook *b, wide *w, bits *at) {
    w->ray = at;
    for (int d = 0; d < b->board.dirs; d++) {
        w->can[d] = bits_none();
        w->straight[d] = b->board.sense[d] != 0;
        w->ups |= (uint64_t)(b->board.sense[d] > 0) << d;
        w->downs |= (uint64_t)(b->board.sense[d] < 0) << d;
        w->delta[d] = b->board.dy[d] * b->board.width + b->board.dx[d];
        for (int c = 0; c < b->board.cells; c++, at++) {
            *at = bits_none();
            if (b->board.next[d][c] >= 0) bits_add(&w->can[d], (unsigned)c);
            int to = b->board.next[d][c];
            for (int k = 0; to >= 0 && to != c && k < b->board.cells;
                 k++, to = b->board.next[d][to])
                bits_add(at, (unsigned)to);
        }
    }
}

static void make_fans(const rulebook *b, fan_maker *m, fan *out) {
    for (int p = 0; p < b->head.players; p++)
        for (int i = 0; i < b->nodes; i++) {
            fan made = make_fan(b, &b->side[p], (uint16_t)i, m);
            if (out) *out++ = made;
        }
}

/* --- code --- */

/* A number that needs no hashing is stored. */
static bool stores_counter(const rulebook *b, const rb_ins *i) {
    return i->op == OP_STORE && !b->slot_hashed[i->d];
}

/* A condition that skips what follows, if it fails. */
static rb_op fused_test(const rulebook *b, const rb_ins *code, const rb_ins *i, const rb_ins *end) {
    const rb_ins *to = code + i[1].a;
    if (to < end && to->op == OP_RETURN) return OP_RETURN_OUTSIDE;
    if (to == i + 3 && stores_counter(b, i + 2)) return OP_SET_COUNTER;
    return OP_JUMP_OUTSIDE;
}

/* Two or three instructions in a row that are done in one go. The others stay where they are, for
 * jumps that lead to them and for what they say of the rest. */
static rb_op fused(const rulebook *b, const rb_ins *code, const rb_ins *i, const rb_ins *end) {
    const rb_ins *second = i + 1;
    if (second >= end) return i->op;
    bool given = second->a == i->d; /* to the second */
    switch ((rb_op)i->op) {
    case OP_NUM_LE:
        return second->op == OP_RETURN && given ? OP_RETURN_LE : OP_NUM_LE;
    case OP_NUM_REPEATS:
        return second->op == OP_NUM_LE && second->b == i->d && second + 1 < end &&
                       second[1].op == OP_RETURN && second[1].a == second->d
                   ? OP_RETURN_REPEATS
                   : OP_NUM_REPEATS;
    case OP_NUM_CELL_IN:
        return second->op == OP_JUMP_IF_NOT && second->b == i->d ? fused_test(b, code, i, end)
                                                                 : OP_NUM_CELL_IN;
    case OP_NUM_ADD:
        if (second->op != OP_STORE || !given) return OP_NUM_ADD;
        return stores_counter(b, second) ? OP_ADD_COUNTER : OP_STORE_SUM;
    case OP_AREA_CELL:
        return second->op == OP_REMOVE && given ? OP_REMOVE_CELL : OP_AREA_CELL;
    case OP_AREA_AND:
        return second->op == OP_NUM_SOME && given ? OP_NUM_MEET : OP_AREA_AND;
    default:
        return i->op;
    }
}

static void make_code(const rulebook *b, wide *w, rb_ins *at) {
    for (int p = 0; p < b->head.players; p++) {
        const rb_side *s = &b->side[p];
        w->code[p] = at;
        for (int i = 0; i < s->code_len; i++, at++) {
            *at = s->code[i];
            if (i) at->op = (uint8_t)fused(b, s->code, &s->code[i], s->code + s->code_len);
        }
    }
}

/* --- games of placing one piece at a time --- */

/* From one cell to the length that wins, at most twice as long each time. False: it is too long. */
static bool plan_growth(quick_plan *q, int run) {
    int have = 1;
    for (q->grows = 0; have < run && q->grows < QUICK_GROWS; q->grows++) {
        q->by[q->grows] = (uint8_t)(have < run - have ? have : run - have);
        have += q->by[q->grows];
    }
    return have == run;
}

static void plan_shifts(const rulebook *b, quick_plan *q) {
    for (int a = 0, d = 0; a < q->axes; a++, d += 2)
        for (int i = 0; i < q->grows; i++) {
            int back = b->board.opposite[d];
            q->grow[a][i].can = lasting(b, back, q->by[i]);
            q->grow[a][i].delta =
                q->by[i] * (b->board.dy[back] * b->board.width + b->board.dx[back]);
        }
}

/* Rows of cells along the axes. False: there are too many, or they are too long. */
static bool plan_rows(const rulebook *b, int axes, quick_place *place) {
    int rows = 0;
    for (int a = 0, d = 0; a < axes; a++, d += 2)
        for (int c = 0; c < b->board.cells; c++) {
            if (!area_has(&b->board.all, c) || b->board.next[d + 1][c] >= 0) continue;
            int bit = 0;
            for (int at = c; at >= 0; at = b->board.next[d][at], bit++) {
                if (bit >= QUICK_ROW || rows >= QUICK_ROW_COUNT) return false;
                place[at].row[a] = (uint8_t)rows;
                place[at].bit[a] = (uint8_t)bit;
            }
            rows++;
        }
    return true;
}

static bool all_straight(const board *o) {
    for (int d = 0; d < o->dirs; d++)
        if (!o->sense[d] || o->opposite[d] != (d ^ 1)) return false;
    return !o->rings;
}

/* near and place: room for all cells. */
static void plan_quick(const rulebook *b, const wide *w, quick_plan *q, bits *near,
                       quick_place *place) {
    const rb_quick *one = &b->side[0].quick;
    const rb_quick *other = &b->side[1].quick;
    q->how = QUICK_NOT;
    q->near = near;
    q->place = place;
    if (b->quick_gen < 0) return;
    if (one->run && other->run) q->how = QUICK_WALK;
    if (one->run != other->run) return;
    if (!one->run) {
        for (unsigned c = 0; c < (unsigned)b->board.cells; c++)
            near[c] = shift_all(w, b, bits_of(c), b->board.near);
        q->how = QUICK_WAYS;
        return;
    }
    if (!all_straight(&b->board) || b->board.dirs > 2 * QUICK_AXES) return;
    q->axes = (uint8_t)(b->board.dirs / 2);
    if (!plan_growth(q, one->run)) return;
    plan_shifts(b, q);
    if (BW == 1)
        q->how = QUICK_SET;
    else if (plan_rows(b, q->axes, place))
        q->how = QUICK_ROWS;
}

/* --- all of it --- */

static size_t code_bytes(const rulebook *b) {
    size_t n = 0;
    for (int p = 0; p < b->head.players; p++) n += b->side[p].code_len;
    return n * sizeof(rb_ins);
}

static status run_prepare(rulebook *b) {
    size_t tables = (size_t)b->tables * (size_t)b->board.cells;
    size_t rays = (size_t)b->board.dirs * (size_t)b->board.cells;
    size_t cells = b->quick_gen >= 0 ? (size_t)b->board.cells : 0; /* of quick games */
    size_t areas = (size_t)b->constants + tables + rays + cells;
    size_t count = (size_t)b->nodes * b->head.players;
    fan_maker m = {0};
    make_fans(b, &m, NULL);
    wide *w = mem_alloc(sizeof *w + areas * sizeof(bits) + (size_t)m.beams * sizeof *m.beam +
                        (size_t)m.sweeps * sizeof *m.sweep + count * sizeof(fan) + code_bytes(b) +
                        cells * sizeof(quick_place));
    if (!w) return ST_NOMEM;
    bits *at = (bits *)(void *)(w + 1);
    w->cells = b->board.cells;
    nth_fill(w->nth);
    w->all = narrowed(b->board.all);
    w->last = bits_of((unsigned)b->board.cells - 1);
    w->constant = at;
    for (int i = 0; i < b->constants; i++) *at++ = narrowed(b->constant[i]);
    w->table = at;
    for (size_t i = 0; i < tables; i++) *at++ = narrowed(b->table[i]);
    make_rays(b, w, at);
    /* Wide things first: each part is aligned behind the one before it. */
    m.beam = (beam *)(void *)(at + rays + cells);
    m.sweep = (sweep *)(void *)(m.beam + m.beams);
    fan *fans = (fan *)(void *)(m.sweep + m.sweeps);
    w->beams = m.beam;
    w->sweeps = m.sweep;
    w->fans = fans;
    m.beams = m.sweeps = 0;
    make_fans(b, &m, fans);
    rb_ins *code = (rb_ins *)(void *)(fans + count);
    make_code(b, w, code);
    plan_quick(b, w, &w->quick, at + rays,
               (quick_place *)(void *)((unsigned char *)code + code_bytes(b)));
    b->wide = w;
    return ST_OK;
}

#endif
