/* What the command line says to people: errors in its own words, lists of games, rules, progress
 * and pagers, completions. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <sys/wait.h>

#include "engine/base/text.h"

enum { OUT_SIZE = 60000 };

static char out[OUT_SIZE];

/* Leaks are other tests' matter. */
static int run(const char *arguments) {
    char command[2000];
    (void)snprintf(command, sizeof command, "ASAN_OPTIONS=detect_leaks=0 '%s' %s 2>&1 </dev/null",
                   PROGRAM, arguments);
    FILE *from = popen(command, "r"); /* NOLINT: the words are our own */
    TEST_ASSERT(from != NULL);
    out[fread(out, 1, sizeof out - 1, from)] = '\0';
    int how = pclose(from);
    TEST_CASE(arguments);
    return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
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
    refused("perft chess 1 --moves foo", "'foo' is not an action of chess");
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
    refused("tune azul --method foo", "--method is one of grad texel spsa cmaes ga, not foo");
}

TEST_LIST = {{"players", test_players},
             {"options_of_rules", test_options_of_rules},
             {"algorithms", test_algorithms},
             {"settings_of_tune", test_settings_of_tune},
             {NULL, NULL}};
