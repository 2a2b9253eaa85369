#ifndef CLI_SCREEN_CANVAS_H
#define CLI_SCREEN_CANVAS_H
/* A canvas: columns and rows of letters, each with an ink and a ground, that grows downwards and is
 * written as lines of UTF-8 with the colours that a terminal has. Every letter counts as one column.
 *
 * What does not fit into the width is left out, and `wide` says so; without memory nothing is drawn
 * any more, and `no_memory` says so. One thread at a time. */

#include "engine/base/text.h"

/* Colours by their use; what they look like in a terminal is canvas.c's. */
typedef enum canvas_ink {
    INK_NONE, /* the terminal's own */
    INK_WHITE,
    INK_BLACK,
    INK_RED,
    INK_BLUE,
    INK_GREEN,
    INK_YELLOW,
    INK_ORANGE,
    INK_PURPLE,
    INK_BROWN,
    INK_GREY,
    INK_TEAL,
    INK_PINK,
    INK_LIGHT, /* squares of a chess board, */
    INK_DARK,
    INK_FELT, /* of a board for white and black, */
    INK_FELT_OTHER,
    INK_NIGHT, /* and of one for bright colours */
    INK_NIGHT_OTHER,
    INK_NIGHT_THIRD,
    INK_LINE, /* on a board */
    INK_FAINT,
    INK_PAPER, /* white, but seen on a white ground too */
    INK_LAST,  /* marks */
    INK_LAST_DARK,
    INK_CHECK,
    INK_WIN,
    INK_NOTE,
    INK_COUNT
} canvas_ink;

typedef enum canvas_depth { CANVAS_MONO, CANVAS_16, CANVAS_256 } canvas_depth;

enum { CANVAS_UP = 1, CANVAS_DOWN = 2, CANVAS_LEFT = 4, CANVAS_RIGHT = 8 }; /* of a line */

typedef struct canvas_cell {
    char glyph[5]; /* one letter; empty: a space */
    uint8_t ink, ground, lines;
    bool bold;
} canvas_cell;

typedef struct canvas {
    canvas_cell *at;
    size_t cap;
    int columns, rows; /* that it has */
    int used;          /* columns, of which something was drawn */
    bool wide, no_memory;
} canvas;

/* How something is drawn; ground INK_NONE leaves what is there. */
typedef struct canvas_pen {
    canvas_ink ink, ground;
    bool bold;
} canvas_pen;

canvas canvas_of(int columns); /* ended with canvas_done() */
void canvas_done(canvas *c);

/* A text of one line from (x, y); gives how many columns it has. */
int canvas_put(canvas *c, int x, int y, canvas_pen pen, const char *line);
/* In as many lines as it needs, between words. */
void canvas_put_wrapped(canvas *c, int x, int y, canvas_pen pen, const char *line);
void canvas_fill(canvas *c, int x, int y, int width, int height, canvas_ink ground);
/* Lines that meet in a cell are joined. */
void canvas_line(canvas *c, int x, int y, unsigned directions, canvas_ink ink);
/* A frame with round corners around width x height cells, its own included. */
void canvas_frame(canvas *c, int x, int y, int width, int height, canvas_ink ink);
void canvas_copy(canvas *to, int x, int y, const canvas *from);

int canvas_width_of(const char *line);       /* in columns */
canvas_ink canvas_ink_on(canvas_ink ground); /* white or black: what can be read */

/* All rows, without spaces at their ends. */
void canvas_write(const canvas *c, canvas_depth depth, text *out);

#endif
