#ifndef WEB_MCP_WEB_MCP_INSIDE_H
#define WEB_MCP_WEB_MCP_INSIDE_H
/* What the files of this folder share.
 *
 * Locks: `m->mutex` guards the lines and who uses them; it is held for moments; a client may be
 * told to cancel with it, and nothing else is called. */

#include "engine/base/threads.h"
#include "mcp/mcp_client.h"
#include "web/mcp/web_mcp.h"

enum {
    WEB_MCP_ID_SIZE = 40,
    WEB_MCP_HASH_SIZE = 65, /* of a handle, as it is stored */
    WEB_MCP_MAX_LINES = 512,
    WEB_MCP_EACH = 16,    /* sessions of a token */
    WEB_MCP_SEARCHES = 2, /* of an account at a time, as of any client */
    WEB_MCP_CHECKS = 2,   /* of rules texts, of all */
    WEB_MCP_BUSY = 128    /* accounts with a search at a time */
};

/* A client and whose it is: all requests of a token that stand for themselves, or one session. */
typedef struct web_mcp_line {
    struct web_mcp_line *next;
    web_mcp *all;
    char id[WEB_MCP_ID_SIZE]; /* of the session; empty: none */
    web_person who;
    int64_t token;
    mcp_client *client;
    mcp_host host;
    int users; /* requests under way */
    int64_t used_ms;
    uint64_t used; /* the last of `uses` that was its own: several fall into a millisecond */
} web_mcp_line;

struct web_mcp {
    web_world *world;
    char version[64], url[300];
    mtx_t mutex; /* guards all below, and `users`, `used` and `used_ms` of the
                    lines */
    web_mcp_line *first;
    uint64_t uses; /* of all lines */
    bool stopped;

    mtx_t wait; /* guards all below; taken under no other */
    cnd_t changed;
    struct {
        int64_t account;
        int searches;
    } busy[WEB_MCP_BUSY];
    int checks;
};

/* The line of a session, or of the token itself (id ""); made where it is not there and `make` is
 * set. ST_NOT_FOUND; ST_BUSY where there are too many, ST_STOPPED. web_mcp_line_leave() ends its
 * use. */
status web_mcp_line_take(web_mcp *m, const web_person *who, const char *id, web_mcp_line **out,
                         error *err);
/* A new session; its id is in the line. */
status web_mcp_line_new(web_mcp *m, const web_person *who, web_mcp_line **out, error *err);
void web_mcp_line_leave(web_mcp_line *l);
void web_mcp_line_drop(web_mcp_line *l); /* the same, and it is not found any more */

/* --- web_mcp_ask.c: a request inside the server --- */

typedef struct web_mcp_ask {
    web_link link; /* first: the link is the ask */
    web_request q;
    mtx_t mutex;
    cnd_t done;
    bool finished;
} web_mcp_ask;

void web_mcp_ask_init(web_mcp_ask *a, const web_person *who);
/* Waits for the answer. Its refusal as an error: ST_BUSY where it was stale. */
status web_mcp_ask_wait(web_mcp_ask *a, error *err);
void web_mcp_ask_done(web_mcp_ask *a);

/* --- web_mcp_rooms.c: tables are rooms --- */
mcp_tables web_mcp_rooms(web_mcp_line *l);
void web_mcp_rooms_changed(void *m); /* for rooms_set_changed() */
void web_mcp_hash_handle(const char *handle, char out[WEB_MCP_HASH_SIZE]);

/* --- web_mcp_open.c: a new one; `self` is a line --- */
status web_mcp_open(void *self, mcp_opening *o, mcp_tickets *out, error *err);

/* --- web_mcp_host.c --- */
mcp_host web_mcp_host(web_mcp_line *l);

/* --- web_mcp_post.c --- */
void web_mcp_post(void *world, web_request *q);

#endif
