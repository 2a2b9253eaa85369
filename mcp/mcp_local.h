#ifndef MCP_MCP_LOCAL_H
#define MCP_MCP_LOCAL_H
/* Tables of this process, for one client: positions with engines of ours in the seats that the caller
 * does not take. Engines think on the thread of the call that waits for them, with one of the client's
 * searches, and without a lock: others may look meanwhile. */

#include "mcp/mcp_tables.h"
#include "search/search.h"

typedef struct mcp_local mcp_local;

status mcp_local_create(mcp_local **out, const search_registry *book, error *err);
void mcp_local_destroy(mcp_local *l); /* not while a call uses it; NULL is welcome */

mcp_tables mcp_local_tables(mcp_local *l);

#endif
