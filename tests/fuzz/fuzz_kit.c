#include "tests/fuzz/fuzz.h"

/* Move strings of the games on the kit: byte 0 picks the game, the rest is the string. What is read
 * is written in one way alone, which reads as the same move, with a blank as with a colon. */

static const game *pick_kit(uint8_t pick) {
    unsigned n = 0;
    for (game_list g = catalogue_games(); *g; g++) n += kit_of(*g) != NULL;
    FUZZ_HOLDS(n > 0);
    unsigned left = pick % n;
    for (game_list g = catalogue_games();; g++)
        if (kit_of(*g) && left-- == 0) return *g;
}

static void read_again(const rules *r, const char *s, action move) {
    action step[GAME_MAX_STEPS];
    int n = 0;
    FUZZ_HOLDS(game_from_text(r, NULL, s, step, &n, NULL) == ST_OK);
    FUZZ_HOLDS(n == 1 && step[0] == move);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 1 || size > 256) return 0;
    const game *g = pick_kit(data[0]);
    params usual = params_default();
    rules *r;
    FUZZ_HOLDS(rules_open(&r, g, &usual, NULL) == ST_OK);
    char *s = fuzz_string(data + 1, size - 1);
    action step[GAME_MAX_STEPS];
    int n = 0;
    error e;
    const bw_game *author = kit_source(kit_of(g));
    bw_move own = 0;
    bool read = bw_move_read(author, s, &own);
    if (g->from_text(r, NULL, s, step, &n, &e) == ST_OK) {
        FUZZ_HOLDS(read && own == step[0]);
        char buf[GAME_TOKEN_SIZE];
        text out = text_over(buf, sizeof buf);
        g->to_text(r, NULL, step, n, &out);
        FUZZ_HOLDS(text_is_plain(buf));
        read_again(r, buf, step[0]);
        char *colon = strchr(buf + 1, ':');
        FUZZ_HOLDS(colon != NULL);
        bool coded = buf[0] == 'u' && colon - buf > 1; /* a code has its colon */
        *colon = ' ';
        if (!coded) read_again(r, buf, step[0]);
    } else {
        FUZZ_HOLDS(e.reason[0] && e.text[0] && e.code == ST_ILLEGAL_ACTION);
    }
    mem_free(s);
    rules_close(r);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
