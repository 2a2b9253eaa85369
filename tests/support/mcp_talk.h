#ifndef TESTS_SUPPORT_MCP_TALK_H
#define TESTS_SUPPORT_MCP_TALK_H
/* A client of the Model Context Protocol inside the test: messages go straight into mcp_client, and what it
 * sends waits in a list. */

#include "mcp/mcp_client.h"
#include "mcp/mcp_local.h"

typedef struct mcp_talk mcp_talk;

/* With tables of its own, or with those of another kind. */
mcp_talk *mcp_talk_open(void);
mcp_talk *mcp_talk_open_with(mcp_tables tables);
void mcp_talk_close(mcp_talk *t);

void mcp_talk_say(mcp_talk *t, const char *message);
/* The next message, waited for; NULL where none comes and nothing is under way for `ms`. The caller frees it
 * with mem_free(). */
char *mcp_talk_next(mcp_talk *t, int ms);
/* The same for the answer to this message, progress before it left out. */
char *mcp_talk_ask(mcp_talk *t, const char *message);
/* tools/call in the newest revision; `args` is JSON. */
char *mcp_talk_call(mcp_talk *t, const char *tool, const char *args);

/* The string at `key` in a message, "" where there is none; good until the next call. */
const char *mcp_talk_string(const char *message, const char *key);

#define MCP_TALK_META                                                                              \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","                       \
    "\"io.modelcontextprotocol/clientCapabilities\":{}}"

#endif
