#ifndef MCP_MCP_STDIO_H
#define MCP_MCP_STDIO_H
/* The protocol over two file descriptors, one message a line: `kibitz mcp`. */

#include "lib/game_library.h"
#include "search/searcher.h"

typedef struct mcp_stdio {
    int in, out;
    game_library *library;
    const search_registry *book;
    const char *version;
    const char *folder; /* records and rules texts may be read from here; NULL: none */
} mcp_stdio;

/* Serves until the end of input. ST_UNSUPPORTED in a build without jansson. */
status mcp_stdio_serve(const mcp_stdio *s, error *err);

#endif
