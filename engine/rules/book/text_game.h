#ifndef ENGINE_RULES_BOOK_TEXT_GAME_H
#define ENGINE_RULES_BOOK_TEXT_GAME_H
/* A game of a text library: the contract's table, and the tree it is compiled from; and the unit of
 * text that it came with. */

#include <stdatomic.h>

#include "engine/rules/book/text_library.h"
#include "engine/rules/machine/terms.h"

typedef struct text_game {
    game g;                 /* first: the contract; its data is this */
    struct text_unit *home; /* the text it came with; ends with the last user of its games */
    const ast *tree;        /* of the text it was read from; never changes again */
    uint32_t node;          /* with everything inherited */
    text_facts facts;
    char name[RB_NAME], title[128], alias[RB_NAME], show[256];
    param_spec param[PARAMS_MAX + 1];
    char preset[PARAMS_MAX][16], range[PARAMS_MAX][40];
    char option[PARAMS_MAX][PARAMS_NAME];
    action_syntax syntax[8]; /* of the kinds of actions it has */
    terms_plan plan;
    const struct rb_native *native; /* generated code; NULL: there is none */
    draw_term draws[TERMS_MAX + 2]; /* of the plan's terms, and one for all positions */
} text_game;

/* What was read at once: a text, its tree, its games. Nothing in it changes once its games stand
 * on a library. It is shared by its users and ends with the last one; any thread may keep it or
 * let go. */
typedef struct text_unit {
    atomic_int users;
    struct text_unit **parents; /* whose texts the tree points into: used */
    size_t parent_count, parent_cap;
    ast tree;
    char *text, *file;
    text_game **games;
    size_t count, cap;
} text_unit;

/* Copies the text; there is one user. ST_NOMEM. */
status text_unit_create(text_unit **out, const source *src);
void text_unit_keep(text_unit *v);
void text_unit_let_go(text_unit *v);  /* NULL is welcome */
void text_unit_destroy(text_unit *v); /* one that no one else has seen; NULL is welcome */

/* One more user of a game's text, or one less; the last one ends it. Any thread. */
void text_game_keep(const game *g, bool on);

/* Equal for equal rules, whatever the text looks like. Of a game that was taken to be right it is found now: few of them
 * are opened. ST_NOMEM. (text_library.c) */
status text_game_hash(const text_game *k, uint64_t *out);

/* What all of them have in common; names, players and options are each one's own. (rulebook.c) */
extern const game rb_contract;

#endif
