#include "games/unicorns/unicorns.h"
#include "games/unicorns/unicorns_rules.h"
#include "tests/fuzz/fuzz.h"

enum { PLIES = 300 };

/* Whatever a deck says, its cards stay together and every question has an answer. */
static void play(const rules *r, uint64_t seed) {
    un_state *s = mem_alloc(r->state_size);
    rng g = rng_stream(seed, 0);
    error why;
    FUZZ_HOLDS(s != NULL);
    unicorns.start(r, s);
    for (int i = 0; i < PLIES && s->ask; i++) {
        FUZZ_HOLDS(unicorns.check(r, s, &why) == ST_OK);
        unicorns.play_random(r, s, NULL, &g);
    }
    unicorns.start(r, s);
    FUZZ_HOLDS(unicorns.play_out(r, s, NULL, &g, PLIES) <= PLIES);
    FUZZ_HOLDS(unicorns.check(r, s, &why) == ST_OK);
    mem_free(s);
}

/* Deck files: byte 0 picks players and rules. What is read is played; what is refused says where.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 1 || size > 8192) return 0;
    params p = params_default();
    p.players = 2 + data[0] % 7;
    p.reference = data[0] & 128;
    rules *r;
    error why = {0};
    char *body = fuzz_string(data + 1, size - 1);
    if (un_open_deck(&r, &unicorns, &p, body, size - 1, &why) == ST_OK) {
        play(r, data[0]);
        rules_close(r);
    } else {
        FUZZ_HOLDS(why.text[0]);
    }
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
