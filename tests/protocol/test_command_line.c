/* What the command line says to people: errors in its own words, lists of games, rules, progress
 * and pagers, completions. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "engine/base/text.h"
#include "tests/support/terminal.h"

enum { OUT_SIZE = 60000 };

static char out[OUT_SIZE];

/* Leaks are other tests' matter. `typed` is for printf. */
static int run_with(const char *arguments, const char *typed) {
    char command[2000];
    (void)snprintf(command, sizeof command,
                   "printf '%s' | ASAN_OPTIONS=detect_leaks=0 '%s' %s 2>&1", typed, PROGRAM,
                   arguments);
    FILE *from = popen(command, "r"); /* NOLINT: the words are our own */
    TEST_ASSERT(from != NULL);
    out[fread(out, 1, sizeof out - 1, from)] = '\0';
    int how = pclose(from);
    TEST_CASE(arguments);
    return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
}

static int run(const char *arguments) {
    return run_with(arguments, "");
}

static bool says(const char *part) {
    return strstr(out, part) != NULL;
}

static void check(const char *arguments, int code, const char *part) {
    int got = run(arguments);
    TEST_CHECK_(got == code, "exit code %d, not %d", got, code);
    TEST_CHECK_(says(part), "%s", part);
    TEST_MSG("%.2000s", out);
}

/* --- errors --- */

/* The complete line, so that nothing of the protocol's words comes with it. */
static void refused(const char *arguments, const char *line) {
    char all[400];
    (void)snprintf(all, sizeof all, "kibitz %.*s: %s\n", (int)strcspn(arguments, " "), arguments,
                   line);
    TEST_CHECK(run(arguments) == 2);
    TEST_CHECK_(strcmp(out, all) == 0, "%s", all);
    TEST_MSG("%.600s", out);
}

static void test_players(void) {
    refused("analyze azul --players 9", "--players takes 2 to 4 for azul, not 9");
    refused("analyze --players 9 azul", "--players takes 2 to 4 for azul, not 9");
    refused("play azul --players 1", "--players takes 2 to 4 for azul, not 1");
    refused("perft azul 1 --players two", "--players takes 2 to 4 for azul, not two");
    refused("analyze connect4 --players 3", "--players takes 2 for connect4, not 3");
    refused("analyze pig --first 9", "--first takes 1 to 8 for pig, not 9");
    refused("analyze azul --first x", "--first takes 1 to 4, or random, for azul, not x");
    check("perft --players 3 azul 0", 0, "Nodes searched: 1");
}

static void test_options_of_rules(void) {
    refused("analyze hex --set sise=5", "hex has no option sise; it has size, swap");
    refused("analyze connect4 --set a=5", "connect4 has no option a");
    refused("analyze hex --set size", "--set takes NAME=VALUE, not size");
    refused("analyze hex --set size=99", "size takes a whole number from 3 to 19, not 99");
    refused("analyze azul --rules foo", "--rules takes official or reference, not foo");
    refused("perft chess 1 --moves foo",
            "'foo' is not a move: they are written like Nf3, exd5, O-O or g1f3");
    check("perft --set size=5 hex 1", 0, "Nodes searched: 25"); /* before the game's name */
    refused("perft 1 --set size=5", "chess has no option size");
    run("analyze azul --set foo=1");
    TEST_CHECK_(says("azul has no option foo; it has wall, ") && says(", ...\n"), "%s", out);
}

static void test_algorithms(void) {
    refused("match chess --engine foo --engine mcts --games 2",
            "engine foo: there is no algorithm foo for chess; there are: auto mcts alphabeta "
            "random solve bot:material");
    refused("play azul --seat 1=foo",
            "engine foo: there is no algorithm foo for azul; there are: auto mcts expectimax "
            "random solve bot:random bot:greedy");
    refused("match chess --engine bot:tight --engine mcts --games 2",
            "engine bot:tight: there is no algorithm bot:tight for chess; there are: auto mcts "
            "alphabeta random solve bot:material");
    refused("match unicorns --engine alphabeta --engine mcts --games 2",
            "engine alphabeta: alphabeta cannot play unicorns; these can: auto mcts random ismcts "
            "pimc bot:random bot:rule bot:evolved");
}

static void test_settings_of_tune(void) {
    refused("tune azul", "grad learns from games: --data FILE, as kibitz selfplay writes them");
    refused("tune azul --data x", "where do the weights go? --out FILE");
    refused("tune azul --method spsa --data x --out y",
            "spsa plays its own games: it takes no --data");
    refused("tune azul --epochs 0", "--epochs is a number from 1 to 10000000, not 0");
    refused("tune azul --method foo", "--method is one of grad texel spsa cmaes ga net, not foo");
}

/* --- pages --- */

static void test_pages(void) {
    check("rules hex --set size=5", 0, "connect your row 1 with your row 'size': you win.");
    TEST_CHECK(says("\n    5        .  .  .  .  .\n"));
    check("rules", 2, "which game? kibitz rules chess");
    check("rules hexx", 2, "there is no game hexx; did you mean hex?");
    check("rules hex --set size=99", 2, "size takes a whole number from 3 to 19, not 99");
    check("games hex", 0, "--set swap=0: 0 to 1");
    TEST_CHECK(says("auto mcts alphabeta") && says("kibitz analyze hex --moves \"a1 b1\""));
    check("games", 0, "\n  hex                    2    Hex  (size, swap)\n");
    check("games nothing", 2, "there is no game nothing");
}

/* The example of every page of a game can be run as it is printed. */
static void test_examples_run(void) {
    static const char *const games[] = {"chess", "projectl", "azul", "unicorns", "leduc", "daisy"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char line[400];
        (void)snprintf(line, sizeof line, "games %s", games[i]);
        TEST_CHECK(run(line) == 0);
        const char *example = strstr(out, "kibitz analyze ");
        TEST_ASSERT(example != NULL);
        size_t n = strcspn(example, "\n") - strlen("kibitz ");
        TEST_ASSERT(n < sizeof line);
        memcpy(line, example + strlen("kibitz "), n);
        line[n] = '\0';
        char *time = strstr(line, "--time 1000");
        TEST_ASSERT(time != NULL);
        memcpy(time, "--nodes 100", strlen("--nodes 100"));
        TEST_CHECK(run(line) == 0);
        TEST_MSG("%.300s", out);
    }
}

/* --- at a terminal of 120 columns and 50 lines --- */

static int run_in_terminal(char **argv, const char *pager) {
    char program[] = PROGRAM;
    terminal t;
    argv[0] = program;
    if (pager)
        (void)setenv("PAGER", pager, 1);
    else
        (void)unsetenv("PAGER");
    TEST_ASSERT(terminal_start(&t, argv, "/", "xterm", true));
    int code = terminal_end(&t);
    (void)snprintf(out, sizeof out, "%s", text_string(&t.out));
    text_done(&t.out);
    return code;
}

static void page_in_terminal(char **argv, const char *pager, bool paged) {
    TEST_CASE(pager);
    TEST_CHECK(run_in_terminal(argv, pager) == 0);
    TEST_CHECK(text_starts(out, "P: ") == paged);
    TEST_CHECK(says("With every command"));
    TEST_MSG("%.300s", out);
}

static void test_pager(void) {
    char *play[] = {NULL, "help", "play", NULL};
    char *dump[] = {NULL, "help", "dump", NULL};
    page_in_terminal(play, "sed 's/^/P: /'", true);
    page_in_terminal(dump, "sed 's/^/P: /'", false); /* fits the screen */
    page_in_terminal(play, "", false);
    page_in_terminal(play, "/nowhere/no-such-pager", false);
    page_in_terminal(play, "false", false);
    page_in_terminal(play, "sed 's/^/P: /' | cat", true);
    /* One that is left early has shown enough. */
    TEST_CHECK(run_in_terminal(play, "head -n 1") == 0 && strlen(out) < 300);
    TEST_MSG("%s", out);
    (void)setenv("PAGER", "sed 's/^/P: /'", 1);
    check("help play", 0, "usage: "); /* a pipe */
    TEST_CHECK(!text_starts(out, "P: "));
}

/* One line, redrawn and never wider than the terminal. */
static void test_progress_does_not_scroll(void) {
    char *match[] = {NULL,
                     "match",
                     "tictactoe",
                     "--engine",
                     "name=an_engine_with_a_long_name_0001 nodes=20",
                     "--engine",
                     "name=another_engine_with_a_long_name nodes=20",
                     "--games",
                     "300",
                     NULL};
    TEST_CHECK(run_in_terminal(match, NULL) == 0);
    int drawn = 0;
    for (char *at = out; (at = strstr(at, "\033[K"));) {
        at += strlen("\033[K");
        size_t n = strcspn(at, "\033");
        if (!text_starts(at, "match [")) continue;
        drawn++;
        TEST_CHECK_(n < 120 && !memchr(at, '\n', n), "%.*s", (int)n, at);
    }
    TEST_CHECK_(drawn > 0, "%.300s", out);
}

/* --- actions as people write them --- */

static void test_no_masks(void) {
    check("analyze --sample --weights linear --nodes 3000", 0, " place B14 O1 c4 ");
    TEST_CHECK(says("place B14 O1 c4, ") && says("best: take puzzle B") && says("why: take B"));
    TEST_CHECK_(!says("place:") && !says("take:"), "%.3000s", out);
    check("analyze --sample --weights linear --nodes 3000 --notation uci", 0,
          " place:B14:O1:0020000 ");
    check("analyze --sample --weights linear --nodes 3000 --json", 0,
          "\"action\":\"place:B14:O1:0020000\"");
    /* What is printed can be typed, and a review shows it. */
    check("analyze projectl --nodes 200 --seed 1 --all --moves 'change I2 L2, basic, basic'", 0,
          "  change I2 L2  ");
    TEST_CHECK_(!says("change:"), "%.3000s", out);
}

/* --- positions from a real table --- */

static void test_set_up(void) {
    static const char kings[] = "clear\\nput e1 white king\\nput e8 k\\nput a7 P\\n";
    char typed[200];
    (void)snprintf(typed, sizeof typed, "%sdone\\n", kings);
    TEST_CHECK(run_with("analyze chess --setup --depth 2", typed) == 0);
    TEST_CHECK(says("done analyses it") && says("\n 1 a8=Q+ ") && says("alphabeta: "));
    TEST_MSG("%.3000s", out);
    /* What cannot be is said, and nothing is analysed before it is mended. */
    TEST_CHECK(run_with("analyze chess --setup --depth 1", "clear e1\\ndone\\n") == 0);
    TEST_CHECK(says("it is not entered: change it, or cancel to leave") && !says("alphabeta: "));
    (void)snprintf(typed, sizeof typed, "%scancel\\n", kings);
    TEST_CHECK(run_with("analyze chess --setup --depth 1", typed) == 0 && !says("alphabeta: "));
    TEST_CHECK(run_with("analyze chess --setup --depth 1 --json", "done\\n") == 0);
    TEST_CHECK_(says("{\"type\":\"position\","), "%.300s", out);
    refused("analyze chess --setup --all",
            "--setup and --dice are for a position, not for a review");
    refused("analyze leduc --setup --view 1",
            "--setup and --dice are for a position, not for --view");
}

static void test_dice(void) {
    TEST_CHECK(
        run_with("analyze azul --dice --nodes 200", "B2YK\\nRRWW\\nKRYB\\nwwww\\nk k k y\\n") == 0);
    TEST_CHECK(says("d5: which tiles lie on display 5?"));
    TEST_CHECK(says("displays  1 BBYK  2 RRWW  3 BYRK  4 WWWW  5 YKKK") && says("mcts: "));
    TEST_MSG("%.3000s", out);
    TEST_CHECK(run_with("analyze projectl --dice --nodes 200",
                        "W16\\nw11\\nW32\\nW29\\nB6\\nB8\\nB1\\nB20\\n") == 0);
    TEST_CHECK(says("which black puzzle comes?") && says("   W16 1 I3     W11 1 I2 "));
    TEST_CHECK(run_with("analyze unicorns --dice --nodes 200", "") == 0);
    TEST_CHECK(says("which card does seat 1 draw?") && !says("visits"));
    TEST_CHECK(run_with("analyze pig --dice --moves roll --nodes 200", "5\\n") == 0 && says("5"));
    refused("analyze azul --dice --record -",
            "--record - and --dice cannot share the standard input");
}

TEST_LIST = {{"set_up", test_set_up},
             {"dice", test_dice},
             {"no_masks", test_no_masks},
             {"players", test_players},
             {"options_of_rules", test_options_of_rules},
             {"algorithms", test_algorithms},
             {"settings_of_tune", test_settings_of_tune},
             {"pages", test_pages},
             {"examples_run", test_examples_run},
             {"pager", test_pager},
             {"progress_does_not_scroll", test_progress_does_not_scroll},
             {NULL, NULL}};
