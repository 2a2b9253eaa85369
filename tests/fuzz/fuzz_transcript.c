#include "tests/fuzz/fuzz_games.h"

/* Games of othello as lists of cells. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    fuzz_games("x.oth", data, size, true);
    return 0;
}
