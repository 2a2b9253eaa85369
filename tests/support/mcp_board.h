#ifndef TESTS_SUPPORT_MCP_BOARD_H
#define TESTS_SUPPORT_MCP_BOARD_H
/* A web board with assistants, without sockets: what its owner's page asks, and what programs post to /mcp. What does
 * not work ends the test. */

#include "mcp/mcp_tables.h"
#include "web/serve_parts.h"

typedef struct mcp_board {
    serve_parts parts;
    char cookie[160];
    text answer;      /* the last one; of a stream all that came */
    bool stream;      /* it was one */
    char session[48]; /* its Mcp-Session-Id; empty: none */
} mcp_board;

void mcp_board_open(mcp_board *b, int engine_delay_ms);
void mcp_board_close(mcp_board *b);
/* The server ends and starts again with the same data; `mcp` as with --mcp. */
void mcp_board_restart(mcp_board *b, bool mcp);

/* What the page asks; the code. */
int mcp_board_ask(mcp_board *b, const char *method, const char *target, const char *body);
/* A new token of the owner. */
void mcp_board_token(mcp_board *b, char out[64]);

/* What a program sends; fields that are NULL are left out. */
typedef struct mcp_board_post {
    const char *method; /* of HTTP; NULL: POST */
    const char *target; /* NULL: /mcp */
    const char *token, *origin, *host, *accept;
    const char *version, *name, *called, *session; /* MCP-Protocol-Version, Mcp-Method, Mcp-Name */
    const char *body;
} mcp_board_post;
int mcp_board_send(mcp_board *b, const mcp_board_post *p);
/* A request of revision 2026-07-28 with the headers it needs; the body has all but its end. `called`: Mcp-Name. */
int mcp_board_call(mcp_board *b, const char *word, const char *tool, const char *args);

/* The tables of a token. */
mcp_tables mcp_board_tables(mcp_board *b, const char *word);

/* The value after "key": in the last answer, quotes aside; "" where there is none. Good until the next call. */
const char *mcp_board_value(const mcp_board *b, const char *key);

#endif
