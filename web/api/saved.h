#ifndef WEB_API_SAVED_H
#define WEB_API_SAVED_H
/* Games as texts: what a person imports, and what is stored, as positions and trees. No file is
 * opened for what a text says. */

#include "engine/notation/game_file.h"
#include "web/api/asked.h"

/* A stored record and its game. */
typedef struct saved_game {
    asked_game g; /* its list has the game */
    record rec;
    position *end; /* at the last event */
} saved_game;

/* From the record as it was stored; `source` (NULL or empty: none) is the rules text. The caller
 * ends *out with saved_game_done() in any case. */
status saved_game_read(saved_game *out, const web_world *world, const web_person *who,
                       const char *stored, const char *source_text, error *err);
void saved_game_done(saved_game *s);

/* A text of others: one or more games. `g` says what it may be of (g->game may be NULL). */
status saved_parse(game_file *out, const asked_game *g, const char *data, size_t len, error *err);

/* The names of the players as a JSON list, from the tree's tags or the record's header. */
void saved_names(const game_tree *t, const record *rec, int players, text *out);
/* "2026-01-31" from "2026.01.31", else empty. */
void saved_date(const game_tree *t, text *out);
/* "1", "2" (the seat that has won), "draw" or empty. */
void saved_result(const game_tree *t, const position *end, text *out);

/* The position after `ply` events (-1: all). *out is the caller's. */
status saved_at(const position *end, int64_t ply, position **out, error *err);

#endif
