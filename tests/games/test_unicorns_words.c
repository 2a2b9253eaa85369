/* What people read: the board, questions, effects and answers in words; and priors. */
#include <acutest.h>

#include "games/unicorns/text/unicorns_text.h"
#include "games/unicorns/unicorns_features.h"
#include "tests/support/stable.h"

enum { A, B, C };

static bool board_says(const stable *t, int seat, const char *wanted) {
    text out = text_growing();
    un_draw_board(t->head, t->s, seat, false, &out);
    bool found = strstr(text_string(&out), wanted) != NULL;
    text_done(&out);
    return found;
}

/* What describe() says of an answer. */
static bool means(const stable *t, const char *token, const char *wanted) {
    char buf[300];
    text out = text_over(buf, sizeof buf);
    action a;
    int n;
    error err = {0};
    if (un_from_text(t->head, t->s, token, &a, &n, &err) != ST_OK) {
        printf("%s: %s\n", token, err.text);
        return false;
    }
    un_describe(t->head, t->s, &a, n, &out);
    if (strcmp(buf, wanted) != 0) printf("%s\n", buf);
    return strcmp(buf, wanted) == 0;
}

/* Every effect that a deck can ask for has words. */
static void test_every_effect(void) {
    static const char *const decks[] = {"", "rules reference", "set deck=picnic"};
    for (size_t d = 0; d < sizeof decks / sizeof *decks; d++) {
        stable t = stable_open_with(decks[d]);
        for (int i = 0; i < t.r->deck.triggers; i++) {
            char buf[300];
            text out = text_over(buf, sizeof buf);
            un_say_effect(t.r, t.r->deck.trigger[i].node, &out);
            TEST_CHECK_(buf[0] && !strchr(buf, '@') && !strstr(buf, "  "), "\"%s\"", buf);
        }
        stable_done(&t);
    }
}

static void test_turn(void) {
    stable t = stable_open(3, false);
    stable_put(&t, A, "rainbow-mane basic-unicorn");
    stable_hold(&t, A, "narwhal unicorn-poison");
    stable_put(&t, B, "basic-unicorn");
    stable_turn(&t, A);
    TEST_CHECK(board_says(&t, B,
                          "seat 1: Rainbow Mane: bring a basic unicorn from the hand into "
                          "the stable? yes or no\n"));
    TEST_CHECK(means(&t, "yes",
                     "bring a basic unicorn from the hand into the stable "
                     "(Rainbow Mane)"));
    TEST_CHECK(means(&t, "no", "do not use the effect (Rainbow Mane)"));
    stable_do(&t, "no !p1.draw=yay");
    TEST_CHECK(
        means(&t, "play:unicorn-poison", "play Unicorn Poison: destroy a unicorn on other tables"));
    TEST_CHECK(means(&t, "play:yay>p2",
                     "play Yay into the stable of seat 2: cards of its player cannot be stopped"));
    TEST_CHECK(means(&t, "pass", "play nothing and draw a card"));
    TEST_CHECK(board_says(&t, A, "  hand        Narwhal, Unicorn Poison, Yay\n"));
    TEST_CHECK(board_says(&t, B, "  hand        3 unknown\n"));
    TEST_CHECK(!t.failed);
    stable_done(&t);
}

/* Who is asked to react shows to no one else. */
static void test_reaction(void) {
    stable t = stable_open(3, false);
    stable_hold(&t, A, "narwhal");
    stable_hold(&t, B, "neigh");
    stable_hold(&t, C, "yay");
    stable_play(&t, A);
    stable_do(&t, "play:narwhal>p1");
    const char *question = "seat 2: seat 1 plays Narwhal into the stable of seat 1; an instant, "
                           "or none?";
    TEST_CHECK(board_says(&t, B, question) && board_says(&t, B, "seat 2 is asked"));
    TEST_CHECK(!board_says(&t, C, question) && !board_says(&t, C, "is asked"));
    TEST_CHECK(!board_says(&t, SEAT_PUBLIC, "is asked"));
    un_apply(t.head, t.s, NULL, un_make(UN_ASK_REACT, UN_NO_CARD, 0));
    un_apply(t.head, t.s, NULL, un_make(UN_ASK_REACT, UN_NO_CARD, 0));
    TEST_CHECK(means(&t, "quick=none", "no seat answers: Narwhal comes"));
    stable_done(&t);
}

/* What came to a hand openly is shown there. */
static void test_known_cards(void) {
    stable t = stable_open(3, false);
    stable_put(&t, B, "yay");
    stable_hold(&t, B, "neigh neigh");
    stable_hold(&t, A, "glitter-tornado");
    stable_put(&t, A, "narwhal");
    stable_play(&t, A);
    stable_do(&t, "play:glitter-tornado end");
    TEST_CHECK(board_says(&t, C, "Yay and 3 unknown"));
    TEST_CHECK(!board_says(&t, C, "Neigh"));
    stable_done(&t);
}

/* --- priors --- */

static float estimate(const stable *t, const char *token) {
    action list[UN_MAX_KINDS * UN_SEATS + 1];
    float score[UN_MAX_KINDS * UN_SEATS + 1];
    action a = ACTION_NONE;
    int count = un_legal(t->head, t->s, NULL, list);
    int n;
    error err = {0};
    TEST_CHECK_(un_from_text(t->head, t->s, token, &a, &n, &err) == ST_OK, "%s", err.text);
    un_order(t->head, t->s, list, count, score);
    for (int i = 0; i < count; i++)
        if (list[i] == a) return score[i];
    TEST_CHECK_(false, "%s is not listed", token);
    return 0;
}

static void test_guesses(void) {
    stable t = stable_open(3, false);
    stable_put(&t, A,
               "basic-unicorn basic-unicorn basic-unicorn basic-unicorn basic-unicorn "
               "basic-unicorn");
    stable_put(&t, B, "basic-unicorn yay barbed-wire");
    stable_hold(&t, A, "narwhal yay slowdown two-for-one");
    stable_hold(&t, B, "neigh");
    stable_play(&t, A);
    TEST_CHECK(estimate(&t, "play:narwhal>p1") > estimate(&t, "play:yay>p1")); /* it wins */
    TEST_CHECK(estimate(&t, "play:yay>p1") > estimate(&t, "pass"));
    TEST_CHECK(estimate(&t, "pass") > estimate(&t, "play:slowdown>p1"));
    TEST_CHECK(estimate(&t, "play:slowdown>p2") > estimate(&t, "play:slowdown>p1"));
    TEST_CHECK(estimate(&t, "play:narwhal>p1") > estimate(&t, "play:narwhal>p2"));
    stable s = stable_open(3, false);
    memcpy(s.s, t.s, t.head->state_size);
    stable_do(&s, "play:narwhal>p1");
    TEST_CHECK(estimate(&s, "neigh") > estimate(&s, "none")); /* or it is over */
    stable_done(&s);
    stable_do(&t, "play:two-for-one none");
    TEST_CHECK(t.s->ask == UN_ASK_CARD && t.s->seat == A);
    stable_do(&t, "sacrifice:p1.basic-unicorn#1");
    stable_do(&t, "destroy:p2.basic-unicorn");
    TEST_CHECK(estimate(&t, "destroy:p2.yay") > estimate(&t, "destroy:p2.barbed-wire"));
    TEST_CHECK(!t.failed);
    stable_done(&t);
}

TEST_LIST = {{"every_effect", test_every_effect}, {"turn", test_turn},
             {"reaction", test_reaction},         {"known_cards", test_known_cards},
             {"guesses", test_guesses},           {NULL, NULL}};
