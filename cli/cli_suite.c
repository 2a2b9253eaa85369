#include "cli/cli_suite.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/cli_engine.h"
#include "cli/setup.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/notation/spelling.h"
#include "lib/catalogue.h"
#include "search/search.h"

enum { FILE_LIMIT = 1 << 20, DEFAULT_NODES = 100000, MEGABYTE = 1 << 20 };

typedef struct suite {
    const game *g;
    const char *path, *algorithm;
    uint64_t nodes, time_ms, hash_mb, seed;
    text words; /* --weights and --option */
    cli_engine engine;
    search *s;
    unsigned line;
    int asked, found;
} suite;

/* The parts of a line, without the spaces around them; a position may have semicolons of its own. */
typedef struct puzzle {
    char *position, *what, *answers;
} puzzle;

static char *trim(char *s) {
    s += strspn(s, " \t");
    size_t n = strlen(s);
    while (n && strchr(" \t\r", s[n - 1])) s[--n] = '\0';
    return s;
}

static bool split(char *line, puzzle *out) {
    char *answers = strrchr(line, ';');
    if (!answers) return false;
    *answers = '\0';
    char *what = strrchr(line, ';');
    if (!what) return false;
    *what = '\0';
    *out = (puzzle){trim(line), trim(what + 1), trim(answers + 1)};
    return *out->position && *out->answers;
}

static status ask(suite *u, const position *p, search_answer *out, error *err) {
    const rules *r = position_rules(p);
    search_question q;
    int seat = r->game->actor(r, position_data(p));
    if (seat < 0) return error_set(err, ST_BAD_SYNTAX, "no seat is to act in this position");
    status st = cli_engine_ask(&u->engine, r, &q, err);
    if (st != ST_OK) return st;
    q.root = p;
    q.seat = seat;
    q.limits = limits_none();
    if (u->nodes) q.limits.nodes = u->nodes;
    if (u->time_ms) q.limits.movetime_ms = (int64_t)u->time_ms;
    search_forget(u->s); /* a puzzle learns nothing from the one before */
    search_prepare(u->s, false);
    return search_run(u->s, &q, NULL, NULL, out, err);
}

/* Whether `choice` is one of the answers, as tokens or in chess notation; each must be legal. */
static status is_answer(const position *p, char *answers, const char *choice, bool *out,
                        error *err) {
    words w = {0};
    status st = words_split(&w, answers, err);
    *out = false;
    for (size_t i = 0; i < w.count && st == ST_OK; i++) {
        char buf[GAME_TOKEN_SIZE];
        char read[GAME_TOKEN_SIZE];
        text defaults = text_over(buf, sizeof buf);
        text event = text_over(read, sizeof read);
        st = spelling_read(spelling_for(position_rules(p)), p, w.at[i], &event, err);
        if (st == ST_OK) st = position_verify(p, read, &defaults, err);
        *out = *out || strcmp(buf, choice) == 0;
    }
    words_done(&w);
    return st;
}

static status ask_one(suite *u, const puzzle *z, error *err) {
    params defaults = params_default();
    position *p;
    search_answer a;
    char buf[GAME_TOKEN_SIZE];
    char shown[GAME_TOKEN_SIZE];
    text choice = text_over(buf, sizeof buf);
    text spelled = text_over(shown, sizeof shown);
    bool found = false;
    status st = position_read(&p, u->g, &defaults, SEAT_ALL, z->position, err);
    if (st != ST_OK) return st;
    position_allow(p, POSITION_OPEN_ENDS);
    st = ask(u, p, &a, err);
    if (st == ST_OK) {
        const search_line *best = &a.report.lines[a.best];
        token_write(position_rules(p), position_data(p), &best->first, &choice);
        st = is_answer(p, z->answers, buf, &found, err);
        spelling_write(spelling_for(position_rules(p)), p, buf, &spelled);
    }
    position_destroy(p);
    if (st != ST_OK) return st;
    u->asked++;
    u->found += found;
    (void)printf("%3d  %-5s %-8s %s\n", u->asked, found ? "found" : "-", shown, z->what);
    (void)fflush(stdout);
    return ST_OK;
}

static status ask_all(suite *u, char *body, error *err) {
    status st = ST_OK;
    for (char *s = body; s && st == ST_OK;) {
        char *next = strchr(s, '\n');
        puzzle z;
        error why;
        if (next) *next++ = '\0';
        u->line++;
        s = trim(s);
        if (*s && *s != '#') {
            st = split(s, &z) ? ask_one(u, &z, &why)
                              : error_set(&why, ST_BAD_SYNTAX,
                                          "a line is a position ; what is so ; the answers");
            if (st != ST_OK)
                (void)error_set(err, st, "%.60s, line %u: %.160s", u->path, u->line, why.text);
        }
        s = next;
    }
    return st;
}

const arg cli_suite_args[] = {
    ARGS_WORD("GAME", "of a suite: the game"),
    ARGS_WORD("FILE", "of a suite: lines `position ; what is so ; answers` (- is standard input)"),
    ARGS_TEXT("--algo", "NAME", suite, algorithm, "the search that is asked (default auto)"),
    ARGS_NUMBER("--nodes", "N", suite, nodes, 1, UINT64_MAX, "for each position (default 100000)"),
    ARGS_NUMBER("--time", "MS", suite, time_ms, 1, 86400000, "for each position"),
    ARGS_NUMBER("--hash", "MB", suite, hash_mb, 1, 65536, "memory of the search (default 64)"),
    ARGS_NUMBER("--seed", "N", suite, seed, 0, UINT64_MAX, "of the search (default 1)"),
    ARGS_END};

static const arg_group groups[] = {{"Suites", cli_suite_args, NULL, 0},
                                   {"Engine", cli_engine_args, NULL, offsetof(suite, words)},
                                   {0}};

static status take_word(void *to, const char *word, bool *taken, error *err) {
    suite *u = to;
    if (!u->g) return setup_find_game(word, &u->g, err);
    *taken = !u->path;
    if (*taken) u->path = word;
    return ST_OK;
}

static status read_arguments(suite *u, int argc, char **argv, error *err) {
    static const arg_reader how = {"puzzles", groups, take_word};
    status st = args_read(&how, u, argc, argv, err);
    if (st != ST_OK) return st;
    if (!u->path)
        return error_set(err, ST_BAD_SYNTAX,
                         "suite takes a game and a file: kibitz puzzles suite azul FILE");
    if (!u->nodes && !u->time_ms) u->nodes = DEFAULT_NODES;
    return ST_OK;
}

static status read_engine(suite *u, error *err) {
    search_options base = search_default_options();
    base.hash_bytes = (size_t)u->hash_mb * MEGABYTE;
    base.seed = u->seed;
    return cli_engine_read(&u->engine, &u->words, u->algorithm, u->g, &base, err);
}

int cli_suite_run(int argc, char **argv) {
    suite u = {.hash_mb = 64, .seed = 1, .words = text_growing()};
    error e;
    text data = text_growing();
    status st = read_arguments(&u, argc, argv, &e);
    if (st == ST_OK) st = read_engine(&u, &e);
    if (st == ST_OK) st = file_read(&data, u.path, FILE_LIMIT, &e);
    if (st == ST_OK) {
        st = search_create(&u.s);
        if (st != ST_OK) (void)error_set(&e, st, "no memory for a search");
    }
    if (st == ST_OK) st = ask_all(&u, data.at, &e);
    search_destroy(u.s);
    text_done(&data);
    text_done(&u.words);
    cli_engine_done(&u.engine);
    bool ours = st == ST_NOMEM || st == ST_NOT_FOUND || st == ST_UNSUPPORTED;
    if (u.line > 0 && st != ST_OK && !ours) { /* a line of the file is to blame */
        (void)fprintf(stderr, "%s\n", e.text);
        return EXIT_NO;
    }
    if (st != ST_OK) return cli_fail("puzzles", &e);
    (void)printf("%s: %d of %d found", u.path, u.found, u.asked);
    if (u.nodes) (void)printf(", %llu nodes each", (unsigned long long)u.nodes);
    if (u.time_ms) (void)printf(", %llu ms each", (unsigned long long)u.time_ms);
    (void)printf("\n");
    return EXIT_DONE;
}
