/* What seats know, and that nothing else reaches them. UNICORNS_ACTIONS=1000000 in the environment
 * makes conservation the long version. */
#include <acutest.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/game/game_views.h"
#include "games/unicorns/text/unicorns_text.h"
#include "games/unicorns/unicorns_bots.h"
#include "tests/support/stable.h"

#if TEST_PACE
enum { ACTIONS = 200000, GAMES = 3 };
#else
enum { ACTIONS = 20000, GAMES = 1 };
#endif

static uint64_t actions_wanted(void) {
    const char *word = getenv("UNICORNS_ACTIONS"); /* NOLINT: no one changes it meanwhile */
    uint64_t n;
    return word && text_u64(word, UINT64_C(1000000000), &n) ? n : ACTIONS;
}

/* --- conservation --- */

static uint64_t play_and_check(int players, bool reference, uint64_t actions) {
    stable t = stable_open(players, reference);
    rng g = rng_stream((uint64_t)players, reference);
    error err;
    uint64_t n = 0;
    for (int started = 0; n < actions; n++) {
        if (!started++ || !t.s->ask) unicorns.start(t.head, t.s);
        un_play_random(t.head, t.s, NULL, &g);
        if (un_check(t.head, t.s, &err) == ST_OK && (!t.s->ask || un_asks_sense(t.r, t.s)))
            continue;
        TEST_CHECK_(false, "%d players, action %d: %s", players, (int)n, err.text);
        break;
    }
    stable_done(&t);
    return n;
}

static void test_conservation(void) {
    uint64_t all = 0;
    uint64_t wanted = actions_wanted();
    for (int n = 2; n <= UN_SEATS; n++)
        for (int ref = 0; ref < 2; ref++) all += play_and_check(n, ref, wanted / 14 + 1);
    TEST_CHECK(all >= wanted);
}

/* --- states that a seat cannot tell apart --- */

/* A state, and another one that fits what `seat` knows of it. */
typedef struct twins {
    stable a, b;
    un_view *va, *vb;
} twins;

static bool same_view(twins *w, int seat) {
    const un_rules *r = w->a.r;
    unicorns.views->observe(w->a.head, w->a.s, seat, w->va);
    unicorns.views->observe(w->b.head, w->b.s, seat, w->vb);
    return memcmp(w->va, w->vb, un_view_bytes(r)) == 0 &&
           unicorns.views->hash(w->a.head, w->va) == unicorns.views->hash(w->a.head, w->vb);
}

static bool same_choices(const twins *w) {
    action x[UN_MAX_KINDS * UN_SEATS + 1];
    action y[UN_MAX_KINDS * UN_SEATS + 1];
    int n = un_legal(w->a.head, w->a.s, NULL, x);
    int m = un_legal(w->b.head, w->b.s, NULL, y);
    return n == m && memcmp(x, y, (size_t)n * sizeof *x) == 0;
}

/* The seat sees the same, may do the same, and after doing the same sees the same again. */
static void check_twins(twins *w, int seat, rng *g) {
    const un_rules *r = w->a.r;
    un_observe(w->a.head, w->a.s, seat, w->va);
    un_resample(w->a.head, w->va, w->b.s, g);
    TEST_CHECK(same_view(w, seat));
    if (un_actor(w->a.head, w->a.s) != seat) return;
    TEST_CHECK(un_actor(w->b.head, w->b.s) == seat && same_choices(w));
    un_state *copy = mem_alloc(r->head.state_size);
    TEST_ASSERT(copy != NULL);
    memcpy(copy, w->a.s, r->head.state_size);
    action a = un_random_action(&r->head, w->a.s, NULL, g);
    un_apply(&r->head, w->a.s, NULL, a);
    un_apply(&r->head, w->b.s, NULL, a);
    TEST_CHECK_(same_view(w, seat), "turn %d, question %d", copy->turn, copy->ask);
    memcpy(w->a.s, copy, r->head.state_size);
    mem_free(copy);
}

/* All seats of all states of a game, played by chance or by the bot that knows more. */
static void twin_game(int n, bool ref, uint64_t seed) {
    twins w = {stable_open(n, ref), stable_open(n, ref), NULL, NULL};
    rng g = rng_stream(seed, (uint64_t)n);
    const bot *rule = &un_bots[1];
    w.va = mem_alloc(un_view_bytes(w.a.r));
    w.vb = mem_alloc(un_view_bytes(w.a.r));
    unicorns.start(w.a.head, w.a.s);
    while (w.a.s->ask) {
        for (int seat = 0; seat < n; seat++) check_twins(&w, seat, &g);
        if (un_actor(w.a.head, w.a.s) >= 0 && seed % 2)
            un_apply(w.a.head, w.a.s, NULL, rule->choose(w.a.head, w.a.s, NULL, &g));
        else
            un_play_random(w.a.head, w.a.s, NULL, &g);
    }
    mem_free(w.va);
    mem_free(w.vb);
    stable_done(&w.a);
    stable_done(&w.b);
}

static void test_twins(void) {
    for (int n = 2; n <= UN_SEATS; n++)
        for (int ref = 0; ref < 2; ref++)
            for (uint64_t i = 0; i < GAMES; i++) twin_game(n, ref, i + 2 * (uint64_t)n + !ref);
}

/* --- knowledge --- */

/* How many copies of a card in p's hand o knows of. */
static int knows(const stable *t, int o, int p, const char *card) {
    int kind = un_kind_find(&t->r->deck, card, strlen(card));
    int zone = un_hand(t->r, p);
    int n = 0;
    for (int pos = un_from(t->s, zone); pos < t->s->end[zone]; pos++)
        n +=
            t->r->kind_of[t->s->pool[pos]] == kind && UN_NOTE(t->r, t->s)[t->s->pool[pos]] >> o & 1;
    return n;
}

static void test_pull(void) {
    stable t = stable_open(3, true);
    stable_hold(&t, 0, "americorn");
    stable_hold(&t, 1, "neigh neigh yay");
    un_learn(t.r, t.s, 1, 1U << 2); /* seat 2 has seen that hand */
    TEST_CHECK(knows(&t, 2, 1, "neigh") == 2 && knows(&t, 0, 1, "neigh") == 0);
    stable_play(&t, 0);
    stable_do(&t, "play:americorn>p1 p2 !pull=neigh");
    TEST_CHECK(knows(&t, 0, 0, "neigh") == 1 && knows(&t, 1, 0, "neigh") == 1);
    TEST_CHECK(knows(&t, 2, 0, "neigh") == 0);
    TEST_CHECK(knows(&t, 2, 1, "neigh") == 0 && knows(&t, 2, 1, "yay") == 0);
    TEST_CHECK(knows(&t, 1, 1, "neigh") == 1);
    TEST_CHECK(!t.failed);
    stable_done(&t);
}

static void test_thievery_and_bargain(void) {
    stable t = stable_open(3, true);
    stable_hold(&t, 0, "blatant-thievery");
    stable_hold(&t, 1, "neigh yay");
    stable_play(&t, 0);
    stable_do(&t, "play:blatant-thievery p2");
    TEST_CHECK(t.s->ask == UN_ASK_TAKE && knows(&t, 0, 1, "yay") == 1);
    stable_do(&t, "take:neigh end");
    TEST_CHECK(knows(&t, 0, 1, "yay") == 1 && knows(&t, 1, 0, "neigh") == 1);
    TEST_CHECK(knows(&t, 2, 0, "neigh") == 0);
    stable_hold(&t, 0, "unfair-bargain");
    stable_play(&t, 0);
    stable_do(&t, "play:unfair-bargain p2 end");
    TEST_CHECK(knows(&t, 0, 1, "neigh") == 1 && knows(&t, 1, 0, "yay") == 1);
    TEST_CHECK(!t.failed);
    stable_done(&t);
}

static void test_returned(void) {
    stable t = stable_open(3, true);
    stable_put(&t, 1, "yay");
    stable_hold(&t, 1, "yay neigh");
    stable_hold(&t, 0, "back-kick");
    stable_play(&t, 0);
    stable_do(&t, "play:back-kick none");
    TEST_CHECK(t.s->ask == UN_ASK_DISCARD && knows(&t, 2, 1, "yay") == 1);
    stable_do(&t, "discard:yay end"); /* of two that look alike the known one is gone */
    TEST_CHECK(knows(&t, 2, 1, "yay") == 0 && knows(&t, 1, 1, "yay") == 1);
    TEST_CHECK(!t.failed);
    stable_done(&t);
}

/* --- events on views --- */

static void test_leaks(void) {
    stable t = stable_open(2, true);
    un_view *v = mem_alloc(un_view_bytes(t.r));
    error err = {0};
    TEST_ASSERT(v != NULL);
    un_view_start(t.head, 1, v);
    TEST_CHECK(un_view_apply(t.head, v, "!p1.draw=neigh", &err) == ST_LEAK);
    TEST_CHECK(un_view_apply(t.head, v, "pass", &err) == ST_CHANCE_EXPECTED);
    TEST_CHECK(un_view_apply(t.head, v, "?p2.draw", &err) == ST_CHANCE_IMPOSSIBLE);
    for (int i = 0; i < 5; i++) TEST_CHECK(un_view_apply(t.head, v, "?p1.draw", &err) == ST_OK);
    TEST_CHECK(un_view_apply(t.head, v, "?p2.draw", &err) == ST_CHANCE_IMPOSSIBLE);
    TEST_CHECK(un_view_apply(t.head, v, "!p2.draw=cow", &err) == ST_CHANCE_IMPOSSIBLE);
    for (int i = 0; i < 5; i++)
        TEST_CHECK(un_view_apply(t.head, v, i < 3 ? "!p2.draw=yay" : "!p2.draw=neigh", &err) ==
                   (i == 2 ? ST_CHANCE_IMPOSSIBLE : ST_OK)); /* there are two of them */
    TEST_CHECK(un_view_apply(t.head, v, "!p2.draw=narwhal", &err) == ST_OK);
    TEST_CHECK(un_view_apply(t.head, v, "?p1.draw", &err) == ST_OK);
    TEST_CHECK(un_view_apply(t.head, v, "!quick=none", &err) == ST_ACTION_EXPECTED);
    TEST_CHECK(un_view_apply(t.head, v, "play:narwhal>p1", &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(un_view_apply(t.head, v, "play:basic-unicorn>p1", &err) == ST_OK);
    TEST_CHECK(un_view_apply(t.head, v, "!quick=none", &err) == ST_ACTION_EXPECTED);
    TEST_CHECK(un_view_apply(t.head, v, "neigh", &err) == ST_OK);
    TEST_CHECK(un_view_apply(t.head, v, "!quick=none", &err) == ST_CHANCE_IMPOSSIBLE);
    TEST_CHECK(un_view_apply(t.head, v, "!quick=p1:super-neigh", &err) == ST_OK);
    mem_free(v);
    stable_done(&t);
}

/* What the others answered never shows; that someone was asked does not either. */
static void test_reactions_hide(void) {
    stable t = stable_open(3, true);
    char buf[GAME_TOKEN_SIZE];
    stable_hold(&t, 0, "narwhal yay");
    stable_hold(&t, 1, "neigh neigh");
    stable_hold(&t, 2, "yay");
    stable_play(&t, 0);
    stable_do(&t, "play:narwhal>p1 none");
    TEST_CHECK(t.s->ask == UN_ASK_REACT && t.s->seat == 1);
    action list[8];
    TEST_CHECK(un_legal(t.head, t.s, NULL, list) == 2);
    text out = text_over(buf, sizeof buf);
    un_seen_text(t.head, t.s, &list[1], 1, 2, &out);
    TEST_CHECK(buf[0] == '\0');
    stable_do(&t, "neigh");
    TEST_CHECK(t.s->seat == 2 &&
               un_legal(t.head, t.s, NULL, list) == 1); /* asked though the seat has none */
    un_apply(t.head, t.s, NULL, list[0]);
    TEST_CHECK(t.s->ask == UN_ASK_QUICK);
    float weight[8];
    TEST_CHECK(un_chance(t.head, t.s, list, weight) == 1);
    un_seen_text(t.head, t.s, list, 1, 2, &out);
    TEST_CHECK_(strcmp(buf, "!quick=p2:neigh") == 0, "%s", buf);
    stable_done(&t);
}

TEST_LIST = {{"conservation", test_conservation},
             {"twins", test_twins},
             {"pull", test_pull},
             {"thievery_and_bargain", test_thievery_and_bargain},
             {"returned", test_returned},
             {"leaks", test_leaks},
             {"reactions_hide", test_reactions_hide},
             {NULL, NULL}};
