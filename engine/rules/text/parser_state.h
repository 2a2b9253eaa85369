#ifndef ENGINE_RULES_TEXT_PARSER_STATE_H
#define ENGINE_RULES_TEXT_PARSER_STATE_H
/* What the parts of the parser share: recursive descent with one token of look-ahead, a second one
 * where a name could be two things.
 *
 * After an error the parser is lost: every function returns at once, and nothing more is reported,
 * until a loop over declarations, clauses, statements or alternatives finds a place to resume
 * (parser_recover). When memory or the list of errors runs out it has halted: the text is at its
 * end for all. Either way functions need not look at what their parts say; a node index is 0 then,
 * and ast_append ignores it. */

#include "engine/rules/text/ast_build.h"
#include "engine/rules/text/lexer.h"
#include "engine/rules/text/parser.h"

typedef struct parser {
    ast *tree;
    diags *d;
    const source *src;
    lexer lex;
    lexeme now, before; /* the lexeme to be read, and the one read last */
    lexeme leader;      /* the first one of the line */
    bool lost, halted, nomem;
    bool unwinding; /* lost because a block did not end: only the declarations can continue */
    bool too_deep;  /* lost because of nesting: only the end of a block helps */
    int braces;     /* open ones; 1 between the declarations of a game */
    int depth;      /* of nesting of any kind */
    int inside;     /* expressions being read */
    bool origin;    /* the `from` of an `along` is being read: a pattern follows */
    int operators;  /* in the outermost of them */
    uint8_t source;
    uint32_t last_game; /* of the tree's list */
    ast_set declared;   /* in this game */
    ast_set games;      /* in the tree, by their names in small letters */
} parser;

/* --- tokens */

static inline bool parser_at(const parser *p, lexeme_kind k) {
    return p->now.kind == k;
}
void parser_advance(parser *p);
bool parser_accept(parser *p, lexeme_kind k); /* reads it if it is there */
lexeme parser_peek(parser *p);                /* the one after `now`, which stays */
bool parser_is_text(const parser *p, lexeme t, const char *word); /* a name or keyword so written */

bool parser_at_words(parser *p, const char *first, const char *second); /* `now` and the next */

bool parser_at_soft(const parser *p); /* a name that begins a declaration, such as `bag` */

/* Reads the token or reports E03. */
bool parser_expect(parser *p, lexeme_kind k);

/* --- errors */

/* E03 at the lexeme to be read: "expected `what`, found ...". `possible` (may be NULL) lists words
 * for the hint, separated by spaces; those after a '|' are not shown but may be what was meant.
 * True where it was reported, so that the caller may give a better hint. */
bool parser_expected(parser *p, const char *what, const char *possible);
void parser_lost(parser *p); /* after an error reported by the caller */
void parser_nomem(parser *p);
void parser_check_full(parser *p); /* after an error that does not make the parser lost */

/* E30 where the nesting is too deep. Each success needs a parser_leave(). */
bool parser_enter(parser *p);
void parser_leave(parser *p);

/* --- nodes */

uint32_t parser_node(parser *p, ast_kind kind, size_t offset);
/* The same, with the text of a token for its name. */
uint32_t parser_named(parser *p, ast_kind kind, lexeme t);
/* A node with these children; the second may be 0. */
uint32_t parser_pair(parser *p, ast_kind kind, size_t offset, uint32_t one, uint32_t two);

/* A NAME is read: AST_NAME, or 0. `what` for the message: "the name of a piece". */
uint32_t parse_name(parser *p, ast_kind kind, const char *what);
/* The same for a name that is declared here: E07 where it is a cell's. */
uint32_t parse_new_name(parser *p, ast_kind kind, const char *what);
uint32_t parse_string(parser *p, ast_kind kind);
/* NAMEs, at least one, each appended. One that is followed by '(' begins something else. */
void parse_names(parser *p, ast_list *l, const char *what);

/* A node for the keyword to be read, which is read. */
ast_list parse_begin(parser *p, ast_kind kind);
/* Nodes may be 0: there was an error. */
void parser_set_value(parser *p, uint32_t node, int value);
void parser_set_flag(parser *p, uint32_t node, int flag);
/* The index of the word to be read in a list; it is read. -1 after an error, with the list as a
 * hint where `what` does not name them all. */
int parse_choice(parser *p, const char *const *choices, const char *what, bool hint);

/* Notes a declaration under its key; E06 if the game has one. */
void parser_declare(parser *p, uint32_t node);

/* --- blocks in braces: after '{', calls `one` for each thing until '}' is read. Between two, ';'
 * is skipped. E04 when it does not end. `starts` names the tokens such a thing begins with, for
 * going on after an error. */
typedef struct parser_block {
    uint32_t (*one)(parser *p);
    bool (*starts)(lexeme_kind k);
} parser_block;
void parse_block(parser *p, ast_list *l, const parser_block *b);

bool parser_starts_declaration(lexeme_kind k);
bool parser_starts_rule(lexeme_kind k);
bool parser_starts_effect(lexeme_kind k);

/* --- the grammar */

uint32_t parse_declaration(parser *p);
uint32_t parse_board(parser *p);          /* at `board` */
extern const char *const parser_shapes[]; /* of boards, ended by NULL */
uint32_t parse_rule(parser *p);
uint32_t parse_move(parser *p);         /* at 'move': also a clause of a piece */
uint32_t parse_set_of_kinds(parser *p); /* at `set` */
uint32_t parse_cards(parser *p);        /* at `cards`: the first of several AST_PIECE */
bool parser_at_card(parser *p);         /* where a card goes somewhere: an effect */
uint32_t parse_card(parser *p);
/* [ "with" NAME ":" set { "," NAME ":" set } ], appended */
void parse_with(parser *p, ast_list *l);
uint32_t parse_outcome(parser *p); /* at win, lose, draw or score, or where parser_at_claim() */
bool parser_at_claim(parser *p);   /* at `claim draw` or `call draw` */
bool parser_starts_outcome(lexeme_kind k);
uint32_t parse_effects(parser *p); /* a block of effects: AST_BLOCK */
uint32_t parse_expression(parser *p);
uint32_t parse_primary(parser *p);
uint32_t parse_directions(parser *p);
uint32_t parse_top(parser *p); /* at `top [ prim ] of`, which is read; 0: it is not there */
uint32_t parse_integer(parser *p, bool may_be_negative);
/* A keyword and what follows it as a node with one child: `of prim` and the like. */
uint32_t parse_part(parser *p, ast_kind kind, uint32_t (*what)(parser *p));
/* The same for what may hold itself, `my my x`: it counts as nesting. */
uint32_t parse_prefix(parser *p, ast_kind kind, uint32_t (*operand)(parser *p));
/* At `each`: ( "player" NAME | "cell" NAME "in" expr ), what a loop is over; the owner of the list
 * has the name. */
void parse_each(parser *p, ast_list *l);
/* "(" expr { "," expr } ")" or the same in brackets, appended. */
void parse_arguments(parser *p, ast_list *l, lexeme_kind open, lexeme_kind close);

#endif
