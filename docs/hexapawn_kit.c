/* Hexapawn on the kit: three pawns each on three by three, one step straight forward or one
 * diagonally forward to take. The far row, all enemies taken, or an enemy without a move wins.
 *
 *     cc -shared -fPIC -O2 -I engine/sdk -o hexapawn.so docs/hexapawn_kit.c
 *     kibitz check --allow-native ./hexapawn.so
 *     kibitz play --allow-native ./hexapawn.so
 */
#include "boardwalk.h"

/* Player 0 has the W at the bottom and goes up, to row 0. */
static uint8_t pawn_of(int player) {
    return player ? 'B' : 'W';
}

static int valid(const bw_state *s, bw_move m) {
    int me = bw_player(s);
    int r0, c0, r, c;
    if (bw_is_placement(m)) return 0;
    bw_move_fields(m, &r0, &c0, &r, &c);
    if (bw_at(s, r0, c0) != pawn_of(me) || r - r0 != (me ? 1 : -1)) return 0;
    if (c == c0) return bw_at(s, r, c) == BW_BLANK;
    return (c == c0 + 1 || c == c0 - 1) && bw_at(s, r, c) == pawn_of(1 - me);
}

/* bw_player() is still the one who has just moved; who cannot move is on_no_move's business. */
static int finished(const bw_state *s) {
    int me = bw_player(s);
    int far_row = me ? bw_rows(s) - 1 : 0;
    for (int c = 0; c < bw_cols(s); c++)
        if (bw_at(s, far_row, c) == pawn_of(me)) return 1;
    return bw_count(s, pawn_of(1 - me)) == 0;
}

static int winner(const bw_state *s) {
    return bw_player(s);
}

static int next(const bw_state *s) {
    return 1 - bw_player(s);
}

static const bw_game hexapawn = {
    .abi = BW_ABI, .name = "hexapawn_kit", .title = "Hexapawn (kit)",
    .rows = 3, .cols = 3, .players = 2, .layout = "BBB\n___\nWWW", .pieces = "WB",
    .validate_move = valid, .game_finished = finished, .get_winner = winner, .next_player = next,
    .on_no_move = BW_DEAD_LOSES,
    .placeable = {"", ""}, .movable = {"W", "B"}, /* hints, for speed */
};

BW_EXPORT(hexapawn)
