#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "engine/game/game_speed.h"
#include "engine/rules/machine/program.h"
#include "tests/support/pace.h"
#include "tests/support/text_table.h"

/* What need not be tried: every text is played twice, as it is and with one more condition that
 * always holds, which the compiler does not look through, so that each action is tried. What is
 * legal is the same. */

#define PIECES                                                                                     \
    "piece king K { hits step any  move hits - mine } "                                            \
    "piece queen Q { hits ride any  move hits - mine } "                                           \
    "piece rook R { hits ride ortho  move hits - mine } "                                          \
    "piece knight N { hits leap 1 2  move hits - mine } "                                          \
    "piece pawn P { hits step my (ne nw)  move step my n & empty  move hits & enemy "              \
    "promotes on my rank 6 to queen rook knight } "
#define HEAD  "game t \"T\" { players white black board rect 6 6 "
#define ENDS  "else draw end { when turns >= 80 draw } }"
#define SETUP "setup \"rnqknr/pppppp/6/6/PPPPPP/RNQKNR\" "
#define OPEN  "setup \"1k2q1/p2n2/2r3/3R2/2N2P/1Q2K1\" "

typedef struct text_case {
    const char *form;
    bool plain; /* about the mover's royal piece alone */
} text_case;

static const text_case cases[] = {
    {HEAD PIECES SETUP "turn pieces require not attacked(mine & king)%s " ENDS, true},
    /* neither king may be hit, in any order and in other words */
    {HEAD PIECES OPEN "turn pieces require not attacked(king & white, black) and "
                      "not attacked(king & black, white)%s " ENDS,
     false},
    {HEAD PIECES SETUP
     "def calm(who) = not attacked(who & king, me) def safe = "
     "not attacked(king & mine) turn pieces require (safe and calm(enemy))%s " ENDS,
     false},
    /* pieces that take their own, kings too */
    {HEAD
     "piece king K { hits step any  move hits } piece rook R { hits ride ortho  move hits } "
     "piece bishop B { hits ride diag  move hits } piece lance L { hits ride my n  move hits "
     "move along my s (cells cells) } "
     "setup \"rbkbrl/llllll/6/6/LLLLLL/RBKBRL\" "
     "turn pieces require not attacked(mine & king) and not attacked(enemy & king, me)%s " ENDS,
     false},
    {HEAD "piece king K { hits step any  move hits } piece rook R { hits ride ortho  move hits } "
          "setup \"rrkrr1/rr4/6/6/1RR1R1/RRKRR1\" "
          "turn pieces require not attacked(mine & king)%s " ENDS,
     true},
    /* explosions: who has no king cannot be in check, kings side by side are not */
    {HEAD "def blast = to | (step any from to - pawn) def beside = step any from (enemy & king) "
          "piece king K { hits step any  move hits & empty } "
          "piece queen Q { hits ride any  move hits & empty  move hits & enemy { remove blast } } "
          "piece knight N { hits leap 1 2  move hits & empty  move hits & enemy { remove blast } } "
          "piece pawn P { hits step my (ne nw)  move step my n & empty "
          "move hits & enemy { remove blast } promotes on my rank 6 to queen knight } "
          "setup \"1k2q1/p2np1/2n3/1P1Q2/2N2P/1Q2K1\" "
          "def check = attacked((mine & king) - beside) "
          "turn pieces require some mine & king and (no enemy & king or not check)%s " ENDS,
     false},
    /* cells where it may be hit: fixed ones, and those next to pieces of the enemy */
    {HEAD PIECES SETUP "turn pieces require not attacked(mine & king - (my rank 1..2 | "
                       "shift (n s) (enemy & pawn) | ~(rank 1..5)))%s " ENDS,
     false},
    {HEAD PIECES SETUP
     "turn pieces require not attacked(mine & king - step ortho from enemy)%s " ENDS,
     false},
    /* excuses on either side */
    {HEAD PIECES SETUP
     "turn pieces require (no enemy & queen or not attacked(mine & king)) and "
     "(some mine & rook or some enemy & rook or not attacked(enemy & king, me))%s " ENDS,
     false},
    /* pieces from the hand, one kind or several; moves that choose a kind */
    {HEAD "var hand per player per piece "
          "piece king K { hits step any  move hits - mine } "
          "piece rook R { hits ride ortho  move hits - mine } "
          "piece knight N { hits leap 1 2  move hits - mine } "
          "setup \"2k3/nr4/6/6/4RN/3K2\" "
          "before { if to in enemy { hand[me, kind(to)] += 1 } } "
          "turn { pieces place rook knight on empty where hand[me, opt] > 0 and to in light "
          "{ hand[me, opt] -= 1 } place knight on enemy & rook where hand[me, opt] > 1 "
          "move mine & knight to step diag - mine as rook knight where hand[me, opt] < 2 } "
          "require not attacked(mine & king) and not attacked(enemy & king, me)%s " ENDS,
     false},
};

static bool open_case(table *x, const char *form, const char *extra) {
    char body[2048];
    const char *hole = strstr(form, "%s");
    (void)snprintf(body, sizeof body, "%.*s%s%s", (int)(hole - form), form, extra, hole + 2);
    return text_table_open(x, body, "");
}

/* Two games that are one: lists and counts. */
static bool same_lists(table *x, table *y, size_t number, const char *place) {
    text_table_look(x);
    text_table_look(y);
    bool same = x->count == y->count;
    for (int i = 0; same && i < x->count; i++) same = strcmp(x->word[i], y->word[i]) == 0;
    TEST_CHECK_(same, "text %zu: what is on offer at %s", number, place);
    if (!same)
        for (int i = 0; i < x->count || i < y->count; i++)
            printf("  %s | %s\n", i < x->count ? x->word[i] : "", i < y->count ? y->word[i] : "");
    uint64_t n = x->r->speed->count(x->r, x->s, NULL);
    TEST_CHECK_(n == (uint64_t)x->count, "text %zu: the count at %s", number, place);
    return same;
}

static void follow(table *x, table *y, size_t number, uint64_t seed) {
    rng g = rng_stream(seed, 1);
    text_table_start(x);
    text_table_start(y);
    while (text_table_actor(x) >= 0 && text_table_actor(y) >= 0) {
        char *place = mem_string(text_table_text(x));
        bool same = same_lists(x, y, number, place);
        mem_free(place);
        if (!same) return;
        char word[TABLE_WORD];
        (void)snprintf(word, sizeof word, "%s", x->word[rng_below(&g, (uint64_t)x->count)]);
        TEST_ASSERT(text_table_play(x, word) && text_table_play(y, word));
    }
    TEST_CHECK(text_table_actor(x) == text_table_actor(y));
}

static void test_as_by_trial(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        table x;
        table y;
        TEST_ASSERT_(open_case(&x, cases[i].form, ""), "text %zu", i);
        TEST_ASSERT_(open_case(&y, cases[i].form, " and turns >= 0"), "text %zu", i);
        for (int p = 0; p < 2; p++) {
            TEST_CHECK_(program_of(x.r)->side[p].sparing.known, "text %zu: found out", i);
            TEST_CHECK_(program_of(x.r)->side[p].royal.known == cases[i].plain, "text %zu", i);
            TEST_CHECK_(!program_of(y.r)->side[p].sparing.known, "text %zu: tried", i);
        }
        for (uint64_t seed = 0; seed < PACE(25, 3); seed++) follow(&x, &y, i, seed);
        text_table_close(&x);
        text_table_close(&y);
    }
    TEST_CHECK(mem_live() == 0);
}

/* A condition about the kind alone is asked once a kind, not once a cell. */
static void test_choice_of_kinds(void) {
    table x;
    TEST_ASSERT(text_table_open(&x,
                                "game t { players a b board rect 3 1 piece p piece q piece r "
                                "var left per piece = 1 "
                                "turn place p q r on empty where left[opt] > 0 { left[opt] -= 1 } "
                                "else draw }",
                                ""));
    const rb_gen *g = &program_of(x.r)->side[0].gen[0];
    TEST_CHECK(g->choice && !g->where);
    TEST_CHECK(text_table_offers(&x, "P@a1 P@b1 P@c1 Q@a1 Q@b1 Q@c1 R@a1 R@b1 R@c1"));
    TEST_CHECK(text_table_play(&x, "Q@b1") && text_table_offers(&x, "P@a1 P@c1 R@a1 R@c1"));
    TEST_CHECK(text_table_play(&x, "P@a1") && text_table_offers(&x, "R@c1"));
    TEST_CHECK(text_table_play(&x, "R@c1") && text_table_pays(&x, "0.5 0.5"));
    text_table_close(&x);
}

TEST_LIST = {
    {"as_by_trial", test_as_by_trial}, {"choice_of_kinds", test_choice_of_kinds}, {NULL, NULL}};
