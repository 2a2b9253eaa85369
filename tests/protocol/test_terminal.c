/* `kibitz play` at a terminal, as people use it: recorded sessions (golden/play/terminal-*), and
 * what keys do. A line is typed when the prompt for it is there, as people do. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <string.h>

#include "engine/base/file.h"
#include "tests/support/terminal.h"
#include "tests/support/transcript.h"

enum { MAX_FILE = 1 << 16 };

/* The last line is a bare prompt, and more than `ctx` bytes are there. */
static bool at_prompt(const terminal *t, const void *ctx) {
    const char *entire = text_string(&t->out);
    const char *line = strrchr(entire, '\n');
    line = line ? line + 1 : entire;
    const char *behind = t->out.len > *(const size_t *)ctx ? transcript_after_prompt(line) : NULL;
    return behind && !*behind;
}

static outcome run_session(char **argv, const char *folder, const char *term, const char *input,
                           size_t len) {
    terminal t;
    char line[256];
    TEST_ASSERT(terminal_start(&t, argv, folder, term, false));
    const char *stop = input + len;
    size_t before = 0;
    while (input < stop && terminal_until(&t, at_prompt, &before)) {
        size_t n = strcspn(input, "\n") + 1;
        TEST_ASSERT(n < sizeof line);
        memcpy(line, input, n);
        line[n] = '\0';
        before = t.out.len;
        TEST_CHECK(terminal_type(&t, line));
        input += n;
    }
    TEST_CHECK_(input >= stop, "the program listens to the end");
    /* Unless it has left by itself. */
    if (terminal_until(&t, at_prompt, &before)) (void)terminal_type(&t, "\x04");
    outcome o = {.code = terminal_end(&t)};
    o.out = t.out;
    return o;
}

/* A session without an editor: a terminal that can do nothing shows what was typed by itself. */
static outcome run_at_terminal(char **argv, const char *folder, const char *input, size_t len) {
    return run_session(argv, folder, "dumb", input, len);
}

/* One with an editor, and with boards in colours. */
static outcome run_in_colours(char **argv, const char *folder, const char *input, size_t len) {
    return run_session(argv, folder, "xterm-256color", input, len);
}

static void test_recorded_sessions(void) {
    static const char *const names[] = {"terminal-projectl", "terminal-azul",    "terminal-chess",
                                        "terminal-peridot",  "terminal-numbers", "terminal-card"};
    text why = text_growing();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        TEST_CHECK_(transcript_check(run_at_terminal, PROGRAM, GOLDEN_DIR, names[i], &why), "%s",
                    names[i]);
        if (why.len) TEST_MSG("%s", text_string(&why));
    }
    text_done(&why);
}

/* Go, hex, chess and Azul as people see them: stones, coloured edges, the last action, a check. */
static void test_boards_in_colours(void) {
    static const char *const names[] = {"terminal-colour-go", "terminal-colour-hex",
                                        "terminal-colour-chess", "terminal-colour-azul"};
    text why = text_growing();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        TEST_CHECK_(transcript_check(run_in_colours, PROGRAM, GOLDEN_DIR, names[i], &why), "%s",
                    names[i]);
        if (why.len) TEST_MSG("%s", text_string(&why));
    }
    text_done(&why);
}

/* --- keys --- */

typedef struct session {
    terminal t;
    char folder[TRANSCRIPT_FOLDER];
} session;

static void start(session *s, char **argv, const char *term) {
    char program[] = PROGRAM;
    argv[0] = program;
    (void)transcript_make_folder(s->folder);
    TEST_ASSERT(terminal_start(&s->t, argv, s->folder, term, true));
}

static void wait_for(session *s, size_t from, const char *what) {
    bool found = terminal_until_text(&s->t, from, what);
    TEST_CHECK_(found, "%s appears", what);
    if (!found) TEST_MSG("%s", text_string(&s->t.out));
}

/* Types keys once the prompt has been shown again, and waits for what they lead to. */
static size_t type_keys(session *s, const char *keys, const char *what) {
    size_t before = s->t.out.len;
    TEST_CHECK(terminal_type(&s->t, keys));
    wait_for(s, before, what);
    return before;
}

/* The events of the game that was saved when it was left. */
static void check_saved(const session *s, const char *events) {
    char path[128];
    text data;
    error e;
    (void)snprintf(path, sizeof path, "%s/end.txt", s->folder);
    TEST_ASSERT_(file_read(&data, path, MAX_FILE, &e) == ST_OK, "%s", e.text);
    const char *body = strstr(text_string(&data), "\n\n");
    TEST_CHECK_(body && strcmp(body + 2, events) == 0, "saved: %s", text_string(&data));
    text_done(&data);
}

static void leave(session *s, const char *keys) {
    TEST_CHECK(terminal_type(&s->t, keys));
    int code = terminal_end(&s->t);
    TEST_CHECK_(code == 0, "exit code %d", code);
    text_done(&s->t.out);
}

/* Erasing works with an editor and without one, and the end of input saves what was asked for. */
static void test_erasing_and_leaving(void) {
    static const char *const terms[] = {"dumb", "vt100"};
    for (size_t i = 0; i < 2; i++) {
        session s;
        char play[] = "play";
        char game[] = "connect4";
        char seat[] = "--seat";
        char two[] = "2=human";
        char save[] = "--save";
        char file[] = "end.txt";
        char *argv[] = {NULL, play, game, seat, two, save, file, NULL};
        TEST_CASE(terms[i]);
        start(&s, argv, terms[i]);
        wait_for(&s, 0, "seat 1> ");
        (void)type_keys(&s, "dx\x7f\n", "seat 2> ");
        (void)type_keys(&s, "ee\x7f\n", "seat 1> ");
        leave(&s, "\x04");
        check_saved(&s, "d\ne\n");
        TEST_CHECK(transcript_drop_folder(s.folder));
    }
}

/* An interrupt ends the thinking, not the game; two at the prompt leave it in good order. */
static void test_interrupts(void) {
    session s;
    char play[] = "play";
    char game[] = "connect4";
    char time[] = "--time";
    char long_time[] = "80000000";
    char save[] = "--save";
    char file[] = "end.txt";
    char *argv[] = {NULL, play, game, time, long_time, save, file, NULL};
    start(&s, argv, "vt100"); /* which can redraw the line that shows how far it is */
    wait_for(&s, 0, "seat 1> ");
    size_t before = type_keys(&s, "d\n", "thinking");
    (void)type_keys(&s, "\x03", "seat 2 plays");
    wait_for(&s, before, "seat 1> ");
    (void)type_keys(&s, "\x03", "interrupt again to leave");
    leave(&s, "\x03");
    TEST_CHECK(transcript_drop_folder(s.folder));
}

#ifdef WITH_LIBEDIT
static void test_completion_and_history(void) {
    session s;
    char play[] = "play";
    char game[] = "connect4";
    char seat[] = "--seat";
    char two[] = "2=human";
    char save[] = "--save";
    char file[] = "end.txt";
    char *argv[] = {NULL, play, game, seat, two, save, file, NULL};
    start(&s, argv, "vt100");
    wait_for(&s, 0, "seat 1> ");
    (void)type_keys(&s, "mo\t\n", "nothing has happened yet");
    (void)type_keys(&s, "le\t", "legal  level");
    (void)type_keys(&s, "g\t d\n", "drop in column d, to row 1");
    (void)type_keys(&s, "d\n", "seat 2> ");
    (void)type_keys(&s, "\x1b[A\n", "seat 1> "); /* d once more */
    (void)type_keys(&s,
                    "qe\x01\x0b"
                    "c\n",
                    "seat 2> "); /* begin of line, cut to its end */
    (void)type_keys(&s, "\x03", "interrupt again to leave");
    leave(&s, "\x04");
    check_saved(&s, "d\nd\nc\n");
    TEST_CHECK(transcript_drop_folder(s.folder));
}
#endif

TEST_LIST = {{"recorded_sessions", test_recorded_sessions},
             {"boards_in_colours", test_boards_in_colours},
             {"erasing_and_leaving", test_erasing_and_leaving},
             {"interrupts", test_interrupts},
#ifdef WITH_LIBEDIT
             {"completion_and_history", test_completion_and_history},
#endif
             {NULL, NULL}};
