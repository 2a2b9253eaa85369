/* Games whose turns can go round, played by a search until they are over: to end a turn costs
 * nothing, so nobody walks about for the sake of staying on move. */
#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "search/choose.h"
#include "tests/support/asking.h"
#include "tests/support/books.h"

/* A beginner's Halma. Who has left the own corner wins when the other one is full, so that nobody
 * can spoil it by staying at home. */
static const char halma[] =
    "game t { players X O board rect 6 6 view O rotate piece man "
    "def near = a1 | b1 | c1 | a2 | b2 | a3 "
    "def far = f6 | e6 | d6 | f5 | e5 | f4 "
    "setup { put man of X on near  put man of O on far } "
    "rule jump(who) = move who to along any (occupied empty) "
    "turn { move mine to step any & empty  jump(mine) then repeat optional jump(last) } else lose "
    "end { when no my far & empty and some my far & mine and no my near & mine win "
    "when turns >= 150 draw } }";

/* Anybody may walk for ever. */
static const char walkers[] =
    "game t { players X O board rect 5 5 piece man "
    "setup { put man of X on rank 1  put man of O on rank 5 } "
    "turn move mine to step any & empty then repeat optional move last to step any & empty "
    "else lose end { when turns >= 20 draw } }";

typedef struct played {
    int actions, longest; /* in all, and of one turn */
    bool over, drawn;
} played;

enum { MOST_ACTIONS = 1500 };

static rules_shelf *shelf_of(const char *body) {
    rules_shelf *shelf;
    diags d = {0};
    TEST_ASSERT(rules_shelf_create(&shelf) == ST_OK);
    status st = rules_shelf_read(shelf, &(source){"t.game", body, strlen(body)}, &d);
    TEST_ASSERT_(st == ST_OK, "%s", d.count ? d.item[0].message : "");
    TEST_CHECK(d.count == 1 && strcmp(d.item[0].code, "W08") == 0);
    return shelf;
}

static const char *result_of(const position *p) {
    static char buf[64];
    text out = text_over(buf, sizeof buf);
    books_result(p, &out);
    return buf;
}

static int actor_of(const position *p) {
    return position_rules(p)->kind->actor(position_rules(p), position_data(p));
}

/* One action as the search has it. */
static void play_best(position *p, const char *algorithm, uint64_t nodes) {
    asking s;
    error err = {.code = ST_OK};
    char word[GAME_TOKEN_ROOM];
    TEST_ASSERT(asking_open(&s, NULL, p));
    TEST_ASSERT(search_choose(catalogue_book(), algorithm, position_rules(p), &s.q, &err) == ST_OK);
    s.q.limits.nodes = nodes;
    TEST_ASSERT(asking_run(&s));
    const char *pv = asking_best(&s)->pv;
    (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(pv, " "), pv);
    TEST_CHECK_(position_play(p, word, &err) == ST_OK, "%s: %s", word, err.text);
    asking_close(&s);
}

static played play_game(const char *body, const char *algorithm, uint64_t nodes) {
    played got = {0};
    rules_shelf *shelf = shelf_of(body);
    position *p = books_at(shelf, "t", "", NULL);
    TEST_ASSERT(p != NULL);
    for (int turn = 0; actor_of(p) >= 0 && got.actions < MOST_ACTIONS; got.actions++) {
        int mover = actor_of(p);
        play_best(p, algorithm, nodes);
        if (++turn > got.longest) got.longest = turn;
        if (actor_of(p) != mover) turn = 0;
    }
    got.over = actor_of(p) == ACTOR_NONE;
    got.drawn = got.over && strcmp(result_of(p), "0.5 0.5") == 0;
    position_destroy(p);
    rules_shelf_destroy(shelf);
    return got;
}

/* Somebody wins, and long before the limit. */
static void test_halma(void) {
    played got = play_game(halma, "auto", 2000);

    TEST_CHECK_(got.over && !got.drawn && got.actions < 150 && got.longest < 20,
                "%d actions, %d in a turn, over %d, drawn %d", got.actions, got.longest, got.over,
                got.drawn);
    TEST_CHECK(mem_live() == 0);
}

static void test_walkers(void) {
    static const char *const algorithms[] = {"auto", "mcts"};
    for (int i = 0; i < 2; i++) {
        played got = play_game(walkers, algorithms[i], 1000);
        TEST_CHECK_(got.over && got.actions < 20 * 16, "%s: %d actions, %d in a turn",
                    algorithms[i], got.actions, got.longest);
    }
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"halma", test_halma}, {"walkers", test_walkers}, {NULL, NULL}};
