#include "uci/commands/commands.h"

#include <string.h>

/* How a command goes with long work (uci/lines/line_queue.h). */
#define ASKS             NULL, LINE_ASKS, WORK_NONE, SUBJECT_NONE
#define ASKS_FOR(about)  NULL, LINE_ASKS, WORK_NONE, about
#define CHANGES          NULL, LINE_CHANGES, WORK_NONE, SUBJECT_NONE
#define WORKS(work)      NULL, LINE_CHANGES, work, SUBJECT_NONE
#define OVERTAKES(about) NULL, LINE_OVERTAKES, WORK_NONE, about
#define PINGS            NULL, LINE_PINGS, WORK_NONE, SUBJECT_NONE
#define AT_ONCE(take)    take, LINE_ASKS, WORK_NONE, SUBJECT_NONE

static void help(session *s, const request *l);

/* Every command: what `help` lists and what the reader finds. */
static const command commands[] = {
    {"uci", cmd_uci, CHANGES, "uci", "say who this is and list the options; UCI dialect"},
    {"ugi", cmd_ugi, CHANGES, "ugi", "the same in the UGI dialect"},
    {"mgi", cmd_mgi, CHANGES, "mgi", "the same in our own dialect, with every extra field"},
    {"isready", cmd_isready, PINGS, "isready", "answer readyok, also while searching"},
    {"ucinewgame", cmd_newgame, CHANGES, "ucinewgame", "the next search is of another game"},
    {"uginewgame", cmd_newgame, CHANGES, "uginewgame", "the same"},
    {"newgame", cmd_newgame, CHANGES, "newgame", "the same"},
    {"debug", NULL, AT_ONCE(cmd_debug), "debug on|off", "say more in info strings"},
    {"register", cmd_register, ASKS, "register ...", "accepted and ignored"},
    {"setoption", cmd_setoption, CHANGES, "setoption name <id> [value <x>]", "set an option"},
    {"getoption", cmd_getoption, ASKS, "getoption [name <id>]", "show current values"},
    {"position", cmd_position, CHANGES,
     "position [view <seat>] startpos [players n] [rules r] [set k=v] [first s] [seed n] | fen "
     "<text> "
     "| state <blob> | infoset <blob> | current [moves <event>...]",
     "set the position"},
    {"play", cmd_play, CHANGES, "play <event>...",
     "apply events, all or none; in the mgi dialect it prints what they did"},
    {"undo", cmd_undo, CHANGES, "undo [n]", "take back n actions"},
    {"go", cmd_go, WORKS(WORK_SEARCH),
     "go [ponder] [infinite] [wtime n] [btime n] [winc n] [binc n] [p<k>time n] [p<k>inc n] "
     "[movestogo n] [byoyomi n] [movetime n] [depth n] [nodes n] [visits n] [playouts n] [mate n] "
     "[perft n] [seat k] [algo a] [objective o] [seed n] [searchmoves a...] [exclude a...] "
     "[reward]",
     "search; ends with one bestmove"},
    {"stop", NULL, AT_ONCE(cmd_stop), "stop", "end the search now"},
    {"ponderhit", NULL, AT_ONCE(cmd_ponderhit), "ponderhit", "the pondered action was played"},
    {"quit", NULL, AT_ONCE(cmd_quit), "quit", "leave"},
    {"games", cmd_games, ASKS, "games", "list the games"},
    {"game", cmd_game, ASKS, "game [name]", "describe a game: options and action syntax"},
    {"load", cmd_load, CHANGES, "load <file or folder> | <<<end>",
     "read games from rules texts, or one from a shared object; <<end takes the lines up to `end`"},
    {"check", cmd_check, WORKS(WORK_OTHER), "check <file> | <<<end>",
     "read a rules text, play 200 random games of each of its games, keep nothing"},
    {"status", cmd_status, ASKS, "status", "who acts, or how it ended"},
    {"legal", cmd_legal, ASKS, "legal [count] [seat k] [match <prefix>]", "list the legal actions"},
    {"verify", cmd_verify, ASKS, "verify <event>", "is it legal, and if not, why"},
    {"chance", cmd_chance, ASKS, "chance [max n]", "list the outcomes of a chance node"},
    {"roll", cmd_roll, ASKS, "roll [seed n]", "draw an outcome without applying it"},
    {"view", cmd_view, ASKS, "view all|public|<seat>", "what one seat knows, as a blob"},
    {"state", cmd_state, ASKS, "state", "the complete position as a blob"},
    {"fen", cmd_fen, ASKS, "fen", "the position in one line"},
    {"d", cmd_draw, ASKS, "d [seat all|public|<k>]", "draw the board"},
    {"scene", cmd_scene, ASKS, "scene [seat all|public|<k>]", "what lies on the table, as JSON"},
    {"pick", cmd_pick, ASKS, "pick [seat k] [<part>...]",
     "an action part by part: what can come next, as JSON"},
    {"belief", cmd_belief, ASKS, "belief [seat <k>] [deals <n>]", "where hidden cards may be"},
    {"eval", cmd_eval, ASKS, "eval [seat k]", "the evaluation, term by term"},
    {"flip", cmd_flip, CHANGES, "flip",
     "exchange the sides and turn the board upside down, in games such as chess"},
    {"perft", cmd_perft, WORKS(WORK_OTHER), "perft <n> [turns] [noend] [unique] [divide]",
     "count lines of n actions"},
    {"bench", cmd_bench, WORKS(WORK_OTHER),
     "bench [nodes n] [depth n] [movetime ms] [threads n] [hash mb] [seed n] [game <name>|all]",
     "fixed searches; the fingerprint"},
    {"speedtest", cmd_speedtest, WORKS(WORK_OTHER),
     "speedtest [nodes n] [depth n] [movetime ms] [threads n] [hash mb] [seed n] [game <name>|all]",
     "the same positions as `go` would search them, by the clock"},
    {"analyze", cmd_analyze, ASKS_FOR(SUBJECT_ANALYSIS),
     "analyze id <name> [priority n] [every ms] [turns t,t|all] position ... go ...",
     "queue an analysis"},
    {"cancel", cmd_cancel, OVERTAKES(SUBJECT_ANALYSIS), "cancel <name>|all",
     "drop queued analyses"},
    {"tune", cmd_tune, ASKS_FOR(SUBJECT_JOBS),
     "tune list | start <method> data <file> out <file> [<word> <value>]... | resume <file> "
     "[force] | "
     "status "
     "| stop",
     "find better weights"},
    {"selfplay", cmd_selfplay, ASKS_FOR(SUBJECT_JOBS),
     "selfplay games <n> out <file> [players n] [nodes n] [movetime n] [seed n] [threads n] | sprt "
     "<weights> <weights> [elo0 x] [elo1 x] [alpha x] [beta x] ... | stop",
     "play games to learn from; or test weights against others"},
    {"query", cmd_query, ASKS, "query p1turn|gameover|result", "UGI's questions, two players"},
    {"version", cmd_version, ASKS, "version", "version, commit, compiler"},
    {"help", help, ASKS, "help [name]", "this list"},
};

const command *commands_at(size_t i) {
    return i < sizeof commands / sizeof *commands ? &commands[i] : NULL;
}

const command *commands_find_word(const char *word, size_t len) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strncmp(commands[i].name, word, len) == 0 && !commands[i].name[len])
            return &commands[i];
    return NULL;
}

static void say_help(const responder *v, const command *c) {
    reply r;
    reply_init(&r, "help");
    reply_word(&r, "command", c->name);
    reply_lead(&r, "");
    reply_word(&r, "syntax", c->syntax);
    reply_lead(&r, "");
    reply_word(&r, "text", c->purpose);
    reply_lead(&r, ":");
    responder_say(v, &r);
}

static void help(session *s, const request *l) {
    error e;
    const command *only = l->count > 1 ? commands_find_word(l->word[1], strlen(l->word[1])) : NULL;
    if (l->count > 1 && !only) {
        (void)error_set(&e, ST_NOT_FOUND, "there is no such command");
        request_fails(s, l, &e, 1);
        return;
    }
    const command *c;
    for (size_t i = 0; (c = commands_at(i)); i++)
        if (!only || c == only) say_help(&s->responder, c);
    responder_word(&s->responder, "helpok");
}
