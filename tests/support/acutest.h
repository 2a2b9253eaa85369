#ifndef TESTS_SUPPORT_ACUTEST_H
#define TESTS_SUPPORT_ACUTEST_H
/* A stand-in for acutest (https://github.com/mity/acutest), written for Kibitz, used where the real
 * header is not found. Tests may use only what is listed here, so that the real one drops in:
 *
 *   TEST_LIST = {{"name", function}, ..., {NULL, NULL}};
 *   TEST_CHECK(cond), TEST_CHECK_(cond, format, ...)    note a failure; nonzero if it held
 *   TEST_ASSERT(cond), TEST_ASSERT_(cond, format, ...)  note a failure and leave the test
 *   TEST_CASE(name)                                     names what the following checks look at
 *   TEST_MSG(format, ...)                               printed if the last check failed
 *
 * Usage: test [--no-exec] [name ...]. Each test runs in a child process, so that one that crashes
 * fails alone; with --no-exec (or -E) in this one, for debuggers. The exit status is 0 when all
 * passed; the last line is "N passed, N failed". */

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct acutest_entry {
    const char *name;
    void (*run)(void);
} acutest_entry;

extern const acutest_entry acutest_list[];

#define TEST_LIST const acutest_entry acutest_list[]

/* What the running test has said so far. */
typedef struct acutest_state {
    jmp_buf leave;
    int failures;
    volatile int last_failed; /* see TEST_ASSERT_ */
    char part[80];            /* from TEST_CASE */
} acutest_state;

static acutest_state acutest_now;

#define ACUTEST_MAYBE_UNUSED __attribute__((unused))
#define ACUTEST_PRINTF(f, a) __attribute__((unused, format(printf, f, a)))

ACUTEST_PRINTF(4, 5)
static int acutest_check(int held, const char *file, int line, const char *fmt, ...) {
    acutest_now.last_failed = !held;
    if (held) return !acutest_now.last_failed;
    if (acutest_now.failures++ == 0) printf("\n");
    printf("  %s%s%s:%d: check ", acutest_now.part, acutest_now.part[0] ? ": " : "", file, line);
    va_list args;
    va_start(args, fmt);
    (void)vprintf(fmt, args);
    va_end(args);
    printf(" failed\n");
    return !acutest_now.last_failed;
}

ACUTEST_PRINTF(1, 2)
static void acutest_message(const char *fmt, ...) {
    if (!acutest_now.last_failed) return;
    printf("    ");
    va_list args;
    va_start(args, fmt);
    (void)vprintf(fmt, args);
    va_end(args);
    printf("\n");
}

ACUTEST_MAYBE_UNUSED
static void acutest_part(const char *name) {
    (void)snprintf(acutest_now.part, sizeof acutest_now.part, "%s", name);
}

ACUTEST_MAYBE_UNUSED __attribute__((noreturn)) static void acutest_leave(void) {
    longjmp(acutest_now.leave, 1); /* NOLINT(cert-err52-cpp): C has no other way out */
}

/* NOLINTBEGIN(readability-identifier-naming): acutest names them so */
#define TEST_CHECK_(cond, ...) acutest_check((cond) ? 1 : 0, __FILE__, __LINE__, __VA_ARGS__)
#define TEST_CHECK(cond)       TEST_CHECK_(cond, "%s", #cond)
/* As with the real header, the compiler cannot see that the condition holds behind an assertion
 * (hence "volatile" above): what it warns of there, it warns of here. The analyzer of clang-tidy
 * may know. */
#ifdef __clang_analyzer__
#define TEST_ASSERT_(cond, ...)                                                                    \
    do {                                                                                           \
        int acutest_held = (cond) ? 1 : 0;                                                         \
        (void)acutest_check(acutest_held, __FILE__, __LINE__, __VA_ARGS__);                        \
        if (!acutest_held) acutest_leave();                                                        \
    } while (0)
#else
#define TEST_ASSERT_(cond, ...)                                                                    \
    do {                                                                                           \
        if (!TEST_CHECK_(cond, __VA_ARGS__)) acutest_leave();                                      \
    } while (0)
#endif
/* NOLINTEND(readability-identifier-naming) */
#define TEST_ASSERT(cond) TEST_ASSERT_(cond, "%s", #cond)
#define TEST_CASE(name)   acutest_part(name)
#define TEST_MSG(...)     acutest_message(__VA_ARGS__)

/* Runs a test in this process; true when it passed. */
static int acutest_here(const acutest_entry *e) {
    acutest_now.failures = acutest_now.last_failed = 0;
    acutest_now.part[0] = '\0';
    if (setjmp(acutest_now.leave) == 0) e->run(); /* NOLINT(cert-err52-cpp) */
    (void)fflush(stdout);
    return acutest_now.failures == 0;
}

static int acutest_in_child(const acutest_entry *e) {
    (void)fflush(NULL);
    pid_t child = fork();
    if (child < 0) return acutest_here(e);
    if (child == 0) exit(acutest_here(e) ? EXIT_SUCCESS : EXIT_FAILURE);
    int how = 0;
    if (waitpid(child, &how, 0) != child) return 0;
    if (WIFSIGNALED(how)) printf("\n  ended by signal %d\n", WTERMSIG(how));
    return WIFEXITED(how) && WEXITSTATUS(how) == EXIT_SUCCESS;
}

static int acutest_wanted(const char *name, int argc, char **argv) {
    int named = 0;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') continue;
        if (strcmp(argv[i], name) == 0) return 1;
        named++;
    }
    return named == 0;
}

static int acutest_known(const char *name) {
    if (strcmp(name, "--no-exec") == 0 || strcmp(name, "-E") == 0) return 1;
    for (const acutest_entry *e = acutest_list; e->name; e++)
        if (strcmp(e->name, name) == 0) return 1;
    return 0;
}

int main(int argc, char **argv) { /* NOLINT(misc-definitions-in-headers): as in the real one */
    int here = 0;
    int passed = 0;
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        here |= argv[i][0] == '-';
        if (acutest_known(argv[i])) continue;
        (void)fprintf(stderr, "there is no test %s\n", argv[i]);
        return 2;
    }
    for (const acutest_entry *e = acutest_list; e->name; e++) {
        if (!acutest_wanted(e->name, argc, argv)) continue;
        printf("Test %-48s", e->name);
        int held = here ? acutest_here(e) : acutest_in_child(e);
        printf(held ? "OK\n" : "Test %-48sFAILED\n", e->name);
        passed += held;
        failed += !held;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
