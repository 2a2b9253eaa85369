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

/* A log on a full disk ends, and that is said once, in the words of the dialect. */
static void test_full_disk(void) {
    static const char input[] = "setoption name LogFile value /dev/full\nisready\nisready\n";
    static const char note[] = "info string the log ends here: No space left on device\n";
    run r = run_program("uci", NULL, input, strlen(input));
    const char *first = strstr(text_string(&r.out), note);
    TEST_CHECK(r.code == 0 && first != NULL &&
               strstr(first + strlen(note), "the log ends") == NULL);
    TEST_MSG("%s", text_string(&r.out));
    text_done(&r.out);
}

static void test_exit_codes(void) {
    check_run(NULL, NULL, "uci\nquit\n", 0, "uciok\n");
    check_run("uci", NULL, "isready\nquit\n", 0, "readyok\n");
    check_run("uci", NULL, "isready", 0, "readyok\n"); /* the end of input is quit */
    check_run("uci", "--json", "isready\n", 0, "{\"type\":\"readyok\"}\n");
    check_run("uci", "--loud", "", 2, "");
    check_run("uci", "--json", "setoption name LogFile value /dev/full\nisready\n", 0,
              "the log ends here");
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
                      "info string error bad-line cmd=line : a line has at most 1048576 bytes\n"
                      "readyok\n"
                      "info string error bad-line cmd=line : a NUL byte in the line\n"
                      "readyok\n") == 0);
    TEST_MSG("%s", text_string(&r.out));
    text_done(&r.out);
    mem_free(input);
}

/* A line that is refused leaves no position behind where it was to set one, and a go its answer. */
static void test_refused_lines(void) {
    enum { LONG = 1 << 20 };
    static const char head[] = "position startpos moves e2e4\nposition startpos moves ";
    static const char middle[] = "\ngo depth 1\nposition startpos\nposition startpos moves a\0b\n"
                                 "go depth 1\nposition startpos\ngo depth ";
    static const char tail[] = "\ngo depth 1 searchmoves e2e4\nplay ";
    static const char end[] = "\nfen\nquit\n";
    char *input = mem_alloc(3 * (size_t)LONG + 1024);
    TEST_ASSERT(input != NULL);
    size_t n = 0;
    memcpy(input, head, sizeof head - 1);
    n += sizeof head - 1;
    memset(input + n, 'x', LONG);
    n += LONG;
    memcpy(input + n, middle, sizeof middle - 1);
    n += sizeof middle - 1;
    memset(input + n, '1', LONG);
    n += LONG;
    memcpy(input + n, tail, sizeof tail - 1);
    n += sizeof tail - 1;
    memset(input + n, 'x', LONG);
    n += LONG;
    memcpy(input + n, end, sizeof end - 1);
    n += sizeof end - 1;
    run r = run_program("uci", NULL, input, n);
    static const char *const says[] = {
        "info string error bad-line cmd=position : a line has at most 1048576 bytes\n",
        "info string error no-position cmd=go : the last position command was refused\n",
        "bestmove (none)\n",
        "info string error bad-line cmd=position : a NUL byte in the line\n",
        "info string error no-position cmd=go : the last position command was refused\n",
        "bestmove (none)\n",
        "info string error bad-line cmd=go : a line has at most 1048576 bytes\n",
        "bestmove (none)\n",
        "bestmove e2e4\n",
        "info string error bad-line cmd=play : a line has at most 1048576 bytes\n",
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"};
    TEST_CHECK(r.code == 0);
    const char *at = text_string(&r.out);
    for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
        const char *found = strstr(at, says[i]);
        TEST_CHECK(found != NULL);
        TEST_MSG("no \"%s\" in: %.600s", says[i], at);
        if (found) at = found + strlen(says[i]);
    }
    text_done(&r.out);
    mem_free(input);
}

/* How often the output says it. */
static unsigned count_of(const text *out, const char *what) {
    unsigned n = 0;
    for (const char *at = text_string(out); (at = strstr(at, what)); at += strlen(what)) n++;
    return n;
}

/* What waits when it ends: every go is answered and questions too; perft, bench and check are
 * dropped by quit, and run to their end at the end of input. */
static void test_what_waits_at_the_end(void) {
    static const char lines[] =
        "go infinite\nposition startpos moves e2e4\nperft 2\ngo perft 2\ngo movetime 600000\n"
        "check <<END\ngame t { players X O board rect 2 1 piece m\n"
        "turn place m on empty else draw }\nEND\nbench nodes 500\nfen\n";
    for (int quits = 0; quits < 2; quits++) {
        char input[sizeof lines + 8];
        (void)snprintf(input, sizeof input, "%s%s", lines, quits ? "quit\n" : "");
        run r = run_program("uci", NULL, input, strlen(input));
        TEST_CHECK(r.code == 0);
        TEST_CHECK(count_of(&r.out, "bestmove ") == 2);
        TEST_CHECK(count_of(&r.out, "bestmove (none)") == 0);
        TEST_CHECK(count_of(&r.out, "Nodes searched: 600\n\n") == (quits ? 0 : 2));
        TEST_CHECK(count_of(&r.out, "checkok\n") == (quits ? 0 : 1));
        TEST_CHECK(count_of(&r.out, "Nodes/second: ") == (quits ? 0 : 1));
        TEST_CHECK(count_of(&r.out, "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b") == 1);
        TEST_MSG("%s: %s", quits ? "quit" : "the end", text_string(&r.out));
        text_done(&r.out);
    }
    check_run(
        "uci", NULL, "load <<END\ngame t {", 0,
        "info string error bad-syntax cmd=load : the input ended before the text did\nloadok\n");
}

/* More lines than can wait, after a search that nothing ends but a word that is not read: it cannot
 * come any more, so the search is ended. */
static void test_more_lines_than_can_wait(void) {
    text input = text_growing();
    text_put(&input, "go infinite\n");
    for (int i = 0; i < 3000; i++) text_put(&input, i % 500 ? "undo x\n" : "go infinite\n");
    text_put(&input, "isready\n");
    run r = run_program("uci", NULL, text_string(&input), input.len);
    TEST_CHECK(r.code == 0);
    TEST_CHECK(count_of(&r.out, "bestmove ") == 7 && count_of(&r.out, "bestmove (none)") == 0);
    TEST_CHECK(count_of(&r.out, "info string error bad-syntax cmd=undo") == 2994);
    TEST_CHECK(count_of(&r.out, "readyok\n") == 1);
    TEST_MSG("%.300s", text_string(&r.out));
    text_done(&r.out);
    text_done(&input);
}

/* quit in the middle of work does not wait for it. */
static void test_quit_at_work(void) {
    check_run("uci", NULL, "go infinite\nquit\n", 0, "");
    check_run("uci", NULL, "go perft 20\nquit\n", 0, "");
    check_run("uci", NULL, "bench nodes 100000000\nquit\n", 0, "");
    check_run("uci", NULL, "analyze id a position startpos go movetime 60000\nquit\n", 0, "queued");
}

/* No one reads: the engine leaves cleanly once it notices. */
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

/* Both ends are closed while it counts: it does not go on counting for hours. */
static void test_client_that_died(void) {
    int to;
    int from;
    pid_t pid = start_bare(&to, &from);
    (void)signal(SIGPIPE, SIG_IGN);
    static const char lines[] = "perft 30\nisready\nfen\nbench\n";
    TEST_CHECK(write(to, lines, sizeof lines - 1) == sizeof lines - 1);
    (void)close(to);
    char first;
    TEST_CHECK(read(from, &first, 1) == 1); /* readyok: the perft runs */
    (void)close(from);
    TEST_CHECK(finish(pid) == 0);
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

/* The table of threads; the numbers are not for a test. */
static void test_bench_threads(void) {
    char program[] = PROGRAM;
    char *argv[] = {program, "bench",  "threads",  "3",      "--seconds",
                    "0.03",  "--game", "connect4", "--json", NULL};
    int to;
    int from;
    text said = text_growing();
    pid_t pid = start(argv, &to, &from);
    TEST_ASSERT(pid > 0);
    char c;
    while (read(from, &c, 1) == 1) text_char(&said, c);
    (void)close(to);
    (void)close(from);
    TEST_CHECK(finish(pid) == 0);
    const char *all = text_string(&said);
    TEST_CHECK_(strstr(all, "\"name\":\"connect4\"") && strstr(all, "{\"threads\":1,") &&
                    strstr(all, "{\"threads\":2,") && strstr(all, "{\"threads\":3,") &&
                    !strstr(all, "{\"threads\":4,") && strstr(all, "\"own_ratio\":"),
                "%s", all);
    text_done(&said);
    static const char *const bad[] = {"0", "257", "x", "--seconds", "--game"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *wrong[] = {program, "bench", "threads", (char *)bad[i], NULL};
        pid = start(wrong, &to, &from);
        TEST_ASSERT(pid > 0);
        TEST_CHECK_(finish(pid) == 2, "%s", bad[i]);
        (void)close(to);
        (void)close(from);
    }
}

static bool read_all(const char *path, text *out) {
    char block[4096];
    FILE *f = fopen(path, "r");
    if (!f) return false;
    for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;) text_putn(out, block, n);
    (void)fclose(f);
    return !out->cut;
}

/* What the build found is what the running process uses, and `version` tells what it uses. */
static void test_the_allocator_in_use(void) {
    int to = -1;
    int from = -1;
    pid_t pid = start_bare(&to, &from);
    static const char question[] = "version\n";
    TEST_ASSERT(write(to, question, strlen(question)) == (ssize_t)strlen(question));
    text said = text_growing();
    char c;
    while (read(from, &c, 1) == 1 && c != '\n') text_char(&said, c);
    bool found = JEMALLOC[0] != '\0';
    const char *features = strstr(text_string(&said), " features ");
    TEST_ASSERT_(features != NULL, "%s", text_string(&said));
    TEST_CHECK_((strstr(features, "jemalloc") != NULL) == found, "%s", features);
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%ld/maps", (long)pid);
    text maps = text_growing();
    if (read_all(path, &maps))
        TEST_CHECK((strstr(text_string(&maps), "jemalloc") != NULL) == found);
    (void)close(to);
    (void)close(from);
    TEST_CHECK(finish(pid) == 0);
    text_done(&said);
    text_done(&maps);
}

TEST_LIST = {{"exit_codes", test_exit_codes},
             {"full_disk", test_full_disk},
             {"lines_that_are_too_long", test_lines_that_are_too_long},
             {"refused_lines", test_refused_lines},
             {"what_waits_at_the_end", test_what_waits_at_the_end},
             {"more_lines_than_can_wait", test_more_lines_than_can_wait},
             {"quit_at_work", test_quit_at_work},
             {"client_that_died", test_client_that_died},
             {"reader_that_went_away", test_reader_that_went_away},
             {"reader_that_sleeps", test_reader_that_sleeps},
             {"the_allocator_in_use", test_the_allocator_in_use},
             {"bench_threads", test_bench_threads},
             {NULL, NULL}};
