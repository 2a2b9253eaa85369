#include "tests/fuzz/fuzz.h"
#include "uci/session.h"

/* Complete sessions: the first byte says plain or JSON, then lines. Whatever is said, the session
 * stays alive, what it says are clean lines, no more bestmoves come than were asked for, and all
 * memory comes back. */

typedef struct tally {
    unsigned moves, asked;
} tally;

static void count_line(void *ctx, const char *line) {
    tally *t = ctx;
    t->moves += text_starts(line, "bestmove") || text_starts(line, "{\"type\":\"bestmove\"");
    size_t n = strlen(line);
    FUZZ_HOLDS(!strchr(line, '\n') && !(n && line[n - 1] == ' '));
}

/* What would write files, take minutes or start hundreds of threads is left out. */
static bool tame(const char *line) {
    static const char *const wild[] = {"ogfile", "valfile", "hread", "ash", "bench"};
    char lower[256];
    size_t n = 0;
    for (; line[n] && n + 1 < sizeof lower; n++)
        lower[n] = line[n] >= 'A' && line[n] <= 'Z' ? (char)(line[n] + 32) : line[n];
    lower[n] = '\0';
    if (line[n]) return false;
    for (size_t i = 0; i < sizeof wild / sizeof *wild; i++)
        if (strstr(lower, wild[i])) return false;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 1 || size > 4096) return 0;
    tally t = {0};
    output *o;
    session *s;
    session_config config = {.games = catalogue_games(),
                             .book = catalogue_registry(),
                             .version = "0",
                             .commit = "fuzz",
                             .compiler = "fuzz",
                             .features = "fuzz",
                             .json = data[0] & 1};
    FUZZ_HOLDS(output_to_sink(&o, count_line, &t) == ST_OK);
    FUZZ_HOLDS(session_create(&s, &config, o, NULL) == ST_OK);
    (void)session_line(s, "setoption name Hash value 1");
    char *body = fuzz_string(data + 1, size - 1);
    /* With a full queue after an endless search only a stop would help. */
    for (char *line = body; line && !session_full(s);) {
        size_t left = size - 1 - (size_t)(line - body);
        char *next = memchr(line, '\n', left);
        size_t len = next ? (size_t)(next - line) : left;
        if (next) *next++ = '\0';
        if (tame(line)) {
            t.asked += strstr(line, "go") != NULL;
            if (strlen(line) < len)
                session_bad_line(s, ST_BAD_LINE, "a NUL byte in the line", line);
            else if (!session_line(s, line))
                break;
        }
        line = next;
    }
    mem_free(body);
    session_destroy(s);
    output_close(o, 0);
    FUZZ_HOLDS(t.moves <= t.asked);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
