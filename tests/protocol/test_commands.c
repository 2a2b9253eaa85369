/* Small subcommands through the program: what they print, refuse, and their exit codes. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <sys/wait.h>

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "tests/support/emulated.h"
#include "tests/support/folder.h"
#include "tests/support/pace.h"

enum { OUT_SIZE = 60000 };

static char out[OUT_SIZE];

/* Runs the program with `input` in its standard input; leaks are other tests' matter. */
static int run(const char *arguments, const char *input) {
    char command[4000];
    (void)snprintf(command, sizeof command,
                   "printf '%s' | ASAN_OPTIONS=detect_leaks=0 KIBITZ_PROGRESS=off '%s' %s 2>&1",
                   input, PROGRAM, arguments);
    FILE *from = popen(command, "r"); /* NOLINT: the words are our own */
    TEST_ASSERT(from != NULL);
    out[fread(out, 1, sizeof out - 1, from)] = '\0';
    int how = pclose(from);
    TEST_CASE(arguments);
    return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
}

static void check(const char *arguments, const char *input, int code, const char *says) {
    int got = run(arguments, input);
    TEST_CHECK_(got == code, "exit code %d, not %d", got, code);
    TEST_CHECK_(strstr(out, says) != NULL, "%s", says);
    TEST_MSG("%s", out);
}

static bool says(const char *part) {
    return strstr(out, part) != NULL;
}

/* --- decks of unicorns --- */

#define BAD_DECK                                                                                   \
    "1; A; basicc; -\\n2; B; magical; -; entr: draw(1); enter: drow(2)\\n1; C; basic; -; tier: "   \
    "9\\n"

static void test_cards(void) {
    check("cards list base", "", 0, "\n 14  Neigh                           instant\n");
    TEST_CHECK(says("  1  Puppicorn                       magical    not_destroyable "
                    "not_sacrificable\n"));
    check("cards check base", "", 0,
          "base: 66 kinds, 126 cards: 113 of the pile, 13 of the nursery; enough for 2 to 8 "
          "players\n");
    check("cards check -", "3; A; basic; -\\n", 0, "too few for a game of its own");
    check("cards check -", "20; A; basic; -\\n", 0, "enough for 2 players\n");
    check("cards show base \"Black Knight Unicorn\" YAY", "", 0,
          "Black Knight Unicorn  (magical, 1 in the deck)\n");
    TEST_CHECK(says("  guard   may(instead_sac_self)\n          if a unicorn of this stable would "
                    "be destroyed: may sacrifice this card instead\n"));
    TEST_CHECK(says("Yay  (upgrade, 2 in the deck)\n  token   yay\n"));
    check("cards show base the-great-narwhal --rules reference", "", 0,
          "  enter   may(search(pile,\"Narwhal\"))\n");
    check("cards show picnic", "", 0, "Meadow Pony");
}

static void test_bad_cards(void) {
    check("cards check -", BAD_DECK, 1, "-:1:7: basicc is not a type of card; did you mean basic?");
    TEST_CHECK(says("-:2:19: entr is not a trigger; did you mean enter?\n"));
    TEST_CHECK(says("-:2:41: drow is not an effect; did you mean draw?\n"));
    TEST_CHECK(says("-:3:23: 9 is not a tier from 0 to 7\n-: 4 problems\n"));
    check("cards list -", BAD_DECK, 1, "-: 4 problems\n");
    check("play unicorns --set deck=-", BAD_DECK, 2, "(and 3 more: see kibitz cards check)");
    check("cards show base narwal", "", 2, "there is no card narwal; did you mean narwhal?");
    check("cards show base frobnicate", "", 2, "kibitz cards list names them");
    check("cards", "", 2, "list, check or show?");
    check("cards list", "", 2, "which deck?");
    check("cards list base yay", "", 2, "one argument too many: yay");
    check("cards list base --loud", "", 2, "unknown argument --loud");
    check("cards list base --rules odd", "", 2, "--rules takes official or reference");
    check("cards list no/such.deck", "", 3, "no/such.deck");
}

/* --- pieces of Project L --- */

static void test_pieces(void) {
    check("puzzles pieces l3", "", 0,
          "L3: 4 cells, 8 orientations\n\n"
          "- 0000027    f 0000087    rrf 00000e1  rr 00000e4   rf 0000423   r 0000843\n"
          "# # # . .    # # # . .    # . . . .    . . # . .    # # . . .    # # . . .\n"
          "# . . . .    . . # . .    # # # . .    # # # . .    # . . . .    . # . . .\n"
          ". . . . .    . . . . .    . . . . .    . . . . .    # . . . .    . # . . .\n");
    TEST_CHECK(says("rrr 0000c21  rrrf 0000c42\n") && !says("O1:"));
    check("puzzles pieces", "", 0, "O1: 1 cell, 1 orientation\n\n- 0000001\n# . . . .\n");
    TEST_CHECK(says("T: 4 cells, 4 orientations\n"));
    check("puzzles pieces Q9", "", 2, "pieces takes one of O1 O2 I2 I3 I4 L2 L3 Z T");
    check("puzzles pieces T Z", "", 2, "pieces takes one of");
}

/* --- tuned weights, and options, where people are --- */

/* A file of weights in a folder of its own. */
static const char *write_weights(const char *lines) {
    error err;
    const char *path = folder_path("weights.txt");
    TEST_ASSERT_(file_write(path, lines, strlen(lines), &err) == ST_OK, "%s", err.text);
    return path;
}

/* `%s` in the arguments is the file. */
static void check_with(const char *file, const char *arguments, const char *input, int code,
                       const char *part) {
    char line[1000];
    char *mark = strstr(arguments, "%s");
    TEST_ASSERT(mark != NULL);
    (void)snprintf(line, sizeof line, "%.*s%s%s", (int)(mark - arguments), arguments, file,
                   mark + 2);
    check(line, input, code, part);
}

static void test_weights(void) {
    folder_make();
    const char *own = write_weights("# game connect4\ncentre 7.5\n");
    check_with(own, "play connect4 --moves d --seat 2=human --weights %s", "eval\\nquit\\n", 0,
               "centre                7.500        1   +7.50");
    check_with(own, "analyze connect4 --moves \"d d\" --nodes 500 --weights %s", "", 0, "x 7.5)");
    check_with(own, "analyze connect4 --moves \"d d\" --nodes 500 --option EvalFile=%s", "", 0,
               "x 7.5)");
    check_with(own, "analyze connect4 --moves \"d e d e\" --all --nodes 200 --weights %s", "", 0,
               "judged by");
    check_with(own, "puzzles suite connect4 - --nodes 500 --weights %s",
               "7/7/7/7/OOO4/XXX4 0 ; wins ; d", 0, "1 of 1 found");
    /* The same words for a seat as for an engine of a match. */
    check_with(own, "play connect4 --seed 1 --seat \"2=mcts EvalFile=%s level=4 nodes=50\"",
               "d\\nquit\\n", 0, "seat 2 plays ");
    const char *other = write_weights("# game azul\nfloor -1\n");
    static const char *const commands[] = {
        "play connect4 --weights %s", "play connect4 --seat \"2=auto EvalFile=%s\"",
        "analyze connect4 --weights %s", "analyze connect4 --moves d --all --weights %s",
        "puzzles suite connect4 - --weights %s"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (PACE(true, i % 2 == 0))
            check_with(other, commands[i], "", 2, "these are weights of azul, not of connect4");
        if (PACE(true, i % 2 == 1)) check_with("no/such/file", commands[i], "", 3, "no/such/file");
    }
    folder_remove();
}

static void test_options(void) {
    check("analyze connect4 --nodes 500 --option MultiPV=2 --option \"move overhead=3\"", "", 0,
          "\n 2 ");
    TEST_CHECK(!says("\n 3 "));
    check("analyze connect4 --nodes 300 --option Algorithm=mcts", "", 0, "\nmcts: ");
    check("analyze connect4 --nodes 300 --option Algorithm=mcts --algo alphabeta", "", 0,
          "\nalphabeta: ");
    check("analyze connect4 --option Hsh=3", "", 2, "there is no option Hsh; did you mean Hash?");
    check("analyze connect4 --nodes 300 --option MctsPriorTemperature=100", "", 0, " nodes in ");
    check("tune --settings", "", 0, "method");
    check("tune --words", "", 0, "method"); /* the old name */
    check("analyze connect4 --option Hash=0", "", 2, "Hash takes a whole number from 1 to 65536");
    check("analyze connect4 --option Hash", "", 2, "--option takes NAME=VALUE");
    check("analyze connect4 --option nodes=3", "", 2, "there is no option nodes");
    check("analyze connect4 --option Game=pig", "", 2, "Game cannot be used here");
    check("play connect4 --seed 1 --nodes 50 --option Algorithm=random", "d\\nquit\\n", 0,
          "seat 2 random; level");
    check("play connect4 --seat \"2=mcts Foo=3\"", "", 2, "there is no option Foo");
    check("play connect4 --seat \"2=cmd=./other\"", "", 3,
          emulated() ? "the program ended before it said uciok" : "./other cannot be started");
    check("play connect4 --seat \"2=mcts log=x\"", "", 2, "log= is for programs");
    check("play connect4 --illegal forgive", "", 2, "forfeit, skip, ask or random, not forgive");
    check("match connect4 --illegal", "", 2, "--illegal");
    check("play connect4 --seat \"2=mcts tc=soon\"", "", 2, "tc takes [moves/]seconds");
    check("play connect4 --seat \"2=name=Deep alphabeta tc=1/0.05 Hash=1\"", "d\\nquit\\n", 0,
          "seat 2 Deep");
    check("puzzles suite connect4 - --option MultiPV=none", "", 2, "MultiPV takes");
}

/* --- the page of a review --- */

static void test_page(void) {
    char line[600];
    error e;
    folder_make();
    static const char foreign[] = "<html>mine</html>";
    TEST_ASSERT(file_write(folder_path("mine.html"), foreign, sizeof foreign - 1, &e) == ST_OK);
    (void)snprintf(line, sizeof line,
                   "analyze connect4 --moves \"d d c\" --all --nodes 50 --html %s",
                   folder_path("own.html"));
    check(line, "", 0, "accuracy");
    TEST_CHECK(folder_file_has("own.html", "reviewStart(document"));
    check(line, "", 0, "accuracy"); /* its own is replaced */
    (void)snprintf(line, sizeof line, "analyze connect4 --moves d --all --nodes 50 --html %s",
                   folder_path("mine.html"));
    check(line, "", 3, "mine.html");
    TEST_CHECK(folder_file_has("mine.html", "mine"));
    check("analyze connect4 --html x.html", "", 2, "are for a record or --all");
    check("analyze connect4 --moves d --all --nodes 50 --html no/such/folder/x.html", "", 3,
          "x.html");
    folder_remove();
}

TEST_LIST = {{"page", test_page},   {"weights", test_weights}, {"options", test_options},
             {"cards", test_cards}, {"pieces", test_pieces},   {"bad_cards", test_bad_cards},
             {NULL, NULL}};
