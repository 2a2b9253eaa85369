#ifndef MCP_MCP_REPLY_H
#define MCP_MCP_REPLY_H
/* Replies as lines of JSON-RPC 2.0, in the form of the revision that the request speaks. */

#include "mcp/mcp_call.h"

typedef enum mcp_revision {
    MCP_2025_06_18,
    MCP_2025_11_25,
    MCP_2026_07_28,
    MCP_REVISIONS
} mcp_revision;
const char *mcp_revision_name(mcp_revision r);

/* Codes of JSON-RPC and of the protocol. */
enum {
    MCP_PARSE_ERROR = -32700,
    MCP_INVALID_REQUEST = -32600,
    MCP_METHOD_NOT_FOUND = -32601,
    MCP_INVALID_PARAMS = -32602,
    MCP_INTERNAL_ERROR = -32603,
    MCP_UNSUPPORTED_VERSION = -32022
};

/* How long an answer stays true, for those that say so. */
typedef enum mcp_cache { MCP_CACHE_NONE, MCP_CACHE_PUBLIC, MCP_CACHE_PRIVATE } mcp_cache;

typedef struct mcp_reply {
    text line;
    json_writer w; /* inside the result */
} mcp_reply;

/* Begins a result; `id` is JSON. Members are then written with reply->w. */
void mcp_reply_begin(mcp_reply *r, const char *id);
/* Ends it with what the revision wants, sends it, and frees the line. */
void mcp_reply_end(mcp_reply *r, mcp_revision revision, mcp_cache cache, const char *version,
                   const mcp_sink *to);

/* An error; `id` may be empty: it could not be read. `data` is JSON, or NULL. */
void mcp_reply_error(const char *id, int code, const char *message, const char *data,
                     const mcp_sink *to);

/* The server's name and version as a member. */
void mcp_reply_server(json_writer *w, const char *key, const char *version);

#endif
