#include "engine/game/game_inputs.h"

#include "engine/base/hash.h"

int game_inputs_put(uint16_t *out, int first, const int16_t *step, int steps, int x) {
    int n = 0;
    for (int i = 0; i < steps; i++)
        if (input_is_at(step[i], x)) out[n++] = (uint16_t)(first + i);
    return n;
}

void game_inputs_put_seat(int n, text *out) {
    if (n)
        text_format(out, "seat %d from here: ", n);
    else
        text_put(out, "own ");
}

uint64_t game_inputs_hash(const rules *r) {
    int n = r->inputs->count ? r->inputs->count(r) : 0;
    uint64_t hash = 0;
    for (int i = 0; i < n; i++) {
        char name[GAME_TOKEN_SIZE];
        text t = text_over(name, sizeof name);
        r->inputs->name(r, i, &t);
        hash = hash_bytes(name, t.len + 1, hash);
    }
    return n ? hash ^ (uint64_t)n : 0;
}
