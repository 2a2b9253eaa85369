#ifndef TESTS_GAMES_CONNECT4_BRUTE_H
#define TESTS_GAMES_CONNECT4_BRUTE_H
/* Connect four by brute force: an oracle for tests that shares nothing with the engine, neither its
 * boards nor its contract. Rows are bytes here, and columns are numbers 0 to 6. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct brute_board {
    uint64_t stones[2]; /* bit = 8 * row + column */
    int height[7], count;
} brute_board;

typedef struct brute brute;

brute *brute_create(size_t entries); /* NULL when there is no memory */
void brute_destroy(brute *b);

bool brute_drop(brute_board *board, int column); /* false where the column is full */
int brute_winner(const brute_board *board);      /* 0 or 1; -1: no one */

/* 1, 0 or -1: what the player to move gets with best play. The game must be open. */
int brute_value(brute *b, const brute_board *board);

/* Stones until the end of a game that is won (positive) or lost (negative) for the player to move,
 * when the winner hurries and the other holds out; 0: a draw. */
int brute_distance(brute *b, const brute_board *board);

#endif
