#ifndef WEB_API_API_REVIEWS_H
#define WEB_API_API_REVIEWS_H
/* Reviews of complete games: begun, watched, looked at, taken along as one page. */

#include "web/http/web_routes.h"

extern const web_route api_reviews_routes[];

#endif
