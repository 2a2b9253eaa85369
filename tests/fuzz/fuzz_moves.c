#include "tests/fuzz/fuzz.h"

/* Random bytes as moves: first the game, then a byte for a seat or everything; then lines of events,
 * and bytes above 127 choose a listed token, so that the walk gets deep. */

typedef struct picking {
    unsigned skip;
    token found;
} picking;

static bool pick(void *ctx, const token *tok) {
    picking *p = ctx;
    p->found = *tok;
    return p->skip-- != 0;
}

static void play_listed(position *p, unsigned which) {
    const rules *r = position_rules(p);
    picking pick_one = {.skip = which};
    char event[GAME_TOKEN_SIZE];
    text out = text_over(event, sizeof event);
    if (position_seat(p) != SEAT_ALL || r->game->actor(r, position_data(p)) == ACTOR_NONE) return;
    status st = token_walk((state_ref){r, position_data(p), position_trail(p)}, pick, &pick_one);
    if (st == ST_UNSUPPORTED) { /* too many outcomes to list */
        rng g = {.s = which};
        pick_one.found.count = 1;
        pick_one.found.steps[0] = r->game->sample(r, position_data(p), &g);
        st = ST_OK;
    }
    FUZZ_HOLDS(st == ST_OK);
    token_write(r, position_data(p), &pick_one.found, &out);
    FUZZ_HOLDS(position_play(p, event, NULL) == ST_OK);
}

static void play_text(position *p, const uint8_t *data, size_t n) {
    error e;
    uint64_t key = position_key(p);
    unsigned ply = position_ply(p);
    char *event = fuzz_string(data, n);
    status checked = position_verify(p, event, NULL, &e);
    status played = position_play(p, event, &e);
    FUZZ_HOLDS((checked == ST_OK) == (played == ST_OK));
    if (played != ST_OK) FUZZ_HOLDS(position_key(p) == key && position_ply(p) == ply && e.text[0]);
    mem_free(event);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 2 || size > 4096) return 0;
    params setup = params_default();
    position *p;
    const game *g = fuzz_named_game(&data, &size);
    if (!size) return 0;
    int seat = (int)(data[0] % 4) - 1;
    if (seat >= 2) seat = SEAT_ALL;
    FUZZ_HOLDS(position_start(&p, g, &setup, seat, NULL) == ST_OK);
    for (size_t i = 1; i < size;) {
        if (data[i] > 127) {
            play_listed(p, data[i++] & 127u);
            continue;
        }
        size_t n = 0;
        while (i + n < size && data[i + n] != '\n' && data[i + n] <= 127) n++;
        play_text(p, data + i, n);
        i += n + (i + n < size && data[i + n] == '\n');
    }
    fuzz_check_position(p);
    (void)position_undo(p, 3, NULL);
    position_destroy(p);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
