#define _DEFAULT_SOURCE
#include "web/http/web_wires.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"

/* Locks: `w->mutex` guards the list and what every wire has but `flags`; those are under the wire's
 * own. Streams call us with their locks held, and then we take the wire's own alone. */
struct web_wire {
    web_wire *next, **back;
    struct MHD_Connection *connection;
    int fd;
    web_wire_state state;
    int64_t since_ms;
    int64_t session;
    stream *s;
    web_wires *all;
    bool answering; /* suspended until its answer is there */
    web_wire_gone on_gone;

    mtx_t flags;    /* guards all below */
    bool suspended; /* as a stream */
    bool pending;   /* woken while it was not suspended */
    bool gone;      /* hung up, or cut off */
};

struct web_wires {
    web_wire_limits limits;
    streams *streams;
    mtx_t mutex;
    web_wire *first;
    int count, answering;
    bool stopping;
    int epoll, wake;
    thrd_t thread;
};

web_wire_limits web_wires_defaults(void) {
    return (web_wire_limits){.ms = {[WEB_WIRE_NEW] = 10000,
                                    [WEB_WIRE_IDLE] = 60000,
                                    [WEB_WIRE_HEADERS] = 10000,
                                    [WEB_WIRE_BODY] = 30000,
                                    [WEB_WIRE_ANSWER] = 120000},
                             .each = 8,
                             .silent_ms = 30000,
                             .send_bytes = 64 << 10};
}

/* --- the list --- */

web_wire *web_wires_add(web_wires *w, struct MHD_Connection *connection) {
    web_wire *wire = mem_alloc(sizeof *wire);
    if (!wire) return NULL;
    wire->connection = connection;
    wire->all = w;
    wire->since_ms = clock_now_ms();
    mtx_init(&wire->flags, mtx_plain);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    wire->fd = info ? info->connect_fd : -1;
    if (wire->fd >= 0) {
        int yes = 1, silent = w->limits.silent_ms;
        setsockopt(wire->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        setsockopt(wire->fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &silent, sizeof silent);
    }
    mtx_lock(&w->mutex);
    wire->next = w->first;
    wire->back = &w->first;
    if (wire->next) wire->next->back = &wire->next;
    w->first = wire;
    w->count++;
    mtx_unlock(&w->mutex);
    return wire;
}

void web_wires_remove(web_wires *w, web_wire *wire) {
    if (!wire) return;
    mtx_lock(&w->mutex);
    *wire->back = wire->next;
    if (wire->next) wire->next->back = wire->back;
    w->count--;
    mtx_unlock(&w->mutex);
    mtx_destroy(&wire->flags);
    mem_free(wire);
}

int web_wires_count(web_wires *w) {
    mtx_lock(&w->mutex);
    int n = w->count;
    mtx_unlock(&w->mutex);
    return n;
}

void web_wire_enter(web_wires *w, web_wire *wire, web_wire_state state) {
    mtx_lock(&w->mutex);
    wire->state = state;
    wire->since_ms = clock_now_ms();
    mtx_unlock(&w->mutex);
}

bool web_wire_claim(web_wires *w, web_wire *wire, int64_t session) {
    mtx_lock(&w->mutex);
    int others = 0;
    if (session && wire->session != session && w->limits.each)
        for (const web_wire *o = w->first; o; o = o->next)
            others += o != wire && o->session == session;
    bool good = !w->limits.each || others < w->limits.each;
    if (good) wire->session = session;
    mtx_unlock(&w->mutex);
    return good;
}

/* --- waiting for an answer --- */

/* Under w->mutex. */
static void forget_gone(web_wires *w, web_wire *wire) {
    if (wire->on_gone.call) epoll_ctl(w->epoll, EPOLL_CTL_DEL, wire->fd, NULL);
    wire->on_gone = (web_wire_gone){NULL, NULL};
}

void web_wire_suspend(web_wires *w, web_wire *wire, web_wire_gone gone) {
    struct epoll_event e = {.events = EPOLLRDHUP | EPOLLONESHOT, .data.ptr = wire};
    mtx_lock(&w->mutex);
    wire->answering = true;
    w->answering++;
    wire->on_gone = gone;
    if (gone.call) epoll_ctl(w->epoll, EPOLL_CTL_ADD, wire->fd, &e);
    MHD_suspend_connection(wire->connection);
    mtx_unlock(&w->mutex);
}

void web_wire_resume(web_wires *w, web_wire *wire) {
    mtx_lock(&w->mutex);
    if (wire->answering) {
        wire->answering = false;
        w->answering--;
        forget_gone(w, wire);
        MHD_resume_connection(wire->connection);
    }
    mtx_unlock(&w->mutex);
}

void web_wires_abandon(web_wires *w) {
    mtx_lock(&w->mutex);
    for (web_wire *wire = w->first; wire; wire = wire->next) {
        if (!wire->answering) continue;
        wire->answering = false;
        w->answering--;
        forget_gone(w, wire);
        shutdown(wire->fd, SHUT_RDWR);
        MHD_resume_connection(wire->connection);
    }
    mtx_unlock(&w->mutex);
}

int web_wires_suspended(web_wires *w) {
    mtx_lock(&w->mutex);
    int n = w->answering;
    mtx_unlock(&w->mutex);
    return n;
}

/* --- streams --- */

static void wake_reader(void *ctx) {
    web_wire *wire = ctx;
    mtx_lock(&wire->flags);
    if (wire->suspended) {
        wire->suspended = false;
        MHD_resume_connection(wire->connection);
    } else {
        wire->pending = true;
    }
    mtx_unlock(&wire->flags);
}

/* The reader is not called while the socket is full: the end of the socket ends the connection. */
static void cut_reader(void *ctx) {
    web_wire *wire = ctx;
    mtx_lock(&wire->flags);
    wire->gone = true;
    shutdown(wire->fd, SHUT_RDWR);
    if (wire->suspended) {
        wire->suspended = false;
        MHD_resume_connection(wire->connection);
    }
    mtx_unlock(&wire->flags);
}

/* What is next; suspends the connection where that is nothing, unless something came meanwhile. */
static ssize_t read_stream(void *ctx, uint64_t pos, char *buf, size_t max) {
    (void)pos;
    web_wire *wire = ctx;
    for (;;) {
        mtx_lock(&wire->flags);
        bool gone = wire->gone;
        wire->pending = false;
        mtx_unlock(&wire->flags);
        if (gone) return MHD_CONTENT_READER_END_WITH_ERROR;
        int64_t n = stream_take(wire->all->streams, wire->s, buf, max);
        if (n > 0) return (ssize_t)n;
        if (n < 0) return MHD_CONTENT_READER_END_OF_STREAM;
        mtx_lock(&wire->flags);
        bool wait = !wire->pending && !wire->gone;
        if (wait) {
            wire->suspended = true;
            MHD_suspend_connection(wire->connection);
        }
        mtx_unlock(&wire->flags);
        if (wait) return 0;
    }
}

struct MHD_Response *web_wire_listen(web_wires *w, web_wire *wire, stream *s) {
    struct MHD_Response *r =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read_stream, wire, NULL);
    if (!r) return NULL;
    setsockopt(wire->fd, SOL_SOCKET, SO_SNDBUF, &w->limits.send_bytes, sizeof w->limits.send_bytes);
    mtx_lock(&w->mutex);
    wire->s = s;
    wire->state = WEB_WIRE_STREAM;
    mtx_unlock(&w->mutex);
    mtx_lock(&wire->flags);
    wire->suspended = wire->pending = wire->gone = false;
    mtx_unlock(&wire->flags);
    stream_attach(s, (stream_wire){wake_reader, cut_reader, wire});
    struct epoll_event e = {.events = EPOLLRDHUP | EPOLLONESHOT, .data.ptr = wire};
    epoll_ctl(w->epoll, EPOLL_CTL_ADD, wire->fd, &e);
    return r;
}

void web_wire_end_stream(web_wires *w, web_wire *wire) {
    mtx_lock(&w->mutex);
    stream *s = wire->s;
    wire->s = NULL;
    mtx_unlock(&w->mutex);
    if (!s) return;
    epoll_ctl(w->epoll, EPOLL_CTL_DEL, wire->fd, NULL);
    streams_close(w->streams, s);
}

void web_wires_cut_streams(web_wires *w) {
    mtx_lock(&w->mutex);
    for (web_wire *wire = w->first; wire; wire = wire->next)
        if (wire->s) cut_reader(wire);
    mtx_unlock(&w->mutex);
}

/* --- the thread that looks after them --- */

/* An event may be older than what it is about: the pointer is good only where the list has it. */
static void hung_up(web_wires *w, const void *which) {
    mtx_lock(&w->mutex);
    for (web_wire *wire = w->first; wire; wire = wire->next) {
        if (wire != which) continue;
        web_wire_gone gone = wire->on_gone;
        if (wire->s) cut_reader(wire);
        forget_gone(w, wire);
        if (gone.call) gone.call(gone.ctx);
    }
    mtx_unlock(&w->mutex);
}

static void sweep(web_wires *w, int64_t now_ms) {
    mtx_lock(&w->mutex);
    for (web_wire *wire = w->first; wire; wire = wire->next) {
        int limit = w->limits.ms[wire->state];
        if (!limit || wire->answering || now_ms - wire->since_ms < limit) continue;
        shutdown(wire->fd, SHUT_RDWR);
        wire->since_ms = now_ms;
    }
    mtx_unlock(&w->mutex);
}

static bool is_stopping(web_wires *w) {
    mtx_lock(&w->mutex);
    bool stopping = w->stopping;
    mtx_unlock(&w->mutex);
    return stopping;
}

static int look_after(void *ctx) {
    web_wires *w = ctx;
    enum { EVENTS = 64, EVERY_MS = 1000 };
    struct epoll_event got[EVENTS];
    int64_t last = clock_now_ms();
    while (!is_stopping(w)) {
        int64_t left = EVERY_MS - (clock_now_ms() - last);
        int n = left > 0 ? epoll_wait(w->epoll, got, EVENTS, (int)left) : 0;
        for (int i = 0; i < n; i++)
            if (got[i].data.ptr) hung_up(w, got[i].data.ptr);
        int64_t now = clock_now_ms();
        if (now - last < EVERY_MS) continue;
        last = now;
        sweep(w, now);
        streams_tick(w->streams, now);
    }
    return 0;
}

status web_wires_create(web_wires **out, web_wire_limits limits, streams *all, error *err) {
    *out = NULL;
    web_wires *w = mem_alloc(sizeof *w);
    if (!w) return error_set(err, ST_NOMEM, "no memory for connections");
    w->limits = limits;
    w->streams = all;
    mtx_init(&w->mutex, mtx_plain);
    w->epoll = epoll_create1(EPOLL_CLOEXEC);
    w->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = NULL};
    bool good = w->epoll >= 0 && w->wake >= 0 &&
                epoll_ctl(w->epoll, EPOLL_CTL_ADD, w->wake, &e) == 0 &&
                thrd_create(&w->thread, look_after, w) == thrd_success;
    if (!good) {
        if (w->epoll >= 0) close(w->epoll);
        if (w->wake >= 0) close(w->wake);
        mtx_destroy(&w->mutex);
        mem_free(w);
        return error_set(err, ST_IO, "the server cannot look after its connections");
    }
    *out = w;
    return ST_OK;
}

void web_wires_destroy(web_wires *w) {
    if (!w) return;
    mtx_lock(&w->mutex);
    w->stopping = true;
    mtx_unlock(&w->mutex);
    uint64_t one = 1;
    if (write(w->wake, &one, sizeof one) < 0) {
    } /* then it ends a second later */
    thrd_join(w->thread, NULL);
    close(w->epoll);
    close(w->wake);
    mtx_destroy(&w->mutex);
    mem_free(w);
}
