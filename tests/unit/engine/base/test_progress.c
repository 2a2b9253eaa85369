#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdlib.h>
#include <unistd.h>

#include "engine/base/progress.h"

/* --- where stderr is a file --- */

typedef struct captured {
    int fd, saved;
    char path[32];
} captured;

static void capture(captured *c) {
    (void)strcpy(c->path, "kibitz-progress-XXXXXX");
    c->fd = mkstemp(c->path);
    TEST_ASSERT(c->fd >= 0);
    c->saved = dup(STDERR_FILENO);
    TEST_ASSERT(c->saved >= 0 && dup2(c->fd, STDERR_FILENO) >= 0);
}

/* What was written there, in a buffer of the caller's. */
static void release(captured *c, char *out, size_t size) {
    (void)fflush(stderr);
    TEST_CHECK(dup2(c->saved, STDERR_FILENO) >= 0);
    (void)lseek(c->fd, 0, SEEK_SET);
    ssize_t n = read(c->fd, out, size - 1);
    out[n > 0 ? n : 0] = '\0';
    (void)close(c->saved);
    (void)close(c->fd);
    (void)unlink(c->path);
}

static void test_silent_at_first(void) {
    captured c;
    char said[200];
    capture(&c);
    progress p;
    progress_start(&p, "work", 10);
    progress_step(&p, 5);
    progress_note(&p, 7, "note");
    progress_end(&p);
    bool colours = progress_colours(STDERR_FILENO);
    release(&c, said, sizeof said);
    TEST_CHECK_(!*said && !colours && !p.shown, "%s", said);
}

/* The clock is moved, not waited for. */
static void later(progress *p) {
    p->drawn_ns -= INT64_C(1000000) * PROGRESS_LINE_MS;
}

static void test_a_plain_line_now_and_then(void) {
    captured c;
    char said[400];
    capture(&c);
    progress p;
    progress_start(&p, "work", 10);
    later(&p);
    bool due = progress_due(&p);
    progress_note(&p, 5, "half\nof it");
    bool still = progress_due(&p);
    progress_note(&p, 6, "too early");
    later(&p);
    progress_step(&p, 9);
    p.silent = true;
    later(&p);
    progress_note(&p, 9, "nobody listens");
    progress_end(&p);
    release(&c, said, sizeof said);
    TEST_CHECK(due && !still);
    /* How long it takes is not said here. */
    TEST_CHECK_(text_starts(said, "work: 50 %, "), "%s", said);
    TEST_CHECK_(strstr(said, " s left; half of it\nwork: 90 %, ") != NULL, "%s", said);
    TEST_CHECK_(!strstr(said, "early") && !strstr(said, "listens"), "%s", said);
}

/* --- the line --- */

static int columns_of(const char *s) {
    int n = 0;
    for (; *s; s++) n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
}

static void test_cut_to_the_width(void) {
    progress p;
    progress_start(&p, "work", 100);
    for (int width = 1; width < 120; width++) {
        char buf[600];
        text line = text_over(buf, sizeof buf);
        text_put(&line, "\r\033[K"); /* is no column */
        progress_write(&p, 50, "\xc3\xa4\xe2\x99\x9e and a long note\twith\ncontrol letters", width,
                       &line);
        TEST_CHECK_(columns_of(buf + 4) <= width, "%d: %s", width, buf);
        TEST_CHECK(!strpbrk(buf + 4, "\n\t\r"));
        /* No letter of several bytes is cut. */
        size_t n = strlen(buf);
        TEST_CHECK((unsigned char)buf[n - 1] < 0xC0);
    }
    char buf[600];
    text line = text_over(buf, sizeof buf);
    progress_write(&p, 50, "note", 100, &line);
    TEST_CHECK_(text_starts(buf, "work [##############..............]  50% "), "%s", buf);
    TEST_CHECK_(strstr(buf, " s left note") != NULL, "%s", buf);
    text_clear(&line);
    progress_write(&p, 500, "", 40, &line);
    TEST_CHECK_(text_starts(buf, "work [##########] 100% "), "%s", buf);
    text_clear(&line);
    progress_write(&p, 0, "note", 100, &line); /* how long it takes is not known yet */
    TEST_CHECK_(strcmp(buf, "work [............................]   0% note") == 0, "%s", buf);
    text_clear(&line);
    progress_write(&p, 0, "note", 0, &line);
    TEST_CHECK_(strcmp(buf, "work: 0 %; note") == 0, "%s", buf);
    text_clear(&line);
    p.before = 50; /* of what is continued nothing is known at first, either */
    progress_write(&p, 50, "note", 0, &line);
    TEST_CHECK_(strcmp(buf, "work: 50 %; note") == 0, "%s", buf);
    text_clear(&line);
    p.started_ns -= 10 * INT64_C(1000000000);
    progress_write(&p, 60, "", 0, &line);
    TEST_CHECK_(strcmp(buf, "work: 60 %, 40 s left") == 0, "%s", buf);
}

static void test_sizes(void) {
    int fds[2];
    TEST_ASSERT(pipe(fds) == 0);
    (void)setenv("COLUMNS", "33", 1);
    (void)setenv("LINES", "x", 1);
    progress_size s = progress_terminal_size(fds[0]);
    TEST_CHECK_(s.columns == 33 && s.rows == 24, "%d %d", s.columns, s.rows);
    (void)unsetenv("COLUMNS");
    TEST_CHECK(progress_terminal_size(fds[0]).columns == 80);
    (void)close(fds[0]);
    (void)close(fds[1]);
}

TEST_LIST = {{"silent_at_first", test_silent_at_first},
             {"a_plain_line_now_and_then", test_a_plain_line_now_and_then},
             {"cut_to_the_width", test_cut_to_the_width},
             {"sizes", test_sizes},
             {NULL, NULL}};
