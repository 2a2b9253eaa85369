#ifndef TESTS_SUPPORT_ORACLE_BOARD_H
#define TESTS_SUPPORT_ORACLE_BOARD_H
/* What the oracles share: the oracles are games written a second time, plainly and from their rules
 * alone, so that tests have something to compare with. They use nothing of the engine.
 *
 * Cells are counted from a1 = 0, b1 = 1 to h8 = 63; '.' is an empty one. Boards are written as in
 * FEN: rows from the top, '/' between them, digits for empty cells. Actions are words. */

#include <stdbool.h>
#include <stdint.h>

enum {
    ORACLE_CELLS = 64,
    ORACLE_WORDS = 256, /* more than any position of these games has */
    ORACLE_WORD = 8,
    ORACLE_TEXT = 128 /* room for a position */
};

typedef struct oracle_words {
    char at[ORACLE_WORDS][ORACLE_WORD];
    int count;
} oracle_words;

void oracle_words_add(oracle_words *w, const char *word);
void oracle_words_sort(oracle_words *w);
bool oracle_words_have(const oracle_words *w, const char *word);
/* All of them with spaces between. */
void oracle_words_join(const oracle_words *w, char out[ORACLE_WORDS * ORACLE_WORD]);

/* The cell named at the start of s, or -1. */
int oracle_cell(const char *s);
/* Writes "e4" and a NUL; gives the place of the NUL. */
char *oracle_cell_name(char *out, int cell);

/* Reads a board of these piece letters; gives the place after it, NULL if it is none. */
const char *oracle_board_read(const char *s, const char *letters, char cell[ORACLE_CELLS]);
/* Writes it and a NUL; gives the place of the NUL. */
char *oracle_board_write(char *out, const char cell[ORACLE_CELLS]);

#endif
