#ifndef ENGINE_RULES_TEXT_AST_WRITER_H
#define ENGINE_RULES_TEXT_AST_WRITER_H
/* What the parts of ast_write() share. */

#include "engine/rules/text/lexer.h"
#include "engine/rules/text/parser.h"

typedef struct writer {
    const ast *a;
    text *out;
    int indent;
    bool plain; /* what is only shown is left out */
} writer;

/* How tightly a node binds, as the levels of the grammar. */
enum {
    OR_LEVEL = 1,
    AND_LEVEL,
    NOT_LEVEL,
    SOME_LEVEL,
    SUM_LEVEL,
    TERM_LEVEL,
    UNARY_LEVEL,
    PRIMARY
};
int writer_level(const ast_node *n);

/* What the end of a primary would take from the text after it. */
enum { TAKES_CALL = 1, TAKES_FROM = 2, TAKES_RANGE = 4 };

/* An expression, a part of one, or a name; false where the node is none of them. 0: nothing. */
bool writer_expression(writer *w, uint32_t i);

/* In parentheses where it binds less tightly than `level`. */
void writer_operand(writer *w, uint32_t i, int level);
/* A primary before something that it must not take. */
void writer_before(writer *w, uint32_t i, int what);
/* A word and the only child. */
void writer_prefix(writer *w, uint32_t i, const char *word, int level);
/* `each ..` of a loop; true where its first child is what it is within. */
bool writer_each(writer *w, uint32_t i);
void writer_board(writer *w, uint32_t i); /* the declaration, ast_write_board.c */

/* Anything; those from `first` on with something between them; the children, enclosed; or those
 * from `first` on in braces, one a line. */
void writer_node(writer *w, uint32_t i);
void writer_list(writer *w, uint32_t first, const char *between);
void writer_enclosed(writer *w, uint32_t i, char open, char close, const char *between);
void writer_braces(writer *w, uint32_t first, const char *between);
/* A word and the children, with something between them. */
void writer_words(writer *w, uint32_t i, const char *word, const char *between);

/* An effect, ast_write_effect.c; false where the node is none. */
bool writer_effect(writer *w, uint32_t i);
void writer_repeat(writer *w, uint32_t i);
void writer_top(writer *w, uint32_t i);

const char *writer_sign(int op);
uint32_t writer_child(const writer *w, uint32_t i, int n); /* from 0; 0 where there is none */

static inline void writer_put(writer *w, const char *s) {
    text_put(w->out, s);
}
static inline const ast_node *node_at(const writer *w, uint32_t i) {
    return ast_at(w->a, i);
}
static inline bool writer_is_from(const ast_node *n) {
    return n->kind == AST_WORD && n->value == AST_WORD_FROM;
}

#endif
