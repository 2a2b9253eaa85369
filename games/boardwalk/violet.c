#include <stdio.h>

#include "games/boardwalk/boardwalk_games.h"

/* Violet, which is Amazons: a queen's move, then from where the piece stands a shot, `X r,c`, that
 * closes a cell for good. Two moves of the same player. Who cannot move a piece has lost. */

typedef struct memory {
    uint8_t shooting, r, c; /* a piece has moved there and is to shoot */
} memory;

static const memory *memory_of(const bw_state *s) {
    return bw_extra_c(s);
}

static int valid(const bw_state *s, bw_move m) {
    const memory *e = memory_of(s);
    uint8_t piece;
    int r0;
    int c0;
    int r;
    int c;
    if (bw_is_placement(m)) {
        bw_place_fields(m, &piece, &r, &c);
        return e->shooting && piece == 'X' && bw_at(s, r, c) == BW_BLANK &&
               bw_line_free(s, e->r, e->c, r, c);
    }
    if (e->shooting) return 0;
    bw_move_fields(m, &r0, &c0, &r, &c);
    return bw_at(s, r0, c0) == "AV"[bw_player(s)] && bw_at(s, r, c) == BW_BLANK &&
           bw_line_free(s, r0, c0, r, c);
}

static void perform(bw_state *s, bw_move m) {
    int r0;
    int c0;
    int r = 0;
    int c = 0;
    bw_default_perform(s, m);
    if (!bw_is_placement(m)) bw_move_fields(m, &r0, &c0, &r, &c);
    *(memory *)bw_extra(s) = (memory){!bw_is_placement(m), (uint8_t)r, (uint8_t)c};
}

static int finished(const bw_state *s) {
    return !memory_of(s)->shooting && !bw_can_move(s, 1 - bw_player(s));
}

static int winner(const bw_state *s) {
    return bw_player(s);
}

static int next(const bw_state *s) {
    return memory_of(s)->shooting ? bw_player(s) : 1 - bw_player(s);
}

static int possible(const bw_state *s, char *why, size_t size) {
    const memory *e = memory_of(s);
    if (e->shooting == 1 && bw_at(s, e->r, e->c) == "AV"[bw_player(s)]) return 1;
    if (!e->shooting && !e->r && !e->c) return 1;
    (void)snprintf(why, size, "a shot comes from a piece of the player to move");
    return 0;
}

static int show(const bw_state *s, char *out, size_t size) {
    const memory *e = memory_of(s);
    return e->shooting ? snprintf(out, size, "to shoot: %d,%d", e->r, e->c) : 0;
}

const bw_game bw_violet = {.abi = BW_ABI,
                           .name = "violet",
                           .title = "Violet (Amazons)",
                           .rows = 10,
                           .cols = 10,
                           .players = 2,
                           .layout = "___V__V___\n__________\n__________\nV________V\n__________\n"
                                     "__________\nA________A\n__________\n__________\n___A__A___",
                           .pieces = "AVX",
                           .extra_size = sizeof(memory),
                           .flags = BW_DEST_BLANK,
                           .validate_move = valid,
                           .perform_move = perform,
                           .game_finished = finished,
                           .get_winner = winner,
                           .next_player = next,
                           .on_no_move = BW_DEAD_LOSES,
                           .check = possible,
                           .show = show,
                           .placeable = {"X", "X"},
                           .movable = {"A", "V"}};
