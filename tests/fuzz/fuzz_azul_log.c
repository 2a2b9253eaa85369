#include <limits.h>

#include "engine/game/game_terminal.h"
#include "engine/notation/record.h"
#include "games/azul/azul.h"
#include "tests/fuzz/fuzz.h"

/* The classic log of Azul: what is read gives a record that replays, and a cut log is told. */

static void check_record(const text *rec, bool named) {
    record r;
    position *p = NULL;
    error e;
    FUZZ_HOLDS(record_read(&r, text_string(rec), rec->len, &e) == ST_OK);
    FUZZ_HOLDS(record_replay(&p, &r, catalogue_games(), NULL, UINT_MAX, &e) == ST_OK);
    FUZZ_HOLDS(!named || record_get(&r, "names"));
    fuzz_check_position(p);
    position_destroy(p);
    record_done(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size > 8192) return 0;
    text rec = text_growing();
    error e = {0};
    bool cut = false;
    char *body = fuzz_string(data, size);
    status st = azul.terminal->log_record(&azul, body, size, &rec, &cut, &e);
    bool ends = size == 0 || body[size - 1] == '\n';
    if (st == ST_OK) {
        FUZZ_HOLDS(cut == !ends);
        check_record(&rec, text_starts(body, "game "));
    }
    FUZZ_HOLDS(st == ST_OK || e.text[0]);
    text_done(&rec);
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
