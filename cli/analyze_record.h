#ifndef CLI_ANALYZE_RECORD_H
#define CLI_ANALYZE_RECORD_H
/* `kibitz analyze RECORD`: every decision of a game and its luck, as a table or as JSON lines. The
 * numbers are search/review's; here they are printed. */

#include "cli/setup.h"
#include "search/search.h"

typedef struct record_request {
    cli_setup setup; /* a record, or a game with moves */
    search_limits limits;
    search_options options;
    const char *algorithm; /* NULL: auto */
    const char *annotate;  /* where to write the record with remarks; NULL: nowhere */
    const char *html;      /* where to write the review as a page; NULL: nowhere */
    const text *words;     /* --weights and --option: cli_engine.h */
    bool json;
} record_request;

int analyze_record(const record_request *q); /* the exit code */

#endif
