/* Isolation, as an example of a game on the kit: a board game from five functions.
 *
 * Each player has one piece. A turn is two moves: the piece goes one step in any direction
 * ("0,3 1,4"), then any free cell is taken out of the game ("X 2,5"). Who cannot go has lost.
 *
 *     cc -shared -fPIC -O2 -I engine/sdk -o isolation.so docs/isolation.c
 *     kibitz check --allow-native ./isolation.so
 *     kibitz play --allow-native ./isolation.so
 */
#include "boardwalk.h"

/* What the board does not show: the player has gone, and a cell is to be taken out. */
typedef struct memory {
    uint8_t gone;
} memory;

static int has_gone(const bw_state *s) {
    return ((const memory *)bw_extra_c(s))->gone;
}

/* 1. Is this move allowed? Places are on the board; everything else is asked here. */
static int validate_move(const bw_state *s, bw_move m) {
    uint8_t piece;
    int r0, c0, r, c;
    if (bw_is_placement(m)) {
        bw_place_fields(m, &piece, &r, &c);
        return has_gone(s) && piece == 'X' && bw_at(s, r, c) == BW_BLANK;
    }
    bw_move_fields(m, &r0, &c0, &r, &c);
    return !has_gone(s) && bw_at(s, r0, c0) == "AB"[bw_player(s)] &&
           bw_at(s, r, c) == BW_BLANK && (r - r0) * (r - r0) <= 1 && (c - c0) * (c - c0) <= 1;
}

/* 2. What does it do? */
static void perform_move(bw_state *s, bw_move m) {
    bw_default_perform(s, m);
    ((memory *)bw_extra(s))->gone = !bw_is_placement(m);
}

/* 3. and 4. Is that the end, and who has won? bw_player() is still the one who has just moved. */
static int game_finished(const bw_state *s) {
    return !has_gone(s) && !bw_can_move(s, 1 - bw_player(s));
}

static int get_winner(const bw_state *s) {
    return bw_player(s);
}

/* 5. Who is next? */
static int next_player(const bw_state *s) {
    return has_gone(s) ? bw_player(s) : 1 - bw_player(s);
}

/* A position that is typed in may contain anything: reject what is impossible. */
static int check(const bw_state *s, char *why, size_t size) {
    (void)why, (void)size;
    return has_gone(s) <= 1 && bw_count(s, 'A') == 1 && bw_count(s, 'B') == 1;
}

static const bw_game isolation = {
    .abi = BW_ABI, .name = "isolation", .title = "Isolation",
    .rows = 6, .cols = 8, .players = 2,
    .layout = "___A____\n________\n________\n________\n________\n____B___",
    .pieces = "ABX", .extra_size = sizeof(memory), .flags = BW_DEST_BLANK,
    .validate_move = validate_move, .perform_move = perform_move,
    .game_finished = game_finished, .get_winner = get_winner, .next_player = next_player,
    .on_no_move = BW_DEAD_LOSES, .check = check,
    .placeable = {"X", "X"}, .movable = {"A", "B"}, /* hints, for speed */
};

BW_EXPORT(isolation)
