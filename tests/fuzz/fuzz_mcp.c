#include "mcp/mcp_client.h"
#include "mcp/mcp_local.h"
#include "tests/fuzz/fuzz.h"

/* Messages of assistants: whatever comes in, each answer is one line of JSON-RPC, and a message has one
 * answer at most. No handle can be guessed, so no search begins. */
static void check_message(void *ctx, const char *message, bool droppable) {
    (void)droppable;
    ++*(int *)ctx;
    FUZZ_HOLDS(text_starts(message, "{\"jsonrpc\":\"2.0\",") && !strchr(message, '\n'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size > 8192) return 0;
    int answers = 0;
    error e;
    mcp_local *tables = NULL;
    mcp_client *c = NULL;
    mcp_world world = {
        .library = catalogue_library(), .book = catalogue_registry(), .version = "0"};
    mcp_sink to = {.send = check_message, .ctx = &answers};
    FUZZ_HOLDS(mcp_local_create(&tables, world.book, &e) == ST_OK);
    FUZZ_HOLDS(mcp_client_create(&c, &world, mcp_local_tables(tables), &e) == ST_OK);
    mcp_client_message(c, (const char *)data, size, &to);
    mcp_client_destroy(c);
    mcp_local_destroy(tables);
    FUZZ_HOLDS(answers <= 1);
    return 0;
}
