#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/cli_engine.h"
#include "cli/front.h"
#include "cli/play/play_core.h"
#include "cli/setup.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/progress.h"
#include "engine/game/game_terminal.h"
#include "engine/notation/game_file.h"
#include "lib/catalogue.h"
#include "search/skill.h"

/* The arguments of a table, its log and who sits there; front.h is the terminal around it. */

enum { DEFAULT_MS = 1000, PATIENCE_MS = 10000 };

/* The second game goes to FILE.2, and so on: none is written over. Without a name each game gets a
 * new file, called after the game and the time. */
typedef struct log_file {
    const char *path;
    const char *game; /* its name, where the file gets one of its own */
    char name[80];
    int fd; /* 0: not open yet */
    unsigned games;
    size_t len;
    bool force; /* a file that we did not write may be replaced */
} log_file;

typedef struct play_request {
    cli_setup setup;
    play_config config;
    const char *save;
    bool ask;   /* how many play, and what they are called */
    text names; /* the answer */
    text words; /* --weights and --option */
    size_t hash_mb;
    log_file log;
} play_request;

/* --- the log --- */

/* A file that was not there before: "azul-20260131-120000.log", or with a number before the dot.
 * Only this call makes it, so that two tables never share one. */
static int open_new_log(log_file *l) {
    enum { TRIES = 1000 };
    char now[32];
    char digits[20] = "";
    size_t n = 0;
    clock_stamp(now);
    for (const char *c = now; *c && *c != '.' && n + 1 < sizeof digits; c++) {
        if (text_is_digit(*c)) digits[n++] = *c;
        if (*c == ' ') digits[n++] = '-';
    }
    int fd = -1;
    for (int i = 1; fd < 0 && i <= TRIES; i++) {
        text name = text_over(l->name, sizeof l->name);
        text_format(&name, "%s-%s", l->game, digits);
        if (i > 1) text_format(&name, "-%d", i);
        text_put(&name, ".log");
        fd = open(l->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST) break;
    }
    if (fd >= 0) (void)printf("the log is %s\n", l->name);
    l->path = l->name;
    return fd;
}

static status open_log(log_file *l, error *err) {
    text name = text_growing();
    if (l->fd > 0) (void)close(l->fd);
    l->games++;
    l->len = 0;
    if (l->game) {
        l->fd = open_new_log(l);
        return ST_OK;
    }
    text_put(&name, l->path);
    if (l->games > 1) text_format(&name, ".%u", l->games);
    status st = name.cut ? error_set(err, ST_NOMEM, "no memory for the name of the log")
                         : file_claim(text_string(&name), game_file_ours, l->force, err);
    l->fd =
        st == ST_OK ? open(text_string(&name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    text_done(&name);
    return st;
}

/* Back to the first `keep` bytes: only where something was taken back, so that pipes will do. */
static bool cut_log(log_file *l, size_t keep) {
    if (keep == l->len) return true;
    l->len = keep;
    return ftruncate(l->fd, (off_t)keep) == 0 && lseek(l->fd, (off_t)keep, SEEK_SET) == (off_t)keep;
}

/* A line at a time, so that what was written is there whatever happens next. */
static status write_log(void *ctx, size_t keep, const char *more, error *err) {
    log_file *l = ctx;
    size_t len = strlen(more);
    if (l->fd <= 0 || keep == PLAY_LOG_RESTARTED) {
        status st = open_log(l, err);
        if (st != ST_OK) return st;
    }
    bool ok = l->fd >= 0 && cut_log(l, keep == PLAY_LOG_RESTARTED ? 0 : keep);
    for (size_t done = 0; ok && done < len;) {
        ssize_t n = write(l->fd, more + done, len - done);
        if (n < 0 && errno == EINTR) continue;
        ok = n > 0;
        if (ok) done += (size_t)n;
    }
    l->len += len;
    if (ok) return ST_OK;
    char why[128] = "";
    (void)strerror_r(errno, why, sizeof why);
    return error_set(err, ST_IO, "cannot write %.120s: %.80s", l->path, why);
}

/* --- arguments --- */

/* "2=mcts", or more settings: "2=mcts EvalFile=x level=4 movetime=200" */
static status take_seat(void *to, arg_line *line, error *err) {
    play_request *q = to;
    const char *value = NULL;
    status st = args_value(line, &value, err);
    if (st != ST_OK) return st;
    bool digit = value[0] >= '1' && value[0] <= '0' + GAME_MAX_PLAYERS && value[1] == '=';
    if (!digit || !value[2 + strspn(value + 2, " ")])
        return error_set(err, ST_BAD_VALUE,
                         "--seat takes a seat and who sits there, as in 2=mcts, not %.60s", value);
    q->config.seat[value[0] - '1'] = value + 2;
    return ST_OK;
}

static status take_illegal(void *to, arg_line *line, error *err) {
    play_request *q = to;
    const char *word = NULL;
    status st = args_value(line, &word, err);
    return st == ST_OK ? illegal_policy_read(&q->config.illegal, word, err) : st;
}

static status take_screen(void *to, arg_line *line, error *err) {
    play_request *q = to;
    const char *value = NULL;
    status st = args_value(line, &value, err);
    if (st != ST_OK) return st;
    bool standard = strcmp(value, "usual") == 0 || strcmp(value, "standard") == 0;
    bool classic = strcmp(value, "own") == 0 || strcmp(value, "classic") == 0;
    q->config.start = standard ? PLAY_SCREEN_STANDARD : PLAY_SCREEN_CLASSIC;
    return standard || classic ? ST_OK
                               : error_set(err, ST_BAD_VALUE,
                                           "--screen takes classic or standard, not %.40s", value);
}

/* A name, or none where another option follows, or nothing. */
static status take_log(void *to, arg_line *line, error *err) {
    play_request *q = to;
    bool named = line->at < line->argc && strncmp(line->argv[line->at], "--", 2) != 0;
    q->log.path = "";
    return named ? args_value(line, &q->log.path, err) : ST_OK;
}

static status take_dice(void *to, arg_line *line, error *err) {
    play_request *q = to;
    (void)line;
    (void)err;
    q->config.dice = q->setup.dice = true;
    return ST_OK;
}

static const arg args[] = {
    ARGS_CALL(
        "--seat", "K=WHO", take_seat,
        "human, or a search: auto, mcts, random, bot:NAME, ...; seat 1 is a person and the "
        "others are auto by default. More settings of an engine may follow, as in a match: "
        "\"2=mcts EvalFile=x.txt level=4 movetime=200\"; or a program of others: \"2=cmd=./mine "
        "proto=mgi\""),
    ARGS_NUMBER("--time", "MS", play_request, config.limits.movetime_ms, 1, 86400000,
                "of each engine move and hint (default 1000)"),
    ARGS_NUMBER("--nodes", "N", play_request, config.limits.nodes, 1, UINT64_MAX,
                "the same in nodes: with --seed the game can be repeated"),
    ARGS_NUMBER("--level", "N", play_request, config.level, 1, SKILL_LEVELS,
                "strength of the engines, 1 to 10 (default 10)"),
    ARGS_CALL(
        "--illegal", "WHAT", take_illegal,
        "what an illegal answer of a program does: ask (default) asks again up to ten times, "
        "forfeit loses the game, skip passes the turn where an action does that, random plays "
        "a random legal action instead"),
    ARGS_NUMBER("--patience", "MS", play_request, config.patience_ms, 0, 86400000,
                "how long to wait for a program after its time (default 10000)"),
    ARGS_NUMBER("--threads", "N", play_request, config.options.threads, 1, 256,
                "threads of a search (default 1)"),
    ARGS_NUMBER("--hash", "MB", play_request, hash_mb, 1, 65536,
                "memory of the search (default 64)"),
    ARGS_END};

static const arg table_args[] = {
    ARGS_TEXT("--names", "A,B,...", play_request, config.names, "what the players are called"),
    ARGS_FLAG("--ask", play_request, ask,
              "ask how many play and what they are called (Azul does at a terminal)"),
    ARGS_CALL(
        "--screen", "classic|standard", take_screen,
        "classic (old name: own): the game's own screen, where it has one; standard (old name: "
        "usual): that of every game (default; kit games in ASCII start with their own)"),
    ARGS_CALL("--dice", NULL, take_dice, "chance is typed in: a die on the table, a deck of cards"),
    ARGS_FLAG("--ask-all", play_request, config.ask_all,
              "also ask where there is only one answer, which is given by itself otherwise"),
    ARGS_CALL("--log", "[FILE]", take_log,
              "write a line for each attempt at once, in the game's own format or as a record with "
              "failed attempts in comments; further games go to FILE.2, ... Without a name "
              "(before another option, or at the end) each game gets a new file. Before a game "
              "with hidden cards is over, logs and saved games only contain what the people at "
              "the table have seen"),
    ARGS_TEXT(
        "--save", "FILE", play_request, save,
        "save the game when you leave it; where FILE ends in .pgn, .sgf, .pdn or .ggf in that "
        "form"),
    ARGS_END};

static const arg_group groups[] = {
    {"Game and position", setup_position_args, NULL, offsetof(play_request, setup)},
    {"Rules", setup_rules_args, NULL, offsetof(play_request, setup)},
    {"Notation", setup_notation_args, NULL, offsetof(play_request, setup)},
    {"Players", args, NULL, 0},
    {"Engine", cli_engine_args, NULL, offsetof(play_request, words)},
    {"The table", table_args, NULL, 0},
    {0}};

static status take_word(void *to, const char *word, bool *taken, error *err) {
    return setup_take_game(&((play_request *)to)->setup, word, taken, err);
}

static bool look_at_terminal(screen_look *out) {
    return screen_terminal(STDOUT_FILENO, out);
}

static status read_arguments(play_request *q, int argc, char **argv, error *err) {
    static const arg_reader how = {"play", groups, take_word};
    status st = args_read(&how, q, argc, argv, err);
    if (st == ST_OK) st = setup_finish(&q->setup, err);
    if (st != ST_OK) return st;
    if (q->ask && (q->setup.fen || q->setup.record))
        return error_set(err, ST_BAD_SYNTAX, "--ask is for the start of a game");
    if (q->log.path) q->config.log = write_log;
    q->config.log_ctx = &q->log;
    /* Standard input is the players'. */
    if (q->setup.record && strcmp(q->setup.record, "-") == 0)
        return error_set(err, ST_BAD_VALUE, "--record takes the name of a file here");
    if (!q->setup.seeded) q->setup.seed = rng_entropy() >> 16;
    if (!limits_any(&q->config.limits)) q->config.limits.movetime_ms = DEFAULT_MS;
    if (!q->config.seat[0]) q->config.seat[0] = "human";
    q->config.seed = q->setup.seed;
    q->config.tokens = q->setup.tokens;
    q->config.colours = !q->setup.ascii && progress_colours(STDOUT_FILENO);
    q->config.look = q->setup.ascii ? NULL : look_at_terminal;
    q->config.options.hash_bytes = q->hash_mb << 20;
    q->config.engine_settings = text_string(&q->words);
    return ST_OK;
}

/* --- who plays --- */

static bool ask_players(const front *f, play_request *q, const game *g) {
    char question[80];
    text answer = text_growing();
    uint64_t n = 0;
    bool on = true;
    (void)snprintf(question, sizeof question, "How many players (%d to %d)? ", g->min_players,
                   g->max_players);
    while (on && !n) {
        on = front_ask(f, question, &answer);
        bool good = on && text_u64(text_string(&answer), g->max_players, &n);
        if (!good || n < g->min_players) n = 0;
        if (on && !n) (void)printf("a number from %d to %d\n", g->min_players, g->max_players);
    }
    q->setup.params.players = (int)n;
    text_done(&answer);
    return on;
}

/* Adds a seat's name to the list; an empty answer leaves the seat to the engine. */
static bool ask_name(const front *f, play_request *q, int seat) {
    char question[80];
    text answer = text_growing();
    error e;
    (void)snprintf(question, sizeof question, "Name of player %d%s? ", seat + 1,
                   seat ? " (empty: the engine plays)" : "");
    bool good = false;
    while (!good && front_ask(f, question, &answer)) {
        good = (seat && !answer.len) || play_check_name(text_string(&answer), &e) == ST_OK;
        if (!good) (void)printf("%s\n", e.text);
    }
    if (good && seat) text_char(&q->names, ',');
    if (good) text_put(&q->names, text_string(&answer));
    if (good && answer.len && !q->config.seat[seat]) q->config.seat[seat] = "human";
    text_done(&answer);
    return good;
}

/* A game that is used to it asks who plays, at a terminal and where nothing was told; any game does
 * with --ask. False at the end of input. */
static bool ask_who_plays(const front *f, play_request *q) {
    const game *g = q->setup.game ? q->setup.game : catalogue_games()[0];
    bool stated = q->setup.params.players || q->config.names || q->setup.fen || q->setup.record;
    bool used_to = f->screen && q->config.start != PLAY_SCREEN_STANDARD && g->terminal &&
                   g->terminal->log_head;
    if (!q->ask && (stated || !used_to)) return true;
    bool on = true;
    if (!q->setup.params.players && g->min_players < g->max_players) on = ask_players(f, q, g);
    int players = q->setup.params.players ? q->setup.params.players : g->default_players;
    for (int i = 0; on && !q->config.names && i < players; i++) on = ask_name(f, q, i);
    if (on && q->names.len && !q->names.cut) q->config.names = text_string(&q->names);
    return on;
}

static int play_with(front *f, play_request *q) {
    error e;
    position *start = NULL;
    if (!ask_who_plays(f, q)) {
        (void)printf("\n");
        return EXIT_DONE;
    }
    if (!q->config.names) q->setup.names = &q->names;
    /* A file that is not ours is refused before the game, not after it. */
    q->log.force = q->setup.force;
    status st = q->save ? file_check(q->save, game_file_ours, q->setup.force, &e) : ST_OK;
    if (st == ST_OK && q->log.path && *q->log.path)
        st = file_check(q->log.path, game_file_ours, q->setup.force, &e);
    if (st == ST_OK) st = setup_position(&q->setup, &start, &e);
    if (q->names.len && !q->config.names) q->config.names = text_string(&q->names);
    if (st == ST_OK && q->log.path && !*q->log.path)
        q->log.game = position_rules(start)->game->name;
    play *table = NULL;
    if (st == ST_OK) st = play_create(&table, &q->config, start, &e);
    if (st != ST_OK) return cli_fail("play", &e);
    front_open(f, table);
    st = front_run(f, &e);
    int code = st == ST_OK ? EXIT_DONE : cli_fail("play", &e);
    if (q->save && play_save(table, q->save, q->setup.force, &e) != ST_OK)
        code = cli_fail("play", &e);
    front_close(f);
    play_destroy(table);
    if (q->log.fd > 0) (void)close(q->log.fd);
    return code;
}

static int run(int argc, char **argv) {
    play_request q = {.config = {.games = catalogue_games(),
                                 .book = catalogue_registry(),
                                 .limits = limits_none(),
                                 .options = search_default_options(),
                                 .level = SKILL_LEVELS,
                                 .illegal = ILLEGAL_ASK,
                                 .patience_ms = PATIENCE_MS,
                                 .files = true,
                                 .say = front_say}};
    front f;
    error e;
    status st = front_init(&f, stdout, &q.config.limits, &e);
    q.hash_mb = 64;
    q.config.screen = f.screen;
    q.config.listen = front_progress;
    q.config.listen_ctx = q.config.say_ctx = &f;
    setup_init(&q.setup);
    q.setup.open = q.setup.deal = true;
    q.names = text_growing();
    q.words = text_growing();
    if (st == ST_OK) st = read_arguments(&q, argc, argv, &e);
    int code = st == ST_OK ? play_with(&f, &q) : cli_fail("play", &e);
    front_done(&f);
    text_done(&q.names);
    text_done(&q.words);
    return code;
}

const subcommand cli_play = {
    "play",
    run,
    "play a game in the terminal: people and engines in any seats",
    "kibitz play [GAME] [POSITION] [OPTIONS]\n",
    groups,
    "At the prompt, type an action to play it; help lists the commands (about, undo, redo, legal,\n"
    "why, hint, eval, moves, fen, setup, save, load, replay, names, screen, swap, level, log,\n"
    "resign, claim, new, quit). A word that names both an action and a command is the action; "
    "/word is\n"
    "always the command. An interrupt stops the engine's search. The end of input ends the "
    "program.\n"
    "From a pipe the same lines are read, and no colours are written.\n\n"
    "A program in a seat is started again when it ends or does not answer; after three times in "
    "one\n"
    "decision it forfeits. log shows what was said with it, and what it wrote on standard "
    "error.\n\n"
    "Examples:\n"
    "  kibitz play connect4 --seat 1=auto --seat 2=human --level 3\n"
    "  kibitz play connect4 --seat \"2=cmd='python3 my_player.py' proto=mgi\" --illegal random\n",
};
