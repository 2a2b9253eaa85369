#ifndef WEB_API_LIBRARY_GAME_H
#define WEB_API_LIBRARY_GAME_H
/* One saved game as JSON, with its variations and remarks, or in a form of others. */

#include "web/api/saved.h"

/* "tokens":[…],"words":[…],"variations":[…],"comments":[…],"start":blob,"formats":[…] */
status library_game_put(json_writer *w, const saved_game *s, error *err);

/* The game in a form by its name ("record", "pgn", …); `stored` is the record. ST_UNSUPPORTED where
 * the game cannot be written so. */
status library_game_write(const saved_game *s, const char *stored, const char *form, text *out,
                          error *err);

#endif
