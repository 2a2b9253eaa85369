#include "mcp/mcp_tools.h"

#include <string.h>

#include "mcp/mcp_schema.h"
#include "mcp/tool_common.h"

#define LIMIT   "seconds?:n<0.01..50>`thinking time, default 10`"
#define OPTIONS "options?:[s]`of the game, each as name=value; rules lists them at its end`"
#define LINES                                                                                      \
    "lines:[{action:s, words?:s, values:[n]`of each seat`, points?:[n], visits?:i, "               \
    "proof?:(win|loss|draw|exact)"                                                                 \
    ", line:s}]"

static const mcp_tool tools[] = {
    {"games", "Games",
     "Lists the games that can be played here: board, tile, card and dice games for one to "
     "eight players, from chess and go to Azul, Project L and Unstable Unicorns, and the "
     "games whose rules you have loaded with play_rules. Says how many players each takes and "
     "whether there is chance or a hidden hand in it. Other tools take the names of this list.",
     "{match?:s`only games whose name or title contains this, such as chess`}",
     "{games:[{name:s, title:s, min_players:i, max_players:i, chance:b, hidden:b}]}", tool_games,
     false, true},
    {"rules", "Rules of a game",
     "The rules of a game on one page: board and pieces, what a turn is, the goal, how "
     "actions are written, and at the end the options that new_table takes for it. Read this "
     "before you play or explain a game, also one you believe to know: options and notation "
     "differ.",
     "{game:s`a name from games`, " OPTIONS "}", "{game:s, page:s}", tool_rules, false, true},
    {"new_table", "New table",
     "Begins a game. Answers with a secret handle for each seat that you play; engines take "
     "the other seats and answer by themselves. Give the handle to look, legal, act and all "
     "other tools: it stands for one seat, and every answer shows what that seat may know. "
     "Where hands are hidden you play one seat, or ask for an open table, on which nothing is "
     "hidden from you. At most 32 tables at a time.",
     "{game:s`a name from games`, players?:i<1..8>, " OPTIONS ", " TOOL_SEATS ", " TOOL_BOARD "}",
     TOOL_TABLES, tool_new_table, false, false},
    {"look", "Look at a table",
     "Shows a table as your seat sees it: the board as text, whose turn it is, what happened "
     "since your last action, the result when it is over, and the number `at`, which act and "
     "undo want back. Call it first at a new table. When an engine is still to answer, call "
     "it with wait and the engines go on for up to that many seconds, until you are asked.",
     "{" TOOL_TABLE ", wait?:n<0..50>`seconds to let engines think`, scene?:b`also everything on "
     "the table as data, for drawing`}",
     TOOL_LOOK, tool_look, true, false},
    {"legal", "Legal actions",
     "What your seat can do now, on your turn only. A short list has numbers, actions and "
     "words. Where there are many actions the answer is instead the question that comes first "
     "(which piece? where to?) with its possible parts: call again with the parts chosen so "
     "far to go deeper, until an action comes out, or with `from` for the plain numbered list "
     "from that number on.",
     "{" TOOL_TABLE ", parts?:[s]`parts chosen so far, from earlier answers`, "
     "from?:i<1..1000000>`plain list from this number`}",
     "{at:i, count:i, actions?:[{number?:i, action:s, words?:s}], more_from?:i, ask?:s, "
     "next?:[{part:s, words?:s, "
     "count:i, action?:s}], open?:b}",
     tool_legal, true, true},
    {"why_not", "Why is it not legal?",
     "Says whether an action is legal for your seat now; if not, which rule forbids it, in a "
     "sentence and as a stable word, and which legal actions are spelled nearly like it. Use "
     "it to explain a rule to a person, or after act has refused something. Nothing is played by "
     "it; to play, call act.",
     "{" TOOL_TABLE ", action:s`as legal writes it, or as a person typed it`}",
     "{at:i, legal:b, action:s, sentence:s, reason?:s, instead:[{number:i, action:s}], open?:b}",
     tool_why_not, true, true},
    {"act", "Play an action",
     "Plays one action for your seat. Give exactly one of action (as legal writes it; in "
     "chess also e4 or Nf3), number (of the list of legal) or parts. An old `at` is refused "
     "as stale and nothing is played, so a repeated call never acts twice. Then engines "
     "answer until you are asked again, also for a reaction or a reward, and the answer is "
     "that of look. If after 20 seconds it is not your turn yet, call look with wait.",
     "{" TOOL_TABLE ", " TOOL_AT ", action?:s, number?:i<1..1000000>, parts?:[s], scene?:b}",
     TOOL_LOOK, tool_act, true, false},
    {"undo", "Take back",
     "Takes back your last action and all that followed it, and shows the table. Dice and "
     "draws stay as they fell: the same action brings the same outcome again. Where hands are "
     "hidden it is refused once something was revealed after your action.",
     "{" TOOL_TABLE ", " TOOL_AT "}", TOOL_LOOK, tool_undo, true, false},
    {"analyze", "Analyse a position",
     "Searches for the best actions of the seat to act, from what your seat knows. For each: "
     "the expected result of every seat (values add up to 1; 1 is a certain win), expected "
     "points where the game counts them, the line of play that follows, and a proof if there "
     "is one; then why the first is preferred to the second. Use it to advise and to teach. A "
     "fair opponent does not use it.",
     "{" TOOL_TABLE ", " LIMIT ", visits?:i<1..100000000>`stop after this many positions`, "
     "count?:i<1..16>`how many actions, default 3`}",
     "{at:i, seat:i, " LINES ", why?:s, nodes:i, search:s, open?:b}", tool_analyze, true, true},
    {"solve", "Solve a position",
     "Tries to prove the result under best play of all seats, for positions near the end of "
     "games without hidden hands. `solved` is false if the time did not suffice; then the "
     "lines are only what was found so far. Use it for end games and puzzles, and to settle an "
     "argument.",
     "{" TOOL_TABLE ", " LIMIT "}", "{at:i, solved:b, seat:i, " LINES ", nodes:i, open?:b}",
     tool_solve, true, true},
    {"review", "Review a game",
     "Looks back on all that happened at a table: what each decision lost against the best "
     "one, in shares of a win (marks ?! ? ?? from 10, 20 and 30 percent on), what was better, "
     "the luck that each draw or roll brought to each seat, and accuracy and luck of each "
     "seat. Where hands are hidden only after the end. Give it more time for a long game.",
     "{" TOOL_TABLE ", " LIMIT "}",
     "{events:[{ply:i, seat:i, action:s, loss?:n, mark?:s, better?:s, line?:s, luck?:[n]}], "
     "seats:[{seat:i, "
     "decisions:i, accuracy:n, average_loss:n, luck:n, dubious:i, mistakes:i, blunders:i}], "
     "complete:b, open?:b}",
     tool_review, true, true},
    {"belief", "What others may hold",
     "For games with hidden hands: how likely each card is in each place that your seat "
     "cannot see, as the share of random deals that fit everything it has seen. What others have "
     "announced or declined is taken into account only as far as the rules say. "
     "Cards that your seat sees are left out.",
     "{" TOOL_TABLE ", deals?:i<10..5000>`how many deals, default 500`}",
     "{at:i, deals:i, cards:[{place:s, card:s, share:n}], open?:b}", tool_belief, true, true},
    {"position", "Set up a position",
     "Makes a table from a position text (a FEN in chess; the last line of other tools for "
     "other games) or from a game record: a record of ours, PGN, SGF, PDN, or a plain list of "
     "actions. Then analyze or review it, or play on from there with act. Give exactly one of "
     "position, record and file. Answers with handles as new_table does.",
     "{game?:s`needed unless the record names it`, position?:s`in one line`, record?:s`the text of "
     "a game`, "
     "file?:s`a file name in the folder of --allow-files`, number?:i<1..100000>`which game of "
     "several`, "
     "ply?:i<0..1000000>`stop after this many events`, players?:i<1..8>, " OPTIONS ", " TOOL_SEATS
     "}",
     TOOL_TABLES, tool_position, true, false},
    {"check_rules", "Check a rules text",
     "Checks a game that you have written in the rules language of Kibitz: read the resource "
     "kibitz://language before you write one. Lists every problem with line, column and a "
     "hint; if the text compiles, it plays random games of it under all checks. Correct the "
     "text and check again until `ok` is true. Nothing is kept.",
     "{text?:s`the rules text`, file?:s`or a file in the folder of --allow-files`, "
     "seconds?:n<0.01..50>`for random games, default 10`}",
     "{ok:b, problems:[{line:i, column:i, code:s, message:s, hint?:s, error:b}], games:[{name:s, "
     "title:s}], "
     "checked?:s}",
     tool_check_rules, true, true},
    {"play_rules", "Play a rules text",
     "Makes a table of the first game in a rules text that you have written, as new_table "
     "does, so that you can play it with a person or against engines at once. From then on "
     "the game is in the list of games under its name, until the program ends. A text with errors "
     "is refused: check_rules lists them all.",
     "{text?:s`the rules text`, file?:s, players?:i<1..8>, " OPTIONS ", " TOOL_SEATS ", " TOOL_BOARD
     "}",
     TOOL_TABLES, tool_play_rules, true, false},
    {"close_table", "Close a table",
     "Ends a table for all its seats and frees its place among the 32 tables that you may have at "
     "a time. Its handles are void afterwards; "
     "read kibitz://record/HANDLE before if you want to keep the game.",
     "{" TOOL_TABLE "}", "{closed:b}", tool_close_table, false, false},
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
    json_raw(w, t->read_only ? "{\"readOnlyHint\":true}" : "{\"destructiveHint\":false}");
    json_close(w, '}');
}

void mcp_tools_write(json_writer *w) {
    json_key(w, "tools");
    json_open(w, '[');
    for (size_t i = 0; i < TOOLS; i++) write_tool(&tools[i], w);
    json_close(w, ']');
}
