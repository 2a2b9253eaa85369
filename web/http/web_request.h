#ifndef WEB_HTTP_WEB_REQUEST_H
#define WEB_HTTP_WEB_REQUEST_H
/* One request and its answer, as handlers see them: nothing here knows a socket, so that tests and
 * fuzzers push requests through the handlers without one.
 *
 * A handler answers at once, or calls web_later() and has another thread answer and call
 * web_finish(), exactly once, from any thread. Until then the request belongs to that thread. */

#include "engine/base/text.h"
#include "web/http/web_json.h"

enum {
    WEB_MAX_WORDS = 6,
    PERSON_NAME_SIZE = 64,
    PERSON_ROOM_SIZE = 24,
    WEB_WORD_SIZE = 64,
    WEB_EVENT_UNKNOWN = -2
};

typedef enum person_kind { PERSON_NOBODY, PERSON_GUEST, PERSON_MEMBER, PERSON_OWNER } person_kind;

/* Who asks. Each session belongs to an account: a guest's goes with its session. */
typedef struct web_person {
    int64_t id;      /* of the account; 0: no session */
    int64_t session; /* its number */
    person_kind kind;
    char name[PERSON_NAME_SIZE];
    char room[PERSON_ROOM_SIZE]; /* of a guest: the only one open to them */
    bool unknown;                /* the store could not be asked who it is */
} web_person;

/* The connection's side of a request: web_server.c, or a test. */
typedef struct web_link web_link;
typedef struct web_request web_request;
struct web_link {
    /* May be NULL: whether this session may have one more connection. */
    bool (*admit)(web_link *l, const web_request *q);
    void (*later)(web_link *l, web_request *q);
    void (*finish)(web_link *l, web_request *q);
};

/* One name and value of the query, decoded. */
typedef struct web_pair {
    const char *name, *value;
} web_pair;

/* Headers of the Model Context Protocol, as they came; NULL: not sent. */
typedef struct web_mcp_headers {
    const char *version, *method, *name, *session;
    const char *accept, *type; /* Accept and Content-Type */
} web_mcp_headers;

struct web_request {
    const char *method, *path;       /* "POST", "/api/1/rooms/k3/act" */
    const char *word[WEB_MAX_WORDS]; /* what stands for the {} of the route's pattern: "k3" */
    json_t *body;                    /* an object; NULL where there is none */
    const char *raw; /* its text, or what came instead of JSON where a route allows it */
    size_t raw_len;
    web_person person;
    const char *address;              /* whose it is, for limits; never logged unless asked for */
    char session_word[WEB_WORD_SIZE]; /* of the cookie; never logged */
    int64_t last_event; /* Last-Event-ID or after=; -1: neither; WEB_EVENT_UNKNOWN: no number */
    web_link *link;
    web_mcp_headers mcp;           /* of routes for programs */
    const struct web_route *route; /* NULL: none, a file of the page or an error */

    /* the answer */
    int code; /* 200 unless set */
    text out; /* JSON unless `type` says otherwise */
    const char *type;
    int retry_after;      /* seconds, with 429 and 503 */
    char set_cookie[256]; /* empty: none */
    char filename[96];    /* not empty: an attachment of this name (letters, digits, ._-) */
    char mcp_session[48]; /* not empty: the header Mcp-Session-Id */
    bool challenge;       /* with 401: a token is wanted */
    char etag[72];        /* of a file of the page */
    const char *encoding; /* of `file`: "gzip"; NULL: as it is */
    bool varies;          /* other requests for it get another encoding */
    const char *allow;    /* with 405 */
    const void *file;     /* instead of `out`: bytes that stay; file_size of them */
    size_t file_size;
    struct stream *stream; /* the answer is a stream (streams.c) */
    const char *refused;   /* why it was refused before a handler saw it, one word; for metrics */
    bool waits;            /* web_later() was called */
    /* Set before web_later(): the other end hung up while the request waits. Called at most once, by
     * another thread and with its lock held, never after web_finish(); NULL: no one wants to know. */
    void (*gone)(void *ctx);
    void *gone_ctx;

    /* what belongs to the request: decoded words and pairs */
    char *decoded;
    char address_buf[64];
    web_pair *pairs;
    size_t pair_count, pair_cap;
    int64_t begun_ns;
};

void web_request_init(web_request *q, web_link *link);
void web_request_done(web_request *q);

/* A value of the query, decoded; NULL where it is not there. The n-th of that name. */
const char *web_query(const web_request *q, const char *name, int n);

/* Fields of the body. Each returns false and has refused (422 bad-value, naming the field) where it is missing
 * or not of that type; _or takes what is given where it is missing. */
bool web_field_text(web_request *q, const char *name, const char **out);
bool web_field_text_or(web_request *q, const char *name, const char *usual, const char **out);
bool web_field_int(web_request *q, const char *name, int64_t min, int64_t max, int64_t *out);
bool web_field_int_or(web_request *q, const char *name, int64_t min, int64_t max, int64_t usual,
                      int64_t *out);
bool web_field_bool_or(web_request *q, const char *name, bool usual, bool *out);
bool web_field_object_or(web_request *q, const char *name, json_t **out); /* NULL: not there */
bool web_field_array_or(web_request *q, const char *name, json_t **out);
/* Refuses fields that are none of these (ended by NULL), by name. */
bool web_fields_known(web_request *q, const char *const *names);

/* Begins the answer of this code; the caller writes one JSON value. */
json_writer web_answer(web_request *q, int code);
/* {"error":{"code","sentence","place"}}; place may be NULL. Replaces what was written. */
void web_refuse(web_request *q, int http, const char *code, const char *sentence,
                const char *place);
/* The same for an error of ours: 403 for leak, 404 for not-found, 409 for busy, 413, 422, 500, 503 … */
void web_refuse_error(web_request *q, const error *e);

/* web_later() comes first, then the request is handed to the thread that answers it: that may be done before
 * the handler returns. No thread touches the request after web_finish(). */
void web_later(web_request *q);
void web_finish(web_request *q);

#endif
