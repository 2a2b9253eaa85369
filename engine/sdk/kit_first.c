#include <assert.h>

#include "engine/sdk/kit_state.h"

/* Who starts, where an author leaves that to chance (BW_FIRST_RANDOM): one event before the first
 * move, `!first=2`, each seat as likely. An option of the table (`--first 2`) leaves no chance. */

/* An outcome is no move: those have 32 bits. */
static action outcome_of(int seat) {
    return (action)1 << 32 | (action)seat;
}

int kit_first_seat(action a) {
    assert(a >= outcome_of(0) && a < outcome_of(BW_PLAYERS));
    return (int)(a & 255);
}

int kit_chance(const rules *r, const void *s, action *out, float *weight) {
    (void)s;
    for (int i = 0; i < r->players; i++) {
        out[i] = outcome_of(i);
        weight[i] = 1.0F / (float)r->players;
    }
    return r->players;
}

void kit_first_write(action a, text *out) {
    text_format(out, "first=%d", kit_first_seat(a) + 1);
}

void kit_first_describe(action a, text *out) {
    text_format(out, "seat %d starts", kit_first_seat(a) + 1);
}

static status impossible(const rules *r, const char *token, error *err) {
    status st = error_set(err, ST_CHANCE_IMPOSSIBLE,
                          "who starts is drawn here: first=1 to first=%d", r->players);
    error_reason(err, "bad-outcome", "outcome=%.24s", token);
    return st;
}

status kit_first_read(const rules *r, const char *token, action *out, error *err) {
    uint64_t n = 0;
    if (!text_starts(token, "first=") || !text_u64(token + 6, r->players, &n) || n == 0)
        return impossible(r, text_is_plain(token) ? token : "?", err);
    *out = outcome_of((int)n - 1);
    return ST_OK;
}

status kit_first_verify(const rules *r, const action *steps, int n, error *err) {
    bool good = n == 1 && steps[0] >= outcome_of(0) && steps[0] < outcome_of(r->players);
    return good ? ST_OK : impossible(r, "?", err);
}

action kit_first_draw(const rules *r, rng *g) {
    return outcome_of((int)rng_below(g, r->players));
}
