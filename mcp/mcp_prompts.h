#ifndef MCP_MCP_PROMPTS_H
#define MCP_MCP_PROMPTS_H
/* Prompts: what a person may ask an assistant to do with the tools. */

#include "mcp/mcp_client.h"
#include "mcp/mcp_json.h"

void mcp_prompts_list(json_writer *w);

/* The members of prompts/get. ST_NOT_FOUND: there is no such prompt; other failures are about its
 * arguments. */
status mcp_prompts_get(mcp_client *c, const char *name, const json_t *args, json_writer *w,
                       error *err);

#endif
