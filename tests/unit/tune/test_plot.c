#include <acutest.h>

#include <stdlib.h>
#include <string.h>

#include "tune/plot.h"

static const char *draw(const plot *p, text *out) {
    text_clear(out);
    plot_write(p, out);
    return text_string(out);
}

/* Whether no text begins or ends outside the picture, if a letter is 6 wide. */
static void check_inside(const char *svg, const char *name, int width) {
    char want[80];
    text shown = text_over(want, sizeof want);
    text_format(&shown, ">%s</text>", name);
    const char *found = strstr(svg, want);
    TEST_ASSERT_(found != NULL, "%s", name);
    const char *tag = found;
    while (*tag != '<') tag--;
    const char *x = strstr(tag, "x=\"");
    TEST_ASSERT(x && x < found);
    double left = strtod(x + 3, NULL);
    TEST_CHECK_(left >= 0 && left + 6 * (double)strlen(name) <= width, "%s begins at %g", name,
                left);
}

/* Ten lines with long names: all of them are in the legend, and inside the picture. */
static void test_legend(void) {
    static const char *const names[] = {"mobility of knights and bishops in the opening",
                                        "king_safety",
                                        "x",
                                        "passed_pawn_rank_7",
                                        "a",
                                        "b",
                                        "c",
                                        "d",
                                        "e",
                                        "the last of them"};
    static const double y[] = {1, 2, 3};
    plot_line line[10];
    text out = text_growing();
    for (int i = 0; i < 10; i++) line[i] = (plot_line){.name = names[i], .y = y, .count = 3};
    plot p = {.title = "t",
              .x_name = "round",
              .y_name = "win rate",
              .line = line,
              .lines = 10,
              .first = 1,
              .width = 400,
              .height = 200};
    const char *svg = draw(&p, &out);
    for (int i = 0; i < 10; i++) check_inside(svg, names[i], 400);
    TEST_CHECK(strstr(svg, ">round</text>") && strstr(svg, ">win rate</text>"));
    TEST_CHECK(strstr(svg, "viewBox=\"0 0 400 200\"") == NULL); /* the legend has its own space */
    text_done(&out);
}

static bool has_tick(const char *svg, const char *number) {
    char want[32];
    text t = text_over(want, sizeof want);
    text_format(&t, ">%s</text>", number);
    return strstr(svg, want) != NULL;
}

/* Rounds are whole numbers from 1; large numbers get a margin that they fit in. */
static void test_numbers(void) {
    static const double y[] = {-1234560, 1234560};
    plot_line line = {.name = "n", .y = y, .count = 2};
    text out = text_growing();
    plot p = {.title = "t",
              .x_name = "round",
              .y_name = "y",
              .line = &line,
              .lines = 1,
              .first = 1,
              .width = 300,
              .height = 200};
    const char *svg = draw(&p, &out);
    TEST_CHECK(has_tick(svg, "1") && has_tick(svg, "2") && !has_tick(svg, "1.5"));
    TEST_CHECK(has_tick(svg, "-1e+06") && strstr(svg, "viewBox=\"0 0 300 200\""));
    text_done(&out);
}

/* What is drawn is the change from the start, in steps. */
static void test_relative(void) {
    static const double y[] = {100, 150, 200};
    plot_line line = {.name = "n", .y = y, .count = 3, .origin = 100, .unit = 10};
    text out = text_growing();
    plot p = {.title = "t",
              .x_name = "x",
              .y_name = "y",
              .line = &line,
              .lines = 1,
              .width = 300,
              .height = 200};
    const char *svg = draw(&p, &out);
    TEST_CHECK(has_tick(svg, "0") && has_tick(svg, "10") && !has_tick(svg, "100"));
    text_done(&out);
}

static void test_bars(void) {
    static const double x[] = {0.1, 0.5, 0.9};
    static const double y[] = {5, 20, 40};
    plot_line line = {.name = "n", .x = x, .y = y, .count = 3, .bars = true};
    text out = text_growing();
    plot p = {.title = "a < b",
              .x_name = "expected",
              .y_name = "count",
              .line = &line,
              .lines = 1,
              .width = 300,
              .height = 200};
    const char *svg = draw(&p, &out);
    int bars = 0;
    for (const char *at = svg; (at = strstr(at, "<rect ")); at++) bars++;
    TEST_CHECK(bars == 3 && has_tick(svg, "0") && has_tick(svg, "40"));
    TEST_CHECK(strstr(svg, "a &lt; b</text>") != NULL);
    line.count = 0; /* nothing to show is no crash */
    TEST_CHECK(strstr(draw(&p, &out), "</svg>") != NULL);
    text_done(&out);
}

TEST_LIST = {{"legend", test_legend},
             {"numbers", test_numbers},
             {"relative", test_relative},
             {"bars", test_bars},
             {NULL, NULL}};
