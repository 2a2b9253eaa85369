#ifndef ENGINE_RULES_RULEBOOK_H
#define ENGINE_RULES_RULEBOOK_H
/* Games from rules texts. A *shelf* holds texts that were read and the games in them, ready for a
 * catalogue; opening one of its games compiles it under the options asked for.
 *
 *   rules_shelf *shelf;
 *   rules_shelf_create(&shelf);
 *   rules_shelf_read(shelf, &(source){"my.game", text, strlen(text)}, &problems);
 *   const game *g = rules_shelf_game(shelf, "mygame");
 *
 * A shelf outlives its games and everything opened from them. Reading is not thread-safe; the games
 * are. */

#include "engine/game/game.h"
#include "engine/rules/parser.h"
#include "engine/rules/program.h"

/* Fills a zeroed rulebook whose head knows its players and options; node is an inherited AST_GAME.
 * ST_BAD_SYNTAX with what is wrong in *d; ST_NOMEM. rulebook_clear() frees what it holds, also
 * after a failure. */
status rulebook_compile(rulebook *b, const ast *a, uint32_t node, const params *p, diags *d);
void rulebook_clear(rulebook *b);

typedef struct rules_shelf rules_shelf;

status rules_shelf_create(rules_shelf **out);
void rules_shelf_destroy(rules_shelf *s); /* NULL is welcome */

/* Reads one more text (a copy is kept) and puts its games on the shelf; a game of a name that is
 * there already takes its place for those who ask from now on. Each is compiled once with its usual
 * options, so that all problems are told at once; what has errors is not put there. */
status rules_shelf_read(rules_shelf *s, const source *src, diags *d);

int rules_shelf_count(const rules_shelf *s);
const game *rules_shelf_at(const rules_shelf *s, int i);
const game *rules_shelf_game(const rules_shelf *s, const char *name);

#endif
