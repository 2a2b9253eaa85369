#ifndef ARENA_MATCH_ANSWERS_H
#define ARENA_MATCH_ANSWERS_H
/* What players that answer with text did in a game that is over, and what their decisions lost. */

#include "arena/referee.h"

/* Fills a place of `out` for each seat; seats of other players have no decisions. */
status match_answers_take(const search_registry *book, const referee_game *g,
                          const referee_result *res, text_answers *out, error *err);

#endif
