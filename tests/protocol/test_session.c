#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "tests/support/client.h"
#include "tests/support/pace.h"

/* Sessions under stress: order and liveness, not milliseconds (those are `kibitz bench latency`).
 */

static unsigned count_lines(client *c, const char *prefix, int ms) {
    unsigned n = 0;
    for (char *line; (line = client_next(c, ms)); mem_free(line)) n += text_starts(line, prefix);
    return n;
}

/* isready is answered while the search continues, and the search is not ended by it. */
static void test_isready_while_searching(void) {
    client *c = client_open(false);
    TEST_ASSERT(c != NULL);
    client_send(c, "go infinite");
    for (int i = 0; i < 20; i++) {
        client_send(c, "isready");
        TEST_CHECK(client_skip_to(c, "readyok"));
    }
    client_send(c, "stop");
    TEST_CHECK(client_skip_to(c, "bestmove"));
    TEST_CHECK(count_lines(c, "bestmove", 0) == 0);
    client_close(c);
    TEST_CHECK(mem_live() == 0);
}

/* Every go gets exactly one bestmove, and stops on top of it change nothing. */
static void test_one_bestmove_a_go(void) {
    client *c = client_open(false);
    TEST_ASSERT(c != NULL);
    for (int i = 0; i < PACE(50, 12); i++) {
        client_send(c, i % 3 ? "go nodes 2000" : "go infinite");
        for (int k = 0; k < 20; k++) client_send(c, "stop");
        TEST_CHECK(client_skip_to(c, "bestmove"));
        /* A client that reacts to bestmove never meets busy. */
        client_send(c, "position startpos moves e2e4");
        char *line = client_next(c, 0);
        TEST_CHECK(line == NULL);
        TEST_MSG("after bestmove: %s", line ? line : "");
        mem_free(line);
    }
    session_wait(client_session(c));
    TEST_CHECK(count_lines(c, "bestmove", 0) == 0);
    client_close(c);
}

static void test_a_thousand_stops_while_idle(void) {
    client *c = client_open(false);
    TEST_ASSERT(c != NULL);
    for (int i = 0; i < 1000; i++) client_send(c, "stop");
    char *line = client_next(c, 0);
    TEST_CHECK(line == NULL);
    mem_free(line);
    client_close(c);
}

/* A long game of pig: rolls of 1 pass the turn for ever. */
static void test_ten_thousand_moves(void) {
    enum { MOVES = PACE(10000, 1000) };
    char expected[32];
    (void)snprintf(expected, sizeof expected, "ply %d ", MOVES + 1);
    client *c = client_open(false);
    TEST_ASSERT(c != NULL);
    text line = text_growing();
    text_put(&line, "position startpos moves");
    for (int i = 0; i < MOVES; i++) text_put(&line, " roll !1");
    TEST_ASSERT(!line.cut);
    client_send(c, "setoption name Game value pig");
    client_send(c, text_string(&line));
    client_send(c, "fen");
    char *got = client_next(c, CLIENT_PATIENCE_MS);
    TEST_CHECK(got && strcmp(got, "fen p=0 turn=0 s=0,0 target=100") == 0);
    mem_free(got);
    char undo[32];
    (void)snprintf(undo, sizeof undo, "undo %d", MOVES - 1);
    client_send(c, undo);
    got = client_next(c, CLIENT_PATIENCE_MS);
    TEST_CHECK(got && text_starts(got, expected));
    TEST_MSG("%s", got ? got : "nothing");
    mem_free(got);
    text_done(&line);
    client_close(c);
}

/* A search, an analysis and questions at the same time; then everything is dropped at once. */
static void test_everything_at_once(void) {
    client *c = client_open(false);
    TEST_ASSERT(c != NULL);
    client_send(c, "setoption name Threads value 2");
    client_send(c, "setoption name Hash value 8");
    client_send(c, "go infinite");
    client_send(
        c, "analyze id a every 20 turns all position startpos moves e2e4 e7e5 go movetime 2000");
    client_send(c, "analyze id b priority 9 position startpos go visits 100");
    for (int i = 0; i < 50; i++) {
        client_send(c, "legal");
        client_send(c, "d");
        client_send(c, "eval");
        client_send(c, "status");
    }
    client_send(c, "cancel b");
    client_send(c, "stop");
    TEST_CHECK(client_skip_to(c, "bestmove"));
    client_close(c);
    TEST_CHECK(mem_live() == 0);
}

/* Results of a queue: one final a turn, also when cancelled. */
static void test_cancelled_turns_still_answer(void) {
    client *c = client_open(false);
    TEST_ASSERT(c != NULL);
    client_send(
        c, "analyze id q turns all position startpos moves e2e4 e7e5 g1f3 b8c6 go movetime 30000");
    client_send(c, "cancel q");
    session_wait(client_session(c));
    unsigned finals = 0;
    unsigned cancelled = 0;
    for (char *line; (line = client_next(c, 0)); mem_free(line)) {
        finals += strstr(line, "partial false") != NULL;
        cancelled += text_starts(line, "cancelled id q n 5");
    }
    TEST_CHECK(finals == 5);
    TEST_MSG("%u finals", finals);
    TEST_CHECK(cancelled == 1);
    client_close(c);
}

static void test_perft_can_be_stopped(void) {
    client *c = client_open(false);
    TEST_ASSERT(c != NULL);
    client_send(c, "go perft 30");
    client_send(c, "isready");
    TEST_CHECK(client_skip_to(c, "readyok"));
    client_send(c, "stop");
    TEST_CHECK(client_skip_to(c, "info string error stopped cmd=perft"));
    client_send(c, "bench");
    client_send(c, "stop");
    session_wait(client_session(c));
    client_send(c, "go perft 30");
    client_send(c, "quit");
    TEST_CHECK(client_quit(c));
    client_close(c); /* must not wait for the perft */
    TEST_CHECK(mem_live() == 0);
}

/* The last report before a bestmove, and that line; the caller frees both. Earlier reports come by
 * the clock: how many there are, and after how many visits, is different each time. */
static char *last_report(client *c, char **best) {
    char *last = NULL;
    char *line;
    while ((line = client_next(c, CLIENT_PATIENCE_MS)) && !text_starts(line, "bestmove")) {
        bool report = strstr(line, " pv ") != NULL;
        mem_free(report ? last : line);
        if (report) last = line;
    }
    *best = line;
    return last;
}

/* What seat 1 cannot know makes no difference to its search. */
static void test_same_seed_same_search(void) {
    char *first = NULL;
    char *first_best = NULL;
    for (int i = 0; i < 2; i++) {
        client *c = client_open(false);
        TEST_ASSERT(c != NULL);
        client_send(c, "setoption name Game value leduc");
        client_send(c, i ? "position startpos moves !p1=Q !p2=K"
                         : "position startpos moves !p1=Q !p2=J");
        client_send(c, "setoption name Threads value 1");
        client_send(c, "go visits 300 seed 11");
        char *best;
        char *line = last_report(c, &best);
        TEST_ASSERT(line != NULL && best != NULL);
        if (first) {
            TEST_CHECK(client_fits(line, first) && strcmp(best, first_best) == 0);
            TEST_MSG("%s\n%s\n%s\n%s", first, first_best, line, best);
            mem_free(line);
            mem_free(best);
        } else {
            first = line;
            first_best = best;
        }
        client_close(c);
    }
    mem_free(first);
    mem_free(first_best);
    TEST_CHECK(mem_live() == 0);
}

/* Out of memory anywhere: the session says so or carries on, every go is answered, nothing leaks.
 */
static void one_session_without_memory(uint64_t n) {
    static const char *const lines[] = {
        "uci",
        "setoption name Hash value 1",
        "position startpos moves e2e4 e7e5",
        "legal",
        "go visits 4",
        "view 1",
        "state",
        "d",
        "eval",
        "analyze id x turns all position startpos moves e2e4 go visits 3",
        "play g1f3",
        "load <<X",
        "game quick from chess { end { when turns >= 20 draw } }",
        "X",
        "setoption name Game value leduc",
        "position view 1 startpos moves !p1=J ?p2",
        "chance",
        "go visits 20 exclude raise",
        "perft 2",
        "verify call"};
    client *c = client_open_small();
    TEST_ASSERT(c != NULL);
    mem_fail_at(n);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        client_send(c, lines[i]);
        session_wait(client_session(c));
    }
    mem_fail_at(0);
    client_send(c, "isready");
    TEST_CHECK(client_skip_to(c, "readyok"));
    client_close(c);
    TEST_CHECK(mem_live() == 0);
    TEST_MSG("%zu bytes left after failing allocation %llu", mem_live(), (unsigned long long)n);
}

/* The three numbers after `wdl` in the last line before `bestmove`. */
static void ask_wdl(client *c, const char *place, int wdl[3]) {
    client_send(c, place);
    client_send(c, "go depth 2");
    memset(wdl, 0, 3 * sizeof *wdl);
    for (;;) {
        char *line = client_next(c, 20000);
        TEST_ASSERT(line != NULL);
        char *at = strstr(line, " wdl ");
        if (at) at += strlen(" wdl ");
        for (int i = 0; at && i < 3; i++) {
            char *end;
            wdl[i] = (int)strtol(at, &end, 10);
            TEST_CHECK_(end != at, "%s", line);
            at = end;
        }
        bool over = text_starts(line, "bestmove");
        mem_free(line);
        if (over) break;
    }
    TEST_CHECK_(wdl[0] + wdl[1] + wdl[2] == 1000, "%s: %d %d %d", place, wdl[0], wdl[1], wdl[2]);
    TEST_CHECK(wdl[0] >= 0 && wdl[1] >= 0 && wdl[2] >= 0);
}

/* Chess knows draws: few with all pieces on the board, most where little is left and no one is
 * ahead. Games without that knowledge show none. */
static void test_wdl(void) {
    client *c = client_open_small();
    int start[3];
    int rooks[3];
    int ahead[3];
    int won[3];
    client_send(c, "setoption name Hash value 1");
    client_send(c, "setoption name UCI_ShowWDL value true");
    ask_wdl(c, "position startpos", start);
    ask_wdl(c, "position fen 8/5k2/8/8/8/2K5/4R3/7r w - - 0 1", rooks);
    ask_wdl(c, "position fen 4k3/pppp4/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", ahead);
    ask_wdl(c, "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", won);
    TEST_CHECK_(start[1] > 20 && start[1] < 300, "%d", start[1]);
    TEST_CHECK_(rooks[1] > 500 && abs(rooks[0] - rooks[2]) < 50, "%d", rooks[1]);
    TEST_CHECK_(ahead[0] > 900 && ahead[1] < 50, "%d %d", ahead[0], ahead[1]);
    TEST_CHECK(won[0] == 1000 && won[1] == 0);
    client_send(c, "setoption name Game value connect4");
    ask_wdl(c, "position startpos", start);
    TEST_CHECK(start[1] == 0 && start[0] > 300);
    client_close(c);
}

/* Here and there: enough to see whether threads that are told so late race each other. */
static void test_sometimes_out_of_memory(void) {
    for (uint64_t n = 1; n < 600; n += PACE(29, 97)) one_session_without_memory(n);
}

static void test_out_of_memory(void) {
    uint64_t before = mem_count();
    one_session_without_memory(0);
    uint64_t entire = mem_count() - before;
    TEST_CHECK(entire > 300);
    /* Every allocation at the start, then samples of the rest. */
    for (uint64_t n = 1; n < entire; n += n < 300 ? PACE(1, 31) : PACE(97, 997))
        one_session_without_memory(n);
}

TEST_LIST = {{"isready_while_searching", test_isready_while_searching},
             {"one_bestmove_a_go", test_one_bestmove_a_go},
             {"a_thousand_stops_while_idle", test_a_thousand_stops_while_idle},
             {"ten_thousand_moves", test_ten_thousand_moves},
             {"everything_at_once", test_everything_at_once},
             {"cancelled_turns_still_answer", test_cancelled_turns_still_answer},
             {"perft_can_be_stopped", test_perft_can_be_stopped},
             {"same_seed_same_search", test_same_seed_same_search},
             {"wdl", test_wdl},
             {"sometimes_out_of_memory", test_sometimes_out_of_memory},
             {"out_of_memory", test_out_of_memory},
             {NULL, NULL}};
