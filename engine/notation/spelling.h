#ifndef ENGINE_NOTATION_SPELLING_H
#define ENGINE_NOTATION_SPELLING_H
/* How people write the actions of a game: in chess notation where the game has it (san.h), else as
 * tokens. What is read is either of them. Stateless; safe from any thread. */

#include "engine/game/position.h"

typedef enum spelling { SPELLING_TOKENS, SPELLING_SAN } spelling;

/* What suits these rules. */
spelling spelling_for(const rules *r);

/* A legal event as people write it; what cannot be written so stays a token. */
void spelling_write(spelling how, const position *p, const char *event, text *out);
/* Events in a row from p, with spaces between, each in that spelling. */
void spelling_write_line(spelling how, const position *p, const char *line, text *out);

/* What a person wrote, as an event to play. ST_ILLEGAL_ACTION says why it is no move, or more than
 * one; in tokens anything is taken as it is. */
status spelling_read(spelling how, const position *p, const char *typed, text *out, error *err);

/* The word without the number of a move before it ("1.e4", "3..."), in chess notation; empty where
 * nothing else is there. */
const char *spelling_without_number(spelling how, const char *word);

/* Plays a list of words, with numbers of moves between them where the notation has such. Errors name
 * the word. */
status spelling_play(spelling how, position *p, const char *list, error *err);

#endif
