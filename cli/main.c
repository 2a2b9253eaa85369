#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/build_info.h"
#include "cli/cli.h"
#include "cli/setup.h"
#include "engine/base/text.h"
#include "engine/base/threads.h"
#include "lib/catalogue.h"

static const subcommand *const subcommands[] = {
    &cli_uci,   &cli_analyze, &cli_play,  &cli_match, &cli_selfplay, &cli_tune,  &cli_perft,
    &cli_bench, &cli_games,   &cli_check, &cli_dump,  &cli_puzzles,  &cli_cards, NULL};

static const char *program = "kibitz";

const char *cli_program(void) {
    return program;
}

bool cli_wants_help(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    return false;
}

int cli_fail(const char *subcommand_name, const error *e) {
    (void)fprintf(stderr, "kibitz %s: %s%s%s%s\n", subcommand_name, e->text, e->arg[0] ? " (" : "",
                  e->arg, e->arg[0] ? ")" : "");
    switch (e->code) {
    case ST_IO:
    case ST_NOT_FOUND:
        return EXIT_FILE;
    case ST_NOMEM:
    case ST_INTERNAL:
        return EXIT_INTERNAL;
    default:
        return EXIT_USAGE;
    }
}

/* --- interrupts --- */

/* Who is told; guarded by the lock, which is held during the call, so that whoever stops listening
 * is not called any more afterwards. One a process, as signals are. */
typedef struct interrupt {
    mtx_t lock;
    bool started;
    void (*once)(void *ctx);
    bool (*every)(void *ctx, int which);
    void *ctx;
} interrupt;

static interrupt watch;

static bool tell_interrupt(int which) {
    bool go_on = true;
    (void)mtx_lock(&watch.lock);
    if (watch.every)
        go_on = watch.every(watch.ctx, which);
    else if (watch.once)
        watch.once(watch.ctx);
    else
        go_on = false;
    watch.once = NULL;
    (void)mtx_unlock(&watch.lock);
    return go_on;
}

static void signals_we_know(sigset_t *set) {
    (void)sigemptyset(set);
    (void)sigaddset(set, SIGINT);
    (void)sigaddset(set, SIGTERM);
}

/* Signals wait for this thread alone, so stopping can take locks. */
static int wait_for_signals(void *arg) {
    sigset_t set;
    int which = 0;
    (void)arg;
    signals_we_know(&set);
    while (sigwait(&set, &which) == 0)
        if (!tell_interrupt(which)) _exit(128 + which);
    return 0;
}

static void listen_with(void (*once)(void *), bool (*every)(void *, int), void *ctx) {
    static thrd_t thread;
    sigset_t set;
    if (!watch.started) (void)mtx_init(&watch.lock, mtx_plain);
    (void)mtx_lock(&watch.lock);
    watch.once = once;
    watch.every = every;
    watch.ctx = ctx;
    (void)mtx_unlock(&watch.lock);
    if (watch.started) return;
    watch.started = true;
    signals_we_know(&set);
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
    (void)thrd_create(&thread, wait_for_signals, NULL);
}

void cli_on_interrupt(void (*stop)(void *ctx), void *ctx) {
    listen_with(stop, NULL, ctx);
}

void cli_on_every_interrupt(bool (*stop)(void *ctx, int which), void *ctx) {
    listen_with(NULL, stop, ctx);
}

/* --- help and version --- */

static int print_version(void) {
    (void)printf("kibitz %s (commit %s, %s)\n", BUILD_VERSION, BUILD_COMMIT, BUILD_COMPILER);
    return EXIT_DONE;
}

static const subcommand *find(const char *name) {
    for (const subcommand *const *s = subcommands; *s; s++)
        if (strcmp((*s)->name, name) == 0) return *s;
    return NULL;
}

static int print_help(FILE *to) {
    (void)fprintf(to, "kibitz analyses and plays turn-based tabletop games.\n\n"
                      "usage: kibitz [COMMAND] [ARGUMENTS]\n\n");
    for (const subcommand *const *s = subcommands; *s; s++)
        (void)fprintf(to, "  %-9s %s\n", (*s)->name, (*s)->purpose);
    (void)fprintf(to, "  %-9s %s\n  %-9s %s\n\n", "help",
                  "this page, or that of one command: kibitz help analyze", "version",
                  "version, commit and compiler");
    (void)fprintf(to,
                  "Without a command it speaks the protocol on standard input and output, as with "
                  "`uci`.\n"
                  "With every command `--rules-file FILE` adds the games of a rules text; how to "
                  "write one\nis told in docs/rules-language.md. `--allow-native` allows shared "
                  "objects (FILE.so), whose\ncode then runs as a part of the program.\n");
    return to == stdout ? EXIT_DONE : EXIT_USAGE;
}

static int help_on(const char *name) {
    const subcommand *s = find(name);
    if (!s) {
        (void)fprintf(stderr, "kibitz: there is no command %s\n\n", name);
        return print_help(stderr);
    }
    (void)printf("%s", s->help);
    return EXIT_DONE;
}

static const char *nearest(const char *name) {
    for (const subcommand *const *s = subcommands; *s; s++)
        if (text_distance((*s)->name, name) <= 2) return (*s)->name;
    return NULL;
}

/* --allow-native goes with every command, and is known before anything is loaded. */
static void take_native(int *argc, char **argv) {
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        bool native = strcmp(argv[i], "--allow-native") == 0;
        if (native && catalogue_library()) game_library_allow_native(catalogue_library(), true);
        if (!native) argv[kept++] = argv[i];
    }
    argv[kept] = NULL;
    *argc = kept;
}

/* --rules-file FILE goes with every command: its games are there before the other words are read.
 * The words are taken out. */
static int load_rules(const char *name, int *argc, char **argv) {
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        error e;
        if (strcmp(argv[i], "--rules-file") != 0) {
            argv[kept++] = argv[i];
            continue;
        }
        if (i + 1 == *argc)
            (void)error_set(&e, ST_BAD_SYNTAX, "--rules-file needs a file");
        else if (setup_load(argv[++i], NULL, &e) == ST_OK)
            continue;
        return cli_fail(name, &e);
    }
    argv[kept] = NULL;
    *argc = kept;
    return EXIT_DONE;
}

int main(int argc, char **argv) {
    (void)signal(SIGPIPE, SIG_IGN);
    if (argc > 0) program = argv[0];
    const char *name = argc > 1 ? argv[1] : "uci";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) return print_help(stdout);
    if (strcmp(name, "help") == 0) return argc > 2 ? help_on(argv[2]) : print_help(stdout);
    if (strcmp(name, "version") == 0 || strcmp(name, "--version") == 0) return print_version();
    /* `kibitz --json` is `kibitz uci --json`; so with the other words. */
    static const char *const of_uci[] = {"--json", "--safe", "--rules-file", "--allow-native"};
    bool bare = argc < 2;
    for (size_t i = 0; i < sizeof of_uci / sizeof *of_uci; i++) bare |= !strcmp(name, of_uci[i]);
    const subcommand *s = bare ? &cli_uci : find(name);
    if (!s) {
        const char *near = nearest(name);
        (void)fprintf(stderr, "kibitz: there is no command %s%s%s%s\n\n", name,
                      near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
        return print_help(stderr);
    }
    if (!bare && cli_wants_help(argc - 1, argv + 1)) return help_on(s->name);
    if (!catalogue_library())
        (void)fprintf(stderr, "kibitz: no memory for the rules texts: only games in C are here\n");
    take_native(&argc, argv);
    int code = load_rules(s->name, &argc, argv);
    if (code != EXIT_DONE) return code;
    return bare ? s->run(argc, argv) : s->run(argc - 1, argv + 1);
}
