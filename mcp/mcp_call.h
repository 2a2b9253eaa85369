#ifndef MCP_MCP_CALL_H
#define MCP_MCP_CALL_H
/* One call of a tool while it is under way: its arguments, what it answers, the search it may use, its
 * progress, and whether it was cancelled. A call belongs to the thread that carries it out; only
 * mcp_call_cancel() comes from others. */

#include <stdatomic.h>

#include "engine/base/json.h"
#include "engine/base/threads.h"
#include "mcp/mcp_json.h"
#include "search/search.h"

/* Where the messages of one request go: a line of JSON without its end. Any thread, must not block;
 * `droppable` messages (progress) may be left out where the reader is slow. */
typedef struct mcp_sink {
    void (*send)(void *ctx, const char *message, bool droppable);
    void *ctx;
    /* Both may be NULL. The message that comes next is an error of the protocol, of this code; and
     * once for each message of the client, at the last: no more comes, and ctx is not used again. */
    void (*fails)(void *ctx, int code);
    void (*end)(void *ctx);
} mcp_sink;

enum { MCP_SEARCHES = 2, MCP_ID_SIZE = 512 };

/* The searches that the calls of one client share. */
typedef struct mcp_searches {
    mtx_t lock; /* guards everything below, and `searching` of the calls */
    cnd_t changed;
    search *slot[MCP_SEARCHES];
    bool used[MCP_SEARCHES];
} mcp_searches;

/* Without searches of its `own` none may be taken. */
status mcp_searches_init(mcp_searches *s, bool own, error *err);
void mcp_searches_done(mcp_searches *s);

typedef struct mcp_call {
    struct mcp_client *client;
    const json_t *args; /* as the tool's form has them */
    text words;         /* the answer as text, for the model */
    text data;          /* the answer as data: the members of an object, */
    json_writer out;    /* and what writes them */
    mcp_searches *searches;
    int slot;                /* the search it holds; -1: none */
    atomic_bool stop;        /* cancelled, or the end of it all */
    char token[MCP_ID_SIZE]; /* of its progress, as JSON; empty: no one asked */
    search_line *lines;      /* of a search that a host carried out; NULL: none */
    mcp_sink to;
    double progress; /* what was reported last; it only grows */
    int64_t reported_ms;
} mcp_call;

void mcp_call_init(mcp_call *c);
void mcp_call_done(mcp_call *c);

bool mcp_call_stopped(const mcp_call *c);
void mcp_call_cancel(mcp_call *c);

/* Takes one of the searches, and waits for it until then (clock_now_ms; 0: not at all). ST_BUSY, or
 * ST_STOPPED. Given back by mcp_call_give(). */
status mcp_call_take(mcp_call *c, int64_t until_ms, search **out, error *err);
void mcp_call_give(mcp_call *c); /* also where it has none */

/* Runs a search with the one taken. ST_STOPPED where the call was cancelled. `listen` may be NULL. */
status mcp_call_search(mcp_call *c, const search_question *q, search_listener listen, void *ctx,
                       search_answer *out, error *err);

/* Reports progress, where it was asked for and not too often. `total` 0: not known. */
void mcp_call_progress(mcp_call *c, double done, double total, const char *message);

#endif
