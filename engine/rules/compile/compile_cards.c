#include "engine/rules/compile/compile.h"
#include "engine/rules/machine/cards.h"

/* Cards: kinds that are never on the board, the deck and hidden areas, and effects that move cards
 * from one to the other. compile_secrets.c has what must not be said of them. */

/* --- declarations --- */

/* A deck or hidden area: numbers of cards, then what is known of them. */
bool compile_declare_secret(scope *c, uint32_t node, rb_var *v) {
    program *b = c->b;
    int holders = v->per_player ? b->head.players : 1;
    if (!compile_limit(c, node, b->secrets < RB_SECRETS, "hidden areas", RB_SECRETS) ||
        !compile_limit(c, node, b->head.players <= RB_SECRET_PLAYERS,
                       "players of a game with hidden cards", RB_SECRET_PLAYERS))
        return false;
    if (v->bag && b->deck >= 0) {
        compile_complain(c, node, "E06", "there is a deck already: '%s'",
                         cards_area(b, b->deck)->name);
        compile_suggest(c, "cards whose kinds all players see come from a `bag`");
        return false;
    }
    int more = holders * (b->kinds + 1);
    if (!compile_limit(c, node, b->var_slots + more <= RB_SLOTS, "variables", RB_SLOTS))
        return false;
    if (v->bag) b->deck = b->secrets;
    b->secret[b->secrets++] = (uint8_t)(v - b->var);
    v->known = (uint16_t)b->var_slots;
    v->voids = (uint16_t)(b->var_slots + holders * b->kinds);
    for (int i = 0; i < more; i++) b->slot_hashed[b->var_slots + i] = true;
    b->var_slots += more;
    return true;
}

/* Kinds that a deck does not have at first. */
void compile_first_voids(scope *c, uint32_t deck, const rb_var *v) {
    int32_t voids = cards_all_void(c->b);
    AST_EACH(c->a, deck, i) {
        uint32_t many = c->a->node[i].first;
        int kind = compile_find_piece(c, c->a->node[i].name);
        if (!many || compile_fold_num(c, many, NULL, -1) > 0) voids &= ~(INT32_C(1) << kind);
    }
    if (voids != cards_all_void(c->b))
        compile_emit(c, OP_STORE, 0, (uint32_t)cards_void_slot(v, 0), compile_const_num(c, voids),
                     0);
}

int compile_secret_number(const scope *c, int var) {
    for (int i = 0; i < c->b->secrets; i++)
        if (c->b->secret[i] == var) return i;
    return -1;
}

/* E28 where a kind cannot be on the board. */
void compile_refuse_card(scope *c, uint32_t node, uint32_t name) {
    int kind = compile_find_piece(c, name);
    if (kind < 0 || c->b->kind[kind].letter) return;
    compile_complain(c, node, "E10", "wrong type: needs a piece, found the card '%s'",
                     c->b->kind[kind].name);
    compile_suggest(c, "cards are never on the board: count them in a `var .. per piece`");
}

/* --- places of cards --- */

/* `cards`, `cards[P]` or `stock`: where cards can be. The variable, or -1, reported. */
static int check_place(scope *c, uint32_t node, const env *e, bool secret) {
    const ast_node *n = ast_at(c->a, node);
    bool named = n->kind == AST_CALL || n->kind == AST_INDEXED;
    int v = named && !(n->kind == AST_CALL && n->first) ? compile_find_var(c, n->name) : -1;
    const rb_var *var = v >= 0 ? &c->b->var[v] : NULL;
    bool fits =
        var && (secret ? var->secret
                       : !var->secret && var->type == VAR_INT && var->per_piece && !var->counter);
    if (!fits) {
        compile_complain(c, node, "E10", "wrong type: needs %s",
                         secret ? "a deck or hidden cards" : "a variable `per piece`");
        compile_suggest(c, secret ? "`hidden NAME per player` and `deck NAME { .. }` declare them"
                                  : "`var pile per piece` is one that all players see");
        return -1;
    }
    c->shared->var_used[v] = true;
    int found = n->kind == AST_INDEXED ? compile_child_count(c, node) : 0;
    if (found > var->per_player) {
        compile_complain(c, node, "E11",
                         "wrong number of arguments: '%s' has %d in brackets here, found %d",
                         var->name, var->per_player, found);
        return -1;
    }
    if (found && !compile_check_is(c, n->first, e, VAL_PLAYER)) return -1;
    return v;
}

/* The player that it is of. */
static uint16_t place_player(scope *c, uint32_t node, const env *e, const rb_var *v) {
    const ast_node *n = ast_at(c->a, node);
    if (!v->per_player) return compile_const_num(c, 0);
    return n->kind == AST_INDEXED ? compile_num(c, n->first, e) : compile_const_num(c, c->me);
}

/* The part of the choice that a card is; NULL: it is something else. */
static const env *part_named(const scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    if (n->kind != AST_CALL || n->first) return NULL;
    uint32_t arg = compile_env_find(c, e, n->name, &where);
    if (arg) return part_named(c, arg, where);
    const env *loop = compile_env_loop(e, n->name);
    bool part = loop && loop->what == ENV_CHOICE;
    ast_choice from = part ? (ast_choice)c->a->node[loop->choice].value : AST_CHOICE_RANGE;
    return from == AST_CHOICE_SET || from == AST_CHOICE_PIECE || from == AST_CHOICE_CARD ? loop
                                                                                         : NULL;
}

static bool is_pile(const scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    if (n->kind != AST_CALL && n->kind != AST_INDEXED) return false;
    if (compile_env_find(c, e, n->name, &where) || compile_env_loop(e, n->name)) return false;
    int v = compile_find_var(c, n->name);
    if (v < 0 || !c->b->var[v].per_piece) return false;
    int found = n->kind == AST_INDEXED ? compile_child_count(c, node) : 0;
    return found == c->b->var[v].per_player || (!found && c->b->var[v].per_player);
}

/* --- effects --- */

static bool check_number(scope *c, uint32_t node, const env *e) {
    if (compile_kind_named(c, node, e) >= 0) return true;
    return compile_check_is(c, node, e, VAL_NUM);
}

/* What leaves hidden cards is chosen by their owner, so that it is there. */
static void check_leaving(scope *c, uint32_t card, uint32_t from, const env *e) {
    int v = check_place(c, from, e, true);
    if (v < 0) return;
    if (c->b->var[v].bag) {
        compile_complain(c, from, "E28", "no player chooses a card of the deck '%s'",
                         c->b->var[v].name);
        compile_suggest(c, "chance draws it: `chance cards from %s`", c->b->var[v].name);
    } else if (!part_named(c, card, e)) {
        compile_complain(c, card, "E28", "the card must be one that is chosen in this act");
        compile_suggest(c, "`act \"play\" with c : card { reveal c from %s }`", c->b->var[v].name);
    } else if (c->a->node[from].kind == AST_INDEXED &&
               !compile_is_me(c, c->a->node[from].first, e)) {
        compile_complain(c, from, "E28", "only the player's own cards can be chosen");
    }
}

void compile_check_card(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t second = c->a->node[n->first].next;
    switch ((ast_card)n->value) {
    case AST_CARD_REVEAL:
    case AST_CARD_PASS:
        if (!check_number(c, n->first, e)) return;
        check_leaving(c, n->first, second, e);
        if (n->value == AST_CARD_PASS) (void)check_place(c, c->a->node[second].next, e, true);
        break;
    case AST_CARD_OPEN:
        if (check_place(c, n->first, e, true) >= 0) (void)check_place(c, second, e, false);
        break;
    case AST_CARD_TAKE:
        if (is_pile(c, n->first, e))
            (void)check_place(c, n->first, e, false);
        else if (!check_number(c, n->first, e))
            return;
        (void)check_place(c, second, e, true);
        break;
    }
}

static const rb_var *var_named(const scope *c, uint32_t node, int *number) {
    int v = compile_find_var(c, c->a->node[node].name);
    *number = compile_secret_number(c, v);
    return &c->b->var[v];
}

/* The first of the variables of a pile, as an offset: rows of players who are known only then. */
static uint16_t pile_row(scope *c, uint32_t node, const env *e, const rb_var *v) {
    uint16_t who = place_player(c, node, e, v);
    if (!v->per_player) return compile_const_num(c, 0);
    who = compile_clamped(c, who, c->b->head.players - 1);
    return compile_num2(c, OP_NUM_MUL, who, compile_const_num(c, c->b->kinds));
}

static uint16_t card_number(scope *c, uint32_t node, const env *e) {
    int kind = compile_kind_named(c, node, e);
    return kind >= 0 ? compile_const_num(c, kind) : compile_num(c, node, e);
}

static void make_piles(scope *c, uint32_t hidden, uint32_t pile, const env *e, rb_op op) {
    int from;
    int none;
    const rb_var *v = var_named(c, hidden, &from);
    const rb_var *to = var_named(c, pile, &none);
    uint16_t who = place_player(c, hidden, e, v);
    compile_emit(c, op, from, to->at, who, pile_row(c, pile, e, to));
}

void compile_card(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t second = c->a->node[n->first].next;
    int from;
    int to;
    if (n->value == AST_CARD_OPEN) {
        make_piles(c, n->first, second, e, OP_CARD_OPEN);
        return;
    }
    if (n->value == AST_CARD_TAKE && is_pile(c, n->first, e)) {
        make_piles(c, second, n->first, e, OP_CARD_GATHER);
        return;
    }
    const rb_var *v = var_named(c, second, &from);
    uint16_t who = place_player(c, second, e, v);
    uint16_t card = card_number(c, n->first, e);
    if (n->value != AST_CARD_PASS) {
        compile_emit(c, n->value == AST_CARD_TAKE ? OP_CARD_TAKE : OP_CARD_REVEAL, from, 0, who,
                     card);
        return;
    }
    uint32_t third = c->a->node[second].next;
    v = var_named(c, third, &to);
    const env *part = part_named(c, n->first, e);
    bool secret = part && c->a->node[part->choice].flags & AST_SECRET;
    compile_emit(c, secret ? OP_CARD_SLIP : OP_CARD_PASS, from + 16 * to,
                 place_player(c, third, e, v), who, card);
}

/* --- numbers --- */

/* `cards`, `cards[P]`, `stock`: how many. */
uint16_t compile_held(scope *c, uint32_t node, const env *e, int var) {
    const rb_var *v = &c->b->var[var];
    uint16_t d = compile_temp_num(c);
    uint16_t who = place_player(c, node, e, v);
    compile_emit(c, OP_NUM_HELD, compile_secret_number(c, var), d, who, 0);
    return d;
}

/* --- what an act needs --- */

/* The card that leaves hidden cards in a block; 0: none. */
static uint32_t leaving_in(const scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    if (n->kind == AST_CARD && (n->value == AST_CARD_REVEAL || n->value == AST_CARD_PASS))
        return node;
    AST_EACH(c->a, node, i) {
        uint32_t found = leaving_in(c, i);
        if (found) return found;
    }
    return 0;
}

static int leaving_count(const scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    int count = n->kind == AST_CARD && (n->value == AST_CARD_REVEAL || n->value == AST_CARD_PASS);
    AST_EACH(c->a, node, i) count += leaving_count(c, i);
    return count;
}

static bool leaves_in_loop(const scope *c, uint32_t node, bool inside) {
    const ast_node *n = ast_at(c->a, node);
    if (inside && leaving_in(c, node) == node) return true;
    AST_EACH(c->a, node, i)
    if (leaves_in_loop(c, i, inside || n->kind == AST_FOR || n->kind == AST_IF)) return true;
    return false;
}

/* One card leaves in an act, always: so that it is legal exactly where the card is there. */
void compile_check_leaving(scope *c, uint32_t block) {
    uint32_t first = block ? leaving_in(c, block) : 0;
    if (!first) return;
    if (leaving_count(c, block) > 1) {
        compile_complain(c, first, "E28", "one card leaves hidden cards in an act, not several");
        compile_suggest(c, "several acts, one after the other: `repeat 2 act ..`");
    } else if (leaves_in_loop(c, block, false)) {
        compile_complain(c, first, "E28", "a card that is chosen leaves in any case");
        compile_suggest(c, "not in an `if` or a loop: say `where` which cards can be chosen");
    }
}

/* Notes it in the generator, and adds to its `where` (c->out) that the card is there. */
void compile_leaving(scope *c, uint32_t block, const env *e, rb_gen *g) {
    uint32_t card = block ? leaving_in(c, block) : 0;
    if (!card) return;
    uint32_t what = c->a->node[card].first;
    const env *part = part_named(c, what, e);
    int number;
    const rb_var *v = var_named(c, c->a->node[what].next, &number);
    if (!part || number < 0) return;
    g->held = (uint8_t)(number + 1);
    g->held_part = (uint8_t)(part->part - g->part);
    uint16_t there = compile_temp_num(c);
    uint16_t kind = compile_loop_num(c, part);
    compile_emit(c, OP_NUM_LOAD, c->b->kinds - 1, there, (uint32_t)(v->at + c->me * c->b->kinds),
                 kind);
    uint32_t hole = c->out->len;
    compile_emit(c, OP_JUMP_IF, 0, 0, 0, there);
    compile_emit(c, OP_RETURN, 0, 0, compile_const_num(c, 0), 0);
    if (hole < c->out->len) c->out->ins[hole].a = (uint16_t)c->out->len;
}
