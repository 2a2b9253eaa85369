#include <acutest.h>

#include "cli/play/play_core.h"
#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/sdk/kit.h"
#include "lib/catalogue.h"
#include "search/skill.h"
#include "tests/support/one_line.h"

/* Games of the kit at a keyboard: the loop of Boardwalk, and an author's own words. */

/* Three in a row on a strip of five; pieces that ASCII does not have. */
static int valid(const bw_state *s, bw_move m) {
    uint8_t piece;
    int r;
    int c;
    if (!bw_is_placement(m)) return 0;
    bw_place_fields(m, &piece, &r, &c);
    return piece == (bw_player(s) ? 0xd4 : 0xc2) && bw_at(s, r, c) == BW_BLANK;
}

static int line_of(const bw_state *s, uint8_t piece) {
    for (int c = 0; c < 3; c++)
        if (bw_at(s, 0, c) == piece && bw_at(s, 0, c + 1) == piece && bw_at(s, 0, c + 2) == piece)
            return 1;
    return 0;
}

static int finished(const bw_state *s) {
    return line_of(s, 0xc2) || line_of(s, 0xd4) || !bw_count(s, BW_BLANK);
}

static int winner(const bw_state *s) {
    return line_of(s, 0xc2) ? 0 : line_of(s, 0xd4) ? 1 : BW_NOBODY;
}

static int next(const bw_state *s) {
    return 1 - bw_player(s);
}

static int ask(const bw_state *s, char *out, size_t size) {
    return snprintf(out, size, "round %d,\a player %d? ", bw_round(s), bw_player(s));
}

static int finish(const bw_state *s, int who, char *out, size_t size) {
    return snprintf(out, size, "%s after %d rounds", who == BW_NOBODY ? "nobody" : "somebody",
                    bw_round(s));
}

/* A bare column is enough; "all" is far too long, and "noise" says nothing. */
static int preprocess(const bw_state *s, const char *in, char *out, size_t size) {
    if (in[0] >= '0' && in[0] <= '9' && !in[1])
        return snprintf(out, size, "%s 0,%s", bw_player(s) ? "\xc3\x94" : "\xc3\x82", in);
    if (strcmp(in, "all") != 0) return 0;
    memset(out, 'x', size);
    return 100000;
}

static const bw_game strip = {.abi = BW_ABI,
                              .name = "strip",
                              .rows = 1,
                              .cols = 5,
                              .players = 2,
                              .pieces = "\xc3\x82\xc3\x94",
                              .plain = "AO",
                              .validate_move = valid,
                              .game_finished = finished,
                              .get_winner = winner,
                              .next_player = next,
                              .prompt = ask,
                              .finish_message = finish,
                              .preprocess = preprocess};

typedef struct desk {
    text said;
    play *table;
} desk;

static void hear(void *ctx, const char *said) {
    text_put(&((desk *)ctx)->said, said);
}

static void sit(desk *d, const game *g, const char *names) {
    play_config c = {.games = catalogue_games(),
                     .book = catalogue_registry(),
                     .seat = {"human", "human"},
                     .names = names,
                     .limits = limits_none(),
                     .options = search_default_options(),
                     .level = SKILL_LEVELS,
                     .say = hear,
                     .say_ctx = d};
    error e;
    d->said = text_growing();
    TEST_ASSERT_(play_create(&d->table, &c, one_line_start(g, ""), &e) == ST_OK, "%s", e.text);
}

/* The prompts and the lines after them stand in what was said, as on a screen. */
static void tell(desk *d, const char *line) {
    play_want want;
    TEST_ASSERT(play_next(d->table, &want, NULL) == ST_OK && want == PLAY_LINE);
    text_format(&d->said, "%s%s\n", play_prompt(d->table), line);
    play_line(d->table, line);
}

static void leave(desk *d) {
    play_destroy(d->table);
    text_done(&d->said);
}

static void check_said(const desk *d, const char *expected) {
    const char *found = strstr(text_string(&d->said), "commands.\n");
    TEST_ASSERT(found != NULL);
    found += strlen("commands.\n");
    TEST_CHECK(strcmp(found, expected) == 0);
    if (strcmp(found, expected) != 0) TEST_MSG("found\n%s\nexpected\n%s", found, expected);
}

static void test_the_loop(void) {
    static const char *const lines[] = {"A 0,0",    "V 0,0", "X1,2",  "V 3,1", "V 1,1",
                                        "A  0 , 1", "V:2,2", "A 0,2", "quit"};
    desk d;
    sit(&d, game_find(catalogue_games(), "peridot"), NULL);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) tell(&d, lines[i]);
    check_said(&d, "  0 1 2\n0 _ _ _ \n1 _ _ _ \n2 _ _ _ \n\n"
                   "Your move: A 0,0\n"
                   "  0 1 2\n0 A _ _ \n1 _ _ _ \n2 _ _ _ \n\n"
                   "Your move: V 0,0\n"
                   "the cell is not free (occupied)\n"
                   "Your move: X1,2\n"
                   "incorrectly formatted: a move is a piece and a place (X 2,0 or X:2,0), or two "
                   "places (6,1 5,0 or 6,1:5,0) (bad-format)\n"
                   "Your move: V 3,1\n"
                   "this place is not on the board (not-on-board)\n"
                   "Your move: V 1,1\n"
                   "  0 1 2\n0 A _ _ \n1 _ V _ \n2 _ _ _ \n\n"
                   "Your move: A  0 , 1\n"
                   "  0 1 2\n0 A A _ \n1 _ V _ \n2 _ _ _ \n\n"
                   "Your move: V:2,2\n"
                   "  0 1 2\n0 A A _ \n1 _ V _ \n2 _ _ V \n\n"
                   "Your move: A 0,2\n"
                   "\n  0 1 2\n0 A A A \n1 _ V _ \n2 _ _ V \n\n"
                   "Player 0 wins!\n"
                   "over> quit\n");
    leave(&d);
}

static void test_names_and_ties(void) {
    static const char *const tie[] = {"A 0,0", "V 0,1", "A 0,2", "V 1,1", "A 1,0",
                                      "V 2,0", "A 2,1", "V 1,2", "A 2,2"};
    static const char *const win[] = {"A 0,0", "V 1,1", "A 0,1", "V 2,2",
                                      "A 2,1", "V 1,0", "A 0,2"};
    desk d;
    play_want want;
    sit(&d, game_find(catalogue_games(), "peridot"), NULL);
    for (size_t i = 0; i < sizeof tie / sizeof *tie; i++) tell(&d, tie[i]);
    TEST_CHECK(play_next(d.table, &want, NULL) == ST_OK);
    TEST_CHECK(strstr(text_string(&d.said), "\n\nThe game is over: a tie.\n") != NULL);
    leave(&d);
    sit(&d, game_find(catalogue_games(), "peridot"), "Ann,Bob");
    for (size_t i = 0; i < sizeof win / sizeof *win; i++) tell(&d, win[i]);
    TEST_CHECK(play_next(d.table, &want, NULL) == ST_OK);
    TEST_CHECK(strstr(text_string(&d.said), "\n\nAnn wins!\n") != NULL);
    leave(&d);
}

static void test_an_authors_words(void) {
    static const char *const lines[] = {"2", "all", "noise", "\xc3\x94 0,0", "1", "9", "4", "3"};
    kit *k;
    error e;
    desk d;
    play_want want;
    TEST_ASSERT_(kit_create(&k, &strip, &e) == ST_OK, "%s", e.text);
    sit(&d, kit_game(k), NULL);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) tell(&d, lines[i]);
    TEST_CHECK(play_next(d.table, &want, NULL) == ST_OK && want == PLAY_LINE);
#define WRONG                                                                                      \
    "incorrectly formatted: a move is a piece and a place (X 2,0 or X:2,0), or two places (6,1 "   \
    "5,0 or 6,1:5,0) (bad-format)\n"
    check_said(&d, "  0 1 2 3 4\n0 _ _ _ _ _ \n\n"
                   "round 1,  player 0? 2\n"
                   "  0 1 2 3 4\n0 _ _ \xc3\x82 _ _ \n\n"
                   "round 2,  player 1? all\n" WRONG "round 2,  player 1? noise\n" WRONG
                   "round 2,  player 1? \xc3\x94 0,0\n"
                   "  0 1 2 3 4\n0 \xc3\x94 _ \xc3\x82 _ _ \n\n"
                   "round 3,  player 0? 1\n"
                   "  0 1 2 3 4\n0 \xc3\x94 \xc3\x82 \xc3\x82 _ _ \n\n"
                   "round 4,  player 1? 9\n" WRONG "round 4,  player 1? 4\n"
                   "  0 1 2 3 4\n0 \xc3\x94 \xc3\x82 \xc3\x82 _ \xc3\x94 \n\n"
                   "round 5,  player 0? 3\n"
                   "\n  0 1 2 3 4\n0 \xc3\x94 \xc3\x82 \xc3\x82 \xc3\x82 \xc3\x94 \n\n"
                   "somebody after 5 rounds\n");
    leave(&d);
    kit_destroy(k);
    TEST_CHECK(mem_live() == 0);
}

/* Wherever on_no_move ends a game of three against one of them, the others have won. */
static int never(const bw_state *s) {
    (void)s;
    return 0;
}

static int next_of_three(const bw_state *s) {
    return (bw_player(s) + 1) % 3;
}

static int any_cell(const bw_state *s, bw_move m) {
    uint8_t piece;
    int r;
    int c;
    if (!bw_is_placement(m)) return 0;
    bw_place_fields(m, &piece, &r, &c);
    return bw_at(s, r, c) == BW_BLANK;
}

static void test_all_but_one(void) {
    bw_game g = {.abi = BW_ABI,
                 .name = "last",
                 .rows = 1,
                 .cols = 1,
                 .players = 3,
                 .pieces = "X",
                 .on_no_move = BW_DEAD_LOSES,
                 .validate_move = any_cell,
                 .game_finished = never,
                 .get_winner = never,
                 .next_player = next_of_three,
                 .finish_message = finish};
    kit *k;
    desk d;
    play_want want;
    TEST_ASSERT(kit_create(&k, &g, NULL) == ST_OK);
    sit(&d, kit_game(k), "Ann,Bob,Cy");
    tell(&d, "X 0,0");
    TEST_CHECK(play_next(d.table, &want, NULL) == ST_OK);
    TEST_CHECK(strstr(text_string(&d.said), "\nAnn and Cy win!\n") != NULL);
    TEST_MSG("%s", text_string(&d.said));
    leave(&d);
    kit_destroy(k);
}

TEST_LIST = {{"the_loop", test_the_loop},
             {"names_and_ties", test_names_and_ties},
             {"an_authors_words", test_an_authors_words},
             {"all_but_one", test_all_but_one},
             {NULL, NULL}};
