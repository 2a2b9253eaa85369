#ifndef MCP_MCP_BACK_H
#define MCP_MCP_BACK_H
/* How far a seat may take back. Nothing is changed; any thread. */

#include "engine/game/position.h"

/* The ply of the last action of a seat; false: there is none. */
bool mcp_last_action(const position *p, int seat, unsigned *ply);

/* Whether the seat has seen something since that action but its own doing. What was not seen counts
 * for nothing: that it happened must not show. */
status mcp_reveals(const position *p, int seat, unsigned ply, bool *out, error *err);

#endif
