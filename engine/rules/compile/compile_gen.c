#include "engine/base/memory.h"
#include "engine/rules/compile/compile.h"

/* Generators: `place`, `move`, `pick`, `pass`, `act`, `chance`. Whatever does not depend on the
 * source is worked out once (`prep`); targets that have a known form are found by special means;
 * conditions are taken apart, so that most of them narrow down sources or targets at once. */

/* --- checking --- */

void compile_check_kinds(scope *c, uint32_t first) {
    int n = 0;
    for (uint32_t i = first; i; i = c->a->node[i].next) {
        if (!compile_limit(c, first, ++n <= RB_KINDS, "kinds to choose from", RB_KINDS)) return;
        if (compile_find_piece(c, c->a->node[i].name) < 0) {
            compile_complain(c, i, "E12", "unknown name '%s': no such piece", ast_name(c->a, i));
            compile_suggest_piece(c, ast_name(c->a, i));
        }
        for (uint32_t k = first; k != i; k = c->a->node[k].next)
            if (c->a->node[k].name == c->a->node[i].name)
                compile_complain(c, i, "E06", "piece '%s' is on this list already",
                                 ast_name(c->a, i));
    }
}

/* The element that binds a name, definitions looked into; 0: none. */
static uint32_t bound_in(scope *c, uint32_t node) {
    AST_EACH(c->a, node, i) {
        const ast_node *n = ast_at(c->a, i);
        if (!compile_spend(c, i)) return 0;
        if (n->kind == AST_ELEMENT && n->name) return i;
        uint32_t deep = bound_in(c, i);
        int d = !deep && n->kind == AST_CALL ? compile_find_def(c, n->name) : -1;
        if (d >= 0) deep = bound_in(c, c->shared->def[d].node);
        if (deep) return deep;
    }
    return 0;
}

/* What the conditions and the block of a generator may speak of. */
static place inside_of(scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t to = compile_child_of(c, node, AST_TO);
    bool moves = n->kind == AST_MOVE;
    bool aims = moves || n->kind == AST_PLACE || n->kind == AST_PICK;
    place at = {.from = moves, .to = aims, .piece = c->at.piece};
    at.opt = compile_child_of(c, node, AST_KINDS) != 0 ||
             (c->at.piece >= 0 && c->shared->piece[c->at.piece].promotes);
    at.bound = moves ? c->a->node[bound_in(c, to)].name : 0;
    return at;
}

/* A word of the protocol. */
bool compile_check_said(scope *c, uint32_t node, const char *what, const char *example) {
    const char *name = ast_name(c->a, node);
    if (strlen(name) > COMPILE_MAX_ACT_NAME) {
        compile_complain(c, node, "E30", "limit exceeded: characters of %s, at most %d", what,
                         COMPILE_MAX_ACT_NAME);
        return false;
    }
    if (text_is_plain(name) && (text_is_alpha(name[0]) || text_is_digit(name[0]))) return true;
    compile_complain(c, node, "E03", "expected one word as %s, found \"%.40s\"", what, name);
    compile_suggest(c, "letters and digits without spaces: `%s`", example);
    return false;
}

/* The name of an act is such a word, and one that is not taken. */
static void check_act_name(scope *c, uint32_t node) {
    const char *name = ast_name(c->a, node);
    if (!compile_check_said(c, node, "the name of the act", "act \"swap\"")) return;
    if (strcmp(name, "pass") == 0 || strcmp(name, "skip") == 0) {
        compile_complain(c, node, "E06", "'%s' is an action already", name);
    } else if (board_cell(&c->b->board, name) >= 0) {
        compile_complain(c, node, "E07", "cell name used as a name: '%s'", name);
    }
}

static void check_binding(scope *c, uint32_t to, const env *e);

void compile_check_gen(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t src = compile_child_of(c, node, AST_SRC);
    uint32_t to = compile_child_of(c, node, n->kind == AST_PLACE ? AST_ON : AST_TO);
    uint32_t where = compile_child_of(c, node, AST_WHERE);
    uint32_t block = compile_child_of(c, node, AST_BLOCK);
    scope inner = scope_at(c, inside_of(c, node));
    scope outer = scope_at(c, (place){.piece = c->at.piece});
    if (n->kind == AST_MOVE && !src && c->at.piece < 0) {
        compile_complain(c, node, "E16", "`move` outside a piece block needs a source");
        compile_suggest(c, "`move SRC to AREA`");
    }
    env parts[RB_PARTS];
    if (n->kind == AST_ACT) {
        check_act_name(c, node);
        int before = c->shared->errors;
        e = compile_check_choices(&outer, node, e, parts);
        if (c->shared->errors != before || c->shared->over_limit) return;
    }
    if (src) (void)compile_check_is(&outer, c->a->node[src].first, e, VAL_AREA);
    outer.at.from = n->kind == AST_MOVE;
    if (to && compile_check_is(&outer, c->a->node[to].first, e, VAL_AREA) && inner.at.bound)
        check_binding(&outer, to, e);
    uint32_t kinds = compile_child_of(c, node, AST_KINDS);
    if (kinds) {
        compile_check_kinds(&outer, c->a->node[kinds].first);
        AST_EACH(c->a, kinds, i) compile_refuse_card(c, i, c->a->node[i].name);
    }
    compile_check_owner(&outer, compile_child_of(c, node, AST_OF), e);
    if (where && compile_check_is(&inner, c->a->node[where].first, e, VAL_BOOL))
        (void)compile_refuse_secrets(&inner, c->a->node[where].first, e, NEEDS_OTHERS,
                                     "what a player can choose");
    compile_check_top(&inner, node, e);
    if (block) compile_check_block(&inner, block, e);
    if (c->b->secrets) {
        compile_check_leaving(c, block);
        if (src)
            (void)compile_refuse_secrets(&outer, c->a->node[src].first, e, NEEDS_OTHERS,
                                         "what a player can choose");
        if (to)
            (void)compile_refuse_secrets(&outer, c->a->node[to].first, e, NEEDS_OTHERS,
                                         "what a player can choose");
    }
}

/* A name is bound where the pattern is the entire target, narrowed down at most. */
static void check_binding(scope *c, uint32_t to, const env *e) {
    sub_exprs keep = {.count = 0};
    sub_expr p = {c->a->node[to].first, e};
    const ast_node *n;
    for (;;) {
        p = compile_look_through(c, p, &keep);
        n = ast_at(c->a, p.node);
        if (n->kind != AST_BINARY || (n->value != AST_MEET && n->value != AST_SUB)) break;
        sub_expr x = {n->first, p.e};
        sub_expr y = {c->a->node[n->first].next, p.e};
        if (!compile_fixed_part(c, y) && (n->value == AST_SUB || !compile_fixed_part(c, x))) break;
        p = compile_fixed_part(c, y) ? x : y;
    }
    bool entire = n->kind == AST_ALONG && !compile_child_of(c, p.node, AST_ORIGIN) &&
                  !compile_child_of(c, compile_child_of(c, p.node, AST_PATTERN), AST_GROUP);
    if (entire) return;
    uint32_t element = bound_in(c, to);
    compile_complain(c, element, "E17", "`@%s` is not in a pattern that is the complete target",
                     ast_name(c->a, element));
    compile_suggest(c, "`move SRC to along D (.. X@%s ..)`: one pattern, without [ ] and `from`",
                    ast_name(c->a, element));
}

/* --- making --- */

typedef struct maker {
    scope *c;
    rb_gen *g;
    stream guard, choice, prep, where, inner;
    uint16_t src;            /* operand; 0xffff: none yet */
    uint16_t src_in, except; /* operands that need no code of their own; 0xffff: none */
    uint16_t mask;           /* of targets; 0xffff: anywhere */
    uint16_t allow;          /* the last part of `where`; 0xffff: none */
} maker;

enum { NOTHING = 0xffff };

/* In the stream that runs once. */
static uint16_t prepared(maker *m, sub_expr p) {
    scope *c = m->c;
    stream *hoist = c->hoist;
    c->out = &m->prep;
    c->hoist = NULL;
    uint16_t at = compile_area(c, p.node, p.e).at;
    c->hoist = hoist;
    return at;
}

static uint16_t met(maker *m, uint16_t a, uint16_t b, bool without) {
    scope *c = m->c;
    if (a == NOTHING && !without) return b;
    c->out = &m->prep;
    uint16_t d = compile_temp_area(c);
    compile_emit(c, without ? OP_AREA_SUB : OP_AREA_AND, 0, d, a == NOTHING ? RB_CONST : a, b);
    return d;
}

/* Splits off what narrows the targets for every source; what is left. */
static sub_expr narrow(maker *m, sub_expr p, sub_exprs *keep) {
    scope *c = m->c;
    for (;;) {
        sub_expr seen = compile_look_through(c, p, keep);
        const ast_node *n = ast_at(c->a, seen.node);
        if (n->kind != AST_BINARY || (n->value != AST_MEET && n->value != AST_SUB)) return seen;
        if (compile_fixed_part(c, seen)) return seen;
        sub_expr x = {n->first, seen.e};
        sub_expr y = {c->a->node[n->first].next, seen.e};
        if (compile_fixed_part(c, y) && n->value == AST_SUB && m->except == NOTHING) {
            m->except = prepared(m, y);
            p = x;
        } else if (compile_fixed_part(c, y)) {
            m->mask = met(m, m->mask, prepared(m, y), n->value == AST_SUB);
            p = x;
        } else if (n->value == AST_MEET && compile_fixed_part(c, x)) {
            m->mask = met(m, m->mask, prepared(m, x), false);
            p = y;
        } else {
            return seen;
        }
    }
}

static int bit_count(uint64_t x) {
    return __builtin_popcountll(x);
}

/* A step in few directions is a pattern of one cell. */
static int step_pattern(maker *m, uint64_t dirs) {
    scope *c = m->c;
    rb_pattern p = {.dirs = dirs, .count = 1, .bound = RB_ELEMENTS, .fixed = true};
    p.element[0].area = m->mask == NOTHING ? RB_CONST : m->mask;
    return compile_keep_pattern(c, &p);
}

static void make_targets(maker *m, sub_expr p) {
    scope *c = m->c;
    sub_exprs keep = {.count = 0};
    sub_expr base = narrow(m, p, &keep);
    const ast_node *n = ast_at(c->a, base.node);
    bool here = !compile_child_of(c, base.node, AST_ORIGIN);
    bool entire = !compile_child_of(c, base.node, AST_MAX);
    uint32_t all = compile_needs(c, base.node, base.e);
    /* Elsewhere two directions may lead from one cell to one other, or back to the first. */
    bool plain = c->b->board.shape != BOARD_LINES && !c->b->board.rings;
    rb_gen *g = m->g;
    c->out = &m->prep;
    c->hoist = NULL;
    if (compile_fixed_part(c, base)) {
        g->form = FORM_SET;
        g->result = met(m, m->mask, prepared(m, base), false);
        m->mask = NOTHING;
    } else if (n->kind == AST_ALONG && here) {
        int k = compile_add_pattern(c, base.node, base.e);
        if (c->shared->nomem) return;
        const rb_pattern *q = &c->side->pattern[k];
        g->form = q->fixed && !q->collects && plain ? FORM_LINE : FORM_ALONG;
        if (q->collects) g->form = FORM_CODE;
        g->arg = (uint16_t)k;
    } else if (n->kind == AST_STEP && here && entire && plain &&
               bit_count(compile_dirs_of(c, compile_child_of(c, base.node, AST_DIRS), false)) <=
                   4) {
        g->form = FORM_LINE;
        g->arg = (uint16_t)step_pattern(
            m, compile_dirs_of(c, compile_child_of(c, base.node, AST_DIRS), false));
        m->mask = NOTHING;
    } else if (all == NEEDS_FROM) {
        g->form = FORM_TABLE;
        g->arg = (uint16_t)compile_add_table(c, base.node, base.e);
    } else if ((n->kind == AST_RIDE || n->kind == AST_SLIDE) && here && entire) {
        g->form = FORM_RIDE;
        g->arg = (uint16_t)compile_add_walk(c, base.node, base.e);
    } else {
        g->form = FORM_CODE;
    }
    if (g->form != FORM_CODE) return;
    c->out = &m->inner;
    c->hoist = &m->prep;
    g->result = compile_area(c, base.node, base.e).at;
    c->hoist = NULL;
}

/* Conditions that are asked before anything is prepared: once, or for each kind. */
static void add_guard(maker *m, stream *s, sub_expr p) {
    scope *c = m->c;
    c->out = s;
    c->hoist = NULL;
    int areas = c->areas;
    int numbers = c->numbers;
    uint16_t d = compile_num(c, p.node, p.e);
    /* Leaves with 0 as soon as one part fails. */
    uint32_t hole = c->out->len;
    compile_emit(c, OP_JUMP_IF, 0, 0, 0, d);
    compile_emit(c, OP_RETURN, 0, 0, compile_const_num(c, 0), 0);
    if (hole < c->out->len) c->out->ins[hole].a = (uint16_t)c->out->len;
    c->areas = areas;
    c->numbers = numbers;
}

static void add_where(maker *m, sub_expr p) {
    scope *c = m->c;
    c->out = &m->where;
    c->hoist = &m->prep;
    uint16_t d = compile_num(c, p.node, p.e);
    c->hoist = NULL;
    uint32_t hole = c->out->len;
    compile_emit(c, OP_JUMP_IF, 0, 0, 0, d);
    compile_emit(c, OP_RETURN, 0, 0, compile_const_num(c, 0), 0);
    if (hole < c->out->len) c->out->ins[hole].a = (uint16_t)c->out->len;
    m->allow = d;
}

/* Whether a condition is about the chosen kind, wherever it goes. Kinds of promotions depend on the
 * target. */
static bool is_choice(maker *m, sub_expr p) {
    uint32_t all = compile_needs(m->c, p.node, p.e);
    return !m->g->promotions && (m->g->kind_count || m->g->kind == GEN_PLACE) &&
           !(all & ~(uint32_t)(NEEDS_STATE | NEEDS_OPT));
}

/* Conditions about where a move begins or ends narrow its sets; the rest is asked each time. */
static void make_where(maker *m, sub_expr entire, bool targets_known) {
    scope *c = m->c;
    sub_exprs list = {.count = 0};
    sub_exprs keep = {.count = 0};
    compile_split_and(c, entire, &list);
    for (int i = 0; i < list.count; i++) {
        sub_expr p = list.list[i];
        uint32_t from = compile_cell_in(c, p, AST_WORD_FROM);
        uint32_t to = compile_cell_in(c, p, AST_WORD_TO);
        sub_expr along = compile_along_to(c, p, &keep);
        if (compile_fixed_part(c, p)) {
            if (!targets_known) add_guard(m, &m->guard, p);
        } else if (is_choice(m, p)) {
            if (!targets_known) add_guard(m, &m->choice, p);
        } else if (from && m->src != NOTHING) {
            if (!targets_known) m->src = met(m, m->src, prepared(m, (sub_expr){from, p.e}), false);
        } else if (to) {
            if (!targets_known) m->mask = met(m, m->mask, prepared(m, (sub_expr){to, p.e}), false);
        } else if (along.node) {
            if (targets_known) continue;
            c->out = &m->prep;
            c->hoist = NULL;
            int k = compile_add_pattern(c, along.node, along.e);
            uint16_t d = compile_temp_area(c);
            compile_emit(c, OP_AREA_ORIGINS, 0, d, (uint32_t)k, 0);
            m->mask = met(m, m->mask, d, false);
        } else if (targets_known) {
            add_where(m, p);
        }
    }
}

uint16_t compile_keep_kind(scope *c, int kind) {
    program *b = c->b;
    if (MEM_GROW(b->kind_list, c->shared->kind_cap, (size_t)c->shared->kind_list + 1) != ST_OK) {
        c->shared->nomem = true;
        return 0;
    }
    b->kind_list[c->shared->kind_list] = (uint8_t)kind;
    b->listed = c->shared->kind_list + 1;
    return (uint16_t)c->shared->kind_list++;
}

static uint16_t keep_kinds(scope *c, uint32_t list, uint8_t *count) {
    uint16_t first = (uint16_t)c->shared->kind_list;
    *count = 0;
    AST_EACH(c->a, list, i) {
        if (c->a->node[i].kind != AST_NAME) continue;
        (void)compile_keep_kind(c, compile_find_piece(c, c->a->node[i].name));
        ++*count;
    }
    return first;
}

static void make_promotions(maker *m) {
    scope *c = m->c;
    rb_side *s = c->side;
    m->g->promotion = (uint16_t)s->promotions;
    AST_EACH(c->a, c->shared->piece[c->at.piece].node, i) {
        if (c->a->node[i].kind != AST_PROMOTES) continue;
        rb_promotion p = {.area = prepared(m, (sub_expr){c->a->node[i].first, NULL})};
        p.kinds = keep_kinds(c, i, &p.count);
        rb_promotion *more = mem_resize(s->promotion, (size_t)(s->promotions + 1) * sizeof *more);
        if (!more) {
            c->shared->nomem = true;
            return;
        }
        s->promotion = more;
        more[s->promotions++] = p;
        m->g->promotions++;
        /* Front ends that send FENs write the kind always. */
        if (p.count > 1 || c->b->fields) m->g->many = true;
    }
}

static void make_requires(scope *c, const around *r, rb_gen *g) {
    /* They run after the action: `last` is the new one, so what they read is not the
     * generator's. */
    for (int i = 0; i < r->requires; i++) {
        bool plain = !r->require_env[i] || !r->require_env[i]->params;
        int k = 0;
        while (plain && k < c->shared->shared_requires &&
               c->shared->shared_node[k] != r->require[i])
            k++;
        if (plain && k < c->shared->shared_requires) {
            g->require[g->requires ++] = c->shared->shared_code[k];
            continue;
        }
        stream s = {0};
        scope in = scope_into(c, &s, r->require[i]);
        in.at = (place){.from = true, .to = true, .opt = true, .piece = -1, .require = true};
        uint16_t value = compile_num(&in, r->require[i], r->require_env[i]);
        uint16_t code = compile_append_code(&in, &s, value);
        c->shared->require_reads |= in.saw;
        if (plain && r->require[i] == c->shared->royal_node) c->side->sparing.require = code;
        g->require[g->requires ++] = code;
        if (plain && c->shared->shared_requires < COMPILE_MAX_SHARED_REQUIRES) {
            c->shared->shared_node[c->shared->shared_requires] = r->require[i];
            c->shared->shared_code[c->shared->shared_requires++] = code;
        }
    }
}

uint16_t compile_keep_text(scope *c, const char *string) {
    size_t len = strlen(string) + 1;
    program *b = c->b;
    if (!compile_limit(c, c->error_node, (size_t)c->shared->names + len <= COMPILE_MAX_NAME_BYTES,
                       "characters of names of acts", COMPILE_MAX_NAME_BYTES))
        return 0;
    if (MEM_GROW(b->names, c->shared->names_cap, (size_t)c->shared->names + len) != ST_OK) {
        c->shared->nomem = true;
        return 0;
    }
    memcpy(b->names + c->shared->names, string, len);
    c->shared->names += (int)len;
    return (uint16_t)(c->shared->names - (int)len);
}

static uint16_t finish(maker *m, stream *s, uint16_t value) {
    if (s->len) return compile_append_code(m->c, s, value);
    compile_stream_done(s);
    return 0;
}

static bool quiet_before(const scope *c) {
    AST_EACH(c->a, c->shared->game, i)
    if (c->a->node[i].kind == AST_BEFORE) return compile_is_quiet(c, c->a->node[i].first);
    return true;
}

static void make_sources(maker *m, uint32_t node, const env *e) {
    scope *c = m->c;
    uint32_t src = compile_child_of(c, node, AST_SRC);
    if (src) {
        sub_exprs keep = {.count = 0};
        sub_expr p = compile_look_through(c, (sub_expr){c->a->node[src].first, e}, &keep);
        const ast_node *n = ast_at(c->a, p.node);
        if (n->kind == AST_BINARY && n->value == AST_MEET) {
            m->src = prepared(m, (sub_expr){n->first, p.e});
            m->src_in = prepared(m, (sub_expr){c->a->node[n->first].next, p.e});
        } else {
            m->src = prepared(m, p);
        }
        return;
    }
    uint16_t own = (uint16_t)(RB_STATE | (SET_OWN + c->me));
    if (c->b->kinds == 1) {
        m->src = own;
        return;
    }
    m->src = own;
    m->src_in = (uint16_t)(RB_STATE | (c->b->set_kind + c->at.piece));
}

/* of: an owner of what is placed who is known only then; 0: none. */
static void make_block_code(maker *m, uint32_t gen, uint32_t of, const env *e) {
    scope *c = m->c;
    uint32_t block = compile_child_of(c, gen, AST_BLOCK);
    stream s = {0};
    scope in = scope_into(c, &s, c->error_node);
    compile_moved_by_gen(&in, gen);
    if (s.len) m->g->starving = STARVING_NOT; /* its block has something else first */
    if (!block && !of && !s.len) return;
    if (of) {
        uint16_t to = compile_temp_area(&in);
        compile_emit(&in, OP_AREA_CELL, 0, to, CELL_TO, 0);
        compile_emit(&in, OP_GIVE, 0, 0, to, compile_num(&in, c->a->node[of].first, e));
    }
    if (block) compile_block(&in, block, e);
    m->g->block = compile_append_code(&in, &s, compile_const_num(&in, 1));
    c->saw |= in.saw;
}

/* Whether all sources are pieces of the mover, as far as the form tells. */
static bool moves_own(const scope *c, uint32_t node, const env *e) {
    sub_exprs keep = {.count = 0};
    uint32_t src = compile_child_of(c, node, AST_SRC);
    if (!src) return true; /* in a piece block */
    sub_expr p = compile_look_through(c, (sub_expr){c->a->node[src].first, e}, &keep);
    for (;;) {
        const ast_node *n = ast_at(c->a, p.node);
        if (n->kind == AST_WORD) return n->value == AST_WORD_MINE;
        if (n->kind != AST_BINARY || (n->value != AST_MEET && n->value != AST_SUB)) return false;
        sub_expr second = {c->a->node[n->first].next, p.e};
        sub_expr y = compile_look_through(c, second, &keep);
        const ast_node *right = ast_at(c->a, y.node);
        if (n->value == AST_MEET && right->kind == AST_WORD && right->value == AST_WORD_MINE)
            return true;
        p = compile_look_through(c, (sub_expr){n->first, p.e}, &keep);
    }
}

static rb_gen_kind kind_of(const scope *c, uint32_t node) {
    switch ((ast_kind)c->a->node[node].kind) {
    case AST_PLACE:
        return GEN_PLACE;
    case AST_MOVE:
        return GEN_MOVE;
    case AST_PICK:
        return GEN_PICK;
    case AST_ACT:
        return GEN_ACT;
    case AST_CHANCE:
        return GEN_CHANCE;
    case AST_PASS:
        return GEN_PASS;
    default:
        return GEN_SKIP;
    }
}

/* Whether hidden cards decide what a generator offers. */
static void note_secrets(scope *c, uint32_t node, const env *e, const around *r, int number) {
    bool held = c->side->gen[number].kind == GEN_ACT && c->side->gen[number].held;
    uint32_t all = held ? NEEDS_OWN : 0;
    static const ast_kind parts[] = {AST_WHERE, AST_SRC, AST_TO, AST_ON};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        uint32_t part = compile_child_of(c, node, parts[i]);
        if (part) all |= compile_secrets(c, c->a->node[part].first, e);
    }
    for (int i = 0; i < r->requires; i++)
        all |= compile_secrets(c, r->require[i], r->require_env[i]);
    c->shared->gen_secret[number] = all != 0;
    c->shared->gen_node[number] = node;
}

void compile_gen(scope *outer, uint32_t node, const env *e, const around *r, int number) {
    scope in = *outer; /* its streams are those of the maker */
    scope *c = &in;
    rb_gen *g = &c->side->gen[number];
    *g = (rb_gen){.kind = GEN_SKIP, .succ = r->succ, .mask = RB_CONST, .result = RB_CONST};
    if (node) g->kind = (uint8_t)kind_of(c, node);
    make_requires(c, r, g);
    if (g->kind == GEN_SKIP) return;
    maker m = {.c = c,
               .g = g,
               .src = NOTHING,
               .src_in = NOTHING,
               .except = NOTHING,
               .mask = NOTHING,
               .allow = NOTHING};
    uint32_t where = compile_child_of(c, node, AST_WHERE);
    uint32_t block = compile_child_of(c, node, AST_BLOCK);
    uint32_t of = compile_child_of(c, node, AST_OF);
    uint32_t to = compile_child_of(c, node, g->kind == GEN_PLACE ? AST_ON : AST_TO);
    uint32_t kinds = compile_child_of(c, node, AST_KINDS);
    c->at = inside_of(c, node);
    c->areas = c->numbers = 0;
    c->error_node = node;
    env parts[RB_PARTS];
    if (g->kind == GEN_ACT) e = compile_choices(c, node, e, parts, g);
    sub_expr test = {where ? c->a->node[where].first : 0, e};
    if (kinds) g->kinds = keep_kinds(c, kinds, &g->kind_count);
    g->many = g->kind_count > 1;
    if (g->kind == GEN_PLACE && !g->many) g->kind_count = 0; /* nothing to choose */
    int owner = compile_owner_of(c, of, e);
    g->owner = (uint8_t)(owner < 0 ? c->me : owner);
    if (g->kind == GEN_ACT) g->name = compile_keep_text(c, ast_name(c->a, node));
    if (g->kind == GEN_CHANCE) {
        c->out = &m.prep;
        compile_chance(c, node, e, g);
    }
    if (g->kind == GEN_MOVE) {
        make_sources(&m, node, e);
        if (!kinds && c->at.piece >= 0) make_promotions(&m);
        g->lift = compile_lifted(c, node, e);
    }
    c->out = &m.where;
    if (c->b->secrets && g->kind == GEN_ACT) compile_leaving(c, block, e, g);
    if (c->b->secrets) note_secrets(c, node, e, r, number);
    if (where) make_where(&m, test, false);
    if (to) make_targets(&m, (sub_expr){c->a->node[to].first, e});
    if (where) make_where(&m, test, true);
    if (m.src != NOTHING) g->src = m.src;
    if (m.mask != NOTHING) g->mask = m.mask;
    if (g->kind == GEN_PLACE && g->owner == c->me) g->starving = compile_starving(c, node, e, r);
    g->owned = (g->src & RB_BASE) == RB_STATE && g->src >= SET_OWN && g->src < c->b->set_var;
    g->src_in = m.src_in != NOTHING ? m.src_in : RB_CONST;
    g->except = m.except != NOTHING ? m.except : compile_const_area(c, area_none());
    g->guard = finish(&m, &m.guard, compile_const_num(c, 1));
    g->choice = finish(&m, &m.choice, compile_const_num(c, 1));
    g->prep = finish(&m, &m.prep, compile_const_num(c, 1));
    g->where = finish(&m, &m.where, compile_const_num(c, 1));
    if (g->form == FORM_CODE) g->arg = finish(&m, &m.inner, compile_const_num(c, 1));
    compile_stream_done(&m.inner);
    if (!g->draws) make_block_code(&m, node, owner < 0 ? of : 0, e);
    for (int i = g->block; i && c->side->code[i].op != OP_RETURN; i++)
        g->takes |= c->side->code[i].op == OP_REMOVE || c->side->code[i].op == OP_REMOVE_TOP ||
                    c->side->code[i].op == OP_TUCK;
    bool own = g->kind == GEN_MOVE ? moves_own(c, node, e) : g->kind == GEN_PLACE && owner == c->me;
    outer->saw |= in.saw;
    compile_conclusions(c, test.node, e, g);
    g->simple = !c->shared->nomem && own && !c->b->levels && compile_is_quiet(c, block) &&
                quiet_before(c) && !compile_changes_royal(outer, g);
}
