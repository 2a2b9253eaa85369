#ifndef LIB_GAME_LIBRARY_H
#define LIB_GAME_LIBRARY_H
/* Every game there is in one list: those written in C, those of the rules texts inside the program,
 * and those that were loaded. Chess comes first, as it is the default; then the games in C, those
 * on the kit, and the texts by name. A loaded game takes the place of one of the same name, also of
 * one in C.
 *
 * The list stays where it is when games are added. Loading is for one thread at a time, and so is
 * reading the list meanwhile; other threads hold a copy of it (game_loader.hold). Games that are
 * there already may be played by any thread, and outlive what takes their place. */

#include "engine/game/loader.h"
#include "engine/rules/book/text_library.h"
#include "engine/sdk/kit.h"
#include "games/rulebooks/rulebook_texts.h"

typedef struct game_library game_library;

/* `natives`: code generated from the texts, ended by NULL. A text of ours that is wrong is left out, and the first of them reported in *err with
 * ST_INTERNAL: *out is there all the same. ST_NOMEM leaves *out NULL. */
status game_library_create(game_library **out, game_list in_c, const embedded_file *texts,
                           const struct rb_native *const *natives, error *err);
void game_library_destroy(game_library *l); /* NULL is welcome */

bool game_library_is_object(const char *path); /* whether it names a shared object */

game_list game_library_games(const game_library *l);
const text_library *game_library_texts(const game_library *l);
const game_loader *game_library_loader(game_library *l); /* for the protocol */

/* Reads a text, all or nothing; *first (may be NULL) is the first game in it. ST_BAD_SYNTAX with
 * all that is wrong in *d. */
status game_library_read(game_library *l, const source *src, const game **first, diags *d,
                         error *err);

/* Adds a game that was written on the kit (engine/sdk/boardwalk.h); it must outlive the library. */
status game_library_add(game_library *l, const bw_game *from, error *err);

/* Shared objects run with all our rights: they are refused with ST_UNSUPPORTED unless this was
 * called. */
void game_library_allow_native(game_library *l, bool on);
bool game_library_allows_native(const game_library *l);
status game_library_check_native(const game_library *l, const char *path, error *err);

/* Reads a rules text from a file, or the game of a shared object (its name ends in ".so"). */
status game_library_read_file(game_library *l, const char *path, const game **first, diags *d,
                              error *err);

#endif
