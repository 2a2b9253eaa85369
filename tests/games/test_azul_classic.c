#include <acutest.h>

#include "engine/game/game_terminal.h"
#include "games/azul/azul.h"
#include "tests/support/one_line.h"

/* The classic text client of Azul: its screen, prompt, commands and ranking. */

#define NO_WALL    "...../...../...../...../....."
#define EMPTY_SEAT "0:-/-/-/-/-:" NO_WALL ":-"

static char ann[] = "Ann";
static char bob[] = "Bob the Builder";
static char cyd[] = "Cyd";
static char *const names[] = {ann, bob, cyd, ann};

static const char offer[] =
    "2b 3o 0 1 1 -/R2K2/-/BRKW/- YW B16Y15R17K17W17 - "
    "12:-/B2/-/-/-:.Y.../...../...../...../.....:B 7:W/Y/-/-/-:...../...../...Y./...../.....:*Y";
static const char grey[] = "2g 4t 0 0 1 -/-/-/-/- - B17Y17R14K18W19 - "
                           "10:Y/R2/R3/-/-:.B.../BW.K./KY.B./..Y../..R..:* "
                           "3:-/-/-/-/-:" NO_WALL ":-";
static const char over[] =
    "2b 5x - c 1 -/-/-/-/- - B9Y16R15K15W15 B4RK "
    "64:-/-/-/-/-:BYRKW/WB.../K.B../R..B./Y...B:- 64:-/-/-/-/-:....W/WBYRK/...../...../YRKWB:-";

static void shows(const char *line, int seat, bool colours, const char *want) {
    position *p = one_line_read(&azul, line);
    text out = text_growing();
    TEST_ASSERT_(p != NULL, "%s", line);
    azul.terminal->screen(position_rules(p), position_data(p), seat, names, colours, &out);
    TEST_CHECK(strcmp(text_string(&out), want) == 0);
    TEST_MSG("expected:\n%sfound:\n%s", want, text_string(&out));
    text_done(&out);
    position_destroy(p);
}

static void test_screen(void) {
    /* a spectator sees what the player to act sees */
    for (int seat = -1; seat <= 0; seat++)
        shows(offer, seat, false,
              "Others:\n"
              "Bob the Builder    7  5->_____  2_->_____  ___->___2_  ____->_____  _____->_____  "
              "F2_____\n"
              "Table:\n"
              "         Centre  Hold1  Hold2  Hold3  Hold4  Hold5\n"
              "Type 1:       -      -      -      -      1      -  blue\n"
              "Type 2:       1      -      -      -      -      -  yellow\n"
              "Type 3:       -      -      2      -      1      -  red\n"
              "Type 4:       -      -      2      -      1      -  black\n"
              "Type 5:       1      -      -      -      1      -  white\n"
              "Centre taken: true   Round: 3   Bag: 82   Lid: 0\n"
              "Me: Ann\n"
              "Score: 12\n"
              "Data: _->_2___  11->_____  ___->_____  ____->_____  _____->_____  1______\n");
    shows(grey, 1, false,
          "Others:\n"
          "Ann   10  2->_1___  33->15_4_  333->42_1_  ____->__2__  _____->__3__  F______\n"
          "Table:\n"
          "         Centre  Hold1  Hold2  Hold3  Hold4  Hold5\n"
          "Type 1:       -      -      -      -      -      -  blue\n"
          "Type 2:       -      -      -      -      -      -  yellow\n"
          "Type 3:       -      -      -      -      -      -  red\n"
          "Type 4:       -      -      -      -      -      -  black\n"
          "Type 5:       -      -      -      -      -      -  white\n"
          "Centre taken: true   Round: 4   Bag: 85   Lid: 0\n"
          "Me: Bob the Builder\n"
          "Score: 3\n"
          "Data: _->_____  __->_____  ___->_____  ____->_____  _____->_____  _______\n"
          "Row 1 of Ann is filled with type 2 (yellow), columns: 1 4 5\n");
}

/* The default table, next to it. */
static void draws(const char *line, const char *want) {
    position *p = one_line_read(&azul, line);
    text out = text_growing();
    TEST_ASSERT(p != NULL);
    azul.draw(position_rules(p), position_data(p), 0, false, &out);
    TEST_CHECK(strcmp(text_string(&out), want) == 0);
    TEST_MSG("expected:\n%sfound:\n%s", want, text_string(&out));
    text_done(&out);
    position_destroy(p);
}

static void test_table(void) {
    draws(offer, "round 3, offer\n"
                 "displays  1 ....  2 RRKK  3 ....  4 BRKW  5 ....\n"
                 "centre    Y W\n"
                 "bag 82: B16 Y15 R17 K17 W17   lid 0\n"
                 "\n"
                 "> seat 1  12 points                       seat 2  7 points, marker\n"
                 "  1     . >  b [Y] r  k  w                1     W >  b  y  r  k  w\n"
                 "  2    BB >  w  b  y  r  k                2    .Y >  w  b  y  r  k\n"
                 "  3   ... >  k  w  b  y  r                3   ... >  k  w  b [Y] r\n"
                 "  4  .... >  r  k  w  b  y                4  .... >  r  k  w  b  y\n"
                 "  5 ..... >  y  r  k  w  b                5 ..... >  y  r  k  w  b\n"
                 "  floor  B 1 2 2 2 3 3  costs 1           floor  * Y 2 2 2 3 3  costs 2\n");
    draws(grey, "round 4, tiling: line 1 needs a column\n"
                "displays  1 ....  2 ....  3 ....  4 ....  5 ....\n"
                "centre    -\n"
                "bag 85: B17 Y17 R14 K18 W19   lid 0\n"
                "\n"
                "> seat 1  10 points, marker               seat 2  3 points\n"
                "  1     Y >  . [B] .  .  .                1     . >  .  .  .  .  .\n"
                "  2    RR > [B][W] . [K] .                2    .. >  .  .  .  .  .\n"
                "  3   RRR > [K][Y] . [B] .                3   ... >  .  .  .  .  .\n"
                "  4  .... >  .  . [Y] .  .                4  .... >  .  .  .  .  .\n"
                "  5 ..... >  .  . [R] .  .                5 ..... >  .  .  .  .  .\n"
                "             1  2  3  4  5                           1  2  3  4  5\n"
                "  floor  * 1 2 2 2 3 3  costs 1           floor  1 1 2 2 2 3 3\n");
}

static int count(const char *s, const char *part) {
    int n = 0;
    for (; (s = strstr(s, part)); s++) n++;
    return n;
}

/* Three and four seats: opponents in playing order after the player. Before the deal no one is to
 * act, so a spectator sees all of them as others. */
static void test_many_seats(void) {
    static const struct {
        const char *setup;
        int seat, rows, holds;
    } tables[] = {{"players 3", 1, 2, 7}, {"players 4", 3, 3, 9}, {"players 4", -1, 4, 9}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        position *p = one_line_start(&azul, tables[i].setup);
        text out = text_growing();
        TEST_ASSERT(p != NULL);
        azul.terminal->screen(position_rules(p), position_data(p), tables[i].seat, names, true,
                              &out);
        const char *s = text_string(&out);
        const char *table = strstr(s, "Table:");
        TEST_ASSERT(table != NULL);
        TEST_CHECK(count(s, "->") - count(table, "->") == 5 * tables[i].rows);
        TEST_CHECK(count(table, "->") == (tables[i].seat < 0 ? 0 : 5));
        TEST_CHECK(count(table, "Hold") == tables[i].holds);
        TEST_CHECK(count(table, "\033[1;34m1\033[0m") == 1); /* colours where they are wanted */
        TEST_CHECK(tables[i].seat != 1 || strstr(s, "Cyd") < strstr(s, "Ann"));
        text_done(&out);
        position_destroy(p);
    }
}

static void prompts(const char *line, const char *want) {
    position *p = one_line_read(&azul, line);
    char buf[64];
    text out = text_over(buf, sizeof buf);
    TEST_ASSERT(p != NULL);
    azul.terminal->prompt(position_rules(p), position_data(p), names, &out);
    TEST_CHECK_(strcmp(buf, want) == 0, "%s", buf);
    position_destroy(p);
}

static void test_prompt(void) {
    prompts(offer, "Action: ");
    prompts(grey, "Action: row 1, column ");
}

static void test_ranking(void) {
    static const char shared[] = "3b 5x - c 1 -/-/-/-/-/-/- - B19Y20R20K20W20 B "
                                 "30:-/-/-/-/-:" NO_WALL ":- 41:-/-/-/-/-:" NO_WALL
                                 ":- 30:-/-/-/-/-:" NO_WALL ":- maxrounds=5";
    static const struct {
        const char *line, *want;
    } ends[] = {
        {over, "Ranking:\n1. Bob the Builder  64 points, 2 full rows\n"
               "2. Ann  64 points, 1 full row\n"},
        {shared, "Ranking:\n1. Bob the Builder  41 points, 0 full rows\n"
                 "2. Ann  30 points, 0 full rows\n2. Cyd  30 points, 0 full rows\n"},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        position *p = one_line_read(&azul, ends[i].line);
        text out = text_growing();
        if (!TEST_CHECK_(p != NULL, "%s", ends[i].line)) continue;
        azul.terminal->finish(position_rules(p), position_data(p), names, &out);
        TEST_CHECK(strcmp(text_string(&out), ends[i].want) == 0);
        TEST_MSG("%s", text_string(&out));
        text_done(&out);
        position_destroy(p);
    }
}

/* What a line becomes: a token, "no" (none of these words), or the reason. */
static void typed(const char *from, const char *line, const char *want) {
    position *p = one_line_read(&azul, from);
    char buf[64];
    text out = text_over(buf, sizeof buf);
    error why = {0};
    TEST_ASSERT(p != NULL);
    status st = azul.terminal->typed(position_rules(p), position_data(p), line, &out, &why);
    const char *got = st == ST_OK ? buf : st == ST_NOT_FOUND ? "no" : why.reason;
    TEST_CHECK_(strcmp(got, want) == 0, "%s: %s, expected %s", line, got, want);
    TEST_CHECK(st == ST_OK || st == ST_NOT_FOUND || why.text[0]);
    position_destroy(p);
}

static void test_commands(void) {
    static const char *const lines[][2] = {
        {"H3 3 4", "3R4"},
        {"C 1 5", "CB5"},
        {"h2 4 6", "2KF"},
        {"c 5 f", "CWF"},
        {"  H5\t 2   1  ", "5Y1"},
        {"H4 R 4", "4R4"},
        {"3 r 4", "3R4"},
        {"2r3", "2R3"},
        {"cyf", "CYF"},
        {"H6 1 1", "bad-source"},
        {"H0 1 1", "bad-source"},
        {"H99999999999 1 1", "bad-source"},
        {"9 1 1", "bad-source"},
        {"H1 6 1", "colour-not-there"},
        {"H1 0 1", "colour-not-there"},
        {"H1 33 1", "colour-not-there"},
        {"H1 3 7", "bad-line"},
        {"H1 3 0", "bad-line"},
        {"H1 3 FF", "bad-line"},
        {"H1 3", "bad-line"},
        {"H1", "bad-line"},
        {"C", "bad-line"},
        {"C 1 5 2", "bad-line"},
        {"help", "no"},
        {"hint", "no"},
        {"", "no"},
        {"  ", "no"},
        {"3", "no"},
        {"board", "no"},
        {"C1 2 3", "no"},
        {"save H1 3", "no"},
        {"T11", "no"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        typed(offer, lines[i][0], lines[i][1]);
}

static void test_columns(void) {
    static const char *const lines[][2] = {
        {"4", "T14"},
        {" 5 ", "T15"},
        {"2", "T12"}, /* taken: for verify */
        {"t11", "T11"},
        {"T25", "T25"},
        {"0", "bad-line"},
        {"6", "bad-line"},
        {"44", "bad-line"},
        {"H3 3 4", "wrong-phase"},
        {"C 1 5", "wrong-phase"},
        {"legal", "no"},
        {"4 4", "no"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) typed(grey, lines[i][0], lines[i][1]);
    typed(over, "H3 3 4", "no");
    typed("2b 1d - c 0 -/-/-/-/- - B20Y20R20K20W20 - " EMPTY_SEAT " " EMPTY_SEAT, "C 1 5", "no");
}

/* --- the words back --- */

static bool spelled_back(void *ctx, const token *tok, const char *name) {
    const position *p = ctx;
    const rules *r = position_rules(p);
    char own[GAME_TOKEN_SIZE];
    char read[GAME_TOKEN_SIZE];
    text words_of_it = text_over(own, sizeof own);
    text back = text_over(read, sizeof read);
    error err;
    azul.terminal->spell(r, position_data(p), tok->steps, tok->count, &words_of_it);
    TEST_CHECK_(azul.terminal->typed(r, position_data(p), own, &back, &err) == ST_OK, "%s", own);
    TEST_CHECK_(strcmp(read, name) == 0, "%s was %s and is read as %s", name, own, read);
    return true;
}

/* Whatever is legal, in each of its spellings, can be typed as it is written. */
static void test_spelled(void) {
    static const char *const at[] = {offer, grey};
    static const char *const setups[] = {"players 2", "players 4 set wall=g"};
    for (size_t i = 0; i < 2; i++) {
        position *p = one_line_read(&azul, at[i]);
        TEST_ASSERT(p != NULL);
        TEST_CHECK(token_spell((state_ref){position_rules(p), position_data(p), NULL}, spelled_back,
                               p) == ST_OK);
        position_destroy(p);
    }
    for (size_t i = 0; i < 2; i++) {
        position *p = one_line_start(&azul, setups[i]);
        error err;
        TEST_ASSERT(p != NULL);
        position_set_seed(p, 7 + i);
        TEST_CHECK(position_resolve(p, &err) == ST_OK);
        const rules *r = position_rules(p);
        for (int ply = 0; ply < 60 && azul.actor(r, position_data(p)) >= 0; ply++) {
            char name[GAME_TOKEN_SIZE];
            text event = text_over(name, sizeof name);
            rng g = rng_stream(i, (uint64_t)ply);
            token tok;
            TEST_CHECK(token_spell((state_ref){r, position_data(p), NULL}, spelled_back, p) ==
                       ST_OK);
            TEST_ASSERT(token_random((state_ref){r, position_data(p), NULL}, &g, &tok) == ST_OK);
            token_write(r, position_data(p), &tok, &event);
            TEST_ASSERT(position_play(p, name, &err) == ST_OK);
            TEST_CHECK(position_resolve(p, &err) == ST_OK);
        }
        position_destroy(p);
    }
}

static void test_spelled_words(void) {
    static const struct {
        const char *at, *token, *words;
    } some[] = {{offer, "2R4", "H2 3 4"}, {offer, "CYF", "C 2 F"}, {grey, "T15", "5"}};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        position *p = one_line_read(&azul, some[i].at);
        char own[80];
        text out = text_over(own, sizeof own);
        error err;
        token tok;
        TEST_ASSERT(p != NULL);
        const rules *r = position_rules(p);
        TEST_CHECK_(token_read((state_ref){r, position_data(p), NULL}, some[i].token, &tok, &err) ==
                        ST_OK,
                    "%s: %s", some[i].token, err.text);
        azul.terminal->spell(r, position_data(p), tok.steps, tok.count, &out);
        TEST_CHECK_(strcmp(own, some[i].words) == 0, "%s", own);
        position_destroy(p);
    }
    position *p = one_line_start(&azul, "players 2");
    TEST_ASSERT(p != NULL);
    char own[80];
    text out = text_over(own, sizeof own);
    token tok;
    TEST_CHECK(token_read((state_ref){position_rules(p), position_data(p), NULL},
                          "!D:BY2K/BRKW/BYRK/BYRK/BK3", &tok, NULL) == ST_OK);
    azul.terminal->spell(position_rules(p), position_data(p), tok.steps, tok.count, &out);
    TEST_CHECK_(strcmp(own, "deals H1 1224 H2 1345 H3 1234 H4 1234 H5 1444") == 0, "%s", own);
    position_destroy(p);
}

/* `help` and `about` speak of the table as it is. */
static void test_explained(void) {
    static const struct {
        const char *setup, *says[3];
    } tables[] = {{"players 2", {"displays are H1 to H5", "H3 3 4", "the column of its type"}},
                  {"players 4 set wall=g",
                   {"displays are H1 to H9", "column of your choice", "the column of the wall"}},
                  {"players 3 set clamp=0 set floorpen=1,1,1,1,1,1,1",
                   {"1, 1, 1, 1, 1, 1, 1 points.\n", "other rules hold as well:", "clamp=0"}}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        position *p = one_line_start(&azul, tables[i].setup);
        text out = text_growing();
        TEST_ASSERT(p != NULL);
        azul.terminal->about(position_rules(p), &out);
        for (int k = 0; k < 3; k++)
            TEST_CHECK_(strstr(text_string(&out), tables[i].says[k]) != NULL, "%s",
                        tables[i].says[k]);
        for (const char *at = text_string(&out); *at; at += strcspn(at, "\n") + 1)
            TEST_CHECK_(strcspn(at, "\n") <= 100, "%.*s", (int)strcspn(at, "\n"), at);
        TEST_MSG("%s", text_string(&out));
        text_done(&out);
        position_destroy(p);
    }
}

TEST_LIST = {{"spelled", test_spelled},
             {"spelled_words", test_spelled_words},
             {"explained", test_explained},
             {"screen", test_screen},
             {"table", test_table},
             {"many_seats", test_many_seats},
             {"prompt", test_prompt},
             {"ranking", test_ranking},
             {"commands", test_commands},
             {"columns", test_columns},
             {NULL, NULL}};
