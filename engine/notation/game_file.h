#ifndef ENGINE_NOTATION_GAME_FILE_H
#define ENGINE_NOTATION_GAME_FILE_H
/* What a file says of a game, whichever of these it is: a record (record.h) or a plain list of
 * tokens; a log in a game's own form, or a game saved with one (game_terminal.h); a position in one
 * line; one or more games in a form of others (formats.h: PGN, SGF, PDN, ...). All of them become a
 * record. */

#include "engine/notation/forms/formats.h"
#include "engine/notation/record.h"

typedef struct game_file {
    record rec;         /* of the chosen game */
    const format *form; /* NULL: it is ours */
    game_trees trees;   /* all games, where it is not; else the one that was asked for */
    size_t chosen;      /* of these, from 0 */
    size_t broken;      /* games that could not be read, */
    error why;          /* and why the first of them could not */
    bool log;           /* it was a game's own log, */
    bool cut;           /* and its last line was not complete and is left out */
} game_file;

/* `fallback` is the game where the text names none; its rules may be set up as `setup` says (NULL: as
 * it has by default). Where that has no_files, none is opened for what the text says either. The
 * caller ends *out with game_file_done() in any case. */
status game_file_read(game_file *out, const char *path, game_list games, const game *fallback,
                      const params *setup, error *err);
status game_file_parse(game_file *out, const text *body, game_list games, const game *fallback,
                       const params *setup, error *err);
void game_file_done(game_file *f);

/* How many games it has; and makes another one the chosen, by its number from 1. ST_BAD_VALUE where
 * there is none. */
size_t game_file_count(const game_file *f);
status game_file_choose(game_file *f, size_t number, error *err);

/* The chosen game with its variations and remarks. It stays the file's. */
status game_file_tree(game_tree **out, game_file *f, game_list games, const game *fallback,
                      error *err);

/* Whether the file holds a game at all, and of `told` where that is not NULL: what a person named.
 * ST_BAD_VALUE says what the file is instead. */
status game_file_agrees(const game_file *f, const char *path, const game *told, game_list games,
                        error *err);

/* Sets up the position and plays all events, as record_replay(). */
status game_file_position(position **out, const game_file *f, game_list games, const game *fallback,
                          error *err);

/* Whether it is a record of what one seat saw. */
bool game_file_is_view(const game_file *f);

/* The same as game_file_position(), and for a record of what one seat saw a full position that fits
 * it: what that seat could not know is dealt from the seed. */
status game_file_deal(position **out, const game_file *f, game_list games, const game *fallback,
                      uint64_t seed, error *err);

/* Whether the position and the result that the text states are those that its events lead to.
 * ST_BAD_STATE says what differs. */
status game_file_check(const game_file *f, const position *end, error *err);

/* Whether a file that begins like this is a record, a log, a saved game or a file in a form of
 * others as we write them; for file_claim(). */
bool game_file_ours(const char *head);

#endif
