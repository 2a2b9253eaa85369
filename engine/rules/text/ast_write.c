/* The tree as text. Parentheses stand where the grammar needs them and nowhere else, so that a text
 * that was read within the limit of nesting is written within it; statements are parted by ';',
 * because a name or a brace may otherwise belong to the one before. */
#include <string.h>

#include "engine/rules/text/ast_writer.h"
#include "engine/rules/text/lexer.h"

static void put_name(writer *w, uint32_t i) {
    writer_put(w, ast_name(w->a, i));
}

void writer_list(writer *w, uint32_t first, const char *between) {
    for (uint32_t i = first; i; i = node_at(w, i)->next) {
        writer_node(w, i);
        if (node_at(w, i)->next) writer_put(w, between);
    }
}

/* A word, and the children with a word between them. */
void writer_words(writer *w, uint32_t i, const char *word, const char *between) {
    writer_put(w, word);
    writer_list(w, node_at(w, i)->first, between);
}

void writer_enclosed(writer *w, uint32_t i, char open, char close, const char *between) {
    text_char(w->out, open);
    writer_list(w, node_at(w, i)->first, between);
    text_char(w->out, close);
}

static void new_line(writer *w) {
    text_char(w->out, '\n');
    text_repeat(w->out, ' ', 2 * w->indent);
}

/* Words for people, front ends and searches: no part of the rules. */
static bool is_hint(ast_kind k) {
    return k == AST_SHOW || k == AST_LOOK || k == AST_HINT || k == AST_TERM;
}

/* Things in braces, one a line. */
void writer_braces(writer *w, uint32_t first, const char *between) {
    if (!first) {
        writer_put(w, "{}");
        return;
    }
    writer_put(w, "{");
    w->indent++;
    for (uint32_t i = first; i; i = node_at(w, i)->next) {
        if (w->plain && is_hint(node_at(w, i)->kind)) continue;
        new_line(w);
        writer_node(w, i);
        if (node_at(w, i)->next) writer_put(w, between);
    }
    w->indent--;
    new_line(w);
    writer_put(w, "}");
}

/* --- rules */

/* The parts of an action, each with its word. */
static bool write_action_part(writer *w, uint32_t i, bool placing) {
    switch (node_at(w, i)->kind) {
    case AST_KINDS:
        writer_words(w, i, placing ? " " : " as ", " ");
        return true;
    case AST_OF:
        writer_prefix(w, i, " of ", PRIMARY);
        return true;
    case AST_ON:
        writer_words(w, i, " on ", "");
        return true;
    case AST_TOP:
        writer_top(w, i);
        return true;
    case AST_SRC:
        writer_words(w, i, " ", "");
        return true;
    case AST_WITH:
        writer_words(w, i, " with ", ", ");
        return true;
    case AST_WHERE:
        writer_words(w, i, " where ", "");
        return true;
    default:
        return false;
    }
}

/* NAME : set */
static void write_choice(writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    text_format(w->out, "%s%s : ", n->flags & AST_SECRET ? "hidden " : "", ast_name(w->a, i));
    if (n->value == AST_CHOICE_PIECE) writer_put(w, "piece");
    if (n->value == AST_CHOICE_CARD) writer_put(w, "card");
    if (n->value == AST_CHOICE_PLAYER) writer_put(w, "player");
    if (n->value == AST_CHOICE_SET) writer_node(w, n->first);
    if (n->value != AST_CHOICE_RANGE) return;
    writer_before(w, n->first, TAKES_RANGE);
    writer_put(w, "..");
    writer_before(w, writer_child(w, i, 1), 0);
}

static void write_action(writer *w, uint32_t i, const char *word) {
    const ast_node *n = node_at(w, i);
    writer_put(w, word);
    if (n->kind == AST_ACT) text_format(w->out, " \"%s\"", ast_name(w->a, i));
    bool from = false;
    AST_EACH(w->a, i, child) {
        ast_kind k = node_at(w, child)->kind;
        if (k == AST_TO) {
            writer_words(w, child, from ? " to " : " ", "");
        } else if (!write_action_part(w, child, n->kind == AST_PLACE)) {
            text_char(w->out, ' ');
            writer_node(w, child);
        }
        from |= k == AST_SRC;
    }
}

/* Numbers of which all but plain ones are in parentheses. */
static void write_weights(writer *w, uint32_t i) {
    writer_put(w, " weights");
    AST_EACH(w->a, i, child) {
        bool plain = node_at(w, child)->kind == AST_INT;
        writer_put(w, plain ? " " : " (");
        writer_node(w, child);
        if (!plain) writer_put(w, ")");
    }
}

static void write_chance(writer *w, uint32_t i) {
    bool bag = node_at(w, i)->flags & AST_BAG;
    uint32_t weights = writer_child(w, i, 2);
    text_format(w->out, "chance %s", ast_name(w->a, i));
    if (bag && writer_child(w, i, 1)) {
        text_char(w->out, '[');
        writer_node(w, writer_child(w, i, 1));
        text_char(w->out, ']');
    }
    writer_put(w, bag ? " from " : " in ");
    writer_before(w, node_at(w, i)->first, TAKES_RANGE);
    if (bag) return;
    writer_put(w, "..");
    writer_before(w, writer_child(w, i, 1), weights ? TAKES_CALL : 0);
    if (weights) write_weights(w, weights);
}

static bool write_rule(writer *w, uint32_t i) {
    switch (node_at(w, i)->kind) {
    case AST_ELSE:
        writer_list(w, node_at(w, i)->first, " else ");
        return true;
    case AST_THEN:
        writer_list(w, node_at(w, i)->first, " then ");
        return true;
    case AST_REQUIRE:
        writer_list(w, node_at(w, i)->first, " require ");
        return true;
    case AST_UNION:
        writer_braces(w, node_at(w, i)->first, ";");
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
        writer_put(w, "pieces");
        return true;
    case AST_WHEN:
        writer_words(w, i, "when ", " ");
        return true;
    case AST_OPTIONAL:
        writer_put(w, "optional ");
        if (node_at(w, i)->name) text_format(w->out, "\"%s\" ", ast_name(w->a, i));
        writer_words(w, i, "", "");
        return true;
    case AST_CHOICE:
        write_choice(w, i);
        return true;
    case AST_REPEAT:
        writer_repeat(w, i);
        return true;
    case AST_LONGEST:
        writer_words(w, i, "longest ", "");
        return true;
    case AST_CHANCE:
        write_chance(w, i);
        return true;
    case AST_DO:
        writer_words(w, i, "do ", "");
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
    writer_braces(w, child, "");
}

static void write_promotes(writer *w, uint32_t i) {
    uint32_t area = node_at(w, i)->first;
    writer_put(w, "promotes on ");
    writer_node(w, area);
    writer_put(w, " to ");
    writer_list(w, node_at(w, area)->next, " ");
}

static void write_definition(writer *w, uint32_t i, const char *word) {
    text_format(w->out, "%s %s", word, ast_name(w->a, i));
    uint32_t body = node_at(w, i)->first;
    if (node_at(w, body)->kind == AST_PARAMS) {
        writer_enclosed(w, body, '(', ')', ", ");
        body = node_at(w, body)->next;
    }
    writer_put(w, " = ");
    writer_node(w, body);
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
        writer_braces(w, n->first, "");
        return;
    }
    if (n->flags & AST_SECRET) {
        text_format(w->out, "hidden %s per player", ast_name(w->a, i));
        return;
    }
    text_format(w->out, "%s %s", n->flags & AST_COUNTER ? "counter" : "var", ast_name(w->a, i));
    if (n->value != VAR_INT) text_format(w->out, " : %s", types[n->value]);
    if (n->flags & AST_OF_CARD) writer_put(w, " : card");
    if (n->flags & AST_RULES) writer_put(w, " : rule");
    if (n->flags & AST_PER_PLAYER) writer_put(w, " per player");
    if (n->flags & AST_PER_PIECE) writer_put(w, " per piece");
    if (n->flags & AST_PER_CELL) writer_put(w, " per cell");
    if (n->flags & AST_IF_USED) writer_put(w, " if used");
    if (n->first) writer_words(w, i, " = ", "");
}

static void write_option(writer *w, uint32_t i) {
    text_format(w->out, "option %s ", ast_name(w->a, i));
    writer_node(w, node_at(w, i)->first);
    writer_put(w, " in ");
    writer_list(w, writer_child(w, i, 1), "..");
    if (node_at(w, i)->flags & AST_HALVES && !w->plain) writer_put(w, " halves");
}

static void write_view(writer *w, uint32_t i) {
    static const char *const views[] = {BOARD_TURNS(KINDS_NAME)};
    text_format(w->out, "view %s %s", ast_name(w->a, i), views[node_at(w, i)->value]);
}

static void write_turn(writer *w, uint32_t i) {
    if (node_at(w, i)->name) text_format(w->out, "phase %s ", ast_name(w->a, i));
    writer_words(w, i, "turn ", "");
}

static void write_field(writer *w, uint32_t i) {
    put_name(w, i);
    const char *between = "(";
    AST_EACH(w->a, i, child) {
        writer_put(w, between);
        writer_node(w, child);
        uint32_t next = node_at(w, child)->next;
        between = next && node_at(w, next)->kind == AST_NAME ? ", " : " ";
    }
    if (node_at(w, i)->first) writer_put(w, ")");
}

static void write_look(writer *w, uint32_t i) {
    static const char *const boards[] = {LOOK_BOARDS(KINDS_NAME)};
    const ast_node *n = node_at(w, i);
    writer_put(w, "look ");
    if (n->flags & AST_LOOK_BOARD) {
        text_format(w->out, "board %s", boards[n->value]);
    } else if (n->flags & AST_LOOK_AREA) {
        writer_node(w, n->first);
        text_format(w->out, " %s", ast_name(w->a, i));
    } else {
        text_format(w->out, "%s ", ast_name(w->a, i));
        writer_list(w, n->first, " ");
    }
}

static void write_hint(writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    if (n->value == AST_NONE) {
        writer_put(w, "hint none");
        return;
    }
    text_format(w->out, "hint %s %s", n->flags & AST_HINT_PREFER ? "prefer" : "avoid",
                n->value == AST_PLACE  ? "place"
                : n->value == AST_MOVE ? "move"
                                       : "pass");
    for (uint32_t k = n->first; k; k = node_at(w, k)->next) {
        const ast_node *part = node_at(w, k);
        writer_put(w, part->kind == AST_ON ? " on " : part->kind == AST_WHERE ? " when " : " ");
        writer_list(w, part->first, " ");
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
    writer_braces(w, child, "");
}

static void write_term(writer *w, uint32_t i) {
    uint32_t weight = writer_child(w, i, 1);
    text_format(w->out, "term %s = ", ast_name(w->a, i));
    writer_node(w, node_at(w, i)->first);
    if (weight) writer_put(w, " weight ");
    writer_list(w, weight, "/");
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
        writer_words(w, i, "=", "");
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
        writer_words(w, i, "players ", " ");
        return true;
    case AST_CARDS:
        writer_words(w, i, "cards ", " ");
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
        writer_words(w, i, "hits ", "");
        return true;
    case AST_PROMOTES:
        write_promotes(w, i);
        return true;
    case AST_STANDS:
        writer_words(w, i, "on ", "");
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
        writer_braces(w, node_at(w, i)->first, "");
        return true;
    case AST_SETUP:
        writer_words(w, i, "setup ", "");
        return true;
    case AST_BEFORE:
        writer_words(w, i, "before ", "");
        return true;
    case AST_TURN:
        write_turn(w, i);
        return true;
    case AST_END:
        writer_put(w, "end ");
        writer_braces(w, node_at(w, i)->first, "");
        return true;
    case AST_ENDING:
        writer_words(w, i, "when ", " ");
        return true;
    case AST_FEN:
        writer_words(w, i, node_at(w, i)->first ? "fen " : "fen", " ");
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

void writer_node(writer *w, uint32_t i) {
    (void)(writer_expression(w, i) || writer_effect(w, i) || write_rule(w, i) ||
           write_declaration(w, i));
}

void ast_write_plain(const ast *a, uint32_t node, text *out) {
    writer w = {.a = a, .out = out, .plain = true};
    writer_node(&w, node);
}

void ast_write(const ast *a, uint32_t node, text *out) {
    writer w = {.a = a, .out = out};
    writer_node(&w, node);
    for (uint32_t g = node ? 0 : a->first_game; g; g = ast_at(a, g)->next) {
        writer_node(&w, g);
        text_char(out, '\n');
    }
}
