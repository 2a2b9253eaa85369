#ifndef GAMES_UNICORNS_TEXT_UNICORNS_EDIT_H
#define GAMES_UNICORNS_TEXT_UNICORNS_EDIT_H
/* Positions of Unstable Unicorns that are set up: cards into the areas that scenes name (`put
 * p1.stable narwhal`, `put p2.hand 2 neigh, yay`, `put discard back-kick`), the number of the turn
 * (`put turn 7`), where in it the game is (`put phase begin`, draw or play). `clear p1.hand` empties
 * an area, `clear p1.hand.neigh` and `clear p1.narwhal` take one card.
 *
 * A card comes from the pile, the nursery or the discard pile, else from a hand or a table, and what
 * is cleared goes to the pile, babies to the nursery: every card is there once. It does nothing as
 * it comes or goes. What was under way is over: cards on the stack return to who played them, and
 * the seat whose turn it is plays, unless a seat has won. Only the holder knows a card that is put
 * into a hand. */

#include "engine/game/game_table.h"

status un_edit(const rules *r, void *s, const game_edit *e, error *err);

#endif
