/* `kibitz play` as people script it: through a pipe. Each file in golden/play is a transcript: the
 * command line behind `$ `, then what the program says; behind a prompt stands what it was told.
 * The program runs in a folder of its own. KIBITZ_UPDATE_GOLDEN=1 writes the transcripts anew (a
 * new one needs the command line and the prompts alone): look at the difference before you keep it.
 */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"

enum { MAX_FILE = 1 << 20, MAX_WORDS = 64, FOLDER_ROOM = 64 };

typedef struct outcome {
    int code;
    text out;
} outcome;

/* The child: reads from one end, writes to the other, errors to nowhere. */
static void become_program(char **argv, const char *folder, int in, int out) {
    int nowhere = open("/dev/null", O_WRONLY);
    (void)dup2(in, STDIN_FILENO);
    (void)dup2(out, STDOUT_FILENO);
    (void)dup2(nowhere, STDERR_FILENO);
    if (chdir(folder) != 0) _exit(126);
    (void)alarm(120);
    (void)execv(argv[0], argv);
    _exit(127);
}

/* Runs the program on `input`, which must fit a pipe. */
static outcome run_in(char **argv, const char *folder, const char *input, size_t len) {
    outcome o = {.code = -1, .out = text_growing()};
    int to[2];
    int from[2];
    TEST_ASSERT(len < 60000 && pipe(to) == 0 && pipe(from) == 0);
    pid_t pid = fork();
    TEST_ASSERT(pid >= 0);
    if (pid == 0) {
        (void)close(to[1]);
        (void)close(from[0]);
        become_program(argv, folder, to[0], from[1]);
    }
    (void)close(to[0]);
    (void)close(from[1]);
    (void)signal(SIGPIPE, SIG_IGN);
    TEST_CHECK(len == 0 || write(to[1], input, len) == (ssize_t)len);
    (void)close(to[1]);
    char block[4096];
    for (ssize_t n; (n = read(from[0], block, sizeof block)) > 0;)
        text_putn(&o.out, block, (size_t)n);
    (void)close(from[0]);
    int how = 0;
    TEST_CHECK(waitpid(pid, &how, 0) == pid);
    o.code = WIFEXITED(how) ? WEXITSTATUS(how) : -1;
    return o;
}

/* Words of a command line; "..." keeps its blanks. Points into line. */
static int split(char *line, char **argv) {
    int n = 0;
    for (char *s = line; *s && n < MAX_WORDS - 1;) {
        s += strspn(s, " ");
        bool quoted = *s == '"';
        s += quoted;
        if (!*s) break;
        argv[n++] = s;
        s += strcspn(s, quoted ? "\"" : " ");
        if (*s) *s++ = '\0';
    }
    argv[n] = NULL;
    return n;
}

static outcome run_words(const char *command, const char *folder, const char *input, size_t len) {
    char program[] = PROGRAM;
    char *argv[MAX_WORDS + 1] = {program};
    char *line = mem_string(command);
    TEST_ASSERT(line != NULL);
    (void)split(line, argv + 1);
    outcome o = run_in(argv, folder, input, len);
    mem_free(line);
    return o;
}

static char *make_folder(char *room) {
    text path = text_over(room, FOLDER_ROOM);
    text_put(&path, "/tmp/kibitz-play-XXXXXX");
    TEST_ASSERT(mkdtemp(room) != NULL);
    return room;
}

static void drop_folder(const char *folder) {
    char path[256];
    static const char *const left[] = {"game.txt", "again.txt", "end.txt"};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, left[i]);
        (void)unlink(path);
    }
    TEST_CHECK_(rmdir(folder) == 0, "nothing else is left in %s", folder);
}

/* --- transcripts --- */

/* What stands behind a prompt, in which `*` is any number; NULL if the line does not begin so. */
static const char *behind(const char *line, const char *prompt) {
    for (; *prompt; prompt++) {
        size_t n = *prompt == '*' ? strspn(line, "0123456789") : *prompt == *line;
        if (!n) return NULL;
        line += n;
    }
    return line;
}

static const char *behind_prompt(const char *line) {
    static const char *const prompts[] = {"seat *> ",
                                          "dice> ",
                                          "over> ",
                                          "Ann> ",
                                          "Bob> ",
                                          "replay */*> ",
                                          "Action: ",
                                          "Your move: ",
                                          "How many players (* to *)? ",
                                          "Name of player *? ",
                                          "Name of player * (empty: the engine plays)? "};
    const char *told = NULL;
    for (size_t i = 0; !told && i < sizeof prompts / sizeof *prompts; i++)
        told = behind(line, prompts[i]);
    return told;
}

/* The lines told to the program. A bare prompt as the last line is the end of input. */
static void gather_input(const char *transcript, text *input) {
    for (const char *s = transcript; *s;) {
        size_t n = strcspn(s, "\n");
        const char *told = behind_prompt(s);
        bool last = !s[n] || !s[n + 1];
        if (told && told <= s + n && !(last && told == s + n)) {
            text_putn(input, told, (size_t)(s + n - told));
            text_char(input, '\n');
        }
        s += n + (s[n] == '\n');
    }
}

/* The first line in which the two differ. */
static void show_difference(const char *found, const char *expected) {
    unsigned line = 1;
    while (*found && *expected) {
        size_t n = strcspn(found, "\n");
        size_t m = strcspn(expected, "\n");
        if (n != m || memcmp(found, expected, n) != 0) break;
        found += n + (found[n] == '\n');
        expected += m + (expected[m] == '\n');
        line++;
    }
    TEST_MSG("line %u\nfound    %.*s\nexpected %.*s", line + 1, (int)strcspn(found, "\n"), found,
             (int)strcspn(expected, "\n"), expected);
}

static void check_transcript(const char *name) {
    char path[256];
    char folder[FOLDER_ROOM];
    error e;
    text golden;
    (void)snprintf(path, sizeof path, "%s/%s.txt", GOLDEN_DIR, name);
    TEST_CASE(name);
    TEST_ASSERT_(file_read(&golden, path, MAX_FILE, &e) == ST_OK, "%s", e.text);
    const char *whole = text_string(&golden);
    TEST_ASSERT(text_starts(whole, "$ kibitz play"));
    size_t head = strcspn(whole, "\n");
    text command = text_growing();
    text input = text_growing();
    text_putn(&command, whole + 9, head - 9);
    const char *body = whole + head + (whole[head] == '\n');
    gather_input(body, &input);
    outcome o =
        run_words(text_string(&command), make_folder(folder), text_string(&input), input.len);
    TEST_CHECK_(o.code == 0, "exit code %d", o.code);
    if (getenv("KIBITZ_UPDATE_GOLDEN")) {
        text fresh = text_growing();
        text_format(&fresh, "$ kibitz%s%s\n", " ", text_string(&command));
        text_put(&fresh, text_string(&o.out));
        TEST_CHECK(file_write(path, text_string(&fresh), fresh.len, &e) == ST_OK);
        text_done(&fresh);
    } else {
        TEST_CHECK(strcmp(text_string(&o.out), body) == 0);
        if (strcmp(text_string(&o.out), body) != 0) show_difference(text_string(&o.out), body);
    }
    drop_folder(folder);
    text_done(&o.out);
    text_done(&command);
    text_done(&input);
    text_done(&golden);
}

static void test_transcripts(void) {
    static const char *const names[] = {"connect4", "pig",          "pig-dice", "leduc", "hot-seat",
                                        "projectl", "projectl-end", "garbage",  "topaz"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) check_transcript(names[i]);
}

/* --- exit codes and files --- */

static void check_code(const char *command, const char *input, int code, const char *says) {
    char folder[FOLDER_ROOM];
    outcome o = run_words(command, make_folder(folder), input, strlen(input));
    TEST_CHECK_(o.code == code, "%s: exit code %d, expected %d", command, o.code, code);
    TEST_CHECK_(strstr(text_string(&o.out), says) != NULL, "%s says %s", command, says);
    TEST_MSG("%s", text_string(&o.out));
    text_done(&o.out);
    drop_folder(folder);
}

static void test_exit_codes(void) {
    check_code("play connect4 --nodes 50", "", 0, "seat 1> \n");
    check_code("play connect4 --nodes 50 --save end.txt", "d\n", 0, "seat 2 plays ");
    check_code("play parcheesi", "", 2, "");
    check_code("play connect4 --seat 3=auto", "", 2, "");
    check_code("play connect4 --seat 2=frobnicate", "", 2, "");
    check_code("play connect4 --seat two", "", 2, "");
    check_code("play connect4 --seat 2=bot:greedy", "", 2, "");
    check_code("play connect4 --level 11", "", 2, "");
    check_code("play connect4 --loud", "", 2, "");
    check_code("play --record nowhere.txt", "", 3, "");
    check_code("play --record -", "", 2, "");
    check_code("play connect4 --save nowhere/end.txt", "quit\n", 3, "seat 1> quit\n");
    check_code("analyze nowhere.txt", "", 3, "");
    check_code("analyze connect4 --json", "", 2, "");
    check_code("analyze connect4 --moves \"d e\" --all --nodes 100 --algo random", "", 2, "");
    check_code("analyze connect4 --moves \"d e\" --all --nodes 100 --annotate no/x", "", 3, "ply");
}

/* What is saved at the end of input can be looked back on, and is kept apart from its remarks. */
static void test_saved_games_are_records(void) {
    char folder[FOLDER_ROOM];
    char path[128];
    text data;
    (void)make_folder(folder);
    static const char game[] = "d\nd\nd\n";
    outcome o = run_words("play connect4 --seat 2=random --seed 4 --save game.txt", folder, game,
                          strlen(game));
    TEST_CHECK(o.code == 0);
    text_done(&o.out);
    o = run_words("analyze game.txt --nodes 500 --json --annotate again.txt", folder, "", 0);
    TEST_CHECK(o.code == 0 &&
               text_starts(text_string(&o.out), "{\"type\": \"decision\", \"ply\": 0"));
    TEST_CHECK(strstr(text_string(&o.out), "\"type\": \"end\", \"events\": 6, \"judged\": 6") !=
               NULL);
    text_done(&o.out);
    (void)snprintf(path, sizeof path, "%s/again.txt", folder);
    TEST_ASSERT(file_read(&data, path, MAX_FILE, NULL) == ST_OK);
    TEST_CHECK(strstr(text_string(&data), "\nseats: human random\n") != NULL);
    TEST_CHECK(strstr(text_string(&data), "\nd ; {\"value\": ") != NULL);
    text_done(&data);
    /* And the remarks do not keep it from being played on. */
    o = run_words("play --record again.txt --seat 2=random --seed 4", folder, "moves\n", 6);
    TEST_CHECK(o.code == 0 && strstr(text_string(&o.out), "   5  seat 1  d\n") != NULL);
    TEST_MSG("%s", text_string(&o.out));
    text_done(&o.out);
    drop_folder(folder);
}

TEST_LIST = {{"transcripts", test_transcripts},
             {"exit_codes", test_exit_codes},
             {"saved_games_are_records", test_saved_games_are_records},
             {NULL, NULL}};
