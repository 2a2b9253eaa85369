/* Boards: sizes, and all that may follow them. */
#include <string.h>

#include "engine/rules/text/ast_writer.h"
#include "engine/rules/text/lexer.h"

/* Sizes come first, or lines. */
static bool is_size(ast_kind k) {
    return k != AST_ONLY && k != AST_WITHOUT && k != AST_DIRS && k != AST_STACKS && k != AST_TRACK;
}

/* Whether the text names cells: then their letters are a part of the rules. */
static bool names_cells(const ast *a, bool edges) {
    for (uint32_t i = 1; i < a->count; i++) {
        const char *name = a->node[i].name ? ast_name(a, i) : "";
        size_t len = strlen(name);
        bool is = edges ? lexer_is_place(name, len) : lexer_is_cell(name, len);
        if (is && a->node[i].kind != AST_STRING) return true;
    }
    return false;
}

/* The cells of a line. */
static void write_line(writer *w, uint32_t i) {
    const char *before = "(";
    AST_EACH(w->a, i, cell) {
        text_format(w->out, "%s%s", before, ast_name(w->a, cell));
        before = " ";
    }
    text_char(w->out, ')');
}

static uint32_t write_sizes(writer *w, const ast_node *n) {
    uint32_t child = n->first;
    for (; child && is_size(node_at(w, child)->kind); child = node_at(w, child)->next) {
        const ast_node *next = node_at(w, node_at(w, child)->next);
        text_char(w->out, ' ');
        if (n->value == BOARD_LINES)
            write_line(w, child);
        else if (writer_level(next) < PRIMARY)
            writer_before(w, child, TAKES_CALL);
        else
            writer_before(w, child, writer_is_from(next) ? TAKES_FROM : 0);
    }
    return child;
}

static void write_track(writer *w, uint32_t i) {
    uint32_t line = node_at(w, i)->first;
    text_format(w->out, " track %s ", ast_name(w->a, i));
    if (line && node_at(w, line)->kind == AST_NAME) {
        text_format(w->out, "%s ", ast_name(w->a, line));
        line = node_at(w, line)->next;
    }
    write_line(w, line);
}

void writer_board(writer *w, uint32_t i) {
    static const char *const shapes[] = {BOARD_SHAPES(KINDS_NAME)};
    const ast_node *n = node_at(w, i);
    text_format(w->out, "board %s", shapes[n->value]);
    uint32_t child = write_sizes(w, n);
    if (n->flags & BOARD_EDGES)
        text_format(w->out, " edges%s%s", n->flags & BOARD_CORNERS ? " corners" : "",
                    n->flags & BOARD_RIM ? " rim" : "");
    if (n->flags & BOARD_WRAPS)
        text_format(w->out, " wrap %s%s", n->flags & BOARD_WRAP_X ? "x" : "",
                    n->flags & BOARD_WRAP_Y ? "y" : "");
    if (n->flags & BOARD_SKIP_I && (!w->plain || names_cells(w->a, n->flags & BOARD_EDGES)))
        text_put(w->out, " skip i");
    for (; child; child = node_at(w, child)->next) {
        ast_kind k = (ast_kind)node_at(w, child)->kind;
        if (k == AST_TRACK) {
            write_track(w, child);
        } else if (k == AST_STACKS) {
            writer_prefix(w, child, " stacks ", PRIMARY);
        } else {
            text_put(w->out, k == AST_DIRS ? " touch " : k == AST_ONLY ? " only " : " without ");
            (void)writer_expression(w, k == AST_DIRS ? child : node_at(w, child)->first);
        }
    }
}
