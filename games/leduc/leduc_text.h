#ifndef GAMES_LEDUC_LEDUC_TEXT_H
#define GAMES_LEDUC_LEDUC_TEXT_H
/* Leduc hold'em in words: tokens, the one-line position, reasons, the table. The leduc_line_… and
 * …_bet functions are shared with the views; the others are those of the contract. */

#include "engine/game/game.h"
#include "games/leduc/leduc_rules.h"

enum { LEDUC_UNSEEN = 4 }; /* in a line, a card that was dealt and is not known: '?' */

const char *leduc_slot_name(int slot); /* "p1", "p2" or "board" */

/* A token without its '!', whatever the position; ACTION_NONE when it is none. */
action leduc_parse(const char *token);

/* Whether the mover may bet so; what verify() says, for states and views. */
status leduc_verify_bet(const leduc_table *t, action bet, error *err);

/* The position's line, with the hands as the writer or reader knows them. Reading checks everything
 * but the hands' being known; failures have the given code and name the field. */
void leduc_line_write(const uint8_t hand[2], const leduc_table *t, text *out);
status leduc_line_read(uint8_t hand[2], leduc_table *t, const char *line, status code, error *err);

status leduc_verify(const rules *r, const void *s, const trail *t, const action *steps, int n,
                    error *err);
void leduc_to_text(const rules *r, const void *s, const action *steps, int n, text *out);
status leduc_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                       error *err);
void leduc_write(const rules *r, const void *s, text *out);
status leduc_read(const rules *r, void *s, const char *line, error *err);
void leduc_draw(const rules *r, const void *s, int seat, bool colours, text *out);
void leduc_describe(const rules *r, const void *s, const action *steps, int n, text *out);

#endif
