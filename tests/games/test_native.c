/* Code generated from rules texts plays as the interpreter does (tests/support/native_equal.h). */
#include <acutest.h>

#include <stdlib.h>

#include "lib/catalogue.h"
#include "lib/native/native_texts.h"
#include "tests/support/native_equal.h"

/* KIBITZ_NATIVE_GAMES=200 is the long version. */
static int games(void) {
    const char *asked = getenv("KIBITZ_NATIVE_GAMES");
    return asked ? (int)strtol(asked, NULL, 10) : 6;
}

static void compare(const rb_native *native) {
    rules *r;
    error err;
    params usual = params_default();
    const game *g = game_find(catalogue_games(), native->name);
    TEST_CASE(native->name);
    TEST_ASSERT(g && rules_open(&r, g, &usual, &err) == ST_OK);
    TEST_CHECK_(program_of(r)->native == native, "the code is used");
    text said = text_growing();
    native_course course = {.seed = 1, .games = games(), .plies = 400};
    TEST_CHECK_(native_equal(program_of(r), course, &said), "%s", text_string(&said));
    text_done(&said);
    rules_close(r);
}

static void test_texts(void) {
    for (const rb_native *const *n = native_texts; *n; n++) compare(*n);
}

TEST_LIST = {{"texts", test_texts}, {NULL, NULL}};
