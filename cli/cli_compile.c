#define _POSIX_C_SOURCE 200809L
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/setup.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "lib/native/native_object.h"

/* `kibitz compile`: rules texts as a shared object, at the speed of code written for one game. */

enum { MAX_TEXTS = 64, PATH_SIZE = 4096, MAX_WORDS = 1200 };

typedef struct request {
    const char *file[MAX_TEXTS];
    int files;
    const char *out;     /* NULL: the first file, ending in .so */
    const char *headers; /* a folder; NULL: it is looked for */
    const char *compiler;
    uint64_t level;
} request;

static const arg args[] = {
    ARGS_WORD("FILE.game", "rules texts; up to 64 of them in one object"),
    ARGS_TEXT("-o", "OUT.so", request, out,
              "the object (default: FILE.so, next to the first text)"),
    ARGS_TEXT("--cc", "PROGRAM", request, compiler, "the C compiler (default: $CC, or cc)"),
    ARGS_NUMBER("--optimize", "N", request, level, 0, 3,
                "how much the compiler optimizes (default 3; 0 compiles fast)"),
    ARGS_TEXT("--headers", "FOLDER", request, headers,
              "where the interpreter's files are (default: as they were installed)"),
    ARGS_END};

static const arg_group groups[] = {{"Options", args, NULL, 0}, {0}};

static status take_file(void *to, const char *word, bool *taken, error *err) {
    request *q = to;
    (void)taken;
    if (q->files == MAX_TEXTS)
        return error_set(err, ST_BAD_SYNTAX, "at most %d texts in one object", MAX_TEXTS);
    if (game_library_is_object(word))
        return error_set(err, ST_BAD_VALUE, "%.100s is an object already", word);
    q->file[q->files++] = word;
    return ST_OK;
}

/* --- where things are --- */

static bool has_headers(const char *folder) {
    char path[PATH_SIZE];
    int n = snprintf(path, sizeof path, "%s/engine/rules/machine/native.inc", folder);
    return n > 0 && (size_t)n < sizeof path && file_exists(path);
}

/* Installed in PREFIX/include/kibitz, where the program is in PREFIX/bin; or the source, somewhere
 * above the program. */
static status find_headers(const request *q, char out[PATH_SIZE], error *err) {
    char self[PATH_SIZE];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    if (q->headers) {
        (void)snprintf(out, PATH_SIZE, "%s", q->headers);
        if (has_headers(out)) return ST_OK;
        return error_set(err, ST_NOT_FOUND, "%.120s has no engine/rules/machine/native.inc",
                         q->headers);
    }
    for (char *end = strrchr(self, '/'); end; end = strrchr(self, '/')) {
        *end = '\0';
        int k = snprintf(out, PATH_SIZE, "%.*s/include/kibitz", PATH_SIZE - 20, self);
        if (k > 0 && has_headers(out)) return ST_OK;
        (void)snprintf(out, PATH_SIZE, "%s", *self ? self : "/");
        if (has_headers(out)) return ST_OK;
    }
    return error_set(err, ST_NOT_FOUND,
                     "the interpreter's files are not where they were installed: say where with "
                     "--headers FOLDER");
}

/* my/game.game: my/game.so */
static void name_object(const request *q, char out[PATH_SIZE]) {
    if (q->out) {
        (void)snprintf(out, PATH_SIZE, "%s", q->out);
        return;
    }
    const char *from = q->file[0];
    size_t n = strlen(from);
    if (n > 5 && strcmp(from + n - 5, ".game") == 0) n -= 5;
    (void)snprintf(out, PATH_SIZE, "%.*s.so", (int)n, from);
}

/* --- the compiler --- */

/* $CC may have words after the name. */
static status compiler_words(const request *q, words *out, char **line, error *err) {
    const char *env = getenv("CC");
    *line = mem_string(q->compiler ? q->compiler : env && *env ? env : "cc");
    return *line ? words_split(out, *line, err) : error_set(err, ST_NOMEM, "no memory");
}

static status run_program(char *const *argv, error *err) {
    extern char **environ;
    pid_t child;
    int wrong = posix_spawnp(&child, argv[0], NULL, NULL, argv, environ);
    if (wrong)
        return error_set(err, ST_NOT_FOUND,
                         "%.60s cannot be started (%s): a C compiler is needed; --cc says which",
                         argv[0], strerror(wrong));
    int code = 0;
    while (waitpid(child, &code, 0) < 0) {
    }
    if (WIFEXITED(code) && WEXITSTATUS(code) == 0) return ST_OK;
    return error_set(err, ST_UNSUPPORTED, "%.60s failed: what it said is above", argv[0]);
}

static status compile(const request *q, const file_names *sources, const char *headers,
                      const char *out, error *err) {
    static const char *const fixed[] = {
        "-std=c17", "-shared", "-fPIC", "-fvisibility=hidden", "-ffp-contract=off",
        "-DNDEBUG", "-w",
#ifdef __POPCNT__
        "-mpopcnt",
#endif
        "-o"};
    char level[8];
    char include[PATH_SIZE + 8];
    const char *word[MAX_WORDS];
    words cc = {0};
    char *line = NULL;
    size_t n = 0;
    (void)snprintf(level, sizeof level, "-O%d", (int)q->level);
    (void)snprintf(include, sizeof include, "-I%s", headers);
    status st = compiler_words(q, &cc, &line, err);
    for (size_t i = 0; st == ST_OK && i < cc.count && n < 64; i++) word[n++] = cc.at[i];
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) word[n++] = fixed[i];
    word[n++] = out;
    word[n++] = level;
    word[n++] = include;
    if (st == ST_OK && n + sources->count + 1 > MAX_WORDS)
        st = error_set(err, ST_BAD_VALUE, "these are too many games for one object");
    for (size_t i = 0; st == ST_OK && i < sources->count; i++) word[n++] = sources->at[i];
    if (st == ST_OK) {
        word[n] = NULL;
        st = run_program((char *const *)(void *)word, err);
    }
    words_done(&cc);
    mem_free(line);
    return st;
}

/* --- all of it --- */

static status read_texts(const request *q, text_library *games, text *body,
                         native_source *source_of, error *err) {
    diags *d = mem_alloc(sizeof *d);
    status st = d ? ST_OK : error_set(err, ST_NOMEM, "no memory for the texts");
    for (int i = 0; i < q->files && st == ST_OK; i++) {
        st = file_read(&body[i], q->file[i], PARSER_MAX_BYTES, err);
        if (st != ST_OK) break;
        source_of[i] = (native_source){q->file[i], &body[i]};
        st = text_library_read(games, &(source){q->file[i], text_string(&body[i]), body[i].len}, d);
        if (st == ST_OK) continue;
        text said = text_growing();
        diags_write(d, &said);
        (void)fputs(text_string(&said), stderr);
        text_done(&said);
        (void)error_set(err, st, "%.120s was not read", q->file[i]);
    }
    mem_free(d);
    return st;
}

static void remove_all(const char *folder) {
    file_names names = {0};
    if (file_list(&names, folder, "", 4096, NULL) == ST_OK)
        for (size_t i = 0; i < names.count; i++) (void)unlink(names.at[i]);
    file_names_done(&names);
    (void)rmdir(folder);
}

/* The compiler writes next to the object, which takes its place when it is complete. */
static status make_object(const request *q, const file_names *sources, error *err) {
    char headers[PATH_SIZE];
    char out[PATH_SIZE];
    char beside[PATH_SIZE + 16];
    status st = find_headers(q, headers, err);
    if (st != ST_OK) return st;
    name_object(q, out);
    (void)snprintf(beside, sizeof beside, "%s.%ld~", out, (long)getpid());
    st = compile(q, sources, headers, beside, err);
    if (st == ST_OK && rename(beside, out) != 0)
        st = error_set(err, ST_IO, "%.120s cannot be written", out);
    if (st != ST_OK) (void)unlink(beside);
    if (st == ST_OK) (void)printf("%s\n", out);
    return st;
}

static status compile_texts(const request *q, error *err) {
    text body[MAX_TEXTS];
    native_source texts[MAX_TEXTS];
    text_library *games = NULL;
    file_names sources = {0};
    char folder[PATH_SIZE];
    const char *temporary = getenv("TMPDIR");
    for (int i = 0; i < q->files; i++) body[i] = text_growing();
    (void)snprintf(folder, sizeof folder, "%s/kibitz-XXXXXX",
                   temporary && *temporary ? temporary : "/tmp");
    status st = text_library_create_next_to(&games, game_library_texts(catalogue_library()));
    if (st == ST_OK) st = read_texts(q, games, body, texts, err);
    bool there = st == ST_OK && mkdtemp(folder);
    if (st == ST_OK && !there)
        st = error_set(err, ST_IO, "%.120s cannot be made: TMPDIR says where", folder);
    if (st == ST_OK)
        st = native_object_write(games, texts, (size_t)q->files, folder, &sources, err);
    if (st == ST_OK) st = make_object(q, &sources, err);
    if (there) remove_all(folder);
    file_names_done(&sources);
    for (int i = 0; i < q->files; i++) text_done(&body[i]);
    text_library_destroy(games);
    return st;
}

static int run(int argc, char **argv) {
    error e;
    request q = {.level = 3};
    static const arg_reader how = {"compile", groups, take_file};
    status st = args_read(&how, &q, argc, argv, &e);
    if (st == ST_OK && !q.files)
        st = error_set(&e, ST_BAD_SYNTAX, "which text? kibitz compile my.game");
    if (st == ST_OK) st = compile_texts(&q, &e);
    return st == ST_OK ? EXIT_DONE : cli_fail("compile", &e);
}

const subcommand cli_compile = {
    "compile",
    run,
    "make a shared object of a rules text: the same game, faster",
    "kibitz compile FILE.game... [OPTIONS]\n\n"
    "Writes the games of rules texts as C, has them compiled, and leaves a shared object that "
    "holds\n"
    "the texts and the code. It can be given wherever a rules text can, after --allow-native: its\n"
    "code runs as a part of the program. The games are the same in every respect but speed. The\n"
    "code is for the default options; with others the text is interpreted. An object of another\n"
    "version of the program is refused, with the reason.\n",
    groups,
    "Example: kibitz compile my.game && kibitz bench --allow-native --game my.so\n",
};
