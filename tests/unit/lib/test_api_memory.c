#include <acutest.h>

#include <string.h>

#include "engine/base/memory.h"
#include "engine/sdk/boardwalk.h"
#include "lib/api/kibitz.h"
#include "tests/support/pace.h"
#include "tests/support/small_kits.h"

/* The public library while memory is out: each allocation fails once, everything is closed again, and
 * the library goes on. */

static kibitz *shared;

static status outcome(kibitz_code code, const kibitz_error *e, error *err) {
    return code == KIBITZ_OK ? ST_OK : error_set(err, (status)code, "%s", e->text);
}

/* A position, its list, its scene, a view, and back again. */
static status walk_positions(error *err) {
    kibitz_position *p = NULL;
    kibitz_view *v = NULL;
    kibitz_legal *l = NULL;
    kibitz_table *t = NULL;
    kibitz_error e = {0};
    char *said = NULL;
    const kibitz_game *g = kibitz_game_find(shared, "leduc");
    kibitz_code code = kibitz_position_start(shared, g, NULL, &p, &e);
    if (code == KIBITZ_OK) code = kibitz_position_act(p, "!p1=J", &e);
    if (code == KIBITZ_OK) code = kibitz_position_act(p, "!p2=Q", &e);
    if (code == KIBITZ_OK) code = kibitz_view_of(p, 0, &v, &e);
    if (code == KIBITZ_OK) code = kibitz_view_legal(v, &l, &e);
    if (code == KIBITZ_OK && !kibitz_legal_next(l, &e)) code = e.code;
    if (code == KIBITZ_OK && !(said = kibitz_view_scene(v, &e))) code = e.code;
    kibitz_free(said);
    said = NULL;
    if (code == KIBITZ_OK && !(said = kibitz_view_pick(v, NULL, 0, &e))) code = e.code;
    kibitz_free(said);
    said = NULL;
    if (code == KIBITZ_OK && !(said = kibitz_position_blob(p, &e))) code = e.code;
    kibitz_free(said);
    if (code == KIBITZ_OK) code = kibitz_table_create(shared, p, 1, &t, &e);
    if (code == KIBITZ_OK) code = kibitz_table_seat_engine(t, 0, "random", &e);
    kibitz_table_close(t);
    kibitz_legal_close(l);
    kibitz_view_close(v);
    kibitz_position_close(p);
    return outcome(code, &e, err);
}

/* A library of its own, a text, a game on the kit. */
static status walk_games(error *err) {
    kibitz *k = NULL;
    kibitz_error e = {0};
    const kibitz_game *g;
    kibitz_position *p = NULL;
    kibitz_code code = kibitz_open(&k, &e);
    if (code == KIBITZ_OK) code = kibitz_load_file(k, SOURCE_DIR "/docs/hexapawn.game", &g, &e);
    if (code == KIBITZ_OK) code = kibitz_position_start(k, g, NULL, &p, &e);
    if (code == KIBITZ_OK) code = kibitz_load_kit(k, &kit_row, &g, &e);
    kibitz_position_close(p);
    kibitz_close(k);
    return outcome(code, &e, err);
}

static int go_on(void *ctx, size_t i, kibitz_search *s, const kibitz_error *why) {
    (void)i, (void)s;
    if (why) *(kibitz_error *)ctx = *why;
    return 1;
}

static int all_terms(void *ctx, const char *name, int seat, double raw, double weight) {
    (void)ctx, (void)name, (void)seat, (void)raw, (void)weight;
    return 1;
}

static int all_judgements(void *ctx, const kibitz_judgement *j) {
    (void)ctx, (void)j;
    return 1;
}

/* A search with everything that it answers, alone and in a pool. */
static status walk_searches(error *err) {
    kibitz_error e = {0};
    kibitz_search *s = NULL;
    kibitz_position *p = NULL;
    kibitz_evaluation v;
    kibitz_playouts sums;
    kibitz_limits few = kibitz_limits_none();
    kibitz_error in_pool = {0};
    char *said = NULL;
    few.nodes = 50;
    kibitz_code code =
        kibitz_position_start(shared, kibitz_game_find(shared, "connect4"), NULL, &p, &e);
    if (code == KIBITZ_OK) code = kibitz_position_act(p, "d", &e);
    if (code == KIBITZ_OK) code = kibitz_search_create(shared, &s, &e);
    if (code == KIBITZ_OK) code = kibitz_search_set(s, "Hash", "1", &e);
    if (code == KIBITZ_OK) code = kibitz_search_run(s, p, &few, NULL, NULL, &e);
    if (code == KIBITZ_OK && !(said = kibitz_search_why(s, &e))) code = e.code;
    kibitz_free(said);
    if (code == KIBITZ_OK) code = kibitz_search_evaluate(s, p, all_terms, NULL, &v, &e);
    if (code == KIBITZ_OK) code = kibitz_search_review(s, p, &few, all_judgements, NULL, &e);
    if (code == KIBITZ_OK) code = kibitz_search_start(s, p, &few, &e);
    if (code == KIBITZ_OK) code = kibitz_search_wait(s, &e);
    const kibitz_position *const both[] = {p, p};
    const kibitz_pool pool = {&s, 1, go_on, &in_pool, {NULL}};
    if (code == KIBITZ_OK) code = kibitz_batch_search(&pool, both, 2, &few, &e);
    if (code == KIBITZ_OK && in_pool.code != KIBITZ_OK) {
        e = in_pool;
        code = e.code;
    }
    if (code == KIBITZ_OK) code = kibitz_batch_playouts(p, 70, 1, 3, &sums, &e);
    kibitz_search_close(s);
    kibitz_position_close(p);
    return outcome(code, &e, err);
}

/* A table that is played to the end by a random player and by a search. */
static status walk_tables(error *err) {
    kibitz_error e = {0};
    kibitz_table *t = NULL;
    kibitz_position *p = NULL;
    kibitz_status end;
    const kibitz_game *g = kibitz_game_find(shared, "tictactoe");
    kibitz_code code = kibitz_position_start(shared, g, NULL, &p, &e);
    if (code == KIBITZ_OK) code = kibitz_table_create(shared, p, 1, &t, &e);
    if (code == KIBITZ_OK) code = kibitz_table_seat_engine(t, 0, "random", &e);
    if (code == KIBITZ_OK) code = kibitz_table_seat_engine(t, 1, "nodes=20 Hash=1", &e);
    if (code == KIBITZ_OK) code = kibitz_table_play(t, &e);
    if (code == KIBITZ_OK) kibitz_table_status(t, &end);
    if (code == KIBITZ_OK) TEST_CHECK(end.over && end.utility[0] + end.utility[1] == 1);
    kibitz_table_close(t);
    kibitz_position_close(p);
    return outcome(code, &e, err);
}

static void hear_line(void *ctx, const char *line) {
    (void)ctx, (void)line;
}

/* A session that is asked something; what it says without memory is its own affair. */
static status walk_session(error *err) {
    kibitz_error e = {0};
    kibitz_session *s = NULL;
    kibitz_code code = kibitz_session_open(hear_line, NULL, &s, &e);
    if (code == KIBITZ_OK) {
        (void)kibitz_session_line(s, "setoption name Hash value 1");
        (void)kibitz_session_line(s, "position startpos moves e2e4");
        (void)kibitz_session_line(s, "go nodes 50");
        kibitz_session_wait(s);
        (void)kibitz_session_line(s, "legal");
        kibitz_session_wait(s);
    }
    kibitz_session_close(s);
    return outcome(code, &e, err);
}

/* Fails every allocation of a walk, further apart the later they come. */
static void fail_each(status (*walk)(error *), uint64_t least) {
    error e;
    shared = NULL;
    TEST_ASSERT(kibitz_open(&shared, NULL) == KIBITZ_OK);
    TEST_CHECK_(walk(&e) == ST_OK, "with memory: %s", e.text);
    for (uint64_t n = 1;; n += 1 + n / PACE(100, 8)) {
        mem_fail_at(n);
        uint64_t before = mem_count();
        status st = walk(&e);
        mem_fail_at(0);
        if (mem_count() - before < n) {
            TEST_CHECK_(st == ST_OK && n > least, "%d allocations", (int)n);
            break;
        }
        TEST_CHECK_(st == ST_NOMEM || st == ST_OK, "allocation %d: %s: %s", (int)n, status_name(st),
                    e.text);
    }
    kibitz_close(shared);
    TEST_CHECK_(mem_live() < 1 << 20, "%zu bytes are left", mem_live());
}

static void test_positions(void) {
    fail_each(walk_positions, 20);
}

static void test_games(void) {
    fail_each(walk_games, 100);
}

static void test_searches(void) {
    fail_each(walk_searches, 20);
}

static void test_tables(void) {
    fail_each(walk_tables, 20);
}

static void test_session(void) {
    fail_each(walk_session, 20);
}

TEST_LIST = {{"positions", test_positions}, {"games", test_games},     {"searches", test_searches},
             {"tables", test_tables},       {"session", test_session}, {NULL, NULL}};
