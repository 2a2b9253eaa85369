/* Rules texts with changed words, compiled to shared objects and compared with the interpreter
 * (tests/support/native_equal.h):
 *
 *   native_campaign write FOLDER FIRST COUNT FILE.game...   writes COUNT texts that are still right
 *   native_campaign manual FOLDER MANUAL.md                 writes the games of a manual
 *   native_campaign play OBJECT.so GAMES                    plays all games of an object
 *
 * .ci/native-campaign runs it for 2,000 texts, 50 in an object. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/rules/machine/native_write.h"
#include "lib/catalogue.h"
#include "lib/native/native_object.h"
#include "tests/support/manual.h"
#include "tests/support/mutate_rules.h"
#include "tests/support/native_equal.h"

enum { TRIES = 400000, MAX_STATE = 2048, PLIES = 60 };

/* Whether a text is right, and small enough for many games of it. */
static bool is_right(const text *body, diags *d) {
    text_library *games = NULL;
    d->count = d->errors = d->hinted = 0;
    bool good =
        text_library_create_next_to(&games, game_library_texts(catalogue_library())) == ST_OK &&
        text_library_read(games, &(source){"mutant", text_string(body), body->len}, d) == ST_OK;
    for (int i = 0; good && i < text_library_count(games); i++) {
        rules *r;
        params usual = params_default();
        good = rules_open(&r, text_library_at(games, i), &usual, NULL) == ST_OK;
        if (!good) break;
        good = r->state_size <= MAX_STATE;
        rules_close(r);
    }
    text_library_destroy(games);
    return good;
}

/* Where the name of the only game of a text is; NULL where there are several. */
static const char *only_name(const char *s) {
    const char *at = strncmp(s, "game ", 5) == 0 ? s : strstr(s, "\ngame ");
    if (!at || strstr(at + 1, "\ngame ")) return NULL;
    return at + (at == s ? 5 : 6);
}

/* "game chess" becomes "game mutant7": one name, one game of a library. */
static void rename_game(const text *from, int number, text *out) {
    const char *s = text_string(from);
    size_t lead = (size_t)(only_name(s) - s);
    size_t name = strcspn(s + lead, " \n\"{");
    text_putn(out, s, lead);
    text_format(out, "mutant%d", number);
    text_put(out, s + lead + name);
}

static bool write_mutant(const char *folder, int number, const text *body) {
    char path[4096];
    text named = text_growing();
    rename_game(body, number, &named);
    (void)snprintf(path, sizeof path, "%s/mutant%d.game", folder, number);
    bool good = file_write(path, text_string(&named), named.len, NULL) == ST_OK;
    text_done(&named);
    return good;
}

static int write_mutants(const char *folder, int first, int count, int files, char **file) {
    diags *d = mem_alloc(sizeof *d);
    text body = text_growing();
    int done = 0;
    long tries = 0;
    rng g = rng_stream(7, (uint64_t)first);
    for (; d && done < count && tries < TRIES; tries++) {
        text from = text_growing();
        text_clear(&body);
        const char *path = file[rng_below(&g, (uint64_t)files)];
        if (file_read(&from, path, PARSER_MAX_BYTES, NULL) == ST_OK) mutate_rules(&from, &g, &body);
        text_done(&from);
        if (!body.len || !only_name(text_string(&body)) || !is_right(&body, d)) continue;
        if (!write_mutant(folder, first + done, &body)) break;
        done++;
    }
    (void)printf("%d texts of %ld tries\n", done, tries);
    text_done(&body);
    mem_free(d);
    return done == count ? 0 : 1;
}

static int write_manual(const char *folder, const char *path) {
    manual m;
    int done = 0;
    bool good = manual_read(&m, path);
    for (int i = 0; good && i < m.count; i++) {
        char to[4096];
        const manual_block *b = &m.block[i];
        if (strcmp(b->mark, "game") != 0) continue;
        (void)snprintf(to, sizeof to, "%s/%d-%s", folder, i, b->argument);
        good = file_write(to, b->body, strlen(b->body), NULL) == ST_OK;
        done++;
    }
    manual_done(&m);
    (void)printf("%d games of %s\n", done, path);
    return good ? 0 : 1;
}

static int play_object(const char *path, int games) {
    error err;
    const rb_native_object *o;
    game_library *l = catalogue_library();
    const game *first;
    diags *d = mem_alloc(sizeof *d);
    game_library_allow_native(l, true);
    status st = native_object_open(&o, path, game_library_texts(l), &err);
    if (st == ST_OK) st = game_library_read_file(l, path, &first, d, &err);
    mem_free(d);
    if (st != ST_OK) {
        (void)fprintf(stderr, "%s: %s\n", path, err.text);
        return 1;
    }
    int bad = 0;
    int count = 0;
    for (const rb_native *const *n = o->natives; *n; n++, count++) {
        rules *r;
        params usual = params_default();
        text said = text_growing();
        st = rules_open(&r, text_library_game(game_library_texts(l), (*n)->name), &usual, &err);
        bool used = st == ST_OK && program_of(r)->native == *n;
        native_course course = {.seed = 11, .games = games, .plies = PLIES};
        bool good = used && native_equal(program_of(r), course, &said);
        if (!good) (void)printf("%s: %s\n", (*n)->name, used ? text_string(&said) : "not used");
        bad += !good;
        if (st == ST_OK) rules_close(r);
        text_done(&said);
    }
    (void)printf("%s: %d games, %d differ\n", path, count, bad);
    return bad ? 1 : 0;
}

static int number(const char *word) {
    return (int)strtol(word, NULL, 10);
}

int main(int argc, char **argv) {
    if (argc > 5 && strcmp(argv[1], "write") == 0)
        return write_mutants(argv[2], number(argv[3]), number(argv[4]), argc - 5, argv + 5);
    if (argc == 4 && strcmp(argv[1], "play") == 0) return play_object(argv[2], number(argv[3]));
    if (argc == 4 && strcmp(argv[1], "manual") == 0) return write_manual(argv[2], argv[3]);
    (void)fprintf(stderr, "native_campaign write FOLDER FIRST COUNT FILE.game... | play OBJECT.so "
                          "GAMES\n");
    return 2;
}
