#ifndef ENGINE_NOTATION_SAN_OPENING_NAMES_H
#define ENGINE_NOTATION_SAN_OPENING_NAMES_H
/* Names of chess openings (puzzles/chess/openings.txt, built in), by position: a game is named by
 * the deepest position of it that has a name, in whatever order of moves it came there. Made once,
 * then immutable: safe from any thread. */

#include "engine/notation/tree/game_tree.h"

typedef struct opening_names opening_names;

typedef struct opening_name {
    const char *eco, *name; /* live as long as the names */
    unsigned ply;           /* of the game: how many of its actions lead to that position */
} opening_name;

/* The built-in names, for the chess of `games`. ST_UNSUPPORTED where there is none. The caller ends
 * *out with opening_names_destroy(). */
status opening_names_create(opening_names **out, game_list games, error *err);
/* From a text: lines `ECO | name | moves in SAN`, and comments with '#'. ST_BAD_SYNTAX and others
 * name the line, also of a position that has two names. */
status opening_names_read(opening_names **out, const game *chess, const char *data, size_t len,
                          error *err);
void opening_names_destroy(opening_names *o); /* NULL is welcome */

size_t opening_names_count(const opening_names *o);
/* Number i, in the order of the text, with the length of its line as `ply`. */
opening_name opening_names_entry(const opening_names *o, size_t i);

/* The name of one position by its position_key(); false where it has none. */
bool opening_names_at(const opening_names *o, uint64_t key, opening_name *out);

/* The deepest named position on the way to this one; false where there is none, or where it is no
 * game of that chess. */
bool opening_names_of(const opening_names *o, const position *p, opening_name *out);
/* The same for the main line of a tree. */
status opening_names_of_tree(const opening_names *o, const game_tree *t, opening_name *out,
                             bool *found, error *err);

#endif
