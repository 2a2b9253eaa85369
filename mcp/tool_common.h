#ifndef MCP_TOOL_COMMON_H
#define MCP_TOOL_COMMON_H
/* What the tools share: the table of a handle, the answer of look, seats of a new table, files. */

#include "engine/game/table_text.h"
#include "mcp/mcp_client.h"
#include "mcp/mcp_json.h"

/* --- arguments that several tools take, as parts of forms --- */

#define TOOL_TABLE "table:s`a handle from new_table`"
#define TOOL_AT    "at:i`the number that look, legal or act gave last`"
#define TOOL_SEATS                                                                                 \
    "play?:[i]`the seats you play, counted from 1; default [1]; [] to watch engines`, "            \
    "levels?:[i]`strength of the engine in each other seat, in seat order: 1 weak to 10 full; "    \
    "default 5`, "                                                                                 \
    "seconds?:n<0.01..10>`what an engine may think about one decision; default 1`, "               \
    "open?:b`for games with hidden hands: nothing is hidden from you; needed for several seats`, " \
    "seed?:i<0..1000000000>`makes dice and engines repeatable; refused where hands are hidden`"
/* What only a web board has. */
#define TOOL_BOARD                                                                                 \
    "invite?:[i]`web board: seats kept free for people; the answer has a link for them`, "         \
    "analysis?:b`web board: analyze and the like before the end`"
#define TOOL_LOOK                                                                                  \
    "{table:s, game:s, seat:i`yours; 0: you watch`, at:i`act and undo want it`, board:s, "         \
    "turn:i`the seat to act; 0: chance, or over`, your_turn:b, "                                   \
    "kind:(action|chance|reward|reaction|over), legal?:i`how many actions you have`, over:b, "     \
    "result?:s, points?:[i]`by seat`, since:[{seat:i, words:s}]`what happened since your last "    \
    "action`, open?:b, note?:s, scene?:o}"
#define TOOL_TABLES                                                                                \
    "{game:s, players:i, tables:[{seat:i, table:s}]`a handle for each of your seats`, open?:b, "   \
    "note?:s, link?:s}"

/* --- the table of a call --- */

typedef struct tool_table {
    const char *handle;
    mcp_seen seen;
    table_text text;
} tool_table;

/* Reads the argument `table`. The caller ends *out with tool_table_done() in any case. */
status tool_table_init(tool_table *out, mcp_call *c, error *err);
void tool_table_done(tool_table *t);
/* The same for a tool that judges the position: ST_LEAK where the table does not allow that yet. */
status tool_study_init(tool_table *out, mcp_call *c, error *err);

/* Says that an open table is one. */
void tool_put_open(const tool_table *t, mcp_call *c);
/* The answer of look, in words and members. */
status tool_put_look(const tool_table *t, mcp_call *c, bool with_scene, error *err);
/* The seat as clients count it: from 1; 0 for a spectator, chance, and no one to act. */
int tool_seat(int seat);

void tool_key_text(mcp_call *c, const char *key, const char *value);
void tool_key_int(mcp_call *c, const char *key, int64_t value);
void tool_key_flag(mcp_call *c, const char *key, bool value);

/* --- a new table --- */

/* Takes over `start`; reads seats, levels, open and seed from the arguments, and answers with the
 * handles. `known`: the caller has seen the entire position; `called`: what they call the game. */
typedef struct tool_start {
    position *start;
    const char *called;
    bool known;
} tool_start;
status tool_open_table(mcp_call *c, tool_start t, error *err);
/* Options of a game ("size=5") and players from the arguments. */
status tool_read_params(const mcp_call *c, const game *g, params *out, error *err);

/* --- files --- */

/* Reads a file of the folder that was opened to us, by its plain name. */
status tool_read_file(const mcp_call *c, const char *name, text *out, error *err);

/* When a call that may take `seconds` has to be done: the argument, or `standard`. */
enum { TOOL_SECONDS = 10, TOOL_MAX_SECONDS = 50, TOOL_ACT_SECONDS = 20 };
int64_t tool_until(const mcp_call *c, const char *key, double standard);

#endif
