#ifndef SEARCH_SEARCH_WHY_H
#define SEARCH_SEARCH_WHY_H
/* The reason for a search's first choice, in words. */

#include "eval/explain.h"
#include "search/searcher.h"

/* Compares the two best lines of a report by the terms of the evaluation (eval/explain.h) and
 * writes "first over second: ..." without a line end; nothing where there is no second line or the
 * game names no features. `e` NULL: the game's own weights. From a view one deal that fits it is
 * looked at, so nothing is reported that the seat does not know. */
status search_why(const position *root, int seat, const weights *e, const search_report *r,
                  text *out, error *err);

/* The same comparison for callers with their own words for it: the two actions as texts, empty
 * where there is nothing to compare, and the terms in which they differ. */
typedef struct search_comparison {
    char first[GAME_TOKEN_SIZE], second[GAME_TOKEN_SIZE];
    explanation terms;
} search_comparison;

status search_compare(const position *root, int seat, const weights *e, const search_report *r,
                      search_comparison *out, error *err);

#endif
