#include "tests/fuzz/fuzz_games.h"

/* Files of chess games. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    fuzz_games("x.pgn", data, size, true);
    return 0;
}
