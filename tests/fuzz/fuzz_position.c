#include "tests/fuzz/fuzz.h"

/* Position and view texts of every game: first the game, then a byte for the seat whose view it is. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 2 || size > 4096) return 0;
    const game *g = fuzz_named_game(&data, &size);
    if (!size) return 0;
    int seat = (int)(data[0] % 4) - 2;
    char *line = fuzz_string(data + 1, size - 1);
    params p = params_default();
    position *pos;
    error e;
    if (position_read(&pos, g, &p, seat, line, &e) == ST_OK) {
        fuzz_check_position(pos);
        position_destroy(pos);
    } else {
        FUZZ_HOLDS(e.text[0] && !pos);
    }
    mem_free(line);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
