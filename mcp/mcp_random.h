#ifndef MCP_MCP_RANDOM_H
#define MCP_MCP_RANDOM_H
/* Bytes of the system that no one can guess: for handles, and for chance where hands are hidden. Any
 * thread. */

#include <stdbool.h>
#include <stddef.h>

bool mcp_random(void *out, size_t bytes); /* at most 256; false: the system has none to give */

#endif
