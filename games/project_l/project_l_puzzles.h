#ifndef GAMES_PROJECT_L_PROJECT_L_PUZZLES_H
#define GAMES_PROJECT_L_PROJECT_L_PUZZLES_H
/* Puzzles, and the reader of puzzle files (puzzles/project_l/base.txt is compiled in). Nothing here
 * allocates; all calls are safe from any thread. */

#include <stddef.h>

#include "engine/base/status.h"
#include "engine/base/text.h"
#include "games/project_l/project_l_pieces.h"

enum {
    PL_WHITE,
    PL_BLACK,
    PL_MAX_PUZZLES = 64,
    PL_MAX_NUMBER = 999,
    PL_MAX_POINTS = 99,
    PL_NAME_SIZE = 8 /* bytes that hold any name and its NUL */
};

typedef struct pl_puzzle {
    uint32_t image; /* closed cells */
    uint16_t number;
    uint8_t colour, points, reward; /* PL_WHITE or PL_BLACK; reward is a shape */
} pl_puzzle;

/* White ones first, each colour by number. An index into `puzzle` names a puzzle
 * inside the engine. */
typedef struct pl_set {
    pl_puzzle puzzle[PL_MAX_PUZZLES];
    int count, whites;
} pl_set;

/* Reads a file's text. Only the first character of a line decides: I (identifier: W or B, number),
 * R (reward: points, shape), P (picture row: five of '#' and '.'); other lines are comments. Words
 * are separated by spaces, the one after the letter may be left out. One I, one R and five P lines
 * in any order make a puzzle; then the next one starts.
 *
 * The first error ends the reading and leaves *out as it was. Its sentence starts with "line L,
 * column C: " (both from 1, columns in bytes) and names the puzzle where its I line was read
 * ("puzzle W12: "). ST_BAD_SYNTAX: a wrong number of words, a second I or R line, a sixth P line,
 * a puzzle that is not complete at the end (the place is its first line), a file without puzzles.
 * ST_BAD_VALUE: an unknown colour, shape or cell, a row that is not five cells long, numbers above
 * 999, points above 99, a puzzle that was there before, more than 64 puzzles, an image without an
 * open cell. */
status pl_set_read(pl_set *out, const char *data, size_t len, error *err);

/* The base set that is compiled in, ended by a NUL that *len does not count. */
const char *pl_base_text(size_t *len);

void pl_puzzle_name(const pl_puzzle *p, text *out);             /* "W17" */
int pl_set_find(const pl_set *s, const char *name, size_t len); /* by exact name; index, or -1 */

#endif
