#ifndef MCP_MCP_TOOLS_H
#define MCP_MCP_TOOLS_H
/* The tools: one table with name, words for the model, forms of arguments and answers (mcp_schema.h),
 * and the function that answers. A new tool is a row here and a function in a tool_*.c. */

#include "mcp/mcp_client.h"

typedef struct mcp_tool {
    const char *name, *title;
    const char *about; /* a model reads this to know when and how to call it */
    const char *input; /* forms */
    const char *output;
    /* Writes c->words and the members of c->out. A failure is told to the model. */
    status (*run)(mcp_call *c, error *err);
    bool slow;      /* may take longer than a moment: gets a thread */
    bool read_only; /* changes no table */
} mcp_tool;

const mcp_tool *mcp_tools_find(const char *name);
const mcp_tool *mcp_tools_at(size_t i); /* NULL after the last */

/* The members "tools": [...] of the list. */
void mcp_tools_write(json_writer *w);

/* --- the functions --- */

status tool_games(mcp_call *c, error *err);
status tool_rules(mcp_call *c, error *err);
status tool_new_table(mcp_call *c, error *err);
status tool_position(mcp_call *c, error *err);
status tool_close_table(mcp_call *c, error *err);
status tool_look(mcp_call *c, error *err);
status tool_legal(mcp_call *c, error *err);
status tool_why_not(mcp_call *c, error *err);
status tool_act(mcp_call *c, error *err);
status tool_undo(mcp_call *c, error *err);
status tool_analyze(mcp_call *c, error *err);
status tool_solve(mcp_call *c, error *err);
status tool_review(mcp_call *c, error *err);
status tool_belief(mcp_call *c, error *err);
status tool_check_rules(mcp_call *c, error *err);
status tool_play_rules(mcp_call *c, error *err);

#endif
