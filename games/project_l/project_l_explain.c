/* A puzzle or a piece by its name, drawn. */
#include <string.h>

#include "games/project_l/project_l_text.h"

enum { COLUMN = 8 };

/* A row of a mask, '#' for its cells. */
static int put_cells(uint32_t mask, int row, int width, text *out) {
    if (!(mask >> (5 * row))) return 0;
    for (int c = 0; c < width; c++) text_char(out, mask >> (5 * row + c) & 1 ? '#' : '.');
    return width;
}

static int width_of(uint32_t mask) {
    int width = 1;
    while (width < 5 && mask & 0x108421U << width) width++;
    return width;
}

/* All ways to turn it side by side, below what a person types for each. */
static void explain_piece(const pl_rules *r, int shape, text *out) {
    int first = r->pieces.first_orientation[shape];
    int end = r->pieces.first_orientation[shape + 1];
    int cells = pl_shape_level(shape);
    text_format(out, "%s: %d cell%s, %d way%s to turn it\n\n", pl_shape_name(shape), cells,
                cells == 1 ? "" : "s", end - first, end - first == 1 ? "" : "s");
    for (int row = -1; row < 5; row++) {
        size_t start = out->len;
        int blanks = 2;
        bool any = false;
        for (int i = first; i < end; i++) {
            uint32_t mask = pl_orientation_mask(i);
            const char *name = pl_orientation_name(i);
            bool here = row < 0 || mask >> (5 * row);
            if (here) text_repeat(out, ' ', blanks);
            int used = 0;
            if (row < 0) {
                text_put(out, *name ? name : "as-is");
                used = (int)strlen(*name ? name : "as-is");
            } else if (here) {
                used = put_cells(mask, row, width_of(mask), out);
            }
            any |= here;
            blanks = here ? COLUMN - used : blanks + COLUMN;
        }
        if (any)
            text_char(out, '\n');
        else
            text_truncate(out, start);
    }
}

static void explain_puzzle(const pl_rules *r, int puzzle, text *out) {
    const pl_puzzle *p = &r->set.puzzle[puzzle];
    pl_puzzle_name(p, out);
    text_format(out, ": a %s puzzle, %d point%s, reward %s, %d cells to fill\n\n",
                pl_colour_name[p->colour], p->points, p->points == 1 ? "" : "s",
                pl_shape_name(p->reward), __builtin_popcount(~p->image & PL_FULL));
    for (int row = 0; row < 5; row++) {
        text_format(out, "  %d  ", row + 1);
        for (int c = 0; c < 5; c++) text_char(out, p->image >> (5 * row + c) & 1 ? '#' : '.');
        text_char(out, '\n');
    }
    text_put(out, "     abcde\n");
}

status pl_explain(const rules *head, const char *what, text *out, error *err) {
    const pl_rules *r = pl_of(head);
    char name[PL_NAME_SIZE];
    size_t n = strlen(what);
    int shape = n < sizeof name ? pl_shape_find(what, (int)n) : -1;
    int puzzle = -1;
    if (shape < 0 && n > 0 && n < sizeof name) {
        memcpy(name, what, n + 1);
        if (name[0] >= 'a' && name[0] <= 'z') name[0] = (char)(name[0] - 'a' + 'A');
        puzzle = pl_set_find(&r->set, name, n);
    }
    if (shape >= 0) {
        explain_piece(r, shape, out);
    } else if (puzzle >= 0) {
        explain_puzzle(r, puzzle, out);
    } else {
        return error_set(err, ST_NOT_FOUND,
                         "%.20s is no puzzle of this set and no piece; pieces are O1 O2 I2 I3 I4 "
                         "L2 L3 Z T",
                         what);
    }
    return ST_OK;
}
