#include "games/unicorns/unicorns.h"
#include "games/unicorns/unicorns_worth.h"
#include "tests/fuzz/fuzz.h"

static bool same(const float *a, const float *b) {
    for (int k = 0; k < UN_MAX_KINDS; k++)
        if (a[k] != b[k]) return false;
    return true;
}

/* Files of card weights (option `weights` of unicorns): byte 0 picks the deck. On failure the
 * weights are as they were; what is read is in its range. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 1 || size > 8192) return 0;
    params p = params_default();
    rules *r;
    error why = {0};
    FUZZ_HOLDS(!(data[0] & 1) || params_set(&p, &unicorns, "deck", "picnic", &why) == ST_OK);
    FUZZ_HOLDS(rules_open(&r, &unicorns, &p, &why) == ST_OK);
    un_rules *own = (un_rules *)(void *)r;
    float before[UN_MAX_KINDS];
    memcpy(before, own->worth, sizeof before);
    char *body = fuzz_string(data + 1, size - 1);
    if (un_worth_read(own, body, size - 1, &why) != ST_OK)
        FUZZ_HOLDS(why.text[0] && same(before, own->worth));
    for (int k = 0; k < own->deck.kinds; k++) FUZZ_HOLDS(own->worth[k] >= 0 && own->worth[k] <= 1);
    mem_free(body);
    rules_close(r);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
