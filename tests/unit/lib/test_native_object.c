/* `kibitz compile`: a rules text as a shared object, which plays as the text does, and what is
 * refused. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "lib/native/native_object.h"
#include "tests/support/folder.h"
#include "tests/support/native_equal.h"

static const char rules_text[] = "game steps \"Steps\" {\n"
                                 "  option size 3 in 3..5\n"
                                 "  players X O\n"
                                 "  board rect size 3\n"
                                 "  piece mark\n"
                                 "  turn place mark on empty else draw\n"
                                 "  end { when run(mine, last) >= 3 win }\n"
                                 "}\n";

/* Runs the program in the folder and looks for a phrase in what it says. */
static void run_says(const char *line, int code, const char *says) {
    char command[2000];
    char out[8000];
    (void)snprintf(command, sizeof command, "cd '%s' && ASAN_OPTIONS=detect_leaks=0 '%s' %s 2>&1",
                   folder_path("."), PROGRAM, line);
    FILE *from = popen(command, "r"); /* NOLINT: the words are our own */
    TEST_ASSERT(from != NULL);
    size_t n = fread(out, 1, sizeof out - 1, from);
    out[n] = '\0';
    int how = pclose(from);
    TEST_CASE(line);
    TEST_CHECK_(WIFEXITED(how) && WEXITSTATUS(how) == code, "exit %d", WEXITSTATUS(how));
    TEST_CHECK_(strstr(out, says) != NULL, "no \"%s\" in: %.600s", says, out);
}

static void write_text(const char *name, const char *body) {
    TEST_ASSERT(file_write(folder_path(name), body, strlen(body), NULL) == ST_OK);
}

#define COMPILE "compile --headers '" SOURCE_DIR "' --optimize 0 "

static void compare(const char *path) {
    error err = {0};
    const game *g = NULL;
    rules *r;
    params p = params_default();
    game_library *l = catalogue_library();
    diags *d = mem_alloc(sizeof *d);
    TEST_ASSERT(l && d);
    TEST_CHECK(game_library_read_file(l, path, &g, d, &err) == ST_UNSUPPORTED); /* not allowed */
    game_library_allow_native(l, true);
    TEST_ASSERT_(game_library_read_file(l, path, &g, d, &err) == ST_OK, "%s", err.text);
    TEST_ASSERT_(rules_open(&r, g, &p, &err) == ST_OK, "%s", err.text);
    TEST_CHECK_(program_of(r)->native != NULL, "the code is used");
    text said = text_growing();
    native_course course = {.seed = 3, .games = 40, .plies = 30};
    TEST_CHECK_(native_equal(program_of(r), course, &said), "%s", text_string(&said));
    text_done(&said);
    rules_close(r);
    TEST_ASSERT(params_set(&p, g, "size", "4", &err) == ST_OK);
    TEST_ASSERT_(rules_open(&r, g, &p, &err) == ST_OK, "%s", err.text);
    TEST_CHECK_(!program_of(r)->native, "with other options the text is interpreted");
    rules_close(r);
    mem_free(d);
}

/* The object with one byte of the program's hash changed. */
static void change_hash(const char *from, const char *to, uint64_t hash) {
    text body;
    TEST_ASSERT(file_read(&body, from, 64 << 20, NULL) == ST_OK);
    int found = 0;
    for (size_t i = 0; i + sizeof hash <= body.len; i++) {
        if (memcmp(body.at + i, &hash, sizeof hash) != 0) continue;
        body.at[i] ^= 1;
        found++;
    }
    TEST_CHECK_(found == 1, "%d hashes", found);
    TEST_ASSERT(file_write(to, text_string(&body), body.len, NULL) == ST_OK);
    text_done(&body);
}

static uint64_t hash_in(const char *path) {
    error err;
    const rb_native_object *o;
    const text_library *texts = game_library_texts(catalogue_library());
    TEST_ASSERT_(native_object_open(&o, path, texts, &err) == ST_OK, "%s", err.text);
    return o->natives[0]->hash;
}

static void test_objects(void) {
    char path[512];
    folder_make();
    write_text("steps.game", rules_text);
    write_text("wrong.game", "game wrong \"Wrong\" {\n  players a b\n  board rect 3 q\n}\n");
    run_says(COMPILE "steps.game", 0, "steps.so");
    run_says(COMPILE "steps.game --cc no-such-compiler -o other.so", 3, "--cc says which");
    run_says(COMPILE "wrong.game", 2, "wrong.game was not read");
    run_says(COMPILE "steps.so", 2, "is an object already");
    run_says(COMPILE "nowhere.game", 3, "cannot open nowhere.game");
    run_says("compile --headers . steps.game", 3, "has no engine/rules/machine/native.inc");
    run_says("compile", 2, "which text?");
    TEST_CHECK(!file_exists(folder_path("other.so")));
    run_says("perft steps.so 3", 2, "--allow-native");
    run_says("perft --allow-native steps.so 3", 0, "Nodes searched: 504");
    run_says("games --allow-native steps.so", 0, "played by code generated from its rules text");
    run_says("check --allow-native --games 3 steps.so", 0, "steps: ok; 9 cells, 3 games");
    (void)snprintf(path, sizeof path, "%s", folder_path("steps.so"));
    compare(path);
    change_hash(path, folder_path("changed.so"), hash_in(path));
    run_says("perft --allow-native changed.so 3", 2, "compile it again");
    run_says("check --allow-native changed.so", 1, "compile it again");
    folder_remove();
}

TEST_LIST = {{"objects", test_objects}, {NULL, NULL}};
