/* The exact search on pig, against plain solvers over arrays of their own. */
#include <acutest.h>

#include "games/pig/pig.h"
#include "tests/support/one_line.h"
#include "tests/support/solved.h"

enum { MAX = 40, FACES = 6 };

static double at_least(double a, double b) {
    return a > b ? a : b;
}

/* --- two players: win[i][j][k] is the mover's chance with i points, against j, k in the turn ---
 */

static double win[MAX][MAX][MAX + FACES];

static double chance_of(int target, int i, int j, int k) {
    return i + k >= target ? 1 : win[i][j][k];
}

/* One pass over everything; the largest change. A turn of nothing cannot be held. */
static double improve(int target) {
    double change = 0;
    for (int i = 0; i < target; i++) {
        for (int j = 0; j < target; j++) {
            for (int k = target - i - 1; k >= 0; k--) {
                double roll = 1 - win[j][i][0];
                for (int d = 2; d <= FACES; d++) roll += chance_of(target, i, j, k + d);
                double best = roll / FACES;
                if (k > 0) best = at_least(best, 1 - win[j][i + k][0]);
                change = at_least(change, at_least(best - win[i][j][k], win[i][j][k] - best));
                win[i][j][k] = best;
            }
        }
    }
    return change;
}

static double plain_value(int target) {
    memset(win, 0, sizeof win);
    while (improve(target) > 1e-14) {
    }
    return win[0][0][0];
}

static double solved_value(const char *setup, solved *a) {
    position *p = one_line_start(&pig, setup);
    solved_run(a, solved_question(p, 2));
    TEST_ASSERT_(a->st == ST_OK, "%s", a->err.text);
    TEST_CHECK(a->lines[0].proof == PROOF_EXACT);
    position_destroy(p);
    return a->lines[0].values[0];
}

static bool near(double a, double b, double within) {
    return a - b < within && b - a < within;
}

static void test_two_players(void) {
    static const int targets[] = {2, 3, 7, 12, 20, 33};
    static solved a;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        char setup[40];
        if (!SOLVED_ROOMY && targets[i] > 3) continue;
        text out = text_over(setup, sizeof setup);
        text_format(&out, "set target=%d", targets[i]);
        double value = solved_value(setup, &a);
        double plain = plain_value(targets[i]);
        TEST_CHECK_(near(value, plain, 1e-9), "target %d: %.12f, plain %.12f", targets[i], value,
                    plain);
        TEST_CHECK(near(a.lines[0].values[1], 1 - value, 1e-12));
    }
    if (!SOLVED_ROOMY) return;
    TEST_CHECK(near(solved_value("set target=20", &a), 0.6156, 0.00005)); /* a known figure */
}

/* In the middle of a game: both choices have their exact values, and the better one comes first. */
static void test_choices(void) {
    static solved a;
    if (!SOLVED_ROOMY) return;
    (void)plain_value(25);
    for (int k = 2; k < 12; k++) {
        char line[60];
        text out = text_over(line, sizeof line);
        text_format(&out, "p=1 turn=%d s=9,11 target=25", k);
        position *p = one_line_read(&pig, line);
        solved_run(&a, solved_question(p, 2));
        TEST_ASSERT(a.st == ST_OK && a.report.count == 2);
        const search_line *hold = solved_line(&a, p, "hold");
        const search_line *roll = solved_line(&a, p, "roll");
        TEST_ASSERT(hold && roll && hold->proof == PROOF_EXACT && roll->proof == PROOF_EXACT);
        double rolled = 1 - win[9][11][0];
        for (int d = 2; d <= FACES; d++) rolled += chance_of(25, 11, 9, k + d);
        TEST_CHECK(near(hold->values[1], 1 - win[9][11 + k][0], 1e-9));
        TEST_CHECK(near(roll->values[1], rolled / FACES, 1e-9));
        TEST_CHECK(a.lines[0].values[1] >= a.lines[1].values[1]);
        position_destroy(p);
    }
}

/* --- three players --- */

enum { SMALL = 9 };

static double share[SMALL][SMALL][SMALL][SMALL + FACES][3]; /* mover, next, last; turn; whose */

/* The seats move on: what the mover gets is what the next one's position gives its last. */
static void passed(int i, int j, int k, double out[3]) {
    for (int w = 0; w < 3; w++) out[w] = share[j][k][i][0][(w + 2) % 3];
}

static double improve_three(int target, int i, int j, int k) {
    double change = 0;
    for (int t = target - i - 1; t >= 0; t--) {
        double roll[3];
        double hold[3];
        passed(i, j, k, roll);
        for (int d = 2; d <= FACES; d++)
            for (int w = 0; w < 3; w++)
                roll[w] += i + t + d >= target ? w == 0 : share[i][j][k][t + d][w];
        for (int w = 0; w < 3; w++) roll[w] /= FACES;
        if (t > 0) passed(i + t, j, k, hold);
        const double *best = t > 0 && hold[0] > roll[0] ? hold : roll;
        for (int w = 0; w < 3; w++) {
            double *old = &share[i][j][k][t][w];
            change = at_least(change, at_least(best[w] - *old, *old - best[w]));
            *old = best[w];
        }
    }
    return change;
}

static void test_three_players(void) {
    static solved a;
    if (!SOLVED_ROOMY) return;
    double change = 1;
    while (change > 1e-14) {
        change = 0;
        for (int n = SMALL * SMALL * SMALL; n-- > 0;)
            change = at_least(
                change, improve_three(SMALL, n / (SMALL * SMALL), n / SMALL % SMALL, n % SMALL));
    }
    (void)solved_value("players 3 set target=9", &a);
    for (int w = 0; w < 3; w++)
        TEST_CHECK_(near(a.lines[0].values[w], share[0][0][0][0][w], 1e-9), "seat %d: %.12f, %.12f",
                    w + 1, a.lines[0].values[w], share[0][0][0][0][w]);
}

/* Four players, of whom little is known beforehand: the shares add up, and earlier seats are better
 * off. */
static void test_four_players(void) {
    static solved a;
    if (!SOLVED_ROOMY) return;
    (void)solved_value("players 4 set target=5", &a);
    double sum = 0;
    for (int w = 0; w < 4; w++) {
        sum += a.lines[0].values[w];
        if (w) TEST_CHECK(a.lines[0].values[w] < a.lines[0].values[w - 1]);
    }
    TEST_CHECK(near(sum, 1, 1e-9));
}

/* Too many states for the memory, and for the limit: an end without a proof, and a reason. */
static void test_too_large(void) {
    static solved a;
    position *p = one_line_start(&pig, "set target=100");
    search_question q = solved_question(p, 1);
    q.options.hash_bytes = 1 << 20;
    solved_run(&a, q);
    TEST_CHECK(a.st == ST_OK && a.lines[0].proof == PROOF_NONE && a.report.note);
    TEST_CHECK(a.lines[0].values[0] == 0.5 && strcmp(a.lines[0].pv, "roll") == 0);
    TEST_CHECK(strstr(a.report.note, "raise Hash") != NULL);
    q.limits.nodes = 1000;
    q.options.hash_bytes = (size_t)16 << 20;
    solved_run(&a, q);
    TEST_CHECK(a.st == ST_OK && a.lines[0].proof == PROOF_NONE && a.report.nodes <= 1001);
    position_destroy(p);
}

TEST_LIST = {{"two_players", test_two_players},     {"choices", test_choices},
             {"three_players", test_three_players}, {"four_players", test_four_players},
             {"too_large", test_too_large},         {NULL, NULL}};
