#include "cli/build_info.h"
#include "cli/cli.h"
#include "engine/base/file.h"
#include "lib/catalogue.h"
#include "mcp/mcp_stdio.h"

/* `kibitz mcp`: tools for assistants. */

enum { STANDARD_INPUT = 0, STANDARD_OUTPUT = 1 };

typedef struct request {
    const char *folder;
} request;

static const arg args[] = {
    ARGS_TEXT("--allow-files", "DIR", request, folder,
              "let the tools read records and rules texts in this folder; without it no call opens "
              "a file"),
    ARGS_END};

static const arg_group groups[] = {{"Options", args, NULL, 0}, {0}};

static int run(int argc, char **argv) {
    error e;
    request q = {0};
    static const arg_reader how = {"mcp", groups, NULL};
    status st = args_read(&how, &q, argc, argv, &e);
    if (st == ST_OK && q.folder && !file_is_folder(q.folder))
        st = error_set(&e, ST_NOT_FOUND, "--allow-files %.100s: there is no such folder", q.folder);
    mcp_stdio s = {.in = STANDARD_INPUT,
                   .out = STANDARD_OUTPUT,
                   .library = catalogue_library(),
                   .book = catalogue_registry(),
                   .version = build_info_get()->version,
                   .folder = q.folder};
    if (st == ST_OK && !s.library) st = error_set(&e, ST_NOMEM, "no memory for the games");
    if (st == ST_OK && !q.folder) file_forbid();
    if (st == ST_OK) st = mcp_stdio_serve(&s, &e);
    return st == ST_OK ? EXIT_DONE : cli_fail("mcp", &e);
}

const subcommand cli_mcp = {
    "mcp",
    run,
    "tools for assistants: the Model Context Protocol on standard input and output",
    "kibitz mcp [OPTIONS]\n\n"
    "Speaks the Model Context Protocol (2026-07-28, 2025-11-25, 2025-06-18), one JSON message a\n"
    "line, until the end of input. An assistant starts it, then plays, analyses and writes games\n"
    "with its tools. It runs under the rules of `kibitz uci --safe`.\n",
    groups,
    "How to connect it to an assistant: docs/mcp.md\n",
};
