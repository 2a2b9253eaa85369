#define _POSIX_C_SOURCE 200809L
#include "tests/support/transcript.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"

enum { MAX_FILE = 1 << 20, MAX_WORDS = 64 };

/* The child: reads from one end, writes to the other, errors to nowhere. */
static void become_program(char **argv, const char *folder, int in, int out) {
    int nowhere = open("/dev/null", O_WRONLY);
    (void)dup2(in, STDIN_FILENO);
    (void)dup2(out, STDOUT_FILENO);
    (void)dup2(nowhere, STDERR_FILENO);
    if (chdir(folder) != 0) _exit(126);
    (void)alarm(1200);
    (void)execv(argv[0], argv);
    _exit(127);
}

/* Runs the program on `input`, which must fit a pipe. */
outcome transcript_pipe(char **argv, const char *folder, const char *input, size_t len) {
    outcome o = {.code = -1, .out = text_growing()};
    int to[2];
    int from[2];
    if (len >= 60000 || pipe(to) != 0 || pipe(from) != 0) return o;
    pid_t pid = fork();
    if (pid == 0) {
        (void)close(to[1]);
        (void)close(from[0]);
        become_program(argv, folder, to[0], from[1]);
    }
    (void)close(to[0]);
    (void)close(from[1]);
    (void)signal(SIGPIPE, SIG_IGN);
    bool stated = len == 0 || write(to[1], input, len) == (ssize_t)len;
    (void)close(to[1]);
    char block[4096];
    for (ssize_t n; (n = read(from[0], block, sizeof block)) > 0;)
        text_putn(&o.out, block, (size_t)n);
    (void)close(from[0]);
    int how = 0;
    bool ended = pid > 0 && waitpid(pid, &how, 0) == pid;
    o.code = stated && ended && WIFEXITED(how) ? WEXITSTATUS(how) : -1;
    return o;
}

/* Words of a command line; "..." keeps its spaces. Points into line. */
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

outcome transcript_run(transcript_runner run, const char *program, const char *command,
                       const char *folder, const char *input, size_t len) {
    char *argv[MAX_WORDS + 1] = {mem_string(program)};
    char *line = mem_string(command);
    outcome o = {.code = -1};
    if (argv[0] && line) {
        (void)split(line, argv + 1);
        o = run(argv, folder, input, len);
    }
    mem_free(argv[0]);
    mem_free(line);
    return o;
}

char *transcript_make_folder(char *room) {
    text path = text_over(room, TRANSCRIPT_FOLDER);
    text_put(&path, "/tmp/kibitz-play-XXXXXX");
    if (!mkdtemp(room)) perror(room);
    return room;
}

bool transcript_drop_folder(const char *folder) {
    char path[256];
    static const char *const left[] = {
        "game.txt",  "again.txt", "end.txt",     "log.txt", "log.txt.2", "note.txt", "empty.txt",
        "blank.txt", "c4.rec",    "foreign.log", "two.pgn", "out.pgn",   "game.pgn", "game.sgf",
        "bad.pgn",   "m.pgn",     "mate.pgn",    "a.pgn",   "b.pgn"};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        (void)snprintf(path, sizeof path, "%s/%s~", folder, left[i]);
        (void)unlink(path);
        path[strlen(path) - 1] = '\0';
        (void)unlink(path);
    }
    return rmdir(folder) == 0;
}

/* --- transcripts --- */

/* What follows a prompt, in which `*` is any number; NULL if the line does not begin so. */
static const char *behind(const char *line, const char *prompt) {
    for (; *prompt; prompt++) {
        size_t n = *prompt == '*' ? strspn(line, "0123456789") : *prompt == *line;
        if (!n) return NULL;
        line += n;
    }
    return line;
}

const char *transcript_after_prompt(const char *line) {
    static const char *const prompts[] = {"seat *> ",
                                          "dice> ",
                                          "over> ",
                                          "setup> ",
                                          "Ann> ",
                                          "Bob> ",
                                          "replay */*> ",
                                          "Action: ",
                                          "Your move: ",
                                          "How many players (* to *)? ",
                                          "Name of player *? ",
                                          "Name of player * (empty: the engine plays)? "};
    const char *stated = NULL;
    for (size_t i = 0; !stated && i < sizeof prompts / sizeof *prompts; i++)
        stated = behind(line, prompts[i]);
    return stated;
}

/* The lines told to the program. A bare prompt as the last line is the end of input. */
static void gather_input(const char *transcript, text *input) {
    for (const char *s = transcript; *s;) {
        size_t n = strcspn(s, "\n");
        const char *stated = transcript_after_prompt(s);
        bool last = !s[n] || !s[n + 1];
        if (stated && stated <= s + n && !(last && stated == s + n)) {
            text_putn(input, stated, (size_t)(s + n - stated));
            text_char(input, '\n');
        }
        s += n + (s[n] == '\n');
    }
}

/* The first line in which the two differ. */
static void put_difference(const char *found, const char *expected, text *why) {
    unsigned line = 2; /* after the command */
    while (*found && *expected) {
        size_t n = strcspn(found, "\n");
        size_t m = strcspn(expected, "\n");
        if (n != m || memcmp(found, expected, n) != 0) break;
        found += n + (found[n] == '\n');
        expected += m + (expected[m] == '\n');
        line++;
    }
    text_format(why, "line %u\nfound    %.*s\nexpected %.*s\n", line, (int)strcspn(found, "\n"),
                found, (int)strcspn(expected, "\n"), expected);
}

/* A transcript taken apart. */
typedef struct taken {
    text command, input;
    const char *body;
} taken;

static void take_apart(const char *entire, taken *out) {
    size_t head = strcspn(entire, "\n");
    *out = (taken){text_growing(), text_growing(), entire + head + (entire[head] == '\n')};
    text_putn(&out->command, entire + 9, head - 9);
    gather_input(out->body, &out->input);
}

static void compare(const char *path, const taken *t, const outcome *o, text *why) {
    error e;
    const char *found = text_string(&o->out);
    if (o->code != 0) text_format(why, "exit code %d\n", o->code);
    if (!getenv("KIBITZ_UPDATE_GOLDEN")) {
        if (strcmp(found, t->body) != 0) put_difference(found, t->body, why);
        return;
    }
    text is_new = text_growing();
    text_format(&is_new, "$ kibitz %s\n", text_string(&t->command));
    text_put(&is_new, found);
    if (file_write(path, text_string(&is_new), is_new.len, &e) != ST_OK) text_put(why, e.text);
    text_done(&is_new);
}

bool transcript_check(transcript_runner run, const char *program, const char *golden_dir,
                      const char *name, text *why) {
    char path[256];
    char folder[TRANSCRIPT_FOLDER];
    error e;
    text golden;
    taken t;
    (void)snprintf(path, sizeof path, "%s/%s.txt", golden_dir, name);
    text_clear(why);
    if (file_read(&golden, path, MAX_FILE, &e) != ST_OK ||
        !text_starts(text_string(&golden), "$ kibitz play")) {
        text_format(why, "%s is no transcript\n", path);
        return false;
    }
    take_apart(text_string(&golden), &t);
    outcome o = transcript_run(run, program, text_string(&t.command),
                               transcript_make_folder(folder), text_string(&t.input), t.input.len);
    compare(path, &t, &o, why);
    if (!transcript_drop_folder(folder)) text_format(why, "something is left in %s\n", folder);
    text_done(&o.out);
    text_done(&t.command);
    text_done(&t.input);
    text_done(&golden);
    return !why->len;
}
