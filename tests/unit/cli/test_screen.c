/* Boards in a terminal: what every drawing promises, over the catalogue, and what some look like. */
#include <acutest.h>

#include <string.h>

#include "cli/screen/screen.h"
#include "lib/catalogue.h"

static position *at_moves(const char *name, const char *moves) {
    error e;
    position *p;
    const game *g = game_find(catalogue_games(), name);
    TEST_ASSERT(g != NULL);
    TEST_ASSERT_(position_start(&p, g, &(params){0}, SEAT_ALL, &e) == ST_OK, "%s", e.text);
    char line[256];
    (void)snprintf(line, sizeof line, "%s", moves);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
        TEST_ASSERT_(position_play(p, word, &e) == ST_OK, "%s: %s", word, e.text);
    return p;
}

static bool draw(const position *p, const screen_look *how, text *out) {
    error e;
    scene *s;
    TEST_ASSERT_(scene_build(&s, p, SEAT_ALL, &e) == ST_OK, "%s", e.text);
    bool drawn = screen_draw(s, how, out);
    scene_destroy(s);
    return drawn;
}

/* The longest line in columns, colours left out; -1 where something is no UTF-8. */
static int widest(const char *s, bool *escapes) {
    int max = 0;
    int now = 0;
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '\033') {
            *escapes = true;
            s += strcspn(s, "m");
            if (!*s) return -1;
        } else if (c == '\n') {
            now = 0;
        } else if (c < 0x80) {
            now++;
        } else {
            int n = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
            if (c < 0xC2) return -1;
            for (int i = 0; i < n; i++)
                if (((unsigned char)*++s & 0xC0) != 0x80) return -1;
            now++;
        }
        if (now > max) max = now;
    }
    return max;
}

static void check_drawing(const position *p, int columns, canvas_depth depth) {
    screen_look how = {.columns = columns, .depth = depth};
    text out = text_growing();
    bool escapes = false;
    if (draw(p, &how, &out)) {
        int wide = widest(text_string(&out), &escapes);
        TEST_CHECK_(wide > 0 && wide <= columns, "%d columns of %d", wide, columns);
        TEST_CHECK_(escapes == (depth != CANVAS_MONO), "colours where there are any");
        TEST_CHECK(out.len && text_string(&out)[out.len - 1] == '\n');
    } else {
        TEST_CHECK_(out.len == 0, "nothing is written where nothing is drawn");
    }
    text_done(&out);
}

/* Every game is drawn at 80 columns, and nothing runs over the edge at 30 and 200. */
static void test_every_game(void) {
    for (game_list g = catalogue_games(); *g; g++) {
        error e;
        position *p;
        text out = text_growing();
        TEST_CASE((*g)->name);
        TEST_ASSERT_(position_start(&p, *g, &(params){0}, SEAT_ALL, &e) == ST_OK, "%s", e.text);
        for (canvas_depth depth = CANVAS_MONO; depth <= CANVAS_256; depth++) {
            check_drawing(p, 30, depth);
            check_drawing(p, 80, depth);
            check_drawing(p, 200, depth);
        }
        TEST_CHECK_(draw(p, &(screen_look){.columns = 80}, &out), "drawn at 80 columns");
        text_done(&out);
        position_destroy(p);
    }
}

static void check_has(const char *name, const char *moves, canvas_depth depth,
                      const char *const *parts) {
    position *p = at_moves(name, moves);
    char ann[] = "Ann";
    char *names[GAME_MAX_PLAYERS] = {ann};
    text out = text_growing();
    TEST_CASE(name);
    TEST_CHECK(draw(p, &(screen_look){80, depth, names}, &out));
    for (; *parts; parts++) TEST_CHECK_(strstr(text_string(&out), *parts) != NULL, "%s", *parts);
    TEST_MSG("%s", text_string(&out));
    text_done(&out);
    position_destroy(p);
}

#define HAS(name, moves, depth, ...)                                                               \
    check_has(name, moves, depth, (const char *const[]){__VA_ARGS__, NULL})

/* Without colours all is told by shapes. */
static void test_shapes(void) {
    HAS("chess", "e2e4 e7e5 d1h5 b8c6 h5f7", CANVAS_MONO, "  8  ♜  ·  ♝  ♛ !♚! ♝  ♞  ♜\n",
        "  7  ♟  ♟  ♟  ♟  · [♕] ♟  ♟\n", "  1  ♖  ♘  ♗  ·  ♔  ♗  ♘  ♖\n",
        "     a  b  c  d  e  f  g  h\n", "○ white (Ann)", "▶ ● black", "Black to move, in check");
    HAS("go", "d4 e5", CANVAS_MONO, "  9  ┌─┬─┬─┬─┬─┬─┬─┬─┐\n", "  7  ├─┼─•─┼─┼─┼─•─┼─┤\n",
        "  5  ├─┼─┼─┼[○]┼─┼─┼─┤\n", "  4  ├─┼─┼─●─┼─┼─┼─┼─┤\n", "     a b c d e f g h j\n");
    HAS("connect4", "d e d e d e d", CANVAS_MONO, "  4  ·  ·  · *●* ·  ·  ·\n");
    HAS("othello", "d3", CANVAS_MONO, "[●]", "White to move");
    HAS("draughts", "", CANVAS_MONO, "  3  ●     ●     ●     ●\n");
    HAS("morris", "a7 d7", CANVAS_MONO, "  7  ○──────────[●]");
}

static void test_colours(void) {
    /* White on a light square, and the square that the pawn left. */
    HAS("chess", "e2e4", CANVAS_256, "\033[0;1;38;5;231;48;5;137m", "48;5;67m", "♟");
    HAS("go", "d4", CANVAS_16, "\033[0;1;30;45m●", "•");
    HAS("quoridor", "e3n a8e", CANVAS_256, "───────", "│", "+");
    HAS("hex", "d4 c3", CANVAS_256, "\033[0;38;5;160m▄", "\033[0;38;5;32m█", "[○]");
}

/* A board that is wider than the terminal is not drawn. */
static void test_too_narrow(void) {
    position *p = at_moves("chess", "");
    text out = text_growing();
    TEST_CHECK(!draw(p, &(screen_look){.columns = 15}, &out));
    TEST_CHECK(out.len == 0);
    text_done(&out);
    position_destroy(p);
}

TEST_LIST = {{"every_game", test_every_game},
             {"shapes", test_shapes},
             {"colours", test_colours},
             {"too_narrow", test_too_narrow},
             {NULL, NULL}};
