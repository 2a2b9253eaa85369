/* Moves, effects and turns of a rules text in words. */
#include "engine/base/text.h"
#include "engine/rules/book/page_say.h"

/* --- outcomes and effects --- */

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
static bool put_outcome(page *p, uint32_t node, text *out) {
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
    const ast_node *n = ast_at(p->a, node);
    uint32_t second = p->a->node[n->first].next;
    switch ((ast_card)n->value) {
    case AST_CARD_REVEAL:
        page_put_expr(p, n->first, out);
        text_put(out, " leaves ");
        put_card_place(p, second, out);
        text_put(out, " face up");
        break;
    case AST_CARD_OPEN:
        text_put(out, "all cards of ");
        put_card_place(p, n->first, out);
        text_put(out, " are shown, and go to ");
        put_card_place(p, second, out);
        break;
    case AST_CARD_TAKE:
        page_put_expr(p, n->first, out);
        text_put(out, " goes to ");
        put_card_place(p, second, out);
        text_put(out, ", as all see");
        break;
    case AST_CARD_PASS:
        page_put_expr(p, n->first, out);
        text_put(out, " goes from ");
        put_card_place(p, second, out);
        text_put(out, " to ");
        put_card_place(p, p->a->node[second].next, out);
        break;
    }
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

static bool stacked(const page *p) {
    uint32_t decl = page_child(p->a, p->game, AST_BOARD);
    return decl && page_child(p->a, decl, AST_STACKS);
}

/* "the top piece of", "the top 2 pieces of" */
static void put_top(page *p, uint32_t node, text *out) {
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
        put_top(p, node, out);
    else
        text_put(out, "what is on ");
    page_put_area(p, n->first, out);
    text_put(out, " is removed");
}

static void put_relocate(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    if (page_child(p->a, node, AST_TOP))
        put_top(p, node, out);
    else
        text_put(out, stacked(p) ? "the stack on " : "the piece on ");
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
    if (put_outcome(p, node, out)) return;
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

/* --- actions --- */

/* Where a move may end, of what is left beside the way there. */
static void put_target(page *p, page_parts *rest, text *out) {
    bool not_mine = false;
    for (int i = 0; i < rest->outs; i++)
        if (page_is_word(p, rest->out[i], AST_WORD_MINE)) {
            not_mine = true;
            rest->out[i] = rest->out[--rest->outs];
            break;
        }
    if (rest->ins == 1 && !rest->outs && page_is_word(p, rest->in[0], AST_WORD_EMPTY)) {
        text_put(out, " to an empty cell");
    } else if (rest->ins == 1 && !rest->outs && page_is_word(p, rest->in[0], AST_WORD_ENEMY)) {
        text_put(out, stacked(p) ? " onto an enemy" : " onto an enemy, which is taken");
    } else if (rest->ins) {
        text_put(out, rest->ins == 1 && page_is_cell(p, rest->in[0]) ? " to " : " to one of ");
        page_put_parts(p, rest, out);
    } else if (rest->outs) {
        text_put(out, ", but not to ");
        for (int i = 0; i < rest->outs; i++) {
            page_put_area(p, rest->out[i], out);
            if (i + 1 < rest->outs) text_put(out, " or ");
        }
    }
    if (!not_mine) return;
    text_put(out, "; not onto a piece of your own");
    if (!stacked(p)) text_put(out, ", an enemy is taken");
}

/* The way, if one of the parts is one, and then the rest. */
static void put_way(page *p, uint32_t target, text *out) {
    page_parts parts = {0};
    page_split(p, target, &parts);
    for (int i = 0; i < parts.ins; i++) {
        uint32_t part = parts.in[i];
        if (page_is_word(p, part, AST_WORD_HITS) && p->hits) part = p->hits;
        if (!page_put_motion(p, part, out)) continue;
        for (int k = i; k + 1 < parts.ins; k++) parts.in[k] = parts.in[k + 1];
        parts.ins--;
        put_target(p, &parts, out);
        return;
    }
    text_put(out, "to ");
    page_put_one(p, target, out);
}

/* "; if ...", ". Then ..." */
static void put_tail(page *p, uint32_t node, text *out) {
    uint32_t where = page_child(p->a, node, AST_WHERE);
    uint32_t block = page_child(p->a, node, AST_BLOCK);
    if (where) {
        text_put(out, ", if ");
        page_put_condition(p, p->a->node[where].first, out);
    }
    if (block && p->a->node[block].first) {
        text_put(out, "; then ");
        page_put_effects(p, block, out);
    }
}

static uint32_t part_of(const page *p, uint32_t node, ast_kind kind) {
    uint32_t part = page_child(p->a, node, kind);
    return part ? p->a->node[part].first : 0;
}

void page_put_move(page *p, uint32_t move, text *out) {
    uint32_t kinds = page_child(p->a, move, AST_KINDS);
    put_way(p, part_of(p, move, AST_TO), out);
    if (kinds) {
        text_put(out, ", and becomes a ");
        page_put_kinds(p, kinds, out);
    }
    put_tail(p, move, out);
}

static void put_place(page *p, uint32_t node, text *out) {
    uint32_t of = part_of(p, node, AST_OF);
    bool neutral = of && page_is_word(p, of, AST_WORD_NEUTRAL);
    text_put(out, neutral ? "Place a neutral " : "Place a ");
    page_put_kinds(p, page_child(p->a, node, AST_KINDS), out);
    if (of && !neutral) {
        text_put(out, " of ");
        page_put_player(p, of, out);
    }
    text_put(out, " on ");
    page_put_one(p, part_of(p, node, AST_ON), out);
    put_tail(p, node, out);
}

static void put_pick(page *p, uint32_t node, text *out) {
    uint32_t kinds = page_child(p->a, node, AST_KINDS);
    text_put(out, "Choose ");
    page_put_one(p, part_of(p, node, AST_TO), out);
    if (kinds) {
        text_put(out, "; it becomes a ");
        page_put_kinds(p, kinds, out);
    }
    put_tail(p, node, out);
}

/* "Choose offer (one of resource) and want (one of resource), and say "trade"" */
static void put_act(page *p, uint32_t node, text *out) {
    uint32_t with = page_child(p->a, node, AST_WITH);
    const char *lead = "Choose ";
    if (with) AST_EACH(p->a, with, i) {
            const ast_node *n = ast_at(p->a, i);
            text_put(out, lead);
            page_put_own_name(p, n->name, out);
            if (n->flags & AST_SECRET) text_put(out, ", face down");
            if (n->value == AST_CHOICE_CARD) text_put(out, " (a card)");
            if (n->value == AST_CHOICE_PLAYER) text_put(out, " (a player)");
            if (n->value == AST_CHOICE_PIECE) text_put(out, " (a kind of piece)");
            if (n->value == AST_CHOICE_RANGE) {
                text_put(out, " (a number from ");
                page_put_number(p, n->first, out);
                text_put(out, " to ");
                page_put_number(p, p->a->node[n->first].next, out);
                text_char(out, ')');
            }
            if (n->value == AST_CHOICE_SET) {
                text_put(out, " (one of ");
                page_put_own_name(p, p->a->node[n->first].name, out);
                text_char(out, ')');
            }
            lead = n->next && !p->a->node[n->next].next ? " and " : ", ";
        }
    text_format(out, "%s \"%s\"", with ? ", and say" : "Say", ast_name(p->a, node));
    put_tail(p, node, out);
}

static void put_chance(page *p, uint32_t node, text *out) {
    uint32_t from = p->a->node[node].first;
    text_put(out, "Chance: ");
    page_put_own_name(p, p->a->node[node].name, out);
    if (p->a->node[node].flags & AST_BAG) {
        uint32_t var = page_declared(p, AST_VAR, p->a->node[node].name);
        bool hidden = var && p->a->node[var].flags & AST_SECRET;
        bool card = var && p->a->node[var].flags & AST_OF_CARD;
        text_put(out, hidden ? " gets a card, face down, from "
                      : card ? " becomes a card that is turned up from "
                             : " becomes the kind of a piece that is drawn from ");
        page_put_own_name(p, p->a->node[from].name, out);
        return;
    }
    uint32_t to = p->a->node[from].next;
    uint32_t weights = p->a->node[to].next;
    text_put(out, " becomes a number from ");
    page_put_number(p, from, out);
    text_put(out, " to ");
    page_put_number(p, to, out);
    text_put(out, weights ? ", as likely as these numbers say: " : ", all equally likely");
    if (weights) AST_EACH(p->a, weights, i) {
            page_put_number(p, i, out);
            if (p->a->node[i].next) text_put(out, ", ");
        }
}

static void put_called(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t rule = page_declared(p, AST_RULE, n->name);
    uint32_t params = rule ? page_child(p->a, rule, AST_PARAMS) : 0;
    uint32_t var = page_declared(p, AST_VAR, n->name);
    uint32_t first = var ? p->a->node[var].first : 0;
    uint32_t held = first ? page_declared(p, AST_RULE, p->a->node[first].name) : 0;
    text_put(out, "As under ");
    if (held) { /* a variable that holds a rule */
        text_put(out, "the rule that ");
        page_put_own_name(p, n->name, out);
        text_put(out, " is, at first ");
        page_put_term(p, held, out);
    } else if (rule)
        page_put_term(p, rule, out);
    else
        page_put_name(ast_name(p->a, node), out);
    uint32_t arg = n->first;
    const char *lead = ", where ";
    if (params) AST_EACH(p->a, params, i) {
            if (!arg) break;
            text_put(out, lead);
            page_put_own_name(p, p->a->node[i].name, out);
            text_put(out, " is ");
            page_put_expr(p, arg, out);
            arg = p->a->node[arg].next;
            lead = ", ";
        }
}

/* One action or outcome as a sentence; false where the node is made of several. */
static bool put_action(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    switch ((ast_kind)n->kind) {
    case AST_PLACE:
        put_place(p, node, out);
        return true;
    case AST_MOVE:
        text_put(out, "Move ");
        if (page_child(p->a, node, AST_TOP)) put_top(p, node, out);
        page_put_one(p, part_of(p, node, AST_SRC), out);
        text_char(out, ' ');
        page_put_move(p, node, out);
        return true;
    case AST_PICK:
        put_pick(p, node, out);
        return true;
    case AST_PASS:
        text_put(out, "Pass");
        put_tail(p, node, out);
        return true;
    case AST_ACT:
        put_act(p, node, out);
        return true;
    case AST_PIECES:
        text_put(out, "Move one of your pieces, as described above");
        return true;
    case AST_CHANCE:
        put_chance(p, node, out);
        return true;
    case AST_CALL:
        put_called(p, node, out);
        return true;
    case AST_DO:
        page_put_effects(p, n->first, out);
        return true;
    default:
        return put_outcome(p, node, out);
    }
}

/* --- turns --- */

static void put_sentence(int level, text *sentence, text *out) {
    text line = text_growing();
    const char *s = text_string(sentence);
    text_put(&line, "- ");
    if (*s >= 'a' && *s <= 'z') {
        text_char(&line, (char)(*s - 'a' + 'A'));
        s++;
    }
    text_put(&line, s);
    size_t n = line.len;
    if (n && text_string(&line)[n - 1] != ':') text_char(&line, '.');
    page_put_line(2 + 2 * level, text_string(&line), out);
    out->cut |= sentence->cut;
    page_done(&line, out);
    text_clear(sentence);
}

static void put_heading(int level, const char *said, text *out) {
    text sentence = text_growing();
    text_put(&sentence, said);
    put_sentence(level, &sentence, out);
    page_done(&sentence, out);
}

/* Each part, the later ones under a heading of their own. */
static void put_chain(page *p, uint32_t node, int level, const char *heading, text *out) {
    AST_EACH(p->a, node, i) {
        bool first = i == p->a->node[node].first;
        if (!first) put_heading(level, heading, out);
        page_put_rule(p, i, first ? level : level + 1, out);
    }
}

static void put_repeat(page *p, uint32_t node, int level, text *out) {
    text heading = text_growing();
    uint32_t max = page_child(p->a, node, AST_MAX);
    uint32_t times = page_child(p->a, node, AST_TIMES);
    if (times) {
        text_put(&heading, "This many times, one after the other: ");
        page_put_number(p, p->a->node[times].first, &heading);
        text_char(&heading, ':');
    } else {
        text_put(&heading, "Again and again, ");
        if (max) {
            text_put(&heading, "at most ");
            page_put_number(p, p->a->node[max].first, &heading);
            text_put(&heading, " times, ");
        }
        text_put(&heading, "as long as it is possible:");
    }
    put_sentence(level, &heading, out);
    page_done(&heading, out);
    page_put_rule(p, p->a->node[node].first, level + 1, out);
}

static void put_when(page *p, uint32_t node, int level, text *out) {
    text heading = text_growing();
    uint32_t condition = p->a->node[node].first;
    text_put(&heading, "If ");
    page_put_condition(p, condition, &heading);
    text_char(&heading, ':');
    put_sentence(level, &heading, out);
    page_done(&heading, out);
    page_put_rule(p, p->a->node[condition].next, level + 1, out);
}

static void put_require(page *p, uint32_t node, int level, text *out) {
    uint32_t rule = p->a->node[node].first;
    page_put_rule(p, rule, level, out);
    for (uint32_t i = p->a->node[rule].next; i; i = p->a->node[i].next) {
        text sentence = text_growing();
        text_put(&sentence, "Only actions after which ");
        page_put_condition(p, i, &sentence);
        put_sentence(level, &sentence, out);
        page_done(&sentence, out);
    }
}

static bool calls_rules(const page *p, uint32_t node) {
    const ast_node *n = ast_at(p->a, node);
    if (n->kind == AST_CALL && page_declared(p, AST_RULE, n->name)) return true;
    AST_EACH(p->a, node, i) if (calls_rules(p, i)) return true;
    return false;
}

/* A rule without parameters that names no other rule is said in its place. */
static uint32_t inlined(const page *p, uint32_t node) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t rule = n->kind == AST_CALL && !n->first ? page_declared(p, AST_RULE, n->name) : 0;
    if (!rule || page_child(p->a, rule, AST_PARAMS)) return 0;
    uint32_t body = page_body(p->a, rule);
    return calls_rules(p, body) ? 0 : body;
}

static void put_optional(page *p, uint32_t rule, int level, text *out) {
    char buf[96];
    text line = text_over(buf, sizeof buf);
    const char *label = ast_name(p->a, rule);
    text_format(&line, "If you like (or say \"skip%s%s\"):", *label ? ":" : "", label);
    put_heading(level, buf, out);
}

void page_put_rule(page *p, uint32_t rule, int level, text *out) {
    if (inlined(p, rule)) rule = inlined(p, rule);
    const ast_node *n = ast_at(p->a, rule);
    text sentence = text_growing();
    if (put_action(p, rule, &sentence)) put_sentence(level, &sentence, out);
    page_done(&sentence, out);
    switch ((ast_kind)n->kind) {
    case AST_ELSE:
        put_chain(p, rule, level, "If that is not possible:", out);
        return;
    case AST_THEN:
        put_chain(p, rule, level, "Then:", out);
        return;
    case AST_REQUIRE:
        put_require(p, rule, level, out);
        return;
    case AST_UNION:
        AST_EACH(p->a, rule, i) page_put_rule(p, i, level, out);
        return;
    case AST_WHEN:
        put_when(p, rule, level, out);
        return;
    case AST_OPTIONAL:
        put_optional(p, rule, level, out);
        page_put_rule(p, n->first, level + 1, out);
        return;
    case AST_REPEAT:
        put_repeat(p, rule, level, out);
        return;
    case AST_LONGEST:
        put_heading(level, "The longest series of actions that there is has to be begun:", out);
        page_put_rule(p, n->first, level + 1, out);
        return;
    default:
        return;
    }
}
