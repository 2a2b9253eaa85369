#include "games/boardwalk/boardwalk_games.h"

/* Tangerine, which is Domineering: H names the left cell of a lying domino, V the lower cell of a
 * standing one. A player who cannot move has lost. */

/* The second cell that a domino on r,c covers. */
static void other_half(int player, int *r, int *c) {
    if (player == 0)
        ++*c;
    else
        --*r;
}

static int valid(const bw_state *s, bw_move m) {
    uint8_t piece;
    int r;
    int c;
    if (!bw_is_placement(m)) return 0;
    bw_place_fields(m, &piece, &r, &c);
    if (piece != "HV"[bw_player(s)] || bw_at(s, r, c) != BW_BLANK) return 0;
    other_half(bw_player(s), &r, &c);
    return bw_at(s, r, c) == BW_BLANK;
}

static void perform(bw_state *s, bw_move m) {
    uint8_t piece;
    int r;
    int c;
    bw_place_fields(m, &piece, &r, &c);
    bw_put(s, r, c, piece);
    other_half(bw_player(s), &r, &c);
    bw_put(s, r, c, piece);
}

static int finished(const bw_state *s) {
    return !bw_can_move(s, 1 - bw_player(s));
}

static int winner(const bw_state *s) {
    return bw_player(s);
}

static int next(const bw_state *s) {
    return 1 - bw_player(s);
}

static int image(int k, int cell) {
    return k > 3 ? -1 : boardwalk_image(k, cell, 6);
}

const bw_game bw_tangerine = {.abi = BW_ABI,
                              .name = "tangerine",
                              .title = "Tangerine (Domineering, 6 x 6)",
                              .rows = 6,
                              .cols = 6,
                              .players = 2,
                              .pieces = "HV",
                              .validate_move = valid,
                              .perform_move = perform,
                              .game_finished = finished,
                              .get_winner = winner,
                              .next_player = next,
                              .on_no_move = BW_DEAD_LOSES,
                              .placeable = {"H", "V"},
                              .movable = {"", ""},
                              .symmetry = image};
