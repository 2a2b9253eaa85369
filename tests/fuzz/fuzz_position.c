#include "tests/fuzz/fuzz.h"

/* Position and view texts of every game: byte 0 picks the game, byte 1 the seat whose view it is.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 2 || size > 4096) return 0;
    const game *g = fuzz_game(data[0]);
    int seat = (int)(data[1] % 4) - 2;
    char *line = fuzz_string(data + 2, size - 2);
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
