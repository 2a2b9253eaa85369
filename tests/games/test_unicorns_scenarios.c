/* The 25 scenarios every implementation has to agree on (rules reference), and what the printed
 * rules change in some of them. A is seat 0, B seat 1. */
#include <acutest.h>

#include "engine/game/game_endings.h"
#include "tests/support/stable.h"

enum { A, B };

static stable table(bool reference) {
    return stable_open(2, reference);
}

#define HAND(t, p)    un_hand((t).r, p)
#define DISCARD(t)    un_discard((t).r)
#define NURSERY(t)    un_nursery((t).r)
#define CLOSE(t)      (TEST_CHECK(!(t).failed), stable_done(&(t)))
#define IN_DISCARD(c) stable_count(&t, DISCARD(t), c)

static void test_s1_shake_up(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        stable_hold(&t, A, "shake-up neigh neigh yay");
        stable_play(&t, A);
        TEST_CHECK(stable_legal(&t, "play:shake-up") == !ref);
        if (!ref) {
            stable_do(&t, "play:shake-up discard:neigh discard:neigh discard:yay end");
            TEST_CHECK(stable_size(&t, HAND(t, A)) == 5 && stable_size(&t, DISCARD(t)) == 0);
        }
        CLOSE(t);
    }
}

static void test_s2_cob(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        stable_hold(&t, A, "unicorn-on-the-cob");
        stable_play(&t, A);
        stable_do(&t, "play:unicorn-on-the-cob>p1");
        if (ref) {
            stable_do(&t, "!p2.draw=yay");
            TEST_CHECK(stable_size(&t, HAND(t, A)) == 0);
        } else {
            stable_do(&t, "!p1.draw=yay !p1.draw=neigh discard:yay");
            TEST_CHECK(stable_size(&t, HAND(t, A)) == 1);
        }
        CLOSE(t);
    }
}

static void test_s3_kittencorn(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        stable_put(&t, A, "magical-kittencorn");
        stable_put(&t, B, "basic-unicorn basic-unicorn");
        stable_hold(&t, A, "unicorn-poison");
        stable_play(&t, A);
        TEST_CHECK(stable_legal(&t, "play:unicorn-poison") == !ref);
        CLOSE(t);
    }
}

static void test_s4_stabby(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        stable_put(&t, B, "stabby-the-unicorn basic-unicorn");
        stable_put(&t, A, "baby-unicorn baby-unicorn baby-unicorn");
        stable_hold(&t, A, "two-for-one");
        stable_play(&t, A);
        stable_do(&t, "play:two-for-one sacrifice:p1.baby-unicorn#1");
        TEST_CHECK(t.s->ask == UN_ASK_MAY && t.s->seat == B);
        stable_do(&t, "no");
        TEST_CHECK((t.s->ask == UN_ASK_MAY && t.s->seat == B) == ref);
        TEST_CHECK(IN_DISCARD("stabby-the-unicorn") == 1 && IN_DISCARD("basic-unicorn") == 1);
        CLOSE(t);
    }
}

static void test_s5_barbed_wire(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        stable_put(&t, B, "barbed-wire");
        stable_hold(&t, B, "yay neigh");
        stable_play(&t, B);
        stable_do(&t, "play:yay>p2");
        stable_do(&t, ref ? "discard:neigh end" : "end");
        TEST_CHECK(IN_DISCARD("neigh") == ref);
        CLOSE(t);
    }
}

static void test_s6_tiny_stable(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        stable_put(&t, B,
                   "basic-unicorn basic-unicorn basic-unicorn basic-unicorn basic-unicorn "
                   "basic-unicorn");
        stable_hold(&t, A, "tiny-stable narwhal");
        stable_play(&t, A);
        stable_do(&t, "play:tiny-stable>p2");
        if (!ref) { /* counted at once, and only where it lies */
            stable_do(&t, "sacrifice:p2.basic-unicorn#6 end");
            TEST_CHECK(stable_size(&t, un_table(B, 0)) == 5);
            CLOSE(t);
            continue;
        }
        stable_do(&t, "end");
        TEST_CHECK(stable_size(&t, un_table(B, 0)) == 6);
        stable_play(&t, A);
        stable_do(&t, "play:narwhal>p1 sacrifice:p2.basic-unicorn#1 end");
        TEST_CHECK(stable_size(&t, un_table(B, 0)) == 5);
        CLOSE(t);
    }
}

static void test_s7_sadistic_ritual(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        stable_put(&t, A, "baby-unicorn sadistic-ritual");
        int nursery = stable_size(&t, NURSERY(t));
        stable_turn(&t, A);
        if (!ref) {
            TEST_CHECK(t.s->ask == UN_ASK_DRAW && t.s->phase == UN_PH_BOT_CHAIN);
            stable_do(&t, "!p1.draw=yay");
        }
        TEST_CHECK(t.s->ask == UN_ASK_DRAW && t.s->phase == UN_PH_DRAW);
        TEST_CHECK(stable_size(&t, NURSERY(t)) == nursery + 1);
        TEST_CHECK(stable_size(&t, HAND(t, A)) == !ref);
        CLOSE(t);
    }
}

static void test_s8_pandas(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        stable_put(&t, B, "basic-unicorn pandamonium yay");
        stable_put(&t, A, "basic-unicorn");
        stable_hold(&t, A, "glitter-tornado two-for-one");
        stable_play(&t, A);
        stable_do(&t, "play:two-for-one");
        if (ref) { /* two options are taken without a question */
            stable_do(&t, "end");
            TEST_CHECK(stable_on(&t, B, "basic-unicorn") == 1);
            TEST_CHECK(!stable_on(&t, B, "pandamonium") && !stable_on(&t, B, "yay"));
        } else {
            stable_do(&t, "destroy:p2.basic-unicorn destroy:p2.pandamonium end");
            TEST_CHECK(stable_on(&t, B, "yay") == 1 && !stable_on(&t, B, "basic-unicorn"));
        }
        CLOSE(t);
    }
}

static void test_s9_phoenix(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        stable_put(&t, A, "unicorn-phoenix");
        stable_hold(&t, A, "yay");
        stable_hold(&t, B, "extremely-destructive-unicorn");
        stable_play(&t, B);
        stable_do(&t, "play:extremely-destructive-unicorn>p2");
        if (ref) {
            stable_do(&t, "end");
            TEST_CHECK(IN_DISCARD("unicorn-phoenix") == 1);
        } else {
            stable_do(&t, "yes discard:yay end");
            TEST_CHECK(stable_on(&t, A, "unicorn-phoenix") == 1 && IN_DISCARD("yay") == 1);
        }
        CLOSE(t);
    }
}

static void test_s10_lasso(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        stable_put(&t, A, "unicorn-lasso blinding-light");
        stable_put(&t, B, "basic-unicorn");
        stable_turn(&t, A);
        stable_do(&t, "yes pass end");
        TEST_CHECK(stable_on(&t, A, "basic-unicorn") == ref);
        TEST_CHECK(stable_on(&t, B, "basic-unicorn") == !ref);
        CLOSE(t);
    }
    stable t = table(true); /* without the light it goes home */
    stable_put(&t, A, "unicorn-lasso");
    stable_put(&t, B, "basic-unicorn");
    stable_turn(&t, A);
    stable_do(&t, "yes end");
    TEST_CHECK(stable_on(&t, A, "basic-unicorn") == 1);
    stable_do(&t, "pass end");
    TEST_CHECK(stable_on(&t, B, "basic-unicorn") == 1);
    CLOSE(t);
}

static void test_s11_seductive(void) {
    stable t = table(true);
    stable_put(&t, B, "basic-unicorn narwhal");
    stable_hold(&t, A, "seductive-unicorn");
    stable_hold(&t, B, "unicorn-poison");
    stable_play(&t, A);
    stable_do(&t, "play:seductive-unicorn>p1 yes steal:p2.narwhal end");
    TEST_CHECK(stable_on(&t, A, "narwhal") == 1);
    /* A copy, through the text of the position. */
    char line[2048];
    text out = text_over(line, sizeof line);
    un_write(t.head, t.s, &out);
    TEST_CHECK(un_read(t.head, t.s, line, NULL) == ST_OK);
    stable_play(&t, B);
    stable_do(&t, "play:unicorn-poison destroy:p1.seductive-unicorn end");
    TEST_CHECK(stable_on(&t, B, "narwhal") == 1 && IN_DISCARD("seductive-unicorn") == 1);
    CLOSE(t);
}

static void test_s12_both_destroyed(void) {
    stable t = table(true);
    stable_put(&t, B, "narwhal");
    stable_hold(&t, A, "seductive-unicorn");
    stable_hold(&t, B, "two-for-one");
    stable_play(&t, A);
    stable_do(&t, "play:seductive-unicorn>p1 yes end");
    TEST_CHECK(stable_on(&t, A, "narwhal") == 1);
    stable_put(&t, B, "yay");
    stable_play(&t, B);
    stable_do(&t, "play:two-for-one end");
    TEST_CHECK(IN_DISCARD("seductive-unicorn") == 1 && IN_DISCARD("narwhal") == 1);
    TEST_CHECK(stable_on(&t, A, "narwhal") == 0 && stable_on(&t, B, "narwhal") == 0);
    CLOSE(t);
}

static void test_s13_puppicorn(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        stable_put(&t, A, "puppicorn barbed-wire");
        stable_hold(&t, A, "neigh yay");
        stable_turn(&t, A);
        if (ref) stable_do(&t, "discard:neigh discard:yay");
        TEST_CHECK(t.s->phase == UN_PH_DRAW);
        TEST_CHECK(stable_size(&t, HAND(t, A)) == (ref ? 0 : 2));
        CLOSE(t);
    }
}

static void test_s14_queen_bee(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        stable_put(&t, A, "queen-bee-unicorn");
        stable_put(&t, B, "basic-unicorn rainbow-mane");
        stable_hold(&t, B, "basic-unicorn");
        stable_turn(&t, B);
        stable_do(&t, ref ? "yes bring:basic-unicorn" : "yes bring:none");
        stable_do(&t, "end");
        TEST_CHECK(stable_on(&t, B, "basic-unicorn") == 1 + ref);
        TEST_CHECK(!stable_legal(&t, "play:basic-unicorn>p2"));
        CLOSE(t);
    }
}

static void test_s15_black_knight(void) {
    stable t = table(true);
    stable_put(&t, A, "greedy-flying-unicorn black-knight-unicorn");
    stable_hold(&t, B, "unicorn-poison");
    stable_play(&t, B);
    stable_do(&t, "play:unicorn-poison destroy:p1.greedy-flying-unicorn yes end");
    TEST_CHECK(IN_DISCARD("black-knight-unicorn") == 1);
    TEST_CHECK(stable_on(&t, A, "greedy-flying-unicorn") == 1);
    CLOSE(t);
}

static void test_s16_baby(void) {
    for (int blind = 0; blind < 2; blind++) { /* and S17 */
        stable t = table(true);
        stable_put(&t, A, "baby-narwhal");
        if (blind) stable_put(&t, A, "blinding-light");
        stable_hold(&t, B, "unicorn-poison");
        stable_play(&t, B);
        stable_do(&t, "play:unicorn-poison end");
        int zone = NURSERY(t);
        int last = t.r->kind_of[t.s->pool[t.s->end[zone] - 1]];
        TEST_CHECK(strcmp(t.r->deck.kind[last].slug, "baby-narwhal") == 0);
        TEST_CHECK(IN_DISCARD("baby-narwhal") == 0 && stable_size(&t, DISCARD(t)) == 1);
        CLOSE(t);
    }
}

static void test_s18_blind_flying(void) {
    for (int blind = 0; blind < 2; blind++) {
        stable t = table(true);
        stable_put(&t, A, "greedy-flying-unicorn");
        if (blind) stable_put(&t, A, "blinding-light");
        stable_hold(&t, B, "unicorn-poison");
        stable_play(&t, B);
        stable_do(&t, "play:unicorn-poison end");
        TEST_CHECK(IN_DISCARD("greedy-flying-unicorn") == blind);
        TEST_CHECK(stable_count(&t, HAND(t, A), "greedy-flying-unicorn") == !blind);
        CLOSE(t);
    }
}

static void test_s19_shrinkray(void) {
    stable t = table(true);
    stable_put(&t, B,
               "baby-unicorn puppicorn greedy-flying-unicorn stabby-the-unicorn barbed-wire");
    stable_hold(&t, B, "neigh neigh neigh neigh neigh neigh neigh neigh");
    stable_put(&t, A, "basic-unicorn");
    stable_hold(&t, A, "unicorn-shrinkray");
    stable_play(&t, A);
    stable_do(&t, "play:unicorn-shrinkray p2");
    for (int i = 0; i < 8; i++) stable_do(&t, "discard:neigh");
    stable_do(&t, "end");
    TEST_CHECK(stable_size(&t, un_table(B, 0)) == 4);
    TEST_CHECK(stable_on(&t, B, "baby-unicorn") + stable_on(&t, B, "baby-narwhal") == 4);
    TEST_CHECK(IN_DISCARD("puppicorn") == 1 && IN_DISCARD("greedy-flying-unicorn") == 1);
    TEST_CHECK(IN_DISCARD("neigh") == 8); /* four leave and four enter */
    TEST_CHECK(stable_on(&t, A, "basic-unicorn") == 1);
    CLOSE(t);
}

static void test_s20_back_kick(void) {
    stable t = table(true);
    stable_put(&t, B, "baby-unicorn");
    stable_hold(&t, B, "yay");
    stable_hold(&t, A, "back-kick back-kick");
    stable_play(&t, A);
    stable_do(&t, "play:back-kick end");
    TEST_CHECK(stable_size(&t, un_table(B, 0)) == 0 && IN_DISCARD("yay") == 0);
    stable_put(&t, B, "narwhal"); /* a grown one is returned, and a card discarded */
    stable_play(&t, A);
    stable_do(&t, "play:back-kick discard:yay end");
    TEST_CHECK(stable_count(&t, HAND(t, B), "narwhal") == 1 && IN_DISCARD("yay") == 1);
    CLOSE(t);
}

static void test_s21_neigh_the_neigh(void) {
    stable t = table(true);
    stable_hold(&t, A, "narwhal neigh yay");
    stable_hold(&t, B, "neigh yay");
    stable_play(&t, A);
    stable_do(&t, "play:narwhal>p1 none neigh");
    TEST_CHECK(stable_size(&t, un_stack(t.r)) == 2);
    stable_do(&t, "neigh none");
    TEST_CHECK(stable_size(&t, un_stack(t.r)) == 3);
    stable_do(&t, "none none");
    TEST_CHECK(IN_DISCARD("neigh") == 2 && stable_size(&t, un_stack(t.r)) == 1);
    TEST_CHECK(t.s->ask == UN_ASK_REACT && t.s->seat == A);
    stable_do(&t, "none none end");
    TEST_CHECK(stable_on(&t, A, "narwhal") == 1);
    CLOSE(t);
}

static void test_s22_nobody_is_asked(void) {
    stable t = table(true);
    stable_hold(&t, A, "narwhal neigh super-neigh");
    stable_hold(&t, B, "neigh neigh");
    stable_play(&t, A);
    stable_do(&t, "play:narwhal>p1 super-neigh none");
    TEST_CHECK(IN_DISCARD("narwhal") == 1 && IN_DISCARD("super-neigh") == 1);
    CLOSE(t);
    t = table(true);
    stable_put(&t, A, "yay");
    stable_hold(&t, A, "narwhal neigh");
    stable_hold(&t, B, "neigh neigh");
    stable_play(&t, A);
    stable_do(&t, "play:narwhal>p1 !p2.draw=yay");
    TEST_CHECK(stable_on(&t, A, "narwhal") == 1);
    CLOSE(t);
}

static void test_s23_transient_seven(void) {
    stable t = stable_open(5, true);
    stable_put(&t, A,
               "basic-unicorn basic-unicorn basic-unicorn basic-unicorn basic-unicorn "
               "basic-unicorn");
    stable_put(&t, B, "tiny-stable");
    stable_put(&t, A, "slowdown");
    stable_hold(&t, A, "extremely-destructive-unicorn");
    stable_play(&t, A);
    stable_do(&t, "play:extremely-destructive-unicorn>p1 sacrifice:p1.basic-unicorn#1 end");
    TEST_CHECK(!t.s->ended && un_value(t.r, t.s, A) == 6);
    CLOSE(t);
}

static void test_s24_last_card(void) {
    stable t = table(true);
    stable_put(&t, A, "narwhal");
    stable_put(&t, B, "basic-unicorn");
    while (stable_size(&t, un_pile(t.r)) > 1)
        un_move(t.r, t.s, un_from(t.s, un_pile(t.r)), un_discard(t.r));
    stable_turn(&t, A);
    TEST_CHECK(t.s->ask == UN_ASK_DRAW);
    stable_do(&t, "end");
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    int ranks[GAME_MAX_PLAYERS];
    TEST_CHECK(t.s->ended == UN_ENDED_PILE && stable_size(&t, HAND(t, A)) == 1);
    unicorns.returns(t.head, t.s, utility, points);
    unicorns.endings->ranks(t.head, t.s, ranks);
    TEST_CHECK(utility[A] < 0.5F && utility[B] > 0.5F); /* equal values, more letters */
    TEST_CHECK(ranks[A] == 2 && ranks[B] == 1);
    CLOSE(t);
}

static void test_ties(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        float utility[GAME_MAX_PLAYERS];
        int32_t points[GAME_MAX_PLAYERS];
        stable_put(&t, A, "basic-unicorn");
        stable_put(&t, B, "basic-unicorn");
        t.s->ended = UN_ENDED_PILE;
        unicorns.returns(t.head, t.s, utility, points);
        TEST_CHECK(utility[B] < 0.5F && (utility[A] > 0.5F) == ref);
        CLOSE(t);
    }
}

static void test_s25_change_of_luck(void) {
    for (int ref = 0; ref < 2; ref++) {
        stable t = table(ref);
        stable_hold(&t, A, "change-of-luck yay yay narwhal neigh");
        stable_play(&t, A);
        stable_do(&t, "play:change-of-luck");
        stable_do(&t, "discard:narwhal discard:neigh discard:yay end");
        TEST_CHECK(t.s->active == A && t.s->turn == 2);
        TEST_CHECK(stable_size(&t, HAND(t, A)) == 4); /* 4 - 3 + 2, and the draw of the turn */
        TEST_CHECK(stable_size(&t, DISCARD(t)) == 4);
        CLOSE(t);
    }
    stable t = table(true);
    stable_hold(&t, A, "change-of-luck yay yay");
    stable_play(&t, A);
    TEST_CHECK(!stable_legal(&t, "play:change-of-luck"));
    CLOSE(t);
}

TEST_LIST = {{"s1_shake_up", test_s1_shake_up},
             {"s2_cob", test_s2_cob},
             {"s3_kittencorn", test_s3_kittencorn},
             {"s4_stabby", test_s4_stabby},
             {"s5_barbed_wire", test_s5_barbed_wire},
             {"s6_tiny_stable", test_s6_tiny_stable},
             {"s7_sadistic_ritual", test_s7_sadistic_ritual},
             {"s8_pandas", test_s8_pandas},
             {"s9_phoenix", test_s9_phoenix},
             {"s10_lasso", test_s10_lasso},
             {"s11_seductive", test_s11_seductive},
             {"s12_both_destroyed", test_s12_both_destroyed},
             {"s13_puppicorn", test_s13_puppicorn},
             {"s14_queen_bee", test_s14_queen_bee},
             {"s15_black_knight", test_s15_black_knight},
             {"s16_s17_baby", test_s16_baby},
             {"s18_blind_flying", test_s18_blind_flying},
             {"s19_shrinkray", test_s19_shrinkray},
             {"s20_back_kick", test_s20_back_kick},
             {"s21_neigh_the_neigh", test_s21_neigh_the_neigh},
             {"s22_nobody_is_asked", test_s22_nobody_is_asked},
             {"s23_transient_seven", test_s23_transient_seven},
             {"s24_last_card", test_s24_last_card},
             {"ties", test_ties},
             {"s25_change_of_luck", test_s25_change_of_luck},
             {NULL, NULL}};
