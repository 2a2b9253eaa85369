#ifndef ENGINE_RULES_BOOK_RULES_PAGE_H
#define ENGINE_RULES_BOOK_RULES_PAGE_H
/* The rules of a game from a text, as sentences for people: the comment above the game, its board,
 * pieces and how they move, turn, ends, and the words that the text has defined. Everything comes
 * from the tree, so that a new text explains itself. */

#include "engine/game/game.h"

enum { RULES_PAGE_WIDTH = 79 };

/* g is a game of a text (text_facts_of(g) is not NULL). Lines end within RULES_PAGE_WIDTH. */
void rules_page_write(const game *g, text *out);

/* The same without comments, and without the name of what it is made from. */
void rules_page_plain(const game *g, text *out);

/* What the text says of one of its options in a comment on the same line; nothing where there is no
 * comment. */
void rules_page_option(const game *g, const char *option, text *out);

/* Whether its pieces hit cells from where they are, as those of chess do. */
bool rules_page_has_hits(const game *g);

#endif
