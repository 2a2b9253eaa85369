#ifndef MCP_MCP_RESOURCES_H
#define MCP_MCP_RESOURCES_H
/* Resources: rules pages, the rules language on one page, records of tables. */

#include "mcp/mcp_client.h"
#include "mcp/mcp_reply.h"

/* The members of resources/list and resources/templates/list. */
status mcp_resources_list(mcp_client *c, json_writer *w, error *err);
void mcp_resources_templates(json_writer *w);

/* The members of resources/read. ST_NOT_FOUND where there is no such resource. */
status mcp_resources_read(mcp_client *c, const char *uri, json_writer *w, mcp_cache *cache,
                          error *err);

/* The rules language on one page. */
const char *mcp_resources_language(void);

#endif
