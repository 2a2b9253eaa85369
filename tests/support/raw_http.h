#ifndef TESTS_SUPPORT_RAW_HTTP_H
#define TESTS_SUPPORT_RAW_HTTP_H
/* Bytes to and from a server at 127.0.0.1, for requests that no client would send. */

#include "engine/base/text.h"

int raw_connect(int port);      /* a socket; -1: refused */
int raw_connect_slow(int port); /* one that holds little that was not read */
bool raw_send(int fd, const char *bytes, size_t len);
/* One answer, headers and body, onto `out`; returns its code. 0: the connection ended before it was
 * complete, -1: nothing came within the patience of tests. */
int raw_answer(int fd, text *out);
/* Connects, sends, reads one answer, closes. */
int raw_ask(int port, const char *bytes, size_t len, text *out);

/* A request with our usual headers; `more` are further header lines, each ended by CR LF. */
void raw_request(text *out, int port, const char *method, const char *target, const char *more,
                 const char *body);

/* The word of the session in an answer's Set-Cookie, as "kibitz-PORT=word"; empty: none. */
void raw_cookie(const text *answer, char *out, size_t cap);

/* Reads what comes until `phrase` is there; false: the end came first, or the patience's. */
bool raw_wait_for(int fd, text *got, const char *phrase);
/* Whether the other side closes the connection within the patience. */
bool raw_is_closed(int fd);

#endif
