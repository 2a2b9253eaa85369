#ifndef LIB_RULES_CHECK_H
#define LIB_RULES_CHECK_H
/* Random games of one game under every check there is (engine/game/battery.h). */

#include "engine/game/battery.h"

enum { RULES_CHECK_GAMES = 200, RULES_CHECK_MAX_PLIES = 2000 };

typedef struct rules_check_options {
    unsigned games;                           /* of at most RULES_CHECK_MAX_PLIES plies */
    const atomic_bool *stop;                  /* ends it with ST_STOPPED; NULL: nothing does */
    void (*each)(void *ctx, unsigned played); /* after each game; may be NULL */
    void *ctx;
} rules_check_options;

/* ST_INTERNAL and a sentence at the first promise that is broken; *out is filled in any case. */
status rules_check(const game *g, const rules_check_options *o, battery_result *out, error *err);

#endif
