#ifndef GAMES_CONNECT4_CONNECT4_TEXT_H
#define GAMES_CONNECT4_CONNECT4_TEXT_H
/* Connect four in words: tokens, the one-line position, reasons, the board. The functions are those
 * of the contract (engine/game/game.h). */

#include "engine/game/game.h"

status c4_verify(const rules *r, const void *s, const trail *t, const action *steps, int n,
                 error *err);
void c4_to_text(const rules *r, const void *s, const action *steps, int n, text *out);
status c4_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                    error *err);
void c4_write(const rules *r, const void *s, text *out);
status c4_read(const rules *r, void *s, const char *line, error *err);
void c4_draw(const rules *r, const void *s, int seat, bool colours, text *out);
void c4_describe(const rules *r, const void *s, const action *steps, int n, text *out);

#endif
