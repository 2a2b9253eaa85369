#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "engine/sdk/boardwalk.h"
#include "lib/api/kibitz.h"
#include "tests/support/api_calls.h"
#include "tests/support/folder.h"
#include "tests/support/small_kits.h"
#include "tests/support/small_nets.h"

/* The public library, as its users see it: games, positions, views and searches. */

/* What a function returned as text; it is freed. */
static void check_text(char *said, const char *part) {
    TEST_CHECK_(said && strstr(said, part), "%s: %s", part, said ? said : "nothing");
    kibitz_free(said);
}

/* --- games --- */

static void test_games(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    const kibitz_game *g;
    kibitz_option o;
    int min;
    int max;
    int standard;
    TEST_CHECK(strcmp(kibitz_version(), KIBITZ_VERSION_TEXT) == 0);
    TEST_CHECK(kibitz_version_number() == 10000);
    TEST_CHECK(strcmp(kibitz_code_name(KIBITZ_BAD_FEN), "bad-fen") == 0);
    size_t n = kibitz_game_count(k);
    TEST_CHECK(n > 20 && kibitz_game_at(k, n) == NULL && kibitz_game_at(k, 0) != NULL);
    g = kibitz_game_find(k, "azul");
    TEST_ASSERT(g && !kibitz_game_find(k, "nothing"));
    kibitz_game_players(g, &min, &max, &standard);
    TEST_CHECK(min == 2 && max == 4 && standard == 2);
    TEST_CHECK(strcmp(kibitz_game_name(g), "azul") == 0 && kibitz_game_title(g)[0]);
    TEST_CHECK(kibitz_game_traits(g) == (KIBITZ_HAS_CHANCE | KIBITZ_HAS_POINTS));
    TEST_CHECK(kibitz_game_option(g, 0, &o) && o.name && o.what && o.type && o.standard);
    TEST_CHECK(!kibitz_game_option(g, 1000, &o));
    TEST_CHECK(kibitz_load_kit(k, &kit_row, &g, &e) == KIBITZ_OK);
    TEST_CHECK(strcmp(kibitz_game_name(g), kit_row.name) == 0);
    TEST_CHECK(kibitz_game_count(k) == n + 1);
    kibitz_allow_objects(k, 0);
    TEST_CHECK(kibitz_load_file(k, "nowhere.so", &g, &e) != KIBITZ_OK && !g);
    TEST_CHECK(kibitz_load_file(k, "nowhere.game", NULL, &e) != KIBITZ_OK && e.text[0]);
    kibitz_close(k);
    kibitz_close(NULL);
}

/* A text that is wrong is refused with its place; nothing of it stays. */
static void test_texts(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    const kibitz_game *g;
    size_t n = kibitz_game_count(k);
    TEST_CHECK(kibitz_load_text(k, "game \"x\"\nnonsense\n", 18, &g, &e) == KIBITZ_BAD_SYNTAX);
    TEST_CHECK_(!g && e.line >= 1 && e.column >= 1 && e.text[0], "%d:%d %s", e.line, e.column,
                e.text);
    TEST_CHECK(kibitz_game_count(k) == n);
    const char *path = SOURCE_DIR "/games/rulebooks/tictactoe.game";
    TEST_CHECK(kibitz_load_file(k, path, &g, &e) == KIBITZ_OK);
    TEST_CHECK(strcmp(kibitz_game_name(g), "tictactoe") == 0 && kibitz_game_count(k) == n);
    text body;
    TEST_ASSERT(file_read(&body, path, 1 << 20, NULL) == ST_OK);
    kibitz_position *p = started(k, "tictactoe", NULL);
    TEST_CHECK(kibitz_load_text(k, body.at, body.len, &g, &e) == KIBITZ_OK && g);
    act(p, "b2 a1"); /* a position of the game before lives on */
    kibitz_position_close(p);
    text_done(&body);
    kibitz_close(k);
}

/* --- positions --- */

static void test_chess(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_position *p = started(k, "chess", NULL);
    kibitz_position *q;
    kibitz_status s;
    char *canonical;
    uint64_t count;
    uint64_t first = kibitz_position_hash(p);
    kibitz_close(k); /* handles keep it alive */
    act(p, "e2e4 e7e5 g1f3");
    kibitz_position_status(p, &s);
    TEST_CHECK(s.seats == 2 && s.actor == 1 && s.ply == 3 && !s.over && s.phase[0]);
    TEST_CHECK(kibitz_position_act(p, "e1e8", &e) == KIBITZ_ILLEGAL_ACTION && e.text[0]);
    TEST_CHECK(kibitz_position_verify(p, "b8c6", &canonical, &e) == KIBITZ_OK);
    check_text(canonical, "b8c6");
    TEST_CHECK(kibitz_position_verify(p, "b8b1", NULL, NULL) == KIBITZ_ILLEGAL_ACTION);
    check_text(kibitz_position_describe(p, "b8c6", &e), "night");
    TEST_CHECK(!kibitz_position_describe(p, "zz", &e) && e.code != KIBITZ_OK);
    check_text(kibitz_position_text(p, &e), "PPPP1PPP");
    check_text(kibitz_position_board(p, &e), "N");
    check_text(kibitz_position_scene(p, KIBITZ_EVERYONE, &e), "\"areas\"");
    check_text(kibitz_position_scene(p, 1, NULL), "\"areas\"");
    TEST_CHECK(!kibitz_position_scene(p, 7, &e) && e.code == KIBITZ_BAD_VALUE);
    const char *const part[] = {"b8"};
    check_text(kibitz_position_pick(p, part, 1, &e), "c6");
    TEST_CHECK(kibitz_position_legal_count(p, &count, &e) == KIBITZ_OK && count == 29);
    TEST_CHECK(strcmp(kibitz_position_event(p, 2), "g1f3") == 0 && !kibitz_position_event(p, 3));
    char *blob = kibitz_position_blob(p, &e);
    TEST_ASSERT(blob != NULL);
    k = opened();
    TEST_CHECK(kibitz_position_from_blob(k, blob, &q, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_position_hash(q) == kibitz_position_hash(p));
    kibitz_free(blob);
    kibitz_position_close(q);
    TEST_CHECK(kibitz_position_from_blob(k, "nonsense", &q, &e) != KIBITZ_OK && !q);
    TEST_CHECK(kibitz_position_read(k, kibitz_game_find(k, "chess"), NULL, "8/8", &q, &e) ==
               KIBITZ_BAD_FEN);
    TEST_CHECK(kibitz_position_clone(p, &q, &e) == KIBITZ_OK);
    const char *const parts[] = {"b8", "c6"};
    TEST_CHECK(kibitz_position_act_parts(q, parts, 1, &e) == KIBITZ_ILLEGAL_ACTION);
    TEST_CHECK(kibitz_position_act_parts(q, parts, 2, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_position_hash(q) != kibitz_position_hash(p));
    TEST_CHECK(kibitz_position_undo(q, 4, &e) == KIBITZ_OK && kibitz_position_hash(q) == first);
    TEST_CHECK(kibitz_position_undo(q, 1, &e) != KIBITZ_OK);
    kibitz_position_close(q);
    kibitz_position_close(p);
    kibitz_close(k);
}

static void test_setups_and_ends(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_position *p;
    kibitz_status s;
    const kibitz_game *g = kibitz_game_find(k, "connect4");
    TEST_CHECK(kibitz_position_start(k, g, "players 9", &p, &e) != KIBITZ_OK && !p);
    TEST_CHECK(kibitz_position_start(k, g, "shoes 9", &p, &e) == KIBITZ_BAD_SYNTAX);
    TEST_CHECK(strcmp(e.word, "shoes") == 0);
    TEST_CHECK(kibitz_position_start(k, NULL, NULL, &p, &e) == KIBITZ_NOT_FOUND);
    g = kibitz_game_find(k, "unicorns"); /* options that name files: a deck, puzzles */
    p = started(k, "unicorns", "set deck=" SOURCE_DIR "/games/unicorns/picnic.deck");
    kibitz_position_close(p);
    TEST_CHECK(kibitz_position_start(k, g, "set deck=nowhere.deck", &p, &e) != KIBITZ_OK && !p);
    TEST_CHECK(strstr(e.text, "nowhere.deck") != NULL);
    g = kibitz_game_find(k, "projectl");
    TEST_CHECK(kibitz_position_start(k, g, "set file=nowhere.txt", &p, &e) != KIBITZ_OK && !p);
    p = started(k, "connect4", NULL);
    act(p, "a b a b a b a");
    kibitz_position_status(p, &s);
    TEST_CHECK(s.over && s.actor == KIBITZ_NOBODY && s.utility[0] == 1 && s.rank[1] == 2);
    TEST_CHECK_(s.ending[0] != '\0', "%s", s.ending);
    TEST_CHECK(kibitz_position_act(p, "a", &e) == KIBITZ_GAME_OVER);
    kibitz_position_close(p);
    kibitz_close(k);
}

/* More than one batch of a list: Project L has thousands of masters. */
static void test_lists(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_legal *l;
    uint64_t count;
    uint64_t n = 0;
    char last[600] = "";
    kibitz_position *p = started(k, "projectl", NULL);
    kibitz_position_set_seed(p, 3);
    TEST_CHECK(kibitz_position_roll(p, &e) == KIBITZ_OK);
    for (int i = 0; i < 60; i++) {
        kibitz_search *s;
        TEST_ASSERT(kibitz_search_create(k, &s, &e) == KIBITZ_OK);
        TEST_ASSERT(kibitz_search_set(s, "Algorithm", "random", &e) == KIBITZ_OK);
        TEST_ASSERT(kibitz_search_run(s, p, NULL, NULL, NULL, &e) == KIBITZ_OK);
        act(p, kibitz_search_best(s));
        kibitz_search_close(s);
        TEST_ASSERT(kibitz_position_roll(p, &e) == KIBITZ_OK);
        TEST_ASSERT(kibitz_position_legal_count(p, &count, &e) == KIBITZ_OK);
        if (count > 9000) break;
    }
    TEST_CHECK(kibitz_position_legal(p, &l, &e) == KIBITZ_OK);
    for (const char *a; (a = kibitz_legal_next(l, &e)); n++)
        (void)snprintf(last, sizeof last, "%s", a);
    TEST_CHECK_(n == count, "%llu of %llu", (unsigned long long)n, (unsigned long long)count);
    TEST_CHECK(kibitz_position_verify(p, last, NULL, &e) == KIBITZ_OK);
    kibitz_legal_close(l);
    kibitz_legal_close(NULL);
    kibitz_position_close(p);
    kibitz_close(k);
}

static int add_up(void *ctx, const char *token, double probability) {
    double *sum = ctx;
    TEST_CHECK(token[0] == '!');
    *sum += probability;
    return 1;
}

static void test_chance(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_status s;
    double sum = 0;
    kibitz_position *p = started(k, "pig", NULL);
    TEST_CHECK(kibitz_position_outcomes(p, add_up, &sum, &e) == KIBITZ_ACTION_EXPECTED);
    act(p, "roll");
    TEST_CHECK(kibitz_position_roll(p, &e) == KIBITZ_UNSUPPORTED); /* no seed */
    TEST_CHECK(kibitz_position_outcomes(p, add_up, &sum, &e) == KIBITZ_OK);
    TEST_CHECK(sum > 0.999 && sum < 1.001);
    kibitz_position_set_seed(p, 1);
    TEST_CHECK(kibitz_position_roll(p, &e) == KIBITZ_OK);
    kibitz_position_status(p, &s);
    TEST_CHECK(s.actor >= 0 && s.ply == 2);
    kibitz_position_close(p);
    kibitz_close(k);
}

/* --- views --- */

static void test_views(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_view *v;
    kibitz_view *w;
    kibitz_legal *l;
    kibitz_status s;
    kibitz_search *search;
    kibitz_position *p2;
    kibitz_position *p = started(k, "leduc", NULL);
    TEST_CHECK(kibitz_view_of(p, 2, &v, &e) == KIBITZ_BAD_VALUE && !v);
    act(p, "!p1=J !p2=Q");
    TEST_ASSERT(kibitz_view_of(p, 0, &v, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_view_seat(v) == 0 && kibitz_view_hash(v) != 0);
    char *said = kibitz_view_text(v, &e);
    TEST_CHECK(said && strchr(said, 'J') && !strchr(said, 'Q'));
    char *blob = kibitz_view_blob(v, &e);
    TEST_CHECK(kibitz_position_from_blob(k, blob, &p2, &e) == KIBITZ_LEAK && !p2);
    TEST_CHECK(kibitz_view_from_blob(k, blob, &w, &e) == KIBITZ_OK);
    kibitz_free(blob);
    blob = kibitz_position_blob(p, &e);
    kibitz_view *none;
    TEST_CHECK(kibitz_view_from_blob(k, blob, &none, &e) == KIBITZ_BAD_VALUE && !none);
    kibitz_free(blob);
    TEST_CHECK(kibitz_view_hash(w) == kibitz_view_hash(v));
    kibitz_free(said);
    kibitz_view_close(w);
    check_text(kibitz_view_board(v, &e), "J");
    check_text(kibitz_view_scene(v, &e), "areas");
    check_text(kibitz_view_pick(v, NULL, 0, &e), "call");
    check_text(kibitz_view_describe(v, "call", &e), "check");
    TEST_CHECK(kibitz_view_verify(v, "call", NULL, &e) == KIBITZ_OK);
    kibitz_view_status(v, &s);
    TEST_CHECK(s.actor == 0 && !s.over);
    TEST_ASSERT(kibitz_view_legal(v, &l, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_legal_next(l, &e) != NULL);
    kibitz_legal_close(l);
    TEST_ASSERT(kibitz_search_create(k, &search, &e) == KIBITZ_OK);
    kibitz_limits few = kibitz_limits_none();
    few.nodes = 300;
    TEST_CHECK(kibitz_search_run_view(search, v, &few, NULL, NULL, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_view_verify(v, kibitz_search_best(search), NULL, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_view_clone(v, &w, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_view_see(w, "call", &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_view_legal(w, &l, &e) == KIBITZ_LEAK && !l); /* the other seat acts */
    TEST_CHECK(kibitz_search_run_view(search, w, &few, NULL, NULL, &e) == KIBITZ_WRONG_SEAT);
    kibitz_search_close(search);
    kibitz_view_close(w);
    kibitz_view_close(v);
    kibitz_position_close(p);
    kibitz_close(k);
}

/* --- searches --- */

/* What the first seat of leduc is told about its best action, by a net, with J against this card. */
static void explain_deal(kibitz *k, const char *file, const char *other, char *out, size_t room) {
    kibitz_error e = {0};
    kibitz_search *s;
    kibitz_limits few = kibitz_limits_none();
    kibitz_position *p = started(k, "leduc", NULL);
    act(p, "!p1=J");
    act(p, other);
    few.nodes = 300;
    TEST_ASSERT(kibitz_search_create(k, &s, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_search_set(s, "Hash", "1", &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_search_set(s, "MultiPV", "2", &e) == KIBITZ_OK);
    TEST_CHECK_(kibitz_search_set(s, "EvalFile", file, &e) == KIBITZ_OK, "%s", e.text);
    TEST_CHECK_(kibitz_search_run(s, p, &few, NULL, NULL, &e) == KIBITZ_OK, "%s", e.text);
    char *why = kibitz_search_why(s, &e);
    TEST_ASSERT_(why != NULL, "%s", e.text);
    (void)snprintf(out, room, "%s %s", kibitz_search_best(s), why);
    kibitz_free(why);
    kibitz_search_close(s);
    kibitz_position_close(p);
}

/* Two worlds that a seat cannot tell apart: the same words about them, of a net as well. */
static void test_why_of_two_worlds(void) {
    kibitz *k = opened();
    char said[2][600];
    folder_make();
    const char *file = folder_path("leduc.net");
    TEST_ASSERT(small_nets_leduc(file));
    explain_deal(k, file, "!p2=Q", said[0], sizeof said[0]);
    explain_deal(k, file, "!p2=K", said[1], sizeof said[1]);
    TEST_CHECK_(strstr(said[0], " over ") && strcmp(said[0], said[1]) == 0, "%s\n%s", said[0],
                said[1]);
    folder_remove();
    kibitz_close(k);
}

static void count_reports(void *ctx, kibitz_search *s) {
    kibitz_line line;
    kibitz_progress now;
    ++*(int *)ctx;
    kibitz_search_progress(s, &now);
    TEST_CHECK(now.running);
    if (kibitz_search_line(s, 0, &line)) TEST_CHECK(line.action[0] && line.pv[0]);
    if (*(int *)ctx == 3) kibitz_search_stop(s);
}

static int count_terms(void *ctx, const char *name, int seat, double raw, double weight) {
    (void)raw;
    (void)weight;
    TEST_CHECK(name[0] && seat >= 0 && seat < 2);
    ++*(int *)ctx;
    return 1;
}

static int count_events(void *ctx, const kibitz_judgement *j) {
    TEST_CHECK(j->token[0] && j->actor >= 0 && j->mark);
    return ++*(int *)ctx < 4;
}

static void test_searches(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_search *s;
    kibitz_line a;
    kibitz_line b;
    kibitz_progress now;
    kibitz_evaluation v;
    int n = 0;
    kibitz_position *p = started(k, "chess", NULL);
    act(p, "f2f3 e7e5 g2g4");
    TEST_ASSERT(kibitz_search_create(k, &s, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_search_best(s) == NULL && !kibitz_search_line(s, 0, &a));
    TEST_CHECK(kibitz_search_set(s, "Hahs", "4", &e) == KIBITZ_UNKNOWN_OPTION);
    TEST_CHECK_(strstr(e.text, "Hash") != NULL, "%s", e.text);
    TEST_CHECK(kibitz_search_set(s, "Hash", "0", &e) == KIBITZ_BAD_VALUE);
    TEST_CHECK(kibitz_search_set(s, "Hash", "4", &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_search_set(s, "MultiPV", "2", &e) == KIBITZ_OK);
    kibitz_limits few = kibitz_limits_none();
    few.nodes = 3000;
    TEST_ASSERT_(kibitz_search_run(s, p, &few, NULL, NULL, &e) == KIBITZ_OK, "%s", e.text);
    TEST_CHECK(strcmp(kibitz_search_best(s), "d8h4") == 0);
    TEST_CHECK(kibitz_search_line(s, 0, &a) && kibitz_search_line(s, 1, &b));
    TEST_CHECK(strcmp(a.proof, "win") == 0 && a.value[1] > 0.99 && a.plies == 1);
    TEST_CHECK(strcmp(a.action, "d8h4") == 0 && strcmp(b.action, "d8h4") != 0);
    check_text(kibitz_search_why(s, &e), "d8h4 over");
    kibitz_search_progress(s, &now);
    TEST_CHECK(!now.running && now.lines >= 2 && now.nodes > 0);
    TEST_CHECK(kibitz_search_evaluate(s, p, count_terms, &n, &v, &e) == KIBITZ_OK);
    TEST_CHECK(n > 10 && v.win[0] > 0 && v.win[0] < 1);
    kibitz_position *other = started(k, "connect4", NULL); /* another game in between */
    TEST_CHECK(kibitz_search_evaluate(s, other, NULL, NULL, &v, &e) == KIBITZ_OK);
    act(other, "a b a b a b a");
    TEST_CHECK(kibitz_search_run(s, other, &few, NULL, NULL, &e) == KIBITZ_GAME_OVER);
    check_text(kibitz_search_why(s, &e), "d8h4 over");
    kibitz_position_close(other);
    TEST_CHECK(kibitz_search_set(s, "EvalFile", "nowhere.txt", &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_search_run(s, p, &few, NULL, NULL, &e) != KIBITZ_OK && e.text[0]);
    TEST_CHECK(kibitz_search_set(s, "EvalFile", "linear", &e) == KIBITZ_OK);
    act(p, "d8h4");
    TEST_CHECK(kibitz_search_run(s, p, &few, NULL, NULL, &e) == KIBITZ_GAME_OVER);
    few.nodes = 500;
    n = 0;
    TEST_CHECK_(kibitz_search_review(s, p, &few, count_events, &n, &e) == KIBITZ_OK, "%s", e.text);
    TEST_CHECK(n == 4);
    kibitz_position_close(p);
    kibitz_search_close(s);
    kibitz_close(k);
}

/* A thread of its own: polled, stopped, and busy meanwhile. */
static void test_started_searches(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_search *s;
    kibitz_progress now;
    kibitz_line line;
    int n = 0;
    kibitz_position *p = started(k, "othello", NULL);
    kibitz_view *v;
    TEST_ASSERT(kibitz_search_create(k, &s, &e) == KIBITZ_OK);
    kibitz_limits all = kibitz_limits_none();
    all.infinite = 1;
    TEST_ASSERT(kibitz_search_start(s, p, &all, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_search_set(s, "Hash", "8", &e) == KIBITZ_BUSY);
    TEST_CHECK(kibitz_search_run(s, p, &all, NULL, NULL, &e) == KIBITZ_BUSY);
    act(p, "d3"); /* the search has a copy */
    do {
        kibitz_search_progress(s, &now);
        thrd_yield();
    } while (!now.lines);
    TEST_CHECK(kibitz_search_line(s, 0, &line) && line.action[0]);
    kibitz_search_stop(s);
    TEST_CHECK(kibitz_search_wait(s, &e) == KIBITZ_OK && kibitz_search_best(s) != NULL);
    TEST_ASSERT(kibitz_view_of(p, 1, &v, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_search_start_view(s, v, &all, &e) == KIBITZ_OK);
    kibitz_search_stop(s);
    TEST_CHECK(kibitz_search_wait(s, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_search_run(s, p, &all, count_reports, &n, &e) == KIBITZ_OK && n >= 3);
    TEST_CHECK(kibitz_search_start(s, p, &all, &e) == KIBITZ_OK); /* closing stops it */
    kibitz_search_close(s);
    kibitz_search_close(NULL);
    kibitz_view_close(v);
    kibitz_position_close(p);
    kibitz_close(k);
}

/* With assertions: who uses a closed handle is told. */
static void test_closed_handles(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_position *p = started(k, "chess", NULL);
    kibitz_position *q;
    kibitz_status s;
    kibitz_position_close(p);
#ifndef NDEBUG
    TEST_CHECK(kibitz_position_act(p, "e2e4", &e) == KIBITZ_BAD_VALUE && strstr(e.text, "closed"));
    TEST_CHECK(kibitz_position_clone(p, &q, &e) == KIBITZ_BAD_VALUE && !q);
    kibitz_position_status(p, &s);
    TEST_CHECK(s.seats == 0 && kibitz_position_text(p, &e) == NULL);
    kibitz_position_close(p); /* once more does no harm */
    TEST_CHECK(kibitz_position_act(NULL, "e2e4", &e) == KIBITZ_BAD_VALUE);
    TEST_CHECK(kibitz_position_act((kibitz_position *)(void *)k, "e2e4", &e) == KIBITZ_BAD_VALUE);
#else
    (void)e;
    (void)q;
    (void)s;
#endif
    kibitz_close(k);
    TEST_CHECK_(mem_live() < 1 << 20, "%zu bytes are left", mem_live());
}

TEST_LIST = {{"games", test_games},
             {"texts", test_texts},
             {"chess", test_chess},
             {"setups_and_ends", test_setups_and_ends},
             {"lists", test_lists},
             {"chance", test_chance},
             {"views", test_views},
             {"searches", test_searches},
             {"why_of_two_worlds", test_why_of_two_worlds},
             {"started_searches", test_started_searches},
             {"closed_handles", test_closed_handles},
             {NULL, NULL}};
