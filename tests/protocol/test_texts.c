/* Rules texts through the program: check, dump, and a file where a game is asked for. Output is
 * compared with golden/texts (KIBITZ_UPDATE_GOLDEN=1 writes it again: look at the difference). */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"

typedef struct outcome {
    int code;
    text out; /* both streams */
} outcome;

/* Runs `kibitz WORDS` in the folder of the texts. A look for leaks at the end of every short
 * process takes minutes in sanitizer builds: `leaks` says which of them get one. */
static outcome run_words(const char *words_of_line, bool leaks) {
    outcome o = {.code = -1, .out = text_growing()};
    char command[2000];
    (void)snprintf(command, sizeof command, "cd '%s' && %s '%s' %s 2>&1", DATA_DIR,
                   leaks ? "" : "ASAN_OPTIONS=detect_leaks=0", PROGRAM, words_of_line);
    FILE *from = popen(command, "r"); /* NOLINT: the words are our own */
    TEST_ASSERT(from != NULL);
    char block[4096];
    for (size_t n; (n = fread(block, 1, sizeof block, from)) > 0;) text_putn(&o.out, block, n);
    int how = pclose(from);
    if (WIFEXITED(how)) o.code = WEXITSTATUS(how);
    return o;
}

static void compare(const char *name, const text *now) {
    char path[1024];
    text old;
    error err;
    TEST_ASSERT((size_t)snprintf(path, sizeof path, "%s/%s.txt", GOLDEN_DIR, name) < sizeof path);
    const char *update = getenv("KIBITZ_UPDATE_GOLDEN");
    if (update && strcmp(update, "1") == 0) {
        TEST_CHECK(file_write(path, text_string(now), now->len, &err) == ST_OK);
        return;
    }
    TEST_ASSERT_(file_read(&old, path, 1 << 20, &err) == ST_OK, "%s is there", path);
    TEST_CHECK_(strcmp(text_string(&old), text_string(now)) == 0, "%s is as it was", path);
    TEST_MSG("%s", text_string(now));
    text_done(&old);
}

static void check_golden(const char *name, const char *words_of_line, int code) {
    outcome o = run_words(words_of_line, true);
    TEST_CASE(words_of_line);
    TEST_CHECK_(o.code == code, "exit code %d, expected %d", o.code, code);
    compare(name, &o.out);
    text_done(&o.out);
}

static void check_says(const char *words_of_line, int code, const char *says) {
    outcome o = run_words(words_of_line, false);
    TEST_CASE(words_of_line);
    TEST_CHECK_(o.code == code, "exit code %d, expected %d", o.code, code);
    TEST_CHECK(strstr(text_string(&o.out), says) != NULL);
    TEST_MSG("no \"%s\" in: %.600s", says, text_string(&o.out));
    text_done(&o.out);
}

static void test_check(void) {
    check_golden("check_good", "check texts_good.game --games 30", 0);
    check_golden("check_wrong", "check texts_wrong.game", 1);
    check_says("check texts_wrong.game texts_good.game --games 1", 1, "frogs: ok");
    check_says("check nowhere.game", 3, "cannot open nowhere.game");
    check_says("check", 2, "which file?");
    check_says("check --loud x", 2, "unknown argument --loud");
    check_says("check --help", 0, "usage: kibitz check");
    check_says("check - --games 2 < texts_good.game", 0, "fewfrogs: ok");
}

static void test_dump(void) {
    check_golden("dump_frogs", "dump texts_good.game", 0);
    check_golden("dump_fewfrogs", "dump texts_good.game fewfrogs --player 2 --set size=5", 0);
    check_says("dump chess", 0, "move from white and queen to [ride] ride (any) not in white\n");
    check_says("dump connect4", 2, "connect4 is written in C");
    check_says("dump texts_good.game nofrogs", 2, "there is no game nofrogs");
    check_says("dump chess --player 3", 2, "chess has 2 players");
    check_says("dump texts_wrong.game", 2, "E12: unknown name 'emtpy'");
    check_says("dump", 2, "which file or game?");
}

/* A person with a text can use everything. */
static void test_a_file_is_a_game(void) {
    check_says("perft texts_good.game 2", 0, "Nodes searched: ");
    check_says("perft texts_good.game 2 --turns --noend --set size=4", 0, "Nodes searched: ");
    check_says("perft fewfrogs 1 --rules-file texts_good.game", 0, "Nodes searched: ");
    check_says("--rules-file texts_good.game games", 2, "unknown argument games");
    check_says("games --rules-file texts_good.game", 0, "fewfrogs");
    check_says("games --rules-file", 2, "--rules-file needs a value: --rules-file FILE");
    check_says("games --rules-file texts_wrong.game", 2, "E20: turn has no `else`");
    check_says("games --rules-file nowhere.game", 3, "cannot open nowhere.game");
    check_says("analyze texts_good.game --nodes 500", 0, "Frogs, ply 0, seat 1 to act");
    check_says("analyze texts_wrong.game --nodes 500", 2, "did you mean 'empty'?");
    check_says("analyze texts_good.game --moves a1a9 --nodes 10", 2, "a1a9");
    check_says("play texts_good.game --nodes 50 < /dev/null", 0, "seat 1>");
    check_says("match texts_good.game --engine visits=5 --engine random --games 2", 0, "games");
    check_says("bench --rules-file texts_good.game --game fewfrogs --signature --nodes 100", 0,
               "signature");
}

/* A record names its game; a reader without the text is told so. */
static void test_records(void) {
    char folder[] = "/tmp/kibitz-texts-XXXXXX";
    TEST_ASSERT(mkdtemp(folder) != NULL);
    char line[300];
    (void)snprintf(line, sizeof line,
                   "play texts_good.game --seat 1=random --seat 2=random --seed 3 --save %s/g.txt "
                   "< /dev/null",
                   folder);
    check_says(line, 0, "");
    (void)snprintf(line, sizeof line, "analyze --record %s/g.txt --nodes 10", folder);
    check_says(line, 3, "frogs");
    (void)snprintf(line, sizeof line, "perft 0 --record %s/g.txt --rules-file texts_good.game",
                   folder);
    check_says(line, 0, "Nodes searched: 1\n");
    (void)snprintf(line, sizeof line, "%s/g.txt", folder);
    (void)unlink(line);
    TEST_CHECK(rmdir(folder) == 0);
}

/* The protocol reads files as well. */
static void test_protocol(void) {
    check_says("uci <<'E'\nload texts_good.game\nsetoption name Game value fewfrogs\n"
               "position startpos\nlegal count\nE",
               0, "rules ok name fewfrogs players 2 2 cells 16 hash ");
    check_says("uci <<'E'\nsetoption name RulesPath value texts_good.game;texts_wrong.game\n"
               "getoption name RulesPath\ngame frogs\nE",
               0,
               "info string error bad-syntax cmd=setoption arg=texts_wrong.game:7:23 : E12: "
               "unknown name 'emtpy'; did you mean 'empty'?");
    check_says("uci <<'E'\nsetoption name RulesPath value texts_good.game\n"
               "getoption name RulesPath\nE",
               0, "option-value name RulesPath value texts_good.game\n");
}

TEST_LIST = {{"check", test_check},
             {"dump", test_dump},
             {"a_file_is_a_game", test_a_file_is_a_game},
             {"records", test_records},
             {"protocol", test_protocol},
             {NULL, NULL}};
