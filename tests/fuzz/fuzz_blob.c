#include "engine/base/hash.h"
#include "engine/notation/blob.h"
#include "tests/fuzz/fuzz.h"

/* Blobs: the bytes as a blob, and (with a checksum that fits) as the text inside one, so that the
 * fuzzer gets past the checksum. */

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static void wrap(const uint8_t *data, size_t size, text *out) {
    text body = text_growing();
    text_putn(&body, (const char *)data, size);
    text_format(&body, "\n%016llx", (unsigned long long)hash_bytes(data, size, 0));
    unsigned bits = 0;
    int have = 0;
    for (size_t i = 0; i < body.len; i++) {
        bits = (bits << 8 | (unsigned char)body.at[i]) & 0xffffu;
        for (have += 8; have >= 6; have -= 6) text_char(out, alphabet[bits >> (have - 6) & 63]);
    }
    if (have) text_char(out, alphabet[bits << (6 - have) & 63]);
    text_done(&body);
}

static void read_blob(const char *blob) {
    position *p;
    error e;
    if (blob_read(&p, catalogue_games(), blob, &e) != ST_OK) {
        FUZZ_HOLDS(!p && e.text[0]);
        return;
    }
    text again = text_growing();
    blob_write(p, &again);
    position *q;
    FUZZ_HOLDS(blob_read(&q, catalogue_games(), text_string(&again), &e) == ST_OK);
    FUZZ_HOLDS(position_key(p) == position_key(q));
    fuzz_check_position(p);
    position_destroy(q);
    position_destroy(p);
    text_done(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size > 4096) return 0;
    char *blob = fuzz_string(data, size);
    read_blob(blob);
    mem_free(blob);
    text wrapped = text_growing();
    wrap(data, size, &wrapped);
    read_blob(text_string(&wrapped));
    text_done(&wrapped);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
