/* Numbers, conditions and players of a rules text in words. */
#include <string.h>

#include "engine/base/text.h"
#include "engine/rules/book/page_say.h"

/* --- types --- */

static uint32_t small_def(const page *p, uint32_t node) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t def = n->kind == AST_CALL ? page_declared(p, AST_DEF, n->name) : 0;
    return def && page_is_small(p, def) ? page_body(p->a, def) : 0;
}

/* What a name is by its declaration; definitions are not followed further than one. */
static uint32_t meaning(const page *p, uint32_t node) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t def = n->kind == AST_CALL ? page_declared(p, AST_DEF, n->name) : 0;
    return def ? page_body(p->a, def) : node;
}

/* A number or kind that is chosen in an act. */
static bool is_chosen(const page *p, uint32_t node, uint32_t name) {
    const ast_node *n = ast_at(p->a, node);
    if (n->kind == AST_CHOICE && n->name == name) return n->value != AST_CHOICE_PLAYER;
    AST_EACH(p->a, node, i) if (is_chosen(p, i, name)) return true;
    return false;
}

static bool is_number_name(const page *p, uint32_t name) {
    uint32_t var = page_declared(p, AST_VAR, name);
    if (is_chosen(p, p->game, name)) return true;
    return page_declared(p, AST_OPTION, name) || (var && p->a->node[var].value == VAR_INT);
}

bool page_is_number(const page *p, uint32_t node) {
    node = meaning(p, node);
    const ast_node *n = ast_at(p->a, node);
    switch ((ast_kind)n->kind) {
    case AST_INT:
    case AST_COUNT:
    case AST_NEGATE:
        return true;
    case AST_OVER:
        return n->value != AST_OVER_THOSE;
    case AST_BINARY:
        return n->value != AST_JOIN && n->value != AST_MEET &&
               (n->value != AST_SUB || page_is_number(p, n->first));
    case AST_CALL:
    case AST_INDEXED:
        return is_number_name(p, n->name) || page_is_called_number(p, node);
    case AST_WORD:
        return n->value == AST_WORD_TURNS || n->value == AST_WORD_REPEATS ||
               n->value == AST_WORD_OPT;
    case AST_FUNC:
        return n->value == AST_FUNC_RUN || n->value == AST_FUNC_RUNS || n->value == AST_FUNC_DIST ||
               n->value == AST_FUNC_KIND ||
               (n->value == AST_FUNC_BY && page_is_number(p, n->first));
    default:
        return false;
    }
}

bool page_is_condition(const page *p, uint32_t node) {
    node = meaning(p, node);
    const ast_node *n = ast_at(p->a, node);
    switch ((ast_kind)n->kind) {
    case AST_OR:
    case AST_AND:
    case AST_NOT:
    case AST_COMPARE:
    case AST_SOME:
    case AST_NO:
    case AST_CAN:
        return true;
    case AST_WORD:
        return n->value == AST_WORD_SEEN;
    case AST_FUNC:
        return n->value == AST_FUNC_ATTACKED || n->value == AST_FUNC_JOINS ||
               (n->value == AST_FUNC_BY && page_is_condition(p, n->first));
    default:
        return false;
    }
}

/* --- numbers --- */

static void put_pair(page *p, uint32_t node, const char *lead, const char *between, text *out) {
    uint32_t first = p->a->node[node].first;
    text_put(out, lead);
    page_put_expr(p, first, out);
    text_put(out, between);
    page_put_expr(p, p->a->node[first].next, out);
}

static void put_arithmetic(page *p, uint32_t node, text *out) {
    static const struct {
        ast_op op;
        const char *sign;
    } signs[] = {
        {AST_ADD, " + "}, {AST_SUB, " - "}, {AST_MUL, " x "}, {AST_DIV, " / "}, {AST_MOD, " mod "}};
    const ast_node *n = ast_at(p->a, node);
    uint32_t second = p->a->node[n->first].next;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (n->value != (int)signs[i].op) continue;
        page_put_number(p, n->first, out);
        text_put(out, signs[i].sign);
        bool nested = p->a->node[second].kind == AST_BINARY;
        if (nested) text_char(out, '(');
        page_put_number(p, second, out);
        if (nested) text_char(out, ')');
    }
}

static void put_list(page *p, uint32_t first, const char *between, text *out) {
    for (uint32_t i = first; i; i = p->a->node[i].next) {
        page_put_expr(p, i, out);
        if (p->a->node[i].next) text_put(out, between);
    }
}

void page_put_by(page *p, uint32_t node, text *out) {
    uint32_t list = page_child(p->a, p->game, AST_PLAYERS);
    uint32_t player = list ? p->a->node[list].first : 0;
    text_char(out, '(');
    AST_EACH(p->a, node, i) {
        page_put_expr(p, i, out);
        if (player) text_format(out, " for %s", ast_name(p->a, player));
        player = player ? p->a->node[player].next : 0;
        if (p->a->node[i].next) text_put(out, ", ");
    }
    text_char(out, ')');
}

static void put_func_number(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t second = p->a->node[n->first].next;
    switch ((ast_func)n->value) {
    case AST_FUNC_RUN:
        put_pair(p, node, "the longest straight row of ", " through ", out);
        return;
    case AST_FUNC_RUNS:
        put_pair(p, node, "the number of straight rows of ", " through ", out);
        text_put(out, " that are exactly ");
        page_put_number(p, p->a->node[second].next, out);
        text_put(out, " long");
        return;
    case AST_FUNC_DIST:
        put_pair(p, node, "the number of steps between ", " and ", out);
        return;
    case AST_FUNC_KIND:
        text_put(out, "the kind of the piece on ");
        page_put_area(p, n->first, out);
        return;
    default:
        page_put_by(p, node, out);
        return;
    }
}

uint32_t page_loop_body(const page *p, uint32_t loop) {
    const ast_node *n = ast_at(p->a, loop);
    bool set = n->flags & AST_OVER_KINDS && p->a->node[n->first].kind == AST_NAME;
    bool within = set || !(n->flags & (AST_OVER_PLAYERS | AST_OVER_KINDS));
    return within ? p->a->node[n->first].next : n->first;
}

void page_put_each(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    bool within = page_loop_body(p, node) != n->first;
    text_put(out, n->flags & AST_OVER_PLAYERS ? "for each player "
                  : n->flags & AST_OVER_CARDS ? "for each card "
                  : n->flags & AST_OVER_KINDS ? "for each kind "
                                              : "for each cell ");
    text_put(out, ast_name(p->a, node));
    if (!within) return;
    text_put(out, " of ");
    if (n->flags & AST_OVER_KINDS)
        page_put_own_name(p, p->a->node[n->first].name, out);
    else
        page_put_area(p, n->first, out);
}

void page_put_over(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t body = page_loop_body(p, node);
    if (n->value == AST_OVER_THOSE) {
        text_format(out, "those cells %s of ", ast_name(p->a, node));
        page_put_area(p, n->first, out);
        text_put(out, " where ");
        page_put_condition(p, body, out);
        return;
    }
    text_put(out, n->value == AST_OVER_SUM       ? "the sum of ("
                  : n->value == AST_OVER_LARGEST ? "the largest of ("
                                                 : "the smallest of (");
    if (page_is_condition(p, body)) text_put(out, "1 if ");
    page_put_expr(p, body, out);
    text_put(out, ") ");
    page_put_each(p, node, out);
}

void page_put_number(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t body = small_def(p, node);
    switch ((ast_kind)n->kind) {
    case AST_INT:
        text_format(out, "%d", (int)n->value);
        return;
    case AST_NEGATE:
        text_char(out, '-');
        page_put_number(p, n->first, out);
        return;
    case AST_COUNT:
        text_put(out, "the number of ");
        page_put_area(p, n->first, out);
        return;
    case AST_BINARY:
        put_arithmetic(p, node, out);
        return;
    case AST_WORD:
        text_put(out, n->value == AST_WORD_TURNS     ? "the number of turns so far"
                      : n->value == AST_WORD_REPEATS ? "how often this position has occurred"
                                                     : "the kind that was chosen");
        return;
    case AST_FUNC:
        put_func_number(p, node, out);
        return;
    case AST_OVER:
        page_put_over(p, node, out);
        return;
    case AST_INDEXED:
        page_put_own_name(p, n->name, out);
        text_put(out, " of (");
        put_list(p, n->first, ", ", out);
        text_char(out, ')');
        return;
    case AST_CALL:
        if (page_put_called(p, node, out)) return;
        if (body) {
            page_put_number(p, body, out);
            return;
        }
        if (page_declared(p, AST_DEF, n->name))
            page_put_term(p, page_declared(p, AST_DEF, n->name), out);
        else
            page_put_own_name(p, n->name, out);
        if (!n->first) return;
        text_put(out, " of (");
        put_list(p, n->first, ", ", out);
        text_char(out, ')');
        return;
    default:
        page_put_area(p, node, out);
        return;
    }
}

/* --- players --- */

void page_put_player(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    if (n->kind == AST_WORD) {
        text_put(out, n->value == AST_WORD_ME     ? "you"
                      : n->value == AST_WORD_NEXT ? "the next player"
                      : n->value == AST_WORD_PREV ? "the previous player"
                                                  : "no player");
    } else if (n->kind == AST_FUNC && n->value == AST_FUNC_OWNER) {
        text_put(out, "the owner of ");
        page_put_area(p, n->first, out);
    } else if (n->kind == AST_CALL && page_is_player(p, n->name)) {
        page_put_name(ast_name(p->a, node), out);
    } else {
        page_put_expr(p, node, out);
    }
}

static bool is_player(const page *p, uint32_t node) {
    const ast_node *n = ast_at(p->a, node);
    if (n->kind == AST_WORD)
        return n->value == AST_WORD_ME || n->value == AST_WORD_NEXT || n->value == AST_WORD_PREV;
    return (n->kind == AST_FUNC && n->value == AST_FUNC_OWNER) ||
           (n->kind == AST_CALL && page_is_player(p, n->name));
}

/* --- conditions --- */

/* The cell of the action itself, what moves, and other sets. */
static void put_inside(page *p, uint32_t first, uint32_t second, bool negative, text *out) {
    ast_kind inner = (ast_kind)p->a->node[second].kind;
    bool place = inner == AST_MY || inner == AST_RANKS || inner == AST_FILES;
    bool from = page_is_word(p, first, AST_WORD_FROM);
    bool to = page_is_word(p, first, AST_WORD_TO);
    if (to && page_is_word(p, second, AST_WORD_OCCUPIED)) {
        text_format(out, "there is %s piece where it goes", negative ? "no" : "a");
        return;
    }
    if (from && inner == AST_CALL && page_declared(p, AST_PIECE, p->a->node[second].name)) {
        text_put(out, negative ? "no " : "a ");
        page_put_kind(p, p->a->node[second].name, PAGE_ONE, out);
        text_put(out, " moves");
        return;
    }
    if ((from || to) && place) {
        text_format(out, "it %s%s on ", negative ? "does not " : "", from ? "start" : "arrive");
        if (!negative) {
            text_truncate(out, out->len - strlen(" on "));
            text_put(out, "s on ");
        }
    } else {
        if (from)
            text_put(out, "what moves");
        else
            page_put_area(p, first, out);
        text_format(out, " is%s %s ", negative ? " not" : "", place ? "on" : "among");
    }
    page_put_area(p, second, out);
}

/* "this position has occurred at least 3 times" */
static bool put_repeats(page *p, const ast_node *n, text *out) {
    if (n->value != AST_GE || !page_is_word(p, n->first, AST_WORD_REPEATS)) return false;
    text_put(out, "this position has occurred at least ");
    page_put_number(p, p->a->node[n->first].next, out);
    text_put(out, " times");
    return true;
}

static void put_comparison(page *p, uint32_t node, text *out) {
    static const struct {
        ast_op op;
        const char *says;
    } list[] = {{AST_EQ, " is "},         {AST_NE, " is not "},       {AST_LT, " is less than "},
                {AST_LE, " is at most "}, {AST_GT, " is more than "}, {AST_GE, " is at least "}};
    const ast_node *n = ast_at(p->a, node);
    uint32_t second = p->a->node[n->first].next;
    if (n->value == AST_IN) {
        put_inside(p, n->first, second, false, out);
        return;
    }
    if (put_repeats(p, n, out)) return;
    page_put_expr(p, n->first, out);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (n->value == (int)list[i].op) text_put(out, list[i].says);
    page_put_expr(p, second, out);
}

/* Whether an area is called as a single thing: your king. */
static bool is_one(page *p, uint32_t node) {
    page_parts parts = {0};
    page_split(p, node, &parts);
    if (page_is_cell(p, node)) return true;
    for (int i = 0; i < parts.ins; i++) {
        const ast_node *n = ast_at(p->a, parts.in[i]);
        if (n->kind != AST_CALL || !page_declared(p, AST_PIECE, n->name)) continue;
        char buf[2][64];
        text owned = text_over(buf[0], sizeof buf[0]);
        text one = text_over(buf[1], sizeof buf[1]);
        page_put_kind(p, n->name, PAGE_OWNED, &owned);
        page_put_kind(p, n->name, PAGE_ONE, &one);
        return parts.ins > 1 && strcmp(buf[0], buf[1]) == 0;
    }
    return false;
}

static void put_attacked(page *p, uint32_t node, bool negative, text *out) {
    uint32_t first = p->a->node[node].first;
    uint32_t by = p->a->node[first].next;
    text area = text_growing();
    page_put_area(p, first, &area);
    bool several = strstr(text_string(&area), " or ") || !is_one(p, first);
    if (several) text_put(out, negative ? "none of " : "one of ");
    text_format(out, "%s is%s attacked", text_string(&area), negative && !several ? " not" : "");
    page_done(&area, out);
    if (!by) return;
    text_put(out, " by ");
    page_put_player(p, by, out);
}

/* Negations that read better inside. */
static bool put_negated(page *p, uint32_t node, text *out) {
    uint32_t body = small_def(p, node);
    if (body) node = body;
    const ast_node *n = ast_at(p->a, node);
    if (n->kind == AST_COMPARE && n->value == AST_IN) {
        put_inside(p, n->first, p->a->node[n->first].next, true, out);
        return true;
    }
    if (n->kind == AST_FUNC && n->value == AST_FUNC_ATTACKED) {
        put_attacked(p, node, true, out);
        return true;
    }
    if (n->kind == AST_WORD && n->value == AST_WORD_SEEN) {
        text_put(out, "the position has not occurred before");
        return true;
    }
    return false;
}

static void put_logic(page *p, uint32_t node, const char *between, text *out) {
    AST_EACH(p->a, node, i) {
        bool nested = p->a->node[i].kind == AST_OR && p->a->node[node].kind == AST_AND;
        if (nested) text_char(out, '(');
        page_put_condition(p, i, out);
        if (nested) text_char(out, ')');
        if (p->a->node[i].next) text_put(out, between);
    }
}

static void put_named(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t def = page_declared(p, AST_DEF, n->name);
    if (def && page_is_small(p, def)) {
        page_put_condition(p, page_body(p->a, def), out);
        return;
    }
    if (def)
        page_put_term(p, def, out);
    else
        page_put_own_name(p, n->name, out);
    if (n->first) {
        text_put(out, " of (");
        put_list(p, n->first, ", ", out);
        text_char(out, ')');
    }
    text_put(out, " holds");
}

static void put_func_condition(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t second = p->a->node[n->first].next;
    if (n->value == AST_FUNC_ATTACKED) {
        put_attacked(p, node, false, out);
    } else if (n->value == AST_FUNC_JOINS) {
        page_put_area(p, n->first, out);
        text_put(out, " connect ");
        page_put_area(p, second, out);
        text_put(out, " with ");
        page_put_area(p, p->a->node[second].next, out);
    } else {
        put_func_number(p, node, out);
    }
}

bool page_is_never(const page *p, uint32_t node) {
    node = meaning(p, node);
    const ast_node *n = ast_at(p->a, node);
    return n->kind == AST_NO && page_is_word(p, n->first, AST_WORD_CELLS);
}

/* No A - empty: all of A is empty. */
static void put_none(page *p, uint32_t area, text *out) {
    page_parts parts = {0};
    page_split(p, area, &parts);
    if (parts.outs == 1 && page_is_word(p, parts.out[0], AST_WORD_EMPTY)) {
        parts.outs = 0;
        page_put_parts(p, &parts, out);
        text_put(out, " is empty");
        return;
    }
    if (page_is_word(p, area, AST_WORD_CELLS)) {
        text_put(out, "(this never happens)");
        return;
    }
    text_put(out, "there are no ");
    page_put_area(p, area, out);
}

void page_put_condition(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    switch ((ast_kind)n->kind) {
    case AST_OR:
        put_logic(p, node, ", or ", out);
        return;
    case AST_AND:
        put_logic(p, node, " and ", out);
        return;
    case AST_NOT:
        if (put_negated(p, n->first, out)) return;
        text_put(out, "it is not so that (");
        page_put_condition(p, n->first, out);
        text_char(out, ')');
        return;
    case AST_COMPARE:
        put_comparison(p, node, out);
        return;
    case AST_SOME:
        text_put(out, "there are ");
        page_put_area(p, n->first, out);
        return;
    case AST_NO:
        put_none(p, n->first, out);
        return;
    case AST_CAN:
        page_put_player(p, n->first, out);
        text_put(out, " can act");
        return;
    case AST_WORD:
        text_put(out, "the position has occurred before");
        return;
    case AST_FUNC:
        put_func_condition(p, node, out);
        return;
    case AST_CALL:
        put_named(p, node, out);
        return;
    default:
        page_put_area(p, node, out);
        return;
    }
}

void page_put_expr(page *p, uint32_t node, text *out) {
    if (is_player(p, node))
        page_put_player(p, node, out);
    else if (page_is_condition(p, node))
        page_put_condition(p, node, out);
    else if (page_is_number(p, node))
        page_put_number(p, node, out);
    else
        page_put_area(p, node, out);
}
