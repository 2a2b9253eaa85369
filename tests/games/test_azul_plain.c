#include <acutest.h>

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "games/azul/azul.h"
#include "tests/games/azul_plain.h"
#include "tests/support/one_line.h"

/* Azul against the plain second writing of its rules: random games with 2 to 4 seats, both walls
 * and options drawn at random. After every event the position texts are the same byte for byte, and
 * so is the list of legal tokens; deals come from either side and are checked by the other; now and
 * then a token that may be illegal is shown to both. */

#if TEST_PACE
enum { GAMES = 500 };
#else
enum { GAMES = 40 };
#endif
enum { MAX_PLIES = 1000, GUESSES = 3 };

typedef struct table {
    position *p;
    const rules *r;
    plain_game g;
    rng dice;
    uint64_t seed, plies;
    char list[PLAIN_LIST][4];
    char mine[PLAIN_LIST][4];
    int mine_count;
} table;

static bool maybe(rng *g) {
    return rng_below(g, 4) == 0;
}

/* Every third game is by the published rules. */
static plain_options draw_options(uint64_t seed, rng *g) {
    plain_options o = {.players = 2 + (int)(seed % 3), .penalty = {1, 1, 2, 2, 2, 3, 3}};
    o.grey = seed / 3 % 2;
    if (seed % 9 < 3) return o;
    o.lid_destroy = maybe(g);
    o.overflow_destroy = maybe(g);
    o.refill_early = maybe(g);
    o.no_clamp = maybe(g);
    o.merged = maybe(g);
    o.to_right = maybe(g);
    o.mark_stays = maybe(g);
    o.floor_leaves_mark = maybe(g);
    o.unmarked_next = maybe(g);
    o.full_line_is_floor = maybe(g);
    o.noplace_discard = maybe(g);
    o.no_tiebreak = maybe(g);
    o.first = maybe(g) ? -1 : (int)rng_below(g, (uint64_t)o.players);
    o.max_rounds = maybe(g) ? 1 + (int)rng_below(g, 8) : 0;
    for (int i = 0; maybe(g) && i < 7; i++) o.penalty[i] = (int)rng_below(g, 12);
    return o;
}

/* --- comparing --- */

static void same_text(const table *t) {
    char theirs[PLAIN_TEXT];
    char ours[PLAIN_TEXT];
    text out = text_over(ours, sizeof ours);
    position_write(t->p, &out);
    plain_write(&t->g, theirs);
    TEST_ASSERT_(strcmp(ours, theirs) == 0, "game %d, ply %d\n  ours   %s\n  theirs %s",
                 (int)t->seed, (int)position_ply(t->p), ours, theirs);
}

static void add_name(table *t, const char *name) {
    TEST_ASSERT(t->mine_count < PLAIN_LIST && strlen(name) == 3);
    memcpy(t->mine[t->mine_count++], name, 4);
}

/* In the order that the outside sees, each with the steps that it names. */
static bool gather(void *ctx, const token *tok, const char *name) {
    table *t = ctx;
    char buf[GAME_TOKEN_SIZE];
    text again = text_over(buf, sizeof buf);
    token_write(t->r, position_data(t->p), tok, &again);
    TEST_ASSERT_(strcmp(buf, name) == 0, "%s is written %s", name, buf);
    add_name(t, name);
    return true;
}

static int same_list(table *t) {
    int n = plain_legal(&t->g, t->list);
    t->mine_count = 0;
    TEST_ASSERT(token_spell((state_ref){t->r, position_data(t->p), NULL}, gather, t) == ST_OK);
    TEST_ASSERT_(n == t->mine_count, "game %d: %d actions, not %d", (int)t->seed, t->mine_count, n);
    for (int i = 0; i < n; i++)
        TEST_ASSERT_(strcmp(t->list[i], t->mine[i]) == 0, "game %d: %s, not %s", (int)t->seed,
                     t->mine[i], t->list[i]);
    return n;
}

/* Both say the same of a token that may or may not be legal. */
static void same_verdict(table *t) {
    static const char *const tiling[] = {"T11", "T25", "T33", "T54", "T46"};
    char name[4] = "";
    name[0] = "123456789C"[rng_below(&t->dice, 10)];
    name[1] = "BYRKW"[rng_below(&t->dice, 5)];
    name[2] = "12345F"[rng_below(&t->dice, 6)];
    const char *word = rng_below(&t->dice, 5) ? name : tiling[rng_below(&t->dice, 5)];
    plain_game copy = t->g;
    bool legal = plain_play(&copy, word);
    TEST_ASSERT_(legal == (position_verify(t->p, word, NULL, NULL) == ST_OK), "game %d: %s",
                 (int)t->seed, word);
}

static void same_result(const table *t) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    int ranks[GAME_MAX_PLAYERS];
    int winners = 0;
    const void *s = position_data(t->p);
    azul.returns(t->r, s, utility, points);
    azul.endings->ranks(t->r, s, ranks);
    for (int i = 0; i < t->r->players; i++) winners += plain_place(&t->g, i) == 1;
    for (int i = 0; i < t->r->players; i++) {
        int rank = plain_place(&t->g, i);
        float share = rank == 1 ? 1.0F / (float)winners : 0;
        TEST_ASSERT_(points[i] == t->g.board[i].score && ranks[i] == rank && utility[i] == share,
                     "game %d, seat %d: result", (int)t->seed, i);
    }
}

/* --- playing --- */

/* A deal from one side or the other, without its '!'. */
static void draw_chance(table *t, char *out) {
    if (rng_below(&t->dice, 2)) {
        plain_draw(&t->g, &t->dice, out);
        return;
    }
    action a = azul.sample(t->r, position_data(t->p), &t->dice);
    text words_out = text_over(out, PLAIN_TOKEN);
    azul.to_text(t->r, position_data(t->p), &a, 1, &words_out);
}

/* A deal with one tile changed is refused by both, or accepted by both. */
static void same_verdict_on_deal(table *t, const char *deal) {
    char other[PLAIN_TOKEN + 1];
    plain_game copy = t->g;
    size_t n = strlen(deal);
    other[0] = '!';
    memcpy(other + 1, deal, n + 1);
    size_t at = 1 + rng_below(&t->dice, n);
    if (!strchr("BYRKW", other[at])) return;
    other[at] = "BYRKW"[rng_below(&t->dice, 5)];
    bool legal = plain_play(&copy, other + 1);
    TEST_ASSERT_(legal == (position_verify(t->p, other, NULL, NULL) == ST_OK), "game %d: %s",
                 (int)t->seed, other);
}

static void one_event(table *t) {
    char word[PLAIN_TOKEN + 1];
    bool chance = t->g.phase == 'd';
    word[0] = '!';
    if (chance) {
        draw_chance(t, word + 1);
        if (t->g.starter >= 0) same_verdict_on_deal(t, word + 1);
    } else {
        int n = same_list(t);
        for (int i = 0; i < GUESSES; i++) same_verdict(t);
        memcpy(word + 1, t->list[rng_below(&t->dice, (uint64_t)n)], 4);
    }
    TEST_ASSERT_(plain_play(&t->g, word + 1), "game %d: %s", (int)t->seed, word);
    TEST_ASSERT_(one_line_play(t->p, chance ? word : word + 1), "game %d: %s", (int)t->seed, word);
    same_text(t);
    t->plies++;
}

static bool one_game(uint64_t seed, uint64_t *plies) {
    char setup[PLAIN_TEXT];
    table *t = mem_alloc(sizeof *t);
    TEST_ASSERT(t != NULL);
    t->seed = seed;
    t->dice = rng_stream(seed, 3);
    plain_options o = draw_options(seed, &t->dice);
    plain_setup(&o, setup);
    plain_start(&t->g, &o);
    t->p = one_line_start(&azul, setup);
    TEST_ASSERT_(t->p != NULL, "%s", setup);
    t->r = position_rules(t->p);
    same_text(t);
    while (t->g.phase != 'x' && t->plies < MAX_PLIES) one_event(t);
    bool finished = t->g.phase == 'x';
    if (finished) {
        TEST_ASSERT(azul.actor(t->r, position_data(t->p)) == ACTOR_NONE);
        same_result(t);
    }
    *plies += t->plies;
    position_destroy(t->p);
    mem_free(t);
    return finished;
}

static void test_random_games(void) {
    uint64_t plies = 0;
    int finished = 0;
    for (uint64_t seed = 0; seed < GAMES; seed++) finished += one_game(seed, &plies);
    TEST_CHECK(finished > GAMES * 9 / 10 && plies > UINT64_C(50) * GAMES);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"random_games", test_random_games}, {NULL, NULL}};
