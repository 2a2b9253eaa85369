#include <acutest.h>

#include <math.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "games/pig/pig.h"
#include "tests/support/one_line.h"

static void test_a_short_game(void) {
    position *p = one_line_start(&pig, "set target=10");
    error err;
    TEST_ASSERT(p != NULL);
    TEST_CHECK(one_line_is(p, "p=0 turn=0 s=0,0 target=10"));
    TEST_CHECK(position_play(p, "hold", &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(strcmp(err.reason, "nothing-to-hold") == 0);
    TEST_CHECK(one_line_play(p, "roll") && one_line_is(p, "p=0 turn=0 s=0,0 target=10 roll"));
    TEST_CHECK(position_play(p, "!7", &err) == ST_CHANCE_IMPOSSIBLE);
    TEST_CHECK(strcmp(err.reason, "bad-outcome") == 0);
    TEST_CHECK(one_line_play(p, "!4 hold") && one_line_is(p, "p=1 turn=0 s=4,0 target=10"));
    TEST_CHECK(one_line_play(p, "roll !6 roll !1") && one_line_is(p, "p=0 turn=0 s=4,0 target=10"));
    TEST_CHECK(position_play(p, "!3", &err) == ST_ACTION_EXPECTED);
    TEST_CHECK(one_line_play(p, "roll !6") && position_play(p, "roll", &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(strcmp(err.reason, "already-enough") == 0);
    TEST_CHECK(one_line_play(p, "hold") && one_line_is(p, "p=0 turn=0 s=10,0 target=10"));
    const rules *r = position_rules(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    pig.returns(r, position_data(p), utility, points);
    TEST_CHECK(pig.actor(r, position_data(p)) == ACTOR_NONE && utility[0] == 1 && utility[1] == 0);
    TEST_CHECK(strcmp(pig.endings->name(r, position_data(p)), "target-reached") == 0);
    position_destroy(p);
}

static void test_turns_go_round(void) {
    position *p = one_line_start(&pig, "players 3 first 3");
    TEST_ASSERT(p != NULL);
    TEST_CHECK(one_line_is(p, "p=2 turn=0 s=0,0,0 target=100"));
    TEST_CHECK(one_line_play(p, "roll !2 hold roll !1 roll !5 hold"));
    TEST_CHECK(one_line_is(p, "p=2 turn=0 s=0,5,2 target=100"));
    position_destroy(p);
}

static void test_bad_positions(void) {
    static const struct {
        const char *line, *words;
    } cases[] = {{"", "p:"},
                 {"p=8 turn=0 s=0,0 target=100", "p:"},
                 {"p=2 turn=0 s=0,0 target=100", "p: seats"},
                 {"p=0 turn=x s=0,0 target=100", "turn:"},
                 {"p=0 turn=00 s=0,0 target=100", "turn:"},
                 {"p=0 turn=0 s=0 target=100", "s: expected 2"},
                 {"p=0 turn=0 s=0,0,0,0,0,0,0,0,0 target=100", "s: more"},
                 {"p=0 turn=0 s=0,x target=100", "s: score 2"},
                 {"p=0 turn=0 s=1,0 target=100", "s: seat 0 cannot reach"},
                 {"p=0 turn=0 s=106,0 target=100", "s: seat 0 cannot reach"},
                 {"p=0 turn=0 s=0,100 target=100", "s: seat 1 has won"},
                 {"p=0 turn=2 s=100,0 target=100", "turn: seat 0 has won"},
                 {"p=0 turn=1 s=0,0 target=100", "turn: a total"},
                 {"p=0 turn=20 s=90,0 target=100", "turn: a total"},
                 {"p=0 turn=10 s=90,0 target=100 roll", "roll:"},
                 {"p=0 turn=0 s=0,0 target=1", "target:"},
                 {"p=0 turn=0 s=0,0 target=1001", "target:"},
                 {"p=0 turn=0 s=0,0", "target:"},
                 {"p=0 turn=0 s=0,0 target=100 rol", "nothing but"},
                 {"p=0 turn=0 s=0,0 target=100 roll ", "nothing but"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err;
        status st = one_line_refused(&pig, cases[i].line, &err);
        TEST_CHECK_(st == ST_BAD_FEN, "'%s' is refused", cases[i].line);
        TEST_CHECK_(strstr(err.text, cases[i].words) != NULL, "'%s': %s", cases[i].line, err.text);
    }
}

/* --- the exact value, by value iteration through the contract --- */

enum { BUF_SIZE = 1 << 15, SLOTS = BUF_SIZE * 4 };

typedef struct node {
    uint64_t key;
    unsigned char state[64];
    double value; /* the first player's share of the win */
} node;

static node *nodes;
static uint32_t *slots; /* open addressing by key: index + 1 */
static size_t node_count;

/* The index of a state, which is added if it is new. */
static size_t index_of(const rules *r, const void *s) {
    uint64_t key = r->game->hash(r, s);
    size_t at = key % SLOTS;
    while (slots[at] && nodes[slots[at] - 1].key != key) at = (at + 1) % SLOTS;
    if (!slots[at]) {
        TEST_ASSERT(node_count < BUF_SIZE);
        nodes[node_count].key = key;
        memcpy(nodes[node_count++].state, s, r->state_size);
        slots[at] = (uint32_t)node_count;
    }
    return slots[at] - 1;
}

/* Children of every state, found once: at most six each. */
typedef struct family {
    int count;
    bool chance;
    int actor;
    size_t child[6];
    float weight[6];
} family;

static void find_family(const rules *r, const unsigned char *s, family *f) {
    action list[6];
    f->actor = r->game->actor(r, s);
    f->chance = f->actor == ACTOR_CHANCE;
    if (f->actor == ACTOR_NONE) return;
    f->count =
        f->chance ? r->game->chance(r, s, list, f->weight) : r->game->legal(r, s, NULL, list);
    for (int i = 0; i < f->count; i++) {
        unsigned char next[64];
        memcpy(next, s, r->state_size);
        r->game->apply(r, next, NULL, list[i]);
        f->child[i] = index_of(r, next);
    }
}

static double improve(const family *f, double old) {
    if (f->count == 0) return old;
    double best = f->chance ? 0 : nodes[f->child[0]].value;
    for (int i = 0; i < f->count; i++) {
        double v = nodes[f->child[i]].value;
        if (f->chance)
            best += (double)f->weight[i] * v;
        else if (f->actor == 0 ? v > best : v < best)
            best = v;
    }
    return best;
}

/* The known answer for a target of 20; the start is node 0. */
static void test_value_of_target_20(void) {
    position *p = one_line_start(&pig, "set target=20");
    nodes = calloc(BUF_SIZE, sizeof *nodes);
    slots = calloc(SLOTS, sizeof *slots);
    family *families = calloc(BUF_SIZE, sizeof *families);
    TEST_ASSERT(p && nodes && slots && families);
    const rules *r = position_rules(p);
    TEST_ASSERT(r->state_size <= sizeof nodes->state && r->max_actions <= 6);
    (void)index_of(r, position_data(p));
    for (size_t i = 0; i < node_count; i++) {
        unsigned char s[64];
        memcpy(s, nodes[i].state, sizeof s);
        find_family(r, s, &families[i]);
        float utility[GAME_MAX_PLAYERS];
        int32_t points[GAME_MAX_PLAYERS];
        if (families[i].actor != ACTOR_NONE) continue;
        r->game->returns(r, s, utility, points);
        nodes[i].value = (double)utility[0];
    }
    double change = 1;
    for (int round = 0; change > 1e-7 && round < 10000; round++) {
        change = 0;
        for (size_t i = 0; i < node_count; i++) {
            double v = improve(&families[i], nodes[i].value);
            change = fmax(change, fabs(v - nodes[i].value));
            nodes[i].value = v;
        }
    }
    TEST_CHECK_(fabs(nodes[0].value - 0.6156) < 0.0005, "value %.5f", nodes[0].value);
    free(nodes);
    free(slots);
    free(families);
    position_destroy(p);
}

TEST_LIST = {{"a_short_game", test_a_short_game},
             {"turns_go_round", test_turns_go_round},
             {"bad_positions", test_bad_positions},
             {"value_of_target_20", test_value_of_target_20},
             {NULL, NULL}};
