#include "tests/fuzz/fuzz.h"
#include "uci/lines/json_request.h"
#include "uci/lines/reply.h"

/* The JSON mode: any request is read or refused with a sentence, any words become one object. */
static void check_reply(const char *said, const char *id) {
    text object = text_growing();
    reply r;
    reply_init(&r, "fuzz");
    reply_word(&r, "word", said);
    reply_quoted(&r, "quoted", said);
    reply_words(&r, "words", said);
    reply_each(&r, "each", said);
    reply_pair(&r, "pair", said, 1);
    reply_json(&r, id, &object);
    FUZZ_HOLDS(object.len > 2 && object.at[0] == '{' && object.at[object.len - 1] == '}');
    FUZZ_HOLDS(!strchr(object.at, '\n'));
    text_done(&object);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size > 8192) return 0;
    char id[96];
    error e;
    text line = text_growing();
    char *body = fuzz_string(data, size);
    if (json_request(body, &line, id, sizeof id, &e) == ST_OK) {
        check_reply(text_string(&line), id);
    } else {
        FUZZ_HOLDS(e.text[0]);
        check_reply(body, "");
    }
    mem_free(body);
    text_done(&line);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
