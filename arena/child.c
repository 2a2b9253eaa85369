#define _GNU_SOURCE /* NOLINT(readability-identifier-naming): for pipe2() */
#include "arena/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/text.h"

enum { SEND_MS = 5000, INHERIT = -2 };

static void close_end(int *fd) {
    if (*fd >= 0) (void)close(*fd);
    *fd = -1;
}

/* Closed on exec from the start: a child that another thread starts in between must not hold our
 * ends open. */
static bool make_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) == 0) return true;
    ends[0] = ends[1] = -1;
    return false;
}

/* posix_spawn rather than fork: what is timed must not depend on how much memory we have. A process
 * group of its own: an interrupt at the terminal is for us, and what a script started ends with
 * it. */
static int spawn(pid_t *pid, char *const *argv, int in, int out, int complaints) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigset_t none;
    (void)posix_spawn_file_actions_init(&files);
    (void)posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    (void)posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    if (complaints >= 0)
        (void)posix_spawn_file_actions_adddup2(&files, complaints, STDERR_FILENO);
    else if (complaints != INHERIT)
        (void)posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    (void)posix_spawnattr_init(&attributes);
    (void)sigemptyset(&defaults);
    (void)sigemptyset(&none);
    (void)sigaddset(&defaults, SIGPIPE);
    (void)posix_spawnattr_setsigdefault(&attributes, &defaults);
    (void)posix_spawnattr_setsigmask(&attributes, &none);
    (void)posix_spawnattr_setpgroup(&attributes, 0);
    (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
                                                    POSIX_SPAWN_SETPGROUP);
    int code = posix_spawnp(pid, argv[0], &files, &attributes, argv, environ);
    (void)posix_spawnattr_destroy(&attributes);
    (void)posix_spawn_file_actions_destroy(&files);
    return code;
}

static status start(child *c, char *const *argv, int complaints, error *err) {
    int to[2] = {-1, -1};
    int from[2] = {-1, -1};
    c->pid = -1;
    c->in = c->out = -1;
    c->len = c->taken = 0;
    c->skipping = false;
    int code = make_pipe(to) && make_pipe(from) ? 0 : errno;
    if (code == 0) code = spawn(&c->pid, argv, to[0], from[1], complaints);
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
    return error_set(err, ST_IO, "%.100s cannot be started: %s", argv[0], strerror(code));
}

status child_start(child *c, const char *program, const char *argument, error *err) {
    char *const argv[] = {(char *)program, (char *)argument, NULL};
    return start(c, argv, INHERIT, err);
}

status child_start_with(child *c, char *const *argv, int complaints, error *err) {
    return start(c, argv, complaints < 0 ? -1 : complaints, err);
}

/* --- talking --- */

/* Whether fd is ready for `events` before `until`. */
static bool wait_for(int fd, short events, int64_t until) {
    for (;;) {
        int64_t left = until - clock_now_ms();
        struct pollfd ready = {.fd = fd, .events = events};
        int n = poll(&ready, 1, left > 0 ? (int)left : 0);
        if (n > 0) return true;
        if (n < 0 && errno == EINTR) continue;
        return false;
    }
}

static bool write_within(int fd, const char *data, size_t len, int64_t until) {
    while (len) {
        ssize_t n = write(fd, data, len);
        if (n > 0) {
            data += n;
            len -= (size_t)n;
        } else if (n < 0 && errno == EAGAIN) {
            if (!wait_for(fd, POLLOUT, until)) return false;
        } else if (n == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

status child_send_within(child *c, const char *line, int wait_ms, error *err) {
    int64_t until = clock_now_ms() + wait_ms;
    errno = 0;
    if (write_within(c->in, line, strlen(line), until) && write_within(c->in, "\n", 1, until))
        return ST_OK;
    return error_set(err, ST_IO, "the program does not take `%.60s`: %s", line,
                     errno == EAGAIN ? "it does not read" : strerror(errno));
}

status child_send(child *c, const char *line, error *err) {
    return child_send_within(c, line, SEND_MS, err);
}

/* Takes the next complete line off the buffer. */
static char *take_line(child *c) {
    c->len -= c->taken;
    memmove(c->buf, c->buf + c->taken, c->len);
    c->taken = 0;
    char *end;
    while ((end = memchr(c->buf, '\n', c->len))) {
        size_t size = (size_t)(end + 1 - c->buf);
        bool complete = !c->skipping;
        c->skipping = false;
        if (complete) {
            *end = '\0';
            if (end > c->buf && end[-1] == '\r') end[-1] = '\0';
            c->taken = size;
            return c->buf;
        }
        c->len -= size;
        memmove(c->buf, end + 1, c->len);
    }
    if (c->len == sizeof c->buf) {
        c->len = 0;
        c->skipping = true;
    }
    return NULL;
}

child_update child_read(child *c, int wait_ms, char **line) {
    int64_t until = clock_now_ms() + wait_ms;
    while (!(*line = take_line(c))) {
        if (!wait_for(c->out, POLLIN, until)) return CHILD_LATE;
        ssize_t got = read(c->out, c->buf + c->len, sizeof c->buf - c->len);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return CHILD_GONE;
        c->len += (size_t)got;
    }
    return CHILD_LINE;
}

static bool starts_with_word(const char *line, const char *word) {
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && (line[n] == '\0' || line[n] == ' ');
}

status child_expect(child *c, const char *word, int wait_ms, error *err) {
    int64_t until = clock_now_ms() + wait_ms;
    for (;;) {
        char *line;
        int64_t left = until - clock_now_ms();
        switch (child_read(c, left > 0 ? (int)left : 0, &line)) {
        case CHILD_LINE:
            if (starts_with_word(line, word)) return ST_OK;
            if (left > 0) break;
            return error_set(err, ST_IO, "no `%s` came within %d ms", word, wait_ms);
        case CHILD_LATE:
            return error_set(err, ST_IO, "no `%s` came within %d ms", word, wait_ms);
        case CHILD_GONE:
            return error_set(err, ST_IO, "the program ended before it said `%s`", word);
        }
    }
}

/* --- ending --- */

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
    (void)child_send_within(c, "quit", wait_ms > 0 ? 100 : 0, &ignored);
    close_end(&c->in);
    close_end(&c->out);
    if (!reaped(c->pid, wait_ms)) {
        (void)kill(-c->pid, SIGKILL);
        (void)kill(c->pid, SIGKILL); /* in case the group was not made */
        while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    c->pid = -1;
}
