/* Outcomes and effects of a rules text in words. */
#include "engine/base/text.h"
#include "engine/rules/book/page_say.h"

/* "you win", "black loses" */
static void put_result(const page *p, uint32_t node, const char *you, const char *other,
                       text *out) {
    static const char *const who[][2] = {{"next", "the next player"},
                                         {"prev", "the previous player"}};
    const char *name = ast_name(p->a, node);
    if (!*name || text_same(name, "me")) {
        text_put(out, you);
        return;
    }
    for (size_t i = 0; i < 2; i++)
        if (text_same(who[i][0], name)) name = who[i][1];
    page_put_name(name, out);
    text_put(out, other);
}

static void put_draw(const page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    text_put(out, n->flags & AST_CLAIM ? "the next player may claim a draw" : "the game is a draw");
    if (n->name) text_format(out, " (%s)", ast_name(p->a, node));
}

/* False where the node is no outcome. */
bool page_put_outcome(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    switch ((ast_kind)n->kind) {
    case AST_WIN:
        put_result(p, node, "you win", " wins", out);
        return true;
    case AST_LOSE:
        put_result(p, node, "you lose", " loses", out);
        return true;
    case AST_DRAW:
        put_draw(p, node, out);
        return true;
    case AST_SCORE:
        text_put(out, "the game is over, and the most points win (as many are a draw); a player's "
                      "points are ");
        page_put_number(p, n->first, out);
        return true;
    default:
        return false;
    }
}

static void put_assignment(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t value = n->first;
    text name = text_growing();
    page_put_own_name(p, n->name, &name);
    if (value && p->a->node[value].kind == AST_INDEX) {
        text_put(&name, " of (");
        AST_EACH(p->a, value, i) {
            page_put_expr(p, i, &name);
            text_put(&name, p->a->node[i].next ? ", " : ")");
        }
        value = p->a->node[value].next;
    }
    uint32_t var = page_declared(p, AST_VAR, n->name);
    bool area = var && p->a->node[var].value != VAR_INT;
    const char *s = text_string(&name);
    uint32_t rule = value ? page_declared(p, AST_RULE, p->a->node[value].name) : 0;
    if (n->value == AST_SET || (!area && n->value != AST_ADD && n->value != AST_SUB)) {
        text_format(out, "%s becomes ", s);
        if (var && p->a->node[var].flags & AST_RULES && rule)
            page_put_term(p, rule, out);
        else
            page_put_expr(p, value, out);
    } else if (!area) {
        text_format(out, "%s %s by ", s, n->value == AST_ADD ? "grows" : "falls");
        page_put_expr(p, value, out);
    } else {
        page_put_expr(p, value, out);
        text_format(out, "%s%s",
                    n->value == AST_SUB    ? " is no longer in "
                    : n->value == AST_MEET ? " is all that stays in "
                                           : " is added to ",
                    s);
    }
    page_done(&name, out);
}

/* What one branch does: an `if` inside it is set apart, so that each `else` is clear. */
static void put_branch(page *p, uint32_t block, text *out) {
    if (p->a->node[block].kind != AST_BLOCK) {
        page_put_effects(p, block, out);
        return;
    }
    AST_EACH(p->a, block, i) {
        bool nested = p->a->node[i].kind == AST_IF;
        if (nested) text_char(out, '(');
        page_put_effects(p, i, out);
        if (nested) text_char(out, ')');
        if (p->a->node[i].next) text_put(out, " and ");
    }
}

static void put_if(page *p, uint32_t node, text *out) {
    uint32_t condition = p->a->node[node].first;
    uint32_t then = p->a->node[condition].next;
    uint32_t other = p->a->node[then].next;
    text_put(out, "if ");
    page_put_condition(p, condition, out);
    text_put(out, ", ");
    put_branch(p, then, out);
    if (!other) return;
    text_put(out, ", else ");
    put_branch(p, other, out);
}

/* "cards of next", "stock" */
static void put_card_place(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    page_put_own_name(p, n->name, out);
    if (n->kind != AST_INDEXED || !n->first) return;
    text_put(out, " of ");
    page_put_player(p, n->first, out);
}

static void put_card(page *p, uint32_t node, text *out) {
    static const char *const phrase[][3] = {
        [AST_CARD_REVEAL] = {"", " leaves ", " face up"},
        [AST_CARD_OPEN] = {"all cards of ", " are shown, and go to ", ""},
        [AST_CARD_TAKE] = {"", " goes to ", ", as all see"},
        [AST_CARD_PASS] = {"", " goes from ", " to "},
    };
    const ast_node *n = ast_at(p->a, node);
    uint32_t second = p->a->node[n->first].next;
    text_put(out, phrase[n->value][0]);
    if (n->value == AST_CARD_OPEN)
        put_card_place(p, n->first, out);
    else
        page_put_expr(p, n->first, out);
    text_put(out, phrase[n->value][1]);
    put_card_place(p, second, out);
    text_put(out, phrase[n->value][2]);
    if (n->value == AST_CARD_PASS) put_card_place(p, p->a->node[second].next, out);
}

/* "for each player p: (... and ...)" */
static void put_for(page *p, uint32_t node, text *out) {
    page_put_each(p, node, out);
    text_put(out, ": (");
    put_branch(p, page_loop_body(p, node), out);
    text_char(out, ')');
}

static void put_put(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t of = page_child(p->a, node, AST_OF);
    uint32_t on = page_child(p->a, node, AST_ON);
    text_put(out, "a ");
    if (of && page_is_word(p, p->a->node[of].first, AST_WORD_NEUTRAL)) text_put(out, "neutral ");
    page_put_kind(p, n->name, PAGE_ONE, out);
    if (of && !page_is_word(p, p->a->node[of].first, AST_WORD_NEUTRAL)) {
        text_put(out, " of ");
        page_put_player(p, p->a->node[of].first, out);
    }
    text_put(out, " is put on ");
    if (on) page_put_area(p, p->a->node[on].first, out);
}

bool page_is_stacked(const page *p) {
    uint32_t decl = page_child(p->a, p->game, AST_BOARD);
    return decl && page_child(p->a, decl, AST_STACKS);
}

/* "the top piece of", "the top 2 pieces of" */
void page_put_top(page *p, uint32_t node, text *out) {
    uint32_t many = p->a->node[page_child(p->a, node, AST_TOP)].first;
    text_put(out, "the top ");
    if (many) page_put_number(p, many, out);
    text_put(out, many ? " pieces of " : "piece of ");
}

static void put_sow(page *p, uint32_t node, text *out) {
    uint32_t from = p->a->node[node].first;
    uint32_t without = page_child(p->a, node, AST_WITHOUT);
    uint32_t into = page_child(p->a, node, AST_NAME);
    text_put(out, "all ");
    page_put_own_name(p, p->a->node[node].name, out);
    text_put(out, " of ");
    page_put_area(p, from, out);
    text_put(out, " are sown one by one ");
    page_put_dirs(p, p->a->node[from].next, out);
    if (without) {
        text_put(out, ", except on ");
        page_put_area(p, p->a->node[without].first, out);
    }
    if (!into) return;
    text_put(out, ", and ");
    page_put_own_name(p, p->a->node[into].name, out);
    text_put(out, " becomes the cell of the last one");
}

/* "what is on A", and what becomes of it. */
static void put_change(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t second = p->a->node[n->first].next;
    text_put(out, "what is on ");
    page_put_area(p, n->kind == AST_PUSH ? second : n->first, out);
    if (n->kind == AST_FLIP) text_put(out, " changes sides");
    if (n->kind == AST_GIVE) {
        text_put(out, " goes to ");
        page_put_player(p, second, out);
    }
    if (n->kind == AST_CHANGE) {
        text_put(out, " becomes a ");
        page_put_kind(p, n->name, PAGE_ONE, out);
    }
    if (n->kind == AST_PUSH) {
        text_put(out, " is pushed one step ");
        page_put_dirs(p, n->first, out);
    }
}

static void put_remove(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    if (p->a->node[n->first].next)
        page_put_top(p, node, out);
    else
        text_put(out, "what is on ");
    page_put_area(p, n->first, out);
    text_put(out, " is removed");
}

static void put_relocate(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    if (page_child(p->a, node, AST_TOP))
        page_put_top(p, node, out);
    else
        text_put(out, page_is_stacked(p) ? "the stack on " : "the piece on ");
    page_put_area(p, n->first, out);
    text_put(out, n->flags & AST_UNDER ? " goes under what is on " : " goes to ");
    page_put_area(p, p->a->node[n->first].next, out);
}

static void put_next(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    if (page_is_word(p, n->first, AST_WORD_ME)) {
        text_put(out, "you have another turn");
        return;
    }
    text_put(out, "the next turn is for ");
    page_put_player(p, n->first, out);
}

static void put_effect(page *p, uint32_t node, text *out) {
    if (page_put_outcome(p, node, out)) return;
    switch ((ast_kind)p->a->node[node].kind) {
    case AST_REMOVE:
        put_remove(p, node, out);
        return;
    case AST_PUT:
        put_put(p, node, out);
        return;
    case AST_FLIP:
    case AST_GIVE:
    case AST_CHANGE:
    case AST_PUSH:
        put_change(p, node, out);
        return;
    case AST_RELOCATE:
        put_relocate(p, node, out);
        return;
    case AST_SOW:
        put_sow(p, node, out);
        return;
    case AST_IF:
        put_if(p, node, out);
        return;
    case AST_FOR:
        put_for(p, node, out);
        return;
    case AST_CARD:
        put_card(p, node, out);
        return;
    case AST_DONE:
        text_put(out, "the turn ends");
        return;
    case AST_SET_NEXT:
        put_next(p, node, out);
        return;
    case AST_SET_PHASE:
        text_put(out, "from the next turn on it is the phase ");
        page_put_name(ast_name(p->a, node), out);
        return;
    case AST_ASSIGN:
        put_assignment(p, node, out);
        return;
    default:
        page_put_effects(p, node, out);
        return;
    }
}

void page_put_effects(page *p, uint32_t block, text *out) {
    if (p->a->node[block].kind != AST_BLOCK) {
        put_effect(p, block, out);
        return;
    }
    AST_EACH(p->a, block, i) {
        put_effect(p, i, out);
        if (p->a->node[i].next) text_put(out, "; ");
    }
}
