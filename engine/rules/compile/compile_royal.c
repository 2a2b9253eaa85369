#include "engine/rules/compile/compile.h"

/* Royal pieces: which `require` can be answered by a look at checks and pins, so that most actions
 * need no trial. A require is taken apart at each `and` and `or`:
 *
 *   not attacked(mine & K)           my royal piece is safe, whichever side moves
 *   not attacked(mine & K - B)       and it may be hit on the cells of B
 *   not attacked(enemy & K, me)      and I do not hit theirs
 *   some P & K, no P & K             what an action that moves one piece of mine leaves as it is
 *
 * The last ones are asked before the action. They stay true unless it takes one of P & K: those
 * cells, and the pieces that B is made of, are at *stake*; actions that lead there are tried. */

typedef struct finder {
    scope *c;
    rb_sparing *s;
    stream holds, own_excuse, other_excuse;
    uint16_t held, own_excused, other_excused; /* operands; 0xffff: none */
    sub_exprs keep;
} finder;

enum { NOTHING = 0xffff };

/* --- pieces by owner and kind --- */

/* The one player that an expression is about; -1: none, or more than one. */
static int owner_named(const scope *c, sub_expr p) {
    const ast_node *n = ast_at(c->a, p.node);
    if (n->kind == AST_WORD && n->value == AST_WORD_MINE) return c->me;
    if (n->kind == AST_WORD && n->value == AST_WORD_ENEMY && c->b->head.players == 2)
        return 1 - c->me;
    return n->kind == AST_CALL && !n->first ? compile_find_player(c, n->name) : -1;
}

static int kind_named(const scope *c, sub_expr p) {
    const ast_node *n = ast_at(c->a, p.node);
    return n->kind == AST_CALL && !n->first && compile_find_var(c, n->name) < 0
               ? compile_find_piece(c, n->name)
               : -1;
}

/* `P & K` in either order. */
static bool pieces_named(finder *f, sub_expr p, rb_stake *out) {
    const scope *c = f->c;
    p = compile_look_through(c, p, &f->keep);
    const ast_node *n = ast_at(c->a, p.node);
    if (n->kind != AST_BINARY || n->value != AST_MEET) return false;
    sub_expr x = compile_look_through(c, (sub_expr){n->first, p.e}, &f->keep);
    sub_expr y = compile_look_through(c, (sub_expr){c->a->node[n->first].next, p.e}, &f->keep);
    int owner = owner_named(c, x);
    int kind = kind_named(c, owner >= 0 ? y : x);
    if (owner < 0) owner = owner_named(c, y);
    if (owner < 0 || kind < 0) return false;
    *out = (rb_stake){(uint8_t)owner, (uint8_t)kind};
    return true;
}

static bool add_stake(finder *f, rb_stake x) {
    rb_sparing *s = f->s;
    for (int i = 0; i < s->stakes; i++)
        if (s->stake[i].owner == x.owner && s->stake[i].kind == x.kind) return true;
    if (s->stakes == RB_STAKES) return false;
    s->stake[s->stakes++] = x;
    if (x.kind != RB_ANY_KIND) s->kinds |= UINT32_C(1) << x.kind;
    return true;
}

/* Whether an area changes only when a piece of another player goes: made of theirs, and of what is
 * known now. */
static bool is_steady(finder *f, sub_expr p) {
    scope *c = f->c;
    rb_stake pieces;
    if (!compile_needs_area(c, p.node, p.e)) return true;
    if (pieces_named(f, p, &pieces)) return pieces.owner != c->me && add_stake(f, pieces);
    p = compile_look_through(c, p, &f->keep);
    const ast_node *n = ast_at(c->a, p.node);
    int owner = owner_named(c, p);
    if (owner >= 0) return owner != c->me && add_stake(f, (rb_stake){(uint8_t)owner, RB_ANY_KIND});
    switch ((ast_kind)n->kind) {
    case AST_STEP:
    case AST_RAY:
    case AST_LEAP: {
        uint32_t origin = compile_child_of(c, p.node, AST_ORIGIN);
        uint32_t max = compile_child_of(c, p.node, AST_MAX);
        if (!origin || (max && compile_needs(c, c->a->node[max].first, p.e))) return false;
        return is_steady(f, (sub_expr){c->a->node[origin].first, p.e});
    }
    case AST_SHIFT:
        return is_steady(f, (sub_expr){c->a->node[n->first].next, p.e});
    case AST_REST:
    case AST_MY:
        return is_steady(f, (sub_expr){n->first, p.e});
    case AST_BINARY:
        return is_steady(f, (sub_expr){n->first, p.e}) &&
               is_steady(f, (sub_expr){c->a->node[n->first].next, p.e});
    default:
        return false;
    }
}

/* --- parts of the condition --- */

/* Everyone who is to hit it; 0: not known now. */
static uint64_t attackers(scope *c, uint32_t who, const env *e) {
    uint64_t enemies = ((UINT64_C(1) << c->b->head.players) - 1) & ~(UINT64_C(1) << c->me);
    if (!who) return enemies;
    return compile_needs(c, who, e) ? 0 : UINT64_C(1) << compile_fold_player(c, who, e);
}

/* `- B`: cells on which my royal piece may be hit. */
static bool find_haven(finder *f, sub_expr b) {
    scope *c = f->c;
    stream s = {0};
    if (!is_steady(f, b)) return false;
    scope in = *c;
    in.out = &s;
    f->s->haven_at = compile_area(&in, b.node, b.e).at;
    f->s->haven = compile_append_code(&in, &s, compile_const_num(&in, 1));
    c->areas = in.areas; /* its result stays in use */
    c->numbers = in.numbers;
    f->s->plain = false;
    return true;
}

/* `not attacked(..)`: whose royal piece it is about is known then. */
static bool find_clause(finder *f, sub_expr p, rb_watch **out) {
    scope *c = f->c;
    rb_stake pieces;
    const ast_node *n = ast_at(c->a, p.node);
    if (n->kind != AST_NOT) return false;
    p = compile_look_through(c, (sub_expr){n->first, p.e}, &f->keep);
    n = ast_at(c->a, p.node);
    if (n->kind != AST_FUNC || n->value != AST_FUNC_ATTACKED) return false;
    uint64_t by = attackers(c, c->a->node[n->first].next, p.e);
    sub_expr at = compile_look_through(c, (sub_expr){n->first, p.e}, &f->keep);
    n = ast_at(c->a, at.node);
    sub_expr but = {0, at.e};
    if (n->kind == AST_BINARY && n->value == AST_SUB) {
        but.node = c->a->node[n->first].next;
        at.node = n->first;
    }
    if (!pieces_named(f, at, &pieces)) return false;
    bool mine = pieces.owner == c->me;
    rb_watch *w = mine ? &f->s->own : &f->s->other;
    if (w->here || by != (mine ? attackers(c, 0, NULL) : UINT64_C(1) << c->me)) return false;
    if (!mine && (but.node || c->b->head.players != 2)) return false;
    w->here = true;
    w->player = pieces.owner;
    w->kind = pieces.kind;
    w->players = by;
    *out = w;
    if (!mine) f->s->plain = false;
    return add_stake(f, pieces) && (!but.node || find_haven(f, but));
}

/* One more condition that an action leaves as it is, as code: all of them, or any. */
static void add_steady(finder *f, sub_expr p, stream *s, uint16_t *sum, bool all) {
    scope *c = f->c;
    c->out = s;
    uint16_t d = compile_num(c, p.node, p.e);
    if (*sum != NOTHING) compile_emit(c, all ? OP_NUM_MUL : OP_NUM_ADD, 0, d, *sum, d);
    *sum = d;
    f->s->plain = false;
}

static bool is_steady_test(finder *f, sub_expr p) {
    rb_stake pieces;
    const ast_node *n = ast_at(f->c->a, p.node);
    if (n->kind != AST_SOME && n->kind != AST_NO) return false;
    return pieces_named(f, (sub_expr){n->first, p.e}, &pieces) && add_stake(f, pieces);
}

/* What is joined by `or`: at most one clause, and tests that excuse it. */
typedef struct either {
    rb_watch *clause;
    sub_expr test[4];
    int tests;
} either;

static bool find_either(finder *f, sub_expr p, either *x) {
    const scope *c = f->c;
    rb_watch *w = NULL;
    p = compile_look_through(c, p, &f->keep);
    const ast_node *n = ast_at(c->a, p.node);
    if (n->kind == AST_OR)
        return find_either(f, (sub_expr){n->first, p.e}, x) &&
               find_either(f, (sub_expr){c->a->node[n->first].next, p.e}, x);
    if (is_steady_test(f, p)) {
        if (x->tests == (int)(sizeof x->test / sizeof x->test[0])) return false;
        x->test[x->tests++] = p;
        return true;
    }
    if (x->clause || !find_clause(f, p, &w)) return false;
    x->clause = w;
    return true;
}

static bool find_part(finder *f, sub_expr p) {
    scope *c = f->c;
    either x = {.clause = NULL};
    if (!find_either(f, p, &x)) return false;
    if (!x.clause) { /* all of these must hold: sums of what is true */
        uint16_t sum = NOTHING;
        for (int i = 0; i < x.tests; i++) add_steady(f, x.test[i], &f->holds, &sum, false);
        if (f->held != NOTHING) compile_emit(c, OP_NUM_MUL, 0, sum, f->held, sum);
        f->held = sum;
        return true;
    }
    bool own = x.clause == &f->s->own;
    for (int i = 0; i < x.tests; i++)
        add_steady(f, x.test[i], own ? &f->own_excuse : &f->other_excuse,
                   own ? &f->own_excused : &f->other_excused, false);
    return true;
}

/* --- what hits them --- */

/* Whether all enemies ride the same way: riders are distinguished by kind, not by owner. */
static bool equal(const scope *c, const rb_plan *p) {
    uint64_t dirs[GAME_MAX_PLAYERS][RB_KINDS] = {{0}};
    int first = c->me ? 0 : 1;
    for (int i = 0; i < p->count; i++) {
        const rb_hit *h = &c->side->hit[p->first + i];
        if (h->form == HIT_RIDE) dirs[h->player][h->kind] |= h->dirs;
    }
    for (int i = first; i < c->b->head.players; i++)
        if (i != c->me && memcmp(dirs[i], dirs[first], sizeof dirs[0]) != 0) return false;
    return true;
}

/* Only what can be looked at from the royal piece can be spared the trial. */
static bool make_watch(scope *c, rb_watch *w) {
    w->plan = (uint16_t)compile_add_plan(c, w->players);
    if (c->shared->nomem || !c->side->plan) return false;
    const rb_plan *p = &c->side->plan[w->plan];
    for (int i = 0; i < p->count; i++) {
        const rb_hit *h = &c->side->hit[p->first + i];
        if (h->form == HIT_CODE || h->mask != RB_CONST) return false;
        if (h->form != HIT_RIDE) continue;
        for (int d = 0; d < board_ways(&c->b->board); d++)
            if (h->dirs >> d & 1) w->riders[d] |= UINT32_C(1) << h->kind;
    }
    for (int d = 0; d < board_ways(&c->b->board); d++)
        if (w->riders[d] && !c->b->board.sense[d]) return false;
    return w->player != c->me || equal(c, p);
}

static uint16_t excuse_code(scope *c, stream *s, uint16_t excused) {
    if (excused != NOTHING) return compile_append_code(c, s, excused);
    compile_stream_done(s);
    return 0;
}

static bool find_sparing(const scope *outer, uint32_t node, rb_sparing *out) {
    scope in = scope_into(outer, NULL, node); /* into the streams of the finder, by turns */
    scope *c = &in;
    c->at = (place){.piece = -1, .require = true};
    sub_exprs parts = {.count = 0};
    finder f = {
        .c = c, .s = out, .held = NOTHING, .own_excused = NOTHING, .other_excused = NOTHING};
    *out = (rb_sparing){.plain = true};
    compile_split_and(c, (sub_expr){node, NULL}, &parts);
    bool good = parts.count < COMPILE_MAX_PARTS;
    for (int i = 0; i < parts.count && good; i++) good = find_part(&f, parts.list[i]);
    good = good && out->own.here && !c->shared->over_limit && !c->shared->nomem;
    if (!good) f.held = f.own_excused = f.other_excused = NOTHING;
    out->holds = excuse_code(c, &f.holds, f.held);
    out->own.excuse = excuse_code(c, &f.own_excuse, f.own_excused);
    out->other.excuse = excuse_code(c, &f.other_excuse, f.other_excused);
    return good;
}

static uint32_t find_require(scope *c, uint32_t node, rb_sparing *out) {
    const ast_node *n = ast_at(c->a, node);
    if (n->kind == AST_REQUIRE)
        for (uint32_t i = c->a->node[n->first].next; i; i = c->a->node[i].next)
            if (find_sparing(c, i, out)) return i;
    AST_EACH(c->a, node, i) {
        uint32_t found = find_require(c, i, out);
        if (found) return found;
    }
    return 0;
}

void compile_royal(scope *c) {
    rb_side *s = c->side;
    c->shared->royal_node = 0;
    s->sparing = (rb_sparing){.known = false};
    s->royal = (rb_royal){.known = false};
    for (int i = 0; i < c->b->phases && !c->shared->royal_node; i++)
        c->shared->royal_node = find_require(c, c->shared->turn[i], &s->sparing);
    if (!c->shared->royal_node) return;
    rb_sparing *x = &s->sparing;
    x->known = make_watch(c, &x->own) && (!x->other.here || make_watch(c, &x->other));
    s->royal = (rb_royal){.known = x->known && x->plain, .kind = x->own.kind};
}

bool compile_changes_royal(const scope *c, const rb_gen *g) {
    const rb_sparing *x = &c->side->sparing;
    uint32_t into = 0;
    if (!x->known) return false;
    for (int i = 0; i < g->kind_count; i++) into |= UINT32_C(1) << c->b->kind_list[g->kinds + i];
    for (int i = 0; i < g->promotions; i++) {
        const rb_promotion *p = &c->side->promotion[g->promotion + i];
        for (int k = 0; k < p->count; k++) into |= UINT32_C(1) << c->b->kind_list[p->kinds + k];
    }
    if (g->kind == GEN_PLACE && !g->kind_count) into |= UINT32_C(1) << c->b->kind_list[g->kinds];
    bool from = g->kind == GEN_MOVE && into && (c->at.piece < 0 || x->kinds >> c->at.piece & 1);
    return from || into & x->kinds;
}
