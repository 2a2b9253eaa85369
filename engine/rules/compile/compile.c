#include "engine/rules/compile/compiler.h"

#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/rules/compile/compile.h"
#include "engine/rules/machine/run.h"

/* The compiler from tree to program: declarations, checks, code for each side, keys, tables. */

/* --- checks of the program --- */

static void check_hits(scope *c, int kind) {
    piece_info *p = &c->shared->piece[kind];
    if (!p->hits) return;
    scope in = *c;
    in.inside_hits = true;
    if (compile_check_is(&in, p->hits, NULL, VAL_AREA)) return;
    p->hits = 0; /* so that it is not followed in a cycle */
    p->bad_hits = true;
}

/* `on A`: the same for every position, though each player may see it differently. */
static void check_on_cell(scope *c, uint32_t expr) {
    if (compile_check_is(c, expr, NULL, VAL_AREA) && compile_needs_area(c, expr, NULL))
        compile_complain(c, expr, "E10",
                         "wrong type: needs a constant, found an area that may change");
}

/* For the side at hand. */
static void set_stands(scope *c) {
    for (int k = 0; k < c->b->kinds; k++) {
        area *to = &c->b->kind[k].stands[c->me];
        *to = c->b->board.all;
        scope in = scope_at(c, (place){.piece = k});
        AST_EACH(c->a, c->shared->piece[k].node, i) {
            if (c->a->node[i].kind == AST_STANDS)
                *to = area_and(*to, compile_fold_area(&in, c->a->node[i].first, NULL, -1));
        }
    }
}

static void check_piece_blocks(scope *c) {
    for (int k = 0; k < c->b->kinds; k++) {
        scope piece = scope_at(c, (place){.from = true, .piece = k});
        check_hits(&piece, k);
        AST_EACH(c->a, c->shared->piece[k].node, i) {
            const ast_node *n = ast_at(c->a, i);
            if (n->kind == AST_STANDS) check_on_cell(&piece, n->first);
            if (n->kind != AST_PROMOTES) continue;
            scope in = scope_at(c, (place){.from = true, .to = true, .piece = k});
            (void)compile_check_is(&in, n->first, NULL, VAL_AREA);
            if (compile_needs(&in, n->first, NULL) & ~(uint32_t)NEEDS_STATE)
                compile_complain(c, n->first, "E15", "`from` and `to` are not known here");
            compile_check_kinds(c, c->a->node[n->first].next);
            for (uint32_t to = c->a->node[n->first].next; to; to = c->a->node[to].next)
                compile_refuse_card(c, to, c->a->node[to].name);
        }
    }
}

static void check_turns(scope *c) {
    for (int i = 0; i < c->b->phases; i++) {
        compile_check_rule(c, c->shared->turn[i], NULL);
        if (compile_says_else(c, c->shared->turn[i])) continue;
        compile_complain(c, c->shared->turn[i], "E20", "turn has no `else`");
        compile_suggest(
            c, "what happens when there is no action? `else lose`, `else draw`, `else pass`");
    }
}

static void check_the_rest(scope *c) {
    AST_EACH(c->a, c->shared->game, i) {
        const ast_node *n = ast_at(c->a, i);
        if (n->kind == AST_BEFORE) {
            scope in = scope_at(c, (place){.from = true, .to = true, .opt = true, .piece = -1});
            compile_check_block(&in, n->first, NULL);
        }
        if (n->kind != AST_END) continue;
        AST_EACH(c->a, i, k) {
            uint32_t test = c->a->node[k].first;
            scope in = scope_at(c, (place){.piece = -1, .ending = true});
            if (compile_check_is(&in, test, NULL, VAL_BOOL))
                (void)compile_refuse_secrets(&in, test, NULL, NEEDS_OWN | NEEDS_OTHERS, "an end");
            compile_check_block(&in, c->a->node[test].next, NULL);
        }
    }
    /* Definitions that are not used are looked at all the same, as far as that can be done. */
    scope any = scope_at(
        c,
        (place){
            .from = true, .to = true, .opt = true, .piece = -1, .ending = true, .require = true});
    for (int i = 0; i < c->shared->defs; i++) {
        if (c->shared->def[i].used || compile_child_of(c, c->shared->def[i].node, AST_PARAMS))
            continue;
        (void)compile_check_expr(&any, compile_body_of(c, c->shared->def[i].node), NULL);
    }
}

/* --- finishing --- */

/* Of what use the number of turns is to the rules: beyond this it is none. */
static int32_t turns_hashed(const scope *c) {
    if (c->shared->counts_turns) return UINT16_MAX;
    if (!c->shared->reads_turns) return -1;
    return c->shared->turns_limit < UINT16_MAX ? c->shared->turns_limit + 1 : UINT16_MAX;
}

/* A game lasts this many turns at most; a text may have an option for it. */
static int32_t max_turns_of(const scope *c) {
    for (int i = 0; i < c->shared->options; i++)
        if (strcmp(c->a->strings + c->shared->option[i].name, "maxturns") == 0)
            return c->shared->option[i].value;
    return RB_TURNS;
}

/* What reads the variables `if used`: where it is nothing but generators, these. */
static void find_faders(scope *c) {
    program *b = c->b;
    uint8_t others = c->shared->before_reads | c->shared->plan_reads | c->shared->require_reads;
    for (int i = 0; i < c->shared->tests; i++) others |= c->shared->test_reads[i];
    if (b->fades != 1 || others & READS_FADING) return;
    for (int i = 0; i < b->gens; i++)
        if (c->shared->gen_reads[i] & READS_FADING) b->fader[b->faders++] = (uint8_t)i;
}

/* Whether a position that is read can be over by what `end` says of it: two players take turns, so
 * that it is known who has moved, and the start, after no move at all, is not over by it. */
static status find_read_ends(scope *c) {
    program *b = c->b;
    bool plain = false;
    for (int i = 0; i < b->endings; i++) plain |= b->side[0].ending[i].plain;
    if (!plain || b->head.players != 2 || c->shared->sets_next) return ST_OK;
    if (c->shared->plan_reads & (READS_LAST | READS_LASTFROM)) return ST_OK;
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

static status compile_all(scope *c, const params *p) {
    program *b = c->b;
    if (!compile_declare(c, p)) return c->shared->nomem ? ST_NOMEM : ST_BAD_SYNTAX;
    compile_check_sets(c);
    check_piece_blocks(c);
    check_turns(c);
    check_the_rest(c);
    compile_looks(c);
    compile_check_hints(c);
    compile_check_terms(c);
    if (c->shared->errors) return ST_BAD_SYNTAX;
    bool good = compile_start(c) && compile_fields(c);
    b->play_code = b->side[0].code_len;
    for (int i = 0; good && i < b->head.players; i++) {
        scope side = *c;
        side.checking = false;
        side.me = i;
        side.side = &b->side[i];
        good = compile_turns(&side);
        set_stands(&side);
    }
    if (c->shared->nomem) return ST_NOMEM;
    if (!good || c->shared->errors || c->shared->over_limit) return ST_BAD_SYNTAX;
    compile_check_stages(c);
    if (c->shared->errors) return ST_BAD_SYNTAX;
    compile_find_live(c);
    find_faders(c);
    program_mark_kinds(b);
    compile_warn(c);
    if (c->shared->errors) return ST_BAD_SYNTAX;
    b->reads_trail |= b->rounds;
    b->turns_limit = turns_hashed(c);
    b->max_turns = max_turns_of(c);
    b->no_end = p->noend;
    b->first = p->first > 0 ? p->first : 0;
    status st = program_finish(b);
    return st == ST_OK ? find_read_ends(c) : st;
}

status compile_program(program *b, const ast *a, uint32_t node, const params *p, diags *d) {
    compiler *shared = mem_alloc(sizeof *shared);
    if (!shared) return ST_NOMEM;
    shared->d = d;
    shared->game = node;
    snprintf(b->name, sizeof b->name, "%s", ast_name(a, node));
    scope top = {.shared = shared,
                 .a = a,
                 .b = b,
                 .side = &b->side[0],
                 .checking = true,
                 .at = {.piece = -1},
                 .error_node = node};
    status st = compile_all(&top, p);
    mem_free(shared);
    return st;
}
