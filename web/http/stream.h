#ifndef WEB_HTTP_STREAM_H
#define WEB_HTTP_STREAM_H
/* Who listens to what: Server-Sent Events.
 *
 * A stream belongs to a session and listens to topics ("room:k3", "analysis:7", "review:9"). Events
 * are pushed to each stream as its person may see them; a slow reader is cut off. Pushing never
 * waits for a reader. */

#include "web/http/web_request.h"
#include "web/store/store.h"

typedef struct streams streams; /* all of them */
typedef struct stream stream;

/* --- for those who have something to say --- */

/* Calls `each` for every stream that listens to a topic, with the person it belongs to. During the
 * call streams neither come nor go. Any thread; calls for one topic come in the caller's order. */
typedef void (*streams_visit)(void *ctx, stream *s, const web_person *who);
void streams_each(streams *all, const char *topic, streams_visit each, void *ctx);

/* One event. id 0: it has none (info, clock). `merge` (may be NULL): an event without an id that
 * still waits under the same word is replaced. What the stream has had already (by its id) is left
 * out. Only from inside streams_each(), or on a stream_answer that is not closed. */
void stream_push(stream *s, int64_t id, const char *event, const char *data, const char *merge);

/* What the rows of the store are to a person: for streams that come back. Set once, before
 * anything is served. False: the person is not given that row. */
typedef struct stored_event {
    int64_t id;
    const char *room, *kind, *body; /* body: as it was stored */
} stored_event;
typedef bool (*streams_tell)(void *ctx, const web_person *who, const stored_event *e, text *event,
                             text *data);
/* Whether a person may listen to a topic at all: one that is refused is left out. */
typedef bool (*streams_may)(void *ctx, const web_person *who, const char *topic);
void streams_set_tellers(streams *all, streams_tell tell, streams_may may, void *ctx);

/* --- for the server --- */

enum { STREAMS_MAX_TOPICS = 64, STREAMS_TOPIC_SIZE = 48 };

typedef struct streams_limits {
    size_t queue_bytes; /* of a stream that reads too slowly; 256 KiB */
    int each;           /* streams of one session; one more closes its oldest; 4 */
    int missed;         /* events that are brought from the store; 1000 */
    int comment_ms;     /* a comment when nothing was said for so long; 15000 */
} streams_limits;

streams_limits streams_defaults(void);
status streams_create(streams **out, store *s, streams_limits limits);
void streams_destroy(streams *all); /* no stream may be open; NULL is welcome */

/* The connection's side. `wake`: there is something to read. `cut`: the reader was too slow, or is
 * not to hear any more. Called with locks of the streams held: they must not call back. They may be
 * called more often than needed, and from any thread; never after streams_close(). */
typedef struct stream_wire {
    void (*wake)(void *ctx);
    void (*cut)(void *ctx);
    void *ctx;
} stream_wire;

/* A stream of a person who listens to topics (those that they may). `after`: the last event they
 * know, -1: from now on, WEB_EVENT_UNKNOWN: they do not know. NULL without memory. Ended by
 * streams_close(). */
stream *streams_open(streams *all, const web_person *who, const char *const *topics, int count,
                     int64_t after);
/* A stream that answers one request: what is said on it, in order, until stream_end(). It listens to
 * nothing and does not count among the streams of a session. `closed` is called once, when it is
 * closed for whatever reason, with no lock held: until then who has something to say may. */
typedef struct stream_answer {
    void (*closed)(void *ctx);
    void *ctx;
} stream_answer;
stream *streams_open_answer(streams *all, const web_person *who, stream_answer a);
void stream_end(stream *s); /* after what has been said */
/* The same for a request to GET /events: reads its query. It becomes the request's answer. */
void streams_answer(streams *all, web_request *q);
void stream_attach(stream *s, stream_wire wire); /* once, before it is read */
void streams_close(streams *all, stream *s);

/* Bytes for the reader, at most `max`. 0: nothing yet, `wake` will be called; -1: it is over. */
int64_t stream_take(streams *all, stream *s, char *buf, size_t max);
/* Whether the reader was too slow, its session opened too many, or the server stops and all was
 * taken: the connection is to be closed. */
bool stream_is_over(stream *s);

/* Streams of a session over all processes: told of each that is opened and closed, by its number, on
 * the thread that does so. Once, before anything is served. */
typedef struct streams_counter {
    void (*opened)(void *ctx, int64_t number, int64_t session);
    void (*closed)(void *ctx, int64_t number);
    void *ctx;
} streams_counter;
void streams_set_counter(streams *all, streams_counter c);
void streams_end_number(streams *all, int64_t number);

/* A comment to each that was silent; every second or so. */
void streams_tick(streams *all, int64_t now_ms);
/* `event: bye` to all; no stream is opened any more. */
void streams_stop(streams *all);
/* Ends the streams of a session (log-out), or (others) those of all sessions of an account but that. */
void streams_end(streams *all, int64_t account, int64_t session, bool others);
int streams_count(streams *all);

#endif
