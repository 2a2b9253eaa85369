/* Games whose turns can go round, played by a search until they are over: to end a turn costs
 * nothing, so no one walks about for the sake of staying on move. */
#include <acutest.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "search/search_registry.h"
#include "tests/support/asking.h"
#include "tests/support/books.h"
#include "tests/support/pace.h"

/* A beginner's Halma. Who has left the own corner wins when the other one is full, so that no one
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

/* Every player may walk for ever. */
static const char walkers[] =
    "game t { players X O board rect 5 5 piece man "
    "setup { put man of X on rank 1  put man of O on rank 5 } "
    "turn move mine to step any & empty then repeat optional move last to step any & empty "
    "else lose end { when turns >= 20 draw } }";

typedef struct played {
    int actions, longest; /* in all, and of one turn */
    bool over, drawn;
} played;

enum { MAX_ACTIONS = 1500 };

static text_library *texts_of(const char *body) {
    text_library *library;
    diags d = {0};
    TEST_ASSERT(text_library_create(&library) == ST_OK);
    status st = text_library_read(library, &(source){"t.game", body, strlen(body)}, &d);
    TEST_ASSERT_(st == ST_OK, "%s", d.count ? d.item[0].message : "");
    TEST_CHECK(d.count == 1 && strcmp(d.item[0].code, "W08") == 0);
    return library;
}

static const char *result_of(const position *p) {
    static char buf[64];
    text out = text_over(buf, sizeof buf);
    books_result(p, &out);
    return buf;
}

static int actor_of(const position *p) {
    return position_rules(p)->game->actor(position_rules(p), position_data(p));
}

/* Starts a search of its own for the position. */
static void ask(asking *s, const position *p, const char *algorithm) {
    error err = {.code = ST_OK};
    TEST_ASSERT(asking_open(s, NULL, p));
    TEST_ASSERT(search_choose(catalogue_registry(), algorithm, position_rules(p), &s->q, &err) ==
                ST_OK);
}

/* One action as the search has it. */
static void play_best(position *p, const char *algorithm, uint64_t nodes) {
    asking s;
    error err = {.code = ST_OK};
    char word[GAME_TOKEN_SIZE];
    ask(&s, p, algorithm);
    s.q.limits.nodes = nodes;
    TEST_ASSERT(asking_run(&s));
    const char *pv = asking_best(&s)->pv;
    (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(pv, " "), pv);
    TEST_CHECK_(position_play(p, word, &err) == ST_OK, "%s: %s", word, err.text);
    asking_close(&s);
}

static played play_game(const char *body, const char *algorithm, uint64_t nodes) {
    played got = {0};
    text_library *library = texts_of(body);
    position *p = books_at(library, "t", "", NULL);
    TEST_ASSERT(p != NULL);
    for (int turn = 0; actor_of(p) >= 0 && got.actions < MAX_ACTIONS; got.actions++) {
        int mover = actor_of(p);
        play_best(p, algorithm, nodes);
        if (++turn > got.longest) got.longest = turn;
        if (actor_of(p) != mover) turn = 0;
    }
    got.over = actor_of(p) == ACTOR_NONE;
    got.drawn = got.over && strcmp(result_of(p), "0.5 0.5") == 0;
    position_destroy(p);
    text_library_destroy(library);
    return got;
}

/* A player wins, and long before the limit. */
static void test_halma(void) {
    played got = play_game(halma, "auto", PACE(2000, 800));

    TEST_CHECK_(got.over && !got.drawn && got.actions < 150 && got.longest < 20,
                "%d actions, %d in a turn, over %d, drawn %d", got.actions, got.longest, got.over,
                got.drawn);
    TEST_CHECK(mem_live() == 0);
}

static void test_walkers(void) {
    static const char *const algorithms[] = {"auto", "mcts"};
    for (int i = 0; i < 2; i++) {
        played got = play_game(walkers, algorithms[i], PACE(1000, 150));
        TEST_CHECK_(got.over && got.actions < 20 * 16, "%s: %d actions, %d in a turn",
                    algorithms[i], got.actions, got.longest);
    }
    TEST_CHECK(mem_live() == 0);
}

/* Two men a side, who may walk as they like. */
static const char two_walkers[] =
    "game t { players X O board rect 5 5 piece man "
    "setup { put man of X on a1 | b1  put man of O on d5 | e5 } "
    "turn move mine to step any & empty then repeat optional move last to step any & empty "
    "else lose end { when turns >= 40 draw } }";

/* The value of every first action at this depth, in the order of the search. */
static void ask_all(asking *s, const position *p, unsigned depth) {
    ask(s, p, "alphabeta");
    s->q.limits.depth = depth;
    s->q.options.multipv = 16;
    TEST_ASSERT(asking_run(s));
}

static double value_of(const asking *s, const char *first) {
    for (size_t i = 0; i < s->a.report.count; i++)
        if (asking_begins(&s->a.report.lines[i], first)) return s->a.report.lines[i].values[0];
    TEST_ASSERT_(false, "no line begins with %s", first);
    return 0;
}

/* Plays the line up to the end of the first turn, which it leaves to be ended. */
static void play_walk(position *p, const char *pv) {
    char word[GAME_TOKEN_SIZE];
    error err;
    while (*pv && strncmp(pv, "skip", 4) != 0) {
        size_t n = strcspn(pv, " ");
        (void)snprintf(word, sizeof word, "%.*s", (int)n, pv);
        TEST_ASSERT(position_play(p, word, &err) == ST_OK);
        pv += n + (pv[n] == ' ');
    }
    TEST_CHECK_(*pv != '\0', "the line ends before its first turn does");
}

/* To end the turn now, and to walk on first to where it is best to end it: what differs is where
 * the man stands, not how much is seen of the reply. So a walk is worth what `skip` is where it
 * leads, and all ways to one place are worth the same. */
static void test_no_reply_is_put_off(void) {
    text_library *library = texts_of(two_walkers);
    for (unsigned depth = 1; depth <= 4; depth++) {
        asking walk;
        asking end;
        error err;
        position *p = books_at(library, "t", "", NULL);
        TEST_ASSERT(p != NULL && position_play(p, "a1b2", &err) == ST_OK);
        ask_all(&walk, p, depth);
        double best = asking_best(&walk)->values[0];
        double here = value_of(&walk, "skip");
        /* the place is reached in as many ways as one likes */
        double round = value_of(&walk, "b2b3");
        play_walk(p, asking_best(&walk)->pv);
        ask_all(&end, p, depth);
        double there = value_of(&end, "skip");
        TEST_CHECK_(fabs(best - there) < 0.005, "depth %u: %f, and %f there", depth, best, there);
        TEST_CHECK_(fabs(best - round) < 0.005, "depth %u: %f, and %f", depth, best, round);
        TEST_CHECK_(best - here < 0.1, "depth %u: %f, and %f here", depth, best, here);
        asking_close(&end);
        asking_close(&walk);
        position_destroy(p);
    }
    text_library_destroy(library);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"halma", test_halma},
             {"walkers", test_walkers},
             {"no_reply_is_put_off", test_no_reply_is_put_off},
             {NULL, NULL}};
