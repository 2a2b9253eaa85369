#define _POSIX_C_SOURCE 200809L
#include "cli/pager.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/progress.h"

/* --- whether --- */

/* Lines of the screen: what is longer than it is wide takes several. */
static long screen_lines(const char *page, int columns) {
    long lines = 0;
    if (columns < 1) columns = 1;
    while (*page) {
        size_t n = strcspn(page, "\n");
        long letters = 0;
        for (size_t i = 0; i < n; i++) letters += ((unsigned char)page[i] & 0xC0) != 0x80;
        lines += letters > columns ? (letters + columns - 1) / columns : 1;
        page += n + (page[n] == '\n');
    }
    return lines;
}

/* The last line of the screen is the prompt's. */
static const char *pager_for(const char *page) {
    const char *term = getenv("TERM");
    const char *command = getenv("PAGER");
    if (isatty(STDOUT_FILENO) != 1 || !term || strcmp(term, "dumb") == 0) return NULL;
    progress_size size = progress_terminal_size(STDOUT_FILENO);
    if (screen_lines(page, size.columns) < size.rows) return NULL;
    return !command ? "less" : *command ? command : NULL;
}

/* --- how --- */

static void become_pager(const char *command, const int ends[2]) {
    (void)signal(SIGPIPE, SIG_DFL);
    (void)signal(SIGINT, SIG_DFL);
    (void)dup2(ends[0], STDIN_FILENO);
    (void)close(ends[0]);
    (void)close(ends[1]);
    (void)setenv("LESS", "FRX", 0);
    (void)execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Who leaves the pager early has read enough: that the rest is not taken is no error. */
static void feed(int to, const char *page) {
    size_t left = strlen(page);
    while (left) {
        ssize_t n = write(to, page, left);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        page += n;
        left -= (size_t)n;
    }
}

/* True where the page was shown. Interrupts are the pager's as long as it runs; SIGPIPE is ignored
 * by the program. */
static bool run_pager(const char *command, const char *page) {
    int ends[2];
    int how = 0;
    (void)fflush(stdout);
    if (pipe(ends) != 0) return false;
    void (*before)(int) = signal(SIGINT, SIG_IGN);
    pid_t pid = fork();
    if (pid == 0) become_pager(command, ends);
    (void)close(ends[0]);
    if (pid > 0) feed(ends[1], page);
    (void)close(ends[1]);
    bool shown = pid > 0;
    while (shown && waitpid(pid, &how, 0) < 0)
        if (errno != EINTR) shown = false;
    if (before != SIG_ERR) (void)signal(SIGINT, before);
    return shown && !(WIFEXITED(how) && WEXITSTATUS(how) != 0);
}

void pager_print(const char *page) {
    const char *command = pager_for(page);
    if (!command || !run_pager(command, page)) (void)fputs(page, stdout);
}
