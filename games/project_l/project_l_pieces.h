#ifndef GAMES_PROJECT_L_PROJECT_L_PIECES_H
#define GAMES_PROJECT_L_PROJECT_L_PIECES_H
/* The nine pieces of Project L and their 387 placements on a 5x5 image, as tables.
 *
 * A cell is bit 5 * row + column, from the top left. A *configuration* is one shape in one
 * orientation at one place; they are numbered 0..386 by shape, orientation and place, so a number
 * names shape and mask. */

#include <stdbool.h>
#include <stdint.h>

typedef enum pl_shape { PL_O1, PL_O2, PL_I2, PL_I3, PL_I4, PL_L2, PL_L3, PL_Z, PL_T } pl_shape;

enum {
    PL_SHAPES = 9,
    PL_LEVELS = 4,
    PL_CELLS = 25,
    PL_ORIENTATIONS = 28,
    PL_CONFIGS = 387,
    PL_MASK_TABLE = 1024
};

#define PL_FULL UINT32_C(0x1ffffff)

/* How one orientation fits: where its anchor (its first cell) may be, and its further cells as
 * offsets from there; those it does not have are 0, the anchor itself. */
typedef struct pl_fit {
    uint32_t anchors;
    uint8_t offset[3];
    uint8_t shape;
} pl_fit;

typedef struct pl_pieces {
    uint32_t anchors[PL_ORIENTATIONS]; /* the fits once more, field by field */
    uint32_t shift[3][PL_ORIENTATIONS];
    uint32_t orientation_shape[PL_ORIENTATIONS];
    pl_fit fit[PL_ORIENTATIONS];                /* by shape */
    uint16_t config[PL_ORIENTATIONS][PL_CELLS]; /* by anchor; 0xffff where it does not fit */
    uint8_t first_orientation[PL_SHAPES + 1];
    uint16_t first_config[PL_SHAPES + 1];
    uint32_t mask[PL_CONFIGS];
    uint8_t shape[PL_CONFIGS];
    uint16_t by_mask[PL_MASK_TABLE]; /* configuration + 1 by hashed mask, open addressing */
} pl_pieces;

void pl_pieces_init(pl_pieces *p);

const char *pl_shape_name(int shape);      /* "L2" */
int pl_shape_find(const char *s, int len); /* by name, case-insensitive; -1 if there is none */
uint16_t pl_level_shapes(int level);       /* the shapes of a level as a set of bits */

/* An orientation (by shape, as in pl_pieces), pushed to the top left corner, and its name: how the
 * first one of the shape becomes it, r for a quarter turn clockwise, then f for a mirror from left
 * to right; the shortest of several, r before f. The first one's is empty. */
uint32_t pl_orientation_mask(int orientation);
const char *pl_orientation_name(int orientation);
/* The orientation of a shape by any such name, the shortest or not, or "as-is" for the first one;
 * -1 if it is no name. */
int pl_orientation_find(int shape, const char *name);

/* The top left cell of the smallest box around a mask, and the mask pushed to the corner. */
int pl_box_corner(uint32_t mask);
uint32_t pl_pushed(uint32_t mask);
int pl_orientation_of(uint32_t mask); /* -1: no piece */
int pl_shape_of(int orientation);

/* 1..4, its number of cells. */
static inline int pl_shape_level(int shape) {
    return (int)(UINT64_C(0x444343241) >> (4 * shape) & 15);
}

static inline unsigned pl_mask_slot(uint32_t mask) {
    return mask * 0x9e3779b1u >> 22;
}

/* The configuration that covers exactly these cells; -1 if no piece does. */
static inline int pl_config_at(const pl_pieces *p, uint32_t mask) {
    for (unsigned i = pl_mask_slot(mask);; i = (i + 1) % PL_MASK_TABLE) {
        int config = p->by_mask[i] - 1;
        if (config < 0 || p->mask[config] == mask) return config;
    }
}

static inline int pl_config_find(const pl_pieces *p, int shape, uint32_t mask) {
    int config = pl_config_at(p, mask);
    return config >= 0 && p->shape[config] == shape ? config : -1;
}

/* Where an orientation fits into the open cells: the set of its anchors. No trying: the open cells
 * are laid over themselves, shifted by each cell of the piece. */
static inline uint32_t pl_fits(const pl_fit *f, uint32_t open) {
    return f->anchors & open & open >> f->offset[0] & open >> f->offset[1] & open >> f->offset[2];
}

/* The same for all orientations at once. */
static inline void pl_fit_all(const pl_pieces *p, uint32_t open, uint32_t at[PL_ORIENTATIONS]) {
    for (int i = 0; i < PL_ORIENTATIONS; i++)
        at[i] = p->anchors[i] & open & open >> p->shift[0][i] & open >> p->shift[1][i] &
                open >> p->shift[2][i];
}

#endif
