#ifndef ENGINE_RULES_TEXT_PARSER_H
#define ENGINE_RULES_TEXT_PARSER_H
/* From text to tree. A text holds any number of games; a game may be made from another one, which
 * must be known by then: from the same text, or from one read into the same tree before. */

#include "engine/rules/text/ast.h"

enum {
    PARSER_MAX_BYTES = 1 << 20,
    PARSER_MAX_NESTING = 64,
    PARSER_MAX_OPERATORS = 512, /* in one expression: a tree leans as deep as a chain is long */
    PARSER_MAX_PATTERN = 8,     /* elements */
    PARSER_MAX_ANCESTORS = 64
};

status ast_init(ast *a); /* ST_NOMEM */
void ast_done(ast *a);

/* Reads one more text into the tree. What is wrong goes into *d, and the reader continues after it
 * where that makes sense. ST_OK, ST_BAD_SYNTAX (with at least one error in *d; games that were
 * wrong are not in the tree), ST_NOMEM. The text must outlive the tree. */
status parse_text(ast *a, const source *src, diags *d);

/* The game called `name` or, with alias, by what user interfaces call it; case-insensitive. 0:
 * none. */
uint32_t ast_find_game(const ast *a, const char *name);

/* The declarations of a game with those it has inherited, oldest ancestor first: an AST_GAME node
 * of its own, with the name, TITLE and ALIAS of `game`. A child's declaration takes the place of
 * its parent's of the same kind and name (piece, def, rule, var or counter, option, view, turn of
 * the same phase; players, board, setup, before, fen, show: one each; look: one of a name); endings
 * of the child stand before its parent's, hints after them. A parent's title is not inherited; where a game has none it has its
 * name. E25: the parent is not known; E18: games made from each other; E06: a name that is declared
 * in two ways; E30: more than PARSER_MAX_ANCESTORS. *out is 0 on failure. */
status ast_inherit(ast *a, uint32_t game, uint32_t *out, diags *d);

/* The tree as text, in the language itself, with the parentheses that are needed: for tests and
 * `dump`. Read again it gives an equal tree. `node` is a game, a declaration, a rule, an effect or
 * an expression; 0 writes all games. */
void ast_write(const ast *a, uint32_t node, text *out);
/* One game without what is only shown to people: equal for equal rules. */
void ast_write_plain(const ast *a, uint32_t node, text *out);

#endif
