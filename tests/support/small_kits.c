#include "tests/support/small_kits.h"

#include <stdio.h>

int kit_any_blank(const bw_state *s, bw_move m) {
    uint8_t piece;
    int r;
    int c;
    if (!bw_is_placement(m)) return 0;
    bw_place_fields(m, &piece, &r, &c);
    return piece == "ABC"[bw_player(s)] && bw_at(s, r, c) == BW_BLANK;
}

/* Finished when player 2 has just moved and three cells or fewer are left. */
static int third_fills(const bw_state *s) {
    return bw_player(s) == 2 && bw_count(s, BW_BLANK) <= 3;
}

int kit_whoever_moved(const bw_state *s) {
    return bw_player(s);
}

int kit_next_of_three(const bw_state *s) {
    return (bw_player(s) + 1) % 3;
}

static int by_the_new_player(const bw_state *s) {
    return 10 * bw_round(s) + bw_player(s);
}

int kit_never(const bw_state *s) {
    (void)s;
    return 0;
}

const bw_game kit_row = {.abi = BW_ABI,
                         .name = "row",
                         .rows = 1,
                         .cols = 9,
                         .players = 3,
                         .pieces = "ABC",
                         .validate_move = kit_any_blank,
                         .game_finished = third_fills,
                         .get_winner = kit_whoever_moved,
                         .next_player = kit_next_of_three,
                         .round_counter = by_the_new_player,
                         .placeable = {"A", "B", "C"},
                         .movable = {"", "", ""}};

int kit_other(const bw_state *s) {
    return 1 - bw_player(s);
}

/* A piece that walks up and down a row of three. */
static int walks(const bw_state *s, bw_move m) {
    int r0;
    int c0;
    int r;
    int c;
    if (bw_is_placement(m)) return 0;
    bw_move_fields(m, &r0, &c0, &r, &c);
    return bw_at(s, r0, c0) == "AB"[bw_player(s)] && bw_at(s, r, c) == BW_BLANK && c - c0 < 2 &&
           c0 - c < 2 && r == r0;
}

const bw_game kit_walk = {.abi = BW_ABI,
                          .name = "walk",
                          .rows = 2,
                          .cols = 3,
                          .players = 2,
                          .layout = "A__\nB__",
                          .pieces = "AB",
                          .validate_move = walks,
                          .game_finished = kit_never,
                          .get_winner = kit_never,
                          .next_player = kit_other,
                          .max_plies = 12,
                          .repetition = 3};

kit *kit_made(const bw_game *g) {
    kit *k = NULL;
    error err = {0};
    if (kit_create(&k, g, &err) != ST_OK) (void)printf("  %s\n", err.text);
    return k;
}
