#include "tests/support/oracle_othello.h"

#include <string.h>

static char disc_of(int player) {
    return player == 0 ? 'D' : 'd';
}

static bool inside(int file, int rank) {
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

/* How many discs `player` would turn from `cell` in one direction: enemies up to an own one. */
static int turned_along(const oracle_othello *g, int cell, int player, int files, int ranks) {
    int n = 0, file = cell % 8 + files, rank = cell / 8 + ranks;
    while (inside(file, rank) && g->cell[rank * 8 + file] == disc_of(1 - player)) {
        n++;
        file += files;
        rank += ranks;
    }
    return inside(file, rank) && g->cell[rank * 8 + file] == disc_of(player) ? n : 0;
}

/* Whether a disc of `player` may be placed there: it must turn some. */
static bool may_place(const oracle_othello *g, int cell, int player) {
    if (g->cell[cell] != '.') return false;
    for (int files = -1; files <= 1; files++)
        for (int ranks = -1; ranks <= 1; ranks++)
            if ((files != 0 || ranks != 0) && turned_along(g, cell, player, files, ranks) > 0)
                return true;
    return false;
}

static bool can_place(const oracle_othello *g, int player) {
    for (int cell = 0; cell < ORACLE_CELLS; cell++)
        if (may_place(g, cell, player)) return true;
    return false;
}

static void place(oracle_othello *g, int cell) {
    for (int files = -1; files <= 1; files++)
        for (int ranks = -1; ranks <= 1; ranks++) {
            if (files == 0 && ranks == 0) continue;
            int n = turned_along(g, cell, g->mover, files, ranks);
            for (int i = 1; i <= n; i++)
                g->cell[cell + i * (files + 8 * ranks)] = disc_of(g->mover);
        }
    g->cell[cell] = disc_of(g->mover);
}

void oracle_othello_moves(const oracle_othello *g, oracle_words *out) {
    out->count = 0;
    for (int cell = 0; cell < ORACLE_CELLS; cell++) {
        char word[ORACLE_WORD];
        if (!may_place(g, cell, g->mover)) continue;
        oracle_cell_name(word, cell);
        oracle_words_add(out, word);
    }
    if (out->count == 0 && can_place(g, 1 - g->mover)) oracle_words_add(out, "pass");
    oracle_words_sort(out);
}

bool oracle_othello_play(oracle_othello *g, const char *word) {
    oracle_words legal;
    oracle_othello_moves(g, &legal);
    if (!oracle_words_have(&legal, word)) return false;
    if (strcmp(word, "pass") != 0) place(g, oracle_cell(word));
    g->mover = 1 - g->mover;
    return true;
}

int oracle_othello_discs(const oracle_othello *g, int player) {
    int n = 0;
    for (int cell = 0; cell < ORACLE_CELLS; cell++) n += g->cell[cell] == disc_of(player);
    return n;
}

uint64_t oracle_othello_perft(const oracle_othello *g, int depth, uint64_t *ended) {
    if (depth == 0) return 1;
    uint64_t sum = 0;
    bool stuck = true;
    for (int cell = 0; cell < ORACLE_CELLS; cell++) {
        if (!may_place(g, cell, g->mover)) continue;
        stuck = false;
        oracle_othello after = *g;
        if (depth > 1) place(&after, cell);
        after.mover = 1 - g->mover;
        sum += oracle_othello_perft(&after, depth - 1, ended);
    }
    if (!stuck) return sum;
    oracle_othello after = *g;
    after.mover = 1 - g->mover;
    if (can_place(&after, after.mover)) return oracle_othello_perft(&after, depth - 1, ended);
    if (ended) ++*ended;
    return 0;
}

void oracle_othello_start(oracle_othello *g) {
    memset(g, 0, sizeof *g);
    memset(g->cell, '.', sizeof g->cell);
    g->cell[oracle_cell("d5")] = g->cell[oracle_cell("e4")] = disc_of(0);
    g->cell[oracle_cell("d4")] = g->cell[oracle_cell("e5")] = disc_of(1);
}

const char *oracle_othello_read(oracle_othello *g, const char *text) {
    memset(g, 0, sizeof *g);
    const char *rest = oracle_board_read(text, "Dd", g->cell);
    if (!rest) return "a board that is none";
    if (strcmp(rest, " 0") != 0 && strcmp(rest, " 1") != 0) return "a seat that is none";
    g->mover = rest[1] - '0';
    return NULL;
}

void oracle_othello_write(const oracle_othello *g, char out[ORACLE_TEXT]) {
    char *end = oracle_board_write(out, g->cell);
    *end++ = ' ';
    *end++ = (char)('0' + g->mover);
    *end = '\0';
}
