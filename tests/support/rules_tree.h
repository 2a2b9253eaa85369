#ifndef TESTS_SUPPORT_RULES_TREE_H
#define TESTS_SUPPORT_RULES_TREE_H
/* Trees of rules texts: read, compare, see their shape. */

#include "engine/rules/text/parser.h"

/* Reads a text of that name, NUL at its end, into a tree that was begun. */
status tree_read(ast *a, const char *name, const char *body, diags *d);

/* Equal in all but places. `x` and `y` may be 0: then all games are compared. */
bool tree_same(const ast *a, uint32_t x, const ast *b, uint32_t y);

/* The shape of an expression: operators and what they hold in parentheses, the rest as text. */
void tree_sketch(const ast *a, uint32_t node, text *out);

/* The declaration of that kind and name of a game ("" where it has none); 0 if there is none. */
uint32_t tree_find(const ast *a, uint32_t game, ast_kind kind, const char *name);

#endif
