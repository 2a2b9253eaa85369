#include <acutest.h>

#include <math.h>

#include "engine/base/rng.h"
#include "eval/explain.h"
#include "eval/explain_fit.h"
#include "games/connect4/connect4.h"
#include "games/pig/pig.h"
#include "tests/support/one_line.h"
#include "tests/support/toy_game.h"

static token read_token(const position *p, const char *word) {
    token t = {.count = 0};
    TEST_ASSERT(token_read(position_ref(p), word, &t, NULL) == ST_OK);
    return t;
}

static explanation compare(const position *p, int player, const char *first, const char *second) {
    weights e;
    explanation x;
    error err;
    token a = read_token(p, first);
    token b = read_token(p, second);
    weights_init(&e, position_rules(p)->game);
    explain_pair pair = {{position_rules(p), position_data(p), position_trail(p)}, player, &a, &b};
    status st = explain_run(&e, &pair, &x, &err);
    TEST_ASSERT(st == ST_OK);
    return x;
}

static bool term_is(const explain_term *t, const char *name, double raw, double gain) {
    return strcmp(t->name, name) == 0 && fabs(t->raw - raw) < 1e-5 && fabs(t->gain - gain) < 1e-5;
}

/* Worked by hand: to hold banks 10 of 100 and gives the turn away; a roll leaves on average 70/600
 * in the turn, and the turn itself in five of six cases. */
static void test_pig_by_hand(void) {
    position *p = one_line_read(&pig, "p=0 turn=10 s=20,30 target=100");
    TEST_ASSERT(p != NULL);
    explanation x = compare(p, 0, "hold", "roll");
    TEST_CHECK(x.rival == 1 && x.outcomes == 6 && x.count == 3);
    TEST_CHECK(term_is(&x.term[0], "to-move", -5.0 / 3, -0.25 * 5 / 3));
    TEST_CHECK(term_is(&x.term[1], "score", 0.1, 0.4));
    TEST_CHECK(term_is(&x.term[2], "turn-total", -70.0 / 600, -2.5 * 70 / 600));
    for (int i = 0; i < x.count; i++)
        TEST_MSG("%s %f %f", x.term[i].name, x.term[i].raw, x.term[i].gain);
    /* The other way round every sign turns. */
    explanation y = compare(p, 0, "roll", "hold");
    for (int i = 0; i < x.count; i++)
        TEST_CHECK(term_is(&y.term[i], x.term[i].name, -x.term[i].raw, -x.term[i].gain));
    char buf[256];
    text out = text_over(buf, sizeof buf);
    explain_write(&x, "hold", "roll", &out);
    TEST_CHECK(strcmp(buf,
                      "hold over roll: to-move -0.42 (-1.67 x 0.25), score +0.40 (+0.1 x 4), "
                      "turn-total -0.29 (-0.117 x 2.5); averaged over 6 outcomes of chance") == 0);
    TEST_MSG("%s", buf);
    position_destroy(p);
}

/* The strongest of several opponents counts. */
static void test_rival(void) {
    position *p = one_line_read(&pig, "p=0 turn=10 s=20,30,70,40 target=100");
    TEST_ASSERT(p != NULL);
    TEST_CHECK(compare(p, 0, "hold", "roll").rival == 2);
    position_destroy(p);
}

static void test_without_chance(void) {
    position *p = one_line_start(&connect4, "");
    TEST_ASSERT(p && one_line_play(p, "a a"));
    explanation x = compare(p, 0, "d", "g");
    TEST_CHECK(x.outcomes == 0 && x.count >= 2); /* the middle, and the lines through it */
    bool centre = false;
    for (int i = 0; i < x.count; i++)
        centre |= strcmp(x.term[i].name, "centre") == 0 && x.term[i].raw == 1.0;
    TEST_CHECK(centre);
    explanation same = compare(p, 0, "g", "g");
    char buf[64];
    text out = text_over(buf, sizeof buf);
    explain_write(&same, "g", "g", &out);
    TEST_CHECK(same.count == 0 && buf[0] == '\0');
    position_destroy(p);
}

/* A finished game has no terms worth comparing. */
static void test_the_end(void) {
    position *p = one_line_start(&connect4, "");
    TEST_ASSERT(p && one_line_play(p, "d a d a d a"));
    char buf[64];
    text out = text_over(buf, sizeof buf);
    explanation x = compare(p, 0, "d", "c");
    explain_write(&x, "d", "c", &out);
    TEST_CHECK(x.count == 0 && strcmp(buf, "d over c: d ends the game") == 0);
    x = compare(p, 0, "c", "d");
    text_clear(&out);
    explain_write(&x, "c", "d", &out);
    TEST_CHECK(x.count == 0 && strcmp(buf, "c over d: d ends the game") == 0);
    position_destroy(p);
}

static void test_no_features(void) {
    position *p = one_line_start(&toy_game, "");
    TEST_ASSERT(p != NULL);
    TEST_CHECK(compare(p, 0, "r", "l").count == 0);
    position_destroy(p);
}

/* Values that are sums of terms are found again; noise is not explained. */
static void test_terms_of_a_net(void) {
    enum { ROWS = 40, TERMS = 3 };
    double row[ROWS * TERMS];
    double value[ROWS];
    float weight[TERMS];
    double share = -1;
    rng g = rng_stream(3, 0);
    for (int i = 0; i < ROWS; i++) {
        double *x = row + (size_t)i * TERMS;
        x[0] = (double)rng_below(&g, 10);
        x[1] = 5; /* the same everywhere */
        x[2] = (double)rng_below(&g, 3);
        value[i] = 0.5 * x[0] - 2 * x[2] + 7;
    }
    TEST_ASSERT(explain_fit(row, value, ROWS, TERMS, weight, &share) == ST_OK);
    TEST_CHECK_(fabsf(weight[0] - 0.5F) < 0.05F && fabsf(weight[2] + 2) < 0.1F, "%.3f %.3f",
                (double)weight[0], (double)weight[2]);
    TEST_CHECK(weight[1] == 0 && share > 0.98);
    for (int i = 0; i < ROWS; i++) value[i] = (double)rng_below(&g, 1000);
    TEST_ASSERT(explain_fit(row, value, ROWS, TERMS, weight, &share) == ST_OK);
    TEST_CHECK_(share < 0.3, "%.2f", share);
}

TEST_LIST = {{"pig_by_hand", test_pig_by_hand},
             {"rival", test_rival},
             {"without_chance", test_without_chance},
             {"the_end", test_the_end},
             {"no_features", test_no_features},
             {"terms_of_a_net", test_terms_of_a_net},
             {NULL, NULL}};
