#ifndef ENGINE_SDK_KIT_H
#define ENGINE_SDK_KIT_H
/* From an author's `bw_game` (boardwalk.h) to a game of the contract.
 *
 * A kit is made once from a bw_game, checked, and immutable from then on: its game may be opened
 * and played by any thread. Who made it ends it, after the last rules of its game. */

#include "engine/game/game.h"
#include "engine/sdk/boardwalk.h"

typedef struct kit kit;

/* ST_BAD_VALUE names what does not fit in the author's table. `from` must outlive the kit. */
status kit_create(kit **out, const bw_game *from, error *err);

/* The same from a shared object with a bw_entry() for our BW_ABI or one before it. ST_NOT_FOUND, ST_UNSUPPORTED. The
 * object stays loaded until the kit ends. Its code runs with all our rights. */
status kit_load(kit **out, const char *path, error *err);
/* A file that was changed while its object is loaded is not read again: whether `now` is such a
 * stale one next to `old`. */
bool kit_is_stale(const kit *now, const kit *old);

void kit_destroy(kit *k); /* NULL is welcome */

const game *kit_game(const kit *k);
const bw_game *kit_source(const kit *k); /* the author's table */
const kit *kit_of(const game *g);        /* NULL where the game is not of a kit */
int kit_cells(const kit *k);             /* of the board, NULL cells aside */
uint64_t kit_hash_of(const kit *k);      /* differs from build to build; of the file, if loaded */

/* Plays random games and holds the author to what an engine needs, which the battery
 * (engine/game/battery.h) cannot see: the hints and the author's generator leave out nothing that
 * validate_move accepts, and add nothing; validate_move changes nothing; has_move, count_moves and
 * targets agree; the mirror images are some. ST_INTERNAL and a sentence at the first that
 * does not hold. *stuck (may be NULL) counts positions that only on_no_move has ended. */
status kit_check(const game *g, const params *p, unsigned games, uint64_t seed, uint64_t *stuck,
                 error *err);

#endif
