#include "games/project_l/project_l_inputs.h"

#include "games/project_l/project_l_rules.h"

/* Each seat, one's own first: score, finished puzzles, pieces at hand, the puzzles on its board with
 * the cells that are open, and what those are worth by how much is missing. Then what all share: the
 * puzzles of both rows, the decks, the reserve, the phase, and what is left of this turn. */

enum { SCORE_STEPS = 20, DONE_STEPS = 10, PIECE_STEPS = 4, POINT_CLASSES = 6, OPEN_CLASSES = 6 };

/* Of a seat. A puzzle on the board is known by its number, its open cells by slot. */
enum {
    SCORE = 0,
    DONE = SCORE + SCORE_STEPS,
    PIECES = DONE + DONE_STEPS,
    HOLDS = PIECES + PL_SHAPES * PIECE_STEPS,
    GAIN = HOLDS + PL_MAX_PUZZLES, /* by points, open cells, and one or more of them */
    FREE = GAIN + POINT_CLASSES * OPEN_CLASSES * 2,
    CELLS = FREE + 1, /* open ones, by slot */
    OF_SEAT = CELLS + PL_SLOTS * PL_CELLS
};

enum { DECK_STEPS = 12, RESERVE_STEPS = 4 };

/* Of the table. */
enum {
    ROW = 0,
    DECK = ROW + PL_MAX_PUZZLES,
    RESERVE = DECK + 2 * DECK_STEPS,
    PHASE = RESERVE + PL_SHAPES * RESERVE_STEPS,
    ACTIONS = PHASE + PL_F + 1, /* those left, of the seat whose turn it is: one's own, another's */
    FLAGS = ACTIONS + 2 * PL_ACTIONS,
    OF_TABLE = FLAGS + 2 * 3
};

static const int16_t score_step[SCORE_STEPS] = {1,  2,  3,  4,  5,  6,  7,  8,  10, 12,
                                                14, 16, 18, 20, 22, 25, 28, 32, 36, 40};
static const int16_t done_step[DONE_STEPS] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12};
static const int16_t piece_step[PIECE_STEPS] = {1, 2, 3, 5};
static const int16_t deck_step[DECK_STEPS] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20};
static const int16_t reserve_step[RESERVE_STEPS] = {1, 2, 4, 8};
static const int16_t open_step[OPEN_CLASSES - 1] = {2, 3, 5, 7, 10};

static int count(const rules *r) {
    return r->players * OF_SEAT + OF_TABLE;
}

/* One class for 1 open cell, the next for 2, for 3 and 4, ... */
static int open_class(int open) {
    int c = 0;
    while (c < OPEN_CLASSES - 1 && open >= open_step[c]) c++;
    return c;
}

static int put_puzzles(const pl_rules *r, const pl_state *s, int who, int first, uint16_t *out) {
    int worth[POINT_CLASSES * OPEN_CLASSES] = {0};
    int n = 0;
    for (int i = 0; i < PL_SLOTS; i++) {
        if (!s->puzzle[who][i]) continue;
        int index = s->puzzle[who][i] - 1;
        uint32_t open = ~s->image[who][i] & PL_FULL;
        int points = r->set.puzzle[index].points;
        int class = points < POINT_CLASSES ? points : POINT_CLASSES - 1;
        worth[class * OPEN_CLASSES + open_class(__builtin_popcount(open))]++;
        out[n++] = (uint16_t)(first + HOLDS + index);
        for (; open; open &= open - 1)
            out[n++] = (uint16_t)(first + CELLS + i * PL_CELLS + __builtin_ctz(open));
    }
    for (int i = 0; i < POINT_CLASSES * OPEN_CLASSES; i++)
        for (int k = 0; k < 2 && k < worth[i]; k++) out[n++] = (uint16_t)(first + GAIN + 2 * i + k);
    return n;
}

static int put_seat(const pl_rules *r, const pl_state *s, int who, int first, uint16_t *out) {
    int n = game_inputs_put(out, first + SCORE, score_step, SCORE_STEPS, s->score[who]);
    n += game_inputs_put(out + n, first + DONE, done_step, DONE_STEPS, s->length[2 + who]);
    for (int k = 0; k < PL_SHAPES; k++)
        n += game_inputs_put(out + n, first + PIECES + k * PIECE_STEPS, piece_step, PIECE_STEPS,
                             (int)pl_count(s->supply[who], k));
    if (pl_free_slot(s, who) < PL_SLOTS) out[n++] = (uint16_t)(first + FREE);
    return n + put_puzzles(r, s, who, first, out + n);
}

static int put_table(const pl_state *s, int seat, int first, uint16_t *out) {
    int n = 0;
    int other = s->mover == seat ? 0 : 1;
    for (int i = 0; i < 2 * PL_ROW; i++)
        if (s->row[i]) out[n++] = (uint16_t)(first + ROW + s->row[i] - 1);
    for (int c = 0; c < 2; c++)
        n += game_inputs_put(out + n, first + DECK + c * DECK_STEPS, deck_step, DECK_STEPS,
                             pl_deck(s, c));
    for (int k = 0; k < PL_SHAPES; k++)
        n += game_inputs_put(out + n, first + RESERVE + k * RESERVE_STEPS, reserve_step,
                             RESERVE_STEPS, (int)pl_count(s->reserve, k));
    out[n++] = (uint16_t)(first + PHASE + s->phase);
    for (int k = 0; k < PL_ACTIONS && k < s->actions; k++)
        out[n++] = (uint16_t)(first + ACTIONS + other * PL_ACTIONS + k);
    for (int k = 0; k < 3; k++)
        if (s->flags >> k & 1) out[n++] = (uint16_t)(first + FLAGS + other * 3 + k);
    return n;
}

static int list(const rules *r, const void *state, int seat, uint16_t *out) {
    int n = 0;
    for (int k = 0; k < r->players; k++)
        n += put_seat(pl_of(r), state, (seat + k) % r->players, k * OF_SEAT, out + n);
    return n + put_table(state, seat, r->players * OF_SEAT, out + n);
}

/* --- names --- */

static void name_of_seat(const pl_rules *r, int input, text *out) {
    if (input < DONE) {
        text_format(out, "score >= %d", score_step[input]);
    } else if (input < PIECES) {
        text_format(out, "finished >= %d", done_step[input - DONE]);
    } else if (input < HOLDS) {
        text_format(out, "%s >= %d", pl_shape_name((input - PIECES) / PIECE_STEPS),
                    piece_step[(input - PIECES) % PIECE_STEPS]);
    } else if (input < GAIN) {
        text_format(out, "holds puzzle %d", input - HOLDS);
        if (input - HOLDS < r->set.count) {
            text_char(out, ' ');
            pl_puzzle_name(&r->set.puzzle[input - HOLDS], out);
        }
    } else if (input < FREE) {
        int i = (input - GAIN) / 2;
        text_format(out, "%s puzzle of %d points, open cells in class %d",
                    (input - GAIN) % 2 ? "a second" : "a", i / OPEN_CLASSES, i % OPEN_CLASSES);
    } else if (input == FREE) {
        text_put(out, "room for a puzzle");
    } else {
        text_format(out, "slot %d cell %d open", (input - CELLS) / PL_CELLS + 1,
                    (input - CELLS) % PL_CELLS + 1);
    }
}

static void name_of_table(int input, text *out) {
    if (input < DECK)
        text_format(out, "puzzle %d in a row", input);
    else if (input < RESERVE)
        text_format(out, "%s deck >= %d", (input - DECK) / DECK_STEPS ? "black" : "white",
                    deck_step[(input - DECK) % DECK_STEPS]);
    else if (input < PHASE)
        text_format(out, "reserve of %s >= %d", pl_shape_name((input - RESERVE) / RESERVE_STEPS),
                    reserve_step[(input - RESERVE) % RESERVE_STEPS]);
    else if (input < ACTIONS)
        text_format(out, "phase %d", input - PHASE);
    else if (input < FLAGS)
        text_format(out, "%s turn, actions >= %d",
                    (input - ACTIONS) / PL_ACTIONS ? "another's" : "own",
                    (input - ACTIONS) % PL_ACTIONS + 1);
    else
        text_format(out, "%s turn, flag %d", (input - FLAGS) / 3 ? "another's" : "own",
                    (input - FLAGS) % 3);
}

static void name(const rules *r, int input, text *out) {
    int seat = input / OF_SEAT;
    if (seat >= r->players) {
        name_of_table(input - r->players * OF_SEAT, out);
        return;
    }
    game_inputs_put_seat(seat, out);
    name_of_seat(pl_of(r), input % OF_SEAT, out);
}

const game_inputs pl_inputs = {
    .count = count,
    .max_active = count,
    .list = list,
    .name = name,
};
