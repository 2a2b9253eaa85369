#include "engine/rules/compile/compile.h"

/* Hidden cards: what must not depend on them, so that every player's view can be told apart from
 * what the others have. A player's own cards may decide what that player can choose, and nothing
 * else; where they do, the player is asked whatever they are. E28 says what is wrong. */

bool compile_is_me(const scope *c, uint32_t node, const env *e) {
    for (int guard = 0; guard < COMPILE_MAX_DEPTH; guard++) {
        const ast_node *n = ast_at(c->a, node);
        const env *where;
        if (n->kind == AST_WORD) return n->value == AST_WORD_ME;
        uint32_t arg =
            n->kind == AST_CALL && !n->first ? compile_env_find(c, e, n->name, &where) : 0;
        if (!arg) return false;
        node = arg;
        e = where;
    }
    return false;
}

/* What an element of a variable tells: `cards[P, k]` cards of P, `cards[P]` only how many. */
uint32_t compile_secret_of(const scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    int v = n->kind == AST_INDEXED ? compile_find_var(c, n->name) : -1;
    if (v < 0 || !c->b->var[v].secret) return 0;
    if (c->b->var[v].bag) return NEEDS_OTHERS;
    if (compile_child_count(c, node) < 2) return 0;
    return compile_is_me(c, n->first, e) ? NEEDS_OWN : NEEDS_OTHERS;
}

/* E28 where an expression reads hidden cards that it may not: `bits` are those. */
bool compile_refuse_secrets(scope *c, uint32_t node, const env *e, uint32_t bits,
                            const char *what) {
    if (!c->b->secrets || c->shared->errors) return true;
    uint32_t found = compile_secrets(c, node, e) & bits;
    if (!found) return true;
    compile_complain(c, node, "E28", "%s reads hidden cards%s", what,
                     found & NEEDS_OTHERS ? " of others" : "");
    compile_suggest(c, found & NEEDS_OTHERS
                           ? "a player knows their own: `cards[me, k]`; all know how many there "
                             "are: `cards[p]`"
                           : "all players see what comes of it: `reveal` the cards first");
    return false;
}

/* --- effects --- */

/* The expressions of an effect, not those of blocks inside it. */
static void refuse_in(scope *c, uint32_t node, const env *e) {
    AST_EACH(c->a, node, i) {
        ast_kind k = (ast_kind)c->a->node[i].kind;
        if (k == AST_BLOCK || k == AST_DIRS || k == AST_NAME) continue;
        if (k == AST_INDEX || k == AST_OF || k == AST_ON)
            refuse_in(c, i, e);
        else
            (void)compile_refuse_secrets(c, i, e, NEEDS_OWN | NEEDS_OTHERS, "a public effect");
    }
}

void compile_check_effect_secrets(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    if (!c->b->secrets || c->shared->errors) return;
    switch ((ast_kind)n->kind) {
    case AST_IF: /* its second block may be an effect without braces */
        (void)compile_refuse_secrets(c, n->first, e, NEEDS_OWN | NEEDS_OTHERS, "a public effect");
        return;
    case AST_CARD: {
        uint32_t second = c->a->node[n->first].next;
        bool passes = n->value == AST_CARD_PASS; /* the card itself may be hidden */
        if (!passes && n->value != AST_CARD_OPEN)
            (void)compile_refuse_secrets(c, n->first, e, NEEDS_OWN | NEEDS_OTHERS,
                                         "what all players see");
        for (uint32_t i = second; i; i = c->a->node[i].next) refuse_in(c, i, e);
        return;
    }
    case AST_FOR:
        if (n->flags & (AST_OVER_PLAYERS | AST_OVER_KINDS)) return;
        (void)compile_refuse_secrets(c, n->first, e, NEEDS_OWN | NEEDS_OTHERS, "a public effect");
        return;
    default:
        refuse_in(c, node, e);
    }
}

/* --- what can be concluded from an act --- */

/* How a value changes with more cards in hand, the chosen one aside. */
enum { FALLS = 1, RISES = 2, STAYS = FALLS | RISES };

typedef struct hand_of {
    int var;         /* the hidden cards that a card leaves */
    uint32_t choice; /* the AST_CHOICE that it is */
} hand_of;

static int trend(scope *c, uint32_t node, const env *e, hand_of h);

static int turned(int t) {
    return (t & FALLS ? RISES : 0) | (t & RISES ? FALLS : 0);
}

static int trend_of_all(scope *c, uint32_t node, const env *e, hand_of h) {
    int all = STAYS;
    AST_EACH(c->a, node, i) all &= trend(c, i, e, h);
    return all;
}

static bool is_choice(const scope *c, uint32_t node, const env *e, uint32_t choice) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    if (n->kind != AST_CALL || n->first) return false;
    uint32_t arg = compile_env_find(c, e, n->name, &where);
    if (arg) return is_choice(c, arg, where, choice);
    const env *loop = compile_env_loop(e, n->name);
    return loop && loop->what == ENV_CHOICE && loop->choice == choice;
}

/* Never below 0: cards, and sums of them. */
static bool is_count(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    if (n->kind == AST_INDEXED) return compile_secret_of(c, node, e) != 0;
    if (n->kind == AST_INT) return true;
    if (n->kind == AST_OVER)
        return n->value == AST_OVER_SUM; /* of cards or conditions: its trend says so */
    return n->kind == AST_BINARY && n->value == AST_ADD && is_count(c, n->first, e) &&
           is_count(c, c->a->node[n->first].next, e);
}

static bool is_zero(scope *c, uint32_t node, const env *e) {
    return !compile_needs(c, node, e) && compile_fold_num(c, node, e, -1) == 0;
}

static int trend_of_compare(scope *c, uint32_t node, const env *e, hand_of h) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t second = c->a->node[n->first].next;
    int x = trend(c, n->first, e, h);
    int y = trend(c, second, e, h);
    switch (n->value) {
    case AST_LT:
    case AST_LE:
        return turned(x) & y;
    case AST_GT:
    case AST_GE:
        return x & turned(y);
    case AST_EQ:
    case AST_NE: {
        if (x == STAYS && y == STAYS) return STAYS;
        bool right = is_zero(c, second, e) && is_count(c, n->first, e);
        if (!right) return 0;
        return n->value == AST_EQ ? turned(x) : x;
    }
    default:
        return x == STAYS && y == STAYS ? STAYS : 0;
    }
}

static int trend_of_name(scope *c, uint32_t node, const env *e, hand_of h) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    uint32_t arg = compile_env_find(c, e, n->name, &where);
    if (arg) return trend(c, arg, where, h);
    if (compile_env_loop(e, n->name)) return STAYS;
    int v = compile_find_var(c, n->name);
    if (v >= 0) return c->b->var[v].secret ? 0 : STAYS; /* how many there are is not tried */
    int d = compile_find_def(c, n->name);
    if (d < 0) return STAYS;
    env inner = compile_env_call(c, c->shared->def[d].node, node, e);
    return trend(c, compile_body_of(c, c->shared->def[d].node), &inner, h);
}

static int trend_of_element(scope *c, uint32_t node, const env *e, hand_of h) {
    const ast_node *n = ast_at(c->a, node);
    int v = compile_find_var(c, n->name);
    if (v < 0 || !c->b->var[v].secret) return trend_of_all(c, node, e, h) == STAYS ? STAYS : 0;
    if (v != h.var || compile_secret_of(c, node, e) != NEEDS_OWN) return 0;
    uint32_t kind = c->a->node[n->first].next;
    return is_choice(c, kind, e, h.choice) ? STAYS : RISES;
}

static int trend(scope *c, uint32_t node, const env *e, hand_of h) {
    const ast_node *n = ast_at(c->a, node);
    if (!compile_spend(c, node)) return 0;
    switch ((ast_kind)n->kind) {
    case AST_AND:
    case AST_OR:
        return trend_of_all(c, node, e, h);
    case AST_NOT:
    case AST_NEGATE:
        return turned(trend(c, n->first, e, h));
    case AST_COMPARE:
        return trend_of_compare(c, node, e, h);
    case AST_BINARY: {
        int x = trend(c, n->first, e, h);
        int y = trend(c, c->a->node[n->first].next, e, h);
        if (n->value == AST_ADD) return x & y;
        if (n->value == AST_SUB) return x & turned(y);
        return x == STAYS && y == STAYS ? STAYS : 0;
    }
    case AST_OVER: {
        if (!(n->flags & AST_OVER_KINDS)) return trend_of_all(c, node, e, h) == STAYS ? STAYS : 0;
        env each = compile_env_of_kind(c, node, e, 0);
        return trend(c, compile_loop_body(c, node), &each, h);
    }
    case AST_CALL:
        return trend_of_name(c, node, e, h);
    case AST_INDEXED:
        return trend_of_element(c, node, e, h);
    default:
        return trend_of_all(c, node, e, h) == STAYS ? STAYS : 0;
    }
}

void compile_conclusions(scope *c, uint32_t where, const env *e, rb_gen *g) {
    if (!g->held) return;
    uint32_t choice = 0;
    for (const env *p = e; p && p->loop; p = p->outer)
        if (p->what == ENV_CHOICE && p->part == g->part + g->held_part) choice = p->choice;
    hand_of h = {.var = c->b->secret[g->held - 1], .choice = choice};
    int t = where ? trend(c, where, e, h) : STAYS;
    g->peeks = t != STAYS;
    g->concludes = !g->veiled && g->peeks && t & FALLS;
}

/* --- stages --- */

static bool tree_reads(const scope *c, uint16_t node, uint32_t *where, bool *automatic) {
    const rb_node *n = &c->b->node[node];
    bool reads = false;
    *automatic |= n->kind == NODE_AUTO;
    if (n->kind == NODE_GEN && c->shared->gen_secret[n->gen]) reads = true;
    if (n->kind == NODE_GEN && !*where) *where = c->shared->gen_node[n->gen];
    if (n->kind == NODE_WHEN && n->peeks) reads = true;
    for (uint16_t i = n->first; i; i = c->b->node[i].next)
        reads |= tree_reads(c, i, where, automatic);
    return reads;
}

/* Whether a tree offers something is not decided by hidden cards. */
static bool asks_openly(const scope *c, uint16_t node) {
    const rb_node *n = &c->b->node[node];
    if (compile_always_offers(c->b, node)) return true;
    if (n->kind == NODE_GEN) return !c->shared->gen_secret[n->gen];
    if (n->kind == NODE_WHEN && n->peeks) return false;
    for (uint16_t i = n->first; i; i = c->b->node[i].next)
        if (!asks_openly(c, i)) return false;
    return true;
}

/* Where hidden cards decide what can be chosen, something always can: else all players would see
 * whether the player was asked. */
void compile_check_stages(scope *c) {
    if (!c->b->secrets) return;
    for (int p = 1; p <= c->b->points && !c->shared->errors; p++) {
        uint32_t where = 0;
        bool automatic = false;
        uint16_t node = c->b->point[p].node;
        if (!node || !tree_reads(c, node, &where, &automatic)) continue;
        if (!where) where = c->shared->game;
        if (automatic) {
            compile_complain(c, where, "E28",
                             "what happens by itself in this stage depends on hidden cards");
            compile_suggest(c, "let the player say it: `else pass then do { .. }`");
        } else if (!asks_openly(c, node)) {
            compile_complain(c, where, "E28",
                             "whether the player is asked in this stage depends on hidden cards");
            compile_suggest(c, "add what can always be chosen: `else pass`, `optional ..`");
        }
    }
    if (c->b->rounds && !c->shared->errors)
        compile_complain(c, c->shared->game, "E28",
                         "a turn that can go round compares positions, hidden cards and all");
    if (c->b->fades && !c->shared->errors)
        compile_complain(c, c->shared->game, "E28",
                         "`if used` compares choices, which depend on hidden cards");
}
