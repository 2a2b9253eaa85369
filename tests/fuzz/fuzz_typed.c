#include "engine/game/game_terminal.h"
#include "engine/notation/spelling.h"
#include "tests/fuzz/fuzz.h"

/* Actions in a game's own words (Project L: `place W29 I2 b2 rf`), lists of them with commas between,
 * and what a person types when a position is set up: a line each. The first byte is the seed of what
 * chance brings. What was played is written in the same words, and read as the same again. */

enum { MAX_EVENTS = 60 };

static position *start_at(uint64_t seed) {
    params setup = params_default();
    position *p = NULL;
    const game *g = game_find(catalogue_games(), "projectl");
    FUZZ_HOLDS(g && position_start(&p, g, &setup, SEAT_ALL, NULL) == ST_OK);
    position_set_seed(p, seed);
    FUZZ_HOLDS(position_resolve(p, NULL) == ST_OK);
    return p;
}

/* Each event that was played, spelled at its place and read there. */
static void check_spelling(const position *played) {
    position *at = NULL;
    const char *event;
    FUZZ_HOLDS(position_clone(&at, played, NULL) == ST_OK);
    position_cut(at, position_first_ply(played));
    for (int n = 0; n < MAX_EVENTS && (event = position_event(played, position_ply(at))); n++) {
        text said = text_growing();
        text again = text_growing();
        text canonical[2] = {text_growing(), text_growing()};
        spelling_write(SPELLING_OWN, at, event, &said);
        FUZZ_HOLDS(said.len > 0);
        FUZZ_HOLDS(spelling_read(SPELLING_OWN, at, text_string(&said), &again, NULL) == ST_OK);
        FUZZ_HOLDS(position_verify(at, event, &canonical[0], NULL) == ST_OK);
        FUZZ_HOLDS(position_verify(at, text_string(&again), &canonical[1], NULL) == ST_OK);
        FUZZ_HOLDS(strcmp(text_string(&canonical[0]), text_string(&canonical[1])) == 0);
        FUZZ_HOLDS(position_play(at, event, NULL) == ST_OK);
        text_done(&said);
        text_done(&again);
        text_done(&canonical[0]);
        text_done(&canonical[1]);
    }
    position_destroy(at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 2 || size > 1024) return 0;
    char *body = fuzz_string(data + 1, size - 1);
    position *p = start_at(data[0]);
    for (char *line = body; line;) {
        char *next = memchr(line, '\n', size - 1 - (size_t)(line - body));
        error e = {0};
        if (next) *next++ = '\0';
        status st = spelling_play(SPELLING_OWN, p, line, &e);
        FUZZ_HOLDS(st == ST_OK || e.text[0]);
        line = next;
    }
    check_spelling(p);
    fuzz_check_position(p);
    position_destroy(p);
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
