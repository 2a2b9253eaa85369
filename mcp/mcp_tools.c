#include "mcp/mcp_tools.h"

#include <string.h>

#include "mcp/mcp_schema.h"
#include "mcp/tool_common.h"

#define LIMIT   "seconds?:n<0.01..50>`thinking time, default 10`"
#define OPTIONS "options?:[s]`as name=value, see the end of rules`"
#define LINES                                                                                      \
    "lines:[{action:s, words?:s, values:[n], points?:[n], visits?:i, proof?:(win|loss|draw|exact)" \
    ", line:s}]"

static const mcp_tool tools[] = {
    {"games", "Games",
     "Lists the games that can be played: board, tile, card and dice games, with the number of "
     "players "
     "and whether there is chance or hidden hands. Use the names in other tools.",
     "{match?:s`only games whose name or title contains this`}",
     "{games:[{name:s, title:s, min_players:i, max_players:i, chance:b, hidden:b}]}", tool_games,
     false, true},
    {"rules", "Rules of a game",
     "The rules of a game on one page: pieces, turns, the goal, how actions are written, and the "
     "options "
     "of the game. Read it before you play or explain a game.",
     "{game:s`a name from games`, " OPTIONS "}", "{game:s, page:s}", tool_rules, false, true},
    {"new_table", "New table",
     "Begins a game and answers with a secret handle for each seat that you play; engines take the "
     "other "
     "seats. Then use look, legal and act with the handle. Where hands are hidden you play one "
     "seat and "
     "see what it sees, unless the table is open. At most 32 tables; close_table ends one.",
     "{game:s`a name from games`, players?:i<1..8>, " OPTIONS ", " TOOL_SEATS "}", TOOL_TABLES,
     tool_new_table, false, false},
    {"look", "Look at a table",
     "The table as your seat sees it: the board as text, whose turn it is, what happened since "
     "your last "
     "action, and `at`, which act wants back. With wait, engines that are still to answer go on "
     "for up to "
     "that many seconds. With scene, everything on the table as data.",
     "{" TOOL_TABLE ", wait?:n<0..50>, scene?:b}", TOOL_LOOK, tool_look, true, false},
    {"legal", "Legal actions",
     "What your seat can do now: actions with numbers and words, or, where there are many, the "
     "first part "
     "of an action (which piece, where to): call again with `parts` to go deeper, or with `from` "
     "for the "
     "plain list. Only on your turn.",
     "{" TOOL_TABLE
     ", parts?:[s]`parts chosen so far`, from?:i<1..1000000000>`list from this number`}",
     "{at:i, count:i, actions?:[{number?:i, action:s, words?:s}], more_from?:i, ask?:s, "
     "next?:[{part:s, "
     "words?:s, count:i, action?:s}], open?:b}",
     tool_legal, true, true},
    {"why_not", "Why is it not legal?",
     "Says whether an action is legal for you now, which rule forbids it if not, and which legal "
     "actions "
     "are spelled nearly like it. Use it to explain a rule or after act refused something.",
     "{" TOOL_TABLE ", action:s}",
     "{at:i, legal:b, action:s, sentence:s, reason?:s, instead:[{number:i, action:s}], open?:b}",
     tool_why_not, true, true},
    {"act", "Play an action",
     "Plays one action for your seat: give exactly one of action (as legal writes it; in chess "
     "also e4 or "
     "Nf3), number (from legal) or parts. `at` guards against acting twice: an old one is refused "
     "as stale. "
     "Engines answer until you are asked again, also for reactions and rewards. The answer is that "
     "of look; "
     "if it is not your turn after 20 seconds, call look with wait.",
     "{" TOOL_TABLE ", " TOOL_AT ", action?:s, number?:i<1..1000000000>, parts?:[s], scene?:b}",
     TOOL_LOOK, tool_act, true, false},
    {"undo", "Take back",
     "Takes back your last action and all that followed. Dice fall the same way again. Where hands "
     "are "
     "hidden it is refused once something was revealed.",
     "{" TOOL_TABLE ", " TOOL_AT "}", TOOL_LOOK, tool_undo, true, false},
    {"analyze", "Analyse a position",
     "Searches for the best actions from what your seat knows: for each the expected result of "
     "every seat "
     "(1 is a win, 0 a loss), expected points where the game has them, the line of play, and why "
     "the best is "
     "preferred. Use it to advise; an honest opponent does not use it.",
     "{" TOOL_TABLE ", " LIMIT ", visits?:i<1..100000000>`stop after this many`, "
     "count?:i<1..16>`how many actions, default 3`}",
     "{at:i, seat:i, " LINES ", why?:s, nodes:i, search:s, open?:b}", tool_analyze, true, true},
    {"solve", "Solve a position",
     "Tries to prove the result under best play, for positions near the end of games without "
     "hidden hands. "
     "Says so if the time did not suffice.",
     "{" TOOL_TABLE ", " LIMIT "}", "{at:i, solved:b, seat:i, " LINES ", nodes:i, open?:b}",
     tool_solve, true, true},
    {"review", "Review a game",
     "Looks back on the entire game: what each decision lost against the best one (in shares of a "
     "win), "
     "marked ?! ? ??, what was better, the luck of each draw or roll, and a summary for each seat. "
     "Where "
     "hands are hidden only after the end.",
     "{" TOOL_TABLE ", " LIMIT "}",
     "{events:[{ply:i, seat:i, action:s, loss?:n, mark?:s, better?:s, line?:s, luck?:[n]}], "
     "seats:[{seat:i, "
     "decisions:i, accuracy:n, average_loss:n, luck:n, dubious:i, mistakes:i, blunders:i}], "
     "complete:b, "
     "open?:b}",
     tool_review, true, true},
    {"belief", "What others may hold",
     "For games with hidden hands: how likely each card is in each hidden place, counted over "
     "deals that fit "
     "what your seat has seen.",
     "{" TOOL_TABLE ", deals?:i<10..5000>`default 500`}",
     "{at:i, deals:i, cards:[{place:s, card:s, share:n}], open?:b}", tool_belief, true, true},
    {"position", "Set up a position",
     "Makes a table from a position text (FEN), or from a game record: ours, PGN, SGF, PDN, a list "
     "of "
     "actions. Then analyze, review or play on. Give exactly one of position, record and file.",
     "{game?:s`needed unless the record names it`, position?:s, record?:s, file?:s`in the folder "
     "of "
     "--allow-files`, number?:i<1..100000>`which game of several`, ply?:i<0..1000000>`stop after "
     "this many "
     "events`, players?:i<1..8>, " OPTIONS ", " TOOL_SEATS "}",
     TOOL_TABLES, tool_position, true, false},
    {"check_rules", "Check a rules text",
     "Checks a game that you wrote in the rules language (read kibitz://language first): every "
     "problem with "
     "line, column and a hint, and if it compiles random games under all checks. Correct the text "
     "and check "
     "again until ok is true.",
     "{text?:s`the rules text`, file?:s}",
     "{ok:b, problems:[{line:i, column:i, code:s, message:s, hint?:s, error:b}], games:[{name:s, "
     "title:s}], "
     "checked?:s}",
     tool_check_rules, true, true},
    {"play_rules", "Play a rules text",
     "Makes a table of the first game in a rules text that you wrote, as new_table does. The game "
     "is known by "
     "its name from then on.",
     "{text?:s`the rules text`, file?:s, players?:i<1..8>, " OPTIONS ", " TOOL_SEATS "}",
     TOOL_TABLES, tool_play_rules, true, false},
    {"close_table", "Close a table",
     "Ends a table for all its seats. Its handles are void afterwards.", "{" TOOL_TABLE "}",
     "{closed:b}", tool_close_table, false, false},
};

enum { TOOLS = sizeof tools / sizeof *tools };

const mcp_tool *mcp_tools_at(size_t i) {
    return i < TOOLS ? &tools[i] : NULL;
}

const mcp_tool *mcp_tools_find(const char *name) {
    for (size_t i = 0; i < TOOLS; i++)
        if (strcmp(tools[i].name, name) == 0) return &tools[i];
    return NULL;
}

static void write_tool(const mcp_tool *t, json_writer *w) {
    json_open(w, '{');
    json_key(w, "name");
    json_string(w, t->name);
    json_key(w, "title");
    json_string(w, t->title);
    json_key(w, "description");
    json_string(w, t->about);
    json_key(w, "inputSchema");
    mcp_schema_write(t->input, w);
    json_key(w, "outputSchema");
    mcp_schema_write(t->output, w);
    json_key(w, "annotations");
    json_raw(w, t->read_only ? "{\"readOnlyHint\":true,\"openWorldHint\":false}"
                             : "{\"destructiveHint\":false,\"openWorldHint\":false}");
    json_close(w, '}');
}

void mcp_tools_write(json_writer *w) {
    json_key(w, "tools");
    json_open(w, '[');
    for (size_t i = 0; i < TOOLS; i++) write_tool(&tools[i], w);
    json_close(w, ']');
}
