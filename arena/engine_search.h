#ifndef ARENA_ENGINE_SEARCH_H
#define ARENA_ENGINE_SEARCH_H
/* What the words of an engine (engine_spec.h) mean for a search of this process: its options, its
 * limits, its weights. Matches, tables and analyses read them here, so that the same words mean the
 * same everywhere. */

#include "arena/engine_spec.h"
#include "search/options.h"
#include "search/search.h"

typedef struct engine_context {
    const game *game;
    game_list games;
    const search_registry *book;
    const search_options *base; /* holds where the words say nothing; NULL: that of a match */
    const weights *weights;     /* to start from; NULL: the game's own */
    const char *where;          /* for sentences: "in a match" */
} engine_context;

typedef struct engine_search {
    search_question ask; /* options, limits and overhead; the rest is the caller's, also `eval` */
    weights eval;        /* what ask.eval should point to */
    uint64_t seed;       /* the option Seed; 0: none */
    bool reported[OPT_COUNT]; /* options that were named */
} engine_search;

/* The option that a word names, case-insensitive, spaces and underscores ignored; OPT_COUNT:
 * none. */
option_id engine_search_option(const char *name);
/* Whether a word names such an option, or one of a front end, which means nothing here. */
bool engine_search_knows(const char *name);

/* ST_BAD_VALUE names the option; ST_NOT_FOUND, ST_IO or the reader's code for a file of weights. A
 * program (`cmd`) is none of its business. */
status engine_search_read(engine_search *out, const engine_spec *spec, const engine_context *c,
                          error *err);

/* The search that the words name, for these rules: fills what search_choose() fills of out->ask. */
status engine_search_choose(engine_search *out, const engine_spec *spec, const engine_context *c,
                            const rules *r, error *err);

#endif
