/* `kibitz agent check`: what it says of programs that behave and of those that do not, and that the
 * players of docs/players are good. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "arena/agent_check.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

/* Plays `count` games of one kind; *said gets the sentences. */
static agent_findings check(const char *program, const char *name, unsigned count, text *said) {
    agent_check *c = NULL;
    agent_findings f = {0};
    engine_spec spec;
    error err = {0};
    const game *g = game_find(catalogue_games(), name);
    char line[400];
    (void)signal(SIGPIPE, SIG_IGN);
    (void)snprintf(line, sizeof line, "cmd='%s' proto=mgi nodes=10", program);
    TEST_ASSERT_(engine_spec_read(&spec, line, &err) == ST_OK, "%s", err.text);
    agent_request q = {.spec = &spec,
                       .games = catalogue_games(),
                       .book = catalogue_registry(),
                       .game = g,
                       .setup = one_line_setup(g, strcmp(name, "projectl") ? "" : "set reserve=4"),
                       .count = count,
                       .seed = 1,
                       .patience_ms = 600000};
    TEST_ASSERT(agent_check_create(&c, &err) == ST_OK);
    status st = agent_check_run(c, &q, &f, NULL, NULL, &err);
    TEST_CHECK_(st == ST_OK, "%s at %s: %s", program, name, err.text);
    text_clear(said);
    agent_findings_write(&f, &q, said);
    agent_check_destroy(c);
    engine_spec_done(&spec);
    return f;
}

/* Actions, chance, views, rewards and reactions. */
static void test_our_own_program(void) {
    static const char *const names[] = {"connect4", "pig", "leduc", "projectl", "unicorns"};
    enum { REWARDS = 3, REACTIONS = 4 };
    text said = text_growing();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        /* The last ones begin in the middle. */
        unsigned count = PACE(i == REACTIONS ? 5 : 3, 1);
        agent_findings f = check(PROGRAM " uci", names[i], count, &said);
        TEST_CHECK_(agent_findings_good(&f) && !said.len, "%s: %s", names[i], text_string(&said));
        TEST_CHECK(f.games == count && f.decisions > 0);
        if (PACE(true, false))
            TEST_CHECK((f.rewards > 0) == (i == REWARDS) && (f.reactions > 0) == (i == REACTIONS));
    }
    text_done(&said);
    TEST_CHECK(mem_live() == 0);
}

static void test_faults(void) {
    static const struct {
        const char *how;
        player_reply reply; /* PLAYER_REPLY_MOVE: games are played to their end */
        const char *says;
    } cases[] = {
        {"crash", PLAYER_REPLY_CRASH,
         "It ended without an answer in 4 of 4 games, first in game 1."},
        {"illegal", PLAYER_REPLY_MOVE, " were not legal; the first: z9: an action is a column"},
        {"none", PLAYER_REPLY_MOVE, "the first: (none): "},
        {"mute", PLAYER_REPLY_MOVE, "the first: (nothing): the answer is empty"},
        {"chance", PLAYER_REPLY_MOVE, "chance is not the player's to announce"},
        {"second", PLAYER_REPLY_MOVE, " were not legal"},
        {"early", PLAYER_REPLY_MOVE, " lines when nothing was asked; the first: bestmove a"}};
    text said = text_growing();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char program[200];
        TEST_CASE(cases[i].how);
        (void)snprintf(program, sizeof program, BAD_ENGINE " %s", cases[i].how);
        agent_findings f = check(program, "connect4", 4, &said);
        TEST_CHECK(!agent_findings_good(&f) && f.games == 4);
        TEST_CHECK_(strstr(text_string(&said), cases[i].says), "%s", text_string(&said));
        for (int d = PLAYER_REPLY_CRASH; d < PLAYER_REPLY_COUNT; d++)
            TEST_CHECK(f.fault[d] == (d == (int)cases[i].reply ? 4 : 0));
    }
    text_done(&said);
    TEST_CHECK(mem_live() == 0);
}

/* --- the command, and the players of the documents --- */

/* Runs a line of shell; *said gets what it printed. */
static int run(const char *line, text *said) {
    char block[512];
    FILE *out = popen(line, "r"); /* NOLINT: the words are our own */
    TEST_ASSERT(out != NULL);
    text_clear(said);
    while (fgets(block, sizeof block, out)) text_put(said, block);
    int code = pclose(out);
    return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

static void test_the_command(void) {
    text said = text_growing();
    TEST_CHECK(run(PROGRAM " agent check '" PROGRAM " uci' connect4 leduc --games 2 "
                           "--settings nodes=10 --time 60000 --patience 600000 2>&1",
                   &said) == 0);
    TEST_CHECK_(strstr(text_string(&said), "connect4: 2 games, "), "%s", said.at);
    TEST_CHECK_(strstr(text_string(&said), "leduc: 2 games, ") && strstr(said.at, " is good.\n"),
                "%s", said.at);
    TEST_CHECK(run(PROGRAM " agent check '" BAD_ENGINE
                           " crash' connect4 --games 2 --time 60000 --patience 600000 2>&1",
                   &said) == 1);
    TEST_CHECK_(strstr(text_string(&said), "> go movetime 60000") &&
                    strstr(said.at, "is not good yet."),
                "%s", said.at);
    TEST_CHECK(run(PROGRAM " agent check /bin/false 2>&1", &said) == 1);
    TEST_CHECK_(strstr(text_string(&said), "the program ended before it said mgiok"), "%s",
                said.at);
    TEST_CHECK(!strstr(text_string(&said), "pig")); /* said once */
    TEST_CHECK(run(PROGRAM " agent 2>&1", &said) == 2);
    TEST_CHECK(run(PROGRAM " agent check 2>&1", &said) == 2);
    TEST_CHECK(run(PROGRAM " agent try x 2>&1", &said) == 2);
    TEST_CHECK(run(PROGRAM " agent check x nosuchgame 2>&1", &said) == 2);
    TEST_CHECK_(strstr(text_string(&said), "no game nosuchgame"), "%s", said.at);
    text_done(&said);
}

static void check_player(const char *started, const char *rest) {
    char line[600];
    text said = text_growing();
    (void)snprintf(line, sizeof line,
                   "KIBITZ='" PROGRAM "' '" PROGRAM "' agent check '%s' %s --time 60000 "
                   "--patience 600000 2>&1",
                   started, rest);
    int code = run(line, &said);
    TEST_CHECK_(code == 0, "%s: %s", started, text_string(&said));
    text_done(&said);
}

static bool has_python(void) {
    text said = text_growing();
    bool there = run("python3 -c 1 2>&1", &said) == 0;
    text_done(&said);
    if (!there) printf("  there is no python3: not tried\n");
    return there;
}

static void test_player_in_python(void) {
    if (!has_python()) return;
    check_player("python3 -B " PLAYERS "/player.py", "leduc unicorns --games 2");
    check_player("python3 -B " PLAYERS "/greedy.py", "leduc tictactoe --games 2");
}

/* What can be read of Project L, in the middle of a turn before and after its master action. */
static void test_facts_in_python(void) {
    static const char deal[] =
        " b=0 l=0 r=1 R=13,15,13,15,15,15,15,15,15 WR=W1,W5,W3,W4 BR=B1,B2,B3,B4 WD=27:W6,W7,W8,W9,"
        "W10,W11,W12,W13,W14,W15,W16,W17,W18,W19,W20,W21,W22,W23,W24,W25,W26,W27,W28,W29,W30,W31,"
        "W32/- BD=8:B5,B6,B7,B8,B9,B10,B11,B12,B13,B14,B15,B16,B17,B18,B19,B20/- | P0 s=3 "
        "T=1,0,1,0,0,0,0,0,0 U=W2/1d8e7bf/000000000;-;-;- F=- | P1 s=0 T=1,0,1,0,0,0,0,0,0 "
        "U=-;-;-;- "
        "F=-";
    char line[2000];
    text said = text_growing();
    (void)snprintf(
        line, sizeof line,
        "printf '%%s\\n' mgi 'setoption name Game value projectl' 'position fen ph=N p=0 "
        "a=2 m=0%s' go 'position fen ph=N p=0 a=1 m=1%s' go quit | KIBITZ='" PROGRAM
        "' python3 -B " PLAYERS "/facts.py 2>&1",
        deal, deal);
    if (has_python()) {
        TEST_CHECK_(run(line, &said) == 0, "%s", text_string(&said));
        TEST_CHECK_(strstr(text_string(&said),
                           "action in phase N: 3 points, 2 actions left, master free\n"),
                    "%s", said.at);
        TEST_CHECK_(strstr(text_string(&said),
                           "action in phase N: 3 points, 1 actions left, master used\n"),
                    "%s", said.at);
        TEST_CHECK(strstr(text_string(&said), "\nbestmove "));
    }
    text_done(&said);
}

static void test_player_in_c(void) {
    check_player(PLAYER_IN_C, "connect4 leduc unicorns --games 2");
}

static void test_player_in_shell(void) {
    check_player("sh " PLAYERS "/player.sh", "pig leduc --games 2");
}

TEST_LIST = {{"our_own_program", test_our_own_program}, {"faults", test_faults},
             {"the_command", test_the_command},         {"player_in_python", test_player_in_python},
             {"facts_in_python", test_facts_in_python}, {"player_in_c", test_player_in_c},
             {"player_in_shell", test_player_in_shell}, {NULL, NULL}};
