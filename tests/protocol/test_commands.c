/* Small subcommands through the program: what they print, refuse, and their exit codes. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <sys/wait.h>

#include "engine/base/text.h"

enum { OUT_SIZE = 60000 };

static char out[OUT_SIZE];

/* Runs the program with `input` in its standard input; leaks are other tests' matter. */
static int run(const char *arguments, const char *input) {
    char command[4000];
    (void)snprintf(command, sizeof command,
                   "printf '%s' | ASAN_OPTIONS=detect_leaks=0 '%s' %s 2>&1", input, PROGRAM,
                   arguments);
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
    check("cards list base yay", "", 2, "one word too many: yay");
    check("cards list base --loud", "", 2, "unknown word --loud");
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

TEST_LIST = {
    {"cards", test_cards}, {"pieces", test_pieces}, {"bad_cards", test_bad_cards}, {NULL, NULL}};
