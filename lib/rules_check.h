#ifndef LIB_RULES_CHECK_H
#define LIB_RULES_CHECK_H
/* Random games of one game under every check there is (engine/game/battery.h). */

#include "engine/game/battery.h"

enum { CHECK_GAMES = 200, CHECK_PLIES = 2000 };

/* Plays `games` games of at most CHECK_PLIES plies. `each` (may be NULL) hears after each how many
 * there were, and `stop` (may be NULL) ends it with ST_STOPPED. ST_INTERNAL and a sentence at the
 * first promise that is broken. */
typedef void (*check_each)(void *ctx, unsigned played);
status rules_check(const game *g, unsigned games, const atomic_bool *stop, check_each each,
                   void *ctx, battery_result *out, error *err);

#endif
