/* Games in shared objects: the example of docs/ as authors build it, and objects that do not fit.
 * Nothing that is wrong with a file ends the process. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/game/battery.h"
#include "engine/notation/record.h"
#include "engine/sdk/object_file.h"
#include "games/pig/pig.h"
#include "lib/game_library.h"
#include "tests/support/one_line.h"
#include "uci/session.h"

static const game *const small[] = {&pig, NULL};
static const embedded_file no_texts[] = {{0}};
static const struct rb_native *const no_natives[] = {NULL};

/* --- the example --- */

static void test_the_example(void) {
    kit *k;
    error err = {0};
    TEST_ASSERT_(kit_load(&k, EXAMPLE, &err) == ST_OK, "%s", err.text);
    const game *g = kit_game(k);
    TEST_CHECK(strcmp(g->name, "isolation") == 0 && kit_of(g) == k && kit_cells(k) == 48);
    params usual = params_default();
    battery_options o = {.seed = 1, .games = 3, .max_plies = 100};
    battery_result res;
    TEST_CHECK_(battery_run(g, &usual, &o, &res, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(res.finished == o.games);
    TEST_CHECK_(kit_check(g, &usual, 1, 1, NULL, &err) == ST_OK, "%s", err.text);
    position *p = one_line_start(g, "");
    TEST_ASSERT(p && one_line_play(p, "0,3:1,4 X:0,3 5,4:4,4"));
    TEST_CHECK(one_line_is(p, "___X____/____A___/________/________/____B___/________ 1 4 01"));
    TEST_CHECK(position_verify(p, "4,4:3,4", NULL, &err) == ST_ILLEGAL_ACTION);
    position_destroy(p);
    kit_destroy(k);
    TEST_CHECK(mem_live() == 0);
}

/* Under eighty lines, as promised. */
static void test_the_example_is_short(void) {
    text body;
    TEST_ASSERT(file_read(&body, EXAMPLE_SOURCE, 1 << 16, NULL) == ST_OK);
    int lines = 0;
    for (size_t i = 0; i < body.len; i++) lines += body.at[i] == '\n';
    TEST_CHECK_(lines < 80, "%d lines", lines);
    text_done(&body);
}

/* --- what does not fit --- */

/* A place for an object of our own: a folder, and the path of a file in it. */
typedef struct own_object {
    char folder[40], path[60];
} own_object;

static own_object make_place(void) {
    own_object o = {.folder = "/tmp/kibitz-object-XXXXXX"};
    TEST_ASSERT(mkdtemp(o.folder) != NULL);
    (void)snprintf(o.path, sizeof o.path, "%s/x.so", o.folder);
    return o;
}

static void drop_place(const own_object *o) {
    (void)unlink(o->path);
    (void)rmdir(o->folder);
}

static void test_objects_that_do_not_fit(void) {
    static const struct {
        const char *path;
        status code;
        const char *says;
    } cases[] = {{BAD_OBJECTS "/bad_object_1.so", ST_UNSUPPORTED, "another version of the kit"},
                 {BAD_OBJECTS "/bad_object_2.so", ST_UNSUPPORTED, "speaks version 3"},
                 {BAD_OBJECTS "/bad_object_3.so", ST_BAD_VALUE, "no pieces"},
                 {BAD_OBJECTS "/bad_object_4.so", ST_UNSUPPORTED, "has no bw_entry"},
                 {BAD_OBJECTS "/bad_object_5.so", ST_UNSUPPORTED, "bw_entry is no function"},
                 {BAD_OBJECTS "/bad_object_6.so", ST_UNSUPPORTED,
                  "does not load: undefined symbol: not_in_any_object"},
                 {BAD_OBJECTS "/bad_object_7.so", ST_BAD_VALUE, "no pieces"}, /* of version 1 */
                 {BAD_OBJECTS "/nowhere.so", ST_NOT_FOUND, "nowhere.so"},
                 {"nowhere.so", ST_NOT_FOUND, "nowhere.so"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kit *k = NULL;
        error err = {0};
        TEST_CASE(cases[i].path);
        TEST_CHECK_(kit_load(&k, cases[i].path, &err) == cases[i].code, "%s", err.text);
        TEST_CHECK_(!k && strstr(err.text, cases[i].says), "%s", err.text);
    }
    own_object o = make_place();
    TEST_ASSERT(file_write(o.path, "text\n", 5, NULL) == ST_OK);
    kit *k = NULL;
    error err = {0};
    TEST_CHECK(kit_load(&k, o.path, &err) == ST_UNSUPPORTED && !k);
    TEST_CHECK_(strstr(err.text, "no shared object") != NULL, "%s", err.text);
    drop_place(&o);
    /* The end of a long path is said, and the symbol still is. */
    TEST_CHECK(
        kit_load(&k,
                 "/./././././././././././././././././././././././././././././././." BAD_OBJECTS
                 "/bad_object_6.so",
                 &err) == ST_UNSUPPORTED);
    TEST_CHECK_(strstr(err.text, "bad_object_6.so does not load: undefined symbol: "
                                 "not_in_any_object") != NULL,
                "%s", err.text);
    TEST_CHECK(mem_live() == 0);
}

/* A file that ends too early is found out whatever is missing, before anything is mapped. */
static void test_cut_objects(void) {
    text body;
    error err = {0};
    TEST_ASSERT(file_read(&body, EXAMPLE, 64 << 20, NULL) == ST_OK);
    TEST_CHECK(object_file_check(body.at, body.len, "bw_entry", "x", &err) == ST_OK);
    size_t step = body.len > 4000 ? body.len / 1000 : 1;
    for (size_t n = 0; n < body.len; n += n < 200 ? 1 : step) {
        char *cut = mem_alloc(n + 1); /* so that a sanitizer sees its end */
        TEST_ASSERT(cut != NULL);
        memcpy(cut, body.at, n);
        status st = object_file_check(cut, n, "bw_entry", "x", &err);
        TEST_CHECK_(st == ST_UNSUPPORTED && err.text[0], "%zu of %zu bytes", n, body.len);
        mem_free(cut);
    }
    own_object o = make_place();
    kit *k = NULL;
    TEST_ASSERT(file_write(o.path, body.at, body.len / 2, NULL) == ST_OK);
    TEST_CHECK(kit_load(&k, o.path, &err) == ST_UNSUPPORTED && !k);
    TEST_CHECK_(strstr(err.text, "the file is cut") != NULL, "%s", err.text);
    drop_place(&o);
    text_done(&body);
    TEST_CHECK(mem_live() == 0);
}

/* Headers that say anything are read without harm. */
static void test_wild_objects(void) {
    text body;
    error err = {0};
    rng g = {.s = 5};
    TEST_ASSERT(file_read(&body, EXAMPLE, 64 << 20, NULL) == ST_OK);
    for (int i = 0; i < 4000; i++) {
        size_t at = (size_t)rng_below(&g, i % 2 ? 1024 : body.len);
        if (at >= body.len) continue;
        char before = body.at[at];
        body.at[at] = (char)rng_below(&g, 256);
        status st = object_file_check(body.at, body.len, "bw_entry", "x", &err);
        TEST_CHECK(st == ST_OK || (st == ST_UNSUPPORTED && err.text[0]));
        body.at[at] = before;
    }
    text_done(&body);
    TEST_CHECK(mem_live() == 0);
}

/* --- in the library --- */

static game_library *open_small(void) {
    game_library *l;
    TEST_ASSERT(game_library_create(&l, small, no_texts, no_natives, NULL) == ST_OK);
    game_library_allow_native(l, true);
    return l;
}

/* A stranger's code runs only where someone has said so. */
static void test_only_where_allowed(void) {
    game_library *l = open_small();
    const game_loader *loader = game_library_loader(l);
    error err = {0};
    game_library_allow_native(l, false);
    TEST_CHECK(game_library_read_file(l, EXAMPLE, NULL, NULL, &err) == ST_UNSUPPORTED);
    TEST_CHECK_(strstr(err.text, "--allow-native") != NULL, "%s", err.text);
    TEST_CHECK(loader->read_path(loader->ctx, EXAMPLE, NULL, &err) == ST_UNSUPPORTED);
    TEST_CHECK(!game_find(game_library_games(l), "isolation"));
    loader->allow_native(loader->ctx, true);
    TEST_CHECK(loader->read_path(loader->ctx, EXAMPLE, NULL, &err) == ST_OK);
    game_library_destroy(l);
    TEST_CHECK(mem_live() == 0);
}

/* What comes last under a name counts: objects and texts alike. */
static void test_who_takes_whose_place(void) {
    game_library *l = open_small();
    const game_loader *loader = game_library_loader(l);
    game_list games = game_library_games(l);
    diags *d = mem_alloc(sizeof *d);
    TEST_ASSERT(d != NULL);
    TEST_CHECK(loader->read_path(loader->ctx, EXAMPLE, NULL, NULL) == ST_OK);
    const game *first = game_find(games, "isolation");
    TEST_CHECK(first && kit_of(first) && games[1] == first && !games[2]);
    position *p = one_line_start(first, "");
    static const char other[] = "game isolation { players X O board rect 3 1 piece mark\n"
                                "turn place mark on empty else draw }";
    const game *second = NULL;
    source src = {"x", other, sizeof other - 1};
    TEST_CHECK(game_library_read(l, &src, &second, d, NULL) == ST_OK);
    TEST_CHECK(games[1] == second && !kit_of(second) && !games[2]);
    const game *third = NULL;
    TEST_CHECK(game_library_read_file(l, EXAMPLE, &third, d, NULL) == ST_OK);
    TEST_CHECK(games[1] == third && third != first && kit_of(third) && !games[2]);
    TEST_CHECK(p && one_line_play(p, "0,3:1,4")); /* the old one is still played */
    position_destroy(p);
    mem_free(d);
    game_library_destroy(l);
    TEST_CHECK(mem_live() == 0);
}

/* A file that was changed behind our back is told from the one that is loaded. */
static void test_a_changed_file(void) {
    own_object o = make_place();
    text body;
    error err = {0};
    TEST_ASSERT(file_read(&body, EXAMPLE, 64 << 20, NULL) == ST_OK);
    TEST_ASSERT(file_write(o.path, body.at, body.len, NULL) == ST_OK);
    game_library *l = open_small();
    TEST_CHECK_(game_library_read_file(l, o.path, NULL, NULL, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(game_library_read_file(l, o.path, NULL, NULL, &err) == ST_OK);
    text_char(&body, '\n');
    TEST_ASSERT(file_write(o.path, body.at, body.len, NULL) == ST_OK);
    TEST_CHECK(game_library_read_file(l, o.path, NULL, NULL, &err) == ST_UNSUPPORTED);
    TEST_CHECK_(strstr(err.text, "has changed") != NULL, "%s", err.text);
    TEST_CHECK(game_find(game_library_games(l), "isolation") != NULL);
    game_library_destroy(l);
    text_done(&body);
    drop_place(&o);
    TEST_CHECK(mem_live() == 0);
}

static status load_it(error *err) {
    game_library *l;
    status st = game_library_create(&l, small, no_texts, no_natives, err);
    if (st != ST_OK) return st;
    game_library_allow_native(l, true);
    st = game_library_read_file(l, EXAMPLE, NULL, NULL, err);
    TEST_CHECK((game_find(game_library_games(l), "isolation") != NULL) == (st == ST_OK));
    game_library_destroy(l);
    return st;
}

static void test_no_memory(void) {
    for (uint64_t n = 1; n < 200; n++) {
        error err = {0};
        uint64_t before = mem_count();
        mem_fail_at(n);
        status st = load_it(&err);
        mem_fail_at(0);
        TEST_ASSERT_(mem_live() == 0, "failing at allocation %d leaves nothing behind", (int)n);
        if (mem_count() - before < n) {
            TEST_CHECK_(st == ST_OK && n > 4, "%s", err.text);
            return;
        }
        TEST_CHECK_(st == ST_NOMEM, "allocation %d: %s", (int)n, status_name(st));
    }
    TEST_CHECK_(false, "the work ends");
}

/* --- through the protocol and the program --- */

static void run_says(const char *words_of_line, int code, const char *says) {
    char command[2000];
    char out[8000];
    (void)snprintf(command, sizeof command, "ASAN_OPTIONS=detect_leaks=0 '%s' %s 2>&1", PROGRAM,
                   words_of_line);
    FILE *from = popen(command, "r"); /* NOLINT: the words are our own */
    TEST_ASSERT(from != NULL);
    size_t n = fread(out, 1, sizeof out - 1, from);
    out[n] = '\0';
    int how = pclose(from);
    TEST_CASE(words_of_line);
    TEST_CHECK_(WIFEXITED(how) && WEXITSTATUS(how) == code, "exit %d", WEXITSTATUS(how));
    TEST_CHECK_(strstr(out, says) != NULL, "no \"%s\" in: %.600s", says, out);
}

#define NATIVE " --allow-native "

static void test_the_program(void) {
    run_says("perft" NATIVE EXAMPLE " 2", 0, "Nodes searched: 230");
    run_says("perft " EXAMPLE " 2" NATIVE, 0, "Nodes searched: 230");
    run_says("check" NATIVE EXAMPLE " --games 3", 0, "isolation: ok; 48 cells, 3 games");
    run_says("check" NATIVE BAD_OBJECTS "/bad_object_1.so", 1, "another version of the kit");
    run_says("check" NATIVE BAD_OBJECTS "/bad_object_5.so", 1, "is no function");
    run_says("check" NATIVE BAD_OBJECTS "/bad_object_6.so", 1, "undefined symbol");
    run_says("perft" NATIVE BAD_OBJECTS "/nowhere.so 2", 3, "nowhere.so");
    run_says("uci" NATIVE "<<'X'\nload " EXAMPLE "\nsetoption name Game value isolation\n"
             "position startpos moves 0,3:1,4\nfen\nX",
             0, "fen ________/____A___/________/________/________/____B___ 0 2 01");
    run_says("uci <<'X'\nsetoption name AllowNative value true\nload " EXAMPLE "\nX", 0,
             "rules ok name isolation players 2 2 cells 48");
    run_says(NATIVE "<<'X'\ngetoption name AllowNative\nX", 0, "name AllowNative value true");
    run_says("uci" NATIVE "<<'X'\nload " BAD_OBJECTS "/bad_object_4.so\nX", 0,
             "info string error unsupported cmd=load");
    run_says("uci <<'X'\ncheck " EXAMPLE "\nisready\nX", 0, "is no text");
}

/* Without the switch no one's code runs, wherever a file may be named. */
static void test_the_program_asks(void) {
    static const char *const lines[] = {"perft " EXAMPLE " 2",
                                        "check " EXAMPLE " --games 3",
                                        "play " EXAMPLE " </dev/null",
                                        "analyze " EXAMPLE,
                                        "match " EXAMPLE " --engine random --engine random",
                                        "games --rules-file " EXAMPLE,
                                        "bench game " EXAMPLE " --rules-file " EXAMPLE,
                                        "dump " EXAMPLE};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        run_says(lines[i], 2, "--allow-native");
    run_says("uci <<'X'\nload " EXAMPLE "\nX", 0, "info string error unsupported cmd=load");
    run_says("uci <<'X'\nsetoption name RulesPath value " EXAMPLE "\nX", 0,
             "info string error unsupported cmd=setoption");
    run_says("uci" NATIVE "<<'X'\nsetoption name AllowNative value false\nload " EXAMPLE "\nX", 0,
             "info string error unsupported cmd=load");
}

TEST_LIST = {{"the_example", test_the_example},
             {"the_example_is_short", test_the_example_is_short},
             {"objects_that_do_not_fit", test_objects_that_do_not_fit},
             {"who_takes_whose_place", test_who_takes_whose_place},
             {"a_changed_file", test_a_changed_file},
             {"no_memory", test_no_memory},
             {"cut_objects", test_cut_objects},
             {"wild_objects", test_wild_objects},
             {"only_where_allowed", test_only_where_allowed},
             {"the_program", test_the_program},
             {"the_program_asks", test_the_program_asks},
             {NULL, NULL}};
