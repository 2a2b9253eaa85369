#ifndef GAMES_AZUL_AZUL_PARTS_H
#define GAMES_AZUL_AZUL_PARTS_H
/* Actions of Azul part by part: source, colour, destination; on the grey wall a cell; a deal
 * display by display. The function of the contract's table. */

#include "engine/game/game_table.h"

bool az_parts(const rules *r, const void *s, const trail *t, pick_path path, struct pick_list *out);

#endif
