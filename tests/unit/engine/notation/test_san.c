#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/notation/san/san.h"
#include "lib/catalogue.h"
#include "tests/support/pace.h"

static const game *find(const char *name) {
    const game *g = game_find(catalogue_games(), name);
    TEST_ASSERT_(g != NULL, "%s is there", name);
    return g;
}

/* A position of a game, from its text or (NULL) the start. */
static position *at(const char *name, const char *line) {
    position *p = NULL;
    error err = {0};
    params setup = params_default();
    status st = line ? position_read(&p, find(name), &setup, SEAT_ALL, line, &err)
                     : position_start(&p, find(name), &setup, SEAT_ALL, &err);
    TEST_ASSERT_(st == ST_OK, "%s %s: %s", name, line ? line : "start", err.text);
    return p;
}

static void check_read(const position *p, const char *typed, const char *want) {
    char buf[64];
    text out = text_over(buf, sizeof buf);
    error err = {0};
    status st = san_read(p, typed, &out, &err);
    TEST_CHECK_(st == ST_OK && strcmp(buf, want) == 0, "%s is %s", typed, want);
    TEST_MSG("%s, %s", buf, err.text);
}

static void check_refused(const position *p, const char *typed, const char *sentence) {
    char buf[64];
    text out = text_over(buf, sizeof buf);
    error err = {0};
    status st = san_read(p, typed, &out, &err);
    TEST_CHECK_(st == ST_ILLEGAL_ACTION && strcmp(err.text, sentence) == 0, "%s", sentence);
    TEST_MSG("%s: %s %s", status_name(st), err.text, buf);
    TEST_CHECK(strncmp(err.arg, typed, sizeof err.arg - 1) == 0 && err.reason[0]);
}

static void check_written(const position *p, const char *event, const char *want) {
    char buf[64];
    text out = text_over(buf, sizeof buf);
    error err = {0};
    status st = san_write(p, event, &out, &err);
    TEST_CHECK_(st == ST_OK && strcmp(buf, want) == 0, "%s is written %s", event, want);
    TEST_MSG("%s, %s", buf, err.text);
}

/* The same move both ways. */
static void check_both(const position *p, const char *event, const char *san) {
    check_written(p, event, san);
    check_read(p, san, event);
}

static void test_offered(void) {
    static const char *const with[] = {"chess",
                                       "chess960",
                                       "crazyhouse",
                                       "atomic",
                                       "koth",
                                       "racingkings",
                                       "threecheck",
                                       "losalamos",
                                       "shatranj",
                                       "janggi",
                                       "makruk",
                                       "shogi",
                                       "xiangqi",
                                       "chaturanga",
                                       "chaturanga_bare",
                                       "chaturanga_crosswise",
                                       "chaturanga_files",
                                       "chaturanga_leap",
                                       "chaturanga_peace",
                                       "chaturanga_ransom",
                                       "chaturanga_stalemate",
                                       "chaturanga_straight",
                                       "chaturanga_trunk"};
    int offered = 0;
    for (game_list g = catalogue_games(); *g; g++) {
        params setup = params_default();
        rules *r = NULL;
        bool wanted = false;
        for (size_t i = 0; i < sizeof with / sizeof *with; i++)
            wanted |= strcmp(with[i], (*g)->name) == 0;
        TEST_ASSERT(rules_open(&r, *g, &setup, NULL) == ST_OK);
        TEST_CHECK_(san_offered(r) == wanted, "%s is%s played in SAN", (*g)->name,
                    wanted ? "" : " not");
        offered += san_offered(r);
        rules_close(r);
    }
    TEST_CHECK(offered == sizeof with / sizeof *with);
}

static void test_plain_moves(void) {
    position *p = at("chess", NULL);
    check_both(p, "e2e4", "e4");
    check_both(p, "g1f3", "Nf3");
    static const char *const same[] = {
        "Nf3",    "Ng1f3",          "Ng1-f3",         "Ngf3", "N1f3",  "nf3",
        "Nf3!",   "Nf3?!",          "Nf3+",           "Nf3#", "g1f3",  "g1-f3",
        "Nf3!?+", "\342\231\230f3", "\342\231\236f3", "Nf3=", "Nf3(=)"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) check_read(p, same[i], "g1f3");
    check_read(p, "e2-e4", "e2e4");
    check_read(p, "Pe4", "e2e4");
    check_read(p, "pe4", "e2e4");
    check_read(p,
               "e2\xe2\x80\x93"
               "e4",
               "e2e4");
    position_destroy(p);
    p = at("chess", "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3");
    check_both(p, "e4d5", "exd5");
    check_both(p, "c3d5", "Nxd5");
    check_read(p, "e:d5", "e4d5");
    check_read(p, "ed5", "e4d5");
    check_read(p, "Nd5", "c3d5");
    check_read(p,
               "e\xc3\x97"
               "d5",
               "e4d5");
    position_destroy(p);
    TEST_CHECK(mem_live() == 0);
}

static void test_telling_apart(void) {
    position *p = at("chess", "4k3/8/8/8/8/5N2/8/RN2K2R w - - 0 1");
    check_both(p, "b1d2", "Nbd2");
    check_both(p, "f3d2", "Nfd2");
    check_refused(p, "Nd2", "Nd2: both knights can go there: Nbd2 or Nfd2");
    check_both(p, "h1f1", "Rf1");
    position_destroy(p);
    p = at("chess", "7k/8/8/R7/8/8/4R3/R6K w - - 0 1");
    check_both(p, "a1a3", "R1a3");
    check_both(p, "a5a3", "R5a3");
    check_both(p, "e2a2", "Rea2");
    check_both(p, "a1a2", "R1a2");
    check_refused(p, "Ra2", "Ra2: three rooks can go there: R1a2, Rea2 or R5a2");
    check_refused(p, "Raa2", "Raa2: both rooks can go there: R1a2 or R5a2");
    position_destroy(p);
    p = at("chess", "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    check_both(p, "h4e1", "Qh4e1");
    check_both(p, "e4e1", "Qee1");
    check_both(p, "h1e1", "Q1e1");
    position_destroy(p);
    /* One of them is pinned: nothing to tell apart. */
    p = at("chess", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    check_both(p, "g1e2", "Ne2");
    check_refused(p, "Nce2", "Nce2: that would leave the king in check");
    position_destroy(p);
}

static void test_marks(void) {
    position *p = at("chess", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2");
    check_both(p, "d8h4", "Qh4#");
    position_destroy(p);
    p = at("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    check_both(p, "a1a8", "Ra8+");
    check_both(p, "e1c1", "O-O-O");
    position_destroy(p);
    p = at("chess", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1");
    check_both(p, "e1c1", "O-O-O+");
    position_destroy(p);
    /* A check on a square that is also a draw by material. */
    p = at("chess", "8/8/8/4k3/8/6K1/8/3r3B w - - 0 1");
    check_both(p, "g3g4", "Kg4");
    position_destroy(p);
    p = at("koth", "4k3/8/8/8/8/4K3/8/8 w - - 0 1");
    check_both(p, "e3e4", "Ke4#");
    position_destroy(p);
    p = at("threecheck", "4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1");
    check_both(p, "a1a8", "Ra8#");
    position_destroy(p);
    p = at("atomic", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    check_both(p, "f1b5", "Bb5+");
    check_both(p, "e4d5", "exd5");
    position_destroy(p);
}

static void test_pawns(void) {
    position *p = at("chess", "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1");
    check_both(p, "e7e8q", "e8=Q+");
    check_both(p, "e7e8n", "e8=N");
    check_both(p, "e7d8r", "exd8=R+");
    check_read(p, "e8Q", "e7e8q");
    check_read(p, "e8(B)", "e7e8b");
    check_read(p, "e8/R", "e7e8r");
    check_read(p, "e8=q", "e7e8q");
    check_read(p, "e7e8Q", "e7e8q");
    check_read(p, "e7-e8=N", "e7e8n");
    check_refused(p, "e8", "e8: say what the pawn becomes: e8=Q, e8=R, e8=B or e8=N");
    check_refused(p, "e8=K", "e8=K: the pawn cannot become a king");
    position_destroy(p);
    p = at("chess", "rnbqkbnr/ppp1pppp/8/8/3pP3/3P4/PPP2PPP/RNBQKBNR b KQkq e3 0 3");
    check_both(p, "d4e3", "dxe3");
    check_read(p, "dxe3e.p.", "d4e3");
    check_read(p, "dxe3ep", "d4e3");
    position_destroy(p);
    /* Ancestors have one piece to become: the token says nothing, the notation does. */
    p = at("chaturanga", "k6r/4P3/8/8/8/8/8/K6R 0");
    check_both(p, "e7e8", "e8=M");
    check_read(p, "e8", "e7e8");
    check_refused(p, "e8=R", "e8=R: the padati cannot become a ratha");
    position_destroy(p);
    p = at("chaturanga_files", "k7/1p5P/8/8/8/8/8/K6R 0");
    check_both(p, "h7h8", "h8=R+");
    position_destroy(p);
}

static void test_castling(void) {
    position *p = at("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    check_both(p, "e1g1", "O-O");
    check_both(p, "e1c1", "O-O-O");
    static const char *const same[] = {"0-0", "o-o", "O-O!", "e1h1", "Ke1-g1", "OO", "0-0+"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) check_read(p, same[i], "e1g1");
    check_read(p, "0-0-0", "e1c1");
    check_read(p, "e1a1", "e1c1");
    check_refused(p, "Kg1", "Kg1: castling is written O-O");
    position_destroy(p);
    p = at("chess960", "2k5/8/8/8/8/8/8/1RK1R3 w EB - 0 1");
    check_both(p, "c1e1", "O-O");
    check_both(p, "c1b1", "O-O-O");
    position_destroy(p);
    p = at("chess960", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    check_both(p, "e1h1", "O-O");
    check_read(p, "e1g1", "e1h1");
    check_read(p, "e1c1", "e1a1");
    position_destroy(p);
    p = at("chess960", "4k3/8/8/8/8/8/8/5KR1 w K - 0 1"); /* the rook's square is the king's */
    check_both(p, "f1g1", "O-O");
    position_destroy(p);
    p = at("chess", NULL);
    check_refused(p, "O-O", "O-O: the bishop on f1 is in the way");
    check_refused(p, "O-O-O", "O-O-O: the queen on d1 is in the way");
    position_destroy(p);
    p = at("chess", "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1");
    check_refused(p, "O-O", "O-O: the king is in check");
    position_destroy(p);
    p = at("chess", "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1");
    check_refused(p, "O-O",
                  "O-O: king or rook has moved before, or the king would pass an attacked square");
    check_refused(p, "O-O-O", "O-O-O: there is no rook on that side");
    position_destroy(p);
}

static void test_drops(void) {
    position *p = at("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NPp] w - - 0 1");
    check_both(p, "N@f3", "N@f3");
    check_both(p, "N@f6", "N@f6+");
    check_both(p, "P@f3", "P@f3");
    check_read(p, "@f3", "P@f3");
    check_read(p, "n@f3", "N@f3");
    check_refused(p, "Q@f3", "Q@f3: you have no queen to drop");
    check_refused(p, "P@f8", "P@f8: no pawn can be dropped there");
    check_refused(p, "N@e1", "N@e1: that square is occupied");
    position_destroy(p);
    p = at("chess", NULL);
    check_refused(p, "N@f3", "N@f3: no knight can be dropped now");
    position_destroy(p);
}

static void test_refusals(void) {
    position *p = at("chess", NULL);
    check_refused(p, "Nf6", "Nf6: no knight can go to f6");
    check_refused(p, "e5", "e5: no pawn can go to e5");
    check_refused(p, "Nxf3", "Nxf3: there is nothing to take on f3");
    check_refused(p, "Nxe5", "Nxe5: there is nothing to take on e5");
    check_refused(p, "exd3", "exd3: there is nothing to take on d3");
    check_refused(p, "Nd2", "Nd2: a piece of yours is on d2");
    check_refused(p, "Nce2", "Nce2: you have no knight on the c-file");
    check_refused(p, "Nb1f3", "Nb1f3: no knight on b1 can go to f3");
    check_refused(p, "N3f3", "N3f3: you have no knight on rank 3");
    check_refused(p, "Ac3", "Ac3: you have no piece A");
    check_refused(p, "e4=Q", "e4=Q: the pawn does not become another piece there");
    check_refused(p, "hello",
                  "'hello' is not a move: they are written like Nf3, exd5, O-O or g1f3");
    check_refused(p, "", "'' is not a move: they are written like Nf3, exd5, O-O or g1f3");
    check_refused(p, "Nf9", "'Nf9' is not a move: they are written like Nf3, exd5, O-O or g1f3");
    position_destroy(p);
    p = at("chess", "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1");
    check_refused(p, "Bd3", "Bd3: that would leave the king in check");
    check_refused(p, "Qd3", "Qd3: you have no queen");
    position_destroy(p);
    p = at("chess", "4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1");
    check_refused(p, "Ra2", "Ra2: that does not end the check");
    check_refused(p, "Ke2", "Ke2: that does not end the check");
    check_refused(p, "Kg2", "Kg2: no king can go to g2");
    position_destroy(p);
    p = at("chess", "4k3/8/8/8/3r4/8/8/4K3 w - - 0 1");
    check_refused(p, "Kd1", "Kd1: the king would be in check there");
    position_destroy(p);
    p = at("shatranj", NULL);
    check_refused(p, "Qd4", "Qd4: no ferz can go to d4");
    position_destroy(p);
    p = at("chess", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"); /* stalemate */
    error err = {0};
    text out = text_growing();
    TEST_CHECK(san_read(p, "Kg8", &out, &err) == ST_GAME_OVER);
    TEST_CHECK(strcmp(err.text, "the game is over") == 0);
    text_done(&out);
    position_destroy(p);
    TEST_CHECK(mem_live() == 0);
}

static void test_lines(void) {
    static const char *const moves[] = {"e2e4", "e7e5", "g1f3", "0000", "f3e5"};
    position *p = at("chess", NULL);
    text out = text_growing();
    error err = {0};
    TEST_CHECK(san_write_line(p, moves, 5, &out, &err) == ST_OK);
    TEST_CHECK(strcmp(text_string(&out), "e4 e5 Nf3 -- Nxe5") == 0);
    TEST_MSG("%s %s", text_string(&out), err.text);
    static const char *const wrong[] = {"e2e4", "e2e4"};
    text_clear(&out);
    TEST_CHECK(san_write_line(p, wrong, 2, &out, &err) == ST_ILLEGAL_ACTION);
    TEST_CHECK(strcmp(text_string(&out), "e4") == 0);
    text_done(&out);
    position_destroy(p);
    TEST_CHECK(mem_live() == 0);
}

/* --- every move of many positions --- */

typedef struct listed {
    char event[16], san[24];
} listed;

typedef struct listing {
    listed at[512];
    size_t count;
} listing;

static bool collect(void *ctx, const char *event, const char *san) {
    listing *l = ctx;
    TEST_ASSERT(l->count < sizeof l->at / sizeof *l->at);
    (void)snprintf(l->at[l->count].event, sizeof l->at->event, "%s", event);
    (void)snprintf(l->at[l->count++].san, sizeof l->at->san, "%s", san);
    return true;
}

static int by_san(const void *a, const void *b) {
    return strcmp(((const listed *)a)->san, ((const listed *)b)->san);
}

/* Token, SAN and back are the same, and no two moves have one SAN. Returns a random token. */
static size_t check_all(const position *p, listing *l, size_t *reads) {
    error err = {0};
    l->count = 0;
    status st = san_list(p, collect, l, &err);
    TEST_ASSERT_(st == ST_OK, "%s", err.text);
    for (size_t i = 0; i < l->count; i++) {
        char buf[64];
        text out = text_over(buf, sizeof buf);
        st = san_read(p, l->at[i].san, &out, &err);
        if (st == ST_OK && strcmp(buf, l->at[i].event) == 0) continue;
        text line = text_growing();
        position_write(p, &line);
        TEST_CHECK_(false, "%s: %s is %s, which is read as %s (%s)", text_string(&line),
                    l->at[i].event, l->at[i].san, buf, st == ST_OK ? "" : err.text);
        text_done(&line);
    }
    *reads += l->count;
    listing sorted = *l;
    qsort(sorted.at, sorted.count, sizeof *sorted.at, by_san);
    for (size_t i = 1; i < sorted.count; i++)
        TEST_CHECK_(strcmp(sorted.at[i - 1].san, sorted.at[i].san) != 0, "%s and %s are both %s",
                    sorted.at[i - 1].event, sorted.at[i].event, sorted.at[i].san);
    return l->count;
}

static void test_every_move(void) {
    enum { GAMES = 1, PLIES = PACE(80, 6) };
    static listing l;
    size_t positions = 0;
    size_t reads = 0;
    for (game_list g = catalogue_games(); *g; g++) {
        params setup = params_default();
        rules *r = NULL;
        TEST_ASSERT(rules_open(&r, *g, &setup, NULL) == ST_OK);
        bool offered = san_offered(r);
        rules_close(r);
        if (!offered) continue;
        for (int i = 0; i < GAMES; i++) {
            rng random = rng_stream(19, (uint64_t)i);
            position *p = NULL;
            char number[8];
            (void)snprintf(number, sizeof number, "%d", 77 * i);
            if (strcmp((*g)->name, "chess960") == 0)
                TEST_ASSERT(params_set(&setup, *g, "start", number, NULL) == ST_OK);
            TEST_ASSERT(position_start(&p, *g, &setup, SEAT_ALL, NULL) == ST_OK);
            position_allow(p, POSITION_OPEN_ENDS);
            for (int k = 0; k < PLIES; k++) {
                if ((*g)->actor(position_rules(p), position_data(p)) < 0) break;
                size_t n = check_all(p, &l, &reads);
                positions++;
                error err = {0};
                const char *pick = l.at[rng_below(&random, n)].event;
                TEST_ASSERT_(position_play(p, pick, &err) == ST_OK, "%s", err.text);
            }
            position_destroy(p);
        }
    }
    TEST_CHECK_(positions > PACE(750u, 50u), "%d positions", (int)positions);
    TEST_CHECK_(reads > PACE(15000u, 500u), "%d moves", (int)reads);
    TEST_CHECK(mem_live() == 0);
}

static status all_of_it(error *err) {
    position *p = NULL;
    text out = text_growing();
    params setup = params_default();
    status st = position_start(&p, game_find(catalogue_games(), "chess"), &setup, SEAT_ALL, err);
    if (st == ST_OK) st = san_read(p, "Nf3", &out, err);
    if (st == ST_OK) st = san_write(p, "e2e4", &out, err);
    if (st == ST_OK && out.cut) st = ST_NOMEM;
    text_done(&out);
    position_destroy(p);
    return st;
}

#include "tests/support/fail_everywhere.h"

static void test_no_memory(void) {
    (void)catalogue_games();
    mem_exempt(mem_live());
    fail_everywhere("reading and writing a move", all_of_it);
}

TEST_LIST = {{"offered", test_offered},
             {"plain_moves", test_plain_moves},
             {"telling_apart", test_telling_apart},
             {"marks", test_marks},
             {"pawns", test_pawns},
             {"castling", test_castling},
             {"drops", test_drops},
             {"refusals", test_refusals},
             {"lines", test_lines},
             {"every_move", test_every_move},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
