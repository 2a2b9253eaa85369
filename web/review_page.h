#ifndef WEB_REVIEW_PAGE_H
#define WEB_REVIEW_PAGE_H
/* The review of a game as one page that needs nothing else: the board at every ply, graphs, what was
 * better, luck. Its drawing is web/page's; here is what is drawn, and how it becomes one file. */

#include "search/review.h"

typedef struct review_page {
    const position *game; /* everything is known of it; the one that was reviewed */
    const review *rev;
    const char *judge;             /* who judged: "alphabeta, 500 ms a decision" */
    const char *made;              /* "kibitz VERSION" */
    const char *const *seat_names; /* of people or engines, one a seat; NULL: the game's own words.
                                       One of them may be NULL */
    const char *head;              /* a few words: where and when; may be NULL */
} review_page;

/* The page, onto an empty text. The same bytes for the same review. */
status review_page_write(const review_page *page, text *out, error *err);

/* Whether a file that begins like this is such a page; for file_claim(). */
bool review_page_ours(const char *head);

#endif
