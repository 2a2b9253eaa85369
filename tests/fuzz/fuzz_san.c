#include "engine/notation/san/opening_names.h"
#include "engine/notation/san/san.h"
#include "tests/fuzz/fuzz.h"

/* Moves as people write them, one a line, in a game that the first byte picks; what is read is
 * played. The same bytes as a list of openings. */

static const game *pick_game(uint8_t pick) {
    static const char *const name[] = {"chess",      "chess960",    "crazyhouse", "atomic",
                                       "shatranj",   "chaturanga",  "losalamos",  "koth",
                                       "threecheck", "racingkings", "go",         "draughts"};
    return game_find(catalogue_games(), name[pick % (sizeof name / sizeof *name)]);
}

/* A move that was read is legal, and what is written for it is read as the same. */
static void check_move(position *p, const char *typed) {
    text event = text_growing();
    text san = text_growing();
    text again = text_growing();
    error e = {0};
    status st = san_read(p, typed, &event, &e);
    FUZZ_HOLDS(st == ST_OK || e.text[0]);
    if (st == ST_OK) {
        FUZZ_HOLDS(position_verify(p, text_string(&event), NULL, NULL) == ST_OK);
        FUZZ_HOLDS(san_write(p, text_string(&event), &san, &e) == ST_OK);
        FUZZ_HOLDS(san_read(p, text_string(&san), &again, &e) == ST_OK);
        FUZZ_HOLDS(strcmp(text_string(&event), text_string(&again)) == 0);
        FUZZ_HOLDS(position_play(p, text_string(&event), &e) == ST_OK);
    }
    text_done(&event);
    text_done(&san);
    text_done(&again);
}

static void check_openings(const char *body, size_t size) {
    opening_names *o = NULL;
    error e = {0};
    status st = opening_names_read(&o, pick_game(0), body, size, &e);
    FUZZ_HOLDS(st == ST_OK || e.text[0]);
    opening_names_destroy(o);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 2 || size > 1024) return 0;
    params setup = params_default();
    position *p = NULL;
    char *body = fuzz_string(data + 1, size - 1);
    FUZZ_HOLDS(position_start(&p, pick_game(data[0]), &setup, SEAT_ALL, NULL) == ST_OK);
    for (char *s = body; s;) {
        char *next = strchr(s, '\n');
        if (next) *next = '\0';
        check_move(p, s);
        if (next) *next++ = '\n';
        s = next;
    }
    position_destroy(p);
    check_openings(body, size - 1);
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
