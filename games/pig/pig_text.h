#ifndef GAMES_PIG_PIG_TEXT_H
#define GAMES_PIG_PIG_TEXT_H
/* Pig in words: tokens, the one-line position, reasons, the table. The functions are those of the
 * contract (engine/game/game.h), but for the first. */

#include "engine/game/game.h"
#include "games/pig/pig_rules.h"

/* Whether the fields of a state fit together; `code` and a sentence naming the field if not. The
 * hash is not looked at: it may be stale. */
status pig_sound(const pig_rules *r, const pig_state *s, status code, error *err);

status pig_verify(const rules *r, const void *s, const trail *t, const action *steps, int n,
                  error *err);
void pig_to_text(const rules *r, const void *s, const action *steps, int n, text *out);
status pig_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                     error *err);
void pig_write(const rules *r, const void *s, text *out);
status pig_read(const rules *r, void *s, const char *line, error *err);
status pig_imply(const game *g, params *p, const char *line, error *err);
void pig_draw(const rules *r, const void *s, int seat, bool colours, text *out);
void pig_describe(const rules *r, const void *s, const action *steps, int n, text *out);

#endif
