#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H
/* The driver: runs one search after the other on a pool of threads that it owns, watches the
 * limits, asks for reports, and answers with a final one. One thread runs searches; any thread may
 * stop them. */

#include "search/searcher.h"

typedef struct search search;

status search_create(search **out);
void search_destroy(search *s); /* not while a search runs; NULL is welcome */

typedef struct search_question {
    const searcher_kind *kind;
    const searcher_kind *with_net; /* asked instead where a net evaluates; NULL: the same */
    const position *root;
    int seat;
    search_limits limits;
    search_options options;
    int64_t overhead_ms;
    const token *only;
    size_t only_count;
    int report_every_ms;          /* 0: no reports on the way */
    const weights *eval;          /* NULL: the game's own weights */
    const search_preset *presets; /* for the knobs left to us; may be NULL */
} search_question;

/* Which search answers it, for these rules. */
const searcher_kind *search_kind(const search_question *q, const rules *r);

/* Called with what is known so far, on a thread that looks on, and never after search_run() has
 * returned; the report is valid during the call. */
typedef void (*search_listener)(void *ctx, const search_report *r);

typedef struct search_answer {
    search_report report; /* valid until the next search_run() */
    size_t best;          /* index of the chosen line: 0 unless `skill` chose another */
    bool only;            /* there was nothing to choose */
} search_answer;

/* Searches until a limit, a stop, or the end of what there is to find; under `infinite` and
 * `ponder` it waits for search_stop() or search_ponderhit(). Every question gets an answer unless
 * memory is out. */
status search_run(search *s, const search_question *q, search_listener listen, void *ctx,
                  search_answer *out, error *err);

/* Before search_run(), by the thread that may stop it: forgets old stops. Time counts from here on;
 * with `ponder` (as in the limits) from search_ponderhit(). */
void search_prepare(search *s, bool ponder);

/* Between several searches under one search_prepare(): time counts from here on, and a stop stays.
 */
void search_restart_clock(search *s);

/* Between searches: makes the threads and the memory that these options ask for, and has the system
 * provide its pages, by several threads. That is done once for each size; a search that finds it
 * done begins at once, and one that does not (another size, or never asked) gets memory whose pages
 * are provided as it first writes to them. ST_NOMEM. */
status search_ready(search *s, const search_options *o, error *err);

/* How often that has been done, and how often memory was made, since search_create(). */
typedef struct search_memory {
    unsigned made, readied;
    size_t bytes; /* of the memory now; less than asked for where the system has not so much */
} search_memory;
search_memory search_memory_now(const search *s);

void search_stop(search *s);      /* from any thread */
void search_ponderhit(search *s); /* from any thread: the limits count from now */
void search_forget(search *s);    /* drops what earlier searches left for later ones */

#endif
