#include "games/boardwalk/boardwalk_games.h"

/* Peridot, which is tic-tac-toe. */

static int valid(const bw_state *s, bw_move m) {
    uint8_t piece;
    int r;
    int c;
    if (!bw_is_placement(m)) return 0;
    bw_place_fields(m, &piece, &r, &c);
    return piece == "AV"[bw_player(s)] && bw_at(s, r, c) == BW_BLANK;
}

/* The piece that has three in a row, 0 if none has. */
static int line(const bw_state *s) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int i = 0; i < 9; i++) {
        uint8_t p = bw_at(s, i / 3, i % 3);
        for (int k = 0; p != BW_BLANK && k < 4; k++) {
            int r = i / 3 + step[k][0];
            int c = i % 3 + step[k][1];
            if (p == bw_at(s, r, c) && p == bw_at(s, r + step[k][0], c + step[k][1])) return p;
        }
    }
    return 0;
}

static int finished(const bw_state *s) {
    return line(s) || !bw_count(s, BW_BLANK);
}

static int winner(const bw_state *s) {
    int p = line(s);
    return p == 'A' ? 0 : p == 'V' ? 1 : BW_NOBODY;
}

static int next(const bw_state *s) {
    return 1 - bw_player(s);
}

static int image(int k, int cell) {
    return boardwalk_image(k, cell, 3);
}

const bw_game bw_peridot = {.abi = BW_ABI,
                            .name = "peridot",
                            .title = "Peridot (tic-tac-toe)",
                            .rows = 3,
                            .cols = 3,
                            .players = 2,
                            .pieces = "AV",
                            .validate_move = valid,
                            .game_finished = finished,
                            .get_winner = winner,
                            .next_player = next,
                            .placeable = {"A", "V"},
                            .movable = {"", ""},
                            .symmetry = image};
