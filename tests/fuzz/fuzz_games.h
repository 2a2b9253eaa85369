#ifndef TESTS_FUZZ_FUZZ_GAMES_H
#define TESTS_FUZZ_FUZZ_GAMES_H
/* What the fuzzers of files of games share: every game that is read can be written, and what is
 * written reads to a game with the same actions; what is refused says why. */

#include "engine/notation/forms/formats.h"
#include "tests/fuzz/fuzz.h"

enum { FUZZ_GAMES_MAX_BYTES = 4096 };

/* `exact`: not only the actions, but all that was said of them comes back. */
static inline void fuzz_games_again(const format *f, const game_tree *t, bool exact) {
    text out = text_growing();
    error e = {0};
    game_trees again;
    status st = f->write(t, &out, &e);
    FUZZ_HOLDS(st == ST_OK || (st == ST_UNSUPPORTED && e.text[0]));
    if (st == ST_OK) {
        formats_request q = {text_string(&out), out.len, catalogue_games(), t->game, false};
        FUZZ_HOLDS(formats_read(&again, f, &q, NULL, &e) == ST_OK && again.count == 1);
        FUZZ_HOLDS(again.at[0]->game == t->game && again.at[0]->result == t->result);
        FUZZ_HOLDS(!exact || game_tree_equal(t, again.at[0]));
        game_trees_done(&again);
    }
    text_done(&out);
}

static inline void fuzz_games(const char *ending, const uint8_t *data, size_t size, bool exact) {
    const format *f = formats_find(ending, NULL);
    game_trees list;
    size_t broken = 0;
    error e = {0};
    (void)catalogue_games();
    if (size > FUZZ_GAMES_MAX_BYTES) return;
    char *body = fuzz_string(data, size);
    (void)formats_find(NULL, body); /* any bytes may be asked about */
    formats_request q = {body, size, catalogue_games(), NULL, true};
    status st = formats_read(&list, f, &q, &broken, &e);
    FUZZ_HOLDS(st == ST_OK || e.text[0]);
    FUZZ_HOLDS(!broken || e.text[0]);
    for (size_t i = 0; i < list.count; i++) fuzz_games_again(f, list.at[i], exact);
    game_trees_done(&list);
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
}

#endif
