#ifndef WEB_THINK_OWN_GAMES_H
#define WEB_THINK_OWN_GAMES_H
/* Games from rules texts of people: me/NAME. A text is read next to the library of the program and
 * never becomes part of it; its game has rules of its own, under the interpreter's budget of
 * steps, and lives as long as a position of it. Any thread. */

#include "engine/rules/text/diag.h"
#include "lib/game_library.h"
#include "web/web_world.h"

enum { OWN_NAME_SIZE = 64 };

typedef struct own_game {
    const game *game;    /* kept until own_game_done() */
    const game *list[2]; /* it alone, ended by NULL: for readers of blobs and records */
} own_game;

/* A name that a text can be stored under: a letter, then letters, digits, '-' and '_'. */
bool own_name_is_good(const char *name);

/* The game in a text: the one called `name`, else the first. ST_BAD_SYNTAX with what is wrong in
 * *d (never NULL). The caller ends *out with own_game_done() in any case. */
status own_game_read(own_game *out, const web_world *world, const char *name, const char *data,
                     diags *d, error *err);
void own_game_done(own_game *g);

/* The text that a person has stored under that name (without me/). ST_NOT_FOUND. */
status own_text_read(const web_world *world, int64_t account, const char *name, text *out,
                     error *err);

#endif
