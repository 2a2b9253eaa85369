#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H
/* What every fuzzer needs: its entry point, the bytes as a string, and a way to say that a promise
 * is broken (which libFuzzer reports with the input). */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/position.h"
#include "lib/catalogue.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); /* NOLINT: libFuzzer's name */

#define FUZZ_HOLDS(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            (void)fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition);          \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static inline char *fuzz_string(const uint8_t *data, size_t size) {
    char *s = mem_alloc(size + 1);
    FUZZ_HOLDS(s);
    if (size) memcpy(s, data, size);
    return s;
}

/* The game an input is for, by its first byte: the games in C, the texts, and chess as the last. */
static inline const game *fuzz_game(uint8_t pick) {
    size_t n = 1;
    while (catalogue_games()[n]) n++;
    return catalogue_games()[(pick + 1u) % n];
}

/* The same for an input that may begin with "@NAME\n", which seeds do, as games are added in any
 * place of the list; *data and *size are what comes after. The games of tests/data/authors are
 * in the list, too. */
const game *fuzz_named_game(const uint8_t **data, size_t *size);

/* A position that was accepted must be a good one: sound, canonical, and playable to some end. */
void fuzz_check_position(const position *p);

#endif
