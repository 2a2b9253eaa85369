#ifndef WEB_HTTP_WEB_TARGET_H
#define WEB_HTTP_WEB_TARGET_H
/* The target of a request, decoded: the words of its path and the pairs of its query. */

#include "web/http/web_request.h"
#include "web/http/web_routes.h"

enum { WEB_MAX_SEGMENTS = 16 };

typedef struct web_target {
    const char *segment[WEB_MAX_SEGMENTS]; /* of the path, between its slashes */
    int segments;
} web_target;

/* Decodes into what belongs to the request (path, pairs). False: the target is not well formed (a
 * bad escape, a control character, bytes that are no UTF-8, a segment . or .., too many of them). */
bool web_target_read(web_request *q, const char *target, web_target *out);

/* The route of a method and a path, with its words set in the request. Where several patterns fit,
 * the one with the fewest {}. NULL: there is none; then *other says whether the path has a route
 * for another method. */
const web_route *web_target_route(const web_route *const *tables, const web_target *t,
                                  web_request *q, bool *other);

#endif
