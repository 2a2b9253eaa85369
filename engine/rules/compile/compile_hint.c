#include <string.h>

#include "engine/rules/compile/compile.h"
#include "engine/rules/machine/terms.h"

/* `hint`: what playouts and searches try first or last; `term`: what evaluations count. Both are
 * checked as everything else in a text, and change nothing that is legal, nor what makes two
 * positions the same: what their code reads is not kept for them. Where a text has no hints, some
 * follow from its rules. */

/* --- from the text --- */

static bool has_hints(const scope *c) {
    return compile_child_of(c, c->shared->game, AST_HINT) != 0;
}

/* What code of the game reads, so that it can be forgotten what a hint does. */
typedef struct known_reads {
    bool reads_turns;
    uint32_t counts_turns;
    int32_t turns_limit;
    uint8_t plan_reads;
} known_reads;

static known_reads reads_of(const compiler *s) {
    return (known_reads){s->reads_turns, s->counts_turns, s->turns_limit, s->plan_reads};
}

static void restore_reads(compiler *s, known_reads r) {
    s->reads_turns = r.reads_turns;
    s->counts_turns = r.counts_turns;
    s->turns_limit = r.turns_limit;
    s->plan_reads = r.plan_reads;
}

/* The expression under a part of a hint; 0: it has none. */
static uint32_t part_of(const scope *c, uint32_t hint, ast_kind kind) {
    uint32_t part = compile_child_of(c, hint, kind);
    return part ? c->a->node[part].first : 0;
}

void compile_check_hints(scope *c) {
    known_reads before = reads_of(c->shared);
    scope in = scope_at(c, (place){.piece = -1});
    int hints = 0;
    AST_EACH(c->a, c->shared->game, i) {
        if (c->a->node[i].kind != AST_HINT) continue;
        if (!compile_limit(c, i, ++hints <= RB_HINTS, "hints", RB_HINTS)) break;
        uint32_t on = part_of(c, i, AST_ON);
        uint32_t when = part_of(c, i, AST_WHERE);
        compile_check_kinds(&in, part_of(c, i, AST_KINDS));
        if (on) (void)compile_check_is(&in, on, NULL, VAL_AREA);
        if (when) (void)compile_check_is(&in, when, NULL, VAL_BOOL);
    }
    restore_reads(c->shared, before);
}

static rb_hint *one_more_hint(scope *c, int hints) {
    return compile_one_more(c, (void **)&c->side->hint, hints, sizeof(rb_hint));
}

static rb_gen_kind hinted_kind(const ast_node *n) {
    return n->value == AST_PLACE ? GEN_PLACE : n->value == AST_MOVE ? GEN_MOVE : GEN_PASS;
}

static void make_hint(scope *c, uint32_t node, rb_hint *h) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t on = part_of(c, node, AST_ON);
    uint32_t when = part_of(c, node, AST_WHERE);
    stream s = {0};
    h->kind = (uint8_t)hinted_kind(n);
    h->prefers = n->flags & AST_HINT_PREFER;
    for (uint32_t k = part_of(c, node, AST_KINDS); k; k = c->a->node[k].next)
        h->pieces |= UINT32_C(1) << compile_find_piece(c, c->a->node[k].name);
    scope at = scope_at(c, (place){.piece = -1});
    scope in = scope_into(&at, &s, node);
    if (when) {
        uint16_t value = compile_num(&in, when, NULL);
        h->test = compile_append_code(&in, &s, value);
    }
    if (!on) return;
    s = (stream){0};
    in = scope_into(&at, &s, node);
    h->area = compile_area(&in, on, NULL).at;
    h->code = compile_append_code(&in, &s, compile_const_num(&in, 1));
}

/* --- from the rules --- */

static bool is_word(const scope *c, sub_expr p, ast_word word, sub_exprs *keep) {
    p = compile_look_through(c, p, keep);
    const ast_node *n = ast_at(c->a, p.node);
    return n->kind == AST_WORD && n->value == (int32_t)word;
}

/* starved(WHO, empty) */
static bool is_starved(const scope *c, sub_expr p, ast_word who) {
    sub_exprs keep = {.count = 0};
    p = compile_look_through(c, p, &keep);
    const ast_node *n = ast_at(c->a, p.node);
    if (n->kind != AST_FUNC || n->value != AST_FUNC_STARVED) return false;
    return is_word(c, (sub_expr){n->first, p.e}, who, &keep) &&
           is_word(c, (sub_expr){c->a->node[n->first].next, p.e}, AST_WORD_EMPTY, &keep);
}

/* `{ remove starved(enemy, empty)  x = 0 .. }` */
static bool takes_starved(const scope *c, uint32_t block, const env *e) {
    uint32_t first = block ? c->a->node[block].first : 0;
    if (!first || c->a->node[first].kind != AST_REMOVE) return false;
    for (uint32_t i = c->a->node[first].next; i; i = c->a->node[i].next)
        if (c->a->node[i].kind != AST_ASSIGN) return false;
    return is_starved(c, (sub_expr){c->a->node[first].first, e}, AST_WORD_ENEMY);
}

static bool is_not_seen(const scope *c, sub_expr p) {
    sub_exprs keep = {.count = 0};
    p = compile_look_through(c, p, &keep);
    const ast_node *n = ast_at(c->a, p.node);
    return n->kind == AST_NOT && is_word(c, (sub_expr){n->first, p.e}, AST_WORD_SEEN, &keep);
}

static bool is_fed(const scope *c, sub_expr p) {
    sub_exprs keep = {.count = 0};
    p = compile_look_through(c, p, &keep);
    const ast_node *n = ast_at(c->a, p.node);
    return n->kind == AST_NO && is_starved(c, (sub_expr){n->first, p.e}, AST_WORD_MINE);
}

uint8_t compile_starving(const scope *c, uint32_t node, const env *e, const around *r) {
    bool fed = false;
    bool seen = false;
    if (c->b->head.players != 2 || compile_child_of(c, c->shared->game, AST_BEFORE)) return 0;
    if (!takes_starved(c, compile_child_of(c, node, AST_BLOCK), e)) return 0;
    for (int i = 0; i < r->requires; i++) {
        sub_exprs parts = {.count = 0};
        compile_split_and(c, (sub_expr){r->require[i], r->require_env[i]}, &parts);
        for (int k = 0; k < parts.count; k++) {
            bool feeds = is_fed(c, parts.list[k]);
            bool forbids = is_not_seen(c, parts.list[k]);
            if (!feeds && !forbids) return 0;
            fed |= feeds;
            seen |= forbids;
        }
    }
    if (!fed) return 0;
    return seen ? STARVING_NOT_SEEN : STARVING;
}

static void derive_hints(scope *c) {
    uint32_t pieces = 0;
    bool passes = false;
    for (int i = 0; i < c->shared->gens; i++) {
        const rb_gen *g = &c->side->gen[i];
        passes |= g->kind == GEN_PASS;
        if (!g->starving) continue;
        for (int k = 0; k < g->kind_count || k == 0; k++)
            pieces |= UINT32_C(1) << c->b->kind_list[g->kinds + k];
    }
    if (!pieces) return;
    rb_hint *h = one_more_hint(c, 0);
    if (!h) return;
    *h = (rb_hint){.kind = GEN_PLACE, .form = HINT_EYES, .pieces = pieces};
    c->b->hints = 1;
    h = passes ? one_more_hint(c, 1) : NULL;
    if (h) {
        h->kind = GEN_PASS;
        c->b->hints = 2;
    }
    for (rb_hint_form i = HINT_EYES + 1; i < HINT_FORMS; i++) {
        h = one_more_hint(c, c->b->hints);
        if (!h) return;
        *h = (rb_hint){GEN_PLACE, .form = (uint8_t)i, .prefers = i != HINT_RISKS, .pieces = pieces};
        c->b->hints++;
    }
}

/* --- both --- */

void compile_hints(scope *c) {
    known_reads before = reads_of(c->shared);
    c->b->hints = 0;
    AST_EACH(c->a, c->shared->game, i) {
        const ast_node *n = ast_at(c->a, i);
        if (n->kind != AST_HINT) continue;
        if (n->value == AST_NONE) { /* those of the parents */
            c->b->hints = 0;
            continue;
        }
        rb_hint *h = one_more_hint(c, c->b->hints);
        if (!h) break;
        make_hint(c, i, h);
        c->b->hints++;
    }
    if (!has_hints(c)) derive_hints(c);
    restore_reads(c->shared, before);
}

/* Whether an action of the game can be what a hint is about. */
bool compile_hint_fits(const scope *c, uint32_t node) {
    rb_gen_kind kind = hinted_kind(ast_at(c->a, node));
    uint32_t pieces = 0;
    for (uint32_t k = part_of(c, node, AST_KINDS); k; k = c->a->node[k].next)
        pieces |= UINT32_C(1) << compile_find_piece(c, c->a->node[k].name);
    for (int i = 0; i < c->b->gens; i++) {
        const rb_gen *g = &c->b->side[0].gen[i];
        bool same = g->kind == kind || (kind == GEN_PASS && g->kind == GEN_SKIP);
        if (same && (kind != GEN_PLACE || !pieces)) return true;
        for (int k = 0; same && (k < g->kind_count || k == 0); k++)
            if (pieces >> c->b->kind_list[g->kinds + k] & 1) return true;
    }
    return false;
}

/* --- terms of the evaluation --- */

static bool is_own_name(const char *name) {
    static const char *const known[] = {
#define TERM_NAME(id, name, weight, what) name,
        TERMS_OF_GAME(TERM_NAME)
#undef TERM_NAME
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], name) == 0) return true;
    return false;
}

static void check_term(scope *c, uint32_t node) {
    uint32_t value = c->a->node[node].first;
    uint32_t weight = c->a->node[value].next;
    uint32_t below = weight ? c->a->node[weight].next : 0;
    if (compile_check_is(c, value, NULL, VAL_NUM))
        (void)compile_refuse_secrets(c, value, NULL, NEEDS_OWN | NEEDS_OTHERS, "a term");
    if (is_own_name(ast_name(c->a, node))) {
        compile_complain(c, node, "E06", "the evaluation has a term '%.40s' of its own",
                         ast_name(c->a, node));
        compile_suggest(c, "choose another name");
    }
    if (below && c->a->node[below].value == 0)
        compile_complain(c, below, "E24", "a weight that is divided by 0");
}

void compile_check_terms(scope *c) {
    known_reads before = reads_of(c->shared);
    scope in = scope_at(c, (place){.piece = -1});
    int count = 0;
    AST_EACH(c->a, c->shared->game, i) {
        if (c->a->node[i].kind != AST_TERM) continue;
        if (!compile_limit(c, i, ++count <= RB_TERMS, "terms", RB_TERMS)) break;
        check_term(&in, i);
    }
    restore_reads(c->shared, before);
}

void compile_terms(scope *c) {
    known_reads before = reads_of(c->shared);
    int count = 0;
    AST_EACH(c->a, c->shared->game, i) {
        if (c->a->node[i].kind != AST_TERM || count == RB_TERMS) continue;
        stream s = {0};
        scope at = scope_at(c, (place){.piece = -1});
        scope in = scope_into(&at, &s, i);
        uint16_t value = compile_num(&in, c->a->node[i].first, NULL);
        c->side->term[count++] = compile_append_code(&in, &s, value);
    }
    c->b->own_terms = count;
    restore_reads(c->shared, before);
}
