#define _DEFAULT_SOURCE
#include "tests/support/raw_http.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PATIENCE_MS = 60000 };

static int connect_with(int port, int receive_bytes) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && receive_bytes)
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof receive_bytes);
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&a, sizeof a) == 0) return fd;
    if (fd >= 0) close(fd);
    return -1;
}

int raw_connect(int port) {
    return connect_with(port, 0);
}

int raw_connect_slow(int port) {
    return connect_with(port, 4096);
}

bool raw_send(int fd, const char *bytes, size_t len) {
    while (len) {
        ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL);
        if (n <= 0) return false;
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

/* How many bytes came; 0: the end, -1: nothing within the patience. */
static ssize_t receive(int fd, text *out) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (poll(&p, 1, PATIENCE_MS) <= 0) return -1;
    char buf[4096];
    ssize_t n = recv(fd, buf, sizeof buf, 0);
    if (n > 0) text_putn(out, buf, (size_t)n);
    return n > 0 ? n : 0;
}

static const char *header(const char *answer, const char *name) {
    for (const char *line = strstr(answer, "\r\n"); line; line = strstr(line, "\r\n")) {
        line += 2;
        if (strncmp(line, "\r\n", 2) == 0) return NULL;
        if (strncasecmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ':')
            return line + strlen(name) + 1;
    }
    return NULL;
}

int raw_answer(int fd, text *out) {
    const char *body = NULL;
    while (!(body = strstr(text_string(out), "\r\n\r\n"))) {
        ssize_t n = receive(fd, out);
        if (n <= 0) return (int)n;
    }
    const char *all = text_string(out);
    int code = (int)strtol(strchr(all, ' ') ? strchr(all, ' ') : "0", NULL, 10);
    const char *length = header(all, "Content-Length");
    size_t whole = (size_t)(body + 4 - all) + (length ? strtoul(length, NULL, 10) : 0);
    while (code != 304 && out->len < whole) {
        ssize_t n = receive(fd, out);
        if (n <= 0) return (int)n;
    }
    return code;
}

int raw_ask(int port, const char *bytes, size_t len, text *out) {
    text_clear(out);
    int fd = raw_connect(port);
    if (fd < 0) return 0;
    (void)raw_send(fd, bytes, len); /* it may have been answered and closed before its end */
    int code = raw_answer(fd, out);
    close(fd);
    return code;
}

void raw_request(text *out, int port, const char *method, const char *target, const char *more,
                 const char *body) {
    text_format(out, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n", method, target, port);
    if (strcmp(method, "GET") != 0)
        text_format(out, "Origin: http://127.0.0.1:%d\r\nX-Kibitz: 1\r\nContent-Length: %zu\r\n",
                    port, body ? strlen(body) : (size_t)0);
    if (body) text_put(out, "Content-Type: application/json\r\n");
    text_format(out, "%s\r\n%s", more ? more : "", body ? body : "");
}

void raw_cookie(const text *answer, char *out, size_t cap) {
    const char *at = header(text_string(answer), "Set-Cookie");
    snprintf(out, cap, "%.*s", at ? (int)strcspn(at + 1, ";\r") : 0, at ? at + 1 : "");
}

bool raw_wait_for(int fd, text *got, const char *phrase) {
    while (!strstr(text_string(got), phrase))
        if (receive(fd, got) <= 0) return false;
    return true;
}

bool raw_is_closed(int fd) {
    text got = text_growing();
    ssize_t n;
    while ((n = receive(fd, &got)) > 0) text_clear(&got);
    text_done(&got);
    return n == 0;
}
