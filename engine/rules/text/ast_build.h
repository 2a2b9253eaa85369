#ifndef ENGINE_RULES_TEXT_AST_BUILD_H
#define ENGINE_RULES_TEXT_AST_BUILD_H
/* Adding to a tree; for those who make one. Every call that needs memory says when there is none,
 * and leaves the tree as it was. */

#include "engine/rules/text/ast.h"

/* A new node without children; 0 when there is no memory. Node pointers do not survive this. */
uint32_t ast_add(ast *a, ast_node n);

/* The offset of a string, which is added where it is new. The bytes hold no NUL. */
bool ast_intern(ast *a, const char *s, size_t len, uint32_t *out);

/* Children being collected. */
typedef struct ast_list {
    uint32_t owner, last;
} ast_list;

/* `child` becomes the last one; an owner or child that was not made (0) is ignored. The child must
 * be the last of its own siblings. */
void ast_append(ast *a, ast_list *l, uint32_t child);

/* Declarations by key, for finding the second of a name: an open hash table of node indexes. */
typedef struct ast_set {
    struct ast_entry {
        uint64_t key;
        uint32_t node; /* 0: free */
    } * entry;
    size_t cap, used;
} ast_set;

/* The node known by that key, or 0 after adding this one. False when there is no memory. */
bool ast_set_add(ast_set *s, uint64_t key, uint32_t node, uint32_t *known);
void ast_set_clear(ast_set *s);
void ast_set_done(ast_set *s);

/* What a declaration may be declared only once in a game: two with equal keys clash, or the one
 * of a child takes the place of its parent's. Those with a name (piece, def, rule, var, option and
 * the players) share one name space. */
static inline uint64_t ast_key(uint32_t space, uint32_t name) {
    return (uint64_t)space << 32 | name;
}
enum { AST_SPACE_NAMES = AST_KIND_COUNT }; /* the name spaces below are the kinds themselves */
uint64_t ast_declaration_key(const ast_node *n);

/* E06, with the place of the first. */
void ast_report_twice(const ast *a, uint32_t first, uint32_t second, diags *d);

#endif
