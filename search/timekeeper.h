#ifndef SEARCH_TIMEKEEPER_H
#define SEARCH_TIMEKEEPER_H
/* When to stop thinking on a clock: sooner where the choice is clear, later where it wavers. A
 * pure function of what the search reports and how long it has thought, so that it can be tested
 * without a clock. */

#include "search/limits.h"
#include "search/searcher.h"

typedef struct timekeeper {
    search_budget budget;
    token best;          /* the choice when last looked at */
    int64_t since_ms;    /* when it became that */
    double first, value; /* of the choice: when it was first seen, and now */
    unsigned changes;
    bool any;
} timekeeper;

void timekeeper_init(timekeeper *k, search_budget budget);

/* Whether to stop after elapsed_ms with this report. Never before the soft limit unless nothing can
 * change any more; always at the hard one. Without a clock (soft equals hard) only the latter. */
bool timekeeper_look(timekeeper *k, const search_report *r, int seat, int64_t elapsed_ms);

/* How often to look, in ms. */
int timekeeper_pace_ms(const timekeeper *k);

#endif
