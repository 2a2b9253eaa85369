#ifndef CLI_CLI_H
#define CLI_CLI_H
/* The program: one function a subcommand, each with its table of arguments. */

#include <stdbool.h>
#include <stddef.h>

#include "cli/args.h"
#include "engine/base/status.h"

/* Exit codes. */
enum {
    EXIT_DONE = 0,     /* done */
    EXIT_NO = 1,       /* the answer is no: a check failed */
    EXIT_USAGE = 2,    /* bad command line */
    EXIT_FILE = 3,     /* a file cannot be read or written */
    EXIT_INTERNAL = 70 /* our fault, or no memory */
};

typedef struct subcommand {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the subcommand */
    const char *purpose;
    const char *usage;       /* what follows "usage: ", and what the command does; its last line is
                                empty where options follow */
    const arg_group *groups; /* NULL: no options */
    const char *notes;       /* what follows the options: exit codes, examples; may be NULL */
} subcommand;

extern const subcommand cli_uci, cli_analyze, cli_play, cli_match, cli_selfplay, cli_learn,
    cli_tune, cli_perft, cli_bench, cli_games, cli_rules, cli_check, cli_dump, cli_compile,
    cli_puzzles, cli_cards, cli_completions, cli_serve, cli_mcp, cli_agent;

/* All of them, in the order of the help; ended by NULL. */
extern const subcommand *const cli_commands[];

/* The options that go with every command; its calls add to the library of games and need no
 * struct. */
extern const arg_group cli_common_args;

/* The program: chooses the command and runs it. */
int cli_main(int argc, char **argv);

/* The way this program was started, for benches that start it again. */
void cli_set_program(const char *path);
const char *cli_program(void);

/* Prints an error the way every subcommand does, and gives the exit code that fits it. */
int cli_fail(const char *subcommand_name, const error *e);

/* From now on the first interrupt calls stop(ctx) instead of ending the program; a second one ends
 * it. With NULL the next one does; *ctx is then not used any more: call so before it ends. */
void cli_on_interrupt(void (*stop)(void *ctx), void *ctx);

/* The same for every interrupt, with the signal's number; the program ends when stop() is false. */
void cli_on_every_interrupt(bool (*stop)(void *ctx, int which), void *ctx);

#endif
