#include <stdio.h>

#include "games/boardwalk/boardwalk_games.h"

/* Saffron, a duel of light cycles in turns. A cell that was left holds a marker; to step on one is
 * allowed, and loses at once. */

typedef struct memory {
    uint8_t crashed; /* the player who moved last stepped on a marker */
} memory;

static int valid(const bw_state *s, bw_move m) {
    int r0;
    int c0;
    int r1;
    int c1;
    int p = bw_player(s);
    if (bw_is_placement(m)) return 0;
    bw_move_fields(m, &r0, &c0, &r1, &c1);
    int distance = (r1 - r0) * (r1 - r0) + (c1 - c0) * (c1 - c0);
    return bw_at(s, r0, c0) == "AB"[p] && distance == 1 && bw_at(s, r1, c1) != "BA"[p];
}

static void perform(bw_state *s, bw_move m) {
    int r0;
    int c0;
    int r1;
    int c1;
    int p = bw_player(s);
    bw_move_fields(m, &r0, &c0, &r1, &c1);
    ((memory *)bw_extra(s))->crashed = bw_at(s, r1, c1) != BW_BLANK;
    bw_put(s, r1, c1, (uint8_t) "AB"[p]);
    bw_put(s, r0, c0, (uint8_t) "ab"[p]);
}

static int finished(const bw_state *s) {
    return ((const memory *)bw_extra_c(s))->crashed;
}

static int winner(const bw_state *s) {
    return 1 - bw_player(s);
}

static int next(const bw_state *s) {
    return 1 - bw_player(s);
}

static int possible(const bw_state *s, char *why, size_t size) {
    if (bw_count(s, 'A') == 1 && bw_count(s, 'B') == 1 &&
        ((const memory *)bw_extra_c(s))->crashed <= 1)
        return 1;
    (void)snprintf(why, size, "there is one A and one B, and a crash is 00 or 01");
    return 0;
}

const bw_game bw_saffron = {.abi = BW_ABI,
                            .name = "saffron",
                            .title = "Saffron (Tron, in turns)",
                            .rows = 8,
                            .cols = 8,
                            .players = 2,
                            .layout = "________\n________\n________\n___A____\n"
                                      "____B___\n________\n________\n________",
                            .pieces = "ABab",
                            .extra_size = sizeof(memory),
                            .validate_move = valid,
                            .perform_move = perform,
                            .game_finished = finished,
                            .get_winner = winner,
                            .next_player = next,
                            .check = possible,
                            .placeable = {"", ""},
                            .movable = {"A", "B"}};
