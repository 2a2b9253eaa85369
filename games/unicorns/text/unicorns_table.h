#ifndef GAMES_UNICORNS_TEXT_UNICORNS_TABLE_H
#define GAMES_UNICORNS_TEXT_UNICORNS_TABLE_H
/* Unstable Unicorns on the table: scenes of what a seat knows, and actions part by part.
 *
 * Areas: p1.stable, p1.upgrades, p1.downgrades and p1.hand of each seat; stack, discard, nursery and
 * pile. A card on a table is called as in tokens, p2.basic-unicorn#2; cards of hands by their place,
 * p2.hand.3, and in picks by their kind. */

#include "engine/game/game_table.h"
#include "games/unicorns/rules/unicorns_rules.h"

extern const game_table un_game_table;

/* The area of a zone. */
void un_put_zone(const un_rules *r, int zone, text *out);

bool un_parts(const rules *r, const void *s, const trail *t, pick_path path, struct pick_list *out);

#endif
