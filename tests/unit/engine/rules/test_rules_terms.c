/* How texts evaluate positions. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_hints.h"
#include "engine/rules/machine/run.h"
#include "engine/rules/machine/terms.h"
#include "eval/evaluate.h"
#include "tests/support/books.h"
#include "tests/support/pace.h"

BOOKS_OF_ALL_TESTS(books_some(RULEBOOKS,
                              "chess chess2 chess960 chess_atomic chess_crazyhouse chess_hill "
                              "chess_racing chess_threecheck amazons ataxx breakthrough "
                              "chaturanga draughts go gomoku hex international loa losalamos "
                              "ludo morris othello shatranj tictactoe whist xiangqi janggi"))

static position *at(const char *name, const char *from) {
    position *p = books_at(texts, name, "", from);
    TEST_ASSERT_(p != NULL, "%s: %s", name, from ? from : "start");
    return p;
}

/* A term's value for a player; the test fails where the game has no such term. */
static float term(const position *p, const char *name, int player) {
    const rules *r = position_rules(p);
    float raw[TERMS_MAX];
    r->evaluation->measure(r, position_data(p), player, raw);
    for (int i = 0; r->game->features[i].name; i++)
        if (strcmp(r->game->features[i].name, name) == 0) return raw[i];
    TEST_CHECK_(false, "%s has a term %s", r->game->name, name);
    return -1;
}

static bool has_term(const char *game_name, const char *name) {
    const game *g = text_library_game(texts, game_name);
    for (const feature *f = g->features; f->name; f++)
        if (strcmp(f->name, name) == 0) return true;
    return false;
}

static bool near(float x, float want) {
    float d = x - want;
    return d < 0.001F && d > -0.001F;
}

static void check_term(const char *name, const char *from, const char *what, float first,
                       float second) {
    position *p = at(name, from);
    float a = term(p, what, 0);
    float b = term(p, what, 1);
    TEST_CHECK_(near(a, first) && near(b, second), "%s, %s: %s is %g and %g", name,
                from ? from : "start", what, (double)first, (double)second);
    TEST_MSG("found %g and %g", (double)a, (double)b);
    position_destroy(p);
}

/* --- what pieces are worth --- */

static float rating(const rules *r, const char *kind) {
    const program *b = program_of(r);
    for (int k = 0; k < b->kinds; k++)
        if (strcmp(b->kind[k].name, kind) == 0) return b->terms->value[k];
    TEST_CHECK_(false, "a kind %s", kind);
    return 0;
}

/* Moves on crowded boards give chess players' values, near enough. */
static void test_values(void) {
    position *p = at("chess", NULL);
    const rules *r = position_rules(p);
    TEST_CHECK(near(rating(r, "pawn"), 1) && near(rating(r, "king"), 0));
    TEST_CHECK_(rating(r, "knight") > 2.5F && rating(r, "knight") < 4.2F,
                "a knight is worth three");
    TEST_CHECK_(rating(r, "bishop") > 2.5F && rating(r, "bishop") < 4.2F, "a bishop too");
    TEST_CHECK_(rating(r, "rook") > 4 && rating(r, "rook") < 6, "a rook five");
    TEST_CHECK_(rating(r, "queen") > 7 && rating(r, "queen") < 11, "a queen nine");
    position_destroy(p);
    p = at("chaturanga", NULL);
    r = position_rules(p);
    TEST_CHECK(rating(r, "ratha") > rating(r, "ashva") && rating(r, "ashva") > rating(r, "mantri"));
    TEST_CHECK(rating(r, "gaja") < rating(r, "ashva"));
    position_destroy(p);
    p = at("draughts", NULL);
    TEST_CHECK(rating(position_rules(p), "king") > rating(position_rules(p), "man"));
    position_destroy(p);
}

/* What never leaves a few cells is valued there, and what cannot be taken is no unit of others. */
static void test_confined(void) {
    static const struct {
        const char *game, *guard, *soldier;
    } list[] = {{"xiangqi", "advisor", "soldier"}, {"janggi", "guard", "soldier"}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        position *p = at(list[i].game, NULL);
        const rules *r = position_rules(p);
        float guard = rating(r, list[i].guard);
        float chariot = rating(r, "chariot");
        float soldier = rating(r, list[i].soldier);
        TEST_CHECK_(guard >= 1 && guard < 3, "%s: a guard is worth %g", list[i].game,
                    (double)guard);
        TEST_CHECK_(soldier >= 1 && soldier < 3, "a soldier %g", (double)soldier);
        TEST_CHECK_(chariot > 3 && chariot < 8, "a chariot %g", (double)chariot);
        position_destroy(p);
    }
}

static void test_forward(void) {
    static const struct {
        const char *game, *kind;
        bool forward;
    } list[] = {{"chess", "pawn", true},        {"chess", "knight", false},
                {"breakthrough", "pawn", true}, {"draughts", "man", true},
                {"draughts", "king", false},    {"chaturanga", "padati", true}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        position *p = at(list[i].game, NULL);
        const program *b = program_of(position_rules(p));
        for (int k = 0; k < b->kinds; k++)
            if (strcmp(b->kind[k].name, list[i].kind) == 0)
                TEST_CHECK_(b->terms->forward[k] == list[i].forward, "%s %s", list[i].game,
                            list[i].kind);
        position_destroy(p);
    }
}

/* --- terms --- */

static void test_pieces(void) {
    check_term("chess", NULL, "pawn.count", 8, 8);
    check_term("chess", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "pawn.count", 2, 0);
    check_term("chess", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "knight.moves", 8, 0);
    check_term("chess", "4k3/8/8/8/8/8/1P6/N3K3 w - - 0 1", "knight.moves", 2, 0);
    check_term("chess", "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "rook.moves", 10, 10);
    check_term("chess", "4k3/8/8/8/8/8/8/BB2K3 w - - 0 1", "bishop.pair", 1, 0);
    check_term("chess", NULL, "tempo", 1, 0);
    check_term("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PPn] w - - 0 1", "pawn.hand", 2, 0);
    check_term("threecheck", "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1", "tally", -1, -3);
}

/* Pawns file by file: e4 and e5 are doubled, a2 stands alone, h6 has passed. */
static void test_files(void) {
    static const char pawns[] = "4k3/5p2/7P/4P3/4P3/8/P7/4K3 w - - 0 1";
    check_term("chess", pawns, "pawn.doubled", 2, 0);
    check_term("chess", pawns, "pawn.alone", 4, 1);
    check_term("chess", "4k3/8/7P/8/8/8/8/4K3 w - - 0 1", "pawn.passed", 25.0F / 49, 0);
    check_term("chess", "4k3/6p1/7P/8/8/8/8/4K3 w - - 0 1", "pawn.passed", 0, 0);
    check_term("chess", "4k3/8/7P/8/8/6p1/8/4K3 w - - 0 1", "pawn.passed", 25.0F / 49, 25.0F / 49);
}

static void test_royal(void) {
    check_term("chess", "4k3/8/8/8/8/8/3PPP2/4K3 w - - 0 1", "shelter", 0, 0); /* nothing is left */
    check_term("chess", "4k3/8/8/8/8/8/8/3RK2Q w - - 0 1", "siege", 2, 0);     /* d7 and d8 */
    position *early = at("chess", NULL);
    check_term("chess", NULL, "castling", 2, 2);
    check_term("chess", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "castling", 1, 1);
    TEST_CHECK(near(term(early, "shelter", 0), 5) && near(term(early, "king.centre-late", 0), 0));
    position_destroy(early);
}

/* What is hit by cheaper pieces, what nothing guards, and where a piece can safely go. */
static void test_threats(void) {
    static const char fork[] = "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1";
    static const char guarded[] = "4k3/8/2p5/3r4/4P3/8/8/4K3 w - - 0 1";
    static const char equals[] = "4k3/8/8/8/3N4/8/4b3/K7 w - - 0 1";
    check_term("chess", fork, "threats", 1, 0);
    check_term("chess", fork, "hanging", 1, 0);
    check_term("chess", guarded, "threats", 1, 0);
    check_term("chess", guarded, "hanging", 0, 0);
    check_term("chess", equals, "threats", 0, 0);
    check_term("chess", equals, "hanging", 1, 0);
    check_term("chess", "4k3/8/4p3/8/3N4/8/8/4K3 w - - 0 1", "knight.safe", 7, 0);
    check_term("chess", "4k3/8/4p3/8/3N4/8/8/4K3 w - - 0 1", "knight.moves", 8, 0);
    check_term("chess", "4k3/8/8/8/3N4/8/8/N3K3 w - - 0 1", "knight.free", 4.2426407F, 0);
    check_term("chess", "4k3/8/4p3/8/3N4/8/8/4K3 w - - 0 1", "knight.free", 2.6457513F, 0);
    check_term("chess", "4k3/8/8/7Q/8/8/8/3RK3 b - - 0 1", "assault", 1, 0);
    check_term("chess", "4k3/8/8/8/8/8/8/3RK2Q w - - 0 1", "assault", 0, 0);
}

/* Near the royal piece of the enemy. Queen and rook hit f7, d7 and d8, which the king alone guards;
 * from e5 or h8 the queen could hit it safely: 3 hits, 2 pieces squared, 3 times 3 cells, 8 for the
 * way to hit it, all squared over 256. */
static void test_danger(void) {
    static const char attack[] = "4k3/8/8/7Q/8/8/8/3RK3 b - - 0 1";
    check_term("chess", attack, "weak", 3, 0);
    check_term("chess", attack, "checks", 1, 0);
    check_term("chess", attack, "danger", 24 * 24 / 256.0F, 0);
    check_term("chess", "3rk3/8/8/7Q/8/8/8/3RK3 b - - 0 1", "weak", 2, 0);
    check_term("chess", "4k3/8/8/8/8/8/8/4K2N w - - 0 1", "danger", 0, 0);
    check_term("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", "open-royal", 6,
               0);
    TEST_CHECK(!has_term("othello", "danger"));
}

static void test_pawns_and_columns(void) {
    static const char rooks[] = "4k3/p7/8/8/8/8/7P/R3K2R w - - 0 1";
    check_term("chess", NULL, "shield", 3, 3);
    check_term("chess", rooks, "half-open", 1, 0);
    check_term("chess", rooks, "open", 0, 0);
    check_term("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "open", 1, 0);
    check_term("chess", "4k3/8/8/8/4P3/3P4/8/4K3 w - - 0 1", "pawn.chained", 1, 0);
    check_term("chess", "4k3/8/7P/8/8/8/8/4K3 w - - 0 1", "pawn.passed-late", 25.0F / 49, 0);
    check_term("chess", "4k3/8/7P/8/8/8/8/4K3 w - - 0 1", "pawn.passed-free", 25.0F / 49, 0);
    check_term("chess", "4k3/7n/7P/8/8/8/8/4K3 w - - 0 1", "pawn.passed-free", 0, 0);
}

/* The enemy's king is 3 steps from h7, the own one 6. A knight on d5 is safe from pawns behind it and on
 * its own column. */
static void test_late_and_outposts(void) {
    check_term("chess", "4k3/8/7P/8/8/8/8/4K3 w - - 0 1", "pawn.escort", -3 * 25.0F / 49, 0);
    check_term("chess", "8/8/7P/5K2/8/8/8/k7 w - - 0 1", "pawn.escort", 5 * 25.0F / 49, 0);
    check_term("chess", NULL, "rook.free-late", 0, 0);
    position *p = at("chess", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1");
    float late = term(p, "knight.d4-late", 0);
    TEST_CHECK(near(term(p, "knight.free-late", 0), late * term(p, "knight.free", 0)));
    position_destroy(p);
    check_term("chess", "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "knight.outpost", 1, 0);
    check_term("chess", "4k3/3p4/8/3N4/2p1P3/8/8/4K3 w - - 0 1", "knight.outpost", 1, 0);
    check_term("chess", "4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", "knight.outpost", 0, 0);
    check_term("chess", "4k3/8/8/3N4/8/4P3/8/4K3 w - - 0 1", "knight.outpost", 0, 0);
}

/* The own king is on the right in all of these, the enemy's on the right, then on the left. */
static void test_halves(void) {
    static const char right[] = "rnbqkbnr/pppppppp/8/8/8/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1";
    static const char left[] = "rnkqbbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w - - 0 1";
    check_term("chess", NULL, "pawn.d2-own", 0, 0);
    check_term("chess", right, "pawn.d2-own", 1, 0);
    check_term("chess", right, "pawn.d2-enemy", 1, 0);
    check_term("chess", left, "pawn.d2-own", -1, 0);
    check_term("chess", left, "pawn.d2-enemy", 1, 0);
    check_term("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "pawn.d2-own", 0, 0); /* it is late */
    TEST_CHECK(!has_term("othello", "disc.a1-own"));
}

/* A weight for each cell, as the player sees it; the mirror image counts for the same. */
static void test_cells(void) {
    check_term("chess", NULL, "pawn.d2", 2, 2);
    check_term("chess", NULL, "pawn.d2-late", 0, 0);
    check_term("chess", NULL, "pawn.d3", 0, 0);
    check_term("chess", NULL, "king.d1", 1, 1);
    check_term("chess", "4k3/8/7p/8/8/7P/8/4K3 w - - 0 1", "pawn.a3-late", 1, 1);
    check_term("chess", "4k3/8/7p/8/8/7P/8/4K3 w - - 0 1", "pawn.a3", 0, 0);
    check_term("othello", "8/8/8/8/8/8/8/D7 0", "disc.a1", 1, 0);
    position *p = at("chess", "4k3/8/8/8/4N3/8/8/4K3 w - - 0 1");
    float late = term(p, "knight.d4-late", 0);
    TEST_CHECK(late > 0.5F && late < 1 && near(term(p, "knight.d4", 0), 1 - late));
    position_destroy(p);
    TEST_CHECK(!has_term("chess", "pawn.e2") && !has_term("othello", "disc.a1-late"));
    TEST_CHECK_(!has_term("breakthrough", "pawn.a2"), "the size of that board is an option");
    TEST_CHECK_(!has_term("draughts", "man.a1"), "half of that board is cut out");
    TEST_CHECK_(!has_term("amazons", "amazon.a1"), "that board is too large");
    TEST_CHECK(!has_term("gomoku", "stone.a1") && has_term("chess960", "pawn.d2"));
}

static void test_aims(void) {
    check_term("breakthrough", "8/8/3P4/8/8/8/3p4/8 0", "goal", 25.0F / 49, 36.0F / 49);
    check_term("koth", "8/8/5k2/8/4K3/8/8/8 w - - 0 1", "goal", 1, 4.0F / 9);
    check_term("tictactoe", "M1M/1m1/3 1", "line-1", 1, 0);
    check_term("tictactoe", "3/1M1/3 1", "line-2", 4, 0);
    check_term("gomoku", "15/15/15/15/15/15/15/4SSS8/15/15/15/15/15/15/15 1", "line-2", 3, 0);
    check_term("hex", NULL, "path", -11, -11);
    check_term("hex", "11/11/11/11/11/4SSS4/11/11/11/11/11 1", "path", -10, -11);
    check_term("othello", NULL, "mobility", 4, 4);
    check_term("amazons", NULL, "mobility", 80, 80);
    TEST_CHECK(!has_term("chess", "mobility") && !has_term("hex", "line-1"));
    TEST_CHECK(has_term("loa", "apart") && has_term("go", "score") && !has_term("chess", "path"));
    check_term("ludo", NULL, "tally", 0, 0);
    TEST_CHECK(has_term("ludo", "tally") && !has_term("whist", "S7.hand"));
    TEST_CHECK(!has_term("chess", "tally") && !has_term("chess", "queen.advance"));
}

/* A bridge spans two rows, so five stones cross an empty board of eleven, from the second row to
 * the tenth; three stones in the middle row spare one. Five stones in bridges have crossed, and the
 * other side needs one step more to go through; a stone in one of the two cells of a bridge breaks
 * it. */
static void test_links(void) {
    check_term("hex", NULL, "links", -5, -5);
    check_term("hex", "11/11/11/11/11/4SSS4/11/11/11/11/11 1", "links", -4, -5);
    check_term("hex", "11/1S9/11/2S8/11/3S7/11/4S6/11/5S5/11 1", "links", 0, -6);
    check_term("hex", "11/1S9/11/2S8/2s8/3S7/11/4S6/11/5S5/11 0", "links", -1, -5);
    check_term("hex", "11/1S9/11/2S8/2s8/3S7/11/4S6/11/5S5/11 0", "path", -6, -10);
}

static void test_turned_over(void) {
    check_term("othello", "8/8/8/8/8/8/8/DDD4d 0", "stable", 3, 1);
    check_term("othello", "8/8/8/8/8/8/2D5/DDD5 0", "stable", 3, 0);
    check_term("othello", "8/8/8/8/8/D7/DD6/DDD5 0", "stable", 6, 0);
    check_term("othello", "8/1d6/8/8/8/8/8/DD6 0", "exposed", 0, 1);
    check_term("othello", "8/8/8/3dd3/2dddd2/2DDDD2/2DDDD2/2DDDD2 0", "frontier", 6, 6);
    TEST_CHECK(!has_term("ataxx", "stable") && !has_term("go", "stable"));
}

static void test_air(void) {
    check_term("go", "8s/9/9/9/9/9/9/9/S8 0", "nearer", 36, 36);
    check_term("go", "8s/9/9/9/9/9/9/9/SS7 0", "liberties", 3, 2);
    check_term("go", "8s/9/9/9/9/9/9/1s7/SS7 0", "short-1", 0, 0);
    check_term("go", "8s/9/9/9/9/9/9/1s7/SS7 0", "short-2", 2, 1);
    check_term("go", "8s/9/9/9/9/9/9/1s7/SSs6 0", "short-1", 2, 0);
    TEST_CHECK(!has_term("othello", "nearer") && !has_term("hex", "liberties"));
}

/* Both sides see the same, each from its own end. */
static void test_symmetry(void) {
    static const char *const games[] = {"chess",    "chaturanga", "breakthrough",
                                        "draughts", "othello",    "shatranj"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        position *p = at(games[i], NULL);
        const rules *r = position_rules(p);
        float a[TERMS_MAX];
        float b[TERMS_MAX];
        r->evaluation->measure(r, position_data(p), 0, a);
        r->evaluation->measure(r, position_data(p), 1, b);
        for (int k = 1; r->game->features[k].name; k++)
            TEST_CHECK_(near(a[k], b[k]), "%s: %s", games[i], r->game->features[k].name);
        position_destroy(p);
    }
}

/* Weights precomputed for a game give the same sums. */
static void test_folded(void) {
    static const struct {
        const char *game, *from;
    } list[] = {{"chess", "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"},
                {"chess", "8/5pk1/8/P7/3p4/8/5PP1/R5K1 b - - 0 1"},
                {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[PPnQ] w - - 0 1"},
                {"crazyhouse", "r3k2r/ppp2ppp/2n5/3Np3/2B1P3/8/PPP2PPP/R3K2R[Qn] b - - 0 1"},
                {"chaturanga", NULL},
                {"draughts", NULL},
                {"breakthrough", "8/8/3P4/8/8/8/3p4/8 0"},
                {"othello", "8/8/8/3dd3/2dddd2/2DDDD2/2DDDD2/2DDDD2 0"},
                {"gomoku", "15/15/15/15/15/15/15/4SSS8/15/4sss8/15/15/15/15/15 1"},
                {"hex", "11/11/11/11/11/4SSS4/11/11/11/11/11 1"},
                {"loa", NULL}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        position *p = at(list[i].game, list[i].from);
        const rules *r = position_rules(p);
        weights w;
        evaluator quickly;
        double plain[GAME_MAX_PLAYERS];
        double quick[GAME_MAX_PLAYERS];
        weights_init(&w, r->game);
        w.choice = EVAL_LINEAR;
        for (int k = 0; k < w.count; k++) w.weight[k] += 0.01F * (float)(k % 7);
        evaluator_init(&quickly, &w, r);
        TEST_CHECK(quickly.precomputed != NULL);
        evaluation *v = mem_alloc(sizeof *v);
        TEST_ASSERT(v != NULL);
        evaluate_state(&quickly, position_data(p), v);
        memcpy(plain, v->win, sizeof plain);
        mem_free(v);
        evaluator_expected(&quickly, position_data(p), quick);
        double total[GAME_MAX_PLAYERS];
        evaluator_totals(&quickly, position_data(p), total);
        for (int k = 0; k < 2; k++)
            TEST_CHECK_(
                near((float)total[k], (float)evaluator_total(&quickly, position_data(p), k)),
                "%s %zu: the sum of %d", list[i].game, i, k);
        for (int k = 0; k < 2; k++)
            TEST_CHECK_(near((float)plain[k], (float)quick[k]), "%s %zu: %g, not %g", list[i].game,
                        i, quick[k], plain[k]);
        evaluator_done(&quickly);
        position_destroy(p);
    }
}

/* --- terms of the author's --- */

#define OWN_RULES                                                                                  \
    "players white black  board rect 4 1  piece man  var coin per player = 3\n"                    \
    "turn { place man on empty { coin -= 1 }  act \"wait\" { coin += 2 } } else score coin\n"

/* The hash that records carry. */
static uint64_t rules_hash(const char *body) {
    text_library *own = books_of(body);
    TEST_ASSERT(own != NULL);
    position *p = books_at(own, "t", "", NULL);
    TEST_ASSERT(p != NULL);
    uint64_t hash = position_rules(p)->text_hash;
    position_destroy(p);
    text_library_destroy(own);
    return hash;
}

static float weight_of(const char *game_name, const char *name) {
    const game *g = text_library_game(texts, game_name);
    for (const feature *f = g->features; f->name; f++)
        if (strcmp(f->name, name) == 0) return f->weight;
    return 99;
}

static void check_sum(const char *game_name, const char *from) {
    position *p = at(game_name, from);
    const rules *r = position_rules(p);
    const game *g = r->game;
    float weight[TERMS_MAX];
    double total[2];
    int n = 0;
    for (; g->features[n].name; n++) weight[n] = g->features[n].weight;
    void *made = mem_alloc(r->evaluation->precompute(r, weight, NULL));
    TEST_ASSERT(made != NULL);
    (void)r->evaluation->precompute(r, weight, made);
    r->evaluation->weighted_sum(r, position_data(p), made, total);
    for (int player = 0; player < 2; player++) {
        float raw[TERMS_MAX];
        double sum = 0;
        r->evaluation->measure(r, position_data(p), player, raw);
        for (int i = 0; i < n; i++) sum += (double)(raw[i] * weight[i]);
        TEST_CHECK_(near((float)(sum - total[player]), 0), "player %d: %g", player, sum);
        TEST_MSG("found %g", total[player]);
    }
    mem_free(made);
    position_destroy(p);
}

static void test_own(void) {
    text_library *shipped = texts;
    texts = books_of(
        "game t { " OWN_RULES "  term ends = count(mine & (a1|d1)) weight -3/4\n"
        "  term rich = coin - min(each player p : coin[p])\n"
        "  term long = sum(each cell a in cells : sum(each cell b in cells : sum(each cell c in "
        "cells : dist(a, b) * 40 + dist(b, c)))) weight 2 }\n"
        "game u from t { term rich = coin weight 2 }\n"
        "game v { players white black  board rect 22 22  piece man  turn place man on empty "
        "else draw\n"
        "  term heavy = sum(each cell a in cells : sum(each cell b in cells : 1)) }\n");
    TEST_ASSERT(texts != NULL);
    TEST_CHECK(near(weight_of("t", "ends"), -0.75F) && near(weight_of("t", "rich"), 0.1F));
    TEST_CHECK(near(weight_of("u", "ends"), -0.75F) && near(weight_of("u", "rich"), 2));
    check_term("t", "M1mM 0 coin=7,4", "ends", 2, 0);
    check_term("t", "M1mM 1 coin=7,4", "rich", 3, 0);
    check_term("u", "M1mM 1 coin=7,4", "rich", 7, 4);
    check_term("v", NULL, "heavy", 0, 0); /* it takes too long */
    check_sum("t", "M1mM 0 coin=7,4");
    check_sum("u", "M1mM 1 coin=1,4");
    uint64_t hash = rules_hash("game t { " OWN_RULES "}");
    TEST_CHECK(hash == rules_hash("game t { " OWN_RULES "  term ends = count mine weight 2 }"));
    TEST_CHECK(hash != rules_hash("game t { " OWN_RULES "  end { when turns > 9 win } }"));
    text_library_destroy(texts);
    texts = shipped;
}

TEST_LIST = {{"values", test_values},
             {"confined", test_confined},
             {"forward", test_forward},
             {"pieces", test_pieces},
             {"files", test_files},
             {"royal", test_royal},
             {"threats", test_threats},
             {"danger", test_danger},
             {"pawns_and_columns", test_pawns_and_columns},
             {"late_and_outposts", test_late_and_outposts},
             {"halves", test_halves},
             {"cells", test_cells},
             {"aims", test_aims},
             {"links", test_links},
             {"turned_over", test_turned_over},
             {"air", test_air},
             {"own", test_own},
             {"symmetry", test_symmetry},
             {"folded", test_folded},
             {NULL, NULL}};
