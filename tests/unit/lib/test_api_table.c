#include <acutest.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/threads.h"
#include "lib/api/kibitz.h"
#include "tests/support/api_calls.h"

/* The public library: players at tables, sessions, several threads at once. */

static kibitz_table *table_of(kibitz *k, const char *name, const char *setup, uint64_t seed) {
    kibitz_position *p;
    kibitz_table *t;
    kibitz_error e;
    TEST_ASSERT_(kibitz_position_start(k, kibitz_game_find(k, name), setup, &p, &e) == KIBITZ_OK,
                 "%s", e.text);
    TEST_ASSERT_(kibitz_table_create(k, p, seed, &t, &e) == KIBITZ_OK, "%s", e.text);
    kibitz_position_close(p);
    return t;
}

/* --- players of the caller --- */

/* Takes the first legal action, or says something else first, as often as it is told. */
typedef struct first_player {
    int nonsense; /* answers that are no action */
    int asked, seen, begun, ended, refused;
    double utility;
} first_player;

static int begin(void *self, int seat, int seats, const kibitz_view *view, const char *config) {
    first_player *p = self;
    TEST_CHECK(seat == kibitz_view_seat(view) && seats == 2 && strcmp(config, "a.cfg") == 0);
    p->begun++;
    return 1;
}

static int choose(void *self, const kibitz_turn *t, char *action, size_t room) {
    first_player *p = self;
    kibitz_legal *l;
    kibitz_error e;
    p->asked++;
    p->refused += t->refused != NULL;
    TEST_CHECK((t->tries > 0) == (t->refused != NULL) && t->kind[0] && t->phase[0]);
    if (p->nonsense > 0) {
        p->nonsense--;
        (void)snprintf(action, room, "nonsense");
        return 1;
    }
    TEST_ASSERT(kibitz_view_legal(t->view, &l, &e) == KIBITZ_OK);
    (void)snprintf(action, room, "%s", kibitz_legal_next(l, &e));
    kibitz_legal_close(l);
    return 1;
}

static void see(void *self, const char *event) {
    first_player *p = self;
    p->seen += event[0] != '\0';
}

static void done(void *self, const kibitz_status *end) {
    first_player *p = self;
    TEST_CHECK(end->over);
    p->ended++;
    p->utility = end->utility[0];
}

static kibitz_player player_of(first_player *self) {
    return (kibitz_player){.name = "first",
                           .self = self,
                           .config = "a.cfg",
                           .init = begin,
                           .choose = choose,
                           .see = see,
                           .done = done};
}

static void test_a_game(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_status s;
    kibitz_step step;
    first_player self = {0};
    kibitz_player p = player_of(&self);
    kibitz_table *t = table_of(k, "connect4", NULL, 1);
    TEST_CHECK(kibitz_table_step(t, &step, &e) == KIBITZ_NOT_FOUND); /* nobody sits there */
    TEST_CHECK(kibitz_table_seat(t, 2, &p, &e) == KIBITZ_BAD_VALUE);
    TEST_CHECK(kibitz_table_seat_engine(t, 1, "Hahs=4", &e) != KIBITZ_OK && e.text[0]);
    TEST_CHECK(kibitz_table_seat_engine(t, 1, "bot:nobody", &e) != KIBITZ_OK);
    TEST_CHECK(kibitz_table_seat(t, 0, &p, &e) == KIBITZ_OK);
    TEST_CHECK_(kibitz_table_seat_engine(t, 1, "nodes=500 Hash=1", &e) == KIBITZ_OK, "%s", e.text);
    TEST_CHECK(kibitz_table_seat_engine(t, 1, "Hahs=4", &e) != KIBITZ_OK); /* that one stays */
    TEST_CHECK(kibitz_table_step(t, &step, &e) == KIBITZ_OK && step == KIBITZ_STEP_PLAYED);
    TEST_CHECK(kibitz_table_seat(t, 0, &p, &e) == KIBITZ_BUSY);
    TEST_CHECK_(kibitz_table_play(t, &e) == KIBITZ_OK, "%s", e.text);
    kibitz_table_status(t, &s);
    TEST_CHECK(s.over && s.utility[1] == 1 && s.rank[0] == 2); /* the search wins */
    kibitz_status last;
    kibitz_position_status(kibitz_table_position(t), &last);
    TEST_CHECK(last.over && self.begun == 1 && self.ended == 1 && self.utility == 0);
    TEST_CHECK_(self.seen == (int)last.ply && self.asked > 3, "%d of %u", self.seen, last.ply);
    TEST_CHECK(kibitz_table_step(t, &step, &e) == KIBITZ_OK && step == KIBITZ_STEP_OVER);
    kibitz_table_close(t);
    kibitz_table_close(NULL);
    kibitz_close(k);
}

/* Hidden hands, chance, points: every kind of game comes to its end. */
static void test_kinds_of_games(void) {
    static const char *const names[] = {"leduc", "pig", "unicorns", "projectl", "azul"};
    kibitz *k = opened();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        kibitz_error e = {0};
        kibitz_status s;
        first_player self = {0};
        kibitz_player p = player_of(&self);
        kibitz_table *t = table_of(k, names[i], "players 2", 4);
        TEST_CASE(names[i]);
        TEST_CHECK(kibitz_table_seat(t, 0, &p, &e) == KIBITZ_OK);
        TEST_CHECK(kibitz_table_seat_engine(t, 1, "random", &e) == KIBITZ_OK);
        TEST_CHECK_(kibitz_table_play(t, &e) == KIBITZ_OK, "%s", e.text);
        kibitz_table_status(t, &s);
        TEST_CHECK(s.over && self.ended == 1 && self.seen > 0 && s.ending[0]);
        kibitz_table_close(t);
    }
    kibitz_close(k);
}

static void check_policy(kibitz_illegal policy, int nonsense, bool lost) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_status s;
    first_player self = {.nonsense = nonsense};
    kibitz_player p = player_of(&self);
    kibitz_table *t = table_of(k, "connect4", NULL, 1);
    TEST_CHECK(kibitz_table_seat(t, 0, &p, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_table_seat_engine(t, 1, "random", &e) == KIBITZ_OK);
    kibitz_table_set_illegal(t, policy);
    TEST_CHECK(kibitz_table_play(t, &e) == KIBITZ_OK);
    kibitz_table_status(t, &s);
    TEST_CHECK_((strcmp(s.ending, "forfeit") == 0) == lost, "policy %d, %d times: %s", (int)policy,
                nonsense, s.ending);
    if (lost) TEST_CHECK(s.utility[0] == 0 && s.utility[1] == 1 && s.rank[0] == 2);
    if (policy == KIBITZ_ILLEGAL_ASK) TEST_CHECK(self.refused > 0);
    kibitz_table_close(t);
    kibitz_close(k);
}

static void test_illegal_answers(void) {
    check_policy(KIBITZ_ILLEGAL_FORFEIT, 1, true);
    check_policy(KIBITZ_ILLEGAL_ASK, 10, false);
    check_policy(KIBITZ_ILLEGAL_ASK, 11, true);
    check_policy(KIBITZ_ILLEGAL_RANDOM, 3, false);
    check_policy(KIBITZ_ILLEGAL_SKIP, 1, true); /* nothing gives up a turn in connect4 */
}

static int gives_up(void *self, const kibitz_turn *t, char *action, size_t room) {
    (void)self;
    (void)t;
    (void)action;
    (void)room;
    return 0;
}

static void test_giving_up(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_status s;
    kibitz_player p = {.name = "none", .choose = gives_up};
    kibitz_player neither = {.name = "neither"};
    kibitz_table *t = table_of(k, "azul", "players 3", 2);
    TEST_CHECK(kibitz_table_seat(t, 1, &neither, &e) == KIBITZ_BAD_VALUE);
    for (int i = 0; i < 3; i++) TEST_CHECK(kibitz_table_seat(t, i, &p, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_table_play(t, &e) == KIBITZ_OK);
    kibitz_table_status(t, &s);
    TEST_CHECK(s.over && s.utility[1] == 0.5 && s.utility[2] == 0.5);
    kibitz_table_close(t);
    kibitz_close(k);
}

/* --- players who answer later --- */

typedef struct later {
    kibitz_table *table;
    int seat;
    char answer[64];
    thrd_t thread;
    bool running;
    kibitz_code code; /* of the last answer; checks are for the thread of the test */
} later;

static int answer_now(void *self) {
    later *l = self;
    kibitz_error e;
    l->code = kibitz_table_answer(l->table, l->seat, l->answer, &e);
    return 0;
}

static void join(later *l) {
    if (l->running) (void)thrd_join(l->thread, NULL);
    l->running = false;
    TEST_CHECK(l->code == KIBITZ_OK);
}

static void ask(void *self, const kibitz_turn *t, kibitz_table *table) {
    later *l = self;
    kibitz_legal *legal;
    kibitz_error e;
    join(l);
    l->table = table;
    l->seat = t->seat;
    TEST_ASSERT(kibitz_view_legal(t->view, &legal, &e) == KIBITZ_OK);
    (void)snprintf(l->answer, sizeof l->answer, "%s", kibitz_legal_next(legal, &e));
    kibitz_legal_close(legal);
    l->running = thrd_create(&l->thread, answer_now, l) == thrd_success;
    TEST_ASSERT(l->running);
}

static void asked_only(void *self, const kibitz_turn *t, kibitz_table *table) {
    (void)self;
    (void)t;
    (void)table;
}

static int stop_it(void *table) {
    kibitz_table_stop(table);
    return 0;
}

static void test_answers_that_come_later(void) {
    kibitz *k = opened();
    kibitz_error e = {0};
    kibitz_status s;
    kibitz_step step;
    later self = {0};
    kibitz_player p = {.name = "later", .self = &self, .ask = ask};
    kibitz_player waits = {.name = "waits", .ask = asked_only};
    kibitz_table *t = table_of(k, "connect4", NULL, 1);
    TEST_CHECK(kibitz_table_seat(t, 0, &p, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_table_seat_engine(t, 1, "random", &e) == KIBITZ_OK);
    TEST_CHECK_(kibitz_table_play(t, &e) == KIBITZ_OK, "%s", e.text);
    join(&self);
    kibitz_table_status(t, &s);
    TEST_CHECK(s.over && s.ply >= 7);
    kibitz_table_close(t);
    /* step by step, with an answer in between; and a table that is stopped while it waits */
    t = table_of(k, "connect4", NULL, 1);
    TEST_CHECK(kibitz_table_seat(t, 0, &waits, &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_table_seat_engine(t, 1, "random", &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_table_answer(t, 0, "d", &e) == KIBITZ_WRONG_SEAT); /* not asked yet */
    TEST_CHECK(kibitz_table_step(t, &step, &e) == KIBITZ_OK && step == KIBITZ_STEP_WAITING);
    TEST_CHECK(kibitz_table_step(t, &step, &e) == KIBITZ_OK && step == KIBITZ_STEP_WAITING);
    TEST_CHECK(kibitz_table_answer(t, 1, "d", &e) == KIBITZ_WRONG_SEAT);
    TEST_CHECK(kibitz_table_answer(t, 0, "d", &e) == KIBITZ_OK);
    TEST_CHECK(kibitz_table_step(t, &step, &e) == KIBITZ_OK && step == KIBITZ_STEP_PLAYED);
    thrd_t stopper;
    TEST_ASSERT(thrd_create(&stopper, stop_it, t) == thrd_success);
    TEST_CHECK(kibitz_table_play(t, &e) == KIBITZ_STOPPED);
    (void)thrd_join(stopper, NULL);
    kibitz_table_close(t);
    kibitz_close(k);
}

/* --- sessions --- */

typedef struct lines {
    mtx_t lock;
    char all[4000];
} lines;

static void keep_line(void *ctx, const char *line) {
    lines *l = ctx;
    (void)mtx_lock(&l->lock);
    size_t len = strlen(l->all);
    (void)snprintf(l->all + len, sizeof l->all - len, "%s\n", line);
    (void)mtx_unlock(&l->lock);
}

static void test_sessions(void) {
    kibitz_session *s;
    kibitz_error e = {0};
    lines said = {.all = ""};
    (void)mtx_init(&said.lock, mtx_plain);
    TEST_ASSERT_(kibitz_session_open(keep_line, &said, &s, &e) == KIBITZ_OK, "%s", e.text);
    TEST_CHECK(kibitz_session_line(s, "setoption name Game value connect4"));
    TEST_CHECK(kibitz_session_line(s, "position startpos moves d d"));
    TEST_CHECK(kibitz_session_line(s, "isready"));
    TEST_CHECK(kibitz_session_line(s, "go nodes 200"));
    kibitz_session_wait(s);
    TEST_CHECK(!kibitz_session_line(s, "quit"));
    kibitz_session_close(s);
    kibitz_session_close(NULL);
    TEST_CHECK_(strstr(said.all, "readyok") && strstr(said.all, "bestmove "), "%s", said.all);
    mtx_destroy(&said.lock);
}

/* --- many at once --- */

typedef struct crowd {
    kibitz *k;
    int number;
    char best[2][64]; /* of a search: alone, and among the others */
    double result[2]; /* of a table */
    unsigned plies[2];
    int round;
} crowd;

/* Checks are for the thread of the test: what goes wrong here leaves the best action empty. */
static int search_once(void *arg) {
    static const char *const names[] = {"chess", "othello", "breakthrough", "azul"};
    crowd *c = arg;
    kibitz_position *p = NULL;
    kibitz_search *s = NULL;
    kibitz_error e;
    kibitz_limits few = kibitz_limits_none();
    few.nodes = 2000;
    const kibitz_game *g = kibitz_game_find(c->k, names[c->number % 4]);
    kibitz_code code = kibitz_position_start(c->k, g, NULL, &p, &e);
    if (!code) kibitz_position_set_seed(p, 9);
    if (!code) code = kibitz_position_roll(p, &e);
    if (!code) code = kibitz_search_create(c->k, &s, &e);
    if (!code) code = kibitz_search_set(s, "Hash", "1", &e);
    if (!code) code = kibitz_search_run(s, p, &few, NULL, NULL, &e);
    if (!code) (void)snprintf(c->best[c->round], sizeof c->best[0], "%s", kibitz_search_best(s));
    kibitz_search_close(s);
    kibitz_position_close(p);
    return 0;
}

static int table_once(void *arg) {
    crowd *c = arg;
    kibitz_error e;
    kibitz_status s = {0};
    kibitz_position *p = NULL;
    kibitz_table *t = NULL;
    const kibitz_game *g = kibitz_game_find(c->k, c->number % 2 ? "leduc" : "connect4");
    kibitz_code code = kibitz_position_start(c->k, g, NULL, &p, &e);
    if (!code) code = kibitz_table_create(c->k, p, 5, &t, &e);
    if (!code) code = kibitz_table_seat_engine(t, 0, "nodes=300 Hash=1", &e);
    if (!code) code = kibitz_table_seat_engine(t, 1, "random", &e);
    if (!code) code = kibitz_table_play(t, &e);
    if (!code) kibitz_table_status(t, &s);
    c->result[c->round] = s.utility[0];
    c->plies[c->round] = s.ply;
    if (s.over) (void)snprintf(c->best[c->round], sizeof c->best[0], "over");
    kibitz_table_close(t);
    kibitz_position_close(p);
    return 0;
}

/* Two tables and six searches from eight threads give what each of them gives alone. */
static void test_eight_threads(void) {
    enum { THREADS = 8 };
    kibitz *k = opened();
    crowd c[THREADS] = {0};
    thrd_t thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
        c[i].k = k;
        c[i].number = i;
        (void)(i < 2 ? table_once : search_once)(&c[i]);
        c[i].round = 1;
    }
    for (int i = 0; i < THREADS; i++)
        TEST_ASSERT(thrd_create(&thread[i], i < 2 ? table_once : search_once, &c[i]) ==
                    thrd_success);
    for (int i = 0; i < THREADS; i++) {
        (void)thrd_join(thread[i], NULL);
        TEST_CHECK_(c[i].best[0][0] && strcmp(c[i].best[0], c[i].best[1]) == 0, "%d: %s and %s", i,
                    c[i].best[0], c[i].best[1]);
        TEST_CHECK(c[i].result[0] == c[i].result[1] && c[i].plies[0] == c[i].plies[1]);
    }
    kibitz_close(k);
}

TEST_LIST = {{"a_game", test_a_game},
             {"kinds_of_games", test_kinds_of_games},
             {"illegal_answers", test_illegal_answers},
             {"giving_up", test_giving_up},
             {"answers_that_come_later", test_answers_that_come_later},
             {"sessions", test_sessions},
             {"eight_threads", test_eight_threads},
             {NULL, NULL}};
