/* Out of memory at the n-th allocation, for every n: each piece of work ends with ST_NOMEM or done,
 * never with a crash, a leak or half a result. */
#include <acutest.h>

#include <limits.h>

#include "engine/base/memory.h"
#include "engine/game/battery.h"
#include "engine/game/perft.h"
#include "engine/notation/blob.h"
#include "engine/notation/record.h"
#include "games/azul/azul.h"
#include "games/leduc/leduc.h"
#include "games/pig/pig.h"
#include "search/mcts/ismcts.h"
#include "search/mcts/mcts.h"
#include "search/mcts/pimc.h"
#include "search/search.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/one_line.h"
#include "tests/support/toy_game.h"

static status play_words(position *p, const char *const *event, error *err) {
    status st = ST_OK;
    for (; st == ST_OK && *event; event++) st = position_play(p, *event, err);
    return st;
}

static status play_and_clone(error *err) {
    static const char *const events[] = {"s", "!h", "r", "s", "l", "!t", "s", NULL};
    params setup = params_default();
    position *p;
    position *c = NULL;
    status st = position_start(&p, &toy_game, &setup, SEAT_ALL, err);
    if (st == ST_OK) st = play_words(p, events, err);
    if (st == ST_OK) st = position_clone(&c, p, err);
    if (st == ST_OK) st = position_undo(c, 2, err);
    position_destroy(p);
    position_destroy(c);
    return st;
}

static status observe_a_seat(error *err) {
    static const char *const events[] = {"!p1=J", "!p2=K", "raise", NULL};
    params setup = params_default();
    position *p;
    position *view = NULL;
    status st = position_start(&p, &leduc, &setup, SEAT_ALL, err);
    if (st == ST_OK) st = play_words(p, events, err);
    if (st == ST_OK) st = position_observe(&view, p, 1, err);
    if (st == ST_OK) st = position_play(view, "@2:call", err);
    position_destroy(p);
    position_destroy(view);
    return st;
}

static status blob_back_and_forth(error *err) {
    params setup = params_default();
    position *p;
    position *q = NULL;
    text blob = text_growing();
    status st = position_start(&p, &toy_game, &setup, SEAT_ALL, err);
    if (st == ST_OK) st = position_play(p, "r", err);
    if (st == ST_OK) blob_write(p, &blob);
    if (st == ST_OK && blob.cut) st = ST_NOMEM;
    if (st == ST_OK) st = blob_read(&q, one_line_games(), text_string(&blob), err);
    text_done(&blob);
    position_destroy(p);
    position_destroy(q);
    return st;
}

static status record_and_perft(error *err) {
    static const char body[] = "game: pig\nset: target=9\n\nroll\n!5\nhold\n";
    record r;
    position *p = NULL;
    perft_result res;
    perft_options o = {.depth = 4, .unique = true};
    status st = record_read(&r, body, strlen(body), err);
    if (st == ST_OK) st = record_replay(&p, &r, one_line_games(), NULL, UINT_MAX, err);
    if (st == ST_OK) st = perft_run(p, &o, NULL, NULL, &res, err);
    record_done(&r);
    position_destroy(p);
    return st;
}

static bool next(void *ctx, const token *tok, const char *name) {
    (void)ctx;
    (void)tok;
    (void)name;
    return true;
}

/* A list that begins with a position, and all spellings of what can be played at its end. */
static status list_of_azul(error *err) {
    static const char body[] = "2b 1d - c 1 -/-/-/-/- - B20Y20R20K20W20 - "
                               "0:-/-/-/-/-:...../...../...../...../.....:- "
                               "0:-/-/-/-/-:...../...../...../...../.....:- clamp=0\n"
                               "D:B3Y/B3Y/K4/K4/W4 2B1 1B1\n";
    record r;
    position *p = NULL;
    status st = record_read(&r, body, strlen(body), err);
    if (st == ST_OK) st = record_replay(&p, &r, one_line_games(), &azul, UINT_MAX, err);
    if (st == ST_OK) TEST_CHECK(position_ply(p) == 3);
    if (st == ST_OK)
        st = token_spell((state_ref){position_rules(p), position_data(p), NULL}, next, NULL);
    record_done(&r);
    position_destroy(p);
    return st;
}

/* What one seat of leduc would do. */
static status think_hidden(const searcher_kind *kind, error *err) {
    params setup = params_default();
    position *p = NULL;
    position *view = NULL;
    search *s = NULL;
    search_answer answer;
    status st = position_start(&p, &leduc, &setup, SEAT_ALL, err);
    static const char *const events[] = {"!p1=K", "!p2=J", "call", "raise", NULL};
    if (st == ST_OK) st = play_words(p, events, err);
    if (st == ST_OK) st = position_observe(&view, p, 0, err);
    if (st == ST_OK) st = search_create(&s);
    search_question q = {.kind = kind, .root = view, .limits = limits_none()};
    q.options = search_default_options();
    q.options.hash_bytes = 1 << 16;
    q.limits.visits = 50;
    if (st == ST_OK) st = search_run(s, &q, NULL, NULL, &answer, err);
    if (st == ST_OK) TEST_CHECK(answer.report.count > 0);
    search_destroy(s);
    position_destroy(view);
    position_destroy(p);
    return st;
}

static status think_with_eyes(error *err) {
    return think_hidden(&ismcts_searcher, err);
}

static status think_in_deals(error *err) {
    return think_hidden(&pimc_searcher, err);
}

static status think(error *err) {
    params setup = params_default();
    position *p;
    search *s = NULL;
    search_answer answer;
    status st = position_start(&p, &toy_game, &setup, SEAT_ALL, err);
    if (st == ST_OK) st = search_create(&s);
    search_question q = {.kind = &mcts_searcher, .root = p, .limits = limits_none()};
    q.options = search_default_options();
    q.options.hash_bytes = 1 << 16;
    q.options.multipv = 3;
    q.limits.visits = 50;
    if (st == ST_OK) st = search_run(s, &q, NULL, NULL, &answer, err);
    search_destroy(s);
    position_destroy(p);
    return st;
}

static void test_positions(void) {
    fail_everywhere("play and clone", play_and_clone);
    fail_everywhere("observe", observe_a_seat);
}

static void test_blobs_and_records(void) {
    fail_everywhere("blob", blob_back_and_forth);
    fail_everywhere("record and perft", record_and_perft);
    /* A token that is tried as a move first may lack the example in its complaint. */
    fail_everywhere_but("a list with a position at its head", 1, list_of_azul);
}

static void test_search(void) {
    /* Without its key a search keeps nothing for the next one. A deal that finds no memory is the
     * last one: the answer comes from those before. */
    enum { KEY = 2, DEALS = 40 };
    fail_everywhere_but("mcts", KEY, think);
    fail_everywhere_but("ismcts", KEY, think_with_eyes);
    fail_everywhere_but("pimc", DEALS, think_in_deals);
}

TEST_LIST = {{"positions", test_positions},
             {"blobs_and_records", test_blobs_and_records},
             {"search", test_search},
             {NULL, NULL}};
