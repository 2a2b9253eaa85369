#ifndef CLI_CLI_ENGINE_H
#define CLI_CLI_ENGINE_H
/* --weights FILE and --option NAME=VALUE of the subcommands that ask a search: collected in a text
 * as settings of an engine (arena/engine_spec.h), and read as those of a match are. */

#include "arena/engine_search.h"
#include "cli/args.h"

extern const arg cli_engine_args[]; /* of a struct `text`, to which each adds a setting */

/* An engine made of such settings. */
typedef struct cli_engine {
    engine_spec spec;
    engine_search how;
} cli_engine;

/* `algorithm` (may be NULL) wins over the option of that name; `base` holds where nothing was said.
 * Ended with cli_engine_done(), unless it failed. */
status cli_engine_read(cli_engine *out, const text *line, const char *algorithm, const game *g,
                       const search_options *base, error *err);
void cli_engine_done(cli_engine *e);

/* A question with these options, limits and weights; *e must outlive it. The search is chosen. */
status cli_engine_ask(const cli_engine *e, const rules *r, search_question *out, error *err);

#endif
