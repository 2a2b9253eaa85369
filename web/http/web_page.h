#ifndef WEB_HTTP_WEB_PAGE_H
#define WEB_HTTP_WEB_PAGE_H
/* The files of the page, with strong ETags: those inside the program, or those of a folder while
 * one develops. */

#include "web/http/web_request.h"

typedef struct web_page web_page;

/* folder NULL: the files inside the program. */
status web_page_create(web_page **out, const char *folder, error *err);
void web_page_destroy(web_page *p); /* NULL is welcome */

/* Answers for a path: "/", "/app.js". Only plain names of known endings; 404 otherwise. */
void web_page_answer(web_page *p, web_request *q, const char *path, const char *if_none_match);

#endif
