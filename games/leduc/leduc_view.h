#ifndef GAMES_LEDUC_LEDUC_VIEW_H
#define GAMES_LEDUC_LEDUC_VIEW_H
/* What one player, or a spectator, knows of a game of leduc: the table and the own card. Views do
 * not learn the other card at the showdown: no event shows it, the referee's result tells it. The
 * functions are those of the contract (engine/game/game.h). */

#include "engine/game/game.h"
#include "games/leduc/leduc_rules.h"

typedef struct leduc_view {
    uint8_t player; /* 0, 1, or 2 for a spectator */
    uint8_t hand;   /* the player's own card; none for a spectator */
    leduc_table table;
} leduc_view;

_Static_assert(sizeof(leduc_view) == 8, "flat, without padding");

struct token; /* engine/game/tokens.h */

void leduc_observe(const rules *r, const void *s, int player, void *view);
void leduc_resample(const rules *r, const void *view, void *s, rng *g);
void leduc_view_start(const rules *r, int player, void *view);
status leduc_view_apply(const rules *r, void *view, const char *event, error *err);
status leduc_view_deal(const rules *r, const void *view, const char *event, void *s,
                       struct token *out, error *err);
void leduc_seen_text(const rules *r, const void *s, const action *steps, int n, int player,
                     text *out);
uint64_t leduc_view_hash(const rules *r, const void *view);
int leduc_view_player(const rules *r, const void *view);
void leduc_view_write(const rules *r, const void *view, text *out);
status leduc_view_read(const rules *r, int player, void *view, const char *line, error *err);

#endif
