/* Code generated from rules texts plays as the interpreter does (tests/support/native_equal.h). */
#include <acutest.h>

#include <stdlib.h>

#include "engine/rules/machine/native_write.h"
#include "lib/catalogue.h"
#include "lib/native/native_texts.h"
#include "tests/support/books.h"
#include "tests/support/native_equal.h"

extern const rb_native *const native_authors[]; /* of tests/data/authors */

/* KIBITZ_NATIVE_GAMES=200 is the long version. */
static int games(void) {
    const char *asked = getenv("KIBITZ_NATIVE_GAMES");
    return asked ? (int)strtol(asked, NULL, 10) : 6;
}

static void compare(const program *b, int plies) {
    text said = text_growing();
    native_course course = {.seed = 1, .games = games(), .plies = plies};
    TEST_CHECK_(native_equal(b, course, &said), "%s", text_string(&said));
    text_done(&said);
}

static rules *open_usual(const game *g) {
    rules *r;
    error err;
    params usual = params_default();
    TEST_ASSERT(g && rules_open(&r, g, &usual, &err) == ST_OK);
    return r;
}

static void test_texts(void) {
    for (const rb_native *const *n = native_texts; *n; n++) {
        TEST_CASE((*n)->name);
        rules *r = open_usual(game_find(catalogue_games(), (*n)->name));
        TEST_CHECK_(program_of(r)->native == *n, "the code is used");
        compare(program_of(r), 400);
        rules_close(r);
    }
}

static void test_authors(void) {
    text_library *authors = books_read(AUTHORS);
    TEST_ASSERT(authors != NULL);
    for (const rb_native *const *n = native_authors; *n; n++) {
        TEST_CASE((*n)->name);
        rules *r = open_usual(text_library_game(authors, (*n)->name));
        program *b = (program *)(void *)r; /* it was opened here */
        TEST_CHECK(native_attach(b, *n) == ST_OK && b->native == *n);
        compare(b, 200);
        rules_close(r);
    }
    text_library_destroy(authors);
}

/* --- instructions --- */

static const char *const names[OP_COUNT] = {
#define NAME(name, work, what) #name,
    RB_OPS(NAME)
#undef NAME
};

/* Marks what the code of a game has, for any player. */
static void note(const game *g, bool *seen) {
    rules *r = open_usual(g);
    const program *b = program_of(r);
    for (int p = 0; p < b->head.players; p++)
        for (int i = 1; i < b->side[p].code_len; i++) seen[b->side[p].code[i].op] = true;
    rules_close(r);
}

/* There is no instruction that both leave out. */
static void test_instructions(void) {
    bool seen[OP_COUNT] = {false};
    if (!native_texts[0]) return; /* this build has no generated code */
    text_library *authors = books_read(AUTHORS);
    TEST_ASSERT(authors != NULL);
    for (const rb_native *const *n = native_texts; *n; n++)
        note(game_find(catalogue_games(), (*n)->name), seen);
    for (const rb_native *const *n = native_authors; *n; n++)
        note(text_library_game(authors, (*n)->name), seen);
    for (int i = 0; i < OP_COUNT; i++)
        TEST_CHECK_(seen[i], "%s is in the code of a game that is compared", names[i]);
    text_library_destroy(authors);
}

TEST_LIST = {{"texts", test_texts},
             {"authors", test_authors},
             {"instructions", test_instructions},
             {NULL, NULL}};
