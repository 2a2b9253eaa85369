#ifndef GAMES_AZUL_AZUL_BOUNDS_H
#define GAMES_AZUL_AZUL_BOUNDS_H
/* What final points can still be; the function is that of the contract. */

#include "games/azul/azul_rules.h"

void az_bounds(const rules *r, const void *s, int32_t *low, int32_t *high);

#endif
