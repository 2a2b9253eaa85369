#ifndef WEB_HTTP_WEB_SERVER_H
#define WEB_HTTP_WEB_SERVER_H
/* The HTTP server: libmicrohttpd around the gate. Knows no route. */

#include "web/http/stream.h"
#include "web/http/web_gate.h"
#include "web/http/web_wires.h"

enum { WEB_MAX_LISTEN = 2 };

/* Sockets that listen, before a request is answered: the port is known then. */
typedef struct web_listen {
    int fd[WEB_MAX_LISTEN];
    bool six[WEB_MAX_LISTEN]; /* IPv6 */
    int count, port;
} web_listen;

/* address NULL: 127.0.0.1 and, where it is there, ::1. port 0: any that is free. ST_BUSY where the
 * port is taken. */
status web_listen_open(web_listen *out, const char *address, int port, error *err);
void web_listen_close(web_listen *l);

typedef struct web_server_setup {
    web_gate *gate;
    streams *streams;
    web_wire_limits wires;
    int connections; /* further ones wait */
    int threads;     /* that answer, at least 2 */
    size_t header_bytes;
    /* One line a request; NULL: none. From many threads. */
    void (*log)(void *ctx, const char *line);
    void *log_ctx;
    bool log_addresses;
} web_server_setup;

web_server_setup web_server_defaults(void);

typedef struct web_server web_server;

/* Takes the sockets. */
status web_server_start(web_server **out, const web_server_setup *setup, web_listen *listen,
                        error *err);
/* In three steps, so that what is under way can be finished between them.
 * 1. No new requests: those that come are refused with 503, on new connections, too. */
void web_server_quiesce(web_server *s);
/* 2. Waits until no request waits for an answer any more, at most so long. */
bool web_server_drain(web_server *s, int ms);
/* 3. `bye` to the streams; at most one second until they and all answers are sent, then all is
 * closed. NULL is welcome. */
void web_server_stop(web_server *s);

int web_server_connections(web_server *s);
int web_server_waiting(web_server *s); /* requests that wait for their answer */

#endif
