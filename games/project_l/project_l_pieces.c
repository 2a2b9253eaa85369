#include "games/project_l/project_l_pieces.h"

#include <assert.h>
#include <string.h>

static const char *const names[PL_SHAPES] = {"O1", "O2", "I2", "I3", "I4", "L2", "L3", "Z", "T"};

/* Every orientation pushed to the top left corner. */
static const struct {
    uint8_t shape;
    uint32_t mask;
} corner[PL_ORIENTATIONS] = {
    {PL_O1, 0x001}, {PL_O2, 0x063},  {PL_I2, 0x003}, {PL_I2, 0x021}, {PL_I3, 0x007}, {PL_I3, 0x421},
    {PL_I4, 0x00f}, {PL_I4, 0x8421}, {PL_L2, 0x023}, {PL_L2, 0x043}, {PL_L2, 0x061}, {PL_L2, 0x062},
    {PL_L3, 0x027}, {PL_L3, 0x087},  {PL_L3, 0x0e1}, {PL_L3, 0x0e4}, {PL_L3, 0x423}, {PL_L3, 0x843},
    {PL_L3, 0xc21}, {PL_L3, 0xc42},  {PL_Z, 0x066},  {PL_Z, 0x0c3},  {PL_Z, 0x462},  {PL_Z, 0x861},
    {PL_T, 0x047},  {PL_T, 0x0e2},   {PL_T, 0x461},  {PL_T, 0x862},
};

const char *pl_shape_name(int shape) {
    return names[shape];
}

uint16_t pl_level_shapes(int level) {
    uint16_t set = 0;
    for (int s = 0; s < PL_SHAPES; s++)
        if (pl_shape_level(s) == level) set |= (uint16_t)(1u << s);
    return set;
}

int pl_shape_find(const char *s, int len) {
    for (int i = 0; i < PL_SHAPES; i++) {
        if ((int)strlen(names[i]) != len) continue;
        char first = s[0] >= 'a' && s[0] <= 'z' ? (char)(s[0] - 'a' + 'A') : s[0];
        if (first == names[i][0] && (len == 1 || s[1] == names[i][1])) return i;
    }
    return -1;
}

/* --- names of orientations --- */

uint32_t pl_pushed(uint32_t mask) {
    const uint32_t top = 0x1f;
    const uint32_t left = 0x108421;
    while (!(mask & top)) mask >>= 5;
    while (!(mask & left)) mask >>= 1;
    return mask;
}

/* A quarter turn clockwise: row and column become column and 4 - row. */
static uint32_t turned(uint32_t mask) {
    uint32_t out = 0;
    for (int cell = 0; cell < PL_CELLS; cell++)
        if (mask >> cell & 1) out |= UINT32_C(1) << (5 * (cell % 5) + 4 - cell / 5);
    return pl_pushed(out);
}

static uint32_t mirrored(uint32_t mask) {
    uint32_t out = 0;
    for (int cell = 0; cell < PL_CELLS; cell++)
        if (mask >> cell & 1) out |= UINT32_C(1) << (5 * (cell / 5) + 4 - cell % 5);
    return pl_pushed(out);
}

uint32_t pl_orientation_mask(int orientation) {
    return corner[orientation].mask;
}

int pl_shape_of(int orientation) {
    return corner[orientation].shape;
}

const char *pl_orientation_name(int orientation) {
    static const char *const by_length[] = {"", "r", "f", "rr", "rf", "rrr", "rrf", "rrrf"};
    int first = orientation;
    while (first > 0 && corner[first - 1].shape == corner[orientation].shape) first--;
    for (size_t i = 0; i < sizeof by_length / sizeof *by_length; i++) {
        uint32_t mask = corner[first].mask;
        for (const char *c = by_length[i]; *c; c++)
            mask = *c == 'r' ? turned(mask) : mirrored(mask);
        if (mask == corner[orientation].mask) return by_length[i];
    }
    return ""; /* never: each is the first one turned and mirrored */
}

int pl_orientation_find(int shape, const char *name) {
    int first = 0;
    while (corner[first].shape != shape) first++;
    if (strcmp(name, "as-is") == 0) return first;
    uint32_t mask = corner[first].mask;
    int turns = 0;
    for (; *name == 'r' && turns < 4; name++, turns++) mask = turned(mask);
    if (*name == 'f') {
        mask = mirrored(mask);
        name++;
    }
    return *name || turns > 3 ? -1 : pl_orientation_of(mask);
}

int pl_box_corner(uint32_t mask) {
    int row = 0;
    int column = 0;
    assert(mask && mask <= PL_FULL);
    while (!(mask >> (5 * row) & 0x1f)) row++;
    while (!(mask >> column & 0x108421)) column++;
    return 5 * row + column;
}

int pl_orientation_of(uint32_t mask) {
    uint32_t at_corner = mask >> pl_box_corner(mask);
    for (int i = 0; i < PL_ORIENTATIONS; i++)
        if (corner[i].mask == at_corner) return i;
    return -1;
}

/* --- tables --- */

static void add_orientation(pl_pieces *p, int i, int *configs) {
    pl_fit *f = &p->fit[i];
    uint32_t mask = corner[i].mask;
    int anchor = __builtin_ctz(mask); /* the first cell; 0, or right of the corner */
    int height = 0;
    int width = 0;
    int further = 0;
    f->shape = corner[i].shape;
    p->orientation_shape[i] = f->shape;
    for (int cell = 0; cell < PL_CELLS; cell++) {
        if (!(mask >> cell & 1)) continue;
        if (cell != anchor) f->offset[further++] = (uint8_t)(cell - anchor);
        if (cell / 5 + 1 > height) height = cell / 5 + 1;
        if (cell % 5 + 1 > width) width = cell % 5 + 1;
    }
    for (int k = 0; k < 3; k++) p->shift[k][i] = f->offset[k];
    memset(p->config[i], 0xff, sizeof p->config[i]);
    for (int row = 0; row + height <= 5; row++) {
        for (int column = 0; column + width <= 5; column++) {
            int at = 5 * row + column + anchor;
            f->anchors |= UINT32_C(1) << at;
            p->config[i][at] = (uint16_t)*configs;
            p->anchors[i] = f->anchors;
            p->mask[*configs] = mask << (5 * row + column);
            p->shape[(*configs)++] = f->shape;
        }
    }
}

void pl_pieces_init(pl_pieces *p) {
    memset(p, 0, sizeof *p);
    int configs = 0;
    int shape = 0;
    for (int i = 0; i < PL_ORIENTATIONS; i++) {
        for (; shape <= corner[i].shape; shape++) {
            p->first_orientation[shape] = (uint8_t)i;
            p->first_config[shape] = (uint16_t)configs;
        }
        add_orientation(p, i, &configs);
    }
    assert(configs == PL_CONFIGS && shape == PL_SHAPES);
    p->first_orientation[PL_SHAPES] = PL_ORIENTATIONS;
    p->first_config[PL_SHAPES] = PL_CONFIGS;
    for (int c = 0; c < PL_CONFIGS; c++) {
        unsigned i = pl_mask_slot(p->mask[c]);
        while (p->by_mask[i]) i = (i + 1) % PL_MASK_TABLE;
        p->by_mask[i] = (uint16_t)(c + 1);
    }
}
