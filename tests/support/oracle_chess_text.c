#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/oracle_chess.h"

static const char white_start[] = "RNBQKBNR";

static bool is_black(char piece) {
    return piece >= 'a' && piece <= 'z';
}

static void clear(oracle_chess *g, bool chess960) {
    memset(g, 0, sizeof *g);
    memset(g->at, '#', sizeof g->at);
    for (int cell = 0; cell < ORACLE_CELLS; cell++) g->at[oracle_place(cell)] = '.';
    for (int i = 0; i < 4; i++) g->rook[i / 2][i % 2] = ORACLE_NOWHERE;
    g->ep = ORACLE_NOWHERE;
    g->number = 1;
    g->chess960 = chess960;
}

/* Puts the cells on the board and finds the kings. */
static const char *fill(oracle_chess *g, const char cell[ORACLE_CELLS]) {
    int kings[2] = {0, 0};
    for (int i = 0; i < ORACLE_CELLS; i++) {
        char piece = cell[i];
        g->at[oracle_place(i)] = piece;
        if ((piece == 'P' || piece == 'p') && (i < 8 || i >= 56))
            return "a pawn on the first or last rank";
        if (piece != 'K' && piece != 'k') continue;
        kings[is_black(piece)]++;
        g->king[is_black(piece)] = oracle_place(i);
    }
    return kings[0] == 1 && kings[1] == 1 ? NULL : "not one king of each colour";
}

/* --- castling flags --- */

static int first_rank(int colour) { /* the place of its a file */
    return oracle_place(colour == ORACLE_WHITE ? 0 : 56);
}

/* The rook farthest from the middle on this side of the king. */
static int outer_rook(const oracle_chess *g, int colour, int side) {
    int from = first_rank(colour) + (side == ORACLE_KING_SIDE ? 7 : 0);
    int way = side == ORACLE_KING_SIDE ? -1 : 1;
    char rook = colour == ORACLE_WHITE ? 'R' : 'r';
    for (int place = from; place != g->king[colour] && g->at[place] != '#'; place += way)
        if (g->at[place] == rook) return place;
    return ORACLE_NOWHERE;
}

/* The rook that a flag names; nowhere if there is none. */
static int flagged_rook(const oracle_chess *g, int colour, char flag) {
    char rook = colour == ORACLE_WHITE ? 'R' : 'r';
    int place = ORACLE_NOWHERE;
    if (flag == 'k' || flag == 'q')
        place = outer_rook(g, colour, flag == 'k' ? ORACLE_KING_SIDE : ORACLE_QUEEN_SIDE);
    else if (flag >= 'a' && flag <= 'h' && g->chess960)
        place = first_rank(colour) + (flag - 'a');
    return place != ORACLE_NOWHERE && g->at[place] == rook ? place : ORACLE_NOWHERE;
}

static bool read_flag(oracle_chess *g, char flag) {
    int colour = is_black(flag) ? ORACLE_BLACK : ORACLE_WHITE;
    int king = g->king[colour], home = first_rank(colour);
    if (king < home || king > home + 7) return false;
    int rook = flagged_rook(g, colour, (char)(is_black(flag) ? flag : flag - 'A' + 'a'));
    if (rook == ORACLE_NOWHERE) return false;
    if (!g->chess960 && (king != home + 4 || (rook != home && rook != home + 7))) return false;
    int side = rook > king ? ORACLE_KING_SIDE : ORACLE_QUEEN_SIDE;
    if (g->rook[colour][side] != ORACLE_NOWHERE) return false; /* twice */
    g->rook[colour][side] = rook;
    return true;
}

static const char *read_flags(oracle_chess *g, const char *flags) {
    if (strcmp(flags, "-") == 0) return NULL;
    for (; *flags; flags++)
        if (!read_flag(g, *flags)) return "a castling flag that does not fit the board";
    return NULL;
}

static char *write_flags(char *out, const oracle_chess *g) {
    char *start = out;
    for (int colour = 0; colour < 2; colour++)
        for (int side = 0; side < 2; side++) {
            int rook = g->rook[colour][side];
            if (rook == ORACLE_NOWHERE) continue;
            char flag = side == ORACLE_KING_SIDE ? 'K' : 'Q';
            if (g->chess960) flag = (char)('A' + oracle_place_cell(rook) % 8);
            *out++ = (char)(colour == ORACLE_WHITE ? flag : flag - 'A' + 'a');
        }
    if (out == start) *out++ = '-';
    *out = '\0';
    return out;
}

/* --- the other fields --- */

/* Kept when the pawn stands where it must and an enemy pawn may take it. */
static const char *read_ep(oracle_chess *g, const char *word) {
    if (strcmp(word, "-") == 0) return NULL;
    int cell = oracle_cell(word);
    if (cell < 0 || word[2] != '\0') return "an en passant cell that is none";
    if (cell / 8 != (g->mover == ORACLE_WHITE ? 5 : 2)) return "an en passant cell on a wrong rank";
    int place = oracle_place(cell), on = g->mover == ORACLE_WHITE ? -10 : 10;
    char mine = g->mover == ORACLE_WHITE ? 'P' : 'p', enemy = g->mover == ORACLE_WHITE ? 'p' : 'P';
    bool stepped = g->at[place] == '.' && g->at[place - on] == '.' && g->at[place + on] == enemy;
    if (stepped && (g->at[place + on - 1] == mine || g->at[place + on + 1] == mine)) g->ep = place;
    if (g->ep != ORACLE_NOWHERE && !oracle_chess_takes_ep(g)) g->ep = ORACLE_NOWHERE;
    return NULL;
}

static bool read_number(const char *word, int lowest, int *out) {
    char *end;
    long value = strtol(word, &end, 10);
    *out = (int)value;
    return *end == '\0' && word[0] >= '0' && word[0] <= '9' && value >= lowest && value <= 9999;
}

enum { FIELDS = 5, FIELD = 16 }; /* those after the board */

/* Splits at single spaces; false unless there are five words of fitting length. */
static bool split(const char *s, char field[FIELDS][FIELD]) {
    for (int i = 0; i < FIELDS; i++) {
        if (*s++ != ' ') return false;
        size_t length = strcspn(s, " ");
        if (length == 0 || length >= FIELD) return false;
        memcpy(field[i], s, length);
        field[i][length] = '\0';
        s += length;
    }
    return *s == '\0';
}

const char *oracle_chess_read(oracle_chess *g, const char *fen, bool chess960) {
    char cell[ORACLE_CELLS], field[FIELDS][FIELD];
    clear(g, chess960);
    const char *rest = oracle_board_read(fen, "KQRBNPkqrbnp", cell);
    if (!rest) return "a board that is none";
    if (!split(rest, field)) return "not six fields";
    const char *wrong = fill(g, cell);
    if (wrong) return wrong;
    if (strcmp(field[0], "w") != 0 && strcmp(field[0], "b") != 0) return "a side that is none";
    g->mover = field[0][0] == 'w' ? ORACLE_WHITE : ORACLE_BLACK;
    wrong = read_flags(g, field[1]);
    if (!wrong) wrong = read_ep(g, field[2]);
    if (wrong) return wrong;
    if (!read_number(field[3], 0, &g->clock)) return "a clock that is none";
    if (!read_number(field[4], 1, &g->number)) return "a move number that is none";
    if (oracle_chess_attacked(g, g->king[1 - g->mover], g->mover))
        return "the side that is not to move is in check";
    return NULL;
}

void oracle_chess_write(const oracle_chess *g, char out[ORACLE_TEXT]) {
    char cell[ORACLE_CELLS];
    for (int i = 0; i < ORACLE_CELLS; i++) cell[i] = g->at[oracle_place(i)];
    char *end = oracle_board_write(out, cell);
    *end++ = ' ';
    *end++ = g->mover == ORACLE_WHITE ? 'w' : 'b';
    *end++ = ' ';
    end = write_flags(end, g);
    *end++ = ' ';
    if (g->ep == ORACLE_NOWHERE)
        *end++ = '-';
    else
        end = oracle_cell_name(end, oracle_place_cell(g->ep));
    snprintf(end, (size_t)(out + ORACLE_TEXT - end), " %d %d", g->clock, g->number);
}

/* --- starts --- */

/* A set-up from the eight pieces of the first rank; all four rights. */
static void set_up(oracle_chess *g, const char pieces[8], bool chess960) {
    char cell[ORACLE_CELLS];
    memset(cell, '.', sizeof cell);
    for (int file = 0; file < 8; file++) {
        cell[file] = pieces[file];
        cell[8 + file] = 'P';
        cell[48 + file] = 'p';
        cell[56 + file] = (char)(pieces[file] - 'A' + 'a');
    }
    clear(g, chess960);
    const char *wrong = fill(g, cell);
    assert(!wrong);
    (void)wrong;
    for (int i = 0; i < 4; i++) g->rook[i / 2][i % 2] = outer_rook(g, i / 2, i % 2);
}

void oracle_chess_start(oracle_chess *g) {
    set_up(g, white_start, false);
}

/* Puts a piece on the n-th free file. */
static void place_free(char pieces[8], int n, char piece) {
    for (int file = 0; file < 8; file++)
        if (pieces[file] == '.' && n-- == 0) {
            pieces[file] = piece;
            return;
        }
}

/* Scharnagl's numbering: the bishop on light cells, the one on dark cells, the queen, the knights
 * (a pair out of five free files, in the order of the alphabet), then rook, king, rook. */
void oracle_chess_start960(oracle_chess *g, int number) {
    static const int knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                       {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    assert(number >= 0 && number < 960);
    char pieces[8] = {'.', '.', '.', '.', '.', '.', '.', '.'};
    int light = 2 * (number % 4) + 1, dark = 2 * (number / 4 % 4);
    pieces[light] = pieces[dark] = 'B';
    place_free(pieces, number / 16 % 6, 'Q');
    const int *pair = knights[number / 96];
    place_free(pieces, pair[1], 'N'); /* the farther one first: it does not move the nearer */
    place_free(pieces, pair[0], 'N');
    place_free(pieces, 0, 'R');
    place_free(pieces, 0, 'K');
    place_free(pieces, 0, 'R');
    set_up(g, pieces, true);
}
