#ifndef GAMES_AZUL_AZUL_FEATURES_H
#define GAMES_AZUL_AZUL_FEATURES_H
/* What the evaluation of Azul looks at; eval/weights/azul.txt holds the same weights. */

#include "games/azul/azul_rules.h"

extern const feature az_features[];
void az_measure(const rules *r, const void *s, int player, float *out);

#endif
