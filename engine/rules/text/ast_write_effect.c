/* Effects: what an action does to the board, the variables and the result. */
#include "engine/rules/text/ast_writer.h"

static void write_assignment(writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    uint32_t value = n->first;
    writer_put(w, ast_name(w->a, i));
    if (node_at(w, value)->kind == AST_INDEX) {
        writer_enclosed(w, value, '[', ']', ", ");
        value = node_at(w, value)->next;
    }
    text_format(w->out, " %s%s ", n->value == AST_SET ? "" : writer_sign(n->value), "=");
    writer_node(w, value);
}

void writer_repeat(writer *w, uint32_t i) {
    uint32_t count = writer_child(w, i, 1);
    writer_put(w, "repeat ");
    if (count) {
        uint32_t number = node_at(w, count)->first;
        bool most = node_at(w, count)->kind == AST_MAX;
        bool wrap = !most && node_at(w, number)->kind != AST_INT;
        writer_put(w, most ? "at most " : wrap ? "(" : "");
        writer_operand(w, number, wrap ? OR_LEVEL : PRIMARY);
        writer_put(w, wrap ? ") " : " ");
    }
    writer_node(w, node_at(w, i)->first);
}

static void write_winner(writer *w, uint32_t i, const char *word) {
    writer_put(w, word);
    if (!node_at(w, i)->name) return;
    text_char(w->out, ' ');
    writer_put(w, ast_name(w->a, i));
}

static void write_if(writer *w, uint32_t i) {
    writer_put(w, "if ");
    writer_node(w, node_at(w, i)->first);
    text_char(w->out, ' ');
    writer_node(w, writer_child(w, i, 1));
    if (!writer_child(w, i, 2)) return;
    writer_put(w, " else ");
    writer_node(w, writer_child(w, i, 2));
}

static void write_for(writer *w, uint32_t i) {
    uint32_t body = node_at(w, i)->first;
    writer_put(w, "for ");
    if (writer_each(w, i)) body = node_at(w, body)->next;
    text_char(w->out, ' ');
    writer_node(w, body);
}

/* Where a card goes: operands that `from` does not continue. */
static void write_card(writer *w, uint32_t i) {
    static const char *const verb[] = {"reveal ", "reveal ", "take ", "pass "};
    static const char *const second[] = {" from ", " to ", " into ", " from "};
    int form = node_at(w, i)->value;
    writer_put(w, verb[form]);
    writer_before(w, node_at(w, i)->first, TAKES_FROM);
    writer_put(w, second[form]);
    writer_before(w, writer_child(w, i, 1), 0);
    if (form != AST_CARD_PASS) return;
    writer_put(w, " to ");
    writer_before(w, writer_child(w, i, 2), 0);
}

/* " top of", " top 2 of", " top (n + 1) of" */
void writer_top(writer *w, uint32_t i) {
    uint32_t many = node_at(w, i)->first;
    bool plain = !many || node_at(w, many)->kind == AST_INT;
    writer_put(w, " top ");
    if (!plain) text_char(w->out, '(');
    if (many) writer_node(w, many);
    writer_put(w, plain ? many ? " of" : "of" : ") of");
}

/* An effect of AST_EFFECTS, with what belongs to its form. */
static void write_formed(writer *w, uint32_t i, const char *word, ast_form form) {
    uint32_t first = node_at(w, i)->first;
    bool under = form == AST_FORM_TO && node_at(w, i)->flags & AST_UNDER;
    writer_put(w, word);
    if (form == AST_FORM_NOTHING) return;
    AST_EACH(w->a, i, child)
    if (node_at(w, child)->kind == AST_TOP) writer_top(w, child);
    text_char(w->out, ' ');
    writer_node(w, first);
    if (form == AST_FORM_ONE) return;
    writer_put(w, form == AST_FORM_DIRS ? " " : under ? " under " : " to ");
    writer_operand(w, node_at(w, first)->next, form == AST_FORM_TO_PRIMARY ? PRIMARY : OR_LEVEL);
}

/* Those of the form SPECIAL. */
static void write_special(writer *w, uint32_t i) {
    switch (node_at(w, i)->kind) {
    case AST_PUT:
        text_format(w->out, "put %s", ast_name(w->a, i));
        writer_list(w, node_at(w, i)->first, "");
        break;
    case AST_CHANGE:
        writer_words(w, i, "change ", "");
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
    writer_put(w, " along ");
    child = node_at(w, child)->next;
    writer_node(w, child);
    while ((child = node_at(w, child)->next)) {
        if (node_at(w, child)->kind == AST_WITHOUT)
            writer_words(w, child, " without ", "");
        else
            text_format(w->out, " into %s", ast_name(w->a, child));
    }
}

static void write_draw(writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    if (n->flags) writer_put(w, n->flags & AST_CLAIM ? "claim " : "call ");
    writer_put(w, "draw");
    if (n->name) text_format(w->out, " as \"%s\"", ast_name(w->a, i));
}

bool writer_effect(writer *w, uint32_t i) {
    switch (node_at(w, i)->kind) {
    case AST_BLOCK:
        writer_braces(w, node_at(w, i)->first, ";");
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
        writer_words(w, i, "score ", "");
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
