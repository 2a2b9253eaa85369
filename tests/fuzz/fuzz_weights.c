#include "eval/evaluate.h"
#include "tests/fuzz/fuzz.h"

static bool same_weights(const weights *a, const weights *b) {
    for (int i = 0; i < a->count; i++)
        if (a->weight[i] != b->weight[i]) return false;
    for (int i = 0; i <= EVAL_DRAW_BASE; i++)
        if (a->margin[i] != b->margin[i] || a->scale[i] != b->scale[i]) return false;
    return a->count == b->count && a->draws == b->draws;
}

/* Weights files: byte 0 picks the game. On failure the weights is as it was. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 1 || size > 8192) return 0;
    weights e;
    weights_init(&e, fuzz_game(data[0]));
    weights before = e;
    int missing = 0;
    error why;
    char *body = fuzz_string(data + 1, size - 1);
    if (weights_read(&e, body, size - 1, &missing, &why) == ST_OK)
        FUZZ_HOLDS(missing >= 0 && missing <= e.count);
    else
        FUZZ_HOLDS(why.text[0] && same_weights(&before, &e));
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
