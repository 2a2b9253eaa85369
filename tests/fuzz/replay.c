/* A fuzzer without libFuzzer: gives it every file that is named, so that what once broke is tried
 * in every build. Usage: replay FILE... */
#include "tests/fuzz/fuzz.h"

/* The bytes of a file in a block of exactly their size, so that a sanitizer sees a step too far.
 * Plain malloc: fuzzers look whether all of our own memory came back. */
static uint8_t *read_input(const char *path, size_t *len) {
    FILE *f = fopen(path, "rb");
    long size = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    uint8_t *bytes = size >= 0 ? malloc(size ? (size_t)size : 1) : NULL;
    if (bytes) rewind(f);
    *len = bytes ? fread(bytes, 1, (size_t)size, f) : 0;
    if (f) (void)fclose(f);
    return bytes;
}

/* Called by fuzzers that bring a mutator of their own; nothing is mutated here. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);  /* NOLINT: libFuzzer's name */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max) { /* NOLINT: its parameters */
    (void)data;
    (void)max;
    return size;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        size_t len;
        uint8_t *bytes = read_input(argv[i], &len);
        printf("%s\n", argv[i]);
        (void)fflush(stdout); /* the last one named is the one that broke */
        FUZZ_HOLDS(bytes);
        (void)LLVMFuzzerTestOneInput(bytes, len);
        free(bytes);
    }
    printf("%d inputs\n", argc - 1);
    return argc > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
