#ifndef ENGINE_NOTATION_SPELLING_H
#define ENGINE_NOTATION_SPELLING_H
/* How people write the actions of a game: in chess notation where the game has it (san.h), in words
 * of the game's own (`place W29 I2 b2 rf`; game_terminal.h), else as tokens. What is read is either
 * of them. Stateless; safe from any thread. */

#include "engine/game/position.h"
#include "engine/game/tokens.h"

typedef enum spelling { SPELLING_TOKENS, SPELLING_SAN, SPELLING_OWN } spelling;

/* What suits these rules on the standard screen. */
spelling spelling_for(const rules *r);

/* A legal event as people write it; what cannot be written so stays a token. */
void spelling_write(spelling how, const position *p, const char *event, text *out);
/* A token of a state in the game's own words; `event` where they do not say it: of chance, only a
 * screen of its own does. */
void spelling_write_own(const rules *r, const void *s, const token *tok, const char *event,
                        text *out);
/* Events in a row from p, each in that spelling: with spaces between, or commas where an action has
 * several words. */
void spelling_write_line(spelling how, const position *p, const char *line, text *out);

/* What a person wrote, as an event to play. ST_ILLEGAL_ACTION says why it is no move, or more than
 * one; in tokens anything is taken as it is. */
status spelling_read(spelling how, const position *p, const char *typed, text *out, error *err);

/* The word without the number of a move before it ("1.e4", "3..."), in chess notation; empty where
 * nothing else is there. */
const char *spelling_without_number(spelling how, const char *word);

/* Plays a list as spelling_write_line() writes it, or of tokens with spaces between, with numbers of
 * moves between them where the notation has such. Errors name the word. */
status spelling_play(spelling how, position *p, const char *list, error *err);

#endif
