#ifndef CLI_ENGINE_WORDS_H
#define CLI_ENGINE_WORDS_H
/* --weights FILE and --option NAME=VALUE of the subcommands that ask a search: collected as words
 * of an engine (arena/engine_spec.h), and read as those of a match are. */

#include "arena/engine_search.h"

/* Takes argv[*i] and its value if it is one of the two, and adds it to the line of words. */
status engine_words_take(text *line, int argc, char **argv, int *i, bool *taken, error *err);

/* An engine made of such words. */
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

#define ENGINE_WORDS_HELP                                                                          \
    "  --weights FILE       evaluate with these weights (kibitz tune writes them)\n"               \
    "  --option NAME=VALUE  any option of `kibitz uci`, as often as you like\n"

#endif
