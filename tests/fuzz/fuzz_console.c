#include "tests/fuzz/fuzz.h"
#include "web/api/api_console.h"

/* Lines of the console: what is let through is one line that begins with a word of the list. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const known_words[] = {"legal", "verify", "status", "eval",   "d",
                                              "scene", "pick",   "perft",  "chance", "fen",
                                              "state", "view",   "belief"};
    error e = {0};
    char *line = fuzz_string(data, size);
    status st = api_console_allows(line, &e);
    FUZZ_HOLDS(st == ST_OK || e.text[0]);
    if (st == ST_OK) {
        const char *at = line + strspn(line, " \t");
        size_t n = strcspn(at, " \t");
        bool known = false;
        for (size_t i = 0; i < sizeof known_words / sizeof *known_words; i++)
            known |= strlen(known_words[i]) == n && memcmp(known_words[i], at, n) == 0;
        FUZZ_HOLDS(known && !strpbrk(line, "\n\r") && strlen(line) <= 4096);
    }
    mem_free(line);
    return 0;
}
