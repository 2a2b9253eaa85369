#include <acutest.h>

#include <limits.h>

#include "engine/notation/record.h"
#include "engine/notation/spelling.h"
#include "lib/catalogue.h"

static position *at(const char *name) {
    position *p = NULL;
    params setup = params_default();
    const game *g = game_find(catalogue_games(), name);
    TEST_ASSERT(g && position_start(&p, g, &setup, SEAT_ALL, NULL) == ST_OK);
    return p;
}

static void check_line(const char *name, const char *typed, const char *tokens,
                       const char *written) {
    error err = {0};
    position *p = at(name);
    spelling how = spelling_for(position_rules(p));
    text out = text_growing();
    position *start = at(name);
    TEST_CHECK_(spelling_play(how, p, typed, &err) == ST_OK, "%s: %s", typed, err.text);
    for (unsigned i = 0; position_event(p, i); i++)
        text_format(&out, "%s%s", i ? " " : "", position_event(p, i));
    TEST_CHECK_(strcmp(text_string(&out), tokens) == 0, "%s is %s", typed, text_string(&out));
    text_clear(&out);
    spelling_write_line(how, start, tokens, &out);
    TEST_CHECK_(strcmp(text_string(&out), written) == 0, "%s written %s", tokens,
                text_string(&out));
    text_done(&out);
    position_destroy(start);
    position_destroy(p);
}

static void test_lines(void) {
    check_line("chess", "1. e4 e5 2.Nf3 Nc6 3. Bb5", "e2e4 e7e5 g1f3 b8c6 f1b5",
               "e4 e5 Nf3 Nc6 Bb5");
    check_line("chess", "f2f3 e5 g2-g4 Qh4#", "f2f3 e7e5 g2g4 d8h4", "f3 e5 g4 Qh4#");
    check_line("connect4", "d d c", "d d c", "d d c"); /* nothing else is known there */
    check_line("chess", "", "", "");
}

static void test_what_cannot_be_played(void) {
    static const char *const bad[][2] = {
        {"e4 e5 Nd4", "Nd4: no knight can go to d4"},
        {"Nf3 d6 d3 d5 Nd2", "Nd2: "},
        {"e4 hello", "'hello' is not a move: they are written like Nf3, exd5, O-O or g1f3"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error err = {0};
        position *p = at("chess");
        TEST_CHECK(spelling_play(SPELLING_SAN, p, bad[i][0], &err) == ST_ILLEGAL_ACTION);
        TEST_CHECK_(text_starts(err.text, bad[i][1]), "%s: %s", bad[i][0], err.text);
        position_destroy(p);
    }
    /* What follows a token that does not fit stays as it is. */
    position *p = at("chess");
    char buf[80];
    text out = text_over(buf, sizeof buf);
    spelling_write_line(SPELLING_SAN, p, "e2e4 e2e4 e7e5", &out);
    TEST_CHECK_(strcmp(buf, "e4 e2e4 e7e5") == 0, "%s", buf);
    position_destroy(p);
}

/* Lists and records in chess notation are read by where they lead. */
static void test_records(void) {
    static const char *const good[] = {
        "1. e4 e5 2. Nf3 Nc6 1/2-1/2\n", "game: chess\n\ne4\ne7e5\nNf3 ; {\"value\": 0.5}\nNc6\n",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\ne4 e5 Nf3 Nc6\n"};
    error err = {0};
    position *want = at("chess");
    TEST_ASSERT(spelling_play(SPELLING_SAN, want, "e4 e5 Nf3 Nc6", &err) == ST_OK);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        record rec;
        position *p = NULL;
        TEST_CHECK(record_read(&rec, good[i], strlen(good[i]), &err) == ST_OK);
        const game *chess = position_rules(want)->game;
        status st = record_replay(&p, &rec, catalogue_games(), chess, UINT_MAX, &err);
        TEST_CHECK_(st == ST_OK && position_key(p) == position_key(want), "%s: %s", good[i],
                    err.text);
        position_destroy(p);
        record_done(&rec);
    }
    position_destroy(want);
}

/* Project L after its start: what a person types and reads has no masks. */
static position *project_l(void) {
    static const char fen[] =
        "ph=N p=0 a=3 m=0 b=0 l=0 r=6 R=14,14,12,15,13,15,14,13,14 WR=W16,W5,W14,W20 "
        "BR=B12,B6,B20,B9 WD=23:W1,W2,W3,W4,W6,W8,W9,W10,W11,W12,W13,W15,W19,W23,W24,W25,W26,W27,"
        "W28,W29,W30,W31,W32/- BD=4:B1,B2,B3,B4,B5,B7,B10,B11,B15,B16,B18,B19/- "
        "| P0 s=6 T=1,1,1,0,1,0,0,2,0 U=B14/10c67ff/000000000;-;-;- F=W22,W17,W7,B17 "
        "| P1 s=5 T=0,0,2,0,1,0,0,0,0 U=B8/01fffff/000000101;-;-;- F=W18,B13,W21";
    position *p = NULL;
    error err = {0};
    params setup = params_default();
    const game *g = game_find(catalogue_games(), "projectl");
    TEST_ASSERT_(g && position_read(&p, g, &setup, SEAT_ALL, fen, &err) == ST_OK, "%s", err.text);
    return p;
}

static void test_own_words(void) {
    static const char tokens[] = "place:B14:O1:0020000 place:B14:I4:0f00000 take:B6 !B5 basic";
    static const char written[] = "place B14 O1 c4, place B14 I4 a5, take B6, !B5, basic";
    static const char *const typed[] = {tokens, written,
                                        "place B14 O1 c4 place B14 I4 a5 take B6 !B5 basic",
                                        "place B14 O1 c4,place:B14:I4:a5, take b6 !B5\nbasic O1,"};
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        error err = {0};
        position *start = project_l();
        position *p = project_l();
        text out = text_growing();
        TEST_CASE(typed[i]);
        TEST_CHECK_(spelling_for(position_rules(p)) == SPELLING_OWN, "its own words");
        TEST_CHECK_(spelling_play(SPELLING_OWN, p, typed[i], &err) == ST_OK, "%s", err.text);
        for (unsigned k = 0; position_event(p, k); k++)
            text_format(&out, "%s%s", k ? " " : "", position_event(p, k));
        TEST_CHECK_(strcmp(text_string(&out), tokens) == 0, "%s", text_string(&out));
        text_clear(&out);
        spelling_write_line(SPELLING_OWN, start, tokens, &out);
        TEST_CHECK_(strcmp(text_string(&out), written) == 0, "%s", text_string(&out));
        text_done(&out);
        position_destroy(p);
        position_destroy(start);
    }
    static const char *const bad[][2] = {
        {"place B14 O1", "say puzzle, piece, cell and turn"},
        {"basic, place B14 O1 z9, basic", "say puzzle, piece, cell and turn"},
        {"take W99", "that puzzle lies in neither row"},
        {"juggle", "actions are "},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error err = {0};
        position *p = project_l();
        TEST_CASE(bad[i][0]);
        TEST_CHECK(spelling_play(SPELLING_OWN, p, bad[i][0], &err) != ST_OK);
        TEST_CHECK_(strstr(err.text, bad[i][1]) != NULL, "%s", err.text);
        position_destroy(p);
    }
}

TEST_LIST = {{"own_words", test_own_words},
             {"lines", test_lines},
             {"what_cannot_be_played", test_what_cannot_be_played},
             {"records", test_records},
             {NULL, NULL}};
