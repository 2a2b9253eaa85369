#ifndef WEB_SERVE_PARTS_H
#define WEB_SERVE_PARTS_H
/* Everything of the web board but its sockets: for the server, and for those who push requests
 * through the gate without one. */

#include "web/http/web_gate.h"
#include "web/serve.h"
#include "web/web_world.h"

typedef struct serve_parts {
    serve_setup setup;
    web_world world;
    web_gate *gate;
    struct serve_shared *shared; /* web/serve_shared.h; NULL: this process has the store alone */
    bool stopped;
} serve_parts;

/* Every route there is; ended by NULL. */
extern const web_route *const serve_routes[];

/* In the caller's storage, which stays where it is. serve_parts_destroy() in any case. */
status serve_parts_start(serve_parts *s, const serve_setup *setup, int port, error *err);
/* Searches are stopped, what waits is finished and answered, nothing new is taken. */
void serve_parts_stop(serve_parts *s);
void serve_parts_destroy(serve_parts *s);
/* Where people find it: "https://games.example.org". */
void serve_parts_url(const serve_parts *s, int port, text *out);

#endif
