#include <stdio.h>

#include "engine/base/text.h"
#include "tests/fuzz/fuzz.h"
#include "web/shared_word.h"
#include "web/store/store_notice.h"

/* What servers on one database tell each other, as a stranger in the database might: anything is read or left
 * out, and what was read is inside what was said. */

static void check_word(const char *said) {
    shared_word w;
    char again[160];
    shared_word same;
    if (!shared_word_read(said, &w)) return;
    FUZZ_HOLDS(w.kind == SHARED_MISSED || (w.rest > said && w.rest <= said + strlen(said)));
    FUZZ_HOLDS(w.account >= 0 && w.session >= 0 && w.number >= 0);
    FUZZ_HOLDS(memchr(w.room, '\0', sizeof w.room) != NULL);
    if (w.kind == SHARED_END) {
        snprintf(again, sizeof again, "end:%lld:%lld:%d", (long long)w.account,
                 (long long)w.session, w.others);
        FUZZ_HOLDS(shared_word_read(again, &same) && same.account == w.account &&
                   same.session == w.session && same.others == w.others);
    }
    if (w.kind == SHARED_HERE) {
        snprintf(again, sizeof again, "here:%s:%lld", w.room, (long long)w.account);
        FUZZ_HOLDS(shared_word_read(again, &same) && same.account == w.account &&
                   strcmp(same.room, w.room) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size > 8192) return 0;
    char *said = fuzz_string(data, size);
    size_t len = strlen(said);
    store_notice n = store_notice_read(said);
    FUZZ_HOLDS(n.newest >= 0 && !strchr(n.process, ' '));
    const char *word;
    while ((word = store_notice_word(&n))) {
        FUZZ_HOLDS(*word && !strchr(word, ' ') && word > said && word < said + len);
        check_word(word);
    }
    mem_free(said);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
