#include "cli/play/play_core.h"
#include "tests/fuzz/fuzz.h"

/* Lines at a table: first the game, then a byte for who sits where and how. Whatever is typed, the
 * table continues, the position on it is a good one, and all memory comes back. */

enum { MAX_MOVES = 60, VISITS = 3 };

static void swallow(void *ctx, const char *said) {
    *(size_t *)ctx += strlen(said);
}

/* The log grows, or is taken back to where it was. */
static status keep_log(void *ctx, size_t keep, const char *more, error *err) {
    size_t *len = ctx;
    (void)err;
    if (keep == PLAY_LOG_RESTARTED) keep = 0;
    FUZZ_HOLDS(keep <= *len);
    *len = keep + strlen(more);
    return ST_OK;
}

/* Engines move until a line is wanted; false when someone left or it takes too long. */
static bool until_line(play *table, int *moves) {
    play_want want = PLAY_THINK;
    while (want == PLAY_THINK) {
        FUZZ_HOLDS(play_next(table, &want, NULL) == ST_OK);
        if (want != PLAY_THINK) break;
        if (++*moves > MAX_MOVES) return false;
        FUZZ_HOLDS(play_think(table, NULL) == ST_OK);
    }
    return want != PLAY_QUIT;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 2 || size > 1024) return 0;
    size_t said = 0;
    size_t logged = 0;
    int moves = 0;
    params setup = params_default();
    position *p;
    play *table;
    const game *g = fuzz_named_game(&data, &size);
    if (!size) return 0;
    play_config c = {.games = catalogue_games(),
                     .book = catalogue_registry(),
                     .seat = {"human"},
                     .limits = limits_none(),
                     .options = search_default_options(),
                     .level = 1 + data[0] / 8 % 10,
                     .seed = 7,
                     .dice = data[0] & 2,
                     .ask_all = data[0] & 16,
                     .screen = data[0] & 4,
                     .colours = data[0] & 4,
                     .start = data[0] & 64 ? PLAY_SCREEN_STANDARD : PLAY_SCREEN_CLASSIC,
                     .names = data[0] & 64 ? "Ann" : NULL,
                     .say = swallow,
                     .say_ctx = &said,
                     .log = data[0] & 128 ? keep_log : NULL,
                     .log_ctx = &logged};
    c.limits.visits = VISITS;
    c.options.hash_bytes = 1 << 16;
    FUZZ_HOLDS(position_start(&p, g, &setup, SEAT_ALL, NULL) == ST_OK);
    if (position_rules(p)->players > 1) c.seat[1] = data[0] & 1 ? "human" : "auto";
    FUZZ_HOLDS(play_create(&table, &c, p, NULL) == ST_OK);
    char *body = fuzz_string(data + 1, size - 1);
    for (char *line = body; line && until_line(table, &moves);) {
        char *next = memchr(line, '\n', size - 1 - (size_t)(line - body));
        if (next) *next++ = '\0';
        play_line(table, line);
        line = next;
    }
    fuzz_check_position(play_position(table));
    FUZZ_HOLDS(said > 0);
    play_destroy(table);
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
