#define _GNU_SOURCE /* NOLINT(readability-identifier-naming): for pseudo-terminals */
#include "tests/support/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 600000, ROWS = 50, COLUMNS = 120 };

/* The child: a session of its own with this terminal. */
static void become_program(char **argv, const char *folder, const char *term, const char *name,
                           bool errors) {
    (void)setsid();
    int fd = open(name, O_RDWR);
    int nowhere = open("/dev/null", O_WRONLY);
    if (fd < 0 || nowhere < 0 || chdir(folder) != 0) _exit(126);
    (void)ioctl(fd, TIOCSCTTY, 0);
    struct winsize size = {.ws_row = ROWS, .ws_col = COLUMNS};
    (void)ioctl(fd, TIOCSWINSZ, &size);
    (void)dup2(fd, STDIN_FILENO);
    (void)dup2(fd, STDOUT_FILENO);
    (void)dup2(errors ? fd : nowhere, STDERR_FILENO);
    (void)setenv("TERM", term, 1);
    if (strstr(term, "-256color"))
        (void)unsetenv("NO_COLOR");
    else
        (void)setenv("NO_COLOR", "1", 1);
    (void)unsetenv("COLORTERM");
    (void)setenv("LC_ALL", "C.UTF-8", 1);
    (void)alarm(1200);
    (void)execv(argv[0], argv);
    _exit(127);
}

bool terminal_start(terminal *t, char **argv, const char *folder, const char *term, bool errors) {
    *t = (terminal){.fd = posix_openpt(O_RDWR | O_NOCTTY), .pid = -1, .out = text_growing()};
    const char *name =
        t->fd >= 0 && grantpt(t->fd) == 0 && unlockpt(t->fd) == 0 ? ptsname(t->fd) : NULL;
    if (!name) {
        (void)fprintf(stderr, "no pseudo-terminals here\n");
        return false;
    }
    t->pid = fork();
    if (t->pid == 0) {
        (void)close(t->fd);
        become_program(argv, folder, term, name, errors);
    }
    return t->pid > 0;
}

bool terminal_type(terminal *t, const char *keys) {
    size_t n = strlen(keys);
    return write(t->fd, keys, n) == (ssize_t)n;
}

/* Some more of what appears; false at the end, or when nothing comes for long. */
static bool read_more(terminal *t) {
    char block[4096];
    struct pollfd in = {.fd = t->fd, .events = POLLIN};
    int ready = poll(&in, 1, PATIENCE_MS);
    if (ready < 0 && errno == EINTR) return true;
    if (ready <= 0) return false;
    ssize_t n = read(t->fd, block, sizeof block);
    for (ssize_t i = 0; i < n; i++)
        if (block[i] != '\r' && block[i]) text_char(&t->out, block[i]);
    return n > 0; /* an error tells that no one has the other end any more */
}

bool terminal_until(terminal *t, bool (*seen)(const terminal *t, const void *ctx),
                    const void *ctx) {
    while (!seen(t, ctx))
        if (!read_more(t)) return seen(t, ctx);
    return true;
}

typedef struct sought {
    size_t from;
    const char *what;
} sought;

static bool is_there(const terminal *t, const void *ctx) {
    const sought *s = ctx;
    return t->out.len >= s->from && strstr(text_string(&t->out) + s->from, s->what);
}

bool terminal_until_text(terminal *t, size_t from, const char *what) {
    sought s = {from, what};
    return terminal_until(t, is_there, &s);
}

int terminal_end(terminal *t) {
    int how = 0;
    while (read_more(t)) {
    }
    (void)close(t->fd);
    bool ended = waitpid(t->pid, &how, 0) == t->pid;
    return ended && WIFEXITED(how) ? WEXITSTATUS(how) : -1;
}
