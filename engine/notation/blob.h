#ifndef ENGINE_NOTATION_BLOB_H
#define ENGINE_NOTATION_BLOB_H
/* A position, or one seat's view of it, as one word: base64url of version, game, options, ply,
 * position text, trail where the game can repeat, and an xxh64 of all that. It is read through
 * the text reader, never copied into a state, so a forged blob can at worst describe another
 * position. */

#include "engine/game/position.h"

/* Writes the blob of p. `out` is cut when there is no memory. */
void blob_write(const position *p, text *out);

/* Reads a blob: ST_BAD_STATE with the reason. The game is looked up in `games`. */
status blob_read(position **out, game_list games, const char *blob, error *err);
/* The same where no file may be opened: ST_UNSUPPORTED for options that name one. */
status blob_read_closed(position **out, game_list games, const char *blob, error *err);

#endif
