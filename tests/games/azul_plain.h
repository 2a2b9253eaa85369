#ifndef TESTS_GAMES_AZUL_PLAIN_H
#define TESTS_GAMES_AZUL_PLAIN_H
/* Azul once more, to compare with: written from the description of the rules alone, one number or
 * letter a thing, with nothing shared with games/azul. Slow and simple. */

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/rng.h"

enum {
    PLAIN_SEATS = 4,
    PLAIN_DISPLAYS = 9,
    PLAIN_LIST = 320,
    PLAIN_TEXT = 1200,
    PLAIN_TOKEN = 128
};

typedef struct plain_options {
    int players;
    bool grey;
    bool lid_destroy, overflow_destroy, refill_early, no_clamp, merged, to_right;
    bool mark_stays, floor_leaves_mark, unmarked_next, full_line_is_floor, noplace_discard;
    bool no_tiebreak;
    int first; /* a seat; -1: drawn */
    int max_rounds;
    int penalty[7];
} plain_options;

typedef struct plain_board {
    int score;
    char line_colour[5]; /* 0: empty */
    int line_count[5];
    char wall[5][5]; /* 0: empty */
    int floor[5];    /* by colour */
    bool marker_on_floor;
} plain_board;

typedef struct plain_game {
    plain_options o;
    char phase;                        /* d o t x */
    int round, mover, marker, starter; /* -1: no one, the centre, not drawn yet */
    int display[PLAIN_DISPLAYS][5];
    int centre[5], bag[5], lid[5];
    plain_board board[PLAIN_SEATS];
} plain_game;

/* The setup as words for the program: "players 3 first 2 set wall=g ...". */
void plain_setup(const plain_options *o, char *out);
void plain_start(plain_game *g, const plain_options *o);
void plain_write(const plain_game *g, char *out);

/* Every legal token of the mover, in the order of the rules; at chance 0. */
int plain_legal(const plain_game *g, char out[][4]);

/* Plays a token (chance without its '!'); false, and nothing done, if it is not legal. */
bool plain_play(plain_game *g, const char *token);

/* What chance says, drawn tile by tile. */
void plain_draw(const plain_game *g, rng *r, char *out);

/* Place of a seat in the end, from 1; equal results share it and the next one follows at once. */
int plain_place(const plain_game *g, int seat);

#endif
