#include "engine/base/memory.h"
#include "engine/rules/compile.h"

/* The turn as an automaton: every `then`, `repeat` and `do` is a point, what is on offer at a point
 * a tree. The same walk over the text is made for each player, and gives points, nodes and
 * generators the same numbers each time. */

/* --- checking --- */

static bool is_gen(ast_kind k) {
    return k == AST_PLACE || k == AST_MOVE || k == AST_PICK || k == AST_PASS || k == AST_ACT;
}

static bool is_automatic(ast_kind k) {
    return k == AST_DO || k == AST_WIN || k == AST_LOSE || k == AST_DRAW || k == AST_SCORE;
}

static void check_pieces(compiler *c) {
    if (c->pieces_checked) return;
    c->pieces_checked = true;
    for (int k = 0; k < c->b->kinds; k++) {
        place was = c->at;
        c->at.piece = k;
        AST_EACH(c->a, c->piece[k].node, i)
        if (c->a->node[i].kind == AST_MOVE) check_gen(c, i, NULL);
        c->at = was;
    }
}

static void check_call(compiler *c, uint32_t node, const env *e) {
    int r = find_rule(c, c->a->node[node].name);
    if (r < 0) {
        complain(c, node, "E12", "unknown name '%s': no such rule", ast_name(c->a, node));
        suggest_name(c, ast_name(c->a, node));
        return;
    }
    named_node *rule = &c->rule[r];
    uint32_t list = child_of(c, rule->node, AST_PARAMS);
    int want = list ? child_count(c, list) : 0;
    int found = child_count(c, node);
    rule->used = true;
    if (want != found) {
        complain(c, node, "E11", "wrong number of arguments: '%s' takes %d, found %d",
                 ast_name(c->a, node), want, found);
        return;
    }
    if (rule->busy || (e && e->depth >= MOST_DEPTH)) {
        complain(c, node, "E18", "'%s' uses itself", ast_name(c->a, node));
        return;
    }
    env inner = env_call(c, rule->node, node, e);
    rule->busy = true;
    check_rule(c, body_of(c, rule->node), &inner);
    rule->busy = false;
}

static void check_chance(compiler *c, uint32_t node, const env *e) {
    int v = find_var(c, c->a->node[node].name);
    if (v < 0)
        complain(c, node, "E26", "'%s' is not a `var` or `counter`", ast_name(c->a, node));
    else if (c->b->var[v].type != AST_TYPE_INT || c->b->var[v].count > 1)
        complain(c, node, "E10", "wrong type: chance sets a single number");
    else
        c->var_written[v] = true;
    AST_EACH(c->a, node, i)(void) check_is(c, i, e, VAL_NUM);
}

static bool holds_chance(const compiler *c, uint32_t node) {
    ast_kind k = (ast_kind)c->a->node[node].kind;
    if (k == AST_CHANCE) return true;
    if (k == AST_CALL) {
        int r = find_rule(c, c->a->node[node].name);
        return r >= 0 && holds_chance(c, body_of(c, c->rule[r].node));
    }
    if (k == AST_THEN || k == AST_REQUIRE || k == AST_OPTIONAL || k == AST_LONGEST)
        return holds_chance(c, c->a->node[node].first);
    if (k != AST_UNION && k != AST_ELSE && k != AST_WHEN) return false;
    AST_EACH(c->a, node, i)
    if (holds_chance(c, i)) return true;
    return false;
}

static void check_union(compiler *c, uint32_t node, const env *e) {
    int n = child_count(c, node);
    AST_EACH(c->a, node, i) {
        if (n > 1 && is_automatic((ast_kind)c->a->node[i].kind)) {
            complain(c, i, "E21", "`do` or outcome used as an alternative");
            suggest(c, "put it after `then` or `else`");
        }
        check_rule(c, i, e);
    }
    if (n < 2) return;
    AST_EACH(c->a, node, i)
    if (!c->d->errors && holds_chance(c, i)) {
        complain(c, i, "E21", "`chance` used as an alternative");
        suggest(c, "put it in front of `then`");
    }
}

void check_rule(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    ast_kind k = (ast_kind)n->kind;
    place was = c->at;
    c->at = (place){.piece = -1};
    if (is_gen(k)) {
        check_gen(c, node, e);
    } else if (k == AST_DO) {
        check_block(c, n->first, e);
    } else if (is_automatic(k)) {
        check_outcome(c, node, e);
    } else if (k == AST_PIECES) {
        check_pieces(c);
    } else if (k == AST_CALL) {
        check_call(c, node, e);
    } else if (k == AST_CHANCE) {
        check_chance(c, node, e);
    } else if (k == AST_UNION) {
        check_union(c, node, e);
    } else if (k == AST_WHEN) {
        (void)check_is(c, n->first, e, VAL_BOOL);
        check_rule(c, c->a->node[n->first].next, e);
    } else if (k == AST_REQUIRE) {
        check_rule(c, n->first, e);
        c->at = (place){.from = true, .to = true, .opt = true, .piece = -1, .require = true};
        for (uint32_t i = c->a->node[n->first].next; i; i = c->a->node[i].next)
            (void)check_is(c, i, e, VAL_BOOL);
    } else {
        AST_EACH(c->a, node, i) check_rule(c, i, e);
    }
    c->at = was;
}

/* Whether the first stage says what happens when nothing is on offer. */
bool says_else(const compiler *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    switch ((ast_kind)n->kind) {
    case AST_ELSE:
    case AST_OPTIONAL:
    case AST_CHANCE:
        return true;
    case AST_UNION:
        return n->first && !c->a->node[n->first].next && says_else(c, n->first);
    case AST_THEN:
    case AST_REQUIRE:
        return says_else(c, n->first);
    case AST_CALL: {
        int r = find_rule(c, n->name);
        return r >= 0 && says_else(c, body_of(c, c->rule[r].node));
    }
    default:
        return is_automatic((ast_kind)n->kind);
    }
}

/* --- nodes --- */

static uint16_t add_node(compiler *c, rb_node n) {
    rulebook *b = c->b;
    if (!c->nodes) c->nodes = 1; /* 0 is none */
    if (!limit(c, c->blame, c->nodes < 4000, "alternatives", 4000)) return 0;
    if (!mem_grow((void **)&b->node, &c->nodes_cap, (size_t)c->nodes + 1, sizeof n)) {
        c->nomem = true;
        return 0;
    }
    b->node[c->nodes] = n;
    return (uint16_t)c->nodes++;
}

static void link_node(compiler *c, uint16_t parent, uint16_t *last, uint16_t child) {
    if (!parent || !child) return;
    if (*last)
        c->b->node[*last].next = child;
    else
        c->b->node[parent].first = child;
    *last = child;
}

static uint8_t add_point(compiler *c) {
    if (!limit(c, c->blame, c->points < RB_POINTS, "points of a turn", RB_POINTS)) return 0;
    return (uint8_t)++c->points;
}

static uint16_t emit_rule(compiler *c, uint32_t node, const env *e, const around *r);

static uint16_t wrap_longest(compiler *c, uint16_t node) {
    return c->longest ? add_node(c, (rb_node){.kind = NODE_LONGEST, .first = node}) : node;
}

static void fill_point(compiler *c, uint8_t p, uint16_t node, uint8_t skip) {
    c->b->point[p].node = wrap_longest(c, node);
    c->b->point[p].skip = skip;
}

static uint16_t emit_gen(compiler *c, uint32_t node, const env *e, const around *r) {
    rb_side *s = c->side;
    c->blame = node ? node : c->blame;
    if (!limit(c, c->blame, c->gens < RB_GENS, "generators", RB_GENS)) return 0;
    rb_gen *more = mem_resize(s->gen, (size_t)(c->gens + 1) * sizeof *more);
    if (!more) {
        c->nomem = true;
        return 0;
    }
    s->gen = more;
    c->saw = 0;
    make_gen(c, node, e, r, c->gens);
    c->gen_reads[c->gens] |= c->saw;
    return add_node(c, (rb_node){.kind = NODE_GEN, .gen = (uint16_t)c->gens++});
}

static uint16_t emit_test(compiler *c, stream *s, uint16_t worth) {
    rb_side *side = c->side;
    uint16_t code = settle_code(c, s, worth);
    if (!limit(c, c->blame, c->tests < MOST_TESTS, "conditions and `do`s", MOST_TESTS)) return 0;
    uint16_t *more = mem_resize(side->test, (size_t)(c->tests + 1) * sizeof *more);
    if (!more) {
        c->nomem = true;
        return 0;
    }
    side->test = more;
    more[c->tests] = code;
    c->test_reads[c->tests] |= c->saw;
    return (uint16_t)c->tests++;
}

static uint16_t emit_when(compiler *c, uint32_t node, const env *e, const around *r) {
    uint32_t test = c->a->node[node].first;
    stream s = {0};
    c->out = &s;
    c->areas = c->numbers = 0;
    c->blame = node;
    c->saw = 0;
    uint16_t worth = make_num(c, test, e);
    uint16_t number = emit_test(c, &s, worth);
    uint16_t child = emit_rule(c, c->a->node[test].next, e, r);
    return add_node(c, (rb_node){.kind = NODE_WHEN, .gen = number, .first = child});
}

static uint16_t emit_auto(compiler *c, uint32_t node, const env *e, const around *r) {
    stream s = {0};
    c->out = &s;
    c->areas = c->numbers = 0;
    c->blame = node;
    c->saw = 0;
    if (c->a->node[node].kind == AST_DO)
        make_block(c, c->a->node[node].first, e);
    else
        make_outcome(c, node, e);
    uint16_t number = emit_test(c, &s, const_num(c, 1));
    return add_node(c, (rb_node){.kind = NODE_AUTO, .gen = number, .succ = r->succ});
}

static uint16_t emit_list(compiler *c, uint32_t node, const env *e, const around *r,
                          rb_node_kind k) {
    uint16_t last = 0;
    uint16_t parent = add_node(c, (rb_node){.kind = (uint8_t)k});
    AST_EACH(c->a, node, i) {
        uint16_t child = emit_rule(c, i, e, r);
        link_node(c, parent, &last, child);
    }
    return parent;
}

static uint16_t emit_pieces(compiler *c, const around *r) {
    uint16_t last = 0;
    uint16_t parent = add_node(c, (rb_node){.kind = NODE_UNION});
    for (int k = 0; k < c->b->kinds; k++) {
        place was = c->at;
        c->at.piece = k;
        AST_EACH(c->a, c->piece[k].node, i) {
            if (c->a->node[i].kind != AST_MOVE) continue;
            link_node(c, parent, &last, emit_gen(c, i, NULL, r));
        }
        c->at = was;
    }
    return parent;
}

/* Two parents: each gets a union of its own around it. */
static uint16_t share(compiler *c, uint16_t node) {
    return add_node(c, (rb_node){.kind = NODE_UNION, .first = node});
}

/* `repeat r`: the point that it returns to. */
static uint8_t repeat_point(compiler *c, uint32_t node, const env *e, const around *r) {
    uint8_t p = add_point(c);
    around again = *r;
    again.succ = p;
    fill_point(c, p, emit_rule(c, c->a->node[node].first, e, &again), r->succ);
    return p;
}

static uint8_t stage_point(compiler *c, uint32_t node, const env *e, const around *r) {
    if (c->a->node[node].kind == AST_REPEAT) return repeat_point(c, node, e, r);
    uint8_t p = add_point(c);
    fill_point(c, p, emit_rule(c, node, e, r), r->succ);
    return p;
}

static uint16_t emit_then(compiler *c, uint32_t node, const env *e, const around *r) {
    uint32_t stage[MOST_DEPTH];
    int n = 0;
    AST_EACH(c->a, node, i) {
        if (!limit(c, i, n < MOST_DEPTH, "stages of a turn", MOST_DEPTH)) return 0;
        stage[n++] = i;
    }
    around inner = *r;
    for (int i = n - 1; i > 0; i--) inner.succ = stage_point(c, stage[i], e, &inner);
    return emit_rule(c, stage[0], e, &inner);
}

static uint16_t emit_require(compiler *c, uint32_t node, const env *e, const around *r) {
    around inner = *r;
    uint32_t item = c->a->node[node].first;
    for (uint32_t i = c->a->node[item].next; i; i = c->a->node[i].next) {
        if (!limit(c, i, inner.requires < RB_REQUIRES, "`require`s around an action", RB_REQUIRES))
            break;
        inner.require[inner.requires] = i;
        inner.require_env[inner.requires ++] = e;
    }
    return emit_rule(c, item, e, &inner);
}

static uint16_t emit_optional(compiler *c, uint32_t node, const env *e, const around *r) {
    uint16_t last = 0;
    uint16_t parent = add_node(c, (rb_node){.kind = NODE_UNION});
    link_node(c, parent, &last, emit_rule(c, c->a->node[node].first, e, r));
    around skip = *r;
    skip.requires = 0;
    link_node(c, parent, &last, emit_gen(c, 0, e, &skip));
    return parent;
}

static uint16_t emit_longest(compiler *c, uint32_t node, const env *e, const around *r) {
    bool was = c->longest;
    c->longest = true;
    uint16_t child = emit_rule(c, c->a->node[node].first, e, r);
    c->longest = was;
    return add_node(c, (rb_node){.kind = NODE_LONGEST, .first = child});
}

static uint16_t emit_rule(compiler *c, uint32_t node, const env *e, const around *r) {
    const ast_node *n = ast_at(c->a, node);
    ast_kind k = (ast_kind)n->kind;
    if (c->over_limit || c->nomem) return 0;
    c->at = (place){.piece = -1};
    if (is_gen(k) || k == AST_CHANCE) return emit_gen(c, node, e, r);
    if (is_automatic(k)) return emit_auto(c, node, e, r);
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
    int i = find_rule(c, n->name);
    env inner = env_call(c, c->rule[i].node, node, e);
    return emit_rule(c, body_of(c, c->rule[i].node), &inner, r);
}

/* --- the royal piece --- */

/* Follows definitions without parameters. */
static uint32_t behind(const compiler *c, uint32_t node) {
    for (int k = 0; k < MOST_DEPTH; k++) {
        const ast_node *n = ast_at(c->a, node);
        int d = n->kind == AST_CALL && !n->first ? find_def(c, n->name) : -1;
        if (d < 0 || child_of(c, c->def[d].node, AST_PARAMS)) return node;
        node = body_of(c, c->def[d].node);
    }
    return node;
}

/* The kind K of `not attacked(mine & K)`, or -1. */
static int royal_kind(const compiler *c, uint32_t node) {
    node = behind(c, node);
    if (c->a->node[node].kind != AST_NOT) return -1;
    node = behind(c, c->a->node[node].first);
    const ast_node *n = ast_at(c->a, node);
    if (n->kind != AST_FUNC || n->value != AST_FUNC_ATTACKED || c->a->node[n->first].next)
        return -1;
    n = ast_at(c->a, behind(c, n->first));
    if (n->kind != AST_BINARY || n->value != AST_MEET) return -1;
    const ast_node *x = ast_at(c->a, n->first);
    const ast_node *y = ast_at(c->a, x->next);
    if (x->kind == AST_CALL) {
        const ast_node *t = x;
        x = y;
        y = t;
    }
    if (x->kind != AST_WORD || x->value != AST_WORD_MINE || y->kind != AST_CALL) return -1;
    return find_piece(c, y->name);
}

static uint32_t find_royal(const compiler *c, uint32_t node, int *kind) {
    const ast_node *n = ast_at(c->a, node);
    if (n->kind == AST_REQUIRE)
        for (uint32_t i = c->a->node[n->first].next; i; i = c->a->node[i].next) {
            *kind = royal_kind(c, i);
            if (*kind >= 0) return i;
        }
    AST_EACH(c->a, node, i) {
        uint32_t found = find_royal(c, i, kind);
        if (found) return found;
    }
    return 0;
}

/* Only what can be looked at from the royal piece can be spared the trial. */
static void make_royal(compiler *c) {
    rb_royal *r = &c->side->royal;
    int kind = -1;
    c->royal_node = 0;
    memset(r, 0, sizeof *r);
    for (int i = 0; i < c->b->phases && !c->royal_node; i++)
        c->royal_node = find_royal(c, c->turn[i], &kind);
    if (!c->royal_node) return;
    uint64_t enemies = ((UINT64_C(1) << c->b->head.players) - 1) & ~(UINT64_C(1) << c->me);
    r->kind = (uint8_t)kind;
    r->plan = (uint16_t)add_plan(c, enemies);
    if (c->nomem || !c->side->plan) return;
    const rb_plan *p = &c->side->plan[r->plan];
    r->known = true;
    for (int i = 0; i < p->count; i++) {
        const rb_hit *h = &c->side->hit[p->first + i];
        if (h->form == HIT_CODE || h->mask != RB_CONST) r->known = false;
        if (h->form != HIT_RIDE) continue;
        for (int d = 0; d < c->b->board.dirs; d++)
            if (h->dirs >> d & 1) r->riders[d] |= UINT32_C(1) << h->kind;
    }
    for (int d = 0; d < c->b->board.dirs; d++)
        if (r->riders[d] && !c->b->board.sense[d]) r->known = false;
}

/* --- all of it --- */

static bool make_endings(compiler *c) {
    rb_side *s = c->side;
    c->endings = 0;
    AST_EACH(c->a, c->game, decl) {
        if (c->a->node[decl].kind != AST_END) continue;
        AST_EACH(c->a, decl, i) {
            if (!limit(c, i, c->endings < MOST_ENDINGS, "endings", MOST_ENDINGS)) return false;
            rb_ending *more = mem_resize(s->ending, (size_t)(c->endings + 1) * sizeof *more);
            if (!more) return !(c->nomem = true);
            s->ending = more;
            uint32_t test = c->a->node[i].first;
            uint32_t effect = c->a->node[test].next;
            stream t = {0};
            stream f = {0};
            c->at = (place){.piece = -1, .ending = true};
            c->blame = i;
            c->out = &t;
            c->areas = c->numbers = 0;
            uint16_t worth = make_num(c, test, NULL);
            rb_ending e = {.test = settle_code(c, &t, worth)};
            c->out = &f;
            c->areas = c->numbers = 0;
            if (c->a->node[effect].kind == AST_BLOCK)
                make_block(c, effect, NULL);
            else
                make_outcome(c, effect, NULL);
            e.effect = settle_code(c, &f, const_num(c, 1));
            s->ending[c->endings++] = e;
        }
    }
    c->b->endings = c->endings;
    return true;
}

static void make_before(compiler *c) {
    AST_EACH(c->a, c->game, i) {
        if (c->a->node[i].kind != AST_BEFORE) continue;
        stream s = {0};
        c->at = (place){.from = true, .to = true, .opt = true, .piece = -1};
        c->out = &s;
        c->areas = c->numbers = 0;
        c->saw = 0;
        make_block(c, c->a->node[i].first, NULL);
        c->side->before = settle_code(c, &s, const_num(c, 1));
        c->before_reads |= c->saw;
    }
}

static bool keep_room(compiler *c) {
    bool good = mem_grow((void **)&c->b->kind_list, &c->kind_cap, 1, 1);
    if (!good) c->nomem = true;
    return good;
}

bool make_turns(compiler *c) {
    around nothing = {.succ = RB_END};
    c->gens = c->nodes = c->points = c->tests = c->scores = c->kept = c->kind_list = c->names = 0;
    c->hoist = NULL;
    make_royal(c);
    for (int i = 0; i < c->b->phases && !c->over_limit; i++) {
        uint8_t p = add_point(c);
        c->b->entry[i] = p;
        fill_point(c, p, emit_rule(c, c->turn[i], NULL, &nothing), RB_END);
    }
    c->hoist = NULL;
    if (!c->b->kind_list) (void)keep_room(c); /* generators without kinds point there as well */
    make_before(c);
    (void)make_endings(c);
    c->b->points = c->points;
    c->b->nodes = c->nodes;
    c->b->gens = c->gens;
    c->b->scores = c->scores;
    return !c->over_limit && !c->nomem;
}

/* --- what can still be read --- */

static uint8_t tree_reads(const compiler *c, uint16_t node, bool *chance) {
    const rulebook *b = c->b;
    uint8_t all = 0;
    if (!node) return 0;
    const rb_node *n = &b->node[node];
    if (n->kind == NODE_GEN) {
        all |= c->gen_reads[n->gen];
        *chance |= b->side[0].gen[n->gen].kind == GEN_CHANCE;
    }
    if (n->kind == NODE_WHEN || n->kind == NODE_AUTO) all |= c->test_reads[n->gen];
    for (uint16_t i = n->first; i; i = b->node[i].next) all |= tree_reads(c, i, chance);
    return all;
}

/* Where kinds placed at one point differ, all are written with their letters. -1: none yet; -2:
 * they differ. */
static int placed_kind(const rulebook *b, uint16_t node, int known) {
    const rb_node *n = &b->node[node];
    const rb_gen *g = n->kind == NODE_GEN ? &b->side[0].gen[n->gen] : NULL;
    for (int i = 0; g && g->kind == GEN_PLACE && i < g->kind_count; i++) {
        int kind = b->kind_list[g->kinds + i];
        known = known == -1 || known == kind ? kind : -2;
    }
    for (uint16_t i = n->first; i; i = b->node[i].next) known = placed_kind(b, i, known);
    return known;
}

static void write_kinds(const rulebook *b, uint16_t node) {
    const rb_node *n = &b->node[node];
    for (int p = 0; n->kind == NODE_GEN && p < b->head.players; p++)
        if (b->side[p].gen[n->gen].kind == GEN_PLACE) b->side[p].gen[n->gen].many = true;
    for (uint16_t i = n->first; i; i = b->node[i].next) write_kinds(b, i);
}

void tell_places_apart(const rulebook *b) {
    for (int p = 1; p <= b->points; p++) {
        uint16_t node = b->point[p].node;
        if (node && placed_kind(b, node, -1) == -2) write_kinds(b, node);
    }
}

void find_live(compiler *c) {
    rulebook *b = c->b;
    uint8_t entries = 0;
    bool chance = false;
    for (int i = 0; i < b->phases; i++)
        entries |= tree_reads(c, b->point[b->entry[i]].node, &chance);
    for (int p = 1; p <= b->points; p++) {
        chance = false;
        uint8_t all = tree_reads(c, b->point[p].node, &chance) | c->before_reads | c->plan_reads;
        if (all & READS_CAN) all |= entries;
        b->point[p].keeps_last = all & READS_LAST;
        b->point[p].keeps_from = all & READS_LASTFROM;
        b->point[p].chance = chance;
    }
}
