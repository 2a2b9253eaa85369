#ifndef WEB_HTTP_WEB_GATE_H
#define WEB_HTTP_WEB_GATE_H
/* What every request passes before a handler sees it: host, origin, sizes, the route, who asks, how
 * often, the body. Nothing here knows a socket. All calls from any thread. */

#include "web/http/web_buckets.h"
#include "web/http/web_metrics.h"
#include "web/http/web_page.h"
#include "web/http/web_routes.h"

/* A request as it came, nothing decoded. Headers that were not sent are NULL. */
typedef struct web_input {
    const char *method, *target; /* target: path and query, "/api/1/rooms?mine" */
    const char *host, *origin, *cookie, *x_kibitz, *content_type, *content_length;
    const char *transfer_encoding, *last_event, *forwarded, *if_none_match, *accept_encoding;
    const char *authorization;
    web_mcp_headers mcp;
    int hosts, lengths; /* how often these two were sent */
    const char *peer;   /* the address at the other end: "127.0.0.1" */
    const char *body;
    size_t body_len;
} web_input;

/* Who a cookie's word stands for; false: none (any more). */
typedef bool (*web_who)(void *ctx, const char *word, web_person *out);

typedef struct web_gate_setup {
    void *world;                    /* what handlers get */
    const web_route *const *tables; /* ended by NULL; they stay */
    web_who who;
    void *who_ctx;
    web_who bearer; /* who a token stands for; NULL: there are none */
    void *bearer_ctx;
    bool programs;          /* routes that are for programs alone are there */
    const char *public_url; /* "https://games.example.org"; NULL: loopback alone */
    int port;               /* for the names of loopback */
    const char *proxy;      /* the address whose X-Forwarded-For is taken; NULL: none */
    const char *page;       /* folder of the page's files; NULL: those inside the program */
    size_t body_bytes, import_bytes, url_bytes;
    web_bucket_limits rates;
    /* Log-ins of a name or an address over all processes, so many a minute: 0, or the seconds to wait;
     * NULL: there is one process. */
    int (*login)(void *ctx, const char *key, int a_minute);
    void *login_ctx;
} web_gate_setup;

typedef struct web_gate web_gate;

/* What a host gets who sets nothing. */
web_gate_setup web_gate_defaults(void);
status web_gate_create(web_gate **out, const web_gate_setup *setup, error *err);
void web_gate_destroy(web_gate *g); /* NULL is welcome */

/* What can be said before the body has come: NULL where it may come, or the request is answered (by
 * the code it returns) and the body is of no use. `length` is what Content-Length says. */
bool web_gate_head(web_gate *g, const web_input *in, web_request *q);
/* The entire request: refuses it or calls its handler. When this returns the answer is in *q, unless
 * q->waits. *in and what it points to must stay until the request is done. */
void web_gate_pass(web_gate *g, const web_input *in, web_request *q);
/* Counts what became of it; once, after the answer. */
void web_gate_note(web_gate *g, const web_request *q);

web_metrics *web_gate_metrics(web_gate *g);
const char *web_gate_cookie(const web_gate *g); /* its name: kibitz-8080 */
/* One more act of who asks, for a route that learns from the body whether it is one. False: that is
 * too often, and was refused. */
bool web_gate_take_act(web_gate *g, web_request *q);
/* Writes the cookie into the answer; a word of NULL takes it away. */
void web_gate_set_cookie(const web_gate *g, web_request *q, const char *word, int64_t seconds);

#endif
