#define _DEFAULT_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/base/text.h"
#include "web/http/web_server.h"

/* Sockets that listen. They are ours, not the library's, so that the port is known before the
 * first request is answered. */

static int port_of(int fd) {
    struct sockaddr_storage a;
    socklen_t len = sizeof a;
    if (getsockname(fd, (struct sockaddr *)&a, &len) != 0) return 0;
    return ntohs(a.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&a)->sin6_port
                                         : ((struct sockaddr_in *)&a)->sin_port);
}

static int open_socket(const struct addrinfo *a) {
    int fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    int yes = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (a->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
    if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, 1024) == 0) return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static status add(web_listen *l, const char *address, int port, error *err) {
    char digits[12];
    text t = text_over(digits, sizeof digits);
    text_format(&t, "%d", port);
    struct addrinfo hints = {.ai_family = AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
    struct addrinfo *found = NULL;
    if (getaddrinfo(address, digits, &hints, &found) != 0)
        return error_set(err, ST_BAD_VALUE,
                         "%s is no address to listen on, as 0.0.0.0 or ::", address);
    errno = 0;
    int fd = open_socket(found);
    status st = ST_OK;
    if (fd >= 0) {
        l->fd[l->count] = fd;
        l->six[l->count++] = found->ai_family == AF_INET6;
        l->port = port_of(fd);
    } else if (errno == EADDRINUSE) {
        st = error_set(err, ST_BUSY, "port %d is taken: choose another with --port", port);
    } else {
        st = error_set(err, ST_IO, "cannot listen on %s, port %d: %s", address, port,
                       strerror(errno));
    }
    freeaddrinfo(found);
    return st;
}

status web_listen_open(web_listen *out, const char *address, int port, error *err) {
    *out = (web_listen){.count = 0};
    status st = add(out, address ? address : "127.0.0.1", port, err);
    /* Where there is no IPv6, or another program has that port of it, one address will do. */
    if (st == ST_OK && !address) (void)add(out, "::1", out->port, NULL);
    return st;
}

void web_listen_close(web_listen *l) {
    for (int i = 0; i < l->count; i++)
        if (l->fd[i] >= 0) close(l->fd[i]);
    l->count = 0;
}
