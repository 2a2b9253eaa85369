#ifndef ENGINE_NOTATION_RECORD_TREE_H
#define ENGINE_NOTATION_RECORD_TREE_H
/* Records with their variations, as trees: `(` and `)` on lines of their own after the event that
 * what is between them replaces.
 *
 *     e2e4
 *     e7e5
 *     (
 *     c7c5 ; $1 sharper
 *     g1f3
 *     )
 *     g1f3
 *
 * A remark is a comment of the tree, after the numbers of its marks ($1 is !) and what clocks and
 * engines say, as in PGN: [%clk 0:01:00], [%eval 0.35]. Header lines with a
 * capital letter (White: Ann) are tags. */

#include "engine/notation/record.h"
#include "engine/notation/tree/game_tree.h"

/* The game of a record; errors name the line. `fallback` as in record_replay(). The caller ends
 * *out with game_tree_destroy(). */
status record_tree(game_tree **out, const record *r, game_list games, const game *fallback,
                   error *err);

/* Its events alone, without the header. */
status record_write_events(const game_tree *t, text *out, error *err);
/* A tree as a record. ST_NOMEM, or why it cannot be played. */
status record_write_tree(const game_tree *t, text *out, error *err);

#endif
