#include <stdio.h>

#include "games/boardwalk/boardwalk_games.h"

/* Obsidian, which is chess without check, castling and en passant: who takes the king has won.
 * A rook, B knight, C bishop, D king, E queen, F pawn; player 0 is lower case and moves up. */

/* The kind of a piece as a letter from a to f, 0 if it is not this player's. */
static int kind_of(int player, uint8_t piece) {
    int kind = player == 0 ? piece : piece - 'A' + 'a';
    return kind >= 'a' && kind <= 'f' ? kind : 0;
}

static int valid_pawn(const bw_state *s, int r0, int c0, int r1, int c1) {
    int up = bw_player(s) == 0 ? -1 : 1;
    int home = bw_player(s) == 0 ? 6 : 1;
    uint8_t there = bw_at(s, r1, c1);
    if (c1 == c0) {
        if (there != BW_BLANK) return 0;
        if (r1 == r0 + up) return 1;
        return r0 == home && r1 == r0 + 2 * up && bw_at(s, r0 + up, c0) == BW_BLANK;
    }
    return r1 == r0 + up && (c1 == c0 + 1 || c1 == c0 - 1) && kind_of(1 - bw_player(s), there) != 0;
}

static int valid(const bw_state *s, bw_move m) {
    int r0;
    int c0;
    int r1;
    int c1;
    if (bw_is_placement(m)) return 0;
    bw_move_fields(m, &r0, &c0, &r1, &c1);
    int dr = r1 > r0 ? r1 - r0 : r0 - r1;
    int dc = c1 > c0 ? c1 - c0 : c0 - c1;
    if (kind_of(bw_player(s), bw_at(s, r1, c1))) return 0;
    switch (kind_of(bw_player(s), bw_at(s, r0, c0))) {
    case 'a':
        return (dr == 0 || dc == 0) && bw_line_free(s, r0, c0, r1, c1);
    case 'b':
        return dr * dc == 2;
    case 'c':
        return dr == dc && bw_line_free(s, r0, c0, r1, c1);
    case 'd':
        return dr <= 1 && dc <= 1;
    case 'e':
        return bw_line_free(s, r0, c0, r1, c1);
    case 'f':
        return valid_pawn(s, r0, c0, r1, c1);
    default:
        return 0;
    }
}

static void perform(bw_state *s, bw_move m) {
    int r0;
    int c0;
    int r1;
    int c1;
    bw_move_fields(m, &r0, &c0, &r1, &c1);
    bw_default_perform(s, m);
    uint8_t piece = bw_at(s, r1, c1);
    if (piece == 'f' && r1 == 0) bw_put(s, r1, c1, 'e');
    if (piece == 'F' && r1 == 7) bw_put(s, r1, c1, 'E');
}

static int finished(const bw_state *s) {
    int r;
    int c;
    return !bw_find(s, (uint8_t) "Dd"[bw_player(s)], &r, &c);
}

static int winner(const bw_state *s) {
    return bw_player(s);
}

static int next(const bw_state *s) {
    return 1 - bw_player(s);
}

/* A king may be gone: the position after the last move is one, too. */
static int possible(const bw_state *s, char *why, size_t size) {
    int kings[2] = {bw_count(s, 'd'), bw_count(s, 'D')};
    if (kings[0] <= 1 && kings[1] <= 1 && kings[0] + kings[1] > 0) return 1;
    (void)snprintf(why, size, "each side has one king, and only one can be taken");
    return 0;
}

const bw_game bw_obsidian = {.abi = BW_ABI,
                             .name = "obsidian",
                             .title = "Obsidian (chess without check)",
                             .rows = 8,
                             .cols = 8,
                             .players = 2,
                             .layout = "ABCDECBA\nFFFFFFFF\n________\n________\n"
                                       "________\n________\nffffffff\nabcdecba",
                             .pieces = "abcdefABCDEF",
                             .validate_move = valid,
                             .perform_move = perform,
                             .game_finished = finished,
                             .get_winner = winner,
                             .next_player = next,
                             .on_no_move = BW_DEAD_DRAW,
                             .max_plies = 400,
                             .repetition = 3,
                             .check = possible,
                             .placeable = {"", ""},
                             .movable = {"abcdef", "ABCDEF"}};
