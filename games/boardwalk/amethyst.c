#include <stdio.h>

#include "games/boardwalk/boardwalk_games.h"

/* Amethyst, a kind of checkers. Men go and take forward, kings (with a hat) any distance; no player
 * has to take, but who took continues with that piece as long as it can. Two starts: eight men
 * a side, and twelve. */

enum { KING_A = 0xc2, KING_O = 0xd4, SLIDE = 0 /* the option */ };

typedef struct memory {
    uint8_t going, r, c; /* the piece there has to go on taking */
} memory;

static const memory *memory_of(const bw_state *s) {
    return bw_extra_c(s);
}

/* Whose piece it is, -1 for none. */
static int side(uint8_t piece) {
    if (piece == 'A' || piece == KING_A) return 0;
    return piece == 'O' || piece == KING_O ? 1 : -1;
}

static int is_king(uint8_t piece) {
    return piece == KING_A || piece == KING_O;
}

static int forward(int player) {
    return player == 0 ? -1 : 1;
}

/* Whether what stands on r0,c0 can go to the blank cell r1,c1 by taking. */
static int takes(const bw_state *s, int r0, int c0, int r1, int c1) {
    int dr = bw_sign(r1 - r0);
    int dc = bw_sign(c1 - c0);
    if (side(bw_at(s, r1 - dr, c1 - dc)) != 1 - bw_player(s)) return 0;
    if (!is_king(bw_at(s, r0, c0))) return r1 - r0 == 2 * forward(bw_player(s));
    return bw_line_free(s, r0, c0, r1 - dr, c1 - dc);
}

static int steps(const bw_state *s, int r0, int c0, int r1, int c1) {
    if (!is_king(bw_at(s, r0, c0))) return r1 - r0 == forward(bw_player(s));
    if (r1 - r0 == 1 || r0 - r1 == 1) return 1;
    return bw_option(s, SLIDE) && bw_line_free(s, r0, c0, r1, c1);
}

static int valid(const bw_state *s, bw_move m) {
    const memory *e = memory_of(s);
    int r0;
    int c0;
    int r1;
    int c1;
    if (bw_is_placement(m)) return 0;
    bw_move_fields(m, &r0, &c0, &r1, &c1);
    if (r1 - r0 != c1 - c0 && r1 - r0 != c0 - c1) return 0;
    if (side(bw_at(s, r0, c0)) != bw_player(s) || bw_at(s, r1, c1) != BW_BLANK) return 0;
    if (e->going && (e->r != r0 || e->c != c0)) return 0;
    return takes(s, r0, c0, r1, c1) || (!e->going && steps(s, r0, c0, r1, c1));
}

/* Whether the piece on r,c, of the player who moves, could take something. */
static int can_take(const bw_state *s, int r, int c) {
    int king = is_king(bw_at(s, r, c));
    for (int k = 0; k < 4; k++) {
        int dr = k & 1 ? 1 : -1;
        int dc = k & 2 ? 1 : -1;
        int n = 1;
        if (!king && dr != forward(bw_player(s))) continue;
        while (king && bw_at(s, r + n * dr, c + n * dc) == BW_BLANK) n++;
        if (side(bw_at(s, r + n * dr, c + n * dc)) == 1 - bw_player(s) &&
            bw_at(s, r + (n + 1) * dr, c + (n + 1) * dc) == BW_BLANK)
            return 1;
    }
    return 0;
}

static void perform(bw_state *s, bw_move m) {
    int r0;
    int c0;
    int r;
    int c;
    memory *e = bw_extra(s);
    bw_move_fields(m, &r0, &c0, &r, &c);
    int took = takes(s, r0, c0, r, c);
    bw_default_perform(s, m);
    if (took) bw_put(s, r - bw_sign(r - r0), c - bw_sign(c - c0), BW_BLANK);
    if (bw_at(s, r, c) == 'A' && r == 0) bw_put(s, r, c, KING_A);
    if (bw_at(s, r, c) == 'O' && r == 7) bw_put(s, r, c, KING_O);
    if (took && can_take(s, r, c))
        *e = (memory){1, (uint8_t)r, (uint8_t)c};
    else
        *e = (memory){0, 0, 0};
}

/* Only a player without a move, or without pieces, ends it: on_no_move. */
static int finished(const bw_state *s) {
    (void)s;
    return 0;
}

static int winner(const bw_state *s) {
    (void)s;
    return BW_NOBODY;
}

static int next(const bw_state *s) {
    return memory_of(s)->going ? bw_player(s) : 1 - bw_player(s);
}

static int possible(const bw_state *s, char *why, size_t size) {
    const memory *e = memory_of(s);
    for (int c = 0; c < 8; c++) {
        if (bw_at(s, 0, c) != 'A' && bw_at(s, 7, c) != 'O') continue;
        (void)snprintf(why, size, "a man on the last row is a king");
        return 0;
    }
    if (!e->going && !e->r && !e->c) return 1;
    if (e->going == 1 && side(bw_at(s, e->r, e->c)) == bw_player(s) && can_take(s, e->r, e->c))
        return 1;
    (void)snprintf(why, size, "no piece has to continue taking there");
    return 0;
}

static int show(const bw_state *s, char *out, size_t size) {
    const memory *e = memory_of(s);
    return e->going ? snprintf(out, size, "continues taking: %d,%d", e->r, e->c) : 0;
}

static const bw_choice options[] = {
    {"king_slide", 1, 0, 1, "kings that take nothing go any distance"}, {0}};

#define CHECKERS(word, text, start)                                                                \
    {                                                                                              \
        .abi = BW_ABI, .name = (word), .title = (text), .rows = 8, .cols = 8, .players = 2,        \
        .layout = (start), .pieces = "AÂOÔ", .plain = "AKOQ", .extra_size = sizeof(memory),        \
        .flags = BW_DEST_BLANK, .validate_move = valid, .perform_move = perform,                   \
        .game_finished = finished, .get_winner = winner, .next_player = next, .options = options,  \
        .on_no_move = BW_DEAD_LOSES, .max_plies = 400, .repetition = 3, .check = possible,         \
        .show = show, .placeable = {"", ""}, .movable = {                                          \
            "AÂ",                                                                                  \
            "OÔ"                                                                                  \
        }                                                                                          \
    }

const bw_game bw_amethyst = CHECKERS("amethyst", "Amethyst (checkers, 8 men)",
                                     "_O_O_O_O\nO_O_O_O_\n________\n________\n"
                                     "________\n________\n_A_A_A_A\nA_A_A_A_");

const bw_game bw_amethyst12 = CHECKERS("amethyst12", "Amethyst (checkers, 12 men)",
                                       "_O_O_O_O\nO_O_O_O_\n_O_O_O_O\n________\n"
                                       "________\nA_A_A_A_\n_A_A_A_A\nA_A_A_A_");
