/* What if a puzzle were completed now: its reward, from a slot, a row, or another seat's table. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_terminal.h"
#include "games/project_l/project_l.h"
#include "games/project_l/project_l_rules.h"
#include "tests/games/project_l_cases.h"

static pl_state after; /* what what_if() made */

static status suppose(const position *p, const char *subject, const char *option, error *err) {
    char piece[8] = "";
    char *options[] = {piece};
    if (option) (void)snprintf(piece, sizeof piece, "%s", option);
    game_supposition q = {subject, options, option != NULL};
    return project_l.terminal->what_if(position_rules(p), position_data(p), &q, &after, err);
}

static int named(const position *p, const char *name) {
    return pl_set_find(&pl_of(position_rules(p))->set, name, strlen(name));
}

static bool in_row(int puzzle) {
    for (int i = 0; i < 2 * PL_ROW; i++)
        if (after.row[i] == puzzle + 1) return true;
    return false;
}

static int all_pieces(const pl_rules *r, const pl_state *s) {
    unsigned n = 0;
    for (int k = 0; k < PL_SHAPES; k++) {
        n += pl_count(s->reserve, k);
        for (int p = 0; p < r->head.players; p++) {
            n += pl_count(s->supply[p], k);
            for (int i = 0; i < PL_SLOTS; i++) n += pl_used(s->used[p][i], k);
        }
    }
    return (int)n;
}

/* The reward is one decision of the seat to move; then the puzzle is among its finished ones. */
static void check_reward(const position *p, const char *name) {
    const rules *head = position_rules(p);
    const pl_rules *r = pl_of(head);
    const pl_state *before = position_data(p);
    int puzzle = named(p, name);
    int mover = after.mover;
    action list[32];
    int32_t low[GAME_MAX_PLAYERS];
    int32_t high[GAME_MAX_PLAYERS];
    TEST_CASE(name);
    TEST_CHECK(project_l.actor(head, &after) == before->mover && after.rewards == 1);
    TEST_CHECK(game_kind(head, &after) == KIND_REWARD && after.hash == pl_rehash(head, &after));
    TEST_CHECK(pl_waiting(&after, 0) == puzzle);
    int n = project_l.legal(head, &after, NULL, list);
    TEST_ASSERT(n >= 1 && pl_kind(list[0]) == PL_REWARD);
    project_l.hints->bounds(head, &after, low, high);
    int points = r->set.puzzle[puzzle].points;
    TEST_CHECK(low[mover] <= after.score[mover] + points &&
               high[mover] >= after.score[mover] + points);
    project_l.apply(head, &after, NULL, list[0]);
    TEST_CHECK(after.hash == pl_rehash(head, &after));
    TEST_CHECK(after.apart == 0 && after.rewards == 0);
    TEST_CHECK(after.score[mover] == before->score[mover] + points);
    TEST_CHECK(after.length[2 + mover] == before->length[2 + mover] + 1);
    TEST_CHECK(all_pieces(r, &after) == all_pieces(r, before));
    TEST_CHECK(!in_row(puzzle));
}

static void test_own(void) {
    position *p =
        lay((table){.seats = {{0, "211000000", "W9;W10", NULL}, {0, START, "W11", NULL}}});
    error err;
    TEST_ASSERT(p != NULL);
    TEST_CHECK(suppose(p, "W9", NULL, &err) == ST_OK);
    check_reward(p, "W9");
    TEST_CHECK(after.puzzle[0][0] == 0 && after.puzzle[0][1] == named(p, "W10") + 1);
    position_destroy(p);
}

static void test_in_a_row(void) {
    position *p = lay((table){.seats = {{3, "211000000", "W9", NULL}, {0, START, "W11", NULL}}});
    error err;
    TEST_ASSERT(p != NULL);
    for (int black = 0; black < 2; black++) {
        const pl_state *s = position_data(p);
        char name[PL_NAME_SIZE];
        text t = text_over(name, sizeof name);
        const pl_rules *r = pl_of(position_rules(p));
        pl_puzzle_name(&r->set.puzzle[s->row[black ? PL_ROW : 1] - 1], &t);
        TEST_CHECK_(suppose(p, name, "L2", &err) == ST_OK, "%s", err.text);
        TEST_CHECK(after.offer == 1U << PL_L2 && after.draws != 0);
        check_reward(p, name);
        TEST_CHECK(pl_count(after.supply[0], PL_L2) == pl_count(s->supply[0], PL_L2) + 1);
        TEST_CHECK(project_l.actor(position_rules(p), &after) == ACTOR_CHANCE); /* the row */
    }
    position_destroy(p);
}

/* All four places are taken: nothing of the own puzzles is lost. */
static void test_full_table(void) {
    position *p = lay((table){.seats = {{0, "211000000", "W9+O1:0001000;W10;W13;W14", NULL},
                                        {0, START, "W11+I2:0042000", NULL}}});
    error err;
    TEST_ASSERT(p != NULL);
    const pl_state *s = position_data(p);
    TEST_CHECK_(suppose(p, "W1", "T", &err) == ST_OK, "%s", err.text);
    check_reward(p, "W1");
    TEST_CHECK(memcmp(after.puzzle[0], s->puzzle[0], sizeof s->puzzle[0]) == 0);
    TEST_CHECK(memcmp(after.used[0], s->used[0], sizeof s->used[0]) == 0);
    position_destroy(p);
}

/* Another seat's puzzle: that seat gets its pieces back. */
static void test_of_another_seat(void) {
    position *p =
        lay((table){.seats = {{0, START, "W9", NULL}, {0, START, "W11+I2:0042000", NULL}}});
    error err;
    TEST_ASSERT(p != NULL);
    const pl_state *s = position_data(p);
    TEST_CHECK_(suppose(p, "W11", NULL, &err) == ST_OK, "%s", err.text);
    TEST_CHECK(pl_count(after.supply[1], PL_I2) == pl_count(s->supply[1], PL_I2) + 1);
    TEST_CHECK(after.puzzle[1][0] == 0);
    check_reward(p, "W11");
    position_destroy(p);
}

static void test_refused(void) {
    static const struct {
        const char *subject, *option, *says;
    } bad[] = {{"W5", NULL, "for takes a puzzle that lies open: in a row or before a seat"},
               {"W99", NULL, "for takes a puzzle that lies open"},
               {NULL, NULL, "for takes a puzzle that lies open"},
               {"W9", "Q9", "not a piece"}};
    position *p = lay((table){.seats = {{0, START, "W9", NULL}, {0, START, "W11", "W12"}}});
    error err;
    TEST_ASSERT(p != NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        TEST_CHECK(suppose(p, bad[i].subject, bad[i].option, &err) == ST_BAD_VALUE);
        TEST_CHECK_(strstr(err.text, bad[i].says) != NULL, "%s", err.text);
    }
    position_destroy(p);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"own", test_own},
             {"in_a_row", test_in_a_row},
             {"full_table", test_full_table},
             {"of_another_seat", test_of_another_seat},
             {"refused", test_refused},
             {NULL, NULL}};
