/* Positions of pig, Leduc, Project L and Unicorns that are set up. Random edits change nothing or
 * leave a state that can be written and shown; what its text is read as plays like it. */
#include <acutest.h>

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_table.h"
#include "engine/game/scene_parts.h"
#include "lib/catalogue.h"

typedef struct bench {
    position *p;
    const rules *r;
    void *s, *other; /* the draft, and room for another state */
    text line, again;
} bench;

static bench open_bench(const char *name, int players, const char *fen) {
    error e = {0};
    bench b = {.line = text_growing(), .again = text_growing()};
    params setup = params_default();
    const game *g = game_find(catalogue_games(), name);
    setup.players = players;
    status st = fen ? position_read(&b.p, g, &setup, SEAT_ALL, fen, &e)
                    : position_start(&b.p, g, &setup, SEAT_ALL, &e);
    TEST_ASSERT_(st == ST_OK, "%s", e.text);
    b.r = position_rules(b.p);
    b.s = mem_alloc(b.r->state_size);
    b.other = mem_alloc(b.r->state_size);
    TEST_ASSERT(b.s && b.other);
    memcpy(b.s, position_data(b.p), b.r->state_size);
    return b;
}

static void close_bench(bench *b) {
    mem_free(b->s);
    mem_free(b->other);
    text_done(&b->line);
    text_done(&b->again);
    position_destroy(b->p);
}

static const char *written(bench *b) {
    text_clear(&b->line);
    b->r->game->write(b->r, b->s, &b->line);
    return text_string(&b->line);
}

static void edit(bench *b, game_edit_kind kind, const char *cell, const char *what) {
    error e = {0};
    game_edit one = {kind, cell, what};
    TEST_CHECK_(b->r->table->edit(b->r, b->s, &one, &e) == ST_OK, "%s %s: %s", cell ? cell : "",
                what ? what : "", e.text);
}

static void put(bench *b, const char *cell, const char *what) {
    edit(b, EDIT_PUT, cell, what);
}

static void check_written(bench *b, const char *expected) {
    TEST_CHECK_(strcmp(written(b), expected) == 0, "%s", text_string(&b->line));
    TEST_CHECK(b->r->game->check(b->r, b->s, NULL) == ST_OK);
    TEST_CHECK(b->r->game->hash(b->r, b->s) == b->r->game->rehash(b->r, b->s));
}

/* What the reader says of the draft. */
static void check_wrong(bench *b, const char *sentence) {
    error e = {0};
    TEST_CHECK(b->r->game->read(b->r, b->other, written(b), &e) == ST_BAD_FEN);
    TEST_CHECK_(strstr(e.text, sentence) != NULL, "%s", e.text);
}

static void refuses(bench *b, game_edit one, const char *sentence) {
    error e = {0};
    memcpy(b->other, b->s, b->r->state_size);
    TEST_CASE(sentence);
    TEST_CHECK(b->r->table->edit(b->r, b->s, &one, &e) == ST_BAD_VALUE);
    TEST_CHECK_(strstr(e.text, sentence) != NULL, "%s", e.text);
    TEST_CHECK(memcmp(b->s, b->other, b->r->state_size) == 0);
}

/* --- random edits --- */

static void check_shown(bench *b) {
    error e = {0};
    position *draft = NULL;
    scene *shown = NULL;
    TEST_ASSERT(position_with_state(&draft, b->p, b->s, &e) == ST_OK);
    TEST_CHECK_(scene_build(&shown, draft, SEAT_ALL, &e) == ST_OK, "%s", e.text);
    text_clear(&b->again);
    b->r->game->draw(b->r, b->s, SEAT_ALL, false, &b->again);
    scene_destroy(shown);
    position_destroy(draft);
}

/* True where the draft is possible. */
static bool check_draft(bench *b) {
    const game *g = b->r->game;
    error e = {0};
    status st = g->read(b->r, b->other, written(b), &e);
    if (st != ST_OK) {
        TEST_CHECK_(st == ST_BAD_FEN && e.text[0], "%s", text_string(&b->line));
        return false;
    }
    TEST_CHECK_(g->check(b->r, b->s, &e) == ST_OK, "%s: %s", text_string(&b->line), e.text);
    text_clear(&b->again);
    g->write(b->r, b->other, &b->again);
    TEST_CHECK_(strcmp(text_string(&b->line), text_string(&b->again)) == 0, "%s became %s",
                text_string(&b->line), text_string(&b->again));
    TEST_CHECK(g->hash(b->r, b->s) == g->rehash(b->r, b->s));
    TEST_CHECK_(g->hash(b->r, b->s) == g->hash(b->r, b->other), "%s", text_string(&b->line));
    return true;
}

typedef struct vocabulary {
    const char *const *cell, *const *what;
    unsigned cells, whats;
} vocabulary;

static void random_edit(bench *b, const vocabulary *v, rng *g) {
    error e = {0};
    unsigned kind = (unsigned)rng_below(g, 40);
    game_edit one = {.kind = kind < 30   ? EDIT_PUT
                             : kind < 37 ? EDIT_CLEAR
                             : kind < 39 ? EDIT_TURN
                                         : EDIT_CLEAR_ALL};
    one.cell = v->cell[rng_below(g, v->cells)];
    one.what =
        one.kind == EDIT_TURN ? rng_below(g, 2) ? "1" : "seat 2" : v->what[rng_below(g, v->whats)];
    memcpy(b->other, b->s, b->r->state_size);
    if (b->r->table->edit(b->r, b->s, &one, &e) == ST_OK) return;
    TEST_CHECK_(e.code == ST_BAD_VALUE && e.text[0], "%s %s: %s", one.cell, one.what, e.text);
    TEST_CHECK(memcmp(b->s, b->other, b->r->state_size) == 0);
}

/* From a state of the game on, which a few plies have reached. */
static void play_some(bench *b, rng *g) {
    memcpy(b->s, position_data(b->p), b->r->state_size);
    for (uint64_t n = rng_below(g, 60); n; n--) {
        if (b->r->game->actor(b->r, b->s) == ACTOR_NONE) break;
        b->r->speed->play_random(b->r, b->s, NULL, g);
    }
    (void)b->r->game->read(b->r, b->other, written(b), NULL);
    memcpy(b->s, b->other, b->r->state_size);
}

static void check_random(bench *b, const vocabulary *v, int rounds) {
    rng g = {.s = 7};
    int possible = 0;
    for (int i = 0; i < rounds; i++) {
        if (i % 16 == 0) play_some(b, &g);
        random_edit(b, v, &g);
        possible += check_draft(b);
        if (i % 4 == 0) check_shown(b);
    }
    TEST_CHECK_(possible > rounds / 20, "%d of %d", possible, rounds);
}

#define VOCABULARY(cells, whats)                                                                   \
    (&(vocabulary){cells, whats, sizeof(cells) / sizeof *(cells), sizeof(whats) / sizeof *(whats)})

/* --- pig --- */

static void test_pig(void) {
    bench b = open_bench("pig", 2, NULL);
    put(&b, "p1.points", "60");
    put(&b, "P2.points", "70");
    put(&b, "turn", "18");
    check_written(&b, "p=0 turn=18 s=60,70 target=100");
    edit(&b, EDIT_TURN, NULL, "2");
    put(&b, "die", "rolls");
    check_written(&b, "p=1 turn=18 s=60,70 target=100 roll");
    put(&b, "die", "lies");
    edit(&b, EDIT_CLEAR, "table", NULL);
    check_written(&b, "p=1 turn=0 s=60,70 target=100");
    put(&b, "p1.points", "101");
    check_wrong(&b, "seat 0 has won, so p must be 0");
    edit(&b, EDIT_TURN, NULL, "seat 1");
    check_written(&b, "p=0 turn=0 s=101,70 target=100");
    TEST_CHECK(b.r->game->actor(b.r, b.s) == ACTOR_NONE);
    put(&b, "p1.points", "1");
    check_wrong(&b, "seat 0 cannot reach a score of 1");
    edit(&b, EDIT_CLEAR_ALL, NULL, NULL);
    check_written(&b, "p=0 turn=0 s=0,0 target=100");
    refuses(&b, (game_edit){EDIT_PUT, "p3.points", "5"}, "there is no place 'p3.points'");
    refuses(&b, (game_edit){EDIT_PUT, "p1.hand", "5"}, "p1.points to p2.points, turn, die");
    refuses(&b, (game_edit){EDIT_PUT, "p1.points", "106"}, "a whole number from 0 to 105");
    refuses(&b, (game_edit){EDIT_PUT, "turn", "many"}, "not 'many'");
    refuses(&b, (game_edit){EDIT_PUT, "die", "6"}, "rolls, lies");
    refuses(&b, (game_edit){EDIT_TURN, NULL, "3"}, "there is no seat '3': 1 to 2");
    close_bench(&b);
}

static void test_pig_random(void) {
    static const char *const cells[] = {"p1.points", "p2.points", "p3.points", "turn", "die", "x"};
    static const char *const whats[] = {"0", "1", "2", "20", "99", "100", "105", "rolls", "lies"};
    bench b = open_bench("pig", 3, NULL);
    check_random(&b, VOCABULARY(cells, whats), 3000);
    close_bench(&b);
}

/* --- leduc --- */

static void test_leduc(void) {
    bench b = open_bench("leduc", 2, NULL);
    put(&b, "p1.hand", "jack");
    check_written(&b, "p=- hands=J,- board=- pot=1,1 bets=-");
    put(&b, "p2.hand", "K");
    put(&b, "bets", "raise");
    check_written(&b, "p=1 hands=J,K board=- pot=3,1 bets=r");
    edit(&b, EDIT_TURN, NULL, "2");
    refuses(&b, (game_edit){EDIT_TURN, NULL, "1"}, "it is the turn of seat 2");
    put(&b, "bets", "rc");
    check_written(&b, "p=- hands=J,K board=- pot=3,3 bets=rc");
    refuses(&b, (game_edit){EDIT_TURN, NULL, "1"}, "no seat is to bet");
    put(&b, "board", "queen");
    check_written(&b, "p=0 hands=J,K board=Q pot=3,3 bets=-");
    put(&b, "bets", "call, raise");
    check_written(&b, "p=0 hands=J,K board=Q pot=3,7 bets=cr");
    put(&b, "pot", "5");
    check_written(&b, "p=0 hands=J,K board=Q pot=5,9 bets=cr");
    put(&b, "p1.hand", "Q");
    check_written(&b, "p=0 hands=Q,K board=Q pot=5,9 bets=cr");
    refuses(&b, (game_edit){EDIT_PUT, "p2.hand", "queen"}, "both cards of the rank queen");
    refuses(&b, (game_edit){EDIT_PUT, "p2.hand", "ace"}, "jack, queen, king");
    refuses(&b, (game_edit){EDIT_PUT, "bets", "fold"}, "no betting goes like 'fold'");
    refuses(&b, (game_edit){EDIT_PUT, "bets", "rrr"}, "no betting goes like 'rrr'");
    refuses(&b, (game_edit){EDIT_PUT, "bets", "crrcc"}, "up to four");
    refuses(&b, (game_edit){EDIT_PUT, "pot", "2"}, "1, 3 or 5, not 2");
    refuses(&b, (game_edit){EDIT_PUT, "deck", "J"}, "there is no place 'deck'");
    edit(&b, EDIT_CLEAR, "board", NULL);
    check_written(&b, "p=0 hands=Q,K board=- pot=1,1 bets=-");
    edit(&b, EDIT_CLEAR, "p1.hand", NULL);
    check_wrong(&b, "seat 0 is dealt its card before seat 1");
    refuses(&b, (game_edit){EDIT_PUT, "bets", "c"}, "before both hands are dealt");
    edit(&b, EDIT_CLEAR_ALL, NULL, NULL);
    check_written(&b, "p=- hands=-,- board=- pot=1,1 bets=-");
    close_bench(&b);
}

static void test_leduc_random(void) {
    static const char *const cells[] = {"p1.hand", "p2.hand", "board", "bets", "pot", "x"};
    static const char *const whats[] = {"J",  "queen", "king", "r", "cc",
                                        "rc", "crf",   "1",    "3", "5"};
    bench b = open_bench("leduc", 2, NULL);
    check_random(&b, VOCABULARY(cells, whats), 3000);
    close_bench(&b);
}

TEST_LIST = {{"pig", test_pig},
             {"pig_random", test_pig_random},
             {"leduc", test_leduc},
             {"leduc_random", test_leduc_random},
             {NULL, NULL}};
