#include "engine/base/memory.h"
#include "engine/rules/compile/compile.h"

/* The turn as an automaton: every `then`, `repeat` and `do` is a point, what is available at a
 * point a tree. The same walk over the text is made for each player, and gives points, nodes and
 * generators the same numbers each time. */

/* --- nodes --- */

static uint16_t add_node(scope *c, rb_node n) {
    program *b = c->b;
    if (!c->shared->nodes) c->shared->nodes = 1; /* 0 is none */
    if (!compile_limit(c, c->error_node, c->shared->nodes < 4000, "alternatives", 4000)) return 0;
    if (MEM_GROW(b->node, c->shared->nodes_cap, (size_t)c->shared->nodes + 1) != ST_OK) {
        c->shared->nomem = true;
        return 0;
    }
    b->node[c->shared->nodes] = n;
    return (uint16_t)c->shared->nodes++;
}

uint16_t compile_add_place(scope *c, uint32_t node) {
    program *b = c->b;
    if (!node || c->shared->places == UINT16_MAX) return 0;
    const source *src = &c->a->source[c->a->node[node].source];
    rb_place at = {src->name, diag_line(src, c->a->node[node].at)};
    if (!c->shared->places) c->shared->places = 1; /* 0 is none */
    if (MEM_GROW(b->place, c->shared->places_cap, (size_t)c->shared->places + 1) != ST_OK) {
        c->shared->nomem = true;
        return 0;
    }
    b->place[c->shared->places] = at;
    b->places = c->shared->places + 1;
    return (uint16_t)c->shared->places++;
}

static void link_node(scope *c, uint16_t parent, uint16_t *last, uint16_t child) {
    if (!parent || !child) return;
    if (*last)
        c->b->node[*last].next = child;
    else
        c->b->node[parent].first = child;
    *last = child;
}

static uint8_t add_point(scope *c) {
    if (!compile_limit(c, c->error_node, c->shared->points < RB_POINTS, "points of a turn",
                       RB_POINTS))
        return 0;
    return (uint8_t)++c->shared->points;
}

static uint16_t emit_rule(const scope *outer, uint32_t node, const env *e, const around *r);

static uint16_t wrap_longest(scope *c, uint16_t node) {
    return c->longest ? add_node(c, (rb_node){.kind = NODE_LONGEST, .first = node}) : node;
}

static void fill_point(scope *c, uint8_t p, uint16_t node, uint8_t skip) {
    c->b->point[p].node = wrap_longest(c, node);
    c->b->point[p].skip = skip;
}

static uint16_t emit_gen(scope *c, uint32_t node, const env *e, const around *r) {
    rb_side *s = c->side;
    scope in = *c;
    in.saw = 0;
    if (node) in.error_node = node;
    if (!compile_limit(&in, c->error_node, c->shared->gens < RB_GENS, "generators", RB_GENS))
        return 0;
    rb_gen *more = mem_resize(s->gen, (size_t)(c->shared->gens + 1) * sizeof *more);
    if (!more) {
        c->shared->nomem = true;
        return 0;
    }
    s->gen = more;
    compile_gen(&in, node, e, r, c->shared->gens);
    s->gen[c->shared->gens].place = compile_add_place(c, node);
    s->gen[c->shared->gens].round = r->round && c->a->node[node].kind != AST_CHANCE;
    c->shared->gen_reads[c->shared->gens] |= in.saw;
    return add_node(&in, (rb_node){.kind = NODE_GEN, .gen = (uint16_t)c->shared->gens++});
}

static uint16_t emit_test(scope *c, stream *s, uint16_t value) {
    rb_side *side = c->side;
    uint16_t code = compile_append_code(c, s, value);
    if (!compile_limit(c, c->error_node, c->shared->tests < COMPILE_MAX_TESTS,
                       "conditions and `do`s", COMPILE_MAX_TESTS))
        return 0;
    uint16_t *more = mem_resize(side->test, (size_t)(c->shared->tests + 1) * sizeof *more);
    if (!more) {
        c->shared->nomem = true;
        return 0;
    }
    side->test = more;
    more[c->shared->tests] = code;
    side->tests = c->shared->tests + 1;
    c->shared->test_reads[c->shared->tests] |= c->saw;
    return (uint16_t)c->shared->tests++;
}

/* The value of a condition for all players, if that is known now: 0 or 1; else -1. */
static int known_truth(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    if (n->kind == AST_AND || n->kind == AST_OR) {
        int stop = n->kind == AST_OR;
        int x = known_truth(c, n->first, e);
        int y = known_truth(c, c->a->node[n->first].next, e);
        return x == stop || y == stop ? stop : x == y ? x : -1;
    }
    if (compile_needs(c, node, e)) return -1;
    scope in = *c;
    int truth = -1;
    bool equal = true;
    for (int p = 0; p < c->b->head.players; p++) {
        in.me = p;
        int here = compile_fold_num(&in, node, e, -1) != 0;
        equal &= truth < 0 || truth == here;
        truth = here;
    }
    return equal ? truth : -1;
}

static uint16_t emit_when(scope *c, uint32_t node, const env *e, const around *r) {
    uint32_t test = c->a->node[node].first;
    int known = known_truth(c, test, e);
    if (known == 0) return add_node(c, (rb_node){.kind = NODE_UNION});
    if (known == 1) return emit_rule(c, c->a->node[test].next, e, r);
    stream s = {0};
    scope in = scope_into(c, &s, node);
    uint16_t value = compile_num(&in, test, e);
    uint16_t number = emit_test(&in, &s, value);
    uint16_t child = emit_rule(c, c->a->node[test].next, e, r);
    return add_node(c, (rb_node){.kind = NODE_WHEN,
                                 .peeks = c->b->secrets && compile_secrets(c, test, e),
                                 .gen = number,
                                 .first = child,
                                 .place = compile_add_place(c, node)});
}

/* The rule that a variable holds: each under a condition of its own, one of which is true. */
static uint16_t emit_plan(scope *c, uint32_t node, const around *r) {
    uint16_t last = 0;
    uint16_t parent = add_node(c, (rb_node){.kind = NODE_ELSE});
    plan_rules all = compile_rules_of(c, c->a->node[node].name);
    const rb_var *v = &c->b->var[compile_find_var(c, c->a->node[node].name)];
    for (int i = 0; i < all.count; i++) {
        stream s = {0};
        scope in = scope_into(c, &s, node);
        uint16_t held =
            compile_num2(&in, OP_NUM_EQ, (uint32_t)(RB_STATE | v->at), compile_const_num(&in, i));
        uint16_t number = emit_test(&in, &s, held);
        uint16_t child =
            emit_rule(c, compile_body_of(c, c->shared->rule[all.rule[i]].node), NULL, r);
        link_node(c, parent, &last,
                  add_node(c, (rb_node){.kind = NODE_WHEN,
                                        .gen = number,
                                        .first = child,
                                        .place = compile_add_place(c, node)}));
    }
    return parent;
}

/* Whether an effect ends the game, whatever the position. */
static bool surely_ends(const scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    switch ((ast_kind)n->kind) {
    case AST_WIN:
    case AST_DRAW:
    case AST_SCORE:
        return true;
    case AST_LOSE:
        return c->b->head.players <= 2;
    case AST_IF: {
        uint32_t yes = c->a->node[n->first].next;
        uint32_t no = c->a->node[yes].next;
        return no && surely_ends(c, yes) && surely_ends(c, no);
    }
    case AST_DO:
    case AST_BLOCK:
        AST_EACH(c->a, node, i) {
            if (surely_ends(c, i)) return true;
        }
        return false;
    default:
        return false;
    }
}

static uint16_t emit_auto(scope *c, uint32_t node, const env *e, const around *r) {
    stream s = {0};
    scope in = scope_into(c, &s, node);
    if (c->a->node[node].kind == AST_DO)
        compile_block(&in, c->a->node[node].first, e);
    else
        compile_outcome(&in, node, e);
    uint16_t number = emit_test(&in, &s, compile_const_num(&in, 1));
    c->shared->test_ends[number] = surely_ends(c, node);
    return add_node(c, (rb_node){.kind = NODE_AUTO,
                                 .gen = number,
                                 .succ = r->succ,
                                 .place = compile_add_place(c, node)});
}

static uint16_t emit_list(scope *c, uint32_t node, const env *e, const around *r, rb_node_kind k) {
    uint16_t last = 0;
    uint16_t parent = add_node(c, (rb_node){.kind = (uint8_t)k});
    AST_EACH(c->a, node, i) {
        uint16_t child = emit_rule(c, i, e, r);
        bool nothing = child && c->b->node[child].kind == NODE_UNION && !c->b->node[child].first;
        if (!nothing) link_node(c, parent, &last, child);
    }
    return parent;
}

static uint16_t emit_pieces(scope *c, const around *r) {
    uint16_t last = 0;
    uint16_t parent = add_node(c, (rb_node){.kind = NODE_UNION});
    for (int k = 0; k < c->b->kinds; k++) {
        scope in = *c;
        in.at.piece = k;
        AST_EACH(c->a, c->shared->piece[k].node, i) {
            if (c->a->node[i].kind != AST_MOVE) continue;
            link_node(c, parent, &last, emit_gen(&in, i, NULL, r));
        }
    }
    return parent;
}

/* Two parents: each gets a union of its own around it. */
static uint16_t share(scope *c, uint16_t node) {
    return add_node(c, (rb_node){.kind = NODE_UNION, .first = node});
}

/* `repeat at most N r` and `repeat N r`: N points, one after the other. The second is the same as
 * `r then r then ..`: `skip` leads to the next r, not to the end. */
static uint8_t counted_points(scope *c, uint32_t node, const env *e, const around *r) {
    uint32_t times = compile_child_of(c, node, AST_TIMES);
    uint32_t count = times ? times : compile_child_of(c, node, AST_MAX);
    int32_t n = compile_fold_num(c, c->a->node[count].first, e, -1);
    around once = *r;
    once.exit = r->succ;
    for (int32_t i = 0; i < n; i++) {
        uint8_t p = add_point(c);
        if (times) once.exit = once.succ;
        fill_point(c, p, emit_rule(c, c->a->node[node].first, e, &once), once.exit);
        once.succ = p;
    }
    return once.succ;
}

/* `repeat r`: the point that it returns to. */
static uint8_t repeat_point(scope *c, uint32_t node, const env *e, const around *r) {
    if (compile_is_counted(c, node)) return counted_points(c, node, e, r);
    uint8_t p = add_point(c);
    around again = *r;
    again.succ = p;
    again.exit = r->succ;
    again.round |= compile_goes_round(c, node);
    c->b->rounds |= again.round;
    fill_point(c, p, emit_rule(c, c->a->node[node].first, e, &again), r->succ);
    return p;
}

static uint8_t stage_point(scope *c, uint32_t node, const env *e, const around *r) {
    if (c->a->node[node].kind == AST_REPEAT) return repeat_point(c, node, e, r);
    uint8_t p = add_point(c);
    fill_point(c, p, emit_rule(c, node, e, r), r->succ);
    return p;
}

static uint16_t emit_then(scope *c, uint32_t node, const env *e, const around *r) {
    uint32_t stage[COMPILE_MAX_DEPTH] = {0};
    int n = 0;
    AST_EACH(c->a, node, i) {
        if (!compile_limit(c, i, n < COMPILE_MAX_DEPTH, "stages of a turn", COMPILE_MAX_DEPTH))
            return 0;
        stage[n++] = i;
    }
    if (!n) return 0;
    around inner = *r;
    for (int i = n - 1; i >= 0; i--) {
        inner.exit = inner.succ;
        if (i) inner.succ = stage_point(c, stage[i], e, &inner);
    }
    return emit_rule(c, stage[0], e, &inner);
}

static uint16_t emit_require(scope *c, uint32_t node, const env *e, const around *r) {
    around inner = *r;
    uint32_t item = c->a->node[node].first;
    for (uint32_t i = c->a->node[item].next; i; i = c->a->node[i].next) {
        if (!compile_limit(c, i, inner.requires < RB_REQUIRES, "`require`s around an action",
                           RB_REQUIRES))
            break;
        inner.require[inner.requires] = i;
        inner.require_env[inner.requires ++] = e;
    }
    return emit_rule(c, item, e, &inner);
}

/* What a stage says, as the name of its `skip`. */
static uint16_t keep_stage(scope *c, uint32_t node) {
    char buf[48];
    text out = text_over(buf, sizeof buf);
    ast_write(c->a, node, &out);
    for (char *s = buf; *s; s++)
        if (*s < ' ' || *s > '~') *s = ' ';
    if (out.cut) memcpy(buf + sizeof buf - 4, "...", 4);
    return compile_keep_text(c, buf);
}

static uint16_t emit_optional(scope *c, uint32_t node, const env *e, const around *r) {
    uint16_t last = 0;
    uint16_t parent = add_node(c, (rb_node){.kind = NODE_UNION});
    link_node(c, parent, &last, emit_rule(c, c->a->node[node].first, e, r));
    around skip = *r;
    skip.requires = 0;
    skip.succ = r->exit;
    skip.round = false;
    int gen = c->shared->gens;
    uint16_t node_of = emit_gen(c, 0, e, &skip);
    if (node_of) {
        bool labelled = c->a->node[node].name != 0;
        c->side->gen[gen].name = labelled ? compile_keep_text(c, ast_name(c->a, node))
                                          : keep_stage(c, c->a->node[node].first);
        c->side->gen[gen].many = labelled;
        c->side->gen[gen].place = compile_add_place(c, node);
    }
    link_node(c, parent, &last, node_of);
    return parent;
}

static uint16_t emit_longest(scope *c, uint32_t node, const env *e, const around *r) {
    scope in = *c;
    in.longest = true;
    uint16_t child = emit_rule(&in, c->a->node[node].first, e, r);
    return add_node(c, (rb_node){.kind = NODE_LONGEST, .first = child});
}

static uint16_t emit_rule(const scope *outer, uint32_t node, const env *e, const around *r) {
    scope in = scope_at(outer, (place){.piece = -1});
    scope *c = &in;
    c->error_node = node;
    const ast_node *n = ast_at(c->a, node);
    ast_kind k = (ast_kind)n->kind;
    if (c->shared->over_limit || c->shared->nomem) return 0;
    if (compile_is_gen(k) || k == AST_CHANCE) return emit_gen(c, node, e, r);
    if (compile_is_automatic(k)) return emit_auto(c, node, e, r);
    switch (k) {
    case AST_ELSE:
        return emit_list(c, node, e, r, NODE_ELSE);
    case AST_UNION:
        return emit_list(c, node, e, r, NODE_UNION);
    case AST_THEN:
        return emit_then(c, node, e, r);
    case AST_REQUIRE:
        return emit_require(c, node, e, r);
    case AST_PIECES:
        return emit_pieces(c, r);
    case AST_WHEN:
        return emit_when(c, node, e, r);
    case AST_OPTIONAL:
        return emit_optional(c, node, e, r);
    case AST_REPEAT:
        return share(c, c->b->point[repeat_point(c, node, e, r)].node);
    case AST_LONGEST:
        return emit_longest(c, node, e, r);
    default:
        break;
    }
    int i = compile_find_rule(c, n->name);
    if (i < 0) return emit_plan(c, node, r);
    env inner = compile_env_call(c, c->shared->rule[i].node, node, e);
    return emit_rule(c, compile_body_of(c, c->shared->rule[i].node), &inner, r);
}

/* --- all of it --- */

/* Whether effects are nothing but outcomes, perhaps under an `if`. */
static bool only_outcomes(const scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    if (n->kind == AST_WIN || n->kind == AST_LOSE || n->kind == AST_DRAW || n->kind == AST_SCORE)
        return true;
    if (n->kind != AST_BLOCK && n->kind != AST_IF) return false;
    for (uint32_t i = n->kind == AST_IF ? c->a->node[n->first].next : n->first; i;
         i = c->a->node[i].next)
        if (!only_outcomes(c, i)) return false;
    return true;
}

static bool make_endings(scope *c) {
    rb_side *s = c->side;
    uint8_t all = 0;
    c->shared->endings = 0;
    AST_EACH(c->a, c->shared->game, decl) {
        if (c->a->node[decl].kind != AST_END) continue;
        AST_EACH(c->a, decl, i) {
            if (!compile_limit(c, i, c->shared->endings < COMPILE_MAX_ENDINGS, "endings",
                               COMPILE_MAX_ENDINGS))
                return false;
            rb_ending *more =
                mem_resize(s->ending, (size_t)(c->shared->endings + 1) * sizeof *more);
            if (!more) return !(c->shared->nomem = true);
            s->ending = more;
            uint32_t test = c->a->node[i].first;
            uint32_t effect = c->a->node[test].next;
            stream t = {0};
            stream f = {0};
            scope ending = scope_at(c, (place){.piece = -1, .ending = true});
            scope in = scope_into(&ending, &t, i);
            uint16_t value = compile_num(&in, test, NULL);
            rb_ending e = {.test = compile_append_code(&in, &t, value),
                           .place = compile_add_place(c, i)};
            uint8_t saw = in.saw;
            in = scope_into(&ending, &f, i);
            if (c->a->node[effect].kind == AST_BLOCK)
                compile_block(&in, effect, NULL);
            else
                compile_outcome(&in, effect, NULL);
            e.effect = compile_append_code(&in, &f, compile_const_num(&in, 1));
            saw |= in.saw;
            e.plain = !(saw & (READS_LAST | READS_LASTFROM)) && only_outcomes(c, effect);
            all |= saw;
            s->ending[c->shared->endings++] = e;
        }
    }
    c->b->endings = c->shared->endings;
    c->shared->ending_reads |= all;
    return true;
}

static void make_before(scope *c) {
    AST_EACH(c->a, c->shared->game, i) {
        if (c->a->node[i].kind != AST_BEFORE) continue;
        stream s = {0};
        scope in = scope_into(c, &s, i);
        in.at = (place){.from = true, .to = true, .opt = true, .piece = -1};
        compile_block(&in, c->a->node[i].first, NULL);
        c->side->before = compile_append_code(&in, &s, compile_const_num(&in, 1));
        c->shared->before_reads |= in.saw;
    }
}

static bool keep_memory(scope *c) {
    bool good = MEM_GROW(c->b->kind_list, c->shared->kind_cap, 1) == ST_OK;
    if (!good) c->shared->nomem = true;
    return good;
}

bool compile_turns(scope *c) {
    around nothing = {.succ = RB_END, .exit = RB_END};
    c->shared->gens = c->shared->nodes = c->shared->points = c->shared->tests = c->shared->scores =
        c->shared->shared_requires = c->shared->kind_list = c->shared->names = 0;
    c->shared->places = 0;
    compile_royal(c);
    for (int i = 0; i < c->b->phases && !c->shared->over_limit; i++) {
        uint8_t p = add_point(c);
        c->b->entry[i] = p;
        fill_point(c, p, emit_rule(c, c->shared->turn[i], NULL, &nothing), RB_END);
    }
    if (!c->b->kind_list) (void)keep_memory(c); /* generators without kinds point there as well */
    make_before(c);
    compile_past_code(c);
    (void)make_endings(c);
    compile_find_aims(c);
    compile_hints(c);
    compile_terms(c);
    c->b->points = c->shared->points;
    c->b->nodes = c->shared->nodes;
    c->b->gens = c->shared->gens;
    c->b->scores = c->shared->scores;
    return !c->shared->over_limit && !c->shared->nomem;
}

/* --- what can still be read --- */

typedef struct reach {
    uint8_t reads;
    bool chance;
    uint8_t live[RB_POINTS + 1]; /* by point: what can be read from there on */
} reach;

/* What a tree reads, and what can be read after it without an action that would set `last` again:
 * chance and what goes by itself leave it alone. */
static void tree_reads(const scope *c, uint16_t node, reach *r) {
    const program *b = c->b;
    if (!node) return;
    const rb_node *n = &b->node[node];
    if (n->kind == NODE_GEN) {
        const rb_gen *g = &b->side[0].gen[n->gen];
        r->reads |= c->shared->gen_reads[n->gen];
        if (g->kind == GEN_CHANCE) {
            r->chance = true;
            r->reads |= r->live[g->succ];
        }
    }
    if (n->kind == NODE_WHEN || n->kind == NODE_AUTO) r->reads |= c->shared->test_reads[n->gen];
    if (n->kind == NODE_AUTO && !c->shared->test_ends[n->gen]) r->reads |= r->live[n->succ];
    for (uint16_t i = n->first; i; i = b->node[i].next) tree_reads(c, i, r);
}

/* Whether there is something at a point whatever the position, so that it is never skipped. */
bool compile_always_offers(const program *b, uint16_t node) {
    if (!node) return false;
    const rb_node *n = &b->node[node];
    if (n->kind == NODE_AUTO) return true;
    if (n->kind == NODE_WHEN) return false;
    if (n->kind == NODE_GEN) {
        const rb_gen *g = &b->side[0].gen[n->gen];
        bool word = g->kind == GEN_PASS || g->kind == GEN_ACT || g->kind == GEN_SKIP;
        return word && !g->guard && !g->where && !g->requires;
    }
    for (uint16_t i = n->first; i; i = b->node[i].next)
        if (compile_always_offers(b, i)) return true;
    return false;
}

/* Whether from a point on no player is asked before the turn ends. */
static bool runs_out(const program *b, uint8_t point) {
    for (int i = 0; i < b->points && point != RB_END; i++) {
        const rb_node *n = &b->node[b->point[point].node];
        if (n->kind != NODE_AUTO) return false;
        point = n->succ;
    }
    return point == RB_END;
}

/* Whether the turn may be ended here and now. */
static bool skips_to_end(const program *b, uint16_t node) {
    const rb_node *n = &b->node[node];
    if (n->kind == NODE_GEN) {
        const rb_gen *g = &b->side[0].gen[n->gen];
        return g->kind == GEN_SKIP && runs_out(b, g->succ);
    }
    for (uint16_t i = n->first; i; i = b->node[i].next)
        if (skips_to_end(b, i)) return true;
    return false;
}

void compile_find_live(scope *c) {
    program *b = c->b;
    reach r = {.reads = 0};
    bool more = true;
    while (more) { /* until nothing is added: a bit of three for each point at a time */
        uint8_t entries = 0;
        more = false;
        for (int i = 0; i < b->phases; i++) entries |= r.live[b->entry[i]];
        r.live[RB_END] = (uint8_t)(c->shared->ending_reads | entries);
        for (int p = 1; p <= b->points; p++) {
            const rb_point *at = &b->point[p];
            r.reads = c->shared->before_reads | c->shared->plan_reads;
            if (!compile_always_offers(b, at->node)) r.reads |= r.live[at->skip];
            r.chance = false;
            tree_reads(c, b->point[p].node, &r);
            if (r.reads & READS_CAN) r.reads |= entries;
            more |= r.reads != r.live[p];
            r.live[p] = r.reads;
            b->point[p].chance = r.chance;
        }
    }
    for (int p = 1; p <= b->points; p++) {
        b->point[p].keeps_last = r.live[p] & READS_LAST;
        b->point[p].keeps_from = r.live[p] & READS_LASTFROM;
        b->point[p].free = b->point[p].node && skips_to_end(b, b->point[p].node);
    }
}
