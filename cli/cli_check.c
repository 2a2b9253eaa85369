#include <stdio.h>

#include "cli/cli.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/progress.h"
#include "lib/catalogue.h"
#include "lib/native/native_object.h"
#include "lib/rules_check.h"

/* `kibitz check`: what is wrong with a rules text or a game on the kit, and whether it keeps what
 * the contract promises. */

typedef struct request {
    uint64_t games;
    const char *file[64];
    int files;
} request;

static const arg args[] = {
    ARGS_WORD("FILE", "a rules text (- is standard input), or a shared object (FILE.so)"),
    ARGS_NUMBER("--games", "N", request, games, 0, 1000000,
                "random games of each game (default 200; 0: only read the text)"),
    ARGS_END};

static const arg_group groups[] = {{"Options", args, NULL, 0}, {0}};

static status take_file(void *to, const char *word, bool *taken, error *err) {
    request *q = to;
    (void)taken;
    if (q->files == sizeof q->file / sizeof *q->file)
        return error_set(err, ST_BAD_SYNTAX, "at most 64 files at a time");
    q->file[q->files++] = word;
    return ST_OK;
}

static void show_bar(void *ctx, unsigned played) {
    progress_step(ctx, played);
}

/* Random games of one game; a line on how they went. */
static status check_game(const game *g, const request *q, error *err) {
    battery_result res;
    progress bar;
    progress_start(&bar, g->name, q->games);
    status st = rules_check(
        g, &(rules_check_options){.games = (unsigned)q->games, .each = show_bar, .ctx = &bar}, &res,
        err);
    progress_end(&bar);
    if (st != ST_OK) return st;
    const text_facts *facts = text_facts_of(g);
    (void)printf("%s: ok; %d cells, %llu games, %llu plies, %llu games ended\n", g->name,
                 facts ? facts->cells : kit_cells(kit_of(g)), (unsigned long long)q->games,
                 (unsigned long long)res.plies, (unsigned long long)res.finished);
    return ST_OK;
}

static void print_problems(const diags *d) {
    text out = text_growing();
    diags_write(d, &out);
    (void)fputs(text_string(&out), stdout);
    text_done(&out);
}

static int fail(const error *e) {
    int code = cli_fail("check", e);
    return e->code == ST_INTERNAL ? EXIT_NO : code;
}

/* A text is read apart from the program's own, so that nothing depends on what was read before. */
static int check_text(const source *src, const request *q) {
    error e;
    text_library *read = NULL;
    const game_library *own = catalogue_library();
    diags *d = mem_alloc(sizeof *d);
    status st = own && d ? text_library_create_next_to(&read, game_library_texts(own)) : ST_NOMEM;
    if (st == ST_OK) st = text_library_read(read, src, d);
    if (st == ST_NOMEM) (void)error_set(&e, st, "no memory for %.120s", src->name);
    int code = EXIT_DONE;
    if (d) print_problems(d);
    if (st == ST_BAD_SYNTAX) {
        (void)printf("%s: %d error%s\n", src->name, d->errors, d->errors == 1 ? "" : "s");
        code = EXIT_NO;
    } else if (st == ST_NOMEM) {
        code = fail(&e);
    }
    for (int i = 0; st == ST_OK && i < text_library_count(read); i++) {
        status one = check_game(text_library_at(read, i), q, &e);
        if (one != ST_OK) code = fail(&e);
        if (one == ST_NOMEM) break;
    }
    text_library_destroy(read);
    mem_free(d);
    return code;
}

/* Texts with generated code: they are played by it. */
static int check_native(const char *path, const request *q) {
    error e;
    const game *first;
    const rb_native_object *o = NULL;
    game_library *own = catalogue_library();
    diags *d = mem_alloc(sizeof *d);
    status st = own && d ? native_object_open(&o, path, game_library_texts(own), &e)
                         : error_set(&e, ST_NOMEM, "no memory for %.120s", path);
    if (st == ST_OK) st = game_library_read_file(own, path, &first, d, &e);
    mem_free(d);
    for (const rb_native *const *n = st == ST_OK ? o->natives : NULL; st == ST_OK && *n; n++)
        st = check_game(text_library_game(game_library_texts(own), (*n)->name), q, &e);
    if (st == ST_OK) return EXIT_DONE;
    return st == ST_UNSUPPORTED ? (cli_fail("check", &e), EXIT_NO) : fail(&e);
}

/* Games on the kit have an author's promises besides; a few games will do, as each position is
 * looked at in all ways there are. */
static int check_object(const char *path, const request *q) {
    enum { CLOSE_LOOKS = 20 };
    error e;
    kit *k;
    uint64_t stuck = 0;
    const game_library *own = catalogue_library();
    if (own && game_library_check_native(own, path, &e) != ST_OK) return cli_fail("check", &e);
    bool native = false;
    if (native_object_look(path, &native, &e) != ST_OK) return cli_fail("check", &e);
    if (native) return check_native(path, q);
    if (kit_load(&k, path, &e) != ST_OK) {
        int code = cli_fail("check", &e);
        return e.code == ST_UNSUPPORTED || e.code == ST_BAD_VALUE ? EXIT_NO : code;
    }
    const game *g = kit_game(k);
    params defaults = params_default();
    unsigned games = q->games < CLOSE_LOOKS ? (unsigned)q->games : CLOSE_LOOKS;
    status st = kit_check(g, &defaults, games, 1, &stuck, &e);
    if (st == ST_OK) st = check_game(g, q, &e);
    if (st == ST_OK && stuck)
        (void)printf("%s: in %llu of %u games a player could not move, and on_no_move ended it\n",
                     g->name, (unsigned long long)stuck, games);
    kit_destroy(k);
    return st == ST_OK ? EXIT_DONE : fail(&e);
}

static int check_file(const char *path, const request *q) {
    if (game_library_is_object(path)) return check_object(path, q);
    text data;
    error e;
    if (file_read(&data, path, PARSER_MAX_BYTES, &e) != ST_OK) return cli_fail("check", &e);
    source src = {path, text_string(&data), data.len};
    int code = check_text(&src, q);
    text_done(&data);
    return code;
}

static int run(int argc, char **argv) {
    error e;
    request q = {.games = RULES_CHECK_GAMES};
    static const arg_reader how = {"check", groups, take_file};
    status st = args_read(&how, &q, argc, argv, &e);
    if (st == ST_OK && !q.files)
        st = error_set(&e, ST_BAD_SYNTAX, "which file? kibitz check my.game");
    if (st != ST_OK) return cli_fail("check", &e);
    int code = EXIT_DONE;
    for (int i = 0; i < q.files; i++) {
        int one = check_file(q.file[i], &q);
        if (one > code) code = one;
    }
    return code;
}

const subcommand cli_check = {
    "check",
    run,
    "find what is wrong with a rules text or a game on the kit",
    "kibitz check FILE... [OPTIONS]\n\n"
    "Reads rules texts, prints errors and warnings with their places, and\n"
    "plays random games of each game with all checks: hashes and sets made from scratch, legal\n"
    "lists, texts of actions and positions read back, no two actions of one text, undo. Nothing\n"
    "is saved. For a shared object the promises of its author are checked as well: hints, lists\n"
    "and answers against all possible moves.\n",
    groups,
    "Exit code 0: nothing but warnings; 1: an error, or a check failed; 2: invalid arguments; 3: "
    "a\n"
    "file cannot be read.\n\n"
    "Example: kibitz check my.game\n"
    "The language of rules texts: docs/rules-language.md\n",
};
