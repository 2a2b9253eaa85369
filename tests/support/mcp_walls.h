#ifndef TESTS_SUPPORT_MCP_WALLS_H
#define TESTS_SUPPORT_MCP_WALLS_H
/* Two tables in worlds that a seat cannot tell apart, asked the same by every tool, for each hidden game of the
 * catalogue: the answers must be the same to the byte. For tables of any kind and any way to ask. */

#include "mcp/mcp_tables.h"

typedef struct mcp_walls {
    mcp_tables tables; /* where both are */
    bool seeded;       /* they take a seed */
    int games, pairs;
    /* The answer to a message of a method; the caller frees it with mem_free(). */
    char *(*ask)(void *ctx, const char *method, const char *message);
    void *ctx;
} mcp_walls;

typedef struct mcp_walls_found {
    unsigned compared, differ;
    char first[800]; /* the first that differs */
    bool every_kind; /* worlds of each kind were met */
} mcp_walls_found;
mcp_walls_found mcp_walls_compare(const mcp_walls *how);
/* A tool of which nothing is asked there; NULL: none. */
const char *mcp_walls_unlisted(void);

#endif
