#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <unistd.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "lib/catalogue.h"
#include "tests/support/client.h"
#include "tests/support/pace.h"
#include "tests/support/toy_game.h"

/* The order of lines under stress, and what every `go` is owed: one `bestmove`, whatever else comes
 * and whatever fails. The plain cases are in order.dialog. */

/* --- sent without waiting --- */

/* Moves of the answers to come, in order; true if each is one of a list and there are no more. */
static bool next_moves(client *c, const char *const *moves, size_t n) {
    for (size_t i = 0; i < n;) {
        char *line = client_next(c, 20000);
        bool answer = line && text_starts(line, "bestmove ");
        bool right = answer && text_starts(line + strlen("bestmove "), moves[i]);
        if (answer && !right) TEST_MSG("expected %s, got %s", moves[i], line);
        bool missing = !line;
        mem_free(line);
        if (missing || (answer && !right)) return false;
        i += answer;
    }
    session_wait(client_session(c));
    bool more = false;
    for (char *line; (line = client_next(c, 0)); mem_free(line))
        more |= text_starts(line, "bestmove");
    return !more;
}

/* Every move of an analysis with polyglot: the position of the running search, and the next. */
static void test_stop_position_go(void) {
    static const char *const moves[] = {"e2e4", "e7e5"};
    client *c = client_open_small();
    TEST_ASSERT(c != NULL);
    client_send(c, "setoption name Hash value 1");
    for (int i = 0; i < PACE(80, 10); i++) {
        client_post(c, "position startpos");
        client_post(c, "go infinite searchmoves e2e4");
        if (i % 2) client_post(c, "isready");
        client_post(c, "stop");
        client_post(c, "position startpos moves e2e4");
        client_post(c, i % 3 ? "go nodes 50 searchmoves e7e5" : "go infinite searchmoves e7e5");
        if (i % 3 == 0) client_post(c, "stop");
        TEST_CHECK(next_moves(c, moves, 2));
    }
    client_close(c);
    TEST_CHECK(mem_live() == 0);
}

/* No words between: a queue of searches, each of another position. */
static void test_many_gos(void) {
    static const char *const moves[] = {"a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6"};
    client *c = client_open_small();
    TEST_ASSERT(c != NULL);
    client_send(c, "setoption name Hash value 1");
    text line = text_growing();
    text_put(&line, "position startpos moves");
    for (int i = 0; i < 6; i++) {
        char go[64];
        client_post(c, text_string(&line));
        (void)snprintf(go, sizeof go, "go nodes 30 searchmoves %s", moves[i]);
        client_post(c, go);
        text_format(&line, " %s", moves[i]);
    }
    TEST_CHECK(next_moves(c, moves, 6));
    text_done(&line);
    client_close(c);
}

/* Where steps are slow a few stand for all: in C, on the kit, hidden, with chance, from a text. */
static bool is_asked(const char *name) {
    static const char *const few[] = {"azul", "topaz", "leduc", "pig", "chess"};
    bool is = PACE(true, false);
    for (size_t i = 0; i < sizeof few / sizeof *few; i++) is |= strcmp(few[i], name) == 0;
    return is;
}

/* A search that was stopped before it began has a move, in every game there is. */
static void test_stopped_before_it_began(void) {
    client *c = client_open(false);
    TEST_ASSERT(c != NULL);
    unsigned games = 0;
    unsigned answered = 0;
    client_send(c, "setoption name Hash value 1");
    for (game_list g = catalogue_games(); *g; g++) {
        char line[128];
        if (!is_asked((*g)->name)) continue;
        games++;
        (void)snprintf(line, sizeof line, "setoption name Game value %s", (*g)->name);
        client_post(c, line);
        client_post(c, "position startpos seed 1");
        client_post(c, "go infinite algo random");
        client_post(c, "go infinite");
        client_post(c, "go wtime 60000 btime 60000");
        client_post(c, "stop");
        session_wait(client_session(c));
    }
    for (char *got; (got = client_next(c, 0)); mem_free(got)) {
        answered += text_starts(got, "bestmove");
        TEST_CHECK(!text_starts(got, "bestmove (none)"));
        TEST_CHECK(!text_starts(got, "info string error"));
        TEST_MSG("%s", got);
    }
    TEST_CHECK(games >= PACE(51, 5) && answered == 3 * games);
    TEST_MSG("%u answers in %u games", answered, games);
    client_close(c);
}

/* --- a full queue --- */

static void test_a_thousand_lines(void) {
    enum { SHARE = PACE(2, 40) }; /* of the lines before `quit` that are searches */
    client *c = client_open_small();
    TEST_ASSERT(c != NULL);
    unsigned sent = 0;
    client_send(c, "setoption name Hash value 1");
    client_send(c, "go infinite");
    for (; !session_full(client_session(c)) && sent < 2000; sent++) client_post(c, "undo x");
    TEST_CHECK(sent == 1000);
    /* What is obeyed at once needs no place. */
    client_post(c, "isready");
    TEST_CHECK(client_skip_to(c, "readyok"));
    client_post(c, "stop");
    TEST_CHECK(client_skip_to(c, "bestmove"));
    session_wait(client_session(c));
    unsigned answers = 0;
    for (char *line; (line = client_next(c, 0)); mem_free(line))
        answers += text_starts(line, "info string error bad-syntax cmd=undo");
    TEST_CHECK(answers == sent);
    /* A quit that finds it full. */
    client_send(c, "go infinite");
    for (sent = 0; !session_full(client_session(c)); sent++)
        client_post(c, sent % SHARE == 0 ? "go nodes 1" : "perft 9");
    client_post(c, "quit");
    TEST_CHECK(client_quit(c));
    session_wait(client_session(c));
    answers = 0;
    for (char *line; (line = client_next(c, 0)); mem_free(line)) {
        answers += text_starts(line, "bestmove ");
        TEST_CHECK(!text_starts(line, "Nodes searched"));
    }
    TEST_CHECK(answers == 1 + (sent + SHARE - 1) / SHARE);
    TEST_MSG("%u answers to %u lines", answers, sent);
    client_close(c);
    TEST_CHECK(mem_live() == 0);
}

/* --- the thread that hands lines in runs no rules --- */

static mtx_t gate_lock;
static cnd_t gate_opens;
static bool gate_open, at_gate;

static void wait_at_gate(const rules *r, void *s, trail *t, action a) {
    (void)mtx_lock(&gate_lock);
    at_gate = true;
    (void)cnd_broadcast(&gate_opens);
    while (!gate_open) (void)cnd_wait(&gate_opens, &gate_lock);
    (void)mtx_unlock(&gate_lock);
    toy_game.apply(r, s, t, a);
}

typedef struct heard {
    mtx_t lock;
    unsigned moves, nones, notes, answers;
} heard;

static void hear(void *ctx, const char *line) {
    heard *h = ctx;
    (void)mtx_lock(&h->lock);
    h->moves += text_starts(line, "bestmove") || text_starts(line, "{\"type\":\"bestmove\"");
    h->nones += text_starts(line, "bestmove (none)");
    h->notes += strcmp(line, "info string nothing to stop") == 0;
    h->answers += text_starts(line, "fen ");
    (void)mtx_unlock(&h->lock);
}

static session_config config_of(game_list games) {
    return (session_config){.games = games,
                            .book = catalogue_registry(),
                            .version = "0",
                            .commit = "",
                            .compiler = "",
                            .features = ""};
}

/* Rules that take for ever: lines are taken all the same, and obeyed when it is their turn. */
static void test_rules_that_hang(void) {
    game slow = toy_game;
    slow.apply = wait_at_gate;
    const game *games[] = {&slow, NULL};
    session_config config = config_of(games);
    output *o;
    session *s;
    heard h = {.moves = 0};
    (void)mtx_init(&gate_lock, mtx_plain);
    (void)cnd_init(&gate_opens);
    (void)mtx_init(&h.lock, mtx_plain);
    TEST_ASSERT(output_to_sink(&o, hear, &h) == ST_OK);
    TEST_ASSERT(session_create(&s, &config, o, NULL) == ST_OK);
    (void)session_line(s, "debug on");
    (void)session_line(s, "position startpos moves r");
    (void)mtx_lock(&gate_lock);
    while (!at_gate) (void)cnd_wait(&gate_opens, &gate_lock);
    (void)mtx_unlock(&gate_lock);
    /* From here on the position is being read. */
    (void)session_line(s, "stop");
    (void)mtx_lock(&h.lock);
    TEST_CHECK(h.notes == 1);
    (void)mtx_unlock(&h.lock);
    (void)session_line(s, "fen");
    (void)session_line(s, "position startpos");
    (void)session_line(s, "go infinite");
    (void)session_line(s, "stop");
    (void)session_line(s, "go infinite");
    TEST_CHECK(!session_line(s, "quit"));
    TEST_CHECK(h.answers == 0 && h.moves == 0);
    (void)mtx_lock(&gate_lock);
    gate_open = true;
    (void)cnd_broadcast(&gate_opens);
    (void)mtx_unlock(&gate_lock);
    session_destroy(s);
    TEST_CHECK(h.notes == 1 && h.answers == 1 && h.moves == 2 && h.nones == 0);
    TEST_MSG("%u notes, %u answers, %u moves, %u of them none", h.notes, h.answers, h.moves,
             h.nones);
    output_close(o, 0);
    mtx_destroy(&h.lock);
    cnd_destroy(&gate_opens);
    mtx_destroy(&gate_lock);
    TEST_CHECK(mem_live() == 0);
}

/* --- an analysis owns what it needs --- */

/* The final result of analysis b, asked in connect4, after the session went on to `other`. */
static char *result_of_b(const char *other) {
    client *c = client_open_small();
    TEST_ASSERT(c != NULL);
    char change[64];
    char *found = NULL;
    (void)snprintf(change, sizeof change, "setoption name Game value %s", other);
    client_post(c, "setoption name Hash value 1");
    client_post(c, "setoption name Seed value 5");
    client_post(c, "setoption name Game value connect4");
    client_post(c, "analyze id a position startpos go nodes 30000");
    client_post(c, "analyze id b position startpos moves d go nodes 3000");
    client_post(c, change);
    client_post(c, "setoption name Seed value 6");
    client_post(c, "setoption name Algorithm value random");
    client_post(c, "setoption name MultiPV value 3");
    session_wait(client_session(c));
    for (char *line; (line = client_next(c, 0)); mem_free(line))
        if (!found && text_starts(line, "result id b turn 1 partial false"))
            found = mem_string(line);
    client_close(c);
    return found;
}

static void test_an_analysis_owns_what_it_needs(void) {
    char *same = result_of_b("connect4");
    char *other = result_of_b("chess");
    TEST_ASSERT(same && other);
    TEST_CHECK(client_fits(other, same));
    TEST_MSG("%s\n%s", same, other);
    mem_free(same);
    mem_free(other);
    TEST_CHECK(mem_live() == 0);
}

/* --- without memory --- */

/* A session that reads these lines through a pipe, with the n-th allocation failing: `gos` answers
 * come, whatever it is that fails. False when n is beyond all allocations. */
static bool answers_without(const char *lines, bool json, unsigned gos, uint64_t n) {
    heard h = {.moves = 0};
    /* A small text: it is compiled for every session and every position. */
    const game *games[] = {game_find(catalogue_games(), "tictactoe"), NULL};
    session_config config = config_of(games);
    config.json = json;
    output *o;
    session *s;
    int ends[2];
    size_t live = mem_live();
    (void)mtx_init(&h.lock, mtx_plain);
    TEST_ASSERT(pipe(ends) == 0);
    TEST_ASSERT(write(ends[1], lines, strlen(lines)) == (ssize_t)strlen(lines));
    (void)close(ends[1]);
    TEST_ASSERT(output_to_sink(&o, hear, &h) == ST_OK);
    TEST_ASSERT(session_create(&s, &config, o, NULL) == ST_OK);
    uint64_t before = mem_count();
    mem_fail_at(n);
    int code = session_loop(s, o, ends[0]);
    bool reached = mem_count() - before >= n;
    mem_fail_at(0);
    session_destroy(s);
    output_close(o, 0);
    (void)close(ends[0]);
    mtx_destroy(&h.lock);
    TEST_CHECK(h.moves == (code ? 0 : gos));
    TEST_MSG("allocation %llu: %u answers to %u searches", (unsigned long long)n, h.moves, gos);
    TEST_CHECK(mem_live() == live);
    return reached;
}

static void test_every_go_without_memory(void) {
    static const char plain[] = "setoption name Hash value 1\n"
                                "go nodes 20 searchmoves a1 b2\n"
                                "position startpos moves a1 b2\n"
                                "go nodes 20\n";
    static const char objects[] = "{\"id\":1,\"line\":\"setoption name Hash value 1\"}\n"
                                  "{\"id\":2,\"line\":\"go nodes 20\"}\n"
                                  "{\"id\":3,\"line\":\"position startpos moves b2\"}\n"
                                  "{\"id\":4,\"line\":\"go nodes 20\"}\n";
    uint64_t step = PACE(1, 13);
    uint64_t n = 1;
    while (n < 5000 && answers_without(plain, false, 2, n)) n += step;
    TEST_CHECK(n > 20 && n < 5000);
#ifndef KIBITZ_JANSSON
    (void)objects;
    return; /* no requests in JSON */
#endif
    n = 1;
    while (n < 5000 && answers_without(objects, true, 2, n)) n += step;
    TEST_CHECK(n > 20 && n < 5000);
}

/* The same with a long line, which grows while it is read. */
static void test_a_long_go_without_memory(void) {
    text lines = text_growing();
    text_put(&lines, "setoption name Hash value 1\ngo nodes 20 searchmoves b2");
    for (int i = 0; i < PACE(6000, 1200); i++) text_put(&lines, " b2");
    text_put(&lines, "\n");
    uint64_t n = 1;
    for (; n < 60; n += PACE(1, 2)) (void)answers_without(text_string(&lines), false, 1, n);
    text_done(&lines);
}

TEST_LIST = {{"stop_position_go", test_stop_position_go},
             {"many_gos", test_many_gos},
             {"stopped_before_it_began", test_stopped_before_it_began},
             {"a_thousand_lines", test_a_thousand_lines},
             {"rules_that_hang", test_rules_that_hang},
             {"an_analysis_owns_what_it_needs", test_an_analysis_owns_what_it_needs},
             {"every_go_without_memory", test_every_go_without_memory},
             {"a_long_go_without_memory", test_a_long_go_without_memory},
             {NULL, NULL}};
