#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"

/* The program as others meet it: through pipes, with exit codes. */

typedef struct run {
    int code; /* exit code; -1: killed or late */
    text out;
} run;

enum { LATE_MS = 600000 }; /* no statement about speed, only an end to a hang */

static pid_t start(char *const *argv, int *to, int *from) {
    int in[2];
    int out[2];
    if (pipe(in) != 0 || pipe(out) != 0) return -1;
    pid_t pid = fork();
    if (pid == 0) {
        (void)dup2(in[0], STDIN_FILENO);
        (void)dup2(out[1], STDOUT_FILENO);
        int nowhere = open("/dev/null", O_WRONLY);
        (void)dup2(nowhere, STDERR_FILENO);
        (void)close(in[1]);
        (void)close(out[0]);
        (void)execv(argv[0], argv);
        _exit(127);
    }
    (void)close(in[0]);
    (void)close(out[1]);
    *to = in[1];
    *from = out[0];
    return pid;
}

/* Without any argument. */
static pid_t start_bare(int *to, int *from) {
    char program[] = PROGRAM;
    char *argv[] = {program, NULL};
    pid_t pid = start(argv, to, from);
    TEST_ASSERT(pid > 0);
    return pid;
}

static int finish(pid_t pid) {
    int how = 0;
    for (int64_t until = clock_now_ms() + LATE_MS; clock_now_ms() < until;) {
        if (waitpid(pid, &how, WNOHANG) == pid) return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
        (void)poll(NULL, 0, 2);
    }
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, &how, 0);
    return -1;
}

/* Starts the program, writes `input`, closes, and reads all it says. */
static run run_program(const char *word, const char *option, const char *input, size_t len) {
    char program[] = PROGRAM;
    char *argv[] = {program, (char *)word, (char *)option, NULL};
    run r = {.code = -1, .out = text_growing()};
    int to;
    int from;
    pid_t pid = start(argv, &to, &from);
    TEST_ASSERT(pid > 0);
    /* Small inputs fit the pipe; a large one is written by another process. */
    pid_t writer = fork();
    if (writer == 0) {
        while (len) {
            ssize_t n = write(to, input, len);
            if (n <= 0) break;
            input += n;
            len -= (size_t)n;
        }
        _exit(0);
    }
    (void)close(to);
    char block[4096];
    for (ssize_t n; (n = read(from, block, sizeof block)) > 0;) text_putn(&r.out, block, (size_t)n);
    (void)close(from);
    (void)waitpid(writer, NULL, 0);
    r.code = finish(pid);
    return r;
}

static void check_run(const char *word, const char *option, const char *input, int code,
                      const char *says) {
    run r = run_program(word, option, input, strlen(input));
    TEST_CHECK(r.code == code);
    TEST_MSG("%s: exit code %d, expected %d", word ? word : "(nothing)", r.code, code);
    TEST_CHECK(strstr(text_string(&r.out), says) != NULL);
    TEST_MSG("%s: no \"%s\" in: %.300s", word ? word : "(nothing)", says, text_string(&r.out));
    text_done(&r.out);
}

static void test_exit_codes(void) {
    check_run(NULL, NULL, "uci\nquit\n", 0, "uciok\n");
    check_run("uci", NULL, "isready\nquit\n", 0, "readyok\n");
    check_run("uci", NULL, "isready", 0, "readyok\n"); /* the end of input is quit */
    check_run("uci", "--json", "isready\n", 0, "{\"type\":\"readyok\"}\n");
    check_run("uci", "--loud", "", 2, "");
    check_run("frobnicate", NULL, "", 2, "");
    check_run("perft", "3", "", 0, "Nodes searched: 8902\n");
    check_run("perft", NULL, "", 2, "");
    check_run("analyze", "parcheesi", "", 2, "");
    check_run("games", NULL, "", 0, "connect4");
    check_run("help", "perft", "", 0, "usage: kibitz perft");
    check_run("--help", NULL, "", 0, "usage: kibitz");
    check_run("analyze", "--help", "", 0, "usage: kibitz analyze");
    check_run("version", NULL, "", 0, "kibitz ");
}

static void test_lines_that_are_too_long(void) {
    size_t len = (2u << 20) + 32;
    char *input = mem_alloc(len + 1);
    TEST_ASSERT(input != NULL);
    static const char tail[] = "\nisready\na\0b\nisready\nquit\n";
    memset(input, 'x', 2u << 20);
    memcpy(input + (2u << 20), tail, sizeof tail);
    run r = run_program("uci", NULL, input, (2u << 20) + sizeof tail - 1);
    TEST_CHECK(r.code == 0);
    TEST_CHECK(strcmp(text_string(&r.out),
                      "info string error bad-syntax cmd=line : a line has at most 1048576 bytes\n"
                      "readyok\n"
                      "info string error bad-syntax cmd=line : a NUL byte in the line\n"
                      "readyok\n") == 0);
    TEST_MSG("%s", text_string(&r.out));
    text_done(&r.out);
    mem_free(input);
}

/* quit in the middle of work does not wait for it. */
static void test_quit_at_work(void) {
    check_run("uci", NULL, "go infinite\nquit\n", 0, "");
    check_run("uci", NULL, "go perft 20\nquit\n", 0, "");
    check_run("uci", NULL, "bench nodes 100000000\nquit\n", 0, "");
    check_run("uci", NULL, "analyze id a position startpos go movetime 60000\nquit\n", 0, "queued");
}

/* Nobody reads: the engine leaves cleanly once it notices. */
static void test_reader_that_went_away(void) {
    int to;
    int from;
    pid_t pid = start_bare(&to, &from);
    (void)close(from);
    (void)signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < 3; i++) TEST_CHECK(write(to, "uci\n", 4) <= 4);
    TEST_CHECK(finish(pid) == 0);
    (void)close(to);
}

/* A reader that does not read cannot keep the engine from leaving. */
static void test_reader_that_sleeps(void) {
    int to;
    int from;
    pid_t pid = start_bare(&to, &from);
    for (int i = 0; i < MEM_SIZED(200, 30); i++) TEST_CHECK(write(to, "uci\nhelp\n", 9) == 9);
    TEST_CHECK(write(to, "go infinite\nstop\nquit\n", 22) == 22);
    TEST_CHECK(finish(pid) == 0);
    (void)close(to);
    (void)close(from);
}

TEST_LIST = {{"exit_codes", test_exit_codes},
             {"lines_that_are_too_long", test_lines_that_are_too_long},
             {"quit_at_work", test_quit_at_work},
             {"reader_that_went_away", test_reader_that_went_away},
             {"reader_that_sleeps", test_reader_that_sleeps},
             {NULL, NULL}};
