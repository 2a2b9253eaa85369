#include <string.h>

#include "uci/session_state.h"

/* Every command: what `help` lists and what the reader finds. */
static const command commands[] = {
    {"uci", cmd_uci, false, "uci", "say who this is and list the options; UCI dialect"},
    {"ugi", cmd_ugi, false, "ugi", "the same in the UGI dialect"},
    {"mgi", cmd_mgi, false, "mgi", "the same in our own dialect, with every extra field"},
    {"isready", cmd_isready, false, "isready", "answer readyok, also while searching"},
    {"ucinewgame", cmd_newgame, true, "ucinewgame", "the next search is of another game"},
    {"uginewgame", cmd_newgame, true, "uginewgame", "the same"},
    {"newgame", cmd_newgame, true, "newgame", "the same"},
    {"debug", cmd_debug, false, "debug on|off", "say more in info strings"},
    {"register", cmd_register, false, "register ...", "accepted and ignored"},
    {"setoption", cmd_setoption, true, "setoption name <id> [value <x>]", "set an option"},
    {"getoption", cmd_getoption, false, "getoption [name <id>]", "show current values"},
    {"position", cmd_position, true,
     "position [view <seat>] startpos [players n] [rules r] [set k=v] [first s] [seed n] | fen "
     "<text> "
     "| state <blob> | infoset <blob> | current [moves <event>...]",
     "set the position"},
    {"play", cmd_play, true, "play <event>...", "apply events, all or none"},
    {"undo", cmd_undo, true, "undo [n]", "take back n actions"},
    {"go", cmd_go, true,
     "go [ponder] [infinite] [wtime n] [btime n] [winc n] [binc n] [p<k>time n] [p<k>inc n] "
     "[movestogo n] [byoyomi n] [movetime n] [depth n] [nodes n] [visits n] [playouts n] [mate n] "
     "[perft n] [seat k] [algo a] [objective o] [seed n] [searchmoves a...] [exclude a...] "
     "[reward]",
     "search; ends with one bestmove"},
    {"stop", cmd_stop, false, "stop", "end the search now"},
    {"ponderhit", cmd_ponderhit, false, "ponderhit", "the pondered action was played"},
    {"quit", cmd_quit, false, "quit", "leave"},
    {"games", cmd_games, false, "games", "list the games"},
    {"game", cmd_game, false, "game [name]", "describe a game: options and action syntax"},
    {"load", cmd_load, true, "load <file or folder> | <<<end>",
     "read games from rules texts, or one from a shared object; <<end takes the lines up to `end`"},
    {"check", cmd_check, true, "check <file> | <<<end>",
     "read a rules text, play 200 random games of each of its games, keep nothing"},
    {"status", cmd_status, false, "status", "who acts, or how it ended"},
    {"legal", cmd_legal, false, "legal [count] [seat k] [match <prefix>]",
     "list the legal actions"},
    {"verify", cmd_verify, false, "verify <event>", "is it legal, and if not, why"},
    {"chance", cmd_chance, false, "chance [max n]", "list the outcomes of a chance node"},
    {"roll", cmd_roll, false, "roll [seed n]", "draw an outcome without applying it"},
    {"view", cmd_view, false, "view all|public|<seat>", "what one seat knows, as a blob"},
    {"state", cmd_state, false, "state", "the whole position as a blob"},
    {"fen", cmd_fen, false, "fen", "the position in one line"},
    {"d", cmd_draw, false, "d [seat all|public|<k>]", "draw the board"},
    {"eval", cmd_eval, false, "eval [seat k]", "the evaluation, term by term"},
    {"perft", cmd_perft, true, "perft <n> [turns] [noend] [unique] [divide]",
     "count lines of n actions"},
    {"bench", cmd_bench, true,
     "bench [nodes n] [depth n] [movetime ms] [threads n] [hash mb] [seed n] [game <name>|all]",
     "fixed searches; the fingerprint"},
    {"analyze", cmd_analyze, false,
     "analyze id <name> [priority n] [every ms] [turns t,t|all] position ... go ...",
     "queue an analysis"},
    {"cancel", cmd_cancel, false, "cancel <name>|all", "drop queued analyses"},
    {"tune", cmd_tune, false,
     "tune list | start <method> data <file> out <file> [<word> <value>]... | resume <file> | "
     "status "
     "| stop",
     "find better weights"},
    {"selfplay", cmd_selfplay, false,
     "selfplay games <n> out <file> [players n] [nodes n] [movetime n] [seed n] [threads n] | sprt "
     "<weights> <weights> [elo0 x] [elo1 x] [alpha x] [beta x] ... | stop",
     "play games to learn from; or test weights against others"},
    {"query", cmd_query, false, "query p1turn|gameover|result", "UGI's questions, two players"},
    {"version", cmd_version, false, "version", "version, commit, compiler"},
    {"help", cmd_help, false, "help [name]", "this list"},
};

const command *command_at(size_t i) {
    return i < sizeof commands / sizeof *commands ? &commands[i] : NULL;
}

const command *command_find(const char *name) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}
