#ifndef MCP_MCP_CLIENT_H
#define MCP_MCP_CLIENT_H
/* One client of the Model Context Protocol: requests go in as JSON, messages come out through a sink.
 * It knows no transport, so that standard input and a web server can use it.
 *
 * Quick requests are answered during mcp_client_message(); searches, and what waits for engines, get
 * threads of their own, so that others are answered meanwhile. */

#include "lib/game_library.h"
#include "mcp/mcp_call.h"
#include "mcp/mcp_host.h"
#include "mcp/mcp_json.h"
#include "mcp/mcp_tables.h"

typedef struct mcp_client mcp_client;

/* What clients share. */
typedef struct mcp_world {
    game_library *library;
    const search_registry *book;
    const char *version; /* of the program */
    const char *folder; /* records and rules texts may be read from here; NULL: no file is opened */
    const mcp_host *host; /* NULL: this process searches, and keeps rules texts; must outlive it */
    bool threads;         /* every call of a tool gets a thread, as tables and texts are far away */
    bool many; /* several programs speak through one client: their ids may be the same, and
                     notifications name no request */
} mcp_world;

/* `tables` may live elsewhere (rooms); it must outlive the client. */
status mcp_client_create(mcp_client **out, const mcp_world *world, mcp_tables tables, error *err);
/* Stops what is under way, waits for it, and ends. NULL is welcome. */
void mcp_client_destroy(mcp_client *c);

/* One message of the client: a request, a notification, or a reply, which is ignored. What it is
 * answered with goes to *to, now or later; the sink must live until then. One thread at a time until initialize was
 * answered, then any. */
void mcp_client_message(mcp_client *c, const char *data, size_t len, const mcp_sink *to);
/* The same for one that has been read. */
void mcp_client_take(mcp_client *c, const json_t *message, const mcp_sink *to);
/* Cancels what goes to this sink, by its ctx; NULL: everything. Does not wait. Any thread. */
void mcp_client_cancel(mcp_client *c, const void *ctx);
/* The revision that initialize agreed on; false: it has not been answered. */
bool mcp_client_greeted(const mcp_client *c, const char **revision);
/* The same as mcp_client_message() for a message that could not be taken in. */
void mcp_client_refuse(mcp_client *c, const char *why, const mcp_sink *to);

/* --- for the tools --- */

const mcp_world *mcp_client_world(const mcp_client *c);
mcp_tables mcp_client_tables(const mcp_client *c);

/* A game by its name, kept (game_let_go() ends that); ST_NOT_FOUND says which is near. */
status mcp_client_game(mcp_client *c, const char *name, const game **out, error *err);
/* A copy of the list of games, for as long as it is held; NULL: no memory. */
game_list mcp_client_hold_games(mcp_client *c);
void mcp_client_release_games(mcp_client *c, game_list held);
/* Loads a rules text; its first game is kept for the caller. */
status mcp_client_load(mcp_client *c, const load_text *in, const load_listener *to,
                       mcp_own_game *first, error *err);
bool mcp_client_has_loaded(mcp_client *c); /* games were added since the start */

#endif
