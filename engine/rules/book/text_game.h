#ifndef ENGINE_RULES_BOOK_TEXT_GAME_H
#define ENGINE_RULES_BOOK_TEXT_GAME_H
/* A game on a shelf: the contract's table, and the tree it is compiled from. */

#include "engine/rules/book/rulebook.h"
#include "engine/rules/machine/terms.h"

typedef struct text_game {
    game g;              /* first: the contract; its data is this */
    struct volume *home; /* the text it came with; goes when nobody uses any of its games */
    const ast *tree;     /* of the text it was read from; never changes again */
    uint32_t node;       /* with everything inherited */
    rules_facts facts;
    char name[RB_NAME], title[128], alias[RB_NAME], show[256];
    param_spec param[PARAMS_MAX + 1];
    char usual[PARAMS_MAX][16], range[PARAMS_MAX][40];
    char option[PARAMS_MAX][PARAMS_NAME];
    action_syntax syntax[8]; /* of the kinds of actions it has */
    terms_plan plan;
    draw_term draws[TERMS_MAX + 2]; /* of the plan's terms, and one for all positions */
} text_game;

/* One more user of a game's text, or one less; the last one ends it. Any thread. (shelf.c) */
void text_game_keep(const game *g, bool on);

/* What all of them have in common; names, players and options are each one's own. (rulebook.c) */
extern const game text_contract;

#endif
