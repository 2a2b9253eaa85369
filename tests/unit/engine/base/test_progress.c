#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdlib.h>
#include <unistd.h>

#include "engine/base/progress.h"

/* stderr is a file here: nothing may be written to it. */
static void test_silent_without_a_terminal(void) {
    char path[] = "kibitz-progress-XXXXXX";
    int fd = mkstemp(path);
    TEST_ASSERT(fd >= 0);
    int saved = dup(STDERR_FILENO);
    TEST_ASSERT(saved >= 0 && dup2(fd, STDERR_FILENO) >= 0);
    progress p;
    progress_start(&p, "work", 10);
    progress_step(&p, 5);
    progress_note(&p, 7, "note");
    progress_end(&p);
    (void)fflush(stderr);
    bool colours = progress_colours(STDERR_FILENO);
    TEST_CHECK(dup2(saved, STDERR_FILENO) >= 0);
    TEST_CHECK(lseek(fd, 0, SEEK_END) == 0);
    TEST_CHECK(!colours && !p.shown);
    (void)close(saved);
    (void)close(fd);
    (void)unlink(path);
}

TEST_LIST = {{"silent_without_a_terminal", test_silent_without_a_terminal}, {NULL, NULL}};
