/* The commands of docs/rules-language.md are typed as they stand there: its games are saved under
 * their names in a folder of their own, each `$ kibitz ...` of a ```console block is run, what
 * follows a prompt is typed, and what comes back is compared. `...` alone stands for any
 * lines, at the end of a line for any words. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "tests/support/manual.h"

static char folder[] = "/tmp/kibitz-manual-XXXXXX";

static void save(const char *name, const char *data) {
    char path[200];
    error err;
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    TEST_ASSERT_(file_write(path, data, strlen(data), &err) == ST_OK, "%s", err.text);
}

static void save_games(const manual *m) {
    for (int i = 0; i < m->count; i++) {
        const manual_block *b = &m->block[i];
        if (strcmp(b->mark, "game") == 0 || strcmp(b->mark, "broken") == 0)
            save(b->argument, b->body);
    }
}

static void remove_folder(void) {
    error err;
    file_names files = {0};
    TEST_CHECK(file_list(&files, folder, "", 200, &err) == ST_OK);
    for (size_t i = 0; i < files.count; i++) (void)unlink(files.at[i]);
    file_names_done(&files);
    TEST_CHECK(rmdir(folder) == 0);
}

/* --- one command --- */

/* What is typed at the prompts of a transcript: "seat 2> a1". */
static void find_typed(const char *const *line, int count, text *out) {
    for (int i = 0; i < count; i++) {
        const char *prompt = text_starts(line[i], "seat ") ? strstr(line[i], "> ") : NULL;
        if (prompt) text_format(out, "%s\n", prompt + 2);
    }
}

static text run(const char *words_of_line, const text *typed) {
    char command[2000];
    text out = text_growing();
    save("typed.txt", text_string(typed));
    /* A look for leaks at the end of every short process takes minutes. */
    (void)snprintf(
        command, sizeof command,
        "cd '%s' && ASAN_OPTIONS=detect_leaks=0 KIBITZ_PROGRESS=off '%s' %s < typed.txt 2>&1",
        folder, PROGRAM, words_of_line);
    FILE *from = popen(command, "r"); /* NOLINT: the words are our own */
    TEST_ASSERT(from != NULL);
    char block[4096];
    for (size_t n; (n = fread(block, 1, sizeof block, from)) > 0;) text_putn(&out, block, n);
    TEST_CHECK_(WIFEXITED(pclose(from)), "%s ends", words_of_line);
    return out;
}

/* Blanks at the end of a line are not seen on a page. */
static size_t visible(const char *line) {
    size_t len = strcspn(line, "\n");
    while (len && line[len - 1] == ' ') len--;
    return len;
}

static bool fits(const char *got, const char *pattern) {
    size_t len = visible(got);
    size_t want = strlen(pattern);
    bool open = want >= 4 && strcmp(pattern + want - 4, " ...") == 0;
    if (open) return len >= want - 3 && strncmp(got, pattern, want - 3) == 0;
    return len == want && strncmp(got, pattern, want) == 0;
}

static const char *next_line(const char *s) {
    const char *end = strchr(s, '\n');
    return end ? end + 1 : s + strlen(s);
}

/* The first line that is not as expected, or -1. */
static int first_misfit(const char *got, const char *const *line, int count) {
    bool gap = false;
    for (int i = 0; i < count; i++) {
        if (strcmp(line[i], "...") == 0) {
            gap = true;
            continue;
        }
        while (gap && *got && !fits(got, line[i])) got = next_line(got);
        if (!*got || !fits(got, line[i])) return i;
        got = next_line(got);
        gap = false;
    }
    return gap || !*got ? -1 : count;
}

static void check_command(const manual_block *b, const char *command, const char *const *line,
                          int count) {
    text typed = text_growing();
    find_typed(line, count, &typed);
    TEST_CASE(command);
    TEST_ASSERT_(text_starts(command, "kibitz "), "line %u: only kibitz is run", b->line);
    text got = run(command + strlen("kibitz "), &typed);
    int bad = first_misfit(text_string(&got), line, count);
    TEST_CHECK_(bad < 0, "block of line %u: %s", b->line, command);
    TEST_MSG("not there: %s\nall that came:\n%.3000s",
             bad < count && bad >= 0 ? line[bad] : "(end)", text_string(&got));
    text_done(&got);
    text_done(&typed);
}

/* --- a block of them --- */

enum { LINES = 200 };

static int run_block(const manual_block *b) {
    char *copy = mem_string(b->body);
    const char *line[LINES];
    int count = 0;
    int commands = 0;
    TEST_ASSERT(copy != NULL);
    for (char *s = copy; s && *s && count < LINES;) {
        char *end = strchr(s, '\n');
        if (end) *end++ = '\0';
        line[count++] = s;
        s = end;
    }
    TEST_ASSERT_(count < LINES, "line %u: short enough", b->line);
    for (int i = 0; i < count; commands++) {
        int from = i + 1;
        TEST_ASSERT_(text_starts(line[i], "$ "), "line %u: begins with a command", b->line);
        for (i = from; i < count && !text_starts(line[i], "$ ");) i++;
        check_command(b, line[from - 1] + 2, line + from, i - from);
    }
    mem_free(copy);
    return commands;
}

static void test_commands(void) {
    manual m;
    int commands = 0;
    TEST_ASSERT(manual_read(&m, SOURCE_DIR "/docs/rules-language.md"));
    TEST_ASSERT(mkdtemp(folder) != NULL);
    save_games(&m);
    for (int i = 0; i < m.count; i++)
        if (strcmp(m.block[i].mark, "console") == 0) commands += run_block(&m.block[i]);
    TEST_CHECK_(commands >= 20, "there are %d", commands);
    remove_folder();
    manual_done(&m);
    TEST_CHECK(mem_live() == 0);
}

/* The comparison itself can fail. */
static void test_comparison(void) {
    static const char got[] = "one \ntwo words\nthree\nfour\n";
    static const struct {
        const char *line[4];
        int count, misfit;
    } cases[] = {{{"one", "two words", "three", "four"}, 4, -1},
                 {{"one", "...", "four"}, 3, -1},
                 {{"one", "two ...", "..."}, 3, -1},
                 {{"...", "three"}, 2, 2},
                 {{"one", "two", "..."}, 3, 1},
                 {{"...", "five"}, 2, 1},
                 {{"one", "three", "..."}, 3, 1},
                 {{"one", "two words ...", "..."}, 3, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int found = first_misfit(got, cases[i].line, cases[i].count);
        TEST_CHECK_(found == cases[i].misfit, "case %zu: %d", i, found);
    }
}

TEST_LIST = {{"comparison", test_comparison}, {"commands", test_commands}, {NULL, NULL}};
