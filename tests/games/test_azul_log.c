#include <acutest.h>

#include <limits.h>

#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/notation/record.h"
#include "games/azul/azul.h"
#include "games/azul/azul_play.h"
#include "games/azul/azul_text.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

/* The classic log: what is written for each attempt, and that reading it gives the game again. */

static char ann[] = "Ann";
static char bob[] = "Bob the Builder";
static char cyd[] = "Cyd, B.";
static char nil[] = "";
static char *const names[] = {ann, bob, cyd, nil};

/* --- the lines of attempts --- */

static void logs(const char *from, const char *line, bool success, const char *want) {
    position *p = one_line_read(&azul, from);
    text out = text_growing();
    TEST_ASSERT_(p != NULL, "%s", from);
    azul.terminal->log_attempt(position_rules(p), position_data(p), names, line, success, &out);
    TEST_CHECK_(strcmp(text_string(&out), want) == 0, "%s: expected %sfound %s", line, want,
                text_string(&out));
    text_done(&out);
    position_destroy(p);
}

#define NO_WALL    "...../...../...../...../....."
#define EMPTY_SEAT "0:-/-/-/-/-:" NO_WALL ":-"

static const char deal_1[] =
    "2b 1o 0 c 0 B2YW/R2K2/Y3K/BRKW/W4 - B17Y16R17K16W14 - " EMPTY_SEAT " " EMPTY_SEAT;
static const char start_2[] =
    "2b 1d - c 0 -/-/-/-/- - B20Y20R20K20W20 - " EMPTY_SEAT " " EMPTY_SEAT;
static const char last_take[] =
    "2b 2o 1 0 1 -/-/-/-/- R B13Y11R16K16W13 - 7:-/B2/Y2/K4/-:BY.../W.Y../...../...../.R...:*W2 "
    "1:-/-/R2/-/W4:...../...../...Y./....Y/....B:B3Y3";
static const char grey_take[] =
    "2g 4o 0 0 1 -/-/-/-/- Y B17Y17R14K18W19 - 10:-/R2/R3/-/-:.B.../BW.K./KY.B./..Y../..R..:* "
    "3:-/-/-/-/-:" NO_WALL ":-";
static const char grey_place[] =
    "2g 4t 0 0 1 -/-/-/-/- - B17Y17R14K18W19 - 15:-/R2/R3/-/-:YB.../BW.K./KY.B./..Y../..R..:* "
    "3:-/-/-/-/-:" NO_WALL ":-";

static void test_attempts(void) {
    logs(deal_1, "3Y4", true, "Ann(0) takes H3.2 4 success\n");
    logs(deal_1, "2KF", true, "Ann(0) takes H2.4 F success\n");
    logs(start_2, "!D:B2YW/R2K2/Y3K/BRKW/W4", true,
         "table(-) deals 1 D:B2YW/R2K2/Y3K/BRKW/W4 success\n");
    logs("2b 1d - c - -/-/-/-/- - B20Y20R20K20W20 - " EMPTY_SEAT " " EMPTY_SEAT, "!first=2", true,
         "table(-) starts 1 first=2 success\n");
    /* what follows by itself: on the basic wall all placements, on the grey one lines given up */
    logs(last_take, "CR3", true,
         "Bob_the_Builder(1) takes C.3 3 success\nAnn(0) places 2 2 success\n"
         "Ann(0) places 4 2 success\nBob_the_Builder(1) places 3 5 success\n");
    logs(grey_take, "CY1", true, "Ann(0) takes C.2 1 success\n");
    logs(grey_place, "T25", true, "Ann(0) places 2 5 success\nAnn(0) places 3 F success\n");
    logs(grey_take, "CYF", true, "Ann(0) takes C.2 F success\n");
}

static void test_failures(void) {
    logs(deal_1, "3B4", false, "Ann(0) takes H3.1 4 fail\n");
    logs(deal_1, "H3 1 4", false, "Ann(0) takes H3.1 4 fail\n");
    logs(deal_1, " h9  r 6", false, "Ann(0) takes H9.3 F fail\n");
    logs(deal_1, "H1 8 9", false, "Ann(0) takes H1.8 9 fail\n");
    logs(deal_1, "H1 xx \001", false, "Ann(0) takes H1.XX _ fail\n");
    logs(deal_1, "give me  blue", false, "Ann(0) takes GIVE.ME BLUE fail\n");
    logs(deal_1, "what is this?", false, "Ann(0) takes WHAT.IS THIS? fail\n");
    logs(deal_1, "all my tiles, please", false, "Ann(0) takes all_my_tiles__please - fail\n");
    logs(deal_1, "xyz", false, "Ann(0) takes xyz - fail\n");
    logs(deal_1, "", false, "Ann(0) takes _ - fail\n");
    logs(grey_place, "T22", false, "Ann(0) places 2 2 fail\n");
    logs(grey_place, "3", false, "Ann(0) places 2 3 fail\n");
    logs(grey_place, "H3 3 4", false, "Ann(0) places 2 H3_3_4 fail\n");
    logs(start_2, "!D:B5", false, "table(-) deals 1 D:B5 fail\n");
    logs("2b 5x - c 1 -/-/-/-/- - B20Y20R20K20W20 - " EMPTY_SEAT " " EMPTY_SEAT " maxrounds=5",
         "3R4", false, "");
}

/* --- complete games --- */

enum { MAX_LINES = 4000 };

typedef struct game_log {
    text log;
    text azn[MAX_LINES]; /* after each line */
    size_t end[MAX_LINES];
    int lines;
} game_log;

static void free_log(game_log *l) {
    text_done(&l->log);
    for (int i = 0; i < l->lines; i++) text_done(&l->azn[i]);
    mem_free(l);
}

/* Notes where the new lines end, and the position there. */
static void note_lines(game_log *l, const rules *r, const az_state *s) {
    size_t from = l->lines ? l->end[l->lines - 1] : 0;
    for (size_t i = from; i < l->log.len; i++) {
        if (l->log.at[i] != '\n') continue;
        TEST_ASSERT(l->lines < MAX_LINES);
        l->azn[l->lines] = text_growing();
        az_write(r, s, &l->azn[l->lines]);
        l->end[l->lines++] = i + 1;
    }
}

/* A random event in one of its spellings. */
static void choose_event(const rules *r, const az_state *s, rng *g, text *out, action *a) {
    action list[AZ_MAX_ACTIONS];
    if (az_actor(r, s) == ACTOR_CHANCE) {
        *a = az_sample(r, s, g);
        text_char(out, '!');
    } else {
        *a = list[rng_below(g, (uint64_t)az_legal(r, s, NULL, list))];
        if (az_alias(r, s, a, 1, (int)rng_below(g, 4), out)) {
            int n;
            TEST_ASSERT(az_from_text(r, s, text_string(out), a, &n, NULL) == ST_OK);
            return;
        }
    }
    az_to_text(r, s, a, 1, out);
}

static game_log *random_game(const rules *r, rng *g) {
    static const char *const nonsense[] = {
        "H9 9 9",       "",        "  all of them, at once ",   "C 1", "T77",
        "result 1,2 0", "success", "Ann(0) takes C.1 1 success"};
    game_log *l = mem_alloc(sizeof *l);
    az_state s;
    TEST_ASSERT(l != NULL);
    l->log = text_growing();
    az_start(r, &s);
    azul.terminal->log_head(r, &s, names, &l->log);
    note_lines(l, r, &s);
    while (s.phase != AZ_OVER) {
        char buf[GAME_TOKEN_SIZE];
        text event = text_over(buf, sizeof buf);
        action a;
        if (rng_below(g, 8) == 0) {
            const char *what = nonsense[rng_below(g, sizeof nonsense / sizeof *nonsense)];
            azul.terminal->log_attempt(r, &s, names, what, false, &l->log);
            note_lines(l, r, &s);
        }
        choose_event(r, &s, g, &event, &a);
        azul.terminal->log_attempt(r, &s, names, buf, true, &l->log);
        az_apply(r, &s, NULL, a);
        note_lines(l, r, &s);
    }
    azul.terminal->log_end(r, &s, names, &l->log);
    note_lines(l, r, &s);
    TEST_ASSERT(!l->log.cut);
    return l;
}

static const game *const only_azul[] = {&azul, NULL};

/* The position that a log leads to, through its record; NULL and the error where it is refused. */
static position *replayed(const char *data, size_t len, bool *cut, error *err) {
    text out = text_growing();
    record rec = {0};
    position *p = NULL;
    status st = azul.terminal->log_record(&azul, data, len, &out, cut, err);
    if (st == ST_OK) {
        TEST_CHECK(record_read(&rec, text_string(&out), out.len, err) == ST_OK);
        TEST_CHECK(record_replay(&p, &rec, only_azul, NULL, UINT_MAX, err) == ST_OK);
        TEST_CHECK(record_get(&rec, "names") != NULL);
    }
    record_done(&rec);
    text_done(&out);
    return p;
}

/* The log written again from the record's events: the same, but for the attempts that failed. */
static void check_rewritten(const position *p, const game_log *l) {
    const rules *r = position_rules(p);
    text again = text_growing();
    text want = text_growing();
    az_state s;
    TEST_ASSERT(az_read(r, &s, position_origin(p), NULL) == ST_OK);
    azul.terminal->log_head(r, &s, names, &again);
    const char *event;
    for (unsigned i = 0; (event = position_event(p, i)); i++) {
        action a;
        int n;
        azul.terminal->log_attempt(r, &s, names, event, true, &again);
        TEST_ASSERT(az_from_text(r, &s, event + (*event == '!'), &a, &n, NULL) == ST_OK);
        az_apply(r, &s, NULL, a);
    }
    azul.terminal->log_end(r, &s, names, &again);
    for (int i = 0; i < l->lines; i++) {
        size_t from = i ? l->end[i - 1] : 0;
        size_t len = l->end[i] - from;
        if (len < 5 || memcmp(l->log.at + l->end[i] - 5, "fail\n", 5) != 0)
            text_putn(&want, l->log.at + from, len);
    }
    TEST_CHECK(strcmp(text_string(&again), text_string(&want)) == 0);
    text_done(&again);
    text_done(&want);
}

static void check_game(const rules *r, rng *g) {
    game_log *l = random_game(r, g);
    bool cut = true;
    error err = {0};
    position *p = replayed(l->log.at, l->log.len, &cut, &err);
    if (TEST_CHECK_(p != NULL, "%s", err.text)) {
        TEST_CHECK(!cut);
        TEST_CHECK(one_line_is(p, text_string(&l->azn[l->lines - 1])));
        check_rewritten(p, l);
    }
    position_destroy(p);
    free_log(l);
}

static const char *const setups[] = {
    "players 2",
    "players 3",
    "players 4 set wall=g",
    "players 2 set wall=g set noplace=discard",
    "players 2 set profile=original-text set maxrounds=9",
    "players 3 set profile=original-program set wall=g first 2",
    "players 2 set fullline=floor set fullmark=stay set floormark=0 set maxrounds=9",
    "players 4 first random set wall=g",
};

enum { SETUPS = sizeof setups / sizeof *setups };

static void test_random_games(void) {
    for (size_t i = 0; i < SETUPS; i++) {
        params p = one_line_setup(&azul, setups[i]);
        rules *r;
        rng g = rng_stream(11, i);
        TEST_CASE(setups[i]);
        TEST_ASSERT(rules_open(&r, &azul, &p, NULL) == ST_OK);
        for (int k = 0; k < PACE(25, 4); k++) check_game(r, &g);
        rules_close(r);
    }
}

/* A log cut at any byte is the game up to its last complete line, and says so unless that line ends
 * there. */
static void check_cuts(const char *setup) {
    params o = one_line_setup(&azul, setup);
    rules *r;
    rng g = rng_stream(12, 0);
    TEST_CASE(setup);
    TEST_ASSERT(rules_open(&r, &azul, &o, NULL) == ST_OK);
    game_log *l = random_game(r, &g);
    int line = -1;
    for (size_t n = 0; n <= l->log.len; n += PACE(1, 5)) {
        bool cut = false;
        error err = {0};
        while (line + 1 < l->lines && l->end[line + 1] <= n) line++;
        char *data = mem_alloc(n + 1); /* of its own, so that a sanitizer sees a step too far */
        TEST_ASSERT(data != NULL);
        memcpy(data, l->log.at, n);
        position *p = replayed(data, n, &cut, &err);
        mem_free(data);
        if (line < 0) {
            TEST_CHECK(!p && err.code == (n < 5 ? ST_NOT_FOUND : ST_BAD_SYNTAX));
            continue;
        }
        TEST_ASSERT_(p != NULL, "%d bytes: %s", (int)n, err.text);
        TEST_CHECK_(cut == (l->end[line] != n), "%d bytes", (int)n);
        TEST_ASSERT_(one_line_is(p, text_string(&l->azn[line])), "%d bytes", (int)n);
        position_destroy(p);
    }
    free_log(l);
    rules_close(r);
}

static void test_cuts(void) {
    check_cuts("players 2 set maxrounds=2");
    check_cuts("players 3 set wall=g set maxrounds=1");
}

/* --- saved games, and what is refused --- */

static const char small_log[] =
    "game 2b 1d - c 0 -/-/-/-/- - B20Y20R20K20W20 - " EMPTY_SEAT " " EMPTY_SEAT " names=Ann,B_B\n"
    "table(-) deals 1 D:B2YW/R2K2/Y3K/BRKW/W4 success\n"
    "Ann(0) takes H1.1 2 success\n"
    "B_B(1) takes C.1 2 fail\n"
    "B_B(1) takes C.5 1 success\n";
static const char small_end[] =
    "2b 1o 0 1 0 -/R2K2/Y3K/BRKW/W4 Y B17Y16R17K16W14 - 0:-/B2/-/-/-:" NO_WALL ":- "
    "0:W/-/-/-/-:" NO_WALL ":*";

/* Reads prefix + log; the error's text, or the position in `room`. */
static status read_text(const char *data, char *buf, size_t cap, bool *cut) {
    error err = {0};
    text out = text_over(buf, cap);
    text rec = text_growing();
    record r = {0};
    position *p = NULL;
    status st = azul.terminal->log_record(&azul, data, strlen(data), &rec, cut, &err);
    if (st == ST_OK) st = record_read(&r, text_string(&rec), rec.len, &err);
    if (st == ST_OK) st = record_replay(&p, &r, only_azul, NULL, UINT_MAX, &err);
    if (st == ST_OK)
        position_write(p, &out);
    else
        text_put(&out, err.text);
    position_destroy(p);
    record_done(&r);
    text_done(&rec);
    return st;
}

static void test_saved(void) {
    char data[4096];
    char got[1024];
    bool cut = true;
    (void)snprintf(data, sizeof data, "%s\n%s", small_end, small_log);
    TEST_CHECK_(read_text(data, got, sizeof got, &cut) == ST_OK, "%s", got);
    TEST_CHECK(!cut && strcmp(got, small_end) == 0);
    /* carriage returns and a blank line at the end do no harm */
    (void)snprintf(data, sizeof data, "%s\r\n%s\r\n", small_end, small_log);
    TEST_CHECK_(read_text(data, got, sizeof got, &cut) == ST_OK, "%s", got);
    /* another position than the log's */
    (void)snprintf(data, sizeof data, "%s\n%s", deal_1, small_log);
    TEST_CHECK(read_text(data, got, sizeof got, &cut) == ST_BAD_SYNTAX);
    TEST_CHECK_(strncmp(got, "line 1: the saved position is not", 33) == 0, "%s", got);
    /* a cut log leads to its last complete line; cut before that, the position is all there is */
    (void)snprintf(data, sizeof data, "%s\n%s", small_end, small_log);
    data[strlen(data) - 3] = '\0';
    TEST_CHECK(read_text(data, got, sizeof got, &cut) == ST_OK && cut);
    TEST_CHECK_(strncmp(got, "2b 1o 1 c 0 -/R2K2/", 19) == 0, "%s", got);
    data[strlen(small_end) + 3] = '\0';
    TEST_CHECK(read_text(data, got, sizeof got, &cut) == ST_OK && cut);
    TEST_CHECK_(strcmp(got, small_end) == 0, "%s", got);
    /* a position alone, or with a list of events, is for the reader of records */
    TEST_CHECK(read_text(small_end, got, sizeof got, &cut) == ST_NOT_FOUND);
    (void)snprintf(data, sizeof data, "%s\n1B2\n", small_end);
    TEST_CHECK(read_text(data, got, sizeof got, &cut) == ST_NOT_FOUND);
    TEST_CHECK(read_text("game: azul\n\n", got, sizeof got, &cut) == ST_NOT_FOUND);
}

/* The small log with one part replaced by another. */
static void refused(const char *part, const char *by, const char *want) {
    char data[4096];
    char got[1024];
    bool cut;
    const char *at = strstr(small_log, part);
    TEST_ASSERT_(at != NULL, "%s", part);
    (void)snprintf(data, sizeof data, "%.*s%s%s", (int)(at - small_log), small_log, by,
                   at + strlen(part));
    TEST_CHECK_(read_text(data, got, sizeof got, &cut) == ST_BAD_SYNTAX, "%s: %s", by, got);
    TEST_CHECK_(strncmp(got, want, strlen(want)) == 0, "%s: %s", by, got);
}

static void test_refused(void) {
    refused("names=Ann,B_B", "names=Ann", "line 1: names=");
    refused("names=Ann,B_B", "names=Ann,Bob,Cyd", "line 1: names=");
    refused("names=Ann,B_B", "names=,Bob", "line 1: names=");
    refused(" names=Ann,B_B", "", "line 1: expected game");
    refused("names=Ann,B_B", "names=Ann,B B", "line 1: expected game");
    refused("B20Y20", "B20Y19", "line 1: ");
    refused("deals 1", "deals 2", "line 2: this is not the number of the round");
    refused("B2YW", "B3YW", "line 2: ");
    refused("table(-)", "Ann(0)", "line 2: table(-) is to act here");
    refused("Ann(0)", "B_B(1)", "line 3: Ann(0) is to act here");
    refused("takes H1.1", "places H1.1", "line 3: a placement is");
    refused("takes H1.1", "grabs H1.1", "line 3: expected takes");
    refused("H1.1", "H1.6", "line 3: tiles are taken from");
    refused("H1.1", "H6.1", "line 3: ");
    refused("H1.1", "H1", "line 3: tiles are taken from");
    refused("H1.1 2", "H1.1 6", "line 3: tiles are taken to");
    refused("H1.1", "H1.3", "line 3: there is no red tile");
    refused("2 success\nB", "2 perhaps\nB", "line 3: an attempt ends in");
    refused("2 success\nB", "success\nB", "line 3: an attempt has five words");
    refused("B_B(1) takes C.5 1 success", "B_B(1) takes C.4 1 success", "line 5: ");
    refused("B_B(1) takes C.5 1 success", "result 0,0 0,1", "line 5: a result, but");
}

/* The end of a game: placements and result must be those of the rules. */
static void test_end_of_game(void) {
    static const char head[] = "game 2b 5o 0 1 0 -/-/-/-/- W B9Y16R15K15W15 - "
                               "40:-/-/-/-/-:BYRK./WB.../K.B../R..B./Y...B:- "
                               "50:-/K2/-/-/B5:....W/WBYR./...../...../YRKW.:*R names=Ann,Bob\n";
    static const char takes[] = "Ann(0) takes C.5 1 success\n";
    static const char placed[] = "Ann(0) places 1 5 success\nBob(1) places 2 5 success\n"
                                 "Bob(1) places 5 5 success\n";
    static const char result[] = "result 64,64 1\n";
    static const struct {
        const char *rest[4], *want;
    } logs_of[] = {
        {{takes, placed, result, ""}, "2b 5x"},
        {{takes, placed, "", ""}, "2b 5x"},
        {{takes, "Ann(0) places 1 5 success\n", "", ""}, "2b 5x"},
        {{takes, "", "", ""}, "2b 5x"},
        {{takes, "x y z w fail\n", placed, result}, "2b 5x"},
        {{takes, placed, "result 64,63 1\n", ""}, "line 6: expected result 64,64 1"},
        {{takes, placed, "result 64,64 0,1\n", ""}, "line 6: expected result 64,64 1"},
        {{takes, placed, "result 64,64\n", ""}, "line 6: expected result 64,64 1"},
        {{takes, result, "", ""}, "line 3: a result, but the game is not over"},
        {{takes, "Ann(0) places 1 4 success\n", "", ""}, "line 3: expected Ann(0) places 1 5"},
        {{takes, placed, result, takes}, "line 7: nothing may follow the result"},
        {{takes, placed, takes, ""}, "line 6: the game is over"},
    };
    for (size_t i = 0; i < sizeof logs_of / sizeof *logs_of; i++) {
        char data[4096];
        char got[1024];
        bool cut;
        const char *const *rest = logs_of[i].rest;
        (void)snprintf(data, sizeof data, "%s%s%s%s%s", head, rest[0], rest[1], rest[2], rest[3]);
        status st = read_text(data, got, sizeof got, &cut);
        bool good = text_starts(logs_of[i].want, "2b");
        TEST_CHECK_(st == (good ? ST_OK : ST_BAD_SYNTAX), "%d: %s", (int)i, got);
        TEST_CHECK_(text_starts(got, logs_of[i].want), "%d: %s", (int)i, got);
    }
}

static status read_small(error *err) {
    bool cut;
    text out = text_growing();
    status st = azul.terminal->log_record(&azul, small_log, strlen(small_log), &out, &cut, err);
    text_done(&out);
    return st;
}

static void test_no_memory(void) {
    fail_everywhere("a log", read_small);
}

TEST_LIST = {{"attempts", test_attempts},
             {"failures", test_failures},
             {"random_games", test_random_games},
             {"cuts", test_cuts},
             {"saved", test_saved},
             {"refused", test_refused},
             {"end_of_game", test_end_of_game},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
