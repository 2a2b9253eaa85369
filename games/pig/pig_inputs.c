#include "games/pig/pig_inputs.h"

#include "games/pig/pig_rules.h"

/* The scores of all players, one's own first, in parts of the target; what the turn has brought, if
 * it is one's own or that of another; and whether the die is to fall. */

enum { PARTS = 20, TURN_STEPS = 16 };

static const int16_t turn_step[TURN_STEPS] = {1,  2,  4,  6,  8,  10, 12, 14,
                                              16, 18, 20, 22, 25, 30, 40, 60};

static int turn_at(const rules *r) {
    return r->players * PARTS;
}

static int count(const rules *r) {
    return turn_at(r) + 2 * TURN_STEPS + 2;
}

static int put_score(const pig_rules *r, unsigned score, int first, uint16_t *out) {
    int n = 0;
    for (unsigned i = 1; i <= PARTS; i++)
        if (score * PARTS >= i * r->target) out[n++] = (uint16_t)(first + (int)i - 1);
    return n;
}

static int list(const rules *r, const void *state, int seat, uint16_t *out) {
    const pig_state *s = state;
    int n = 0;
    bool own = s->player == seat;
    for (int k = 0; k < r->players; k++) {
        int who = (seat + k) % r->players;
        n += put_score(pig_of(r), s->score[who], k * PARTS, out + n);
    }
    n += game_inputs_put(out + n, turn_at(r) + (own ? 0 : TURN_STEPS), turn_step, TURN_STEPS,
                         s->turn);
    if (own) out[n++] = (uint16_t)(turn_at(r) + 2 * TURN_STEPS);
    if (s->phase == PIG_FALL) out[n++] = (uint16_t)(turn_at(r) + 2 * TURN_STEPS + 1);
    return n;
}

static void name(const rules *r, int input, text *out) {
    int turn = input - turn_at(r);
    if (turn < 0)
        text_format(out, "score of player %d from here: %d %% of the target", input / PARTS,
                    (input % PARTS + 1) * 100 / PARTS);
    else if (turn < 2 * TURN_STEPS)
        text_format(out, "%s turn >= %d", turn < TURN_STEPS ? "own" : "another's",
                    turn_step[turn % TURN_STEPS]);
    else
        text_put(out, turn == 2 * TURN_STEPS ? "own turn" : "the die is to fall");
}

const game_inputs pig_inputs = {
    .count = count,
    .max_active = count,
    .list = list,
    .name = name,
};
