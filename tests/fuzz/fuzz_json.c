#include "tests/fuzz/fuzz.h"
#include "uci/json.h"

/* The JSON twin: any request is read or refused with a place, any line becomes one object. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size > 8192) return 0;
    char id[96];
    error e;
    text line = text_growing();
    text object = text_growing();
    char *body = fuzz_string(data, size);
    if (json_request(body, &line, id, sizeof id, &e) == ST_OK) {
        json_from_line(text_string(&line), id, &object);
    } else {
        FUZZ_HOLDS(e.text[0]);
        json_from_line(body, "", &object);
    }
    FUZZ_HOLDS(object.len > 2 && object.at[0] == '{' && object.at[object.len - 1] == '}');
    FUZZ_HOLDS(!strchr(object.at, '\n'));
    mem_free(body);
    text_done(&line);
    text_done(&object);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
