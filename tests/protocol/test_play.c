/* `kibitz play` as people script it: through a pipe. The transcripts are in golden/play. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include "engine/base/file.h"
#include "tests/support/transcript.h"

enum { MAX_FILE = 1 << 20 };

static outcome run_words(const char *command, const char *folder, const char *input, size_t len) {
    return transcript_run(transcript_pipe, PROGRAM, command, folder, input, len);
}

static void test_transcripts(void) {
    static const char *const names[] = {
        "connect4",  "pig",          "pig-dice",     "leduc",          "hot-seat",
        "projectl",  "projectl-end", "garbage",      "topaz",          "unicorns",
        "azul",      "chess",        "go",           "peridot-places", "projectl-dice",
        "azul-dice", "setup",        "setup-others", "setup-azul"};
    text why = text_growing();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        TEST_CHECK_(transcript_check(transcript_pipe, PROGRAM, GOLDEN_DIR, names[i], &why), "%s",
                    names[i]);
        if (why.len) TEST_MSG("%s", text_string(&why));
    }
    text_done(&why);
}

/* --- exit codes and files --- */

static void check_code(const char *command, const char *input, int code, const char *says) {
    char folder[TRANSCRIPT_FOLDER];
    outcome o = run_words(command, transcript_make_folder(folder), input, strlen(input));
    TEST_CHECK_(o.code == code, "%s: exit code %d, expected %d", command, o.code, code);
    TEST_CHECK_(strstr(text_string(&o.out), says) != NULL, "%s says %s", command, says);
    TEST_MSG("%s", text_string(&o.out));
    text_done(&o.out);
    TEST_CHECK(transcript_drop_folder(folder));
}

static void test_exit_codes(void) {
    check_code("play connect4 --nodes 50", "", 0, "seat 1> \n");
    check_code("play connect4 --nodes 50 --save end.txt", "d\n", 0, "seat 2 plays ");
    check_code("play parcheesi", "", 2, "");
    /* A log that cannot be written is said, once, and the game continues. */
    check_code("play connect4 --nodes 50 --log nowhere/log.txt", "d\n", 0,
               "the log ends here: cannot write nowhere/log.txt: ");
    check_code("play connect4 --seat 2=human --log log.txt", "d\nx\ne\n", 0, "seat 1> \n");
    check_code("play pig --nodes 50 --ask", "1\n2\n\nAnn\n", 0, "the engine plays)? \n");
    check_code("play pig --nodes 50 --ask", "2\nAnn\nBob\n", 0, "seat 2 human (Bob)");
    check_code("play pig --nodes 50 --ask", "2\nAnn\n\n", 0, "seat 2 auto;");
    check_code("play pig --ask --fen \"p=1 turn=0 s=12,30\"", "", 2, "");
    check_code("play connect4 --names Ann,Bob,Cy", "", 2, "");
    check_code("play connect4 --screen sideways", "", 2, "");
    check_code("play peridot --screen standard", "", 0, "seat 1> \n");
    check_code("play peridot --screen usual", "", 0, "seat 1> \n"); /* the old name */
    check_code("play connect4 --seat 3=auto", "", 2, "");
    check_code("play connect4 --seat 2=frobnicate", "", 2, "");
    check_code("play connect4 --seat two", "", 2, "");
    check_code("play connect4 --seat 2=bot:greedy", "", 2, "");
    check_code("play connect4 --level 11", "", 2, "");
    check_code("play connect4 --loud", "", 2, "");
    /* the examples of `help` are actions of this game */
    check_code("play tictactoe --seat 2=human", "help\n", 0, "\n  a1                 place\n");
    check_code("play --record nowhere.txt", "", 3, "");
    check_code("play --record -", "", 2, "");
    check_code("play connect4 --save nowhere/end.txt", "quit\n", 3, "seat 1> quit\n");
    /* A claim is offered to people and made by engines; it can be taken back. */
#define TWICE "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"
    check_code("play chess --seat 2=random --moves \"" TWICE "\"", "claim\n", 0,
               "seat 1 claims a draw by repetition\n");
    check_code("play chess --seat 2=random --moves \"" TWICE "\"", "claim\nundo\nd2d4\n", 0,
               "seat 2 plays ");
    check_code("play chess --seat 2=random --moves \"" TWICE " g1f3\"", "", 0,
               "seat 2 claims a draw by repetition\n");
    check_code("play chess --seat 2=human", "claim\n", 0, "nothing can be claimed here\n");
    check_code("play chess --seat 2=human", "0000\n", 0, "'0000' is not a move: ");
    check_code("play chess --fen \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"", "", 0,
               "The game is over: a draw by insufficient material.\n");
    check_code("analyze chess --nodes 50 --moves \"" TWICE "\"", "", 0,
               "A draw by repetition can be claimed.");
    check_code("analyze chess --nodes 50 --all --moves \"" TWICE " e2e4\"", "", 0, "  e4  ");
    check_code("perft chess 1 --fen \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"", "", 0, "searched: 5");
    check_code("analyze nowhere.txt", "", 3, "");
    check_code("analyze connect4 --moves \"d e\" --all --nodes 100 --algo random", "", 2, "");
    check_code("analyze connect4 --moves \"d e\" --all --nodes 100 --annotate no/x", "", 3, "ply");
}

/* Chess notation, typed and shown. */
static void test_chess_notation(void) {
    check_code("analyze chess --nodes 50 --notation uci --all --moves \"" TWICE " e4\"", "", 0,
               "e2e4");
    check_code("analyze chess --nodes 50 --moves \"1. e4 e5 2. Nf3 Nc6 3. Bb5\"", "", 0, "\n 1 ");
    check_code("analyze chess --nodes 50 --notation french", "", 2, "");
    check_code("play chess --seat 2=human", "Nd2\nwhy e2e5\nlegal Nf\n", 0, "Nd2: ");
    check_code("play chess --seat 2=human", "e4\nlegal e\n", 0, "  e5    ");
    check_code("play chess --seat 2=human --notation uci", "e4\nlegal e\n", 0, "  e7e5  ");
}

static void test_ends_in_words(void) {
    check_code("play chess --seat 2=human --moves \"f3 e5 g4 Qh4\"", "", 0,
               "The game is over: checkmate, seat 2 wins.\n");
    check_code("play chess --fen \"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1\" --seat 2=human", "", 0,
               "The game is over: stalemate, a draw.\n");
    check_code("play go --set size=5 --seat 2=human --moves \"c3 pass pass\"", "", 0,
               "The game is over: seat 1 wins by 17.5 points.\n");
    check_code("play go --set size=5 --set komi=25 --seat 2=human --moves \"c3 pass pass\"", "", 0,
               "The game is over: equal points, a draw.\n");
    check_code("play othello --seat 1=random --seed 3 --seat 2=random", "", 0,
               "The game is over: seat 2 wins by 30 points.\n");
    check_code("play clobber --seat 1=random --seed 5 --seat 2=random", "", 0,
               "The game is over: black cannot move, seat 1 wins.\n");
    check_code("play crazyhouse --seat 2=human --moves \"e4 d5 Bb5\"", "", 0,
               "    black to move, in check\n");
    /* Castling is castling, also where the king takes its rook. */
    check_code("play chess960 --seat 2=human --fen \"4k3/8/8/8/8/8/8/4K2R w H - 0 1\"", "legal O\n",
               0, "  O-O                     castling kingside\n");
    check_code("play chess --seat 2=human --fen \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"", "why e1c1\n",
               0, "O-O-O is legal: castling queenside\n");
    check_code("analyze go --set komi=7.25", "", 2, "");
}

/* A position in many spellings, as JSON, and as one seat knows it. */
static void test_positions(void) {
    check_code("analyze connect4 --json --nodes 50", "", 0,
               "{\"type\":\"position\",\"game\":\"connect4\",\"ply\":0,\"seat\":1,\"fen\":\"");
    check_code("analyze chess --json --moves \"f3 e5 g4\" --depth 2 --multipv 1", "", 0,
               "\"lines\":[{\"action\":\"d8h4\",\"san\":\"Qh4#\",\"values\":[0.0000,1.0000],"
               "\"score\":{\"mate\":1},");
    check_code("analyze chess --json --moves \"f3 e5 g4 Qh4\"", "", 0, "\"over\":true,");
    check_code("analyse chess --moves \"f3 e5 g4\" --movetime 50ms --multi-pv 1", "", 0,
               "   mate in 1   Qh4#\n");
    check_code("analyze chess --moves \"e4 e5 Nf3 Nc6 Bb5\" --nodes 50", "", 0,
               "\nC60 Ruy Lopez\n");
    check_code("analyze chess --time 5x", "", 2, "");
    check_code("analyze connect4 --nodes 50 --out x.txt", "", 2, "");
    /* From what one seat knows, as it saw it. */
    check_code("analyze leduc --view 1 --moves \"!p1=J ?p2\" --nodes 500", "", 0,
               "seat 1 to act, as it sees the game\n\n> seat 1  J   1 in\n  seat 2  ?   1 in\n");
    check_code("analyze leduc --view 1 --fen \"p=0 hands=J,? board=- pot=1,1 bets=-\" --json "
               "--nodes 500",
               "", 0, "\"seat\":1,\"view\":1,\"fen\":\"p=0 hands=J,? board=- pot=1,1 bets=-\"");
    check_code("analyze leduc --view 2 --moves \"?p1 !p2=K\"", "", 2, "");
    check_code("analyze leduc --view 3", "", 2, "");
    check_code("analyze leduc --view 1 --all --moves \"!p1=J !p2=K\"", "", 2, "");
    check_code("play chess --seat 2=human", "e4\nfen\n", 0,
               "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n");
    check_code("play chess --seat 2=human", "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nO-O\nfen x\n", 0,
               "  1  .  .  .  .  .  R  K  . ");
    check_code("play leduc --dice --seat 2=human", "p1=J\np2=K\nfen\n", 0,
               "\np=0 hands=J,? board=- pot=1,1 bets=-\n");
}

static void check_lacks(const char *command, const char *word) {
    char folder[TRANSCRIPT_FOLDER];
    outcome o = run_words(command, transcript_make_folder(folder), "", 0);
    TEST_CHECK_(o.code == 0 && strstr(text_string(&o.out), word) == NULL, "%s says %s", command,
                word);
    TEST_MSG("%s", text_string(&o.out));
    text_done(&o.out);
    TEST_CHECK(transcript_drop_folder(folder));
}

/* Won and lost lines say how far the end is; visits are for searches that have them, points for
 * games and lines that do. */
static void test_tables(void) {
#define LOST_AND_WON "analyze connect4 --moves \"b b b d c a g g e g c a c e f c g\" --lines 7 "
    check_code(LOST_AND_WON "--algo solve", "", 0,
               " 1 d                 0.0 %  100.0 %   mate in 12 ");
    check_code(LOST_AND_WON "--algo solve", "", 0, "  mated in 3   ");
    check_lacks(LOST_AND_WON "--algo solve", "visits");
    check_lacks("analyze connect4 --algo alphabeta --nodes 1000", "visits");
    check_code("analyze connect4 --algo alphabeta --nodes 1000", "", 0, "        score   line\n");
    check_code("analyze connect4 --algo mcts --nodes 1000", "", 0,
               "  at least     visits   line\n");
    check_code("analyze azul --seed 1 --nodes 1000", "", 0, "  pts 1  pts 2  at least ");
}

/* What is saved at the end of input can be looked back on, and is kept apart from its remarks. */
static void test_saved_games_are_records(void) {
    char folder[TRANSCRIPT_FOLDER];
    char path[128];
    text data;
    (void)transcript_make_folder(folder);
    static const char game[] = "d\nd\nd\n";
    outcome o = run_words("play connect4 --seat 2=random --seed 4 --save game.txt", folder, game,
                          strlen(game));
    TEST_CHECK(o.code == 0);
    text_done(&o.out);
    o = run_words("analyze game.txt --nodes 500 --json --annotate again.txt", folder, "", 0);
    TEST_CHECK(o.code == 0 &&
               text_starts(text_string(&o.out), "{\"type\": \"decision\", \"ply\": 1,"));
    TEST_CHECK(strstr(text_string(&o.out), "\"type\": \"end\", \"events\": 6, \"judged\": 6") !=
               NULL);
    text_done(&o.out);
    (void)snprintf(path, sizeof path, "%s/again.txt", folder);
    TEST_ASSERT(file_read(&data, path, MAX_FILE, NULL) == ST_OK);
    TEST_CHECK(strstr(text_string(&data), "\nseats: human random\n") != NULL);
    TEST_CHECK(strstr(text_string(&data), "\nd ; {\"value\": ") != NULL);
    text_done(&data);
    /* And the remarks do not keep it from being played on. */
    o = run_words("play --record again.txt --seat 2=random --seed 4", folder, "moves\n", 6);
    TEST_CHECK(o.code == 0 && strstr(text_string(&o.out),
                                     "   5  seat 1  d (drop in column d, to row 3)\n") != NULL);
    TEST_MSG("%s", text_string(&o.out));
    text_done(&o.out);
    TEST_CHECK(transcript_drop_folder(folder));
}

static void put(const char *folder, const char *name, const char *content) {
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    TEST_ASSERT(file_write(path, content, strlen(content), NULL) == ST_OK);
}

static bool has(const char *folder, const char *name, const char *content) {
    char path[128];
    text data;
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    bool same = file_read(&data, path, MAX_FILE, NULL) == ST_OK &&
                strncmp(text_string(&data), content, strlen(content)) == 0;
    text_done(&data);
    return same;
}

static bool contains(const char *folder, const char *name, const char *content) {
    char path[128];
    text data;
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    bool some = file_read(&data, path, MAX_FILE, NULL) == ST_OK &&
                strstr(text_string(&data), content) != NULL;
    text_done(&data);
    return some;
}

static void check_in(const char *folder, const char *command, const char *input, int code,
                     const char *says) {
    outcome o = run_words(command, folder, input, strlen(input));
    TEST_CHECK_(o.code == code, "%s: exit code %d, expected %d", command, o.code, code);
    TEST_CHECK_(strstr(text_string(&o.out), says) != NULL, "%s says %s", command, says);
    TEST_MSG("%s", text_string(&o.out));
    text_done(&o.out);
}

/* Files of others stay as they are without --force; our own are kept as FILE~. */
static void test_files_of_others(void) {
    char folder[TRANSCRIPT_FOLDER];
    (void)transcript_make_folder(folder);
    put(folder, "note.txt", "my notes\n");
    check_in(folder, "play connect4 --save note.txt", "", 3, "");
    check_in(folder, "play connect4 --log note.txt", "", 3, "");
    check_in(folder, "play connect4", "save note.txt\n", 0, "was not written by kibitz");
    check_in(folder, "analyze connect4 --moves \"d e\" --all --nodes 50 --annotate note.txt", "", 3,
             "");
    TEST_CHECK(has(folder, "note.txt", "my notes\n") && !has(folder, "note.txt~", ""));
    check_in(folder, "play connect4", "save --force note.txt\n", 0, "saved as note.txt");
    TEST_CHECK(has(folder, "note.txt", "game: connect4\n"));
    TEST_CHECK(has(folder, "note.txt~", "my notes\n"));
    check_in(folder, "play pig --log note.txt", "", 0, "seat 1> ");
    TEST_CHECK(has(folder, "note.txt", "game: pig\n"));
    TEST_CHECK(has(folder, "note.txt~", "game: connect4\n"));
    /* A log in the game's own form is ours, too. */
    check_in(folder, "play azul --seed 1 --log note.txt", "", 0, "");
    check_in(folder, "play azul --seed 1 --save note.txt", "", 0, "");
    check_in(folder, "play azul --seed 1 --save note.txt", "", 0, "");
    put(folder, "foreign.log", "x\n");
    check_in(folder, "play connect4 --log foreign.log --force", "", 0, "seat 1> ");
    TEST_CHECK(has(folder, "foreign.log", "game: connect4\n"));
    TEST_CHECK(transcript_drop_folder(folder));
}

/* Files of games as others write them: which one, what is said of it, and the way back. */
static void test_games_of_others(void) {
    char folder[TRANSCRIPT_FOLDER];
    (void)transcript_make_folder(folder);
    put(folder, "two.pgn",
        "[Event \"First\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"0-1\"]\n\n"
        "1. f3 {odd} e5 (1... d5 2. e4 (2. d4 Nf6) 2... dxe4) 2. g4 Qh4# 0-1\n\n"
        "[White \"Cy\"]\n[Black \"Dee\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n");
    check_in(folder, "analyze two.pgn --nodes 300", "", 0, "Game 1 of 2: Ann - Ben, First\n");
    check_in(folder, "analyze two.pgn --nodes 300", "", 0,
             "two.pgn has 2 games: this is the first. --game N chooses another, --game all");
    check_in(folder, "analyze two.pgn --nodes 300 --game 2", "", 0, "Opening: C60 Ruy Lopez\n");
    check_in(folder, "analyze two.pgn --nodes 300 --game 3", "", 2, "");
    check_in(folder, "analyze two.pgn --nodes 300 --game 2 --json", "", 0,
             "{\"type\": \"game\", \"number\": 2, \"of\": 2, \"events\": 5, \"White\": \"Cy\"");
    check_in(folder, "analyze two.pgn --nodes 300 --game all --out out.pgn", "", 0, "Game 2 of 2");
    TEST_CHECK(has(folder, "out.pgn", "[Event \"First\"]\n"));
    /* A mate has its distance, as it is after the move. */
    check_in(folder, "analyze two.pgn --nodes 3000 --out mate.pgn", "", 0, "");
    TEST_CHECK(contains(folder, "mate.pgn", "2. g4 $4 {[%eval #-1] "));
    check_in(folder, "analyze out.pgn --nodes 300 --game 2 --out out.pgn", "", 0, "Game 2 of 2");
    TEST_CHECK(has(folder, "out.pgn~", "[Event \"First\"]\n")); /* ours: replaced, and kept */
    check_in(folder, "analyze two.pgn --nodes 300 --out two.pgn", "", 3, "");
    check_in(folder, "play chess --record two.pgn --game 2 --seat 2=human", "moves\n", 0,
             "\nOpening: C60 Ruy Lopez\n");
    check_in(folder, "play chess --load two.pgn --game all", "", 2, "");
    check_in(folder, "play chess --seat 2=human", "replay two.pgn 2\nnext 2\n", 0,
             "game 2 of 2 (a number after the name of the file chooses another)\n");
    check_in(folder, "play chess --seat 2=human --names A,B --save game.pgn", "e4\ne5\n", 0, "");
    TEST_CHECK(has(folder, "game.pgn", "[Event \"kibitz play\"]\n"));
    /* What the engine thought, and its clock; the last move mates and needs neither number. */
    check_in(folder, "play chess --moves f3 --seat \"2=alphabeta tc=600 nodes=300\" --save a.pgn",
             "", 0, "");
    TEST_CHECK(contains(folder, "a.pgn", " {[%eval ") && contains(folder, "a.pgn", "[%clk 0:09:5"));
    check_in(folder, "play chess --moves \"f3 e5\" --seat \"2=alphabeta nodes=3000\" --save b.pgn",
             "g4\n", 0, "checkmate");
    TEST_CHECK(contains(folder, "b.pgn", "1. f3 e5 2. g4 Qh4# 0-1"));
    check_in(folder, "play go --seat 2=human --names A,B --save game.sgf", "c3\npass\n", 0, "");
    TEST_CHECK(has(folder, "game.sgf", "(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]EV[kibitz play]DT["));
    check_in(folder, "play connect4 --save game.pgn", "", 2, "");
    check_in(folder, "play connect4", "save x.sgf\n", 0,
             "Connect Four is not written in SGF, which is for go and hex");
    put(folder, "bad.pgn", "[White \"x\"]\n\n1. e4 e5 2. Ke3 *\n");
    check_in(folder, "analyze bad.pgn --nodes 50", "", 2, "");
    check_in(folder, "play chess", "load bad.pgn\n", 0, "line 3, column 13: Ke3: ");
    check_in(folder, "match chess --engine \"name=a random\" --engine random --games 2 --pgn m.pgn",
             "", 0, "result a ");
    TEST_CHECK(has(folder, "m.pgn", "[Event \"kibitz match\"]\n"));
    check_in(folder, "analyze m.pgn --nodes 1 --json --game 2", "", 0, "\"Black\": \"a\"");
    check_in(folder, "match pig --engine \"name=a random\" --engine random --pgn x.pgn", "", 2, "");
    TEST_CHECK(transcript_drop_folder(folder));
}

/* A file that tells no game, or another one than was named. */
static void test_contradictions(void) {
    char folder[TRANSCRIPT_FOLDER];
    (void)transcript_make_folder(folder);
    put(folder, "empty.txt", "");
    put(folder, "blank.txt", "\n\n");
    check_in(folder, "analyze empty.txt --nodes 50", "", 2, "");
    check_in(folder, "analyze blank.txt --nodes 50", "", 2, "");
    check_in(folder, "play chess --record empty.txt", "", 2, "");
    check_in(folder, "play connect4 --save c4.rec", "", 0, "");
    check_in(folder, "analyze go c4.rec --nodes 50", "", 2, "");
    check_in(folder, "play chess --record c4.rec", "", 2, "");
    check_in(folder, "play connect4 --record c4.rec", "", 0, "seat 1> ");
    check_in(folder, "play connect4", "load empty.txt\n", 0, "empty.txt is empty: it has no game");
    /* Nothing was decided: nothing is accurate. */
    check_in(folder, "analyze c4.rec --nodes 50", "", 0,
             "   1          0       0           -      -    -    -       -\n");
    check_in(folder, "analyze c4.rec --nodes 50 --json", "", 0, "\"accuracy\": null");
    TEST_CHECK(transcript_drop_folder(folder));
}

/* What a log holds is there when the game is not over yet, and plays on as a record. */
static void test_logs_are_records(void) {
    char folder[TRANSCRIPT_FOLDER];
    char path[128];
    text data;
    (void)transcript_make_folder(folder);
    outcome o = run_words("play connect4 --seed 3 --seat 2=human --log log.txt", folder,
                          "d\nx\ne\nundo\nf\nquit\n", 19);
    TEST_CHECK(o.code == 0);
    text_done(&o.out);
    (void)snprintf(path, sizeof path, "%s/log.txt", folder);
    TEST_ASSERT(file_read(&data, path, MAX_FILE, NULL) == ST_OK);
    TEST_CHECK(strcmp(text_string(&data),
                      "game: connect4\nseats: human human\nseed: 3\nplayers: 2\n"
                      "\nd\n# seat 2 tried x\nf\n") == 0);
    TEST_MSG("%s", text_string(&data));
    text_done(&data);
    /* A second game has a second log. */
    o = run_words("play connect4 --seed 3 --seat 2=human --log log.txt", folder, "a\nnew\nb\n", 8);
    TEST_CHECK(o.code == 0);
    text_done(&o.out);
    TEST_ASSERT(file_read(&data, path, MAX_FILE, NULL) == ST_OK);
    TEST_CHECK(strstr(text_string(&data), "\n\na\n") != NULL);
    text_done(&data);
    (void)snprintf(path, sizeof path, "%s/log.txt.2", folder);
    TEST_ASSERT(file_read(&data, path, MAX_FILE, NULL) == ST_OK);
    TEST_CHECK(strstr(text_string(&data), "\n\nb\n") != NULL);
    text_done(&data);
    o = run_words("play --record log.txt --seat 2=human", folder, "moves\n", 6);
    TEST_CHECK(o.code == 0 && strstr(text_string(&o.out),
                                     "   1  seat 1  a (drop in column a, to row 1)\n") != NULL);
    text_done(&o.out);
    TEST_CHECK(transcript_drop_folder(folder));
}

/* Without a name every game has a file of its own, also where two tables begin at once. */
static void test_logs_without_a_name(void) {
    char folder[TRANSCRIPT_FOLDER];
    error err;
    (void)transcript_make_folder(folder);
    for (int i = 0; i < 2; i++) {
        outcome o = run_words(i ? "play connect4 --seat 2=human --log"
                                : "play --log --seat 2=human connect4",
                              folder, "a\nnew\nb\n", 8);
        TEST_CHECK(o.code == 0 && strstr(text_string(&o.out), "the log is connect4-2") != NULL);
        TEST_MSG("%s", text_string(&o.out));
        text_done(&o.out);
    }
    file_names files = {0};
    TEST_CHECK(file_list(&files, folder, ".log", 20, &err) == ST_OK);
    TEST_CHECK_(files.count == 4, "%d files", (int)files.count);
    for (size_t i = 0; i < files.count; i++) {
        text data;
        TEST_ASSERT(file_read(&data, files.at[i], MAX_FILE, NULL) == ST_OK);
        TEST_CHECK(strstr(text_string(&data), "\n\na\n") || strstr(text_string(&data), "\n\nb\n"));
        text_done(&data);
        (void)remove(files.at[i]);
    }
    file_names_done(&files);
    TEST_CHECK(transcript_drop_folder(folder));
}

/* Who played is in the record, and sits down again with it. */
static void test_names_in_records(void) {
    char folder[TRANSCRIPT_FOLDER];
    (void)transcript_make_folder(folder);
    outcome o =
        run_words("play connect4 --seat 2=human --names Ann,Bob --save game.txt", folder, "d\n", 2);
    TEST_CHECK(o.code == 0);
    text_done(&o.out);
    o = run_words("play --record game.txt --seat 2=human", folder, "", 0);
    TEST_CHECK(o.code == 0 && strstr(text_string(&o.out), "\nBob> \n") != NULL);
    TEST_MSG("%s", text_string(&o.out));
    text_done(&o.out);
    o = run_words("play --record game.txt --seat 2=human --names Cy,Dee", folder, "", 0);
    TEST_CHECK(o.code == 0 && strstr(text_string(&o.out), "\nDee> \n") != NULL);
    text_done(&o.out);
    TEST_CHECK(transcript_drop_folder(folder));
}

TEST_LIST = {{"transcripts", test_transcripts},
             {"exit_codes", test_exit_codes},
             {"chess_notation", test_chess_notation},
             {"ends_in_words", test_ends_in_words},
             {"positions", test_positions},
             {"tables", test_tables},
             {"saved_games_are_records", test_saved_games_are_records},
             {"files_of_others", test_files_of_others},
             {"games_of_others", test_games_of_others},
             {"contradictions", test_contradictions},
             {"logs_are_records", test_logs_are_records},
             {"logs_without_a_name", test_logs_without_a_name},
             {"names_in_records", test_names_in_records},
             {NULL, NULL}};
