#ifndef WEB_THINK_SIDE_WORK_H
#define WEB_THINK_SIDE_WORK_H
/* Requests that take a while (an import, a rules text, a count of lines) are answered on threads of
 * their own, so that those that serve are always there for others. Few threads, and a bounded
 * number that wait. All calls are safe from any thread. */

#include "web/http/web_routes.h"

typedef struct side_work side_work;

status side_work_create(side_work **out, int threads, error *err);
/* Those that wait are refused with 503, those under way are answered; then it ends. Nothing may be
 * pushed any more. NULL is welcome. */
void side_work_destroy(side_work *s);
/* Whether work under way should come to an end; NULL: no. */
bool side_work_is_ending(side_work *s);

/* Has the request answered by `handle`, later; with s NULL at once. Where too many wait it is
 * refused with 429. */
void side_work_push(side_work *s, web_handler handle, void *world, web_request *q);

#endif
