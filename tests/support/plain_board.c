#include "tests/support/plain_board.h"

#include <string.h>

void plain_fill(plain *b, int rows, int cols, const char *const *row) {
    bool option = b->option;
    memset(b, 0, sizeof *b);
    b->option = option;
    b->rows = rows;
    b->cols = cols;
    b->winner = -1;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) b->at[r][c] = row[r][c];
}

bool plain_inside(const plain *b, int r, int c) {
    return r >= 0 && c >= 0 && r < b->rows && c < b->cols;
}

void plain_add(plain_move *out, int *n, char piece, int r0, int c0, int r1, int c1) {
    out[(*n)++] = (plain_move){piece, r0, c0, r1, c1};
}
