#ifndef WEB_MCP_WEB_MCP_H
#define WEB_MCP_WEB_MCP_H
/* The Model Context Protocol over HTTP: POST /mcp. The tools are those of mcp/; a table is a room
 * (web/rooms), a rules text one of the account, a search a job of the engine queue.
 *
 * Requests of revision 2026-07-28 stand for themselves: each token has one client for all of them.
 * A program that begins with initialize gets a session of its own, which lives in memory. */

#include "web/http/web_routes.h"
#include "web/web_world.h"

typedef struct web_mcp web_mcp;

typedef struct web_mcp_setup {
    web_world *world;
    const char *version; /* of the program */
    const char *url;     /* where people find the page, without a slash at its end; copied */
} web_mcp_setup;

status web_mcp_create(web_mcp **out, const web_mcp_setup *setup, error *err);
/* Ends what is under way and answers it; no more is taken. Before the engine queue and the rooms. */
void web_mcp_stop(web_mcp *m);
void web_mcp_destroy(web_mcp *m); /* NULL is welcome */

/* A token was revoked: what runs for it is cancelled. Does not wait; any thread; NULL is welcome. */
void web_mcp_end_token(web_mcp *m, int64_t of_token);

extern const web_route web_mcp_routes[]; /* the world's `mcp` answers them */

#endif
