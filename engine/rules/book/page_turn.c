/* Actions and turns of a rules text in words. */
#include "engine/base/text.h"
#include "engine/rules/book/page_say.h"

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
        text_put(out, page_is_stacked(p) ? " onto an enemy" : " onto an enemy, which is taken");
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
    if (!page_is_stacked(p)) text_put(out, ", an enemy is taken");
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
        if (page_child(p->a, node, AST_TOP)) page_put_top(p, node, out);
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
        return page_put_outcome(p, node, out);
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
