#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/agent_check.h"
#include "arena/dialogue.h"
#include "cli/cli.h"
#include "cli/setup.h"
#include "engine/base/progress.h"
#include "lib/catalogue.h"

/* `kibitz agent check`: is a program fit to play, and if not, why? */

enum { MAX_GAMES = 32, GAMES = 20, MOVETIME_MS = 50, MARGIN_MS = 300, PATIENCE_MS = 5000 };

typedef struct request {
    const char *program;
    const char *settings; /* of the engine; may be NULL */
    const char *proto;
    const char *log;
    const game *game[MAX_GAMES];
    int games;
    bool checks; /* the word was said */
    unsigned count;
    uint64_t movetime_ms, margin_ms, patience_ms, seed;
} request;

static const char *const default_games[] = {"connect4", "pig", "leduc", "projectl", "unicorns"};

/* An option that shows more of a game: where pieces are scarce, rewards of Project L are chosen. */
static const char *set_of(const game *g) {
    return strcmp(g->name, "projectl") == 0 ? "reserve=4" : NULL;
}

/* --- arguments --- */

static status take_word(void *to, const char *word, bool *taken, error *err) {
    request *q = to;
    (void)taken;
    if (!q->checks) {
        q->checks = strcmp(word, "check") == 0;
        return q->checks ? ST_OK
                         : error_set(err, ST_BAD_SYNTAX, "agent knows check, not %.40s", word);
    }
    if (!q->program) {
        q->program = word;
        return ST_OK;
    }
    if (q->games == MAX_GAMES)
        return error_set(err, ST_BAD_SYNTAX, "at most %d games", (int)MAX_GAMES);
    return setup_find_game(word, &q->game[q->games++], err);
}

static const arg args[] = {
    ARGS_WORD("PROGRAM", "how it is started, with its arguments: \"python3 my_player.py\""),
    ARGS_WORD("GAME", "any of `kibitz games`, or FILE.game (default: connect4 pig leduc projectl "
                      "unicorns: actions, chance, views, rewards and reactions)"),
    ARGS_TEXT("--proto", "mgi|ugi|uci|gtp", request, proto, "what it speaks (default mgi)"),
    ARGS_NUMBER("--games", "N", request, count, 1, 100000, "of each kind (default 20)"),
    ARGS_NUMBER("--time", "MS", request, movetime_ms, 1, 3600000, "of each decision (default 50)"),
    ARGS_NUMBER("--margin", "MS", request, margin_ms, 0, 3600000,
                "how late an answer may come (default 300)"),
    ARGS_NUMBER("--patience", "MS", request, patience_ms, 1, 3600000,
                "how long to wait after that, and for it to start (default 5000)"),
    ARGS_TEXT("--settings", "\"SETTINGS\"", request, settings,
              "more settings of the engine, as in a match: nodes=100 MyOption=3"),
    ARGS_NUMBER("--seed", "N", request, seed, 0, UINT64_MAX, "of dice and deals (default 1)"),
    ARGS_TEXT("--log", "FILE", request, log,
              "add all lines that are said, and its standard error, to this file"),
    ARGS_END};

static const arg_group groups[] = {{"Options", args, NULL, 0}, {0}};

static status find_games(request *q, error *err) {
    if (!q->checks || !q->program)
        return error_set(err, ST_BAD_SYNTAX, "which program? kibitz agent check PROGRAM [GAME...]");
    if (q->games) return ST_OK;
    for (size_t i = 0; i < sizeof default_games / sizeof *default_games; i++) {
        const game *g = game_find(catalogue_games(), default_games[i]);
        if (g) q->game[q->games++] = g;
    }
    return ST_OK;
}

static status read_spec(const request *q, engine_spec *out, error *err) {
    text line = text_growing();
    if (strchr(q->program, '\''))
        return error_set(err, ST_BAD_VALUE, "a quote has no place in the command of a program");
    text_format(&line, "cmd='%s' proto=%s movetime=%llu %s", q->program, q->proto,
                (unsigned long long)q->movetime_ms, q->settings ? q->settings : "");
    status st = line.cut ? error_set(err, ST_NOMEM, "no memory for the program")
                         : engine_spec_read(out, text_string(&line), err);
    text_done(&line);
    return st;
}

/* --- the log --- */

static bool is_crash(const char *line, size_t n) {
    static const char end[] = " ! crash";
    return n >= strlen(end) && strncmp(line + n - strlen(end), end, strlen(end)) == 0;
}

/* What was said before the first crash since byte `from`: often the reason. */
static void show_crash(int log, off_t from) {
    enum { SHOWN = 6, TAIL = 1 << 20 };
    text all = text_growing();
    char block[4096];
    for (ssize_t n; all.len < TAIL && (n = pread(log, block, sizeof block, from)) > 0; from += n)
        text_putn(&all, block, (size_t)n);
    const char *line[SHOWN] = {NULL};
    size_t count = 0;
    for (const char *at = text_string(&all); *at;) {
        size_t n = strcspn(at, "\n");
        if (is_crash(at, n)) break;
        line[count++ % SHOWN] = at;
        at += n + (at[n] == '\n');
    }
    size_t shown = count < SHOWN ? count : SHOWN;
    if (shown) (void)printf("    the last lines before that ('>' to it, '<' from it):\n");
    for (size_t i = count - shown; i < count; i++) {
        const char *at = line[i % SHOWN];
        size_t n = strcspn(at, "\n");
        (void)printf("    | %.*s\n", n < 200 ? (int)n : 200, at);
    }
    text_done(&all);
}

/* --- checking --- */

static void advance(void *ctx, unsigned games) {
    if (progress_due(ctx)) progress_note(ctx, games, "");
}

static void stop(void *c) {
    agent_check_stop(c);
}

static void print_findings(const agent_findings *f, const agent_request *q, int log, off_t from) {
    text said = text_growing();
    agent_findings_write(f, q, &said);
    (void)printf("%s: %u games, %u decisions", q->game->name, f->games, f->decisions);
    if (f->rewards) (void)printf(", %u of them rewards", f->rewards);
    if (f->reactions) (void)printf(", %u of them reactions", f->reactions);
    (void)printf(", %.1f %% of the win: %s\n", f->games ? 100 * f->score / f->games : 0.0,
                 agent_findings_good(f) ? "good" : "not good");
    for (const char *at = text_string(&said); *at;) {
        size_t n = strcspn(at, "\n");
        (void)printf("  %.*s\n", (int)n, at);
        at += n + 1;
    }
    if (f->too_long) (void)printf("  %u games were too long and ended.\n", f->too_long);
    if (f->fault[PLAYER_REPLY_CRASH]) show_crash(log, from);
    (void)fflush(stdout);
    text_done(&said);
}

static off_t size_of(int file) {
    struct stat info;
    return fstat(file, &info) == 0 ? info.st_size : 0;
}

/* One kind of game; *good becomes false where something was wrong, *starts where nothing could be
 * played. */
static status check_game(agent_check *c, const agent_request *q, bool *good, bool *starts,
                         error *err) {
    int log = q->log_file;
    agent_findings f;
    progress bar;
    off_t from = size_of(log);
    progress_start(&bar, q->game->name, q->count);
    bar.silent = !bar.shown;
    status st = agent_check_run(c, q, &f, advance, &bar, err);
    progress_end(&bar);
    if (st == ST_OK) {
        print_findings(&f, q, log, from);
        *good &= agent_findings_good(&f);
    } else if (st == ST_IO || st == ST_BAD_VALUE) {
        (void)printf("%s: not good\n  %s.\n", q->game->name, err->text);
        *good = false;
        *starts = st != ST_IO;
        st = ST_OK;
    }
    return st;
}

static status check_all(const request *q, const engine_spec *spec, bool *good, error *err) {
    agent_check *c = NULL;
    int log = -1;
    bool starts = true;
    status st = agent_check_create(&c, err);
    if (st == ST_OK) st = dialogue_open_log(q->log, &log, err);
    if (st == ST_OK) cli_on_interrupt(stop, c);
    for (int i = 0; st == ST_OK && starts && i < q->games; i++) {
        agent_request one = {.spec = spec,
                             .games = catalogue_games(),
                             .book = catalogue_registry(),
                             .game = q->game[i],
                             .setup = params_default(),
                             .count = q->count,
                             .seed = q->seed,
                             .margin_ms = (int64_t)q->margin_ms,
                             .patience_ms = (int64_t)q->patience_ms,
                             .log_file = log};
        const char *set = set_of(one.game);
        if (set) st = params_set_pair(&one.setup, one.game, set, err);
        if (st == ST_OK) st = check_game(c, &one, good, &starts, err);
    }
    cli_on_interrupt(NULL, NULL);
    if (log > 0) (void)close(log);
    agent_check_destroy(c);
    return st;
}

static int run(int argc, char **argv) {
    static const arg_reader how = {"agent", groups, take_word};
    error e;
    engine_spec spec = {0};
    request q = {.proto = "mgi",
                 .count = GAMES,
                 .movetime_ms = MOVETIME_MS,
                 .margin_ms = MARGIN_MS,
                 .patience_ms = PATIENCE_MS,
                 .seed = 1};
    bool good = true;
    status st = args_read(&how, &q, argc, argv, &e);
    if (st == ST_OK) st = find_games(&q, &e);
    if (st == ST_OK) st = read_spec(&q, &spec, &e);
    if (st == ST_OK) st = check_all(&q, &spec, &good, &e);
    if (st == ST_OK) (void)printf("%s is %s.\n", q.program, good ? "good" : "not good yet");
    engine_spec_done(&spec);
    if (st == ST_OK) return good ? EXIT_DONE : EXIT_NO;
    if (st == ST_STOPPED) (void)fprintf(stderr, "kibitz agent: stopped\n");
    return st == ST_STOPPED ? EXIT_NO : cli_fail("agent", &e);
}

const subcommand cli_agent = {
    "agent",
    run,
    "check whether a program is fit to play: agent check PROGRAM",
    "kibitz agent check PROGRAM [GAME...] [OPTIONS]\n\n"
    "Lets the program play games against random players, in each seat in turn, some from the\n"
    "middle, and says what it does wrong: it ends, does not answer, is late, answers with what is\n"
    "not legal, or talks when nothing was asked. Instead of an illegal answer a random action is\n"
    "played, and the game continues.\n",
    groups,
    "Exit code 0: good; 1: not good, or interrupted; 2: invalid arguments; 3: an unusable file.\n\n"
    "Examples:\n"
    "  kibitz agent check ./my-player\n"
    "  kibitz agent check \"python3 my_player.py\" azul chess --games 5\n",
};
