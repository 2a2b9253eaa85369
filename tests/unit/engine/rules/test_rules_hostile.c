/* Texts that mean harm: endless ones, enormous ones, ones that make no sense. Each is refused with
 * a code, or plays on as defined. Nothing hangs, nothing crashes, nothing grows without bounds. */
#include <acutest.h>

#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_speed.h"
#include "engine/rules/machine/program.h"
#include "tests/support/pace.h"
#include "tests/support/text_table.h"

#define SMALL "game t { players A B  board rect 3 3  piece s\n"

/* Plays at random, and looks at everything a position promises now and then. */
static void play(table *x, int plies, uint64_t seed) {
    rng g = rng_stream(seed, 0);
    for (int i = 0; i < plies && text_table_actor(x) != ACTOR_NONE; i++) {
        if (i % 16 == 0) TEST_CHECK_(text_table_sound(x), "%s", text_table_text(x));
        text_table_look(x);
        TEST_ASSERT_(x->count > 0, "%s", text_table_text(x));
        text_table_apply(x, x->list[rng_below(&g, (uint64_t)x->count)]);
    }
    TEST_CHECK_(text_table_sound(x), "%s", text_table_text(x));
}

static void plays(const char *what, const char *body) {
    table x;
    size_t before = mem_live();
    TEST_CASE(what);
    TEST_ASSERT_(text_table_open(&x, body, ""), "%s", what);
    for (uint64_t seed = 0; seed < PACE(3, 1); seed++) {
        text_table_start(&x);
        play(&x, PACE(100, 33), seed);
    }
    text_table_close(&x);
    TEST_CHECK(mem_live() == before);
}

/* The first error of a text; "" if it has none. */
static void refused(const char *what, const char *body, const char *code) {
    text_library *texts;
    diags d = {0};
    size_t before = mem_live();
    TEST_CASE(what);
    TEST_ASSERT(text_library_create(&texts) == ST_OK);
    status st = text_library_read(texts, &(source){"t.game", body, strlen(body)}, &d);
    const char *found = "";
    for (int i = d.count - 1; i >= 0; i--)
        if (d.item[i].code[0] == 'E') found = d.item[i].code;
    TEST_CHECK_(st == ST_BAD_SYNTAX && strcmp(found, code) == 0, "%s: expected %s", what, code);
    TEST_MSG("found %s: %s", found, d.count ? d.item[0].message : "");
    text_library_destroy(texts);
    TEST_CHECK(mem_live() == before);
}

/* Text with a piece that is repeated n times; %d in it is the number, from 0. */
static void repeated(text *out, const char *piece, int n) {
    for (int i = 0; i < n; i++) {
        for (const char *s = piece; *s; s++) {
            if (s[0] == '%' && s[1] == 'd')
                text_format(out, "%d", i);
            else if (s[0] == '%' && s[1] == 'e')
                text_format(out, "%d", i + 1);
            else
                text_char(out, *s);
            s += s[0] == '%';
        }
    }
}

/* Room for any of these texts: one that grew where tables are tiny would be copied at each letter.
 */
static text wide(void) {
    static char buf[1 << 18];
    return text_over(buf, sizeof buf);
}

static void refused_list(const char *what, const char *before, const char *piece, int n,
                         const char *after, const char *code) {
    text body = wide();
    text_put(&body, before);
    repeated(&body, piece, n);
    text_put(&body, after);
    TEST_ASSERT(!body.cut);
    if (code)
        refused(what, text_string(&body), code);
    else
        plays(what, text_string(&body));
    text_done(&body);
}

/* --- expansions --- */

#define PAREN ")))))))"

static void test_doubling(void) {
    refused_list("areas", SMALL, "def d%d_ = d%e_ | d%e_\n", 60,
                 "def d60_ = a1  turn place s on d0_ else draw }", "E30");
#if TEST_PACE /* all of the same compiler's work to its end */
    refused_list("areas that change", SMALL, "def d%d_ = d%e_ | d%e_\n", 60,
                 "def d60_ = mine  turn place s on d0_ else draw }", "E30");
    refused_list("numbers", SMALL, "def d%d_ = d%e_ + d%e_\n", 60,
                 "def d60_ = 1  turn place s on rank d0_ else draw }", "E30");
    refused_list("conditions", SMALL, "def d%d_ = d%e_ and d%e_\n", 60,
                 "def d60_ = some mine  turn when d0_ pass else draw }", "E30");
    refused_list("rules one after the other", SMALL, "rule r%d_ = r%e_ then r%e_\n", 60,
                 "rule r60_ = place s on empty  turn r0_ else draw }", "E30");
    refused_list("bound names", SMALL, "def d%d_ = d%e_ | d%e_\n", 60,
                 "def d60_ = along n (enemy@x empty)  turn move mine to d0_ else draw }", "E30");
    refused_list("set-up", SMALL "setup { put s of A on d0_ }\n", "def d%d_ = d%e_ | d%e_\n", 60,
                 "def d60_ = a1  turn pass else draw }", "E30");
#endif
    refused_list("rules", SMALL, "rule r%d_ = { r%e_ r%e_ }\n", 60,
                 "rule r60_ = place s on empty  turn r0_ else draw }", "E30");
    refused_list("arguments", SMALL "def f(a) = a | a\n turn place s on f(", "f(f(f(f(f(f(f(", 8,
                 "a1" PAREN PAREN PAREN PAREN PAREN PAREN PAREN PAREN ") else draw }", "E30");
    refused_list("the board", "game t { players A B\n", "def d%d_ = d%e_ | d%e_\n", 60,
                 "def d60_ = a1  board rect 3 3 only d0_  piece s turn place s on a1 else draw }",
                 "E30");
    refused_list("hits", "game t { players A B  board rect 3 3  piece s { hits d0_ }\n",
                 "def d%d_ = d%e_ | d%e_\n", 60,
                 "def d60_ = step n  turn when attacked(mine) pass else draw }", "E30");
    refused_list("a chain that is too long", SMALL, "def d%d_ = d%e_\n", 70,
                 "def d70_ = a1  turn place s on d0_ else draw }", "E30");
    refused_list("a chain that is not", SMALL, "def d%d_ = d%e_ | d%e_\n", 4,
                 "def d4_ = mine|empty  turn place s on d0_ else draw }", NULL);
}

static void test_recursion(void) {
    refused("a def", SMALL "def a = b  def b = a  turn place s on a else draw }", "E18");
    refused("a def with arguments", SMALL "def f(x) = f(x|a1)  turn place s on f(b1) else draw }",
            "E18");
    refused("a rule", SMALL "rule r = place s on empty then r  turn r else draw }", "E18");
    refused("rules in a ring", SMALL "rule a = { pass b } rule b = c rule c = a turn a else draw }",
            "E18");
    refused("hits",
            "game t { players A B board rect 3 3 def h = hits\n"
            "piece s { hits h | step n } turn when attacked(mine) pass else draw }",
            "E18");
    refused_list("a ring of five hundred", SMALL, "def d%d_ = d%e_\n", 500,
                 "def d500_ = d0_ turn place s on d0_ else draw }", "E18");
    plays("a parameter of the same name",
          SMALL "def a = a1|b2  def f(a) = a & empty  turn place s on f(a) else draw }");
}

static void test_nesting(void) {
    text body = wide();
    text_put(&body, SMALL "turn place s on ");
    for (int i = 0; i < 5000; i++) text_char(&body, '(');
    refused("parentheses", text_string(&body), "E30");
    text_clear(&body);
    text_put(&body, SMALL "turn place s on a1");
    for (int i = 0; i < 5000; i++) text_put(&body, "|a1");
    text_put(&body, " else draw }");
    refused("operators", text_string(&body), "E30");
    text_clear(&body);
    text_put(&body, SMALL "turn place s on mine");
    for (int i = 0; i < 400; i++) text_put(&body, "|enemy");
    text_put(&body, " else draw }");
    refused("too many areas in one expression", text_string(&body), "E30");
    text_clear(&body);
    /* Sixty definitions of many operators each, inside each other on the left side. */
    text_put(&body, SMALL);
    for (int i = 0; i < 60; i++) {
        text_format(&body, "def d%d_ = d%d_", i, i + 1);
        for (int k = 0; k < MEM_SIZED(500, 60); k++) text_put(&body, "|a1");
        text_char(&body, '\n');
    }
    text_put(&body, "def d60_ = a1 turn place s on d0_ else draw }");
    TEST_ASSERT(!body.cut);
    refused("depth through definitions", text_string(&body), "E30");
    text_done(&body);
}

/* --- too much of everything --- */

static void test_limits(void) {
    refused("columns", "game t { players A B board rect 60 1 piece s turn pass else draw }", "E30");
    refused("cells", "game t { players A B board rect 52 52 piece s turn pass else draw }", "E30");
    refused("a huge number",
            "game t { players A B board rect 2147483647 2147483647 piece s turn pass else draw }",
            "E30");
    refused("a number that is none",
            "game t { players A B board rect 99999999999 1 piece s turn pass else draw }", "E30");
    refused("a hexagon", "game t { players A B board hexagon 13 piece s turn pass else draw }",
            "E30");
    refused("a negative board",
            "game t { players A B board rect (0-3) 3 piece s turn pass else draw }", "E30");
    refused_list("players", "game t { players ", "P%d_ ", 9,
                 " board rect 3 3 piece s turn pass else draw }", "E30");
    refused_list("pieces", "game t { players A B board rect 3 3\n", "piece p%d_\n", 29,
                 "turn pass else draw }", "E22");
    refused_list("variables", SMALL, "var v%d_\n", 257, "turn pass else draw }", "E30");
    refused_list("variables of cells", SMALL, "var v%d_ per cell\n", 129, "turn pass else draw }",
                 "E30");
    refused_list("area variables", SMALL, "var v%d_ : cells\n", 17, "turn pass else draw }", "E30");
    refused_list("options", SMALL, "option o%d_ 1 in 0..2\n", 25, "turn pass else draw }", "E30");
    refused_list("definitions", SMALL, "def d%d_ = a1\n", 513, "turn pass else draw }", "E30");
    refused_list("phases", SMALL, "phase p%d_ turn pass else draw\n", 17, "}", "E30");
    refused_list("alternatives", SMALL "turn {\n", "act \"a%d_\"\n", 300, "} else draw }", "E30");
    refused_list("stages", SMALL "turn pass\n", "then pass\n", 300, "else draw }", "E30");
    refused_list("requirements", SMALL "turn pass\n", "require some mine\n", 9, "else draw }",
                 "E30");
    refused_list("endings", SMALL "turn pass else draw end {\n", "when some mine win\n", 101, "} }",
                 "E30");
    refused_list("effects", SMALL "turn act \"x\" {\n", "remove a1\n", 9000, "} else draw }",
                 "E30");
    refused_list("scores", SMALL "turn pass else draw end {\n", "when some mine score 1\n", 33,
                 "} }", "E30");
    refused_list("kinds", SMALL "turn place ", "s ", 300, "on empty else draw }", "E06");
    refused_list("promotions", "game t { players A B board rect 3 3 piece s { move step n\n",
                 "promotes on a1 to s\n", 300, "} turn pieces else draw }", "E30");
    refused_list("lines", "game t { players A B board lines\n", "(a1 b1)\n", 33,
                 "piece s turn pass else draw }", "E30");
    refused_list("cells of a line", "game t { players A B board lines (", "x%d_ ", 600,
                 ") piece s turn pass else draw }", "E30");
    refused_list("tables", "game t { players A B board rect 32 16 piece s turn {\n",
                 "move mine to ray any max %d\n", 250, "} else draw }", NULL);
    refused("a name",
            SMALL "var aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggg"
                  " turn pass else draw }",
            "E30");
}

static void test_whole_file(void) {
    char *big = mem_alloc((1 << 20) + 100);
    TEST_ASSERT(big != NULL);
    memset(big, ' ', (1 << 20) + 50);
    refused("a megabyte and more", big, "E30");
    mem_free(big);
    text body = wide();
    for (int i = 0; i < 600; i++)
        text_format(&body, "game g%d_ { players A B board rect 2 2 piece s turn pass else draw }\n",
                    i);
    TEST_ASSERT(!body.cut);
    refused("six hundred games", text_string(&body), "E30");
    text_done(&body);
}

/* --- for ever --- */

static void test_endless(void) {
    plays("nothing but effects", SMALL "turn do { } }");
    plays("nothing on offer", SMALL "turn { when no cells pass } else do { } }");
    plays("passing for ever", SMALL "turn pass else draw }");
    plays("repeating for ever", SMALL "turn repeat act \"x\" else draw }");
    plays("nested repeats",
          SMALL "turn repeat repeat repeat { act \"x\" act \"y\" { done } } else draw"
                " }");
    plays("next is me", SMALL "turn act \"x\" { next = me } else draw }");
    plays("a phase of its own",
          SMALL "phase a turn do { phase = b } phase b turn do { phase = a } }");
    plays("can asks can", SMALL "turn pass require can next and can me and can prev else draw }");
    plays("can in a condition", SMALL "turn { when can next and can me pass } else draw }");
    plays("can before everything",
          SMALL "var n before { if can next { n += 1 } } turn pass require can next else draw }");
    plays("the longest of all",
          SMALL "turn longest repeat { act \"x\" act \"y\" act \"z\" } else draw"
                " }");
    plays("longest in longest", SMALL "turn longest { place s on empty then repeat longest repeat\n"
                                      "  { place s on empty  pass } } else draw }");
    plays("many chains",
          "game t { players A B board rect 6 6 piece s setup { put s of A on dark }\n"
          "turn longest { move mine to step any & empty then repeat move last to step any & empty }"
          " else draw }");
    plays("a tangle of patterns",
          "game t { players A B board rect 50 10 piece s turn { place s on empty\n"
          "  move mine to along any (cells* cells* cells* cells* cells* cells* cells* cells*)\n"
          "  place s on along any from last ([cells* cells+ empty* cells*] cells* empty+ cells*)\n"
          "} else draw }");
    plays("long lines",
          "game t { players A B board rect 1 50 piece s turn { place s on empty where some\n"
          "  along any from to ([cells+ enemy* cells*] empty* cells+ mine?) } else draw }");
}

static void test_rings(void) {
    plays("rays that come back",
          "game t { players A B board rect 4 3 wrap xy piece s { hits ride any | ray diag }\n"
          "setup { put s of A on a1 put s of B on c2 }\n"
          "turn { move mine to ray any  move mine to slide any max 99 move mine to dash any\n"
          "  move mine to along any (empty* cells+)  move mine to leap 4 3 } else lose\n"
          "end { when run(mine, last) > 99 or attacked(mine) and turns > 30 win } }");
    plays("a board of one cell",
          "game t { players A B board rect 1 1 wrap xy piece s { move step any }\n"
          "turn { pieces place s on empty move mine to cells } else draw }");
    plays("links and rings",
          "game t { players A B board lines (a1 a2 a3 a1) (a1 b1) (b1) piece s\n"
          "turn { place s on empty move mine to ride any } else draw\n"
          "end { when run(mine, last) == 3 win when inrun(mine, 2) == cells draw } }");
}

/* --- nonsense --- */

static void test_nonsense(void) {
    plays("an area of no cells",
          SMALL "var q : cells var c : cell = none\n"
                "turn { place s on none  place s on empty { relocate none to c relocate c to none\n"
                "  flip none give none to A push n none change none into s put s on none q = none\n"
                "  remove q  c = none } move c to q  pick q } else draw\n"
                "end { when kind(none) == 0 or run(none, none) > 0 or dist(none, none) != -1\n"
                "  or joins(none, none, none) or none in none or attacked(none) win } }");
    plays("division", SMALL
          "var n var m = -2147483647 turn { act \"a\" { n = (m - 1) / -1  n = n % 0 }\n"
          "act \"b\" { m = m * m - n / (n - n) } act \"c\" { n = m % (0 - 1) } } else draw }");
    plays("an index from nowhere",
          SMALL "var n per player per piece var i turn act \"x\" { i = i * 48271 + 11\n"
                "n[i, i] += 1 n[i % 5 - 2, kind(a1)] -= 1 } else draw }");
    plays("everybody loses",
          "game t { players A B C D board rect 3 3 piece s turn { place s on empty\n"
          "act \"x\" { lose next } act \"y\" { lose me next = prev } act \"z\" { lose A lose B } }"
          " else lose }");
    plays("next of those who are out",
          "game t { players A B C board rect 3 3 piece s turn { place s on empty { next = A }\n"
          "act \"x\" { lose A next = A } } else lose end { when count A > 2 lose A } }");
    plays("outcomes over outcomes", SMALL
          "turn place s on empty { if count mine > 1 { win draw lose score 3 } } else score 1\n"
          "end { when some a1 & mine { score count mine win next } } }");
    plays("effects at the end of a turn",
          SMALL "turn place s on empty else pass end { when some a1 & occupied { remove a1 }\n"
                "when count occupied > 6 { remove occupied } when repeats >= 3 draw } }");
    plays("a set-up that is over", SMALL "setup { win B } turn pass else draw }");
    plays("a set-up that goes on",
          SMALL "setup { next = A phase = b }\n"
                "phase a turn pass else draw phase b turn pass else draw }");
    plays("dice of all sizes", SMALL
          "var d var n = 40000 turn chance d in n..(n+3) then chance d in (d-2000)..(d+2000)\n"
          "then { place s on empty { n = n * 7 % 90000 - 45000 } else pass } else draw }");
    refused("no sense in a die", SMALL "var d turn chance d in 1..0 then pass else draw }", "E24");
    refused("a huge die", SMALL "var d turn chance d in 1..2000000000 then pass else draw }",
            "E30");
    refused("a die beyond", SMALL "var d turn chance d in 40000..40003 then pass else draw }",
            "E30");
    plays(
        "moves of others",
        "game t { players A B board rect 4 4 piece k { hits step any } piece r { hits ride any }\n"
        "setup { put k of A on a1 put k of B on d4 put r of B on a4 put r of A on d1 }\n"
        "turn { move cells to step any  place r of next on empty  move mine & k to step any\n"
        "  pick mine as k r } require not attacked(mine & k) else lose }");
    plays("names that mean something else", SMALL
          "var over var out : cells turn place s on empty { over += 3 out |= to } else draw }");
}

/* --- too much work --- */

/* Whether the game is drawn at once, for the rule in this line. */
static void gives_up(table *x, const char *line) {
    error err = {.code = ST_OK};
    const game *g = x->r->game;
    TEST_CHECK(text_table_actor(x) == ACTOR_NONE && text_table_pays(x, "0.5 0.5"));
    TEST_CHECK(strcmp(x->r->endings->name(x->r, x->s), "too-much-work") == 0);
    TEST_CHECK(g->check(x->r, x->s, &err) == ST_TOO_MUCH_WORK);
    TEST_CHECK_(strstr(err.text, line) != NULL, "%s: %s", line, err.text);
    TEST_CHECK(g->hash(x->r, x->s) == game_rehash(x->r, x->s));
    /* the position text brings it back, with the rule */
    char *at = mem_string(text_table_text(x));
    TEST_CHECK(text_table_read(x, at) && strcmp(text_table_text(x), at) == 0);
    TEST_CHECK(g->check(x->r, x->s, &err) == ST_TOO_MUCH_WORK && strstr(err.text, line));
    mem_free(at);
}

/* With a smaller budget, so that tests are short: what takes too long does so a hundred times. */
static void open_small(table *x, const char *body) {
    TEST_ASSERT(text_table_open_lazy(x, body, RB_WORK / 100));
}

static void starts_too_heavy(const char *what, const char *body, const char *line) {
    table x;
    TEST_CASE(what);
    open_small(&x, body);
    gives_up(&x, line);
    text_table_close(&x);
}

#define CROWD                                                                                      \
    "game t { players X O board rect 16 16 piece q\n"                                              \
    "setup { put q of X on rank 1..8 put q of O on rank 9..16 }\n"

static void test_too_much_work(void) {
    table x;
    TEST_CASE("as it is, with the full budget");
    TEST_ASSERT(text_table_open_lazy(
        &x,
        "game t { players X O board rect 16 16 piece q setup { put q on cells }\n"
        "turn longest { repeat move mine to cells } else draw }",
        PACE(RB_WORK, RB_WORK / 100)));
    gives_up(&x, "test.game:2:");
    text_table_close(&x);
    starts_too_heavy("chains", CROWD "turn longest { repeat move mine to cells } else draw }",
                     "test.game:3:");
    starts_too_heavy("a look inside a look",
                     CROWD "turn {\npass where 1 == 2\nmove mine to cells\n"
                           "require can next require not can next } else draw }",
                     "test.game:5:");
    starts_too_heavy(
        "conditions",
        CROWD "turn move mine to cells where count group(from, mine) + count group(to, enemy) "
              "+ count group(a1, mine) < 0\nelse draw }",
        "test.game:3:");
    TEST_CASE("an ending");
    open_small(&x, CROWD "turn { when turns < 1 pass\n"
                         "when turns > 0 move mine to cells require not can next } else draw\n"
                         "end { when not can next draw } }");
    TEST_CHECK(text_table_play(&x, "pass"));
    gives_up(&x, "test.game:5:");
    text_table_close(&x);
}

/* A later position is too much: by an action, in playouts, and in the list after the action. */
static void test_too_much_later(void) {
    static const char body[] =
        CROWD "turn { when turns < 2 pass\n"
              "when turns > 1 longest { repeat move mine to cells } } else draw }";
    table x;
    rng g = rng_stream(1, 0);
    open_small(&x, body);
    TEST_CHECK(text_table_play(&x, "pass") && text_table_offers(&x, "pass"));
    TEST_CHECK(text_table_play(&x, "pass"));
    gives_up(&x, "test.game:4:");
    text_table_start(&x);
    TEST_CHECK(x.r->speed->play_out(x.r, x.s, NULL, &g, 1000) == 2);
    TEST_CHECK(text_table_actor(&x) == ACTOR_NONE && text_table_pays(&x, "0.5 0.5"));
    text_table_close(&x);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"too_much_work", test_too_much_work},
             {"too_much_later", test_too_much_later},
             {"doubling", test_doubling},
             {"recursion", test_recursion},
             {"nesting", test_nesting},
             {"limits", test_limits},
             {"whole_file", test_whole_file},
             {"endless", test_endless},
             {"rings", test_rings},
             {"nonsense", test_nonsense},
             {NULL, NULL}};
