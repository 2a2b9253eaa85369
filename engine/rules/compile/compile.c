#include "engine/rules/compile/compiler.h"

#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/rules/compile/compile.h"
#include "engine/rules/machine/run.h"

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
    program_mark_kinds(b);
    warn(c);
    if (c->errors) return ST_BAD_SYNTAX;
    b->reads_trail |= b->rounds;
    b->turns_limit = turns_hashed(c);
    b->max_turns = most_turns(c);
    b->no_end = p->noend;
    b->first = p->first > 0 ? p->first : 0;
    status st = program_finish(b);
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
