#ifndef ENGINE_RULES_RUN_CODE_H
#define ENGINE_RULES_RUN_CODE_H
/* Code: one instruction after the other. Jumps lead forward only, so every call ends. */

#include "engine/rules/run_area.h"

static bool can_act(const frame *f, int player);
static uint64_t position_hash(const rulebook *b, const rb_head *h, int mover);

/* --- effects --- */

static void do_remove(frame *f, bits a) {
    a = bits_and(a, f->areas[0][SET_OCCUPIED]);
    if (bits_some(a)) f->taken = true;
    BITS_CELLS(a, c) set_cell(f, c, 0);
}

static void remove_cell(frame *f, unsigned c) {
    if (c == RB_NO_CELL || !rb_cells_in(f->b, f->s)[c]) return;
    f->taken = true;
    set_cell(f, c, 0);
}

static void do_put(const frame *f, bits a, unsigned code) {
    BITS_CELLS(a, c) set_cell(f, c, code);
}

static unsigned with_owner(const rulebook *b, unsigned code, unsigned owner) {
    unsigned owners = b->head.players + 1u;
    return code - (code - 1) % owners + owner;
}

static unsigned with_kind(const rulebook *b, unsigned code, unsigned kind) {
    unsigned owners = b->head.players + 1u;
    return 1 + kind * owners + (code - 1) % owners;
}

static void do_give(const frame *f, bits a, int player) {
    if (player < 0 || player >= f->b->head.players) return;
    a = bits_and(a, f->areas[0][SET_OCCUPIED]);
    const uint8_t *cells = rb_cells_in(f->b, f->s);
    BITS_CELLS(a, c) set_cell(f, c, with_owner(f->b, cells[c], (unsigned)player));
}

/* What is mine goes to the next player, all else to me. */
static void do_flip(const frame *f, bits a) {
    const rb_head *h = (const void *)f->s;
    bits mine = bits_and(a, f->areas[0][SET_OWN + f->me]);
    bits other = bits_sub(bits_and(a, f->areas[0][SET_OCCUPIED]), mine);
    do_give(f, mine, following(f->b, h, f->me, 1));
    do_give(f, other, f->me);
}

static void do_change(const frame *f, bits a, unsigned kind) {
    const uint8_t *cells = rb_cells_in(f->b, f->s);
    a = bits_and(a, f->areas[0][SET_OCCUPIED]);
    BITS_CELLS(a, c) set_cell(f, c, with_kind(f->b, cells[c], kind));
}

static void do_relocate(const frame *f, bits from, bits to) {
    from = bits_and(from, f->areas[0][SET_OCCUPIED]);
    if (!bits_some(from) || !bits_some(to)) return;
    unsigned x = bits_lowest(from);
    unsigned y = bits_lowest(to);
    unsigned code = rb_cells_in(f->b, f->s)[x];
    if (x == y) return;
    set_cell(f, x, 0);
    set_cell(f, y, code);
}

/* All at once; what is pushed over the edge is gone. */
static void do_push(const frame *f, bits a, uint64_t dirs) {
    uint8_t was[AREA_CELLS];
    const rulebook *b = f->b;
    if (!dirs) return;
    int d = __builtin_ctzll(dirs);
    a = bits_and(a, f->areas[0][SET_OCCUPIED]);
    memcpy(was, rb_cells_in(b, f->s), (size_t)b->board.cells);
    BITS_CELLS(a, c) set_cell(f, c, 0);
    BITS_CELLS(a, c) {
        int to = b->board.next[d][c];
        if (to >= 0) set_cell(f, (unsigned)to, was[c]);
    }
}

/* --- outcomes: the first one counts, but a claim gives way to any other --- */

static inline bool decided(const rulebook *b, const rb_head *h) {
    return h->over && !(h->claim && !b->claim[h->claim - 1].called);
}

static void set_drawn(const frame *f, unsigned claim) {
    rb_head *h = rb_head_of(f->s);
    if (decided(f->b, h)) return;
    if (h->over && claim && !f->b->claim[claim - 1].called) return; /* the first claim counts */
    h->over = OVER_DRAW;
    h->claim = (uint8_t)claim;
}

static void set_winner(const frame *f, int player) {
    rb_head *h = rb_head_of(f->s);
    if (decided(f->b, h)) return;
    h->claim = 0;
    h->over = OVER_WIN;
    h->winner = (uint8_t)player;
}

static void do_lose(const frame *f, int player) {
    rb_head *h = rb_head_of(f->s);
    int players = f->b->head.players;
    if (decided(f->b, h) || player < 0 || player >= players) return;
    if (players == 1) {
        h->claim = 0;
        h->over = OVER_SCORE; /* nobody has won */
        memset(h->score, 0, sizeof h->score);
        return;
    }
    if (players == 2) {
        set_winner(f, 1 - player);
        return;
    }
    h->out |= (uint8_t)(1u << player);
    int left = following(f->b, h, player, 1);
    if (following(f->b, h, left, 1) == left) set_winner(f, left);
}

static void do_score(const frame *f, unsigned number) {
    rb_head *h = rb_head_of(f->s);
    int32_t score[GAME_MAX_PLAYERS];
    int players = f->b->head.players;
    if (decided(f->b, h)) return;
    for (int p = 0; p < players; p++) {
        frame g;
        frame_on(&g, f->b, f->s, f->t, p, f->work);
        score[p] = run_code(&g, f->b->side[p].score[number]);
    }
    h->claim = 0;
    h->over = OVER_SCORE;
    for (int p = 0; p < players; p++) {
        h->score[p] = 0;
        for (int q = 0; q < players; q++)
            if (q != p)
                h->score[p] =
                    (uint8_t)(h->score[p] + (score[p] > score[q] ? 2 : score[p] == score[q]));
    }
}

/* --- values --- */

static inline bits cell_area(const frame *f, unsigned name) {
    return f->cell[name] == RB_NO_CELL ? bits_none() : bits_of(f->cell[name]);
}

static inline bool cell_in(const frame *f, unsigned name, uint16_t at) {
    return f->cell[name] != RB_NO_CELL && bits_has(area_ptr(f, at), f->cell[name]);
}

static int32_t kind_at(const frame *f, bits a) {
    a = bits_and(a, f->areas[0][SET_OCCUPIED]);
    if (!bits_some(a)) return -1;
    unsigned code = rb_cells_in(f->b, f->s)[bits_lowest(a)];
    return (int32_t)((code - 1) / (f->b->head.players + 1u));
}

static int32_t owner_at(const frame *f, bits a) {
    a = bits_and(a, f->areas[0][SET_OCCUPIED]);
    if (!bits_some(a)) return -1;
    unsigned code = rb_cells_in(f->b, f->s)[bits_lowest(a)];
    unsigned owner = (code - 1) % (f->b->head.players + 1u);
    return owner < f->b->head.players ? (int32_t)owner : -1;
}

static bits nth_of(bits a, int32_t k) {
    if (k < 0) k += bits_count(a);
    BITS_CELLS(a, c) {
        if (k-- == 0) return bits_of(c);
    }
    return bits_none();
}

static int32_t next_player(const frame *f) {
    const rb_head *h = (const void *)f->s;
    if (f->coming >= 0) return f->coming;
    return h->next != 0xff && !(h->out >> h->next & 1) ? h->next : following(f->b, h, f->me, 1);
}

/* A position that is there for the first time may be on the trail already. */
static int32_t times_seen(const frame *f) {
    const rb_head *h = (const void *)f->s;
    if (!f->t) return 1;
    uint64_t hash = f->coming >= 0 ? f->here : h->hash ^ head_hash(f->b, h);
    if (f->sieve && *sieve_slot(f->sieve, hash) <= 1) return 1;
    size_t back = h->quiet == UINT8_MAX || !f->b->shrinks ? f->t->len : h->quiet + 1u;
    int n = trail_count(f->t, hash, back);
    return n ? n : 1;
}

static bool seen_before(const frame *f) {
    if (!f->t) return false;
    uint64_t hash = position_hash(f->b, rb_head_in(f->s), next_player(f));
    if (f->sieve && !*sieve_slot(f->sieve, hash)) return false;
    return trail_count(f->t, hash, f->t->len) > 0;
}

static bits grown(const frame *f, bits seed, bits inside) {
    int rounds;
    bits all = flood_rounds(f->w, f->b, seed, inside, &rounds);
    charge(f, rounds * shift_work(f->b, f->b->board.near));
    return all;
}

static bool joins(const frame *f, bits a, bits from, bits to) {
    to = bits_and(to, a);
    bits all = bits_and(from, a);
    if (!bits_some(to)) return false;
    while (bits_some(all)) {
        charge(f, shift_work(f->b, f->b->board.near));
        if (bits_some(bits_and(all, to))) return true;
        bits more = bits_and(bits_or(all, shift_all(f->w, f->b, all, f->b->board.near)), a);
        if (bits_same(more, all)) return false;
        all = more;
    }
    return false;
}

static bits map_area(const frame *f, bits a, unsigned map) {
    const rulebook *b = f->b;
    bits r = bits_none();
    int width = b->board.width;
    BITS_CELLS(a, c) {
        int to = map < GAME_MAX_PLAYERS ? b->board.view[map][c]
                                        : (int)c % width * width + (int)c / width;
        if (bits_has(&f->w->all, (unsigned)to)) bits_add(&r, (unsigned)to);
    }
    return r;
}

static bits table_union(const frame *f, unsigned table, bits a) {
    const bits *t = f->w->table + (size_t)table * (size_t)f->w->cells;
    bits r = bits_none();
    BITS_CELLS(a, c) r = bits_or(r, t[c]);
    return r;
}

static bits walk_union(const frame *f, const rb_walk *k, bits a) {
    bits r = bits_none();
    charge(f, bits_count(a) * __builtin_popcountll(k->dirs));
    BITS_CELLS(a, c) r = bits_or(r, walk_from(f, k, c));
    return r;
}

static unsigned in_row(int32_t i, unsigned last) {
    return i < 0 ? 0 : (unsigned)i > last ? last : (unsigned)i;
}

static int32_t divide(int32_t a, int32_t b, bool rest) {
    if (b == 0) return 0;
    if (b == -1) return rest ? 0 : (int32_t)(0u - (uint32_t)a);
    return rest ? a % b : a / b;
}

#define A       area_at(f, i->a)
#define B       area_at(f, i->b)
#define NA      num_at(f, i->a)
#define NB      num_at(f, i->b)
#define TEMP(x) f->temp[(x)&RB_INDEX]
#define NUM(x)  f->num[(x)&RB_INDEX]
#define WRAP(x) ((int32_t)(x))

/* The larger instructions, apart from the others so that those need few registers. */
/* NOLINTNEXTLINE(readability-function-size): one case an instruction */
static __attribute__((noinline)) void run_large(frame *f, const rb_ins *i) {
    charge(f, 1 + f->w->cells / 16);
    if (is_spent(f)) return;
    switch ((rb_op)i->op) {
    case OP_AREA_LOWEST: {
        bits a = A;
        TEMP(i->d) = bits_some(a) ? bits_of(bits_lowest(a)) : a;
        break;
    }
    case OP_AREA_TABLE:
        TEMP(i->d) = table_union(f, i->a, B);
        break;
    case OP_AREA_WALK:
        TEMP(i->d) = walk_union(f, &f->side->walk[i->a], B);
        break;
    case OP_AREA_WALK_CELL:
        TEMP(i->d) = f->cell[i->b] == RB_NO_CELL
                         ? bits_none()
                         : walk_from(f, &f->side->walk[i->a], f->cell[i->b]);
        break;
    case OP_AREA_ALONG:
        TEMP(i->d) = along_from(f, &f->side->pattern[i->a], B);
        break;
    case OP_AREA_ORIGINS:
        TEMP(i->d) = all_origins(f, &f->side->pattern[i->a]);
        break;
    case OP_AREA_GROUP:
        TEMP(i->d) = grown(f, A, B);
        break;
    case OP_AREA_STARVED: {
        bits a = A;
        bits fed = grown(f, shift_all(f->w, f->b, B, f->b->board.near), a);
        TEMP(i->d) = bits_sub(a, fed);
        break;
    }
    case OP_AREA_INRUN:
        TEMP(i->d) = in_runs(f, A, NB);
        break;
    case OP_AREA_MAP:
        TEMP(i->d) = map_area(f, A, i->b);
        break;
    case OP_AREA_NTH:
        TEMP(i->d) = nth_of(A, NB);
        break;
    case OP_AREA_THREATENED:
        TEMP(i->d) = threatened(f, &f->side->plan[i->b], A);
        break;
    case OP_AREA_LOAD:
        TEMP(i->d) = f->areas[0][i->a + in_row(NB, i->x)];
        break;
    case OP_NUM_MUL:
        NUM(i->d) = WRAP((uint32_t)NA * (uint32_t)NB);
        break;
    case OP_NUM_DIV:
        NUM(i->d) = divide(NA, NB, false);
        break;
    case OP_NUM_MOD:
        NUM(i->d) = divide(NA, NB, true);
        break;
    case OP_NUM_IN: {
        bits a = A;
        NUM(i->d) = bits_some(a) && !bits_some(bits_sub(a, B));
        break;
    }
    case OP_NUM_RUN_REACHES:
        NUM(i->d) =
            f->cell[i->b] != RB_NO_CELL && run_reaches(f, area_ptr(f, i->a), f->cell[i->b], i->x);
        break;
    case OP_NUM_RUN:
        NUM(i->d) = runs_through(f, area_ptr(f, i->a), B, 0);
        break;
    case OP_NUM_RUNS: {
        int32_t k = f->num[i->x];
        NUM(i->d) = k > 0 ? runs_through(f, area_ptr(f, i->a), B, k) : 0;
        break;
    }
    case OP_NUM_DIST:
        NUM(i->d) = distance(f, A, B);
        break;
    case OP_NUM_ATTACKED:
        NUM(i->d) = attacked_any(f, &f->side->plan[i->b], A);
        break;
    case OP_NUM_JOINS:
        NUM(i->d) = joins(f, A, B, f->temp[i->x]);
        break;
    case OP_NUM_CAN:
        NUM(i->d) = can_act(f, NA);
        break;
    case OP_NUM_REPEATS:
        NUM(i->d) = times_seen(f);
        break;
    case OP_NUM_SEEN:
        NUM(i->d) = seen_before(f);
        break;
    case OP_NUM_TURNS:
        NUM(i->d) = rb_head_in(f->s)->turns;
        break;
    case OP_NUM_KIND:
        NUM(i->d) = kind_at(f, A);
        break;
    case OP_NUM_OWNER:
        NUM(i->d) = owner_at(f, A);
        break;
    case OP_NUM_OPT:
        NUM(i->d) = f->opt - 1;
        break;
    case OP_NUM_NEXT:
        NUM(i->d) = next_player(f);
        break;
    case OP_NUM_PREV:
        NUM(i->d) = following(f->b, rb_head_in(f->s), f->me, -1);
        break;
    case OP_NUM_CLAMP:
        NUM(i->d) = (int32_t)in_row(NA, i->x);
        break;
    case OP_NUM_LOAD:
        NUM(i->d) = f->nums[0][i->a + in_row(NB, i->x)];
        break;
    case OP_STORE_AT:
        store_num(f, (int)(i->d + in_row(NB, i->x)), NA);
        break;
    case OP_STORE_AREA:
        store_area(f, i->d, A);
        break;
    case OP_STORE_AREA_AT:
        store_area(f, (int)(i->d + in_row(NB, i->x)), A);
        break;
    case OP_REMOVE:
        do_remove(f, A);
        break;
    case OP_PUT:
        do_put(f, A, i->x);
        break;
    case OP_FLIP:
        do_flip(f, A);
        break;
    case OP_GIVE:
        do_give(f, A, NB);
        break;
    case OP_CHANGE:
        do_change(f, A, i->x);
        break;
    case OP_RELOCATE:
        do_relocate(f, A, B);
        break;
    case OP_PUSH:
        do_push(f, B, f->side->walk[i->a].dirs);
        break;
    case OP_SET_NEXT:
        rb_head_of(f->s)->next = (uint8_t)in_row(NA, f->b->head.players - 1u);
        break;
    case OP_SET_PHASE:
        rb_head_of(f->s)->fresh_phase = i->x;
        break;
    case OP_WIN:
        set_winner(f, NA);
        break;
    case OP_LOSE:
        do_lose(f, NA);
        break;
    case OP_DRAW:
        set_drawn(f, 0);
        break;
    case OP_CLAIM:
        set_drawn(f, i->x);
        break;
    case OP_SCORE:
        do_score(f, i->a);
        break;
    default:
        break;
    }
}

/* NOLINTNEXTLINE(readability-function-size): one case an instruction */
static int32_t run_code(frame *f, uint16_t code) {
    const rb_ins *base = f->code;
    const rb_ins *i = base + code;
    for (;; i++) {
        switch ((rb_op)i->op) {
        case OP_RETURN:
            return NA;
        case OP_JUMP:
            i = base + i->a - 1;
            break;
        case OP_JUMP_IF:
            if (NB) i = base + i->a - 1;
            break;
        case OP_JUMP_IF_NOT:
            if (!NB) i = base + i->a - 1;
            break;
        case OP_AREA_COPY:
            TEMP(i->d) = A;
            break;
        case OP_AREA_AND:
            TEMP(i->d) = bits_and(A, B);
            break;
        case OP_AREA_OR:
            TEMP(i->d) = bits_or(A, B);
            break;
        case OP_AREA_SUB:
            TEMP(i->d) = bits_sub(A, B);
            break;
        case OP_AREA_NOT:
            TEMP(i->d) = bits_sub(f->w->all, A);
            break;
        case OP_AREA_CELL:
            TEMP(i->d) = cell_area(f, i->a);
            break;
        case OP_AREA_TABLE_CELL:
            TEMP(i->d) = f->cell[i->b] == RB_NO_CELL
                             ? bits_none()
                             : f->w->table[(size_t)i->a * (size_t)f->w->cells + f->cell[i->b]];
            break;
        case OP_AREA_SHIFT:
            TEMP(i->d) = shift_all(f->w, f->b, B, f->side->walk[i->a].dirs);
            break;
        case OP_NUM_COPY:
            NUM(i->d) = NA;
            break;
        case OP_NUM_ADD:
            NUM(i->d) = WRAP((uint32_t)NA + (uint32_t)NB);
            break;
        case OP_NUM_SUB:
            NUM(i->d) = WRAP((uint32_t)NA - (uint32_t)NB);
            break;
        case OP_NUM_EQ:
            NUM(i->d) = NA == NB;
            break;
        case OP_NUM_NE:
            NUM(i->d) = NA != NB;
            break;
        case OP_NUM_LT:
            NUM(i->d) = NA < NB;
            break;
        case OP_NUM_LE:
            NUM(i->d) = NA <= NB;
            break;
        case OP_NUM_NOT:
            NUM(i->d) = !NA;
            break;
        case OP_NUM_COUNT:
            NUM(i->d) = bits_count(A);
            break;
        case OP_NUM_SOME:
            NUM(i->d) = bits_some(A);
            break;
        case OP_NUM_NONE:
            NUM(i->d) = !bits_some(A);
            break;
        case OP_NUM_SAME:
            NUM(i->d) = bits_same(A, B);
            break;
        case OP_NUM_CELL_IN:
            NUM(i->d) = cell_in(f, i->a, i->b);
            break;
        case OP_STORE:
            store_num(f, i->d, NA);
            break;
        case OP_DONE:
            f->done = true;
            break;
        case OP_RETURN_LE:
            return NA <= NB;
        case OP_RETURN_REPEATS:
            return num_at(f, i[1].a) <= times_seen(f);
        case OP_JUMP_OUTSIDE:
            NUM(i->d) = cell_in(f, i->a, i->b);
            i = NUM(i->d) ? i + 1 : base + i[1].a - 1;
            break;
        case OP_STORE_SUM:
            NUM(i->d) = WRAP((uint32_t)NA + (uint32_t)NB);
            i++;
            store_num(f, i->d, NA);
            break;
        case OP_ADD_COUNTER:
            NUM(i->d) = WRAP((uint32_t)NA + (uint32_t)NB);
            i++;
            rb_vars_of(f->b, f->s)[i->d] = NUM(i->a);
            break;
        case OP_SET_COUNTER: { /* chosen without a branch */
            bool inside = cell_in(f, i->a, i->b);
            NUM(i->d) = inside;
            i += 2;
            int32_t *at = rb_vars_of(f->b, f->s) + i->d;
            *at = inside ? NA : *at;
            break;
        }
        case OP_RETURN_OUTSIDE:
            NUM(i->d) = cell_in(f, i->a, i->b);
            if (!NUM(i->d)) return num_at(f, base[i[1].a].a);
            i++;
            break;
        case OP_REMOVE_CELL:
            TEMP(i->d) = cell_area(f, i->a);
            remove_cell(f, f->cell[i->a]);
            i++;
            break;
        case OP_NUM_MEET:
            TEMP(i->d) = bits_and(A, B);
            i++;
            NUM(i->d) = bits_some(A);
            break;
        default:
            run_large(f, i);
            break;
        }
    }
}

/* The same for effects, which often do nothing. */
static inline void run_effects(frame *f, uint16_t code) {
    const rb_ins *i = f->code + code;
    if (i->op == OP_RETURN_OUTSIDE && !cell_in(f, i->a, i->b)) return;
    (void)run_code(f, code);
}

/* The same for conditions, the shortest of which need no call. */
static inline int32_t run_test(frame *f, uint16_t code) {
    const rb_ins *i = f->code + code;
    if (i->op == OP_RETURN_LE) return NA <= NB;
    if (i->op == OP_RETURN_REPEATS) return num_at(f, i[1].a) <= times_seen(f);
    return run_code(f, code);
}

#undef A
#undef B
#undef NA
#undef NB
#undef TEMP
#undef NUM
#undef WRAP

#endif
