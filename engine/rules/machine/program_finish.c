#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/rules/machine/run.h"

/* What follows from code and automaton, made by any caller: traits, forms that can be played
 * faster, keys for hashing, and the interpreter of the right width. */

/* --- traits --- */

/* Whether a player may be asked in what follows of a turn, from this node of a tree on. */
static bool asks_again(const program *b, uint16_t node, int depth) {
    const rb_node *n = &b->node[node];
    if (n->kind == NODE_GEN || depth > RB_POINTS) return true;
    if (n->kind == NODE_AUTO && n->succ != RB_END &&
        asks_again(b, b->point[n->succ].node, depth + 1))
        return true;
    for (uint16_t i = n->first; i; i = b->node[i].next)
        if (asks_again(b, i, depth + 1)) return true;
    return false;
}

static uint32_t traits_of(const program *b) {
    uint32_t t = GAME_NOEND;
    bool plain = true; /* a turn is one action: a move as front ends know it */
    for (int i = 0; i < b->gens; i++) {
        const rb_gen *g = &b->side[0].gen[i];
        if (g->kind == GEN_CHANCE) t |= GAME_CHANCE;
        plain &= g->succ == RB_END || !asks_again(b, b->point[g->succ].node, 0);
    }
    if (b->secrets) t |= GAME_HIDDEN;
    if (b->reads_trail) t |= GAME_REPEATS;
    if (b->scores && b->head.players > 2) t |= GAME_UNEVEN;
    if (b->scores) t |= GAME_RANKS;
    if (b->fields && plain) t |= GAME_UCI;
    if (b->board.skips_i) t |= GAME_SKIPS_I;
    if (b->halves) t |= GAME_HALVES;
    return t;
}

/* --- how turns go --- */

/* Whether a tree holds a part that continues by itself. */
static bool goes_on(const program *b, uint16_t node) {
    const rb_node *n = &b->node[node];
    if (n->kind == NODE_AUTO) return true;
    for (uint16_t i = n->first; i; i = b->node[i].next)
        if (goes_on(b, i)) return true;
    return false;
}

/* Whether a tree ends the game where it offers nothing: its last alternative is an outcome. */
static bool never_skips(const program *b, const rb_side *s, uint16_t node) {
    const rb_node *n = &b->node[node];
    if (n->kind != NODE_ELSE) return false;
    for (uint16_t i = n->first; i; i = b->node[i].next) {
        const rb_node *one = &b->node[i];
        if (one->kind != NODE_AUTO) {
            if (goes_on(b, i)) return false;
            continue;
        }
        int op = s->code[s->test[one->gen]].op;
        return op == OP_WIN || op == OP_LOSE || op == OP_DRAW || op == OP_SCORE;
    }
    return false;
}

/* Two players who take turns: no rule chooses who is next, and no turn is passed over. */
static bool turns_pass(const program *b) {
    if (b->head.players != 2) return false;
    for (int p = 0; p < 2; p++) {
        const rb_side *s = &b->side[p];
        for (int i = 1; i < s->code_len; i++)
            if (s->code[i].op == OP_SET_NEXT) return false;
        for (int i = 0; i < b->gens; i++)
            if (s->gen[i].kind == GEN_CHANCE) return false;
        for (int i = 0; i < b->phases; i++)
            if (!never_skips(b, s, b->point[b->entry[i]].node)) return false;
    }
    return true;
}

static bool only_shrinks(const program *b) {
    for (int i = 0; i < b->gens; i++)
        if (b->side[0].gen[i].kind == GEN_PLACE) return false;
    for (int p = 0; p < b->head.players; p++)
        for (int i = 1; i < b->side[p].code_len; i++)
            if (b->side[p].code[i].op == OP_PUT && (p > 0 || i >= b->play_code)) return false;
    return true;
}

/* Of a choice, whoever makes it; 1 of another action. */
static uint64_t choices_of(const program *b, int gen) {
    uint64_t max = 1;
    for (int p = 0; p < b->head.players; p++)
        if (b->side[p].gen[gen].choices > max) max = b->side[p].gen[gen].choices;
    return max;
}

static uint32_t max_actions_of(const program *b) {
    uint64_t max = 1;
    for (int i = 0; i < b->gens; i++) {
        const rb_gen *g = &b->side[0].gen[i];
        uint64_t cells = (uint64_t)area_count(b->board.all);
        uint64_t kinds = g->kind_count ? g->kind_count : g->promotions ? (uint64_t)b->kinds : 1;
        bool aims = g->kind == GEN_PLACE || g->kind == GEN_PICK;
        max += g->kind == GEN_MOVE     ? cells * cells * kinds
               : aims                  ? cells * kinds
               : g->kind == GEN_CHANCE ? RB_OUTCOMES
                                       : choices_of(b, i);
    }
    return max < RB_MAX_ACTIONS ? (uint32_t)max : RB_MAX_ACTIONS;
}

/* --- games of placing one piece at a time --- */

/* The node that matters: through unions of one. */
static const rb_node *bare_node(const program *b, uint16_t node) {
    const rb_node *n = &b->node[node];
    while (n->kind == NODE_UNION && n->first && !b->node[n->first].next) n = &b->node[n->first];
    return n;
}

static bool placing_side(const program *b, rb_side *s, int gen) {
    const rb_gen *g = &s->gen[gen];
    if (g->kind != GEN_PLACE || g->guard || g->choice || g->where || g->block || g->kind_count ||
        g->requires || s->before || b->endings != 1)
        return false;
    const rb_ins *test = &s->code[s->ending[0].test];
    const rb_ins *effect = &s->code[s->ending[0].effect];
    int me = (int)(s - b->side);
    bool wins = effect->op == OP_WIN && effect[1].op == OP_RETURN &&
                (effect->a & RB_BASE) == RB_CONST && b->number[effect->a & RB_INDEX] == me;
    uint16_t own = (uint16_t)(RB_STATE | (SET_OWN + me));
    if (!wins || g->owner != me) return false;
    s->placing = (rb_placing){.code = (uint8_t)rb_code(b, b->kind_list[g->kinds], (unsigned)me)};
    s->placing.area = own;
    if (test->op == OP_NUM_RUN_REACHES && test[1].op == OP_RETURN) {
        s->placing.run = test->x;
        return test->a == own && test->b == CELL_LAST;
    }
    /* joins(mine, X, Y) with two areas that do not change */
    if (test->op != OP_AREA_COPY || test[1].op != OP_NUM_JOINS || test[2].op != OP_RETURN)
        return false;
    s->placing.from = test[1].b;
    s->placing.to = test->a;
    return test[1].a == own && (test->a & RB_BASE) == RB_CONST && (test[1].b & RB_BASE) == RB_CONST;
}

static void find_placing(program *b) {
    b->placing_gen = -1;
    if (b->phases != 1 || b->points != 1 || b->head.players != 2 || b->reads_trail || b->levels)
        return;
    const rb_node *n = bare_node(b, b->point[b->entry[0]].node);
    if (n->kind == NODE_ELSE) n = bare_node(b, n->first);
    if (n->kind != NODE_GEN || b->point[b->entry[0]].keeps_last || b->turns_limit >= 0) return;
    if (placing_side(b, &b->side[0], n->gen) && placing_side(b, &b->side[1], n->gen))
        b->placing_gen = n->gen;
}

/* A turn that is one `place` of the rb_starving kind, and perhaps one `pass`. */
static void find_starving(program *b) {
    b->starving_gen = b->starving_pass = -1;
    if (b->phases != 1 || b->points != 1 || b->rounds || b->levels) return;
    const rb_node *n = bare_node(b, b->point[b->entry[0]].node);
    if (n->kind == NODE_ELSE) n = bare_node(b, n->first);
    if (n->kind != NODE_UNION && n->kind != NODE_GEN) return;
    int place = -1;
    int pass = -1;
    for (uint16_t i = n->kind == NODE_GEN ? (uint16_t)(n - b->node) : n->first; i;
         i = n->kind == NODE_GEN ? 0 : b->node[i].next) {
        const rb_gen *g = &b->side[0].gen[b->node[i].gen];
        bool plain = b->node[i].kind == NODE_GEN && !g->guard && !g->where && !g->choice &&
                     g->succ == RB_END;
        int *which = g->kind == GEN_PASS ? &pass : &place;
        bool fits = g->kind == GEN_PASS ? !g->requires : g->starving && !g->kind_count;
        if (!plain || !fits || *which >= 0) return;
        *which = b->node[i].gen;
    }
    if (place < 0) return;
    b->starving_gen = place;
    b->starving_pass = pass;
}

/* --- how actions are written --- */

/* Where kinds placed at one point differ, all are written with their letters. -1: none yet; -2:
 * they differ. */
static int placed_kind(const program *b, uint16_t node, int known) {
    const rb_node *n = &b->node[node];
    const rb_gen *g = n->kind == NODE_GEN ? &b->side[0].gen[n->gen] : NULL;
    int kinds = g && g->kind == GEN_PLACE ? (g->kind_count ? g->kind_count : 1) : 0;
    for (int i = 0; i < kinds; i++) {
        int kind = b->kind_list[g->kinds + i];
        known = known == -1 || known == kind ? kind : -2;
    }
    for (uint16_t i = n->first; i; i = b->node[i].next) known = placed_kind(b, i, known);
    return known;
}

static void write_kinds(const program *b, uint16_t node) {
    const rb_node *n = &b->node[node];
    for (int p = 0; n->kind == NODE_GEN && p < b->head.players; p++)
        if (b->side[p].gen[n->gen].kind == GEN_PLACE) b->side[p].gen[n->gen].many = true;
    for (uint16_t i = n->first; i; i = b->node[i].next) write_kinds(b, i);
}

void program_mark_kinds(const program *b) {
    for (int p = 1; p <= b->points; p++) {
        uint16_t node = b->point[p].node;
        if (node && placed_kind(b, node, -1) == -2) write_kinds(b, node);
    }
}

/* --- keys, and the interpreter --- */

static bool make_keys(program *b) {
    size_t n = (size_t)b->board.cells * (size_t)b->codes;
    b->key = mem_alloc(n * sizeof *b->key);
    if (!b->key) return false;
    for (int cell = 0; cell < b->board.cells; cell++)
        for (int code = 1; code < b->codes; code++)
            b->key[cell * b->codes + code] =
                hash_key("rules/piece", (uint64_t)cell * 256 + (uint64_t)code);
    hash_fill(b->mover_key, GAME_MAX_PLAYERS, "rules/mover");
    hash_fill(b->phase_key, RB_MAX_PHASES, "rules/phase");
    hash_fill(b->point_key, RB_POINTS + 1, "rules/point");
    hash_fill(b->var_key, RB_SLOTS, "rules/var");
    hash_fill(b->area_key, RB_AREA_VARS, "rules/area");
    return true;
}

/* --- generators next to each other --- */

static bool is_cheap(const program *b, int gen) {
    bool cheap = true;
    for (int i = 0; i < b->head.players; i++) {
        const rb_gen *g = &b->side[i].gen[gen];
        cheap &= g->kind == GEN_MOVE && g->form == FORM_LINE && !g->where;
    }
    return cheap;
}

static void find_neighbours(program *b) {
    for (int i = 1; i < b->nodes; i++) { /* 0 is none */
        rb_node *n = &b->node[i];
        if (n->kind != NODE_GEN) continue;
        n->cheap = is_cheap(b, n->gen);
        n->last_gen = n->gen;
        n->after_last = n->next;
        while (n->after_last) {
            const rb_node *more = &b->node[n->after_last];
            if (more->kind != NODE_GEN || more->gen != n->last_gen + 1) break;
            n->last_gen = more->gen;
            n->after_last = more->next;
        }
    }
}

static const rb_run *runner(int width) {
    return width == 1 ? &rb_run_w1 : width == 2 ? &rb_run_w2 : width == 4 ? &rb_run_w4 : &rb_run_w8;
}

status program_finish(program *b) {
    assert(program_check(b));
    b->head.max_actions = max_actions_of(b);
    b->head.max_steps = 1;
    b->head.traits = traits_of(b);
    b->shrinks = !b->rounds && !b->levels && only_shrinks(b);
    b->turns_pass = !b->rounds && turns_pass(b);
    b->work = RB_WORK;
    program_find_work(b);
    b->run = b->interpreter = runner(b->words);
    find_neighbours(b);
    find_placing(b);
    find_starving(b);
    if (!b->kind_list) b->kind_list = mem_alloc(1); /* so that a list of none is one, too */
    return b->kind_list && make_keys(b) ? b->run->prepare(b) : ST_NOMEM;
}
