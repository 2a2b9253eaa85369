#ifndef CLI_ANALYZE_RECORD_H
#define CLI_ANALYZE_RECORD_H
/* `kibitz analyze RECORD`: every decision of a game and its luck, as a table or as JSON lines. The
 * numbers are search/review's; here they are printed. */

#include "arena/crew/crew.h"
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
    const crew_task *task; /* reviews of many games by ranks (arena/crew); NULL: here, */
    int argc;              /* and the arguments that it is set up with */
    char **argv;
} record_request;

int analyze_record(const record_request *q); /* the exit code */

/* --- game by game, for ranks --- */

typedef struct record_review record_review;

/* The request must outlive it. */
status analyze_review_open(record_review **out, const record_request *q, error *err);
void analyze_review_close(record_review *r); /* NULL is welcome */
size_t analyze_review_games(const record_review *r);

/* Reviews a game, from 0; what is printed of it goes to *out and, where it is asked for, the game with
 * remarks to *annotated. */
status analyze_review_one(record_review *r, size_t number, text *out, text *annotated, error *err);
void analyze_review_stop(record_review *r); /* from any thread, for good */

#endif
