/* Rules texts out of memory: for every n the n-th allocation fails while a text is read, a game is
 * opened under other options, and a few plies are played. Each ends with ST_NOMEM or done, and
 * nothing is left behind. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/game/position.h"
#include "engine/rules/book/text_library.h"
#include "tests/support/fail_everywhere.h"

/* Something of everything: tables, rides, patterns, promotions, definitions, an heir. */
static const char text_body[] =
    "game base \"Base\" {\n"
    "  option size 5 in 4..9\n"
    "  players white black\n"
    "  board rect size size\n"
    "  var ep : cell  var fresh : cells = a1|e1  counter clock  var hand per player per piece = 1\n"
    "  def check = attacked(mine & king)\n"
    "  def near(a) = step any from (a)\n"
    "  rule drops = place rook pawn on empty & near(last) where hand[me, opt] > 0\n"
    "    { hand[me, opt] -= 1 }\n"
    "  piece king K { hits step any  move hits - mine }\n"
    "  piece rook R { hits ride ortho  move hits - mine }\n"
    "  piece pawn P { hits along my n (empty* enemy)  move step my n & empty\n"
    "    move along my n (empty@skip empty) { ep = skip }  promotes on my rank size to rook king "
    "}\n"
    "  setup { put king of white on a1  put king of black on e5  put pawn of white on b2|c2\n"
    "    put rook of black on d5 }\n"
    "  before { clock += 1  fresh -= from | to  ep = none }\n"
    "  turn { pieces drops } require not check then optional act \"wait\"\n"
    "    else do { if check { lose } else { draw } }\n"
    "  end { when clock >= 100 and can next draw  when repeats >= 3 draw\n"
    "        when joins(mine, rank 1, rank size) or some inrun(mine, 9) score count mine }\n"
    "}\n"
    "game heir from base \"Heir\" as \"child\" {\n"
    "  end { when (mine & king) in c3 win }\n"
    "}\n";

/* The same with something wrong in it: the errors have to be told without memory, too. */
static const char wrong_body[] = "game t { players a b board rect 3 3 piece m def x = y def y = x\n"
                                 "  turn place m on x else draw }\n"
                                 "game u { players a b board rect 3 3 piece m\n"
                                 "  turn place m on emtpy else dwar }\n";

static status read_text(text_library **texts, const char *body) {
    diags d = {0};
    status st = text_library_create(texts);
    if (st == ST_OK) st = text_library_read(*texts, &(source){"t.game", body, strlen(body)}, &d);
    return st;
}

static status read_and_play(error *err) {
    text_library *texts = NULL;
    position *p = NULL;
    status st = read_text(&texts, text_body);
    const game *g = st == ST_OK ? text_library_game(texts, "child") : NULL;
    params setup = params_default();
    if (g) st = params_set(&setup, g, "size", "6", err);
    if (g && st == ST_OK) st = position_start(&p, g, &setup, SEAT_ALL, err);
    if (st == ST_OK) st = position_play(p, "b2b4", err);
    if (st == ST_OK) st = position_play(p, "wait", err);
    if (st == ST_OK) st = position_play(p, "d5d4", err);
    position_destroy(p);
    text_library_destroy(texts);
    return st;
}

static status read_wrong(error *err) {
    text_library *texts = NULL;
    (void)err;
    status st = read_text(&texts, wrong_body);
    text_library_destroy(texts);
    return st == ST_BAD_SYNTAX ? ST_OK : st;
}

/* A text that could not be read leaves the library as it was, apart from that text, and says so. */
static status read_one_more(error *err) {
    static const char more[] = "game c { players a b board hex 3 3 piece s\n"
                               "  turn place s on empty else draw }\n";
    text_library *texts = NULL;
    rules *r = NULL;
    diags d = {0};
    status st = read_text(&texts, more);
    if (st == ST_OK) {
        source second = {"u.game", text_body, strlen(text_body)};
        status read = text_library_read(texts, &second, &d);
        const game *g = text_library_game(texts, "c");
        params setup = params_default();
        st = g ? rules_open(&r, g, &setup, err) : ST_INTERNAL;
        if (st == ST_OK) st = read;
    }
    rules_close(r);
    text_library_destroy(texts);
    return st;
}

static void test_play(void) {
    fail_everywhere("read, open and play", read_and_play);
}

static void test_wrong(void) {
    fail_everywhere("a text that is wrong", read_wrong);
}

static void test_shelf(void) {
    fail_everywhere("one more text", read_one_more);
}

TEST_LIST = {{"play", test_play}, {"wrong", test_wrong}, {"shelf", test_shelf}, {NULL, NULL}};
