#ifndef WEB_HTTP_WEB_PAGE_H
#define WEB_HTTP_WEB_PAGE_H
/* The files of the page, with strong ETags: those inside the program, compressed for those who take
 * that, or those of a folder as they are, while one develops. */

#include "web/http/web_request.h"

typedef struct web_page web_page;

/* folder NULL: the files inside the program. */
status web_page_create(web_page **out, const char *folder, error *err);
void web_page_destroy(web_page *p); /* NULL is welcome */

/* Answers for a path: "/", "/app.js". Only plain names of known endings; 404 otherwise. The two
 * headers may be NULL. */
void web_page_answer(web_page *p, web_request *q, const char *path, const char *if_none_match,
                     const char *accept_encoding);
/* Whether an Accept-Encoding allows gzip: named, or by *, and not with q=0. NULL does not. */
bool web_page_takes_gzip(const char *accept_encoding);

#endif
