#include "cli/cli.h"
#include "cli/setup.h"
#include "lib/catalogue.h"

/* The table of commands, and the options that all of them take. */

const subcommand *const cli_commands[] = {
    &cli_uci,   &cli_analyze, &cli_play,    &cli_serve, &cli_match, &cli_agent,       &cli_selfplay,
    &cli_learn, &cli_tune,    &cli_perft,   &cli_bench, &cli_games, &cli_rules,       &cli_check,
    &cli_dump,  &cli_compile, &cli_puzzles, &cli_cards, &cli_mcp,   &cli_completions, NULL};

static status load_rules(void *to, arg_line *line, error *err) {
    const char *path = NULL;
    (void)to;
    status st = args_value(line, &path, err);
    return st == ST_OK ? setup_load(path, NULL, err) : st;
}

static status allow_native(void *to, arg_line *line, error *err) {
    (void)to;
    (void)line;
    (void)err;
    if (catalogue_library()) game_library_allow_native(catalogue_library(), true);
    return ST_OK;
}

static const arg common[] = {
    ARGS_CALL("--rules-file", "FILE", load_rules,
              "add the games of a rules text; may be given more than once"),
    ARGS_CALL("--allow-native", NULL, allow_native,
              "allow shared objects (FILE.so), whose code then runs as a part of the program"),
    ARGS_END};

const arg_group cli_common_args = {"With every command", common, NULL, 0};
