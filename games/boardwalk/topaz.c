#include <stdio.h>

#include "games/boardwalk/boardwalk_games.h"

/* Topaz, which is nine men's morris without flying. A mill is followed by one more move of the same
 * player, `_ r,c`: an enemy piece is taken away, any of them. */

enum { MEN = 9, CROSS = 0 /* the option */ };

typedef struct memory {
    uint8_t hand[2];  /* still to be placed */
    uint8_t removing; /* a mill was made: a piece is to be taken */
} memory;

static const memory *memory_of(const bw_state *s) {
    return bw_extra_c(s);
}

static void init(bw_state *s) {
    memory *m = bw_extra(s);
    m->hand[0] = m->hand[1] = MEN;
}

/* The next point from r,c in a direction; 0 where there is none. The middle of the board divides,
 * unless the option says otherwise. */
static int neighbour(const bw_state *s, int *r, int *c, int dr, int dc) {
    do {
        *r += dr;
        *c += dc;
        if (*r == 3 && *c == 3 && !bw_option(s, CROSS)) return 0;
        if (*r < 0 || *c < 0 || *r > 6 || *c > 6) return 0;
    } while (bw_at(s, *r, *c) == BW_NULL);
    return 1;
}

static int adjacent(const bw_state *s, int r0, int c0, int r1, int c1) {
    if ((r0 == r1) == (c0 == c1)) return 0;
    return neighbour(s, &r0, &c0, bw_sign(r1 - r0), bw_sign(c1 - c0)) && r0 == r1 && c0 == c1;
}

static int valid(const bw_state *s, bw_move m) {
    const memory *e = memory_of(s);
    int p = bw_player(s);
    uint8_t piece;
    int r0;
    int c0;
    int r;
    int c;
    if (bw_is_placement(m)) {
        bw_place_fields(m, &piece, &r, &c);
        if (e->removing) return piece == BW_BLANK && bw_at(s, r, c) == "BA"[p];
        return e->hand[p] > 0 && piece == "AB"[p] && bw_at(s, r, c) == BW_BLANK;
    }
    if (e->removing || e->hand[p]) return 0;
    bw_move_fields(m, &r0, &c0, &r, &c);
    return bw_at(s, r0, c0) == "AB"[p] && bw_at(s, r, c) == BW_BLANK && adjacent(s, r0, c0, r, c);
}

/* How many points in a row hold this piece, going from r,c in one direction. The middle divides
 * lines in any case. */
static int run(const bw_state *s, int r, int c, int dr, int dc, uint8_t piece) {
    int n = 0;
    for (;;) {
        do {
            r += dr;
            c += dc;
            if ((r == 3 && c == 3) || r < 0 || c < 0 || r > 6 || c > 6) return n;
        } while (bw_at(s, r, c) == BW_NULL);
        if (bw_at(s, r, c) != piece) return n;
        n++;
    }
}

/* Every line has three points, so a complete line is two more than the one that was filled. */
static int makes_mill(const bw_state *s, int r, int c) {
    uint8_t p = bw_at(s, r, c);
    return run(s, r, c, 0, 1, p) + run(s, r, c, 0, -1, p) == 2 ||
           run(s, r, c, 1, 0, p) + run(s, r, c, -1, 0, p) == 2;
}

static void perform(bw_state *s, bw_move m) {
    memory *e = bw_extra(s);
    int p = bw_player(s);
    uint8_t piece;
    int r0;
    int c0;
    int r;
    int c;
    bw_default_perform(s, m);
    if (e->removing) {
        e->removing = 0;
        return;
    }
    if (bw_is_placement(m)) {
        bw_place_fields(m, &piece, &r, &c);
        e->hand[p]--;
    } else {
        bw_move_fields(m, &r0, &c0, &r, &c);
    }
    e->removing = makes_mill(s, r, c) && bw_count(s, (uint8_t) "BA"[p]) > 0;
}

static int finished(const bw_state *s) {
    const memory *e = memory_of(s);
    int other = 1 - bw_player(s);
    if (e->removing) return 0;
    return (!e->hand[other] && !bw_can_move(s, other)) ||
           e->hand[other] + bw_count(s, (uint8_t) "AB"[other]) <= 2;
}

static int winner(const bw_state *s) {
    return bw_player(s);
}

static int next(const bw_state *s) {
    return memory_of(s)->removing ? bw_player(s) : 1 - bw_player(s);
}

static int possible(const bw_state *s, char *why, size_t size) {
    const memory *e = memory_of(s);
    for (int p = 0; p < 2; p++) {
        if (e->hand[p] <= MEN && e->hand[p] + bw_count(s, (uint8_t) "AB"[p]) <= MEN) continue;
        (void)snprintf(why, size, "player %d has more than %d pieces", p, MEN);
        return 0;
    }
    if (!e->removing || (e->removing == 1 && bw_count(s, (uint8_t) "BA"[bw_player(s)]))) return 1;
    (void)snprintf(why, size, "there is nothing to take away");
    return 0;
}

static int show(const bw_state *s, char *out, size_t size) {
    const memory *e = memory_of(s);
    return snprintf(out, size, "in hand: %d A, %d B%s", e->hand[0], e->hand[1],
                    e->removing ? "; a piece is to be taken" : "");
}

static const bw_choice options[] = {
    {"cross_centre", 0, 0, 1, "pieces may move across the middle of the board"}, {0}};

/* Men in hand, one's own first, and whether one is to be taken. */
static int inputs(const bw_state *s, int player, uint16_t *out, int room) {
    const memory *m = memory_of(s);
    int n = 0;
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < m->hand[p ^ player] && i < MEN && n < room; i++)
            out[n++] = (uint16_t)(p * MEN + i);
    if (m->removing && n < room) out[n++] = 2 * MEN;
    return n;
}

const bw_game bw_topaz = {.abi = BW_ABI,
                          .name = "topaz",
                          .title = "Topaz (nine men's morris)",
                          .rows = 7,
                          .cols = 7,
                          .players = 2,
                          .layout = "_  _  _\n _ _ _ \n  ___  \n___ ___\n"
                                    "  ___  \n _ _ _ \n_  _  _",
                          .pieces = "AB_",
                          .extra_size = sizeof(memory),
                          .flags = BW_PLACE_ANYWHERE | BW_DEST_BLANK,
                          .validate_move = valid,
                          .perform_move = perform,
                          .game_finished = finished,
                          .get_winner = winner,
                          .next_player = next,
                          .init = init,
                          .options = options,
                          .on_no_move = BW_DEAD_LOSES,
                          .max_plies = 400,
                          .repetition = 3,
                          .check = possible,
                          .show = show,
                          .input_count = 2 * MEN + 1,
                          .inputs = inputs,
                          .placeable = {"A_", "B_"},
                          .movable = {"A", "B"}};
