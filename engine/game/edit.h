#ifndef ENGINE_GAME_EDIT_H
#define ENGINE_GAME_EDIT_H
/* Words that editors of positions share (game_table.edit): seats, places of seats, numbers. */

#include "engine/game/game.h"

/* "3" as 2, where it is 1 to `max`. */
bool edit_index(const char *word, unsigned max, unsigned *out);

/* "2" or "seat 2" as 1; ST_BAD_VALUE names the seats there are. */
status edit_seat(const rules *r, const char *who, unsigned *out, error *err);

/* "p2.hand": its seat from 0, and where "hand" begins; NULL where it is no place of a seat. */
const char *edit_of_seat(const rules *r, const char *cell, unsigned *seat);

/* A whole number from 0 to `max` for the place `cell`; ST_BAD_VALUE says which there are. */
status edit_number(const char *cell, const char *what, unsigned max, unsigned *out, error *err);

#endif
