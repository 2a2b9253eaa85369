/* Where the games of a match begin, and what is said of them in files of games. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <unistd.h>

#include "arena/match.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "tests/support/trial.h"

static void put_content(const char *path, const char *data) {
    TEST_ASSERT(file_write(path, data, strlen(data), NULL) == ST_OK);
}

static trial trial_on(const char *name, const char *a, const char *b, uint64_t games) {
    return trial_of(catalogue_registry(), name, "", a, b, games);
}

static void test_openings(void) {
    char path[64];
    char games[64];
    error err = {0};
    TEST_ASSERT(trial_file(path));
    TEST_ASSERT(trial_file(games));
    static const char lines[] =
        "# two\n\nd d c\nstartpos moves a a\r\nfen 7/7/7/7/7/X6 1 moves b\n";
    put_content(path, lines);
    trial t = trial_on("connect4", "name=a random", "name=b random", 8);
    (void)snprintf(t.settings.openings, MATCH_PATH, "%s", path);
    TEST_ASSERT_(trial_run(&t, games, 1, &err) == ST_OK, "%s", err.text);
    trial_done(&t);
    text data = trial_content(games);
    TEST_CHECK(strstr(text_string(&data), "\n\nd\nd\nc\n") && strstr(data.at, "\n\na\na\n"));
    TEST_CHECK(strstr(text_string(&data), "start: 7/7/7/7/7/X6 1\n"));
    text_done(&data);
    put_content(path, "d d\n"); /* not the file it was */
    TEST_ASSERT(match_load(&t.settings, games, catalogue_games(), &err) == ST_OK);
    TEST_CHECK(trial_run(&t, games, 1, &err) == ST_IO);
    trial_done(&t);
    static const char *const bad[] = {"", "d d d d d d d", "fen", "fen x moves d", "moves z", "!6"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        opening_book b;
        params p = params_default();
        err = (error){0};
        const game *g = game_find(catalogue_games(), "connect4");
        TEST_CHECK_(openings_read(&b, bad[i], strlen(bad[i]), g, &p, &err) != ST_OK && err.text[0],
                    "%s", bad[i]);
        openings_done(&b);
    }
    (void)unlink(path);
    (void)unlink(games);
    TEST_CHECK(mem_live() == 0);
}

/* Chess notation in openings: what is played are tokens. */
static void test_openings_in_san(void) {
    static const char lines[] = "1. e4 e5 2.Nf3\nfen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves O-O\n"
                                "e2e4 c5\n";
    opening_book b;
    error err = {0};
    params p = params_default();
    const game *g = game_find(catalogue_games(), "chess");
    TEST_ASSERT_(openings_read(&b, lines, sizeof lines - 1, g, &p, &err) == ST_OK, "%s", err.text);
    TEST_ASSERT(b.count == 3 && b.at[0].count == 3 && b.at[1].count == 1 && b.at[2].count == 2);
    TEST_CHECK(strcmp(b.at[0].event[0], "e2e4") == 0 && strcmp(b.at[0].event[2], "g1f3") == 0);
    TEST_CHECK(strcmp(b.at[1].event[0], "e1g1") == 0);
    TEST_CHECK(strcmp(b.at[2].event[1], "c7c5") == 0);
    openings_done(&b);
    static const char bad[] = "e4 e5\ne4 Nd5\n";
    TEST_CHECK(openings_read(&b, bad, sizeof bad - 1, g, &p, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK_(text_starts(err.text, "line 2: Nd5: "), "%s", err.text);
    openings_done(&b);
    TEST_CHECK(mem_live() == 0);
}

/* --- from files of games --- */

typedef struct book_case {
    const char *name, *ending, *data;
    unsigned depth;
    const char *found; /* in the match file, or in the error */
} book_case;

static void check_book(const book_case *c) {
    char base[64];
    char path[80];
    char games[64];
    error err = {0};
    TEST_CASE(c->data);
    TEST_ASSERT(trial_file(base) && trial_file(games));
    (void)snprintf(path, sizeof path, "%s.%s", base, c->ending);
    put_content(path, c->data);
    trial t = trial_on(c->name, "name=a random", "name=b random", 2);
    (void)snprintf(t.settings.openings, MATCH_PATH, "%s", path);
    t.settings.opening_depth = c->depth;
    t.settings.max_plies = 12;
    bool played = trial_run(&t, games, 1, &err) == ST_OK;
    trial_done(&t);
    text data = trial_content(games);
    const char *seen = played ? text_string(&data) : err.text;
    TEST_CHECK_(strstr(seen, c->found) != NULL, "%s", c->found);
    TEST_MSG("%.1000s", seen);
    if (played) { /* it says all that is needed to continue */
        match_settings again;
        TEST_CHECK(match_load(&again, games, catalogue_games(), &err) == ST_OK);
        TEST_CHECK(again.opening_depth == c->depth);
        settings_done(&again);
    }
    text_done(&data);
    (void)unlink(path);
    (void)unlink(games);
}

static void test_openings_from_games(void) {
    static const book_case cases[] = {
        {"chess", "pgn", "[Event \"x\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 *\n", 0,
         "\n\ne2e4\ne7e5\ng1f3\n"},
        {"chess", "pgn", "1. f3 e5 2. g4 Qh4# 0-1\n", 3, "opening-depth: 3\n"},
        {"chess", "pgn", "1. f3 e5 2. g4 Qh4# 0-1\n", 0, "game 1: the game is over"},
        {"chess", "pgn", "1. e4 e5 *\n\n1. e4 Nd5 *\n", 0, "line 3, column "},
        {"chess", "txt", "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n", 0,
         "start: 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"},
        {"chess", "pgn", "[Variant \"Atomic\"]\n\n1. e4 *\n", 0, "game 1 is one of atomic"},
        {"chess", "txt", "e4 e5\n", 4, "opening-depth is for files of games"},
        {"draughts", "pdn", "[Event \"x\"]\n\n1. 11-15 *\n", 0, ".pdn\nopenings-hash: "},
        {"go", "sgf", "(;GM[1]SZ[9];B[ee];W[cc])", 0, "\n\ne5\nc7\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_book(&cases[i]);
    TEST_CHECK(mem_live() == 0);
}

/* --- games with clocks and scores --- */

static text exported(const char *name, const char *a, const char *b, const char *first) {
    char path[64];
    char lines[64];
    error err = {0};
    TEST_ASSERT(trial_file(path) && trial_file(lines));
    put_content(lines, first);
    trial t = trial_on(name, a, b, 2);
    (void)snprintf(t.settings.openings, MATCH_PATH, "%s", lines);
    t.settings.max_plies = 40;
    match_config config = {.settings = &t.settings,
                           .games = catalogue_games(),
                           .book = catalogue_registry(),
                           .program = "test"};
    TEST_ASSERT_(match_create(&t.match, &config, &err) == ST_OK, "%s", err.text);
    TEST_ASSERT_(match_export_to(t.match, path, &err) == ST_OK, "%s", err.text);
    TEST_CHECK_(match_run(t.match, 1, NULL, NULL, &err) == ST_OK, "%s", err.text);
    trial_done(&t);
    text data = trial_content(path);
    (void)unlink(path);
    (void)unlink(lines);
    return data;
}

static void test_clocks_and_scores(void) {
    /* Two rooks: mate in two, and the loser knows it as well. */
    text mate = exported("chess", "name=a alphabeta nodes=4000", "name=b alphabeta nodes=4000",
                         "fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1\n");
    const char *said = text_string(&mate);
    TEST_CHECK(strstr(said, "[%eval #") && strstr(said, "# 1-0") && !strstr(said, "[%clk"));
    TEST_CHECK(!strstr(said, "[%eval #0") && !strstr(said, "TimeControl"));
    TEST_MSG("%s", said);
    text_done(&mate);
    text clocks = exported("chess", "name=a alphabeta nodes=50 tc=60+1",
                           "name=b alphabeta nodes=50 tc=60+1", "e4 e5\n");
    said = text_string(&clocks);
    TEST_CHECK(strstr(said, "[TimeControl \"60+1\"]") && strstr(said, "[%clk 0:01:0"));
    TEST_CHECK(strstr(said, "1. e4 e5 2. ") && strstr(said, ",") && strstr(said, "[%eval "));
    TEST_MSG("%s", said);
    text_done(&clocks);
    /* A random player thinks nothing. */
    text none = exported("chess", "name=a random", "name=b random", "e4\n");
    TEST_CHECK(!strchr(text_string(&none), '{'));
    text_done(&none);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"openings", test_openings},
             {"openings_in_san", test_openings_in_san},
             {"openings_from_games", test_openings_from_games},
             {"clocks_and_scores", test_clocks_and_scores},
             {NULL, NULL}};
