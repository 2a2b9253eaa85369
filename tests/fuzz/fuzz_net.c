#include <string.h>

#include "eval/net/net.h"
#include "tests/fuzz/fuzz.h"

/* Files of nets: what is read is written back as it was, and what is not says why. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size > 65536) return 0;
    net *n = NULL;
    error why = {0};
    char *body = fuzz_string(data, size);
    if (net_read(&n, body, size, &why) == ST_OK) {
        text again = text_growing();
        net_write(n, &again);
        net *second = NULL;
        FUZZ_HOLDS(net_read(&second, again.at, again.len, &why) == ST_OK);
        FUZZ_HOLDS(second->hash == n->hash && strcmp(second->trained, n->trained) == 0);
        net_destroy(second);
        text_done(&again);
        net_destroy(n);
    } else {
        FUZZ_HOLDS(!n && why.text[0]);
    }
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
