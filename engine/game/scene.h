#ifndef ENGINE_GAME_SCENE_H
#define ENGINE_GAME_SCENE_H
/* A scene: what lies on the table as one seat sees it, for pages and other front ends that know no
 * game. Areas (a board, a hand, a row of puzzles) hold cells; things (a piece, a tile, a card) lie
 * on cells or in areas. Units are abstract: one cell is 1 x 1, x to the right, y down; colours are
 * names of a palette.
 *
 * A game fills a scene in its hook scene() (game_table.h); scene_build() adds what is the same for
 * every game: who acts, results, what happened last. All strings are copied with scene_text() or
 * live as long as the scene. Without memory nothing is added, and scene_write() says so at the end.
 * Ids are unique over areas, cells and things. One thread at a time. */

#include "engine/game/position.h"

typedef struct scene scene; /* scene.c, scene_parts.h */

enum { SCENE_TABLE = -1 }; /* an owner: no seat's */

typedef struct scene_area {
    const char *id, *label;
    int owner;    /* a seat from 0, or SCENE_TABLE */
    float box[4]; /* x, y, width, height */
    /* One of these: */
    struct scene_grid {
        int cols, rows;
        const char *shape;      /* "square", "hex" or "point"; NULL: no grid */
        const char *shade;      /* "plain", "checkered", or one letter a cell, row by row */
        const char *names;      /* of cells: "a1", "go" (no i), "0,0" (row first); NULL: `ids` */
        const char *const *ids; /* row by row from the top */
        bool flat;              /* hexagons lie on a side, not on a corner */
        float thin;    /* 0, or how wide every second column, and high every second row is */
        int thin_from; /* the first of these: 0 or 1 */
    } grid;
    const char *flow;  /* "row", "fan", "stack" or "tray": things are placed by the page */
    const char *lines; /* plain text, with newlines */
} scene_area;

typedef struct scene_cell {
    const char *id, *label; /* label may be NULL */
    const char *shape;      /* NULL: "square" */
    float x, y, w, h;       /* inside its area */
} scene_cell;

typedef struct scene_thing {
    const char *id, *label;
    const char *sprite; /* "disc", "stone", "chess-pawn", "tile", "poly", "card", "die", … */
    const char *at;     /* a cell, or an area with `flow` */
    const char *colour; /* "p1".."p8", "c1".."c9", or NULL */
    const char *part;   /* what a pick calls it, where that is not the id */
    const char *kind;   /* names an entry of scene_words() */
    const char *text;   /* what is written on it */
    const char *mask;   /* of a poly: rows of 0 and 1, "11/10" */
    const char *tags;   /* of a card: words with spaces between them */
    int owner;          /* a seat from 0, or SCENE_TABLE */
    int count;          /* of a pile or supply; 0: it is one thing */
    int turn;           /* quarter turns, 0 to 3 */
    bool flip, down, dim;
} scene_thing;

/* Makes an empty scene for the eyes of `seat` (from 0, SEAT_ALL or SEAT_PUBLIC). */
status scene_create(scene **out, const rules *r, int seat);
void scene_destroy(scene *s); /* NULL is welcome */

/* --- for games --- */

/* A string that lives as long as the scene; "" where there is no memory. */
const char *scene_text(scene *s, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* A list of n such strings, all NULL, that lives as long: for a grid's `ids`. NULL without memory. */
const char **scene_list(scene *s, size_t n);

/* Begins an area; cells and things that follow belong to it. */
void scene_add_area(scene *s, const scene_area *a);
void scene_add_cell(scene *s, const scene_cell *c);
void scene_add_thing(scene *s, const scene_thing *t);

/* For the grid of the area begun last: a cell that is missing, a dot (hoshi), a line between two
 * cells of a board that is a graph, an edge ("top", "left", …) in a colour. */
void scene_add_hole(scene *s, const char *cell);
void scene_add_dot(scene *s, const char *cell);
void scene_add_line(scene *s, const char *from, const char *to);
void scene_add_edge(scene *s, const char *side, const char *colour);

/* Begins a mark ("check", "win", "danger", "note") and adds cells to it. "last" comes by itself. */
void scene_add_mark(scene *s, const char *kind);
void scene_mark_cell(scene *s, const char *cell);

/* A number that is shown: of a seat, or of SCENE_TABLE. */
void scene_add_count(scene *s, int seat, const char *name, int64_t value);
/* What things of a kind (a card) do, once for all of them. */
void scene_add_words(scene *s, const char *kind, const char *does);
/* What a seat is called, if not "seat 1", and its colour, if not "p1". */
void scene_name_seat(scene *s, int seat, const char *name, const char *colour);
/* What the seat's colour looks like ("white", "red", …), where the game says so. */
void scene_look_seat(scene *s, int seat, const char *look);
/* What a seat has now, or would have if the game ended now. scene_set_halves(): in half points. */
void scene_set_points(scene *s, int seat, int32_t points);
void scene_set_halves(scene *s, int seat, int32_t halves);
/* How many pieces each seat has, where some were taken since the start (`first`); else nothing. */
void scene_count_pieces(scene *s, const int *now, const int *first);
/* A hook had no memory: there will be no scene. */
void scene_no_memory(scene *s);
/* A question for the one who acts, if not "<name> to move". */
void scene_ask(scene *s, const char *question);

/* --- for everyone else --- */

/* The scene of a position: for SEAT_ALL everything (of a hidden game: the public scene with each
 * seat's own areas; on a view ST_LEAK), else what that seat sees. */
status scene_build(scene **out, const position *p, int seat, error *err);

/* The same, where `since` is all that happened from event number `ply` on, and not the last event
 * alone: an action with all that chance decided after it. */
status scene_build_since(scene **out, const position *p, int seat, unsigned ply, error *err);

/* One line of JSON, in ASCII. ST_NOMEM. */
status scene_write(const scene *s, text *out, error *err);

/* What every scene promises: ids unique, things on cells that there are, no empty labels, sizes.
 * ST_INTERNAL and a sentence. For tests. */
status scene_check(const scene *s, error *err);

/* Whether a scene has this cell, thing or area. */
bool scene_has(const scene *s, const char *id);

#endif
