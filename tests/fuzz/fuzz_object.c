#include <elf.h>

#include "engine/sdk/object_file.h"
#include "tests/fuzz/fuzz.h"

/* Shared objects as files: whatever the headers say, nothing outside the bytes is read. What every
 * object of this machine has in common is put in, so that the fuzzer gets past it. */

static void put_common(char *data, size_t size) {
    static const unsigned char ident[] = {
        0x7f,        'E',       'L', 'F', sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32,
        ELFDATA2LSB, EV_CURRENT};
    if (size >= sizeof ident) memcpy(data, ident, sizeof ident);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size > 65536) return 0;
    error e = {0};
    char *body = mem_alloc(size ? size : 1); /* no byte more, so that a sanitizer sees the end */
    FUZZ_HOLDS(body);
    if (size) memcpy(body, data, size);
    put_common(body, size);
    status st = object_file_check(body, size, "bw_entry", "x.so", &e);
    FUZZ_HOLDS(st == ST_OK || (st == ST_UNSUPPORTED && e.text[0]));
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
