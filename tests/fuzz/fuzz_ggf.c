#include "tests/fuzz/fuzz_games.h"

/* Files of games of othello. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    fuzz_games("x.ggf", data, size, false);
    return 0;
}
