#ifndef WEB_THINK_REPORT_JSON_H
#define WEB_THINK_REPORT_JSON_H
/* What searches and reviews have found, as JSON for the page: values, words, arrows. Reads
 * positions and changes nothing; one thread at a time for a position. */

#include "engine/base/json.h"
#include "engine/notation/spelling.h"
#include "search/review.h"

/* An event as people say it: in chess notation, or as the game describes it, or the token. */
void report_json_words(const position *p, const char *event, text *out);

/* "lines":[…],"nodes":…,"time_ms":…,"depth":…: at most `lines` of them. */
void report_json_lines(json_writer *w, const position *root, int seat, const search_report *r,
                       int lines);

/* {"ply":…,"seat":…,"token":…}: one event of a review, with the positions before and after it. */
void report_json_event(json_writer *w, const position *at, const position *after, const review *r,
                       const review_event *e);
/* [{"name":…,"accuracy":…}]: the seats; a name may be NULL. */
void report_json_seats(json_writer *w, const review *r, const char *const *names);

#endif
