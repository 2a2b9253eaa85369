#include "games/connect4/connect4_features.h"

#include "games/connect4/connect4_rules.h"

enum {
    THREATS, /* empty cells that complete a four */
    CENTRE,  /* stones in the middle column */
    TEMPO,   /* to move */
    PARITY,  /* threats on the rows that fall to this player when the rest fills up */
    READY,   /* threats that can be played now */
    PAIRS,   /* lines of four with two own stones and two empty cells */
    CHANCES, /* lines of four without a foreign stone */
    FEATURES
};

/* By a logistic regression over 754 solved positions of 8 to 27 stones without a threat to play at
 * once, flattened by a third, as solved positions are the decided ones; tempo and ready, which
 * these cannot tell, by hand. */
const feature c4_features[] = {
    [THREATS] = {"threats", 0.35F, -5, 5, 0.1F},  [CENTRE] = {"centre", 0.20F, -5, 5, 0.1F},
    [TEMPO] = {"tempo", 0.30F, -5, 5, 0.1F},      [PARITY] = {"parity", 1.00F, -5, 5, 0.1F},
    [READY] = {"ready", 0.50F, -5, 5, 0.1F},      [PAIRS] = {"pairs", 0.22F, -5, 5, 0.01F},
    [CHANCES] = {"chances", 0.12F, -5, 5, 0.01F}, [FEATURES] = {NULL, 0, 0, 0, 0},
};

/* Rows from the bottom, in all columns. The first player is the one who fills odd rows (counted
 * from 1) when both only answer each other in the same column, the second the even ones. */
#define ROW(n)    (C4_BOTTOM << (n))
#define ODD_ROWS  (ROW(0) | ROW(2) | ROW(4))
#define EVEN_ROWS (ROW(1) | ROW(3) | ROW(5))

static const int directions[] = {1, C4_STRIDE - 1, C4_STRIDE, C4_STRIDE + 1};
enum { DIRECTIONS = sizeof directions / sizeof *directions };

static float count(uint64_t cells) {
    return (float)__builtin_popcountll(cells);
}

/* Lines of four that `foe` has not touched, and those of them with two stones of x. The stones of
 * all lines of a direction are added at once, a bit of the sum in each word. */
static void count_lines(uint64_t x, uint64_t foe, float *pairs, float *chances) {
    uint64_t open = C4_BOARD & ~foe;
    *pairs = *chances = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        int d = directions[i];
        uint64_t two = open & open >> d;
        uint64_t line = two & two >> 2 * d;
        uint64_t odd = x ^ x >> d;
        uint64_t both = x & x >> d;
        uint64_t one = odd ^ odd >> 2 * d;
        uint64_t twice = both ^ both >> 2 * d ^ (odd & odd >> 2 * d);
        *pairs += count(line & twice & ~one);
        *chances += count(line);
    }
}

void c4_measure(const rules *r, const void *state, int player, float *out) {
    (void)r;
    const c4_state *s = state;
    uint64_t own = s->stone[player];
    uint64_t foe = s->stone[player ^ 1];
    uint64_t threats = c4_completing(own) & ~foe & ~own;
    out[THREATS] = count(threats);
    out[CENTRE] = count(own & c4_column(C4_COLUMNS / 2));
    out[TEMPO] = s->mover == player ? 1 : 0;
    out[PARITY] = count(threats & (player ? EVEN_ROWS : ODD_ROWS));
    out[READY] = count(threats & c4_landing(s));
    count_lines(own, foe, &out[PAIRS], &out[CHANCES]);
}

bool c4_noisy(const rules *r, const void *state, action a) {
    (void)r;
    const c4_state *s = state;
    uint64_t cell = c4_landing(s) & c4_column((int)a);
    return ((c4_completing(s->stone[0]) | c4_completing(s->stone[1])) & cell) != 0;
}

void c4_order(const rules *r, const void *state, const action *list, int n, float *score) {
    (void)r;
    const c4_state *s = state;
    uint64_t own = s->stone[s->mover];
    uint64_t foe = s->stone[s->mover ^ 1];
    uint64_t landing = c4_landing(s);
    uint64_t wins = c4_completing(own) & landing;
    uint64_t losses = c4_completing(foe);
    for (int i = 0; i < n; i++) {
        uint64_t cell = landing & c4_column((int)list[i]);
        uint64_t empty = C4_BOARD & ~(own | foe | cell);
        score[i] = count(c4_completing(own | cell) & empty);
        if (cell & losses & landing) score[i] += 10;
        if (cell & wins) score[i] += 20;
        if (cell << 1 & losses) score[i] -= 8; /* gives the other the cell above */
    }
}
