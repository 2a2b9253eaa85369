#ifndef GAMES_AZUL_AZUL_TEXT_H
#define GAMES_AZUL_AZUL_TEXT_H
/* Azul in words: tokens with the reasons why they are refused, the one-line position (AZN), the
 * table for people. The functions are those of the contract (engine/game/game.h), but for the first
 * four and the last. */

#include "games/azul/azul_rules.h"

void az_put_tiles(az_tiles t, text *out); /* B2YW, or - */
/* Reads the same and moves *at after it; false if it is not spelled as az_put_tiles() would. */
bool az_take_tiles(const char **at, az_tiles *out);
/* A tile of a colour on cell 5 * row + column of a wall; '.' is none. ST_BAD_FEN says why not. */
status az_put_on_wall(const az_rules *r, az_seat *p, unsigned at, char letter, error *err);
extern const char *const az_colour_name[AZ_COLOURS];

status az_verify(const rules *r, const void *s, const trail *t, const action *steps, int n,
                 error *err);
void az_to_text(const rules *r, const void *s, const action *steps, int n, text *out);
status az_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                    error *err);
bool az_alias(const rules *r, const void *s, const action *steps, int n, int k, text *out);
action az_canonical(const rules *r, const void *s, action a);
uint32_t az_rank_text(const rules *r, const char *token);
void az_describe(const rules *r, const void *s, const action *steps, int n, text *out);

void az_write(const rules *r, const void *s, text *out);
status az_read(const rules *r, void *s, const char *line, error *err);
status az_imply(const game *g, params *p, const char *line, error *err);
status az_check(const rules *r, const void *s, error *err);

void az_draw(const rules *r, const void *s, int seat, bool colours, text *out);
/* A letter in a tile's colour, where colours are wanted; pale if it is not strong. */
void az_put_coloured(int colour, bool strong, char letter, bool colours, text *out);

#endif
