#define _GNU_SOURCE /* NOLINT(readability-identifier-naming): for strcasestr() */
#include "tests/web/load_http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int load_port, load_failures;
pid_t load_server;

/* The number that a text begins with; 0 where it begins with none. */
int64_t load_number_at(const char *s) {
    return strtoll(s, NULL, 10);
}

int64_t load_now_ns(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void load_die(const char *fmt, ...) {
    va_list v;
    va_start(v, fmt);
    (void)vfprintf(stderr, fmt, v);
    va_end(v);
    (void)fputc('\n', stderr);
    if (load_server) (void)kill(load_server, SIGKILL);
    exit(2);
}

void load_fail(const char *fmt, ...) {
    va_list v;
    if (load_failures++ > 20) return;
    va_start(v, fmt);
    (void)vfprintf(stderr, fmt, v);
    va_end(v);
    (void)fputc('\n', stderr);
}

static void *grow(void *at, size_t *cap, size_t need, size_t size) {
    if (need <= *cap) return at;
    *cap = need * 2 + 64;
    at = realloc(at, *cap * size);
    if (!at) load_die("no memory");
    return at;
}

void load_add_number(numbers *l, int64_t n) {
    l->at = grow(l->at, &l->cap, l->len + 1, sizeof *l->at);
    l->at[l->len++] = n;
}

void load_add_bytes(bytes *b, const char *from, size_t n) {
    b->at = grow(b->at, &b->cap, b->len + n + 1, 1);
    memcpy(b->at + b->len, from, n);
    b->len += n;
    b->at[b->len] = '\0';
}

void load_drop_bytes(bytes *b, size_t n) {
    memmove(b->at, b->at + n, b->len - n);
    b->len -= n;
    b->at[b->len] = '\0';
}

static int compare(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a;
    int64_t y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

double load_percentile(numbers *l, double p) {
    if (!l->len) return 0;
    qsort(l->at, l->len, sizeof *l->at, compare);
    return (double)l->at[(size_t)(p * (double)(l->len - 1))] / 1e6;
}

int load_connect_to(void) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)load_port)};
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int one = 1;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(fd, (struct sockaddr *)&a, sizeof a) == 0) return fd;
    (void)close(fd);
    return -1;
}

void load_write_all(int fd, const char *s, size_t len) {
    while (len > 0) {
        ssize_t n = send(fd, s, len, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return; /* its reader finds out */
        s += n;
        len -= (size_t)n;
    }
}

void load_put_request(char *out, size_t size, const char *cookie, const char *method,
                      const char *target, const char *body) {
    (void)snprintf(out, size,
                   "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
                   "X-Kibitz: 1\r\n%s%s%s%s%zu\r\n\r\n%s",
                   method, target, load_port, load_port, *cookie ? "Cookie: " : "", cookie,
                   *cookie ? "\r\n" : "",
                   body ? "Content-Type: application/json\r\nContent-Length: " : "Content-Length: ",
                   body ? strlen(body) : 0, body ? body : "");
}

/* A complete answer at the start of `in`: its length, or 0. */
size_t load_answer_length(const bytes *in, int *code) {
    const char *end = in->len ? strstr(in->at, "\r\n\r\n") : NULL;
    if (!end) return 0;
    const char *length = strcasestr(in->at, "\r\nContent-Length: ");
    if (!length || length > end) load_die("an answer without a length: %.200s", in->at);
    size_t all = (size_t)(end + 4 - in->at) + strtoul(length + 18, NULL, 10);
    *code = (int)load_number_at(in->at + 9);
    return in->len >= all ? all : 0;
}

/* Asks and waits; the answer is in *in. */
int load_ask(int fd, bytes *in, const char *cookie, const char *method, const char *target,
             const char *body) {
    char request[REQUEST_SIZE];
    int code;
    load_put_request(request, sizeof request, cookie, method, target, body);
    load_write_all(fd, request, strlen(request));
    in->len = 0;
    for (;;) {
        char buf[16384];
        ssize_t n = recv(fd, buf, sizeof buf, 0);
        if (n <= 0) load_die("the server hung up on %s %s", method, target);
        load_add_bytes(in, buf, (size_t)n);
        if (load_answer_length(in, &code)) return code;
    }
}

/* What follows a key of the JSON, up to its end. */
bool load_find_word(const char *json, const char *key, char *out, size_t size) {
    const char *at = strstr(json, key);
    size_t n = 0;
    if (!at) return false;
    for (at += strlen(key); *at && *at != '"' && *at != ',' && *at != '}' && n + 1 < size; at++)
        if (*at != ' ') out[n++] = *at;
    out[n] = '\0';
    return true;
}

void load_keep_cookie(const bytes *in, char *out, size_t size) {
    const char *at = strcasestr(in->at, "\r\nSet-Cookie: ");
    size_t n = 0;
    if (!at) load_die("no cookie: %.300s", in->at);
    for (at += 14; *at && *at != ';' && *at != '\r' && n + 1 < size; at++) out[n++] = *at;
    out[n] = '\0';
}

/* Takes the chunks apart. */
void load_unchunk(wire *w) {
    for (;;) {
        if (w->left == -2) {
            char *end = w->raw.len ? strstr(w->raw.at, "\r\n\r\n") : NULL;
            if (!end) return;
            if (strncmp(w->raw.at, "HTTP/1.1 200", 12) != 0) {
                if (strncmp(w->raw.at, "HTTP/1.1 503", 12) != 0)
                    load_fail("a stream: %.100s", w->raw.at);
                (void)shutdown(w->fd, SHUT_RDWR); /* it is opened again */
                w->raw.len = 0;
                return;
            }
            load_drop_bytes(&w->raw, (size_t)(end + 4 - w->raw.at));
            w->left = -1;
        } else if (w->left == -1) {
            char *end = w->raw.len ? strstr(w->raw.at, "\r\n") : NULL;
            if (!end) return;
            w->left = strtol(w->raw.at, NULL, 16) + 2;
            load_drop_bytes(&w->raw, (size_t)(end + 2 - w->raw.at));
        } else {
            if (!w->raw.len) return;
            size_t n = w->raw.len < (size_t)w->left ? w->raw.len : (size_t)w->left;
            size_t content = w->left > 2 ? (size_t)w->left - 2 : 0;
            load_add_bytes(&w->in, w->raw.at, n < content ? n : content);
            load_drop_bytes(&w->raw, n);
            w->left -= (long)n;
            if (w->left == 0) w->left = -1;
        }
    }
}
