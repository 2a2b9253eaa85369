#ifndef GAMES_UNICORNS_UNICORNS_H
#define GAMES_UNICORNS_UNICORNS_H
/* Unstable Unicorns: hidden hands, reactions, and cards that are data. */

#include "engine/game/game.h"

extern const game unicorns;

/* As open(), with the text of a deck instead of the option `deck`; data NULL: as open(). */
status un_open_deck(rules **out, const game *g, const params *p, const char *data, size_t len,
                    error *err);

#endif
