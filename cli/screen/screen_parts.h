#ifndef CLI_SCREEN_SCREEN_PARTS_H
#define CLI_SCREEN_SCREEN_PARTS_H
/* What the files of this folder share: one drawing of a scene. */

#include "cli/screen/screen.h"
#include "engine/game/scene_parts.h"

typedef struct screen {
    const scene *s;
    const screen_look *how;
    bool colours;
    bool night; /* boards are dark: no seat is black, and bright colours are seen best there */
} screen;

/* --- screen_things.c --- */

canvas_ink screen_seat_ink(const screen *d, int seat);
canvas_ink screen_thing_ink(const screen *d, const scene_thing *t); /* INK_NONE: it has none */

/* One or a few letters for a thing: a piece, a stone, a letter on a tile. Lives in buf of at least
 * 8 bytes, or for ever. */
const char *screen_glyph(const screen *d, const scene_thing *t, char *buf);
/* The shape that a seat's stones have where colours cannot be seen. */
const char *screen_seat_glyph(const screen *d, int seat);

/* "last", "check", "win", ... where the cell is marked; NULL: it is not. The gravest mark wins. */
const char *screen_mark(const screen *d, const char *cell);

/* A place of a board: `width` columns from (x, y), on this ground, with what lies there (or NULL)
 * and how it is marked (or NULL). */
typedef struct screen_place {
    int x, y, width;
    canvas_ink ground;
    bool dark;         /* the darker of two grounds */
    bool filled;       /* stones fill it */
    const char *empty; /* what is shown where nothing lies; NULL: what was drawn there */
    const char *mark;
} screen_place;
void screen_put_place(const screen *d, canvas *c, const screen_place *p, const scene_thing *t);

/* A polyomino or the mask of a puzzle, two columns a square: how a 0 and a 1 of it look, with
 * colours and without; INK_NONE and NULL: it is not drawn. */
typedef struct screen_stamp {
    canvas_ink ground;
    const char *letters;
} screen_stamp;
void screen_put_mask(const screen *d, canvas *c, int x, int y, const char *mask,
                     const screen_stamp *stamp);
int screen_mask_cols(const char *mask);
int screen_mask_rows(const char *mask);

/* A sentence of the scene, with people called by their names. */
void screen_words(const screen *d, const char *sentence, text *out);

/* --- the kinds of areas --- */

void screen_draw_grid(const screen *d, size_t area, canvas *c);
void screen_draw_cells(const screen *d, size_t area, int scale, canvas *c);
void screen_draw_flow(const screen *d, size_t area, canvas *c);

#endif
