#ifndef GAMES_AZUL_AZUL_EDIT_H
#define GAMES_AZUL_AZUL_EDIT_H
/* Positions of Azul that are set up: tiles by the places that scenes name (`put d1 RRWW`,
 * `put p1.line3 2 red`, `put p1.w25 black`, `put p2.floor *K`), points and the round (`put p1.points
 * 12`). Tiles come from the bag and the lid and go back to the bag, so that there are always as
 * many; the phase follows from what lies there. */

#include "engine/game/game_table.h"
#include "games/azul/azul_rules.h"

status az_edit(const rules *r, void *s, const game_edit *e, error *err);

#endif
