/* Mixed tables: who sits where, what is counted, and matches of a line-up. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "arena/match_report.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "tests/support/trial.h"

static bool near(double a, double b) {
    return fabs(a - b) < 1e-9;
}

/* --- who sits where --- */

static block_plan plan_of(const int *copies, int engines, block_seating seating) {
    block_plan p = {.engines = engines, .table = true, .seating = seating, .seed = 7};
    for (int i = 0; i < engines; i++)
        for (int k = 0; k < copies[i]; k++) p.lineup[p.seats++] = i;
    return p;
}

/* In every block each one of the line-up sits in each seat equally often. */
static void check_balance(const block_plan *p, const int *copies, int blocks) {
    int games = blocks_games(p);
    for (int b = 0; b < blocks; b++) {
        int sat[MATCH_MAX_ENGINES][GAME_MAX_PLAYERS] = {{0}};
        for (int k = 0; k < games; k++) {
            block_game g = blocks_game(p, (uint64_t)b * (uint64_t)games + (uint64_t)k);
            TEST_CHECK(g.block == (uint64_t)b && g.round == (uint64_t)b && g.within == k);
            for (int i = 0; i < p->seats; i++) sat[g.seat[i]][i]++;
        }
        for (int e = 0; e < p->engines; e++)
            for (int i = 0; i < p->seats; i++)
                TEST_CHECK_(sat[e][i] * p->seats == games * copies[e], "engine %d seat %d: %d", e,
                            i, sat[e][i]);
    }
}

static void test_rotation(void) {
    static const int cases[][4] = {
        {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}, {2, 4, 0, 0}, {3, 1, 4, 0}};
    static const int engines[] = {2, 3, 4, 2, 3};
    for (int i = 0; i < 5; i++) {
        block_plan p = plan_of(cases[i], engines[i], BLOCK_ROTATE);
        TEST_CHECK(blocks_games(&p) == p.seats && blocks_pairs(&p) == 1);
        check_balance(&p, cases[i], 6);
        /* The second round of two turns the order around. */
        block_game there = blocks_game(&p, 0);
        block_game back = blocks_game(&p, (uint64_t)p.seats);
        for (int k = 0; k < p.seats; k++) TEST_CHECK(there.seat[k] == back.seat[p.seats - 1 - k]);
    }
    /* Neighbours change from block to block. */
    static const int four[] = {1, 1, 1, 1};
    block_plan p = plan_of(four, 4, BLOCK_ROTATE);
    unsigned after_first = 0;
    for (uint64_t b = 0; b < 20; b++) {
        block_game g = blocks_game(&p, b * 4);
        for (int i = 0; i < 4; i++)
            if (g.seat[i] == 0) after_first |= 1u << g.seat[(i + 1) % 4];
    }
    TEST_CHECK(after_first == 0xe);
}

static void test_all_seatings(void) {
    static const struct {
        int copies[3], engines, games;
    } cases[] = {{{1, 1}, 2, 2}, {{2, 4}, 2, 15}, {{1, 1, 1}, 3, 6}, {{2, 1, 2}, 3, 30}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        block_plan p = plan_of(cases[c].copies, cases[c].engines, BLOCK_ALL);
        TEST_CHECK(blocks_games(&p) == cases[c].games);
        check_balance(&p, cases[c].copies, 2);
        for (int i = 0; i < cases[c].games; i++)
            for (int k = 0; k < i; k++) {
                block_game a = blocks_game(&p, (uint64_t)i);
                block_game b = blocks_game(&p, (uint64_t)k);
                TEST_CHECK(memcmp(a.seat, b.seat, sizeof a.seat) != 0);
            }
    }
    static const int eight[] = {1, 1, 1, 1, 1, 1, 1, 1};
    block_plan p = plan_of(eight, 8, BLOCK_ALL);
    TEST_CHECK(blocks_seatings(&p, BLOCK_MAX_SEATINGS) == BLOCK_MAX_SEATINGS + 1);
    TEST_CHECK(blocks_seatings(&p, 50000) == 40320);
}

/* --- what is counted --- */

static void test_ranks(void) {
    double out[4];
    table_ranks((const int[]){1, 3, 2, 2}, 4, out);
    TEST_CHECK(near(out[0], 1) && near(out[1], 4) && near(out[2], 2.5) && near(out[3], 2.5));
    table_ranks((const int[]){1, 1, 1, 1}, 4, out);
    for (int i = 0; i < 4; i++) TEST_CHECK(near(out[i], 2.5));
}

/* Engine 0 always wins, the others follow by their number; the points of a block are 10, 5 and 0 and
 * its number more. */
static void test_tally(void) {
    static const int three[] = {1, 1, 1};
    block_plan p = plan_of(three, 3, BLOCK_ROTATE);
    table_tally t;
    table_row row[MATCH_MAX_ENGINES];
    error err = {0};
    table_tally_init(&t, &p);
    for (uint64_t n = 0; n < 12; n++) {
        block_game g = blocks_game(&p, n);
        table_result r = {.pointed = true};
        bool complete;
        for (int i = 0; i < 3; i++) {
            r.utility[i] = g.seat[i] == 0;
            r.rank[i] = g.seat[i] + 1;
            r.points[i] = 10 - 5 * g.seat[i] + (double)g.block;
        }
        TEST_CHECK(table_tally_add(&t, &g, &r, &complete, &err) == ST_OK);
        TEST_CHECK(complete == (n % 3 == 2));
        if (n == 2) {
            TEST_CHECK(table_tally_rows(&t, 1, row, &err) == ST_OK);
            TEST_CHECK(row[0].wins.error < 0 && row[0].elo.error < 0); /* one block says nothing */
        }
    }
    TEST_CHECK(table_tally_rows(&t, 1, row, &err) == ST_OK);
    for (int i = 0; i < 3; i++) {
        TEST_CHECK(near(row[i].wins.mean, i == 0) && near(row[i].wins.error, 0));
        TEST_CHECK(near(row[i].rank.mean, i + 1) && row[i].seats == 1 && row[i].pointed);
        TEST_CHECK(near(row[i].points.mean, 11.5 - 5 * i));
        /* Blocks of 0, 1, 2, 3 more: variance 5/3 over four blocks. */
        TEST_CHECK(near(row[i].points.error, 1.96 * sqrt(5.0 / 3 / 4)));
    }
    TEST_CHECK(row[0].elo.mean > 100 && near(row[1].elo.mean, 0) && row[2].elo.mean < -100);
    table_tally_done(&t);
    TEST_CHECK(mem_live() == 0);
}

/* --- matches --- */

static trial trial_at(const char *name, const char *setup, const char *lineup, uint64_t games) {
    error err = {0};
    trial t = trial_of(catalogue_registry(), name, setup, "name=good bot:greedy",
                       "name=bad bot:random", games);
    t.settings.table = true;
    if (lineup)
        TEST_ASSERT_(settings_read_lineup(&t.settings, lineup, &err) == ST_OK, "%s", err.text);
    return t;
}

static text report_of(const trial *t) {
    text out = text_growing();
    error err = {0};
    TEST_CHECK(match_report_final(&t->settings, match_standings(t->match), SPRT_GOES_ON, &out,
                                  &err) == ST_OK);
    return out;
}

/* The better bot has more of everything; the line-up sets the number of players. */
static void test_a_lineup(void) {
    error err = {0};
    trial t = trial_at("azul", "", "bad=3,good=1", 19);
    TEST_CHECK_(trial_run(&t, NULL, 2, &err) == ST_OK, "%s", err.text);
    const standings *s = match_standings(t.match);
    TEST_CHECK(s->games == 20 && s->table.blocks == 5 && s->played[0] == 20 && s->played[1] == 20);
    table_row row[MATCH_MAX_ENGINES];
    TEST_CHECK(table_tally_rows(&s->table, 1, row, &err) == ST_OK);
    TEST_CHECK(row[0].seats == 1 && row[1].seats == 3);
    TEST_CHECK(near(row[0].wins.mean + 3 * row[1].wins.mean, 1));
    TEST_CHECK(near(row[0].rank.mean + 3 * row[1].rank.mean, 1 + 2 + 3 + 4));
    TEST_CHECK(row[0].wins.mean > 0.6 && row[0].points.mean > row[1].points.mean + 5);
    TEST_CHECK(row[0].rank.mean < 2 && row[0].elo.mean > 100);
    text out = report_of(&t);
    TEST_CHECK_(strstr(text_string(&out), "a table of 4: 20 games in blocks of 4 (5 complete)"),
                "%s", out.at);
    TEST_CHECK(strstr(out.at, "\nrow good seats 1 wins ") &&
               strstr(out.at, "\nresult engines 2 games 20 "));
    text_done(&out);
    trial_done(&t);
    TEST_CHECK(mem_live() == 0);
}

/* Two engines that always give the same answers share everything exactly. */
static void test_equal_players(void) {
    error err = {0};
    trial t = trial_of(catalogue_registry(), "tictactoe", "", "name=a alphabeta depth=9 Hash=1",
                       "name=b alphabeta depth=9 Hash=1", 4);
    t.settings.table = true;
    TEST_CHECK_(trial_run(&t, NULL, 1, &err) == ST_OK, "%s", err.text);
    table_row row[MATCH_MAX_ENGINES];
    TEST_CHECK(table_tally_rows(&match_standings(t.match)->table, 1, row, &err) == ST_OK);
    for (int i = 0; i < 2; i++) {
        TEST_CHECK(near(row[i].wins.mean, 0.5) && near(row[i].rank.mean, 1.5));
        TEST_CHECK(near(row[i].elo.mean, 0) && !row[i].pointed);
    }
    trial_done(&t);
}

/* Games of one block share their dice: the first outcomes are the same in all of them. */
static void test_shared_deals(void) {
    error err = {0};
    char path[64];
    char first[32] = "";
    int same = 0;
    TEST_ASSERT(trial_file(path));
    trial t = trial_of(catalogue_registry(), "azul", "players 3", "name=a bot:random",
                       "name=b bot:random", 3);
    t.settings.table = true;
    TEST_ASSERT(settings_read_lineup(&t.settings, "a=2 b", &err) == ST_OK);
    TEST_CHECK_(trial_run(&t, path, 1, &err) == ST_OK, "%s", err.text);
    trial_done(&t);
    text data = trial_content(path);
    for (const char *at = text_string(&data); (at = strstr(at, "\n!")); at++) {
        if (at[-1] != '\n') continue; /* the first event of a game follows an empty line */
        if (!*first) (void)snprintf(first, sizeof first, "%.24s", at);
        same += strncmp(at, first, strlen(first)) == 0;
    }
    TEST_CHECK_(same == 3, "%d games begin with %s", same, first);
    text_done(&data);
    (void)unlink(path);
}

/* A table that was stopped ends as if it had run through. */
static void test_continued(void) {
    error err = {0};
    char path[64];
    TEST_ASSERT(trial_file(path));
    trial t = trial_at("azul", "", "good=1,bad=2", 9);
    t.settings.seating = BLOCK_ALL;
    TEST_CHECK(trial_run(&t, path, 2, &err) == ST_OK);
    text rows = report_of(&t);
    trial_done(&t);
    text complete = trial_content(path);
    TEST_CHECK(strstr(text_string(&complete), "\ntable: all\nlineup: good=1 bad=2\n"));
    TEST_CHECK(strstr(text_string(&complete), "\nranks: "));
    (void)unlink(path);
    t = trial_at("azul", "", "good=1,bad=2", 9);
    t.settings.seating = BLOCK_ALL;
    t.stop_after = 4;
    TEST_CHECK(trial_run(&t, path, 2, &err) == ST_STOPPED);
    trial_done(&t);
    t = (trial){.book = catalogue_registry()};
    TEST_CHECK_(match_load(&t.settings, path, catalogue_games(), &err) == ST_OK, "%s", err.text);
    TEST_CHECK(t.settings.table && t.settings.seating == BLOCK_ALL && t.settings.copies[1] == 2);
    TEST_CHECK_(trial_run(&t, path, 1, &err) == ST_OK, "%s", err.text);
    text again = report_of(&t);
    TEST_CHECK_(strcmp(text_string(&again), text_string(&rows)) == 0, "%s", again.at);
    trial_done(&t);
    text file = trial_content(path);
    TEST_CHECK(strcmp(text_string(&file), text_string(&complete)) == 0);
    text_done(&file);
    text_done(&again);
    text_done(&complete);
    text_done(&rows);
    (void)unlink(path);
    TEST_CHECK(mem_live() == 0);
}

static void test_refused(void) {
    static const struct {
        const char *game, *setup, *lineup, *says;
    } cases[] = {
        {"azul", "", "good=2,bad=5", "players"},
        {"azul", "players 3", "good=1,bad=1", "the line-up has 2 players, and the table 3"},
        {"azul", "", "good=1", "line-up: bad does not sit anywhere"},
        {"azul", "", "good=1,other=1", "line-up: there is no engine other"},
        {"azul", "", "good=0,bad=1", "1 to 8, not 0"},
        {"azul", "", "good=1,bad=x", "1 to 8, not x"},
        {"azul", "", "good,bad,good", "good is named twice"},
        {"connect4", "", "good=2,bad=2", "2 players"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err = {0};
        trial t = trial_of(catalogue_registry(), cases[i].game, cases[i].setup, "name=good random",
                           "name=bad random", 4);
        t.settings.table = true;
        status st = settings_read_lineup(&t.settings, cases[i].lineup, &err);
        if (st == ST_OK) st = settings_check(&t.settings, &err);
        TEST_CHECK_(st != ST_OK && strstr(err.text, cases[i].says), "%s: %s", cases[i].lineup,
                    err.text);
        trial_done(&t);
    }
    error err = {0};
    trial t = trial_at("azul", "players 2", NULL, 2);
    t.settings.tested = true;
    TEST_CHECK(settings_check(&t.settings, &err) == ST_BAD_VALUE && strstr(err.text, "--sprt"));
    t.settings.tested = false;
    TEST_CHECK(settings_read_seating(&t.settings, "circle", &err) == ST_BAD_VALUE);
    trial_done(&t);
}

TEST_LIST = {{"rotation", test_rotation},
             {"all_seatings", test_all_seatings},
             {"ranks", test_ranks},
             {"tally", test_tally},
             {"a_lineup", test_a_lineup},
             {"equal_players", test_equal_players},
             {"shared_deals", test_shared_deals},
             {"continued", test_continued},
             {"refused", test_refused},
             {NULL, NULL}};
