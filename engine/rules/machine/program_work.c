#include "engine/rules/machine/program.h"

/* How much there is to do: steps that the code of generators takes, which the interpreter charges
 * where it runs for each action; and which points may take more than RB_WORK steps to list. Those
 * are listed when a position comes about, so that it can end the game: all others are not, and pay
 * nothing. What is found here is a guess on the safe side; the interpreter counts in any case. */

enum { COPY_WORK = 16, TRIAL_ROUND = 16 };

static uint64_t at_most(uint64_t x) {
    return x < UINT32_MAX ? x : UINT32_MAX;
}

static uint64_t times(uint64_t x, uint64_t y) {
    return at_most(at_most(x) * at_most(y));
}

typedef struct weigher {
    const program *b;
    const rb_side *s;
    uint64_t can; /* what it takes to answer a `can` */
    bool bare;    /* the larger instructions charge for themselves */
} weigher;

static uint64_t shifts(const program *b, uint64_t dirs) {
    bool straight = b->board.shape != BOARD_LINES && !b->board.rings;
    uint64_t each = straight ? 1 : 1 + (uint64_t)b->board.cells / 16;
    return each * (uint64_t)__builtin_popcountll(dirs);
}

/* One instruction; the larger ones as they are on full boards. */
static uint64_t ins_work(const weigher *w, const rb_ins *i) {
    const program *b = w->b;
    uint64_t cells = (uint64_t)b->board.cells;
    uint64_t large = 1 + cells / 16;
    static const uint8_t class_of[OP_COUNT] = {
#define WORK_CLASS(name, work, what) [OP_##name] = WORK_##work,
        RB_OPS(WORK_CLASS)
#undef WORK_CLASS
    };
    assert(i->op < OP_COUNT); /* nothing is fused yet */
    rb_work_class cost = (rb_work_class)class_of[i->op];
    if (cost == WORK_SHIFT) return shifts(b, w->s->walk[i->a].dirs);
    if (w->bare) return 1;
    switch (cost) {
    case WORK_SPREAD:
        return large + cells / 2 * shifts(b, b->board.near);
    case WORK_LINES:
        return large + cells * (uint64_t)b->board.dirs / 4;
    case WORK_PLAN:
        return large + 4 * (uint64_t)w->s->plan[i->b].count;
    case WORK_CAN:
        return large + w->can;
    case WORK_CELLS:
        return large + cells / 4;
    case WORK_ROUND:
        return 2; /* its body is counted by part_work() */
    default:
        return 1;
    }
}

/* Code up to an offset. The body of a loop, from its head to its end, is done for each cell. */
static uint64_t part_work(const weigher *w, uint16_t from, uint16_t end) {
    uint64_t sum = 0;
    for (uint16_t i = from; i < end; i++) {
        const rb_ins *x = &w->s->code[i];
        sum = at_most(sum + ins_work(w, x));
        if (x->op != OP_NEXT_CELL || w->bare) continue; /* bare: it charges for itself */
        uint16_t after = (uint16_t)(i + x->b);          /* the loop is as long as it costs */
        sum = at_most(sum + times((uint64_t)w->b->board.cells, part_work(w, i + 1, after)));
        i = (uint16_t)(after - 1);
    }
    return sum;
}

/* The code from an offset to its end: after all jumps, at a RETURN. */
static uint64_t code_work(const weigher *w, uint16_t code) {
    uint16_t last = code;
    uint16_t end = code;
    if (!code) return 0;
    for (; end < w->s->code_len; end++) {
        const rb_ins *x = &w->s->code[end];
        bool jumps = x->op == OP_JUMP || x->op == OP_JUMP_IF || x->op == OP_JUMP_IF_NOT;
        if (jumps && x->a > last) last = x->a;
        if (x->op == OP_RETURN && end >= last) break;
    }
    return part_work(w, code, (uint16_t)(end < w->s->code_len ? end + 1 : end));
}

static uint64_t trial_of(const weigher *w, const rb_gen *g) {
    uint64_t sum =
        COPY_WORK + code_work(w, w->s->before) + code_work(w, g->lift) + code_work(w, g->block);
    for (int i = 0; i < g->requires; i++) sum += code_work(w, g->require[i]);
    return at_most(sum);
}

/* --- how many actions there can be --- */

/* Whether its sources are one cell: `move last to ..`. */
static bool one_source(const weigher *w, const rb_gen *g) {
    if (!g->prep) return false;
    const rb_ins *i = &w->s->code[g->prep];
    return i->op == OP_AREA_CELL && (i->d == g->src || i->d == g->src_in);
}

static uint64_t targets_of(const weigher *w, const rb_gen *g) {
    const board *o = &w->b->board;
    uint64_t side = (uint64_t)(o->width > o->height ? o->width : o->height);
    switch ((rb_form)g->form) {
    case FORM_TABLE: {
        int max = 0;
        for (int c = 0; c < o->cells; c++) {
            int n = area_count(w->b->table[g->arg * o->cells + c]);
            if (n > max) max = n;
        }
        return (uint64_t)max;
    }
    case FORM_RIDE:
        return (uint64_t)__builtin_popcountll(w->s->walk[g->arg].dirs) * side;
    case FORM_LINE:
        return (uint64_t)__builtin_popcountll(w->s->pattern[g->arg].dirs);
    default:
        return (uint64_t)o->cells;
    }
}

/* What a generator takes for each source, and in *sources how many there can be. */
static uint64_t gen_work(const weigher *w, const rb_gen *g, uint64_t *sources) {
    uint64_t cells = (uint64_t)area_count(w->b->board.all);
    uint64_t kinds = g->kind_count ? g->kind_count : g->promotions ? (uint64_t)w->b->kinds : 1;
    uint64_t each =
        1 + code_work(w, g->where) + code_work(w, g->weight) + (g->requires ? trial_of(w, g) : 0);
    uint64_t once = code_work(w, g->guard) + code_work(w, g->prep) +
                    times(kinds, code_work(w, g->choice)) +
                    (g->form == FORM_CODE ? code_work(w, g->arg) : 0);
    *sources = g->kind != GEN_MOVE || one_source(w, g) ? 1 : cells;
    uint64_t to = g->kind == GEN_MOVE                           ? targets_of(w, g)
                  : g->kind == GEN_PLACE || g->kind == GEN_PICK ? cells
                  : g->weight                                   ? RB_OUTCOMES
                  : g->choices                                  ? g->choices
                                                                : 1;
    return at_most(once + times(to * kinds, each));
}

typedef struct bound {
    uint64_t rest;           /* whatever its kind */
    uint64_t kind[RB_KINDS]; /* for each piece of a kind */
    bool longest;
} bound;

static void tree_work(const weigher *w, uint16_t node, bound *x) {
    const program *b = w->b;
    const rb_node *n = &b->node[node];
    if (!node) return;
    x->longest |= n->kind == NODE_LONGEST;
    if (n->kind == NODE_WHEN) x->rest = at_most(x->rest + code_work(w, w->s->test[n->gen]));
    if (n->kind == NODE_GEN) {
        const rb_gen *g = &w->s->gen[n->gen];
        uint64_t sources;
        uint64_t each = gen_work(w, g, &sources);
        int kind = g->src_in - b->set_kind;
        bool known = sources > 1 && b->kinds > 1 && (g->src_in & RB_BASE) == RB_STATE &&
                     kind >= 0 && kind < b->kinds;
        if (known)
            x->kind[kind] = at_most(x->kind[kind] + each);
        else
            x->rest = at_most(x->rest + times(sources, each));
    }
    for (uint16_t i = n->first; i; i = b->node[i].next) tree_work(w, i, x);
}

/* Pieces of all kinds together are no more than there are cells. */
static uint64_t total(const program *b, const bound *x) {
    uint64_t max = 0;
    for (int k = 0; k < b->kinds; k++)
        if (x->kind[k] > max) max = x->kind[k];
    return at_most(x->rest + times(max, (uint64_t)area_count(b->board.all)));
}

static uint64_t list_work(const weigher *w, uint16_t node, bool *longest) {
    bound x = {.rest = 0};
    tree_work(w, node, &x);
    *longest = x.longest;
    return total(w->b, &x);
}

static uint16_t as_short(uint64_t x) {
    return (uint16_t)(x < UINT16_MAX ? x : UINT16_MAX);
}

static void weigh_side(program *b, rb_side *s) {
    bool longest;
    weigher w = {.b = b, .s = s, .bare = true};
    uint64_t look = COPY_WORK;
    uint64_t chain = 0; /* a look in the middle of a `longest` chain */
    for (int i = 0; i < b->gens; i++) {
        rb_gen *g = &s->gen[i];
        bool plain = g->kind != GEN_MOVE || g->form == FORM_LINE || one_source(&w, g);
        look += plain ? 4 : 4 + (uint64_t)b->board.cells / 8;
        g->trial_work = as_short(trial_of(&w, g));
        g->where_work = as_short(code_work(&w, g->weight ? g->weight : g->where));
        g->target_work = as_short(g->form == FORM_CODE ? code_work(&w, g->arg) : 0);
    }
    s->movegen_work = as_short(look);
    w.bare = false;
    for (int i = 0; i < b->endings; i++) {
        uint16_t last = s->ending[i].effect; /* it follows the test */
        for (uint16_t at = s->ending[i].test; at < last; at++)
            s->ending[i].slow |= ins_work(&w, &s->code[at]) > 1;
    }
    uint64_t can = 0;
    for (int i = 0; i < b->phases; i++) {
        uint64_t one = list_work(&w, b->point[b->entry[i]].node, &longest);
        if (one > can) can = one;
    }
    w.can = can;
    for (int i = 1; i <= b->points; i++) {
        uint64_t one = list_work(&w, b->point[i].node, &longest);
        bool entry = false;
        for (int k = 0; k < b->phases; k++) entry |= b->entry[k] == i;
        if (longest && !entry && one > chain) chain = one;
    }
    for (int i = 1; i <= b->points; i++) {
        uint64_t one = list_work(&w, b->point[i].node, &longest);
        if (longest) one = at_most(one + times(RB_CHAIN_TRIES, TRIAL_ROUND + chain));
        b->point[i].weighty |= one > RB_WORK;
    }
}

void program_find_work(program *b) {
    for (int i = 0; i < b->head.players; i++) weigh_side(b, &b->side[i]);
}
