#include "tests/support/rules_tree.h"

#include <string.h>

status tree_read(ast *a, const char *name, const char *body, diags *d) {
    source src = {.name = name, .at = body, .len = strlen(body)};
    return parse_text(a, &src, d);
}

static bool same_node(const ast *a, uint32_t x, const ast *b, uint32_t y) {
    const ast_node *n = ast_at(a, x);
    const ast_node *m = ast_at(b, y);
    /* Whether a look was inherited is nothing that a text says. */
    int other = n->kind == AST_LOOK ? AST_LOOK_PARENTS : 0;
    return n->kind == m->kind && (n->flags | other) == (m->flags | other) && n->value == m->value &&
           strcmp(ast_name(a, x), ast_name(b, y)) == 0;
}

static bool same_list(const ast *a, uint32_t x, const ast *b, uint32_t y) {
    for (; x && y; x = ast_at(a, x)->next, y = ast_at(b, y)->next)
        if (!tree_same(a, x, b, y)) return false;
    return x == y;
}

bool tree_same(const ast *a, uint32_t x, const ast *b, uint32_t y) {
    if (!x && !y) return same_list(a, a->first_game, b, b->first_game);
    return x && y && same_node(a, x, b, y) &&
           same_list(a, ast_at(a, x)->first, b, ast_at(b, y)->first);
}

static const char *sign(const ast_node *n) {
    static const char *const ops[] = {"=",  "+",  "-", "|",  "&", "*",  "/", "%",
                                      "==", "!=", "<", "<=", ">", ">=", "in"};
    switch (n->kind) {
    case AST_OR:
        return "or";
    case AST_AND:
        return "and";
    case AST_NOT:
        return "not";
    case AST_SOME:
        return "some";
    case AST_NO:
        return "no";
    case AST_NEGATE:
        return "neg";
    case AST_REST:
        return "~";
    case AST_COMPARE:
    case AST_BINARY:
        return ops[n->value];
    default:
        return NULL;
    }
}

void tree_sketch(const ast *a, uint32_t node, text *out) {
    const char *op = sign(ast_at(a, node));
    if (!op) {
        ast_write(a, node, out);
        return;
    }
    text_format(out, "(%s", op);
    AST_EACH(a, node, child) {
        text_char(out, ' ');
        tree_sketch(a, child, out);
    }
    text_char(out, ')');
}

uint32_t tree_find(const ast *a, uint32_t game, ast_kind kind, const char *name) {
    AST_EACH(a, game, child) {
        if (ast_at(a, child)->kind == kind && strcmp(ast_name(a, child), name) == 0) return child;
    }
    return 0;
}
