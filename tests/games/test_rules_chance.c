/* Chance: weights, several dice, and bags, worked out by hand; and that random games draw as the weights
 * say. */
#include <acutest.h>

#include <math.h>
#include <stdio.h>

#include "engine/game/game_speed.h"
#include "tests/support/table_checks.h"

enum { OUTCOMES = 16 };

/* "die=1 0.250, die=2 0.750": the outcomes and how likely they are. */
static void check_odds(table *x, const char *want) {
    action list[OUTCOMES];
    float weight[OUTCOMES];
    char found[400] = "";
    text out = text_over(found, sizeof found);
    int n = x->r->game->chance(x->r, x->s, list, weight);
    TEST_ASSERT(n > 0 && n <= OUTCOMES);
    for (int i = 0; i < n; i++) {
        x->r->game->to_text(x->r, x->s, &list[i], 1, &out);
        text_format(&out, " %.3f%s", (double)weight[i], i + 1 < n ? ", " : "");
    }
    TEST_CHECK_(strcmp(found, want) == 0, "%s", want);
    TEST_MSG("found %s", found);
}

/* Weights are for the outcomes in order; what has none cannot be. */
static void test_weights(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 1  piece s  var die  var n\n"
             "  turn chance die in (0 - 1)..3 weights 1 2 (n) 0 5\n"
             "       then act \"on\" { n += 2  die = 0 } }");
    check_odds(&x, "die=-1 0.125, die=0 0.250, die=3 0.625");
    OFFERS(&x, "die=-1 die=0 die=3");
    SOUND(&x);
    PLAY(&x, "die=3 on");
    check_odds(&x, "die=-1 0.100, die=0 0.200, die=1 0.200, die=3 0.500");
    SOUND(&x);
    done(&x);
}

/* Where all weights are 0, or below, the stage is left out. */
static void test_no_weight(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 1  piece s  var die  var n = 1\n"
             "  turn do { } then chance die in 1..2 weights (n) (0 - n)\n"
             "       then act \"on\" { n -= 1 } }");
    OFFERS(&x, "die=1");
    PLAY(&x, "die=1 on");
    OFFERS(&x, "on");
    PLAY(&x, "on");
    OFFERS(&x, "die=2");
    done(&x);
}

static void test_several(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 1  piece s  var red  var blue\n"
             "  turn chance red in 1..2, blue in 1..3 weights 1 0 1\n"
             "       then act \"on\" { red = 0  blue = 0 } }");
    OFFERS(&x, "red=1 red=2");
    PLAY(&x, "red=2");
    OFFERS(&x, "blue=1 blue=3");
    PLAY(&x, "blue=3");
    OFFERS(&x, "on");
    IS(&x, "3 0 turn.2 red=2 blue=3");
    SOUND(&x);
    done(&x);
}

/* What was drawn is no longer in the bag, and can be put back. */
static void test_bag(void) {
    table x;
    OPEN(&x, "game t { option many 2 in 1..5  players A B  board rect 3 1  piece wood  piece clay\n"
             "  piece ore  var tile  var stock per player per piece\n"
             "  bag heap { clay*(many + 1) wood }\n"
             "  turn chance tile from heap then do { stock[me, tile] += 1  tile = 0 }\n"
             "       then { act \"on\"  act \"back\" { heap[ore] += 4 } } else score heap }");
    check_odds(&x, "tile=wood 0.250, tile=clay 0.750");
    IS(&x, "3 0 heap=1,3,0");
    SOUND(&x);
    PLAY(&x, "tile=clay on");
    IS(&x, "3 1 stock=0,1,0,0,0,0 heap=1,2,0 turns=1");
    PLAY(&x, "tile=wood");
    SOUND(&x);
    PLAY(&x, "back");
    check_odds(&x, "tile=clay 0.333, tile=ore 0.667");
    PLAY(&x, "tile=clay on tile=clay on");
    check_odds(&x, "tile=ore 1.000");
    SOUND(&x);
    done(&x);
}

/* The number that is left, and an end when there is none. */
static void test_empty_bag(void) {
    table x;
    OPEN(&x, "game t { players A B  board rect 3 1  piece s  piece z  var tile\n"
             "  bag heap { s*2 }\n"
             "  turn chance tile from heap then act \"on\"\n"
             "  end { when heap == 0 win } }");
    PLAY(&x, "tile=s on tile=s on");
    PAYS(&x, "0 1");
    done(&x);
}

/* The words stay free as names. */
static void test_names_left_free(void) {
    table x;
    OPEN(&x, "game t { players bag weights  board rect 3 1  piece s\n"
             "  var die\n"
             "  rule draws = chance die in 1..2\n"
             "  turn draws then place s on empty where die > 0 { if some bag { win weights } } "
             "else draw }");
    PLAY(&x, "die=1 a1");
    PAYS(&x, "0 1");
    done(&x);
}

/* Random games, as searches play them: outcomes come as often as they should, within five times
 * what chance itself varies. */
static void test_drawn(void) {
    static const double want[] = {0.1, 0.2, 0, 0.7};
    enum { DRAWS = 4000 };
    table x;
    int seen[4] = {0};
    rng g = rng_stream(5, 1);
    OPEN(&x, "game t { players A B  board rect 3 1  piece s  var die\n"
             "  turn chance die in 0..3 weights 1 2 0 7 then act \"on\" { die = 0 }\n"
             "  hint avoid pass }");
    for (int i = 0; i < DRAWS; i++) {
        text_table_start(&x);
        x.r->speed->play_random(x.r, x.s, NULL, &g);
        const char *at = strstr(text_table_text(&x), "die=");
        seen[at ? at[4] - '0' : 0]++;
    }
    for (int i = 0; i < 4; i++) {
        double spread = sqrt(DRAWS * want[i] * (1 - want[i]));
        TEST_CHECK_(fabs(seen[i] - DRAWS * want[i]) <= 5 * spread, "%d: %d times", i, seen[i]);
    }
    done(&x);
}

TEST_LIST = {{"weights", test_weights},     {"no_weight", test_no_weight},
             {"several", test_several},     {"bag", test_bag},
             {"empty_bag", test_empty_bag}, {"names_left_free", test_names_left_free},
             {"drawn", test_drawn},         {NULL, NULL}};
