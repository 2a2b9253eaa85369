#ifndef WEB_HTTP_WEB_ROUTES_H
#define WEB_HTTP_WEB_ROUTES_H
/* Routes as tables, one for each subject (web/api). */

#include "web/http/web_request.h"

typedef void (*web_handler)(void *world, web_request *q);

enum {
    ROUTE_OPEN = 1,     /* needs no session */
    ROUTE_ACT = 2,      /* counts as an act, not as another request */
    ROUTE_MEMBER = 4,   /* not for guests */
    ROUTE_OWNER = 8,    /* for the owner alone */
    ROUTE_BIG = 16,     /* a body up to the limit of imports */
    ROUTE_RAW = 32,     /* the body need not be JSON: `raw` */
    ROUTE_LOGIN = 64,   /* counts as a log-in */
    ROUTE_NAMED = 128,  /* a password of the name in the body, or of who asks, is tried */
    ROUTE_BEARER = 256, /* for programs: a token in Authorization instead of the cookie, and no
                           header of the page */
    ROUTE_TOKEN = 512   /* the cookie, or a token in Authorization: what a program only reads */
};

typedef struct web_route {
    const char *method;
    const char *pattern; /* under /api/1: "/rooms/{}/seats/{}"; "=/healthz": not under it */
    web_handler handle;
    unsigned flags;
} web_route; /* tables end with a NULL method */

#endif
