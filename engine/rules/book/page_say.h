#ifndef ENGINE_RULES_BOOK_PAGE_SAY_H
#define ENGINE_RULES_BOOK_PAGE_SAY_H
/* What the parts of rules_page share: trees as English. All functions append to `out`, without line
 * breaks unless they say so. A tree that was read is not checked again: what makes no sense in it is
 * said as it is. */

#include "engine/rules/text/ast.h"

enum { PAGE_MAX_TERMS = 128 };

typedef struct page {
    const ast *a;
    uint32_t game;                 /* with everything inherited */
    uint32_t hits;                 /* what the piece that is described hits; 0: nothing */
    uint32_t term[PAGE_MAX_TERMS]; /* definitions and rules that were named, to be explained */
    int terms;
    bool plain; /* without the author's comments */
} page;

/* A page that lacks a part is cut: ends a text that became a part of `out`. */
void page_done(text *part, text *out);

/* Complete lines: indented, later ones by two columns more. */
void page_put_line(int indent, const char *sentence, text *out);

/* --- names (page_names.c) --- */

uint32_t page_child(const ast *a, uint32_t node, ast_kind kind); /* the first; 0: none */
uint32_t page_declared(const page *p, ast_kind kind, uint32_t name);
uint32_t page_body(const ast *a, uint32_t declaration); /* after its parameters */
bool page_is_player(const page *p, uint32_t name);
/* A definition so small that it is said in full where its name is. */
bool page_is_small(const page *p, uint32_t def);
void page_put_term(page *p, uint32_t declaration, text *out); /* its name; it is to be explained */
void page_put_name(const char *name, text *out);              /* underscores are spaces */
/* Any name in an expression: a cell as it is, what the text has named in quotes. */
void page_put_own_name(const page *p, uint32_t name, text *out);
bool page_is_cell(const page *p, uint32_t node); /* one cell, whatever is on it */
/* Several of a kind have a plural, unless each owner begins with one only. */
typedef enum page_many { PAGE_ONE, PAGE_OWNED, PAGE_MANY } page_many;
void page_put_kind(const page *p, uint32_t name, page_many many, text *out);
void page_put_kinds(const page *p, uint32_t list, text *out); /* "queen, rook or knight" */
/* The comment on the line of a node, and the comment lines above it; lines that are only a '#'
 * become line breaks. */
void page_comment_after(const ast *a, uint32_t node, text *out);
void page_comment_above(const ast *a, uint32_t node, text *out);

/* --- cells and conditions (page_area.c, page_words.c) --- */

void page_put_dirs(const page *p, uint32_t dirs, text *out);
/* "one step diagonally": how a piece goes there; false, and nothing is put, for other areas. */
bool page_put_motion(page *p, uint32_t node, text *out);
/* A set of cells or pieces as a noun: "your pawns on your row 2". */
void page_put_area(page *p, uint32_t node, text *out);

/* What lies in all of `in` and in none of `out`: the same as the tree says with & and -. */
enum { PAGE_MAX_PARTS = 16 };
typedef struct page_parts {
    uint32_t in[PAGE_MAX_PARTS], out[PAGE_MAX_PARTS];
    int ins, outs;
} page_parts;
void page_split(const page *p, uint32_t node, page_parts *parts);
void page_put_parts(page *p, const page_parts *parts, text *out);
void page_put_one(page *p, uint32_t node, text *out); /* "an empty cell", "one of your men" */
bool page_is_word(const page *p, uint32_t node, ast_word word);

bool page_is_number(const page *p, uint32_t node);
bool page_is_condition(const page *p, uint32_t node);
void page_put_number(page *p, uint32_t node, text *out);
void page_put_over(page *p, uint32_t node, text *out); /* sums and the like; those cells */
uint32_t page_loop_body(const page *p, uint32_t loop);
void page_put_each(page *p, uint32_t loop, text *out); /* "for each cell c of ..." */
void page_put_condition(page *p, uint32_t node, text *out);
bool page_is_never(const page *p, uint32_t node); /* no cells: children switch ends off with it */
void page_put_player(page *p, uint32_t node, text *out);
void page_put_by(page *p, uint32_t node, text *out);   /* a value for each player */
void page_put_expr(page *p, uint32_t node, text *out); /* of any type */

/* Functions whose names are free (page_called.c): false, and nothing is put, for all else. */
bool page_put_called(page *p, uint32_t node, text *out);
bool page_is_called_number(const page *p, uint32_t node);

/* --- effects (page_effect.c) --- */

void page_put_effects(page *p, uint32_t block, text *out); /* sentences without the last dot */
bool page_put_outcome(page *p, uint32_t node, text *out);  /* false: it is none */
bool page_is_stacked(const page *p);                       /* cells hold several pieces */
void page_put_top(page *p, uint32_t node, text *out);      /* "the top two of " */

/* --- moves and turns (page_turn.c) --- */

void page_put_move(page *p, uint32_t move, text *out); /* "moves one step diagonally onto ..." */
/* A rule as lines that begin with a dash, indented by two columns for each level. */
void page_put_rule(page *p, uint32_t rule, int level, text *out);

#endif
