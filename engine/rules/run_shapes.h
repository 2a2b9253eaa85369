#ifndef ENGINE_RULES_RUN_SHAPES_H
#define ENGINE_RULES_RUN_SHAPES_H
/* What pieces form together: lines, ways across the board, ground, groups short of breath. Each is
 * a term of a game's evaluation (judge.h), measured for one player. */

#include "engine/rules/judge.h"
#include "engine/rules/run_turns.h"

typedef struct summing {
    const rulebook *b;
    const judge *j;
    const wide *w;
    const void *s;
    const bits *sets;
    int player;
    float late; /* 0 at the start, 1 when nothing is left */
    float moves[RB_KINDS], siege;
} summing;

static bits pieces_of(const summing *m, int player, int kind) {
    bits own = m->sets[SET_OWN + player];
    return m->b->kinds > 1 ? bits_and(own, m->sets[m->b->set_kind + kind]) : own;
}

static bits others_of(const summing *m) {
    return bits_sub(m->sets[SET_OCCUPIED], m->sets[SET_OWN + m->player]);
}

static bits beside(const summing *m, bits a) {
    return shift_all(m->w, m->b, a, m->b->board.near);
}

/* In every direction. */
static bits around(const summing *m, bits a) {
    bits r = bits_none();
    for (int d = 0; d < m->b->board.dirs; d++) r = bits_or(r, shift_one(m->w, m->b, a, d));
    return r;
}

/* --- ways across the board --- */

/* How many more pieces would join the two sides, at best. */
static float path_length(const summing *m) {
    const rulebook *b = m->b;
    const rb_aim *x = &b->side[m->player].aim;
    if (!x->has_path) return 0;
    bits own = m->sets[SET_OWN + m->player];
    bits from = narrowed(x->path_from);
    bits to = narrowed(x->path_to);
    bits got = flood(m->w, b, bits_and(from, own), own);
    int most = b->board.width + b->board.height;
    for (int n = 0; n < most; n++) {
        if (bits_some(bits_and(got, to))) return (float)-n;
        bits next = bits_or(shift_all(m->w, b, got, b->board.near), from);
        next = bits_sub(bits_and(next, m->sets[SET_EMPTY]), got);
        if (!bits_some(next)) break;
        got = bits_or(got, next);
        got = flood(m->w, b, got, bits_or(own, got));
    }
    return (float)-most;
}

/* Cells that two cells of a set are beside. */
static bits beside_two(const summing *m, bits a) {
    bits once = bits_none();
    bits twice = bits_none();
    for (uint64_t dirs = m->b->board.near; dirs; dirs &= dirs - 1) {
        bits there = shift_one(m->w, m->b, a, __builtin_ctzll(dirs));
        twice = bits_or(twice, bits_and(once, there));
        once = bits_or(once, there);
    }
    return twice;
}

/* Cells that are two steps away on two ways, both through empty cells: the enemy can close one of
 * them only. Hex calls it a bridge. */
static bits bridged(const summing *m, bits a) {
    const rulebook *b = m->b;
    bits empty = m->sets[SET_EMPTY];
    bits step[BOARD_DIRS];
    bits r = bits_none();
    for (uint64_t dirs = b->board.near; dirs; dirs &= dirs - 1) {
        int d = __builtin_ctzll(dirs);
        step[d] = bits_and(shift_one(m->w, b, a, d), empty);
    }
    for (uint64_t one = b->board.near; one; one &= one - 1) {
        int d = __builtin_ctzll(one);
        for (uint64_t two = one & (one - 1); two; two &= two - 1) {
            int e = __builtin_ctzll(two);
            if (b->board.opposite[d] == e) continue;
            r = bits_or(r,
                        bits_and(shift_one(m->w, b, step[d], e), shift_one(m->w, b, step[e], d)));
        }
    }
    return r;
}

/* Everything of `inside` that neighbours or bridges join with what was got. */
static bits join_up(const summing *m, bits got, bits inside) {
    for (;;) {
        bits more = bits_and(bits_or(beside(m, got), bridged(m, got)), inside);
        more = bits_or(got, more);
        if (bits_same(more, got)) return got;
        got = more;
    }
}

/* As path_length, but a bridge holds: the stones that are needed if the enemy may answer. */
static float links_needed(const summing *m) {
    const rulebook *b = m->b;
    const rb_aim *x = &b->side[m->player].aim;
    if (!x->has_path) return 0;
    bits own = m->sets[SET_OWN + m->player];
    bits empty = m->sets[SET_EMPTY];
    bits from = narrowed(x->path_from);
    bits to = narrowed(x->path_to);
    bits first = bits_or(from, beside_two(m, bits_and(from, empty)));
    bits last = bits_or(to, beside_two(m, bits_and(to, empty)));
    bits got = join_up(m, bits_and(first, own), own);
    int most = b->board.width + b->board.height;
    for (int n = 0; n < most; n++) {
        if (bits_some(bits_and(got, last))) return (float)-n;
        bits next = bits_or(bits_or(beside(m, got), bridged(m, got)), first);
        next = bits_sub(bits_and(next, empty), got);
        if (!bits_some(next)) break;
        got = bits_or(got, next);
        got = join_up(m, got, bits_or(own, got));
    }
    return (float)-most;
}

/* --- lines and crowds --- */

/* Places for a winning line that nobody else stands in, by the number of my pieces there: the
 * places are counted all at once, in numbers of four bits spread over four areas. */
static void open_lines(const summing *m, float out[3]) {
    const rulebook *b = m->b;
    int k = b->side[m->player].aim.line;
    bits own = m->sets[SET_OWN + m->player];
    bits other = bits_sub(m->sets[SET_OCCUPIED], own);
    out[0] = out[1] = out[2] = 0;
    if (!k) return;
    for (int d = 0; d < b->board.dirs; d += 2) {
        bits mine = own;
        bits theirs = other;
        bits there = m->w->all;
        bits sum[4] = {own, bits_none(), bits_none(), bits_none()};
        bits blocked = other;
        bits valid = there;
        for (int i = 1; i < k; i++) { /* what is i steps further, seen from each cell */
            int back = b->board.opposite[d];
            mine = shift_one(m->w, b, mine, back);
            theirs = shift_one(m->w, b, theirs, back);
            there = shift_one(m->w, b, there, back);
            blocked = bits_or(blocked, theirs);
            valid = bits_and(valid, there);
            bits carry = mine;
            for (int n = 0; n < 4; n++) {
                bits over = bits_and(sum[n], carry);
                sum[n] = bits_xor(sum[n], carry);
                carry = over;
            }
        }
        bits open = bits_sub(valid, blocked);
        for (int lack = 1; lack <= 3 && lack < k; lack++) {
            bits here = open;
            for (int n = 0; n < 4; n++)
                here = (k - lack) >> n & 1 ? bits_and(here, sum[n]) : bits_sub(here, sum[n]);
            out[lack - 1] += (float)bits_count(here);
        }
    }
}

/* The mean distance of pieces from their middle. */
static float apartness(const summing *m) {
    bits own = m->sets[SET_OWN + m->player];
    int n = bits_count(own);
    int width = m->b->board.width;
    float sx = 0;
    float sy = 0;
    float sum = 0;
    if (!n) return 0;
    BITS_CELLS(own, c) {
        int x = (int)c % width;
        int y = (int)c / width;
        sx += (float)x;
        sy += (float)y;
    }
    BITS_CELLS(own, c) {
        int x = (int)c % width;
        int y = (int)c / width;
        float dx = (float)x - sx / (float)n;
        float dy = (float)y - sy / (float)n;
        dx = dx < 0 ? -dx : dx;
        dy = dy < 0 ? -dy : dy;
        sum += dx > dy ? dx : dy;
    }
    return sum / (float)n;
}

/* --- pieces that are turned over --- */

static float frontier(const summing *m) {
    return (float)bits_count(bits_and(m->sets[SET_OWN + m->player], around(m, m->sets[SET_EMPTY])));
}

/* What can never be turned again: on each line there is an edge, or a stone of that kind, on one
 * side at least. It begins in the corners. */
static float stable(const summing *m) {
    const rulebook *b = m->b;
    bits own = m->sets[SET_OWN + m->player];
    bits got = bits_and(own, narrowed(m->j->anchor));
    while (bits_some(got)) {
        bits more = own;
        for (int d = 0; d < b->board.dirs; d++) {
            int back = b->board.opposite[d];
            if (back < d) continue;
            bits edge = bits_sub(m->w->all, bits_and(m->w->can[d], m->w->can[back]));
            bits held = bits_or(shift_one(m->w, b, got, d), shift_one(m->w, b, got, back));
            more = bits_and(more, bits_or(edge, held));
        }
        if (bits_same(more, got)) break;
        got = more;
    }
    return (float)bits_count(got);
}

/* Stones that offer the enemy a corner. */
static float exposed(const summing *m) {
    bits corners = bits_and(narrowed(m->j->anchor), m->sets[SET_EMPTY]);
    return (float)bits_count(bits_and(m->sets[SET_OWN + m->player], around(m, corners)));
}

/* --- stones that need air --- */

static float liberties(const summing *m) {
    bits air = bits_and(beside(m, m->sets[SET_OWN + m->player]), m->sets[SET_EMPTY]);
    return (float)bits_count(air);
}

/* Own cells and those that are nearer to them than to the others'. */
static float nearer(const summing *m) {
    bits mine = m->sets[SET_OWN + m->player];
    bits theirs = others_of(m);
    bits free = m->sets[SET_EMPTY];
    for (;;) {
        bits a = bits_and(beside(m, mine), free);
        bits o = bits_and(beside(m, theirs), free);
        if (!bits_some(bits_or(a, o))) return (float)bits_count(mine);
        mine = bits_or(mine, bits_sub(a, o));
        theirs = bits_or(theirs, bits_sub(o, a));
        free = bits_sub(free, bits_or(a, o));
    }
}

/* Stones of groups with so many liberties. */
static float short_of_breath(const summing *m, int air) {
    bits rest = m->sets[SET_OWN + m->player];
    bits empty = m->sets[SET_EMPTY];
    int stones = 0;
    while (bits_some(rest)) {
        bits group = flood(m->w, m->b, bits_of(bits_lowest(rest)), rest);
        if (bits_count(bits_and(beside(m, group), empty)) == air) stones += bits_count(group);
        rest = bits_sub(rest, group);
    }
    return (float)stones;
}

#endif
