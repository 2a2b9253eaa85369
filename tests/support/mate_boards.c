#include "tests/support/mate_boards.h"

#include <stdio.h>
#include <string.h>

static int below(rng *r, int n) {
    return (int)rng_below(r, (uint64_t)n);
}

/* A board under construction, as the fields of a FEN. */
typedef struct draft {
    char cell[ORACLE_CELLS];
    bool taken[ORACLE_CELLS]; /* must stay as it is */
    bool home[2];             /* the king's place in the game is given */
    char flags[8];
    char ep[4];
} draft;

static void put(draft *d, const char *name, char piece) {
    int cell = oracle_cell(name);
    d->cell[cell] = piece;
    d->taken[cell] = true;
}

/* A right to castle: at most four are ever granted. */
static void grant(draft *d, char flag) {
    d->flags[strlen(d->flags)] = flag;
}

static int count(const draft *d, char piece) {
    int n = 0;
    for (int cell = 0; cell < ORACLE_CELLS; cell++) n += d->cell[cell] == piece;
    return n;
}

/* No pawns on the first and last ranks, no two bishops on one colour of cells. */
static bool suits(const draft *d, int cell, char piece) {
    if (piece == 'P' || piece == 'p') return cell >= 8 && cell < 56;
    if (piece != 'B' && piece != 'b') return true;
    for (int i = 0; i < ORACLE_CELLS; i++)
        if (d->cell[i] == piece && (i / 8 + i) % 2 == (cell / 8 + cell) % 2) return false;
    return true;
}

/* Puts a man on any free cell that suits it. */
static void scatter(draft *d, char piece, rng *r) {
    for (int tries = 0; tries < 64; tries++) {
        int cell = below(r, ORACLE_CELLS);
        if (d->taken[cell] || !suits(d, cell, piece)) continue;
        d->cell[cell] = piece;
        d->taken[cell] = true;
        return;
    }
}

/* Draws n times out of a box that has pieces more often than pawns; of no kind more than a set has.
 */
static void scatter_some(draft *d, int n, bool black, rng *r) {
    static const char box[] = "QRRBBNNPPPPP";
    for (int i = 0; i < n; i++) {
        char kind = box[below(r, (int)strlen(box))];
        char piece = (char)(black ? kind - 'A' + 'a' : kind);
        int max = kind == 'Q' ? 1 : 2;
        if (count(d, piece) < (kind == 'P' ? 8 : max)) scatter(d, piece, r);
    }
}

/* --- features --- */

static void place_advanced(draft *d, rng *r) {
    int cell = 48 + below(r, 8);
    d->cell[cell] = 'P';
    d->taken[cell] = true;
}

static void place_castling(draft *d, rng *r) {
    bool king_side = below(r, 2) == 0;
    static const char *const free_cells[2][3] = {{"b1", "c1", "d1"}, {"f1", "g1", "g1"}};
    put(d, "e1", 'K');
    put(d, king_side ? "h1" : "a1", 'R');
    for (int i = 0; i < 3; i++) put(d, free_cells[king_side][i], '.');
    grant(d, king_side ? 'K' : 'Q');
    d->home[0] = true;
    int rank = 1 + below(r, 3), file = (king_side ? 3 : 1) + below(r, 5);
    d->cell[8 * rank + file] = 'k';
    d->taken[8 * rank + file] = true;
    d->home[1] = true;
}

static void place_stepped(draft *d, rng *r) {
    int file = below(r, 8), side = below(r, 2) ? 1 : -1;
    if (file + side < 0 || file + side > 7) side = -side;
    for (int rank = 5; rank <= 6; rank++) d->taken[8 * rank + file] = true;
    d->cell[32 + file] = 'p';
    d->cell[32 + file + side] = 'P';
    d->taken[32 + file] = d->taken[32 + file + side] = true;
    oracle_cell_name(d->ep, 40 + file);
}

static void place_feature(draft *d, mate_feature feature, rng *r) {
    if (feature == MATE_ADVANCED) place_advanced(d, r);
    if (feature == MATE_CASTLING) place_castling(d, r);
    if (feature == MATE_STEPPED) place_stepped(d, r);
}

/* --- mixes --- */

/* A king at home with its rooks, where nothing else was decided. */
static void place_home(draft *d, bool black, rng *r) {
    static const char *const cells[2][3] = {{"e1", "h1", "a1"}, {"e8", "h8", "a8"}};
    if (d->home[black] || below(r, 2)) return;
    for (int i = 0; i < 3; i++)
        if (d->taken[oracle_cell(cells[black][i])]) return;
    d->home[black] = true;
    put(d, cells[black][0], black ? 'k' : 'K');
    put(d, cells[black][1], black ? 'r' : 'R');
    put(d, cells[black][2], black ? 'r' : 'R');
    grant(d, black ? 'k' : 'K');
    grant(d, black ? 'q' : 'Q');
}

static void place_mix(draft *d, mate_mix mix, rng *r) {
    int white = 1 + below(r, 3), black = below(r, 4);
    if (mix == MATE_MIDDLE) {
        white = 3 + below(r, 4);
        black = 2 + below(r, 6);
    }
    if (mix == MATE_CROWDED) {
        white = black = 24; /* some of the draws are in vain */
        place_home(d, false, r);
        place_home(d, true, r);
    }
    if (!d->home[0]) scatter(d, 'K', r);
    if (!d->home[1]) scatter(d, 'k', r);
    scatter_some(d, white, false, r);
    scatter_some(d, black, true, r);
}

static bool finish(const draft *d, oracle_chess *g) {
    char fen[ORACLE_TEXT];
    char *end = oracle_board_write(fen, d->cell);
    snprintf(end, (size_t)(fen + ORACLE_TEXT - end), " w %s %s 0 1", d->flags[0] ? d->flags : "-",
             d->ep[0] ? d->ep : "-");
    return oracle_chess_read(g, fen, false) == NULL;
}

static bool play_some(oracle_chess *g, rng *r) {
    int plies = 16 + below(r, 50);
    oracle_chess_start(g);
    for (int i = 0; i < plies; i++) {
        oracle_move list[ORACLE_WORDS];
        int count = oracle_chess_list(g, list);
        if (count == 0) return false;
        oracle_chess_apply(g, list[below(r, count)]);
    }
    if (g->mover == ORACLE_BLACK) *g = mate_board_turned(g);
    g->clock = 0;
    g->number = 1;
    return true;
}

bool mate_board(oracle_chess *g, mate_mix mix, mate_feature feature, rng *r) {
    if (mix == MATE_PLAYED) return play_some(g, r);
    draft d = {.flags = ""};
    memset(d.cell, '.', sizeof d.cell);
    place_feature(&d, feature, r);
    place_mix(&d, mix, r);
    return finish(&d, g);
}

/* --- the same in other ways --- */

static char other_colour(char piece) {
    if (piece >= 'A' && piece <= 'Z') return (char)(piece - 'A' + 'a');
    return (char)(piece >= 'a' && piece <= 'z' ? piece - 'a' + 'A' : piece);
}

/* The place seen from the other side of the board. */
static int mirrored(int place) {
    return place == ORACLE_NOWHERE ? ORACLE_NOWHERE : oracle_place(oracle_place_cell(place) ^ 56);
}

oracle_chess mate_board_turned(const oracle_chess *g) {
    oracle_chess out = *g;
    for (int cell = 0; cell < ORACLE_CELLS; cell++)
        out.at[oracle_place(cell ^ 56)] = other_colour(g->at[oracle_place(cell)]);
    for (int colour = 0; colour < 2; colour++) {
        out.king[colour] = mirrored(g->king[1 - colour]);
        for (int side = 0; side < 2; side++)
            out.rook[colour][side] = mirrored(g->rook[1 - colour][side]);
    }
    out.ep = mirrored(g->ep);
    out.mover = 1 - g->mover;
    return out;
}

bool mate_board_without(const oracle_chess *g, int place, oracle_chess *out) {
    oracle_chess less = *g;
    char fen[ORACLE_TEXT];
    less.at[place] = '.';
    for (int i = 0; i < 4; i++)
        if (less.rook[i / 2][i % 2] == place) less.rook[i / 2][i % 2] = ORACLE_NOWHERE;
    oracle_chess_write(&less, fen); /* read again: the ep cell may be void, a king attacked */
    return oracle_chess_read(out, fen, false) == NULL;
}
