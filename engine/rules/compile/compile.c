#include "engine/rules/compile/compiler.h"

#include <stdio.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/rules/compile/compile.h"
#include "engine/rules/machine/run.h"
#include "engine/rules/machine/terms.h"

/* The compiler from tree to program: declarations, checks, code for each side, keys, tables. */

/* --- checks of the whole --- */

static void check_hits(compiler *c, int kind) {
    piece_info *p = &c->piece[kind];
    if (!p->hits) return;
    c->inside_hits = true;
    bool good = check_is(c, p->hits, NULL, VAL_AREA);
    c->inside_hits = false;
    if (good) return;
    p->hits = 0; /* so that nobody follows it in a circle */
    p->bad_hits = true;
}

/* `on A`: the same for every position, though each player may see it differently. */
static void check_stands(compiler *c, uint32_t expr) {
    if (check_is(c, expr, NULL, VAL_AREA) && needs_area(c, expr, NULL))
        complain(c, expr, "E10", "wrong type: needs a constant, found an area that may change");
}

/* For the side at hand. */
static void set_stands(compiler *c) {
    for (int k = 0; k < c->b->kinds; k++) {
        area *to = &c->b->kind[k].stands[c->me];
        *to = c->b->board.all;
        c->at = (place){.piece = k};
        AST_EACH(c->a, c->piece[k].node, i) {
            if (c->a->node[i].kind == AST_STANDS)
                *to = area_and(*to, fold_area(c, c->a->node[i].first, NULL, -1));
        }
    }
}

static void check_piece_blocks(compiler *c) {
    for (int k = 0; k < c->b->kinds; k++) {
        c->at = (place){.from = true, .piece = k};
        check_hits(c, k);
        AST_EACH(c->a, c->piece[k].node, i) {
            const ast_node *n = ast_at(c->a, i);
            if (n->kind == AST_STANDS) check_stands(c, n->first);
            if (n->kind != AST_PROMOTES) continue;
            c->at = (place){.from = true, .to = true, .piece = k};
            (void)check_is(c, n->first, NULL, VAL_AREA);
            if (needs(c, n->first, NULL) & ~(uint32_t)NEEDS_STATE)
                complain(c, n->first, "E15", "`from` and `to` are not known here");
            check_kinds(c, c->a->node[n->first].next);
        }
    }
}

static void check_turns(compiler *c) {
    for (int i = 0; i < c->b->phases; i++) {
        c->at = (place){.piece = -1};
        check_rule(c, c->turn[i], NULL);
        if (says_else(c, c->turn[i])) continue;
        complain(c, c->turn[i], "E20", "turn has no `else`");
        suggest(c, "what happens when there is no action? `else lose`, `else draw`, `else pass`");
    }
}

static void check_the_rest(compiler *c) {
    AST_EACH(c->a, c->game, i) {
        const ast_node *n = ast_at(c->a, i);
        if (n->kind == AST_BEFORE) {
            c->at = (place){.from = true, .to = true, .opt = true, .piece = -1};
            check_block(c, n->first, NULL);
        }
        if (n->kind != AST_END) continue;
        AST_EACH(c->a, i, k) {
            uint32_t test = c->a->node[k].first;
            c->at = (place){.piece = -1, .ending = true};
            (void)check_is(c, test, NULL, VAL_BOOL);
            check_block(c, c->a->node[test].next, NULL);
        }
    }
    /* Definitions that nobody uses are looked at all the same, as far as that can be done. */
    for (int i = 0; i < c->defs; i++) {
        if (c->def[i].used || child_of(c, c->def[i].node, AST_PARAMS)) continue;
        c->at = (place){
            .from = true, .to = true, .opt = true, .piece = -1, .ending = true, .require = true};
        (void)check_expr(c, body_of(c, c->def[i].node), NULL);
    }
}

/* --- finishing --- */

static bool make_keys(compiler *c) {
    program *b = c->b;
    size_t n = (size_t)b->board.cells * (size_t)b->codes;
    b->key = mem_alloc(n * sizeof *b->key);
    if (!b->key) return false;
    for (int cell = 0; cell < b->board.cells; cell++)
        for (int code = 1; code < b->codes; code++)
            b->key[cell * b->codes + code] =
                hash_key("rules/piece", (uint64_t)cell * 256 + (uint64_t)code);
    hash_fill(b->mover_key, GAME_MAX_PLAYERS, "rules/mover");
    hash_fill(b->phase_key, 16, "rules/phase");
    hash_fill(b->point_key, RB_POINTS + 1, "rules/point");
    hash_fill(b->var_key, RB_VARS, "rules/var");
    hash_fill(b->area_key, RB_AREA_VARS, "rules/area");
    return true;
}

/* Whether somebody may be asked in what follows of a turn, from this node of a tree on. */
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

static uint32_t most_actions(const program *b) {
    uint64_t most = 1;
    for (int i = 0; i < b->gens; i++) {
        const rb_gen *g = &b->side[0].gen[i];
        uint64_t cells = (uint64_t)area_count(b->board.all);
        uint64_t kinds = g->kind_count ? g->kind_count : g->promotions ? (uint64_t)b->kinds : 1;
        bool aims = g->kind == GEN_PLACE || g->kind == GEN_PICK;
        most += g->kind == GEN_MOVE     ? cells * cells * kinds
                : aims                  ? cells * kinds
                : g->kind == GEN_CHANCE ? RB_OUTCOMES
                                        : 1;
    }
    return most < RB_MOST_ACTIONS ? (uint32_t)most : RB_MOST_ACTIONS;
}

static const rb_run *runner(int width) {
    return width == 1 ? &rb_run_w1 : width == 2 ? &rb_run_w2 : width == 4 ? &rb_run_w4 : &rb_run_w8;
}

/* --- games of placing one piece at a time --- */

/* The node that is worth looking at: through unions of one. */
static const rb_node *bare_node(const program *b, uint16_t node) {
    const rb_node *n = &b->node[node];
    while (n->kind == NODE_UNION && n->first && !b->node[n->first].next) n = &b->node[n->first];
    return n;
}

static bool quick_side(const program *b, rb_side *s, int gen) {
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
    s->quick =
        (rb_quick){.code = (uint8_t)(1 + b->kind_list[g->kinds] * (b->head.players + 1) + me)};
    s->quick.area = own;
    if (test->op == OP_NUM_RUN_REACHES && test[1].op == OP_RETURN) {
        s->quick.run = test->x;
        return test->a == own && test->b == CELL_LAST;
    }
    /* joins(mine, X, Y) with two areas that do not change */
    if (test->op != OP_AREA_COPY || test[1].op != OP_NUM_JOINS || test[2].op != OP_RETURN)
        return false;
    s->quick.from = test[1].b;
    s->quick.to = test->a;
    return test[1].a == own && (test->a & RB_BASE) == RB_CONST && (test[1].b & RB_BASE) == RB_CONST;
}

static void find_quick(program *b) {
    b->quick_gen = -1;
    if (b->phases != 1 || b->points != 1 || b->head.players != 2 || b->reads_trail) return;
    const rb_node *n = bare_node(b, b->point[b->entry[0]].node);
    if (n->kind == NODE_ELSE) n = bare_node(b, n->first);
    if (n->kind != NODE_GEN || b->point[b->entry[0]].keeps_last || b->turns_limit >= 0) return;
    if (quick_side(b, &b->side[0], n->gen) && quick_side(b, &b->side[1], n->gen))
        b->quick_gen = n->gen;
}

static bool only_shrinks(const program *b) {
    for (int i = 0; i < b->gens; i++)
        if (b->side[0].gen[i].kind == GEN_PLACE) return false;
    for (int p = 0; p < b->head.players; p++)
        for (int i = 1; i < b->side[p].code_len; i++)
            if (b->side[p].code[i].op == OP_PUT && (p > 0 || i >= b->play_code)) return false;
    return true;
}

/* Whether a tree holds a part that goes on by itself. */
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

/* Two players who take turns: nobody chooses who is next, and nobody's turn is passed over. */
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

static uint32_t traits_of(const program *b) {
    uint32_t t = GAME_NOEND;
    bool plain = true; /* a turn is one action: a move as front ends know it */
    for (int i = 0; i < b->gens; i++) {
        const rb_gen *g = &b->side[0].gen[i];
        if (g->kind == GEN_CHANCE) t |= GAME_CHANCE;
        plain &= g->succ == RB_END || !asks_again(b, b->point[g->succ].node, 0);
    }
    if (b->reads_trail) t |= GAME_REPEATS;
    if (b->scores && b->head.players > 2) t |= GAME_UNEVEN;
    if (b->scores) t |= GAME_RANKS;
    if (b->fields && plain) t |= GAME_UCI;
    return t;
}

/* Of what use the number of turns is to the rules: beyond this it is none. */
static int32_t turns_hashed(const compiler *c) {
    if (c->counts_turns) return UINT16_MAX;
    if (!c->reads_turns) return -1;
    return c->turns_limit < UINT16_MAX ? c->turns_limit + 1 : UINT16_MAX;
}

/* A game lasts so many turns at most; a text may have an option for it. */
static int32_t most_turns(const compiler *c) {
    for (int i = 0; i < c->options; i++)
        if (strcmp(c->a->strings + c->option[i].name, "maxturns") == 0) return c->option[i].value;
    return RB_TURNS;
}

/* What reads the variables `if used`: where it is nothing but generators, these. */
static void find_faders(compiler *c) {
    program *b = c->b;
    uint8_t others = c->before_reads | c->plan_reads | c->require_reads;
    for (int i = 0; i < c->tests; i++) others |= c->test_reads[i];
    if (b->fades != 1 || others & READS_FADING) return;
    for (int i = 0; i < b->gens; i++)
        if (c->gen_reads[i] & READS_FADING) b->fader[b->faders++] = (uint8_t)i;
}

/* Whether a position that is read can be over by what `end` says of it: two players take turns, so
 * that it is known who has moved, and the start, after no move at all, is not over by it. */
static status find_read_ends(compiler *c) {
    program *b = c->b;
    bool plain = false;
    for (int i = 0; i < b->endings; i++) plain |= b->side[0].ending[i].plain;
    if (!plain || b->head.players != 2 || c->sets_next) return ST_OK;
    if (c->plan_reads & (READS_LAST | READS_LASTFROM)) return ST_OK;
    void *s = mem_alloc(b->head.state_size);
    if (!s) return ST_NOMEM;
    b->run->start(b, s);
    bool over = ((const rb_head *)s)->over;
    b->reads_ends = true;
    (void)b->run->rebuild(b, s);
    b->reads_ends = over || !((const rb_head *)s)->over;
    mem_free(s);
    return ST_OK;
}

static status compile_all(compiler *c, const params *p) {
    program *b = c->b;
    c->checking = true;
    c->side = &b->side[0];
    if (!declare(c, p)) return c->nomem ? ST_NOMEM : ST_BAD_SYNTAX;
    check_piece_blocks(c);
    check_turns(c);
    check_the_rest(c);
    if (c->errors) return ST_BAD_SYNTAX;
    bool good = make_start(c) && make_fields(c);
    b->play_code = b->side[0].code_len;
    c->checking = false;
    for (int i = 0; good && i < b->head.players; i++) {
        c->me = i;
        c->side = &b->side[i];
        good = make_turns(c);
        set_stands(c);
    }
    c->checking = true;
    if (c->nomem) return ST_NOMEM;
    if (!good || c->errors || c->over_limit) return ST_BAD_SYNTAX;
    c->me = 0;
    find_live(c);
    find_faders(c);
    tell_places_apart(b);
    warn(c);
    if (c->errors) return ST_BAD_SYNTAX;
    b->reads_trail |= b->rounds;
    b->turns_limit = turns_hashed(c);
    b->max_turns = most_turns(c);
    b->head.max_actions = most_actions(b);
    b->head.max_steps = 1;
    b->head.traits = traits_of(b);
    b->no_end = p->noend;
    b->first = p->first > 0 ? p->first : 0;
    b->shrinks = !b->rounds && only_shrinks(b);
    b->turns_pass = !b->rounds && turns_pass(b);
    b->work = RB_WORK;
    find_work(b);
    b->run = runner(b->words);
    find_quick(b);
    if (!b->kind_list) b->kind_list = mem_alloc(1); /* so that a list of none is one, too */
    status st = b->kind_list && make_keys(c) ? b->run->prepare(b) : ST_NOMEM;
    return st == ST_OK ? find_read_ends(c) : st;
}

status compile_program(program *b, const ast *a, uint32_t node, const params *p, diags *d) {
    compiler *c = mem_alloc(sizeof *c);
    if (!c) return ST_NOMEM;
    c->a = a;
    c->b = b;
    c->d = d;
    c->game = node;
    snprintf(b->name, sizeof b->name, "%s", ast_name(a, node));
    status st = compile_all(c, p);
    mem_free(c);
    return st;
}
