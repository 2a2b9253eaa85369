/* Ends that play may go past, null moves, and variables that are there only `if used`: what
 * positions of rules texts make of them. The protocol's side is tests/protocol/claims.dialog. */
#include <acutest.h>

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/notation/record.h"
#include "tests/support/books.h"
#include "tests/support/one_line.h"

#define TWICE "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"

static text_library *texts;

static position *chess_at(const char *from, const char *events) {
    if (!texts) texts = books_some(RULEBOOKS, "chess");
    TEST_ASSERT(texts != NULL);
    position *p = books_at(texts, "chess", "", from);
    TEST_ASSERT(p != NULL);
    TEST_CHECK_(one_line_play(p, events), "%s", events);
    return p;
}

static void leave(position *p) {
    position_destroy(p);
    text_library_destroy(texts);
    texts = NULL;
    TEST_CHECK(mem_live() == 0);
}

static int actor_of(const position *p) {
    return position_rules(p)->game->actor(position_rules(p), position_data(p));
}

static end_kind end_of(const position *p) {
    return game_end(position_rules(p), position_data(p));
}

static bool ends_by(const position *p, const char *reason) {
    return strcmp(game_ending(position_rules(p), position_data(p)), reason) == 0;
}

/* For those who do not ask otherwise a claim is the end; but what was played is played. */
static void test_closed(void) {
    position *p = chess_at(NULL, TWICE);
    position *c;
    error err;
    TEST_CHECK(actor_of(p) == ACTOR_NONE && end_of(p) == END_CLAIM && ends_by(p, "repetition"));
    uint64_t key = position_key(p);
    TEST_CHECK(position_play(p, "e2e5", &err) == ST_ILLEGAL_ACTION && position_key(p) == key);
    TEST_CHECK(position_play(p, "0000", &err) == ST_ILLEGAL_ACTION && position_key(p) == key);
    TEST_CHECK(one_line_play(p, "e2e4") && actor_of(p) == 1 && end_of(p) == END_NONE);
    TEST_CHECK(position_undo(p, 1, &err) == ST_OK && position_key(p) == key);
    TEST_CHECK(actor_of(p) == ACTOR_NONE && end_of(p) == END_CLAIM);
    /* Opened after the fact, also where one goes back to it. */
    TEST_CHECK(one_line_play(p, "e2e4"));
    position_allow(p, POSITION_OPEN_ENDS);
    TEST_CHECK(position_undo(p, 1, &err) == ST_OK && actor_of(p) == 0 && end_of(p) == END_CLAIM);
    TEST_CHECK(position_clone(&c, p, &err) == ST_OK && one_line_play(c, "g1f3 g8f6"));
    TEST_CHECK(actor_of(c) == 0 && end_of(c) == END_CLAIM && ends_by(c, "repetition"));
    position_destroy(c);
    leave(p);
}

static void test_claimed(void) {
    position *p = chess_at(NULL, "");
    error err;
    text out = text_growing();
    position_allow(p, POSITION_OPEN_ENDS);
    TEST_CHECK(position_claim(p, &err) == ST_UNSUPPORTED);
    TEST_CHECK(one_line_play(p, TWICE) && actor_of(p) == 0);
    record_write(p, &out);
    TEST_CHECK(strstr(text_string(&out), "result:") == NULL);
    TEST_CHECK(position_claim(p, &err) == ST_OK && actor_of(p) == ACTOR_NONE);
    text_truncate(&out, 0);
    record_write(p, &out);
    TEST_CHECK(strstr(text_string(&out), "result: 0.5 0.5\n") != NULL);
    text_done(&out);
    position_allow(p, POSITION_OPEN_ENDS);
    TEST_CHECK(actor_of(p) == 0 && end_of(p) == END_CLAIM);
    leave(p);
}

/* A called end weighs more than a claim, and a final one more than both. */
static void test_which_end(void) {
    static const struct {
        const char *from, *events;
        end_kind end;
        const char *reason;
    } list[] = {
        {NULL, TWICE " g1f3 g8f6 f3g1 f6g8", END_CLAIM, "repetition"},
        {NULL, TWICE " " TWICE, END_CALLED, "fivefold"},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2", END_CLAIM, "fifty"},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 100 80", "", END_CLAIM, "fifty"},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 149 80", "a1a2", END_CALLED, "seventyfive"},
        {"4k3/8/8/8/8/8/8/N3K3 w - - 100 80", "", END_CALLED, "insufficient"},
        {"4k3/8/8/8/8/8/8/N3K3 w - - 120 80", "a1c2", END_CALLED, "insufficient"},
        {"k7/8/1K6/8/8/8/8/7R w - - 99 90", "h1h8", END_FINAL, "win"},
        {"7k/8/6K1/8/8/8/6B1/8 w - - 0 1", "g2d5", END_FINAL, "draw"}, /* dead, and stalemate */
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        position *p = chess_at(list[i].from, list[i].events);
        TEST_CHECK(actor_of(p) == ACTOR_NONE);
        position_allow(p, POSITION_OPEN_ENDS);
        TEST_CHECK_(end_of(p) == list[i].end && ends_by(p, list[i].reason), "%s, %s: %d %s",
                    list[i].from ? list[i].from : "start", list[i].events, (int)end_of(p),
                    game_ending(position_rules(p), position_data(p)));
        TEST_CHECK((actor_of(p) == ACTOR_NONE) == (list[i].end == END_FINAL));
        position_destroy(p);
    }
    leave(NULL);
}

static void test_null_moves(void) {
    position *p = chess_at("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "");
    error err;
    position_allow(p, POSITION_NULL_MOVES);
    const rules *r = position_rules(p);
    TEST_CHECK(one_line_play(p, "0000") && one_line_is(p, "4k3/8/8/8/3pP3/8/8/4K3 w - - 1 2"));
    TEST_CHECK(r->game->hash(r, position_data(p)) == game_rehash(r, position_data(p)));
    TEST_CHECK(strcmp(position_event(p, 0), "0000") == 0);
    TEST_CHECK(position_verify(p, "0000", NULL, &err) == ST_OK);
    TEST_CHECK(one_line_play(p, "0000 d4d3 0000 e8e7") && position_ply(p) == 5);
    position_destroy(p);
    p = chess_at("4k3/8/8/8/8/8/8/K3R3 b - - 0 1", "");
    position_allow(p, POSITION_NULL_MOVES);
    TEST_CHECK(position_play(p, "0000", &err) == ST_ILLEGAL_ACTION && position_ply(p) == 0);
    TEST_CHECK(position_verify(p, "0000", NULL, &err) == ST_ILLEGAL_ACTION);
    leave(p);
}

/* Two texts of one position have one hash; so have a text and the moves that lead there. */
static void check_same(const char *one, const char *events, const char *other) {
    position *p = chess_at(one, events);
    position *q = chess_at(other, "");
    TEST_CHECK_(position_key(p) == position_key(q), "%s %s is %s", one, events, other);
    position_destroy(p);
    position_destroy(q);
}

static void test_if_used(void) {
    check_same("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    check_same("1n2k3/8/8/8/4p3/8/3P4/1N2R1K1 w - - 0 1", "d2d4",
               "1n2k3/8/8/8/3Pp3/8/8/1N2R1K1 b - - 0 1");
    check_same("1n3k2/8/8/8/4p3/8/3P4/1N2R1K1 w - - 0 1", "d2d4",
               "1n3k2/8/8/8/3Pp3/8/8/1N2R1K1 b - d3 0 1");
    check_same("8/4p3/8/r2P3K/8/8/8/4k3 b - - 0 1", "e7e5", "8/8/8/r2Pp2K/8/8/8/4k3 w - - 0 2");
    leave(NULL);
    /* A text of one's own: what is asked for only now and then. */
    static const char own[] =
        "game t { players A B  board rect 5 1  piece x"
        " var mark : cell if used"
        " turn { when count occupied == 1 place x on mark"
        "        when count occupied != 1 place x on empty { mark = shift e to }"
        " } else draw }";
    texts = books_of(own);
    TEST_ASSERT(texts != NULL);
    position *p = books_at(texts, "t", "", NULL);
    TEST_ASSERT(p != NULL);
    TEST_CHECK(one_line_play(p, "a1") && one_line_is(p, "X4 1 mark=b1 turns=1"));
    TEST_CHECK(one_line_play(p, "b1") && one_line_is(p, "Xx3 0 turns=2"));
    TEST_CHECK(one_line_play(p, "c1") && one_line_is(p, "XxX2 1 turns=3"));
    leave(p);
}

/* What a text says that cannot be is told. */
static void test_notes(void) {
    position *p = chess_at("r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "");
    TEST_CHECK(strcmp(position_note(p), "castling rights KQ dropped: no king or rook in place") ==
               0);
    TEST_CHECK(one_line_is(p, "r3k2r/8/8/8/8/8/8/R2K3R w kq - 0 1"));
    position_destroy(p);
    p = chess_at(NULL, "");
    TEST_CHECK(!*position_note(p));
    leave(p);
}

TEST_LIST = {{"closed", test_closed},
             {"claimed", test_claimed},
             {"which_end", test_which_end},
             {"null_moves", test_null_moves},
             {"if_used", test_if_used},
             {"notes", test_notes},
             {NULL, NULL}};
