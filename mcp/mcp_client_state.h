#ifndef MCP_MCP_CLIENT_STATE_H
#define MCP_MCP_CLIENT_STATE_H
/* The internals of a client, shared by its sources. */

#include "engine/base/threads.h"
#include "mcp/mcp_client.h"
#include "mcp/mcp_reply.h"
#include "mcp/mcp_tools.h"

/* Calls under way at a time; most of them wait for the same few searches. */
enum { MCP_MAX_CALLS = 16 };

/* A request whose answer is not sent yet. */
typedef struct mcp_under_way {
    mcp_call call;
    char id[MCP_ID_SIZE];
    mcp_revision revision;
    const mcp_tool *tool;
    json_t *args; /* owned */
    thrd_t thread;
    bool used, ended; /* ended: the thread can be joined */
} mcp_under_way;

struct mcp_client {
    mcp_world world;
    mcp_tables tables;
    mcp_searches searches;
    mtx_t lock;            /* guards the calls */
    mtx_t library;         /* guards the list of games */
    bool greeted;          /* initialize has been answered */
    mcp_revision revision; /* that of initialize */
    bool loaded;
    mcp_under_way *call[MCP_MAX_CALLS];
};

/* A request that is being answered. */
typedef struct mcp_request {
    mcp_client *c;
    const char *id; /* as JSON */
    const char *method;
    const json_t *params; /* an object, or NULL */
    mcp_revision revision;
    const mcp_sink *to;
    bool later; /* set by the method: another thread answers, and ends the sink */
} mcp_request;

void mcp_request_fail(const mcp_request *q, int code, const char *message);

/* --- mcp_methods.c: one function a method --- */

void mcp_method_discover(mcp_request *q);
void mcp_method_initialize(mcp_request *q);
void mcp_method_ping(mcp_request *q);
void mcp_method_tools_list(mcp_request *q);
void mcp_method_prompts_list(mcp_request *q);
void mcp_method_templates_list(mcp_request *q);
void mcp_method_resources_list(mcp_request *q);
void mcp_method_resources_read(mcp_request *q);
void mcp_method_prompts_get(mcp_request *q);

/* --- mcp_calls.c: tools/call --- */

void mcp_method_tools_call(mcp_request *q);
void mcp_calls_cancel(mcp_client *c, const json_t *what); /* a notification's params */
void mcp_calls_cancel_sink(mcp_client *c, const void *ctx);
bool mcp_calls_has(mcp_client *c, const char *id); /* such a request is under way */
void mcp_calls_end(mcp_client *c);                 /* stops all and waits for them */

#endif
