#ifndef ARENA_ANNOUNCE_H
#define ARENA_ANNOUNCE_H
/* What each seat sees of an event, before it is played: for those who tell players what happens. */

#include "engine/game/position.h"

typedef void (*announce_listener)(void *ctx, int seat, const char *event);

/* Of an event that is about to be played in `now`, which knows everything. Chance events with one
 * outcome that follow it are silent in a position, but a seat may learn from them: they are told
 * as well. A seat that sees nothing of an event is not told. */
status announce_event(const position *now, const char *event, announce_listener hear, void *ctx,
                      error *err);

#endif
