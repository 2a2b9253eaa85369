#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "tests/support/folder.h"

/* Interrupts around the end of a long command: whatever the moment, it ends by itself, and no
 * sanitizer has anything to say. KIBITZ_INTERRUPTS is how many each command gets. */

enum { DEFAULT_TIMES = 8, LATE_MS = 60000, PATH_SIZE = 512 };

static int times(void) {
    const char *wanted = getenv("KIBITZ_INTERRUPTS");
    return wanted ? (int)strtol(wanted, NULL, 10) : DEFAULT_TIMES;
}

static pid_t start(char *const *argv, bool leaks, int *from) {
    int out[2];
    if (pipe(out) != 0) return -1;
    pid_t pid = fork();
    if (pid == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        (void)dup2(nowhere, STDIN_FILENO);
        (void)dup2(out[1], STDOUT_FILENO);
        (void)dup2(out[1], STDERR_FILENO);
        (void)close(out[0]);
        /* So that a complaint is not taken for the answer "no". */
        (void)setenv("ASAN_OPTIONS", leaks ? "exitcode=99" : "exitcode=99:detect_leaks=0", 1);
        (void)setenv("TSAN_OPTIONS", "exitcode=99", 1);
        (void)execv(argv[0], argv);
        _exit(127);
    }
    (void)close(out[1]);
    *from = out[0];
    return pid;
}

/* Reads on until `until_ms` on the clock; false at the end of the output. */
static bool read_until(int from, int64_t until_ms, text *said) {
    for (;;) {
        int64_t left = until_ms - clock_now_ms();
        if (left <= 0) return true;
        struct pollfd p = {.fd = from, .events = POLLIN};
        if (poll(&p, 1, (int)left) <= 0) continue;
        char block[1024];
        ssize_t n = read(from, block, sizeof block);
        if (n <= 0) return false;
        text_putn(said, block, (size_t)n);
    }
}

/* Runs a command and interrupts it after delay_ms (-1: never); gives its exit code, as a shell
 * does where a signal ended it. To look for leaks takes longer than most commands. */
static int run_once(char *const *argv, int64_t delay_ms, bool leaks, text *said) {
    int from = -1;
    int how = 0;
    pid_t pid = start(argv, leaks, &from);
    TEST_ASSERT(pid > 0);
    text_clear(said);
    int64_t begun = clock_now_ms();
    bool open = true;
    if (delay_ms >= 0) {
        open = read_until(from, begun + delay_ms, said);
        (void)kill(pid, SIGINT); /* one that has ended is still there to be waited for */
    }
    if (open) open = read_until(from, begun + LATE_MS, said);
    if (open) (void)kill(pid, SIGKILL);
    (void)waitpid(pid, &how, 0);
    (void)close(from);
    TEST_CHECK_(!open, "it did not end");
    return WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
}

/* From half of its own time to a little more than all of it. `no` is its answer when
 * stopped. */
static void interrupt_often(char *const *argv, int no, void (*before)(void)) {
    text said = text_growing();
    before();
    int64_t begun = clock_now_ms();
    int code = run_once(argv, -1, false, &said);
    int64_t whole = clock_now_ms() - begun + 1;
    TEST_CHECK_(code == 0 || code == no, "code %d: %s", code, text_string(&said));
    int n = times();
    for (int i = 0; i < n; i++) {
        before();
        code = run_once(argv, whole / 2 + whole * 3 * i / ((int64_t)5 * n), i == n / 2, &said);
        bool fine = code == 0 || code == no || code == 128 + SIGINT;
        TEST_CHECK_(fine && !strstr(text_string(&said), "Sanitizer"), "interrupt %d, code %d: %s",
                    i, code, text_string(&said));
    }
    text_done(&said);
}

static void nothing(void) {}

static void test_match(void) {
    char program[] = PROGRAM;
    char *argv[] = {program,    "match",         "connect4", "--engine", "name=a random",
                    "--engine", "name=b random", "--games",  "40",       NULL};
    interrupt_often(argv, 1, nothing);
}

static void forget_job(void) {
    (void)remove(folder_path("weights.txt"));
    (void)remove(folder_path("weights.txt.tune"));
}

static void test_tune(void) {
    char program[] = PROGRAM;
    folder_make();
    char games[PATH_SIZE];
    char out[PATH_SIZE];
    (void)snprintf(games, sizeof games, "%s", folder_path("games.txt"));
    (void)snprintf(out, sizeof out, "%s", folder_path("weights.txt"));
    char *play[] = {program,   "selfplay", "connect4", "--engine", "random",
                    "--games", "60",       "--out",    games,      NULL};
    char *tune[] = {program,    "tune", "connect4", "--data", games,
                    "--epochs", "3",    "--out",    out,      NULL};
    text said = text_growing();
    TEST_ASSERT_(run_once(play, -1, false, &said) == 0, "%s", text_string(&said));
    text_done(&said);
    interrupt_often(tune, 1, forget_job);
    folder_remove();
}

TEST_LIST = {{"match", test_match}, {"tune", test_tune}, {NULL, NULL}};
