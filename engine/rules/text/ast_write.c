/* The tree as text. Parentheses stand where the grammar needs them and nowhere else, so that a text
 * that was read within the limit of nesting is written within it; statements are parted by ';',
 * because a name or a brace may otherwise belong to the one before. */
#include <string.h>

#include "engine/rules/text/ast_writer.h"
#include "engine/rules/text/lexer.h"

static void put(writer *w, const char *s) {
    text_put(w->out, s);
}

static void put_name(writer *w, uint32_t i) {
    put(w, ast_name(w->a, i));
}

static void write_node(writer *w, uint32_t i);

static void write_list(writer *w, uint32_t first, const char *between) {
    for (uint32_t i = first; i; i = node_at(w, i)->next) {
        write_node(w, i);
        if (node_at(w, i)->next) put(w, between);
    }
}

static void write_enclosed(writer *w, uint32_t i, char open, char close, const char *between) {
    text_char(w->out, open);
    write_list(w, node_at(w, i)->first, between);
    text_char(w->out, close);
}

static void new_line(writer *w) {
    text_char(w->out, '\n');
    text_repeat(w->out, ' ', 2 * w->indent);
}

/* --- effects */

/* Words for people, front ends and searches: no part of the rules. */
static bool is_hint(ast_kind k) {
    return k == AST_SHOW || k == AST_LOOK || k == AST_HINT || k == AST_TERM;
}

/* Things in braces, one a line. */
static void write_braces(writer *w, uint32_t first, const char *between) {
    if (!first) {
        put(w, "{}");
        return;
    }
    put(w, "{");
    w->indent++;
    for (uint32_t i = first; i; i = node_at(w, i)->next) {
        if (w->plain && is_hint(node_at(w, i)->kind)) continue;
        new_line(w);
        write_node(w, i);
        if (node_at(w, i)->next) put(w, between);
    }
    w->indent--;
    new_line(w);
    put(w, "}");
}

static void write_assignment(writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    uint32_t value = n->first;
    put_name(w, i);
    if (node_at(w, value)->kind == AST_INDEX) {
        write_enclosed(w, value, '[', ']', ", ");
        value = node_at(w, value)->next;
    }
    text_format(w->out, " %s%s ", n->value == AST_SET ? "" : writer_sign(n->value), "=");
    write_node(w, value);
}

/* A word, and the children with a word between them. */
static void write_words(writer *w, uint32_t i, const char *word, const char *between) {
    put(w, word);
    write_list(w, node_at(w, i)->first, between);
}

static void write_repeat(writer *w, uint32_t i) {
    uint32_t count = writer_child(w, i, 1);
    put(w, "repeat ");
    if (count) {
        uint32_t number = node_at(w, count)->first;
        bool most = node_at(w, count)->kind == AST_MAX;
        bool wrap = !most && node_at(w, number)->kind != AST_INT;
        put(w, most ? "at most " : wrap ? "(" : "");
        writer_operand(w, number, wrap ? OR_LEVEL : PRIMARY);
        put(w, wrap ? ") " : " ");
    }
    write_node(w, node_at(w, i)->first);
}

static void write_winner(writer *w, uint32_t i, const char *word) {
    put(w, word);
    if (!node_at(w, i)->name) return;
    text_char(w->out, ' ');
    put_name(w, i);
}

static void write_if(writer *w, uint32_t i) {
    put(w, "if ");
    write_node(w, node_at(w, i)->first);
    text_char(w->out, ' ');
    write_node(w, writer_child(w, i, 1));
    if (!writer_child(w, i, 2)) return;
    put(w, " else ");
    write_node(w, writer_child(w, i, 2));
}

static void write_for(writer *w, uint32_t i) {
    uint32_t body = node_at(w, i)->first;
    put(w, "for ");
    if (writer_each(w, i)) body = node_at(w, body)->next;
    text_char(w->out, ' ');
    write_node(w, body);
}

/* Where a card goes: operands that `from` does not continue. */
static void write_card(writer *w, uint32_t i) {
    static const char *const verb[] = {"reveal ", "reveal ", "take ", "pass "};
    static const char *const second[] = {" from ", " to ", " into ", " from "};
    int form = node_at(w, i)->value;
    put(w, verb[form]);
    writer_before(w, node_at(w, i)->first, TAKES_FROM);
    put(w, second[form]);
    writer_before(w, writer_child(w, i, 1), 0);
    if (form != AST_CARD_PASS) return;
    put(w, " to ");
    writer_before(w, writer_child(w, i, 2), 0);
}

/* " top of", " top 2 of", " top (n + 1) of" */
static void write_top(writer *w, uint32_t i) {
    uint32_t many = node_at(w, i)->first;
    bool plain = !many || node_at(w, many)->kind == AST_INT;
    put(w, " top ");
    if (!plain) text_char(w->out, '(');
    if (many) write_node(w, many);
    put(w, plain ? many ? " of" : "of" : ") of");
}

/* An effect of AST_EFFECTS, with what belongs to its form. */
static void write_formed(writer *w, uint32_t i, const char *word, ast_form form) {
    uint32_t first = node_at(w, i)->first;
    bool under = form == AST_FORM_TO && node_at(w, i)->flags & AST_UNDER;
    put(w, word);
    if (form == AST_FORM_NOTHING) return;
    AST_EACH(w->a, i, child)
    if (node_at(w, child)->kind == AST_TOP) write_top(w, child);
    text_char(w->out, ' ');
    write_node(w, first);
    if (form == AST_FORM_ONE) return;
    put(w, form == AST_FORM_DIRS ? " " : under ? " under " : " to ");
    writer_operand(w, node_at(w, first)->next, form == AST_FORM_TO_PRIMARY ? PRIMARY : OR_LEVEL);
}

/* Those of the form SPECIAL. */
static void write_special(writer *w, uint32_t i) {
    switch (node_at(w, i)->kind) {
    case AST_PUT:
        text_format(w->out, "put %s", ast_name(w->a, i));
        write_list(w, node_at(w, i)->first, "");
        break;
    case AST_CHANGE:
        write_words(w, i, "change ", "");
        text_format(w->out, " into %s", ast_name(w->a, i));
        break;
    default:
        write_if(w, i);
        break;
    }
}

static void write_sow(writer *w, uint32_t i) {
    uint32_t child = node_at(w, i)->first;
    text_format(w->out, "sow %s from ", ast_name(w->a, i));
    writer_operand(w, child, PRIMARY);
    put(w, " along ");
    child = node_at(w, child)->next;
    write_node(w, child);
    while ((child = node_at(w, child)->next)) {
        if (node_at(w, child)->kind == AST_WITHOUT)
            write_words(w, child, " without ", "");
        else
            text_format(w->out, " into %s", ast_name(w->a, child));
    }
}

static void write_draw(writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    if (n->flags) put(w, n->flags & AST_CLAIM ? "claim " : "call ");
    put(w, "draw");
    if (n->name) text_format(w->out, " as \"%s\"", ast_name(w->a, i));
}

static bool write_effect(writer *w, uint32_t i) {
    switch (node_at(w, i)->kind) {
    case AST_BLOCK:
        write_braces(w, node_at(w, i)->first, ";");
        return true;
#define EFFECT_CASE(id, word, form)                                                                \
    case AST_##id:                                                                                 \
        if (AST_FORM_##form == AST_FORM_SPECIAL)                                                   \
            write_special(w, i);                                                                   \
        else                                                                                       \
            write_formed(w, i, word, AST_FORM_##form);                                             \
        return true;
        AST_EFFECTS(EFFECT_CASE)
#undef EFFECT_CASE
    case AST_WIN:
        write_winner(w, i, "win");
        return true;
    case AST_LOSE:
        write_winner(w, i, "lose");
        return true;
    case AST_DRAW:
        write_draw(w, i);
        return true;
    case AST_SCORE:
        write_words(w, i, "score ", "");
        return true;
    case AST_SET_NEXT:
        writer_prefix(w, i, "next = ", PRIMARY);
        return true;
    case AST_SET_PHASE:
        text_format(w->out, "phase = %s", ast_name(w->a, i));
        return true;
    case AST_SOW:
        write_sow(w, i);
        return true;
    case AST_ASSIGN:
        write_assignment(w, i);
        return true;
    case AST_FOR:
        write_for(w, i);
        return true;
    case AST_CARD:
        write_card(w, i);
        return true;
    default:
        return false;
    }
}

/* --- rules */

/* The parts of an action, each with its word. */
static bool write_action_part(writer *w, uint32_t i, bool placing) {
    switch (node_at(w, i)->kind) {
    case AST_KINDS:
        write_words(w, i, placing ? " " : " as ", " ");
        return true;
    case AST_OF:
        writer_prefix(w, i, " of ", PRIMARY);
        return true;
    case AST_ON:
        write_words(w, i, " on ", "");
        return true;
    case AST_TOP:
        write_top(w, i);
        return true;
    case AST_SRC:
        write_words(w, i, " ", "");
        return true;
    case AST_WITH:
        write_words(w, i, " with ", ", ");
        return true;
    case AST_WHERE:
        write_words(w, i, " where ", "");
        return true;
    default:
        return false;
    }
}

/* NAME : set */
static void write_choice(writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    text_format(w->out, "%s%s : ", n->flags & AST_SECRET ? "hidden " : "", ast_name(w->a, i));
    if (n->value == AST_CHOICE_PIECE) put(w, "piece");
    if (n->value == AST_CHOICE_CARD) put(w, "card");
    if (n->value == AST_CHOICE_PLAYER) put(w, "player");
    if (n->value == AST_CHOICE_SET) write_node(w, n->first);
    if (n->value != AST_CHOICE_RANGE) return;
    writer_before(w, n->first, TAKES_RANGE);
    put(w, "..");
    writer_before(w, writer_child(w, i, 1), 0);
}

static void write_action(writer *w, uint32_t i, const char *word) {
    const ast_node *n = node_at(w, i);
    put(w, word);
    if (n->kind == AST_ACT) text_format(w->out, " \"%s\"", ast_name(w->a, i));
    bool from = false;
    AST_EACH(w->a, i, child) {
        ast_kind k = node_at(w, child)->kind;
        if (k == AST_TO) {
            write_words(w, child, from ? " to " : " ", "");
        } else if (!write_action_part(w, child, n->kind == AST_PLACE)) {
            text_char(w->out, ' ');
            write_node(w, child);
        }
        from |= k == AST_SRC;
    }
}

/* Numbers of which all but plain ones are in parentheses. */
static void write_weights(writer *w, uint32_t i) {
    put(w, " weights");
    AST_EACH(w->a, i, child) {
        bool plain = node_at(w, child)->kind == AST_INT;
        put(w, plain ? " " : " (");
        write_node(w, child);
        if (!plain) put(w, ")");
    }
}

static void write_chance(writer *w, uint32_t i) {
    bool bag = node_at(w, i)->flags & AST_BAG;
    uint32_t weights = writer_child(w, i, 2);
    text_format(w->out, "chance %s", ast_name(w->a, i));
    if (bag && writer_child(w, i, 1)) {
        text_char(w->out, '[');
        write_node(w, writer_child(w, i, 1));
        text_char(w->out, ']');
    }
    put(w, bag ? " from " : " in ");
    writer_before(w, node_at(w, i)->first, TAKES_RANGE);
    if (bag) return;
    put(w, "..");
    writer_before(w, writer_child(w, i, 1), weights ? TAKES_CALL : 0);
    if (weights) write_weights(w, weights);
}

static bool write_rule(writer *w, uint32_t i) {
    switch (node_at(w, i)->kind) {
    case AST_ELSE:
        write_list(w, node_at(w, i)->first, " else ");
        return true;
    case AST_THEN:
        write_list(w, node_at(w, i)->first, " then ");
        return true;
    case AST_REQUIRE:
        write_list(w, node_at(w, i)->first, " require ");
        return true;
    case AST_UNION:
        write_braces(w, node_at(w, i)->first, ";");
        return true;
    case AST_PLACE:
        write_action(w, i, "place");
        return true;
    case AST_MOVE:
        write_action(w, i, "move");
        return true;
    case AST_PICK:
        write_action(w, i, "pick");
        return true;
    case AST_PASS:
        write_action(w, i, "pass");
        return true;
    case AST_ACT:
        write_action(w, i, "act");
        return true;
    case AST_PIECES:
        put(w, "pieces");
        return true;
    case AST_WHEN:
        write_words(w, i, "when ", " ");
        return true;
    case AST_OPTIONAL:
        put(w, "optional ");
        if (node_at(w, i)->name) text_format(w->out, "\"%s\" ", ast_name(w->a, i));
        write_words(w, i, "", "");
        return true;
    case AST_CHOICE:
        write_choice(w, i);
        return true;
    case AST_REPEAT:
        write_repeat(w, i);
        return true;
    case AST_LONGEST:
        write_words(w, i, "longest ", "");
        return true;
    case AST_CHANCE:
        write_chance(w, i);
        return true;
    case AST_DO:
        write_words(w, i, "do ", "");
        return true;
    default:
        return write_action_part(w, i, true);
    }
}

/* --- declarations */

static void write_piece(writer *w, uint32_t i) {
    text_format(w->out, "piece %s", ast_name(w->a, i));
    uint32_t child = node_at(w, i)->first;
    if (child && node_at(w, child)->kind == AST_LETTER) {
        text_format(w->out, " %s", ast_name(w->a, child));
        child = node_at(w, child)->next;
    }
    if (!child) return;
    text_char(w->out, ' ');
    write_braces(w, child, "");
}

static void write_promotes(writer *w, uint32_t i) {
    uint32_t area = node_at(w, i)->first;
    put(w, "promotes on ");
    write_node(w, area);
    put(w, " to ");
    write_list(w, node_at(w, area)->next, " ");
}

static void write_definition(writer *w, uint32_t i, const char *word) {
    text_format(w->out, "%s %s", word, ast_name(w->a, i));
    uint32_t body = node_at(w, i)->first;
    if (node_at(w, body)->kind == AST_PARAMS) {
        write_enclosed(w, body, '(', ')', ", ");
        body = node_at(w, body)->next;
    }
    put(w, " = ");
    write_node(w, body);
}

static void write_item(writer *w, uint32_t i) {
    put_name(w, i);
    if (node_at(w, i)->first) writer_prefix(w, i, "*", PRIMARY);
}

static void write_var(writer *w, uint32_t i) {
    static const char *const types[] = {VAR_TYPES(KINDS_NAME)};
    const ast_node *n = node_at(w, i);
    if (n->flags & AST_BAG) {
        text_format(w->out, "%s %s ", n->flags & AST_SECRET ? "deck" : "bag", ast_name(w->a, i));
        write_braces(w, n->first, "");
        return;
    }
    if (n->flags & AST_SECRET) {
        text_format(w->out, "hidden %s per player", ast_name(w->a, i));
        return;
    }
    text_format(w->out, "%s %s", n->flags & AST_COUNTER ? "counter" : "var", ast_name(w->a, i));
    if (n->value != VAR_INT) text_format(w->out, " : %s", types[n->value]);
    if (n->flags & AST_OF_CARD) put(w, " : card");
    if (n->flags & AST_RULES) put(w, " : rule");
    if (n->flags & AST_PER_PLAYER) put(w, " per player");
    if (n->flags & AST_PER_PIECE) put(w, " per piece");
    if (n->flags & AST_PER_CELL) put(w, " per cell");
    if (n->flags & AST_IF_USED) put(w, " if used");
    if (n->first) write_words(w, i, " = ", "");
}

static void write_option(writer *w, uint32_t i) {
    text_format(w->out, "option %s ", ast_name(w->a, i));
    write_node(w, node_at(w, i)->first);
    put(w, " in ");
    write_list(w, writer_child(w, i, 1), "..");
    if (node_at(w, i)->flags & AST_HALVES && !w->plain) put(w, " halves");
}

static void write_view(writer *w, uint32_t i) {
    static const char *const views[] = {BOARD_TURNS(KINDS_NAME)};
    text_format(w->out, "view %s %s", ast_name(w->a, i), views[node_at(w, i)->value]);
}

static void write_turn(writer *w, uint32_t i) {
    if (node_at(w, i)->name) text_format(w->out, "phase %s ", ast_name(w->a, i));
    write_words(w, i, "turn ", "");
}

static void write_field(writer *w, uint32_t i) {
    put_name(w, i);
    const char *between = "(";
    AST_EACH(w->a, i, child) {
        put(w, between);
        write_node(w, child);
        uint32_t next = node_at(w, child)->next;
        between = next && node_at(w, next)->kind == AST_NAME ? ", " : " ";
    }
    if (node_at(w, i)->first) put(w, ")");
}

static void write_look(writer *w, uint32_t i) {
    static const char *const boards[] = {LOOK_BOARDS(KINDS_NAME)};
    const ast_node *n = node_at(w, i);
    put(w, "look ");
    if (n->flags & AST_LOOK_BOARD) {
        text_format(w->out, "board %s", boards[n->value]);
    } else if (n->flags & AST_LOOK_AREA) {
        write_node(w, n->first);
        text_format(w->out, " %s", ast_name(w->a, i));
    } else {
        text_format(w->out, "%s ", ast_name(w->a, i));
        write_list(w, n->first, " ");
    }
}

static void write_hint(writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    if (n->value == AST_NONE) {
        put(w, "hint none");
        return;
    }
    text_format(w->out, "hint %s %s", n->flags & AST_HINT_PREFER ? "prefer" : "avoid",
                n->value == AST_PLACE  ? "place"
                : n->value == AST_MOVE ? "move"
                                       : "pass");
    for (uint32_t k = n->first; k; k = node_at(w, k)->next) {
        const ast_node *part = node_at(w, k);
        put(w, part->kind == AST_ON ? " on " : part->kind == AST_WHERE ? " when " : " ");
        write_list(w, part->first, " ");
    }
}

/* Name, parent, title and alias stand before the brace. */
static void write_game(writer *w, uint32_t i) {
    text_format(w->out, "game %s", ast_name(w->a, i));
    uint32_t child = node_at(w, i)->first;
    for (; child; child = node_at(w, child)->next) {
        ast_kind k = node_at(w, child)->kind;
        if (k == AST_PARENT)
            text_format(w->out, " from %s", ast_name(w->a, child));
        else if (k == AST_TITLE || k == AST_ALIAS)
            text_format(w->out, " %s\"%s\"", k == AST_ALIAS ? "as " : "", ast_name(w->a, child));
        else
            break;
    }
    text_char(w->out, ' ');
    write_braces(w, child, "");
}

static void write_term(writer *w, uint32_t i) {
    uint32_t weight = writer_child(w, i, 1);
    text_format(w->out, "term %s = ", ast_name(w->a, i));
    write_node(w, node_at(w, i)->first);
    if (weight) put(w, " weight ");
    write_list(w, weight, "/");
}

/* What declarations are made of, and what is no rule. */
static bool write_part(writer *w, uint32_t i) {
    switch (node_at(w, i)->kind) {
    case AST_ITEM:
        write_item(w, i);
        return true;
    case AST_TERM:
        write_term(w, i);
        return true;
    case AST_FIELD:
        write_field(w, i);
        return true;
    case AST_FLAG:
        put_name(w, i);
        write_words(w, i, "=", "");
        return true;
    case AST_STRING:
        text_format(w->out, "\"%s\"", ast_name(w->a, i));
        return true;
    default:
        return false;
    }
}

static bool write_declaration(writer *w, uint32_t i) {
    switch (node_at(w, i)->kind) {
    case AST_GAME:
        write_game(w, i);
        return true;
    case AST_PLAYERS:
        write_words(w, i, "players ", " ");
        return true;
    case AST_CARDS:
        write_words(w, i, "cards ", " ");
        return true;
    case AST_VIEW:
        write_view(w, i);
        return true;
    case AST_OPTION:
        write_option(w, i);
        return true;
    case AST_BOARD:
        writer_board(w, i);
        return true;
    case AST_PIECE:
        write_piece(w, i);
        return true;
    case AST_HITS:
        write_words(w, i, "hits ", "");
        return true;
    case AST_PROMOTES:
        write_promotes(w, i);
        return true;
    case AST_STANDS:
        write_words(w, i, "on ", "");
        return true;
    case AST_DEF:
        write_definition(w, i, "def");
        return true;
    case AST_RULE:
        write_definition(w, i, "rule");
        return true;
    case AST_VAR:
        write_var(w, i);
        return true;
    case AST_KIND_SET:
        text_format(w->out, "set %s ", ast_name(w->a, i));
        write_braces(w, node_at(w, i)->first, "");
        return true;
    case AST_SETUP:
        write_words(w, i, "setup ", "");
        return true;
    case AST_BEFORE:
        write_words(w, i, "before ", "");
        return true;
    case AST_TURN:
        write_turn(w, i);
        return true;
    case AST_END:
        put(w, "end ");
        write_braces(w, node_at(w, i)->first, "");
        return true;
    case AST_ENDING:
        write_words(w, i, "when ", " ");
        return true;
    case AST_FEN:
        write_words(w, i, node_at(w, i)->first ? "fen " : "fen", " ");
        return true;
    case AST_SHOW:
        text_format(w->out, "show \"%s\"", ast_name(w->a, i));
        return true;
    case AST_LOOK:
        write_look(w, i);
        return true;
    case AST_HINT:
        write_hint(w, i);
        return true;
    default:
        return write_part(w, i);
    }
}

static void write_node(writer *w, uint32_t i) {
    (void)(writer_expression(w, i) || write_effect(w, i) || write_rule(w, i) ||
           write_declaration(w, i));
}

void ast_write_plain(const ast *a, uint32_t node, text *out) {
    writer w = {.a = a, .out = out, .plain = true};
    write_node(&w, node);
}

void ast_write(const ast *a, uint32_t node, text *out) {
    writer w = {.a = a, .out = out};
    write_node(&w, node);
    for (uint32_t g = node ? 0 : a->first_game; g; g = ast_at(a, g)->next) {
        write_node(&w, g);
        text_char(out, '\n');
    }
}
