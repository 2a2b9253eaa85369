#include "games/boardwalk/boardwalk_games.h"

/* Quartz, which is reversi. A player without a move is skipped. */

static const int step[8][2] = {{0, 1}, {1, 0},  {0, -1}, {-1, 0},
                               {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

/* How many enemy pieces stand in a row from r,c on, closed by one of the player's. */
static int run(const bw_state *s, int r, int c, const int *by) {
    uint8_t own = (uint8_t) "AV"[bw_player(s)];
    uint8_t foe = (uint8_t) "VA"[bw_player(s)];
    int n = 0;
    for (r += by[0], c += by[1]; bw_at(s, r, c) == foe; r += by[0], c += by[1]) n++;
    return n && bw_at(s, r, c) == own ? n : 0;
}

static int valid(const bw_state *s, bw_move m) {
    uint8_t piece;
    int r;
    int c;
    if (!bw_is_placement(m)) return 0;
    bw_place_fields(m, &piece, &r, &c);
    if (piece != "AV"[bw_player(s)] || bw_at(s, r, c) != BW_BLANK) return 0;
    for (int k = 0; k < 8; k++)
        if (run(s, r, c, step[k])) return 1;
    return 0;
}

static void perform(bw_state *s, bw_move m) {
    uint8_t piece;
    int r;
    int c;
    bw_place_fields(m, &piece, &r, &c);
    for (int k = 0; k < 8; k++)
        for (int n = run(s, r, c, step[k]); n > 0; n--)
            bw_put(s, r + n * step[k][0], c + n * step[k][1], piece);
    bw_put(s, r, c, piece);
}

static int finished(const bw_state *s) {
    return !bw_can_move(s, 1 - bw_player(s)) && !bw_can_move(s, bw_player(s));
}

static int winner(const bw_state *s) {
    int lead = bw_count(s, 'A') - bw_count(s, 'V');
    return lead > 0 ? 0 : lead < 0 ? 1 : BW_NOBODY;
}

static int next(const bw_state *s) {
    int other = 1 - bw_player(s);
    return bw_can_move(s, other) ? other : bw_player(s);
}

static int image(int k, int cell) {
    return boardwalk_image(k, cell, 8);
}

const bw_game bw_quartz = {.abi = BW_ABI,
                           .name = "quartz",
                           .title = "Quartz (reversi)",
                           .rows = 8,
                           .cols = 8,
                           .players = 2,
                           .layout = "________\n________\n________\n___AV___\n"
                                     "___VA___\n________\n________\n________",
                           .pieces = "AV",
                           .validate_move = valid,
                           .perform_move = perform,
                           .game_finished = finished,
                           .get_winner = winner,
                           .next_player = next,
                           .on_no_move = BW_DEAD_PASS,
                           .placeable = {"A", "V"},
                           .movable = {"", ""},
                           .symmetry = image};
