#include "engine/rules/compile/compile.h"

/* Choices: an act whose parts are chosen from finite sets. All combinations are numbered, the last
 * part fastest; the number is the `aux` of the action, and code takes a part out of it. The parts
 * are seen inside the act alone, as the variables of loops are. */

/* --- sets of kinds --- */

uint32_t compile_find_set(const scope *c, uint32_t name) {
    AST_EACH(c->a, c->shared->game, i)
    if (c->a->node[i].kind == AST_KIND_SET && c->a->node[i].name == name) return i;
    return 0;
}

void compile_check_sets(scope *c) {
    AST_EACH(c->a, c->shared->game, i) {
        if (c->a->node[i].kind != AST_KIND_SET) continue;
        compile_check_kinds(c, c->a->node[i].first);
        if (c->a->node[i].first) continue;
        compile_complain(c, i, "E24", "nothing to choose from: the set '%.40s' is empty",
                         ast_name(c->a, i));
        compile_suggest(c, "name pieces in it: `set %.20s { PIECE PIECE }`", ast_name(c->a, i));
    }
}

int compile_kind_named(const scope *c, uint32_t node, const env *e) {
    for (int guard = 0; guard < COMPILE_MAX_DEPTH; guard++) {
        const ast_node *n = ast_at(c->a, node);
        const env *where;
        if (n->kind != AST_CALL || n->first) return -1;
        uint32_t arg = compile_env_find(c, e, n->name, &where);
        if (!arg) return compile_env_loop(e, n->name) ? -1 : compile_find_piece(c, n->name);
        node = arg;
        e = where;
    }
    return -1;
}

bool compile_compares_kind(scope *c, uint32_t compare, const env *e) {
    const ast_node *n = ast_at(c->a, compare);
    uint32_t second = c->a->node[n->first].next;
    if (n->value != AST_EQ && n->value != AST_NE) return false;
    bool left = compile_kind_named(c, n->first, e) >= 0;
    bool right = compile_kind_named(c, second, e) >= 0;
    if (left == right) return false; /* two kinds are two areas */
    scope quiet = *c;
    quiet.checking = false;
    return compile_check_expr(&quiet, left ? second : n->first, e) == VAL_NUM;
}

/* --- checking --- */

static uint32_t parts_of(const scope *c, uint32_t act) {
    uint32_t with = compile_child_of(c, act, AST_WITH);
    return with ? c->a->node[with].first : 0;
}

/* The bounds of a range are known now: what they are, or reported. */
static bool check_range(scope *c, uint32_t choice, const env *e) {
    int32_t bound[2] = {0, 0};
    int k = 0;
    AST_EACH(c->a, choice, i) {
        if (!compile_check_is(c, i, e, VAL_NUM)) return false;
        if (compile_needs(c, i, e)) {
            compile_complain(c, i, "E10",
                             "wrong type: needs a constant, found a number that may change");
            compile_suggest(c, "choose from all numbers, and say `where` which of them are legal");
            return false;
        }
        bound[k++] = compile_fold_num(c, i, e, -1);
    }
    if (bound[0] > bound[1]) {
        compile_complain(c, choice, "E24", "nothing to choose from: %d..%d", bound[0], bound[1]);
        compile_suggest(c, "the smaller number comes first");
        return false;
    }
    return compile_limit(c, choice, (int64_t)bound[1] - bound[0] < RB_CHOICES, "choices of an act",
                         RB_CHOICES);
}

static bool check_part(scope *c, uint32_t choice, const env *e) {
    const ast_node *n = ast_at(c->a, choice);
    if (compile_is_taken(c, n->name, e)) {
        compile_complain(c, choice, "E06", "name already declared: '%.40s'",
                         ast_name(c->a, choice));
        compile_suggest(c, "choose another name for what is chosen");
        return false;
    }
    if (n->value == AST_CHOICE_RANGE) return check_range(c, choice, e);
    if (n->value == AST_CHOICE_CARD && !c->b->cards) {
        compile_complain(c, choice, "E24", "nothing to choose from: there are no cards");
        compile_suggest(c, "`cards NAME NAME` declares some");
        return false;
    }
    if (n->value != AST_CHOICE_SET || compile_find_set(c, c->a->node[n->first].name)) return true;
    compile_complain(c, n->first, "E12", "unknown name '%s': no such set",
                     ast_name(c->a, n->first));
    compile_suggest(c, "`set %.40s { PIECE PIECE }` declares one; or `player`, `piece`, `1..3`",
                    ast_name(c->a, n->first));
    return false;
}

/* How many there are to choose from. */
static int32_t part_count(scope *c, uint32_t choice, const env *e) {
    const ast_node *n = ast_at(c->a, choice);
    switch ((ast_choice)n->value) {
    case AST_CHOICE_PIECE:
        return c->b->kinds;
    case AST_CHOICE_CARD:
        return c->b->cards;
    case AST_CHOICE_PLAYER:
        return c->b->head.players;
    case AST_CHOICE_SET:
        return compile_child_count(c, compile_find_set(c, c->a->node[n->first].name));
    case AST_CHOICE_RANGE:
        break;
    }
    return 1 + compile_fold_num(c, c->a->node[n->first].next, e, -1) -
           compile_fold_num(c, n->first, e, -1);
}

static env env_of_part(const scope *c, uint32_t choice, const env *e, int part) {
    return (env){.loop = c->a->node[choice].name,
                 .outer = e,
                 .depth = e ? e->depth : 0,
                 .what = ENV_CHOICE,
                 .player = -1,
                 .choice = choice,
                 .part = (uint16_t)part};
}

const env *compile_check_choices(scope *c, uint32_t act, const env *e, env *parts) {
    int64_t all = 1;
    int n = 0;
    const env *inside = e;
    for (uint32_t i = parts_of(c, act); i; i = c->a->node[i].next) {
        if (!compile_limit(c, i, n < RB_PARTS, "parts of a choice", RB_PARTS)) return NULL;
        if (!check_part(c, i, inside)) return NULL;
        all *= part_count(c, i, e);
        if (!compile_limit(c, i, all <= RB_CHOICES, "choices of an act", RB_CHOICES)) return NULL;
        parts[n] = env_of_part(c, i, inside, 0);
        inside = &parts[n++];
    }
    return inside;
}

/* --- code --- */

/* Kinds go into the list of the program, once for each use of a set. */
static uint16_t keep_set(scope *c, const ast_node *choice) {
    int first = -1;
    bool cards = choice->value == AST_CHOICE_CARD;
    if (choice->value == AST_CHOICE_PIECE || cards)
        for (int k = cards ? c->b->kinds - c->b->cards : 0; k < c->b->kinds; k++) {
            int at = compile_keep_kind(c, k);
            if (first < 0) first = at;
        }
    else
        AST_EACH(c->a, compile_find_set(c, c->a->node[choice->first].name), i) {
            int at = compile_keep_kind(c, compile_find_piece(c, c->a->node[i].name));
            if (first < 0) first = at;
        }
    return (uint16_t)(first < 0 ? 0 : first);
}

static rb_part make_part(scope *c, uint32_t choice, const env *e) {
    const ast_node *n = ast_at(c->a, choice);
    rb_part p = {.count = (uint16_t)part_count(c, choice, e),
                 .name = compile_keep_text(c, ast_name(c->a, choice)),
                 .secret = n->flags & AST_SECRET};
    if (n->value == AST_CHOICE_RANGE) p.low = compile_fold_num(c, n->first, e, -1);
    p.what = (uint8_t)(n->value == AST_CHOICE_PLAYER  ? PART_PLAYER
                       : n->value == AST_CHOICE_RANGE ? PART_NUMBER
                                                      : PART_KIND);
    if (p.what == PART_KIND) p.kinds = keep_set(c, n);
    return p;
}

const env *compile_choices(scope *c, uint32_t act, const env *e, env *parts, rb_gen *g) {
    rb_side *s = c->side;
    const env *inside = e;
    uint32_t stride = 1;
    g->part = (uint16_t)s->parts;
    for (uint32_t i = parts_of(c, act); i; i = c->a->node[i].next) {
        rb_part *p = compile_one_more(c, (void **)&s->part, s->parts, sizeof *p);
        if (!p) return e;
        *p = make_part(c, i, e);
        g->veiled |= p->secret;
        parts[g->parts] = env_of_part(c, i, inside, s->parts++);
        inside = &parts[g->parts++];
    }
    for (int i = g->parts - 1; i >= 0; i--) {
        s->part[g->part + i].stride = (uint16_t)stride;
        stride *= s->part[g->part + i].count;
    }
    g->choices = (uint16_t)(g->parts ? stride : 0);
    return inside;
}

uint16_t compile_loop_num(scope *c, const env *loop) {
    if (loop->what == ENV_PLAYER) return compile_const_num(c, loop->player);
    if (loop->what == ENV_KIND) return compile_const_num(c, loop->kind);
    const rb_part *p = &c->side->part[loop->part];
    uint16_t at = compile_temp_num(c);
    compile_emit(c, OP_NUM_CHOICE, 0, at, p->stride, p->count);
    if (p->what == PART_KIND) return compile_num2(c, OP_NUM_LISTED, p->kinds, at);
    return p->low ? compile_num2(c, OP_NUM_ADD, at, compile_const_num(c, p->low)) : at;
}
