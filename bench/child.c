#define _POSIX_C_SOURCE 200809L
#include "bench/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/text.h"

extern char **environ;

static void close_end(int *fd) {
    if (*fd >= 0) (void)close(*fd);
    *fd = -1;
}

static bool make_pipe(int ends[2]) {
    if (pipe(ends) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

/* posix_spawn rather than fork: what is timed must not depend on how much memory we have. */
static int spawn(pid_t *pid, const char *program, const char *argument, int in, int out) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t usual;
    char *const argv[] = {(char *)program, (char *)argument, NULL};
    (void)posix_spawn_file_actions_init(&files);
    (void)posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    (void)posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    (void)posix_spawnattr_init(&attributes);
    (void)sigemptyset(&usual);
    (void)sigaddset(&usual, SIGPIPE);
    (void)posix_spawnattr_setsigdefault(&attributes, &usual);
    (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    int code = posix_spawnp(pid, program, &files, &attributes, argv, environ);
    (void)posix_spawnattr_destroy(&attributes);
    (void)posix_spawn_file_actions_destroy(&files);
    return code;
}

status child_start(child *c, const char *program, const char *argument, error *err) {
    int to[2] = {-1, -1};
    int from[2] = {-1, -1};
    c->pid = -1;
    c->in = c->out = -1;
    c->len = 0;
    int code = make_pipe(to) && make_pipe(from) ? 0 : errno;
    if (code == 0) code = spawn(&c->pid, program, argument, to[0], from[1]);
    close_end(&to[0]);
    close_end(&from[1]);
    c->in = to[1];
    c->out = from[0];
    if (code == 0) {
        (void)fcntl(c->in, F_SETFL, O_NONBLOCK); /* one that does not read cannot hold us up */
        return ST_OK;
    }
    c->pid = -1;
    close_end(&c->in);
    close_end(&c->out);
    return error_set(err, ST_IO, "%s cannot be started: %s", program, strerror(code));
}

status child_send(child *c, const char *line, error *err) {
    char room[256];
    text t = text_over(room, sizeof room);
    text_put(&t, line);
    text_char(&t, '\n');
    if (!t.cut && write(c->in, room, t.len) == (ssize_t)t.len) return ST_OK;
    return error_set(err, ST_IO, "the program does not take `%s`: %s", line, strerror(errno));
}

static bool starts_with_word(const char *line, const char *word) {
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && (line[n] == '\0' || line[n] == ' ' || line[n] == '\r');
}

/* Takes whole lines off the buffer until one is the wanted one. */
static bool search_lines(child *c, const char *word) {
    bool found = false;
    char *end;
    while (!found && (end = memchr(c->buf, '\n', c->len))) {
        *end = '\0';
        found = starts_with_word(c->buf, word);
        c->len -= (size_t)(end + 1 - c->buf);
        memmove(c->buf, end + 1, c->len);
    }
    return found;
}

status child_expect(child *c, const char *word, int wait_ms, error *err) {
    int64_t until = clock_now_ms() + wait_ms;
    while (!search_lines(c, word)) {
        if (c->len == sizeof c->buf) c->len = 0; /* an endless line is nothing we wait for */
        int64_t left = until - clock_now_ms();
        struct pollfd ready = {.fd = c->out, .events = POLLIN};
        int n = left > 0 ? poll(&ready, 1, (int)left) : 0;
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return error_set(err, ST_IO, "no `%s` came within %d ms", word, wait_ms);
        ssize_t got = read(c->out, c->buf + c->len, sizeof c->buf - c->len);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return error_set(err, ST_IO, "the program ended before it said `%s`", word);
        c->len += (size_t)got;
    }
    return ST_OK;
}

/* Whether it ends by itself in time. */
static bool reaped(pid_t pid, int wait_ms) {
    int64_t until = clock_now_ms() + wait_ms;
    for (;;) {
        pid_t got = waitpid(pid, NULL, WNOHANG);
        if (got == pid || (got < 0 && errno != EINTR)) return true;
        if (clock_now_ms() >= until) return false;
        (void)nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    }
}

void child_end(child *c, int wait_ms) {
    error ignored;
    if (c->pid < 0) return;
    (void)child_send(c, "quit", &ignored);
    close_end(&c->in);
    close_end(&c->out);
    if (!reaped(c->pid, wait_ms)) {
        (void)kill(c->pid, SIGKILL);
        while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    c->pid = -1;
}
