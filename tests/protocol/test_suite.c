/* `kibitz puzzles suite`: what it asks, counts and refuses, through the program. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <sys/wait.h>

#include "engine/base/text.h"

/* One tile is left: on line 1 it completes a row and wins. */
#define WON                                                                                        \
    "2b 5o 0 1 0 -/-/-/-/- W B9Y16R15K15W15 - 60:-/-/-/-/-:BYRK./WB.../K.B../R..B./Y...B:- "       \
    "50:-/K2/-/-/B5:....W/WBYR./...../...../YRKW.:*R"

/* The words run on a suite of `lines`; leaks are other tests' matter. */
static void check(const char *words_of_line, const char *lines, int code, const char *says) {
    char command[4000];
    char out[4000];
    (void)snprintf(command, sizeof command,
                   "printf '%s' | ASAN_OPTIONS=detect_leaks=0 '%s' puzzles suite %s 2>&1", lines,
                   PROGRAM, words_of_line);
    FILE *from = popen(command, "r"); /* NOLINT: the words are our own */
    TEST_ASSERT(from != NULL);
    out[fread(out, 1, sizeof out - 1, from)] = '\0';
    int how = pclose(from);
    TEST_CASE(words_of_line);
    TEST_CHECK_(WIFEXITED(how) && WEXITSTATUS(how) == code, "exit code %d", WEXITSTATUS(how));
    TEST_CHECK_(strstr(out, says) != NULL, "%s", says);
    TEST_MSG("%s", out);
}

static void test_asks(void) {
    check("azul - --nodes 2000", "# a comment\n\n" WON " ; wins ; CW1\n", 0,
          "1 of 1 found, 2000 nodes each");
    check("azul - --nodes 2000", WON " ; wins ; CW5 CW1", 0, "1 of 1 found");
    check("azul - --nodes 2000", WON " ; wins ; CW5", 0, "-     CW1      wins\n-: 0 of 1 found");
    /* In chess notation, and the answers may be. */
    check("chess - --nodes 2000", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 ; mates ; Ra8", 0,
          "found Ra8#     mates\n-: 1 of 1 found");
    check("azul - --time 20 --algo bot:greedy", WON " ; wins ; CW1", 0, "20 ms each");
}

static void test_refuses(void) {
    check("azul", "", 2, "suite takes a game and a file");
    check("parcheesi -", "", 2, "there is no game parcheesi");
    check("azul - more", "", 2, "unknown argument more");
    check("azul - --algo nobody", WON " ; wins ; CW1", 2, "nobody");
    check("azul - --algo alphabeta", WON " ; wins ; CW1", 2, "cannot play azul");
    check("azul no/such/file", "", 3, "no/such/file");
    check("azul -", "# one\nno puzzle", 1, "line 2: a line is a position");
    check("azul -", WON " ; wins ; CB1", 1, "line 1: there is no blue tile");
}

TEST_LIST = {{"asks", test_asks}, {"refuses", test_refuses}, {NULL, NULL}};
