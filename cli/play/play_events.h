#ifndef CLI_PLAY_PLAY_EVENTS_H
#define CLI_PLAY_PLAY_EVENTS_H
/* Changes of the table: another position, an event, a claim, an early end. Each is logged. */

#include "cli/play/play_model.h"

/* Puts another position of the game on the table; the old one is destroyed. */
void play_put(play *p, position *made);
/* The same with a position of another game, or of one that starts again. */
void play_put_new(play *p, position *made);

/* Plays an event on the table, logs it, and says what it did; `own`: it was typed here, so that
 * only what followed is said. Nothing has changed on failure. */
status play_event(play *p, const char *event, bool own, error *err);

/* A seat resigns, or loses because its program does not play. */
void play_give_up(play *p, int seat, bool forfeit);

status play_claim(play *p, error *err); /* by the player to act; says so */

#endif
