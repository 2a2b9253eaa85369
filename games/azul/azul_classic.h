#ifndef GAMES_AZUL_AZUL_CLASSIC_H
#define GAMES_AZUL_AZUL_CLASSIC_H
/* Azul at a keyboard as the original's text client has it: the screen with `Others:`, `Table:` and
 * `Me`, commands by display and type (`H3 3 4`, `C 1 F`, a column in the grey game) and the ranking
 * at the end. Types 1 to 5 are blue, yellow, red, black and white. The functions are those of
 * engine/game/game_terminal.h, but for the last. */

#include "engine/game/game_terminal.h"
#include "games/azul/azul_rules.h"

/* A seat below 0 is that of the player to act; where none is, all players are others. */
void az_classic_screen(const rules *r, const void *s, int seat, char *const *names, bool colours,
                       text *out);
void az_classic_prompt(const rules *r, const void *s, char *const *names, text *out);
status az_classic_typed(const rules *r, const void *s, const char *line, text *token, error *err);
void az_classic_spell(const rules *r, const void *s, const action *steps, int n, text *out);
void az_classic_help(const rules *r, text *out);
void az_classic_about(const rules *r, text *out);
void az_classic_finish(const rules *r, const void *s, char *const *names, text *out);

/* The words of a line, in capitals. */
enum { AZ_WORDS = 4, AZ_WORD_SIZE = 24 };
typedef struct az_words {
    char at[AZ_WORDS][AZ_WORD_SIZE]; /* longer words are cut */
    int count;                       /* AZ_WORDS: so many or more */
} az_words;
az_words az_split(const char *line);

#endif
