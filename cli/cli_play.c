#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/catalogue.h"
#include "cli/cli.h"
#include "cli/cli_play_core.h"
#include "cli/setup.h"
#include "engine/base/memory.h"
#include "engine/base/progress.h"
#include "search/skill.h"
#include "uci/line_reader.h"

/* The terminal around the play core: words, lines, the bar while an engine thinks, interrupts. */

enum { WAIT_MS = 100, USUAL_MS = 1000 };

typedef struct play_request {
    cli_setup setup;
    play_config config;
    const char *save;
} play_request;

/* What the interrupt's thread and the main one share. */
typedef struct front {
    play *table;
    atomic_bool thinking, leave;
    atomic_int interrupts; /* since the last line */
    bool screen, echo;
    progress bar;
    bool drawn; /* the bar stands on the line where words would come */
    const search_limits *limits;
} front;

/* --- words --- */

/* "2=mcts" */
static status take_seat(play_request *q, int argc, char **argv, int *i, error *err) {
    const char *value = NULL;
    status st = setup_value(argc, argv, i, &value, err);
    if (st != ST_OK) return st;
    bool digit = value[0] >= '1' && value[0] <= '0' + GAME_MAX_PLAYERS && value[1] == '=';
    if (!digit || !value[2] || strlen(value + 2) >= PLAY_NAME_ROOM)
        return error_set(err, ST_BAD_VALUE,
                         "--seat takes a seat and who sits there, as in 2=mcts, not %.60s", value);
    q->config.seat[value[0] - '1'] = value + 2;
    return ST_OK;
}

static status take_number(play_request *q, int argc, char **argv, int *i, bool *taken, error *err) {
    static const struct {
        const char *name;
        uint64_t max;
    } known[] = {{"--time", 86400000},
                 {"--nodes", UINT64_MAX},
                 {"--threads", 256},
                 {"--hash", 65536},
                 {"--level", SKILL_LEVELS}};
    uint64_t n = 0;
    size_t k = 0;
    while (k < sizeof known / sizeof *known && strcmp(argv[*i], known[k].name) != 0) k++;
    *taken = k < sizeof known / sizeof *known;
    if (!*taken) return ST_OK;
    status st = setup_number(argc, argv, i, 1, known[k].max, &n, err);
    if (st != ST_OK) return st;
    if (k == 0) q->config.limits.movetime_ms = (int64_t)n;
    if (k == 1) q->config.limits.nodes = n;
    if (k == 2) q->config.options.threads = (int)n;
    if (k == 3) q->config.options.hash_bytes = (size_t)n << 20;
    if (k == 4) q->config.level = (int)n;
    return ST_OK;
}

static status take_word(play_request *q, int argc, char **argv, int *i, bool *taken, error *err) {
    *taken = true;
    if (strcmp(argv[*i], "--seat") == 0) return take_seat(q, argc, argv, i, err);
    if (strcmp(argv[*i], "--save") == 0) return setup_value(argc, argv, i, &q->save, err);
    if (strcmp(argv[*i], "--dice") == 0) {
        q->config.dice = q->setup.dice = true;
        ++*i;
        return ST_OK;
    }
    return take_number(q, argc, argv, i, taken, err);
}

static status read_words(play_request *q, int argc, char **argv, error *err) {
    for (int i = 1; i < argc;) {
        bool taken;
        status st = take_word(q, argc, argv, &i, &taken, err);
        if (st == ST_OK && !taken) st = setup_take(&q->setup, argc, argv, &i, &taken, err);
        if (st == ST_OK && !taken)
            st = error_set(err, ST_BAD_SYNTAX, "unknown word %.60s; see kibitz help play", argv[i]);
        if (st != ST_OK) return st;
    }
    /* Standard input is the players'. */
    if (q->setup.record && strcmp(q->setup.record, "-") == 0)
        return error_set(err, ST_BAD_VALUE, "--record takes the name of a file here");
    if (!q->setup.seeded) q->setup.seed = rng_entropy() >> 16;
    if (!limits_any(&q->config.limits)) q->config.limits.movetime_ms = USUAL_MS;
    if (!q->config.seat[0]) q->config.seat[0] = "human";
    q->config.seed = q->setup.seed;
    return ST_OK;
}

/* --- the terminal --- */

static void wipe_bar(front *f) {
    if (f->drawn) progress_end(&f->bar);
    f->drawn = false;
}

static void say(void *ctx, const char *said) {
    wipe_bar(ctx);
    (void)fputs(said, stdout);
}

static void show_progress(void *ctx, const search_report *r) {
    front *f = ctx;
    uint64_t done = f->limits->movetime_ms >= 0 ? (uint64_t)r->time_ms : r->nodes;
    progress_note(&f->bar, done, "");
    f->drawn = true;
}

/* An interrupt ends the thinking; one more before the next line, or one at the prompt of a pipe,
 * leaves the game in good order. */
static bool interrupted(void *ctx, int which) {
    front *f = ctx;
    if (atomic_load(&f->leave)) return false;
    int n = atomic_fetch_add(&f->interrupts, 1) + 1;
    bool thinking = atomic_load(&f->thinking);
    if (which == SIGTERM || n > 1 || (!thinking && !f->screen)) atomic_store(&f->leave, true);
    if (thinking)
        play_stop(f->table);
    else if (!atomic_load(&f->leave))
        (void)fputs("\n(interrupt again to leave, or type quit)\n", stderr);
    return true;
}

/* The bar is there for as long as something is searched. */
static void start_thinking(front *f) {
    (void)fflush(stdout);
    uint64_t total =
        f->limits->movetime_ms >= 0 ? (uint64_t)f->limits->movetime_ms : f->limits->nodes;
    progress_start(&f->bar, "thinking", total);
    atomic_store(&f->thinking, true);
}

static void end_thinking(front *f) {
    atomic_store(&f->thinking, false);
    wipe_bar(f);
}

/* One line to the table; false at the end of input, or when it is time to leave. */
static bool read_line(front *f, line_reader *in, bool prompt) {
    if (prompt) (void)fputs(play_prompt(f->table), stdout);
    (void)fflush(stdout);
    line_result got = LINE_NOTHING_YET;
    while (got == LINE_NOTHING_YET && !atomic_load(&f->leave)) got = line_reader_next(in, WAIT_MS);
    if (got == LINE_READ && f->echo) (void)printf("%s\n", text_string(&in->line));
    if (got == LINE_READ) {
        atomic_store(&f->interrupts, 0);
        start_thinking(f);
        play_line(f->table, text_string(&in->line));
        end_thinking(f);
    } else {
        (void)printf("\n");
        if (got == LINE_TOO_LONG) (void)printf("that line is too long\n");
        if (got == LINE_HAS_NUL) (void)printf("that line has a NUL byte in it\n");
    }
    return got != LINE_END && got != LINE_NOTHING_YET;
}

/* Until somebody leaves. */
static status run_table(front *f, error *err) {
    line_reader *in = mem_alloc(sizeof *in);
    if (!in) return error_set(err, ST_NOMEM, "no memory to read lines");
    line_reader_init(in, STDIN_FILENO);
    status st = ST_OK;
    play_want want = PLAY_LINE;
    for (bool on = true; on && st == ST_OK;) {
        st = play_next(f->table, &want, err);
        if (st != ST_OK || want == PLAY_QUIT) break;
        if (want == PLAY_THINK) {
            start_thinking(f);
            st = play_think(f->table, err);
            end_thinking(f);
        } else {
            on = read_line(f, in, want == PLAY_LINE);
        }
        on = on && !atomic_load(&f->leave) && !ferror(stdout);
    }
    line_reader_done(in);
    mem_free(in);
    (void)fflush(stdout);
    return st;
}

static int run(int argc, char **argv) {
    play_request q = {.config = {.games = catalogue_games(),
                                 .book = catalogue_book(),
                                 .limits = limits_none(),
                                 .options = search_usual_options(),
                                 .level = SKILL_LEVELS,
                                 .files = true,
                                 .say = say}};
    front f = {.screen = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
               .echo = isatty(STDIN_FILENO) != 1,
               .limits = &q.config.limits};
    error e;
    position *start;
    q.config.options.hash_bytes = (size_t)64 << 20;
    q.config.screen = f.screen;
    q.config.colours = progress_colours(STDOUT_FILENO);
    q.config.listen = show_progress;
    q.config.listen_ctx = q.config.say_ctx = &f;
    setup_init(&q.setup);
    q.setup.open = true;
    status st = read_words(&q, argc, argv, &e);
    if (st == ST_OK) st = setup_position(&q.setup, &start, &e);
    if (st == ST_OK) st = play_create(&f.table, &q.config, start, &e);
    if (st != ST_OK) return cli_fail("play", &e);
    cli_on_every_interrupt(interrupted, &f);
    st = run_table(&f, &e);
    int code = st == ST_OK ? EXIT_DONE : cli_fail("play", &e);
    if (q.save && play_save(f.table, q.save, &e) != ST_OK) code = cli_fail("play", &e);
    cli_on_interrupt(NULL, NULL);
    play_destroy(f.table);
    return code;
}

const subcommand cli_play = {
    "play",
    run,
    "play a game in the terminal: people and engines in any seats",
    "usage: kibitz play [GAME] [POSITION] [OPTIONS]\n\n" SETUP_HELP
    "                       (here: a fresh one, which is printed)\n"
    "  --seat K=WHO         human, or a search: auto, mcts, random, bot:NAME, ...; seat 1 is a\n"
    "                       person and the others are auto unless told otherwise\n"
    "  --time MS            of each engine move and hint (default 1000)\n"
    "  --nodes N            the same in steps: with --seed the game can be repeated\n"
    "  --level N            strength of the engines, 1 to 10 (default 10)\n"
    "  --dice               chance is typed in: a die on the table, a deck of cards\n"
    "  --threads N          (default 1)\n"
    "  --hash MB            memory of the search (default 64)\n"
    "  --save FILE          write the game as a record when it is left\n\n"
    "At the prompt an action is played; help lists the commands (undo, legal, why, hint, eval,\n"
    "moves, save, load, swap, level, resign, new, quit). An interrupt ends the engine's thinking.\n"
    "In a pipe the same lines are read and no colours are written.\n"
    "Example: kibitz play connect4 --seat 1=auto --seat 2=human --level 3\n",
};
