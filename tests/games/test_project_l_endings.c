#include <acutest.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "games/project_l/project_l.h"
#include "games/project_l/project_l_greedy.h"
#include "games/project_l/project_l_policy.h"
#include "search/mcts/mcts.h"
#include "search/search.h"
#include "tests/games/project_l_cases.h"
#include "tests/support/pace.h"
#include "tests/support/project_l_last.h"

/* The end of the game: touches that are played at once, the margin where the win is decided, and
 * the suite puzzles/project_l/endings.txt. */

/* --- touches played at once --- */

enum { TOUCH_POSITIONS = 60000 };

typedef struct touching {
    const rules *r;
    int left;
} touching;

/* Points, then finished puzzles, then pieces, as one number. */
static int standing(const pl_state *s, int player) {
    int pieces = 0;
    for (int i = 0; i < PL_SHAPES; i++) pieces += (int)pl_count(s->supply[player], i);
    return (s->score[player] * 100 + s->length[2 + player]) * 200 + pieces;
}

/* The best that the last seat can do, by trying every placement. */
static int try_all(touching *t, const pl_state *s) {
    if (s->phase == PL_F) return standing(s, t->r->players - 1);
    if (t->left-- <= 0) return INT_MIN;
    action *list = malloc(4096 * sizeof *list);
    int best = INT_MIN;
    int n = list ? pl_legal(t->r, s, NULL, list) : 0;
    for (int i = 0; i < n; i++) {
        pl_state next = *s;
        pl_apply(t->r, &next, NULL, list[i]);
        int value = try_all(t, &next);
        if (value > best) best = value;
    }
    free(list);
    return best;
}

/* Plays a game by the helped policy up to the touches of the last seat. */
static bool play_to_touches(const rules *r, pl_state *s, rng *g) {
    pl_start(r, s);
    for (int i = 0; i < 4000 && s->phase < PL_FT; i++) pl_helped_ply(r, s, NULL, g);
    while (s->phase == PL_FT && s->mover < r->players - 1)
        pl_move(pl_of(r), s, pl_make(PL_ENDFT, 0, 0));
    return s->phase == PL_FT;
}

static void test_touches_are_the_best(void) {
    params p = one_line_setup(&project_l, "");
    rules *r;
    rng g = {.s = 5};
    int compared = 0;
    int touched = 0;
    TEST_ASSERT(rules_open(&r, &project_l, &p, NULL) == ST_OK);
    for (int i = 0; i < 60; i++) {
        pl_state s;
        if (!play_to_touches(r, &s, &g)) continue;
        pl_state end = s;
        touching t = {r, TOUCH_POSITIONS};
        int best = try_all(&t, &s);
        if (t.left < 0 || !pl_finish(r, &end)) continue;
        TEST_CHECK(end.phase == PL_F);
        TEST_CHECK_(standing(&end, r->players - 1) == best, "%d for %d",
                    standing(&end, r->players - 1), best);
        pl_state idle = s;
        pl_move(pl_of(r), &idle, pl_make(PL_ENDFT, 0, 0));
        compared++;
        touched += standing(&idle, r->players - 1) != best;
    }
    TEST_CHECK_(compared >= 10 && touched >= 1, "%d compared, %d touched", compared, touched);
    rules_close(r);
}

static void test_only_touches_are_played(void) {
    seat plain = {0, START, NULL, NULL};
    position *p = lay((table){.seats = {plain, plain}});
    TEST_ASSERT(p != NULL);
    pl_state s;
    memcpy(&s, position_data(p), sizeof s);
    TEST_CHECK(!pl_finish(position_rules(p), &s));
    TEST_CHECK(memcmp(&s, position_data(p), sizeof s) == 0);
    position_destroy(p);
}

/* --- searching --- */

typedef struct answer {
    char best[GAME_TOKEN_SIZE];
    search_proof proof;
    double value; /* of seat 0 */
} answer;

static answer ask(const position *p, int margin, uint64_t nodes) {
    const rules *r = position_rules(p);
    search *s;
    search_answer a;
    answer out = {.value = 0};
    text best = text_over(out.best, sizeof out.best);
    error err = {0};
    search_question q = {.kind = &mcts_searcher,
                         .root = p,
                         .seat = r->game->actor(r, position_data(p)),
                         .limits = limits_none(),
                         .options = search_default_options()};
    q.limits.nodes = nodes;
    q.options.seed = 3;
    q.options.knobs.value[KNOB_MCTS_PRIORS] = 1;
    q.options.knobs.value[KNOB_MCTS_CUTOFF] = 0;
    q.options.knobs.value[KNOB_MCTS_MARGIN] = margin;
    TEST_ASSERT(search_create(&s) == ST_OK);
    search_prepare(s, false);
    TEST_ASSERT_(search_run(s, &q, NULL, NULL, &a, &err) == ST_OK, "%s", err.text);
    const search_line *line = &a.report.lines[a.best];
    token_write(r, position_data(p), &line->first, &best);
    out.proof = line->proof;
    out.value = line->values[0];
    search_destroy(s);
    return out;
}

/* W10 is worth one point: the touch that completes it saves two and costs one. Nothing that seat 0
 * does changes who wins. */
static void check_touch(int own, int other, search_proof proof, double value) {
    seat me = {own, "000100000", "W10", NULL};
    seat you = {other, START, NULL, "B5"};
    position *p = lay((table){
        .turn = "ph=T p=0 a=3 m=0 b=0 l=1 r=9", .black = "B1,B2,B3,B4/-", .seats = {me, you}});
    TEST_ASSERT(p != NULL);
    answer a = ask(p, 3, 2000);
    TEST_CHECK_(strcmp(a.best, "place:W10:I3:0021080") == 0, "%s", a.best);
    TEST_CHECK(a.proof == proof && a.value == value);
    position_destroy(p);
}

static void test_margin_decides(void) {
    check_touch(2, 20, PROOF_LOSS, 0);
    check_touch(20, 2, PROOF_WIN, 1);
}

/* The win counts more than any margin: the values with and without it lie close together. */
static void test_margin_is_small(void) {
    seat me = {8, "101010100", "B13;W10", NULL};
    seat you = {9, "101000010", "B14", NULL};
    position *p = lay((table){
        .turn = "ph=E p=0 a=3 m=0 b=0 l=1 r=9", .black = "B1,B2,B3,B4/-", .seats = {me, you}});
    TEST_ASSERT(p != NULL);
    double a = ask(p, 3, 20000).value;
    double b = ask(p, 0, 20000).value;
    TEST_CHECK_(a - b < 0.05 && b - a < 0.05, "%.4f and %.4f", a, b);
    position_destroy(p);
}

/* --- the suite --- */

enum { LINE = 2048, SUITE_NODES = 200000 };

typedef struct puzzle {
    char position[LINE], what[128], answers[LINE];
} puzzle;

static bool read_line(const char *s, puzzle *out) {
    const char *what = strstr(s, " ; ");
    const char *answers = what ? strstr(what + 3, " ; ") : NULL;
    if (!answers || strlen(s) >= LINE) return false;
    (void)snprintf(out->position, sizeof out->position, "%.*s", (int)(what - s), s);
    (void)snprintf(out->what, sizeof out->what, "%.*s", (int)(answers - what - 3), what + 3);
    (void)snprintf(out->answers, sizeof out->answers, "%.*s", (int)strcspn(answers + 3, "\n"),
                   answers + 3);
    return true;
}

static bool has_word(const char *list, const char *word) {
    size_t n = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at++)
        if ((at == list || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0')) return true;
    return false;
}

/* `lost, N points`: the seat to act reaches N points with an answer, whatever comes, and fewer with
 * everything else; the other seat has more for sure. */
static void prove_points(const position *p, const puzzle *z, int points) {
    const rules *r = position_rules(p);
    const pl_state *s = position_data(p);
    static action list[4096];
    int me = s->mover;
    int n = pl_legal(r, s, NULL, list);
    int kept = 0;
    TEST_CHECK(last_reaches(r, s, 1 - me, LAST_SURE, points + 1) == LAST_YES);
    TEST_CHECK(last_reaches(r, s, me, LAST_SURE, points) == LAST_YES);
    for (int i = 0; i < n; i++) {
        char buf[GAME_TOKEN_SIZE];
        text out = text_over(buf, sizeof buf);
        pl_state next = *s;
        if (pl_kind(list[i]) == PL_PUT || pl_kind(list[i]) == PL_JOIN) continue;
        project_l.to_text(r, s, &list[i], 1, &out);
        pl_apply(r, &next, NULL, list[i]);
        last_answer a = last_reaches(r, &next, me, LAST_LUCKY, points);
        bool good = has_word(z->answers, buf);
        TEST_CHECK_(a == (good ? LAST_YES : LAST_NO), "%s: %s", z->position, buf);
        kept += good;
    }
    TEST_CHECK(kept > 0);
}

/* `ACTION loses, N points` and `ACTION loses to REPLY, N points`: after this, whatever card it
 * brings, the other seat has N points for sure, and the seat that has acted cannot reach them. */
static void prove_loss(const puzzle *z, const char *mistake, const char *reply, int points) {
    position *p = one_line_read(&project_l, z->position);
    TEST_ASSERT(p != NULL);
    const pl_state *s = position_data(p);
    int me = s->mover;
    TEST_CHECK_(!has_word(z->answers, mistake) && one_line_play(p, mistake), "%s", mistake);
    TEST_CHECK_(!reply || one_line_play(p, reply), "%s", z->what);
    const rules *r = position_rules(p);
    s = position_data(p);
    TEST_ASSERT(s->draws != 0);
    for (uint64_t set = pl_draw_candidates(pl_of(r), s); set; set &= set - 1) {
        pl_state next = *s;
        pl_apply(r, &next, NULL, pl_make(PL_DRAW, (unsigned)__builtin_ctzll(set), 0));
        TEST_CHECK(next.phase == PL_E);
        TEST_CHECK(last_reaches(r, &next, 1 - me, LAST_SURE, points) == LAST_YES);
        TEST_CHECK(last_reaches(r, &next, me, LAST_LUCKY, points) == LAST_NO);
    }
    position_destroy(p);
}

/* The number in "..., N points". */
static int points_of(const char *what) {
    const char *comma = strrchr(what, ',');
    TEST_ASSERT_(comma != NULL && strstr(comma, " points"), "%s", what);
    return (int)strtol(comma + 1, NULL, 10);
}

static void check_puzzle(const puzzle *z) {
    position *p = one_line_read(&project_l, z->position);
    char mistake[64];
    char reply[64];
    const char *loses = strstr(z->what, " loses");
    const char *to = strstr(z->what, " loses to ");
    TEST_ASSERT_(p != NULL, "%s", z->position);
    if (to) {
        to += strlen(" loses to ");
        (void)snprintf(reply, sizeof reply, "%.*s", (int)strcspn(to, ","), to);
    }
    if (loses) {
        (void)snprintf(mistake, sizeof mistake, "%.*s", (int)(loses - z->what), z->what);
        prove_loss(z, mistake, to ? reply : NULL, points_of(z->what));
    } else {
        prove_points(p, z, points_of(z->what));
    }
    answer a = ask(p, 3, SUITE_NODES);
    TEST_CHECK_(has_word(z->answers, a.best), "%s: %s", z->position, a.best);
    position_destroy(p);
}

static void test_suite(void) {
    FILE *file = fopen(SUITE_FILE, "r");
    static char s[LINE];
    int number = 0;
    TEST_ASSERT(file != NULL);
    while (fgets(s, sizeof s, file)) {
        puzzle z;
        if (s[0] == '#') continue;
        TEST_ASSERT_(read_line(s, &z), "%s", s);
        if (number++ % PACE(1, 4) == 0) check_puzzle(&z);
    }
    (void)fclose(file);
    TEST_CHECK(number >= 6);
}

TEST_LIST = {{"touches_are_the_best", test_touches_are_the_best},
             {"only_touches_are_played", test_only_touches_are_played},
             {"margin_decides", test_margin_decides},
             {"margin_is_small", test_margin_is_small},
             {"suite", test_suite},
             {NULL, NULL}};
