#ifndef WEB_API_REVIEW_READ_H
#define WEB_API_REVIEW_READ_H
/* A review as it was stored, back from its JSON: for the page that a person takes along. */

#include "search/review.h"
#include "web/http/web_json.h"

/* ST_BAD_STATE where it is none. The caller ends *out with review_done() in any case; its
 * `searcher` is the caller's. */
status review_read(review *out, const json_t *stored, int players, error *err);

#endif
