#include <stdio.h>

#include "games/boardwalk/boardwalk_games.h"

/* Daisy, which is Unashogi: shogi without promotion where all pieces start in hand. A king, B rook,
 * C bishop, D gold, E silver, F knight, G lance, H pawn; player 0 is upper case and moves up. Who
 * takes the enemy A has won, and no player takes while their own A is not on the board. */

enum { KINDS = 8, SIDE = 9, MAX_IN_HAND = 9 };

typedef struct memory {
    uint8_t hand[2][KINDS];
} memory;

static const uint8_t start[KINDS] = {1, 1, 1, 2, 2, 2, 2, 9};

static const memory *memory_of(const bw_state *s) {
    return bw_extra_c(s);
}

static void init(bw_state *s) {
    memory *e = bw_extra(s);
    for (int k = 0; k < KINDS; k++) e->hand[0][k] = e->hand[1][k] = start[k];
}

static uint8_t letter(int player, int kind) {
    return (uint8_t)((player == 0 ? 'A' : 'a') + kind);
}

/* The kind of a piece, -1 if it is not this player's. */
static int kind_of(int player, uint8_t piece) {
    int kind = piece - letter(player, 0);
    return kind >= 0 && kind < KINDS ? kind : -1;
}

static int king_stands(const bw_state *s, int player) {
    int r;
    int c;
    return bw_find(s, letter(player, 0), &r, &c);
}

/* Whether a kind goes this many rows forward and columns aside; slides are not looked at for what
 * stands in between. */
static int reaches(int kind, int ahead, int aside) {
    int far = ahead < 0 ? -ahead : ahead;
    int wide = aside < 0 ? -aside : aside;
    int near = far <= 1 && wide <= 1;
    switch (kind) {
    case 0:
        return near;
    case 1:
        return far == 0 || wide == 0;
    case 2:
        return far == wide;
    case 3:
        return near && (ahead >= 0 || wide == 0);
    case 4:
        return near && far == 1 && (wide == 1 || ahead == 1);
    case 5:
        return ahead == 2 && wide == 1;
    case 6:
        return ahead > 0 && wide == 0;
    default:
        return ahead == 1 && wide == 0;
    }
}

static int slides(int kind) {
    return kind == 1 || kind == 2 || kind == 6;
}

static int valid(const bw_state *s, bw_move m) {
    uint8_t piece;
    int r0;
    int c0;
    int r;
    int c;
    int p = bw_player(s);
    if (bw_is_placement(m)) {
        bw_place_fields(m, &piece, &r, &c);
        int kind = kind_of(p, piece);
        return kind >= 0 && memory_of(s)->hand[p][kind] && bw_at(s, r, c) == BW_BLANK;
    }
    bw_move_fields(m, &r0, &c0, &r, &c);
    int kind = kind_of(p, bw_at(s, r0, c0));
    if (kind < 0 || !reaches(kind, p == 0 ? r0 - r : r - r0, c - c0)) return 0;
    uint8_t there = bw_at(s, r, c);
    if (kind_of(p, there) >= 0 || (slides(kind) && !bw_line_free(s, r0, c0, r, c))) return 0;
    return there == BW_BLANK || king_stands(s, p);
}

static void perform(bw_state *s, bw_move m) {
    memory *e = bw_extra(s);
    int p = bw_player(s);
    uint8_t piece;
    int r0;
    int c0;
    int r;
    int c;
    if (bw_is_placement(m)) {
        bw_place_fields(m, &piece, &r, &c);
        e->hand[p][kind_of(p, piece)]--;
    } else {
        bw_move_fields(m, &r0, &c0, &r, &c);
        int taken = kind_of(1 - p, bw_at(s, r, c));
        if (taken >= 0) e->hand[p][taken]++;
    }
    bw_default_perform(s, m);
}

static int finished(const bw_state *s) {
    int foe = 1 - bw_player(s);
    return !memory_of(s)->hand[foe][0] && !king_stands(s, foe);
}

static int winner(const bw_state *s) {
    return bw_player(s);
}

static int next(const bw_state *s) {
    return 1 - bw_player(s);
}

static int possible(const bw_state *s, char *why, size_t size) {
    const memory *e = memory_of(s);
    for (int k = 0; k < KINDS; k++) {
        int n = e->hand[0][k] + e->hand[1][k];
        n += bw_count(s, letter(0, k)) + bw_count(s, letter(1, k));
        if (n == 2 * start[k]) continue;
        (void)snprintf(why, size, "%d pieces %c on the board and in hand, not %d", n, 'A' + k,
                       2 * start[k]);
        return 0;
    }
    return 1;
}

/* Drops are most of the moves, and need not be looked at one by one. */
static int count(const bw_state *s) {
    int p = bw_player(s);
    int n = 0;
    for (int k = 0; k < KINDS; k++) n += memory_of(s)->hand[p][k] > 0;
    n *= bw_count(s, BW_BLANK);
    for (int i = 0; i < SIDE * SIDE; i++) {
        if (kind_of(p, bw_at(s, i / SIDE, i % SIDE)) < 0) continue;
        for (int j = 0; j < SIDE * SIDE; j++)
            n += i != j && valid(s, bw_movement(i / SIDE, i % SIDE, j / SIDE, j % SIDE));
    }
    return n;
}

static int show(const bw_state *s, char *out, size_t size) {
    const memory *e = memory_of(s);
    size_t n = 0;
    for (int p = 0; p < 2; p++) {
        if (n < size) n += (size_t)snprintf(out + n, size - n, p ? "\nin hand:" : "in hand:");
        for (int k = 0; k < KINDS && n < size; k++)
            if (e->hand[p][k])
                n += (size_t)snprintf(out + n, size - n, " %c x%d", letter(p, k), e->hand[p][k]);
    }
    return (int)n;
}

/* How many of each kind a player has in hand: one's own first. */
static int inputs(const bw_state *s, int player, uint16_t *out, int room) {
    const memory *e = memory_of(s);
    int n = 0;
    for (int p = 0; p < 2; p++)
        for (int k = 0; k < KINDS; k++)
            for (int i = 0; i < e->hand[p ^ player][k] && i < MAX_IN_HAND && n < room; i++)
                out[n++] = (uint16_t)((p * KINDS + k) * MAX_IN_HAND + i);
    return n;
}

const bw_game bw_daisy = {.abi = BW_ABI,
                          .name = "daisy",
                          .title = "Daisy (Unashogi)",
                          .rows = SIDE,
                          .cols = SIDE,
                          .players = 2,
                          .pieces = "ABCDEFGHabcdefgh",
                          .extra_size = sizeof(memory),
                          .validate_move = valid,
                          .perform_move = perform,
                          .game_finished = finished,
                          .get_winner = winner,
                          .next_player = next,
                          .init = init,
                          .max_plies = 400,
                          .repetition = 3,
                          .check = possible,
                          .show = show,
                          .input_count = 2 * KINDS * MAX_IN_HAND,
                          .inputs = inputs,
                          .count_moves = count,
                          .placeable = {"ABCDEFGH", "abcdefgh"},
                          .movable = {"ABCDEFGH", "abcdefgh"}};
