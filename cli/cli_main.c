#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/args_help.h"
#include "cli/build_info.h"
#include "cli/cli.h"
#include "cli/pager.h"
#include "eval/net/net_kernels.h"
#include "eval/nets/net_files.h"
#include "lib/catalogue.h"
#include "lib/native/native_texts.h"

/* --- help and version --- */

static int print_version(void) {
    const build_info *built = build_info_get();
    (void)printf("kibitz %s (commit %s, %s)\n", built->version, built->commit, built->compiler);
    if (*native_texts) (void)fputs("played by code generated from their rules texts:", stdout);
    for (const rb_native *const *n = native_texts; *n; n++) (void)printf(" %s", (*n)->name);
    if (*native_texts) (void)fputs("\n", stdout);
    (void)printf("nets are computed by the %s kernels; part of the program:",
                 net_kernels_best()->name);
    for (const embedded_file *f = net_files; f->name; f++)
        (void)printf(" %.*s", (int)strcspn(f->name, "."), f->name);
    (void)fputs(net_files->name ? "\n" : " none\n", stdout);
    return EXIT_DONE;
}

static const subcommand *find(const char *name) {
    for (const subcommand *const *s = cli_commands; *s; s++)
        if (strcmp((*s)->name, name) == 0) return *s;
    return strcmp(name, "analyse") == 0 ? &cli_analyze : NULL; /* as others spell it */
}

static void write_help(text *page) {
    text_put(page, "kibitz analyses and plays turn-based tabletop games.\n\n"
                   "usage: kibitz [COMMAND] [ARGUMENTS]\n\n");
    for (const subcommand *const *s = cli_commands; *s; s++)
        text_format(page, "  %-11s %s\n", (*s)->name, (*s)->purpose);
    text_format(page, "  %-11s %s\n  %-11s %s\n\n", "help",
                "this page, or that of one command: kibitz help analyze", "version",
                "version, commit and compiler");
    text_put(page, "Without a command it speaks the protocol on standard input and output, as with "
                   "`uci`.\n\n");
    args_write_group(&cli_common_args, page);
    text_put(page, "\nHow to write a rules text: docs/rules-language.md\n");
}

/* A page on request, in a pager where it is long. */
static int show_page(text *page) {
    int code = page->cut ? EXIT_INTERNAL : EXIT_DONE;
    pager_print(text_string(page));
    text_done(page);
    return code;
}

static int print_help(void) {
    text page = text_growing();
    write_help(&page);
    return show_page(&page);
}

/* What was typed makes no sense: the page goes where errors go. */
static int print_usage(void) {
    text page = text_growing();
    write_help(&page);
    (void)fputs(text_string(&page), stderr);
    text_done(&page);
    return EXIT_USAGE;
}

static int help_on(const char *name) {
    const subcommand *s = find(name);
    if (!s) {
        (void)fprintf(stderr, "kibitz: there is no command %s\n\n", name);
        return print_usage();
    }
    text page = text_growing();
    args_write_help(s, &cli_common_args, &page);
    return show_page(&page);
}

static const char *nearest(const char *name) {
    for (const subcommand *const *s = cli_commands; *s; s++)
        if (text_distance((*s)->name, name) <= 2) return (*s)->name;
    return NULL;
}

static bool wants_help(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    return false;
}

/* --- commands --- */

/* What goes with every command is known before the other arguments are read. `--allow-native`
 * counts also for the files named before it. */
static int take_common(const char *name, int *argc, char **argv) {
    error e;
    for (int i = 1; i < *argc && catalogue_library(); i++)
        if (strcmp(argv[i], "--allow-native") == 0)
            game_library_allow_native(catalogue_library(), true);
    char no_struct = 0;
    status st = args_take_out(&cli_common_args, &no_struct, argc, argv, &e);
    return st == ST_OK ? EXIT_DONE : cli_fail(name, &e);
}

static int refuse(const char *name) {
    const char *near = nearest(name);
    (void)fprintf(stderr, "kibitz: there is no command %s%s%s%s\n\n", name,
                  near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return print_usage();
}

int cli_main(int argc, char **argv) {
    (void)signal(SIGPIPE, SIG_IGN);
    if (argc > 0) cli_set_program(argv[0]);
    const char *name = argc > 1 ? argv[1] : "uci";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) return print_help();
    if (strcmp(name, "help") == 0) return argc > 2 ? help_on(argv[2]) : print_help();
    if (strcmp(name, "version") == 0 || strcmp(name, "--version") == 0) return print_version();
    /* `kibitz --json` is `kibitz uci --json`; so with the other options. */
    static const char *const of_uci[] = {"--json", "--safe", "--rules-file", "--allow-native"};
    bool bare = argc < 2;
    for (size_t i = 0; i < sizeof of_uci / sizeof *of_uci; i++) bare |= !strcmp(name, of_uci[i]);
    const subcommand *s = bare ? &cli_uci : find(name);
    if (!s) return refuse(name);
    if (!bare && wants_help(argc - 1, argv + 1)) return help_on(s->name);
    if (!catalogue_library())
        (void)fprintf(stderr, "kibitz: no memory for the rules texts: only games in C are here\n");
    int code = take_common(s->name, &argc, argv);
    if (code != EXIT_DONE) return code;
    return bare ? s->run(argc, argv) : s->run(argc - 1, argv + 1);
}
