#ifndef ENGINE_GAME_SCENE_PARTS_H
#define ENGINE_GAME_SCENE_PARTS_H
/* The internals of a scene, for scene*.c and for what draws scenes: lists in the order things were
 * added. */

#include "engine/game/happened.h"
#include "engine/game/scene.h"

/* What belongs to the grid of an area. */
typedef enum scene_extra_kind { SCENE_HOLE, SCENE_DOT, SCENE_LINE, SCENE_EDGE } scene_extra_kind;

typedef struct scene_extra {
    size_t area;
    scene_extra_kind kind;
    const char *a, *b; /* b: the other end of a line, the colour of an edge */
} scene_extra;

typedef struct scene_place {
    size_t area;
    scene_cell c;
} scene_place;

typedef struct scene_item {
    size_t area;
    scene_thing t;
} scene_item;

typedef struct scene_mark {
    size_t number; /* cells of one mark share it */
    const char *kind, *cell;
} scene_mark;

typedef struct scene_number {
    int seat;
    const char *name;
    int64_t value;
} scene_number;

typedef struct scene_entry {
    const char *kind, *words;
} scene_entry;

typedef struct scene_seat {
    const char *name, *colour;
    const char *look; /* NULL: the page's choice */
    bool has_points;
    int32_t points;
    bool halves; /* the points are in halves: 15 is 7.5 */
} scene_seat;

typedef struct scene_page { /* of strings */
    struct scene_page *next;
    size_t used;
    char at[];
} scene_page;

struct scene {
    const rules *r; /* shared */
    int seat;       /* who looks */
    bool no_memory;
    scene_page *pages;

    scene_area *area;
    size_t areas, area_cap;
    scene_place *place;
    size_t places, place_cap;
    scene_item *item;
    size_t items, item_cap;
    scene_extra *extra;
    size_t extras, extra_cap;
    scene_mark *mark;
    size_t marks, mark_cap, mark_numbers;
    scene_number *number;
    size_t numbers, number_cap;
    scene_entry *entry;
    size_t entries, entry_cap;
    scene_seat at_seat[GAME_MAX_PLAYERS];
    const char *ask;

    /* What scene_build() knows. */
    unsigned ply;
    node_kind kind;
    bool over;
    unsigned actors;    /* a bit for each seat that is asked */
    const char *claim;  /* NULL: none */
    const char *reason; /* when over */
    int rank[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS]; /* when ranked */
    bool ranked;
    happened_list since;
};

/* The name of the cell in a grid, in buf of at least 16 bytes; NULL where a list has none there. */
const char *scene_grid_name(const struct scene_grid *g, int col, int row, char *buf);

#endif
