#include "games/azul/azul_outlook.h"

#include <assert.h>
#include <string.h>

int az_best_column(const az_rules *r, const az_outlook *b, unsigned row, unsigned colour) {
    int best = -1;
    int max = -1;
    if (!r->o.grey) return (int)az_column(row, colour);
    for (unsigned c = 0; c < AZ_LINES; c++) {
        bool taken = b->wall >> (AZ_LINES * row + c) & 1;
        if (taken || b->column_has >> (AZ_LINES * c + colour) & 1) continue;
        int gain = az_gain(r, b->wall, row, c);
        if (gain <= max) continue;
        max = gain;
        best = (int)c;
    }
    return best;
}

/* What a full line does: a tile on the wall, or all of it on the floor. */
static void tile(const az_rules *r, const az_seat *p, unsigned line, az_outlook *b,
                 unsigned *items) {
    unsigned colour = az_line_colour(p, line);
    int column = az_best_column(r, b, line, colour);
    if (column < 0) {
        if (!r->o.noplace_discard) *items += line + 1;
        return;
    }
    b->score += az_gain(r, b->wall, line, (unsigned)column);
    b->wall |= 1u << (AZ_LINES * line + (unsigned)column);
    b->row_has |= 1u << (AZ_LINES * line + colour);
    if (r->o.grey) b->column_has |= 1u << (AZ_LINES * (unsigned)column + colour);
}

void az_look(const az_rules *r, const az_seat *p, az_outlook *b) {
    unsigned items = az_sum(p->floor);
    memset(b, 0, sizeof *b);
    b->wall = p->wall;
    b->row_has = p->row_has;
    b->column_has = p->column_has;
    b->score = p->score;
    for (unsigned set = p->full; set; set &= set - 1)
        tile(r, p, (unsigned)__builtin_ctz(set), b, &items);
    b->score -= r->fine[items < AZ_FLOOR_PLACES ? items : AZ_FLOOR_PLACES];
    if (r->o.clamp && b->score < 0) b->score = 0;
    static const uint8_t ones[32] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                     1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5};
    for (unsigned i = 0; i < AZ_LINES; i++) {
        int row = ones[az_row_bits(b->wall, i)];
        b->rows[row]++;
        b->columns[ones[az_column_bits(b->wall, i)]]++;
        b->colours[ones[az_column_bits(b->row_has, i)]]++;
        if (row > b->longest) b->longest = row;
    }
    assert(b->rows[5] + b->rows[4] + b->rows[3] + b->rows[2] + b->rows[1] + b->rows[0] == AZ_LINES);
    assert(!(p->wall & ~b->wall)); /* tiles stay */
}

int az_outlook_bonus(const az_outlook *b) {
    return 2 * b->rows[AZ_LINES] + 7 * b->columns[AZ_LINES] + 10 * b->colours[AZ_LINES];
}
