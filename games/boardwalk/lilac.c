#include <stdio.h>

#include "games/boardwalk/boardwalk_games.h"

/* Lilac, which is Ard Ri: sixteen V hunt the king of eight A. Pieces go one step along rows and
 * columns; an enemy between the piece that moved and another of its side is taken. The king has
 * won on the border. */

enum { KING = 0xc2 /* A with a hat */, PASSIVE = 0 /* the option */ };

static const int step[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

/* Whose piece it is, -1 for none. */
static int side(uint8_t piece) {
    return piece == 'V' ? 0 : piece == 'A' || piece == KING ? 1 : -1;
}

static int valid(const bw_state *s, bw_move m) {
    int r0;
    int c0;
    int r1;
    int c1;
    if (bw_is_placement(m)) return 0;
    bw_move_fields(m, &r0, &c0, &r1, &c1);
    uint8_t piece = bw_at(s, r0, c0);
    if ((r1 - r0) * (r1 - r0) + (c1 - c0) * (c1 - c0) != 1) return 0;
    if (side(piece) != bw_player(s) || bw_at(s, r1, c1) != BW_BLANK) return 0;
    return piece == KING || r1 != 3 || c1 != 3;
}

static void take_around(bw_state *s, int r, int c) {
    int own = bw_player(s);
    for (int k = 0; k < 4; k++) {
        int dr = step[k][0];
        int dc = step[k][1];
        if (side(bw_at(s, r + dr, c + dc)) == 1 - own &&
            side(bw_at(s, r + 2 * dr, c + 2 * dc)) == own)
            bw_put(s, r + dr, c + dc, BW_BLANK);
    }
}

static void perform(bw_state *s, bw_move m) {
    int r0;
    int c0;
    int r;
    int c;
    int foe = 1 - bw_player(s);
    bw_move_fields(m, &r0, &c0, &r, &c);
    bw_default_perform(s, m);
    take_around(s, r, c);
    if (!bw_option(s, PASSIVE)) return;
    for (int k = 0; k < 2; k++)
        if (side(bw_at(s, r + step[k][0], c + step[k][1])) == foe &&
            side(bw_at(s, r - step[k][0], c - step[k][1])) == foe)
            bw_put(s, r, c, BW_BLANK);
}

static int winner(const bw_state *s) {
    int r;
    int c;
    if (!bw_find(s, KING, &r, &c)) return 0;
    return r == 0 || c == 0 || r == 6 || c == 6 ? 1 : BW_NOBODY;
}

static int finished(const bw_state *s) {
    return winner(s) != BW_NOBODY;
}

static int next(const bw_state *s) {
    return 1 - bw_player(s);
}

static int possible(const bw_state *s, char *why, size_t size) {
    uint8_t centre = bw_at(s, 3, 3);
    if (bw_count(s, KING) <= 1 && (centre == KING || centre == BW_BLANK)) return 1;
    (void)snprintf(why, size, "there is one king, and only the king may be in the centre");
    return 0;
}

static const bw_choice options[] = {
    {"passive_capture", 0, 0, 1, "a piece that moves between two enemies is taken"}, {0}};

const bw_game bw_lilac = {.abi = BW_ABI,
                          .name = "lilac",
                          .title = "Lilac (Ard Ri)",
                          .rows = 7,
                          .cols = 7,
                          .players = 2,
                          .layout = "__VVV__\n___V___\nV_AAA_V\nVVAÂAVV\n"
                                    "V_AAA_V\n___V___\n__VVV__",
                          .pieces = "VAÂ",
                          .plain = "VAK",
                          .flags = BW_DEST_BLANK,
                          .validate_move = valid,
                          .perform_move = perform,
                          .game_finished = finished,
                          .get_winner = winner,
                          .next_player = next,
                          .options = options,
                          .on_no_move = BW_DEAD_LOSES,
                          .max_plies = 400,
                          .repetition = 3,
                          .check = possible,
                          .placeable = {"", ""},
                          .movable = {"V", "AÂ"}};
