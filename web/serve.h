#ifndef WEB_SERVE_H
#define WEB_SERVE_H
/* The web board: store, people, rooms, thinking and the HTTP server, wired together. */

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/status.h"
#include "engine/base/text.h"

/* What the host chose. A 0 of a number stands for itself: begin with serve_defaults(). Texts stay as long as the
 * server runs. */
typedef struct serve_setup {
    const char *data;       /* the store: a file, or postgresql://... */
    const char *listen;     /* an address; NULL: loopback */
    const char *public_url; /* NULL: none */
    const char *accounts;   /* "open", "invite", "off"; NULL: one owner without a password */
    const char *proxy;      /* its address; NULL: none */
    const char *page;       /* a folder; NULL: the page inside the program */
    const char *version;
    const char *const *engines; /* "NAME=CMD", ended by NULL; NULL: none */
    int port;                   /* 0: any */
    int threads;                /* of all searches together */
    bool log_addresses;
    bool mcp;                                 /* assistants may come: POST /mcp */
    void (*log)(void *ctx, const char *line); /* one line a request; NULL: none */
    void *log_ctx;

    /* limits */
    int body_kb, import_kb, text_kb, header_kb, url_kb, token_kb;
    int header_s, body_s; /* to send them */
    int connections, session_connections, session_streams;
    int rooms_each, rooms, room_days;
    int acts, requests;            /* a second */
    int login_name, login_address; /* a minute */
    int guest_analysis_s, analysis_s, hash_mb;
    int engine_delay_ms; /* where hands are hidden */
    int stream_kb, stream_socket_kb, missed_events;
} serve_setup;

serve_setup serve_defaults(void);

typedef struct serve serve;

/* Opens the store, listens, answers. ST_BAD_VALUE for a setup that does not hold together, ST_BUSY
 * where the port or the store is taken, ST_IO. */
status serve_start(serve **out, const serve_setup *setup, error *err);
/* No new requests, searches stopped, waiting acts committed, log-ins finished, streams told; within
 * two seconds. NULL is welcome. */
void serve_stop(serve *s);

/* Where it is to be found, with a new start word in its fragment: for the owner alone. */
void serve_url(serve *s, text *out);
int serve_port(const serve *s);

/* Where the store is unless the host says otherwise: the user's data folder, which is made. ST_IO */
status serve_data_path(text *out, error *err);

#endif
