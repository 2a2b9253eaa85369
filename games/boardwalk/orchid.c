#include <stdio.h>

#include "games/boardwalk/boardwalk_games.h"

/* Orchid, which is Kharebga: both place twelve pieces, two at a time, never in the middle; then
 * they move along rows and columns and take what stands between the piece that moved and another
 * of its side. Who cannot move is skipped. */

enum { PLACEMENTS = 24 };

typedef struct memory {
    uint8_t placed; /* pieces placed by both */
} memory;

static int placed(const bw_state *s) {
    return ((const memory *)bw_extra_c(s))->placed;
}

static int valid(const bw_state *s, bw_move m) {
    uint8_t piece;
    int r0;
    int c0;
    int r;
    int c;
    uint8_t own = (uint8_t) "AB"[bw_player(s)];
    if (bw_is_placement(m)) {
        bw_place_fields(m, &piece, &r, &c);
        return placed(s) < PLACEMENTS && piece == own && bw_at(s, r, c) == BW_BLANK &&
               (r != 2 || c != 2);
    }
    bw_move_fields(m, &r0, &c0, &r, &c);
    return placed(s) == PLACEMENTS && (r0 == r || c0 == c) && bw_at(s, r0, c0) == own &&
           bw_at(s, r, c) == BW_BLANK && bw_line_free(s, r0, c0, r, c);
}

static void perform(bw_state *s, bw_move m) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    int r0;
    int c0;
    int r;
    int c;
    uint8_t own = (uint8_t) "AB"[bw_player(s)];
    uint8_t foe = (uint8_t) "BA"[bw_player(s)];
    bw_default_perform(s, m);
    if (bw_is_placement(m)) {
        ((memory *)bw_extra(s))->placed++;
        return;
    }
    bw_move_fields(m, &r0, &c0, &r, &c);
    for (int k = 0; k < 4; k++) {
        int dr = step[k][0];
        int dc = step[k][1];
        if (bw_at(s, r + dr, c + dc) == foe && bw_at(s, r + 2 * dr, c + 2 * dc) == own)
            bw_put(s, r + dr, c + dc, BW_BLANK);
    }
}

static int finished(const bw_state *s) {
    int p = bw_player(s);
    if (placed(s) < PLACEMENTS) return 0;
    return !bw_count(s, (uint8_t) "BA"[p]) || (!bw_can_move(s, 1 - p) && !bw_can_move(s, p));
}

static int winner(const bw_state *s) {
    int p = bw_player(s);
    return bw_count(s, (uint8_t) "BA"[p]) ? BW_NOBODY : p;
}

static int next(const bw_state *s) {
    int n = placed(s);
    if (n < PLACEMENTS) return n / 2 % 2;
    int other = 1 - bw_player(s);
    return bw_can_move(s, other) ? other : bw_player(s);
}

static int possible(const bw_state *s, char *why, size_t size) {
    int n = placed(s);
    int a = bw_count(s, 'A');
    int b = bw_count(s, 'B');
    int first = n / 4 * 2 + (n % 4 < 2 ? n % 4 : 2); /* of the placements so far */
    int good = n < PLACEMENTS ? a == first && b == n - first && bw_player(s) == n / 2 % 2 &&
                                    bw_at(s, 2, 2) == BW_BLANK
                              : n == PLACEMENTS && a <= 12 && b <= 12;
    if (!good)
        (void)snprintf(why, size, "%d A and %d B, player %d: not after %d placements", a, b,
                       bw_player(s), n);
    return good;
}

static int show(const bw_state *s, char *out, size_t size) {
    int n = placed(s);
    return n < PLACEMENTS ? snprintf(out, size, "placed: %d of %d", n, PLACEMENTS) : 0;
}

const bw_game bw_orchid = {.abi = BW_ABI,
                           .name = "orchid",
                           .title = "Orchid (Kharebga)",
                           .rows = 5,
                           .cols = 5,
                           .players = 2,
                           .pieces = "AB",
                           .extra_size = sizeof(memory),
                           .flags = BW_DEST_BLANK,
                           .validate_move = valid,
                           .perform_move = perform,
                           .game_finished = finished,
                           .get_winner = winner,
                           .next_player = next,
                           .on_no_move = BW_DEAD_PASS,
                           .max_plies = 400,
                           .repetition = 3,
                           .check = possible,
                           .show = show,
                           .placeable = {"A", "B"},
                           .movable = {"A", "B"}};
