#include <acutest.h>
#include <string.h>

#include "engine/game/game.h"
#include "engine/game/option_text.h"
#include "engine/game/params.h"
#include "games/connect4/connect4.h"
#include "games/pig/pig.h"
#include "tests/support/one_line.h"

static void test_set_checks_values(void) {
    params p = params_default();
    error err;
    TEST_CHECK(params_set(&p, &pig, "target", "20", &err) == ST_OK);
    TEST_CHECK(params_int(&p, "target", 100) == 20 && params_has(&p, "target"));
    TEST_CHECK(strcmp(params_word(&p, "target", "?"), "20") == 0);
    params before = p;
    TEST_CHECK(params_set(&p, &pig, "target", "1", &err) == ST_BAD_VALUE);
    TEST_CHECK(strcmp(err.arg, "1") == 0 && strstr(err.text, "2 to 1000") != NULL);
    TEST_CHECK(params_set(&p, &pig, "goal", "20", &err) == ST_UNKNOWN_OPTION);
    TEST_CHECK(strcmp(err.arg, "goal") == 0);
    TEST_CHECK(params_set(&p, &pig, "rules", "house", &err) == ST_BAD_VALUE);
    TEST_CHECK(params_equal(&p, &before));
    TEST_CHECK(params_set(&p, &pig, "rules", "reference", &err) == ST_OK && p.reference);
    TEST_CHECK(!params_equal(&p, &before) && params_int(&p, "other", 5) == 5);
}

static const param_spec specs[] = {
    {"mode", PARAM_ENUM, "slow", 0, 0, "slow fast", "how"},
    {"flag", PARAM_FLAG, "0", 0, 0, NULL, "whether"},
    {"note", PARAM_TEXT, "x", 0, 0, NULL, "what"},
    {NULL, PARAM_INT, NULL, 0, 0, NULL, NULL},
};

static void test_kinds_of_options(void) {
    const game g = {.name = "g", .params = specs};
    params p = params_default();
    error err;
    TEST_CHECK(params_set(&p, &g, "mode", "fast", &err) == ST_OK);
    TEST_CHECK(params_set(&p, &g, "mode", "fas", &err) == ST_BAD_VALUE);
    TEST_CHECK(params_set(&p, &g, "flag", "1", &err) == ST_OK);
    TEST_CHECK(params_set(&p, &g, "flag", "true", &err) == ST_BAD_VALUE);
    TEST_CHECK(params_set(&p, &g, "note", "", &err) == ST_BAD_VALUE);
    TEST_CHECK(params_set(&p, &g, "note", "n", &err) == ST_OK);
    TEST_ASSERT(p.count == 3); /* sorted by name, whatever the order of setting */
    TEST_CHECK(strcmp(p.set[0].name, "flag") == 0 && strcmp(p.set[2].name, "note") == 0);
    TEST_CHECK(params_int(&p, "flag", 0) == 1);
}

static void test_check_the_whole(void) {
    params p = params_default();
    error err;
    TEST_CHECK(params_check(&p, &pig, &err) == ST_OK);
    p.players = 9;
    TEST_CHECK(params_check(&p, &pig, &err) == ST_BAD_VALUE);
    TEST_CHECK(strstr(err.text, "2 to 8") != NULL);
    p.players = 3;
    p.first = 2;
    TEST_CHECK(params_check(&p, &pig, &err) == ST_OK);
    p.first = 3;
    TEST_CHECK(params_check(&p, &pig, &err) == ST_BAD_VALUE);
    p = params_default();
    p.noend = true;
    TEST_CHECK(params_check(&p, &pig, &err) == ST_UNSUPPORTED);
    TEST_CHECK(params_check(&p, &connect4, &err) == ST_OK);
}

static void test_words_round_trip(void) {
    params p = one_line_setup(&pig, "players 3 first 2 rules reference set target=20");
    TEST_CHECK(p.players == 3 && p.first == 1 && p.reference && p.count == 1);
    char buf[200];
    text out = text_over(buf, sizeof buf);
    params_write(&p, &out);
    TEST_CHECK(strcmp(buf, "players 3 rules reference first 2 set target=20") == 0);
    TEST_MSG("%s", buf);
    params back = one_line_setup(&pig, buf);
    TEST_CHECK(params_equal(&p, &back));
}

static void test_reading_stops_or_fails(void) {
    static const struct {
        const char *line;
        status st;
        size_t at;
    } cases[] = {{"players 3 moves roll", ST_OK, 2},   {"players 0", ST_BAD_VALUE, 1},
                 {"players", ST_BAD_SYNTAX, 0},        {"first x", ST_BAD_VALUE, 1},
                 {"set target", ST_BAD_SYNTAX, 1},     {"set =3", ST_BAD_SYNTAX, 1},
                 {"set goal=3", ST_UNKNOWN_OPTION, 1}, {"rules none", ST_BAD_VALUE, 1}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        TEST_CASE(cases[c].line);
        char line[80];
        text copy = text_over(line, sizeof line);
        text_put(&copy, cases[c].line);
        words w = {0};
        TEST_ASSERT(words_split(&w, line, NULL) == ST_OK);
        params p = params_default();
        size_t i = 0;
        error err;
        TEST_CHECK(params_read(&p, &pig, w.at, w.count, &i, &err) == cases[c].st);
        TEST_CHECK(i == cases[c].at);
        TEST_MSG("stopped at word %zu", i);
        words_done(&w);
    }
}

static status read_one(void *ctx, const char *name, text *out, error *err) {
    (void)ctx;
    if (strcmp(name, "text:abc") != 0) return error_set(err, ST_NOT_FOUND, "no text %s", name);
    text_put(out, "what is in it");
    return ST_OK;
}

/* Where no file may be opened, texts of the host may. */
static void test_texts_for_files(void) {
    static const param_spec one[] = {{"deck", PARAM_FILE, "base", 0, 0, "base", "a deck"}, {0}};
    game g = pig;
    g.params = one;
    params p = params_default();
    error err;
    text got;
    p.no_files = true;
    TEST_CHECK(params_names_file(&g, "deck") && !params_names_file(&g, "target"));
    TEST_CHECK(params_set(&p, &g, "deck", "base,text:abc", &err) == ST_OK);
    TEST_CHECK(params_check(&p, &g, &err) == ST_UNSUPPORTED); /* a file of this name */
    TEST_CHECK(option_text_read(&got, "text:abc", 100, &err) == ST_NOT_FOUND);
    option_text_set_source(read_one, NULL);
    TEST_CHECK(params_check(&p, &g, &err) == ST_OK);
    TEST_CHECK(params_set(&p, &g, "deck", "base,text:abc,my.deck", &err) == ST_OK);
    TEST_CHECK(params_check(&p, &g, &err) == ST_UNSUPPORTED && strcmp(err.arg, "my.deck") == 0);
    TEST_CHECK(option_text_read(&got, "text:abc", 100, &err) == ST_OK);
    TEST_CHECK(strcmp(text_string(&got), "what is in it") == 0);
    text_done(&got);
    TEST_CHECK(option_text_read(&got, "text:abc", 3, &err) == ST_BAD_VALUE);
    TEST_CHECK(option_text_read(&got, "text:abd", 100, &err) == ST_NOT_FOUND);
    option_text_drop_source(&p); /* another's */
    TEST_CHECK(option_text_is("text:abc"));
    option_text_drop_source(NULL);
    TEST_CHECK(!option_text_is("text:abc"));
}

TEST_LIST = {{"set_checks_values", test_set_checks_values},
             {"kinds_of_options", test_kinds_of_options},
             {"check_the_whole", test_check_the_whole},
             {"words_round_trip", test_words_round_trip},
             {"reading_stops_or_fails", test_reading_stops_or_fails},
             {"texts_for_files", test_texts_for_files},
             {NULL, NULL}};
