#include "games/boardwalk/boardwalk_games.h"

/* Lazuli, which is peg solitaire on the English board: the last peg has to stand in the middle. */

static int valid(const bw_state *s, bw_move m) {
    int r0;
    int c0;
    int r1;
    int c1;
    if (bw_is_placement(m)) return 0;
    bw_move_fields(m, &r0, &c0, &r1, &c1);
    int dr = r1 - r0;
    int dc = c1 - c0;
    if (dr * dr + dc * dc != 4) return 0; /* two cells along a row or column */
    return bw_at(s, r0, c0) == 'X' && bw_at(s, r0 + dr / 2, c0 + dc / 2) == 'X' &&
           bw_at(s, r1, c1) == BW_BLANK;
}

static void perform(bw_state *s, bw_move m) {
    int r0;
    int c0;
    int r1;
    int c1;
    bw_move_fields(m, &r0, &c0, &r1, &c1);
    bw_default_perform(s, m);
    bw_put(s, (r0 + r1) / 2, (c0 + c1) / 2, BW_BLANK);
}

static int finished(const bw_state *s) {
    return !bw_can_move(s, 0);
}

static int winner(const bw_state *s) {
    return bw_count(s, 'X') == 1 && bw_at(s, 3, 3) == 'X' ? 0 : BW_NOBODY;
}

static int next(const bw_state *s) {
    (void)s;
    return 0;
}

static int image(int k, int cell) {
    return boardwalk_image(k, cell, 7);
}

const bw_game bw_lazuli = {.abi = BW_ABI,
                           .name = "lazuli",
                           .title = "Lazuli (peg solitaire)",
                           .rows = 7,
                           .cols = 7,
                           .players = 1,
                           .layout = "  XXX  \n  XXX  \nXXXXXXX\nXXX_XXX\n"
                                     "XXXXXXX\n  XXX  \n  XXX  ",
                           .pieces = "X",
                           .flags = BW_DEST_BLANK | BW_SOLO_LOSS,
                           .validate_move = valid,
                           .perform_move = perform,
                           .game_finished = finished,
                           .get_winner = winner,
                           .next_player = next,
                           .placeable = {""},
                           .movable = {"X"},
                           .symmetry = image};
