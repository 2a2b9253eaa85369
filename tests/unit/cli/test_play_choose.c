#include <acutest.h>

#include "cli/play/play_core.h"
#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/game/tokens.h"
#include "games/project_l/project_l.h"
#include "games/unicorns/unicorns.h"
#include "lib/catalogue.h"
#include "search/skill.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"
#include "tests/support/play_talk.h"

/* Choosing an action at the table by its parts and by numbers, and answers that are given without
 * being asked for. */

typedef struct desk {
    text said; /* over room of its own: it must not fail where others may */
    char buf[1 << 16];
    play *table;
    play_config c;
} desk;

static void hear(void *ctx, const char *said) {
    text_put(&((desk *)ctx)->said, said);
}

static void sit(desk *d, position *p, const char *second, bool ask_all) {
    error e;
    d->said = text_over(d->buf, sizeof d->buf);
    d->c = (play_config){.games = catalogue_games(),
                         .book = catalogue_registry(),
                         .seat = {"human", second},
                         .limits = limits_none(),
                         .options = search_default_options(),
                         .level = SKILL_LEVELS,
                         .seed = 3,
                         .ask_all = ask_all,
                         .say = hear,
                         .say_ctx = d};
    d->c.limits.nodes = 100;
    d->c.options.hash_bytes = 1 << 18;
    TEST_ASSERT(p != NULL);
    TEST_ASSERT_(play_create(&d->table, &d->c, p, &e) == ST_OK, "%s", e.text);
}

static void tell(desk *d, const char *line) {
    play_talk_tell(d->table, &d->said, line);
}

static void heard(const desk *d, const char *what) {
    play_talk_heard(&d->said, what);
}

static const game *find(const char *name) {
    return game_find(catalogue_games(), name);
}

/* What was played last. */
static const char *last_event(const desk *d) {
    const position *p = play_position(d->table);
    return position_event(p, position_ply(p) - 1);
}

/* --- words of Project L --- */

typedef struct spelled {
    state_ref at;
    unsigned seen;
} spelled;

/* What is shown of a token is read back as this token, and shows no mask. */
static bool read_back(void *ctx, const token *tok, const char *name) {
    spelled *x = ctx;
    const game_terminal *t = x->at.rules->terminal;
    char shown[GAME_TOKEN_SIZE];
    char again[GAME_TOKEN_SIZE];
    error e = {0};
    token back;
    text own = text_over(shown, sizeof shown);
    text typed = text_over(again, sizeof again);
    t->spell(x->at.rules, x->at.state, tok->steps, tok->count, &own);
    if (t->typed(x->at.rules, x->at.state, shown, &typed, &e) != ST_OK) text_put(&typed, shown);
    bool read = token_read(x->at, again, &back, &e) == ST_OK;
    bool same = read && back.count == tok->count &&
                memcmp(back.steps, tok->steps, (size_t)tok->count * sizeof *tok->steps) == 0;
    TEST_CHECK_(same, "%s is read as %s: %s", name, shown, e.text);
    TEST_CHECK_(!strchr(shown, ':'), "%s", shown);
    return same && ++x->seen % 300 != 0;
}

static void test_spelled_actions_are_read(void) {
    spelled x = {0};
    rng g = {.s = 11};
    position *p = one_line_start(&project_l, "");
    for (int i = 0; i < 60 && !game_is_over(position_rules(p), position_data(p)); i++) {
        x.at = position_ref(p);
        if (x.at.rules->game->actor(x.at.rules, x.at.state) != ACTOR_CHANCE)
            (void)token_spell(x.at, read_back, &x);
        token tok;
        char buf[GAME_TOKEN_SIZE];
        text event = text_over(buf, sizeof buf);
        TEST_ASSERT(token_random(x.at, &g, &tok) == ST_OK);
        token_write(x.at.rules, x.at.state, &tok, &event);
        TEST_ASSERT(position_play(p, buf, NULL) == ST_OK);
    }
    TEST_CHECK_(x.seen > 1000, "%u", x.seen);
    position_destroy(p);
}

/* --- parts and numbers --- */

static void test_numbers(void) {
    static desk d;
    position *p = one_line_start(&project_l, "");
    TEST_ASSERT(p && one_line_play(p, "!W1 !W2 !W3 !W4 !B1 !B2 !B3 !B4"));
    sit(&d, p, "human", false);
    tell(&d, "1");
    heard(&d, "legal lists what can be chosen by a number");
    TEST_CHECK(strcmp(last_event(&d), "!B4") == 0);
    tell(&d, "take 1");
    heard(&d, "chance: !W"); /* what comes instead of W1 */
    tell(&d, "legal");
    heard(&d, "from 2 rows");
    tell(&d, "99");
    heard(&d, "99 cannot be chosen here; take, recycle, basic");
    tell(&d, "PLACE w1");
    heard(&d, "place W1: which piece?\n  1) O1");
    tell(&d, "i2");
    heard(&d, "how is it turned?\n  1) as-is     2) r\n     ##           #\n");
    tell(&d, "r");
    heard(&d, "where does it go?");
    tell(&d, "..");
    heard(&d, "how is it turned?");
    tell(&d, "cancel");
    tell(&d, "..");
    heard(&d, "nothing was chosen so far");
    tell(&d, "place W1 I2 c2");
    heard(&d, "how is it turned?\n  1) as-is     2) r\n");
    tell(&d, "2");
    TEST_CHECK(strncmp(last_event(&d), "place:W1:I2:", 12) == 0);
    play_destroy(d.table);
    TEST_CHECK(mem_live() == 0);
}

/* What a game reads as an action is no number of a list. */
static void test_actions_win_over_numbers(void) {
    static desk d;
    sit(&d, one_line_start(find("pig"), ""), "human", false);
    play_destroy(d.table);
    d.c.dice = true;
    TEST_ASSERT(play_create(&d.table, &d.c, one_line_start(find("pig"), ""), NULL) == ST_OK);
    tell(&d, "legal");
    tell(&d, "1");
    heard(&d, "what does the die show?");
    tell(&d, "legal");
    heard(&d, "  1   2   3   4   5   6\n");
    tell(&d, "3");
    TEST_CHECK(strcmp(last_event(&d), "!3") == 0);
    play_destroy(d.table);
}

static void test_places_alone(void) {
    static desk d;
    sit(&d, one_line_start(find("peridot"), ""), "human", false);
    tell(&d, "why 1,1");
    heard(&d, "A:1,1 is legal");
    tell(&d, "1,1");
    TEST_CHECK(strcmp(last_event(&d), "A:1,1") == 0);
    tell(&d, "1,1");
    heard(&d, "incorrectly formatted");
    tell(&d, " 0 , 2 ");
    TEST_CHECK(strcmp(last_event(&d), "V:0,2") == 0);
    play_destroy(d.table);
    /* where several pieces fit, it says which */
    sit(&d, one_line_start(find("daisy"), ""), "human", false);
    tell(&d, "4,4");
    heard(&d, "which piece? A:4,4 or B:4,4");
    TEST_CHECK(position_ply(play_position(d.table)) == 0);
    tell(&d, "b 4,4");
    tell(&d, "B 4,4");
    TEST_CHECK(strcmp(last_event(&d), "B:4,4") == 0);
    play_destroy(d.table);
}

/* --- only one answer --- */

/* A game of Unicorns in which the person takes the last of each list. */
static unsigned count_forced(const char *second, bool ask_all, unsigned *asked) {
    static desk d;
    unsigned forced = 0;
    sit(&d, one_line_start(&unicorns, "players 2 seed 4"), second, ask_all);
    for (int i = 0; i < 40 && play_actor(d.table) != ACTOR_NONE; i++) {
        text_clear(&d.said);
        (void)play_talk_until_line(d.table);
        forced += strstr(text_string(&d.said), "only one answer: ") != NULL;
        text_clear(&d.said);
        play_line(d.table, "legal");
        *asked += strstr(text_string(&d.said), "  1) none") && !strstr(d.buf, "  2) ");
        play_line(d.table, "1");
        if (play_actor(d.table) >= 0) play_line(d.table, "1");
    }
    play_destroy(d.table);
    return forced;
}

static void test_only_one_answer(void) {
    unsigned asked[3] = {0};
    TEST_CHECK(count_forced("bot:rule", false, &asked[0]) > 0 && asked[0] == 0);
    /* who asks for it, and where another person would notice, is asked */
    TEST_CHECK(count_forced("bot:rule", true, &asked[1]) == 0 && asked[1] > 0);
    (void)count_forced("human", false, &asked[2]);
    TEST_CHECK(asked[2] > 0);
}

/* A pass that is the only action is no decision: undo leads before it, to the last one. */
static void test_forced_pass_and_undo(void) {
    static desk d;
    sit(&d, one_line_read(find("othello"), "8/8/8/8/8/8/8/dD6 0"), "human", false);
    (void)play_talk_until_line(d.table);
    heard(&d, "only one answer: seat 1 plays pass\n");
    TEST_CHECK(play_actor(d.table) == 1);
    tell(&d, "undo");
    heard(&d, "there is no such decision to take back");
    play_destroy(d.table);
    d.c.ask_all = true;
    position *p = one_line_read(find("othello"), "8/8/8/8/8/8/8/dD6 0");
    TEST_ASSERT(play_create(&d.table, &d.c, p, NULL) == ST_OK);
    (void)play_talk_until_line(d.table);
    TEST_CHECK(play_actor(d.table) == 0);
    tell(&d, "skip");
    TEST_CHECK(strcmp(last_event(&d), "pass") == 0);
    play_destroy(d.table);
}

/* --- without memory --- */

static void session_without(desk *d, uint64_t n, bool *all) {
    static char undisturbed[1 << 16];
    static const char *const lines[] = {
        "legal",    "take", "3",  "place W1 I2 c2", "1",      "legal", "take", "..",
        "place W1", "",     "99", "card I2",        "why W1", "quit"};
    uint64_t before = mem_count();
    mem_fail_at(n);
    position *p = NULL;
    play *table = NULL;
    params setup = params_default();
    d->said = text_over(d->buf, sizeof d->buf);
    d->c.limits.nodes = 0;
    d->c.limits.visits = 4;
    d->c.seat[1] = "human";
    status st = position_start(&p, &project_l, &setup, SEAT_ALL, NULL);
    if (st == ST_OK) st = play_create(&table, &d->c, p, NULL);
    for (size_t i = 0; st == ST_OK && i < sizeof lines / sizeof *lines; i++) {
        play_want want = PLAY_QUIT;
        st = play_next(table, &want, NULL);
        if (st == ST_OK && want == PLAY_LINE) play_line(table, lines[i]);
    }
    mem_fail_at(0);
    play_destroy(table);
    if (n == 0) (void)snprintf(undisturbed, sizeof undisturbed, "%s", d->buf);
    bool stated = st == ST_NOMEM || strstr(d->buf, "memory") || strstr(d->buf, "no threads");
    *all = mem_count() - before < n;
    TEST_CHECK_(stated || strcmp(d->buf, undisturbed) == 0, "allocation %d: %s", (int)n,
                status_name(st));
    TEST_MSG("%s", d->buf);
    TEST_ASSERT_(mem_live() == 0, "failing at allocation %d leaves nothing behind", (int)n);
}

static void test_no_memory(void) {
    static desk d;
    sit(&d, one_line_start(&project_l, ""), "human", false);
    play_destroy(d.table);
    bool all = false;
    uint64_t n = 0;
    for (; n < 100000 && !all; n += n < 40 ? 1 : PACE(3, 1 + n / 8)) session_without(&d, n, &all);
    TEST_CHECK(all && n > 100);
}

TEST_LIST = {{"spelled_actions_are_read", test_spelled_actions_are_read},
             {"numbers", test_numbers},
             {"actions_win_over_numbers", test_actions_win_over_numbers},
             {"places_alone", test_places_alone},
             {"only_one_answer", test_only_one_answer},
             {"forced_pass_and_undo", test_forced_pass_and_undo},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
