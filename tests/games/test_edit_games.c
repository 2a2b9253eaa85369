/* Positions of pig, Leduc, Project L and Unicorns that are set up. Random edits change nothing or
 * leave a state that can be written and shown; what its text is read as plays like it. */
#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_table.h"
#include "engine/game/scene_parts.h"
#include "lib/catalogue.h"
#include "tests/support/pace.h"

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

/* Whatever was put where, nothing is there twice and nothing is missing. */
static void check_conserved(const char *why) {
    static const char *const never[] = {
        "R=: ",           "two places",           "puzzles of this colour",
        "candidates are", "do not lie like that", "no third",
        "cards: "};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        TEST_CHECK_(!strstr(why, never[i]), "%s", why);
}

/* True where the draft is possible. */
static bool check_draft(bench *b) {
    const game *g = b->r->game;
    error e = {0};
    status st = g->read(b->r, b->other, written(b), &e);
    if (st != ST_OK) {
        TEST_CHECK_(st == ST_BAD_FEN && e.text[0], "%s", text_string(&b->line));
        check_conserved(e.text);
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
    void (*ply)(const rules *, void *, trail *, rng *) =
        b->r->speed->play_random ? b->r->speed->play_random : b->r->speed->playout_policy;
    for (uint64_t n = rng_below(g, 150); n; n--) {
        if (b->r->game->actor(b->r, b->s) == ACTOR_NONE) break;
        ply(b->r, b->s, NULL, g);
    }
    TEST_CHECK(b->r->game->read(b->r, b->other, written(b), NULL) == ST_OK);
    memcpy(b->s, b->other, b->r->state_size);
}

/* At least `least` of the drafts are possible. */
static void check_random(bench *b, const vocabulary *v, int usual, int least) {
    rng g = {.s = 7};
    int rounds = usual / PACE(1, 4);
    int possible = 0;
    for (int i = 0; i < rounds; i++) {
        if (i % 16 == 0) play_some(b, &g);
        random_edit(b, v, &g);
        possible += check_draft(b);
        if (i % 4 == 0) check_shown(b);
    }
    TEST_CHECK_(possible >= least / PACE(1, 8), "%d of %d", possible, rounds);
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
    check_random(&b, VOCABULARY(cells, whats), 3000, 500);
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
    check_random(&b, VOCABULARY(cells, whats), 3000, 500);
    close_bench(&b);
}

/* --- Project L --- */

static bool holds(bench *b, const char *part) {
    return strstr(written(b), part) != NULL;
}

static void check_holds(bench *b, const char *part) {
    TEST_CHECK_(holds(b, part), "%s is not in %s", part, text_string(&b->line));
}

static void check_possible(bench *b) {
    error e = {0};
    TEST_CHECK_(b->r->game->read(b->r, b->other, written(b), &e) == ST_OK, "%s: %s", e.text,
                text_string(&b->line));
    (void)check_draft(b);
}

static void fill_rows(bench *b) {
    static const char *const rows[] = {"W5", "W6", "W7", "W8", "B1", "B2", "B3", "B4"};
    for (int i = 0; i < 8; i++) put(b, i < 4 ? "row.white" : "row.black", rows[i]);
}

static void test_project_l(void) {
    bench b = open_bench("projectl", 2, NULL);
    edit(&b, EDIT_CLEAR_ALL, NULL, NULL);
    check_possible(&b);
    check_holds(&b, "R=15,15,15,15,15,15,15,15,15 WR=-,-,-,-");
    put(&b, "row.white.2", "w5");
    check_holds(&b, "WR=-,W5,-,-");
    check_holds(&b,
                "chain=draw:W0,W2,W3,B0"); /* the game has not begun, so the rows are laid out */
    edit(&b, EDIT_CLEAR, "row.white.2", NULL);
    fill_rows(&b);
    check_holds(&b, "WR=W5,W6,W7,W8 BR=B1,B2,B3,B4");
    put(&b, "p1.slot2", "puzzle W1, 2 points, I2");
    put(&b, "p1.puzzles", "B9");
    check_holds(&b, "U=B9/");
    put(&b, "W1.b2", "I3");
    check_holds(&b, ";W1/1fdefff/000100000;-;-"); /* c3 and c4 are open */
    put(&b, "W1.c4", "O1");
    put(&b, "p1.pieces", "2 I3 L2");
    put(&b, "p1.pieces", "piece L2");
    put(&b, "p2.pieces", "1 O1, 1 I2");
    put(&b, "p2.points", "12");
    put(&b, "p2.finished", "W2");
    put(&b, "deck.white", "W9");
    put(&b, "round", "4");
    put(&b, "master", "used");
    edit(&b, EDIT_TURN, NULL, "2");
    put(&b, "actions", "2");
    check_holds(&b, "ph=N p=1 a=2 m=0 b=0 l=0 r=4 R=13,15,14,12,15,13,15,15,15 ");
    check_holds(&b, "s=12 T=1,0,1,0,0,0,0,0,0 U=-;-;-;- F=W2");
    check_holds(&b, "/W9 BD=");
    check_possible(&b);
    /* It leaves where it was; what lay on it goes to the reserve. */
    put(&b, "row.white.1", "W1");
    check_holds(&b, "WR=W1,W6,W7,W8");
    check_holds(&b, "R=14,15,14,13,15,13,15,15,15");
    check_holds(&b, "U=B9/");
    check_possible(&b);
    edit(&b, EDIT_CLEAR, "row.white.1", NULL);
    check_wrong(&b, "an empty slot of the row and cards in the deck");
    close_bench(&b);
}

static void test_project_l_pieces_come_off(void) {
    bench b = open_bench("projectl", 2, NULL);
    fill_rows(&b);
    put(&b, "p2.slot1", "W1");
    put(&b, "W1.b2", "I3");
    put(&b, "W1.c3", "I2 on W1 at c3");
    check_wrong(&b, "a completed puzzle does not stay in its slot");
    edit(&b, EDIT_CLEAR, "W1.d2", NULL);
    check_holds(&b, "U=W1/1fffe3f/001000000");
    edit(&b, EDIT_CLEAR, "W1.c3.box", NULL);
    check_holds(&b, "U=W1/");
    check_holds(&b, "/000000000;-;-;-");
    check_holds(&b, "R=13,15,13,15,15,15,15,15,15"); /* two seats began with O1 and I2 */
    check_possible(&b);
    close_bench(&b);
}

/* All black puzzles lie open: the end has come. */
static void test_project_l_end(void) {
    bench b = open_bench("projectl", 2, NULL);
    fill_rows(&b);
    for (int i = 5; i <= 12; i++) {
        char name[4];
        (void)snprintf(name, sizeof name, "B%d", i);
        check_holds(&b, "ph=N");
        put(&b, i % 2 ? "p1.finished" : "p2.finished", name);
    }
    check_holds(&b, "ph=E");
    check_possible(&b);
    refuses(&b, (game_edit){EDIT_PUT, "p1.slot1", "B13"}, "only 12 black puzzles are in play");
    put(&b, "phase", "last");
    check_holds(&b, "ph=E p=0 a=3 m=0 b=0 l=1");
    put(&b, "phase", "touches");
    check_holds(&b, "ph=T");
    check_possible(&b);
    edit(&b, EDIT_CLEAR, "p2.finished", NULL);
    check_wrong(&b, "the end comes when the black deck is empty");
    put(&b, "phase", "ending");
    check_holds(&b, "ph=N");
    close_bench(&b);
}

static void test_project_l_refuses(void) {
    static const char *const bad[][3] = {
        {"row.white.5", "W1", "there is no place 'row.white.5'"},
        {"row.green.1", "W1", "there is no place"},
        {"p3.slot1", "W1", "there is no place"},
        {"reserve", "I3", "there is no place 'reserve'"},
        {"W2.b2", "I3", "there is no place 'W2.b2'"},
        {"row.white.1", "W99", "there is no puzzle 'W99': W1, W2, "},
        {"row.white.1", "B1", "B1 is no white puzzle"},
        {"row.white", "W2", "no place of the row is free"},
        {"W1.b2", "X", "there is no piece 'X': O1, O2"},
        {"W1.b2", "I3 q", "'q' is no turn of I3"},
        {"W1.b2", "I4", "I4 does not fit there"},
        {"W1.a1", "O1", "O1 does not fit there"},
        {"B9.b3", "I2", "in more ways, so say how it is turned: "},
        {"p1.pieces", "2", "there is no piece '2'"},
        {"p1.pieces", "16 I3", "the reserve has only 15 I3"},
        {"p1.points", "lots", "points are a whole number"},
        {"actions", "4", "from 0 to 3"},
        {"actions", "0", "counts from 1"},
        {"master", "yes", "used, free"},
        {"phase", "late", "normal, ending"},
    };
    bench b = open_bench("projectl", 2, NULL);
    fill_rows(&b);
    put(&b, "p1.slot1", "W1");
    put(&b, "p1.slot2", "B9");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuses(&b, (game_edit){EDIT_PUT, bad[i][0], bad[i][1]}, bad[i][2]);
    close_bench(&b);
}

static void test_project_l_random(void) {
    static const char *const cells[] = {
        "row.white",   "row.white.1", "row.white.3", "row.black", "row.black.2", "deck.white",
        "deck.black",  "p1.slot1",    "p1.slot2",    "p2.slot1",  "p2.puzzles",  "p1.finished",
        "p3.finished", "p1.pieces",   "p2.pieces",   "p1.points", "W1.b2",       "W1.c3",
        "W2.b3",       "B9.b2",       "B9.c2",       "round",     "actions",     "master",
        "phase",       "W3.b2"};
    static const char *const whats[] = {"W1",   "W2",   "W3", "W4",   "B1",   "B2", "B9",
                                        "B12",  "O1",   "I2", "I3 r", "2 L2", "3",  "normal",
                                        "used", "last", "T",  "I3",   "Z f",  "W1", "B9"};
    bench b = open_bench("projectl", 3, NULL);
    check_random(&b, VOCABULARY(cells, whats), 4000, 500);
    close_bench(&b);
}

/* --- Unicorns --- */

static void test_unicorns(void) {
    bench b = open_bench("unicorns", 2, NULL);
    edit(&b, EDIT_CLEAR_ALL, NULL, NULL);
    check_holds(&b, "n=2 t=1 m=5.0.1.0.0"); /* seat 1 plays */
    check_holds(&b, " P0=/// P1=/// stack= ");
    check_possible(&b);
    put(&b, "p1.stable", "Narwhal, baby-unicorn");
    put(&b, "p1.upgrades", "yay");
    put(&b, "p2.downgrades", "barbed-wire");
    put(&b, "p2.hand", "2 neigh, Back Kick");
    put(&b, "discard", "super-neigh");
    put(&b, "turn", "7");
    edit(&b, EDIT_TURN, NULL, "2");
    check_holds(&b, "n=2 t=7 m=5.0.1.1.1");
    check_holds(&b, " P0=narwhal,baby-unicorn/yay// P1=//barbed-wire/back-kick,neigh*2 stack= ");
    check_holds(&b, "baby-unicorn*11 discard=super-neigh pile=");
    check_possible(&b);
    TEST_CHECK(b.r->game->actor(b.r, b.s) == 1);
    /* A card leaves where it was. */
    put(&b, "p2.stable", "narwhal");
    check_holds(&b, " P0=baby-unicorn/yay// P1=narwhal//barbed-wire/");
    edit(&b, EDIT_CLEAR, "p2.hand.neigh", NULL);
    edit(&b, EDIT_CLEAR, "p2.narwhal", NULL);
    edit(&b, EDIT_CLEAR, "discard", NULL);
    check_holds(&b, " P1=//barbed-wire/back-kick,neigh stack= ");
    check_holds(&b, " discard= pile=");
    check_possible(&b);
    put(&b, "phase", "draw");
    TEST_CHECK(b.r->game->actor(b.r, b.s) == ACTOR_CHANCE);
    put(&b, "p1.hand", "yay");
    TEST_CHECK(b.r->game->actor(b.r, b.s) == ACTOR_CHANCE);
    check_possible(&b);
    edit(&b, EDIT_CLEAR, "phase", NULL);
    TEST_CHECK(b.r->game->actor(b.r, b.s) == 1);
    close_bench(&b);
}

/* Lasting effects follow the cards, and so does the end. */
static void test_unicorns_win(void) {
    bench b = open_bench("unicorns", 2, NULL);
    edit(&b, EDIT_CLEAR_ALL, NULL, NULL);
    put(&b, "p2.stable", "6 baby-unicorn");
    check_possible(&b);
    put(&b, "p2.stable", "baby-narwhal");
    TEST_CHECK(b.r->game->actor(b.r, b.s) == ACTOR_NONE);
    TEST_CHECK(strcmp(b.r->endings->name(b.r, b.s), "unicorns") == 0);
    check_possible(&b);
    put(&b, "p2.downgrades", "pandamonium"); /* they are pandas now */
    TEST_CHECK(b.r->game->actor(b.r, b.s) == 0);
    check_possible(&b);
    edit(&b, EDIT_CLEAR, "p2.pandamonium", NULL);
    TEST_CHECK(b.r->game->actor(b.r, b.s) == ACTOR_NONE);
    edit(&b, EDIT_CLEAR, "p2.baby-unicorn#3", NULL);
    TEST_CHECK(b.r->game->actor(b.r, b.s) == 0);
    check_possible(&b);
    close_bench(&b);
}

static void test_unicorns_refuses(void) {
    static const char *const bad[][3] = {
        {"p3.hand", "neigh", "there is no place 'p3.hand'"},
        {"stack", "neigh", "only while players answer"},
        {"p1.hand", "neihg", "there is no card neihg; did you mean neigh?"},
        {"p1.hand", "15 neigh", "there are only 14 of Neigh"},
        {"p1.hand", "neigh, baby-unicorn", "Baby Unicorn is a baby"},
        {"nursery", "neigh", "Neigh is no baby for the nursery"},
        {"p1.stable", "neigh", "Neigh lies on no table"},
        {"p1.stable", "yay", "Yay lies among the upgrades of a seat"},
        {"p1.hand", "", "there is no card"},
        {"turn", "0", "turns count from 1"},
        {"phase", "late", "begin, draw, play"},
    };
    bench b = open_bench("unicorns", 2, NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuses(&b, (game_edit){EDIT_PUT, bad[i][0], bad[i][1]}, bad[i][2]);
    refuses(&b, (game_edit){EDIT_CLEAR, "pile", NULL}, "nowhere else");
    refuses(&b, (game_edit){EDIT_CLEAR, "p1.hand.neigh", NULL}, "there is no place");
    close_bench(&b);
}

static void test_unicorns_random(void) {
    static const char *const cells[] = {"p1.stable",   "p2.stable",     "p3.stable", "p1.upgrades",
                                        "p2.upgrades", "p1.downgrades", "p1.hand",   "p2.hand",
                                        "p3.hand",     "discard",       "nursery",   "pile",
                                        "turn",        "phase",         "p1.narwhal"};
    static const char *const whats[] = {"neigh",
                                        "2 neigh",
                                        "narwhal",
                                        "yay",
                                        "barbed-wire",
                                        "baby-unicorn",
                                        "baby-narwhal",
                                        "queen-bee-unicorn",
                                        "pandamonium",
                                        "back-kick",
                                        "blinding-light",
                                        "the-great-narwhal",
                                        "seductive-unicorn",
                                        "begin",
                                        "draw",
                                        "play",
                                        "3"};
    bench b = open_bench("unicorns", 3, NULL);
    check_random(&b, VOCABULARY(cells, whats), 2000, 2000);
    close_bench(&b);
}

TEST_LIST = {{"pig", test_pig},
             {"pig_random", test_pig_random},
             {"leduc", test_leduc},
             {"leduc_random", test_leduc_random},
             {"project_l", test_project_l},
             {"project_l_pieces_come_off", test_project_l_pieces_come_off},
             {"project_l_end", test_project_l_end},
             {"project_l_refuses", test_project_l_refuses},
             {"project_l_random", test_project_l_random},
             {"unicorns", test_unicorns},
             {"unicorns_win", test_unicorns_win},
             {"unicorns_refuses", test_unicorns_refuses},
             {"unicorns_random", test_unicorns_random},
             {NULL, NULL}};
