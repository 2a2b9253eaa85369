#include <limits.h>

#include "engine/notation/game_file.h"
#include "engine/notation/record_tree.h"
#include "tests/fuzz/fuzz.h"

/* Game records, and whatever else tells a game: what reads and replays is written, read and
 * replayed to the same position. */

static void check_round_trip(const position *p) {
    text out = text_growing();
    record r;
    position *again = NULL;
    error e;
    record_write(p, &out);
    FUZZ_HOLDS(record_read(&r, text_string(&out), out.len, &e) == ST_OK);
    FUZZ_HOLDS(record_replay(&again, &r, catalogue_games(), NULL, UINT_MAX, &e) == ST_OK);
    FUZZ_HOLDS(position_key(again) == position_key(p));
    position_destroy(again);
    record_done(&r);
    text_done(&out);
}

/* Variations, too: what reads is written and read to the same tree. */
static void check_tree(const record *r) {
    game_tree *t = NULL;
    game_tree *again = NULL;
    record other;
    error e = {0};
    text out = text_growing();
    status st = record_tree(&t, r, catalogue_games(), catalogue_games()[0], &e);
    FUZZ_HOLDS(st == ST_OK || e.text[0]);
    if (st == ST_OK) {
        FUZZ_HOLDS(record_write_tree(t, &out, &e) == ST_OK);
        FUZZ_HOLDS(record_read(&other, text_string(&out), out.len, &e) == ST_OK);
        FUZZ_HOLDS(record_tree(&again, &other, catalogue_games(), NULL, &e) == ST_OK);
        FUZZ_HOLDS(again->count == t->count);
        for (size_t i = 1; i < t->count; i++) FUZZ_HOLDS(game_tree_depth(t, (int)i) <= t->count);
        record_done(&other);
    }
    game_tree_destroy(t);
    game_tree_destroy(again);
    text_done(&out);
}

/* The same bytes as any file that tells a game: a log, a position in one line, a record. */
static void check_file(const char *body, size_t size) {
    game_file f;
    position *p = NULL;
    error e = {0};
    const game *usual = catalogue_games()[size % 6];
    text data = text_growing();
    text_putn(&data, body, size);
    status st = game_file_parse(&f, &data, catalogue_games(), usual, NULL, &e);
    if (st == ST_OK) st = game_file_deal(&p, &f, catalogue_games(), usual, 1, &e);
    text_done(&data);
    if (st == ST_OK && !game_file_is_view(&f)) (void)game_file_check(&f, p, &e);
    FUZZ_HOLDS(st == ST_OK || e.text[0]);
    if (st == ST_OK) check_round_trip(p);
    position_destroy(p);
    game_file_done(&f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size > 8192) return 0;
    record r;
    position *p = NULL;
    error e;
    char *body = fuzz_string(data, size);
    status st = record_read(&r, body, size, &e);
    if (st == ST_OK) check_tree(&r);
    if (st == ST_OK)
        st = record_replay(&p, &r, catalogue_games(), catalogue_games()[0], UINT_MAX, &e);
    if (st == ST_OK) check_round_trip(p);
    FUZZ_HOLDS(st == ST_OK || e.text[0]);
    position_destroy(p);
    record_done(&r);
    check_file(body, size);
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
