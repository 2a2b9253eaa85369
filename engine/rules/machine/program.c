#include "engine/rules/machine/program.h"

#include "engine/base/memory.h"
#include "engine/rules/machine/terms.h"

/* --- what always holds --- */

static bool is_area(const program *b, unsigned at) {
    int i = (int)(at & RB_INDEX);
    unsigned base = at & RB_BASE;
    return base == RB_STATE   ? i < b->sets
           : base == RB_CONST ? i < b->constants
                              : base == RB_TEMP && i < RB_TEMPS;
}

static bool is_number(const program *b, unsigned at) {
    int i = (int)(at & RB_INDEX);
    unsigned base = at & RB_BASE;
    return base == RB_STATE   ? i < b->var_slots
           : base == RB_CONST ? i < b->numbers
                              : base == RB_TEMP && i < RB_TEMPS;
}

static bool is_temporary(unsigned at) {
    return (at & RB_BASE) == RB_TEMP && (at & RB_INDEX) < RB_TEMPS;
}

/* Instructions about cards. */
static bool check_card(const program *b, const rb_ins *i) {
    bool passes = i->op == OP_CARD_PASS || i->op == OP_CARD_SLIP;
    bool piles = i->op == OP_CARD_OPEN || i->op == OP_CARD_GATHER;
    if (!is_number(b, i->a) || !is_number(b, i->b)) return false;
    if (passes) return i->x % 16 < b->secrets && i->x / 16 < b->secrets && is_number(b, i->d);
    return i->x < b->secrets && (!piles || i->d < b->var_slots);
}

/* Instructions about variables, numbers of cells among them, and what is put or chosen. */
static bool check_variables(const program *b, const rb_ins *i) {
    switch (i->op) {
    case OP_STORE:
        return i->d < b->var_slots && is_number(b, i->a);
    case OP_STORE_AREA:
        return i->d < b->sets && is_area(b, i->a);
    case OP_NUM_AT_CELL:
        return i->a + b->board.cells <= b->var_slots && is_area(b, i->b);
    case OP_STORE_CELLS:
    case OP_ADD_CELLS:
        return i->d + b->board.cells <= b->var_slots && is_number(b, i->a) && is_area(b, i->b);
    case OP_SOW:
        return i->d + b->board.cells <= b->var_slots && is_area(b, i->a) && is_area(b, i->b) &&
               i->x < board_ways(&b->board);
    case OP_NUM_CHOICE:
        return i->a > 0 && i->b > 0;
    case OP_NUM_LISTED:
        return i->a < b->listed && is_number(b, i->b);
    case OP_PUT:
        return i->x < b->codes && is_area(b, i->a);
    default:
        return true;
    }
}

static bool check_ins(const program *b, const rb_side *s, int at) {
    const rb_ins *i = &s->code[at];
    bool good = i->op < OP_COUNT;
    if (i->op >= OP_CARD_REVEAL && i->op <= OP_CARD_GATHER) return check_card(b, i);
    bool finds = (i->op >= OP_AREA_COPY && i->op <= OP_NUM_AT_CELL) || i->op == OP_NUM_HELD;
    if (finds) good = good && is_temporary(i->d);
    switch (i->op) {
    case OP_RETURN:
        return good && is_number(b, i->a);
    case OP_JUMP_IF:
    case OP_JUMP_IF_NOT:
        good = good && is_number(b, i->b);
        /* fall through */
    case OP_JUMP:
        return good && i->a < s->code_len && (i->a > at || s->code[i->a].op == OP_NEXT_CELL);
    case OP_NEXT_CELL:
        return good && is_temporary(i->a) && i->x < RB_LOOPS;
    case OP_AREA_AND:
    case OP_AREA_OR:
    case OP_AREA_SUB:
    case OP_NUM_SAME:
    case OP_NUM_IN:
    case OP_RELOCATE:
    case OP_LIFT:
    case OP_TUCK:
        good = good && is_area(b, i->b);
        /* fall through */
    case OP_AREA_COPY:
    case OP_AREA_NOT:
    case OP_NUM_COUNT:
    case OP_NUM_SOME:
    case OP_NUM_NONE:
    case OP_NUM_LEVELS:
    case OP_REMOVE:
        return good && is_area(b, i->a);
    case OP_NUM_LEVELS_OF:
    case OP_NUM_LEVEL_KIND:
    case OP_NUM_LEVEL_OWNER:
    case OP_REMOVE_TOP:
        return good && is_area(b, i->a) && is_number(b, i->b);
    case OP_AREA_CELL:
        return good && i->a < CELL_COUNT;
    case OP_NUM_CELL_IN:
        return good && i->a < CELL_COUNT && is_area(b, i->b);
    case OP_AREA_TABLE:
        return good && i->a < b->tables && is_area(b, i->b);
    case OP_AREA_WALK:
        return good && i->a < s->walks && is_area(b, i->b);
    case OP_AREA_ALONG:
        return good && i->a < s->patterns && is_area(b, i->b);
    case OP_NUM_ADD:
    case OP_NUM_SUB:
    case OP_NUM_MUL:
    case OP_NUM_DIV:
    case OP_NUM_MOD:
    case OP_NUM_EQ:
    case OP_NUM_NE:
    case OP_NUM_LT:
    case OP_NUM_LE:
    case OP_NUM_MAX:
    case OP_NUM_MIN:
        good = good && is_number(b, i->b);
        /* fall through */
    case OP_NUM_COPY:
    case OP_NUM_NOT:
        return good && is_number(b, i->a);
    default:
        return good && check_variables(b, i);
    }
}

/* 0 is none. */
static bool is_code(const rb_side *s, unsigned at) {
    return at == 0 || at < s->code_len;
}

static bool check_gen(const program *b, const rb_side *s, const rb_gen *g) {
    bool good = g->succ <= b->points && is_code(s, g->guard) && is_code(s, g->choice) &&
                is_code(s, g->prep) && is_code(s, g->where) && is_code(s, g->block) &&
                is_code(s, g->lift) && is_code(s, g->weight) && g->requires <= RB_REQUIRES &&
                g->promotion + g->promotions <= s->promotions;
    for (int i = 0; good && i < g->requires; i++) good = is_code(s, g->require[i]);
    return good;
}

static bool check_side(const program *b, const rb_side *s) {
    bool good = s->code_len == 0 || s->code[s->code_len - 1].op == OP_RETURN;
    for (int i = 1; good && i < s->code_len; i++) good = check_ins(b, s, i);
    for (int i = 0; good && i < b->gens; i++) good = check_gen(b, s, &s->gen[i]);
    good = good && is_code(s, s->keep);
    for (int i = 0; good && i < s->tests; i++) good = is_code(s, s->test[i]);
    for (int i = 0; good && i < b->own_terms; i++) good = is_code(s, s->term[i]);
    for (int i = 0; good && i < b->endings; i++)
        good = is_code(s, s->ending[i].test) && is_code(s, s->ending[i].effect);
    for (int i = 0; good && i < b->hints; i++) {
        const rb_hint *h = &s->hint[i];
        good = h->form < HINT_FORMS && is_code(s, h->test) && is_code(s, h->code) &&
               is_area(b, h->area);
    }
    return good;
}

static bool check_node(const program *b, const rb_node *n) {
    bool tested = n->kind == NODE_WHEN || n->kind == NODE_AUTO;
    return n->kind <= NODE_LONGEST && n->first < b->nodes && n->next < b->nodes &&
           (n->kind != NODE_GEN || n->gen < b->gens) && (!tested || n->gen < b->side[0].tests) &&
           (n->kind != NODE_AUTO || n->succ <= b->points);
}

bool program_check(const program *b) {
    bool good = (b->words == 1 || b->words == 2 || b->words == 4 || b->words == 8) &&
                b->board.cells <= b->words * 64 && b->codes <= 256 &&
                b->head.state_size <= RB_MAX_STATE && b->vars_at < b->head.state_size &&
                b->cells_at + (uint32_t)b->board.cells <= b->head.state_size && b->phases >= 1 &&
                b->phases <= RB_MAX_PHASES && board_check(&b->board);
    for (int i = 1; good && i <= b->points; i++)
        good = b->point[i].node < b->nodes && b->point[i].skip <= b->points;
    for (int i = 1; good && i < b->nodes; i++) good = check_node(b, &b->node[i]);
    for (int i = 0; good && i < b->phases; i++) good = b->entry[i] <= b->points;
    for (int p = 0; good && p < b->head.players; p++) good = check_side(b, &b->side[p]);
    return good;
}

void program_clear(program *b) {
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) {
        rb_side *s = &b->side[i];
        mem_free(s->code);
        mem_free(s->gen);
        mem_free(s->test);
        mem_free(s->promotion);
        mem_free(s->part);
        mem_free(s->walk);
        mem_free(s->pattern);
        mem_free(s->hit);
        mem_free(s->plan);
        mem_free(s->ending);
        mem_free(s->hint);
    }
    mem_free(b->node);
    mem_free(b->place);
    mem_free(b->kind_list);
    mem_free(b->names);
    mem_free(b->constant);
    mem_free(b->number);
    mem_free(b->table);
    mem_free(b->key);
    mem_free(b->wide);
    mem_free(b->inputs);
    terms_free(b->terms);
}
