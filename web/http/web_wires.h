#ifndef WEB_HTTP_WEB_WIRES_H
#define WEB_HTTP_WEB_WIRES_H
/* The connections of the server: how long each takes for what it does, who hung up, how many a
 * session has. libmicrohttpd notices neither slow senders nor, while a connection is suspended,
 * anything at all; a thread of our own does.
 *
 * A wire is there from the start of its connection to its end; its descriptor is valid as long. Any
 * thread. */

#include <microhttpd.h>

#include "web/http/stream.h"

typedef struct web_wires web_wires;
typedef struct web_wire web_wire;

/* What a connection is doing, each with its time limit. */
typedef enum web_wire_state {
    WEB_WIRE_NEW,  /* nothing has come yet */
    WEB_WIRE_IDLE, /* between two requests */
    WEB_WIRE_HEADERS,
    WEB_WIRE_BODY,
    WEB_WIRE_ANSWER, /* being worked at or sent */
    WEB_WIRE_STREAM, /* no limit */
    WEB_WIRE_STATES
} web_wire_state;

typedef struct web_wire_limits {
    int ms[WEB_WIRE_STATES]; /* 0: none */
    int each;                /* connections of a session; 0: no limit */
    int silent_ms;           /* TCP_USER_TIMEOUT */
    int send_bytes;          /* SO_SNDBUF of a stream */
} web_wire_limits;

web_wire_limits web_wires_defaults(void);
status web_wires_create(web_wires **out, web_wire_limits limits, streams *all, error *err);
void web_wires_destroy(web_wires *w); /* all connections are gone; NULL is welcome */

web_wire *web_wires_add(web_wires *w, struct MHD_Connection *connection); /* NULL: no memory */
void web_wires_remove(web_wires *w, web_wire *wire);
int web_wires_count(web_wires *w);

void web_wire_enter(web_wires *w, web_wire *wire, web_wire_state state);
/* Says whose it is. False: that session has too many. */
bool web_wire_claim(web_wires *w, web_wire *wire, int64_t session);

/* --- waiting for an answer --- */

/* Suspends the connection; from the handler alone. Then web_wire_resume(), once. `gone` (may be NULL)
 * is called where the other end hangs up before that, at most once; it must not call back. */
typedef struct web_wire_gone {
    void (*call)(void *ctx);
    void *ctx;
} web_wire_gone;
void web_wire_suspend(web_wires *w, web_wire *wire, web_wire_gone gone);
void web_wire_resume(web_wires *w, web_wire *wire);
int web_wires_suspended(web_wires *w); /* such alone, not streams */

/* Resumes those without an answer, so that they can be closed: the library ends the program where
 * one is suspended when it stops. */
void web_wires_abandon(web_wires *w);

/* --- streams --- */

/* The answer that gives what a stream says. */
struct MHD_Response *web_wire_listen(web_wires *w, web_wire *wire, stream *s);
/* The request is over, whatever its reason; ends the stream. */
void web_wire_end_stream(web_wires *w, web_wire *wire);
/* Cuts all streams that are left. */
void web_wires_cut_streams(web_wires *w);

#endif
